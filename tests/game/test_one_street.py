"""Closed games: deals of one street, on which all cards are placed at once."""

import dataclasses

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import Deal, Placement, Position
from cpoker_fast.errors import PlacementError
from cpoker_fast.game import PartialBoard
from cpoker_fast.notation import Record, format_deal, parse_deal
from cpoker_fast.players import bot

CLOSED = [name for name in cp.presets() if cp.rules(name).is_closed]


@pytest.mark.parametrize("name", CLOSED)
def test_a_deal_is_settled_as_the_boards_of_its_players(name):
    for players in (2, 3, 4):
        deal = Deal(name, players, seed=players, button=1)
        hands = [cp.CardSet(deal.dealt(seat, 0)) for seat in range(players)]
        assert [len(hand) for hand in hands] == [13] * players
        while not deal.is_over:
            position = deal.position()
            assert (Position.parse(str(position)), position.hand) == (position, hands[deal.turn])
            deal.place(str(cp.best_royalties(position.hand, name)))
        boards = [cp.best_royalties(hand, name) for hand in hands]
        for declare in ("if better", False):
            assert deal.declare(declare).settlement().points == cp.settle(boards, name, button=1, declare=declare).points
            assert parse_deal(format_deal(deal)).settlement() == deal.settlement()


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


@pytest.mark.parametrize(("name", "players"), [("pagat", 2), ("pagat", 3), ("hawaiian-gardens", 2), ("single-winner", 2)])
def test_environments_show_no_board_before_the_showdown(name, players):
    pytest.importorskip("gymnasium")
    from cpoker_fast.learning import VectorEnv

    environments, totals = VectorEnv(16, name, players, autoreset_mode="Disabled"), np.zeros((16, players))
    observations, _ = environments.reset(seed=1)
    for _ in range(13 * players):
        for observation in observations:
            assert all(not board.cards for board in environments.bits.read(observation).boards[1:])
        observations, rewards, terminations, *_ = environments.step(environments.sample_actions())
        totals += rewards
    assert terminations.all()
    assert totals.any()
    assert (totals.sum(axis=1) == 0).all()
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


def test_a_closed_game_has_13_hidden_cards():
    """Functions that deal such hands would ignore a discard, or cards that are seen. The rules limit the players, too."""
    open_rules = dataclasses.replace(cp.rules("pagat"), name="ours", first_street_open=True)
    assert not open_rules.is_closed
    two = dataclasses.replace(cp.rules("pagat"), name="ours", players=2)
    for call, error, message in (
        (lambda: dataclasses.replace(open_rules, streets=((14, 13),), players=3, first_street_open=False),
         cp.errors.RulesError, r"streets\[0\]: expected at most 13 cards, got 14"),
        (lambda: cp.players.Observation(two, 3), cp.errors.TableError, "players: expected an int from 2 to 2, got 3"),
        (lambda: cp.tournament(two, ["random", "balanced", "expert"], 10, players=3), cp.errors.SimulationError,
         r"players: expected .* \(ours is for 2 players\), got 3"),
    ):  # fmt: skip
        with pytest.raises(error, match=message):
            call()


def test_a_deal_takes_decisions():
    """Of `arrange` and of bots: the board, and the natural to declare."""
    dragon = "2c 3c 4c 5d 6d 7d 8d 9d Th Jh Qh Kh Ah"
    rest = sorted({*range(52)} - {*cp.CardSet(dragon)})[:13]
    deal = Deal("pagat", 2, stacks=[dragon, rest])
    deal.place(cp.arrange(deal.position().hand, "pagat", opponents=1))
    best = cp.arrange(dragon, "pagat", opponents=1)
    assert best.declare is cp.rulebook.Pattern.DRAGON
    assert deal.place(best).declarations[0] is cp.rulebook.Pattern.DRAGON
    assert deal.settlement().seats[0].natural is cp.rulebook.Pattern.DRAGON
    assert deal.position(0).own.board() == best.board
    deal = Deal("pagat", 2, seed=1)
    with pytest.raises(PlacementError, match="declare: the board may not declare 'dargon'"):
        deal.place(cp.Placement(*cp.best_royalties(deal.position().hand, "pagat").rows, declare="dargon"))
    assert (deal.moves, deal.declarations) == ([], ("if better", "if better"))


