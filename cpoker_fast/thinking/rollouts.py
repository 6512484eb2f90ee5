"""Rollouts: all placements of a position are played to the end with the same cards, and compared."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cpoker_fast._arguments import check_whole, is_number
from cpoker_fast._networks import cards_to_play, choose_ways, deal_unseen, rollout_values, values
from cpoker_fast._openface import Plan, rows_after
from cpoker_fast.arranging.fantasyland_worths import assumed_worths, from_each_opponent
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import AnalysisError
from cpoker_fast.game.final_street import last_street
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.plan import plan_of, read_complete
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import boards_of_masks, masks_of_cards
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.networks import attach_networks
from cpoker_fast.thinking.opponent_boards import (
    OpponentBoards,
    deal_runouts,
    fields_of,
    opponents_of,
    points_against,
)
from cpoker_fast.thinking.row_payoffs import (
    IntegerPayoffs,
    RowPayoffs,
    fantasyland_payoffs,
    integer_payoffs,
    payoffs_against,
    row_prices,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TOLERANCE", "Budget", "RolloutResult", "Rollouts", "best_placement", "exact_points"]

TOLERANCE = 0.02
"""Points that the best placement may be expected to lose to all others together when rollouts end, by default."""

_ROLLOUTS_A_BATCH = 24
"""Number of rollouts in a batch; half as many if there is little time."""

_LEAST_BATCHES = 4
_MOST_SWAPS = 4
_DROPPED_SHARE = 0.05  # of the tolerance: a placement is dropped if it is expected to win no more than this
_MOST_ROLLOUTS, _MOST_SECONDS = 10_000_000, 1e9
_LOOK_AHEAD_GAP = 3.0  # points; placements whose network value is this close to the highest get a look-ahead
_LOOK_AHEAD_DRAWS = 64  # random draws of the next street
_ROLLOUT_GAP, _ROLLOUT_GAP_BY_HEURISTIC = 1.5, 6.0  # points per opponent; placements this close to the best get rollouts
_FIRST_ROLLOUTS_BY_HEURISTIC = 8  # rollouts for each first estimate under rules without networks
_MOST_SETTLED = 500  # placements of the last street that are settled against all sampled boards
_LITTLE_TIME = 0.03  # seconds
_SECONDS_A_ROLLOUT, _SECONDS_A_LOOK = 1.5e-5, 1e-5  # rough times of a rollout and of a draw of one placement
_ROLLOUT_SHARE, _LOOK_AHEAD_SHARE = 0.4, 0.1  # of the time: for the first batches, without the boards of opponents

# Standard deviation of the gap between two placements around the gap of their first estimates: points per opponent, and a
# share of the gap. `python benchmarks/openface.py gaps` measures both. Estimates with a look-ahead are better than others.
_ERROR_WITH_LOOK_AHEAD, _GROWTH_WITH_LOOK_AHEAD = 0.33, 0.3
_ERROR, _GROWTH = 0.6, 0.6
_POOLED = 4  # degrees of freedom of the pooled variance of all gaps, which steadies the variance of few batches


class RolloutResult(NamedTuple):
    """Results of rollouts."""

    points: list[NDArray[np.float64]]
    """For each placement, its mean points in each batch until it was dropped; empty without rollouts."""
    estimates: NDArray[np.float64]
    """First estimate of each placement, in points."""
    best: int
    """Index of the best placement, by first estimates and rollouts together."""


@dataclass(frozen=True)
class Budget:
    """Limits of rollouts: a time, and a number of batches."""

    seconds: float | None
    batches: int

    @classmethod
    def of(cls, seconds: float | None, rollouts: int | None) -> Budget:
        """Return the budget for arguments of `analyze`; AnalysisError if they are invalid."""
        if seconds is not None and rollouts is not None:
            raise AnalysisError("expected seconds or rollouts, not both")
        if seconds is not None:
            if not is_number(seconds) or not 0 < seconds <= _MOST_SECONDS:
                raise AnalysisError.about("seconds", f"expected a number above 0, up to 1e9, got {quote(seconds)}")
            return cls(float(seconds), _MOST_ROLLOUTS // _ROLLOUTS_A_BATCH)
        if rollouts is not None:
            check_whole("rollouts", rollouts, 1, _MOST_ROLLOUTS, AnalysisError)
        return cls(None, max(_LEAST_BATCHES, math.ceil((1000 if rollouts is None else rollouts) / _ROLLOUTS_A_BATCH)))

    @property
    def rollouts(self) -> int:
        """Number of rollouts of a placement that is compared to the end, in whole batches."""
        return self.batches * _ROLLOUTS_A_BATCH


class Rollouts:
    """Rollouts of the placements of a position, until one placement remains or the budget is spent.

    Batches are independent, since each has its own opponent boards and runouts. Their spread gives the standard errors.
    """

    budget: Budget
    position: Position
    threads: int
    worths: Mapping[int, float]
    by_networks: bool
    rules: Rules

    def __init__(self, position: Position, worths: Mapping[int, float], threads: int, budget: Budget) -> None:
        self.position, self.worths, self.threads, self.budget = position, worths, threads, budget
        self.rules, self.by_networks = position.rules, attach_networks(position.rules)
        self.plan: Plan = plan_of(self.rules)
        self.placements: list[Placement] = position.placements()
        self.rows: NDArray[np.uint64] = rows_after(self.plan, position.street, position.own, position.hand)
        self._all_indices = np.arange(len(self.placements))
        self.seen: np.uint64 = np.uint64(position.seen.mask)
        self.is_last_street: bool = position.to_place == sum(position.own.room)
        self.has_look_ahead: bool = self.by_networks and position.street + 2 < len(self.rules.streets)
        self.opponents: int = len(opponents_of(position))
        self.rests: list[tuple[int, int]] = row_prices(self.rules).rests
        # At most 64 opponent boards in total. A rest per board, in units of 1/64 point, should be a whole number.
        takes_more_boards = position.players <= 3 and all(rest % 3 == 0 for _, rest in self.rests)
        has_time = budget.seconds is None or budget.seconds >= _LITTLE_TIME
        self.batch = _ROLLOUTS_A_BATCH if has_time else _ROLLOUTS_A_BATCH // 2
        self.boards_per_opponent = self.batch if takes_more_boards else self.batch * 2 // 3
        self.runout_cards: int = 0 if self.is_last_street else cards_to_play(self.plan, position.street + 1, False)
        self.rollouts_per_batch = self.batch if self.runout_cards else self.boards_per_opponent
        self.row_worths: NDArray[np.float64] = fantasyland_payoffs(self.rules, worths)
        self.opponent_boards: OpponentBoards = OpponentBoards.of(position, from_each_opponent(worths, position.players))

    def run(
        self,
        sequence: np.random.SeedSequence,
        tolerance: float,
        compared: Sequence[int] = (),
        *,
        compares_all: bool = True,
    ) -> RolloutResult:
        """Play batches until the expected loss of the best placement is at most `tolerance`, or the budget is spent.

        `compared` has indices of placements that get rollouts even if their first estimates are low. Without `compares_all`,
        only these do.
        """
        start, budget = perf_counter(), self.budget
        rng = np.random.default_rng(sequence)
        estimates = self._first_estimates(rng)
        remaining = self._candidates(estimates) if compares_all else np.empty(0, np.intp)
        remaining = np.append(remaining, [index for index in compared if index not in remaining]).astype(np.intp)
        points = [array("d") for _ in self.placements]
        next_check = _LEAST_BATCHES
        for batches in range(1, budget.batches + 1):
            for index, mean in zip(remaining.tolist(), self._batch(remaining, rng).tolist(), strict=True):
                points[index].append(mean)
            if batches == next_check:
                next_check += max(1, next_check // 4)
                losses = self._expected_losses(remaining, points, estimates)
                remaining = remaining[losses > tolerance * _DROPPED_SHARE]
                if len(remaining) == 1 or losses[np.isfinite(losses)].sum() <= tolerance:
                    break
            elapsed = perf_counter() - start
            if budget.seconds is not None and batches >= _LEAST_BATCHES and elapsed * (1 + 1 / batches) > budget.seconds:
                break
        best, *_ = self._compare(remaining, points, estimates)
        return RolloutResult([np.array(means) for means in points], estimates, int(remaining[best]))

    def _compare(
        self, placements: NDArray[np.intp], points: Sequence[Sequence[float]], estimates: NDArray[np.float64]
    ) -> tuple[int, NDArray[np.float64], NDArray[np.float64]]:
        """Return which placement is best by first estimates and rollouts together, the gaps to it, and their errors.

        All placements have equally many batches.
        """
        batches, first = np.array([points[index] for index in placements]).T, estimates[placements]
        best, swaps = int(batches.mean(axis=0).argmax()), 0
        while True:
            gaps, errors = self.gaps_to(first[best], batches[:, best : best + 1], first, batches)
            lowest = int(gaps.argmin())
            if gaps[lowest] >= 0.0 or swaps == _MOST_SWAPS:
                return best, gaps, errors
            best, swaps = lowest, swaps + 1  # gaps to the new best one may differ a little from those to the old one

    def gaps_to(
        self,
        first_of_best: float,
        batches_of_best: NDArray[np.float64],
        first: NDArray[np.float64],
        batches: NDArray[np.float64],
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the gaps of placements to the best one, and their standard errors; see `_combined_gaps`."""
        from_first = first_of_best - first
        errors = np.full(len(first), math.inf) if self.is_last_street else self.first_errors(from_first)
        return _combined_gaps(from_first, errors, batches_of_best - batches)

    def first_errors(self, gaps: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the standard errors of gaps between first estimates."""
        return _first_errors(gaps, self.opponents, with_look_ahead=self.has_look_ahead)

    def _expected_losses(
        self, remaining: NDArray[np.intp], points: Sequence[Sequence[float]], estimates: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the points that the best placement is expected to lose to each of the others; inf for itself."""
        best, gaps, errors = self._compare(remaining, points, estimates)
        losses = _losses_by(gaps, errors)
        losses[best] = math.inf
        return losses

    # ---- candidates ----

    def _first_estimates(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the first estimate of each placement, in points."""
        if self.is_last_street:
            if len(self.placements) <= _MOST_SETTLED:
                return np.zeros(len(self.placements))
            return self._settle(self._all_indices, self.opponent_boards.sample(4, rng, self.threads))
        if (payoffs := self.opponent_boards.payoffs) is not None:
            return self._roll_out(self._all_indices, payoffs, _FIRST_ROLLOUTS_BY_HEURISTIC, rng) * self.opponents
        estimates = values(self.plan, self.rows, np.full(len(self.rows), self.seen), self.threads)
        if self.has_look_ahead:
            near = np.argsort(-estimates, kind="stable")[
                : self._affordable(_LOOK_AHEAD_SHARE, _LOOK_AHEAD_DRAWS * _SECONDS_A_LOOK)
            ]
            near = near[estimates[near] >= estimates.max() - _LOOK_AHEAD_GAP]
            # the errors of both estimates are almost independent, so their mean is better than either
            estimates[near] = (estimates[near] + self._look_ahead(near, rng)) / 2.0
        return estimates * self.opponents  # networks estimate the points from one opponent

    def _look_ahead(self, placements: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the mean value of each placement over draws of the next street, which `swift` places."""
        street = self.position.street + 1
        cards = deal_unseen(np.full(_LOOK_AHEAD_DRAWS, self.seen), self.rules.streets[street][0], rng)
        rows = np.repeat(self.rows[placements], _LOOK_AHEAD_DRAWS, axis=0)
        drawn = np.tile(cards, (len(placements), 1))
        _, best_values = choose_ways(self.plan, street, rows, self.seen | masks_of_cards(drawn), drawn, self.threads)
        means: NDArray[np.float64] = best_values.reshape(len(placements), _LOOK_AHEAD_DRAWS).mean(axis=1)
        return means

    def _affordable(self, share: float, seconds_each: float) -> int:
        """Return the number of placements for which a share of the time is enough, at least three."""
        if self.budget.seconds is None:
            return len(self.placements)
        return max(3, min(len(self.placements), int(share * self.budget.seconds / seconds_each)))

    def _candidates(self, estimates: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the indices of the placements that get rollouts, highest estimates first."""
        order = np.argsort(-estimates, kind="stable")
        if self.is_last_street:
            return order[:_MOST_SETTLED]
        if not self.runout_cards:
            return order  # means over all last draws are fast
        margin = (_ROLLOUT_GAP if self.by_networks else _ROLLOUT_GAP_BY_HEURISTIC) * self.opponents
        number = int((estimates >= estimates.max() - margin).sum())
        return order[: min(number, self._affordable(_ROLLOUT_SHARE, _LEAST_BATCHES * self.batch * _SECONDS_A_ROLLOUT))]

    # ---- batches ----

    def _batch(self, placements: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the mean points of placements against a new sample of opponent boards."""
        samples = self.opponent_boards.sample(self.boards_per_opponent, rng, self.threads)
        if self.is_last_street:
            return self._settle(placements, samples)
        fields = fields_of(samples, self.position)
        by_opponent = [payoffs_against(self.rules, {}, field, shares_scoops=False) for field in fields]
        rows = reduce(np.add, (payoffs.rows for payoffs in by_opponent)) + self.row_worths
        payoffs = RowPayoffs(rows, sum(part.foul for part in by_opponent), sum(part.royalties_owed for part in by_opponent))
        rests = [(triple, rest / self.boards_per_opponent) for triple, rest in self.rests]
        return self._roll_out(placements, integer_payoffs(payoffs, fields, rests), self.batch, rng) - payoffs.royalties_owed

    def _roll_out(
        self, placements: NDArray[np.intp], payoffs: IntegerPayoffs, n: int, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Return the mean points of placements over n rollouts."""
        street_sizes = self._street_sizes()
        cards = deal_runouts(np.full(n if street_sizes else 1, self.seen), street_sizes, rng)
        return self._mean_points(placements, payoffs, self.seen, cards)

    def _mean_points(
        self, placements: NDArray[np.intp], payoffs: IntegerPayoffs, seen: np.uint64, cards: NDArray[np.uint8]
    ) -> NDArray[np.float64]:
        """Return the mean points of placements over runouts, uint8[n, cards], played by a player who has seen some cards."""
        rows, masks = np.ascontiguousarray(self.rows[placements]), np.full(len(placements), seen)
        street = self.position.street + 1
        points = rollout_values(self.plan, self.by_networks, payoffs, street, rows, masks, cards, self.threads)
        means: NDArray[np.float64] = points.mean(axis=0) * payoffs.unit
        return means

    def _street_sizes(self) -> list[int]:
        """Return the number of cards that are dealt to the player on each street of a rollout."""
        streets = self.rules.streets[self.position.street + 1 :]
        sizes: list[int] = []
        while sum(sizes) < self.runout_cards:
            sizes.append(streets[len(sizes)][0])
        return sizes

    def _settle(self, placements: NDArray[np.intp], samples: list[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """Return the points of placements on the last street against sampled boards, with the worth of Fantasylands."""
        boards = boards_of_masks(self.rows[placements])
        _, _, earned = read_complete(self.rules, boards)
        points = np.array([self.worths[cards] if cards else 0.0 for cards in earned.tolist()])
        return points + points_against(boards, samples, self.position)


# ---- gaps by first estimates and rollouts together ----


def _first_errors(gaps: NDArray[np.float64], opponents: int, *, with_look_ahead: bool) -> NDArray[np.float64]:
    """Return the standard errors of gaps between first estimates."""
    if with_look_ahead:
        return np.hypot(opponents * _ERROR_WITH_LOOK_AHEAD, _GROWTH_WITH_LOOK_AHEAD * gaps)
    return np.hypot(opponents * _ERROR, _GROWTH * gaps)


def _combined_gaps(
    first: NDArray[np.float64], errors: NDArray[np.float64], batches: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return gaps, and their standard errors, by first estimates and by batches of rollouts.

    They are the mean and the standard deviation of the true gap, given the results of the rollouts. The first estimates are
    its normal distribution before the rollouts. So the gaps are valid whenever the rollouts end, and also for a placement
    that is best by luck.

    Parameters
    ----------
    first, errors : array of float64, shape (k,)
        Gaps between first estimates, and their standard errors; inf for gaps without a first estimate.
    batches : array of float64, shape (n, k)
        Gaps in each of at least four batches.
    """
    n = len(batches)
    variances = batches.var(axis=0, ddof=1)
    variances = ((n - 1) * variances + _POOLED * variances.mean()) / (n - 1 + _POOLED) / n
    share = variances / (variances + errors**2)  # of the first estimates
    return share * first + (1.0 - share) * batches.mean(axis=0), np.sqrt((1.0 - share) * variances)


def _losses_by(gaps: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points that a placement is expected to lose to each of those behind it by these gaps."""

    def loss(gap: float, error: float) -> float:
        if not error:
            return max(0.0, -gap)
        z = gap / error
        return error * (math.exp(-z * z / 2) / math.sqrt(2 * math.pi) - z * math.erfc(z / math.sqrt(2)) / 2)

    return np.array([loss(gap, error) for gap, error in zip(gaps.tolist(), errors.tolist(), strict=True)])


# ---- the best placement ----


def exact_points(position: Position, worths: Mapping[int, float]) -> Sequence[Placement] | None:
    """Return the exact points of placements on the last street, best first; None if they cannot be computed."""
    if position.to_place != sum(position.own.room):
        return None
    result = last_street(position, worths)
    return result.placements if result.is_exact and len(result.against) == position.players - 1 else None


def best_placement(
    position: Position, seconds: float | None, rollouts: int | None, seed: Seed, threads: int = 1
) -> Placement:
    """Return the best placement as `analyze` does, but faster, without describing others; the arguments are valid."""
    points = assumed_worths(position.rules, position.players)
    exact = exact_points(position, points)
    if exact is not None:
        return exact[0]
    comparison = Rollouts(position, points, threads, Budget.of(seconds, rollouts))
    return comparison.placements[comparison.run(sequence_of(seed), TOLERANCE).best]
