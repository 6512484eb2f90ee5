"""The prompt of a recorder, and its commands from a pipe."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Collection
from pathlib import Path

import click

from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.console.output import lines_of_parts, wrapped
from cpoker_fast.app.console.prompt import CommandPrompt, run_lines
from cpoker_fast.app.recorder.commands import COMMANDS, ENTRIES, Recorder
from cpoker_fast.app.recorder.recording import Recording
from cpoker_fast.errors import CpokerError
from cpoker_fast.game import Position
from cpoker_fast.notation.record import names_in
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Analysis
from cpoker_fast.system.files import checked_path, locked_beside

__all__ = ["record_here"]


class RecorderPrompt(CommandPrompt):
    """Reads the commands of a recorder; `title` says what is recorded. Every entry writes the whole state again."""

    survives_interrupts = True

    def __init__(self, recorder: Recorder, title: str) -> None:
        super().__init__(recorder.run, [name for name in COMMANDS if name not in ENTRIES])
        self._recorder = recorder
        self._title = title

    def greet(self) -> None:
        """Show the last deal."""
        click.echo(wrapped(f"{self._title}. `help` lists the commands, `quit` ends."))
        for line in lines_of_parts(self._recorder.parts()):
            click.echo(line)

    def state(self) -> str:
        """Return the deal, and the player who acts next."""
        recording = self._recorder.recording
        record = recording.record
        if record is None or record.is_over:
            return "record"
        who = "showdown" if record.turn is None else names_in(record)[record.turn]
        return f"deal {recording.number}, {who}"

    def names(self) -> Collection[str]:
        """Return the names of the players of the last deal."""
        record = self._recorder.recording.record
        return [] if record is None else names_in(record)


def record_here(rules: Rules | None, file: str | None, analyze: Callable[[Position], Analysis], *, as_json: bool) -> None:
    """Read the commands of a recorder at a prompt, or from standard input, and write the deals to a file, if any."""
    try:
        path = None if file is None else checked_path(file, "FILE")
        with contextlib.nullcontext(True) if path is None else locked_beside(path) as is_free:
            if not is_free:
                raise BadInput(f"{path}: another window records in this file: continue there, or close it first")
            recording = Recording(rules, path)
            recorder = Recorder(recording, analyze, as_json=as_json)
            if sys.stdin is not None and sys.stdin.isatty():
                RecorderPrompt(recorder, _title(recording, path)).run()
            else:
                run_lines(recorder.run, "<stdin>")
    except CpokerError as error:
        raise BadInput(str(error)) from None


def _title(recording: Recording, path: Path | None) -> str:
    place = "Nothing is saved (`cpoker record FILE` saves deals)" if path is None else path.name
    return f"{place}; rules {recording.rules.name}"