# ---- declarations ----
DRAGON = "4c 3c 2c / 9d 8d 7d 6d 5d / Ah Kh Qh Jh Th"
PLAIN = "4d 3d 2h / 9c 8c 7s 7c 5s / Ad Ac Kd 6s 6c"


def deal_of_a_dragon():
    """Return a deal of seats 0 and 1 in which seat 1 acts first, and holds the dragon."""
    return Deal("pagat", 2, stacks=[[*cp.Board.parse(board).cards()] for board in (PLAIN, DRAGON)])


@pytest.mark.parametrize(("words", "declare", "points"), [
    ("", "if better", 13), (" declares dragon", cp.rulebook.Pattern.DRAGON, 13), (" declares the best natural", True, 13),
    (" declares three flushes", cp.rulebook.Pattern.THREE_FLUSHES, 3),
    (" declares nothing", False, 10),  # the fronts tie; two rows, each with a straight flush that pays 4 more
])  # fmt: skip
def test_placements_declare_naturals(words, declare, points):
    deal = deal_of_a_dragon().place(DRAGON + words)
    assert (deal.moves[0].placement, deal.declarations) == (Placement.parse(DRAGON + words), ("if better", declare))
    deal.place(PLAIN)
    assert deal.settlement().points == (-points, points)
    assert deal.settlement() == cp.settle([PLAIN, DRAGON], "pagat", declare=[None, declare])


def test_undoing_takes_a_declaration_back():
    deal, declared = deal_of_a_dragon().declare(True), (True, cp.rulebook.Pattern.DRAGON)
    assert deal.place(f"{DRAGON} declares dragon").declarations == declared
    assert deal.place(PLAIN).declarations == declared  # the placement says nothing about naturals
    deal.undo()
    assert deal.undo().placement.declare is cp.rulebook.Pattern.DRAGON
    assert deal.declarations == (True, True)
    deal.place(Placement.parse(DRAGON)).undo()
    assert deal.declarations == (True, True)
    deal.place(f"{DRAGON} declares nothing").declare("dragon", seat=1)  # the later one is valid
    assert deal.declarations == declared


UNDECLARED = "^declare: the board may not declare "


@pytest.mark.parametrize(("deal", "placement", "discard", "message"), [
    (deal_of_a_dragon, f"{DRAGON} declares one suit", None, f"{UNDECLARED}'one suit' under these rules: it may declare "),
    (deal_of_a_dragon, Placement.parse(f"{DRAGON} declares six pairs"), None, f"{UNDECLARED}'six pairs'"),
    (deal_of_a_dragon, Placement(*cp.Board.parse(DRAGON).rows, declare="six pairs"), None, f"{UNDECLARED}'six pairs'"),
    (deal_of_a_dragon, f"{PLAIN} declares dragon", None, "is not in the hand"),
    ("pagat", "surrender", None, "got a surrender, which the rules 'pagat' do not allow: see the option surrender"),
    ("pineapple", "surrender", None, "got a surrender, which the rules 'pineapple' do not allow"),
    ("two-four", "surrender", "As", "discards: expected none with a surrender, got As"),
    ("two-four", "surrender now", None, "expected nothing beside 'surrender'"),
    ("two-four", [Placement.surrender()] * 3, None, "cannot read cards"),
])  # fmt: skip
def test_refused_declarations_and_surrenders(deal, placement, discard, message):
    deal = Deal(deal, 2, seed=1) if isinstance(deal, str) else deal()
    for place in (deal.place, deal.position().place, deal.position().placement):
        with pytest.raises(PlacementError, match=message):
            place(placement, discard)
    assert (deal.moves, deal.surrendered, deal.declarations) == ([], (), ("if better", "if better"))


