"""Checkpoints: the counts of a study so far, in a file that stays intact if the process is killed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np

from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import SimulationError
from cpoker_fast.studies.tasks import CHUNK, Task
from cpoker_fast.system.files import checked_path, path_exists, read_file, write_file
from cpoker_fast.system.json_values import read_json

__all__ = ["Checkpoint", "Totals", "check_same_study", "seed_before"]

_SECONDS = 1.0  # minimum time between two writes
_WRITES = 10  # minimum time between two writes, in times of the last one
_DAMAGE = (ValueError, TypeError, KeyError, OverflowError, RecursionError)  # errors that damaged files cause


class Totals(Protocol):
    """Counts of all played chunks of a study."""

    @property
    def played(self) -> int:
        """Number of played deals at all tables."""

    def add(self, other: Any, /) -> None:
        """Add the counts of a chunk."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""

    def like(self, plain: dict[str, Any], /) -> Self:
        """Return counts of the same study from the values of `to_dict`; SimulationError if they are malformed."""


_T = TypeVar("_T", bound=Totals)


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


_NOUNS = {"bots": "bot", "players": "player"}  # what the items of a list are


def _differing(saved: Any, expected: Any, key: str = "") -> str:
    """Describe how two values differ: for dictionaries by the first different key, for lists of bots by the first bot."""
    if key in _NOUNS and isinstance(saved, list) and isinstance(expected, list):
        if len(saved) != len(expected):
            return f"{counted(len(saved), _NOUNS[key])} in the file, {len(expected)} asked for"
        index = next(index for index, item in enumerate(saved) if item != expected[index])
        return f"{_NOUNS[key]} {index + 1}: {_differing(saved[index], expected[index])}"
    if isinstance(saved, dict) and isinstance(expected, dict):
        keys = {**saved, **expected}
        key = next((key for key in keys if saved.get(key) != expected.get(key)), "")
        return f"{key}: {_differing(saved.get(key), expected.get(key))}"
    return f"{quote(saved)} in the file, {quote(expected)} asked for"


def check_same_study(
    path: Path,
    kind: str,
    saved: Mapping[str, Any],
    expected: Mapping[str, Any],
    words: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Raise SimulationError if a file is of another study: if its fingerprint `saved` differs from the expected one.

    `kind` names the content of the file in the error. For `words`, see `Checkpoint`.
    """
    for key, value in json.loads(json.dumps(expected)).items():
        if saved.get(key) != value:
            difference = _differing(saved.get(key), value, key)
            raise SimulationError(f"{path}: {kind} differs in {words.get(key, key)}: {difference}")


class Checkpoint(Generic[_T]):
    """The counts of a study, and the chunks that they include.

    Parameters
    ----------
    path : path or None
        File to read and write; None for no file.
    form : str
        Name of the format of the file.
    fingerprint : dict
        Values that identify the study; the file of another study is rejected.
    zero_counts : Totals
        Counts before the first deal.
    task : Task
        Task to play. The file may be from a study of fewer deals. If its last chunk is shorter than in the task, this chunk
        is played again.
    words : mapping
        Words of error messages for keys of the fingerprint, where these are not clear.

    Raises
    ------
    SimulationError
        If the existing file is unreadable, damaged, not a regular file, or of another study.
    FileError
        If the file does not exist and cannot be written. The file is written at the start, so that this error comes early.
    """

    counts: _T

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        form: str,
        fingerprint: dict[str, Any],
        zero_counts: _T,
        task: Task,
        words: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._path = None if path is None else checked_path(path, "checkpoint", SimulationError)
        self._form, self._fingerprint, self._written_at, self._words = form, fingerprint, monotonic(), words
        self._deals, self._tables = task.deals, task.tables
        self.counts = zero_counts
        self._pause = _SECONDS
        self._first_open = 0  # first chunk that the counts do not include
        self._included: set[int] = set()  # included chunks after it
        self._is_whole = True  # whether the counts agree with the chunks: not if Ctrl-C came while a chunk was added
        self._is_unsaved = False
        if self._path is not None and path_exists(self._path):
            if not self._path.is_file():  # reading a device may never end
                raise SimulationError(f"{self._path}: not a checkpoint: expected a file")
            self._drop_part(task, self._read(self._path))
        else:
            self._is_unsaved = True
            self.close()

    def _read(self, path: Path) -> int:
        """Read the file, and return the number of deals of its study, which this study may extend."""
        text = read_file(path)
        try:
            plain = read_json(text)
            simulation, included, counts = plain["simulation"], plain["done"], plain["counts"]
            has_format = plain["format"] == self._form
            deals_before = int(simulation["deals"])
            ranges = [(int(first), int(last)) for first, last in included]
        except _DAMAGE as error:
            raise SimulationError(f"{path}: not a checkpoint, or a damaged one: {error}") from None
        if not has_format:
            raise SimulationError(f"{path}: bad format {quote(plain['format'])}: expected {self._form!r}")
        check_same_study(path, "checkpoint", simulation, self._fingerprint, self._words)
        if deals_before > self._deals:
            difference = f"{deals_before} in the file, {self._deals} asked for"
            raise SimulationError(f"{path}: checkpoint of more deals: {difference}")
        chunks = self._tables * -(-deals_before // CHUNK)
        for first, last in ranges:
            if not 0 <= first <= last < chunks:
                raise SimulationError(f"{path}: not a checkpoint, or a damaged one: chunks {first} to {last} of {chunks}")
            self._included.update(range(first, last + 1))
        self.counts = self.counts.like(counts)
        self._advance()
        return deals_before

    def _advance(self) -> None:
        while self._first_open in self._included:
            self._included.remove(self._first_open)
            self._first_open += 1

    def _drop_part(self, task: Task, deals_before: int) -> None:
        """Drop chunks from the counts that had fewer deals in the study that wrote the file."""
        if deals_before == self._deals or deals_before % CHUNK == 0:
            return
        first = self._tables * (deals_before // CHUNK)
        chunks = [chunk for chunk in range(first, first + self._tables) if self.has(chunk)]
        task.drop_chunks(self.counts, chunks, deals_before)
        self._first_open = min(self._first_open, first)
        self._included.difference_update(chunks)

    def has(self, chunk: int) -> bool:
        """Whether the counts include a chunk."""
        return chunk < self._first_open or chunk in self._included

    def add(self, chunk: int, counts: Any) -> None:
        """Add the counts of a chunk, and write the file; FileError if that fails.

        The file is written about every second, or less often if writing would take more than a tenth of the time.
        """
        self._is_whole = False
        self.counts.add(counts)
        self._included.add(chunk)
        self._advance()
        self._is_whole = self._is_unsaved = True
        if monotonic() - self._written_at >= self._pause:
            self.close()

    def close(self) -> None:
        """Write the file if there are unsaved counts, and they are whole; FileError if that fails."""
        if self._path is None or not self._is_unsaved or not self._is_whole:
            return
        started = monotonic()
        first_range = [[0, self._first_open - 1]] if self._first_open else []
        plain = {
            "format": self._form,
            "simulation": {**self._fingerprint, "deals": self._deals},
            "done": [*first_range, *_ranges(self._included)],
            "counts": self.counts.to_dict(),
        }
        text = json.dumps(plain, indent=1).encode()
        write_file(self._path, lambda stream: stream.write(text))
        self._is_unsaved, self._written_at = False, monotonic()
        self._pause = max(_SECONDS, _WRITES * (self._written_at - started))


def seed_before(path: str | os.PathLike[str] | None) -> Seed:
    """Return the seed of the study in a checkpoint; None for a missing file, or a bad one (`Checkpoint` reports it)."""
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
