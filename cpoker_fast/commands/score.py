"""`cpoker score`: settle tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from cpoker_fast.boards import Board
from cpoker_fast.commands.inputs import BadInput, Line, fail, file_option, json_option, lines_of, rules_option
from cpoker_fast.commands.output import console, print_json
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Settlement, settle

__all__ = ["score"]


class _Scored(NamedTuple):
    settlement: Settlement
    names: list[str]


def _tables(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Split the boards into tables at empty lines."""
    table: list[Line] = []
    for line in lines:
        if line.text:
            table.append(line)
        elif table:
            yield table
            table = []
    if table:
        yield table


def _read_board(line: Line) -> tuple[str, Board | None]:
    """The name before the board, if any, and the board; None for a surrender."""
    name, colon, text = line.text.rpartition(":")
    if text.strip().lower() == "surrender":
        return name.strip(), None
    try:
        return name.strip() if colon else "", Board.parse(text)
    except CpokerError as error:
        raise fail(line, error) from None


class _Options(NamedTuple):
    rules: Rules
    button: int
    play: set[str]
    met: set[str]
    """Names in `play` that were at a table."""
    stacks: list[int] | None
    unit: int


def _parse_stacks(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise click.BadParameter(f"expected numbers separated by commas, got {text!r}", param_hint="--stacks") from None


def _score(table: list[Line], options: _Options) -> _Scored:
    names, boards = [], []
    for seat, line in enumerate(table, 1):
        name, board = _read_board(line)
        names.append(name or f"Player {seat}")
        boards.append(board)
    options.met.update(options.play.intersection(names))
    declare = [name not in options.play for name in names]
    try:
        settled = settle(
            boards, options.rules, button=options.button, declare=declare, stacks=options.stacks, unit=options.unit
        )
        return _Scored(settled, names)
    except CpokerError as error:
        place = getattr(error, "index", None)
        raise fail(table[place if place is not None else 0], error) from None


def _print(scored: Iterable[_Scored], *, as_table: bool) -> None:
    out = console()
    for number, (settlement, names) in enumerate(scored):
        if number:
            out.print()
        out.print(settlement.explain_rich(names) if as_table else settlement.explain(names))


@click.command(short_help="Score the boards of a table.")
@click.argument("boards", nargs=-1, metavar="[BOARD]...")
@file_option
@rules_option
@click.option(
    "--button",
    type=click.IntRange(1, 4),
    default=1,
    show_default=True,
    metavar="PLAYER",
    help="The player with the button: the dealer, and the banker, where there is one.",
)
@click.option(
    "--play", multiple=True, metavar="PLAYER", help="Name of a player who does not declare their natural; repeatable."
)
@click.option("--stacks", metavar="CHIPS,...", help="Stacks of the players in chips, for table stakes.")
@click.option("--unit", type=click.IntRange(1), default=1, show_default=True, help="Chips per point, with --stacks.")
@click.option("--table", "as_table", is_flag=True, help="Print tables instead of lines.")
@json_option
def score(
    boards: tuple[str, ...],
    path: str | None,
    rules: Rules,
    button: int,
    play: tuple[str, ...],
    stacks: str | None,
    unit: int,
    as_table: bool,
    as_json: bool,
) -> None:
    """Score the boards of two to four players: each pairing, and the total of each player.

    A board is "front / middle / back", or "surrender"; a player's name may precede it: "Ann: Ah Kd 2c / ...". In a file,
    each board has a line of its own, and an empty line ends the table.

    \b
    cpoker score "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s" "Qd Qc 8h / Js Jh 7c 7d 6s / Ad 8d 6d 3d 2d"
    cpoker score --rules simple --file tables.txt
    """  # noqa: D301
    options = _Options(rules, button - 1, set(play), set(), None if stacks is None else _parse_stacks(stacks), unit)
    scored = (_score(table, options) for table in _tables(lines_of(boards, path, blank=True)))
    if as_json:
        print_json({"players": names, **settlement.to_dict()} for settlement, names in scored)
    else:
        _print(scored, as_table=as_table)
    if unknown := options.play - options.met:
        raise BadInput(f"--play: nobody is called {', '.join(map(repr, sorted(unknown)))}")
