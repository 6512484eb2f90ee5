"""The folder to which a simulation writes its single deals.

A file has the deals of some successive chunks, and is written as a whole when the last of these chunks is played. The names
of the files sort them by deals. So files need not be finished in order, an interruption leaves only whole files, and memory
has only the deals whose file is not finished.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import SimulationError
from cpoker_fast.studies.checkpoint import check_same_study
from cpoker_fast.studies.deal_files import NAME, PATTERN, not_deals, read_metadata, write_deals
from cpoker_fast.studies.deals import Deals
from cpoker_fast.studies.tasks import CHUNK, Task
from cpoker_fast.system.exports import check_parquet
from cpoker_fast.system.files import checked_path, file_errors

__all__ = ["DealFolder"]

_CHUNKS = 16  # in a file


class DealFolder:
    """The folder of single deals of a simulation; it may have files of an earlier run.

    Parameters
    ----------
    path : path
        Folder, which is created if it is missing.
    task : Task
        Task that is played, with one table.
    fingerprint : mapping
        Values that identify the simulation. Each file has them; the folder of another simulation is rejected.

    Raises
    ------
    SimulationError
        If the path is no folder, or the folder has other files, damaged files, or deals of another simulation.
    FileError
        If the folder cannot be read or created.
    CpokerError
        If PyArrow is missing.
    """

    def __init__(self, path: str | os.PathLike[str], task: Task, fingerprint: Mapping[str, Any]) -> None:
        self._path, self._task, self._fingerprint = checked_path(path, "deals_to", SimulationError), task, fingerprint
        check_parquet()
        self._waiting: dict[int, dict[int, Deals]] = {}  # chunks of the files that are not finished, by number of the file
        with file_errors(self._path):
            if self._path.exists() and not self._path.is_dir():
                raise SimulationError.about("deals_to", f"{self._path}: expected a folder, got a file")
            self._path.mkdir(exist_ok=True)
            files = sorted(file for file in self._path.iterdir() if not file.name.startswith("."))
        self._finished = {number for number in map(self._number_of, files) if number is not None}

    def _deals_of(self, number: int) -> tuple[int, int]:
        """Return the first deal of a file, and its number of deals."""
        first = number * _CHUNKS * CHUNK
        return first, min(_CHUNKS * CHUNK, self._task.deals - first)

    def _number_of(self, file: Path) -> int | None:
        """Return the number of a file; None if the simulation has more deals now, so that the file is written again."""
        match = PATTERN.fullmatch(file.name)
        if match is None:
            problem = f"expected no files but deals of this simulation, got {quote(file.name)}"
            raise SimulationError.about("deals_to", f"{self._path}: {problem}")
        metadata = read_metadata(file)
        saved, deals = metadata.get("simulation"), metadata.get("deals")
        if not isinstance(saved, dict) or not isinstance(deals, int):
            raise not_deals(file, "it has no simulation")
        check_same_study(file, "simulation", saved, self._fingerprint)
        number, rest = divmod(int(match[1]), _CHUNKS * CHUNK)
        expected = self._deals_of(number)[1]
        if rest or deals > expected:
            last = int(match[1]) + deals
            raise SimulationError(f"{file}: deals of a longer simulation: up to {last}, {self._task.deals} asked for")
        return number if deals == expected else None

    def has(self, chunk: int) -> bool:
        """Whether the file with a chunk is written."""
        return chunk // _CHUNKS in self._finished

    def add(self, chunk: int, deals: Deals) -> None:
        """Add the deals of a chunk, and write their file if it is now complete; FileError if that fails."""
        if self.has(chunk):
            return
        number = chunk // _CHUNKS
        chunks = self._waiting.setdefault(number, {})
        chunks[chunk] = deals
        first, size = self._deals_of(number)
        if len(chunks) < -(-size // CHUNK):
            return
        joined = Deals.join([chunks[key] for key in sorted(chunks)])
        metadata = {"simulation": self._fingerprint, "deals": size}
        write_deals(self._path / NAME.format(first), joined.rules, joined.players, joined.arrays(), metadata)
        self._finished.add(number)
        del self._waiting[number]
