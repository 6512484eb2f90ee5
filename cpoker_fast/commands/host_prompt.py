"""The prompt of `cpoker table`, with completion of commands and names."""

from __future__ import annotations

import cmd
from typing import Any

import click

from cpoker_fast.commands.host import Host
from cpoker_fast.commands.host_words import COMMANDS
from cpoker_fast.commands.output import wrapped
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError

__all__ = ["Prompt"]


class Prompt(cmd.Cmd):
    """Reads the commands of a host until ``quit`` or the end of the input. Errors are printed, and change nothing."""

    def __init__(self, host: Host, ledger: str) -> None:
        super().__init__()
        self._host = host
        self._ledger = ledger
        self._set_prompt()

    def preloop(self) -> None:
        """Show the table."""
        table = self._host.table
        unit = f", a point is {counted(table.unit, 'chip')}" if table.unit > 1 else ""
        click.echo(wrapped(f"{self._ledger}: rules {table.rules.name}{unit}. `help` lists the commands, `quit` ends."))
        self._host.run("standings")
        if table.current is not None:
            self._host.run("boards")

    def _set_prompt(self) -> None:
        deal, entered = self._host.table.current, self._host.table.entered
        self.prompt = f"deal {deal.number}, {len(entered)} of {len(deal.players)} boards> " if deal else "table> "

    def onecmd(self, line: str) -> bool:
        """Run a line; return whether it ends the prompt."""
        text = line.strip()
        if text == "EOF":
            click.echo()
        if text in ("quit", "exit", "EOF"):
            return True
        if text:
            try:
                self._host.run(text)
            except CpokerError as error:
                click.echo(f"Error: {error}", err=True)
            self._set_prompt()
        return False

    def completenames(self, text: str, *_: Any) -> list[str]:
        """Return the commands, and the names of players with a colon, that begin with a text."""
        names = [f"{name}:" for name in self._host.table.stacks]
        return [word for word in (*COMMANDS, *names) if word.lower().startswith(text.lower())]

    def completedefault(self, text: str, *_: Any) -> list[str]:
        """Return the names of players that begin with a text."""
        return [name for name in self._host.table.stacks if name.lower().startswith(text.lower())]
