"""Lines of a text, and places in a text."""

from __future__ import annotations

from typing import NamedTuple

from cpoker_fast.errors import CpokerError, NotationError

__all__ = ["Line", "Place"]


class Place(NamedTuple):
    """A place in a text: line and column, both from 1."""

    line: int
    column: int

    def error(self, problem: str | CpokerError) -> NotationError:
        """Return a NotationError for a problem at this place."""
        return NotationError(str(problem), line=self.line, column=self.column)


class Line(NamedTuple):
    """A line of a text, its number (from 1), and an error if the line could not be read."""

    text: str
    number: int
    problem: NotationError | None = None

    def place(self, offset: int = 0) -> Place:
        """Return the place at an offset in the line."""
        return Place(self.number, offset + 1)
