import dataclasses
import pickle

import pytest

import cpoker_fast as cp
from cpoker_fast import rulebook


def test_presets_are_named():
    assert cp.presets() == ("simple", "one-six", "pagat")
    for name in cp.presets():
        assert cp.rules(name).name == name
        assert cp.rules(name).note


def test_numbers_of_the_presets():
    """RULES.md section 4, by hand."""
    simple, one_six, pagat = map(cp.rules, cp.presets())
    assert (simple.row_points, simple.scoop_bonus, simple.foul, simple.surrender) == (1, 0, 3, 1)
    assert not simple.naturals
    assert (one_six.row_points, one_six.scoop_bonus, one_six.foul, one_six.surrender) == (1, 3, 6, None)
    assert {n.pattern for n in one_six.naturals} == {"dragon", "three flushes", "three straights", "no pictures"}
    assert one_six.natural_mode == "automatic scoop"
    assert (pagat.row_points, pagat.scoop_bonus, pagat.foul, pagat.surrender) == (1, 0, 3, 1)
    assert pagat.royalties.on == "win"
    assert dict(pagat.royalties.front) == {"three of a kind": 2}
    assert dict(pagat.royalties.middle) == {"full house": 1, "four of a kind": 3, "straight flush": 4}
    assert dict(pagat.royalties.back) == {"four of a kind": 3, "straight flush": 4}
    assert [(n.pattern, n.points) for n in pagat.naturals] == [
        ("six pairs", 3), ("three straights", 3), ("three flushes", 3), ("dragon", 13),
    ]  # fmt: skip
    assert pagat.natural_mode == "winner takes full"
    assert pagat.natural_ties == "compare"


def test_rules_are_values():
    house = dataclasses.replace(cp.rules("pagat"), name="ours", foul=4)
    assert house != cp.rules("pagat")
    assert dataclasses.replace(house, foul=3) == cp.rules("pagat")
    assert hash(dataclasses.replace(house, foul=3)) == hash(cp.rules("pagat"))
    assert pickle.loads(pickle.dumps(house)) == house
    with pytest.raises(dataclasses.FrozenInstanceError):
        house.foul = 5
    assert cp.settle(["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s",
                      "Ac Ad 2h / Ks Kh 3d 4h 6s / Qs 9d 8c 7c 6d"], house).points == (4, -4)  # fmt: skip


def test_royalties_by_rank():
    board = cp.Board("Qs Qh 2c", "Ks Kh Kd 8s 8c", "As Kc Qd Jh Ts")
    royalties = rulebook.Royalties(
        front={"pair Q": 7, "pair": 1}, middle={"full house K": 3}, back={"straight": 2, "straight A": 9}
    )
    assert cp.read_seat(board, cp.Rules(royalties=royalties)).royalties == (7, 3, 9)
    queen_high = cp.Board("2s 2h 2c", "Ks Kh Kd 8s 8c", "Qd Jd Td 9d 8d")
    paid = rulebook.Royalties(
        back={"straight flush": 4, "straight flush Q": 5, "royal flush": 9}, front={"three of a kind": 1}
    )
    assert cp.read_seat(queen_high, cp.Rules(royalties=paid)).royalties == (1, 0, 5)
    top = cp.Board("2s 2h 2c", "Ks Kh Kc 8s 8c", "Ad Kd Qd Jd Td")
    assert cp.read_seat(top, cp.Rules(royalties=paid)).royalties[2] == 9
    plain = rulebook.Royalties(back={"straight flush": 4})
    assert cp.read_seat(top, cp.Rules(royalties=plain)).royalties[2] == 4


def test_the_order_of_royalties_does_not_matter():
    first = rulebook.Royalties(back={"straight flush": 4, "pair 6": 1, "pair": 2, "pair 7": 3})
    second = rulebook.Royalties(back={"pair 7": 3, "pair": 2, "pair 6": 1, "straight flush": 4})
    assert first == second
    assert hash(cp.Rules(royalties=first)) == hash(cp.Rules(royalties=second))
    assert [kind for kind, _ in first.back] == ["pair", "pair 6", "pair 7", "straight flush"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"foul": -1}, "foul: expected 0 to 1000, got -1"),
        ({"foul": 1.5}, "foul: expected an int, got 1.5"),
        ({"foul": True}, "foul: expected an int, got True"),
        ({"row_points": None}, "row_points: expected an int, got None"),
        ({"scoop_times": 0}, "scoop_times: expected 1 to 100, got 0"),
        ({"home_run_players": 5}, "home_run_players: expected 2 to 4, got 5"),
        ({"match_points": 0}, "match_points: expected 1 to 1000, got 0"),
        ({"wheel": "third"}, "wheel: expected one of 'lowest', 'second', got 'third'"),
        ({"pairings": None}, "pairings: expected one of 'all against all', 'banker', got None"),
        ({"lowball_middle": 1}, "lowball_middle: expected True or False, got 1"),
        ({"row_ties": "house"}, "row_ties: 'house' needs pairings 'banker'"),
        ({"royalties": {}}, "royalties: expected Royalties, got {}"),
        ({"naturals": 5}, "naturals: expected a tuple of Natural, got 5"),
        ({"naturals": ("dragon",)}, r"naturals\[0\]: expected Natural, got 'dragon'"),
        ({"naturals": (rulebook.Natural(pattern="dragon"),)}, r"naturals\[0\]: 'dragon' has no value"),
        ({"naturals": (rulebook.Natural(pattern="dragon", points=1),) * 2}, r"naturals\[1\]: 'dragon' stands twice"),
    ],
)  # fmt: skip
def test_rules_that_do_not_fit(options, message):
    with pytest.raises(cp.RulesError, match=message):
        cp.Rules(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"front": {"flush": 1}}, "royalties.front: a front of three cards cannot hold 'flush'"),
        (
            {"back": {"five of a kind": 1}},
            "royalties.back: unknown kind of row 'five of a kind': expected one of high card",
        ),
        ({"back": {5: 1}}, "unknown kind of row 5"),
        ({"back": {"pair 1": 1}}, "unknown kind of row 'pair 1'"),
        ({"back": {"flush": -1}}, "royalties.back.flush: expected 0 to 10000, got -1"),
        ({"back": {"flush": "1"}}, "royalties.back.flush: expected an int, got '1'"),
        ({"middle": 5}, "royalties.middle: expected a mapping"),
        ({"on": "tie"}, "royalties.on: expected one of 'win', 'always', got 'tie'"),
    ],
)
def test_royalties_that_do_not_fit(options, message):
    with pytest.raises(cp.RulesError, match=message):
        rulebook.Royalties(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pattern": "royal family"}, "natural.pattern: expected one of 'six pairs'"),
        ({"pattern": "dragon", "points": -1}, "natural dragon.points: expected 0 to 10000"),
        ({"pattern": "dragon", "level": 1001}, "natural dragon.level: expected 0 to 1000"),
    ],
)
def test_naturals_that_do_not_fit(options, message):
    with pytest.raises(cp.RulesError, match=message):
        rulebook.Natural(**options)


def test_compiled_rules_are_not_pickled():
    with pytest.raises(TypeError, match="pickle the Rules"):
        pickle.dumps(rulebook.compiled(cp.rules("pagat")))
