"""`cpoker replay`: show deals, street by street."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
from rich.console import RenderableType
from rich.text import Text

from cpoker_fast.app.console.bad_input import BadInput, InputLine
from cpoker_fast.app.console.common_options import json_option, keep_going_option
from cpoker_fast.app.console.error_output import show_error
from cpoker_fast.app.console.output import console, json_line
from cpoker_fast.app.console.record_tables import boards_table, open_hands, showdown
from cpoker_fast.app.console.work import Work
from cpoker_fast.app.table.deal_files import (
    DealInFile,
    deals_in,
    format_option,
    missing_deal,
    only_deal_option,
    rules_of_deals_option,
)
from cpoker_fast.cards import format_card
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import NotationError
from cpoker_fast.game import Move
from cpoker_fast.notation import Record
from cpoker_fast.notation.record import names_in
from cpoker_fast.rulebook import Rules

__all__ = ["replay"]


# ---- output ----


def _head(place: str, number: int, record: Record, names: Sequence[str]) -> str:
    lines = [f"Deal {number}, {place}: {record.rules.name}, {names[record.button]} has the button"]
    lines += [", ".join(f"{name} {value}" for name, value in record.tags.items())] if record.tags else []
    fantasylands = [f"{name} sets {cards} cards" for name, cards in zip(names, record.fantasyland, strict=True) if cards]
    lines += [f"Fantasyland: {', '.join(fantasylands)}"] if fantasylands else []
    first_dead = {move.seat: move for move in reversed(record.moves) if move.dead}.values()
    for title, moves in (("Out of time", [move for move in record.moves if move.timed_out]), ("Dead hand", first_dead)):
        lines += [f"{title}: {', '.join(names[move.seat] + _street_of(move, record) for move in moves)}"] if moves else []
    return "\n".join(lines)


def _street_of(move: Move, record: Record) -> str:
    """Return the end of a sentence about a move: its street, if there are several."""
    if record.fantasyland[move.seat]:
        return " in Fantasyland"
    return f" on street {move.street + 1}" if len(record.streets) > 1 else ""


def _parts(deal: DealInFile, record: Record, street: int | None) -> Iterator[RenderableType]:
    names = list(names_in(record))
    yield Text(_head(deal.place, deal.number, record, names))
    streets = len(record.streets)
    if street is not None and street > streets:
        raise BadInput(f"--street: expected 1 to {streets} in deal {deal.number}, got {street}")
    if street is None and any(record.fantasyland) and any(record.fantasyland[move.seat] for move in record.moves):
        yield Text()
        yield boards_table(record, names, "before", -1)
    played = {move.street for move in record.moves if not record.fantasyland[move.seat]}
    for index in sorted(played) if street is None else [street - 1]:
        yield Text()
        yield boards_table(record, names, f"street {index + 1}" if streets > 1 else "boards", index)
    if street is None and record.is_over:
        yield from showdown(record, names)
    elif street is None and record.turn is not None:
        hand = " ".join(map(format_card, record.hand))
        yield Text(f"\nIt is the turn of {names[record.turn]}" + (f", with {hand}" if hand else ""))
        yield from open_hands(record, names)


def _text(deal: DealInFile, record: Record, street: int | None) -> str:
    screen = console()
    with screen.capture() as captured:
        for part in _parts(deal, record, street):
            screen.print(part)
    return captured.get().rstrip("\n")


# ---- the command ----


def _check(deals: Iterator[DealInFile], *, as_json: bool) -> None:
    """Read all deals and report the damaged ones."""
    seen: set[int] = set()
    damaged: set[int] = set()
    for deal in deals:
        seen.add(deal.number)
        problem = deal.result.problem if isinstance(deal.result, NotationError) else None
        damaged |= set() if problem is None else {deal.number}
        if as_json:
            details = {} if problem is None else {"problem": problem}
            click.echo(json_line({"deal": deal.number, "place": deal.place, "valid": problem is None, **details}))
        elif problem is not None:
            show_error(f"{deal.place}: {problem}")
    if damaged:
        raise BadInput(f"{counted(len(damaged), 'deal')} of {len(seen)} cannot be read")
    if not as_json:
        click.echo(f"{counted(len(seen), 'deal')}, all valid")


_HELP = """Replay deals street by street: boards, discards and payments.

FILE has deals that `cpoker play --records`, `cpoker simulate --records` or a program wrote, or boards as `cpoker score`
reads them; or it is the ledger of a `cpoker table`, the file of `cpoker play --session`, or the folder of
`cpoker simulate --deals-to`.

Every deal is replayed by its rules, and its result is checked. Seats and streets count from 1; with --json, they are
indices from 0. The documentation describes the file format (Reference, Notation).

\b
cpoker replay examples/deals.ofc
cpoker replay --deal 2 --street 3 examples/deals.ofc
cpoker replay --check evening.ofc
"""


@click.command(help=_HELP)
@click.argument("path", required=False, metavar="[FILE]", type=click.Path(allow_dash=True))
@only_deal_option
@click.option("--street", type=click.IntRange(1), metavar="N", help="Show only the boards after this street, from 1.")
@click.option("--check", is_flag=True, help="Only check all deals, and report the damaged ones.")
@rules_of_deals_option
@format_option
@keep_going_option
@json_option
def replay(
    path: str | None,
    deal: int | None,
    street: int | None,
    check: bool,
    rules: Rules | None,
    form: str | None,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Run ``cpoker replay``."""
    deals = deals_in(path, rules, form)
    if check:
        if deal is not None or street is not None:
            raise click.UsageError("--check reads all deals: give it without --deal and --street")
        _check(deals, as_json=as_json)
        return
    numbers = []
    with Work("deal", keep_going=keep_going) as work:
        for item in deals:
            numbers.append(item.number)
            if deal not in (None, item.number):
                continue
            with work.reporting():
                record = item.record
                if as_json:
                    text = json_line({"deal": item.number, "place": item.place, **record.to_dict()})
                else:
                    text = ("\n\n" if work.number else "") + _text(item, record, street)
                work.write(text, InputLine("", ""))
            if item.number == deal:
                return
    if deal is not None:
        raise missing_deal(deal, numbers)
