"""`cpoker score`: tables settled."""

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
    """A board with the name that may stand before it; None for a surrender."""
    name, colon, text = line.text.rpartition(":")
    if text.strip().lower() == "surrender":
        return name.strip(), None
    try:
        return name.strip() if colon else "", Board.parse(text)
    except CpokerError as error:
        raise fail(line, error) from None


class _How(NamedTuple):
    rules: Rules
    button: int
    play: set[str]
    met: set[str]
    """Names of `play` that were at a table."""
    stacks: list[int] | None
    unit: int


def _parse_stacks(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise click.BadParameter(f"expected numbers with commas between them, got {text!r}", param_hint="--stacks") from None


def _score(table: list[Line], how: _How) -> _Scored:
    names, boards = [], []
    for seat, line in enumerate(table, 1):
        name, board = _read_board(line)
        names.append(name or f"Player {seat}")
        boards.append(board)
    how.met.update(how.play.intersection(names))
    declare = [name not in how.play for name in names]
    try:
        settled = settle(boards, how.rules, button=how.button, declare=declare, stacks=how.stacks, unit=how.unit)
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
@click.option("--play", multiple=True, metavar="PLAYER", help="A player, by name, who does not declare his natural.")
@click.option("--stacks", metavar="CHIPS,...", help="Chips of the players, for table stakes.")
@click.option(
    "--unit", type=click.IntRange(1), default=1, show_default=True, help="Chips that a point is worth, with --stacks."
)
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
    """Score the boards of two to four players: every pairing, and what each player won.

    A board is "front / middle / back", or "surrender", and may have the player's name before it: "Ann: Ah Kd 2c / ...".
    In a file a board is a line, and an empty line ends the table.

    \b
    cpoker score "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s" "Qd Qc 8h / Js Jh 7c 7d 6s / Ad 8d 6d 3d 2d"
    cpoker score --rules simple --file tables.txt
    """  # noqa: D301
    how = _How(rules, button - 1, set(play), set(), None if stacks is None else _parse_stacks(stacks), unit)
    scored = (_score(table, how) for table in _tables(lines_of(boards, path, blank=True)))
    if as_json:
        print_json({"players": names, **settlement.to_dict()} for settlement, names in scored)
    else:
        _print(scored, as_table=as_table)
    if unknown := how.play - how.met:
        raise BadInput(f"--play: nobody is called {', '.join(map(repr, sorted(unknown)))}")
