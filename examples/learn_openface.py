"""A tiny agent learns open-face Pineapple by playing.

python examples/learn_openface.py [--updates N]

Its policy is linear in the bits of the observation: a score for each of the four actions, and softmax over those that are
legal. REINFORCE raises the chances of what it did in deals that paid more than usual. It needs the extra rl.
"""

import argparse

import numpy as np

from cpoker_fast.openface.learning import VectorEnv
from cpoker_fast.studies import Estimate

DEALS, CARDS, PLAYERS = 1024, 17, 2  # deals side by side; what a player is dealt in each
STEPS = CARDS * PLAYERS


def choose(weights, observations, mask, rng):
    """Sample an action for each observation from the softmax of its scores; also return all probabilities."""
    scores = np.where(mask, observations @ weights, -np.inf)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    drawn = rng.random((len(chances), 1))
    return np.minimum((chances.cumsum(axis=1) < drawn).sum(axis=1), mask.shape[1] - 1), chances


def play(envs, weights, rng):
    """All deals once, the agent in seat 0 against random actions.

    Returns what it saw, how far the chances were from each choice, in which deal, and its points in all deals.
    """
    observations, infos = envs.reset()
    seen, errors, who = [], [], []
    for _ in range(STEPS):
        own = np.flatnonzero(infos["to_act"] == 0)
        actions = envs.sample_actions()
        if len(own):
            actions[own], chances = choose(weights, observations[own], infos["action_mask"][own], rng)
            seen.append(observations[own])
            errors.append(np.eye(4, dtype=np.float32)[actions[own]] - chances)
            who.append(own)
        observations, rewards, _, _, infos = envs.step(actions)
    return np.concatenate(seen), np.concatenate(errors), np.concatenate(who), rewards[:, 0]


def tell(when, envs, weights, rng, rounds=10):
    """Print the average points of the agent in a deal, with their 95 % margin of error."""
    points = np.concatenate([play(envs, weights, rng)[3] for _ in range(rounds)])
    found = Estimate(points.mean(), points.std() / len(points) ** 0.5)
    print(f"{when}: {found.mean:+.2f} +- {found.margin:.2f} points a deal against random actions")


def main():
    """Learn, and tell what that was worth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=200)
    updates = parser.parse_args().updates
    rng = np.random.default_rng(1)
    envs = VectorEnv(DEALS, "pineapple", PLAYERS, dtype="float32")
    envs.reset(seed=1)
    weights = np.zeros((envs.bits.size, 4), np.float32)
    tell("before learning", envs, weights, rng)
    speed = np.zeros_like(weights)
    for _ in range(updates):
        seen, errors, who, points = play(envs, weights, rng)
        advantage = ((points - points.mean()) / points.std()).astype(np.float32)
        gradient = seen.T @ (errors * advantage[who, None]) / DEALS
        speed = 0.9 * speed + gradient
        weights += speed
    tell(f"after {updates * DEALS:,} deals", envs, weights, rng)


if __name__ == "__main__":
    main()
