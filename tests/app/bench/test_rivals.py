"""The order of hands agrees with independent evaluators, where they are installed (extra `bench`)."""

import dataclasses
from itertools import pairwise

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.app.bench.evaluators import RIVALS, SIZES, Evaluator, Missing, load_rival, package_evaluators
from cpoker_fast.app.bench.measuring import disagreements, measure, random_hands, values_of
from cpoker_fast.errors import CpokerError

PAIRS = {"eval7": 50_000, "phevaluator": 50_000, "pkrbot": 50_000, "treys": 10_000, "pyo3_poker_eval": 10_000,
         "pokerkit": 1_000}  # fmt: skip


SIZES_OF_RIVALS = [(name, size) for name, rival in RIVALS.items() for size in rival.sizes]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "cards"), SIZES_OF_RIVALS)
def test_the_order_of_random_pairs_agrees(name, cards):
    """Hands of six and seven cards are worth their best five."""
    evaluator = load_rival(name, cards)
    if isinstance(evaluator, Missing):
        pytest.skip(evaluator.reason)
    hands = random_hands(PAIRS[name] + 1, seed=5, cards=cards)
    assert disagreements(evaluator, hands) == (0, PAIRS[name])


@pytest.mark.parametrize(("name", "cards", "sizes"), [
    ("treys", 3, "5, 6 or 7"), ("pkrbot", 3, "5, 6 or 7"), ("pyo3_poker_eval", 6, "5 or 7"), ("eval7", 4, "3, 5, 6 or 7"),
])  # fmt: skip
def test_packages_without_an_evaluator_for_a_size_say_so(name, cards, sizes):
    assert load_rival(name, cards) == Missing(name=name, reason=f"it ranks hands of {sizes} cards")


@pytest.mark.parametrize("cards", SIZES)
def test_our_evaluators_agree_and_disagreements_are_seen(cards):
    hands = random_hands(5_001, 6, cards)
    for evaluator in package_evaluators(cards):
        assert disagreements(evaluator, hands) == (0, 5_000)
    (evaluator, *_) = package_evaluators(cards)
    hands = random_hands(101, 3, cards)

    def upside_down(hands):
        run = evaluator.prepare(hands)
        return lambda: [-value for value in run()]

    wrong, pairs = disagreements(dataclasses.replace(evaluator, prepare=upside_down), hands)
    ties = sum(cp.strength(hand) == cp.strength(other) for hand, other in pairwise(hands))
    assert (wrong, pairs) == (100 - ties, 100)


def returning(values, *, is_batch=True):
    return Evaluator(name="returning", prepare=lambda hands: lambda: values(hands), is_batch=is_batch)


@pytest.mark.parametrize(("values", "message"), [
    (lambda hands: [1] * (len(hands) - 1), r"it returned values of shape \(10,\), expected \(11,\)"),
    (lambda hands: [[1]] * len(hands), r"it returned values of shape \(11, 1\), expected \(11,\)"),
    (lambda hands: 5, r"it returned values of shape \(\), expected \(11,\)"),
    (lambda hands: None, r"it returned values of shape \(\), expected"),
    (lambda hands: [[1], [1, 2]], "it returned no array: "),
    (lambda hands: ["a"] * len(hands), "it returned values of dtype <U1, expected whole numbers of 64 bits, or floats"),
    (lambda hands: [None] * len(hands), "it returned values of dtype object, expected"),
    (lambda hands: [2**70] * len(hands), "it returned values of dtype object"),
    (lambda hands: [True] * len(hands), "it returned values of dtype bool, expected"),
    (lambda hands: [1j] * len(hands), "it returned values of dtype complex128"),
    (lambda hands: [0.5, float("nan")] + [1] * 9, "it returned NaN, first for hand 2"),
    (lambda hands: hands[99], "it raised IndexError: list index out of range"),
])  # fmt: skip
def test_values_that_are_no_numbers_are_refused(values, message):
    hands = random_hands(11, seed=1)
    with pytest.raises(CpokerError, match=f"^{message}"):
        values_of(returning(values), hands)
    with pytest.raises(CpokerError, match=f"^evaluator returning: {message}"):
        list(measure([returning(values)], hands, single=10, repeat=1))


def test_values_of_each_numeric_dtype_are_compared_exactly():
    hands = random_hands(1_001, seed=2)
    strengths = cp.strengths(np.array(hands, np.uint8))
    for values in (strengths, strengths / 1e6, strengths.astype(np.uint64) + 2**63, strengths + np.int64(-(2**63))):
        assert disagreements(returning(lambda _, values=values: values), hands) == (0, 1_000)


def test_an_exception_names_the_first_hand():
    hands = random_hands(50, seed=1)
    culprit = hands[17]

    def prepare(some):
        def run():
            if culprit in some:
                raise KeyError("culprit")
            return [1] * len(some)

        return run

    text = " ".join(map(cp.format_card, culprit))
    with pytest.raises(CpokerError, match=rf"^it raised KeyError: 'culprit' \(for {text}\)$"):
        values_of(Evaluator(name="", prepare=prepare), hands)


@pytest.mark.parametrize("cards", [3, 5, 7])
def test_random_hands(cards):
    hands = random_hands(5_000, 1, cards)
    assert hands == random_hands(5_000, 1, cards)
    assert hands != random_hands(5_000, 2, cards)
    assert len(hands) == 5_000
    assert all(len(set(hand)) == cards for hand in hands)
    assert {card for hand in hands for card in hand} == set(range(52))
