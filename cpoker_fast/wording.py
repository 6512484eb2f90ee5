"""Numbers of things in words."""

__all__ = ["counted"]


def counted(number: int, thing: str) -> str:
    """A number of things: ``'1 board'``, ``'2 boards'``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
