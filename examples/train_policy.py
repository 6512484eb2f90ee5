"""A small network learns open-face Pineapple by playing against the bot `careful`, and then plays matches.

python examples/train_policy.py [--updates N] [--save FILE]

The network has one hidden layer. It reads counts of ranks and suits, and softmax turns its four outputs into probabilities
of the legal actions. REINFORCE raises the probabilities of actions in deals that paid more than average. With 1,200
updates, this takes about a minute. Requires the extra rl.
"""

import argparse
import os
from time import perf_counter

# The matrices here are small. The threads of a linear algebra library would spend their time waiting for each other, which
# makes training several times slower. The libraries read these variables when NumPy is imported.
for library in ("OPENBLAS_NUM", "MKL_NUM", "BLIS_NUM", "OMP_NUM", "VECLIB_MAXIMUM"):
    os.environ[f"{library}_THREADS"] = "1"

import numpy as np

import cpoker_fast as cp
from cpoker_fast.learning import VectorEnv
from cpoker_fast.studies import Estimate

RULES, DEALS, STEPS = "pineapple", 512, 17  # rules, deals played in parallel, cards that each player is dealt
HIDDEN, RATE = 64, 0.01  # units of the hidden layer, learning rate of the first update
PLACES = 9  # parts of 52 bits: front, middle, back, discards, hand, card; front, middle and back of the opponent
RANKS_AND_SUITS = np.hstack([np.eye(13).repeat(4, axis=0), np.tile(np.eye(4), (13, 1))]).astype(np.float32)


def features(observations):
    """Return what the network reads: counts of ranks and suits, float32[n, 96]."""
    n = len(observations)
    every, cards = np.arange(n), observations[:, : PLACES * 52].reshape(n, PLACES, 52)
    counts = cards @ RANKS_AND_SUITS
    ranks, suits = counts[:, :, :13], counts[:, :, 13:]
    rank, suit = np.divmod(cards[:, 5].argmax(axis=1), 4)  # of the card to place
    same_suit, sizes = suits[every, :, suit][:, :5], ranks[:, :3].sum(axis=2)
    return np.hstack(
        [
            ranks[:, 5],
            ranks[every, :, rank],  # cards of the same rank in each place
            same_suit,
            sizes,
            same_suit[:, :3] == sizes,  # rows that may become a flush with this card
            ranks[:, 4],
            observations[:, PLACES * 52 :][:, :5],  # the street
            ranks[:, :3].reshape(n, 39),
            (ranks[:, :3] > 1).sum(axis=2),
            (ranks[:, :3] > 2).sum(axis=2),
        ],
        dtype=np.float32,
    )


class Network:
    """A policy with one hidden layer, and Adam, which updates its weights."""

    def __init__(self, inputs, rng):
        first = rng.normal(0, (2 / inputs) ** 0.5, (inputs, HIDDEN))
        self.weights = [first.astype(np.float32), np.zeros(HIDDEN, np.float32), np.zeros((HIDDEN, 4), np.float32)]
        self.means, self.squares = ([np.zeros_like(array) for array in self.weights] for _ in range(2))

    def scores(self, inputs):
        """Return the scores of the four actions, and the hidden units."""
        hidden = np.maximum(inputs @ self.weights[0] + self.weights[1], 0)
        return hidden @ self.weights[2], hidden

    def probabilities(self, inputs, masks):
        """Return the probabilities of the actions, and the hidden units."""
        scores, hidden = self.scores(inputs)
        legal = np.where(masks, scores, -np.inf)
        powers = np.exp(legal - legal.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True), hidden

    def policy(self, observations, masks):
        """Return the most probable action of each row: the form that `PolicyBot` expects."""
        return np.where(masks, self.scores(features(observations))[0], -np.inf).argmax(axis=1)

    def update(self, inputs, hidden, errors, step, rate):
        """Change the weights in the direction that raises the probabilities of actions with positive `errors`."""
        back = (errors @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(axis=0), hidden.T @ errors]
        for i, gradient in enumerate(gradients):
            self.means[i] += 0.1 * (gradient / DEALS - self.means[i])
            self.squares[i] += 0.01 * ((gradient / DEALS) ** 2 - self.squares[i])
            mean, square = self.means[i] / (1 - 0.9**step), self.squares[i] / (1 - 0.99**step)
            self.weights[i] += rate * mean / (np.sqrt(square) + 1e-6)


def play(envs, network, rng):
    """Play all deals once. Return for each action: inputs, hidden units and errors; and the reward of each deal."""
    observations, infos = envs.reset()
    steps = []
    for _ in range(STEPS):
        inputs = features(observations)
        probabilities, hidden = network.probabilities(inputs, infos["action_mask"])
        draws = rng.random((DEALS, 1))
        actions = np.minimum((probabilities.cumsum(axis=1) < draws).sum(axis=1), 3)
        steps.append((inputs, hidden, np.eye(4, dtype=np.float32)[actions] - probabilities))
        observations, rewards, _, _, infos = envs.step(actions)
    return *map(np.concatenate, zip(*steps, strict=True)), rewards


def train(updates, rng):
    """Train a network against `careful`, print its progress, and return it."""
    worth = cp.studies.worth(RULES).points  # of the Fantasylands, which are other deals
    envs = VectorEnv(DEALS, RULES, 2, opponent="careful", fantasyland_worth=worth, dtype="float32")
    observations, _ = envs.reset(seed=1)
    network = Network(features(observations).shape[1], rng)
    start, recent = perf_counter(), []
    for step in range(1, updates + 1):
        inputs, hidden, errors, rewards = play(envs, network, rng)
        advantage = ((rewards - rewards.mean()) / rewards.std()).astype(np.float32)
        network.update(inputs, hidden, errors * np.tile(advantage, STEPS)[:, None], step, RATE * (1 - step / updates))
        recent.append(rewards)
        if step % max(1, updates // 10) == 0:
            points = np.concatenate(recent)
            estimate = Estimate(points.mean(), points.std() / len(points) ** 0.5)
            print(
                f"{perf_counter() - start:4.0f} seconds, {step * DEALS:9,} deals:"
                f" {estimate.mean:+.2f} +- {estimate.margin:.2f} points a deal against careful",
                flush=True,
            )
            recent = []
    return network, envs.bits


def main():
    """Train a network, and let it play matches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=1200, help=f"number of updates, after {DEALS} deals each")
    parser.add_argument("--save", metavar="FILE", help="file for the weights of the network (.npz)")
    options = parser.parse_args()
    network, bits = train(options.updates, np.random.default_rng(1))
    if options.save:
        np.savez(options.save, *network.weights)
    learned = cp.players.PolicyBot(network.policy, bits=bits, name="learned", dtype="float32")
    for opponent in ("random", "careful", "swift"):
        print(cp.simulate(RULES, [learned, opponent], 2000, seed=1))


if __name__ == "__main__":
    main()
