"""Tables by row: kinds of rows and their payments."""

import re

import pytest

import cpoker_fast as cp
from cpoker_fast import errors


def test_royalties_by_rank():
    flushes = {"straight flush": 4, "straight flush Q": 5, "royal flush": 9}
    full, royal = "Ks Kh Kd 8s 8c", cp.Board("2s 2h 2c", "Ks Kh Kc 8s 8c", "Ad Kd Qd Jd Td")
    for board, tables, royalties in (
        (cp.Board("Qs Qh 2c", full, "As Kc Qd Jh Ts"), {"front": {"pair Q": 7, "pair": 1}, "middle": {"full house K": 3},
         "back": {"straight": 2, "straight A": 9}}, (7, 3, 9)),
        (cp.Board("2s 2h 2c", full, "Qd Jd Td 9d 8d"), {"back": flushes, "front": {"three of a kind": 1}}, (1, 0, 5)),
        (royal, {"back": flushes}, (0, 0, 9)), (royal, {"back": {"straight flush": 4}}, (0, 0, 4)),
    ):  # fmt: skip
        rules = cp.Rules(royalties=cp.rulebook.Royalties(**tables))
        assert cp.settling.read_seat(board, rules).royalties == royalties


def test_the_order_of_royalties_does_not_matter():
    first = cp.rulebook.Royalties(back={"straight flush": 4, "pair 6": 1, "pair": 2, "pair 7": 3})
    second = cp.rulebook.Royalties(back={"pair 7": 3, "pair": 2, "pair 6": 1, "straight flush": 4})
    assert (first, hash(cp.Rules(royalties=first))) == (second, hash(cp.Rules(royalties=second)))
    assert [kind for kind, _ in first.back] == ["pair", "pair 6", "pair 7", "straight flush"]


@pytest.mark.parametrize(("options", "message"), [
    ({"front": {"flush": 1}}, "royalties.front.flush: a front of three cards cannot hold 'flush'"),
    ({"back": {"five of a kind": 1}},
     "royalties.back.five of a kind: unknown kind of row 'five of a kind': did you mean 'four of a kind'\\? expected"),
    ({"back": {5: 1}}, "unknown kind of row 5"), ({"back": {"pair 1": 1}}, "unknown kind of row 'pair 1'"),
    ({"back": {"flush": -1}}, "royalties.back.flush: expected 0 to 10000, got -1"),
    ({"back": {"flush": "1"}}, "royalties.back.flush: expected an int, got '1'"),
    ({"middle": 5}, "royalties.middle: expected a mapping"),
    ({"back": {"straight 4": 1}}, "royalties.back.straight 4: there is no 'straight 4' in 5 cards"),
    ({"back": {"flush 6": 1}}, "there is no 'flush 6' in 5 cards"),
    ({"middle": {"high card 6": 1}}, "there is no 'high card 6' in 5 cards"),
    ({"front": {"high card 3": 1}}, "there is no 'high card 3' in 3 cards"),
    ({"back": {"royal flush K": 1}}, "there is no 'royal flush K' in 5 cards"),
    ({"middle": {"6-5-4-3-2": 1}}, "unknown kind of row '6-5-4-3-2'"),
    ({"middle": {"7-5-4-2-3": 1}}, "unknown kind of row '7-5-4-2-3'"),
    ({"front": {"7-5-4-3-2": 1}}, "unknown kind of row '7-5-4-3-2'"),
    ({"on": "tie"}, "royalties.on: expected one of 'win', 'always'.*, got 'tie'"),
])  # fmt: skip
def test_royalties_that_do_not_fit(options, message):
    with pytest.raises(errors.RulesError, match=message):
        cp.rulebook.Royalties(**options)


