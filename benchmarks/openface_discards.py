"""How much `expert` would gain if it knew opponents' discards, or guessed them from the opponents' placements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cpoker_fast import Position
from cpoker_fast._networks import values
from cpoker_fast._openface import rows_after
from cpoker_fast.arranging.fantasyland_worths import assumed_worths
from cpoker_fast.cards import CardSet
from cpoker_fast.game import PartialBoard
from cpoker_fast.game.deal import Move
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.positions import masks_of_cards
from cpoker_fast.thinking.opponent_boards import OpponentBoards, deal_runouts, opponents_of
from cpoker_fast.thinking.rollouts import TOLERANCE, Budget, Rollouts
from cpoker_fast.thinking.row_payoffs import IntegerPayoffs

ROLLOUTS = 5000  # of each choice
JUDGING_ROLLOUTS = 10_000
TEMPERATURE = 0.1  # points; the likelihood of the discards of `swift` is about highest with it
SETS_OF_DISCARDS = 8  # in a batch, where all last draws are averaged
_CARDS = 52

Weights = dict[int, list[NDArray[np.float64]]]
"""For each opponent, by seat, and each of their hidden discards: the weight of each card, float64[52]."""


def known_discards(moves: Sequence[Move], position: Position) -> Weights:
    """Return a weight of 1 for each true discard, and 0 for all other cards."""
    weights: Weights = {seat: [] for seat in opponents_of(position)}
    for move in moves:
        if move.seat in weights:
            weights[move.seat] += [np.equal(range(_CARDS), card).astype(np.float64) for card in move.placement.discards]
    return weights


def guessed_discards(moves: Sequence[Move], position: Position) -> Weights:
    """Return how likely it is that `swift` discards a card and places the other cards as the opponent did, by card.

    Only for streets with one discard. The discards of earlier streets are assumed not to matter for the choice.
    """
    weights: Weights = {seat: [] for seat in opponents_of(position)}
    boards = [PartialBoard()] * position.players
    for move in moves:
        if move.seat in weights and move.placement.discards:
            seen = sum(board.cards.mask for board in boards)
            weights[move.seat].append(_likelihoods(move, boards[move.seat], seen, position))
        boards[move.seat] = boards[move.seat].with_cards(move.placement)
    return weights


def _likelihoods(move: Move, board: PartialBoard, seen: int, position: Position) -> NDArray[np.float64]:
    """Return the softmax of network values at the placement of a move, for each unseen card as the discard."""
    plan, placed = plan_of(position.rules), move.placement.cards
    played = np.array([[row.mask for row in board.with_cards(move.placement).rows]], np.uint64)
    likelihoods = np.zeros(_CARDS)
    for card in position.unseen:
        hand = placed | CardSet([card])
        rows = np.concatenate([played, rows_after(plan, move.street, board, hand)])
        points = values(plan, rows, np.full(len(rows), seen | hand.mask, np.uint64))
        weights = np.exp((points - points.max()) / TEMPERATURE)
        likelihoods[card] = weights[0] / weights[1:].sum()
    return likelihoods


def _sampled(weights: Weights, n: int, rng: np.random.Generator) -> dict[int, NDArray[np.uint64]]:
    """Return n samples of the discards of each opponent, as masks; no card is discarded twice."""
    is_used, samples = np.zeros((n, _CARDS), bool), {}
    for seat, discards in weights.items():
        samples[seat] = np.zeros(n, np.uint64)
        for likelihoods in discards:
            with np.errstate(divide="ignore"):
                keys = np.log(likelihoods) + rng.gumbel(size=(n, _CARDS))
            cards = np.where(is_used, -np.inf, keys).argmax(axis=1)  # a card with a chance in proportion to its weight
            is_used[np.arange(n), cards] = True
            samples[seat] |= masks_of_cards(cards[:, None])
    return samples


def _all_of(samples: dict[int, NDArray[np.uint64]], n: int) -> NDArray[np.uint64]:
    masks: NDArray[np.uint64] = np.bitwise_or.reduce([np.zeros(n, np.uint64), *samples.values()])
    return masks


@dataclass(frozen=True)
class _WeighedBoards(OpponentBoards):
    """A sampler of opponent boards whose discards follow weights."""

    weights: Weights

    def sample(self, n: int, rng: np.random.Generator, threads: int) -> list[NDArray[np.uint8]]:
        discards = _sampled(self.weights, n, rng)
        out = np.uint64(self.position.seen.mask) | _all_of(discards, n)
        return [
            self._sample_seat(seat, n, rng, threads)
            if self.position.boards[seat].is_complete
            else self._play_on(seat, discards[seat], out, rng, threads)
            for seat in opponents_of(self.position)
        ]


class _WeighedRollouts(Rollouts):
    """Rollouts in which the discards of opponents follow weights, and are not dealt again."""

    def __init__(self, position: Position, weights: Weights, budget: Budget) -> None:
        super().__init__(position, assumed_worths(position.rules, position.players), 1, budget)
        self.weights, sampler = weights, self.opponent_boards
        self.opponent_boards = _WeighedBoards(position, sampler.payoffs, sampler.worths, weights)
        if all(np.count_nonzero(row) == 1 for rows in weights.values() for row in rows):
            self.seen |= _all_of(_sampled(weights, 1, np.random.default_rng(0)), 1)[0]

    def _roll_out(
        self, placements: NDArray[np.intp], payoffs: IntegerPayoffs, n: int, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        sizes, out = self._street_sizes(), self.seen | _all_of(_sampled(self.weights, n, rng), n)
        if sizes:
            return self._mean_points(placements, payoffs, self.seen, deal_runouts(out, sizes, rng))
        # the mean over all draws of the last street, for each of some sets of discards
        no_cards, (sets, counts) = np.empty((1, 0), np.uint8), np.unique(out[:SETS_OF_DISCARDS], return_counts=True)
        by_set = [self._mean_points(placements, payoffs, mask, no_cards) for mask in sets]
        means: NDArray[np.float64] = np.average(by_set, axis=0, weights=counts)
        return means


def gains(position: Position, moves: Sequence[Move], seed: tuple[int, ...]) -> dict[str, float]:
    """Return the points that `expert` gains if it knows opponents' discards, and if it guesses them: 'known', 'guessed'.

    Rollouts that know the discards judge all three placements, by a seed of their own.
    """
    known = known_discards(moves, position)
    if not any(known.values()):
        return {"known": 0.0, "guessed": 0.0}
    budget, judging = Budget.of(None, ROLLOUTS), Budget.of(None, JUDGING_ROLLOUTS)
    choices = {
        "plain": Rollouts(position, assumed_worths(position.rules, position.players), 1, budget),
        "known": _WeighedRollouts(position, known, budget),
        "guessed": _WeighedRollouts(position, guessed_discards(moves, position), budget),
    }
    best = {name: rollouts.run(np.random.SeedSequence(seed), TOLERANCE).best for name, rollouts in choices.items()}
    compared, judge = sorted(set(best.values())), _WeighedRollouts(position, known, judging)
    if len(compared) == 1:
        return {"known": 0.0, "guessed": 0.0}
    judged = judge.run(np.random.SeedSequence((*seed, 1)), 0.0, compared, compares_all=False).points
    return {name: float(judged[best[name]].mean() - judged[best["plain"]].mean()) for name in ("known", "guessed")}
