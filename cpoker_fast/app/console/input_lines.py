"""Lines of the input: texts of arguments, or lines of a file or of standard input, and the cards in them."""

from __future__ import annotations

import os
import shlex
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from io import IncrementalNewlineDecoder
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from cpoker_fast._texts import read_lines
from cpoker_fast.app.console.bad_input import BadInput, InputLine, error_in
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.errors import CpokerError

if TYPE_CHECKING:
    from array import array

__all__ = [
    "SetsOfCards", "cards_in_batches", "lines_of", "lists_of_lines", "name_of_input", "plain_marks", "without_comment",
    "without_comments",
]  # fmt: skip


def _shows_reading(path: str | None) -> bool:
    """Whether to show a bar while a file is read: standard error is a terminal, and standard output is not."""
    return bool(path and Path(path).is_file() and is_watched() and not sys.stdout.isatty())


def name_of_input(path: str | None) -> str:
    """Return the name of a file, or of standard input, in messages."""
    return "<stdin>" if path in (None, "-") else path or "''"


_NOTHING = "expected at least one line with cards, got none"
_LONGEST_CARD = 3  # characters, as in 10h


_FULL_WIDTH = str.maketrans("：／｜，\u3000", ":/|, ")


def plain_marks(text: str) -> str:
    """Return a text with ASCII colons, slashes, bars, commas and spaces in place of the full-width ones of input methods."""
    return text if text.isascii() else text.translate(_FULL_WIDTH)


def _given_texts(arguments: tuple[str, ...], path: str | None) -> list[str] | None:
    """Return the texts of the arguments, with single cards joined to one hand; None for a file or standard input (``-``).

    Raises UsageError if there is neither or both, and BadInput if all texts are empty.
    """
    if arguments and path is not None:
        raise click.UsageError("give cards or --file, not both")
    if arguments == ("-",):
        return None
    arguments = tuple(map(plain_marks, arguments))
    if arguments:
        files = [text for text in arguments if "." in text and os.path.isfile(text)]  # noqa: PTH113  accepts texts of any length
        if files:
            raise click.UsageError(f"{files[0]} is a file: give --file {shlex.quote(files[0])}")
        if not any(map(str.strip, arguments)):
            raise BadInput(_NOTHING)
        return [" ".join(arguments)] if all(len(text) <= _LONGEST_CARD for text in arguments) else list(arguments)
    if path is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("give cards, or --file, or pipe them in")
    return None


def _lists_of_lines(path: str | None) -> Iterator[list[str]]:
    """Yield the lines of a file or of standard input, as soon as they arrive; raise BadInput if they cannot be read."""
    try:
        shows_reading = _shows_reading(path)
        with ExitStack() as stack:
            report = reporter(stack, shows_reading, Path(str(path)).name, CpokerError)
            size = Path(str(path)).stat().st_size if shows_reading else 0
            yield from lists_of_lines("-" if path is None else path, report, size)
    except OSError as error:
        raise error_in(InputLine("", name_of_input(path)), error.strerror or str(error)) from None
    except CpokerError as error:
        raise error_in(InputLine("", name_of_input(path)), error) from None


def without_comment(line: str) -> str:
    """Return a line without its comment, and without spaces around the rest."""
    return line.partition("#")[0].strip()


def without_comments(lines: Iterable[tuple[int, str]], name: str, *, blank: bool) -> Iterator[InputLine]:
    """Yield lines of an input, given with their numbers, without comments; `name` is the name of the input.

    Lines with only a comment are skipped; so are empty lines unless `blank` is true.
    """
    for number, line in lines:
        text = without_comment(line)
        if text or (blank and "#" not in line):
            yield InputLine(text, f"{name}:{number}")


