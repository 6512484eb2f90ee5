"""Partial boards, and placements: the cards that a player adds to the rows on one street."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Union

from cpoker_fast._arguments import items_of
from cpoker_fast._boards import PartialBoard, Placement, parts_of_text, read_cards
from cpoker_fast.arranging import FantasylandBoard
from cpoker_fast.boards import ROWS, Board, Cards
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted, did_you_mean
from cpoker_fast.errors import PlacementError

__all__ = ["PartialBoard", "Placement", "Rows", "index_in_list", "place_rows", "rows_of"]

Rows = Union[str, Mapping[str, Cards], Sequence[Cards], Board, FantasylandBoard, "PartialBoard", "Placement"]
"""Cards of three rows: text with ``/`` between rows, cards by the name of the row, three sets of cards, or a board."""

_NOTHING = CardSet()


def rows_of(rows: Rows) -> tuple[CardSet, CardSet, CardSet]:
    """Return front, middle and back; PlacementError if they cannot be read, or share a card.

    Examples
    --------
    >>> rows_of("As Kd / 7c / -") == rows_of({"front": "As Kd", "middle": "7c"}) == rows_of(["As Kd", ["7c"], ()])
    True
    """
    if isinstance(rows, FantasylandBoard):
        rows = rows.board
    if isinstance(rows, PartialBoard | Placement | Board):
        return rows.rows
    if isinstance(rows, str):
        return Placement(*parts_of_text(rows)).rows
    parts: Sequence[Cards]
    if isinstance(rows, Mapping):
        for name in rows:
            if name not in ROWS:
                raise PlacementError(f"unknown row {quote(name)}: {did_you_mean(name, ROWS)}")
        parts = [rows.get(name, _NOTHING) for name in ROWS]
    else:
        listed = None if isinstance(rows, CardSet) else items_of(rows)  # a set of cards has no rows
        if listed is None:
            raise PlacementError(f"bad rows {quote(rows)}: expected text with three rows, such as 'As Kd / 7c / -'")
        parts = listed
    if len(parts) != len(ROWS):
        raise PlacementError(f"bad rows {quote(rows)}: expected three rows, such as 'As Kd / 7c / -', got {len(parts)}")
    return Placement(*parts).rows


def place_rows(
    rows: Placement | Rows, discard: Cards | None, *, hand: CardSet, board: PartialBoard, to_place: int
) -> tuple[Placement, PartialBoard]:
    """Return the placement that rows mean for a hand, and the board after it; see `Position.placement`."""
    if isinstance(rows, Placement):
        parsed = rows
    else:
        parsed = Placement.parse(rows) if isinstance(rows, str) else Placement(*rows_of(rows))
    stated_discards = parsed.discards if discard is None else read_cards("discard", discard)
    if not hand:
        raise PlacementError("the player has no cards to place: it is not their turn, or their board is complete")
    placed = parsed.cards
    if (placed | stated_discards) - hand:
        for card in placed | stated_discards:
            if card not in hand and card not in board.cards:
                raise PlacementError(f"card {format_card(card)} is not in the hand: {hand}")
    rest = hand - placed
    placement = parsed if parsed.discards == rest else Placement.of_cards(parsed.front, parsed.middle, parsed.back, rest)
    new_board = board.with_cards(placement)
    if len(placed) != to_place:
        problem = f"expected {counted(to_place, 'card')} of {len(hand)} to be placed"
        raise PlacementError(f"{problem}, got {len(placed)} ({placed or 'none'})")
    if stated_discards and stated_discards != rest:
        raise PlacementError(f"discards: expected {rest or 'none'}, the rest of the hand, got {stated_discards}")
    return placement, new_board


def index_in_list(placement: Placement, listed: Sequence[Placement], board: PartialBoard) -> int:
    """Return the index of a placement in the list of `Position.placements`; `board` is the board before it.

    A placement that is not in the list has the index of the one that differs from it only in irrelevant suits.
    """
    if placement in listed:
        return listed.index(placement)
    return next(number for number, candidate in enumerate(listed) if _play_alike(candidate, placement, board))


def _play_alike(first: Placement, second: Placement, board: PartialBoard) -> bool:
    """Whether two placements differ only in suits that cannot matter."""

    def is_same(row: str, cards: CardSet, added: CardSet, added_instead: CardSet) -> bool:
        no_flush = row == "front" or _are_mixed(cards | added, cards | added_instead)
        return added == added_instead or (no_flush and _ranks(added) == _ranks(added_instead))

    rows = zip(ROWS, board.rows, first.rows, second.rows, strict=True)
    return first.discards == second.discards and all(is_same(*row) for row in rows)


def _ranks(cards: CardSet) -> list[int]:
    return sorted(card // 4 for card in cards)


def _are_mixed(*rows: CardSet) -> bool:
    """Whether none of the rows can become a flush."""
    return all(len({card % 4 for card in row}) > 1 for row in rows)
