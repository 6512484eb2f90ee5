"""`cpoker table`: the chips of an evening, in a ledger."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpoker_fast.app.console.bad_input import BadInput, InputLine, errors_at
from cpoker_fast.app.console.common_options import is_typed, json_option, rules_option
from cpoker_fast.app.console.output import check_folders, json_line, note, noting_ledger_warnings, wrapped
from cpoker_fast.app.console.prompt import run_lines
from cpoker_fast.app.table.host_words import command_named, is_question
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.extras import install_command
from cpoker_fast.system.files import checked_path, locked_beside, path_exists

if TYPE_CHECKING:
    from cpoker_fast.app.table import Table

__all__ = ["table"]

_REMEDIES = {
    "rules": "`rules NAME|FILE` changes them, between deals",
    "unit": "`unit CHIPS` changes it, between deals",
    "reserve_hands": "`reserve on|off` changes it, between deals",
    "button": "the first button cannot change: begin a new ledger",
    "stakes": "stakes cannot begin or end: begin a new ledger",
}
"""Options of a new table that its ledger then has, and what a host can do to get another value."""


def _open(path: Path, rules: Rules, unit: int, button: int, *, reserve_hands: bool, stakes: bool) -> Table:
    """Return the table of a ledger; begin one if the file does not exist."""
    from cpoker_fast.app.table import Table

    if not path.exists() or not path.stat().st_size:
        if button > rules.table.seats:
            raise BadInput(f"--button: expected a seat from 1 to {rules.table.seats}, got {button}")
        with errors_at(InputLine("", "")):
            return Table(rules, unit=unit, ledger=path, button=button - 1, reserve_hands=reserve_hands, stakes=stakes)
    with noting_ledger_warnings():
        table = Table.from_ledger(path)
    terms = {
        "rules": (rules, table.rules),
        "unit": (unit, table.unit),
        "reserve_hands": (reserve_hands, table.reserve_hands),
        "button": (button - 1, table.events[0]["button"]),
        "stakes": (stakes, table.stakes),
    }
    for key, (typed, current) in terms.items():
        if is_typed(key) and typed != current:
            option = f"--{'no-' if typed is False else ''}{key.replace('_', '-')}"
            raise BadInput(f"{option}: {path} has another value: {_REMEDIES[key]}")
    return table


@contextlib.contextmanager
def _held(path: Path) -> Iterator[None]:
    with locked_beside(path) as is_free:
        if not is_free:
            raise BadInput(f"{path}: another window has opened this ledger: continue there, or close it first")
        yield


def _write_page(table: Table, ledger: Path, page: str) -> None:
    """Write the page of an evening to a file."""
    check_folders(html=page)
    if path_exists(Path(page)) and Path(page).samefile(ledger):
        raise BadInput(f"--html {page}: expected another file than the ledger")
    if find_spec("matplotlib") is None:
        note(f"the page has no chart, which requires Matplotlib: run `{install_command('plot')}`")
    table.to_html(page, title=ledger.stem if ledger.stem.isprintable() else None)


class _CommandWithNumbers(click.Command):
    """A command among whose arguments may be negative numbers, which are no options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line; raise NoSuchOption for an unknown option before ``--``."""
        ctx.ignore_unknown_options = True
        typed = [*takewhile("--".__ne__, args)]
        rest = super().parse_args(ctx, args)
        for word in ctx.params["command"]:
            if word in typed and word.startswith("-") and not word[1:].isdecimal():
                raise click.NoSuchOption(word, ctx=ctx)
        return rest


_HELP = """Keep the chips of an evening: seats, buy-ins, boards, payments and standings.

LEDGER is a file: a new one begins a table, an existing one continues it. Every entry is written to the file at once, so
nothing is lost if the program or the computer stops. Without COMMAND, a prompt reads commands; `help` lists them.
Commands can also be piped in, one a line. --rules, --unit, --button, --reserve-hands and --no-stakes are for a new
table; the commands `rules`, `unit` and `reserve` change these settings later. The players deal real cards and enter
their boards; after the command `deal cards`, the table deals, and open-face deals are played street by street. Under
rules with a freezeout (table.freezeout), the evening is a tournament: `level`, `places` and `pause` are its commands.

\b
cpoker table friday.jsonl --rules pagat --unit 5
cpoker table friday.jsonl sit Ann 500
cpoker table friday.jsonl standings
cpoker table friday.jsonl --html friday.html
"""


@click.command(cls=_CommandWithNumbers, help=_HELP)
@click.argument("ledger")
@click.argument("command", nargs=-1, metavar="[COMMAND]...")
@rules_option
@click.option("--unit", type=click.IntRange(1), default=1, show_default=True, help="Chips per point.")
@click.option("--button", type=click.IntRange(1), default=1, show_default=True, help="Seat of the first button.")
@click.option("--reserve-hands", is_flag=True, help="Two players each reserve a second hand for the next deal.")
@click.option("--stakes/--no-stakes", default=True, help="Play for chips that players buy, or for points.")
@click.option("--html", metavar="PAGE", help="Write a printable page of the evening to a file, and end.")
@json_option
def table(
    ledger: str,
    command: tuple[str, ...],
    rules: Rules,
    unit: int,
    button: int,
    reserve_hands: bool,
    stakes: bool,
    html: str | None,
    as_json: bool,
) -> None:
    """Run ``cpoker table``."""
    from cpoker_fast.app.table import Table
    from cpoker_fast.app.table.host import Host

    if html is not None and command:
        raise click.UsageError("--html: expected no COMMAND")
    if not command and html is None and sys.stdin is None:
        raise click.UsageError("give a command, or pipe commands in")
    try:
        path = checked_path(ledger, "LEDGER")
        with contextlib.nullcontext() if html is not None or (command and is_question(command)) else _held(path):
            key = command_named(command[0]) if command else ""
            is_empty = not path.exists() or not path.stat().st_size
            if (html is not None and is_empty) or (not path.exists() and key not in ("", "help", "sit")):
                raise BadInput(f"{path}: no such ledger; `sit` begins one")
            if key == "help" and is_empty:
                opened = Table(rules)
            else:
                opened = _open(path, rules, unit, button, reserve_hands=reserve_hands, stakes=stakes)
            host = Host(opened, as_json=as_json)
            if html is not None:
                _write_page(opened, path, html)
                click.echo(json_line({"html": html}) if as_json else wrapped(f"Written to {html}."))
            elif command:
                host.run(command)
            elif not sys.stdin.isatty():
                run_lines(host.run, "<stdin>")
            else:
                from cpoker_fast.app.table.host_prompt import Prompt

                host.table.check()
                Prompt(host, path.name).run()
    except CpokerError as error:
        raise BadInput(str(error)) from None
