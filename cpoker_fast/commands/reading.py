"""Reading text: the lines of a file or of standard input, as soon as they arrive."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Iterator
from io import IncrementalNewlineDecoder
from typing import Any

import click

from cpoker_fast.display.progress import Progress
from cpoker_fast.errors import CpokerError

__all__ = ["lists_of_lines"]

_MOST_BYTES = 1 << 17  # that are read at a time


def lists_of_lines(path: str, report: Progress, size: int) -> Iterator[list[str]]:
    """Yield the lines of a UTF-8 file, or of standard input if `path` is '-', without their line breaks.

    Each list has the lines that can be read without waiting. Before each list, `report` is called with the number of bytes
    that were read before, and `size`. Raises OSError, or CpokerError after the lines before the first byte that is no text.
    """
    decoder, breaks = getincrementaldecoder("utf-8")(), IncrementalNewlineDecoder(None, translate=True)
    line: list[str] = []  # parts of the last line so far
    position, is_first, problem = 0, True, ""
    stream: Any
    with click.open_file(path, "rb") as stream:
        while not problem:
            report(position, size)
            read = stream.read1(_MOST_BYTES)
            position += len(read)
            try:
                text = decoder.decode(read, final=not read)
            except UnicodeDecodeError as error:
                text = error.object[: error.start].decode()
                problem = f"not UTF-8 text: {error.reason} at byte {position - len(error.object) + error.start + 1}"
            if is_first and text:
                text, is_first = text.removeprefix("\ufeff"), False  # a byte order mark
            first, *others = breaks.decode(text, final=not read).split("\n")
            line.append(first)
            if others:
                yield ["".join(line), *others[:-1]]
                line = [others[-1]]
            if not read:
                break
    if problem:
        raise CpokerError(problem)
    if last := "".join(line):
        yield [last]
