"""Rollouts: placements are played to the end over the same cards, and compared."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._arguments import check_whole
from cpoker_fast._networks import cards_to_play, choose_ways, deal_unseen, rollout_values, values
from cpoker_fast._openface import rows_after
from cpoker_fast.arranging import from_each_opponent
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import AnalysisError
from cpoker_fast.openface.game.plan import openface_of, plan_of, read_complete
from cpoker_fast.openface.game.position import Position
from cpoker_fast.openface.thinking.masks import boards_of_masks, masks_of_cards
from cpoker_fast.openface.thinking.networks import attach_networks
from cpoker_fast.openface.thinking.opponent_boards import (
    OpponentBoards,
    deal_runouts,
    fields_of,
    opponents_of,
    points_against,
)
from cpoker_fast.openface.thinking.row_payoffs import (
    RowPayoffs,
    WholePayoffs,
    fantasyland_payoffs,
    payoffs_against,
    row_prices,
    rows_add_up,
    whole_payoffs,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ROLLOUTS_A_BATCH", "Budget", "RolloutResult", "Rollouts"]

ROLLOUTS_A_BATCH = 24
"""Number of rollouts in a batch."""

_LEAST_BATCHES = 4
_MOST_ROLLOUTS, _MOST_SECONDS = 10_000_000, 1e9
_NEAR = 3.0  # points behind the best by networks, up to which a placement is valued a street ahead
_DRAWS = 64  # draws of that street
_STARTERS = 1.5  # points behind the best after that, up to which a placement is rolled out
_STARTERS_BY_HEURISTIC, _DRAWS_BY_HEURISTIC = 6.0, 8
_MOST_SETTLED = 500  # complete boards
_MOST_LOST = 0.01  # points by which rounding may change results that are called exact
_SECONDS_A_ROLLOUT = 5e-5  # for one placement, roughly


class RolloutResult(NamedTuple):
    """Results of rollouts."""

    points: list[NDArray[np.float64]]
    """Mean points of each placement by batch, until it was dropped."""
    remaining: NDArray[np.intp]
    """Indices of the placements that may be the best."""
    estimates: NDArray[np.float64]
    """First estimate of each placement, in points."""


@dataclass(frozen=True)
class Budget:
    """Limits of time and of batches."""

    seconds: float | None
    batches: int

    @classmethod
    def of(cls, seconds: float | None, rollouts: int | None) -> Budget:
        """Return the budget for arguments of `analyze`; AnalysisError if they are invalid."""
        if seconds is not None and rollouts is not None:
            raise AnalysisError("expected seconds or rollouts, not both")
        if seconds is not None:
            if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= _MOST_SECONDS:
                raise AnalysisError(f"seconds: expected a number above 0, got {quote(seconds)}")
            return cls(float(seconds), _MOST_ROLLOUTS // ROLLOUTS_A_BATCH)
        if rollouts is not None:
            check_whole("rollouts", rollouts, 1, _MOST_ROLLOUTS, AnalysisError)
        return cls(None, max(_LEAST_BATCHES, math.ceil((1000 if rollouts is None else rollouts) / ROLLOUTS_A_BATCH)))


class Rollouts:
    """Rollouts of the placements of a position, until one placement remains or the budget is spent.

    Each batch has its own opponent boards and runouts. So batches are independent, and their spread gives the errors of
    the means.
    """

    def __init__(self, position: Position, worths: Mapping[int, float], threads: int) -> None:
        import numpy as np

        self.position, self.worths, self.threads = position, worths, threads
        self.rules, self.by_networks = position.rules, attach_networks(position.rules)
        self.plan = plan_of(self.rules)
        self.placements = position.placements()
        self.rows = rows_after(self.plan, position.street, position.own, position.hand)
        self._all = np.arange(len(self.placements))
        self.seen = np.uint64(position.seen.mask)
        self.completes = position.to_place == sum(position.own.room)
        self.opponents = len(opponents_of(position))
        self.rests = row_prices(self.rules).rests
        # so that the share of one board in a rest is a whole number for the core
        self.boards = ROLLOUTS_A_BATCH if all(rest % 3 == 0 for _, rest in self.rests) and position.seats <= 3 else 16
        self.runout_cards = 0 if self.completes else cards_to_play(self.plan, position.street + 1, False)
        self.samples = ROLLOUTS_A_BATCH if self.runout_cards else self.boards
        are_known = all(position.boards[seat].is_complete for seat in opponents_of(position))
        self.is_exact = are_known and (self.completes or (not self.runout_cards and rows_add_up(self.rules)))
        worths_a_pairing = from_each_opponent(worths, position.seats)
        self.earned = fantasyland_payoffs(self.rules, worths)
        self.opponent_boards = OpponentBoards(
            position, self.by_networks, whole_payoffs(payoffs_against(self.rules, worths_a_pairing, None)), worths_a_pairing
        )
        self.opponent_boards.check()

    def run(self, budget: Budget, sequence: np.random.SeedSequence, also: int | None = None) -> RolloutResult:
        """Play until one placement remains or the budget is spent; `also` takes part, whatever its first estimate is."""
        import numpy as np

        started = perf_counter()
        rng = np.random.default_rng(sequence)
        estimates = self._estimate(rng)
        remaining = self._starters(estimates, budget)
        if also is not None and also not in remaining:
            remaining = np.append(remaining, also)
        points = [array("d") for _ in self.placements]
        next_check = _LEAST_BATCHES
        for played in range(1, budget.batches + 1):
            for number, mean in zip(remaining.tolist(), self._batch(remaining, rng).tolist(), strict=True):
                points[number].append(mean)
            if played == next_check:
                next_check += max(1, next_check // 4)
                remaining, is_over = _eliminate(remaining, np.array([points[number] for number in remaining]).T)
                if is_over:
                    break
            spent = perf_counter() - started
            if budget.seconds is not None and played >= _LEAST_BATCHES and spent * (1 + 1 / played) > budget.seconds:
                break
        return RolloutResult([np.array(batches) for batches in points], remaining, estimates)

    # ---- candidates ----

    def _estimate(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return a first estimate of each placement."""
        import numpy as np

        if self.completes:
            if len(self.placements) <= _MOST_SETTLED:
                return np.zeros(len(self.placements))
            return self._settle(self._all, self.opponent_boards.sample(4, rng, 1))
        if not self.by_networks:
            return self._play_out(self._all, self.opponent_boards.payoffs, _DRAWS_BY_HEURISTIC, rng) * self.opponents
        estimates = values(self.plan, self.rows, np.full(len(self.rows), self.seen), self.threads)
        near = np.flatnonzero(estimates >= estimates.max() - _NEAR)
        if self.position.street + 2 < len(openface_of(self.rules).streets):
            # the errors of both are almost independent: the mean is better than either
            estimates[near] = (estimates[near] + self._look_ahead(near, rng)) / 2.0
        return estimates * self.opponents  # networks value the pairing with one opponent

    def _look_ahead(self, placements: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the value of placements a street ahead: the mean over draws of the best placement by networks."""
        import numpy as np

        street = self.position.street + 1
        cards = deal_unseen(np.full(_DRAWS, self.seen), openface_of(self.rules).streets[street][0], rng)
        rows = np.repeat(self.rows[placements], _DRAWS, axis=0)
        drawn = np.tile(cards, (len(placements), 1))
        _, best_values = choose_ways(self.plan, street, rows, self.seen | masks_of_cards(drawn), drawn, self.threads)
        means: NDArray[np.float64] = best_values.reshape(len(placements), _DRAWS).mean(axis=1)
        return means

    def _starters(self, estimates: NDArray[np.float64], budget: Budget) -> NDArray[np.intp]:
        """Return the placements to roll out, in descending order of their estimates."""
        import numpy as np

        order = np.argsort(-estimates, kind="stable")
        if self.completes:
            return order[:_MOST_SETTLED]
        if not self.runout_cards:
            return order  # without runouts
        margin = (_STARTERS if self.by_networks else _STARTERS_BY_HEURISTIC) * self.opponents
        number = int((estimates >= estimates.max() - margin).sum())
        if budget.seconds is not None:
            batches = budget.seconds / (_LEAST_BATCHES * ROLLOUTS_A_BATCH * _SECONDS_A_ROLLOUT * 1.5)
            number = min(number, max(3, int(batches)))
        return order[:number]

    # ---- batches ----

    def _batch(self, placements: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the mean points of placements against one sample of opponent boards."""
        import numpy as np

        samples = self.opponent_boards.sample(self.boards, rng, self.threads)
        if self.completes:
            return self._settle(placements, samples)
        fields = fields_of(samples, self.position)
        parts = [payoffs_against(self.rules, {}, field, shares_scoops=False) for field in fields]
        rows = np.sum([payoffs.rows for payoffs in parts], axis=0) + self.earned
        payoffs = RowPayoffs(rows, sum(payoffs.foul for payoffs in parts), sum(payoffs.paid for payoffs in parts))
        whole_rows = whole_payoffs(payoffs, fields, [(triple, rest / self.boards) for triple, rest in self.rests])
        self.is_exact = self.is_exact and whole_rows.lost < _MOST_LOST
        return self._play_out(placements, whole_rows, ROLLOUTS_A_BATCH, rng) - payoffs.paid

    def _play_out(
        self, placements: NDArray[np.intp], payoffs: WholePayoffs, n: int, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        import numpy as np

        streets, street = openface_of(self.rules).streets, self.position.street + 1
        dealt: list[int] = []
        while sum(dealt) < self.runout_cards:
            dealt.append(streets[street + len(dealt)][0])
        cards = deal_runouts(np.full(n if dealt else 1, self.seen), dealt, rng)
        rows, seen = np.ascontiguousarray(self.rows[placements]), np.full(len(placements), self.seen)
        points = rollout_values(self.plan, self.by_networks, payoffs, street, rows, seen, cards, self.threads)
        means: NDArray[np.float64] = points.mean(axis=0) * payoffs.unit
        return means

    def _settle(self, placements: NDArray[np.intp], samples: list[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """Return the points of complete boards against those of each opponent, with the worth of Fantasylands."""
        import numpy as np

        boards = boards_of_masks(self.rows[placements])
        _, _, earned = read_complete(self.rules, boards)
        points = np.array([self.worths[cards] if cards else 0.0 for cards in earned.tolist()])
        return points + points_against(boards, samples, self.position)


def _eliminate(remaining: NDArray[np.intp], points: NDArray[np.float64]) -> tuple[NDArray[np.intp], bool]:
    """Return the placements that may still be the best, and whether the comparison is decided."""
    import numpy as np

    n = len(points)
    best = int(points.mean(axis=0).argmax())
    gap = points[:, best : best + 1] - points
    errors = gap.std(axis=0, ddof=1) / math.sqrt(n)
    limit = 3.0 + 9.0 / (n - 1)  # few batches estimate their error badly
    may_be = (gap.mean(axis=0) <= limit * errors) | (np.arange(len(remaining)) == best)
    is_certain = not points.std(axis=0).any()
    return (remaining, True) if is_certain else (remaining[may_be], may_be.sum() == 1)
