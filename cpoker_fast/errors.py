"""Errors of this package, each a CpokerError and a ValueError, and LedgerWarning."""

from __future__ import annotations

from typing import Any, Self

from cpoker_fast.display.quoting import shorten

__all__ = [
    "AnalysisError", "ArrayError", "BoardError", "BotError", "CardError", "CardIndexError", "CpokerError",
    "EngineError", "FieldError", "FileError", "LedgerError", "LedgerWarning", "MissingFileError", "NetworkError",
    "NotationError", "PlacementError", "RulesError", "SeedError", "SessionError", "SimulationError", "StrengthError",
    "TableError",
]  # fmt: skip

_LONGEST_PATH = 250  # characters


class CpokerError(ValueError):
    """Base of all errors of this package.

    Attributes
    ----------
    argument : str
        Invalid argument, such as ``'seconds'``, or its invalid item, such as ``'known[1]'``. It is empty if the message
        names no argument. Messages about a card, a board or the name of rules name none.
    """

    argument: str = ""

    @classmethod
    def about(cls, argument: str, problem: str, **details: Any) -> Self:
        """Return an error whose message begins with the argument; the class receives the `details`."""
        error = cls(f"{argument}: {problem}", **details)
        error.argument = argument
        return error


class CardError(CpokerError):
    """A card, a set of cards or a row that cannot be read.

    Attributes
    ----------
    token : object
        Invalid or duplicate value; None if the error is not about a single value.
    position : int or None
        Offset in a text, or index in an iterable, counted from 0. Messages count characters and cards from 1, such as
        "character 4" and "card 2". They count the indices of an array from 0.
    index : int or None
        Index of the row in a batch, counted from 0, as in messages ("row index 0").
    """

    def __init__(self, message: str, *, token: object = None, position: int | None = None, index: int | None = None) -> None:
        super().__init__(message)
        self.token = token
        self.position = position
        self.index = index


class CardIndexError(CardError, IndexError):
    """An index beyond the cards of a set; also an IndexError."""


class BoardError(CpokerError):
    """A malformed board, or boards that do not fit the hand, the table or the call.

    Attributes
    ----------
    index : int or None
        Index of the board, or of its table in a batch, counted from 0. Messages such as "board 1" count from 1.
    row : str
        Row with a wrong number of cards, such as ``'front'``; empty for other errors.
    """

    def __init__(self, message: str, *, index: int | None = None, row: str = "") -> None:
        super().__init__(message)
        self.index = index
        self.row = row


class PlacementError(CpokerError):
    """An invalid placement or position.

    Attributes
    ----------
    seat : int or None
        Seat, from 0, of the player whose board or open hand is invalid in a position; None for other errors. Messages such
        as "board 1" count from 1.
    problem : str
        Message without the number of the player.
    """

    def __init__(self, problem: str, *, seat: int | None = None, place: str = "") -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.seat = seat
        self.problem = problem


class NotationError(CpokerError):
    """A text that is not in the notation of deals, or a deal that cannot be written in it.

    Attributes
    ----------
    line, column : int or None
        Place in the text, counted from 1; None if the error is not about a text.
    problem : str
        Message without the place.
    """

    def __init__(self, problem: str, *, line: int | None = None, column: int | None = None, path: str = "") -> None:
        numbers = [f"{unit} {number}" for unit, number in (("line", line), ("column", column)) if number]
        place = [path, *numbers] if path else numbers
        super().__init__(f"{', '.join(place)}: {problem}" if place else problem)
        self.line = line
        self.column = column
        self.problem = problem


class BotError(CpokerError):
    """A bot that does not exist, raised an exception, was too slow, or returned an invalid board or placement.

    Attributes
    ----------
    bot : str
        Name of the bot.
    hand : str
        Hand that the bot had to set. It is empty if the error is not about one hand, such as an exception in ``place_many``.
    position : str
        Position in which the bot had to place cards, as text for `Position.parse`; empty for other errors.
    """

    def __init__(self, message: str, *, bot: str = "", hand: str = "", position: str = "") -> None:
        super().__init__(message)
        self.bot = bot
        self.hand = hand
        self.position = position


class EngineError(CpokerError):
    """A fault of an engine, which is a program that plays by the engine protocol.

    Attributes
    ----------
    problem : str
        Fault of the engine, without the name of the engine, such as ``'gave no reply within 5 s'``.
    command : str
        Command that starts the engine.
    has_ended : bool
        Whether the process of the engine has ended, or was killed because of the fault.
    """

    def __init__(self, problem: str, *, command: str = "", has_ended: bool = False) -> None:
        super().__init__(f"engine {shorten(repr(command))} {problem}" if command else problem)
        self.problem = problem
        self.command = command
        self.has_ended = has_ended


class StrengthError(CpokerError):
    """A number that is not a strength."""


class RulesError(CpokerError):
    """Rules that are unknown, contradict themselves, or do not support a call.

    Attributes
    ----------
    path : str
        Invalid key, such as ``'royalties.back.flush'``; empty if the error is not about one key.
    problem : str
        Message without the path.
    """

    argument: str

    def __init__(self, problem: str, *, path: str = "") -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = self.argument = path
        self.problem = problem


class SeedError(CpokerError):
    """An invalid seed or random generator."""


class SimulationError(CpokerError):
    """A simulation that cannot be run or resumed from its checkpoint, or an invalid argument of its result."""


class TableError(CpokerError):
    """A seat, a player, chips or a deal that a table does not accept."""


class LedgerError(CpokerError):
    """A ledger that cannot be read or written, that exists already, or whose chips do not add up.

    Attributes
    ----------
    line : int or None
        Line number from 1; None if the error is not in a line.
    """

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class SessionError(CpokerError):
    """A game that cannot be saved, or a file that is not a saved game."""


class AnalysisError(CpokerError):
    """Invalid arguments of an analysis, or a question that its result cannot answer."""


class FieldError(CpokerError):
    """An invalid field, or a file that is not a field."""


class NetworkError(CpokerError):
    """Networks that are invalid, or cannot be read."""


class FileError(OSError, CpokerError):
    """A file that cannot be read or written, for example in a missing folder or on a full disk; see `filename`."""

    def __str__(self) -> str:
        return f"{shorten(self.filename, _LONGEST_PATH)}: {self.strerror}" if self.filename else super().__str__()


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist, or whose folder does not exist."""


class ArrayError(CpokerError):
    """An array of a wrong dtype or shape, or another invalid argument of a function for many hands or boards."""


class LedgerWarning(UserWarning):
    """A ledger whose last line was unreadable and has been dropped."""


def __dir__() -> list[str]:
    return sorted(__all__)
