"""Boards: hands of 13 cards, set into front, middle and back."""

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
"""Start and end of each row among the 13 cards of a board."""


class Foul(Enum):
    """A dead hand at a live table, such as a hand with a wrong number of cards; it replaces a board.

    It is settled as a foul without cards: no natural, no royalties, no aces. `settle`, `settle_many` and `Table` accept
    ``cpoker_fast.FOUL``, the only member.
    """

    FOUL = "foul"

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.value


FOUL: Final = Foul.FOUL


def board_of(value: object, expected: str = "a Board or text") -> Board:
    """Return a board, parsed if it is text; BoardError for any other value."""
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        return Board.parse(value)
    raise BoardError(f"expected {expected}, got {quote(value)}")


def board_at(index: int, value: object, name: str = "", *, may_be_none: bool = False, may_be_dead: bool = False) -> Board:
    """Return a board, parsed if it is text; errors give its index, counted from 1, or its `name`.

    `may_be_none` and `may_be_dead` add None and FOUL to the accepted values that errors list. The caller handles these two.
    """
    *kinds, last = ["a Board", "text", *["None"] * may_be_none, *["FOUL"] * may_be_dead]
    try:
        return board_of(value, f"{', '.join(kinds)} or {last}")
    except BoardError as error:
        hint = "; pass FOUL for a dead hand" if may_be_dead and error.row else ""
        raise BoardError(f"{name or f'board {index + 1}'}: {error}{hint}", index=index) from error


share_globals(globals())
