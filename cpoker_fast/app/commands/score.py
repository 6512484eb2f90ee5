"""`cpoker score`: settle tables."""

from __future__ import annotations

from typing import NamedTuple

import click

from cpoker_fast.app.console.bad_input import BadInput, InputLine, error_in
from cpoker_fast.app.console.common_options import file_option, is_typed, json_option, keep_going_option, rules_option
from cpoker_fast.app.console.input_lines import lines_of
from cpoker_fast.app.console.output import fantasyland_line, json_line, width, wrapped
from cpoker_fast.app.console.work import Work
from cpoker_fast.app.table.board_lines import boards_by_name, error_in_table, tables_of_lines
from cpoker_fast.app.table.score_chips import ChipTotals, Raked, Raking, parse_stacks
from cpoker_fast.boards import Board, Foul
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import CpokerError
from cpoker_fast.game.plan import earned_cards
from cpoker_fast.rulebook import Rake, Rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling import Settlement, settle
from cpoker_fast.settling.readout import boards_in_columns, names_of

__all__ = ["score"]


class _Options(NamedTuple):
    rules: Rules
    button: str
    """A seat, counted from 1, or a name."""
    play: set[str]
    seen: dict[str, None]
    """Names of all players at the tables so far, in order."""
    unit: int
    fantasyland: list[int] | None


def _parse_numbers(option: str, text: str | None) -> list[int] | None:
    try:
        return None if text is None else [int(number) for number in text.split(",")]
    except ValueError:
        raise click.BadParameter(f"expected numbers separated by commas, got {text!r}", param_hint=option) from None


def _raking(rules: Rules, jackpot: int) -> Raking | None:
    """Return the rake and the jackpot; None if there is neither."""
    if rules.table.rake == Rake() and not jackpot:
        return None
    return Raking.of(rules, jackpot)


def _button(table: list[InputLine], names: list[str], button: str) -> int:
    """Return the index of the seat with the button, by number or name."""
    if button in names:
        return names.index(button)
    if button.isdecimal() and 1 <= int(button) <= len(names):
        return int(button) - 1
    expected = f"expected a number from 1 to {len(names)}, or one of {', '.join(names)}"
    raise error_in(table[0], f"--button: {expected}, got {button!r}")


def _score(
    table: list[InputLine], boards: dict[str, Board | Foul | None], options: _Options, totals: ChipTotals
) -> Settlement:
    names = list(boards)
    options.seen.update(dict.fromkeys(names))
    try:
        totals.check_names(names)
        stacks = totals.stacks_of(names)
        return settle(
            boards,
            options.rules,
            button=_button(table, names, options.button),
            declare=dict.fromkeys(options.play.intersection(names), False),
            stacks=stacks,
            unit=options.unit,
        )
    except CpokerError as error:
        raise error_in_table(table, error) from None


def _earned(table: list[InputLine], settlement: Settlement, options: _Options) -> tuple[int, ...]:
    """Return the size of each player's next Fantasyland, 0 for none; empty under rules without Fantasyland."""
    if not settlement.rules.has_fantasyland:
        if options.fantasyland is not None:
            raise BadInput(f"--fantasyland: rules {settlement.rules.name!r} have no Fantasyland")
        return ()
    boards = [seat.board for seat in settlement.seats]
    sizes = options.fantasyland or [0] * len(boards)
    if len(sizes) != len(boards) or not all(size in (0, *FANTASYLAND_SIZES) for size in sizes):
        got = ",".join(map(str, sizes))
        raise error_in(table[0], f"--fantasyland: expected 0, or 13 to 17, for each of {len(boards)} players, got {got}")
    return earned_cards(settlement.rules, boards, sizes, [0] * len(boards))


def _readout(place: str, settlement: Settlement, earned: tuple[int, ...], raked: Raked | None, *, as_table: bool) -> str:
    head = ", ".join(filter(None, [place, f"rules {settlement.rules.name}"]))
    after = fantasyland_line(settlement.rules, names_of(settlement, None), earned) if earned else ""
    if as_table:
        boards, points = boards_in_columns(settlement, None, width()), settlement.summary(width=width())
        totals = [*raked.lines, "; ".join(raked.totals)] if raked else []
        return "\n".join(filter(None, [head, *boards, f"\n{points}", *totals, after]))
    rake = "\n".join([raked.title, *(wrapped(f"  {line}") for line in (*raked.lines, *raked.totals))]) if raked else ""
    return "\n\n".join(filter(None, [head, settlement.explain(width=width()), rake, after]))


