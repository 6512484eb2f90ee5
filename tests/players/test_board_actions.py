"""Boards as numbers."""

import dataclasses
import itertools

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.players import BoardActions
from cpoker_fast.settling import is_foul_under

RULES = ["pagat", "house-rules", "hawaiian-gardens"]
CLOSED = [name for name in cp.presets() if cp.rules(name).is_closed]


def some_hands(n, seed=1):
    return cp.deal_many(n, 4, 13, seed=seed)[:, 0]


def test_numbers_are_all_arrangements():
    places = BoardActions("pagat").places
    assert (places.shape, places.flags.writeable) == ((72_072, 13), False)
    assert (np.sort(places, axis=1) == np.arange(13)).all()
    rows = {(tuple(sorted(row[:3])), tuple(sorted(row[3:8]))) for row in places.tolist()}
    assert len(rows) == 72_072
    assert {front for front, _ in rows} == set(itertools.combinations(range(13), 3))


@pytest.mark.parametrize("rules", CLOSED)
def test_masks_are_legal_boards(rules):
    actions, hands = BoardActions(rules), some_hands(50)
    masks = actions.masks(hands)
    assert masks.dtype == np.int8
    assert (masks[:, :72_072].sum(axis=1) == cp.arranging.count_arrangements_many(hands, rules)).all()
    numbers = np.arange(0, 72_072, 101)
    boards = actions.boards(np.repeat(hands[:1], len(numbers), axis=0), numbers)
    for board, is_legal in zip(boards.tolist(), masks[0, numbers].tolist(), strict=True):
        assert is_foul_under(cp.Board.of_cards(board), cp.rules(rules)) == (not is_legal)


def test_a_hand_of_fouls_only():
    """Under rules with a qualifying lowball middle, some hands have no legal board."""
    seven = dataclasses.replace(cp.rules("lowball-middle"), name="seven", lowball_qualifier="7")
    actions, hands = BoardActions(seven), some_hands(200)
    without = hands[cp.arranging.count_arrangements_many(hands, seven) == 0][:2]
    assert len(without) == 2
    assert not actions.masks(without)[:, :72_072].any()
    assert actions.highest(without, np.ones((2, 13, 3))).tolist() == [0, 0]


@pytest.mark.parametrize("rules", RULES)
def test_numbers_of_boards(rules):
    actions, hands = BoardActions(rules), some_hands(200)
    boards = cp.best_royalties_many(hands, rules)
    boards = boards[(boards != 255).all(axis=1)]
    hands = np.sort(boards, axis=1)[:, ::-1]
    numbers = actions.numbers(hands, boards)
    assert numbers.dtype == np.int64
    again = actions.boards(hands, numbers)
    for board, other in zip(boards.tolist(), again.tolist(), strict=True):
        assert cp.Board.of_cards(board) == cp.Board.of_cards(other)
    every = np.arange(0, 72_072, 997)
    same_hand = np.repeat(hands[:1], len(every), axis=0)
    assert (actions.numbers(same_hand, actions.boards(same_hand, every)) == every).all()


def test_surrenders_are_the_last_action():
    actions, hands = BoardActions(next(name for name in CLOSED if cp.rules(name).has_surrender)), some_hands(2)
    assert actions.size == 72_073
    assert (actions.masks(hands)[:, -1] == 1).all()
    boards = actions.boards(hands, [0, 72_072])
    assert (boards[1] == 255).all()
    assert (actions.numbers(hands, boards).tolist(), BoardActions("pagat").size) == ([0, 72_072], 72_072)


@pytest.mark.parametrize("rules", [*RULES, "lowball-middle"])
def test_the_highest_sum_of_scores(rules):
    """Compared with all legal boards, one by one."""
    rng, actions, hands = np.random.default_rng(1), BoardActions(rules), some_hands(4, seed=2)
    scores = rng.normal(size=(4, 13, 3)).astype(np.float32)
    for hand, score, number in zip(hands, scores, actions.highest(hands, scores).tolist(), strict=True):
        cards = np.sort(hand)[::-1].tolist()

        def total(board, score=score, cards=cards):
            return sum(score[cards.index(card), row] for row, in_row in enumerate(board.rows) for card in in_row)

        best = max(map(total, cp.arrangements(hand, rules)), default=None)
        if best is not None:
            board = cp.Board.of_cards(actions.boards(hand[None], [number])[0].tolist())
            assert total(board) == pytest.approx(best, abs=1e-4)


