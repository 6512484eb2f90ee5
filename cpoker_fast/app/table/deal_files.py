"""Files of deals, and ledgers of tables, as input of commands."""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import click

from cpoker_fast.app.console.bad_input import BadInput, InputLine, error_in
from cpoker_fast.app.console.common_options import parse_rules
from cpoker_fast.app.console.completion import complete_rules
from cpoker_fast.app.console.input_lines import name_of_input
from cpoker_fast.app.console.output import note, noting_ledger_warnings
from cpoker_fast.app.table import Table
from cpoker_fast.display.quoting import shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError, NotationError, RulesError
from cpoker_fast.notation import Record
from cpoker_fast.notation.files import read_stream
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.event_lines import Event, events_in
from cpoker_fast.system.json_values import read_json

__all__ = ["DealInFile", "deals_in", "missing_deal", "only_deal_option", "rules_of_deals_option"]


class DealInFile(NamedTuple):
    """A deal of the input or its error, its number, and its place, such as ``'deals.ofc:3'``."""

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
    """Yield the deals of a file, of a ledger, of a saved game, or of standard input; raise BadInput if there are none."""
    if path is None and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("give a file of deals, or pipe them in")
    name, number = name_of_input(path), 0
    try:
        with click.open_file("-" if path is None else path, "rb") as stream:
            if _BEGIN_OF_JSON.match(_beginning(stream)):
                if rules is not None:
                    raise BadInput(f"--rules: expected none, since {name} has its own rules")
                yield from _deals_of_table(stream.read(), name)
                return
            for number, (line, result) in enumerate(read_stream(stream, rules), 1):
                column = f":{result.column}" if isinstance(result, NotationError) else ""
                yield DealInFile(number, f"{name}:{getattr(result, 'line', line)}{column}", result)
    except RulesError as error:
        raise BadInput(error) from None
    except OSError as error:
        raise error_in(InputLine("", name), error.strerror or str(error)) from None
    if not number:
        raise error_in(InputLine("", name), "expected at least one deal, got none")


_LONGEST_LIST = 40  # characters
_LOOKED_AT = 64  # bytes that show the kind of a file
_BEGIN_OF_JSON = re.compile(rb"(\xef\xbb\xbf)?\s*\{")


def _beginning(stream: Any) -> bytes:
    """Return the first bytes of a binary stream, which may be a pipe, and leave them to be read."""
    if hasattr(stream, "peek"):
        head: bytes = stream.peek(_LOOKED_AT)
    else:
        head = stream.read(_LOOKED_AT)
        stream.seek(0)
    return head


def _deals_of_table(data: bytes, name: str) -> Iterator[DealInFile]:
    """Yield the deals of a ledger, or of a saved game, by their numbers; print how many of them have no record."""
    with noting_ledger_warnings():
        try:
            table = Table.from_events(_events_in(data, name))
            table.check()
            records = table.records()
        except CpokerError as error:
            raise BadInput(str(error) if str(error).startswith(name) else f"{name}: {error}") from None
    if missing := [number for number in range(1, table.deals + 1) if number not in records]:
        reason = "records have no dead hands, no second hands, and no boards that were set face up"
        numbers = shorten(", ".join(map(str, missing)), _LONGEST_LIST)
        note(f"{name}: {counted(len(missing), 'deal')} left out ({numbers}): {reason}")
    if not records:
        got = "none is settled" if not table.deals else f"none of {counted(table.deals, 'settled deal')} has one"
        raise error_in(InputLine("", name), f"expected at least one deal with a record; {got}")
    for number, record in records.items():
        yield DealInFile(number, name, record)


def _events_in(data: bytes, name: str) -> list[Event]:
    """Return the events of a table in a ledger, or in a saved game."""
    data = data.removeprefix(codecs.BOM_UTF8)
    with suppress(CpokerError):
        plain = read_json(data)
        if isinstance(plain, dict) and "format" in plain:
            game = plain.get("game")
            events = game.get("table") if isinstance(game, dict) else None
            if not isinstance(events, list):
                raise BadInput(f"{name}: expected deals, a ledger or a game; this file has none of them")
            return events
    return events_in(data, Path(name))[0]


def missing_deal(asked: int, numbers: Sequence[int]) -> BadInput:
    """Return the error for a deal that the input does not have; `numbers` are those that it has."""
    is_range = list(numbers) == list(range(1, len(numbers) + 1))
    expected = f"1 to {len(numbers)}" if is_range else f"one of {', '.join(map(str, numbers))}"
    return BadInput(f"--deal: expected {expected}, got {asked}")


only_deal_option = click.option(
    "--deal", type=click.IntRange(1), metavar="N", help="Use only this deal: its number in a ledger, or in the file, from 1."
)
rules_of_deals_option = click.option(
    "--rules", callback=parse_rules, metavar="NAME|FILE", shell_complete=complete_rules,
    help="TOML or JSON file of the rules that deals refer to by name, if these rules are not a preset.",
)  # fmt: skip
