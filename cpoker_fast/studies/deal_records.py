"""Records of the single deals of a study, and the file to which it writes them.

The file has the deals in their order, whatever the number of workers. It is written as a whole when the study is complete.
Until then, the records are in a file without a name. The system removes this file if the program is killed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpoker_fast._settling import DECLARE_IF_BETTER
from cpoker_fast.board_arrays import DEAD_HAND, NO_BOARD
from cpoker_fast.boards import ROW_SPANS
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import NotationError, SimulationError
from cpoker_fast.game import Move, Placement
from cpoker_fast.game.turns import order_of_play
from cpoker_fast.notation import Record, format_deal
from cpoker_fast.notation.naming import Tag, check_names
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import settle
from cpoker_fast.settling.declarations import declaration_of
from cpoker_fast.studies.deal_files import NOT_DEALT
from cpoker_fast.system.files import checked_path, file_errors, write_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RecordsFile", "records_of", "text_of_records"]

_NUMBERS = {"Number": "deal", "Rotation": "rotation", "Continuation": "continuation"}
"""Arrays of `Deals` by the tags that have their numbers."""


def records_of(rules: Rules, names: tuple[str, ...], arrays: Mapping[str, NDArray[Any]]) -> Iterator[Record]:
    """Yield the records of single deals by the arrays of `Deals`; see `Deals.records`."""
    for values in zip(*(array.tolist() for array in arrays.values()), strict=True):
        yield _record_of(rules, names, dict(zip(arrays, values, strict=True)))


def _record_of(rules: Rules, names: tuple[str, ...], row: Mapping[str, Any]) -> Record:
    """Return the record of a deal; `row` has its part of each array, as plain values."""
    sizes = row["fantasyland"]
    stacks = [[card for card in hand if card != NOT_DEALT] for hand in row["hands"]]
    order = order_of_play(len(rules.streets), len(stacks), row["button"], sizes)
    moves: list[Move] = []
    for seat, street in order:
        first = sum(dealt for dealt, _ in rules.streets[:street])
        dealt = stacks[seat] if sizes[seat] else stacks[seat][first : first + rules.streets[street][0]]
        fault = row["faults"][seat]
        if street == 0 or row["boards"][seat][0] < DEAD_HAND:
            moves.append(_move(seat, street, row["boards"][seat], dealt, is_dead=0 < fault <= street + 1))
    record = Record(
        rules=rules,
        button=row["button"],
        fantasyland=tuple(sizes),
        stays=tuple(row["stays"]),
        moves=tuple(moves),
        turn=None,
        stacks=tuple(map(tuple, stacks)) if any(not move.placement.cards for move in moves) else (),
        names=names,
        tags=_tags(row),
    )
    return record if not rules.naturals else _declared(record, row["declared"])


def _move(seat: int, street: int, board: Sequence[int], dealt: Iterable[int], *, is_dead: bool) -> Move:
    if board[0] == NO_BOARD:
        return Move(seat, street, Placement.surrender())
    if board[0] == DEAD_HAND:
        return Move(seat, street, Placement(), dead=True)
    hand = CardSet(dealt)
    front, middle, back = (CardSet(board[begin:end]) & hand for begin, end in ROW_SPANS)
    return Move(seat, street, Placement.of_cards(front, middle, back, hand - front - middle - back), dead=is_dead)


def _declared(record: Record, codes: Sequence[int]) -> Record:
    """Return a record with the naturals that follow from the codes of declarations."""
    gave_up = {*record.surrendered, *record.dead}
    declare = [
        declaration_of(DECLARE_IF_BETTER if seat in gave_up else code, record.rules) for seat, code in enumerate(codes)
    ]
    settled = settle(record.boards_to_settle(), record.rules, button=record.button, declare=declare)
    return replace(record, declared=tuple(seat.natural for seat in settled.seats))


def _tags(row: Mapping[str, Any]) -> dict[str, Tag]:
    return {tag: row[name] for tag, name in _NUMBERS.items() if row[name] or tag == "Number"}


def text_of_records(records: Iterable[Record]) -> bytes:
    """Return records of single deals as text, in the order of the deals; empty without deals."""
    ordered = sorted(records, key=lambda record: [record.tags.get(tag, 0) for tag in _NUMBERS])
    return "\n".join(f"{format_deal(record)}\n" for record in ordered).encode()


class RecordsFile:
    """The file of the records of a study.

    Parameters
    ----------
    path : path
    names : sequence of str
        Names of the bots.

    Raises
    ------
    SimulationError
        If the path is invalid, or records cannot have the names.
    FileError
        If no file can be created there.
    """

    def __init__(self, path: str | os.PathLike[str], names: Sequence[str]) -> None:
        self._path = checked_path(path, "records", SimulationError)
        with file_errors(self._path):
            if self._path.exists() and self._path.is_dir():
                raise SimulationError.about("records", f"{self._path}: expected a file, got a folder")
        try:
            check_names(names, len(names))
        except NotationError as error:
            raise SimulationError.about("records", f"a record cannot have these names of bots: {error}") from None
        with file_errors(self._path):
            self._texts = tempfile.TemporaryFile(dir=self._path.resolve().parent)  # noqa: SIM115  closed by `close`
        self._waiting: dict[int, bytes] = {}  # texts of chunks before which others are missing
        self._written = 0  # number of the next chunk to write

    def has(self, chunk: int) -> bool:
        """Whether the records of a chunk are there."""
        return chunk < self._written or chunk in self._waiting

    def add(self, chunk: int, text: bytes) -> None:
        """Add the records of a chunk as text; FileError if they cannot be written."""
        self._waiting[chunk] = text
        with file_errors(self._path):
            while self._written in self._waiting:
                text = self._waiting.pop(self._written)
                self._texts.write((b"\n" if text and self._texts.tell() else b"") + text)
                self._written += 1

    def finish(self) -> None:
        """Write the file; FileError if that fails, and the old file is then unchanged."""
        with file_errors(self._path):
            self._texts.seek(0)
        write_file(self._path, lambda stream: shutil.copyfileobj(self._texts, stream))

    def close(self) -> None:
        """Forget the records, if they are not written."""
        self._texts.close()