def split_scores(kind, rng, n):
    """Return scores of a kind; equal sums, and sums that are rounded to other ones, are frequent among some of them."""
    normal = rng.normal(size=(n, 13, 3))
    return {
        "normal": normal,
        "small numbers": rng.integers(0, 3, size=(n, 13, 3)),
        "zeros": np.zeros((n, 13, 3)),
        "one row": normal * [1, 100, 1],
        "large": normal * 1e37,
        "tiny": normal * 1e-40,
        "hidden by rounding": rng.integers(0, 2, size=(n, 13, 3)) * 1e-3 + rng.normal(size=(n, 13, 1)) * 1000,
        "the best is a foul": normal + np.linspace(3, -3, 13)[:, None] * [1, 0, -1],
    }[kind].astype(np.float32)


KINDS = ["normal", "small numbers", "zeros", "one row", "large", "tiny", "hidden by rounding", "the best is a foul"]


@pytest.mark.parametrize("rules", ["pagat", "singapore", "lowball-middle"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_first_of_the_highest_sums(rules, kind):
    """Compared with the sums of all legal splits, which are added row by row, from the lowest card of each row."""
    actions, hands = BoardActions(rules), some_hands(12, seed=3)
    scores = split_scores(kind, np.random.default_rng(4), len(hands))
    numbers = actions.highest(hands, scores)
    assert (actions.highest(hands, scores, threads=2) == numbers).all()
    legal, places = actions.masks(hands)[:, :72_072] == 1, actions.places  # the lowest card of each row first
    with np.errstate(over="ignore", invalid="ignore"):
        for score, is_legal, number in zip(scores, legal, numbers.tolist(), strict=True):
            rows = [score[places[:, begin:end], row] for (begin, end), row in (((8, 13), 2), ((3, 8), 1), ((0, 3), 0))]
            back, middle, front = (np.add.accumulate(row, axis=1, dtype=np.float32)[:, -1] for row in rows)
            sums = np.where(is_legal & ~np.isnan(back + middle + front), back + middle + front, -np.inf)
            assert number == (sums.argmax() if is_legal.any() else 0)


def test_the_order_of_cards_in_a_hand_is_irrelevant():
    actions, hands = BoardActions("pagat"), some_hands(20)
    shuffled = np.random.default_rng(1).permuted(hands, axis=1)
    scores = np.random.default_rng(2).normal(size=(20, 13, 3))
    numbers = actions.highest(hands, scores)
    assert (actions.highest(shuffled, scores) == numbers).all()
    assert (actions.boards(hands, numbers) == actions.boards(shuffled, numbers)).all()
    assert (actions.masks(hands) == actions.masks(shuffled)).all()


def test_what_is_refused():
    actions, hands, twice, high = BoardActions("pagat"), *(some_hands(2) for _ in range(3))
    twice[1, 0], high[1, 3] = twice[1, 1], 52
    rules = "actions of boards: expected rules of one street, on which 13 cards are placed, got 'pineapple', whose streets"
    for function, arguments, error, problem in (
        (BoardActions, ("pineapple",), errors.RulesError, rules),
        (actions.masks, (hands[0],), errors.ArrayError, r"bad shape \(13,\) of hands"),
        (actions.masks, (twice,), errors.CardError, "hand index 1: card .* appears twice"),
        (actions.boards, (twice, [0, 0]), errors.CardError, "hand index 1: card .* appears twice"),
        (actions.boards, (high, [0, 0]), errors.CardError, "hand index 1: bad card 52 at index 3"),
        (actions.highest, (high, np.zeros((2, 13, 3))), errors.CardError, "hand index 1: bad card 52"),
        (actions.boards, (hands, [0]), errors.ArrayError, r"bad actions: expected int64\[2\], got int64\[1\]"),
        (actions.boards, (hands, [0.0, 1.0]), errors.ArrayError, "bad actions"),
        (actions.boards, (hands, [0, 72_072]), errors.ArrayError, r"actions\[1\]: expected a number from 0 to 72071"),
        (actions.boards, (hands, [-1, 0]), errors.ArrayError, r"actions\[0\]: expected a number from 0 to 72071, got -1"),
        (actions.numbers, (hands, hands[::-1]), errors.ArrayError, r"boards\[0\]: expected the cards of hands\[0\]"),
        (actions.numbers, (hands, hands[:1]), errors.ArrayError, "expected one for each of 2 hands, got 1"),
        (actions.highest, (hands, np.zeros((2, 13))), errors.ArrayError, r"bad scores: expected float32\[2, 13, 3\]"),
        (actions.highest, (hands, np.full((2, 13, 3), np.nan)), errors.ArrayError, "expected finite numbers"),
        (actions.highest, (hands, np.full((2, 13, 3), 1e300)), errors.ArrayError, "in the range of float32"),
    ):
        with pytest.raises(error, match=problem):
            function(*arguments)
