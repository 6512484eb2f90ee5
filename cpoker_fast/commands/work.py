"""What a command has written, and how to go on after Ctrl-C."""

from __future__ import annotations

import shlex
import signal
import sys
from pathlib import Path
from typing import Any, Self

import click

from cpoker_fast.commands.inputs import Line
from cpoker_fast.display.wording import counted

__all__ = ["Interrupted", "Work"]


class Interrupted(click.ClickException):
    """Ctrl-C; the message tells what was kept, and how to go on."""

    exit_code = 130

    def show(self, file: Any = None) -> None:
        """Print the message."""
        click.echo(f"Interrupted: {self.message}", file=file, err=True)


class Work:
    """The output of a command, one thing after the other; after Ctrl-C it tells how to go on.

    Ctrl-C waits until what is being written is whole; a second one does not.
    """

    def __init__(self, thing: str) -> None:
        self._thing = thing
        self.number = 0
        """How many things are written."""
        self._last = Line("", "")
        self._is_writing = self._is_interrupted = False
        self._handler: Any = None

    def write(self, text: str, last: Line) -> None:
        """Write what a thing came to, whose last line of input this is."""
        self._is_writing = True
        try:
            sys.stdout.write(f"{text}\n")
        finally:
            self._is_writing = False
        self.number += 1
        self._last = last
        if self._is_interrupted:
            raise KeyboardInterrupt

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
            raise Interrupted(f"the output for {counted(self.number, self._thing)} is complete{self._how_to_go_on()}")

    def _how_to_go_on(self) -> str:
        name, _, number = self._last.place.rpartition(":")
        if not name or not Path(name).is_file():
            return "."
        context = click.get_current_context()
        options = sys.argv[1:]
        options.remove(str(context.info_name))
        for place, text in enumerate(options):
            if text in ("-f", "--file"):
                del options[place : place + 2]
                break
            if text.startswith(("--file=", "-f")):
                del options[place]
                break
        rest = shlex.join(["cpoker", str(context.info_name), *options])
        return f". To go on: tail -n +{int(number) + 1} {shlex.quote(name)} | {rest}"
