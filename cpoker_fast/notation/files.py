"""Files of deals: reading one deal at a time, writing and appending."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import IO, Any, TypeAlias

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import NotationError
from cpoker_fast.game.deal import Deal
from cpoker_fast.notation.places import Line
from cpoker_fast.notation.reading import blocks_of, read_lines
from cpoker_fast.notation.record import Record
from cpoker_fast.notation.tags import KnownRules
from cpoker_fast.notation.writing import format_deal
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.files import checked_path, file_errors, write_file

__all__ = ["OnDamage", "Results", "check_on_damage", "lines_in", "read_blocks", "read_deals", "undamaged", "write_deals"]

OnDamage: TypeAlias = Callable[[NotationError], object]
"""A function that is called with the error of each damaged deal, which is then skipped."""
Results: TypeAlias = Generator[Record | NotationError, None, None]
"""The record or the error of each deal."""

_MOST_BYTES = 1 << 20  # in a line


def lines_in(stream: IO[bytes]) -> Iterator[Line]:
    """Yield the lines of a binary stream of UTF-8 text; those that cannot be read have an error."""
    number = 0
    while raw := stream.readline(_MOST_BYTES + 1):
        number += 1
        if number == 1:
            raw = raw.removeprefix(codecs.BOM_UTF8)
        if len(raw) > _MOST_BYTES and not raw.endswith(b"\n"):
            while (more := stream.readline(_MOST_BYTES)) and not more.endswith(b"\n"):
                pass
            problem = Line("", number).place().error(f"expected at most {_MOST_BYTES:,} bytes in a line")
            yield Line("", number, problem)
            continue
        try:
            yield Line(raw.decode().rstrip("\r\n"), number)
        except UnicodeDecodeError as error:
            before = len(raw[: error.start].decode())
            yield Line("", number, Line("", number).place(before).error(f"not UTF-8 text: {error.reason}"))


def read_blocks(lines: Iterator[Line], rules: Rules | None) -> Iterator[tuple[int, Record | NotationError]]:
    """Yield, for each deal, the number of its first line, and its record or the error that it causes."""
    known_rules = KnownRules(rules)
    for block in blocks_of(lines):
        try:
            yield block[0].number, read_lines(block, known_rules)
        except NotationError as error:
            yield block[0].number, error


def check_on_damage(on_damage: Any) -> None:
    """Raise NotationError unless the argument `on_damage` is a function, or None."""
    if on_damage is not None and not callable(on_damage):
        raise NotationError.about("on_damage", f"expected a function, or None, got {quote(on_damage)}")


def undamaged(results: Results, on_damage: OnDamage | None) -> Iterator[Record]:
    """Yield the records; call `on_damage` with each error, or raise the first one without it. Close `results` at the end."""
    with closing(results):
        for result in results:
            if isinstance(result, Record):
                yield result
            elif on_damage is None:
                raise result
            else:
                on_damage(result)


def read_deals(
    path: str | os.PathLike[str], rules: Rules | None = None, *, on_damage: OnDamage | None = None
) -> Iterator[Record]:
    """Yield the deals of a file, one at a time.

    Parameters
    ----------
    path : str or os.PathLike
        File of any size, with empty lines between deals.
    rules : Rules, optional
        Rules that deals refer to by name, if they are not a preset.
    on_damage : callable, optional
        Function that is called with the error of each damaged deal. The deal is then skipped. By default, the first error is
        raised.

    Returns
    -------
    iterator of Record

    Raises
    ------
    NotationError
        If a deal is damaged. The message names the file, and `NotationError.line` is the line in the file.
    RulesError
        If `rules` are not rules, or are a changed preset without a new name.
    FileError
        If the file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> path = tempfile.mktemp()
    >>> write_deals(path, [Deal("turbo", 2, seed=seed) for seed in range(3)])
    3
    >>> [record.hand[:2] for record in read_deals(path)]
    [(33, 7), (26, 32), (13, 31)]
    """
    file_path = checked_path(path, error=NotationError)
    check_on_damage(on_damage)
    KnownRules(rules)  # report invalid rules now, not when the first deal is read
    with file_errors(file_path):
        stream = file_path.open("rb")
    return undamaged(_results_in(stream, str(file_path), rules), on_damage)


def _results_in(stream: IO[bytes], path: str, rules: Rules | None) -> Results:
    """Yield the deals of a file, or their errors, which name the file; close the file at the end."""
    with stream:
        for _, result in read_blocks(lines_in(stream), rules):
            if isinstance(result, NotationError):
                yield NotationError(result.problem, line=result.line, column=result.column, path=path)
            else:
                yield result


def write_deals(path: str | os.PathLike[str], deals: Iterable[Deal | Record], *, append: bool = False) -> int:
    """Write deals to a file, and return the number of deals.

    Parameters
    ----------
    path : str or os.PathLike
    deals : iterable of Deal or Record
        Deals to write. Use `Record.of_deal` to add names and tags to a deal.
    append : bool
        Whether to append to the file. If the program is then killed, the file has all deals that were written before.
        Otherwise, the file is replaced after all deals are written.

    Raises
    ------
    NotationError
        If an argument is invalid, or an item is neither a Deal nor a Record. The file is then unchanged.
    FileError
        If the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> path = tempfile.mktemp()
    >>> write_deals(path, [Deal("turbo", 2, seed=1)]), write_deals(path, [Deal("turbo", 2, seed=2)], append=True)
    (1, 1)
    """
    file_path = checked_path(path, error=NotationError)
    if not isinstance(append, bool):
        raise NotationError.about("append", f"expected True or False, got {quote(append)}")
    try:
        items = iter(deals)
    except TypeError:
        raise NotationError.about("deals", f"expected an iterable of deals, got {quote(deals)}") from None
    count = 0

    def write(stream: IO[bytes]) -> None:
        nonlocal count
        for deal in items:
            stream.write((b"\n" if count else b"") + format_deal(deal).encode() + b"\n")
            count += 1

    if not append:
        write_file(file_path, write)
        return count
    texts = [f"{format_deal(deal)}\n" for deal in items]
    with file_errors(file_path), file_path.open("a+b") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(size - 2, 0))
        line_breaks = 2 if size == 0 else len(end := stream.read()) - len(end.rstrip(b"\n"))
        try:
            if texts:
                stream.write(b"\n" * (2 - line_breaks) + "\n".join(texts).encode())
            stream.flush()
            os.fsync(stream.fileno())
        except BaseException:
            stream.truncate(size)
            raise
    return len(texts)
