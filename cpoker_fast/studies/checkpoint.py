"""What a simulation has counted so far, kept in a file that is whole whenever the process ends."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from cpoker_fast.cache import write_whole
from cpoker_fast.errors import SimulationError
from cpoker_fast.studies.counts import Counts

__all__ = ["Checkpoint"]

_FORMAT = "cpoker_fast checkpoint 1"
_SECONDS = 1.0  # between two writes


def _ranges(chunks: Iterable[int]) -> Iterator[list[int]]:
    """Chunks as ranges, [first, last]: there are few, since they are played about in order."""
    first = last = -1
    for chunk in sorted(chunks):
        if first < 0 or chunk != last + 1:
            if first >= 0:
                yield [first, last]
            first = chunk
        last = chunk
    if first >= 0:
        yield [first, last]


class Checkpoint:
    """Counts, and the chunks that are in them.

    Parameters
    ----------
    path : path or None
        None: nothing is kept.
    fingerprint : dict
        What the simulation is; a file of another one is refused.
    players, chunks : int
        How many there are.

    Raises
    ------
    SimulationError
        If the file is there and of another simulation, or damaged.
    OSError
        If it is not there and cannot be written: better now than after hours.
    """

    def __init__(self, path: str | os.PathLike[str] | None, fingerprint: dict[str, Any], players: int, chunks: int) -> None:
        try:
            self._path = None if path is None else Path(path)
        except TypeError:
            raise SimulationError(f"checkpoint: expected a path, got {path!r}") from None
        self._fingerprint, self._written = fingerprint, monotonic()
        self.counts = Counts.nothing(players)
        self._done_before = 0  # all chunks below are done, and some of those from there on
        self._done: set[int] = set()
        self._is_new = False
        if self._path is not None and self._path.exists():
            self._read(self._path, players, chunks)
        else:
            self._is_new = True
            self.close()

    def _read(self, path: Path, players: int, chunks: int) -> None:
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            found, done, counts = plain["simulation"], plain["done"], plain["counts"]
            is_ours = plain["format"] == _FORMAT
            ranges = [(int(first), int(last)) for first, last in done]
        except (ValueError, TypeError, KeyError) as error:
            raise SimulationError(f"{path}: no checkpoint, or a damaged one: {error}") from None
        if not is_ours:
            raise SimulationError(f"{path}: bad format {plain['format']!r}: expected {_FORMAT!r}")
        for key, expected in json.loads(json.dumps(self._fingerprint)).items():
            if found.get(key) != expected:
                raise SimulationError(f"{path}: a checkpoint of other {key}: expected {expected!r}, got {found.get(key)!r}")
        for first, last in ranges:
            if not 0 <= first <= last < chunks:
                raise SimulationError(f"{path}: no checkpoint, or a damaged one: chunks {first} to {last} of {chunks}")
            self._done.update(range(first, last + 1))
        self.counts = Counts.from_dict(counts, players)
        self._close_ranks()

    def _close_ranks(self) -> None:
        while self._done_before in self._done:
            self._done.remove(self._done_before)
            self._done_before += 1

    def has(self, chunk: int) -> bool:
        """Whether a chunk is counted."""
        return chunk < self._done_before or chunk in self._done

    def add(self, chunk: int, counts: Counts) -> None:
        """Count a chunk; OSError if it was time to write, and that failed."""
        self.counts.add(counts)
        self._done.add(chunk)
        self._close_ranks()
        self._is_new = True
        if monotonic() - self._written >= _SECONDS:
            self.close()

    def close(self) -> None:
        """Write what was not written yet."""
        if self._path is None or not self._is_new:
            return
        before = [[0, self._done_before - 1]] if self._done_before else []
        plain = {
            "format": _FORMAT,
            "simulation": self._fingerprint,
            "done": [*before, *_ranges(self._done)],
            "counts": self.counts.to_dict(),
        }
        text = json.dumps(plain, indent=1).encode()
        write_whole(self._path, lambda stream: stream.write(text))
        self._is_new, self._written = False, monotonic()
