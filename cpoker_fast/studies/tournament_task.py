"""Tournaments as tasks: each chunk has the deals of a group at one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, permutations
from math import comb

from cpoker_fast.players import in_match
from cpoker_fast.studies.tasks import CHUNK, DealsTask, Task
from cpoker_fast.studies.tournament_counts import TablePoints, TournamentCounts, TournamentSums

__all__ = ["TournamentTask"]


@dataclass(frozen=True)
class TournamentTask(Task):
    """Duplicate deals at the tables of all groups of `players` bots. All tables play the same deals.

    Chunks are numbered by deals, then by tables: chunk 0 has the first 1,024 deals at the first table, chunk 1 the same
    deals at the second table.
    """

    players: int = field(kw_only=True)

    @property
    def tables(self) -> int:
        """Number of tables."""
        return comb(len(self.bots), self.players)

    def bots_at(self, table: int) -> tuple[int, ...]:
        """Return the indices of the bots at a table."""
        return next(islice(combinations(range(len(self.bots)), self.players), table, None))

    def orders(self) -> list[tuple[int, ...]]:
        """Return the orders around a table, as indices of `bots_at`, such that each bot sits to the left of each other one.

        The order changes each time that all bots of the table had the button.
        """
        return [(0, *others) for others in permutations(range(1, self.players))]

    def play(self, chunk: int) -> TablePoints:
        """Play a chunk, and return its points."""
        import numpy as np

        group, table = divmod(chunk, self.tables)
        indices, orders, first = self.bots_at(table), self.orders(), group * CHUNK
        points = np.zeros((min(CHUNK, self.deals - first), self.players), np.int64)
        faults, answers = np.zeros(self.players, np.int64), np.zeros(self.players, np.int64)
        seconds, first_faults = np.zeros(self.players), dict[str, str]()
        with in_match([self.bots[bot] for bot in indices], self.rules, self.time_limit, self.stop) as bots:
            for number, order in enumerate(map(list, orders)):
                task = DealsTask(
                    self.rules,
                    self.faults_are_fouls,
                    self.time_limit,
                    tuple(bots[place] for place in order),
                    tuple(self.names[indices[place]] for place in order),
                    self.deals,
                    self.entropy,
                    self.spawn_key,
                    duplicate=True,
                    table=table,
                    orders=len(orders),
                    order=number,
                    stop=self.stop,
                )
                deals = task.deals_of(group) - first
                if not len(deals):
                    continue
                played = task.play_match(group)
                points[deals[:, None], order] = played.points.sum(axis=1)
                faults[order] += played.counts.faults
                answers[order] += played.times.answers
                seconds[order] += played.times.seconds
                first_faults = played.counts.first_faults | first_faults
        return TablePoints(group, table, indices, points, faults, answers, seconds, first_faults)

    def zero_counts(self) -> TournamentCounts:
        """Return the counts before the first deal."""
        return TournamentCounts(self.tables, TournamentSums.zeros(len(self.bots)))

    def drop_chunks(self, counts: TournamentCounts, chunks: Sequence[int], deals: int) -> None:  # noqa: ARG002
        """Drop the last group of a tournament of `deals` deals, which is now longer, from its counts."""
        counts.groups.pop(deals // CHUNK, None)
