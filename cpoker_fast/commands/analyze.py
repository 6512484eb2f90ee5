"""`cpoker analyze`: compare the boards of a hand."""

from __future__ import annotations

from collections.abc import Iterable

import click

from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import (
    BadInput,
    Line,
    equilibrium,
    errors_at,
    file_option,
    json_option,
    lines_of,
    quoted_value,
    read_opponents,
    rules_option,
)
from cpoker_fast.commands.output import check_chart, json_line, save_chart, table_lines, wrapped
from cpoker_fast.commands.work import Work
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Analysis, analyze

__all__ = ["analyze_hands"]

_MOST_SHOWN, _MOST_FOLDED = 10, 8  # boards in a table; those that take several lines, with the prompt, in 24 lines


def _cards(option: str, text: str) -> CardSet:
    try:
        return CardSet(text)
    except CpokerError as error:
        raise BadInput(f"{option} {quoted_value(text)}: {error}") from None


_COLUMNS = ("points", "behind", "front", "middle", "back", "scoops", "scooped", "royalties", "best")


def _parse_columns(_context: click.Context, _parameter: click.Parameter, text: str) -> list[str]:
    """Return the names of columns; raise BadInput for a name that is not a column, or that is repeated."""
    names = [name.strip() for name in text.split(",")]
    if names == ["all"]:
        return [*_COLUMNS]
    for place, name in enumerate(names):
        if name not in _COLUMNS:
            raise BadInput(f"--columns {quoted_value(text)}: {did_you_mean(name, ['all', *_COLUMNS])}")
        if name in names[:place]:
            raise BadInput(f"--columns {quoted_value(text)}: expected each column once, got {name!r} again")
    return names


def _selected(analysis: Analysis, names: list[str], limit: int) -> tuple[list[str], list[list[str]]]:
    """Return the table of an analysis with some columns: the boards, and each column with its margins of error, if any."""
    columns, rows = analysis.table(limit=limit)
    chosen = [0]
    for name in names:
        place = next(place for place, column in enumerate(columns) if column.split(" ")[0] == name)
        chosen += [place, place + 1] if columns[place + 1 : place + 2] == [MARGIN] else [place]
    return [columns[place] for place in chosen], [[row[place] for place in chosen] for row in rows]


def _text(analysis: Analysis, names: list[str], top: int | None) -> str:
    limit = top or _MOST_SHOWN
    columns, rows = _selected(analysis, names, limit)
    lines = table_lines(columns, rows)
    if top is None and len(lines) > 1 + len(rows):
        limit = _MOST_FOLDED
        columns, rows = _selected(analysis, names, limit)
        lines = table_lines(columns, rows)
    return "\n".join(filter(None, [wrapped(analysis.title), *lines, analysis.note_below(limit)]))


@click.command("analyze", short_help="Compare the boards of hands of 13 cards.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_option
@click.option("--opponents", default=3, show_default=True, help="Number of opponents, 1 to 3.")
@click.option("--deals", default=1000, show_default=True, help="Number of random deals of the other cards.")
@click.option("--seed", type=int, help="Seed; the same seed gives the same deals.")
@click.option(
    "--against",
    metavar="BOT|FILE",
    help="Bot that sets the opponents' hands, as for `cpoker simulate`, or file of boards from Field.save, to which they "
    "play best responses. Default: best responses to the equilibrium.",
)
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="BOARD",
    help="An additional board to compare, which may be a foul; repeatable.",
)
@click.option(
    "--dead",
    multiple=True,
    metavar="CARDS",
    help="Cards that no opponent can hold: up to 26 with --opponents 1, 13 with 2; repeatable.",
)
@click.option("--known", multiple=True, metavar="CARDS", help="Known cards of the first opponent; repeat for the next ones.")
@click.option("--has-button", is_flag=True, help="The player has the button.")
@click.option(
    "--columns",
    default="all",
    show_default=True,
    metavar="NAME,...",
    callback=_parse_columns,
    help=f"Columns to show, in this order: all, or some of {', '.join(_COLUMNS)}.",
)
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    help="Number of boards to show, besides those of --board. Default: 10, or 8 if a board takes several lines.",
)
@click.option("--all", "everything", is_flag=True, help="Compare all candidates over all deals, without dropping any early.")
@click.option("--threads", default=1, show_default=True, help="Number of threads; 0 for one per CPU.")
@click.option("--plot", "chart", metavar="FILE", help="Also draw a chart of a single hand: .png, .svg or .pdf.")
@json_option
def analyze_hands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules,
    opponents: int,
    deals: int,
    seed: int | None,
    against: str | None,
    boards: tuple[str, ...],
    dead: tuple[str, ...],
    known: tuple[str, ...],
    has_button: bool,
    columns: list[str],
    top: int | None,
    everything: bool,
    threads: int,
    chart: str | None,
    as_json: bool,
) -> None:
    """Compare the boards of a hand of 13 cards, against opponents who are dealt the other cards and play the equilibrium.

    +- 95% is the margin of error of the column before it; --json also has standard errors. Boards with a star were dropped
    early, after fewer deals. If the columns do not fit the terminal, each board takes two lines.

    `cpoker set` is faster, but it only estimates what opponents hold if you have your cards. So its points differ from
    these: under pagat, usually by less than a quarter of a point.

    \b
    cpoker analyze As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c
    cpoker analyze --columns behind,best --top 3 --file hands.txt
    cpoker analyze --opponents 1 --dead "Ac Ad" --file hands.txt --json
    """  # noqa: D301
    check_chart(chart)
    if len(known) > opponents > 0:
        raise click.UsageError(f"--known: expected at most {opponents}, one for each opponent, got {len(known)}")
    known_cards, dead_cards = [_cards("--known", text) for text in known], _cards("--dead", " ".join(dead))
    closed = rules.closed()
    played_by = {"field": equilibrium(closed)} if against is None else read_opponents(against, closed)

    def analysis_of(text: str) -> Analysis:
        return analyze(
            text,
            rules,
            opponents,
            deals=deals,
            seed=seed,
            **played_by,
            boards=boards,
            dead=dead_cards,
            known=known_cards,
            has_button=has_button,
            all=everything,
            threads=threads,
        )

    lines: Iterable[Line] = lines_of(hands, path)
    if chart is not None:
        lines = list(lines)
        if len(lines) != 1:
            raise BadInput(f"--plot: expected one hand, got {len(lines)}")
    with Work("hand") as work:
        for line in lines:
            with errors_at(line, boards="board", bot="against"):
                analysis = analysis_of(line.text)
            if chart is not None:
                save_chart(analysis, chart)
            text = json_line(analysis.to_dict()) if as_json else _text(analysis, columns, top)
            work.write(text if as_json else "\n" * bool(work.number) + text, line)
