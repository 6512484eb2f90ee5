"""Tables: seats, buy-ins, the button, table stakes and the ledger of all chips."""

import contextlib
import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from dying import run_until_killed
from known_boards import HIGH, LOW
from one_street import on_one_street
from tables import FOUR, RAKED, play, table_of

import cpoker_fast as cp
from cpoker_fast import errors


def test_example_3():
    """A (8 chips, deals) scoops B for 6, and C scoops A for 6: B pays A 6, A pays C only 2 and ends with 12."""
    table = table_of(8, 100, 100, 100, rules=cp.Rules(scoop_bonus=3))
    assert table.deal().players == ("B", "C", "D", "A")
    boards = {
        "A": "Jh Td 3c / 5s 5h 4c 4d 8h / Qs Qh 7c 7d 4h", "B": "9c 8c 2c / 3s 3h Tc 7h 6s / Js Jd 9d 8d 2h",
        "C": "Ah Kd 2s / 9s 9h 6c 6d 3d / As Ad 5c 5d Qd", "D": "Ac Qc 2d / 8s 6h 4s 7s Jc / Kc Ks Kh Ts Th",
    }  # fmt: skip
    settled = table.settle(boards)
    paid = {(p.first, p.second): (p.due, p.chips) for p in settled.payments}
    assert paid[0, 3] == (-6, -6)  # B pays A
    assert paid[1, 3] == (6, 2)  # A pays C only 2
    assert paid[2, 3][1] == 0  # D and A neither pay nor collect
    assert table.stacks["A"] == 12
    assert [(pay.first, pay.second) for pay in settled.payments] == [(0, 3), (1, 3), (2, 3), (0, 1), (0, 2), (1, 2)]


def test_rows_of_a_pool_carry_over():
    rules = cp.Rules(pairings="pool", pool_ties="carry over", scoop_bonus=3)
    tie = ["3s 3h 6d / Ks Kh 9s 8h 7c / As Ah Td 9c 8d", "3d 3c 7s / Kd Kc 9d 8c 7d / Ad Ac Tc 9h 8s"]
    settled = cp.settle(tie, rules)
    assert (settled.points, [row.carried for row in settled.pool]) == ((-3, -3 + 2), [0, 2, 2])
    again = cp.settle([HIGH, LOW], rules, carried=[row.carried for row in settled.pool])
    assert ([row.pot for row in again.pool], again.points) == ([2, 4, 4], (-3 + 10 + 3, -6))
    assert "middle, 2 in the pool: 2 carried over" in settled.explain()
    table = table_of(50, 50, rules=rules, unit=2)
    table.settle({"A": tie[0], "B": tie[1]})
    assert (table.carried, table.stacks) == ((0, 2, 2), {"A": 44, "B": 48})
    table.settle({"A": HIGH, "B": LOW})
    assert (table.stacks, table.carried) == ({"A": 44 + 20, "B": 48 - 12}, (0, 0, 0))


def test_seats_buttons_and_order():
    table = table_of(30, 30, 30, 30, rules="face-up", button=2)
    assert table.sit("E", 30) == 4
    orders = []
    for _ in range(6):
        deal = table.deal()
        assert deal.button == "ABCDE"[table.button]
        orders.append(("".join(deal.players), "".join(deal.waiting)))
        table.settle(dict(zip(deal.players, FOUR, strict=True)))
        for name, stack in table.stacks.items():
            if stack < 9:
                table.buy(name, 30)
    # The deal includes the button, which plays last, and the three players clockwise from it; the fifth player waits.
    assert orders == [("DEAC", "B"), ("EABD", "C"), ("ABCE", "D"), ("BCDA", "E"), ("CDEB", "A"), ("DEAC", "B")]


def test_the_fifth_player_replaces_one_who_sits_out(refuses):
    table = table_of(30, 30, 30, 30, 30, rules="face-up")
    deal = table.deal(sitting_out=["C"])
    assert (deal.players, deal.waiting, deal.sitting_out) == (("B", "D", "E", "A"), (), ("C",))
    table.cancel()
    deal = table.deal(sitting_out=("A",))  # the button passes players who sit out
    assert (deal.players, deal.button) == (("C", "D", "E", "B"), "B")
    table.settle(dict(zip(deal.players, FOUR, strict=True)))
    assert (table.button, table.events[-1]["sitting_out"]) == (2, ["A"])
    refuses(errors.TableError, "'F' does not sit here", table.deal, sitting_out=["F"])
    for names in ("ABC", 5):
        refuses(errors.TableError, "sitting_out: expected names of players", table.deal, sitting_out=names)
    with pytest.raises(errors.TableError, match="deal: expected two or more players with 9 chips or more, got 1"):
        table.deal(sitting_out=["A", "B", "C", "D"])


