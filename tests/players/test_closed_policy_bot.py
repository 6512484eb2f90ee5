"""Bots that play policies of closed games."""

import pickle

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.game.positions import Positions
from cpoker_fast.players import ClosedActions, ClosedPolicyBot


def scores(observations):
    """Return scores that put high cards behind."""
    return np.broadcast_to(np.outer(np.arange(13, 0, -1), [0.0, 1.0, 2.0]), (len(observations), 13, 3))


def first_legal(observations, masks):
    return masks.argmax(axis=1)


def at_random(observations, masks, rng):
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("rules", ["pagat", "house-rules", "one-six"])
def test_policies_play_their_boards(rules):
    hands, rng = cp.deal_many(30, 4, 13, seed=1)[:, 0], np.random.default_rng(1)
    actions = ClosedActions(rules, 3)
    for policy, options, numbers in (
        (scores, {}, actions.highest(hands, scores(hands))),
        (first_legal, {"takes_masks": True}, actions.masks(hands).argmax(axis=1)),
    ):
        bot = ClosedPolicyBot(policy, **options).prepare(cp.rules(rules), 3)
        positions = Positions.of_hands(hands, rules, 3, seat=1, button=0)
        boards = bot.place_many(positions, rng)
        assert (boards == actions.boards(hands, numbers)).all()
        single = bot.place(positions[3], rng)
        assert (single.board, single.declare) == (cp.Board.of_cards(boards[3].tolist()), "if better")


def test_observations_of_the_policy():
    seen = []

    def recording(observations):
        seen.append(observations)
        return scores(observations)

    cp.simulate("pagat", [ClosedPolicyBot(recording), "random", "random"], 90, seed=1)
    assert sum(map(len, seen)) == 270
    assert {bits.shape[1] for bits in seen} == {55}
    assert {bits.dtype for bits in seen} == {np.dtype("uint8")}
    assert len(seen) == 3  # a call for each seat
    assert sorted(bits[:, 52:].any(axis=0).tolist() for bits in seen) == np.eye(3, dtype=bool)[::-1].tolist()
    assert all((bits[:, :52].sum(axis=1) == 13).all() for bits in seen)


def test_simulations():
    result = cp.simulate("pagat", [ClosedPolicyBot(scores), "random"], 300, seed=1)
    assert result.players == ("scores", "random")
    assert result.points(0).interval()[0] > 0
    assert result.counts.faults.sum() == 0
    bots = [ClosedPolicyBot(at_random, takes_masks=True, takes_rng=True, name="mine"), "balanced"]
    results = [cp.simulate("pagat", bots, 60, seed=seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]
    assert results[0].points(0).mean < 0


def test_declarations():
    positions = Positions.of_hands(cp.deal_many(5, 4, 13, seed=1)[:, 0], "pagat")
    for declare in (True, False):
        bot = ClosedPolicyBot(scores, declare=declare).prepare(cp.rules("pagat"), 2)
        assert bot.place_many(positions, np.random.default_rng(1)).declare.tolist() == [declare] * 5
        assert bot.place(positions[0], np.random.default_rng(1)).declare is declare


def test_copies():
    bot = ClosedPolicyBot(scores, name="mine").prepare(cp.rules("pagat"), 2)
    twin = pickle.loads(pickle.dumps(bot))
    positions, rng = Positions.of_hands(cp.deal_many(5, 4, 13, seed=1)[:, 0], "pagat"), np.random.default_rng(1)
    assert (twin.place_many(positions, rng) == bot.place_many(positions, rng)).all()
    assert repr(twin) == "ClosedPolicyBot(mine)"


def test_what_is_refused():
    for arguments, problem in (
        ({"policy": 5}, "bad policy 5: expected a function of observations"),
        ({"policy": ClosedPolicyBot}, "bad policy"),
        ({"name": 5}, "name: expected text"),
        ({"takes_masks": 1}, "takes_masks: expected True or False"),
        ({"takes_rng": None}, "takes_rng: expected True or False"),
        ({"declare": "yes"}, "declare: expected True, False or 'if better', got 'yes'"),
        (
            {"policy": first_legal},
            r"\(observations\), got \(observations, masks\): takes_masks=True adds masks, takes_rng=True adds rng$",
        ),
        ({"policy": at_random, "takes_masks": True}, r"expected the parameters \(observations, masks\), got"),
        ({"takes_rng": True}, r"expected the parameters \(observations, rng\), got \(observations\)"),
    ):
        with pytest.raises(errors.BotError, match=problem):
            ClosedPolicyBot(**{"policy": scores} | arguments)
    for policy in (scores, first_legal, at_random):
        with pytest.raises(
            errors.BotError,
            match=r"expected the parameters \(position, rng\), got .*; if this is a policy, wrap it: ClosedPolicyBot",
        ):
            cp.simulate("pagat", [policy, "random"], 5, seed=1)
    hands, rng = cp.deal_many(5, 4, 13, seed=1)[:, 0], np.random.default_rng(1)
    with pytest.raises(errors.BotError, match=r"expected a call of prepare\('pagat', players\) first"):
        ClosedPolicyBot(scores).place_many(Positions.of_hands(hands, "pagat"), rng)
    with pytest.raises(errors.BotError, match=r"expected a call of prepare\('one-six', players\) first"):
        ClosedPolicyBot(scores).prepare(cp.rules("pagat"), 2).place_many(Positions.of_hands(hands, "one-six"), rng)
    for policy, problem in (
        (lambda observations: observations, r"raised BotError: policy '<lambda>' returned uint8\[\d+, 54\]: expected int64"),
        (
            lambda observations: None,
            r"policy '<lambda>' returned None: expected int64\[\d+\], or float32\[\d+, 13, 3\], in",
        ),
        (lambda observations: [[1], [1, 2]], r"returned \[\[1\], \[1, 2\]\]: expected int64\["),
        (lambda observations: np.zeros(len(observations)), r"returned float64\["),
        (
            lambda observations: np.full(len(observations), 72_072),
            r"raised ArrayError: actions\[0\]: expected a number from 0",
        ),
        (lambda observations: np.full((len(observations), 13, 3), np.inf), "raised ArrayError: bad scores: expected finite"),
    ):
        with pytest.raises(errors.BotError, match=problem):
            cp.simulate("pagat", [ClosedPolicyBot(policy), "random"], 5, seed=1)
        fouled = cp.simulate("pagat", [ClosedPolicyBot(policy), "random"], 5, seed=1, on_fault="foul")
        assert fouled.counts.faults.tolist() == [10, 0]
