"""Environments of closed games: each step pays what the boards settle for."""

import copy
import pickle

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.game.positions import Positions
from cpoker_fast.system.extras import install_command

pytest.importorskip("gymnasium")

import subprocess
import sys

import gymnasium
from gymnasium.utils.env_checker import check_env

from cpoker_fast.learning import ClosedEnv, ClosedPolicyBot, ClosedVectorEnv

NAME = "cpoker_fast/Closed-v0"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rules": "house-rules", "players": 4, "opponent": ["balanced", "random", "royalties"], "render_mode": "ansi"},
        {"rules": "hawaiian-gardens", "players": 3, "opponent": "expert", "seat": 2, "declare": False},
    ],
)
def test_gymnasium_accepts_the_environment(options, capsys):
    environment = gymnasium.make(NAME, **options)
    assert isinstance(environment.unwrapped, ClosedEnv)
    check_env(environment.unwrapped)


def test_names_of_environments():
    assert gymnasium.make(f"cpoker_fast.learning:{NAME}").spec.id == NAME
    envs = gymnasium.make_vec(NAME, num_envs=3, opponent="balanced", players=3)
    assert isinstance(envs, ClosedVectorEnv)
    assert envs.reset(seed=1)[0].shape == (3, 55)
    code = (
        "import gymnasium; env = gymnasium.make('cpoker_fast.learning:cpoker_fast/OpenFace-v0', opponent='random');"
        "print(env.reset(seed=1)[0].shape)"
    )
    command = [sys.executable, "-P", "-c", code]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "(487,)\n"


@pytest.mark.parametrize("rules", ["pagat", "house-rules", "thirteen-water", "lowball-middle", "single-winner"])
def test_rewards_are_settled_points(rules):
    environment = ClosedEnv(rules, 3, opponent=["balanced", "royalties"])
    for seed in range(12):
        observation, info = environment.reset(seed=seed)
        seat, hand = info["seat"], environment.hand
        assert cp.CardSet(np.flatnonzero(observation[:52]).tolist()) == hand
        assert observation[52:].tolist() == [int(other == seat) for other in range(3)]
        legal = np.flatnonzero(info["action_mask"])
        assert len(legal) == cp.count_arrangements(hand, rules)
        action = int(legal[seed * 997 % len(legal)])
        board = environment.board_of(action)
        assert board.hand == hand
        assert environment.action_of(board) == environment.action_of(str(board)) == action
        _, reward, terminated, truncated, info = environment.step(action)
        assert (terminated, truncated) == (True, False)
        boards = [cp.Board.of_cards(cards) for cards in info["boards"].tolist()]
        assert boards[seat] == board
        for place, name in ((1, "balanced"), (2, "royalties")):
            other = (seat + place) % 3
            positions = Positions.of_hands([boards[other].hand], rules, 3, seat=other, button=0)
            (expected,) = cp.bot(name).place_many(positions, np.random.default_rng(1))
            assert boards[other] == expected.board
        settled = cp.settle(boards, rules, button=0, declare=["if better" if other == seat else True for other in range(3)])
        assert info["points"].tolist() == list(settled.points)
        assert reward == settled.points[seat]


def test_fouls_and_declarations():
    with_natural = ClosedEnv("pagat", opponent="balanced", render_mode="ansi")
    without = ClosedEnv("pagat", opponent="balanced", declare=False)
    has_naturals = False
    for seed in range(400):
        for environment in (with_natural, without):
            environment.reset(seed=seed)
        assert with_natural.hand == without.hand
        if not cp.naturals(with_natural.hand):
            continue
        has_naturals = True
        action = int(np.flatnonzero(with_natural.action_masks())[0])
        declared, silent = (environment.step(action)[4] for environment in (with_natural, without))
        boards = [cp.Board.of_cards(cards) for cards in silent["boards"].tolist()]
        declare = [place != silent["seat"] for place in range(2)]
        assert silent["points"].tolist() == list(cp.settle(boards, "pagat", declare=declare).points)
        declare = ["if better" if place == declared["seat"] else True for place in range(2)]
        assert declared["points"].tolist() == list(cp.settle(boards, "pagat", declare=declare).points)
    assert has_naturals
    with_natural.reset(seed=1)
    foul = int(np.flatnonzero(~with_natural.action_masks())[0])
    _, reward, *_, info = with_natural.step(foul)
    assert cp.Board.of_cards(info["boards"][info["seat"]].tolist()).is_foul
    assert reward < 0
    assert "foul" in with_natural.render()