def test_of_six_players_four_are_dealt_in_and_who_waits_changes_with_the_button():
    table = cp.app.table.Table(cp.Rules.from_dict({"base": "pagat", "table": {"seats": 6}}))
    for name in "ABCDEF":
        table.sit(name, 100)
    waited = []
    for button in "ABCDEF":
        deal = table.deal()
        assert deal.button == button
        assert [*deal.players[-1:], *deal.players[:-1], *deal.waiting] == list(2 * "ABCDEF")[
            (i := "ABCDEF".index(button)) : i + 6
        ]
        waited += deal.waiting
        table.settle(dict(zip(deal.players, FOUR, strict=True)))
    assert sorted(waited) == list("AABBCCDDEEFF")
    assert sum(table.stacks.values()) == 600


def test_the_deal_and_the_button_pass_players_with_too_few_chips(refuses, path):
    table = table_of(9, 30, rules=cp.Rules.from_dict({"base": "face-up", "table": {"buy_in_least": 1}}))
    table.sit("C", 8)
    deal = table.deal()
    assert deal.players == ("B", "A")
    table.cancel()
    table.leave("A")
    refuses(errors.TableError, "deal: expected two or more players with 9 chips or more, got 1", table.deal)
    # The button passed a player without chips, who bought chips after the deal was cancelled.
    table = table_of(6, 30, 30, ledger=path)
    table.settle(dict(zip("BCA", FOUR, strict=False)), button_stays=True)
    assert (table.stacks["A"], table.deal().button) == (0, "B")
    table.cancel()
    assert table.button == 0
    table.buy("A", 30)
    assert table.deal().button == "A"
    table.settle(dict(zip("BCA", FOUR, strict=False)))
    assert cp.app.table.Table.from_ledger(path).stacks == table.stacks


def test_the_button_may_stay_or_go_to_the_ace_of_spades():
    table = table_of(30, 30, 30)
    boards = dict(zip("BCA", FOUR, strict=False))
    table.settle(boards, button_stays=True)
    assert table.button == 0
    table.settle(boards)
    assert table.button == 1
    rules = cp.Rules(dealer_compensation=1)
    table = table_of(30, 30, 30, rules=rules)
    settled = table.settle({"A": FOUR[1], "B": FOUR[2], "C": FOUR[0]})  # C has the ace of spades
    assert table.button == 2
    assert [pair.dealer for pair in settled.pairs] == [-1, 0, 1]  # B, C, A


def test_two_players_with_two_hands(refuses):
    table = table_of(100, 100, rules="face-up", unit=1)
    deal = table.deal(hands=2)
    assert (deal.players, deal.hands) == (("B", "A"), 2)
    settled = table.settle({"A": [FOUR[0], FOUR[3]], "B": [FOUR[1], FOUR[2]]})
    assert settled.owners == (0, 1, 0, 1)
    assert [str(seat.board.front) for seat in settled.seats] == ["Jc Td 3d", "Qc Jd 2d", "Qd 9c 7s", "Ah Kd 2c"]
    assert sum(table.stacks.values()) == 200
    assert table.stacks["A"] - 100 == settled.chips[1] == settled.points[1] + settled.points[3]
    for other in (table_of(30, 30), table_of(30, 30, 30, rules="face-up")):
        message = "hands: expected 1, or 2 for two players if the rules allow it, got 2"
        refuses(errors.TableError, message, other.deal, hands=2)
    table.deal(hands=2)
    boards = {"A": FOUR[0], "B": [FOUR[1], FOUR[2]]}
    refuses(errors.TableError, "'A': expected two items, one for each hand, got", table.settle, boards)
    table.settle({"A": [FOUR[0], FOUR[3]], "B": [FOUR[1], FOUR[2]]})  # the deal was still in progress


