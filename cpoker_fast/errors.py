"""The errors that bad input raises; each is a CpokerError and a ValueError."""

from __future__ import annotations

__all__ = [
    "AnalysisError",
    "ArrayError",
    "BoardError",
    "BotError",
    "CardError",
    "CpokerError",
    "FieldError",
    "LedgerError",
    "LedgerWarning",
    "RulesError",
    "SeedError",
    "SimulationError",
    "StrengthError",
    "TableError",
]


class CpokerError(ValueError):
    """Anything that this package refuses."""


class CardError(CpokerError):
    """A card, a set of cards or a row that cannot be read.

    Attributes
    ----------
    token : object
        What was found where a card should be; None if the error is about no single card.
    position : int or None
        Where: the offset in a text, or the index in an iterable.
    index : int or None
        The row of a batch.
    """

    def __init__(self, message: str, *, token: object = None, position: int | None = None, index: int | None = None) -> None:
        super().__init__(message)
        self.token = token
        self.position = position
        self.index = index


class BoardError(CpokerError):
    """Rows that are no board: of wrong size, or with a card in two of them.

    Attributes
    ----------
    index : int or None
        Which of several boards.
    """

    def __init__(self, message: str, *, index: int | None = None) -> None:
        super().__init__(message)
        self.index = index


class BotError(CpokerError):
    """A bot that there is none of, or that raised, was too slow, or set what is no board of its hand.

    Attributes
    ----------
    bot : str
        Its name.
    hand : str
        The hand that it was to set; empty if it is about no hand.
    """

    def __init__(self, message: str, *, bot: str = "", hand: str = "") -> None:
        super().__init__(message)
        self.bot = bot
        self.hand = hand

    def __reduce__(self) -> tuple[object, ...]:  # to other processes and back, with its attributes
        return _bot_error, (str(self), self.bot, self.hand)


def _bot_error(message: str, bot: str, hand: str) -> BotError:
    return BotError(message, bot=bot, hand=hand)


class StrengthError(CpokerError):
    """A number that is no strength."""


class RulesError(CpokerError):
    """Rules that contradict themselves or do not exist, or that do not fit what is asked of them.

    Attributes
    ----------
    path : str
        The key that does not fit, such as ``'royalties.back.flush'``; empty if it is not one key.
    problem : str
        The message without it.
    """

    def __init__(self, problem: str, *, path: str = "") -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.problem = problem


class SeedError(CpokerError):
    """A seed or a generator of random numbers that is none."""


class SimulationError(CpokerError):
    """A simulation that cannot be run, or a checkpoint that it cannot go on from."""


class TableError(CpokerError):
    """A seat, a buy-in or a deal that a table does not take."""


class LedgerError(CpokerError):
    """A ledger that cannot be read, or whose chips do not add up.

    Attributes
    ----------
    line : int or None
        Where, counted from 1.
    """

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class AnalysisError(CpokerError):
    """An analysis that cannot be made, or that has no answer to what it was asked."""


class FieldError(CpokerError):
    """A field that cannot be made, or a file that holds none."""


class ArrayError(CpokerError):
    """An array of wrong dtype or shape, or another bad argument of a batch call."""


class LedgerWarning(UserWarning):
    """A ledger whose last line is torn; it was dropped."""
