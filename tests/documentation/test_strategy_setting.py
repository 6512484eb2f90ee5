"""The page of setting 13 cards: its record is that of the script, its counts fit arithmetic, and its numbers the record."""

import json
import re
from math import comb

import numpy as np
import pytest
from documentation.pages import ROOT

import cpoker_fast as cp

if not (ROOT / "benchmarks" / "strategy" / "strategy_setting.py").exists():
    pytest.skip("the benchmarks are not here", allow_module_level=True)
pytest.importorskip("click")

import setting_costs
import setting_counts
import setting_report
import strategy_setting

PAGE = (ROOT / "docs" / "strategy" / "setting.md").read_text(encoding="utf-8")
RECORD = strategy_setting.recorded()
HAND = "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"


def hand_of(text):
    return np.array(sorted(cp.CardSet(text)), np.uint8)


def test_the_record_is_that_of_the_script():
    new = json.loads(json.dumps(strategy_setting.measure(strategy_setting.SMALL)))
    assert [*strategy_setting.differences(RECORD["small"], new)] == []
    assert RECORD["sizes"] == strategy_setting.FULL._asdict()
    assert RECORD.keys() == {*new, "small"}


@pytest.mark.parametrize(("old", "new", "problem"), [
    ({"a": [1, 2.0]}, {"a": [1, 2.000001]}, None),
    ({"a": [1, 2.0]}, {"a": [1, 2.001]}, "a[1]: 2.0 in the record, now 2.001"),
    ({"a": [1]}, {"a": [1, 2]}, "a: [1] in the record, now [1, 2]"),
    ({"a": {"b": 1}}, {"a": {}}, "a.b: only in the record"),
    ({}, {"b": 1}, "b: only measured now"),
])  # fmt: skip
def test_differences_of_records(old, new, problem):
    assert [*strategy_setting.differences(old, new)] == ([problem] if problem else [])


def test_counts_fit_arithmetic():
    """Under `simple`, all hands play a board. Without five cards of a suit, the suits are 4-3-3-3, 4-4-3-2 or 4-4-4-1."""
    counts, hands = RECORD["counts"]["simple"], RECORD["sizes"]["hands"]
    assert counts["boards"] == hands
    assert all(sum(number for number, _ in row.values()) == hands for row in counts["rows"].values())
    no_flush = sum(
        ways * np.prod([comb(13, number) for number in suits], dtype=float)
        for ways, suits in ((4, (4, 3, 3, 3)), (12, (4, 4, 3, 2)), (4, (4, 4, 4, 1)))
    ) / comb(52, 13)
    two_pairs = comb(13, 2) * comb(4, 2) ** 2 * comb(11, 9) * 4**9 / comb(52, 13)
    for number, share in (
        (counts["rows of hands with"]["a flush"]["hands"], 1 - no_flush),
        (counts["pairs"]["2"]["hands"], two_pairs),
    ):
        assert number / hands == pytest.approx(share, abs=5 * (share * (1 - share) / hands) ** 0.5)
    for of in (*counts["pairs"].values(), *counts["pairs alone"].values()):
        assert all(sum(places) == of["hands"] for places in of["places"])


@pytest.mark.parametrize(("board", "habits"), [
    ("As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c",
     {"never split a pair", "never split three of a kind", "never a pair in front", "an ace always to the front",
      "always a straight or better in the back", "always use a full house"}),
    ("7s 7h 5h / 9c 8c 7d 6h 5c / As Kh Qs Jd Td", {"always a pair in front", "always a straight or better in the back"}),
])  # fmt: skip
def test_legal_boards_and_habits(board, habits):
    """The hand has no four of a kind, which all boards therefore keep, and no flush."""
    legal = setting_costs.legal_boards(hand_of(HAND))
    assert len(legal.boards) == cp.count_arrangements(HAND)
    assert not cp.settling.fouls_many(legal.boards, "pagat").any()
    rows = [sorted(cp.CardSet(row)) for row in board.split("/")]
    (index,) = np.flatnonzero((legal.boards == sum(rows, [])).all(axis=1))
    has_habits = {name for name, has_habit in setting_costs.HABITS.items() if has_habit(legal)[index]}
    assert has_habits == habits | {"never split four of a kind"}