def test_infos_of_resets_and_steps():
    """The infos have the same keys; a step also has the results. No action is legal after a step."""
    environment = ClosedEnv("pagat", opponent="balanced")
    _, before = environment.reset(seed=1)
    assert (before["action_mask"] == environment.action_masks()).all()
    before["action_mask"][:] = 1  # a copy
    assert not environment.action_masks().all()
    legal = np.flatnonzero(environment.action_masks())
    *_, after = environment.step(int(legal[0]))
    assert after.keys() - before.keys() == {"boards", "points"}
    assert before.keys() < after.keys()
    assert after["action_mask"].dtype == np.int8
    assert after["action_mask"].shape == (environment.actions.size,)
    assert not after["action_mask"].any()
    assert not environment.action_masks().any()
    environment.reset()
    assert environment.action_masks().any()


def test_ignored_actions_may_be_anything():
    envs = ClosedVectorEnv(3, "pagat", opponent="random", autoreset_mode="NextStep")
    envs.reset(seed=1)
    envs.step(envs.sample_actions())
    ignored = np.array([-1, 10**9, 72_072])
    _, rewards, terminations, *_ = envs.step(ignored)
    assert not terminations.any()
    assert not rewards.any()
    assert ignored.tolist() == [-1, 10**9, 72_072]
    with pytest.raises(errors.ArrayError, match=r"actions\[0\]: expected a number from 0 to 72071, got -1"):
        envs.step(ignored)
    envs.step(envs.sample_actions())
    for wrong in ([0.0] * 3, [0] * 2):
        with pytest.raises(errors.ArrayError, match="bad actions: expected int64"):
            envs.step(wrong)


def test_surrenders():
    environment = ClosedEnv("hawaiian-gardens", opponent="balanced")
    environment.reset(seed=2)
    assert environment.action_masks()[-1]
    assert environment.board_of(72_072) is None
    _, reward, *_, info = environment.step(72_072)
    assert (info["boards"][info["seat"]] == 255).all()
    assert reward < 0


def test_render(capsys):
    environment = ClosedEnv("pagat", 3, opponent="random", seat=1, render_mode="human")
    environment.reset(seed=1)
    assert capsys.readouterr().out == f"learner, seat 2 of 3: {environment.hand}\n"
    environment.step(int(np.flatnonzero(environment.action_masks())[0]))
    shown = capsys.readouterr().out
    assert "random 1" in shown
    assert "random 2" in shown
    assert "learner" in shown
    assert environment.render() is None
    assert capsys.readouterr().out == shown


def test_copies_are_new_environments():
    environment = ClosedEnv("one-six", 4, opponent="balanced", render_mode="ansi")
    for twin in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
        environment.reset(seed=3)
        twin.reset(seed=3)
        assert environment.render() == twin.render()


# ---- many hands ----


@pytest.mark.parametrize("opponent", ["balanced", "random", ["expert", "random"]])
def test_one_hand_is_a_batch_of_one(opponent):
    players = 3 if isinstance(opponent, list) else 2
    environment = ClosedEnv("pagat", players, opponent=opponent)
    envs = ClosedVectorEnv(1, "pagat", players, opponent=opponent)
    observation, info = environment.reset(seed=4)
    observations, infos = envs.reset(seed=4)
    for _ in range(5):
        assert (observation == observations[0]).all()
        assert info["seat"] == infos["seat"][0]
        assert (info["action_mask"] == envs.action_masks()[0]).all()
        action = int(envs.sample_actions(np.random.default_rng(1))[0])
        _, reward, _, _, info = environment.step(action)
        observations, rewards, _, _, infos = envs.step([action])
        assert reward == rewards[0]
        assert (info["boards"] == infos["final_info"]["boards"][0]).all()
        assert (info["points"] == infos["final_info"]["points"][0]).all()
        observation, info = environment.reset()


