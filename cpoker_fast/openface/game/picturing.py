"""Pictures of positions and deals: their arguments, and boards with words around them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from cpoker_fast._arguments import check_whole, items_of
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.display.pictures import PicturedBoard, PicturedCards, check_label, check_picture
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import PlacementError
from cpoker_fast.openface.game.placement import PartialBoard
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import foul_in_words, order_under, row_in_words

__all__ = ["check_layout", "pictured_board", "pictured_discards", "pictured_hand"]


def check_layout(
    seats: int, word: str, *, card_width: object, title: object, names: Sequence[str] | None, columns: int | None
) -> tuple[list[str], int]:
    """Check the arguments of a picture; return the names by seat, by default ``'seat 1'``, and the number of columns.

    `word` is what default names begin with. Raises PlacementError if an argument is invalid.
    """
    check_picture(card_width, title, PlacementError)
    seat_names = _names_of_seats(names, seats, word)
    if columns is None:
        columns = 3 if seats == 3 else 2
    check_whole("columns", columns, 1, seats, PlacementError)
    return seat_names, columns


def _names_of_seats(names: Sequence[str] | None, seats: int, word: str) -> list[str]:
    if names is None:
        return [f"{word} {seat + 1}" for seat in range(seats)]
    items = None if isinstance(names, Set) else items_of(names)
    if items is None or len(items) != seats:
        raise PlacementError(f"names: expected a name for each of {seats} seats, in their order, got {quote(names)}")
    for index, name in enumerate(items):
        check_label(f"names[{index}]", name, PlacementError)
    return items


def pictured_board(board: PartialBoard, rules: Rules, **around: Any) -> PicturedBoard:
    """Return a board with its rows in words; `around` has the other fields of the result."""
    if board.is_complete:
        foul = foul_in_words(board.board(), rules)
    else:
        foul = order_under(dict(zip(ROWS, board.rows, strict=True)), rules)
    words = [row_in_words(name, row, rules) for name, row in zip(ROWS, board.rows, strict=True)]
    return PicturedBoard([str(row) for row in board.rows], words, foul=foul, **around)


def pictured_hand(label: str, hand: CardSet, to_place: int) -> PicturedCards:
    """Return a hand with the number of cards to place and to discard."""
    discarded = len(hand) - to_place
    words = f"{label}: place {to_place}" + (f", discard {discarded}" if discarded else "")
    return PicturedCards(words, str(hand))


def pictured_discards(label: str, discards: CardSet) -> PicturedCards:
    """Return discards, smaller than other cards."""
    return PicturedCards(label, str(discards), is_small=True)
