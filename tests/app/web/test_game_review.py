"""The page's question about the losses of a deal."""

import json

import pytest

import cpoker_fast as cp
from cpoker_fast.app.web.answering import answer

STACKS = ("Ad Kc 9s 9h 5d Kd 7c 4s 8h 7h 2h 6s 5c 2s Th 8d 4c", "3c 6d 6h Qh Td Ac Ah 2d Qs Jc 7d 5h 4d 3d 3h Ts 8c")


def ask(**args):
    return json.loads(answer(json.dumps({"what": "review_deal", **args})))


def record_of(deal):
    while not deal.is_over:
        deal.time_out()
    return cp.notation.format_deal(deal, ["Ann", "Bo"])


def test_the_losses_are_those_of_the_review():
    record = record_of(cp.Deal("pineapple", 2, stacks=STACKS, button=1))
    answered = ask(record=record, player="Bo", samples=200)
    expected = cp.review(cp.notation.parse_deal(record), players=["Bo"], rollouts=200, seed=0)
    assert [move["lost"] for move in answered["moves"]] == [move.lost.mean for move in expected.moves]
    assert [move["margin"] for move in answered["moves"]] == [move.lost.margin for move in expected.moves]
    assert (answered["mistakes"], answered["lost"]) == (len(expected.mistakes), expected.total.lost.mean)
    for move in answered["moves"]:
        assert set(move["placed"]["new"]) <= set(move["hand"])
        assert set(move["placed"]["new"]) <= {card for row in move["placed"]["rows"] for card in row}


def test_a_closed_hand_is_reviewed_by_deals():
    record = record_of(cp.Deal("pagat", 2, seed=1))
    (move,) = ask(record=record, player="Ann", samples=512)["moves"]
    assert (move["when"], len(move["hand"]), list(map(len, move["best"]["rows"]))) == ("timed out", 13, [3, 5, 5])
    assert (move["lost"] > move["margin"]) is move["is_mistake"]


@pytest.mark.parametrize(("rules", "samples", "shares"), [("pagat", 512, True), ("pineapple", 20, False)])
def test_hands_are_shared_by_deals_of_closed_games(rules, samples, shares):
    assert ask(record=record_of(cp.Deal(rules, 2, seed=1)), player="Ann", samples=samples)["shares_hands"] is shares


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"record": 5}, "record"),
        ({"record": ""}, ""),
        ({"record": "1: nothing"}, ""),
        ({"player": "Carl"}, "expected one of Ann, Bo"),
        ({"player": 5}, "player"),
        ({"samples": 0}, "samples"),
        ({"samples": "5"}, "samples"),
        ({"more": 1}, "more"),
    ],
)
def test_a_bad_value_is_an_error(change, words):
    args = {"record": record_of(cp.Deal("pineapple", 2, seed=1)), "player": "Ann", "samples": 20}
    assert words in ask(**{**args, **change})["error"]
