"""Quoting of values and texts in messages: in one line, and shortened."""

from __future__ import annotations

import reprlib
from itertools import islice
from typing import Any

__all__ = ["quote", "shorten"]

_LONGEST = 80  # characters of a value in a message


class _Quoting(reprlib.Repr):
    """Short representation of values, which reads only the beginning and the end of long values."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = self.maxdeque = self.maxarray = 20
        self.maxstring = self.maxlong = self.maxother = _LONGEST

    def repr_int(self, x: int, level: int) -> str:
        try:
            return super().repr_int(x, level)
        except ValueError:  # more digits than Python converts to text
            return f"<int of {x.bit_length()} bits>"

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """Return the text of a dict with its first keys, in insertion order; the base class sorts all keys."""
        if level <= 0 and x:
            return "{...}"
        items = [f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}" for key in islice(x, self.maxdict)]
        return f"{{{', '.join(items + ['...'] * (len(x) > self.maxdict))}}}"


_quoting = _Quoting()


def quote(value: Any, longest: int = _LONGEST) -> str:
    """Return a value as messages show it: its repr in one line, shortened."""
    try:
        text = _quoting.repr(value)
    except Exception:  # reprlib selects a method by the name of the class, and a user's class may be called "list"
        text = f"<{type(value).__name__} object>"
    return shorten(text, longest)


def shorten(text: object, longest: int = _LONGEST) -> str:
    """Return a text in one line, without its middle if it is too long."""
    try:
        lines = str(text).splitlines()
        line = " ".join(map(str.strip, lines)) if len(lines) > 1 else "".join(lines)
    except Exception:
        line = f"<{type(text).__name__} object>"
    half = (longest - 3) // 2
    return line if len(line) <= longest else f"{line[:half]}...{line[-half:]}"
