"""Matches between networks: two players play each deal twice, the second time with seats and cards exchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpoker_fast import settle_many
from cpoker_fast._networks import choose_ways, placed
from cpoker_fast._openface import Plan
from cpoker_fast.dealing import deal_many
from cpoker_fast.game.plan import read_complete
from cpoker_fast.game.positions import boards_of_masks, masks_of_cards
from cpoker_fast.rulebook import Rules

__all__ = ["Averages", "Match", "final_boards", "play_match"]


class Averages(NamedTuple):
    """Averages over the boards of one player. The opponent's boards do not affect them."""

    royalties: float
    fouls: float  # share of boards
    entries: float  # share of boards that earn Fantasyland
    index: float
    """Royalties plus the worth of Fantasylands, minus nine for each foul."""
    error: float
    """Standard error of the index."""


class Match(NamedTuple):
    """Points of the first player per deal, with the worth of Fantasylands, and averages of both players."""

    points: float
    error: float  # standard error of the points
    averages: tuple[Averages, Averages]


def final_boards(
    plans: Sequence[Plan], streets: Sequence[tuple[int, int]], stacks: NDArray[np.uint8]
) -> list[NDArray[np.uint8]]:
    """Play stacks (uint8[n, players, cards]), the first player first; return the boards of each player (uint8[n, 13])."""
    n, players = stacks.shape[:2]
    rows = [np.zeros((n, 3), np.uint64) for _ in plans]
    discards, begin = [np.zeros(n, np.uint64) for _ in plans], 0
    for street, (dealt, _) in enumerate(streets):
        for player in range(players):
            cards = np.ascontiguousarray(np.sort(stacks[:, player, begin : begin + dealt], axis=1))
            hand, seen = masks_of_cards(cards), discards[player].copy()
            for visible_rows in rows:
                seen |= np.bitwise_or.reduce(visible_rows, axis=1)
            seen |= hand
            ways, _ = choose_ways(plans[player], street, rows[player], seen, cards)
            rows[player] = placed(plans[player], street, rows[player], seen, cards, ways)
            discards[player] |= hand & ~np.bitwise_or.reduce(rows[player], axis=1)
        begin += dealt
    return [boards_of_masks(player_rows) for player_rows in rows]


def _averages(boards: NDArray[np.uint8], rules: Rules, worths: Mapping[int, float]) -> tuple[Averages, NDArray[np.float64]]:
    """Return averages of boards, and the worth of the Fantasyland that each board earns."""
    fouls, royalties, earned = read_complete(rules, boards)
    worth = np.zeros(18)
    worth[list(worths)] = list(worths.values())
    index = royalties.sum(axis=1) + worth[earned] - 9.0 * fouls
    return (
        Averages(
            float(royalties.sum(axis=1).mean()),
            float(fouls.mean()),
            float((earned > 0).mean()),
            float(index.mean()),
            float(index.std() / len(boards) ** 0.5),
        ),
        worth[earned],
    )


def play_match(our_plan: Plan, their_plan: Plan, rules: Rules, worths: Mapping[int, float], deals: int, seed: int) -> Match:
    """Play each deal twice, the second time with seats and cards exchanged."""
    stacks = deal_many(deals, 2, rules.most_cards(), np.random.default_rng(seed))
    ours_first = final_boards([our_plan, their_plan], rules.streets, stacks)
    theirs_first = final_boards([their_plan, our_plan], rules.streets, stacks)
    points = np.zeros(deals)
    all_ours: list[NDArray[np.uint8]] = []
    all_theirs: list[NDArray[np.uint8]] = []
    for ours, theirs in (ours_first, theirs_first[::-1]):
        paid = settle_many(np.stack([ours, theirs], axis=1), rules)[:, 0]
        points += (paid + _averages(ours, rules, worths)[1] - _averages(theirs, rules, worths)[1]) / 2
        all_ours.append(ours)
        all_theirs.append(theirs)
    averages = _averages(np.concatenate(all_ours), rules, worths)[0], _averages(np.concatenate(all_theirs), rules, worths)[0]
    return Match(float(points.mean()), float(points.std() / deals**0.5), averages)
