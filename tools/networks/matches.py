"""Matches between networks: deals of two players, each twice with the cards exchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpoker_fast import settle_many
from cpoker_fast._networks import choose_ways, placed
from cpoker_fast._openface import Plan
from cpoker_fast.dealing import deal_many
from cpoker_fast.openface import stack_size
from cpoker_fast.openface.game.plan import read_complete
from cpoker_fast.openface.thinking.masks import boards_of_masks, masks_of_cards
from cpoker_fast.rulebook import Rules

__all__ = ["Match", "Style", "final_boards", "play_match"]


class Style(NamedTuple):
    """How a player plays, alone."""

    royalties: float
    fouls: float
    entries: float
    index: float
    """Royalties, and the worth of Fantasylands, less nine for each foul."""
    error: float
    """Standard error of the index."""


class Match(NamedTuple):
    """Points a deal of the first player, Fantasylands at their worth, and how both play."""

    points: float
    error: float
    styles: tuple[Style, Style]


def final_boards(
    plans: Sequence[Plan], streets: Sequence[tuple[int, int]], stacks: NDArray[np.uint8]
) -> list[NDArray[np.uint8]]:
    """Return the boards that players make of their stacks, uint8[n, players, cards]; the first player acts first."""
    n, players = stacks.shape[:2]
    rows = [np.zeros((n, 3), np.uint64) for _ in plans]
    discards, first = [np.zeros(n, np.uint64) for _ in plans], 0
    for street, (dealt, _) in enumerate(streets):
        for player in range(players):
            cards = np.ascontiguousarray(np.sort(stacks[:, player, first : first + dealt], axis=1))
            hand, seen = masks_of_cards(cards), discards[player].copy()
            for other in rows:
                seen |= np.bitwise_or.reduce(other, axis=1)
            seen |= hand
            ways, _ = choose_ways(plans[player], street, rows[player], seen, cards)
            rows[player] = placed(plans[player], street, rows[player], seen, cards, ways)
            discards[player] |= hand & ~np.bitwise_or.reduce(rows[player], axis=1)
        first += dealt
    return [boards_of_masks(each) for each in rows]


def _style(boards: NDArray[np.uint8], rules: Rules, worths: Mapping[int, float]) -> tuple[Style, NDArray[np.float64]]:
    """How some boards were played, and the worth of the Fantasyland that each earns."""
    fouls, royalties, earned = read_complete(rules, boards)
    worth = np.zeros(18)
    worth[list(worths)] = list(worths.values())
    index = royalties.sum(axis=1) + worth[earned] - 9.0 * fouls
    return (
        Style(
            float(royalties.sum(axis=1).mean()),
            float(fouls.mean()),
            float((earned > 0).mean()),
            float(index.mean()),
            float(index.std() / len(boards) ** 0.5),
        ),
        worth[earned],
    )


def play_match(ours: Plan, theirs: Plan, rules: Rules, worths: Mapping[int, float], deals: int, seed: int) -> Match:
    """Play deals twice each: the second time with the cards and the seats exchanged."""
    assert rules.openface is not None
    stacks = deal_many(deals, 2, stack_size(rules), np.random.default_rng(seed))
    ours_first = final_boards([ours, theirs], rules.openface.streets, stacks)
    theirs_first = final_boards([theirs, ours], rules.openface.streets, stacks)
    points = np.zeros(deals)
    mine: list[NDArray[np.uint8]] = []
    others: list[NDArray[np.uint8]] = []
    for one, other in (ours_first, theirs_first[::-1]):
        paid = settle_many(np.stack([one, other], axis=1), rules)[:, 0]
        points += (paid + _style(one, rules, worths)[1] - _style(other, rules, worths)[1]) / 2
        mine.append(one)
        others.append(other)
    styles = _style(np.concatenate(mine), rules, worths)[0], _style(np.concatenate(others), rules, worths)[0]
    return Match(float(points.mean()), float(points.std() / deals**0.5), styles)