def _end(tables: int, totals: ChipTotals, not_taken: Raking | None) -> str:
    """Return the totals of several tables, and the rake that was not taken."""
    lines = ["\n", *totals.lines()] if tables > 1 else []
    lines += ["", wrapped(f"Not taken, since there are no stacks (--stacks): {not_taken}.")] if not_taken else []
    return "".join(f"{line}\n" for line in lines)


def _check_seen(options: _Options) -> None:
    """Raise BadInput if a name of --play was at no table."""
    if unknown := sorted(options.play.difference(options.seen)):
        raise BadInput(f"--play: unknown player {unknown[0]!r}: {did_you_mean(unknown[0], options.seen)}")


_HELP = """Score the boards of two to four players: each pairing, and the total of each player.

A board is "front / middle / back", with "/" or "-" between the rows. In place of a board, write "surrender", or "foul"
for a dead hand, such as one with a wrong number of cards. A player's name may come first: "Ann: Ah Kd 2c / ...". In a
file, each board has its own line, and an empty line ends the table. Under open-face rules, the players of the next
Fantasyland are listed. With --stacks, the rake and the jackpot of the rules are included. Several tables end with the
totals of each player.

\b
cpoker score "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s" \\
    "Qd Qc 8h / Js Jh 7c 7d 6s / Ad 8d 6d 3d 2d"
cpoker score --rules simple --file tables.txt
cpoker score --rules pineapple \\
    Jh4s3h-As5c4c3c2h-KdJd9d7d3d QhQd2c-8s8h7c7s6d-TsThTc5d5s
"""


@click.command(help=_HELP)
@click.argument("boards", nargs=-1, metavar="[BOARD]...")
@file_option
@rules_option
@click.option(
    "--button",
    default="1",
    show_default=True,
    metavar="PLAYER",
    help="The player with the button, by name or number: the dealer, and the banker under rules with a banker.",
)
@click.option(
    "--play",
    multiple=True,
    metavar="PLAYER",
    help="Name of a player who does not declare their natural; repeatable. All others declare if that pays more.",
)
@click.option(
    "--stacks",
    metavar="CHIPS,...|NAME=CHIPS,...",
    help="Chips of each player before the first table, in the order of its boards or by name, for table stakes. Each "
    "further table begins with the chips of the one before, so --keep-going is not allowed.",
)
@click.option("--unit", type=click.IntRange(1), default=1, show_default=True, help="Chips per point, with --stacks.")
@click.option(
    "--jackpot",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="CHIPS",
    help="Chips in the jackpot before the first table, with --stacks.",
)
@click.option(
    "--fantasyland",
    metavar="CARDS,...",
    help="Open-face: number of cards of each player in Fantasyland, 0 for the others.",
)
@click.option("--table", "as_table", is_flag=True, help="Print a line for each board and each pairing.")
@keep_going_option
@json_option
def score(
    boards: tuple[str, ...],
    path: str | None,
    rules: Rules,
    button: str,
    play: tuple[str, ...],
    stacks: str | None,
    unit: int,
    jackpot: int,
    fantasyland: str | None,
    as_table: bool,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Run ``cpoker score``."""
    if stacks is None and is_typed("unit"):
        raise click.UsageError("--unit requires --stacks")
    if stacks is None and is_typed("jackpot"):
        raise click.UsageError("--jackpot requires --stacks")
    if stacks is not None and keep_going:
        raise click.UsageError("give --keep-going or --stacks, not both: each table begins with the chips of the one before")
    raking = _raking(rules, jackpot)
    options = _Options(rules, button, set(play), {}, unit, _parse_numbers("--fantasyland", fantasyland))
    totals = ChipTotals(parse_stacks(stacks), unit, raking)
    with Work("table", keep_going=keep_going) as work:
        for table in tables_of_lines(lines_of(boards, path, blank=True)):
            with work.reporting():
                if (read := boards_by_name(table, rules, work.report)) is None:
                    continue
                settlement = _score(table, read, options, totals)
                earned = _earned(table, settlement, options)
                raked = totals.add(settlement)
                if as_json:
                    after = {"totals": totals.plain(), **({"next_fantasyland": list(earned)} if earned else {})}
                    rake = raked.plain if raked else {"not_taken": str(raking)} if raking else {}
                    text = json_line({"place": table[0].place, **settlement.to_dict(), **rake, **after})
                else:
                    text = _readout(table[0].place, settlement, earned, raked, as_table=as_table)
                    text = f"\n\n{text}" if work.number else text
                work.write(text, table[-1], changed=totals.options())
        if not as_json:
            click.echo(_end(work.number, totals, None if stacks else raking), nl=False)
        _check_seen(options)
