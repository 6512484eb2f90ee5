"""Tables: rake, jackpot, and hands in reserve."""

import re
from dataclasses import replace

import pytest
from known_boards import HIGH, LOW
from one_street import on_one_street
from tables import FOUR, RAKED, chips_of, raked, table_of

import cpoker_fast as cp
from cpoker_fast import errors


def test_a_rake_is_taken_from_each_player_who_is_dealt_in(refuses):
    table = table_of(100, 100, 100, rules=raked(chips=3), unit=2)
    deal = table.deal(sitting_out=["C"])
    assert deal.players == ("B", "A")
    table.settle({"B": HIGH, "A": LOW})
    assert (table.stacks, table.rake, table.jackpot) == ({"A": 100 - 3 - 12, "B": 100 - 3 + 12, "C": 100}, 6, 0)
    assert [(entry.event, entry.chips) for entry in table.trace("A")] == [("sit", 100), ("rake", -3), ("deal", -12)]
    poor = table_of(4, 100, rules=raked(chips=3), unit=2)  # D can pay the rake, but no point in addition
    refuses(errors.TableError, "deal: expected two or more players with 5 chips or more, got 1", poor.deal)


def test_a_jackpot():
    """Rows of a straight flush, three of a kind and a pair all lose to one other player."""
    jackpot = {"front": "pair", "middle": "three of a kind", "back": "straight flush"}
    rules = raked(jackpot | {"loser": 50, "winner": 30, "table": 20}, chips=10, to_jackpot=4)
    table = table_of(500, 500, 500, rules=rules)
    loser = "Ks Kd 2c / 4s 4h 4d 8h 7c / 5s 6s 7s 8s 9s"
    winner = "As Ad 3c / 5h 5d 5c 9h 8c / 6h 7d 8d 9c Th"  # a straight does not win the back
    other = "Qc Jd 2d / 6c 6d 3h 3d Tc / Jh Jc Qd Qh 2h"
    assert table.settle({"B": loser, "C": winner, "A": other}).pairs[0].rows == (-1, -1, 1)
    assert (table.jackpot, table.rake) == (12, 18)
    winner = "As Ad 3c / 5h 5d 5c 9h 8c / Th Jh Qh Kh Ah"
    table.settle({"A": loser, "B": winner, "C": "Qc Jd 2d / 6c 6d 3h 3d Tc / Jc Js Qd 9c 2h"})
    assert table.events[-1]["jackpot"] == {"A": 12, "B": 7, "C": 4}  # of 24: 50, 30 and 20 percent, in whole chips
    assert (table.jackpot, table.rake) == (24 - 12 - 7 - 4, 36)
    assert ("jackpot", 12) in [(entry.event, entry.chips) for entry in table.trace("A")]
    assert chips_of(table) == 1500
    # Rows of a foul and rows against a natural do not count.
    jackpot = {"back": "straight"}
    table = table_of(500, 500, rules=raked(jackpot, chips=10, to_jackpot=10))
    foul = "Kd Ks Kc / 4s 4h 6d 8h 7c / 5s 6s 7s 8s 9h"
    table.settle({"A": foul, "B": "As Ad Ac / 5d 6h 7d 8d 9c / Th Jh Qh Kh Ah"})
    assert table.events[-1]["jackpot"] == {}
    flushes = {"A": "Kd 7d 2d / 5s 6h 7h 8h 9c / Tc Jh Qd Kh Ah", "B": "Ad Qs 3h / 2c 4c 6c 8c Ac / 3s 5c 7s 9s As"}
    table.settle({"A": flushes["A"], "B": "Ac Kc 8c / 3d 4d 5d 6d Ad / 2s 4s 8s Js As"}, declare={"A": True, "B": True})
    last = table.events[-1]
    assert dict(zip(last["players"], last["points"], strict=True)) == {"A": -4, "B": 4}  # three flushes
    assert table.events[-1]["jackpot"] == {}