@pytest.mark.parametrize(("said", "meant"), [
    ("trips", "three of a kind"), ("set", "three of a kind"), ("trip 2s", "three of a kind 2"),
    ("set of sixes", "three of a kind 6"), ("trips A", "three of a kind A"), ("three aces", "three of a kind A"),
    ("222", "three of a kind 2"), ("pair of aces", "pair A"), ("pair AA", "pair A"), ("AA", "pair A"),
    ("aces", "pair A"), ("pair a", "pair A"), ("pair 10", "pair T"), ("10s", "pair T"), ("one pair", "pair"),
    ("Pair", "pair"), ("pair of 6s", "pair 6"), ("ace high", "high card A"), ("AKQ", "A-K-Q"), ("pari Q", "pair Q"),
])  # fmt: skip
@pytest.mark.parametrize("row", ["front", "middle", "back"])
def test_synonyms_for_any_row(row, said, meant):
    if row != "front" and meant == "A-K-Q":
        return
    with pytest.raises(errors.RulesError) as caught:
        cp.rulebook.Royalties(**{row: {said: 1}})
    problem = f"unknown kind of row {said!r}: did you mean {meant!r}? expected one of high card, pair, "
    assert str(caught.value).startswith(f"royalties.{row}.{said}: {problem}")
    assert cp.rulebook.Royalties(**{row: {meant: 1}})


@pytest.mark.parametrize(("said", "meant"), [
    ("wheel", "straight 5"), ("steel wheel", "straight flush 5"), ("Broadway", "straight A"), ("quads", "four of a kind"),
    ("quad kings", "four of a kind K"), ("four-of-a-kind", "four of a kind"), ("KKKK", "four of a kind K"),
    ("boat", "full house"), ("full boat", "full house"), ("Full House", "full house"), ("straight-flush", "straight flush"),
    ("sf", "straight flush"), ("royal", "royal flush"), ("two pairs", "two pair"), ("queen high flush", "flush Q"),
    ("straight to the ten", "straight T"), ("flush, ace high", "flush A"), ("fluhs", "flush"), ("75432", "7-5-4-3-2"),
])  # fmt: skip
def test_synonyms_for_five_cards(said, meant):
    unknown = f"unknown kind of row {said!r}: "
    for row in ("middle", "back"):
        with pytest.raises(errors.RulesError) as caught:
            cp.rulebook.Royalties(**{row: {said: 1}})
        assert f"{unknown}did you mean {meant!r}? expected one of" in str(caught.value)
        assert cp.rulebook.Royalties(**{row: {meant: 1}})
    if len(said) != 5 or not said.isdecimal():
        with pytest.raises(errors.RulesError, match=f"{unknown}a front of three cards cannot hold {meant!r}; exp"):
            cp.rulebook.Royalties(front={said: 1})


def test_jackpots_and_fantasylands_accept_synonyms():
    message = r"^table.rake.jackpot.back: unknown kind of row 'quads': did you mean 'four of a k"
    with pytest.raises(errors.RulesError, match=message):
        cp.rulebook.Jackpot(back="quads", loser=50, winner=30, table=20)
    for kind, message in (("QQ", r"fantasyland.entry.front.QQ: .*'QQ': did you mean 'pair Q'\?"), ("x" * 5000, "")):
        with pytest.raises(errors.RulesError) as caught:
            cp.Rules.from_dict({"base": "pineapple", "fantasyland": {"entry": {"front": {kind: 14}}}})
        assert re.search(message, str(caught.value))
        assert len(str(caught.value)) <= 300 or kind == "QQ"


def test_royalties_by_all_ranks():
    paid = cp.rulebook.Royalties(front={"A-K-Q": 5, "high card A": 2, "high card": 1}, middle={"9-8-7-6-4": 3})
    low = cp.rulebook.Royalties(middle={"7-5-4-3-2": 8, "A-5-4-3-2": 1})
    rules, lowball = cp.Rules(royalties=paid), cp.Rules(lowball_middle=True, royalties=low)
    for board_rules, front, middle, royalties in (
        (rules, "As Kh Qd", "9s 8h 7d 6c 4s", (5, 3, 0)), (rules, "As Kh Jd", "9s 8h 7d 6c 4s", (2, 3, 0)),
        (rules, "Ks Qh Jd", "9s 8h 7d 6c 4s", (1, 3, 0)), (rules, "2s 2h 3c", "9s 8h 7d 6c 4s", (0, 3, 0)),
        (rules, "As Kh Qd", "9s 8h 7d 6c 3s", (5, 0, 0)), (lowball, "As Kh Qd", "7s 5h 4d 3c 2s", (0, 8, 0)),
        (lowball, "As Kh Qd", "Ad 5h 4d 3c 2s", (0, 1, 0)),
    ):  # fmt: skip
        board = cp.Board(front, middle, "Th 9h 8c 7h 6h")
        assert cp.settling.read_seat(board, board_rules).royalties == royalties
