"""Tournaments: every bot plays every other one, on threads, processes or a cluster, always with the same result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import combinations, islice, permutations
from math import comb

import numpy as np

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast.dealing import Seed
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import SimulationError
from cpoker_fast.notation import Record
from cpoker_fast.players import Bot, BotFunction, name_of
from cpoker_fast.players.engine_bot import in_match
from cpoker_fast.players.preparing import prepared_bots
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.studies.arguments import (
    FOULS,
    check_deals,
    check_running,
    fingerprint_of,
    numbered,
)
from cpoker_fast.studies.checkpoint import Checkpoint
from cpoker_fast.studies.deal_records import RecordsFile, text_of_records
from cpoker_fast.studies.playing import Results, play_chunks
from cpoker_fast.studies.recording import Recorded
from cpoker_fast.studies.tasks import CHUNK, DealsTask, RecordedCounts, Task
from cpoker_fast.studies.tournament_counts import TablePoints, TournamentCounts, TournamentSums
from cpoker_fast.studies.tournament_ranking import look_ends
from cpoker_fast.studies.tournament_result import Tournament

__all__ = ["TournamentRun", "TournamentTask", "tournament"]


@dataclass(frozen=True)
class TournamentTask(Task):
    """The duplicate deals of a tournament, with a table for each group of `players` bots. All tables play the same deals.

    Chunks are numbered by deals, then by tables: chunk 0 has the first 1,024 deals at the first table, chunk 1 the same
    deals at the second table.
    """

    players: int = field(kw_only=True)
    writes: bool = field(default=False, kw_only=True)
    """Whether to return the records of the deals as text."""

    @property
    def tables(self) -> int:
        """Number of tables."""
        return comb(len(self.bots), self.players)

    def bots_at(self, table: int) -> tuple[int, ...]:
        """Return the indices of the bots at a table."""
        return next(islice(combinations(range(len(self.bots)), self.players), table, None))

    def orders(self) -> list[tuple[int, ...]]:
        """Return the orders around a table, as indices of `bots_at`, such that each bot sits to the left of every other one.

        The order changes each time that all bots of the table have had the button.
        """
        return [(0, *others) for others in permutations(range(1, self.players))]

    def play(self, chunk: int) -> TablePoints | RecordedCounts:
        """Play a chunk, and return its points, with the records if they are asked for."""
        records: list[Record] = []
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
                    records=self.writes,
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
                records.extend(played.records())
        result = TablePoints(group, table, indices, points, faults, answers, seconds, first_faults)
        return RecordedCounts(result, None, text_of_records(records)) if self.writes else result

    def zero_counts(self) -> TournamentCounts:
        """Return the counts before the first deal."""
        return TournamentCounts(self.tables, TournamentSums.zeros(len(self.bots)))

    def drop_chunks(self, counts: TournamentCounts, chunks: Sequence[int], deals: int) -> None:  # noqa: ARG002
        """Drop the last group of a tournament of `deals` deals, which is now longer, from its counts."""
        counts.groups.pop(deals // CHUNK, None)


_FORM = "cpoker_fast tournament 1"
_WORDS = {"players": "players at a table (seats)"}  # keys of the fingerprint in errors
_MOST_TABLES = 10_000


def _check_players(players: object, rules: Rules) -> None:
    """Raise SimulationError unless the rules allow a number of players at a table."""
    most = rules.players
    if not is_whole(players) or not 2 <= players <= most:
        allowed = "2" if most == 2 else f"2 to {most}" if most > 3 else "2 or 3"
        reason = f" ({rules.name} is for {allowed} players)" if most < 4 else ""
        raise SimulationError.about("players", f"expected an int from 2 to {most}{reason}, got {quote(players)}")


class TournamentRun:
    """A tournament in progress. For the arguments, see `tournament`."""

    def __init__(
        self,
        rules: Rules | str,
        bots: Sequence[str | Bot | BotFunction],
        deals: int,
        *,
        players: int,
        seed: Seed,
        workers: int,
        executor: Executor | None,
        checkpoint: str | os.PathLike[str] | None,
        progress: bool | Progress,
        on_fault: str,
        time_limit: float | None,
        until_settled: bool,
        records: str | os.PathLike[str] | None = None,
    ) -> None:
        rules = as_rules(rules)
        _check_players(players, rules)
        listed = items_of(bots)
        if listed is None or len(listed) < players:
            raise SimulationError.about("bots", f"expected a list of at least {players} bots, got {quote(bots)}")
        if comb(len(listed), players) > _MOST_TABLES:
            tables = comb(len(listed), players)
            raise SimulationError.about(
                "bots", f"{len(listed)} bots, {players} at a table, make {tables} tables: at most {_MOST_TABLES}"
            )
        check_deals(deals)
        if not isinstance(until_settled, bool):
            raise SimulationError.about("until_settled", f"expected True or False, got {quote(until_settled)}")
        running = check_running(on_fault, time_limit, executor, workers, seed, checkpoint)
        self._executor, self._workers, self._progress = executor, running.workers, progress
        self._until_settled = until_settled
        with ExitStack() as stack:
            playing = stack.enter_context(prepared_bots(listed, rules, players, time_limit))
            self._task = TournamentTask(
                rules,
                on_fault == FOULS,
                time_limit,
                playing,
                numbered([name_of(bot) for bot in playing]),
                deals,
                running.sequence.entropy,
                tuple(running.sequence.spawn_key),
                players=players,
                writes=records is not None,
            )
            fingerprint = fingerprint_of(self._task, "bots", players=players, until_settled=until_settled)
            self._saved: Checkpoint[TournamentCounts] = Checkpoint(
                checkpoint, _FORM, fingerprint, self._task.zero_counts(), self._task, _WORDS
            )
            self._results: Results = self._saved
            self._records = None if records is None else stack.enter_context(closing(RecordsFile(records, self._task.names)))
            if self._records is not None:
                self._results = Recorded(self._saved, records=self._records)
            self._bots = stack.pop_all()  # ends engines after the tournament, and not now

    def play(self) -> None:
        """Play the deals that the checkpoint does not have, until the ranking is settled if that ends the tournament."""
        task, saved = self._task, self._saved
        with self._bots, ExitStack() as stack:
            report = reporter(stack, self._progress, "deals at all tables", SimulationError)
            report(saved.counts.played, task.size)
            try:
                for end in look_ends(task.deals, until_settled=self._until_settled):
                    chunks = task.tables * -(-end // CHUNK)
                    play_chunks(task, self._results, chunks, self._executor, self._workers, report)
                    if self._until_settled and saved.counts.played == task.tables * end and self.result.is_settled:
                        break
                if saved.counts.played < task.size:
                    report(saved.counts.played, saved.counts.played)
            finally:
                saved.close()
            if self._records is not None:
                self._records.finish()

    @property
    def has_result(self) -> bool:
        """Whether there are deals that all tables have played."""
        return self._saved.counts.finished().deals > 0

    @property
    def result(self) -> Tournament:
        """Result of the deals that all tables have played."""
        task, sums = self._task, self._saved.counts.finished()
        return Tournament(task.rules, task.names, task.players, sums.deals, task.deals, self._until_settled, task.seed, sums)


def tournament(
    rules: Rules | str,
    bots: Sequence[str | Bot | BotFunction],
    deals: int = 10_000,
    *,
    players: int = 2,
    seed: Seed = None,
    workers: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | Progress = False,
    on_fault: str = FOULS,
    time_limit: float | None = None,
    until_settled: bool = False,
    records: str | os.PathLike[str] | None = None,
) -> Tournament:
    """Let every bot play every other one, and rank them.

    There is a table for each pair of bots, or for each group of `players` bots. All tables play the same duplicate deals:
    each deal is replayed with the hands rotated through the seats. The same seed gives the same result, bit for bit, with
    any number of threads, processes or machines. This requires that bots use only the random numbers that they receive, and
    that no bot exceeds `time_limit`.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    bots : sequence of Bot, str or function
        At least `players` bots, as for `simulate`. The same bot may be listed several times.
    deals : int
        Number of deals at each table; with `until_settled`, the largest number.
    players : int
        Number of bots at a table, 2 to 4; the rules may allow fewer.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the deals. The default is the seed of the checkpoint or, without one, a random seed (see `Tournament.seed`).
    workers : int
        Number of threads; 0 for as many as this process has CPUs. With an executor, it is the number of chunks that the
        executor can play at the same time. A chunk has up to 1,024 deals at one table.
    executor : concurrent.futures.Executor, optional
        Process pool or cluster in place of threads, as for `simulate`.
    checkpoint : path, optional
        File to which the counts are written about every second, or less often if a write takes long. If the file exists, the
        tournament resumes from it. You may then play more deals than before. A checkpoint identifies bots only by name and
        type.
    progress : bool or function
        Whether to show a progress bar, or a function to call with the numbers of played and of all deals at all tables.
    on_fault : {'foul', 'error'}
        Treatment of a bot that raises an error, is too slow, or places invalidly. With ``'foul'``, the hand is a foul, and
        the result has the number of these faults. With ``'error'``, BotError is raised.
    time_limit : float, optional
        Time limit in seconds per hand, or per placement in open-face games. It is checked as by `simulate`.
    until_settled : bool
        Whether to end the tournament as soon as each bot is proven better than the next one in the ranking. This is tested
        after 1,024, 2,048, 4,096, ... deals, with wider margins, so that repeated tests do not cause more false claims.
        A ranking with equal bots is never settled, so the tournament then ends after `deals`.
    records : path, optional
        File to which the record of each single deal is written, as by `simulate`. It begins with the first 1,024 deals at
        the first table. Then the same deals at the second table follow, and so on.

    Returns
    -------
    Tournament
        Ranking and cross-table, with margins of error.

    Raises
    ------
    SimulationError, RulesError, SeedError
        If an argument is invalid, the checkpoint is from another tournament, or a bot cannot be sent to other processes.
    BotError
        If a bot is not a bot or, with `on_fault` 'error', fails to set a hand; the message names the bot.
    FileError
        If the checkpoint cannot be read, or a file cannot be written; the old file is then unchanged. A FileError is also an
        OSError.
    concurrent.futures.BrokenExecutor
        If a process of a pool is killed; a checkpoint has the counts so far. A Dask cluster repeats the lost work.

    Examples
    --------
    >>> result = tournament("pagat", ["balanced", "random", "royalties"], 1000, seed=1)
    >>> [result.bots[bot] for bot in result.ranking]
    ['balanced', 'royalties', 'random']
    """
    run = TournamentRun(
        rules,
        bots,
        deals,
        players=players,
        seed=seed,
        workers=workers,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
        on_fault=on_fault,
        time_limit=time_limit,
        until_settled=until_settled,
        records=records,
    )
    run.play()
    return run.result
