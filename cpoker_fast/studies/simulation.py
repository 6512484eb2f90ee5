"""Simulations of many deals on threads, processes or a cluster, always with the same result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from typing import cast

from cpoker_fast._arguments import items_of
from cpoker_fast.dealing import Seed
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import SimulationError
from cpoker_fast.players import Bot, BotFunction, are_alike, name_of
from cpoker_fast.players.preparing import prepared_bots
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.studies.arguments import (
    ERRORS,
    FOULS,
    check_deals,
    check_running,
    fingerprint_of,
    numbered,
)
from cpoker_fast.studies.checkpoint import Checkpoint
from cpoker_fast.studies.counts import Counts
from cpoker_fast.studies.deal_folder import DealFolder
from cpoker_fast.studies.deal_records import RecordsFile
from cpoker_fast.studies.deals import DealFilter, Deals, Selected
from cpoker_fast.studies.playing import Results, play_chunks
from cpoker_fast.studies.recording import Recorded
from cpoker_fast.studies.simulation_result import Simulation
from cpoker_fast.studies.tasks import DealsTask, RecordingTask

__all__ = ["simulate"]

_PLAYERS_IN_WORDS = {2: "two", 3: "two or three", 4: "two to four"}
_FORM = "cpoker_fast checkpoint 1"


def simulate(
    rules: Rules | str,
    players: Sequence[str | Bot | BotFunction],
    deals: int = 10_000,
    *,
    seed: Seed = None,
    duplicate: bool | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | Progress = False,
    on_fault: str = ERRORS,
    time_limit: float | None = None,
    deals_to: str | os.PathLike[str] | DealFilter | None = None,
    records: str | os.PathLike[str] | None = None,
) -> Simulation:
    """Simulate many deals, and count what each player wins and how.

    The same seed gives the same result, bit for bit, with any number of threads, processes or machines. This requires that
    players use only the random numbers that they receive, and that no player exceeds `time_limit`.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    players : sequence of Bot, str or function
        Two to four players, by seat. A player is a name from `bots`, ``'exec:COMMAND'`` for an engine, a function, or an
        object with `Bot.place`; see the notes. The button moves one seat clockwise after each deal.
    deals : int
        Number of deals. In open-face games, a deal starts with nobody in Fantasyland. It includes the deals that follow
        until nobody is in Fantasyland.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the deals. The default is the seed of the checkpoint or, without one, a random seed (see `Simulation.seed`).
    duplicate : bool, optional
        Whether each deal is replayed with the hands rotated through the seats, so that every player has every hand once.
        This removes most of the luck, and is the default unless all players are the same bot.
    workers : int
        Number of threads; 0 for as many as this process has CPUs. Players in plain Python block each other (the GIL). With
        an executor, it is the number of chunks that the executor can play at the same time.
    executor : concurrent.futures.Executor, optional
        Process pool in place of threads, or ``distributed.Client.get_executor()`` for a Dask cluster. Bots of a notebook or
        a script, lambdas and closures are sent by cloudpickle, which the extra ``dask`` installs.
    checkpoint : path, optional
        File to which the counts are written about every second, or less often if a write takes long. If the file exists, the
        simulation resumes from it. You may then simulate more deals than before. A checkpoint identifies players only by
        name and type.
    progress : bool or function
        Whether to show a progress bar, or a function to call with the numbers of played and of all deals.
    on_fault : {'error', 'foul'}
        Treatment of a player that raises an error, is too slow, or places invalidly. With ``'error'``, BotError is raised.
        With ``'foul'``, the hand is a foul. It declares no natural and, in open-face games, its remaining cards are placed
        as after a time-out.
    time_limit : float, optional
        Time limit in seconds per hand, or per placement in open-face games. In a call of ``place_many``, the limit applies
        to the average over the hands. The time is checked when the player returns. An engine, however, is killed when its
        time is over.
    deals_to : path or DealFilter, optional
        Folder or filter for single deals; see the notes. The points, boards, hands and faults of each deal are written to
        the folder, as Parquet files of up to 16,384 deals each (needs the extra ``parquet``). The deals that a filter keeps
        are in `Simulation.kept_deals`. For example, ``DealFilter(worst=20)`` keeps the 20 deals that cost the first player
        most.
    records : path, optional
        File to which the record of each single deal is written, in the order of the deals; see `Deals.records`. The file is
        written as a whole at the end, so an interruption leaves no file. The same call then plays all deals again for the
        records, even with a checkpoint.

    Raises
    ------
    SimulationError, RulesError, SeedError
        If an argument is invalid, the checkpoint or the folder `deals_to` is from another simulation, or a player cannot be
        sent to other processes.
    BotError
        If a player is not a bot or, with `on_fault` 'error', fails to set a hand; the message names the player.
    FileError
        If the checkpoint, a file of deals or the file of records cannot be read, or written; the old file is then unchanged.
        A FileError is also an OSError.
    concurrent.futures.BrokenExecutor
        If a process of a pool is killed; a checkpoint has the counts so far. A Dask cluster repeats the lost work.

    Notes
    -----
    **A bot** (`Bot`) is a function, or an object with the method

    - ``place(position, rng)``, which receives a `Position`, with the cards in hand, and a numpy.random.Generator. It returns
      a `Placement`, or the cards to add to the rows in any form that `Position.placement` reads. In closed games, all 13
      cards are in hand, and it may also return a board, or ``Placement.surrender()`` to surrender. The best natural is
      declared, unless comparing the rows pays more. With ``Placement(*board.rows, declare=False)``, the rows are compared.

    A bot may also have

    - ``place_many(positions, rng)`` for many positions at once, as arrays (`Positions`). It returns an array, or a list of
      what ``place`` returns. Simulations call it in place of ``place``, which such a bot does not need (`BatchBot`);
    - ``prepare(rules, players)``: called once, before the first deal and before bots are sent to threads, processes or a
      cluster. It returns the bot that plays, such as a copy with tables for these rules;
    - ``name``: the name of the player in results.

    `players.PolicyBot` plays a trained policy.

    **An engine**, ``'exec:COMMAND'``, is a program that plays by the engine protocol (`players.EngineBot`). Each thread
    starts a process of its own. All processes end with the simulation. With `on_fault` 'foul', a process that fails is
    started again, up to three times in a row in a chunk of 1,024 deals.

    A bot fails if it raises an error, returns another type, or exceeds `time_limit`. It also fails if it places cards that
    are not in its hand, declares a natural that it does not have, or surrenders without permission. BotError names the bot,
    the seat and the hand. A board with rows out of order is no failure, but a foul. Several threads call the same object at
    the same time.

    **Single deals.** The names of the files in the folder `deals_to` are in the order of the deals, and the files are the
    same with any number of workers. Each file is written as a whole, so an interruption leaves only whole files. The same
    call then continues from the checkpoint: it plays the remaining deals, and deals whose file is missing. Without a
    checkpoint, it plays all deals again. A call with more deals adds files to the folder. A folder is rejected if it belongs
    to another simulation, or has other files. `Deals.from_parquet` reads the files, also with a filter.

    Examples
    --------
    >>> result = simulate("pagat", ["expert", "random"], 200, seed=1)
    >>> result.points(0).mean > result.points(1).mean
    True
    """
    rules = as_rules(rules)
    most, listed = rules.players, items_of(players)
    if listed is None or not 2 <= len(listed) <= most:
        raise SimulationError.about("players", f"expected {_PLAYERS_IN_WORDS[most]}, got {quote(players)}")
    check_deals(deals)
    if not isinstance(duplicate, bool | None):
        raise SimulationError.about("duplicate", f"expected True, False or None, got {quote(duplicate)}")
    _check_deals_to(deals_to, checkpoint, len(listed))
    running = check_running(on_fault, time_limit, executor, workers, seed, checkpoint)
    with prepared_bots(listed, rules, len(listed), time_limit) as bots:
        task = DealsTask(
            rules,
            on_fault == FOULS,
            time_limit,
            bots,
            numbered([name_of(bot) for bot in bots]),
            deals,
            running.sequence.entropy,
            tuple(running.sequence.spawn_key),
            duplicate=not are_alike(bots) if duplicate is None else duplicate,
        )
        played = _play(task, executor, running.workers, checkpoint, progress, deals_to, records)
    return Simulation(rules, task.names, deals, task.duplicate, task.seed, *played)


def _check_deals_to(deals_to: object, checkpoint: object, players: int) -> None:
    if isinstance(deals_to, DealFilter):
        deals_to.check_player(players)
        if checkpoint is not None:
            problem = "expected a path beside a checkpoint, since it does not save deals in memory, got a DealFilter"
            raise SimulationError.about("deals_to", problem)
    elif not isinstance(deals_to, str | os.PathLike | None):
        raise SimulationError.about("deals_to", f"expected a path or a DealFilter, got {quote(deals_to)}")


def _play(
    task: DealsTask,
    executor: Executor | None,
    workers: int,
    checkpoint: str | os.PathLike[str] | None,
    progress: bool | Progress,
    deals_to: str | os.PathLike[str] | DealFilter | None,
    records: str | os.PathLike[str] | None,
) -> tuple[Counts, Deals | None]:
    fingerprint = fingerprint_of(task, "players", duplicate=task.duplicate)
    saved = Checkpoint(checkpoint, _FORM, fingerprint, task.zero_counts(), task)
    selected = Selected(deals_to) if isinstance(deals_to, DealFilter) else None
    folder = None if deals_to is None or isinstance(deals_to, DealFilter) else DealFolder(deals_to, task, fingerprint)
    with ExitStack() as stack:
        file = None if records is None else stack.enter_context(closing(RecordsFile(records, task.names)))
        playing, results = task, cast("Results", saved)
        if deals_to is not None or file is not None:
            keep = deals_to if isinstance(deals_to, DealFilter) else None if folder is None else DealFilter()
            playing = RecordingTask.of(task, keep, writes=file is not None)
            results = Recorded(saved, selected=selected, folder=folder, records=file)
        report = reporter(stack, progress, "deals", SimulationError)
        report(saved.counts.played, task.size)
        try:
            play_chunks(playing, results, task.chunks, executor, workers, report)
        finally:
            saved.close()
        if file is not None:
            file.finish()
    return saved.counts, None if selected is None else selected.deals
