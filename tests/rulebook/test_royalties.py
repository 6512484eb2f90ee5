"""Tables by row: kinds of rows and their payments."""

import pytest

import cpoker_fast as cp
from cpoker_fast import errors


def test_royalties_by_rank():
    board = cp.Board("Qs Qh 2c", "Ks Kh Kd 8s 8c", "As Kc Qd Jh Ts")
    royalties = cp.rulebook.Royalties(
        front={"pair Q": 7, "pair": 1}, middle={"full house K": 3}, back={"straight": 2, "straight A": 9}
    )
    assert cp.settling.read_seat(board, cp.Rules(royalties=royalties)).royalties == (7, 3, 9)
    queen_high = cp.Board("2s 2h 2c", "Ks Kh Kd 8s 8c", "Qd Jd Td 9d 8d")
    paid = cp.rulebook.Royalties(
        back={"straight flush": 4, "straight flush Q": 5, "royal flush": 9}, front={"three of a kind": 1}
    )
    assert cp.settling.read_seat(queen_high, cp.Rules(royalties=paid)).royalties == (1, 0, 5)
    top = cp.Board("2s 2h 2c", "Ks Kh Kc 8s 8c", "Ad Kd Qd Jd Td")
    assert cp.settling.read_seat(top, cp.Rules(royalties=paid)).royalties[2] == 9
    plain = cp.rulebook.Royalties(back={"straight flush": 4})
    assert cp.settling.read_seat(top, cp.Rules(royalties=plain)).royalties[2] == 4


def test_the_order_of_royalties_does_not_matter():
    first = cp.rulebook.Royalties(back={"straight flush": 4, "pair 6": 1, "pair": 2, "pair 7": 3})
    second = cp.rulebook.Royalties(back={"pair 7": 3, "pair": 2, "pair 6": 1, "straight flush": 4})
    assert first == second
    assert hash(cp.Rules(royalties=first)) == hash(cp.Rules(royalties=second))
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


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("trips", "three of a kind"), ("set", "three of a kind"), ("trip 2s", "three of a kind 2"),
        ("set of sixes", "three of a kind 6"), ("trips A", "three of a kind A"), ("three aces", "three of a kind A"),
        ("222", "three of a kind 2"), ("pair of aces", "pair A"), ("pair AA", "pair A"), ("AA", "pair A"),
        ("aces", "pair A"), ("pair a", "pair A"), ("pair 10", "pair T"), ("10s", "pair T"), ("one pair", "pair"),
        ("Pair", "pair"), ("pair of 6s", "pair 6"), ("ace high", "high card A"), ("AKQ", "A-K-Q"), ("pari Q", "pair Q"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("row", ["front", "middle", "back"])
def test_synonyms_for_any_row(row, said, meant):
    if row != "front" and meant == "A-K-Q":
        return
    with pytest.raises(errors.RulesError) as caught:
        cp.rulebook.Royalties(**{row: {said: 1}})
    expected = (
        f"royalties.{row}.{said}: unknown kind of row {said!r}: did you mean {meant!r}? expected one of high card, pair, "
    )
    assert str(caught.value).startswith(expected)
    assert cp.rulebook.Royalties(**{row: {meant: 1}})


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("wheel", "straight 5"), ("steel wheel", "straight flush 5"), ("Broadway", "straight A"),
        ("quads", "four of a kind"), ("quad kings", "four of a kind K"), ("four-of-a-kind", "four of a kind"),
        ("KKKK", "four of a kind K"), ("boat", "full house"), ("full boat", "full house"), ("Full House", "full house"),
        ("straight-flush", "straight flush"), ("sf", "straight flush"), ("royal", "royal flush"), ("two pairs", "two pair"),
        ("queen high flush", "flush Q"), ("straight to the ten", "straight T"), ("flush, ace high", "flush A"),
        ("fluhs", "flush"), ("75432", "7-5-4-3-2"),
    ],
)  # fmt: skip
def test_synonyms_for_five_cards(said, meant):
    for row in ("middle", "back"):
        with pytest.raises(errors.RulesError) as caught:
            cp.rulebook.Royalties(**{row: {said: 1}})
        assert f"unknown kind of row {said!r}: did you mean {meant!r}? expected one of" in str(caught.value)
        assert cp.rulebook.Royalties(**{row: {meant: 1}})
    if len(said) != 5 or not said.isdecimal():
        with pytest.raises(
            errors.RulesError, match=f"unknown kind of row {said!r}: a front of three cards cannot hold {meant!r}; exp"
        ):
            cp.rulebook.Royalties(front={said: 1})


def test_jackpots_and_fantasylands_accept_synonyms():
    with pytest.raises(
        errors.RulesError, match=r"^table.rake.jackpot.back: unknown kind of row 'quads': did you mean 'four of a k"
    ):
        cp.rulebook.Jackpot(back="quads", loser=50, winner=30, table=20)
    with pytest.raises(errors.RulesError, match=r"fantasyland.entry.front.QQ: .*'QQ': did you mean 'pair Q'\?"):
        cp.Rules.from_dict({"base": "pineapple", "fantasyland": {"entry": {"front": {"QQ": 14}}}})


def test_errors_of_long_kinds_are_short():
    with pytest.raises(errors.RulesError) as caught:
        cp.Rules.from_dict({"base": "pineapple", "fantasyland": {"entry": {"front": {"x" * 5000: 14}}}})
    assert len(str(caught.value)) <= 300


def test_royalties_by_all_ranks():
    paid = cp.rulebook.Royalties(front={"A-K-Q": 5, "high card A": 2, "high card": 1}, middle={"9-8-7-6-4": 3})
    rules = cp.Rules(royalties=paid)
    for front, units in (("As Kh Qd", 5), ("As Kh Jd", 2), ("Ks Qh Jd", 1), ("2s 2h 3c", 0)):
        assert cp.settling.read_seat(cp.Board(front, "9s 8h 7d 6c 4s", "Th 9h 8c 7h 6h"), rules).royalties == (units, 3, 0)
    assert cp.settling.read_seat(cp.Board("As Kh Qd", "9s 8h 7d 6c 3s", "Th 9h 8c 7h 6h"), rules).royalties == (5, 0, 0)
    lowball = cp.Rules(lowball_middle=True, royalties=cp.rulebook.Royalties(middle={"7-5-4-3-2": 8, "A-5-4-3-2": 1}))
    assert cp.settling.read_seat(cp.Board("As Kh Qd", "7s 5h 4d 3c 2s", "Th 9h 8c 7h 6h"), lowball).royalties == (0, 8, 0)
    assert cp.settling.read_seat(cp.Board("As Kh Qd", "Ad 5h 4d 3c 2s", "Th 9h 8c 7h 6h"), lowball).royalties == (0, 1, 0)
