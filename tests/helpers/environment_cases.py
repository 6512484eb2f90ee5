"""Games that environments are tested with: rules, numbers of players, and what an action places."""

import numpy as np
from openface_tables import TABLES, with_options

import cpoker_fast as cp

WORTH = {13: 2.0, 14: 7.5, 15: 10.25, 16: 12.5, 17: 20.0}
BOARD_RULES = ["pagat", "house-rules", "thirteen-water", "lowball-middle", "single-winner", "hawaiian-gardens", "closed"]
CASES = [(rules, players, "cards") for rules, players in TABLES] + [
    (rules, players, "boards") for rules in BOARD_RULES for players in range(2, cp.rules(rules).players + 1)
]
CASES.append((with_options("pagat", first_street_open=True), 3, "boards"))
KINDS = [("pineapple", "cards"), ("pagat", "cards"), ("pagat", "boards")]


class ShadowDeal:
    """`Deal` that is played in parallel with an environment, card by card or board by board."""

    def __init__(self, deal, boards=None):
        self.deal, self.placed, self.boards = deal, [], boards

    @property
    def actions(self):
        """Return the actions of this street so far."""
        return [place for _, place in self.placed]

    def place(self, action):
        position = self.deal.position()
        if self.boards is not None:
            (board,) = self.boards.boards([position.hand], [action]).tolist()
            self.deal.place("surrender" if board[0] == 255 else [board[:3], board[3:8], board[8:]])
            return
        hand = sorted(position.hand, reverse=True)
        self.placed.append((hand[len(self.placed)], action))
        if len(self.placed) == len(hand):
            rows = [[card for card, place in self.placed if place == row] for row in range(4)]
            self.deal.place(rows[:3], rows[3])
            self.placed = []

    def rewards(self, worth):
        earned = self.deal.next_fantasyland
        return [points + worth.get(cards, 0.0) for points, cards in zip(self.deal.settlement().points, earned, strict=True)]


def last_of(envs, steps):
    """Return what the last of some random steps returns."""
    for _ in range(steps):
        results = envs.step(envs.sample_actions())
    return results


def until_over(envs):
    """Return what the first step returns that ends a deal, after random actions."""
    terminations = np.array([False])
    while not terminations.any():
        _, _, terminations, *_ = results = envs.step(envs.sample_actions())
    return results


def next_legal(mask, action):
    """Return the first legal action from this one on, and after the last one from 0 on."""
    return next(number % len(mask) for number in range(action, action + len(mask)) if mask[number % len(mask)])


def same(result, other):
    """Whether results of steps are equal: arrays, and dictionaries and lists of them."""
    if isinstance(result, dict):
        assert result.keys() == other.keys()
        return all(same(result[key], other[key]) for key in result)
    if isinstance(result, list | tuple):
        assert len(result) == len(other)
        return all(map(same, result, other))
    assert result.dtype == other.dtype
    return np.array_equal(result, other)
