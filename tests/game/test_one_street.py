"""Closed games: deals of one street, on which all cards are placed at once."""

import dataclasses

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.learning import VectorEnv
from cpoker_fast.notation import Record, format_deal, parse_deal
from cpoker_fast.openface import Deal, Position, Session
from cpoker_fast.players import bot

CLOSED = [name for name in cp.presets() if not cp.rules(name).is_open_face]


@pytest.mark.parametrize("name", CLOSED)
def test_a_deal_is_settled_as_the_boards_of_its_players(name):
    for players in (2, 3, 4):
        deal = Deal(name, players, seed=players, button=1)
        hands = [cp.CardSet(deal.dealt(seat, 0)) for seat in range(players)]
        assert [len(hand) for hand in hands] == [13] * players
        while not deal.is_over:
            position = deal.position()
            assert Position.parse(str(position)) == position
            assert position.hand == hands[deal.turn]
            deal.place(str(cp.best_royalties(position.hand, name)))
        boards = [cp.best_royalties(hand, name) for hand in hands]
        assert deal.settlement().points == cp.settle(boards, name, button=1).points
        assert deal.declare(False).settlement().points == cp.settle(boards, name, button=1, declare=False).points
        again = parse_deal(format_deal(deal))
        assert again.settlement() == deal.settlement()


def test_a_position_has_all_arrangements():
    position = Deal("pagat", 2, seed=1).position()
    assert len(position.placements()) == 72_072
    legal = sum(not cp.Board(*(placement.rows)).is_foul for placement in position.placements()[::97])
    assert 0 < legal < 72_072 // 97


@pytest.mark.parametrize("players", [2, 4])
def test_boards_are_hidden_until_the_showdown(players):
    deal = Deal("pagat", players, seed=3)
    hands = [cp.CardSet(deal.dealt(seat, 0)) for seat in range(players)]
    while not deal.is_over:
        for seat in range(players):
            position = deal.position(seat)
            assert Position.parse(str(position)) == position
            assert position.seen == (hands[seat] if position.hand or position.is_over else cp.CardSet())
            record = Record.of_deal(deal, viewer=seat)
            assert parse_deal(format_deal(record)) == record
            hidden = {move.seat for move in deal.moves} - {seat}
            assert [other for other, board in enumerate(record.boards()) if board is None] == sorted(hidden)
        deal.place(str(cp.best_royalties(deal.position().hand, "pagat")))
    assert len(deal.position(0).seen) == 13 * players


@pytest.mark.parametrize("players", [2, 3])
def test_environments_show_no_board_before_the_showdown(players):
    environments = VectorEnv(4, "pagat", players, autoreset_mode="Disabled")
    observations, _ = environments.reset(seed=1)
    for _ in range(13 * players):
        for observation in observations:
            assert all(not board.cards for board in environments.bits.read(observation).boards[1:])
        observations, _, terminations, *_ = environments.step(environments.sample_actions())
    assert terminations.all()
    for observation in observations:
        assert all(board.is_complete for board in environments.bits.read(observation).boards)


def test_opponents_of_the_core_do_not_see_boards_that_are_hidden():
    """The same choices for a hand, whatever the player before has set."""
    plays = set()
    for first in (0, 5000, 50_000):
        deal = Deal("pagat", 2, seed=3)
        deal.place(deal.position().placements()[first])
        plays.add(bot("careful").place(deal.position(), np.random.default_rng(1)))
    assert len(plays) == 1


def test_sessions_move_the_button_after_each_deal():
    session = Session("pagat", 3, seed=1)
    for button in (0, 1, 2, 0):
        assert session.deal.button == button
        while not session.deal.is_over:
            session.deal.place(str(cp.best_royalties(session.deal.position().hand, "pagat")))
        session.settle()
        session.next_deal()
    assert sum(session.totals) == 0


@pytest.mark.parametrize("name", ["pagat", "hawaiian-gardens", "single-winner"])
def test_environments_place_card_by_card(name):
    environments = VectorEnv(16, name, 2)
    environments.reset(seed=1)
    totals = np.zeros((16, 2))
    for _ in range(26):
        _, rewards, *_ = environments.step(environments.sample_actions())
        totals += rewards
    assert totals.any()
    assert (totals.sum(axis=1) == 0).all()


def test_a_pool_that_carries_points_needs_a_table():
    rules = dataclasses.replace(cp.rules("pool"), pool_ties="carry over")
    with pytest.raises(cp.RulesError, match=r"pool_ties: the pool of 'pool, changed' .* requires a cpoker_fast\.cardroom"):
        Session(rules)


@pytest.mark.parametrize("changes", [{"streets": ((14, 13),), "players": 3}, {"first_street_open": True}])
def test_one_street_of_other_cards_is_no_closed_game(changes):
    """Functions that deal 13 hidden cards would ignore the discard, or the cards that are seen."""
    rules = dataclasses.replace(cp.rules("pagat"), name="ours", **changes)
    assert rules.is_open_face
    assert rules.closed().streets == ((13, 13),)
    assert not rules.closed().is_open_face
    with pytest.raises(cp.RulesError, match="'ours' deal the cards street by street"):
        cp.players.ClosedActions(rules, 2)
    table = cp.cardroom.Table(rules)
    for name in "ab":
        table.sit(name, 100)
    with pytest.raises(cp.errors.TableError, match="the table deals no cards"):
        table.deal(cards=True)


def test_the_rules_limit_the_players():
    rules = dataclasses.replace(cp.rules("pagat"), name="ours", players=2)
    with pytest.raises(cp.errors.TableError, match="players: expected an int from 2 to 2, got 3"):
        cp.players.ClosedActions(rules, 3)
    with pytest.raises(cp.errors.SimulationError, match=r"players: expected .* \(ours is for 2 players\), got 3"):
        cp.tournament(rules, ["random", "balanced", "expert"], 10, players=3)


def test_a_deal_takes_decisions():
    """Of `arrange` and of bots: the board, and the natural to declare."""
    dragon = "2c 3c 4c 5d 6d 7d 8d 9d Th Jh Qh Kh Ah"
    rest = sorted({*range(52)} - {*cp.CardSet(dragon)})[:13]
    deal = Deal("pagat", 2, stacks=[dragon, rest])
    deal.place(cp.arrange(deal.position().hand, "pagat", opponents=1))
    decision = cp.arrange(dragon, "pagat", opponents=1)
    assert decision.declare is cp.Pattern.DRAGON
    assert deal.place(decision).declarations[0] is cp.Pattern.DRAGON
    assert deal.settlement().seats[0].natural is cp.Pattern.DRAGON
    assert deal.position(0).own.board() == decision.board
    deal = Deal("two-four", 2, seed=1)
    with pytest.raises(cp.errors.PlacementError, match="expected a placement, got a surrender, which a deal does not have"):
        deal.place(cp.Decision(None))
    with pytest.raises(cp.errors.RulesError, match="unknown pattern 'dargon'"):
        deal.place(cp.Decision(cp.best_royalties(deal.position().hand, "two-four"), "dargon"))
    assert (deal.moves, deal.declarations) == ([], ("if better", "if better"))
