"""Answers of practice."""

import json

import pytest
from hypothesis import given, strategies as st

import cpoker_fast as cp
from cpoker_fast.app.play import Drill
from cpoker_fast.app.web.answering import answer
from cpoker_fast.app.web.practice import practice_check, practice_hand, practice_rows, practice_start, practice_verdict

DRAGON = ["As", "Kd", "Qh", "Jc", "Ts", "9d", "8h", "7c", "6s", "5d", "4h", "3c", "2s"]
FOUL = [["As", "Ah", "7c"], ["Kd", "Qd", "9h", "5s", "3d"], ["Jd", "Jc", "8c", "4h", "2s"]]  # aces in front
FOUL_HAND = [card for row in FOUL for card in row]
NEW = practice_start({"rules": "pagat", "opponents": 3})
GOOD = {
    "practice_start": {"rules": "pagat", "opponents": 3},
    "practice_hand": {"drill": NEW["drill"]},
    "practice_rows": {"rules": "pagat", "rows": FOUL},
    "practice_verdict": {"drill": NEW["drill"], "hand": FOUL_HAND, "end": "set", "rows": FOUL, "seconds": 1},
    "practice_check": {"rules": "pagat", "opponents": 3, "hand": FOUL_HAND, "rows": FOUL, "deals": 10},
}


def rows_of(board):
    return [str(row).split() for row in board.rows]


def verdict_on(drill, **ending):
    return practice_verdict({"drill": drill, "hand": None, "end": "set", "rows": None, "seconds": 0, **ending})


def test_a_session():
    start = practice_start({"rules": "one-six", "opponents": 2})
    assert start["session"] == {"hands": 0, "loss": 0, "margin": None, "seconds": 0}
    assert practice_hand({"drill": start["drill"]}) == start  # the same hand until it is judged
    hand = " ".join(start["hand"])
    best = cp.arrange(hand, "one-six", opponents=2)
    verdict = verdict_on(start["drill"], rows=rows_of(best.board), seconds=12)
    assert (verdict["points"], verdict["best_points"], verdict["loss"]) == (best.points, best.points, 0)
    assert verdict["same"]
    assert verdict["differs"] == [False] * 3
    assert verdict["own"]["rows"] == verdict["best"]["rows"]
    assert verdict["session"] == {"hands": 1, "loss": 0, "margin": None, "seconds": 12}
    following = practice_hand({"drill": verdict["drill"]})
    assert following["hand"] != start["hand"]
    assert following["session"] == verdict["session"]


def test_a_session_has_a_margin():
    """The losses 1, 2 and 6 have the standard deviation sqrt(7), and 1.96 sqrt(7 / 3) is 2.994."""
    plain = Drill("pagat").to_dict()
    board = "Kd Qd 7c / As Ah 9h 5s 3d / Jc Jd 8c 4h 4s"
    plain["verdicts"] = [
        {"points": -loss, "best": board, "declare": False, "best_points": 0, "cost": loss} for loss in (1, 2, 6)
    ]
    session = practice_hand({"drill": json.dumps({**plain, "seconds": 30})})["session"]
    assert session == {"hands": 3, "loss": 3, "margin": pytest.approx(2.994, abs=0.001), "seconds": 10}


def test_a_hand_again_does_not_count():
    verdict = verdict_on(NEW["drill"], hand=FOUL_HAND, rows=FOUL, seconds=5)
    assert (verdict["drill"], verdict["session"]) == (NEW["drill"], NEW["session"])
    assert verdict["own"]["rows"] == FOUL
    assert verdict["own"]["foul"]


def test_a_foul_and_what_differs():
    """A foul loses each row to each of three opponents, 9 points, and royalties; the best board is legal."""
    verdict = verdict_on(NEW["drill"], hand=FOUL_HAND, rows=FOUL)
    assert verdict["points"] <= -9 + 0.5  # opponents foul, or declare a natural, hardly ever
    assert verdict["loss"] == pytest.approx(verdict["best_points"] - verdict["points"])
    assert not verdict["same"]
    assert not verdict["best"]["foul"]
    assert verdict["differs"] == [own != best for own, best in zip(FOUL, verdict["best"]["rows"], strict=True)]


def test_a_natural():
    """A dragon of `pagat` is paid 13 by each opponent, unless they declare a dragon, too. Any rows show it."""
    rows = [DRAGON[:3], DRAGON[3:8], DRAGON[8:]]  # a foul, if it were compared
    verdict = verdict_on(NEW["drill"], hand=DRAGON, rows=rows)
    assert verdict["points"] == pytest.approx(39, abs=1.5)
    assert verdict["same"]
    assert verdict["own"]["natural"] == verdict["best"]["natural"] == "dragon"
    check = practice_check({"rules": "pagat", "opponents": 3, "hand": DRAGON, "rows": rows, "deals": 50})
    assert check == {"deals": 50, "loss": 0, "margin": 0}


