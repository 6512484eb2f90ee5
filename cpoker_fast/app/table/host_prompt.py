"""The prompt of `cpoker table`, with completion of commands and names."""

from __future__ import annotations

import cmd
from typing import Any

import click

from cpoker_fast.app.console.error_output import show_error
from cpoker_fast.app.console.output import wrapped
from cpoker_fast.app.table.host import Host
from cpoker_fast.app.table.host_words import COMMANDS, quoted_name
from cpoker_fast.errors import CpokerError

__all__ = ["Prompt"]


class Prompt(cmd.Cmd):
    """Reads the commands of a host until ``quit`` or the end of the input. Errors are printed, and change nothing."""

    def __init__(self, host: Host, ledger: str) -> None:
        super().__init__()
        self._host = host
        self._ledger = ledger
        self._is_running = False
        self._is_interrupted = False
        self._set_prompt()

    def run(self) -> None:
        """Show the table, and run commands; a second Ctrl-C in a row, or one during a command, raises KeyboardInterrupt."""
        self._greet()
        while True:
            try:
                self.cmdloop()
            except KeyboardInterrupt:
                # A command that was interrupted may have written its event without moving the table to the next state.
                if self._is_running or self._is_interrupted:
                    raise
                self._is_interrupted = True
                click.echo("\nThe line is cleared. Ctrl-C again, or `quit`, ends.")
            else:
                return

    def _greet(self) -> None:
        terms = self._host.terms_in_words()
        click.echo(wrapped(f"{self._ledger}: {terms}. `help` lists the commands, `quit` ends."))
        self._host.print_chips()
        if self._host.table.current is not None:
            self._host.run("boards")

    def _set_prompt(self) -> None:
        table = self._host.table
        if (deal := table.current) is None:
            self.prompt = "table> "
            return
        state = f"{len(table.entered)} of {len(deal.players)} boards"
        if table.is_played_in_turn:
            state = "all cards are placed" if table.turn is None else f"turn of {table.turn}"
        self.prompt = f"deal {deal.number}, {state}> "

    def onecmd(self, line: str) -> bool:
        """Run a line; return whether it ends the prompt."""
        text = line.strip()
        if text == "EOF":
            click.echo()
        if text in ("quit", "exit", "EOF"):
            return True
        self._is_interrupted = False
        if text:
            self._is_running = True
            try:
                self._host.run(text)
            except CpokerError as error:
                show_error(f"Error: {error}")
            self._set_prompt()
            self._is_running = False
        return False

    def completenames(self, text: str, *_: Any) -> list[str]:
        """Return the commands, and the names of players with a colon, that begin with a text."""
        names = [f"{name}:" for name in self._host.table.stacks]
        return [word for word in (*COMMANDS, *names) if word.lower().startswith(text.lower())]

    def completedefault(self, text: str, line: str, begin: int, _end: int) -> list[str]:
        """Return the names of players that begin with a text, with the quotes that they need."""
        names = [name for name in self._host.table.stacks if name.lower().startswith(text.lower())]
        return names if line[begin - 1] in "'\"" else [*map(quoted_name, names)]
