"""Parquet files of single deals: writing and reading their arrays."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
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
from cpoker_fast.system.exports import check_parquet
from cpoker_fast.system.files import file_errors, write_file
from cpoker_fast.system.json_values import read_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NAME", "NOT_DEALT", "PATTERN", "DealFile", "files_of", "not_deals", "read_metadata", "write_deals"]

NOT_DEALT = 255
"""Byte in hands behind the last card of a player who was dealt fewer cards than others."""

NAME = "deals-{:013}.parquet"
"""Name of a file in a folder, with the number of its first deal."""

PATTERN = re.compile(r"deals-(\d{13})\.parquet")
"""Names of such files."""

_FORM = "cpoker_fast deals 1"
_KEY = b"cpoker_fast"  # of the metadata of a file
_PLACES = ("deal", "rotation", "continuation", "button")
_NUMBERS = {"points": "points", "fantasyland": "fantasyland", "stays": "stays", "fault": "faults"}
"""Names of arrays by names of columns, of numbers that each player has."""


# ---- columns ----


def _schema(players: int, cards: int) -> Any:
    """Return the columns of deals, without missing values: cards as lists of bytes of fixed size, declarations as text."""
    import pyarrow as pa

    def cards_of(size: int) -> Any:
        return pa.list_(pa.field("item", pa.uint8(), nullable=False), size)

    columns = dict(zip(_PLACES, (pa.int64(), pa.int8(), pa.int16(), pa.int8()), strict=True))
    for player in range(players):
        columns |= {
            f"points.{player}": pa.int32(),
            f"board.{player}": cards_of(13),
            f"hand.{player}": cards_of(cards),
            f"fantasyland.{player}": pa.uint8(),
            f"stays.{player}": pa.int32(),
            f"declared.{player}": pa.string(),
            f"fault.{player}": pa.uint8(),
        }
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns.items()])


def _codes_by_text(rules: Rules) -> dict[str, int]:
    """Return the codes of all declarations under rules, by their texts in files."""
    codes = (DECLARE_IF_BETTER, DECLARE_BEST, DECLARE_NOTHING, *range(len(rules.naturals)))
    return {str(declaration_of(code, rules)): code for code in codes}


def write_deals(
    path: str | os.PathLike[str],
    rules: Rules,
    players: Sequence[str],
    arrays: Mapping[str, NDArray[Any]],
    metadata: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Write the arrays of `Deals` to a Parquet file, with more metadata.

    Raises FileError if that fails, SimulationError for arrays that are no deals, and CpokerError without PyArrow.
    """
    check_parquet()
    import pyarrow as pa
    from pyarrow import parquet

    plain = {"format": _FORM, "rules": rules.to_dict(), "players": players, **metadata}
    schema = _schema(len(players), arrays["hands"].shape[2]).with_metadata({_KEY: json.dumps(plain)})
    texts = {code: text for text, code in _codes_by_text(rules).items()}
    codes, indices = np.unique(arrays["declared"], return_inverse=True)
    if unknown := {*codes.tolist()} - {*texts}:
        raise SimulationError(f"declared: expected codes of the rules {quote(rules.name)}, got {min(unknown)}")
    lengths = {name: len(array) for name, array in arrays.items()}
    if len({*lengths.values()}) > 1:
        raise SimulationError(f"expected arrays of the same length, got {lengths}")
    declared = pa.array([texts[code] for code in codes.tolist()], pa.string())
    indices = indices.reshape(arrays["declared"].shape)
    columns = {name: pa.array(arrays[name]) for name in _PLACES}
    for player in range(len(players)):
        for name, column in (("board", "boards"), ("hand", "hands")):
            cards = pa.array(np.ascontiguousarray(arrays[column][:, player]).reshape(-1))
            kind = schema.field(f"{name}.{player}").type
            columns[f"{name}.{player}"] = pa.FixedSizeListArray.from_arrays(cards, type=kind)
        for name, column in _NUMBERS.items():
            columns[f"{name}.{player}"] = pa.array(arrays[column][:, player])
        columns[f"declared.{player}"] = declared.take(pa.array(indices[:, player]))
    table = pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)
    write_file(path, lambda file: parquet.write_table(table, file, write_page_checksum=True))


# ---- reading ----


def not_deals(path: Path, problem: object) -> SimulationError:
    """Return the error for a file without deals."""
    return SimulationError(f"{path}: not deals of a simulation, or damaged: {shorten(problem)}")


@contextmanager
def _parquet_errors(path: Path) -> Iterator[None]:
    """Turn errors of PyArrow into SimulationError, and those of the system into FileError."""
    from pyarrow import ArrowException

    try:
        with file_errors(path):
            yield
    except ArrowException as error:
        raise not_deals(path, error) from None


