"""Files of deals, and ledgers of tables, as input of commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import click

from cpoker_fast.cardroom import Table
from cpoker_fast.commands.completion import complete_rules
from cpoker_fast.commands.inputs import BadInput, Line, error_in, name_of_input, read_rules
from cpoker_fast.commands.output import wrapped
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError, NotationError, RulesError
from cpoker_fast.notation import Record
from cpoker_fast.notation.files import read_stream
from cpoker_fast.rulebook import Rules

__all__ = ["DealInFile", "deals_in", "names_of", "only_deal_option", "rules_of_deals_option"]


class DealInFile(NamedTuple):
    """A deal of the input or its error, its number from 1, and its place, such as ``'deals.ofc:3'``."""

    number: int
    place: str
    result: Record | NotationError

    @property
    def record(self) -> Record:
        """Record of the deal; raises BadInput, with the place, if the deal is damaged."""
        if isinstance(self.result, NotationError):
            raise BadInput(f"{self.place}: {self.result.problem}")
        return self.result


def deals_in(path: str | None, rules: Rules | None) -> Iterator[DealInFile]:
    """Yield the deals of a file, of a ledger, or of standard input; raise BadInput if there are none."""
    if path is not None and _is_ledger(path):
        yield from _deals_in_ledger(path)
        return
    if path is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("give a file of deals, or pipe them in")
    name, number = name_of_input(path), 0
    try:
        with click.open_file("-" if path is None else path, "rb") as stream:
            for number, (line, result) in enumerate(read_stream(stream, rules), 1):
                column = f":{result.column}" if isinstance(result, NotationError) else ""
                yield DealInFile(number, f"{name}:{getattr(result, 'line', line)}{column}", result)
    except RulesError as error:
        raise BadInput(error) from None
    except OSError as error:
        raise error_in(Line("", name), error.strerror or str(error)) from None
    if not number:
        raise error_in(Line("", name), "expected at least one deal, got none")


def _is_ledger(path: str) -> bool:
    with suppress(OSError), click.open_file(path, "rb", lazy=True) as stream:
        return path != "-" and stream.read(1) == b"{"
    return False


def _deals_in_ledger(path: str) -> Iterator[DealInFile]:
    """Yield the deals of a ledger by their numbers at the table; print how many of them have no record."""
    name = name_of_input(path)
    try:
        table = Table.from_ledger(path)
        records = table.records()
    except CpokerError as error:
        raise BadInput(error) from None
    if missing := table.deals - len(records):
        reason = "records have no dead hands, no second hands, and no boards set street by street at a table"
        print(wrapped(f"{name}: {counted(missing, 'deal')} left out: {reason}"), file=sys.stderr)
    if not records:
        raise error_in(Line("", name), "expected at least one deal with a record, got none")
    for number, record in records.items():
        yield DealInFile(number, name, record)


def names_of(record: Record) -> list[str]:
    """Return the names of the players by seat: 'Player 1', 'Player 2', ... if the deal has no names."""
    return list(record.names) or [f"Player {seat + 1}" for seat in range(record.seats)]


def _read_rules(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Rules | None:
    return None if text is None else read_rules(text)


only_deal_option = click.option(
    "--deal", type=click.IntRange(1), metavar="N", help="Use only this deal of the file, counted from 1."
)
rules_of_deals_option = click.option(
    "--rules", callback=_read_rules, metavar="NAME|FILE", shell_complete=complete_rules,
    help="TOML or JSON file of the rules that deals refer to by name, if these rules are not a preset.",
)  # fmt: skip
