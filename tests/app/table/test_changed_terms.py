"""Tables: rules, chips per point and reserving hands that change between deals."""

import json
import random
from dataclasses import replace

import pytest
from known_boards import HIGH, LOW
from tables import RAKED, chips_of, play, raked, table_of

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.table import Table

BOARDS = {"A": HIGH, "B": LOW}
FIVE_SEATS = cp.Rules.from_dict({"base": "pagat", "table": {"seats": 5}})
CARRY = cp.Rules(name="carry", pairings="pool", pool_ties="carry over", scoop_bonus=3)
TIE = {"A": "3s 3h 6d / Ks Kh 9s 8h 7c / As Ah Td 9c 8d", "B": "3d 3c 7s / Kd Kc 9d 8c 7d / Ad Ac Tc 9h 8s"}


def test_players_keep_and_get_seats_and_a_button_without_seat_moves_on(path, refuses):
    table = table_of(50, 50, 50, 50, rules="pagat", ledger=path)
    message = r"all 4 seats are taken: expected rules with more \(table.seats, see Table.ch"
    refuses(errors.TableError, message, table.sit, "E", 50)
    assert table.change(FIVE_SEATS)
    assert (table.sit("E", 50), table.deal().waiting) == (4, ("E",))
    again = Table.from_ledger(path)
    assert (again.rules, again.stacks, again.current) == (FIVE_SEATS, table.stacks, table.current)
    assert again.rules.name == "pagat, changed"
    table = table_of(50, 50, rules=FIVE_SEATS, button=4)
    table.sit("E", 50, 3)
    table.settle(dict(zip("ABE", [HIGH, LOW, cp.FOUL], strict=True)), button_stays=True)
    table.sit("F", 50, 4)
    message = "table.seats: expected at least 5 for the seat of 'F', got 4 in the rules 'pagat'"
    refuses(errors.TableError, message, table.change, "pagat")
    table.leave("F")
    assert table.change("pagat")
    assert [player.seat for player in table.players] == [0, 1, 3]
    table = table_of(50, 50, 50, rules=FIVE_SEATS, button=4)
    assert table.deal().button == "A"
    table.cancel()
    table.change("pagat")
    assert (table.button, table.deal().button) == (0, "A")
    table = table_of(50, 50, rules="pagat")
    table.deal()
    refuses(errors.TableError, "deal 1 is in progress: settle or cancel it first", table.change, unit=2)
    table.cancel()
    table.change(unit=2)


def test_each_deal_is_settled_by_the_rules_of_its_time(path):
    table = table_of(100, 100, rules="pagat", ledger=path)
    terms = [{}, {"rules": "one-six"}, {"unit": 5}, {"rules": raked(chips=2), "unit": 1}]
    won = []
    for changes in terms:
        assert table.change(**changes) == bool(changes)
        before = table.stacks["A"]
        table.settle(BOARDS)
        won.append(table.stacks["A"] - before)
        again = Table.from_ledger(path)
        assert (again.check(), again.rules, again.unit, again.stacks) == (table.deals, table.rules, table.unit, table.stacks)
    assert (won, chips_of(table)) == ([3, 6, 30, 6 - 2], 200)
    assert [(entry.event, entry.chips) for entry in table.trace("A")] == [
        ("sit", 100), ("deal", 3), ("deal", 6), ("deal", 30), ("rake", -2), ("deal", 6),
    ]  # fmt: skip
    assert [(row.deals, row.won) for row in table.standings()] == [(4, 43), (4, -47)]


def test_a_change_is_an_event_with_what_differs(tmp_path):
    table = table_of(50, 50, rules="pagat", ledger=tmp_path / "table.jsonl")
    before = table.events
    assert not table.change()
    assert not table.change("pagat", unit=1, reserve_hands=False)
    assert not table.change(replace(cp.rules("pagat"), name="ours"))  # the same rules
    assert (table.events, table.rules.name) == (before, "pagat")
    assert table.change("pagat", unit=2, reserve_hands=True)
    assert table.change("simple", unit=2)
    assert table.events[len(before) :] == (
        {"event": "change", "unit": 2, "reserve_hands": True},
        {"event": "change", "rules": cp.rules("simple").to_dict()},
    )
    assert (table.unit, table.reserve_hands, table.rules.name) == (2, True, "simple")


def test_a_change_can_be_undone(refuses, path):
    table = table_of(50, 50, rules="pagat", ledger=path)
    table.change(FIVE_SEATS, unit=5, reserve_hands=True)
    table.sit("E", 50, 4)
    for _ in range(2):
        table.undo()
        again = Table.from_ledger(path)
        assert (again.rules, again.unit, again.reserve_hands) == (table.rules, table.unit, table.reserve_hands)
    assert (table.rules.name, table.unit, table.reserve_hands) == ("pagat", 1, False)
    assert [entry.event for entry in table.trace("E")] == ["sit", "undo sit"]
    refuses(errors.TableError, r"seat: expected a free seat \(2, 3\), got 4", table.sit, "E", 50, 4)


def test_a_pool_that_carries_chips_is_played_first(refuses, path):
    table = table_of(50, 50, rules=CARRY, unit=2, ledger=path)
    table.settle(TIE)
    assert table.carried == (0, 2, 2)
    carries = "since the pool carries 8 chips to the next deal"
    refuses(errors.TableError, f"rules: expected rules with a pool, {carries}, got 'pagat'", table.change, "pagat", unit=3)
    refuses(errors.TableError, f"unit: expected 2, {carries}, got 3", table.change, unit=3)
    table.change("pool")  # another pool has the same chips
    assert table.carried == (0, 2, 2)
    table.settle(BOARDS)
    assert table.carried == (0, 0, 0)
    table.change("pagat", unit=3)
    assert (chips_of(table), Table.from_ledger(path).check()) == (100, 2)