def test_fees(refuses):
    table = table_of(300, 300, rules="face-up", unit=10)
    assert (table.charge("A"), table.charge("B", minute=25), table.fees) == (12, 6, 18)
    assert table.stacks == {"A": 288, "B": 294}
    table = table_of(90, 300, rules=cp.Rules.from_dict({"base": "face-up", "table": {"buy_in_least": 1}}), unit=30)
    for _ in range(6):
        table.charge("A")
    refuses(errors.TableError, "'A' cannot pay the fee of 15 chips from a stack of 0", table.charge, "A")
    refuses(cp.errors.RulesError, "no fee for the limit 7: expected one of 1, 5, 10", cp.rules("face-up").table.fees.fee, 7)
    refuses(cp.errors.RulesError, "expected a minute from 0 to 40, got 41", table.charge, "B", minute=41)


@pytest.mark.parametrize(("act", "message"), [
    (lambda t: t.sit("A", 30), "'A' sits here already"),
    (lambda t: t.sit("", 30), "name: expected non-empty printable text in one line, without spaces around it, got ''"),
    (lambda t: t.sit("F ", 30), "name: expected non-empty printable text in one line, without spaces around it, got 'F '"),
    (lambda t: t.sit("F", 50.5), "the first buy-in of 'F': expected 30 to 100 chips, got 50.5"),
    (lambda t: t.sit("F", 29), "the first buy-in of 'F': expected 30 to 100 chips, got 29"),
    (lambda t: t.sit("F", 101), "the first buy-in of 'F': expected 30 to 100 chips, got 101"),
    (lambda t: t.sit("F", True), "the first buy-in of 'F': expected 30 to 100 chips, got True"),
    (lambda t: t.sit("F", 30, seat=1), r"seat: expected a free seat \(2, 3, 4\), got 1"),
    (lambda t: t.sit("F", 30, seat=9), r"seat: expected a free seat \(2, 3, 4\), got 9"),
    (lambda t: t.sit("F", 30, seat="x"), r"seat: expected a free seat \(2, 3, 4\), got 'x'"),
    (lambda t: t.buy("A", 4), "a re-buy of 'A': expected 5 chips or more, got 4"),
    (lambda t: t.buy("A", 71), r"a re-buy of 'A': expected a stack of at most 100 chips afterwards, got 30 \+ 71"),
    (lambda t: t.buy("F", 10), "'F' does not sit here: expected one of A, B"),
    (lambda t: t.leave("F"), "'F' does not sit here"), (lambda t: t.charge("F"), "'F' does not sit here"),
    (lambda t: t.settle({"A": HIGH}), "expected a board for 'B'"),
    (lambda t: t.settle({"A": [HIGH, LOW], "B": LOW}), "'A' plays one hand: expected one board, got"),
    (lambda t: t.settle([HIGH, LOW]), "boards: expected a mapping from players, got"),
    (lambda t: t.settle({"A": HIGH, "B": LOW}, declare=True), "declare: expected a mapping from players, got True"),
    (lambda t: t.settle({"A": HIGH, "B": LOW}, button_stays="no"), "button_stays: expected True or False, got 'no'"),
    (lambda t: t.settle({"A": HIGH, "B": LOW}, reserved={"A": "As"}), "reserved: expected none"),
    (lambda t: t.deal(sitting_out=["A"]),
     r"deal: expected two or more players with 9 chips or more, got 1 \(1 player sitting out\)"),
    (lambda t: t.settle({"A": HIGH, "B": LOW, "F": LOW}), "'F' is not dealt in: expected one of B, A"),
    (lambda t: t.settle({"A": HIGH, "B": LOW}, declare={"F": True}), "'F' is not dealt in"),
    (lambda t: (t.deal(), t.deal()), "deal 1 is in progress: settle or cancel it first"),
    (lambda t: (t.deal(), t.buy("A", 10)), "deal 1 is in progress: settle or cancel it first"),
    (lambda t: (t.deal(), t.leave("A")), "deal 1 is in progress: settle or cancel it first"),
    (lambda t: (t.deal(), t.sit("F", 30)), "deal 1 is in progress: settle or cancel it first"),
    (lambda t: (t.deal(), t.charge("A")), "deal 1 is in progress: settle or cancel it first"),
])  # fmt: skip
def test_actions_that_a_table_refuses(refuses, act, message):
    terms = {"buy_in_most": 100, "rebuy_least": 5}
    table = table_of(30, 30, rules=cp.Rules.from_dict({"base": "face-up", "table": terms}))
    events = table.events
    refuses(errors.TableError, message, act, table)
    assert [event for event in table.events if event["event"] != "begin"] == [*events]
    assert table.stacks == {"A": 30, "B": 30}


