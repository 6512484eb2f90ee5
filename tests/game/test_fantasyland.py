"""Entering and staying in Fantasyland: boards of all kinds of rows, under presets and house rules."""

from dataclasses import replace

import numpy as np
import openface_reference
import pytest

import cpoker_fast as cp
from cpoker_fast.game.plan import earned_cards, fantasyland_sizes, read_complete
from cpoker_fast.rulebook import RowTables

ALL = RowTables(
    front={"pair 6": 13, "pair Q": 14, "three of a kind": 17},
    middle={"flush": 13, "full house": 15, "four of a kind": 16},
    back={"full house": 14, "four of a kind": 15, "straight flush": 16, "royal flush": 17},
)
LOW = RowTables(front={"pair": 13}, middle={"high card 9": 13, "high card 8": 14, "7-5-4-3-2": 17}, back={"flush": 15})


def with_land(name, **changes):
    rules = cp.rules(name)
    land = replace(rules.fantasyland, **changes)
    return replace(rules, fantasyland=land)


RULES = {name: cp.rules(name) for name in cp.presets() if cp.rules(name).has_fantasyland} | {
    "all kinds": with_land("pineapple", entry=ALL, stay=ALL),
    "all kinds, two rows": with_land("pineapple", entry=ALL, stay=ALL, entry_by_more=17),
    "all kinds, one size": with_land("pineapple", entry=ALL, stay=ALL, stay_keeps_cards=True),
    "low": with_land("deuce-to-seven", entry=LOW, stay=LOW, entry_by_more=16),
    "a royalty": with_land("pineapple", stay_royalty_over=5),
    "a royalty alone": with_land("pineapple", stay=RowTables(), stay_royalty_over=0),
    "a royalty, one size": with_land("progressive", stay_royalty_over=9, stay_keeps_cards=True),
    "a royalty that a deuce doubles": replace(with_land("pineapple", stay_royalty_over=11), deuce_of_spades=True),
    "no stays": with_land("standard", most_stays=0),
    "two stays": with_land("standard", stay=ALL, most_stays=2),
    "dead rows": replace(with_land("pineapple", entry=ALL), dead_rows="out of order"),
}


def some_boards(rules, rng):
    """Return random boards and the best boards of Fantasyland hands; most of them are legal."""
    boards = [cp.deal_many(60, 1, 13, rng)[:, 0]]
    for cards in (13, 15, 17):
        hands = cp.deal_many(60, 1, cards, rng)[:, 0]
        boards += [
            set_boards[set_boards[:, 0] < 52]  # where a board is legal
            for set_boards in (
                cp.arranging.best_fantasyland_many(hands, rules, dict.fromkeys(range(13, 18), 30.0)).boards,
                cp.best_royalties_many(hands, rules),
            )
        ]
    return np.concatenate(boards)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_against_the_reference(rules, rng):
    boards, sizes = some_boards(rules, rng), set()
    fouls, royalties, _ = read_complete(rules, boards)
    assert 0 < fouls.sum() < len(boards)
    assert (royalties[fouls] == 0).all()
    for cards, stays in ((0, 0), (13, 0), (14, 1), (17, 2)):
        expected = [openface_reference.earned((b[:3], b[3:8], b[8:]), rules, cards, stays) for b in boards.tolist()]
        n = len(boards)
        one_by_one = earned_cards(rules, map(cp.Board.of_cards, boards.tolist()), [cards] * n, [stays] * n)
        assert list(one_by_one) == expected
        if not stays:
            assert read_complete(rules, boards, cards)[2].tolist() == expected
        sizes |= {*expected}
    assert {0} < sizes <= {0, 13, 14, 17, *fantasyland_sizes(rules)}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_hands_are_set_for_the_cards_that_their_boards_earn(rules, rng):
    """`best_fantasyland_many` returns the cards of the next deal of a player who may stay."""
    if rules.fantasyland.most_stays == 0:
        return
    for cards in (13, 14, 17):
        hands = cp.deal_many(80, 1, cards, rng)[:, 0]
        best = cp.arranging.best_fantasyland_many(hands, rules, dict.fromkeys(range(13, 18), 12.5))
        legal = best.boards[:, 0] < 52
        expected = [openface_reference.earned((b[:3], b[3:8], b[8:]), rules, cards, 0) for b in best.boards[legal].tolist()]
        assert best.stays[legal].tolist() == expected
        assert best.values[legal].tolist() == [
            points + (12.5 if size else 0) for points, size in zip(best.royalties[legal].tolist(), expected, strict=True)
        ]


@pytest.mark.parametrize("more", ["", " 4d", " 4d 9h", " 4d 9h Jc"])
def test_a_stay_by_a_royalty_that_only_the_deuce_of_spades_makes_large_enough(more):
    """The straight flush in the middle pays 30, or 60 with the deuce; the next deal has as many cards as this one."""
    rules = replace(with_land("progressive", stay=RowTables(), stay_royalty_over=55), deuce_of_spades=True)
    hand = cp.CardSet("2s 3s 4s 5s 6s Ts Js Qs Ks As 7h 7d 9d 3d" + more)
    best = cp.arranging.best_fantasyland(hand, rules, 10.0)
    rows = [list(row) for row in best.board.rows]
    assert openface_reference.earned(rows, rules, len(hand), 0) == best.stays == len(hand)
    assert best.royalties >= 60 + 25 + 2
    assert best.value == best.royalties + 10.0
