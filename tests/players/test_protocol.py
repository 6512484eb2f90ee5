"""The protocols of bots, as the help of `simulate` states them."""

import concurrent.futures
import importlib.util
import inspect
import itertools
import multiprocessing
import os
import re

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast._settling import DECLARE_BEST, DECLARE_NOTHING
from cpoker_fast.players import Referee
from cpoker_fast.players.preparing import as_bot

RNG = np.random.default_rng


@pytest.mark.parametrize(("protocol", "method"), [(cp.players.Bot, "place"), (cp.players.BatchBot, "place_many")])
def test_the_help_has_the_methods_with_their_parameters(protocol, method):
    _, *parameters = inspect.signature(getattr(protocol, method)).parameters
    assert f"``{method}({', '.join(parameters)})``" in inspect.getdoc(cp.simulate)
    assert "Returns\n-------" in inspect.getdoc(getattr(protocol, method))


@pytest.mark.parametrize("documented", [cp.simulate, cp.players.Bot])
def test_the_help_says_when_prepare_is_called(documented):
    text = re.sub(r"\s+", " ", inspect.getdoc(documented))
    assert "``prepare(rules, players)``: " in text
    assert "before bots are sent to threads, processes or a cluster" in text


class Recording:
    """A bot that records the processes in which it is prepared; only in these, it has the rules."""

    def __init__(self):
        self.prepared_in, self.rules = [], None

    def prepare(self, rules, players):
        self.prepared_in.append(os.getpid())
        self.rules = rules
        return self

    def place_many(self, positions, rng):
        assert self.rules == positions.rules
        if positions.to_place < 13:
            return [cp.bot("careful").place(position, rng) for position in positions]
        boards = cp.best_royalties_many(positions.hands, self.rules)
        return cp.game.Placements(boards, np.ones(len(boards), bool))

    def place(self, position, rng):
        raise NotImplementedError("simulations call place_many only")


@pytest.mark.parametrize(("rules", "deals"), [("pagat", 1100), ("turbo", 20)])
def test_bots_are_prepared_once_before_they_are_sent(rules, deals):
    player = Recording()
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool:
        sent = cp.simulate(rules, [player, "random"], deals, seed=1, executor=pool, workers=2)
    assert player.prepared_in == [os.getpid()]
    assert sent == cp.simulate(rules, [player, "random"], deals, seed=1, workers=2)


class OnlyMany:
    """A bot for many hands at once, without a method for one."""

    name = "royalties"

    def place_many(self, positions, rng):
        return cp.best_royalties_many(positions.hands, positions.rules)


def test_a_bot_may_have_only_the_method_for_many_hands():
    assert (isinstance(OnlyMany(), cp.players.BatchBot), isinstance(OnlyMany(), cp.players.Bot)) == (True, False)
    result = cp.simulate("simple", [OnlyMany(), "random"], 40, seed=1)
    assert result == cp.simulate("simple", ["royalties", "random"], 40, seed=1)
    game = cp.app.play.Game("simple", [OnlyMany()], seed=1)
    game.place(game.suggestion())
    board = game.settled.seats[1].board
    assert board == cp.best_royalties(board.hand, "simple")


def many(place):
    """Return a bot that places many hands by a function."""
    return type("Many", (), {"name": "many", "place_many": lambda self, positions, rng: place(positions, rng)})()


def test_a_bot_that_changes_its_positions_fails():
    royal = [*cp.CardSet("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s")]

    def cheat(positions, rng):
        positions.hands = np.tile(np.array(royal, np.uint8), (len(positions), 1))
        return positions.hands

    with pytest.raises(errors.BotError, match="bot 'many' raised FrozenInstanceError"):
        cp.simulate("pagat", [many(cheat), "random"], 20, seed=1)
    assert cp.simulate("pagat", [many(cheat), "random"], 20, seed=1, on_fault="foul").counts.faults.tolist() == [40, 0]


