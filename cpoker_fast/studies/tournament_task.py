"""Tournaments as tasks: each chunk has the deals of a group at one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import comb

from cpoker_fast.studies.arguments import task_type
from cpoker_fast.studies.tasks import CHUNK, Task
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

    def seats(self, group: int, table: int) -> tuple[int, ...]:
        """Return the index of the bot at each seat of a table.

        With three or more players, the order around the table changes from group to group, so that each bot sits to the left
        of each other one.
        """
        first, *others = list(combinations(range(len(self.bots)), self.players))[table]
        orders = list(permutations(others))
        return first, *orders[group % len(orders)]

    def play(self, chunk: int) -> TablePoints:
        """Play a chunk, and return its points."""
        import numpy as np

        group, table = divmod(chunk, self.tables)
        seats = self.seats(group, table)
        task = task_type(self.rules)(
            self.rules,
            self.faults_are_fouls,
            self.time_limit,
            tuple(self.bots[bot] for bot in seats),
            tuple(self.names[bot] for bot in seats),
            self.deals,
            self.entropy,
            self.spawn_key,
            duplicate=True,
            table=table,
            stop=self.stop,
        )
        played = task.play_deals(group)
        return TablePoints(
            group,
            table,
            seats,
            played.points.sum(axis=1, dtype=np.int64),
            played.counts.faults,
            np.array(played.times.answers, np.int64),
            np.array(played.times.seconds),
        )

    def zero_counts(self) -> TournamentCounts:
        """Return the counts before the first deal."""
        return TournamentCounts(self.tables, TournamentSums.zeros(len(self.bots)))

    def drop_chunks(self, counts: TournamentCounts, chunks: Sequence[int], deals: int) -> None:  # noqa: ARG002
        """Drop the last group of a tournament of `deals` deals, which is now longer, from its counts."""
        counts.groups.pop(deals // CHUNK, None)
