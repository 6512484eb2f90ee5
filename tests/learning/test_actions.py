"""Actions of environments: random ones, illegal ones, and arguments that are refused."""

import dataclasses
from dataclasses import replace

import numpy as np
import pytest
from environment_cases import KINDS, next_legal, same

import cpoker_fast as cp
from cpoker_fast import Deal, errors

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from cpoker_fast.learning import Env, VectorEnv, env, raw_env
from cpoker_fast.players import Observation


# ---- random actions ----
def test_random_actions_are_legal_and_equally_likely():
    envs = VectorEnv(30_000, "pineapple", 2)
    envs.reset(seed=1)
    for rng in (None, np.random.default_rng(5)):
        counts = np.bincount(envs.sample_actions(rng), minlength=4)
        assert counts[3] == 0
        assert abs(counts[:3] - 10_000).max() < 500
    for _ in range(12):
        _, _, _, _, infos = envs.step(envs.sample_actions())
        for rng in (None, np.random.default_rng(5)):
            actions = envs.sample_actions(rng)
            assert infos["action_mask"][np.arange(30_000), actions].all()
    discards = np.bincount(actions, minlength=4)
    assert discards[3] > 0
    out = np.empty(30_000, np.int64)
    assert envs.sample_actions(out=out) is out
    same_rng = [envs.sample_actions(np.random.default_rng(6)) for _ in range(2)]
    assert same(*same_rng)


def test_random_boards_are_legal_and_equally_likely():
    envs = VectorEnv(2000, "pagat", actions="boards", opponent="random")
    observations, _ = envs.reset(seed=1)
    actions, masks = envs.sample_actions(), envs.action_masks()
    assert masks[np.arange(2000), actions].all()
    assert not np.array_equal(actions, envs.sample_actions())
    assert np.array_equal(*(envs.sample_actions(np.random.default_rng(1)) for _ in range(2)))
    counts = cp.arranging.count_arrangements_many(envs.bits.hands(observations), "pagat")
    ranks = [np.searchsorted(np.flatnonzero(mask), action) for mask, action in zip(masks, actions, strict=True)]
    assert abs(np.mean(np.array(ranks) / counts) - 0.5) < 5 * np.sqrt(1 / 12 / 2000)
    assert actions in envs.action_space


# ---- illegal actions ----
@pytest.mark.parametrize(("rules", "kind"), KINDS)
def test_illegal_actions_are_replaced(rules, kind):
    options = {"actions": kind, "button": 0}
    for opponent in (None, "careful"):
        envs, twin = (VectorEnv(30, rules, opponent=opponent, on_illegal=value, **options) for value in ("replace", "error"))
        _, infos = envs.reset(seed=1)
        assert not infos["replaced"].any()
        assert "replaced" not in twin.reset(seed=1)[1]
        rng, steps_replaced = np.random.default_rng(1), 0
        for _ in range(15 if kind == "cards" else 4):
            masks = envs.action_masks()
            actions = rng.integers(masks.shape[1], size=30)
            expected = [next_legal(mask, action) for mask, action in zip(masks, actions.tolist(), strict=True)]
            asked = actions.copy()
            observations, rewards, *_, infos = envs.step(actions)
            again, others, *_, others_infos = twin.step(np.array(expected))
            assert (actions == asked).all()
            assert (infos["replaced"] == (actions != expected)).all()
            assert same([observations, rewards], [again, others])
            assert "replaced" not in others_infos
            steps_replaced += infos["replaced"].any()
        assert steps_replaced > 2
    environment, twin = (raw_env(rules, on_illegal=value, **options) for value in ("replace", "error"))
    environment.reset(seed=2), twin.reset(seed=2)
    assert environment.last()[4] == {"replaced": False}
    while not all(environment.terminations.values()):
        mask, agent = environment.last()[0]["action_mask"], environment.agent_selection
        action = int(rng.integers(len(mask)))
        environment.step(action)
        twin.step(next_legal(mask, action))
        assert environment.infos[agent] == {"replaced": not mask[action]}
        assert same(environment.observe(agent), twin.observe(agent))
    assert environment.rewards == twin.rewards


