"""Words of messages: numbers with nouns, and suggestions of names."""

from collections.abc import Iterable

__all__ = ["counted", "did_you_mean"]


def counted(number: int, thing: str, sign: str = "") -> str:
    """Return a number with its noun: ``'1 board'``, ``'2 boards'``; with the sign ``'+'`` also ``'+2 boards'``."""
    return f"{number:{sign}d} {thing}" if abs(number) == 1 else f"{number:{sign}d} {thing}s"


def did_you_mean(name: object, names: Iterable[str], *, quoted: bool = False) -> str:
    """Return the expected names, after the closest one: ``"did you mean 'pagat'? expected one of ..."``."""
    import difflib  # takes longer to import than most modules of this package

    listed = list(names)
    close = difflib.get_close_matches(name.lower(), listed, n=1) if isinstance(name, str) else []
    shown = map(repr, listed) if quoted else listed
    return (f"did you mean {close[0]!r}? " if close else "") + f"expected one of {', '.join(shown)}"
