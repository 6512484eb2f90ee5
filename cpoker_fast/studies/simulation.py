"""Simulations of many deals on threads, processes or a cluster, always with the same result."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from dataclasses import replace
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, TypeAlias

from cpoker_fast._arguments import available_threads, check_whole, is_whole, items_of
from cpoker_fast._version import __version__
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import ArrayError, SimulationError
from cpoker_fast.openface import OPEN_FACE
from cpoker_fast.openface.thinking.bots import OpenFaceBot, PlacementFunction
from cpoker_fast.players import CLOSED, BoardFunction, Bot, are_alike, identity_of, name_of, prepared_bots
from cpoker_fast.rulebook import Rules, as_rules
from cpoker_fast.studies.checkpoint import Checkpoint, seed_before
from cpoker_fast.studies.counts import Counts
from cpoker_fast.studies.openface_task import OpenFaceTask
from cpoker_fast.studies.sending import Sender
from cpoker_fast.studies.simulation_result import Simulation
from cpoker_fast.studies.tasks import CHUNK, ClosedTask, Task

__all__ = ["simulate"]

_MOST_DEALS = 2**40
_SEED_BITS = 32  # size of random seeds, short enough to type again
_FOULS = "foul"
_PLAYERS_IN_WORDS = {2: "two", 3: "two or three", 4: "two to four"}
_ERRORS = "error"


_Results: TypeAlias = Generator[tuple[int, Counts], None, None]


# ---- playing the chunks ----


def _results(task: Task, chunks: Iterator[int], executor: Executor | None, workers: int) -> _Results:
    """Yield chunks with their counts as they finish, with few chunks in progress at any time."""
    if executor is not None:
        return _by_executor(task, chunks, executor, 2 * workers)
    if workers > 1:
        return _by_threads(task, chunks, workers)
    return ((chunk, task.play(chunk)) for chunk in chunks)


def _by_threads(task: Task, chunks: Iterator[int], workers: int) -> _Results:
    """Play chunks on threads.

    There is no `Future` here: Ctrl-C may end the calling thread while it holds the lock of a `Future`, and the other threads
    would then wait forever. A SimpleQueue has no such lock.
    """
    stop = Event()
    stoppable = replace(task, stop=stop)
    waiting: SimpleQueue[int | None] = SimpleQueue()
    finished: SimpleQueue[tuple[int, Counts | BaseException]] = SimpleQueue()

    def play_chunks() -> None:
        while (chunk := waiting.get()) is not None and not stop.is_set():
            try:
                finished.put((chunk, stoppable.play(chunk)))
            except BaseException as error:
                finished.put((chunk, error))

    def next_result() -> tuple[int, Counts]:
        chunk, counts = finished.get()
        if not isinstance(counts, BaseException):
            return chunk, counts
        try:
            raise counts
        finally:
            del counts  # breaks a cycle: the traceback of the error refers to this frame

    threads: list[Thread] = []
    in_progress = 0
    try:
        for chunk in chunks:
            if len(threads) < workers:
                threads.append(Thread(target=play_chunks, daemon=True))
                threads[-1].start()
            waiting.put(chunk)
            in_progress += 1
            if in_progress >= 2 * workers:
                in_progress -= 1
                yield next_result()
        for _ in range(in_progress):
            yield next_result()
    finally:
        stop.set()
        for _ in threads:
            waiting.put(None)
        for thread in threads:
            if thread.ident is not None:  # None if Ctrl-C came before the thread started
                thread.join()
        while not finished.empty():  # breaks a cycle: tracebacks of errors refer to the queue
            finished.get()


def _by_executor(task: Task, chunks: Iterator[int], executor: Executor, most: int) -> _Results:
    """Send chunks to an executor, at most `most` at a time."""
    sender = Sender(task, executor, most)
    in_progress: dict[Future[Counts | None], int] = {}
    finished: SimpleQueue[Future[Counts | None]] = SimpleQueue()

    def submit(chunk: int, *, again: bool) -> None:
        future = sender.submit(chunk, again)
        in_progress[future] = chunk
        future.add_done_callback(finished.put)

    try:
        for chunk in chunks:
            submit(chunk, again=False)
            if len(in_progress) >= most:
                yield from _finished(finished.get(), in_progress, submit)
        while in_progress:
            yield from _finished(finished.get(), in_progress, submit)
    finally:
        for future in in_progress:
            future.cancel()


def _finished(
    future: Future[Counts | None], in_progress: dict[Future[Counts | None], int], submit: Callable[..., None]
) -> Iterator[tuple[int, Counts]]:
    chunk, counts = in_progress.pop(future), future.result()
    if counts is None:  # the process lacks the task
        submit(chunk, again=True)
    else:
        yield chunk, counts


# ---- the public function ----


def simulate(
    rules: Rules | str,
    players: Sequence[str | Bot | BoardFunction | OpenFaceBot | PlacementFunction],
    deals: int = 10_000,
    *,
    seed: Seed = None,
    duplicate: bool | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | Progress = False,
    on_fault: str = _ERRORS,
    time_limit: float | None = None,
) -> Simulation:
    """Simulate many deals, and count what each player wins and how.

    A seed gives the same result, bit for bit, on one thread or many, in processes or on a cluster, if players use only the
    random numbers that they receive, and none exceeds `time_limit`.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    players : sequence of Bot, str or function
        Two to four, by seat: names from `bots` or `openface.bots`, ``'exec:COMMAND'`` for an engine, functions, or objects
        with `Bot.set_board` or, in open-face games, `OpenFaceBot.place`; see the notes. The button moves one seat clockwise
        after each deal.
    deals : int
        Number of deals. A deal of an open-face game starts with nobody in Fantasyland, and includes the deals that follow
        until nobody is in it.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the deals; by default the seed of the checkpoint, or a random seed (see `Simulation.seed`).
    duplicate : bool, optional
        Whether each deal is replayed with the hands rotated through the seats, so that every player has every hand once.
        This removes most of the luck, and is the default unless all players are the same bot.
    workers : int
        Number of threads; 0 for as many as this process has CPUs. Players in plain Python block each other (the GIL). With
        an executor, the number of chunks that it can play at the same time.
    executor : concurrent.futures.Executor, optional
        Process pool in place of threads, or ``distributed.Client.get_executor()`` for a Dask cluster. Bots of a notebook or
        a script, lambdas and closures are sent by cloudpickle, which the extra ``dask`` installs.
    checkpoint : path, optional
        File to which the counts are written about every second. If it exists, the simulation resumes from it, also with more
        deals than before. It identifies players only by their names and types.
    progress : bool or function
        Whether to show a progress bar, or a function to call with the numbers of played and of all deals.
    on_fault : {'error', 'foul'}
        Whether to raise BotError or to foul the hand if a player raises an error, is too slow, or makes an invalid
        decision. A fouled hand declares no natural. In open-face games, its remaining cards are placed as after a time-out.
    time_limit : float, optional
        Seconds per hand, or per placement in open-face games; checked when the player returns. An engine is killed when it
        is over.

    Raises
    ------
    SimulationError, RulesError, SeedError
        If an argument is invalid, the checkpoint is of another simulation, or a player cannot be sent to other processes.
    BotError
        If a player is not a bot or, with `on_fault` 'error', fails to set a hand; the message names the player.
    FileError
        If the checkpoint cannot be read, or written; the old file is then unchanged. A FileError is also an OSError.
    concurrent.futures.BrokenExecutor
        If a process of a pool is killed; a checkpoint has the counts so far. A Dask cluster repeats the lost work.

    Notes
    -----
    **A bot for closed games** (`Bot`) is a function, or an object with the method

    - ``set_board(hand, rules, seat, rng)``, which receives the 13 cards (`CardSet`), the `Rules`, the seat, counted
      clockwise from the button, which is seat 0, and a numpy.random.Generator. It returns a `Board` of these cards, or
      a `Decision`:
      ``Decision(board, declare=True)`` declares the best natural, ``Decision(None)`` surrenders.

    It may also have

    - ``set_boards(hands, rules, seat, rng)`` for many hands, uint8[n, 13], all dealt to one seat; it returns `Decisions`.
      Simulations then call it in place of ``set_board``, which the bot must have nevertheless (`BatchBot`);
    - ``prepare(rules, players)``: called once, before the first deal and before bots are sent to threads, processes or a
      cluster. It returns the bot that plays, such as a copy with tables for these rules;
    - ``name``: the name of the player in results.

    **An open-face bot** (`openface.OpenFaceBot`) is a function, or an object with ``place(position, rng)``, which returns a
    `openface.Placement`, or rows; ``place_many(positions, rng)`` places at many tables (`openface.OpenFaceBatchBot`).
    ``prepare`` and ``name`` are as above. `openface.PolicyBot` and `players.ClosedPolicyBot` play trained policies.

    **An engine**, ``'exec:COMMAND'``, is a program that plays by the engine protocol: `players.EngineBot`,
    `openface.OpenFaceEngineBot`. Each thread starts a process of its own; all end with the simulation. With `on_fault`
    'foul', a process that fails is started again, up to three times in a row in a chunk of 1,024 deals.

    A bot fails if it raises an error, returns another type, sets cards that are not those of its hand, declares a natural
    that it does not have, surrenders without permission, or exceeds `time_limit`. BotError names the bot, the seat and the
    hand. A board with rows out of order is no failure, but a foul. Threads call the same object at the same time.

    Examples
    --------
    >>> result = simulate("pagat", ["expert", "random"], 200, seed=1)
    >>> result.points(0).mean > result.points(1).mean
    True
    """
    rules = as_rules(rules)
    most = rules.openface.players if rules.openface is not None and rules.is_open_face else 4
    listed = items_of(players)
    if listed is None or not 2 <= len(listed) <= most:
        raise SimulationError(f"players: expected {_PLAYERS_IN_WORDS[most]}, got {quote(players)}")
    check_whole("deals", deals, 1, _MOST_DEALS, SimulationError)
    if not isinstance(duplicate, bool | None):
        raise SimulationError(f"duplicate: expected True, False or None, got {quote(duplicate)}")
    if not isinstance(on_fault, str) or on_fault not in (_ERRORS, _FOULS):
        raise SimulationError(f"on_fault: expected 'error' or 'foul', got {quote(on_fault)}")
    if time_limit is not None and not (isinstance(time_limit, int | float) and time_limit > 0):
        raise SimulationError(f"time_limit: expected a number of seconds above 0, got {quote(time_limit)}")
    if not isinstance(executor, Executor | None):
        raise SimulationError(f"executor: expected a concurrent.futures.Executor, got {type(executor).__name__}")
    count = _workers_of(workers)
    chosen_seed = seed_before(checkpoint) if seed is None else seed
    sequence = sequence_of(secrets.randbits(_SEED_BITS) if chosen_seed is None else chosen_seed)
    with prepared_bots(listed, rules, len(listed), OPEN_FACE if rules.is_open_face else CLOSED) as bots:
        names = _numbered([name_of(bot) for bot in bots])
        task = (OpenFaceTask if rules.is_open_face else ClosedTask)(
            rules,
            on_fault == _FOULS,
            time_limit,
            bots,
            names,
            deals,
            not are_alike(bots) if duplicate is None else duplicate,
            sequence.entropy,
            tuple(sequence.spawn_key),
        )
        counts = _run(task, executor, count, checkpoint, progress)
        return Simulation(rules, names, deals, task.duplicate, _plain_seed(task), counts)


def _numbered(names: list[str]) -> tuple[str, ...]:
    """Return names of bots, with numbers after equal names."""
    return tuple(
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name for place, name in enumerate(names)
    )


def _workers_of(workers: object) -> int:
    try:
        return available_threads(workers)
    except ArrayError:
        raise SimulationError(f"workers: expected an int from 0 (all CPUs) to 256, got {quote(workers)}") from None


def _plain_seed(task: Task) -> Any:
    """Return the seed as plain values: the entropy, and the spawn key if there is one."""
    entropy = task.entropy
    plain = entropy if is_whole(entropy) else [int(part) for part in entropy]
    return {"entropy": plain, "spawn_key": list(task.spawn_key)} if task.spawn_key else plain


def _run(
    task: Task,
    executor: Executor | None,
    workers: int,
    checkpoint: str | os.PathLike[str] | None,
    progress: bool | Progress,
) -> Counts:
    saved = Checkpoint(checkpoint, _fingerprint(task), task.zero_counts(), task.deals, CHUNK)
    if saved.part is not None:
        saved.subtract(saved.part, replace(task, deals=saved.deals_before).play(saved.part))
    missing = (chunk for chunk in range(task.chunks) if not saved.has(chunk))
    with ExitStack() as stack:
        report = reporter(stack, progress, "deals", SimulationError)
        report(saved.counts.deals, task.deals)
        try:
            results = stack.enter_context(closing(_results(task, missing, executor, workers)))
            for chunk, counts in results:
                saved.add(chunk, counts)
                report(saved.counts.deals, task.deals)
        finally:
            saved.close()
    return saved.counts


def _fingerprint(task: Task) -> dict[str, Any]:
    """Return the values that identify a simulation in a checkpoint."""
    return {
        "version": __version__,
        "rules": task.rules.to_dict(),
        "players": [f"{name} ({identity_of(bot)})" for bot, name in zip(task.bots, task.names, strict=True)],
        "duplicate": task.duplicate,
        "seed": _plain_seed(task),
        "on_fault": _FOULS if task.faults_are_fouls else _ERRORS,
    }
