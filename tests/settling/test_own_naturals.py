"""Your own naturals: names and conditions in rules, files, settlements, bots and readouts."""

import dataclasses
import json
import pickle

import numpy as np
import pytest
import reference
from house_options import OWN_NATURALS

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.rulebook import Natural, Rules

FILE = """
base = "pagat"
name = "ours"
natural_ties = "compare"
naturals = [
    {name = "six pairs", points = 3},
    {name = "two trips and three pairs", counts = [[3, 3, 2, 2, 2, 1]], points = 7, compared_by = "ranks"},
    {name = "red flushes", rows = "flushes", red = [13], points = 9},
    {name = "dragon", points = 13},
]
"""
TRIPS = "2s 2h Ad / 5c 5s 8d 8c 9d / 5h Ts Th Td 2d"  # 2-2-2, 5-5-5, 10-10-10 and 8-8: three trips
TWO_TRIPS = "8d 8c Ad / 2s 2h 2d Ts Th / 5c 5s 5h Qd Qc"
OTHER_TRIPS = "4d 4c Ah / 3s 3h 3d Kd Kh / 7c 7s 7h Jd Jc"
RED = "Ah 9h 3h / Kd Jd 9d 5d 3d / Qh Jh 8h 6h 5h"
PLAIN = "Ah Kd 2c / 9s 9h 4c 4d 3s / Jh Jd Jc 6d 6s"


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    path = tmp_path_factory.mktemp("rules") / "ours.toml"
    path.write_text(FILE)
    return Rules.from_toml(path)


def test_own_naturals_are_paid(ours):
    """Two trips and three pairs pay 7, more than six pairs and less than a dragon."""
    settled = cp.settle([TWO_TRIPS, PLAIN], ours)
    assert settled.points == (7, -7)
    assert [seat.natural for seat in settled.seats] == ["two trips and three pairs", None]
    assert "Player 1 has a natural: two trips and three pairs" in settled.explain()
    assert settled.to_dict()["seats"][0]["naturals"] == ["two trips and three pairs"]
    assert cp.settle([TRIPS, PLAIN], ours, declare=True).seats[0].natural is None
    dragon = "4d 3h 2c / 9c 8h 7h 6h 5d / Ac Kc Qs Js Tc"
    assert cp.settle([dragon, TWO_TRIPS], ours).points == (13, -13)
    assert cp.settle([TWO_TRIPS, PLAIN], ours, declare=["two trips and three pairs", False]).points == (7, -7)
    assert cp.settle_many([[TWO_TRIPS, PLAIN]] * 20, ours).tolist() == [[7, -7]] * 20
    with pytest.raises(errors.RulesError, match=r"declare\[1\]: the board may not declare 'red flushes' under these rules"):
        cp.settle([TWO_TRIPS, PLAIN], ours, declare=[True, "red flushes"])


def test_own_naturals_are_compared(ours):
    """The sevens of OTHER_TRIPS are higher trips than the fives of TWO_TRIPS."""
    assert cp.settle([OTHER_TRIPS, TWO_TRIPS], ours).points == (7, -7)
    push = dataclasses.replace(ours, natural_ties="push")
    assert cp.settle([OTHER_TRIPS, TWO_TRIPS], push).points == (0, 0)
    # All 13 cards are red, and each row is of one suit. The other board has black flushes, which are no natural.
    black = "As 9s 3s / Kc Jc 9c 5c 3c / Qs Js 8s 6s 5s"
    assert cp.naturals(cp.Board.parse(RED).hand, ours.naturals) == ("red flushes",)
    assert cp.settle([RED, black], ours).points == (9, -9)


@pytest.mark.parametrize(("compared_by", "points"), [("ranks", 7), ("pairs", -7), (None, 0)])
def test_what_decides_between_two_naturals(compared_by, points):
    """Trips of nines are higher than trips of eights and sevens, but kings are the highest pair, and quads are more."""
    counts = [[3, 3, 2, 2, 2, 1], [4, 3, 2, 2, 2]]
    natural = Natural(name="trips", counts=counts, points=7, compared_by=compared_by)
    rules = dataclasses.replace(cp.rules("pagat"), name="ours", naturals=[natural], natural_ties="compare")
    nines, eights = "3s 3h 6s / 2s 2h 2d 4s 4h / 9s 9h 9d 5s 5h", "Ks Kh Ac / 7s 7h 7d Js Jh / 8s 8h 8d Qs Qh"
    assert cp.settle([nines, eights], rules).points == (points, -points)
    assert cp.settle_many([[nines, eights]] * 20, rules).tolist() == [[points, -points]] * 20
    quads = "6c 6d 2c / Td Tc 3d 3c 2d / 2s 2h 4c 4d 4s"
    assert cp.settle([quads, eights], rules, declare=True).points[0] == {"ranks": 7, "pairs": -7, None: 0}[compared_by]


