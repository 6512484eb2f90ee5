import itertools
import threading

import numpy as np
import pytest
import reference

import cpoker_fast as cp
from cpoker_fast import rulebook
from cpoker_fast._arranging import Splits

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
ROYALTIES = cp.Rules(
    royalties=rulebook.Royalties(
        front={"three of a kind": 10, **{f"pair {rank}": place for place, rank in enumerate("6789TJQKA", 1)}},
        middle={"three of a kind": 2, "straight": 4, "flush": 8, "full house": 12, "four of a kind": 20,
                "straight flush": 30},
        back={"straight": 2, "flush": 4, "full house": 6, "four of a kind": 10, "straight flush": 15},
    )
)  # fmt: skip


def by_rows(boards):
    return {tuple(map(tuple, board)) for board in boards}


@pytest.mark.parametrize("hand", [HAND, "As Ad Ah Ac Ks Kd Kh Kc Qs Qd Qh Qc Js", "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"])
def test_arrangements_are_all_of_them_once(hand):
    cards = list(cp.CardSet(hand))
    assert cp.count_arrangements(hand, legal=False) == 72_072
    found = [(b.front, b.middle, b.back) for b in cp.arrangements(hand, legal=False)]
    assert len(found) == len(set(found)) == 72_072
    assert {front | middle | back for front, middle, back in found} == {cp.CardSet(hand)}
    legal = by_rows((board.front, board.middle, board.back) for board in cp.arrangements(hand))
    assert legal == by_rows(tuple(map(sorted, split)) for split in reference.legal_splits(cards))
    assert cp.count_arrangements(hand) == len(legal)


def test_counts_for_rules():
    for hand in (HAND, "As 2d 3h 4c 5s 6d 7h 8c 9s Td Jh Qc Kd"):
        cards = list(cp.CardSet(hand))
        second = sum(1 for _ in reference.legal_splits(cards, "second"))
        assert cp.count_arrangements(hand, cp.Rules(wheel="second")) == second
        low = sum(1 for f, _, b in reference.splits(cards) if reference.key(f) <= reference.key(b))
        assert cp.count_arrangements(hand, cp.Rules(lowball_middle=True)) == low


@pytest.mark.parametrize(
    ("hand", "can_qualify"),
    [
        (HAND, True),
        ("2s 3d 4h 5c 7s 8d 9h Tc Js Qd Kh Ac 2d", True),
        ("As Ad Ah Ac Ks Kd Kh Kc Qs Qd Qh Qc Js", False),
    ],
)
def test_a_lowball_middle_that_must_qualify(hand, can_qualify):
    cards = list(cp.CardSet(hand))
    rules = cp.rules("deuce-to-seven")
    expected = by_rows(
        map(sorted, split)
        for split in reference.splits(cards)
        if not reference.is_foul([reference.key(split[0]), reference.lowball_key(split[1]), reference.key(split[2])], rules)
    )
    legal = by_rows((board.front, board.middle, board.back) for board in cp.arrangements(hand, rules))
    assert legal == expected
    assert cp.count_arrangements(hand, rules) == len(expected)
    assert bool(expected) == can_qualify
    if not can_qualify:
        with pytest.raises(cp.BoardError, match="no board of this hand is legal"):
            cp.best_royalties(hand, rules)


def test_order_is_strongest_back_then_middle():
    backs, boards = [], itertools.groupby(cp.arrangements(HAND), key=lambda board: board.back)
    for back, same_back in boards:
        backs.append(cp.strength(back))
        middles = [cp.strength(board.middle) for board in same_back]
        assert middles == sorted(middles, reverse=True)
    assert backs == sorted(backs, reverse=True)
    assert not any(b.is_foul for b in itertools.islice(cp.arrangements(HAND), 500))


def best_by_force(hand, rules):
    def value(board):
        seat = cp.read_seat(board, rules)
        return sum(seat.royalties), seat.strengths[2], seat.strengths[1], seat.strengths[0]

    return max(map(value, cp.arrangements(hand, rules))), value


@pytest.mark.parametrize(
    "rules",
    ["pagat", "simple", ROYALTIES, cp.Rules(wheel="second", royalties=ROYALTIES.royalties),
     cp.Rules(lowball_middle=True, royalties=rulebook.Royalties(
         middle={"high card 7": 4, "high card 8": 2}, front={"pair": 1}, back={"flush": 4}))],
    ids=["pagat", "simple", "open-face", "wheel second", "lowball"],
)  # fmt: skip
def test_best_royalties_by_brute_force(deal, rules):
    special = [
        "As Ad Ah Ac Ks Kd Kh Kc Qs Qd Qh Qc Js",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
        "2s 2d 5h 3s 3d 5s 6c 6d 9s 9h Kh Kd Jc",
        "2s 2d 2h 3s 3d 3h 4c 4d 4h 5h 5d 5c 7c",
        "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As",
    ]
    read = cp.rules(rules) if isinstance(rules, str) else rules
    for hand in [*special, *(row.tolist() for row in deal(2, 13))]:
        board = cp.best_royalties(hand, rules)
        expected, value = best_by_force(hand, read)
        assert value(board) == expected
        assert board.hand == cp.CardSet(hand)


def test_example_hand():
    assert str(cp.best_royalties(HAND, "pagat")) == "3h 3d 2c / 8h 8d 7h 5h 5c / As Ks Qs Js 9s"
    trips_in_front = cp.best_royalties("Ts Th Tc 4d 4s 9s 9h 9c Kd Ks 2s 2h 2c", "pagat")
    assert cp.read_seat(trips_in_front, "pagat").royalties == (2, 1, 0)
    assert cp.describe(trips_in_front.strengths[0]) == "three of a kind, twos"


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("As Ks", "bad hand: expected 13 to 17 cards, got 2"),
        (range(18), "bad hand: expected 13 to 17 cards, got 18"),
        ("As As", "stands twice"),
        (None, "cannot read cards"),
    ],
)
def test_bad_hands(hand, message):
    for function in (cp.count_arrangements, cp.arrangements, lambda hand: cp.best_royalties(hand, "pagat")):
        with pytest.raises(cp.CardError, match=message):
            function(hand)
    with pytest.raises(cp.CardError, match=message):
        cp.count_arrangements(hand, legal=False)


def test_bad_rules():
    with pytest.raises(cp.RulesError, match="unknown rules 'x'"):
        cp.best_royalties(HAND, "x")
    with pytest.raises(cp.RulesError, match="unknown rules 7"):
        cp.count_arrangements(HAND, 7)


def test_threads_may_share_an_iterator():
    splits, found = Splits(HAND, rulebook.compiled(cp.Rules()), True, None), []
    threads = [threading.Thread(target=lambda: found.extend(list(splits))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == len(found) == cp.count_arrangements(HAND)


def test_a_numpy_row_is_a_hand():
    assert cp.best_royalties(np.arange(13, dtype=np.uint8), "pagat").hand == cp.CardSet(range(13))