def lines_of(arguments: tuple[str, ...], path: str | None, *, blank: bool = False) -> Iterator[InputLine]:
    """Yield the texts of the arguments, or the lines of the file or of standard input.

    Arguments that are all single cards form one hand. For comments, empty lines and `blank` see `without_comments`. Raises
    BadInput if all lines are empty or comments.
    """
    texts = _given_texts(arguments, path)
    if texts is not None:
        yield from (InputLine(text, "") for text in texts)
        return
    name, first, is_empty = name_of_input(path), 1, True
    for lines in _lists_of_lines(path):
        for line in without_comments(enumerate(lines, first), name, blank=blank):
            is_empty = is_empty and not line.text
            yield line
        first += len(lines)
    if is_empty:
        raise error_in(InputLine("", name), _NOTHING)


class SetsOfCards(NamedTuple):
    """Sets of cards from the input, each from its own text or line."""

    masks: array[int]
    sizes: array[int]
    """Number of cards of each set."""
    lines: array[int]
    """Index of the line of each set, from 0."""
    first: int
    """Number of the line with the index 0, from 1."""
    name: str
    """Name of the file; empty for arguments."""

    def line(self, index: int) -> InputLine:
        """Return the line of a set, without its text."""
        return InputLine("", f"{self.name}:{self.first + self.lines[index]}" if self.name else "")

    def slice(self, begin: int, end: int) -> SetsOfCards:
        """Return the sets from one index up to another."""
        some = slice(begin, end)
        return SetsOfCards(self.masks[some], self.sizes[some], self.lines[some], self.first, self.name)


_LARGEST_BATCH = 4096


def _stop_at(error: BadInput) -> NoReturn:
    raise error


def cards_in_batches(
    arguments: tuple[str, ...],
    path: str | None,
    sizes: Iterable[int],
    check: Callable[[str], object],
    unavailable: int = 0,
    report: Callable[[BadInput], object] = _stop_at,
) -> Iterator[SetsOfCards]:
    """Yield sets of cards from the texts or lines of `lines_of`, in batches of 1, 4, 16, ... up to 4096, or fewer.

    A batch does not wait for lines that have not arrived. At a bad line, the sets before it are yielded, and then `report`
    is called with a BadInput: the error of `check` for its text. If `report` does not raise it, the line is skipped. A
    line is bad if it cannot be read, has a number of cards that is not in `sizes`, or has a card of the mask `unavailable`.
    """
    texts = _given_texts(arguments, path)
    name, first, most, is_empty = "" if texts is not None else name_of_input(path), 1, 1, True
    allowed = sum(1 << size for size in sizes)
    for lines in _lists_of_lines(path) if texts is None else [texts]:
        read = 0
        while read < len(lines):
            masks, counts, indices, bad = read_lines(lines, read, allowed, unavailable, texts is None)
            sets = SetsOfCards(masks, counts, indices, first, name)
            begin = 0
            while begin < len(masks):
                yield sets.slice(begin, begin + most)
                begin, most, is_empty = begin + most, min(4 * most, _LARGEST_BATCH), False
            if bad < len(lines):
                text = lines[bad] if texts is not None else without_comment(lines[bad])
                report(_error_about(InputLine(text, f"{name}:{first + bad}" if name else ""), check))
                is_empty = False
            read = bad + 1
        first += len(lines)
    if is_empty:
        raise error_in(InputLine("", name), _NOTHING)


def _error_about(line: InputLine, check: Callable[[str], object]) -> BadInput:
    """Return the error that `check` raises for a bad line."""
    try:
        check(line.text)
    except CpokerError as error:
        return error_in(line, error)
    raise AssertionError(f"{line.place}: expected an error about {line.text!r}")


_MOST_BYTES = 1 << 17  # that are read at a time


def lists_of_lines(path: str, report: Progress, size: int) -> Iterator[list[str]]:
    """Yield the lines of a UTF-8 file, or of standard input if `path` is '-', without line breaks, after `plain_marks`.

    Each list has the lines that can be read without waiting. Before each read, `report` is called with the number of bytes
    read so far, and `size`. Raises OSError; at the first byte that is not text, CpokerError, after the lines before it.
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
            first, *others = breaks.decode(plain_marks(text), final=not read).split("\n")
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
