"""Actions of environments: random ones, illegal ones, and arguments that are refused."""

import dataclasses
import inspect

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
    assert (actions == 3).any()
    out = np.empty(30_000, np.int64)
    assert envs.sample_actions(out=out) is out
    assert same(*[envs.sample_actions(np.random.default_rng(6)) for _ in range(2)])


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
        board = cp.Board.of_cards(envs.board_actions.boards([hand], fouls[:1]).tolist()[0])
        if value == "error":
            with pytest.raises(
                errors.PlacementError, match=f"environment 0: action {fouls[0]}: the board {board} is a foul"
            ):
                envs.step(fouls)
            continue
        _, rewards, *_, infos = envs.step(fouls)
        final = infos["final_info"]
        assert cp.Board.of_cards(final["boards"][0, final["seat"][0]].tolist()) == board
        assert (final["rewards"] == cp.settle_many(final["boards"], "pagat")).all()
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
        actions = np.where(without, 5, envs.sample_actions())
        final = envs.step(actions)[4]["final_info"]
        boards = envs.board_actions.boards(hands, actions)
        assert (np.sort(final["boards"][np.arange(200), final["seat"]][:, :3]) == np.sort(boards[:, :3])).all()


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
    for action in (np.int32(0), 1, 0, 0):
        lost.step(action)
    with pytest.raises(errors.PlacementError, match="1 card must still be discarded and none placed"):
        lost.step(0)


PLAIN = dataclasses.replace(cp.rules("turbo"), name="mine", fantasyland=None)


@pytest.mark.parametrize(("arguments", "error", "problem"), [
    ({"rules": 5}, errors.RulesError, "expected"),
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
    ({"rules": PLAIN, "fantasyland": 0.5}, errors.TableError, "fantasyland: rules 'mine' have no Fantasyland"),
    ({"rules": PLAIN, "fantasyland": {13: 0.5}}, errors.TableError, "have no Fantasyland"),
    ({"fantasyland_worth": 2e9}, errors.RulesError, "fantasyland_worth: expected a number from -1e"),
    ({"fantasyland_worth": None}, errors.RulesError, "fantasyland_worth"),
    ({"rules": "progressive", "fantasyland_worth": {14: 8}}, errors.RulesError, "a next deal of 15 cards"),
    ({"declare": 1}, errors.TableError, "declare: expected True, False or 'if better', got 1"),
    ({"actions": "rows"}, errors.TableError, "bad actions 'rows': expected 'cards' or 'boards'"),
    ({"on_illegal": "foul"}, errors.TableError, "expected 'replace' or 'error'; 'foul' is for actions='boards'"),
    ({"on_illegal": 5, "rules": "pagat", "actions": "boards"}, errors.TableError, "'replace' or 'error' or 'foul'"),
    ({"actions": "boards"}, errors.RulesError,
     r"expected rules of one street, on which 13 cards are placed, got 'pineapple', whose streets are \(\(5, 5\), "),
    ({"rules": "closed", "actions": "boards", "fantasyland": {14: 0.5}}, errors.TableError,
     "fantasyland: expected hands of 13 cards for actions='boards', got 14 cards"),
])  # fmt: skip
def test_bad_arguments(arguments, error, problem):
    for make in (raw_env, env, Env, lambda **options: VectorEnv(5, **options)):
        with pytest.raises(error, match=problem):
            make(**arguments)
    raw_env(PLAIN).reset(seed=1)


def junk():
    return [
        None, True, -1, 2**70, 1.5, float("nan"), 1j, "", "x", b"x", object(), [], [None], [[1]], ["a"], (1, 2), {},
        {"A": 1}, {1: "A"}, {14: "x"}, {1, 2}, range(3), iter([1]), np.arange(2), np.arange(3.0), np.array(None),
        np.array("x"), np.int64(3), np.bool_(True), np.zeros((2, 0)), np.full(5, 9), cp.CardSet(), cp.rules("simple"),
        ValueError("x"),
    ]  # fmt: skip


@pytest.mark.parametrize("parameter", [
    *(
        "num_envs", "rules", "players", "button", "fantasyland", "fantasyland_worth", "autoreset_mode", "dtype", "actions",
    ),
    *("declare", "rewards", "on_illegal", "copy", "threads", "render_mode", "seed", "options", "reset_mask", "chosen"),
    *("out", "rng", "index", "observation", "observations"),
])  # fmt: skip
def test_any_value_is_accepted_or_refused(parameter):
    envs, environment = VectorEnv(5), raw_env("pineapple")
    envs.reset(seed=1), environment.reset(seed=1)
    calls = {
        "render_mode": [lambda value: raw_env(render_mode=value)],
        "seed": [lambda value: envs.reset(seed=value), lambda value: environment.reset(seed=value)],
        "options": [lambda value: envs.reset(options=value)],
        "reset_mask": [lambda value: envs.reset(options={"reset_mask": value})], "chosen": [envs.step, environment.step],
        "out": [
            lambda value: envs.step(envs.sample_actions(), out=value), lambda value: envs.reset(out=value),
            lambda value: envs.sample_actions(out=value),
        ],
        "rng": [envs.sample_actions], "index": [envs.deal],
        "observation": [envs.bits.read], "observations": [envs.bits.hands],
    }  # fmt: skip
    usual = [lambda value: VectorEnv(**{"num_envs": 5, parameter: value})]
    if parameter in inspect.signature(raw_env).parameters:
        usual.append(lambda value: raw_env(**{parameter: value}))
    for call in calls.get(parameter, usual):
        refused = 0
        for anything in junk():
            try:
                call(anything)
            except cp.CpokerError as error:
                assert str(error)
                refused += 1
        assert refused > 3