def test_a_foul_costs_what_a_foul_costs():
    for value in ("foul", "error"):
        envs = VectorEnv(5, "pagat", actions="boards", opponent="balanced", on_illegal=value)
        envs.reset(seed=1)
        fouls = envs.action_masks().argmin(axis=1)
        (hand,) = envs.bits.hands(envs.reset(seed=1)[0])[:1]
        (board,) = envs.board_actions.boards([hand], fouls[:1]).tolist()
        if value == "error":
            text = rf"environment 0: action {fouls[0]}: the board {cp.Board.of_cards(board)} is a foul"
            with pytest.raises(errors.PlacementError, match=text):
                envs.step(fouls)
            continue
        _, rewards, *_, infos = envs.step(fouls)
        final = infos["final_info"]
        boards = final["boards"]
        assert cp.Board.of_cards(boards[0, final["seat"][0]].tolist()) == cp.Board.of_cards(board)
        assert (final["rewards"] == cp.settle_many(boards, "pagat")).all()
        assert (rewards < 0).all()
    pettingzoo = raw_env("pagat", actions="boards", on_illegal="foul")
    pettingzoo.reset(seed=1)
    pettingzoo.step(int(pettingzoo.last()[0]["action_mask"].argmin()))
    assert pettingzoo.deal().boards[pettingzoo.deal().moves[0].seat].board().is_foul


def test_hands_of_which_all_boards_are_fouls():
    """Under rules with a qualifying lowball middle; any board may be set."""
    seven = dataclasses.replace(cp.rules("lowball-middle"), name="seven", lowball_qualifier="7")
    for value in ("error", "replace", "foul"):
        envs = VectorEnv(200, seven, actions="boards", opponent="random", on_illegal=value)
        hands = envs.bits.hands(envs.reset(seed=1)[0])
        without = cp.arranging.count_arrangements_many(hands, seven) == 0
        assert without.any()
        actions = envs.sample_actions()
        actions[without] = 5
        _, _, _, _, infos = envs.step(actions)
        seats = infos["final_info"]["seat"]
        boards = envs.board_actions.boards(hands, actions)
        assert (np.sort(infos["final_info"]["boards"][np.arange(200), seats][:, :3]) == np.sort(boards[:, :3])).all()


# ---- what is refused ----
def test_illegal_actions_change_nothing():
    envs, twin = VectorEnv(70, "pineapple", 2, button=0), VectorEnv(70, "pineapple", 2, button=0)
    for environments in (envs, twin):
        environments.reset(seed=1)
        for _ in range(3):
            environments.step(np.zeros(70, np.int64))
    card = envs.bits.read(envs.step(np.ones(70, np.int64))[0][69]).card
    twin.step(np.ones(70, np.int64))
    bad = np.full(70, 2)
    for action, problem in (
        (0, rf"environment 69: action 0 \(front\) for {cp.format_card(card)}: the row is full"),
        (3, r"environment 69: action 3 \(discard\) for \S+: expected a row, since 1 card must still be placed"),
        (4, "environment 69: bad action 4: expected 0"),
        (-1, "environment 69: bad action -1: expected 0"),
        (2**62, "environment 69: bad action 4611686018427387904"),
    ):
        bad[69] = action
        with pytest.raises(errors.PlacementError, match=problem):
            envs.step(bad)
    assert same(envs.step(np.full(70, 2)), twin.step(np.full(70, 2)))
    lost = raw_env("pineapple", 2)
    lost.reset(seed=1)
    for _ in range(10):
        lost.step(2 if lost.observe(lost.agent_selection)["action_mask"][2] else 1)
    lost.step(3)
    before = lost.observe(lost.agent_selection)
    for action, problem in (
        (3, "2 cards must still be placed and none discarded"), (4, "bad action 4"), (-1, "bad action -1"),
        (2, "the row is full"), ("x", "bad action 'x': expected an int"), (None, "bad action None"), (1.0, "bad action 1.0"),
    ):  # fmt: skip
        with pytest.raises(errors.PlacementError, match=problem):
            lost.step(action)
        assert same(before, lost.observe(lost.agent_selection))
    lost.step(np.int32(0))
    lost.step(1)
    lost.step(0), lost.step(0)
    with pytest.raises(errors.PlacementError, match="1 card must still be discarded and none placed"):
        lost.step(0)


