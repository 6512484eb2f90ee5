"""Words of messages: numbers with nouns, and suggestions of names."""

from collections.abc import Iterable

__all__ = ["counted", "did_you_mean", "signed", "suggestion"]

_LONGEST_NAME = 100  # letters: a longer text is close to no name, and takes long to compare


def counted(number: int, noun: str, sign: str = "") -> str:
    """Return a number with its noun: ``'1 board'``, ``'2 boards'``.

    The sign ``'+'`` makes this ``'+2 boards'``; ``','`` separates thousands: ``'1,024 boards'``.
    """
    return f"{number:{sign}d} {noun}" if abs(number) == 1 else f"{number:{sign}d} {noun}s"


def signed(number: int) -> str:
    """Return a number with its sign, as in ``'+2'``; ``'0'`` has none."""
    return f"{number:+d}" if number else "0"


def suggestion(name: object, names: Iterable[str]) -> str:
    """Return a suggestion of the closest name, ``"did you mean 'pagat'? "``; empty if no name is close."""
    import difflib  # imported here: it takes longer than most modules of this package

    by_letters = {text.lower(): text for text in names}
    letters = name.lower() if isinstance(name, str) and len(name) <= _LONGEST_NAME else ""
    close = difflib.get_close_matches(letters, by_letters, n=1)
    return f"did you mean {by_letters[close[0]]!r}? " if close else ""


def did_you_mean(name: object, names: Iterable[str], *, quoted: bool = False) -> str:
    """Return a suggestion of the closest name, and all expected names: ``"did you mean 'pagat'? expected one of ..."``."""
    expected = list(names)
    shown = map(repr, expected) if quoted else expected
    return f"{suggestion(name, expected)}expected one of {', '.join(shown)}"
