"""The protocols of bots, as the help of `simulate` states them."""

import concurrent.futures
import inspect
import multiprocessing
import os
import re

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors, openface


@pytest.mark.parametrize(
    ("protocol", "method", "where"),
    [
        (cp.Bot, "set_board", cp.simulate),
        (cp.BatchBot, "set_boards", cp.simulate),
        (openface.OpenFaceBot, "place", cp.simulate),
        (openface.OpenFaceBatchBot, "place_many", cp.simulate),
    ],
)
def test_the_help_has_the_methods_with_their_parameters(protocol, method, where):
    _, *parameters = inspect.signature(getattr(protocol, method)).parameters
    text = f"``{method}({', '.join(parameters)})``"
    assert text in inspect.getdoc(where)
    described = inspect.getdoc(getattr(protocol, method))
    assert "Returns\n-------" in described or method == "place_many"


def test_the_help_says_when_prepare_is_called():
    for documented in (cp.simulate, cp.Bot, openface.OpenFaceBot):
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

    def set_boards(self, hands, rules, seat, rng):
        assert self.rules == rules
        hands[:] = np.sort(hands, axis=1)  # the bot may change the array
        return cp.Decisions(cp.best_royalties_many(hands, rules), np.ones(len(hands), bool))

    def set_board(self, hand, rules, seat, rng):
        raise NotImplementedError("simulations call set_boards only")

    def place(self, position, rng):
        assert self.rules == position.rules
        return openface.bot("careful").place(position, rng)


@pytest.mark.parametrize("rules", ["pagat", "turbo"])
def test_bots_are_prepared_once_before_they_are_sent(rules):
    player = Recording()
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        sent = cp.simulate(rules, [player, "random"], 1100 if rules == "pagat" else 20, seed=1, executor=pool, workers=2)
    assert player.prepared_in == [os.getpid()]
    assert sent == cp.simulate(rules, [player, "random"], 1100 if rules == "pagat" else 20, seed=1, workers=2)


class OnlyMany:
    """A bot for many hands at once, without a method for one."""

    name = "royalties"

    def set_boards(self, hands, rules, seat, rng):
        return cp.best_royalties_many(hands, rules)


def test_a_bot_may_have_only_the_method_for_many_hands():
    assert isinstance(OnlyMany(), cp.BatchBot)
    assert not isinstance(OnlyMany(), cp.Bot)
    result = cp.simulate("simple", [OnlyMany(), "random"], 40, seed=1)
    assert result == cp.simulate("simple", ["royalties", "random"], 40, seed=1)
    game = cp.cardroom.Game("simple", [OnlyMany()], seed=1)
    board = game.settle(game.hurried()).seats[1].board
    assert board == cp.best_royalties(board.hand, "simple")


@pytest.mark.parametrize(
    ("bots", "rules", "message"),
    [
        (
            [cp.openface.bot("careful"), "random"],
            "pagat",
            "expected a bot with set_board or set_boards, since the rules are those of closed games; .* plays open-face",
        ),
        (
            [cp.bot("balanced"), "random"],
            "pineapple",
            "expected a bot with place or place_many, since the rules are those of open-face games; .* plays closed games",
        ),
        ([OnlyMany, "random"], "pagat", r"expected an object of the class, such as OnlyMany\(\)"),
        ([5, "random"], "pagat", "bot: expected a name, a function, or an object with set_board or set_boards, got 5"),
        ([5, "random"], "pineapple", "bot: expected a name, a function, or an object with place or place_many, got 5"),
        (
            ["swift", "random"],
            "pagat",
            "unknown bot 'swift': it plays open-face games: expected one of",
        ),
        (["royalties", "random"], "pineapple", "unknown .*'royalties': it plays closed games: expected one of"),
    ],
)
def test_bots_of_other_games_are_called_so(bots, rules, message):
    for play in (cp.simulate, cp.tournament):
        with pytest.raises(errors.BotError, match=message):
            play(rules, bots, 1)