def test_a_re_buy_leaves_at_most_the_highest_buy_in(refuses):
    rules = cp.Rules.from_dict({"base": "face-up", "table": {"buy_in_most": 100}})  # [FU]
    table = table_of(300, 300, rules=rules, unit=3)
    refuses(errors.TableError, r"expected a stack of at most 300 chips afterwards, got 300 \+ 3", table.buy, "A", 3)
    table.settle({"A": HIGH, "B": LOW})
    loser = min(table.stacks, key=table.stacks.get)
    lost = 300 - table.stacks[loser]
    refuses(errors.TableError, "of at most 300 chips afterwards", table.buy, loser, lost + 1)
    table.buy(loser, lost)
    assert table.stacks[loser] == 300


def test_tables_that_cannot_be_made(refuses, path):
    message = "unit: expected chips per point, an int from 1 to 1000000000000, got 0"
    refuses(errors.TableError, message, cp.app.table.Table, "pagat", unit=0)
    refuses(errors.TableError, "button: expected a seat from 0 to 3, got 4", cp.app.table.Table, "pagat", button=4)
    refuses(cp.errors.RulesError, "unknown rules", cp.app.table.Table, "nobody")
    table = table_of(30, 30, 30, 30)
    refuses(errors.TableError, "all 4 seats are taken", table.sit, "F", 30)
    cp.app.table.Table("pagat", ledger=path)
    with pytest.raises(errors.LedgerError, match=r"table\.jsonl: the file exists: Table\.from_ledger resumes a ledger"):
        cp.app.table.Table("pagat", ledger=path)


def test_an_error_leaves_a_deal_that_was_begun():
    table = table_of(30, 30)
    table.deal()
    with pytest.raises(cp.errors.BoardError):
        table.settle({"A": HIGH, "B": "nonsense"})
    table.settle({"A": HIGH, "B": LOW})
    with pytest.raises(cp.errors.BoardError):
        table.settle({"A": HIGH, "B": "nonsense"})
    table.buy("A", 5)  # no deal is in progress
    assert table.deal().number == 2


def test_naturals_are_declared_or_not(refuses):
    table = table_of(100, 100, rules="pagat")
    dragon = "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As"
    other = "Qs Qh 7d / Js Jd Jc 2c 2h / 5s 5h 5d 8s Ac"
    assert table.settle({"A": dragon, "B": other}).chips == (-13, 13)
    played = table.settle({"A": dragon, "B": other}, declare={"A": False})
    assert played.pairs[0].decided_by is cp.settling.DecidedBy.FOUL  # Bob's board
    lesser = table.settle({"A": dragon, "B": other}, declare={"A": cp.rulebook.Pattern.THREE_STRAIGHTS})
    assert lesser.chips == (-3, 3)
    message = r"declare\['B'\]: the board may not declare 'six pairs' under these rules: it may declare none"
    refuses(cp.errors.RulesError, message, table.settle, {"A": dragon, "B": other}, declare={"B": "six pairs"})


# ---- the ledger ----
@pytest.mark.parametrize("rules", [on_one_street("face-up"), "face-up", "pineapple", "hawaiian-gardens", "pagat",
                                   "malayan", "single-winner", "pool",
                                   RAKED,
                                   cp.Rules(pairings="pool", pool_ties="carry over", scoop_bonus=3, dealer_compensation=1),
                                   cp.Rules(aces=(1, 2, 6, 8), dealer_compensation=2, surrender=1)],
                         ids=str)  # fmt: skip