BATCH, ONES = VectorEnv(5), np.ones(5, bool)


@pytest.mark.parametrize(("call", "error", "problem"), [
    (lambda: VectorEnv(0), errors.TableError, "num_envs: expected an int from 1"),
    (lambda: VectorEnv(1.5), errors.TableError, "num_envs"),
    (lambda: VectorEnv(5, dtype="int8"), errors.ArrayError, "bad dtype 'int8': expected 'uint8' or 'float32'"),
    (lambda: VectorEnv(5, dtype=None), errors.ArrayError, "bad dtype"),
    (lambda: VectorEnv(5, autoreset_mode="x"), errors.TableError, "bad autoreset_mode 'x': expected SameStep, NextStep"),
    (lambda: VectorEnv(5, threads=-1), errors.ArrayError, "threads: expected"),
    (lambda: VectorEnv(5, copy=1), errors.TableError, "copy: expected True or False"),
    (lambda: VectorEnv(5, rewards="mine"), errors.TableError, "bad rewards 'mine': expected 'own' or 'all'"),
    *[(lambda call=call: call(VectorEnv(5)), errors.TableError, "expected a reset before") for call in (
        lambda envs: envs.step([0] * 5), VectorEnv.sample_actions, VectorEnv.action_masks, lambda envs: envs.deal(0),
    )],
    (lambda: VectorEnv(5).reset(options={"reset_mask": ONES}), errors.TableError,
     "reset_mask: expected an earlier reset of all"),
    (lambda: BATCH.step([0] * 4), errors.ArrayError, r"bad actions: expected int64\[5\], got int64\[4\]"),
    *[(lambda actions=actions: BATCH.step(actions), errors.ArrayError, "bad actions")
      for actions in ([0.0] * 5, None, "x")],
    (lambda: BATCH.step(np.full(5, 2**64 - 1, np.uint64)), errors.PlacementError, "environment 0: bad action"),
    (lambda: BATCH.reset(seed=-1), errors.SeedError, "seed: expected"),
    (lambda: BATCH.reset(options=5), errors.TableError, "options: expected a mapping"),
    (lambda: BATCH.reset(options={"mask": 1}), errors.TableError, "unknown option 'mask'"),
    (lambda: BATCH.reset(options={"reset_mask": [1] * 5}), errors.ArrayError, "bad reset_mask"),
    (lambda: BATCH.reset(options={"reset_mask": ONES[:4]}), errors.ArrayError, r"expected bool\[5\], got bool\[4\]"),
    (lambda: BATCH.reset(seed=1, options={"reset_mask": ONES}), errors.SeedError, "got both"),
    (lambda: BATCH.sample_actions(5), errors.SeedError, "bad rng"),
    (lambda: BATCH.sample_actions(out=np.empty(5, np.int32)), errors.ArrayError, "expected an array of int64"),
    (lambda: BATCH.deal(5), errors.TableError, "index: expected an int from 0 to 4"),
    (lambda: BATCH.bits.read(np.zeros(3)), errors.ArrayError, r"expected an array of shape \(487,\)"),
    (lambda: BATCH.bits.read(np.zeros(487)), errors.ArrayError, "expected a bit for the player's place"),
    (lambda: Observation("pineapple", 5), errors.TableError, "players"),
])  # fmt: skip
def test_bad_arguments_of_batches(call, error, problem):
    BATCH.reset(seed=1)
    with pytest.raises(error, match=problem):
        call()
    assert BATCH.step(np.zeros(5, np.uint8))[0].shape == (5, 487)


def test_bad_arguments_of_pettingzoo():
    environment, over = raw_env("pineapple", 2), Deal("pineapple", 2, seed=1)
    while not over.is_over:
        over.time_out()
    for call, error, problem in (
        (environment.deal, errors.TableError, "expected a reset"),
        (lambda: raw_env(render_mode="x"), errors.TableError, "bad render_mode 'x'"),
        (lambda: env().agent_selection, AttributeError, "before reset"),
        (lambda: environment.reset(seed="x"), errors.SeedError, None),
    ):
        with pytest.raises(error, match=problem):
            call()
    environment.reset(seed=1)
    for agent in ("player_2", 0, None):
        for call in (environment.observe, environment.observation_space, environment.action_space):
            with pytest.raises(errors.TableError, match="unknown player"):
                call(agent)
    for deal in (5, Deal("pineapple", 3, seed=1), Deal("progressive", 2, seed=1), over):
        with pytest.raises(errors.TableError, match=r"options\['deal'\]"):
            environment.reset(options={"deal": deal})