def test_batches():
    envs = ClosedVectorEnv(300, "pagat", 4, opponent="balanced")
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert observations[0] in envs.single_observation_space
    seats, hands = infos["seat"], envs.hands()
    assert set(seats.tolist()) == {0, 1, 2, 3}
    actions = envs.actions.highest(hands, np.random.default_rng(1).normal(size=(300, 13, 3)))
    assert actions in envs.action_space
    observations, rewards, terminations, truncations, infos = envs.step(actions)
    assert terminations.all()
    assert not truncations.any()
    final = infos["final_info"]
    assert (final["seat"] == seats).all()
    rows = np.arange(300)
    assert (final["boards"][rows, seats] == envs.actions.boards(hands, actions)).all()
    declare = np.full((300, 4), True, object)
    declare[rows, seats] = "if better"
    assert (final["points"] == cp.settle_many(final["boards"], "pagat", declare=declare)).all()
    assert (rewards == final["points"][rows, seats]).all()
    assert rewards.dtype == np.float32
    assert (observations[:, :52].sum(axis=1) == 13).all()
    assert not np.array_equal(envs.hands(), hands)


def test_random_actions_are_legal_and_equally_likely():
    envs = ClosedVectorEnv(2000, "pagat", 2, opponent="random")
    envs.reset(seed=1)
    actions = envs.sample_actions()
    assert envs.action_masks()[np.arange(2000), actions].all()
    assert not np.array_equal(actions, envs.sample_actions())
    assert np.array_equal(*(envs.sample_actions(np.random.default_rng(1)) for _ in range(2)))
    counts = cp.count_arrangements_many(envs.hands(), "pagat")
    ranks = [
        np.searchsorted(np.flatnonzero(mask), action) for mask, action in zip(envs.action_masks(), actions, strict=True)
    ]
    assert abs(np.mean(np.array(ranks) / counts) - 0.5) < 5 * np.sqrt(1 / 12 / 2000)


def test_a_policy_leaves_its_environment():
    """The rewards of a policy in the environment agree with its points in a simulation."""

    def scores(observations):
        return np.broadcast_to(np.outer(np.arange(13, 0, -1), [0.0, 1.0, 2.0]), (len(observations), 13, 3))

    envs = ClosedVectorEnv(3000, "pagat", 2, opponent="balanced")
    observations, _ = envs.reset(seed=1)
    rewards = envs.step(envs.actions.highest(envs.hands(), scores(observations)))[1]
    match = cp.simulate("pagat", [ClosedPolicyBot(scores), "balanced"], 3000, seed=1).points(0)
    assert abs(rewards.mean() - match.mean) < 4 * np.hypot(rewards.std() / 3000**0.5, match.standard_error)


def test_autoreset_modes():
    for mode in ("SameStep", "NextStep", "Disabled"):
        envs = ClosedVectorEnv(5, "pagat", opponent="random", autoreset_mode=mode)
        first, _ = envs.reset(seed=1)
        second, _, terminations, _, _ = envs.step(envs.sample_actions())
        assert terminations.all()
        assert np.array_equal(first, second) == (mode != "SameStep")
        if mode == "NextStep":
            third, rewards, terminations, _, infos = envs.step(np.zeros(5, np.int64))
            assert not terminations.any()
            assert not rewards.any()
            assert not infos["_final_info"].any()
            assert not np.array_equal(second, third)
        elif mode == "Disabled":
            with pytest.raises(errors.TableError, match="environment 0: the hand is settled: expected a reset"):
                envs.step(np.zeros(5, np.int64))
            mask = np.arange(5) == 2
            third, _ = envs.reset(options={"reset_mask": mask})
            assert (third != second).any(axis=1).tolist() == mask.tolist()
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        envs := ClosedVectorEnv(4, "pagat", autoreset_mode="NextStep")
    )
    recorded.reset(seed=1)
    _, rewards, _, _, infos = recorded.step(envs.sample_actions())
    assert infos["episode"]["r"].tolist() == rewards.tolist()