@pytest.mark.parametrize(("hand", "straight", "flush"), [
    (HAND, True, False),
    ("Ac Ad 2c 2d 3h 3s 4c 4d 5h 9s 9h Kd Ks", True, False),  # A-2-3-4-5
    ("Ac Ad Ks Kh Qh Qs Jc Jd 9h 9s 2c 2d 2h", False, False),
    ("Ac Kc Qc Jc 9c 8d 7d 6d 4d 3h 2h 2s 9s", False, True),
])  # fmt: skip
def test_straights_and_flushes_of_hands(hand, straight, flush):
    cards = hand_of(hand)[None]
    assert setting_counts.has_straight(setting_counts.held_ranks(cards))[0] == straight
    assert setting_counts.has_flush(cards)[0] == flush


@pytest.mark.parametrize(("hand", "kind"), [
    ("Ac Kd Qh Js 9c 9d 8h 8s 6c 6d 5h 3s 2c", "low pairs, no straight or flush"),
    ("Ac Ad Qh Js 9c 9d 8h 8s 6c 5d 4h 3s 2c", "a high pair, a straight or a flush"),
    ("Ac Ad Kh Ks Qh Qd Jc Jd 9h 7s 5c 3d 2s", "four pairs"),
    (HAND, "three or four of a kind"),
])  # fmt: skip
def test_kinds_of_hands_that_surrender(hand, kind):
    kinds = setting_counts.surrender_kinds(hand_of(hand)[None])
    assert [name for name, (is_of_kind,) in kinds.items() if is_of_kind] == [kind]


def test_counts_of_surrenders_fit_arithmetic():
    """Each hand is of one kind. Without home runs, three opponents triple all points, and so change no decision."""
    for preset, measured in RECORD["surrenders"].items():
        one, three = (measured["opponents"][opponents] for opponents in "13")
        for of in (one, three):
            assert np.sum([*of["kinds"].values()], axis=0).tolist() == [of["surrendered"], of["hands"]]
            assert 0 < of["gain by limit"][0] < of["gain"][0]
        if not cp.rules(preset).has_home_run:
            assert one["kinds"] == three["kinds"]
            assert three["gain"][0] == pytest.approx(3 * one["gain"][0], abs=3e-5)


def test_places_of_ranks():
    board = np.array(cp.Board.parse("As Kh 6h / Qs Jd Td 7c 8c / 7s 7h 7d 5h 5c").cards(), np.uint8)[None]
    places = setting_counts.places_of_ranks(np.concatenate([np.sort(row) for row in np.split(board[0], (3, 8))])[None])[0]
    named = {rank: setting_counts.PLACES[place] for rank, place in zip(setting_counts.RANKS, places, strict=True)}
    assert (named["A"], named["T"], named["5"], named["7"]) == ("front", "middle", "back", "split")


def test_examples_are_boards_of_one_hand_and_the_first_loses_hardly_anything():
    examples = [change["example"] for change in RECORD["changes"].values()]
    for by_rules in (RECORD["recipes"], RECORD["habits"]):
        examples += [rule["example"] for of_rules in by_rules.values() for rule in of_rules.values()]
    for example in examples:
        best, other = (cp.Board.parse(example[key]) for key in ("best", "other"))
        assert best.hand == other.hand
        assert not best.is_foul
        assert not other.is_foul
        (of_best, _), (of_other, _) = example["losses"]
        assert 0 <= of_best < 0.1
        assert of_other >= 0


def test_the_numbers_of_the_page_come_from_the_record():
    """Sentences have names of numbers, and no measured number of their own."""
    named = set(re.findall(r"\{glue:text\}`([^`]+)`", PAGE))
    numbers = setting_report.numbers(RECORD, "pagat")
    assert named <= numbers.keys()
    assert len(named) > 25
    prose = re.sub(r"(?s)```.*?```|\{glue:text\}`[^`]+`|---.*?---", "", PAGE)
    assert re.findall(r"\d[\d.,]*\s*(?:%|points|hands)", prose) == ["95 %", "50 %", "0.25 points"]