def test_time_is_up():
    hand = practice_hand({"drill": NEW["drill"]})["hand"]
    verdict = verdict_on(NEW["drill"], end="time", seconds=15)
    assert sorted(card for row in verdict["own"]["rows"] for card in row) == sorted(hand)
    assert not verdict["own"]["foul"]
    assert verdict["session"]["seconds"] == 15


def test_a_surrender():
    """A surrender of `two-four` costs 2 points, unless the opponent surrenders, too; good cards win more."""
    hand = ["As", "Ah", "Ad", "Kd", "Kh", "Ks", "Qd", "Qh", "Qs", "Jd", "Jh", "Td", "Th"]
    drill = practice_start({"rules": "two-four", "opponents": 1})["drill"]
    verdict = verdict_on(drill, hand=hand, end="surrender")
    assert -2 <= verdict["points"] < -1.8
    assert verdict["own"] == {"rows": [[], [], []], "words": [""] * 3, "foul": "", "natural": "", "surrenders": True}
    check = practice_check({"rules": "two-four", "opponents": 1, "hand": hand, "rows": None, "deals": 1000})
    assert check["loss"] == pytest.approx(verdict["loss"], abs=check["margin"] + 0.3)
    answered = json.loads(answer(json.dumps({"what": "practice_verdict", **GOOD["practice_verdict"], "end": "surrender"})))
    assert "do not allow" in answered["error"]


def test_checks_sharpen():
    rows = practice_verdict({**GOOD["practice_verdict"], "end": "time"})["own"]["rows"]
    worse = [rows[0], rows[2], rows[1]]  # back and middle exchanged
    margins = [
        practice_check({"rules": "pagat", "opponents": 3, "hand": FOUL_HAND, "rows": worse, "deals": deals})["margin"]
        for deals in (100, 1600)
    ]
    assert margins[1] == pytest.approx(margins[0] / 4, rel=0.4)  # 16 times as many deals


def test_rows_in_words():
    assert practice_rows({"rules": "pagat", "rows": FOUL})["foul"]
    words = practice_rows({"rules": "pagat", "rows": [["As", "Ah"], [], ["Kd", "Kc", "2s", "2h", "2d"]]})["words"]
    assert words == ["", "", "full house, twos over kings"]


@pytest.mark.parametrize(("what", "key", "value", "words"), [
    ("practice_start", "rules", "pineapple", "practice requires a game of 13 cards"),
    ("practice_start", "rules", "none", "none"),
    ("practice_start", "opponents", 4, "opponents: expected an int from 1 to 3"),
    ("practice_hand", "drill", {}, "expected text"),
    ("practice_hand", "drill", "{", "not JSON"),
    ("practice_hand", "drill", "{}", "rules: missing"),
    ("practice_rows", "rows", [[], []], "rows: expected a list of 3 items"),
    ("practice_rows", "rows", [["xx"], [], []], "xx"),
    ("practice_verdict", "hand", ["As"], "hand: expected 13 cards, got 1"),
    ("practice_verdict", "hand", [0] * 13, "hand: expected a list of cards"),
    ("practice_verdict", "end", "bust", "end: expected one of set, surrender, time"),
    ("practice_verdict", "rows", [["2c"], [], []], "2c"),
    ("practice_verdict", "rows", [FOUL[0], FOUL[1], FOUL[2][:4]], "expected 13 of 13 cards to be placed, got 12"),
    ("practice_verdict", "seconds", -1, "seconds: expected a number"),
    ("practice_check", "opponents", 0, "opponents: expected an int from 1 to 3"),
    ("practice_check", "hand", ["As", "As"], "As"),
    ("practice_check", "deals", 20_001, "deals: expected an int from 2 to 20000"),
    ("practice_check", "rows", None, "surrender"),
])  # fmt: skip
def test_bad_questions(what, key, value, words):
    assert words in json.loads(answer(json.dumps({"what": what, **GOOD[what], key: value})))["error"]


PLAIN = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["As", "/", "\ud800"]),
    lambda values: st.lists(values, max_size=4) | st.dictionaries(st.text(max_size=2), values, max_size=2),
    max_leaves=8,
)


@given(st.sampled_from([(what, key) for what, question in GOOD.items() for key in question]), PLAIN)
def test_questions_with_any_value_are_answered(place, value):
    what, key = place
    assert isinstance(json.loads(answer(json.dumps({"what": what, **GOOD[what], key: value}))), dict)
