"""Records of the deals of a table."""

import random
from dataclasses import replace

import pytest
from known_boards import DRAGON, HIGH, LOW
from tables import deal_boards, table_of

import cpoker_fast as cp
from cpoker_fast import notation
from cpoker_fast.app.table import Table

ENTERS = "Ks Kd 2d / As Ah 7h 7c 4h / Ts Th Tc 5d 5s"  # kings in front: a Fantasyland of 14 cards
OTHER = "Qs Jd 2c / 8s 8h 6c 6d 3h / Ac Ad 9s 9h 4c"
CLOSED = [name for name in cp.presets() if cp.rules(name).is_closed]
KINGS = cp.Rules.from_dict(
    {"base": "closed", "name": "ours", "players": 3, "fantasyland": {"entry": {"front": {"pair K": 14}}}}
)


def test_a_record_is_that_of_the_deal_with_its_declarations_and_rules():
    table = table_of(100, 100, rules="pagat")
    settled = table.settle({"A": HIGH, "B": LOW})
    deal = cp.Deal("pagat", 2, stacks=[[*cp.Board.parse(board).hand] for board in (LOW, HIGH)], button=1)
    deal.place(LOW).place(HIGH)
    (record,) = table.records().values()
    assert (record, record.settlement().points) == (notation.Record.of_deal(deal, ["B", "A"]), settled.points)
    assert notation.parse_deal(notation.format_deal(record)) == record
    table = table_of(100, 100, rules="pagat")
    table.settle({"A": DRAGON, "B": "Ah Kd 2c / 9s 9h 4c 4h 3s / Td Th Tc 5d 5s"}, declare={"A": False})
    table.change("one-six")
    table.settle({"A": HIGH, "B": LOW})
    first, second = table.records().values()
    assert (first.rules.name, second.rules.name, first.declared) == ("pagat", "one-six", (None, None))
    assert first.settlement().points == (1, -1)


@pytest.mark.parametrize("rules", CLOSED)
def test_records_have_the_points_of_the_ledger(rules, tmp_path):
    rng, path = random.Random(5), tmp_path / "table.jsonl"
    plain = replace(cp.rules(rules), name="ours", pool_ties="split", table=cp.rulebook.TableTerms())
    table = table_of(*[10**6] * 3, rules=plain, ledger=path)
    for _ in range(8):
        table.settle(deal_boards(rng, table.deal(), plain))
    events = [event for event in table.events if event["event"] == "deal"]
    records = Table.from_ledger(path).records()
    assert records == table.records()
    assert {*records} == {event["number"] for event in events}
    for number, record in records.items():
        assert record.names == tuple(events[number - 1]["players"])
        assert list(record.settlement().points) == events[number - 1]["points"]
        assert notation.parse_deal(notation.format_deal(record), rules=plain) == record


def test_fantasylands_of_closed_games_have_discards_if_the_table_dealt_them():
    table = table_of(100, 100, rules=KINGS)
    table.settle({"A": ENTERS, "B": OTHER})
    table.settle({"A": HIGH, "B": LOW})
    first, second = table.records().values()
    assert first.fantasyland == (0, 0)
    assert dict(zip(second.names, second.fantasyland, strict=True)) == {"A": 14, "B": 0}
    assert (second.moves[0].seat, second.unknown_discards(second.moves[0])) == (second.names.index("A"), 1)
    reviewed = cp.review(second, deals=512, seed=1)
    assert [second.names[move.seat] for move in reviewed.moves] == ["B"]  # the discards of A are unknown
    for plays in (False, True):
        table = table_of(100, 100, rules=KINGS)
        table.settle({"A": ENTERS, "B": OTHER})
        deal = table.deal(cards=True, seed=2)
        assert [len(deal.cards[name][0]) for name in "AB"] == [14, 13]
        boards = {name: cp.Board.of_cards([*hand][:13]) for name, (hand,) in deal.cards.items()}
        if plays:
            while table.turn:
                table.place(boards[table.turn])
        table.settle(None if plays else boards)
        record = table.records()[2]
        assert record.is_whole
        assert [str(move.placement.discards) for move in record.moves] == [str(deal.cards["A"][0] - boards["A"].hand), ""]


def test_hands_that_the_table_dealt_are_known_after_a_surrender():
    table = table_of(100, 100, rules="two-four")
    for deals_cards in (True, False):
        deal = table.deal(cards=deals_cards, seed=1 if deals_cards else None)
        hands = {name: hand for name, (hand,) in deal.cards.items()}
        other = cp.best_royalties(hands["A"], "two-four") if deals_cards else HIGH
        table.settle({"A": other, "B": None})
    dealt, not_dealt = table.records().values()
    assert notation.parse_deal(notation.format_deal(dealt)) == dealt
    assert [record.names[seat] for record in (dealt, not_dealt) for seat in record.surrendered] == ["B", "B"]
    assert (dealt.is_whole, not_dealt.is_whole) == (True, False)
    assert [len(cp.review(record, deals=512, seed=1).moves) for record in (dealt, not_dealt)] == [2, 1]
    table = table_of(100, 100, rules="two-four", reserve_hands=True)
    deal = table.deal(cards=True, seed=2)
    table.settle({name: cp.best_royalties(hands[0], "two-four") for name, hands in deal.cards.items()})
    reserved = table.reserved
    for begins in (False, True):
        if begins:
            table.deal()
        table.settle({"A": cp.best_royalties(reserved["A"], "two-four"), "B": None})
        record = table.records()[2]
        assert record.is_whole
        assert [cp.CardSet(stack) for stack in record.stacks] == [reserved[name] for name in record.names]
        while table.deals == 2:
            table.undo()


def test_deals_without_a_record_are_left_out():
    table = table_of(500, 500, rules=replace(cp.rules("face-up"), streets=((13, 13),), first_street_open=False))
    table.settle({"A": HIGH, "B": cp.FOUL})
    table.deal(2)
    first, second, third, fourth = ([*hand] for hand in cp.deal(4, seed=1))
    table.settle({"A": [first, second], "B": [third, fourth]})
    table.settle({"A": HIGH, "B": LOW})
    table.settle({"A": LOW, "B": HIGH})
    assert [*table.records()] == [1, 3, 4]
    table.undo()
    assert [*table.records()] == [1, 3]
    table.change("pineapple")
    table.settle({"A": HIGH, "B": LOW})
    assert ([*table.records()], table.deals) == ([1, 3], 4)


@pytest.mark.parametrize("rules", ["two-four", "face-up", "pineapple"])
@pytest.mark.parametrize("plays", [False, True])
def test_dead_hands_have_a_record(rules, plays, tmp_path):
    """A dead hand loses to any board, whatever its cards: with `HIGH`, to three rows and their royalties."""
    table = table_of(500, 500, rules=rules, ledger=tmp_path / "table.jsonl")
    if plays:
        table.deal(cards=True, seed=1)
        while table.turn:
            table.place(cp.FOUL) if table.turn == "B" else table.time_out()
        table.settle()
    elif rules == "two-four":
        table.settle({"A": HIGH, "B": cp.FOUL})
    else:
        return
    (record,) = Table.from_ledger(tmp_path / "table.jsonl").records().values()
    (event,) = (event for event in table.events if event["event"] == "deal")
    assert event["boards"][event["players"].index("B")] == "foul"
    points = dict(zip(event["players"], event["points"], strict=True))
    assert dict(zip(record.names, record.settlement().points, strict=True)) == points
    assert ([record.names[seat] for seat in record.dead], record.is_whole) == (["B"], plays)
    assert notation.parse_deal(notation.format_deal(record)) == record