def test_declarations_are_checked_in_all_forms_of_an_answer():
    hands = cp.deal_many(3, 1, 13, seed=1)[:, 0]
    positions = cp.game.Positions.of_hands(hands, "pagat")
    boards = [cp.Board.of_cards(cards) for cards in cp.bot("balanced").place_many(positions, RNG(1)).boards.tolist()]
    rows = [[next(r for r, row in enumerate(b.rows) if c in row) for c in h] for h, b in zip(hands, boards, strict=True)]
    cards = [board.cards() for board in boards]
    for answer, declare in itertools.product(
        (np.array(rows), np.array(cards), boards, [*map(str, boards)]),
        ([False] * 3, [True, False, True], ["dragon"] * 3),
    ):
        bot = many(lambda positions, rng, answer=answer, declare=declare: cp.game.Placements(answer, declare))
        if "dragon" in declare:
            with pytest.raises(errors.BotError, match="bot 'many' declared 'dragon', which it does not make"):
                Referee().ask(bot, "many", positions, RNG(1))
        else:
            declared = [DECLARE_BEST if is_declared else DECLARE_NOTHING for is_declared in declare]
            assert Referee().ask(bot, "many", positions, RNG(1)).declared.tolist() == declared


def test_declarations_of_incomplete_boards_are_faults():
    first_rows = many(lambda positions, rng: cp.game.Placements(np.full(positions.hands.shape, 2), [True] * len(positions)))
    with pytest.raises(errors.BotError, match="declared a natural or none, but its board is not complete"):
        cp.simulate("pineapple", [first_rows, "random"], 2, seed=1)


def test_a_preparation_that_fails_is_a_fault_of_the_bot():
    class Failing:
        def prepare(self, rules, players):
            raise KeyError("no rules")

        def place(self, position, rng):
            return position.placements()[0]

    class Unnamed(Failing):
        @property
        def name(self):
            raise RuntimeError("no name")

    class Unprepared(Failing):
        prepare = 3

    for player, problem in (
        (Failing(), "bot 'Failing': prepare raised KeyError: 'no rules'"),
        (Unnamed(), "bot 'Unnamed': name raised RuntimeError: no name"),
        (Unprepared(), "bot 'Unprepared': prepare: expected a method, got 3"),
    ):
        with pytest.raises(errors.BotError, match=problem):
            cp.simulate("pineapple", [player, "random"], 2)


def test_a_list_that_contains_itself_is_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(errors.BotError, match="bot 'many'"):
        cp.simulate("pagat", [many(lambda positions, rng: endless), "random"], 2)
    with pytest.raises(cp.errors.CardError, match=r"cards\[0\]: bad card"):
        cp.strengths(endless)


def test_a_bot_of_closed_games_refuses_positions_of_others():
    positions = cp.game.Positions.of([cp.Deal("pineapple", 2, seed=1).position()])
    for call in (lambda bot: bot.place_many(positions, RNG(1)), lambda bot: bot.place(positions[0], RNG(1))):
        with pytest.raises(errors.BotError, match="the bot 'royalties' does not play 'pineapple'"):
            call(cp.bot("royalties"))


def back_first(position, rng):
    """A bot of ten lines, which plays all games."""
    cards, rows = sorted(position.hand, reverse=True)[: position.to_place], {}
    for row, room in zip(("back", "middle", "front"), reversed(position.own.room), strict=True):
        rows[row], cards = cards[:room], cards[room:]
    return rows


class BackFirst:
    """The same bot by arrays."""

    name = "back_first"

    def place_many(self, positions, rng):
        order = np.argsort(positions.hands, axis=1)[:, ::-1]  # the highest card first
        ends = np.cumsum(positions.room[:, ::-1], axis=1)  # of back, middle and front
        rows = 2 - (np.arange(positions.hands.shape[1])[None, :, None] >= ends[:, None, :]).sum(axis=2)
        rows[:, positions.to_place :] = 3
        by_card = np.empty_like(rows)
        np.put_along_axis(by_card, order, rows, axis=1)
        return by_card


