"""Results as tables for other programs: CSV text, Parquet files, and data frames of pandas or Polars.

The functions import what they need, so that importing a result takes no longer.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError

__all__ = ["Tabular", "check_parquet"]

_FRAME_LIBRARIES = ("pandas", "polars")
"""Libraries with data frames, and the extras that install them; the first one that is installed is the default."""


class Tabular:
    """Base of results that are tables: a row of plain values for each candidate, placement or player.

    A subclass defines `_rows`, or for large results `_columns`. Its docstring says what a row is.
    """

    __slots__ = ()

    def _rows(self) -> list[dict[str, Any]]:
        raise NotImplementedError

    def _columns(self) -> dict[str, list[Any]]:
        return _columns_of(self._rows())

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the rows as CSV text, and write it to `path` unless that is None.

        The first line has the names of the columns. Dots separate the parts of a name: ``confidence_95.low`` and
        ``confidence_95.high``, if present, are the ends of the 95 % interval of the estimate before them. Missing values are
        empty.

        Raises
        ------
        FileError
            If the file cannot be written.
        """
        return _write_csv(self._columns(), path)

    def to_frame(self, library: str | None = None) -> Any:
        """Return the rows as a data frame, with the columns of `to_csv`.

        Parameters
        ----------
        library : {'pandas', 'polars'}, optional
            Library of the data frame; by default the one that is installed, and pandas if both are.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Texts, numbers and bools in columns without an index; missing values are None, nan or null.

        Raises
        ------
        CpokerError
            If the library is unknown or not installed.
        """
        return _frame_of(self._columns(), library)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a Parquet file, with the columns of `to_csv`; needs the extra ``parquet``.

        Raises
        ------
        FileError
            If the file cannot be written.
        CpokerError
            If PyArrow is missing.
        """
        _write_parquet(self._columns(), path)


def _columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
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


def _write_csv(columns: Mapping[str, Sequence[Any]], path: str | os.PathLike[str] | None) -> str:
    import csv
    import io

    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    text = stream.getvalue()
    if path is not None:
        from cpoker_fast.system.files import write_file

        write_file(path, lambda file: file.write(text.encode()))
    return text


def _write_parquet(columns: Mapping[str, Sequence[Any]], path: str | os.PathLike[str]) -> None:
    from cpoker_fast.system.files import write_file

    check_parquet()
    import pyarrow
    from pyarrow import parquet

    write_file(path, lambda file: parquet.write_table(pyarrow.table(columns), file))


def check_parquet() -> None:
    """Raise CpokerError if the library that writes Parquet files is missing."""
    from cpoker_fast.system.extras import needs_extra

    try:
        import pyarrow.parquet  # noqa: F401
    except ModuleNotFoundError:
        raise needs_extra("writing Parquet", "pyarrow", "parquet") from None


def _frame_of(columns: Mapping[str, Sequence[Any]], library: str | None) -> Any:
    if library is not None and not (isinstance(library, str) and library in _FRAME_LIBRARIES):
        expected = " or ".join(map(repr, _FRAME_LIBRARIES))
        raise CpokerError.about("library", f"expected {expected}, got {quote(library)}")
    for name in _FRAME_LIBRARIES if library is None else [library]:
        try:
            module = import_module(name)
        except ModuleNotFoundError:
            continue
        return module.DataFrame(dict(columns))
    from cpoker_fast.system.extras import install_command, needs_extra

    if library is not None:
        raise needs_extra("a data frame", library, library)
    commands = " or ".join(f"`{install_command(name)}`" for name in _FRAME_LIBRARIES)
    raise CpokerError(f"a data frame needs pandas or Polars: run {commands}")
