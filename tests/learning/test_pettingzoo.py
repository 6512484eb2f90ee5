"""PettingZoo's own tests of environments."""

import copy
import pickle

import numpy as np
import pytest
from openface_tables import TABLES, sizes_that_fit

import cpoker_fast as cp
from cpoker_fast import Deal

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from cpoker_fast.learning import env, raw_env

PETTINGZOO_WARNS = [
    "ignore:Observation is not a NumPy array",  # it is a dictionary with a mask, as in PettingZoo's card games
    "ignore:Observation space for each agent probably should be",
]


BY_BOARDS = [("pagat", 2), ("hawaiian-gardens", 4)]


@pytest.mark.filterwarnings(*PETTINGZOO_WARNS)
@pytest.mark.parametrize(
    ("rules", "players", "options"),
    [(*table, {}) for table in TABLES]
    + [(*table, {"fantasyland": sizes_that_fit(*table)}) for table in TABLES]
    + [(*table, {"actions": "boards", "on_illegal": kind}) for table in BY_BOARDS for kind in ("error", "replace", "foul")],
)
def test_api(rules, players, options, capsys):
    worth = {} if "actions" in options else {"fantasyland_worth": 5.0}
    api_test(env(rules, players, **worth, **options), num_cycles=20 if "actions" in options else 60)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("rules", "players", "kind"), [*((*table, "cards") for table in TABLES), ("pagat", 3, "boards")])
def test_seeds(rules, players, kind):
    chances = sizes_that_fit(rules, players) if kind == "cards" else 0.0
    seed_test(lambda: env(rules, players, actions=kind, fantasyland=chances), num_cycles=40 if kind == "cards" else 10)


def test_an_episode_pays_at_the_showdown_only():
    environment = env("pineapple", 3)
    environment.reset(seed=5)
    total, last_rewards = dict.fromkeys(environment.possible_agents, 0.0), []
    for agent in environment.agent_iter():
        observation, reward, termination, _, _ = environment.last()
        total[agent] += reward
        assert termination or reward == 0
        action = None if termination else int(np.flatnonzero(observation["action_mask"])[-1])
        environment.step(action)
        last_rewards.append(reward)
    assert sum(total.values()) == 0
    assert any(total.values())
    assert len(last_rewards) == 17 * 3 + 3


def test_copies_are_new_environments():
    environment = raw_env("turbo", 3, button=1, fantasyland={13: 0.5}, render_mode="ansi")
    for twin in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
        environment.reset(seed=3), twin.reset(seed=3)
        assert environment.render() == twin.render()


def test_render(capsys):
    stacks = ["9s 9h 8c 4d 3s Ac Ad Ah 6c 6d 6h Tc Td Th", "As Kd 7c 7d 2h Qh Jc 5d 2c 2d 2s 3c 3d 3h 4c 4h 4s"]
    environment = raw_env("pineapple", 2, render_mode="human")
    environment.reset(options={"deal": Deal("pineapple", 2, stacks=stacks, fantasyland=[14, 0])})
    for action in (0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3):
        environment.step(action)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 * (1 + 14)  # a reset and 14 cards, each for two players
    assert lines[1] == "player_1: - / - / -"
    environment.step(2)
    shown = [
        "player_0 (button) (Fantasyland with 14 cards): - / - / -",
        "player_1: - / - / As, to place Kd 7d 7c 2h, next Kd",
    ]
    assert capsys.readouterr().out.splitlines() == shown
    assert environment.render() is None
    assert capsys.readouterr().out.splitlines() == shown
    silent = raw_env("pineapple")
    with pytest.raises(cp.errors.TableError, match=r"expected a reset before render\(\)"):
        silent.render()
    silent.reset()
    assert silent.render() is None


@pytest.mark.parametrize("kind", ["cards", "boards"])
def test_deals_with_a_surrender_or_a_declaration_are_continued(kind):
    dragon = "2c 3c 4c 5d 6d 7d 8d 9d Th Jh Qh Kh Ah"
    rest = sorted({*range(52)} - {*cp.CardSet(dragon)})[:13]
    for placement in ("surrender", "2c 3c 4c / 5d 6d 7d 8d 9d / Th Jh Qh Kh Ah declares nothing"):
        deal = Deal("two-four", 2, stacks=[rest, dragon], button=0).place(placement)
        environment = raw_env("two-four", 2, actions=kind)
        environment.reset(options={"deal": deal})
        while not environment.terminations[environment.agent_selection]:
            environment.step(int(environment.last()[0]["action_mask"].argmax()))
        played = environment.deal()
        assert played.moves[0] == deal.moves[0]
        assert (played.surrendered, played.declarations[deal.moves[0].seat]) == (
            deal.surrendered, deal.declarations[deal.moves[0].seat],
        )  # fmt: skip
        assert list(environment.rewards.values()) == list(played.settlement().points)
