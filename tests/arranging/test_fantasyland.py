"""Fantasyland against every board of a hand, by royalties and by what staying is worth."""

from dataclasses import replace
from itertools import combinations

import brute_force
import numpy as np
import pytest
import reference

import cpoker_fast as cp

HAND = "As Ah Ad Ks Kh Qd Jc Td 9c 9h 9s 2c 2d 5h"


def with_fantasyland(rules, **changes):
    openface = cp.rules(rules).openface
    fantasyland = replace(openface.fantasyland, **changes)
    return replace(cp.rules(rules), openface=replace(openface, fantasyland=fantasyland))


def stays_by_strength(rules, row):
    """The number of cards that a row earns; 0: none."""
    wheel = "lowball" if row == "middle" and rules.lowball_middle else rules.wheel
    table = getattr(rules.openface.fantasyland.stay, row)
    return np.array([reference.royalty(table, key, lowball=wheel == "lowball") for key in brute_force.scale(wheel)[0]])


def best_by_force(hand, rules, bonus):
    """The best of all 13 cards that can be kept: its value and its cards."""
    fantasyland = rules.openface.fantasyland
    best = None
    for kept in combinations(hand, 13):
        every = brute_force.of_rules(list(kept), rules)
        if not len(every):
            continue
        stays = np.zeros(len(every), int)
        for row, strengths in (("front", every.front), ("middle", every.middle), ("back", every.back)):
            stays = np.maximum(stays, stays_by_strength(rules, row)[strengths])
            if fantasyland.stay_royalty_over is not None:
                earned = brute_force.royalties_of_row(rules, row)[strengths] > fantasyland.stay_royalty_over
                stays = np.maximum(stays, 14 * earned)  # as the other stays of these rules
        if fantasyland.stay_keeps_cards:
            stays = np.where(stays, len(hand), 0)
        values = every.royalties(rules) + np.array([0.0, *(bonus(cards) for cards in range(1, 18))])[stays]
        place = every.best(values)
        board = every.board(place)
        sets = [sum(1 << hand.index(card) for card in row) for row in (board[8:], board[3:8], board[:3])]
        rank = (values[place], every.back[place], every.middle[place], every.front[place], *(-bits for bits in sets))
        best = max(best or (rank, board, 0), (rank, board, int(stays[place])))
    return best


# Pineapple in which a full house in the middle is enough to stay.
FULL_HOUSE_STAYS = with_fantasyland("pineapple", stay=cp.rulebook.RowTables(middle={"full house": 14}))

RULES = {
    "standard": cp.rules("standard"),
    "progressive": cp.rules("progressive"),
    "progressive, same number": with_fantasyland("progressive", stay_keeps_cards=True),
    "deuce-to-seven": cp.rules("deuce-to-seven"),
    "a row over ten": with_fantasyland("pineapple", stay_royalty_over=10),
    "two kinds of stays": with_fantasyland(
        "pineapple", stay=cp.rulebook.RowTables(
            front={"three of a kind": 17},
            middle={"full house": 15, "four of a kind": 16},
            back={"flush": 14, "four of a kind": 15},
        )
    ),
}  # fmt: skip


@pytest.mark.parametrize("bonus", [0.0, 7.3, 40.0, -9.0, -30.5, {13: 1.0, 14: 2.5, 15: 4.0, 16: 20.0, 17: 50.0}], ids=str)
@pytest.mark.parametrize("name", RULES)
def test_by_brute_force(kernels, deal, name, bonus):
    rules = RULES[name]
    two_rows_stay = sorted(cp.CardSet("As Ad Ah Ac Ks Kh Kd Qs Qd 7c 5h 3d 2c 9h"))
    for hand in (*np.sort(deal(1, 14), axis=1).tolist(), two_rows_stay):
        value_of = bonus.__getitem__ if isinstance(bonus, dict) else lambda _: bonus
        expected = best_by_force(hand, rules, lambda cards, value_of=value_of: value_of(cards) if cards > 12 else 0)
        if expected is None:
            with pytest.raises(cp.BoardError):
                cp.openface_fantasyland(hand, rules, bonus)
            continue
        (value, *_), board, stays = expected
        for kernel in kernels():
            found = cp.openface_fantasyland(hand, rules, bonus)
            assert found.board.cards() == board, kernel
            assert found.value == pytest.approx(value, abs=1e-12)
            assert found.royalties == sum(cp.read_seat(found.board, rules).royalties)
            assert found.discarded == cp.CardSet(hand) - cp.CardSet(board)
            assert (found.stays or 0) == stays


