"""Words of messages: numbers with nouns, and suggestions of names."""

from collections.abc import Iterable

__all__ = ["counted", "did_you_mean"]


def counted(number: int, noun: str, sign: str = "") -> str:
    """Return a number with its noun: ``'1 board'``, ``'2 boards'``; with the sign ``'+'`` also ``'+2 boards'``."""
    return f"{number:{sign}d} {noun}" if abs(number) == 1 else f"{number:{sign}d} {noun}s"


def did_you_mean(name: object, names: Iterable[str], *, quoted: bool = False) -> str:
    """Return a suggestion of the closest name, and all expected names: ``"did you mean 'pagat'? expected one of ..."``."""
    import difflib  # imported here: it takes longer than most modules of this package

    expected = list(names)
    by_letters = {text.lower(): text for text in expected}
    close = difflib.get_close_matches(name.lower(), by_letters, n=1) if isinstance(name, str) else []
    shown = map(repr, expected) if quoted else expected
    return (f"did you mean {by_letters[close[0]]!r}? " if close else "") + f"expected one of {', '.join(shown)}"