def test_all_chips_are_accounted_for_and_a_ledger_is_read_back(path, rules):
    rng = random.Random(5)
    table = cp.app.table.Table(rules, unit=5, ledger=path)
    play(table, rng, 30)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == list(table.events) == cp.app.table.read_ledger(path)
    again = cp.app.table.Table.from_ledger(path)
    for attribute in ("rules", "unit", "players", "stacks", "button", "fees", "rake", "jackpot", "carried", "events"):
        assert getattr(again, attribute) == getattr(table, attribute)
    play(again, random.Random(6), 10)
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(again.events)
    for player in again.players:
        trace = again.trace(player.name)
        assert trace[-1].stack == player.stack == sum(entry.chips for entry in trace)
    names = {event["player"] for event in again.events if event["event"] == "sit"}
    traced = [entry for name in names for entry in again.trace(name)]
    assert sum(entry.chips for entry in traced) == sum(again.stacks.values())
    assert sum(entry.chips for entry in traced if entry.event == "deal") == 0
    assert -sum(entry.chips for entry in traced if entry.event == "fee") == again.fees
    assert -sum(entry.chips for entry in traced if entry.event in ("rake", "jackpot")) == again.rake + again.jackpot
    assert any(entry.event == "jackpot" for entry in traced) == (rules is RAKED)


def test_a_torn_last_line_is_dropped(path):
    table = cp.app.table.Table("pagat", ledger=path)
    table.sit("A", 50)
    table.sit("B", 50)
    table.settle({"A": HIGH, "B": LOW})
    content = path.read_bytes()
    start = content.rindex(b"\n", 0, -1) + 1
    for cut in {start + 1, start + 30, len(content) - 2}:
        path.write_bytes(content[:cut])
        with pytest.warns(errors.LedgerWarning, match="line 4: dropped the unreadable last line: "):
            again = cp.app.table.Table.from_ledger(path)
        assert again.stacks == {"A": 50, "B": 50}
        assert path.read_bytes() == content[:cut]  # reading changes nothing
        again.settle({"A": HIGH, "B": LOW})
        assert path.read_bytes() == content
    path.write_bytes(content[:-1])  # only the line break is missing, so nothing is torn
    again = cp.app.table.Table.from_ledger(path)
    assert again.stacks == {"A": 53, "B": 47}
    again.buy("A", 5)
    assert path.read_bytes() == content + b'{"event": "buy", "player": "A", "chips": 5}\n'
    path.write_bytes(content + b"\0" * 100)
    with pytest.warns(errors.LedgerWarning):
        assert cp.app.table.Table.from_ledger(path).stacks == {"A": 53, "B": 47}


