"""Results as tables for other programs: columns, CSV and Parquet files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from cpoker_fast.system.extras import needs_extra
from cpoker_fast.system.files import write_file

__all__ = ["columns_of", "write_csv", "write_parquet"]


def columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return rows of plain values as columns. Each part of a nested value has its own column, with 0 for rows without it."""

    def flat(plain: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
        columns: dict[str, Any] = {}
        for key, value in plain.items():
            if isinstance(value, dict):
                columns |= flat(value, f"{prefix}{key}.")
            elif isinstance(value, list):
                columns |= {f"{prefix}{key}.{end}": part for end, part in zip(("low", "high"), value, strict=True)}
            else:
                columns[prefix + key] = value
        return columns

    flattened = [flat(row) for row in rows]
    names = list(dict.fromkeys(name for row in flattened for name in row))
    return {name: [row.get(name, 0.0) for row in flattened] for name in names}


def write_csv(columns: Mapping[str, Sequence[Any]], path: str | os.PathLike[str] | None) -> str:
    """Return columns as CSV, and write them to `path` unless that is None; FileError if writing fails."""
    import csv
    import io

    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    text = stream.getvalue()
    if path is not None:
        write_file(path, lambda file: file.write(text.encode()))
    return text


def write_parquet(columns: Mapping[str, Sequence[Any]], path: str | os.PathLike[str]) -> None:
    """Write columns to a Parquet file; FileError if that fails, CpokerError without PyArrow."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise needs_extra("writing Parquet", "parquet") from None
    write_file(path, lambda file: parquet.write_table(pyarrow.table(columns), file))