@pytest.mark.parametrize("weak", ["front", "middle", "back"])
def test_each_row_of_the_loser_must_be_strong_enough(weak):
    jackpot = {"front": "pair", "middle": "three of a kind", "back": "straight"}
    strong = {"front": "Ks Kd 2c", "middle": "4s 4h 4d 8h 7c", "back": "5s 6s 7s 8s 9h"}
    weak_rows = {"front": "Ks Qd 2c", "middle": "4s 4h 6d 8h 7c", "back": "5h 6s 7s 5c 9h"}
    winner = "As Ad 3c / 5d 6h 7d 8d 9c / Th Jh Qh Kh Ah"
    for rows, is_won in ((strong, True), (strong | {weak: weak_rows[weak]}, False)):
        table = table_of(500, 500, rules=raked(jackpot, chips=10, to_jackpot=10))
        table.settle({"A": " / ".join(rows.values()), "B": winner})
        assert bool(table.events[-1]["jackpot"]) == is_won


@pytest.mark.parametrize(("rules", "jackpot", "message"), [
    ("pagat", {"back": "A-5-4-3-2"}, "table.rake.jackpot.back: no back can make 'A-5-4-3-2' under these rules"),
    ("lowball-middle", {"middle": "straight 5"},
     "table.rake.jackpot.middle: no middle can make 'straight 5' under these rules"),
])  # fmt: skip
def test_a_jackpot_that_no_row_can_win_is_refused(refuses, rules, jackpot, message):
    terms = {"rake": {"chips": 3, "to_jackpot": 1, "jackpot": jackpot}}
    refuses(cp.errors.RulesError, message, cp.app.table.Table, cp.Rules.from_dict({"base": rules, "table": terms}))


def test_jackpots_use_the_scales_of_the_rules():
    """A-2-3-4-5 may be the second highest straight; a middle of a lowball game is strong if it is low."""
    winner = "Ac Kc 3c / 5d 5c 7d 8d 9c / Th Jh Qh Kh Ah"
    wheel, king = "Ks Qd 2c / 4s 4h 6d 8h 7c / 5s 4d 3s 2d Ad", "Ks Qd 2c / 4s 4h 6d 8h 7c / Kd Qs Jd Td 9s"
    for second, back, is_won in (("second", wheel, True), ("second", king, True), ("lowest", wheel, False)):
        rules = replace(raked({"back": "straight K"}, chips=10, to_jackpot=10), wheel=second, naturals=())
        table = table_of(500, 500, rules=rules)
        table.settle({"A": back, "B": winner})
        assert bool(table.events[-1]["jackpot"]) == is_won
    rules = replace(
        raked({"middle": "high card 8"}, chips=10, to_jackpot=10), lowball_middle=True, naturals=(),
        royalties=cp.rulebook.Royalties(),
    )  # fmt: skip
    winner = "As Ac Kc / 7d 5c 4d 3d 2s / Th Jh Qh Kh Ah"
    for middle, is_won in (("8h 6c 4h 3s 2d", True), ("9h 6c 4h 3s 2d", False), ("8h 8c 4h 3s 2d", False)):
        table = table_of(500, 500, rules=rules)
        table.settle({"A": f"Ks Qd 2c / {middle} / 5s 5h 7s 7h Qc", "B": winner})
        assert table.events[-1]["points"] in ([-9, 9], [9, -9], [6, -6])
        assert bool(table.events[-1]["jackpot"]) == is_won