@pytest.mark.parametrize("size", [13, 14, 15, 16, 17])
def test_without_a_bonus_it_is_the_board_of_most_royalties(deal, size):
    for hand in deal(50, size).tolist():
        found = cp.openface_fantasyland(hand, "pineapple")
        assert found.board == cp.best_royalties(hand, "pineapple")
        assert found.value == found.royalties
        assert len(found.discarded) == size - 13


@pytest.mark.parametrize("size", [15, 16, 17])
def test_a_bonus_changes_what_is_best(deal, size):
    """More for staying never means less, and a large bonus is taken whenever it can be."""
    for hand in deal(30, size).tolist():
        none, some, large = (cp.openface_fantasyland(hand, "pineapple", bonus) for bonus in (0, 8, 1000))
        assert none.royalties >= some.royalties >= large.royalties
        assert none.value <= some.value <= large.value
        assert (some.stays is None) <= (none.stays is None)
        assert large.stays is not None or none.stays is None
        assert large.value == large.royalties + (1000 if large.stays else 0)


def test_example():
    found = cp.openface_fantasyland(HAND, "pineapple")
    assert (str(found.board), found.stays) == ("As Ah Ks / Ad Kh Qd Jc Td / 9s 9h 9c 2d 2c", None)
    assert cp.openface_fantasyland(HAND, "pineapple", stay_bonus=8).stays is None
    found = cp.openface_fantasyland(HAND, FULL_HOUSE_STAYS, stay_bonus=8)
    assert (str(found.board), found.stays) == ("Qd Jc Td / 9s 9h 9c 2d 2c / As Ah Ad Ks Kh", 14)
    assert found.value == found.royalties + 8


def test_who_may_not_stay_does_not():
    rules = with_fantasyland("pineapple", most_stays=0)
    assert cp.openface_fantasyland(HAND, rules, 50) == cp.openface_fantasyland(HAND, "pineapple")
    rules = with_fantasyland("pineapple", stay=cp.rulebook.RowTables())
    assert cp.openface_fantasyland(HAND, rules, {14: 50.0}) == cp.openface_fantasyland(HAND, "pineapple")


def test_a_row_may_stay_by_its_royalty_alone():
    rules = with_fantasyland("pineapple", stay=cp.rulebook.RowTables(), stay_royalty_over=10)
    found = cp.openface_fantasyland(HAND, rules, {14: 50.0})
    assert (found.stays, found.value) == (14, found.royalties + 50)
    assert max(cp.read_seat(found.board, rules).royalties) > 10


def test_bonuses_of_many_calls_are_not_mixed_up():
    for bonus in [*range(40), *range(40)]:
        found = cp.openface_fantasyland(HAND, FULL_HOUSE_STAYS, bonus)
        assert found.value == max(19, 18 + bonus)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("As", "pineapple"), cp.CardError, "expected 13 to 17 cards, got 1"),
        ((HAND, "pagat"), cp.RulesError, "openface.fantasyland: the rules 'pagat' have none"),
        ((HAND, "pineapple", float("nan")), cp.RulesError, "stay_bonus: expected a number from -1e9 to 1e9, or one for"),
        ((HAND, "pineapple", {12: 1.0}), cp.RulesError, r"one for each size of the next deal \(13 to 17\), got \{12: 1.0\}"),
        ((HAND, "pineapple", {14: "x"}), cp.RulesError, "stay_bonus: expected a number from -1e9 to 1e9, or one for"),
        (
            (HAND, "pineapple", {15: 1.0}),
            cp.RulesError,
            "stay_bonus: expected a value for a next deal of 14 cards",
        ),
    ],
)
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        cp.openface_fantasyland(*arguments)
