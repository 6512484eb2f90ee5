"""The networks of the package against those before them, which former_networks.npz keeps."""

from pathlib import Path

import pytest
from random_networks import plan_with

import cpoker_fast as cp
from cpoker_fast.studies import worth
from cpoker_fast.thinking.network_archive import read_networks

FORMER = Path(__file__).with_name("former_networks.npz")
RULES = cp.rules("pineapple")


@pytest.mark.slow
def test_the_networks_are_stronger():
    matches = pytest.importorskip("networks.matches")
    ours, theirs = (plan_with("pineapple", read_networks(RULES, *path)) for path in ([], [FORMER]))
    match = matches.play_match(ours, theirs, RULES, worth(RULES).points, 40_000, seed=3)
    assert match.points > 1.96 * match.error
    assert matches.play_match(theirs, theirs, RULES, worth(RULES).points, 100, seed=3).points == 0