def test_seeds():
    def steps(seed):
        envs = ClosedVectorEnv(50, "pagat", 3, opponent=["random", "balanced"])
        results = [envs.reset(seed=seed)[0]]
        for _ in range(3):
            observations, rewards, *_ = envs.step(envs.sample_actions())
            results += [observations, rewards]
        return results

    first, again, other = steps(1), steps(1), steps(2)
    assert all(map(np.array_equal, first, again))
    assert not np.array_equal(first[0], other[0])
    envs = ClosedVectorEnv(50, "pagat", 3, opponent="royalties")
    assert np.array_equal(envs.reset(seed=1)[0], first[0])  # the same hands with any opponents


# ---- what is refused ----


@pytest.mark.parametrize("make", [ClosedEnv, lambda *args, **options: ClosedVectorEnv(4, *args, **options)])
@pytest.mark.parametrize(
    ("options", "error", "problem"),
    [
        ({"rules": "pineapple"}, errors.RulesError, r"Closed(Vector)?Env: the rules 'pineapple' deal the cards street by"),
        ({"rules": "x"}, errors.RulesError, "unknown"),
        ({"players": 5}, errors.TableError, "players: expected an int from 2 to 4, got 5"),
        ({"opponent": "swift"}, errors.BotError, "there are no networks for the rules 'pagat'"),
        ({"opponent": None}, errors.BotError, "bot: expected .*, got None"),
        ({"opponent": ["balanced"] * 2}, errors.TableError, "opponent: expected one bot, got a list of 2$"),
        (
            {"players": 4, "opponent": ["balanced"] * 2},
            errors.TableError,
            "opponent: expected one bot, or a list of 3, clockwise from the learner, got a list of 2",
        ),
        ({"players": 4, "opponent": ["balanced"]}, errors.TableError, "or a list of 3, .* got a list of 1"),
        ({"seat": 2}, errors.TableError, "seat: expected a seat from 0 to 1, got 2"),
        ({"declare": 1}, errors.TableError, "declare: expected True, False or 'if better', got 1"),
    ],
)
def test_bad_arguments(make, options, error, problem):
    with pytest.raises(error, match=problem):
        make(**options)


def test_bad_calls_of_one_hand():
    environment = ClosedEnv()
    for call in (
        lambda: environment.step(0), environment.render, environment.action_masks, lambda: environment.hand,
        lambda: environment.board_of(0), lambda: environment.action_of("x"),
    ):  # fmt: skip
        with pytest.raises(errors.TableError, match="expected a reset before"):
            call()
    with pytest.raises(errors.TableError, match="bad render_mode 'x'"):
        ClosedEnv(render_mode="x")
    with pytest.raises(errors.SeedError):
        environment.reset(seed="x")
    with pytest.raises(errors.TableError, match="options: expected None"):
        environment.reset(options={"x": 1})
    environment.reset(seed=1)
    for action in (-1, 72_072, "x", None, 1.5):
        for call in (environment.step, environment.board_of):
            with pytest.raises(errors.ArrayError, match="bad action .*: expected an int from 0 to 72071"):
                call(action)
    with pytest.raises(errors.BoardError):
        environment.action_of("As Ks")
    with pytest.raises(errors.BoardError, match="expected a Board, text, three rows or 13 cards, got 5"):
        environment.action_of(5)
    with pytest.raises(errors.ArrayError, match="expected the cards of hands"):
        environment.action_of("2c 2d 2h / 3c 3d 3h 3s 4c / 4d 4h 4s 5c 5d")
    environment.step(0)
    with pytest.raises(errors.TableError, match="there is no hand, or it is settled"):
        environment.step(0)
    environment.close()


