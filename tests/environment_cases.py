"""Games that environments are tested with: rules, numbers of players, and what an action places."""

import numpy as np
from openface_tables import TABLES, with_options

import cpoker_fast as cp

BOARD_RULES = ["pagat", "house-rules", "thirteen-water", "lowball-middle", "single-winner", "hawaiian-gardens", "closed"]
CASES = [(rules, players, "cards") for rules, players in TABLES] + [
    (rules, players, "boards") for rules in BOARD_RULES for players in range(2, cp.rules(rules).players + 1)
]
CASES.append((with_options("pagat", first_street_open=True), 3, "boards"))
KINDS = [("pineapple", "cards"), ("pagat", "cards"), ("pagat", "boards")]


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
