"""The order of hands agrees with independent evaluators, where they are installed (extra `bench`)."""

import dataclasses

import pytest

from cpoker_fast.app.bench.evaluators import RIVALS, Missing, load, package_evaluators
from cpoker_fast.app.bench.measuring import disagreements, random_hands

PAIRS = {"eval7": 50_000, "phevaluator": 50_000, "pkrbot": 50_000, "treys": 10_000, "pyo3_poker_eval": 10_000,
         "pokerkit": 1_000}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", RIVALS)
def test_the_order_of_random_pairs_agrees(name):
    evaluators = load(name)
    if isinstance(evaluators, Missing):
        pytest.skip(evaluators.reason)
    hands = random_hands(PAIRS[name] + 1, seed=5)
    for evaluator in evaluators:
        assert disagreements(evaluator, hands) == (0, PAIRS[name])


def test_our_evaluators_agree_and_disagreements_are_seen():
    hands = random_hands(5_001, seed=6)
    for evaluator in package_evaluators():
        assert disagreements(evaluator, hands) == (0, 5_000)
    (evaluator, *_) = package_evaluators()
    hands = random_hands(101, seed=3)

    def upside_down(hands):
        run = evaluator.prepare(hands)
        return lambda: [-value for value in run()]

    wrong, pairs = disagreements(dataclasses.replace(evaluator, prepare=upside_down), hands)
    assert pairs == 100
    assert wrong > 90


def test_random_hands():
    hands = random_hands(5_000, seed=1)
    assert hands == random_hands(5_000, seed=1)
    assert hands != random_hands(5_000, seed=2)
    assert len(hands) == 5_000
    assert all(len(set(hand)) == 5 for hand in hands)
    assert {card for hand in hands for card in hand} == set(range(52))
