"""Points of typical results."""

import dataclasses

import pytest
from house_options import OPTIONS

import cpoker_fast as cp
from cpoker_fast.app.rules.shown import typical_results


@pytest.mark.parametrize(("name", "points"), [
    ("simple", [1, 2, 3, 9, 3]), ("one-six", [1, 2, 6, 18, 6]), ("two-four", [2, 3, 4, 12, 4]),
    ("vietnamese", [1, 2, 6, 27, 6]), ("hawaiian-gardens", [1, 1, 6, 27, 6]), ("malayan", [1, 1, 3, 3]),
    ("pool", [1, 2, 6, 18, 6]), ("pineapple", [1, 2, 6, 12, 6]), ("face-up", [1, 1, 3, 9, 9]),
    ("deuce-to-seven", [1, 2, 6, 12, 6]),
])  # fmt: skip
def test_presets(name, points):
    assert list(typical_results(cp.rules(name)).values()) == points


def test_home_runs_are_named_and_royalties_naturals_and_side_payments_do_not_count():
    assert list(typical_results(cp.rules("singapore")))[3] == "winning all rows against three opponents: a home run"
    assert list(typical_results(cp.rules("simple")))[3] == "winning all rows against three opponents"
    rules = cp.Rules(
        name="ours", royalties=cp.rulebook.Royalties(front={"high card": 5}, middle={"pair": 9}, back={"two pair": 9}),
        naturals=(cp.rulebook.Natural(name="no pictures", points=50),), aces=(1, 2, 6, 8), dealer_compensation=7,
    )  # fmt: skip
    assert typical_results(rules) == typical_results(cp.rules("simple"))


def test_lowball_middles_qualify_and_open_face_games_have_fewer_opponents():
    for qualifier in "789TJQKA":
        rules = cp.Rules(lowball_middle=True, lowball_qualifier=qualifier, foul=8)
        assert list(typical_results(rules).values()) == [1, 2, 3, 9, 8]
    for players, numbers in ((2, []), (3, ["two"]), (4, ["three"])):
        results = typical_results(dataclasses.replace(cp.rules("american"), players=players))
        words = [result for result in results if "opponents" in result]
        assert words == [f"winning all rows against {number} opponents" for number in numbers]


@pytest.mark.parametrize("options", OPTIONS)
def test_house_rules(options):
    results = typical_results(cp.Rules(**options))
    assert results["winning all three rows: a scoop"] > 0
