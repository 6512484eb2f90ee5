"""Deals with surrenders as text."""

import dataclasses
import pickle
import random

import pytest
from finished_deals import placed_at_random

import cpoker_fast as cp
from cpoker_fast import Deal, Placement
from cpoker_fast.errors import NotationError
from cpoker_fast.game import Move
from cpoker_fast.notation import Record, format_deal, parse_deal

SURRENDERED = """\
[Rules "two-four"]
[Players ["Ann", "Bo", "Cy"]]
[Button 1]
[Points [6, -4, -2]]
[NextFantasyland [0, 0, 0]]
1: As1 Ad1 2c1 / Ks1 Kd1 Kc1 4c1 3d1 / Js1 Jh1 Jd1 9h1 9c1
2: surrender
3: Qs1 8d1 2h1 / Ts1 Th1 7d1 6c1 4s1 / Td1 Tc1 8h1 5s1 5h1"""
BOARDS = ["As Ad 2c / Ks Kd Kc 3d 4c / Js Jd Jh 9c 9h", None, "Qs 8d 2h / Ts Th 7d 6c 4s / Td Tc 8h 5s 5h"]


def test_a_surrender_is_read_and_written():
    """A surrender pays 2 to each opponent; seat 0 wins three rows and the overall point against seat 2 (rules 2-4)."""
    record = parse_deal(SURRENDERED)
    assert format_deal(record) == SURRENDERED
    assert record.surrendered == (1,)
    assert record.moves[0] == Move(1, 0, Placement.surrender())
    assert record.settlement().points == cp.settle(BOARDS, "two-four").points == (6, -4, -2)
    assert record.next_fantasyland == (0, 0, 0)
    assert record.to_dict()["moves"][0] == {"seat": 1, "street": 0, "surrender": True}
    assert record.to_dict()["settlement"]["points"] == [6, -4, -2]
    assert [board.is_complete for board in record.boards()] == [True, False, True]
    assert "surrender, -4 points" in record._repr_html_()
    assert parse_deal(SURRENDERED.replace("surrender", "  surrender\t")) == record
    assert pickle.loads(pickle.dumps(record)) == record
    assert not record.is_whole  # the cards of seat 1 are unknown
    for seed in range(3):
        deal = record.deal(seed=seed)
        assert Record.of_deal(deal, record.names) == record
        assert not {*deal.stacks[1]} & {*deal.stacks[0], *deal.stacks[2]}
    whole = parse_deal(format_deal(deal, dealt=True))
    assert whole.is_whole
    assert whole.deal().stacks == deal.stacks


def test_a_view_hides_surrenders_until_the_showdown():
    deal = Deal("two-four", 3, seed=1, button=0).place("surrender")
    lines = {viewer: format_deal(deal, viewer=viewer).splitlines()[-3:] for viewer in range(3)}
    assert [lines[viewer][1] for viewer in range(3)] == ["2: ? / ? / ?", "2: surrender", "2: ? / ? / ?"]
    for viewer in range(3):
        record = Record.of_deal(deal, viewer=viewer)
        assert parse_deal(format_deal(record)) == record
        assert record.surrendered == deal.position(viewer).surrendered
        assert record.deal(seed=1).position(viewer) == deal.position(viewer)
        if viewer != 1:
            assert record.boards()[1] is None
            assert record.to_dict()["moves"] == [{"seat": 1, "street": 0, "hidden": True}]
    deal.time_out()
    deal.time_out()
    for viewer in range(3):
        assert Record.of_deal(deal, viewer=viewer) == Record.of_deal(deal)


@pytest.mark.parametrize("seed", range(30))
def test_deals_with_surrenders_are_read_back_as_they_were(seed):
    rng = random.Random(seed)
    rules = dataclasses.replace(cp.rules("closed"), name="ours", surrender=2)
    players = rng.randint(2, 3)
    lands = [rng.choice([0, 0, 13, 14]) for _ in range(players)]
    deal = Deal(rules, players, seed=seed, button=rng.randrange(players), fantasyland=lands)
    for _ in range(rng.randint(1, players)):
        deal.place("surrender") if rng.random() < 0.5 else placed_at_random(deal, rng)
    for viewer in (None, *range(players)):
        text = format_deal(deal, viewer=viewer)
        record = parse_deal(text)
        assert record == Record.of_deal(deal, viewer=viewer)
        assert format_deal(record) == text
        again = record.deal(seed=seed)
        if viewer is None:
            assert (again.moves, again.boards, again.surrendered) == (deal.moves, deal.boards, deal.surrendered)
        else:
            assert again.position(viewer) == deal.position(viewer)
    assert parse_deal(format_deal(deal, dealt=True)).deal().stacks == deal.stacks


@pytest.mark.parametrize(("old", "new", "line", "column", "message"), [
    ("two-four", "pagat", 7, 4, "seat 2 surrenders, which the rules 'pagat' do not allow"),
    ("2: surrender", "2: surrender hand As", 7, 14, "unexpected 'hand': expected nothing after 'surrender'"),
    ("2: surrender", "2: surrender / - / -", 7, 14, "unexpected '/': expected nothing after 'surrender'"),
    ("2: surrender", "2: surrenders", 7, 14, "expected three rows with '/' between them, got 1"),
    ("2: surrender", "2: Surrender", 7, 13, "expected three rows with '/' between them, got 1"),
    ("[6, -4, -2]", "[6, -2, -4]", 4, 9, "Points: expected [6, -4, -2], the result of the boards"),
    ("[Button 1]", "[Button 1]\n[TimedOut [[], [1], []]]", 4, 11, "TimedOut: seat 2: expected no streets, got '[1]'"),
])  # fmt: skip
def test_bad_surrenders(old, new, line, column, message):
    text = SURRENDERED.replace(old, new)
    with pytest.raises(NotationError) as caught:
        parse_deal(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in str(caught.value)


def test_a_surrender_out_of_turn():
    text = '[Rules "two-four"]\n[Button 1]\n1: surrender\n2: - / - / -'
    with pytest.raises(NotationError, match="line 3, column 4: seat 1 surrendered out of turn: it is the turn of seat 2"):
        parse_deal(text)
    with pytest.raises(NotationError, match="line 4, column 4: seat 2 surrenders, which the rules 'pineapple' do not allow"):
        parse_deal('[Rules "pineapple"]\n[Button 1]\n1: - / - / -\n2: surrender')


def test_a_player_who_surrenders_declares_nothing():
    ours = dataclasses.replace(cp.rules("pagat"), name="ours", surrender=2)
    deal = Deal(ours, 2, seed=1).place("surrender")
    deal.time_out()
    text = format_deal(deal, full=False)
    lines = text.replace("[Points", '[Declared [null, "dragon"]]\n[Points')
    with pytest.raises(NotationError, match="Declared: the board may not declare 'dragon' under these rules"):
        parse_deal(lines, ours)
    assert parse_deal(text, ours).declared == (None, None)