def test_several_winners_share_a_jackpot():
    rules = raked({"back": "two pair", "loser": 100, "winner": 0, "table": 0}, chips=10, to_jackpot=10)
    table = table_of(500, 500, 500, rules=rules)
    boards = {  # B scoops A and C
        "B": "As Ad 3c / 5h 5d 5c 9h 8c / Th Jh Qh Kh Ah", "C": "Kd Qs Jd / 2s 2h 3s 4d 7c / 6s 6h 7d 7h Kc",
        "A": "Qc Td 8d / 3d 3h 4s 6c Jc / 8s 8h 9d 9s 2c",
    }  # fmt: skip
    table.settle(boards)
    assert table.events[-1]["jackpot"] == {"A": 15, "C": 15}
    boards = {"A": "Ks Kd 2c / 4s 4h 4d 8h 7c / 5s 6s 7s 8s 9s", "B": "As Ad 3c / 5h 5d 5c 9h 8c / Th Jh Qh Kh Ah"}
    deck = list(cp.CardSet(range(52)) - cp.Board.parse(boards["A"]).hand - cp.Board.parse(boards["B"]).hand)
    boards |= {"C": cp.best_royalties(deck[::2], "pagat"), "D": cp.best_royalties(deck[1::2], "pagat")}
    jackpot = {"front": "pair K", "back": "straight flush"}
    table = table_of(500, 500, 500, 500, rules=raked(jackpot, chips=10, to_jackpot=10))
    table.settle(boards)
    assert table.events[-1]["jackpot"] == {"A": 20, "B": 10, "C": 5, "D": 5}
    # Both of B's hands win all rows from one of A: B's share is a quarter of 4 chips.
    rules = raked({"back": "straight flush"}, chips=2, to_jackpot=2)
    table = table_of(500, 500, rules=replace(rules, table=replace(rules.table, two_hands=True)))
    table.deal(hands=2)
    boards = {
        "A": ["Ks Kd 2c / 4s 4h 4d 8h 7c / 5s 6s 7s 8s 9s", "3s 4c 9c / 7d 7h Ac Jc Qs / Ts Tc Js Kc Qc"],
        "B": ["As Ad 3c / 5h 5d 5c 9h 8c / Th Jh Qh Kh Ah", "2d 2h 2s / 6c 6d 6h 3d 3h / 8d 9d Td Jd Qd"],
    }
    table.settle(boards)
    assert table.events[-1]["jackpot"] == {"A": 2, "B": 1}


@pytest.mark.parametrize(("terms", "message"), [
    ({"rake": {"chips": 3, "to_jackpot": 4}}, "table.rake.to_jackpot: expected at most `chips` (3), got 4"),
    ({"rake": {"chips": 3, "to_jackpot": 1}}, "table.rake.to_jackpot: requires a jackpot"),
    ({"rake": {"chips": 3, "jackpot": {}}}, "table.rake.jackpot: expected a kind of row for front, middle or back"),
    ({"rake": {"jackpot": {"front": "flush"}}}, "table.rake.jackpot.front: a front of three cards cannot hold 'flush'"),
    ({"rake": {"jackpot": {"back": 7}}}, "table.rake.jackpot.back: expected text, got 7"),
    ({"rake": {"jackpot": {"back": "straight", "loser": 60, "winner": 30, "table": 20}}},
     "table.rake.jackpot: expected shares of at most 100 percent together, got 110"),
])  # fmt: skip
def test_bad_rakes(refuses, terms, message):
    refuses(cp.errors.RulesError, re.escape(message), cp.Rules.from_dict, {"base": "pagat", "table": terms})


def test_no_jackpot_where_no_pairing_can_win_it(refuses):
    for pairings in ("pool", "single winner"):
        message = f"table.rake.jackpot: not allowed with pairings '{pairings}', where no pairing"
        refuses(cp.errors.RulesError, message, cp.Rules, pairings=pairings, table=RAKED.table)


def test_two_players_have_a_second_hand_in_reserve(refuses, path):
    table = table_of(50, 50, rules="pagat", reserve_hands=True, ledger=path)
    deck = list(cp.CardSet(range(52)) - cp.Board.parse(HIGH).hand - cp.Board.parse(LOW).hand)
    later = {"A": str(cp.CardSet(deck[::2])), "B": str(cp.CardSet(deck[1::2]))}
    assert not table.deal().reserved
    with pytest.raises(errors.TableError, match="reserved: expected the hand of 'B'"):
        table.settle({"A": HIGH, "B": LOW}, reserved={"A": later["A"]})
    with pytest.raises(errors.TableError, match=r"reserved\['A'\]: another hand of this deal has Ks Kc"):
        table.settle({"A": HIGH, "B": LOW}, reserved=later | {"B": later["A"]})
    with pytest.raises(errors.TableError, match=r"reserved\['A'\]: another hand of this deal has Ah"):
        table.settle({"A": HIGH, "B": LOW}, reserved=later | {"A": "Ah " + later["A"][3:]})
    with pytest.raises(errors.TableError, match=r"reserved\['B'\]: expected 13 cards, got 12"):
        table.settle({"A": HIGH, "B": LOW}, reserved=later | {"B": later["B"][3:]})
    table.settle({"A": HIGH, "B": LOW}, reserved=later)
    table = cp.app.table.Table.from_ledger(path)  # the ledger has them
    assert table.reserved == {name: cp.CardSet(hand) for name, hand in later.items()}
    deal = table.deal()
    assert deal.reserved == table.reserved
    assert isinstance(hash(deal), int)
    refuses(errors.TableError, "'A' plays a reserved hand: expected .* got ", table.settle, {"A": HIGH, "B": LOW})
    boards = {name: cp.best_royalties(hand, "pagat") for name, hand in deal.reserved.items()}
    with pytest.raises(errors.TableError, match="reserved: expected none, because hands cannot be reserved"):
        table.settle(boards, reserved=later)
    table.settle(boards)
    assert not table.reserved
    assert cp.app.table.Table.from_ledger(path).stacks == table.stacks
    table.settle({"A": HIGH, "B": LOW}, reserved=later)
    table.sit("C", 50)  # for three players, all cards are dealt again
    assert not table.deal().reserved
    with pytest.raises(errors.TableError, match="reserved: expected none, because hands cannot be reserved"):
        table.settle({"A": HIGH, "B": LOW, "C": boards["A"]}, reserved=later)
    table.settle({"A": HIGH, "B": LOW, "C": boards["A"]})
    assert not table.reserved
    refuses(errors.TableError, "reserve_hands: expected True or False, got 1", cp.app.table.Table, "pagat", reserve_hands=1)