@pytest.mark.parametrize(("change", "line", "message"), [
    (lambda e: e.insert(2, "nonsense"), 3, "expected an event"),
    (lambda e: e.insert(2, {"event": 5}), 3, "expected an event"),
    (lambda e: e.insert(2, {"event": "party"}), 3, "unknown event 'party'"),
    (lambda e: e.insert(2, {"event": "players"}), 3, "unknown event 'players'"),
    (lambda e: e.insert(2, {"event": "party", "player": "A", "chips": 1}), 3, "unknown event 'party'"),
    (lambda e: e[1].update(chips=0), 2, "the first buy-in of 'A': expected 1 chip or more, got 0"),
    (lambda e: e[1].update(seat=-1), 2, r"seat: expected a free seat \(0, 1, 2, 3\), got -1"),
    (lambda e: e[1].update(seat=True), 2, r"seat: expected a free seat \(0, 1, 2, 3\), got True"),
    (lambda e: e[2].update(player="A"), 3, "'A' sits here already"),
    (lambda e: e[3].update(payments=[]), 4, r"stacks: expected \{'B': 50, 'A': 50\} after these payments, got \{'B': 47, "),
    (lambda e: e[3].update(payments=[["B", "Z", 3]]), 4, "'Z' does not sit here: expected one of A, B"),
    (lambda e: e[3].update(payments=[["B", "A", 53]]), 4, "expected 100 chips in total and no negative stack, got 100"),
    (lambda e: e[3].update(payments=[["B", "A", 0.5]]), 4, "expected 100 chips in total and no negative stack"),
    (lambda e: e[3].update(stacks={"A": 1}), 4, r"stacks: expected \{'B': 47, 'A': 53\} after these payments, got"),
    (lambda e: e[3].update(carried=[1, 0, 0]), 4, "carried: the rules 'pagat' have no pool"),
    (lambda e: e[3].update(carried=[0, 0]), 4, "carried: expected the points of three rows"),
    (lambda e: e[3].update(reserved={"A": "As"}), 4, "reserved: expected none, because hands cannot be reserved"),
    (lambda e: e[3].update(to_jackpot=1), 4, "expected 100 chips in total and no negative stack"),
    (lambda e: e[3].update(rake={"A": 1}), 4, r"stacks: expected \{'B': 47, 'A': 52\} after these payments, got"),
    (lambda e: e[3].update(button=3), 4, "button: expected the seat of a player, got 3"),
    (lambda e: e[3].update(button=0.0), 4, r"button: expected the seat of a player, got 0\.0"),
    (lambda e: e[3].update(button=True), 4, "button: expected the seat of a player, got True"),
    (lambda e: e[3].update(number=1.0), 4, r"expected deal 1, with the players B, A; got deal 1\.0"),
    (lambda e: e[3].update(fantasyland={"A": [[12, 0]]}), 4, "fantasyland: expected 0 cards, and a number of"),
    (lambda e: e[3].update(fantasyland={"A": [[14, -1]]}), 4, r"fantasyland: expected .* got \[14, -1\]"),
    (lambda e: e[3].update(fantasyland={"A": [[14.0, 0]]}), 4, r"fantasyland: expected .* got \[14\.0, 0\]"),
    (lambda e: e[3].update(fantasyland={"A": [[False, 0]]}), 4, r"fantasyland: expected .* got \[False, 0\]"),
    (lambda e: e[3].update(fantasyland={"A": [[14, 0]]}), 4, r"fantasyland: expected 0 cards, and .* got \[14, 0\]"),
    (lambda e: e[3].update(fantasyland={"A": []}), 4, "fantasyland: expected 1 hand of one of B, A, got 0 of 'A'"),
    (lambda e: e[3].update(fantasyland={"Z": [[14, 0]]}), 4, "fantasyland: expected 1 hand of one of B, A, got 1 of 'Z'"),
    (lambda e: e[3].update(number=2), 4, "expected deal 1, with the players B, A"),
    (lambda e: e[3].update(players=["A", "B"]), 4, "expected deal 1, with the players B, A"),
    (lambda e: e[3].update(hands=7), 4, "hands: expected 1, or 2 for two players if the rules allow it, got 7"),
    (lambda e: e[3].pop("hands"), 4, "missing key 'hands'"),
    (lambda e: e.append({"event": "cancel"}), 5, "cancel: there is no deal in progress"),
    (lambda e: e.append({"event": "board", "player": "A"}), 5, "board: there is no deal in progress"),
    (lambda e: e.append({"event": "leave", "player": "A", "chips": 4}), 5, "'A' leaves: expected 53 chips, got 4"),
    (lambda e: e.append({"event": "fee", "player": "A", "chips": 4, "minute": 0}), 5,
     "table.fees.by_limit: these rules charge no fee"),
    (lambda e: e[0].update(version=2), 1, "expected a table of version 1, got 'table' of version 2"),
    (lambda e: e[0].update(unit=-1), 1, "unit: expected chips"),
    (lambda e: e[0].update(button="x"), 1, "button: expected a seat"),
    (lambda e: e[0]["rules"].update(foul="x"), 1, "foul: expected an int"),
    (lambda e: e.pop(0), 1, "expected a table of version 1, got 'sit'"),
    (lambda e: e.clear(), 1, "expected a table of version 1, got no event"),
])  # fmt: skip
def test_a_bad_ledger_is_refused_with_its_line(tmp_path, change, line, message):
    path = changed_ledger(tmp_path, change)
    with pytest.raises(errors.LedgerError, match=f"line {line}: {message}") as caught:
        cp.app.table.Table.from_ledger(path)
    assert caught.value.line == line


def changed_ledger(folder, change):
    """Return the path of a ledger with a settled deal, after a change of its events."""
    path = folder / "table.jsonl"
    table = cp.app.table.Table("pagat", ledger=path)
    table.sit("A", 50)
    table.sit("B", 50)
    table.settle({"A": HIGH, "B": LOW})
    events = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    change(events)
    path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    return path


