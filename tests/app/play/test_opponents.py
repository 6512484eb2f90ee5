"""Names of the bots that a person plays against."""

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.play import Game, UserBot
from cpoker_fast.app.play.opponents import nickname

NAMES = {name for seed in range(60) for name in map(nickname, Game("pagat", ["random"] * 3, seed=seed).names[1:])}


def test_names_are_chosen_by_the_seed():
    for rules in ("pagat", "standard"):
        games = [Game(rules, ["random"] * 3, seed=seed).names for seed in range(60)]
        assert games == [Game(rules, ["random"] * 3, seed=seed).names for seed in range(60)]
        assert len(set(games)) > 30
        for names in games:
            assert len(set(map(nickname, names))) == 4
            assert all(name == f"{nickname(name)} (random)" for name in names[1:])
    assert len(NAMES) > 10
    assert all(name.isascii() and name.isalpha() and len(name) <= 6 for name in NAMES)
    assert Game("pagat").names[0] == "Player"
    for name in [*NAMES, *map(str.lower, NAMES), "Lady Ada", "Mei (expert)"]:
        for seed in range(20):
            names = Game("pagat", ["expert", "random", "random"], name=name, seed=seed).names
            assert names[0] == name
            assert not {nickname(other).casefold() for other in names[1:]} & set(name.casefold().split())
    # The first deal of a game is that with the same seed.
    sequence = np.random.SeedSequence(1)
    game = Game("pagat", ["balanced"], seed=sequence)
    assert (game.deal.stacks, sequence.n_children_spawned) == (cp.Deal("pagat", 2, seed=1).stacks, 0)


def test_bots_of_the_user_have_their_own_kind(refuses):
    class Bot:
        name = "my bot"

        def place(self, position, rng):
            return cp.best_royalties(position.hand, position.rules)

    assert Game("pagat", [Bot()], seed=1).names[1].endswith(" (my bot)")
    Bot.name = "two\nlines"
    refuses(errors.BotError, "opponents: expected non-empty printable text in one line", Game, "pagat", [Bot()], seed=1)


@pytest.mark.parametrize(("name", "problem"), [
    ("expert", "expected module:object, such as mine:bot, got 'expert'"), (5, "expected non-empty"),
    ("", "expected non-empty"),
])  # fmt: skip
def test_names_of_saved_bots_are_not_those_of_the_package(refuses, name, problem):
    refuses(errors.BotError, f"UserBot.name: {problem}", Game, "pagat", [UserBot(name, lambda *_: None)])


def test_only_bots_have_nicknames():
    names = ["expert 1", "Ann", "Ann (guest)", "Mei", "(Mei)"]
    assert [*map(nickname, names)] == names
