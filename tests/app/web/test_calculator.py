"""Questions of the calculator."""

import json

import pytest

from cpoker_fast import studies
from cpoker_fast.app.web.answering import answer

HAND = "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"
FANTASYLAND = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
DRAGON = "As Kh Qd Jc Ts 9h 8d 7c 6s 5h 4d 3c 2s"
BEST = "As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c"


def rows_of(text):
    return [row.split() for row in text.split(" / ")]


def ask(what, hand=HAND, rules="pagat", opponents=3, deals=200, **others):
    question = {"rules": rules, "hand": hand.split(), "opponents": opponents, "has_button": False, "deals": deals}
    return json.loads(answer(json.dumps({"what": what, **question, **others})))


def laid(rows, best=BEST, **others):
    return ask("laid_board", rows=rows_of(rows), best=best, **others)


def test_the_best_boards_are_those_of_the_package():
    asked = ask("best_boards", deals=300)
    analysis = studies.analyze(HAND, "pagat", deals=300, seed=1)
    assert [candidate["placement"] for candidate in asked["candidates"]] == [str(c.placement) for c in analysis.candidates]
    best, own = asked["candidates"][0], analysis.best
    assert (asked["deals"], asked["exact"], asked["natural"]) == (300, False, None)
    assert (best["points"], best["margin"]) == (own.points.mean, own.points.margin)
    assert best["chances"]["won"] == [*own.chances.won]
    assert best["words"] == ["high card, ace king six", "straight, queen high", "full house, sevens over fives"]


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_a_dragon_is_declared_and_paid_by_each_opponent(opponents):
    asked = ask("best_boards", DRAGON, opponents=opponents)
    best = asked["candidates"][0]
    assert asked["natural"] == best["natural"] == "dragon"
    assert best["points"] == pytest.approx(13 * opponents, rel=0.02)  # nothing beats it; another dragon, which is rare, ties
    own = laid("4d 3c 2s / 9h 8d 7c 6s 5h / As Kh Qd Jc Ts", best["placement"], hand=DRAGON, opponents=opponents)
    assert (own["natural"], own["behind"], own["foul"]) == ("dragon", 0, "")


def test_a_surrender_is_a_candidate():
    low = "2c 3d 4h 5s 7c 8d 9h Ts 2d 3h 4s 6c 8c"
    candidates = ask("best_boards", low, "hawaiian-gardens")["candidates"]
    (surrender,) = [candidate for candidate in candidates if candidate["placement"] == "surrender"]
    assert "rows" not in surrender


@pytest.mark.parametrize("opponents", [1, 2])
def test_fantasyland_is_exact(opponents):
    asked = ask("best_boards", FANTASYLAND, "pineapple", opponents)
    (best,) = asked["candidates"]
    assert asked["exact"]
    assert (best["royalties"], best["fantasyland"]) == (10, 14)  # four of a kind in the back pays 10, and stays
    assert best["points"] == pytest.approx(10 * opponents + studies.worth("pineapple", opponents + 1).points[14])
    foul = laid("Qh Qd Ks / Jd Tc 7h 6s 6h / 6d 6c 5s 5d 4d", best["placement"], hand=FANTASYLAND, rules="pineapple",
                opponents=opponents)  # fmt: skip
    assert (foul["points"], foul["royalties"], foul["discards"]) == (-6 * opponents, 0, ["3c"])
    assert foul["behind"] == pytest.approx(best["points"] + 6 * opponents)
    assert foul["foul"] == "the front is stronger than the middle"


def test_a_hand_of_13_cards_leaves_fantasyland():
    (best,) = ask("best_boards", HAND, "standard")["candidates"]
    assert (best["royalties"], best["points"], best["fantasyland"]) == (4 + 6, 30, 0)  # straight, full house


def test_the_best_board_loses_nothing_and_a_listed_one_what_the_list_says():
    candidates = ask("best_boards")["candidates"]
    for candidate in candidates[:2]:
        own = laid(" / ".join(" ".join(row) for row in candidate["rows"]), candidates[0]["placement"])
        assert own["behind"] == pytest.approx(candidate["behind"], abs=own["behind_margin"] + candidate["behind_margin"])
        assert own["words"] == candidate["words"]


def test_an_incomplete_board_is_described():
    own = ask("laid_board", rows=[[], HAND.split()[:5], HAND.split()[6:11]], best=BEST)
    assert own["words"] == ["", "straight, ace high", "three of a kind, sevens with eight six"]
    assert own["foul"] == "the middle is stronger than the back"
    assert "points" not in own


def test_a_picture_has_the_rows_in_words():
    question = {"what": "board_picture", "rules": "pagat", "rows": rows_of(BEST)}
    assert "sevens over fives" in json.loads(answer(json.dumps(question)))["svg"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": "nonsense"}, "nonsense"),
        ({"rules": {"file": "x.toml", "text": "rows = 1"}}, "x.toml"),
        ({"rules": 3}, "rules"),
        ({"hand": HAND.split()[1:]}, "hand: expected 13 cards, got 12"),
        ({"hand": ["As"] * 13}, "hand: card As appears twice"),
        ({"hand": ["Xx"]}, "hand: "),
        ({"hand": "As"}, "hand: expected a list"),
        ({"hand": [1]}, "hand: expected a list of cards"),
        ({"rules": "pineapple"}, "hand: expected 14 cards, got 13"),
        ({"rules": "progressive", "opponents": 1}, "hand: expected 14 or 15 or 16 or 17 cards, got 13"),
        ({"opponents": 4}, "opponents: "),
        ({"opponents": "2"}, "opponents: "),
        ({"has_button": 1}, "has_button: "),
        ({"deals": 1}, "deals: "),
        ({"deals": 10**9}, "deals: "),
        ({"rows": [[], []]}, "rows: expected a list of 3"),
        ({"rows": [["2c"], [], []]}, "rows: 2c is not in the hand"),
        ({"rows": [HAND.split()[:4], [], []]}, "front"),
        ({"rows": [["As"], ["As"], []]}, "As"),
        ({"rows": [None, [], []]}, "rows[0]: expected a list of cards"),
        ({"best": 1}, "best: expected text"),
        ({"best": "As / - / -"}, ""),
        ({"extra": 1}, "extra: unknown"),
    ],
)  # fmt: skip
def test_bad_input_is_an_error(change, message):
    question = {"rules": "pagat", "hand": HAND.split(), "opponents": 2, "has_button": False, "deals": 200}
    question |= {"what": "laid_board", "rows": rows_of(BEST), "best": BEST} | change
    reply = json.loads(answer(json.dumps(question)))
    assert message in reply["error"]


def test_rules_without_a_whole_hand_are_refused():
    text = 'name = "x"\nplayers = 2\nstreets = [[5, 5], [8, 8]]\n'
    assert "no Fantasyland" in ask("best_boards", rules={"file": "x.toml", "text": text}, opponents=1)["error"]