# ---- surrenders ----
# Under two-four, a surrender pays 2 to each opponent. Rows pay 1 point each, and the net winner of a pairing wins 1 more.
BOARDS = ["As Ad 2c / Ks Kd Kc 3d 4c / Js Jd Jh 9c 9h", None, "Qs 8d 2h / Ts Th 7d 6c 4s / Td Tc 8h 5s 5h"]
POINTS = (2 + 4, -2 - 2, 2 - 4)  # seat 0 wins all three rows against seat 2


def surrendered(rules="two-four", boards=BOARDS, **options):
    """Return a finished deal with these boards; players without a board surrender."""
    used = {card for board in boards if board for card in cp.Board.parse(board).cards()}
    spare = iter([card for card in range(52) if card not in used])
    stacks = [cp.Board.parse(board).cards() if board else [next(spare) for _ in range(13)] for board in boards]
    deal = Deal(rules, len(boards), stacks=stacks, **options)
    while (seat := deal.turn) is not None:
        deal.place(boards[seat] or "surrender")
    return deal


@pytest.mark.parametrize("surrender", ["surrender", Placement.surrender()])
def test_a_player_surrenders(surrender):
    deal = Deal("two-four", 2, seed=1, button=0)
    assert deal.place(surrender).turn == 0
    assert (deal.boards[1], deal.discards[1], deal.surrendered) == (PartialBoard(), cp.CardSet(), (1,))
    with pytest.raises(cp.errors.TableError, match="the deal is not over: expected 13 more cards to be placed"):
        deal.settlement()
    deal.place(cp.best_royalties(deal.position().hand, "two-four"))
    assert deal.is_over
    assert (deal.settlement().points, deal.next_fantasyland) == ((2, -2), (0, 0))
    deal.undo()
    assert deal.undo().placement == Placement.surrender()
    assert (deal.surrendered, deal.moves, deal.declarations) == ((), [], ("if better", "if better"))
    assert len(deal.position().hand) == 13


@pytest.mark.parametrize("button", [0, 1, 2])
def test_a_surrender_is_settled(button):
    deal = surrendered(button=button)
    assert deal.settlement().points == POINTS
    assert deal.settlement().seats == cp.settle(BOARDS, "two-four", button=button).seats
    assert [board.is_complete for board in deal.boards] == [True, False, True]
    assert [line.endswith("surrender") for line in str(deal).splitlines()[1:]] == [False, True, False]
    stacks = [100, 3, 100]
    assert deal.settlement(stacks=stacks).chips == cp.settle(BOARDS, "two-four", button=button, stacks=stacks).chips
    assert "surrender, -4 points" in deal.to_svg()
    assert surrendered(boards=[None] * 3).settlement().points == cp.settle([None] * 3, "two-four").points


def test_a_surrender_is_hidden_until_the_showdown():
    deal = Deal("two-four", 3, seed=1, button=0).place("surrender")
    position, other = deal.position(1), deal.position(2)
    assert (position.surrendered, position.is_over, position.has_surrendered, position.street) == ((1,), True, True, 1)
    assert (position.to_draw, position.to_place, position.hand) == (0, 0, cp.CardSet())
    assert (other.surrendered, other.is_over, other.boards[1]) == ((), False, PartialBoard())
    assert "surrender" not in other.to_svg()
    assert "surrender" in position.to_svg()
    placed = Deal("two-four", 3, stacks=deal.stacks, button=0)
    placed.time_out()
    assert placed.position(2) == other
    deal.time_out()
    deal.time_out()
    for seat in range(3):
        position = deal.position(seat)
        assert (position.surrendered, position.is_over, position.has_surrendered) == ((1,), True, seat == 1)
        assert Position.parse(str(position)) == position
        assert "surrender" in position.to_svg()
        assert position.boards == deal.boards


