"""Places in a text, and its lines."""

from __future__ import annotations

from typing import NamedTuple

from cpoker_fast.errors import CpokerError, NotationError

__all__ = ["Line", "Place", "told"]

_TOLD = 40
_TOLD_ERROR = 300


class Place(NamedTuple):
    """A place in a text, counted from 1."""

    line: int
    column: int

    def error(self, problem: str | CpokerError) -> NotationError:
        """An error at this place."""
        text = str(problem)
        return NotationError(
            text if len(text) <= _TOLD_ERROR else f"{text[:_TOLD_ERROR]} ...", line=self.line, column=self.column
        )


class Line(NamedTuple):
    """A line of a text, its number from 1, and what is wrong with it already."""

    text: str
    number: int
    problem: NotationError | None = None

    def place(self, offset: int = 0) -> Place:
        """The place at an offset in the line."""
        return Place(self.number, offset + 1)


def told(text: str) -> str:
    """The beginning of a text, for messages."""
    return repr(text if len(text) <= _TOLD else f"{text[:_TOLD]}...")
