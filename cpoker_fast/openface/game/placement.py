"""Boards that are not complete, and placements: the cards that a player adds to the rows on one street."""

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

__all__ = ["PartialBoard", "Placement", "Rows", "listed_as", "place_rows", "rows_of"]

Rows = Union[str, Mapping[str, Cards], Sequence[Cards], Board, FantasylandBoard, "PartialBoard", "Placement"]
"""Cards for the three rows: text with ``/`` between rows, cards by the name of the row, three sets of cards, or a board."""

_NOTHING = CardSet()


def rows_of(rows: Rows) -> tuple[CardSet, CardSet, CardSet]:
    """Front, middle and back; PlacementError if they cannot be read, or a card is in two of them.

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
    given: Sequence[Cards]
    if isinstance(rows, Mapping):
        for name in rows:
            if name not in ROWS:
                raise PlacementError(f"unknown row {quote(name)}: {did_you_mean(name, ROWS)}")
        given = [rows.get(name, _NOTHING) for name in ROWS]
    else:
        listed = None if isinstance(rows, CardSet) else items_of(rows)  # a set of cards does not tell which row is which
        if listed is None:
            raise PlacementError(f"bad rows {quote(rows)}: expected text with three rows, such as 'As Kd / 7c / -'")
        given = listed
    if len(given) != len(ROWS):
        raise PlacementError(f"bad rows {quote(rows)}: expected three rows, such as 'As Kd / 7c / -', got {len(given)}")
    return Placement(*given).rows


def place_rows(
    rows: Placement | Rows, discard: Cards | None, *, hand: CardSet, own: PartialBoard, to_place: int
) -> tuple[Placement, PartialBoard]:
    """The placement that rows mean for a hand, and the board after it; see `Position.placement`."""
    if isinstance(rows, Placement):
        given = rows
    else:
        given = Placement.parse(rows) if isinstance(rows, str) else Placement(*rows_of(rows))
    stated = given.discards if discard is None else read_cards("discard", discard)
    if not hand:
        raise PlacementError("the player has no cards to place: it is not his turn, or his board is complete")
    placed = given.cards
    if (placed | stated) - hand:
        for card in placed | stated:
            if card not in hand and card not in own.cards:
                raise PlacementError(f"card {format_card(card)} is not in the hand: {hand}")
    rest = hand - placed
    placement = given if given.discards == rest else Placement.of_cards(given.front, given.middle, given.back, rest)
    after = own.with_cards(placement)
    if len(placed) != to_place:
        problem = f"expected {counted(to_place, 'card')} of {len(hand)} to be placed"
        raise PlacementError(f"{problem}, got {len(placed)} ({placed or 'none'})")
    if stated and stated != rest:
        raise PlacementError(f"discards: expected {rest or 'none'}, the rest of the hand, got {stated}")
    return placement, after


def listed_as(placement: Placement, listed: Sequence[Placement], own: PartialBoard) -> int:
    """The number of a placement in the list of `Position.placements`; `own` is the board before it.

    If it is not listed, it is that of the one from which it differs only in suits that play no part.
    """
    if placement in listed:
        return listed.index(placement)
    return next(number for number, one in enumerate(listed) if _is_same(one, placement, own))


def _is_same(one: Placement, other: Placement, own: PartialBoard) -> bool:
    def is_same(row: str, before: CardSet, first: CardSet, second: CardSet) -> bool:
        no_flush = row == "front" or _are_mixed(before | first, before | second)
        return first == second or (no_flush and _ranks(first) == _ranks(second))

    rows = zip(ROWS, own.rows, one.rows, other.rows, strict=True)
    return one.discards == other.discards and all(is_same(*row) for row in rows)


def _ranks(cards: CardSet) -> list[int]:
    return sorted(card // 4 for card in cards)


def _are_mixed(*rows: CardSet) -> bool:
    """Whether none of some rows can become a flush."""
    return all(len({card % 4 for card in row}) > 1 for row in rows)
