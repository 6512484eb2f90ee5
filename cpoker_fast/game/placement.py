"""Partial boards, and placements: all that a player does on one street, or what follows if their time is up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

from cpoker_fast._arguments import items_of
from cpoker_fast._boards import PartialBoard, Placement
from cpoker_fast._rows import parts_of_text, read_cards
from cpoker_fast.arranging import FantasylandBoard
from cpoker_fast.boards import HAND_SIZE, ROW_SPANS, ROWS, Board, Cards, board_part
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted, did_you_mean
from cpoker_fast.errors import PlacementError, RulesError
from cpoker_fast.rulebook import Rules, Timeout
from cpoker_fast.settling.declarations import IF_BETTER, Declaration, named_in, parts_of_answer
from cpoker_fast.settling.settlement import check_natural

__all__ = [
    "PartialBoard", "Placement", "Rows", "index_in_list", "parts_of_placement", "place_rows", "placement_at_timeout",
    "rows_of",
]  # fmt: skip

Rows = Union[str, Mapping[str, Cards], Sequence[Cards], Board, FantasylandBoard, "PartialBoard", "Placement"]
"""Cards of three rows. They are text with ``/`` between rows, a mapping by row name, three sets of cards, a board, a
placement, or the 13 cards of a board in order."""

_NOTHING = CardSet()


def rows_of(rows: Rows) -> tuple[CardSet, CardSet, CardSet]:
    """Return the cards of front, middle and back; raise PlacementError if they are invalid or have a duplicate card.

    Examples
    --------
    >>> rows_of("As Kd / 7c / -") == rows_of({"front": "As Kd", "middle": "7c"}) == rows_of(["As Kd", ["7c"], ()])
    True
    """
    if isinstance(rows, Placement) and rows.is_surrender:
        raise PlacementError("expected rows, got a surrender")
    rows = board_part(rows)
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
        items = None if isinstance(rows, CardSet) else items_of(rows)  # the items of a CardSet are cards, not rows
        if items is None:
            raise PlacementError(f"bad rows {quote(rows)}: expected text with three rows, such as 'As Kd / 7c / -'")
        parts = items
    if len(parts) == HAND_SIZE:  # the cards of a board in order, as in `Board.cards`
        cards: list[Any] = [*parts]
        parts = [cards[begin:end] for begin, end in ROW_SPANS]
    if len(parts) != len(ROWS):
        raise PlacementError(f"bad rows {quote(rows)}: expected three rows, such as 'As Kd / 7c / -', got {len(parts)}")
    return Placement(*parts).rows


def parts_of_placement(value: Any) -> tuple[Any, Declaration]:
    """Return the rows that a player places, None for a surrender, and the declaration, from any spelling of a placement."""
    return parts_of_answer(Placement.parse(value) if isinstance(value, str) else value)


def place_rows(
    rows: Rows,
    discard: Cards | None,
    *,
    rules: Rules,
    hand: CardSet,
    board: PartialBoard,
    to_place: int,
) -> tuple[Placement, PartialBoard]:
    """Return the placement that `rows` describe, and the board after the placement; see `Position.placement`.

    After a surrender, the board is empty.
    """
    parsed = Placement.parse(rows) if isinstance(rows, str) else rows
    if not isinstance(parsed, Placement):
        parsed = Placement(*rows_of(parsed))
    discards = parsed.discards if discard is None else read_cards("discard", discard)
    if not hand:
        raise PlacementError("the player has no cards to place: it is not their turn, or their board is complete")
    declare = parsed.declare
    if declare is not IF_BETTER and parsed.is_surrender:
        _check_surrender(rules, discards)
        return parsed, PartialBoard()
    placed = parsed.cards
    if (placed | discards) - hand:
        for card in placed | discards:
            if card not in hand and card not in board.cards:
                raise PlacementError(f"card {format_card(card)} is not in the hand: {hand}")
    unplaced = hand - placed
    placement = parsed if parsed.discards == unplaced else Placement.of_cards(*parsed.rows, unplaced, declare)
    new_board = board.with_cards(placement)
    if len(placed) != to_place:
        problem = f"expected {to_place} of {counted(len(hand), 'card')} to be placed"
        raise PlacementError(f"{problem}, got {len(placed)} ({placed or 'none'})")
    if discards and discards != unplaced:
        raise PlacementError.about("discards", f"expected {unplaced or 'none'}, the rest of the hand, got {discards}")
    if declare is not IF_BETTER:
        _check_declaration(declare, rules, new_board)
    return placement, new_board


def _check_surrender(rules: Rules, discards: CardSet) -> None:
    if not rules.has_surrender:
        problem = f"a surrender, which the rules {quote(rules.name)} do not allow: see the option surrender"
        raise PlacementError(f"expected a placement of cards, got {problem}")
    if discards:
        raise PlacementError.about("discards", f"expected none with a surrender, got {discards}")


def _check_declaration(declare: Declaration, rules: Rules, board: PartialBoard) -> None:
    if not board.is_complete:
        missing = counted(sum(board.room), "more card")
        raise PlacementError.about("declare", f"expected a complete board, got {board}, which needs {missing}")
    if (name := named_in(declare)) is not None:
        try:
            check_natural(name, board.board(), rules, "declare")
        except RulesError as error:
            raise PlacementError.about("declare", error.problem) from None


def index_in_list(placement: Placement, placements: Sequence[Placement], board: PartialBoard) -> int:
    """Return the index of a placement in the list that `Position.placements` returned for a board.

    If the placement is not in the list, return the index of the placement that differs from it only in irrelevant suits, or
    in its declaration. Raises PlacementError for a surrender.
    """
    if placement.is_surrender:
        raise PlacementError("expected a placement of cards, got a surrender")
    if placement in placements:
        return placements.index(placement)
    for index, candidate in enumerate(placements):
        if _are_equivalent(candidate, placement, board):
            return index
    raise PlacementError(f"{placement} is not in the list of placements")


def _are_equivalent(first: Placement, second: Placement, board: PartialBoard) -> bool:
    """Whether two placements differ only in the suits of cards that cannot become part of a flush, or in declarations."""

    def is_row_equivalent(name: str, row: CardSet, first_added: CardSet, second_added: CardSet) -> bool:
        cannot_flush = name == "front" or _are_mixed(row | first_added, row | second_added)
        return first_added == second_added or (cannot_flush and _ranks(first_added) == _ranks(second_added))

    rows = zip(ROWS, board.rows, first.rows, second.rows, strict=True)
    return first.discards == second.discards and all(is_row_equivalent(*row) for row in rows)


def _ranks(cards: CardSet) -> list[int]:
    return sorted(card // 4 for card in cards)


def _are_mixed(*rows: CardSet) -> bool:
    """Whether each row has two or more suits, and therefore cannot become a flush."""
    return all(len({card % 4 for card in row}) > 1 for row in rows)


def placement_at_timeout(option: Timeout, dealt: Sequence[int], number: int, room: tuple[int, int, int]) -> Placement:
    """Return the placement of `number` dealt cards that fills the back, then the middle, then the front.

    `option` decides whether cards are placed from the highest down or in the order dealt. The remaining cards are discarded.
    """
    cards = sorted(dealt, reverse=True) if option is Timeout.HIGHEST_FIRST else list(dealt)
    rows: list[CardSet] = []
    placed = 0
    for free in reversed(room):
        end = min(placed + free, number)
        rows.append(CardSet(cards[placed:end]))
        placed = end
    back, middle, front = rows
    return Placement.of_cards(front, middle, back, CardSet(cards[number:]))