@pytest.mark.parametrize(("changes", "message"), [
    ({"points": [3, -3]}, r"points: expected \[-3, 3\] for these boards, got \[3, -3\]"),
    ({"payments": [["B", "A", 4]], "stacks": {"A": 54, "B": 46}},
     r"payments: expected \[\['B', 'A', 3\]\] for these boards"),
    ({"boards": ["foul", "foul"]}, r"points: expected \[0, 0\] for these boards, got \[-3, 3\]"),
    ({"boards": [HIGH, "x"]}, "the board of A: bad board 'x'"),
    ({"boards": [HIGH]}, r"boards: expected one for each of 2 hands, got \['Ah Kd 2c"),
    ({"declare": []}, r"declare: expected one for each of 2 hands, got \[\]"),
    ({"declare": [True, "party"]}, r"declare\['A'\]: the rules '.*' have no natural 'party'"),
])  # fmt: skip
def test_a_check_settles_deals_again(tmp_path, changes, message):
    """Payments and stacks that were changed together still add up."""
    path = changed_ledger(tmp_path, lambda events: events[3].update(changes))
    table = cp.app.table.Table.from_ledger(path)
    with pytest.raises(errors.LedgerError, match=f"table.jsonl, line 4: {message}") as caught:
        table.check()
    assert caught.value.line == 4


def test_a_check_counts_deals_and_unaccounted_chips_are_detected(refuses, tmp_path):
    table = cp.app.table.Table.from_ledger(changed_ledger(tmp_path, lambda _: None))
    assert table.check() == 1
    table.undo()
    table.settle({"A": HIGH, "B": LOW}, button_stays=True)
    assert (table.check(), table.deals) == (2, 1)  # with the deal that was undone
    in_memory = table_of(50, 50, rules="pagat")
    assert in_memory.check() == 0
    in_memory.settle({"A": HIGH, "B": LOW})
    in_memory._ledger.events[-1]["points"] = [3, -3]
    refuses(errors.LedgerError, r"^line 4: points: expected \[-3, 3\] for these boards, got \[3, -3\]", in_memory.check)
    table = table_of(50, 50, rules=RAKED)
    table._history.state = replace(table._history.state, jackpot=5)
    with pytest.raises(errors.LedgerError, match="expected 100 chips in total and no negative stack, got 105"):
        table.settle({"A": HIGH, "B": LOW})


