"""Arguments that simulations and tournaments share: bots, faults, limits, threads and seeds."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import available_threads, check_whole
from cpoker_fast._version import __version__
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import ArrayError, SimulationError
from cpoker_fast.players.preparing import identity_of
from cpoker_fast.studies.checkpoint import seed_before
from cpoker_fast.studies.tasks import Task

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ERRORS", "FOULS", "Running", "check_deals", "check_running", "fingerprint_of", "numbered"]

FOULS, ERRORS = "foul", "error"
_MOST_DEALS = 2**40
_SEED_BITS = 32  # size of random seeds, short enough to type again


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of bots, with numbers after equal names."""
    return tuple(
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name for place, name in enumerate(names)
    )


def check_deals(deals: object) -> None:
    """Raise SimulationError unless a value is a number of deals."""
    check_whole("deals", deals, 1, _MOST_DEALS, SimulationError)


class Running(NamedTuple):
    """Checked arguments about running a study."""

    workers: int
    sequence: np.random.SeedSequence
    """Seed, from which the streams of the deals and of the bots follow."""


def check_running(
    on_fault: object,
    time_limit: object,
    executor: object,
    workers: object,
    seed: Seed,
    checkpoint: str | os.PathLike[str] | None,
) -> Running:
    """Return the number of workers and the seed: by default that of the checkpoint, or a random one.

    Raises SimulationError or SeedError for an invalid argument.
    """
    if not isinstance(on_fault, str) or on_fault not in (ERRORS, FOULS):
        raise SimulationError.about("on_fault", f"expected 'error' or 'foul', got {quote(on_fault)}")
    if time_limit is not None and not (isinstance(time_limit, int | float) and time_limit > 0):
        raise SimulationError.about("time_limit", f"expected a number of seconds above 0, got {quote(time_limit)}")
    if not isinstance(executor, Executor | None):
        raise SimulationError.about("executor", f"expected a concurrent.futures.Executor, got {type(executor).__name__}")
    count = _workers_of(workers)
    chosen_seed = seed_before(checkpoint) if seed is None else seed
    return Running(count, sequence_of(secrets.randbits(_SEED_BITS) if chosen_seed is None else chosen_seed))


def _workers_of(workers: object) -> int:
    try:
        return available_threads(workers)
    except ArrayError:
        raise SimulationError.about("workers", f"expected an int from 0 (all CPUs) to 256, got {quote(workers)}") from None


def fingerprint_of(task: Task, bots: str, **more: Any) -> dict[str, Any]:
    """Return the values that identify a study in a checkpoint. The descriptions of its bots have the key `bots`."""
    return {
        "version": __version__,
        "rules": task.rules.to_dict(),
        bots: [f"{name} ({identity_of(bot)})" for bot, name in zip(task.bots, task.names, strict=True)],
        **more,
        "seed": task.seed,
        "on_fault": FOULS if task.faults_are_fouls else ERRORS,
    }
