"""Numbers of things in words."""

__all__ = ["counted"]


def counted(number: int, thing: str, sign: str = "") -> str:
    """A number of things: ``'1 board'``, ``'2 boards'``; with the sign ``'+'`` also ``'+2 boards'``."""
    return f"{number:{sign}d} {thing}" if abs(number) == 1 else f"{number:{sign}d} {thing}s"
