"""The errors that bad input raises, each a CpokerError and a ValueError."""

from __future__ import annotations

from cpoker_fast.display.quoting import shorten

__all__ = [
    "AnalysisError",
    "ArrayError",
    "BoardError",
    "BotError",
    "CardError",
    "CardIndexError",
    "CpokerError",
    "FieldError",
    "FileError",
    "LedgerError",
    "LedgerWarning",
    "MissingFileError",
    "NetworkError",
    "NotationError",
    "PlacementError",
    "RulesError",
    "SeedError",
    "SessionError",
    "SimulationError",
    "StrengthError",
    "TableError",
]

_LONGEST_PATH = 250  # characters


class CpokerError(ValueError):
    """Base of all errors of this package."""


class CardError(CpokerError):
    """A card, a set of cards or a row that cannot be read.

    Attributes
    ----------
    token : object
        What was found in place of a card; None if the error is not about a single card.
    position : int or None
        Its offset in a text, or its index in an iterable, counted from 0. Messages count from 1, and say what: "character 4"
        of a text, "card 2" of an iterable; only "index 3" of an array is counted from 0.
    index : int or None
        The index of the row in a batch, counted from 0; messages call it so: "row index 0".
    """

    def __init__(self, message: str, *, token: object = None, position: int | None = None, index: int | None = None) -> None:
        super().__init__(message)
        self.token = token
        self.position = position
        self.index = index


class CardIndexError(CardError, IndexError):
    """An index beyond the cards of a set; it is an IndexError, too."""


class BoardError(CpokerError):
    """Rows that do not form a board: one has the wrong size, or two share a card.

    Attributes
    ----------
    index : int or None
        The index of the board among several, counted from 0. Messages count boards from 1; in a batch they name the index.
    row : str
        The row that has a wrong number of cards, such as ``'front'``; empty if that is not what is wrong.
    """

    def __init__(self, message: str, *, index: int | None = None, row: str = "") -> None:
        super().__init__(message)
        self.index = index
        self.row = row


class PlacementError(CpokerError):
    """Cards that an open-face position does not let a player place, or that do not form a position."""


class NotationError(CpokerError):
    """A text that does not hold open-face deals, or something that cannot be written as one.

    Attributes
    ----------
    line, column : int or None
        Where it is in the text, counted from 1; None if the error is not about a text.
    problem : str
        The message without the place.
    """

    def __init__(self, problem: str, *, line: int | None = None, column: int | None = None, path: str = "") -> None:
        place = [path] * bool(path) + [f"{what} {number}" for what, number in (("line", line), ("column", column)) if number]
        super().__init__(f"{', '.join(place)}: {problem}" if place else problem)
        self.line = line
        self.column = column
        self.problem = problem


class BotError(CpokerError):
    """A bot that does not exist, raised an exception, was too slow, or returned something other than a board of its hand.

    Attributes
    ----------
    bot : str
        Its name.
    hand : str
        The hand that it was to set; empty if the error is not about a hand.
    position : str
        The open-face position at which it was to place, which `openface.Position.parse` reads; empty if there was none.
    """

    def __init__(self, message: str, *, bot: str = "", hand: str = "", position: str = "") -> None:
        super().__init__(message)
        self.bot = bot
        self.hand = hand
        self.position = position


class StrengthError(CpokerError):
    """A number that is not a strength."""


class RulesError(CpokerError):
    """Rules that do not exist, contradict themselves, or do not support what is asked of them.

    Attributes
    ----------
    path : str
        The invalid key, such as ``'royalties.back.flush'``; empty if the error is not about one key.
    problem : str
        The message without the path.
    """

    def __init__(self, problem: str, *, path: str = "") -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.problem = problem


class SeedError(CpokerError):
    """An invalid seed or random generator."""


class SimulationError(CpokerError):
    """A simulation that cannot be run, or a checkpoint that it cannot resume from."""


class TableError(CpokerError):
    """A seat, a buy-in or a deal that a table does not accept."""


class LedgerError(CpokerError):
    """A ledger that cannot be read, or whose chips do not add up.

    Attributes
    ----------
    line : int or None
        The line number, counted from 1.
    """

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class SessionError(CpokerError):
    """A game that cannot be saved, or a file that does not hold one."""


class AnalysisError(CpokerError):
    """An analysis that cannot be made, or that cannot answer a question put to it."""


class FieldError(CpokerError):
    """A field that cannot be made, or a file that does not hold one."""


class NetworkError(CpokerError):
    """Invalid networks, or rules for which there are none."""


class FileError(OSError, CpokerError):
    """A file that cannot be read or written: a wrong folder, a full disk, and the like; `filename` names it."""

    def __str__(self) -> str:
        return f"{shorten(self.filename, _LONGEST_PATH)}: {self.strerror}" if self.filename else super().__str__()


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist, or whose folder does not."""


class ArrayError(CpokerError):
    """An array of wrong dtype or shape, or another bad argument of a batch call."""


class LedgerWarning(UserWarning):
    """A ledger whose last line was incomplete and has been dropped."""


def __dir__() -> list[str]:
    return sorted(__all__)
