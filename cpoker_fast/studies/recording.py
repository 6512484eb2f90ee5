"""Results of chunks whose single deals are recorded: counts go to a checkpoint, deals and their records elsewhere."""

from __future__ import annotations

from typing import Any

from cpoker_fast.studies.checkpoint import Checkpoint
from cpoker_fast.studies.deal_folder import DealFolder
from cpoker_fast.studies.deal_records import RecordsFile
from cpoker_fast.studies.deals import Selected
from cpoker_fast.studies.tasks import RecordedCounts

__all__ = ["Recorded"]


class Recorded:
    """A checkpoint, and where single deals and their records go: to memory, a folder and a file; None for nowhere."""

    def __init__(
        self,
        saved: Checkpoint[Any],
        *,
        selected: Selected | None = None,
        folder: DealFolder | None = None,
        records: RecordsFile | None = None,
    ) -> None:
        self._saved, self._selected, self._folder, self._records = saved, selected, folder, records

    @property
    def counts(self) -> Any:
        """Counts of all played chunks."""
        return self._saved.counts

    def has(self, chunk: int) -> bool:
        """Whether the checkpoint, the folder and the records all include a chunk."""
        return all(part is None or part.has(chunk) for part in (self._saved, self._folder, self._records))

    def add(self, chunk: int, result: RecordedCounts) -> None:
        """Add the deals and the records of a chunk, and its counts unless the checkpoint includes them."""
        if self._selected is not None and result.deals is not None:
            self._selected.add(result.deals)
        if self._folder is not None and result.deals is not None:
            self._folder.add(chunk, result.deals)
        if self._records is not None:
            self._records.add(chunk, result.text)
        if not self._saved.has(chunk):
            self._saved.add(chunk, result.counts)