@pytest.mark.parametrize("rules", cp.presets())
def test_one_bot_plays_all_games(rules):
    players = min(3, cp.rules(rules).players)
    others = ["random"] * (players - 1)
    one_by_one = cp.simulate(rules, [back_first, *others], 60, seed=1)
    assert one_by_one == cp.simulate(rules, [BackFirst(), *others], 60, seed=1)
    assert not one_by_one.counts.faults.any()
    if importlib.util.find_spec("gymnasium"):
        from cpoker_fast.learning import VectorEnv

        environments = [VectorEnv(20, rules, players, opponent=bot) for bot in (back_first, BackFirst())]
        for environment in environments:
            environment.reset(seed=1)
        for _ in range(17):
            (seen, rewards, *_), (same, same_rewards, *_) = (
                environment.step(environment.sample_actions()) for environment in environments
            )
            assert (seen == same).all()
            assert (rewards == same_rewards).all()
    tournament = cp.tournament(rules, [back_first, "random", "careful"], 4, players=2, seed=1)
    assert tournament.bots == ("back_first", "random", "careful")
    deal, rng = cp.Deal(rules, players, seed=1), np.random.default_rng(1)
    while not deal.is_over:
        position = deal.position()
        expected = position.placement(back_first(position, rng))
        assert Referee().placement(BackFirst(), "Ann", position, rng) == expected
        deal.place(expected)


DRAGON = "2c 3c 4c / 5d 6d 7d 8d 9d / Th Jh Qh Kh Ah"


@pytest.mark.parametrize(("answer", "rules"), [
    (DRAGON, "pagat"), (f"{DRAGON} declares dragon", "pagat"), (f"{DRAGON} declares nothing", "pagat"),
    (f"{DRAGON} declares the best natural", "pagat"), ("surrender", "two-four"),
])  # fmt: skip
def test_the_referee_returns_declarations_and_surrenders(answer, rules):
    position = cp.game.Positions.of_hands([DRAGON.replace("/", "")], rules)[0]
    placement = Referee().placement(as_bot(lambda position, rng: answer), "Ann", position, RNG(1))
    assert (placement, position.placement(placement)) == (cp.Placement.parse(answer), placement)


def test_a_dead_hand_is_no_placement():
    position = cp.game.Positions.of_hands([DRAGON.replace("/", "")], "pagat")[0]
    problem = "^bot 'Ann' returned FOUL, a dead hand: expected a placement of cards, or a surrender, at seat 1"
    with pytest.raises(errors.BotError, match=problem) as caught:
        Referee().placement(as_bot(lambda position, rng: cp.FOUL), "Ann", position, RNG(1))
    assert caught.value.position == str(position)


@pytest.mark.parametrize("surrender", [cp.Placement.surrender(), "surrender"])
def test_a_placement_surrenders(surrender):
    """Under `two-four`, it pays 2."""
    simulation = cp.simulate("two-four", ["random", lambda position, rng: surrender], 20, seed=1)
    assert [simulation.points(player).mean for player in range(2)] == [2.0, -2.0]
    with pytest.raises(errors.BotError, match="surrendered, which the rules 'pagat' do not allow"):
        cp.simulate("pagat", ["random", lambda position, rng: surrender], 20, seed=1)


def test_a_placement_declares():
    def simulated(declare, kind, deals=500):
        def place(position, rng):
            return kind(cp.Placement(*cp.best_royalties(position.hand, "malayan").rows, declare=declare))

        return cp.simulate("malayan", ["random", place], deals, seed=1)

    for declare in (True, False, "if better"):
        assert simulated(declare, str).points(1) == simulated(declare, lambda placement: placement).points(1)
    for kind in (str, lambda placement: placement):
        with pytest.raises(errors.BotError, match="the board may not declare 'one suit' under these rules"):
            simulated("one suit", kind, 20)
