"""Best responses under rules whose payments depend on more than the rows: all boards of a hand are settled."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from cpoker_fast._settling import DECLARE_NOTHING, settle_array
from cpoker_fast.arranging.boards_of_hands import arrangements
from cpoker_fast.board_arrays import NO_BOARD, array_of_boards
from cpoker_fast.boards import HAND_SIZE, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import CardError
from cpoker_fast.rulebook import NaturalTies, RowTies, Rules
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.settling.naturals import natural_board, naturals

__all__ = ["best_of_all_boards", "pays_by_cards"]

_MOST_CARDS = 14  # of a hand: about a million boards


def pays_by_cards(rules: Rules) -> bool:
    """Whether a limit, the horse card, suits or turns decide payments, for which the search has no tables."""
    return (
        rules.horse_card is not None
        or rules.most_points is not None
        or rules.row_ties is RowTies.SUITS
        or rules.natural_ties is NaturalTies.FIRST
    )


def best_of_all_boards(
    hand: CardSet, rules: Rules, cards: list[list[int] | None], seat: int, button: int, declared: list[int]
) -> tuple[int, Board | None, int]:
    """Settle all legal boards of a hand, or a foul if there is none, and return the best one.

    For arguments and the result, see `respond` in `_arranging`.
    """
    import numpy as np

    if len(hand) > _MOST_CARDS:
        raise CardError(f"bad hand: expected at most {_MOST_CARDS} cards under these rules, got {len(hand)}")
    tables = np.array([[NO_BOARD] * HAND_SIZE if board is None else board for board in cards], np.uint8)
    codes = np.array(declared, np.int8)

    def settled(boards: Sequence[Board | None], code: int) -> list[tuple[int, Board | None, int]]:
        """Return the best of some boards with a declaration; [] for no boards."""
        if not boards:
            return []
        tables_of_boards = np.repeat(tables[None], len(boards), axis=0)
        tables_of_boards[:, seat] = array_of_boards(boards)
        codes_of_boards = np.repeat(codes[None], len(boards), axis=0)
        codes_of_boards[:, seat] = code
        points = settle_array(compiled(rules), tables_of_boards, button, codes_of_boards, None, 1)[:, seat]
        best = int(points.argmax())  # the first of equal boards has the strongest back
        return [(int(points[best]), boards[best], code)]

    boards = list(arrangements(hand, rules)) or [Board.of_cards(list(hand)[:HAND_SIZE])]
    results = settled(boards, DECLARE_NOTHING)
    for code, natural in enumerate(rules.naturals):
        if len(hand) == HAND_SIZE and natural.name in naturals(hand, [natural]):
            by_rows = rules.naturals_by_rows and natural.conditions.rows is not None
            shown = natural_board(hand, natural, wheel=rules.wheel) if by_rows else boards[0]
            results += settled([] if shown is None else [shown], code)
    if rules.has_surrender:
        results += settled([None], DECLARE_NOTHING)
    return max(results, key=itemgetter(0))
