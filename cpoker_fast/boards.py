"""Boards: hands of 13 cards, set into front, middle and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from enum import Enum
from typing import Any, Final

from cpoker_fast._arguments import items_of
from cpoker_fast._boards import Board, Placement
from cpoker_fast._core import share_globals
from cpoker_fast._rows import ROW_SIZES, ROWS, order_in_words
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError, PlacementError

__all__ = [
    "FOUL", "HAND_SIZE", "ROWS", "ROW_SIZES", "ROW_SPANS", "Board", "Cards", "Foul", "Rows", "board_at", "board_of",
    "board_part", "order_in_words",
]  # fmt: skip

Cards = CardSet | str | Iterable[int | str]
"""Anything that can be read as cards: a `CardSet`, text, or an iterable of cards."""

Rows = Board | str | Sequence[Cards] | Sequence[int]
"""Anything that can be read as a board: a `Board`, text, three rows, or 13 cards in the order front, middle, back."""

HAND_SIZE = sum(ROW_SIZES)
"""Number of cards of a board: 13."""

ROW_SPANS = ((0, 3), (3, 8), (8, 13))
"""Start and end of each row among the 13 cards of a board."""


class Foul(Enum):
    """A dead hand at a live table, such as a hand with a wrong number of cards; it replaces a board.

    It is settled as a foul without cards: no natural, no royalties, no payments for aces. `settle`, `settle_many` and
    `Table` accept ``cpoker_fast.FOUL``.
    """

    FOUL = "foul"

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.value


FOUL: Final = Foul.FOUL


def board_part(value: Any) -> Any:
    """Return the board of a named tuple that has one, or None for a surrender; other values stay as they are."""
    if isinstance(value, Placement):
        return None if value.is_surrender else value
    return getattr(value, "board", value) if isinstance(value, tuple) else value


def board_of(value: object, *others: str) -> Board:
    """Return a board, read from any form of `Rows`; BoardError for other values. `others`: what else is allowed there."""
    value = board_part(value)
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        return Board.parse(value)
    if isinstance(value, Placement):
        return _board_of_placement(value)
    items = None if isinstance(value, CardSet | Set) else items_of(value)  # a set has no order, and so no rows
    if items is not None and len(items) == len(ROWS):
        return Board(*items)
    if items is not None and len(items) == HAND_SIZE:
        return Board.of_cards(items)
    *kinds, last = ["a Board", "text", "three rows", "13 cards", *others]
    raise BoardError(f"expected {', '.join(kinds)} or {last}, got {quote(value)}")


def _board_of_placement(placement: Placement) -> Board:
    try:
        board = placement.board
    except PlacementError as error:
        raise BoardError(str(error)) from None
    if board is None:
        raise BoardError("expected a board, got a surrender")
    return board


def board_at(index: int, value: object, name: str = "", *, may_be_none: bool = False, may_be_dead: bool = False) -> Board:
    """Return a board as `board_of` does; errors give its index, counted from 1, or its `name`.

    `may_be_none` and `may_be_dead` add None and FOUL to the accepted values that errors list. The caller handles these two.
    """
    try:
        others = {"None": may_be_none, "FOUL": may_be_dead}
        return board_of(value, *(word for word, applies in others.items() if applies))
    except BoardError as error:
        is_foul_as_text = isinstance(value, str) and value.strip().lower() == str(FOUL)
        hint = "; pass FOUL for a dead hand" if may_be_dead and (error.row or is_foul_as_text) else ""
        described = BoardError(f"{name or f'board {index + 1}'}: {error}{hint}", index=index)
        if not name:
            described.argument = f"boards[{index}]"
        raise described from error


share_globals(globals())