class _Metadata(NamedTuple):
    rules: Rules
    players: tuple[str, ...]
    plain: dict[str, Any]
    """All metadata as plain values."""


def _metadata_in(path: Path, schema: Any) -> _Metadata:
    try:
        plain = read_json((schema.metadata or {})[_KEY])
        form, players, rules = plain["format"], plain["players"], Rules.from_dict(plain["rules"])
        if not isinstance(players, list) or not 2 <= len(players) <= 4 or not all(isinstance(x, str) for x in players):
            raise SimulationError(f"bad players {quote(players)}")
    except (KeyError, TypeError, ValueError, RecursionError, CpokerError) as error:
        raise not_deals(path, error) from None
    if form != _FORM:
        raise SimulationError(f"{path}: bad format {quote(form)}: expected {_FORM!r}")
    return _Metadata(rules, tuple(players), plain)


def files_of(path: Path) -> list[Path]:
    """Return the files in a folder of deals, in the order of the deals; the path itself if it is a file.

    Raises MissingFileError if nothing is there, and SimulationError for a folder without such files.
    """
    with file_errors(path):
        if not path.is_dir():
            path.stat()
            return [path]
        files = sorted(file for file in path.iterdir() if PATTERN.fullmatch(file.name))
    if not files:
        raise SimulationError(f"{path}: no deals: expected a folder that simulate wrote, or a file of it")
    return files


def read_metadata(path: Path) -> dict[str, Any]:
    """Return the metadata of a file of deals as plain values; for errors, see `Deals.from_parquet`."""
    from pyarrow import parquet

    with _parquet_errors(path):
        schema = parquet.read_schema(path)
    return _metadata_in(path, schema).plain


class DealFile(NamedTuple):
    """The content of a file."""

    rules: Rules
    players: tuple[str, ...]
    arrays: dict[str, NDArray[Any]]
    """Arrays of `Deals` by name."""

    @classmethod
    def read(cls, path: Path) -> DealFile:
        """Read a file; for errors, see `Deals.from_parquet`."""
        check_parquet()
        from pyarrow import parquet

        with _parquet_errors(path), parquet.ParquetFile(path, page_checksum_verification=True) as file:
            table = file.read()
        rules, players, _ = _metadata_in(path, table.schema)
        if table.schema.remove_metadata() != _schema(len(players), rules.most_cards()):
            raise not_deals(path, "other columns than a simulation of these rules writes")
        try:
            return cls(rules, players, _arrays_in(table, rules, len(players)))
        except SimulationError as error:
            raise not_deals(path, error) from None


def _arrays_in(table: Any, rules: Rules, players: int) -> dict[str, NDArray[Any]]:
    """Return the arrays of a table with the right columns; SimulationError if a value cannot be in a deal."""
    import pyarrow as pa
    from pyarrow import compute

    codes_by_text = _codes_by_text(rules)
    codes, texts = np.array([*codes_by_text.values()], np.int8), pa.array([*codes_by_text], pa.string())

    def column(name: str) -> Any:
        array = table.column(name).combine_chunks()
        if array.null_count:
            raise SimulationError(f"column {name}: missing values")
        return array

    def by_player(name: str, values_of: Any) -> NDArray[Any]:
        return np.stack([values_of(column(f"{name}.{player}")) for player in range(players)], axis=1)

    def numbers(array: Any) -> Any:
        return array.to_numpy(zero_copy_only=False)

    def cards(array: Any) -> Any:
        return array.flatten().to_numpy().reshape(len(array), array.type.list_size)

    def indices_of_texts(array: Any) -> Any:
        return compute.fill_null(compute.index_in(array, value_set=texts), -1).to_numpy()

    boards, hands, declared = by_player("board", cards), by_player("hand", cards), by_player("declared", indices_of_texts)
    places = {name: numbers(column(name)) for name in _PLACES}
    first = boards[..., :1]
    is_valid = {
        "button": (places["button"] >= 0) & (places["button"] < players),
        "board": (boards < DECK_SIZE).all(axis=2) | ((boards == first) & (first >= DEAD_HAND)).all(axis=2),
        "hand": ((hands < DECK_SIZE) | (hands == NOT_DEALT)).all(axis=2),
        "declared": declared >= 0,
    }
    for name, valid in is_valid.items():
        if not valid.all():
            raise SimulationError(f"row {int(np.argwhere(~valid)[0][0])}: bad value in column {name}")
    return {
        **places,
        **{array: by_player(name, numbers) for name, array in _NUMBERS.items()},
        "boards": boards,
        "hands": hands,
        "declared": codes[declared],
    }
