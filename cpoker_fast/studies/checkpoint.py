"""Checkpoints: the counts of a simulation so far, in a file that stays intact if the process is killed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import SimulationError
from cpoker_fast.studies.counts import Counts
from cpoker_fast.system.files import checked_path, path_exists, read_file, write_file
from cpoker_fast.system.json_values import read_json

__all__ = ["Checkpoint", "seed_before"]

_FORMAT = "cpoker_fast checkpoint 1"
_SECONDS = 1.0  # minimum time between two writes
_DAMAGE = (ValueError, TypeError, KeyError, OverflowError, RecursionError)  # errors that damaged files cause


def _ranges(chunks: Iterable[int]) -> Iterator[list[int]]:
    """Yield chunks as ranges [first, last]; there are few ranges, since chunks are played nearly in order."""
    first = last = -1
    for chunk in sorted(chunks):
        if first < 0 or chunk != last + 1:
            if first >= 0:
                yield [first, last]
            first = chunk
        last = chunk
    if first >= 0:
        yield [first, last]


def _differing(saved: Any, expected: Any) -> str:
    """Describe how two values differ: for dictionaries, by the first different key."""
    if isinstance(saved, dict) and isinstance(expected, dict):
        keys = {**saved, **expected}
        key = next((key for key in keys if saved.get(key) != expected.get(key)), "")
        return f"{key}: {_differing(saved.get(key), expected.get(key))}"
    return f"{quote(saved)} in the file, {quote(expected)} asked for"


class Checkpoint:
    """The counts of a simulation, and the chunks that they include.

    Parameters
    ----------
    path : path or None
        File to read and write; None for no file.
    fingerprint : dict
        Values that identify the simulation; the file of another simulation is rejected.
    zero_counts : Counts
        Counts before the first deal.
    deals, chunk : int
        Numbers of deals in the simulation and in a chunk; the last chunk may have fewer.

    Raises
    ------
    SimulationError
        If the existing file is unreadable, damaged, not a regular file, or of another simulation.
    FileError
        If the file does not exist and cannot be written; it is written at the start, to report this early.
    """

    def __init__(
        self, path: str | os.PathLike[str] | None, fingerprint: dict[str, Any], zero_counts: Counts, deals: int, chunk: int
    ) -> None:
        self._path = None if path is None else checked_path(path, "checkpoint", SimulationError)
        self._fingerprint, self._written_at = fingerprint, monotonic()
        self._deals, self._chunk = deals, chunk
        self.counts = zero_counts
        self.deals_before = deals
        """Number of deals of the simulation that wrote the file, which this simulation may extend."""
        self._first_open = 0  # first chunk that the counts do not include
        self._included: set[int] = set()  # included chunks after it
        self._is_unsaved = False
        if self._path is not None and path_exists(self._path):
            if not self._path.is_file():  # reading a device may never end
                raise SimulationError(f"{self._path}: not a checkpoint: expected a file")
            self._read(self._path)
        else:
            self._is_unsaved = True
            self.close()

    def _read(self, path: Path) -> None:
        text = read_file(path)
        try:
            plain = read_json(text)
            simulation, included, counts = plain["simulation"], plain["done"], plain["counts"]
            has_format = plain["format"] == _FORMAT
            self.deals_before = int(simulation["deals"])
            ranges = [(int(first), int(last)) for first, last in included]
        except _DAMAGE as error:
            raise SimulationError(f"{path}: not a checkpoint, or a damaged one: {error}") from None
        if not has_format:
            raise SimulationError(f"{path}: bad format {quote(plain['format'])}: expected {_FORMAT!r}")
        for key, expected in json.loads(json.dumps(self._fingerprint)).items():
            if simulation.get(key) != expected:
                raise SimulationError(f"{path}: checkpoint differs in {key}: {_differing(simulation.get(key), expected)}")
        if self.deals_before > self._deals:
            difference = f"{self.deals_before} in the file, {self._deals} asked for"
            raise SimulationError(f"{path}: checkpoint of more deals: {difference}")
        chunks = -(-self.deals_before // self._chunk)
        for first, last in ranges:
            if not 0 <= first <= last < chunks:
                raise SimulationError(f"{path}: not a checkpoint, or a damaged one: chunks {first} to {last} of {chunks}")
            self._included.update(range(first, last + 1))
        self.counts = self.counts.like(counts)
        self._advance()

    def _advance(self) -> None:
        while self._first_open in self._included:
            self._included.remove(self._first_open)
            self._first_open += 1

    @property
    def part(self) -> int | None:
        """Last chunk of the saved simulation, if the counts include it with fewer deals than it has now; otherwise None."""
        last = self.deals_before // self._chunk
        is_part = self.deals_before < self._deals and self.deals_before % self._chunk != 0
        return last if is_part and self.has(last) else None

    def subtract(self, chunk: int, counts: Counts) -> None:
        """Subtract the counts of a chunk of which only a part was played; then the whole chunk must be played."""
        self.counts.subtract(counts)
        self._first_open = min(self._first_open, chunk)
        self._included.discard(chunk)

    def has(self, chunk: int) -> bool:
        """Whether the counts include a chunk."""
        return chunk < self._first_open or chunk in self._included

    def add(self, chunk: int, counts: Counts) -> None:
        """Add the counts of a chunk, and write the file about every second; FileError if that fails."""
        self.counts.add(counts)
        self._included.add(chunk)
        self._advance()
        self._is_unsaved = True
        if monotonic() - self._written_at >= _SECONDS:
            self.close()

    def close(self) -> None:
        """Write the file if there are unsaved counts; FileError if that fails."""
        if self._path is None or not self._is_unsaved:
            return
        first_range = [[0, self._first_open - 1]] if self._first_open else []
        plain = {
            "format": _FORMAT,
            "simulation": {**self._fingerprint, "deals": self._deals},
            "done": [*first_range, *_ranges(self._included)],
            "counts": self.counts.to_dict(),
        }
        text = json.dumps(plain, indent=1).encode()
        write_file(self._path, lambda stream: stream.write(text))
        self._is_unsaved, self._written_at = False, monotonic()


def seed_before(path: str | os.PathLike[str] | None) -> Seed:
    """Return the seed of the simulation in a checkpoint; None for a missing file, or a bad one (`Checkpoint` reports it)."""
    import numpy as np

    try:
        file = None if path is None else checked_path(path, "checkpoint", SimulationError)
        if file is None or not path_exists(file) or not file.is_file():
            return None
        seed = json.loads(read_file(file))["simulation"]["seed"]
        if isinstance(seed, dict):
            return np.random.SeedSequence(seed["entropy"], spawn_key=tuple(seed["spawn_key"]))
        return sequence_of(seed)
    except _DAMAGE:
        return None
