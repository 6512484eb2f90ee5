"""Commands that a program reads one by one: at a prompt, with completion, or from a pipe."""

from __future__ import annotations

import cmd
import shlex
import sys
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Any

import click

from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.console.error_output import show_error
from cpoker_fast.app.console.input_lines import plain_marks, without_comment
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import CpokerError, TableError

__all__ = ["CommandPrompt", "name_among", "quoted_name", "run_lines"]

_ENDS = ("quit", "exit")


def quoted_name(name: str) -> str:
    """Return a name with the quotes that a command needs."""
    return f'"{name}"' if "'" in name and '"' not in name else shlex.quote(name)


def name_among(names: Sequence[str], text: str, otherwise: str) -> str:
    """Return the name that equals a text except for capitals; raise TableError if there is none.

    `otherwise` says why there are no names at all.
    """
    same = [name for name in names if name.lower() == text.lower()]
    if text not in names and len(same) != 1:
        expected = did_you_mean(text, names) if names else otherwise
        raise TableError(f"unknown player {quote(text)}: {expected}")
    return text if text in names else same[0]


def run_lines(run: Callable[[str], object], name: str) -> None:
    """Run the commands on standard input, up to the first error, which names the input and the line."""
    for number, text in enumerate(sys.stdin, 1):
        line = without_comment(plain_marks(text))
        if line in _ENDS:
            return
        if line:
            try:
                run(line)
            except CpokerError as error:
                progress = " (the lines before it are done, those after it are not)" if number > 1 else ""
                raise BadInput(f"{error}{progress}", f"{name}:{number}") from None


class CommandPrompt(cmd.Cmd):
    """Reads commands until ``quit`` or the end of the input. Errors are printed, and change nothing.

    `survives_interrupts` is False if a command may leave an unknown state when Ctrl-C stops it; the prompt then ends.
    """

    survives_interrupts = False

    prompt: str

    def __init__(self, run: Callable[[str], object], commands: Collection[str]) -> None:
        super().__init__()
        self._run = run
        self._commands = commands
        self._is_running = False
        self._is_interrupted = False

    @abstractmethod
    def greet(self) -> None:
        """Print what is shown before the first prompt."""

    @abstractmethod
    def state(self) -> str:
        """Return the text of the prompt, without the mark at its end."""

    @abstractmethod
    def names(self) -> Collection[str]:
        """Return the names of the players, for completion."""

    def run(self) -> None:
        """Greet, and run commands.

        A second Ctrl-C in a row, or one that may leave an unknown state, raises KeyboardInterrupt.
        """
        self.greet()
        self.prompt = f"{self.state()}> "
        while True:
            try:
                self.cmdloop()
            except KeyboardInterrupt:
                if self._is_interrupted or (self._is_running and not self.survives_interrupts):
                    raise
                stopped = "The command is stopped" if self._is_running else "The line is cleared"
                self._is_interrupted, self._is_running = True, False
                click.echo(f"\n{stopped}. Ctrl-C again, or `quit`, ends.")
            else:
                return

    def onecmd(self, line: str) -> bool:
        """Run a line; return whether it ends the prompt."""
        text = plain_marks(line).strip()
        if text == "EOF":
            click.echo()
        if text in (*_ENDS, "EOF"):
            return True
        self._is_interrupted = False
        if text:
            self._is_running = True
            try:
                self._run(text)
            except CpokerError as error:
                show_error(f"Error: {error}")
            self.prompt = f"{self.state()}> "
            self._is_running = False
        return False

    def completenames(self, text: str, *_: Any) -> list[str]:
        """Return the commands, and the names of players with a colon, that begin with a text."""
        names = [f"{name}:" for name in self.names()]
        return [word for word in (*self._commands, *names) if word.lower().startswith(text.lower())]

    def completedefault(self, text: str, line: str, begin: int, _end: int) -> list[str]:
        """Return the names of players that begin with a text, with the quotes that they need."""
        names = [name for name in self.names() if name.lower().startswith(text.lower())]
        return names if line[begin - 1] in "'\"" else [*map(quoted_name, names)]