def test_hands_in_reserve_are_played_first_and_end_with_a_player_who_holds_one(refuses, path):
    rules = replace(cp.rules("pagat"), table=cp.rulebook.TableTerms(two_hands=True))
    table = table_of(50, 50, rules=rules, reserve_hands=True)
    deck = list(cp.CardSet(range(52)) - cp.Board.parse(HIGH).hand - cp.Board.parse(LOW).hand)
    table.deal(hands=2)
    # All four hands are in play.
    with pytest.raises(errors.TableError, match="reserved: expected none, because hands cannot be reserved"):
        table.settle({"A": [FOUR[0], FOUR[3]], "B": FOUR[1:3]}, reserved={"A": deck[::2], "B": deck[1::2]})
    table.cancel()
    table.settle({"A": HIGH, "B": LOW}, reserved={"A": deck[::2], "B": deck[1::2]})
    refuses(errors.TableError, r"hands: expected 1 \(the players have reserved hands\), got 2", table.deal, hands=2)
    table.leave("A")
    table.sit("A", 50)
    assert (table.reserved, table.deal().reserved) == ({}, {})
    table, later = with_hands_in_reserve("pagat", path)
    table.leave("C")
    assert table.reserved == later
    assert table.deal().reserved == cp.app.table.Table.from_ledger(path).current.reserved == later


def with_hands_in_reserve(rules, path):
    """Return a table of three after a deal that C sat out, and the reserve hands of A and B."""
    table = table_of(50, 50, 50, rules=rules, reserve_hands=True, ledger=path)
    deck = list(cp.CardSet(range(52)) - cp.Board.parse(HIGH).hand - cp.Board.parse(LOW).hand)
    later = {"A": cp.CardSet(deck[::2]), "B": cp.CardSet(deck[1::2])}
    table.deal(sitting_out=["C"])
    table.settle({"A": HIGH, "B": LOW}, reserved=later)
    return table, later


def test_two_hands_each_while_a_player_with_a_hand_in_reserve_sits_out(path):
    """Hands in reserve belong to two players and one deal: others deal normally, and B and C may play two hands."""
    table, later = with_hands_in_reserve(on_one_street("face-up"), path)
    with pytest.raises(errors.TableError, match=r"hands: expected 1 \(the players have reserved hands\), got 2"):
        table.deal(2, sitting_out=["C"])
    deal = table.deal(2, sitting_out=["A"])
    assert (set(deal.players), deal.hands, deal.reserved) == ({"B", "C"}, 2, {})
    table.cancel()
    assert table.deal(sitting_out=["C"]).reserved == table.reserved == later
    table.cancel()
    deal = table.deal(2, sitting_out=["A"])
    table.settle({"B": [FOUR[0], FOUR[3]], "C": [FOUR[1], FOUR[2]]})
    assert not table.reserved
    again = cp.app.table.Table.from_ledger(path)
    assert (again.stacks, again.reserved) == (table.stacks, {})
