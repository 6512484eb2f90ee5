"""Boards: a hand of 13 cards set into front, middle and back."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from cpoker_fast._boards import ROW_SIZES, ROWS, Board, order_in_words
from cpoker_fast._core import share_globals
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError

__all__ = ["FOUL", "ROWS", "ROW_SIZES", "ROW_SPANS", "Board", "Cards", "Foul", "board_at", "board_of", "order_in_words"]

Cards = CardSet | str | Iterable[int | str]
"""Anything that can be read as cards: a `CardSet`, text, or an iterable of cards."""

ROW_SPANS = ((0, 3), (3, 8), (8, 13))
"""Where each row begins and ends among the cards of a board."""


class Foul(Enum):
    """A dead hand at a live table, in place of a board: a hand with a wrong number of cards, for example.

    It is settled as a foul without cards: it has no natural, no royalties and no aces. `settle`, `settle_many` and `Table`
    take ``cpoker_fast.FOUL``, the only member.
    """

    FOUL = "foul"

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.value


FOUL: Final = Foul.FOUL


def board_of(given: object, expected: str = "a Board or text") -> Board:
    """The board `given`, parsed if it is text."""
    if isinstance(given, Board):
        return given
    if isinstance(given, str):
        return Board.parse(given)
    raise BoardError(f"expected {expected}, got {quote(given)}")


def board_at(place: int, given: object, called: str = "", *, may_be_none: bool = False, may_be_dead: bool = False) -> Board:
    """The board `given`, parsed if it is text; errors count its `place` from 1, or say what it is `called`.

    `may_be_none` and `may_be_dead`: whether the place also takes None, or FOUL for a hand with a wrong number of cards.
    """
    *kinds, last = ["a Board", "text", *["None"] * may_be_none, *["FOUL"] * may_be_dead]
    try:
        return board_of(given, f"{', '.join(kinds)} or {last}")
    except BoardError as error:
        hint = "; a dead hand is settled as FOUL" if may_be_dead and error.row else ""
        raise BoardError(f"{called or f'board {place + 1}'}: {error}{hint}", index=place) from error


share_globals(globals())
