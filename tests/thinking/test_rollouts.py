"""Rollouts of boards: `swift` plays them to the end, and values them before the last street."""

import random

import numpy as np
import pytest
from random_networks import GAMES, mask, masks, placed_before, plan_with, random_board, random_whole

import cpoker_fast as cp
from cpoker_fast import _networks
from cpoker_fast.thinking.opponent_boards import deal_runouts


def positions(rules, street, n, seed):
    """Return the rows of n random boards before a street, and their cards."""
    rng, before = random.Random(seed), placed_before(rules)
    rows = masks([random_board(rng, before[street], 0)[0] for _ in range(n)])
    return rows, np.bitwise_or.reduce(rows, axis=1)


@pytest.mark.parametrize("rules", GAMES)
def test_boards_are_finished_by_swift(rules):
    plan, streets = plan_with(rules, random_whole(rules)), cp.rules(rules).streets
    for first in range(len(streets)):
        rows, seen = positions(rules, first, 6, seed=first)
        runouts = deal_runouts(seen, [dealt for dealt, _ in streets[first:]], np.random.default_rng(1))
        expected, begin, known = rows, 0, seen
        for street, (dealt, _) in enumerate(streets[first:], first):
            cards = np.ascontiguousarray(runouts[:, begin : begin + dealt])
            begin, known = begin + dealt, known | np.array([mask(hand) for hand in cards.tolist()], np.uint64)
            ways, _ = _networks.choose_ways(plan, street, expected, known, cards)
            expected = _networks.placed(plan, street, expected, known, cards, ways)
        assert _networks.finish_boards(plan, None, first, rows, seen, runouts, 1).tolist() == expected.tolist()


@pytest.mark.parametrize("rules", ["pineapple", "standard", "deuce-to-seven"])
def test_boards_before_the_last_draws_have_exact_values(rules):
    """Values of rollouts with the payoffs of the networks are those by which `swift` chooses."""
    networks, street = random_whole(rules), len(cp.rules(rules).streets) - 2
    plan, dealt = plan_with(rules, networks), cp.rules(rules).streets[street][0]
    rows, seen = positions(rules, street, 10, seed=2)
    payoffs = (networks.payoffs, networks.foul, [], np.empty((0, 3), np.uint16), 1.0)
    for at in range(len(rows)):
        board, known = rows[at : at + 1], seen[at : at + 1]
        cards = deal_runouts(np.repeat(known, 5), [dealt], np.random.default_rng(at))
        points = _networks.rollout_values(plan, True, payoffs, street, board, known, cards, 1)
        masks = np.array([mask(hand) for hand in cards.tolist()], np.uint64)
        _, values = _networks.choose_ways(plan, street, np.repeat(board, 5, axis=0), known | masks, cards)
        assert points[:, 0].tolist() == values.tolist()