@pytest.mark.parametrize(
    ("arguments", "error", "problem"),
    [
        ({"rules": 5}, cp.errors.RulesError, "expected"),
        ({"players": 4}, errors.TableError, "players: expected an int from 2 to 3"),
        ({"players": 2.0}, errors.TableError, "players"),
        ({"button": 2}, errors.TableError, "button: expected a seat from 0 to 1, got 2"),
        ({"fantasyland": 1.5}, errors.TableError, "fantasyland: expected a number from 0 to 1, .*got 1.5"),
        ({"fantasyland": float("nan")}, errors.TableError, "got nan"),
        ({"fantasyland": True}, errors.TableError, "got True"), ({"fantasyland": "x"}, errors.TableError, "got 'x'"),
        ({"fantasyland": {12: 0.5}}, errors.TableError, "fantasyland: cards: expected an int from 13 to 17, got 12"),
        ({"fantasyland": {14: 0.6, 15: 0.6}}, errors.TableError, "a sum of at most 1"),
        ({"fantasyland": {14: -0.1}}, errors.TableError, r"fantasyland\[14\]: expected a number from 0 to 1"),
        ({"rules": "standard", "players": 4, "fantasyland": {14: 0.5}}, errors.TableError, "4 players with 14 cards each"),
        ({"fantasyland_worth": 2e9}, cp.errors.RulesError, "fantasyland_worth: expected a number from -1e"),
        ({"fantasyland_worth": None}, cp.errors.RulesError, "fantasyland_worth"),
        ({"rules": "progressive", "fantasyland_worth": {14: 8}}, cp.errors.RulesError, "a next deal of 15 cards"),
        ({"declare": 1}, errors.TableError, "declare: expected True, False or 'if better', got 1"),
        ({"actions": "rows"}, errors.TableError, "bad actions 'rows': expected 'cards' or 'boards'"),
        ({"on_illegal": "foul"}, errors.TableError, "expected 'replace' or 'error'; 'foul' is for actions='boards'"),
        ({"on_illegal": 5, "rules": "pagat", "actions": "boards"}, errors.TableError, "'replace' or 'error' or 'foul'"),
        ({"actions": "boards"}, cp.errors.RulesError,
         r"expected rules of one street, on which 13 cards are placed, got 'pineapple', whose streets are \(\(5, 5\), "),
        ({"rules": "closed", "actions": "boards", "fantasyland": {14: 0.5}}, errors.TableError,
         "fantasyland: expected hands of 13 cards for actions='boards', got 14 cards"),
    ],
)  # fmt: skip
def test_bad_arguments(arguments, error, problem):
    for make in (raw_env, env, Env, lambda **options: VectorEnv(5, **options)):
        with pytest.raises(error, match=problem):
            make(**arguments)


def test_rules_without_fantasyland():
    turbo = cp.rules("turbo")
    plain = replace(turbo, name="mine", fantasyland=None)
    with pytest.raises(errors.TableError, match="fantasyland: rules 'mine' have no Fantasyland"):
        raw_env(plain, fantasyland=0.5)
    with pytest.raises(errors.TableError, match="have no Fantasyland"):
        raw_env(plain, fantasyland={13: 0.5})
    raw_env(plain).reset(seed=1)


