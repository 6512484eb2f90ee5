"""The prompt of `cpoker table`."""

from __future__ import annotations

from collections.abc import Collection

import click

from cpoker_fast.app.console.output import wrapped
from cpoker_fast.app.console.prompt import CommandPrompt
from cpoker_fast.app.table.host import Host
from cpoker_fast.app.table.host_words import COMMANDS

__all__ = ["Prompt"]


class Prompt(CommandPrompt):
    """Reads the commands of a host. One that is interrupted may have written its event without changing the table."""

    def __init__(self, host: Host, ledger: str) -> None:
        super().__init__(host.run, COMMANDS)
        self._host = host
        self._ledger = ledger

    def greet(self) -> None:
        """Show the table."""
        terms = self._host.terms_in_words()
        click.echo(wrapped(f"{self._ledger}: {terms}. `help` lists the commands, `quit` ends."))
        self._host.print_chips()
        if self._host.table.current is not None:
            self._host.run("boards")

    def state(self) -> str:
        """Return what the deal in progress waits for."""
        table = self._host.table
        if (deal := table.current) is None:
            return "table"
        state = f"{len(table.entered)} of {len(deal.players)} boards"
        if table.is_played_in_turn:
            state = "all cards are placed" if table.turn is None else f"turn of {table.turn}"
        return f"deal {deal.number}, {state}"

    def names(self) -> Collection[str]:
        """Return the names of the players at the table."""
        return self._host.table.stacks