def test_an_event_that_cannot_be_written_changes_nothing(refuses, path, tmp_path, monkeypatch):
    table = cp.app.table.Table("pagat", ledger=path)
    table.sit("A", 50)
    table.sit("B", 50)
    before = path.read_bytes()

    def fail(_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    for act in (lambda: table.buy("A", 5), lambda: table.settle({"A": HIGH, "B": LOW})):
        refuses(OSError, "disk full", act)
        assert (path.read_bytes(), table.stacks) == (before, {"A": 50, "B": 50})
    refuses(OSError, "disk full", cp.app.table.Table, "pagat", ledger=tmp_path / "new.jsonl")
    assert [file.name for file in tmp_path.iterdir()] == ["table.jsonl"]
    path.write_bytes(before[:-10])
    with pytest.warns(errors.LedgerWarning):
        torn = cp.app.table.Table.from_ledger(path)
    refuses(OSError, "disk full", torn.sit, "C", 50)
    monkeypatch.undo()
    torn.sit("C", 50)  # drops the torn line and continues the file
    assert cp.app.table.Table.from_ledger(path).stacks == torn.stacks == {"A": 50, "C": 50}
    path.write_bytes(before)
    table.settle({"A": HIGH, "B": LOW})
    assert cp.app.table.Table.from_ledger(path).stacks == table.stacks


def test_a_table_that_was_killed_at_its_first_line_is_begun_again(path):
    run_until_killed("import cpoker_fast as cp\ncp.app.table.Table('pagat', ledger=sys.argv[1])", path, at=("torn", 1))
    assert path.stat().st_size > 0
    with (
        pytest.warns(errors.LedgerWarning),
        pytest.raises(errors.LedgerError, match="line 1: expected a table .* got no event"),
    ):
        cp.app.table.Table.from_ledger(path)
    with pytest.raises(errors.LedgerError, match="the file exists"):
        cp.app.table.Table("simple", ledger=path)  # another table
    cp.app.table.Table("pagat", ledger=path).sit("A", 50)
    assert cp.app.table.Table.from_ledger(path).stacks == {"A": 50}


def test_a_killed_table_continues(tmp_path):
    """A table is killed while it writes an event: the ledger is complete up to that event, or its last line is torn."""
    path, deals = tmp_path / "table.jsonl", 0
    cp.app.table.Table("pagat", ledger=path).sit("A", 10**6)
    cp.app.table.Table.from_ledger(path).sit("B", 10**6)
    code = (
        "import cpoker_fast as cp\n"
        "table = cp.app.table.Table.from_ledger(sys.argv[1])\n"
        f"while True: table.settle({{'A': {HIGH!r}, 'B': {LOW!r}}})\n"
    )
    for moment, more in (("torn", 4), ("torn", 4), ("written", 5), ("synced", 5)):
        run_until_killed(code, path, at=(moment, 5))
        deals += more
        is_torn = moment == "torn"
        dropped = pytest.warns(errors.LedgerWarning, match="dropped the unreadable last line")
        with dropped if is_torn else contextlib.nullcontext():
            table = cp.app.table.Table.from_ledger(path)
        assert len(table.events) == 3 + deals
        assert table.stacks == {"A": 10**6 + 3 * deals, "B": 10**6 - 3 * deals}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_ledger_survives_forty_kills(tmp_path):
    """A table is killed at random moments; every chip is accounted for each time."""
    code = """
import os, random, signal, sys, time, warnings
import cpoker_fast as cp
from tables import RAKED, chips_of, play
warnings.simplefilter("ignore", cp.errors.LedgerWarning)
rng, kills, paid = random.Random(1), 0, 0
for ledger in range(4):
    path = os.path.join(sys.argv[1], f"{ledger}.jsonl")
    cp.app.table.Table(RAKED, unit=5, ledger=path)
    for kill in range(10):
        size = os.path.getsize(path)
        child = os.fork()
        if not child:
            play(cp.app.table.Table.from_ledger(path), random.Random(kill), 10**6)
        more = rng.randrange(12_000)  # bytes
        while kill and os.path.getsize(path) <= size + more:  # the first is killed at once, perhaps before it has begun
            assert os.waitpid(child, os.WNOHANG) == (0, 0), "the table stopped by itself"
            time.sleep(0.0001)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        table = cp.app.table.Table.from_ledger(path)
        events = cp.app.table.read_ledger(path)
        bought = sum(event["chips"] for event in events if event["event"] in ("sit", "buy"))
        assert chips_of(table) == bought - sum(event["chips"] for event in events if event["event"] == "leave")
        assert len(events) > kill
        kills += 1
    won = sum(sum(event["jackpot"].values()) for event in events if event["event"] == "deal")
    assert 2 * (won + table.jackpot) == table.rake  # a third of each rake goes into the jackpot
    paid += won
print(kills, paid)
"""
    path = str(Path(__file__).parents[2] / "helpers")
    result = subprocess.run(
        [sys.executable, "-P", "-c", code, str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=600, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    kills, paid = map(int, result.stdout.split())
    assert kills == 40
    assert paid > 0


def test_notebooks_show_the_standings():
    table = cp.app.table.Table("pagat", unit=5)
    for name in ("Ann", "<i>Bo</i>", "Cy"):
        table.sit(name, 500)
    table.settle({"Ann": HIGH, "<i>Bo</i>": LOW, "Cy": cp.FOUL})
    table.leave("Cy")
    shown = table._repr_html_()
    assert "pagat, 5 chips per point, 1 deal" in shown
    assert "<i>" not in shown
    for standing in table.standings():
        name = standing.name.replace("<", "&lt;").replace(">", "&gt;")
        row = re.search(rf"<tr><td[^>]*>{re.escape(name)}<.*?</tr>", shown)[0]
        assert re.findall(r">([^<>]*)</td>", row)[2:5] == [str(standing.stack), str(standing.bought), f"{standing.won:+d}"]
        assert (">left</td>" in row) == (standing.name == "Cy")
        assert (">button</td>" in row) == (standing.seat == table.button)
    assert "in progress" not in shown
    table.deal()
    assert "A deal is in progress." in table._repr_html_()