def test_a_jackpot_keeps_its_chips_under_rules_without_jackpot(path):
    table = table_of(90, 90, rules=raked({"back": "straight flush"}, chips=10, to_jackpot=4), ledger=path)
    table.settle(BOARDS)
    table.change("pagat")
    table.settle(BOARDS)
    assert table.jackpot == 8
    table.change(RAKED)  # a jackpot that these boards win
    table.settle(BOARDS)
    assert table.events[-1]["jackpot"] == {"A": 2, "B": 5}  # a quarter and a half of 10 chips
    assert chips_of(table) == 180
    assert Table.from_ledger(path).jackpot == table.jackpot == 3


def test_reserved_hands_are_played_after_a_change(refuses, path):
    table = table_of(90, 90, rules="pagat", reserve_hands=True, ledger=path)
    spare = cp.deal(2, dead=[*cp.Board.parse(HIGH).cards(), *cp.Board.parse(LOW).cards()], seed=1)
    table.settle(BOARDS, reserved=dict(zip("AB", spare, strict=True)))
    table.change("simple", reserve_hands=False)
    table = Table.from_ledger(path)
    deal = table.deal()
    assert (deal.reserved, deal.reserves) == (dict(zip("AB", spare, strict=True)), False)
    table.settle({name: cp.best_royalties(hand, "pagat") for name, hand in deal.reserved.items()})
    table.settle(BOARDS)  # no hands are reserved
    table.change(reserve_hands=True)
    assert table.deal().reserves
    refuses(errors.TableError, "reserved: expected the hand of '[AB]'", table.settle, BOARDS)


def test_players_who_place_street_by_street_reserve_no_hands(refuses, path):
    table = table_of(90, 90, rules="pagat", reserve_hands=True, ledger=path)
    spare = cp.deal(2, dead=[*cp.Board.parse(HIGH).cards(), *cp.Board.parse(LOW).cards()], seed=1)
    table.settle(BOARDS, reserved=dict(zip("AB", spare, strict=True)))
    message = "reserve_hands: expected False under the rules 'pineapple', which deal street by street"
    refuses(errors.TableError, message, table.change, "pineapple")
    refuses(errors.TableError, message, Table, "pineapple", reserve_hands=True)
    table.change("pineapple", reserve_hands=False)
    assert table.reserved == table.deal().reserved == Table.from_ledger(path).reserved == {}
    table.settle(BOARDS)


@pytest.mark.parametrize(("terms", "error", "message"), [
    ({"rules": "party"}, cp.errors.RulesError, "unknown rules 'party'"),
    ({"rules": 5}, cp.errors.RulesError, "unknown rules 5"),
    ({"unit": 0}, errors.TableError, "unit: expected chips per point, an int from 1 to 1000000000000, got 0"),
    ({"unit": True}, errors.TableError, "unit: expected chips per point, .* got True"),
    ({"reserve_hands": 1}, errors.TableError, "reserve_hands: expected True or False, got 1"),
    ({"rules": raked({"back": "A-5-4-3-2"})}, cp.errors.RulesError,
     "table.rake.jackpot.back: no back can make 'A-5-4-3-2' under these rules"),
])  # fmt: skip
def test_terms_that_a_table_cannot_have(refuses, terms, error, message):
    table = table_of(50, 50, rules="pagat")
    before = table.events
    refuses(error, message, table.change, **terms)
    assert (table.events, table.rules.name, table.unit) == (before, "pagat", 1)


@pytest.mark.parametrize(("event", "message"), [
    ({"unit": 0}, "unit: expected chips per point"), ({"unit": "x"}, "unit: expected chips per point"),
    ({"reserve_hands": 0}, "reserve_hands: expected True or False, got 0"),
    ({"rules": {"foul": "x"}}, "foul: expected an int"),
    ({"rules": {"table": {"seats": 2}}}, "table.seats: expected at least 3 for the seat of 'C', got 2"),
    ({"rules": None}, "expected a table of rules, got None"),
])  # fmt: skip
def test_changes_in_a_ledger_are_checked(path, event, message):
    table_of(50, 50, 50, rules="pagat", ledger=path)
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"event": "change"} | event) + "\n")
    with pytest.raises(errors.LedgerError, match=f"table.jsonl, line 5: {message}") as caught:
        Table.from_ledger(path)
    assert caught.value.line == 5


def test_fees_and_buy_ins_follow_the_rules_of_the_time(refuses):
    table = table_of(50, 50, rules="pagat")
    refuses(cp.errors.RulesError, "these rules charge no fee", table.charge, "A")
    table.change("face-up", unit=10)
    assert table.charge("A") == 12
    refuses(errors.TableError, "the first buy-in of 'C': expected 300 chips or more, got 299", table.sit, "C", 299)
    table.change(unit=1)
    assert table.charge("A") == 10


def test_all_chips_are_accounted_for_while_rules_change(path):
    rng = random.Random(7)
    table = Table("pool", unit=5, ledger=path)
    for rules in [RAKED, "face-up", "pool", "pineapple", "malayan", "pagat"] * 3:
        table.change(rules, unit=rng.choice([1, 5, 10]))
        play(table, rng, 3)
        again = Table.from_ledger(path)
        assert (again.check(), again.stacks, again.rules) == (table.deals, table.stacks, table.rules)
        while len(table.players) > 3:
            table.leave(table.players[-1].name)
    assert table.jackpot > 0
    for player in table.players:
        assert table.trace(player.name)[-1].stack == player.stack