def test_a_position_surrenders():
    position = Deal("two-four", 2, seed=1).position()
    after = position.place("surrender")
    assert after == position.after(Placement.surrender()) == Deal("two-four", 2, seed=1).place("surrender").position(1)
    assert Position.parse(str(after)) == after
    rules = dataclasses.replace(cp.rules("pagat"), surrender=2)
    deal = Deal(rules, 2, seed=1, declare="dragon").place("surrender")
    assert deal.declarations == (cp.rulebook.Pattern.DRAGON, False)
    deal.undo()
    assert deal.declarations == (cp.rulebook.Pattern.DRAGON, cp.rulebook.Pattern.DRAGON)


def test_a_player_in_fantasyland_surrenders():
    """Under rules of one street, they place all cards at once as the others do."""
    rules = dataclasses.replace(cp.rules("closed"), name="ours", surrender=3)
    deal = Deal(rules, 2, seed=1, fantasyland=(0, 15))
    deal.place("surrender")
    position = deal.position(1)
    assert (position.surrendered, position.to_draw, position.is_over) == ((1,), 0, True)
    assert Position.parse(str(position), rules) == position
    deal.time_out()
    assert (deal.settlement().points, deal.next_fantasyland[1]) == ((3, -3), 0)
    for seat in range(2):
        assert Position.parse(str(deal.position(seat)), rules) == deal.position(seat)
    assert parse_deal(format_deal(deal)).settlement().points == (3, -3)


def replaced(old, new):
    """Return the text of a position with a surrender, of which a part is replaced."""
    text = str(surrendered().position(0))
    assert old in text
    return text.replace(old, new)


POSITION = Deal("two-four", 3, seed=1, button=0).position(2)
PARTS = {"rules": "two-four", "seat": 2, "button": 0, "boards": POSITION.boards, "surrendered": [1]}
HIDDEN = "hides_opponents: expected no surrender of player 2"


@pytest.mark.parametrize(("call", "error", "message"), [
    *[(lambda old=old, new=new: Position.parse(replaced(old, new)), cp.CpokerError, message) for old, new, message in [
        ("surrendered 2", "surrendered 1 2", "surrendered: expected no cards of player 1"),
        ("surrendered 2", "surrendered 5", "surrendered: expected a number from 1 to 3, got 5"),
        ("surrendered 2", "surrendered 2 2", r"surrendered: expected ascending seats, got \(1, 1\)"),
        ("surrendered 2", "surrendered x", "surrendered: expected a number, got 'x'"),
        ("; surrendered 2", "", "board 3: expected 0 cards, got 13: boards are hidden until the showdown"),
        ("two-four", "pagat", "surrendered: the rules 'pagat' have no surrender"),
        ("seat 1; button 1; street 2", "seat 2; button 1; street 1",
         "surrendered: expected a position after the last street, without cards of player 2"),
        ("surrendered 2", "surrendered 2; hand 3c", "hand: expected 0 cards after the last street, got 1"),
        ("surrendered 2", "surrendered 2; opponents hidden", HIDDEN),
    ]],
    *[(lambda hand=hand: Position(**PARTS, street=0, hand=hand), PlacementError,
       "surrendered: expected no other player before the showdown")
      for hand in (POSITION.hand, (), Deal("two-four", 3, seed=1, button=0).dealt(2, 0))],
    (lambda: Position(**PARTS, street=0, hand=POSITION.hand, hides_opponents=True), PlacementError, HIDDEN),
    (lambda: Position(**PARTS | {"surrendered": 5}, street=0, hand=POSITION.hand), PlacementError,
     "surrendered: expected a sequence of seats, got 5"),
    (lambda: Position("two-four", seat=0, button=0, street=0, boards=[Placement.surrender()] * 2), PlacementError,
     "expected rows, got a surrender"),
    (lambda: cp.players.Observation("two-four", 2).actions(Deal("two-four", 2, seed=1).position(), "surrender"),
     PlacementError, "expected a placement of cards, got a surrender"),
    (lambda: Deal("two-four", 2, seed=1).position().place("surrender").place("surrender"), PlacementError,
     "the player has no cards to place"),
])  # fmt: skip
def test_refused_positions_with_surrenders(call, error, message):
    with pytest.raises(error, match=message):
        call()
