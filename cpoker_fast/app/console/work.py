"""The output of a command, bad lines of its input, and how to continue it after Ctrl-C."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import click

from cpoker_fast.app.console.bad_input import BadInput, InputLine, Skipped
from cpoker_fast.app.console.error_output import show_error
from cpoker_fast.display.wording import counted

__all__ = ["Interrupted", "Work", "pieces"]

_WRITTEN_TOGETHER = 64


def pieces(begin: int, end: int) -> Iterator[slice]:
    """Yield slices of items that are written together. They are small, since Ctrl-C waits for their end."""
    for start in range(begin, end, _WRITTEN_TOGETHER):
        yield slice(start, min(start + _WRITTEN_TOGETHER, end))


class Interrupted(click.ClickException):
    """Ctrl-C; the message says what was saved, and how to continue."""

    exit_code = 130

    def show(self, file: Any = None) -> None:
        """Print the message."""
        click.echo(f"Interrupted: {self.message}", file=file, err=True)


class Work:
    """The output of a command, written item by item; after Ctrl-C, an error says how to continue.

    Ctrl-C waits until the current items are written; a second Ctrl-C does not. With `keep_going`, bad lines are reported
    where they occur, and the command ends with Skipped; otherwise, the first one ends it.
    """

    number: int
    errors: int

    def __init__(self, item: str, *, keep_going: bool) -> None:
        self._item, self._keeps_going = item, keep_going
        self.number = 0
        """Number of items written."""
        self.errors = 0
        """Number of errors of bad lines, which are skipped."""
        self._last = InputLine("", "")
        self._changed: Mapping[str, str] = {}
        self._is_writing = self._is_interrupted = False
        self._handler: Any = None

    def write(self, text: str, last: InputLine, number: int = 1, changed: Mapping[str, str] | None = None) -> None:
        """Write the text of an item, or of several (`number`); `last` is their last line of input.

        `changed` are the options whose values differ in a command that continues after them.
        """
        self._is_writing = True
        try:
            sys.stdout.write(f"{text}\n")
        finally:
            self._is_writing = False
        self.number += number
        self._last = last
        self._changed = changed or {}
        if self._is_interrupted:
            raise KeyboardInterrupt

    def report(self, error: BadInput) -> None:
        """Report the error of a bad line, which is skipped; raise the error without --keep-going, or about an option."""
        if not self._keeps_going or error.is_about_option:
            raise error
        sys.stdout.flush()  # so that both outputs in one terminal are in the order of the lines
        show_error(error.format_message())
        self.errors += 1

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Report the BadInput of the block by `report`."""
        try:
            yield
        except BadInput as error:
            self.report(error)

    def _interrupt(self, *_: object) -> None:
        if not self._is_writing or self._is_interrupted:
            raise KeyboardInterrupt
        self._is_interrupted = True

    def __enter__(self) -> Self:
        self._handler = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        signal.signal(signal.SIGINT, self._handler)
        if kind is KeyboardInterrupt:
            raise Interrupted(f"the output for {counted(self.number, self._item)} is complete{self._continuation()}")
        if kind is None and self.errors:
            raise Skipped(f"{counted(self.errors, 'error')} above; done without them: {counted(self.number, self._item)}")

    def _continuation(self) -> str:
        name, _, number = self._last.place.rpartition(":")
        if not name or not Path(name).is_file():
            return "."
        context = click.get_current_context()
        options = sys.argv[1:]
        options.remove(str(context.info_name))
        for names in (("-f", "--file"), *((name,) for name in self._changed)):
            options = _without(options, names)
        changed = [text for option in self._changed.items() for text in option]
        rest = shlex.join(["cpoker", str(context.info_name), *options, *changed])
        return f". To continue: tail -n +{int(number) + 1} {shlex.quote(name)} | {rest}"


def _without(options: list[str], names: tuple[str, ...]) -> list[str]:
    """Return the words of a command line without an option and its value; `names` are the spellings of the option."""
    for index, text in enumerate(options):
        if text in names:
            return options[:index] + options[index + 2 :]
        if text.startswith(tuple(f"{name}=" if name.startswith("--") else name for name in names)):
            return options[:index] + options[index + 1 :]
    return options
