"""Parquet files of single deals: a folder of parts that a simulation writes, and reading them part by part.

Each part has the deals of some successive chunks, and is written as a whole when the last of these chunks is played. The
names of the files sort them by deals. So parts need not be finished in order, an interruption leaves only whole files, and
memory has only the parts that are not finished.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast._settling import DECLARE_BEST, DECLARE_IF_BETTER, DECLARE_NOTHING
from cpoker_fast.board_arrays import DEAD_HAND
from cpoker_fast.cards import DECK_SIZE
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import CpokerError, SimulationError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import declaration_of
from cpoker_fast.studies.checkpoint import check_same_study
from cpoker_fast.studies.deals import NOT_DEALT, Deals
from cpoker_fast.studies.tasks import CHUNK, Task
from cpoker_fast.system.exports import check_parquet
from cpoker_fast.system.files import checked_path, file_errors, write_file
from cpoker_fast.system.json_values import read_json

if TYPE_CHECKING:
    import pyarrow
    from numpy.typing import NDArray

__all__ = ["DealFolder", "read_parts", "write_part"]

_FORM = "cpoker_fast deals 1"
_KEY = b"cpoker_fast"  # of the metadata of a file
_CHUNKS = 16  # in a part
_NAME = "deals-{:013}.parquet"  # with the number of the first deal
_PATTERN = re.compile(r"deals-(\d{13})\.parquet")
_CODES = (DECLARE_IF_BETTER, DECLARE_BEST, DECLARE_NOTHING)


# ---- columns ----


def _schema(players: int, cards: int) -> pyarrow.Schema:
    """Return the columns of deals, without missing values: cards as lists of bytes of fixed size, declarations as text."""
    import pyarrow as pa

    def cards_of(size: int) -> pyarrow.DataType:
        return pa.list_(pa.field("item", pa.uint8(), nullable=False), size)

    columns = {"deal": pa.int64(), "rotation": pa.int8(), "continuation": pa.int16(), "button": pa.int8()}
    for player in range(players):
        columns |= {
            f"points.{player}": pa.int32(),
            f"board.{player}": cards_of(13),
            f"hand.{player}": cards_of(cards),
            f"fantasyland.{player}": pa.uint8(),
            f"declared.{player}": pa.string(),
            f"fault.{player}": pa.bool_(),
        }
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns.items()])


def _codes_by_text(rules: Rules) -> dict[str, int]:
    return {str(declaration_of(code, rules)): code for code in (*_CODES, *range(len(rules.naturals)))}


def _table_of(deals: Deals, metadata: Mapping[str, Any]) -> pyarrow.Table:
    import pyarrow as pa

    def cards_in(cards: NDArray[np.uint8]) -> pyarrow.Array:
        column = schema.field(len(columns)).type
        return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(cards).reshape(-1)), type=column)

    texts = {code: text for text, code in _codes_by_text(deals.rules).items()}
    codes, indices = np.unique(deals.declared, return_inverse=True)
    declared = pa.array([texts[code] for code in codes.tolist()], pa.string())
    indices = indices.reshape(deals.declared.shape)
    plain = {"format": _FORM, "rules": deals.rules.to_dict(), "players": deals.players, **metadata}
    schema = _schema(len(deals.players), deals.hands.shape[2]).with_metadata({_KEY: json.dumps(plain)})
    columns: list[Any] = [deals.deal, deals.rotation, deals.continuation, deals.button]
    for player in range(len(deals.players)):
        columns.append(deals.points[:, player])
        columns.append(cards_in(deals.boards[:, player]))
        columns.append(cards_in(deals.hands[:, player]))
        columns.append(deals.fantasyland[:, player])
        columns.append(declared.take(pa.array(indices[:, player])))
        columns.append(deals.faults[:, player])
    return pa.Table.from_arrays([pa.array(column) for column in columns], schema=schema)


def write_part(path: str | os.PathLike[str], deals: Deals, metadata: Mapping[str, Any] = MappingProxyType({})) -> None:
    """Write deals to a Parquet file, with more metadata; FileError if that fails, and CpokerError without PyArrow."""
    check_parquet()
    from pyarrow import parquet

    table = _table_of(deals, metadata)
    write_file(path, lambda file: parquet.write_table(table, file))


# ---- reading ----


class _Metadata(NamedTuple):
    rules: Rules
    players: tuple[str, ...]
    plain: dict[str, Any]


def _not_deals(path: Path, problem: object) -> SimulationError:
    return SimulationError(f"{path}: not deals of a simulation, or damaged: {shorten(problem)}")


def _metadata_of(path: Path, schema: pyarrow.Schema) -> _Metadata:
    try:
        plain = read_json((schema.metadata or {})[_KEY])
        has_format, players = plain["format"] == _FORM, plain["players"]
        rules = Rules.from_dict(plain["rules"])
        if not isinstance(players, list) or not 2 <= len(players) <= 4 or not all(isinstance(x, str) for x in players):
            raise SimulationError(f"bad players {quote(players)}")
    except (KeyError, TypeError, ValueError, CpokerError) as error:
        raise _not_deals(path, error) from None
    if not has_format:
        raise SimulationError(f"{path}: bad format {quote(plain['format'])}: expected {_FORM!r}")
    return _Metadata(rules, tuple(players), plain)


def _deals_in(path: Path, table: pyarrow.Table) -> Deals:
    import pyarrow as pa
    from pyarrow import compute

    rules, names, _ = _metadata_of(path, table.schema)
    players, n, cards = range(len(names)), len(table), rules.most_cards()
    if table.schema.remove_metadata() != _schema(len(names), cards):
        raise _not_deals(path, "other columns than a simulation of these rules writes")
    codes_by_text = _codes_by_text(rules)
    codes, texts = np.array([*codes_by_text.values()], np.int8), pa.array([*codes_by_text], pa.string())

    def column(name: str) -> Any:
        array = table.column(name).combine_chunks()
        if array.null_count:
            raise _not_deals(path, f"column {name}: missing values")
        return array

    def stacked(name: str) -> NDArray[Any]:
        return np.stack([column(f"{name}.{player}").to_numpy(zero_copy_only=False) for player in players], axis=1)

    def cards_in(name: str, size: int) -> NDArray[np.uint8]:
        columns = [column(f"{name}.{player}").flatten().to_numpy().reshape(n, size) for player in players]
        return np.stack(columns, axis=1)

    indices = np.stack(
        [
            compute.fill_null(compute.index_in(column(f"declared.{player}"), value_set=texts), -1).to_numpy()
            for player in players
        ],
        axis=1,
    )
    deals = Deals(
        rules,
        names,
        **{name: column(name).to_numpy() for name in ("deal", "rotation", "continuation", "button")},
        points=stacked("points"),
        boards=cards_in("board", 13),
        hands=cards_in("hand", cards),
        fantasyland=stacked("fantasyland"),
        declared=codes[indices],
        faults=stacked("fault"),
    )
    _check(path, deals, indices)
    return deals


def _check(path: Path, deals: Deals, declared: NDArray[np.int32]) -> None:
    """Raise SimulationError if a value cannot be in a deal, so that all other functions may rely on them."""
    boards, hands, first = deals.boards, deals.hands, deals.boards[..., :1]
    is_board = (boards < DECK_SIZE).all(axis=2) | ((boards == first) & (first >= DEAD_HAND)).all(axis=2)
    is_valid = {
        "declared": declared >= 0,
        "board": is_board,
        "hand": ((hands < DECK_SIZE) | (hands == NOT_DEALT)).all(axis=2),
        "button": (deals.button >= 0) & (deals.button < len(deals.players)),
    }
    for name, valid in is_valid.items():
        if not valid.all():
            row = int(np.argwhere(~valid)[0][0])
            raise _not_deals(path, f"row {row}: bad value in column {name}")


def _files_of(path: Path) -> list[Path]:
    """Return the parts in a folder, in the order of their deals; the path itself if it is a file."""
    with file_errors(path):
        if path.is_dir():
            files = sorted(file for file in path.iterdir() if _PATTERN.fullmatch(file.name))
            if not files:
                raise SimulationError(f"{path}: no deals: expected a folder that simulate wrote, or a file of it")
            return files
        path.stat()
    return [path]


def read_parts(path: str | os.PathLike[str]) -> Iterator[Deals]:
    """Yield the deals of each file of a simulation; for errors, see `Deals.from_parquet`."""
    files = _files_of(checked_path(path, "path", SimulationError))
    check_parquet()
    from pyarrow import ArrowException, parquet

    for file in files:
        try:
            with file_errors(file):
                table = parquet.ParquetFile(file).read()
        except ArrowException as error:
            raise _not_deals(file, error) from None
        yield _deals_in(file, table)


# ---- the folder of a simulation ----


class DealFolder:
    """The folder to which a simulation writes its deals, in parts of some chunks; it may have parts of an earlier run.

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
        self._open: dict[int, dict[int, Deals]] = {}  # chunks of the parts that are not finished, by the number of the part
        with file_errors(self._path):
            if self._path.exists() and not self._path.is_dir():
                raise SimulationError.about("deals_to", f"{self._path}: expected a folder, got a file")
            self._path.mkdir(exist_ok=True)
            names = sorted(file.name for file in self._path.iterdir() if not file.name.startswith("."))
        self._finished = {part for part in map(self._part_of_file, names) if part is not None}

    def _deals_of_part(self, part: int) -> tuple[int, int]:
        """Return the first deal of a part, and its number of deals."""
        first = part * _CHUNKS * CHUNK
        return first, min(_CHUNKS * CHUNK, self._task.deals - first)

    def _part_of_file(self, name: str) -> int | None:
        """Return the number of the part in a file; None if the simulation has more deals now, so that it is played again."""
        file, match = self._path / name, _PATTERN.fullmatch(name)
        if match is None:
            problem = f"expected no files but deals of this simulation, got {quote(name)}"
            raise SimulationError.about("deals_to", f"{self._path}: {problem}")
        from pyarrow import ArrowException, parquet

        try:
            with file_errors(file):
                metadata = _metadata_of(file, parquet.read_schema(file)).plain
        except ArrowException as error:
            raise _not_deals(file, error) from None
        saved, deals = metadata.get("simulation"), metadata.get("deals")
        if not isinstance(saved, dict) or not isinstance(deals, int):
            raise _not_deals(file, "it has no simulation")
        check_same_study(file, "simulation", saved, self._fingerprint)
        part, rest = divmod(int(match[1]), _CHUNKS * CHUNK)
        expected = self._deals_of_part(part)[1]
        if rest or deals > expected:
            total = int(match[1]) + deals
            raise SimulationError(f"{file}: deals of a longer simulation: up to {total}, {self._task.deals} asked for")
        return part if deals == expected else None

    def has(self, chunk: int) -> bool:
        """Whether the file with a chunk is written."""
        return chunk // _CHUNKS in self._finished

    def add(self, chunk: int, deals: Deals) -> None:
        """Add the deals of a chunk, and write their part if it is now complete; FileError if that fails."""
        if self.has(chunk):
            return
        part = chunk // _CHUNKS
        chunks = self._open.setdefault(part, {})
        chunks[chunk] = deals
        first, size = self._deals_of_part(part)
        if len(chunks) < -(-size // CHUNK):
            return
        joined = Deals.join(chunks[number] for number in sorted(chunks))
        write_part(self._path / _NAME.format(first), joined, {"simulation": self._fingerprint, "deals": size})
        self._finished.add(part)
        del self._open[part]
