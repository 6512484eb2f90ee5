"""The errors that bad input raises; each is a CpokerError and a ValueError."""

from __future__ import annotations

__all__ = ["ArrayError", "BoardError", "CardError", "CpokerError", "RulesError", "StrengthError"]


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


class StrengthError(CpokerError):
    """A number that is no strength."""


class RulesError(CpokerError):
    """Rules that contradict themselves or do not exist, or that do not fit what is asked of them."""


class ArrayError(CpokerError):
    """An array of wrong dtype or shape, or another bad argument of a batch call."""
