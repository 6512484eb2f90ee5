"""A tiny agent learns open-face Pineapple by playing.

python examples/learn_openface.py [--updates N]

Its policy is linear: the score of an action is a weighted sum of the bits of the observation, and softmax turns the scores
of the legal actions into probabilities.
REINFORCE raises the probabilities of the agent's actions in deals that paid more than average. Requires the extra rl.
"""

import argparse

import numpy as np

from cpoker_fast.openface.learning import VectorEnv
from cpoker_fast.studies import Estimate

DEALS, CARDS, PLAYERS = 1024, 17, 2  # deals played in parallel, cards dealt to each player, players
STEPS = CARDS * PLAYERS


def choose(weights, observations, mask, rng):
    """Sample an action for each observation from the softmax of its scores; also return all probabilities."""
    scores = np.where(mask, observations @ weights, -np.inf)
    probabilities = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    draws = rng.random((len(probabilities), 1))
    return np.minimum((probabilities.cumsum(axis=1) < draws).sum(axis=1), mask.shape[1] - 1), probabilities


def play(envs, weights, rng):
    """Play all deals once, with the agent in seat 0 against random actions.

    Return, for each of its actions: the observation, the action (one-hot) minus the probabilities, and the index of the
    deal. Also return its points in each deal.
    """
    observations, infos = envs.reset()
    seen, errors, deals = [], [], []
    for _ in range(STEPS):
        to_act = np.flatnonzero(infos["to_act"] == 0)
        actions = envs.sample_actions()
        if len(to_act):
            actions[to_act], probabilities = choose(weights, observations[to_act], infos["action_mask"][to_act], rng)
            seen.append(observations[to_act])
            errors.append(np.eye(4, dtype=np.float32)[actions[to_act]] - probabilities)
            deals.append(to_act)
        observations, rewards, _, _, infos = envs.step(actions)
    return np.concatenate(seen), np.concatenate(errors), np.concatenate(deals), rewards[:, 0]


def print_points(when, envs, weights, rng, rounds=10):
    """Print the agent's average points per deal, with their 95 % margin of error."""
    points = np.concatenate([play(envs, weights, rng)[3] for _ in range(rounds)])
    estimate = Estimate(points.mean(), points.std() / len(points) ** 0.5)
    print(f"{when}: {estimate.mean:+.2f} +- {estimate.margin:.2f} points a deal against random actions")


def main():
    """Train the agent, and print its points before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=200)
    updates = parser.parse_args().updates
    rng = np.random.default_rng(1)
    envs = VectorEnv(DEALS, "pineapple", PLAYERS, dtype="float32")
    envs.reset(seed=1)
    weights = np.zeros((envs.bits.size, 4), np.float32)
    print_points("before learning", envs, weights, rng)
    velocity = np.zeros_like(weights)
    for _ in range(updates):
        seen, errors, deals, points = play(envs, weights, rng)
        advantage = ((points - points.mean()) / points.std()).astype(np.float32)
        gradient = seen.T @ (errors * advantage[deals, None]) / DEALS
        velocity = 0.9 * velocity + gradient
        weights += velocity
    print_points(f"after {updates * DEALS:,} deals", envs, weights, rng)


if __name__ == "__main__":
    main()