def test_own_naturals_are_arranged_and_declared(ours):
    hand = cp.Board.parse(TWO_TRIPS).hand
    field = cp.fields.Field.equilibrium(ours, size=64, rounds=1)
    placement = cp.arrange(hand, ours, field)
    assert placement.declare == "two trips and three pairs"
    assert cp.arranging.best_response(hand, ours, [PLAIN]).declare == "two trips and three pairs"
    deal = cp.Deal(ours, 2, stacks=[cp.Board.parse(PLAIN).cards(), hand])
    deal.place(placement).place(cp.Placement(*cp.Board.parse(PLAIN).rows))
    assert deal.settlement().points == (-7, 7)
    record = cp.notation.Record.of_deal(deal)
    assert record.declared == (None, "two trips and three pairs")
    read = cp.notation.parse_deal(cp.notation.format_deal(record))
    assert read.declared == record.declared
    analysis = cp.analyze(hand, ours, opponents=1, field=field, seed=1)
    assert analysis.best.natural == "two trips and three pairs"


def test_own_naturals_in_simulations(ours):
    """Frequencies have the names of the rules."""
    result = cp.simulate(ours, ["royalties", "balanced"], deals=4000, seed=1)
    names = {name for player in result.to_dict()["players"] for name in player["naturals"]}
    assert "two trips and three pairs" in names
    assert names <= {str(natural.name) for natural in ours.naturals}


def test_files_and_values_with_own_naturals(ours, tmp_path):
    assert Rules.from_dict(json.loads(json.dumps(ours.to_dict()))) == ours == pickle.loads(pickle.dumps(ours))
    ours.to_toml(tmp_path / "copy.toml", explained=True)
    assert Rules.from_toml(tmp_path / "copy.toml") == ours
    text = (tmp_path / "copy.toml").read_text()
    assert "# 3, 3, 2, 2, 2 and 1 cards of a rank." in text


@pytest.mark.parametrize(("naturals", "message"), [
    ([{"name": "ours", "points": 3}], r"naturals\[0\].name: expected one of 'six pairs', .*, or conditions, such as counts"),
    ([{"name": "Ours", "red": [13]}], r"naturals\[0\].name: expected the name of a natural in lower case, got 'Ours'"),
    ([{"name": "dragon", "red": [13]}], r"naturals\[0\].red: 'dragon' has conditions of its own: expected another name"),
    ([{"name": "ours", "counts": [[3, 3]]}], r"naturals\[0\].counts\[0\]: expected numbers that add up to 13"),
    ([{"name": "ours", "red": [13], "points": 0}], r"naturals\[0\]: 'ours' requires at least 1 point"),
    ([{"name": "ours", "red": [13], "points": 3}] * 2, r"naturals\[1\]: 'ours' is listed twice"),
    ([{"name": f"n{k}", "red": [k % 14], "points": 3} for k in range(33)], "naturals: expected at most 32 items, got 33"),
    ([{"name": "a / b", "red": [13]}], r"naturals\[0\].name: expected the name of a natural, at most 40 letters"),
    ([{"name": "ours", "required": "Ax", "points": 3}], r"naturals\[0\].required: bad card 'Ax'"),
    ([{"name": "ours", "pattern": "dragon"}], r"naturals\[0\].pattern: unknown key"),
])  # fmt: skip
def test_own_naturals_that_are_refused(naturals, message):
    with pytest.raises(errors.RulesError, match=f"^{message}"):
        Rules.from_dict({"base": "pagat", "naturals": naturals})


def test_own_naturals_against_the_reference():
    """Boards of hands that make many of the naturals: all are settled as the reference does."""
    naturals = [dataclasses.replace(natural, points=2 + k) for k, natural in enumerate(OWN_NATURALS)]
    rng = np.random.default_rng(5)
    decks = [range(52), range(0, 52, 2), [c for c in range(52) if c % 4 in (0, 3)], range(32), [*range(28), 48, 49, 50, 51]]
    for options in ({}, {"natural_ties": "compare"}, {"naturals_by_rows": True}, {"natural_mode": "difference"}):
        rules = Rules(naturals=naturals, **options)
        seen = set()
        for deck in decks:
            for _ in range(25):
                cards = rng.permutation(list(deck))[:26].tolist()
                boards = [[hand[:3], hand[3:8], hand[8:]] for hand in (cards[:13], cards[13:])]
                settled = cp.settle(boards, rules)
                seen |= {name for seat in settled.seats for name in seat.naturals}
                assert list(settled.points) == reference.settle(boards, rules)
        assert len(seen) > 3


def test_more_names_than_a_byte_holds():
    """Names are numbered by the rules that have them, not by the process."""
    for k in range(300):
        rules = Rules(naturals=[Natural(name=f"all red {k}", red=[13], points=3)])
        assert cp.settle([RED, "As Ks 2c / 9s 9c 4c 4s 3s / Jc Js 7c 6s 6c"], rules).points == (3, -3)
