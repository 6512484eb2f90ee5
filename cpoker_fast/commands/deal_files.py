"""Files of open-face deals as input of commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

import click

from cpoker_fast.commands.completion import complete_rules
from cpoker_fast.commands.inputs import BadInput, Line, error_in, name_of_input, read_rules
from cpoker_fast.errors import NotationError, RulesError
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
    """Yield the deals of a file, or of standard input; raise BadInput if there are none."""
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