def junk():
    return [
        None, True, -1, 2**70, 1.5, float("nan"), 1j, "", "x", b"x", object(), [], [None], [[1]], ["a"], (1, 2), {},
        {"A": 1}, {1: "A"}, {14: "x"}, {1, 2}, range(3), iter([1]), np.arange(2), np.arange(3.0), np.array(None),
        np.array("x"), np.int64(3), np.bool_(True), np.zeros((2, 0)), np.full(5, 9), cp.CardSet(), cp.rules("simple"),
        ValueError("x"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "parameter",
    ["num_envs", "rules", "players", "button", "fantasyland", "fantasyland_worth", "autoreset_mode", "dtype", "actions"]
    + ["declare", "rewards", "on_illegal", "copy", "threads", "render_mode", "seed", "options", "reset_mask", "chosen"]
    + ["out", "rng", "index", "observation", "observations"],
)
def test_any_value_is_accepted_or_refused(parameter):
    envs, environment = VectorEnv(5), raw_env("pineapple")
    envs.reset(seed=1)
    environment.reset(seed=1)
    calls = {
        "render_mode": [lambda value: raw_env(render_mode=value)],
        "seed": [lambda value: envs.reset(seed=value), lambda value: environment.reset(seed=value)],
        "options": [lambda value: envs.reset(options=value)],
        "reset_mask": [lambda value: envs.reset(options={"reset_mask": value})],
        "chosen": [envs.step, environment.step],
        "out": [
            lambda value: envs.step(envs.sample_actions(), out=value),
            lambda value: envs.reset(out=value),
            lambda value: envs.sample_actions(out=value),
        ],
        "rng": [envs.sample_actions],
        "index": [envs.deal],
        "observation": [envs.bits.read],
        "observations": [envs.bits.hands],
        "seat": [lambda value: VectorEnv(5, opponent="random", seat=value)],
    }
    constructor_parameters = {
        *("rules", "players", "actions", "button", "declare", "fantasyland", "fantasyland_worth", "on_illegal")
    }
    usual = [lambda value: VectorEnv(**{"num_envs": 5, parameter: value})]
    usual += [lambda value: raw_env(**{parameter: value})] if parameter in constructor_parameters else []
    for call in calls.get(parameter, usual):
        refused = 0
        for anything in junk():
            try:
                call(anything)
            except cp.CpokerError as error:
                assert str(error)
                refused += 1
        assert refused > 3


def test_bad_arguments_of_batches():
    for arguments, error, problem in (
        ({"num_envs": 0}, errors.TableError, "num_envs: expected an int from 1"),
        ({"num_envs": 1.5}, errors.TableError, "num_envs"),
        ({"num_envs": 5, "dtype": "int8"}, errors.ArrayError, "bad dtype 'int8': expected 'uint8' or 'float32'"),
        ({"num_envs": 5, "dtype": None}, errors.ArrayError, "bad dtype"),
        ({"num_envs": 5, "autoreset_mode": "x"}, errors.TableError, "bad autoreset_mode 'x': expected SameStep, NextStep"),
        ({"num_envs": 5, "threads": -1}, errors.ArrayError, "threads: expected"),
        ({"num_envs": 5, "copy": 1}, errors.TableError, "copy: expected True or False"),
        ({"num_envs": 5, "rewards": "mine"}, errors.TableError, "bad rewards 'mine': expected 'own' or 'all'"),
    ):
        with pytest.raises(error, match=problem):
            VectorEnv(**arguments)
    envs = VectorEnv(5)
    for call in (lambda: envs.step([0] * 5), envs.sample_actions, envs.action_masks, lambda: envs.deal(0)):
        with pytest.raises(errors.TableError, match="expected a reset before"):
            call()
    with pytest.raises(errors.TableError, match="reset_mask: expected an earlier reset of all"):
        envs.reset(options={"reset_mask": np.ones(5, bool)})
    envs.reset(seed=1)
    for call, error, problem in (
        (lambda: envs.step([0] * 4), errors.ArrayError, r"bad actions: expected int64\[5\], got int64\[4\]"),
        (lambda: envs.step([0.0] * 5), errors.ArrayError, "bad actions"),
        (lambda: envs.step(None), errors.ArrayError, "bad actions"),
        (lambda: envs.step("x"), errors.ArrayError, "bad actions"),
        (lambda: envs.step(np.full(5, 2**64 - 1, np.uint64)), errors.PlacementError, "environment 0: bad action"),
        (lambda: envs.reset(seed=-1), errors.SeedError, "seed: expected"),
        (lambda: envs.reset(options=5), errors.TableError, "options: expected a mapping"),
        (lambda: envs.reset(options={"mask": 1}), errors.TableError, "unknown option 'mask'"),
        (lambda: envs.reset(options={"reset_mask": [1] * 5}), errors.ArrayError, "bad reset_mask"),
        (lambda: envs.reset(options={"reset_mask": np.ones(4, bool)}), errors.ArrayError,
         r"expected bool\[5\], got bool\[4\]"),
        (lambda: envs.reset(seed=1, options={"reset_mask": np.ones(5, bool)}), errors.SeedError, "got both"),
        (lambda: envs.sample_actions(5), errors.SeedError, "bad rng"),
        (lambda: envs.sample_actions(out=np.empty(5, np.int32)), errors.ArrayError, "expected an array of int64"),
        (lambda: envs.deal(5), errors.TableError, "index: expected an int from 0 to 4"),
        (lambda: envs.bits.read(np.zeros(3)), errors.ArrayError, r"expected an array of shape \(487,\)"),
        (lambda: envs.bits.read(np.zeros(487)), errors.ArrayError, "expected a bit for the player's place"),
        (lambda: Observation("pineapple", 5), errors.TableError, "players"),
    ):  # fmt: skip
        with pytest.raises(error, match=problem):
            call()
    assert envs.step(np.zeros(5, np.uint8))[0].shape == (5, 487)


def test_bad_arguments_of_pettingzoo():
    environment = raw_env("pineapple", 2)
    with pytest.raises(errors.TableError, match="expected a reset"):
        environment.deal()
    with pytest.raises(errors.TableError, match="bad render_mode 'x'"):
        raw_env(render_mode="x")
    with pytest.raises(AttributeError, match="before reset"):
        _ = env().agent_selection
    with pytest.raises(errors.SeedError):
        environment.reset(seed="x")
    environment.reset(seed=1)
    for agent in ("player_2", 0, None):
        for call in (environment.observe, environment.observation_space, environment.action_space):
            with pytest.raises(errors.TableError, match="unknown player"):
                call(agent)
    over = Deal("pineapple", 2, seed=1)
    while not over.is_over:
        over.time_out()
    for deal in (5, Deal("pineapple", 3, seed=1), Deal("progressive", 2, seed=1), over):
        with pytest.raises(errors.TableError, match=r"options\['deal'\]"):
            environment.reset(options={"deal": deal})