def test_bad_calls_of_batches():
    for options, problem in (
        ({"num_envs": 0}, "num_envs: expected an int from 1"),
        ({"num_envs": 5, "autoreset_mode": "x"}, "bad autoreset_mode 'x': expected SameStep, NextStep, Disabled"),
    ):
        with pytest.raises(errors.TableError, match=problem):
            ClosedVectorEnv(**options)
    envs = ClosedVectorEnv(5)
    for call in (lambda: envs.step([0] * 5), envs.sample_actions, envs.action_masks, envs.hands):
        with pytest.raises(errors.TableError, match="expected a reset before"):
            call()
    with pytest.raises(errors.TableError, match="reset_mask: expected an earlier reset"):
        envs.reset(options={"reset_mask": np.ones(5, bool)})
    envs.reset(seed=1)
    for call, error, problem in (
        (lambda: envs.step([0] * 4), errors.ArrayError, r"bad actions: expected int64\[5\], got int64\[4\]"),
        (lambda: envs.step([0.0] * 5), errors.ArrayError, "bad actions"),
        (lambda: envs.step([0, 0, 72_072, 0, 0]), errors.ArrayError, r"actions\[2\]: expected a number from 0 to 72071"),
        (lambda: envs.sample_actions(5), errors.SeedError, "bad rng"),
        (lambda: envs.reset(options={"mask": 1}), errors.TableError, "unknown option 'mask'"),
        (lambda: envs.reset(options={"reset_mask": [1] * 5}), errors.ArrayError, "bad reset_mask: expected bool"),
        (lambda: envs.reset(seed=1, options={"reset_mask": np.ones(5, bool)}), errors.SeedError, "got both"),
    ):
        with pytest.raises(error, match=problem):
            call()


def test_an_opponent_that_fails():
    def failing(position, rng):
        raise ValueError("tired")

    envs = ClosedVectorEnv(3, opponent=failing)
    hands = envs.reset(seed=1)[0]
    with pytest.raises(
        errors.BotError,
        match=r"bot 'failing' raised ValueError: tired \(test_closed_env\.py, line \d+\), at seat \d, with the hand",
    ):
        envs.step(envs.sample_actions())
    assert np.array_equal(envs.reset(seed=1)[0], hands)


@pytest.mark.parametrize("missing", ["gymnasium"])
def test_errors_name_the_libraries_to_install(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import cpoker_fast.learning"
    process = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert "ImportError: environments require more libraries" in process.stderr
    assert f"run `{install_command('rl')}`" in process.stderr


PLAYED_BY = {
    "learning.OpenFaceEnv": "learning.ClosedEnv",
    "learning.VectorEnv": "learning.ClosedVectorEnv",
    "openface.Observation": "players.ClosedActions",
    "OpenFaceGame": "Game",
}
MAKERS = {
    "learning.OpenFaceEnv": lambda rules: cp.learning.OpenFaceEnv(rules),
    "learning.VectorEnv": lambda rules: cp.learning.VectorEnv(8, rules),
    "openface.Observation": lambda rules: cp.openface.Observation(rules, 2),
    "OpenFaceGame": lambda rules: cp.cardroom.OpenFaceGame(rules, ["careful"]),
    "learning.ClosedEnv": lambda rules: ClosedEnv(rules),
    "learning.ClosedVectorEnv": lambda rules: ClosedVectorEnv(8, rules),
    "players.ClosedActions": lambda rules: cp.players.ClosedActions(rules, 2),
    "Game": lambda rules: cp.cardroom.Game(rules),
}


@pytest.mark.parametrize("open_face", PLAYED_BY)
def test_errors_name_the_class_for_games_of_several_streets(open_face):
    """A closed game is a game of one street, which the other class plays, too."""
    closed = PLAYED_BY[open_face]
    assert MAKERS[open_face]("pagat").rules == MAKERS[closed]("pagat").rules == cp.rules("pagat")
    with pytest.raises(cp.RulesError, match=f"'pineapple' deal the cards street by street, which {open_face} plays; for"):
        MAKERS[closed]("pineapple")
