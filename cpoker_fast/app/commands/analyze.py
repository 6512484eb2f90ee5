"""`cpoker analyze`: compare the boards of a hand, or the placements of a position."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any

import click

from cpoker_fast.app.console.analysis_options import AnalysisArguments, analysis_options
from cpoker_fast.app.console.arguments import equilibrium_with_progress, read_opponents
from cpoker_fast.app.console.bad_input import BadInput, InputLine, errors_at, quoted_value
from cpoker_fast.app.console.common_options import (
    PointsByCards,
    file_option,
    is_typed,
    json_option,
    keep_going_option,
    parse_points_by_cards,
    refuse_options,
    rules_by_cards_option,
    rules_of_cards,
)
from cpoker_fast.app.console.input_lines import lines_of
from cpoker_fast.app.console.output import check_chart, coloured, json_line, save_chart, table_lines, wrapped
from cpoker_fast.app.console.work import Work
from cpoker_fast.app.recorder.prompt import record_here
from cpoker_fast.arranging.fantasyland_worths import assumed_worths, shipped_worth
from cpoker_fast.boards import HAND_SIZE, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import PlacementError
from cpoker_fast.game.plan import entry_sizes
from cpoker_fast.game.position import Position
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Analyses, Analysis, analyze, analyze_many
from cpoker_fast.studies.analysis import is_dealt_at_once, position_of
from cpoker_fast.thinking.rollouts import TOLERANCE

__all__ = ["analyze_hands"]

_SECONDS = 1.0
_MOST_SHOWN, _MOST_FOLDED = 10, 8  # candidates in a table; those that take several lines, with the prompt, in 24 lines
_PARTS = ("rules", "seat", "button", "street", "board")  # with which positions usually begin


def _read(line: InputLine, rules: Rules | None, opponents: int | None, has_button: bool) -> Position:
    """Return the position in a line, or that of the hand in it."""
    if ";" in line.text:
        return position_of(Position.parse(line.text, rules), None, opponents, has_button=has_button)
    if line.text.partition(" ")[0] in _PARTS:
        raise PlacementError(f"bad position {quote(line.text)}: expected ';' between its parts")
    hand = CardSet(line.text)
    return position_of(hand, rules_of_cards(rules, len(hand)), opponents, has_button=has_button)


# ---- tables ----


_COLUMNS = ("points", "behind", "front", "middle", "back", "scoops", "scooped", "royalties", "best", "rollouts")


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
    """Return the table of an analysis with some columns: the labels, and each column with its margins of error, if any.

    Raises BadInput if the analysis lacks a column, unless all columns are asked for.
    """
    columns, rows = analysis.table(limit=limit)
    places = {column.split(" ")[0]: place for place, column in enumerate(columns) if column != MARGIN}
    chosen = [0]
    for name in names:
        if (place := places.get(name)) is not None:
            chosen += [place, place + 1] if columns[place + 1 : place + 2] == [MARGIN] else [place]
        elif names != [*_COLUMNS]:
            raise BadInput(f"--columns: {did_you_mean(name, [*filter(None, places)])}, for {quote(analysis.title)}")
    return [columns[place] for place in chosen], [[row[place] for place in chosen] for row in rows]


def _text(analysis: Analysis, names: list[str], top: int | None, sentences: list[str]) -> str:
    limit = top or _MOST_SHOWN
    columns, rows = _selected(analysis, names, limit)
    lines = table_lines(columns, rows)
    if top is None and len(lines) > 1 + len(rows):
        limit = _MOST_FOLDED
        columns, rows = _selected(analysis, names, limit)
        lines = table_lines(columns, rows)
    open_hands = _open_hands(analysis.position)
    return "\n".join(
        filter(None, [wrapped(analysis.title), open_hands, *lines, analysis.note_below(limit), *map(wrapped, sentences)])
    )


def _open_hands(position: Position) -> str:
    """Return a line with the face-up cards that opponents must still place; empty text if there are none."""
    clockwise = [(position.seat + place) % position.players for place in range(1, position.players)]
    hands = [str(position.open_hands[seat]) for seat in clockwise if position.open_hands[seat]]
    return f"Opponents still have to place, clockwise: {'; '.join(hands)}." if hands else ""


def _fantasylands(position: Position, worth: PointsByCards | None) -> str:
    """Return a sentence on the worth of a Fantasyland; empty text under rules without Fantasyland."""
    rules, seats = position.rules, position.players
    sizes = entry_sizes(rules)
    if not sizes:
        return ""
    if worth is None:
        source = " (measured)" if shipped_worth(rules, seats) else " (an estimate: --worth sets it)"
        points: PointsByCards = assumed_worths(rules, seats)
    else:
        source, points = "", worth
    if isinstance(points, float):
        words = f"counts {points:g}"
    elif len(sizes) == 1:
        words = f"of {sizes[0]} cards counts {points[sizes[0]]:.4g}"
    else:
        words = "counts " + ", ".join(f"{cards}={points[cards]:.4g}" for cards in sizes)
    return f"A Fantasyland {words} points{source}."


def _opponents(against: str | None, rules: Rules) -> dict[str, Any]:
    """Return the arguments for the opponents of --against; without it, they play the equilibrium."""
    return {"field": equilibrium_with_progress(rules)} if against is None else read_opponents(against, rules)


# ---- losses of boards ----

# Options that the prompt does not have, and those for losses.
_OF_LINES = ("opponents", "has_button", "added", "dead", "known", "columns", "top", "chart", "keep_going")
_WITH_LOSSES = (
    "hands", "path", "rules", "opponents", "has_button", "deals", "seed", "threads", "against", "losses", "top",
    "keep_going",
)  # fmt: skip


def _losses(
    lines: Iterable[InputLine],
    rules: Rules | None,
    opponents: int | None,
    has_button: bool,
    against: str | None,
    arguments: AnalysisArguments,
    work: Work,
) -> tuple[Analyses, list[str]]:
    """Return the analyses of the boards in lines, and the number of each line, or of each argument, from 1."""
    for option in click.get_current_context().command.params:
        if option.name not in (*_WITH_LOSSES, "as_json") and is_typed(str(option.name)):
            raise click.UsageError(f"give --losses or {max(option.opts, key=len)}, not both")
    boards, numbers = [], []
    for number, line in enumerate(lines, 1):
        with work.reporting(), errors_at(line):
            boards.append(Board.parse(line.text))
            numbers.append(line.place.rpartition(":")[2] or str(number))
    used = rules_of_cards(rules, HAND_SIZE)
    played_by = _opponents(against, used)
    if "bot" in played_by:
        raise BadInput(f"--against {quoted_value(str(against))}: expected a file of boards with --losses, got a bot")
    options = {"opponents": opponents, "tables": arguments.deals, "seed": arguments.seed}
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    with errors_at(InputLine("", ""), field="against", tables="deals"):
        analyses = analyze_many(
            [board.hand for board in boards],
            used,
            boards,
            has_button=has_button,
            threads=arguments.threads,
            **played_by,
            **given,
        )
    return analyses, numbers


def _text_of_losses(analyses: Analyses, numbers: Sequence[str], hands: tuple[str, ...], top: int | None) -> str:
    """Return the table of losses. `numbers`: places of the boards among the arguments `hands`, or numbers of their lines."""
    name, limit = "board" if hands and hands != ("-",) else "line", top or _MOST_SHOWN
    (_, *columns), rows = analyses.table(limit)
    numbered = [[numbers[int(index)], *cells] for index, *cells in rows]
    lines = table_lines([name, *columns], numbered)
    return coloured("\n".join(filter(None, [wrapped(analyses.title), *lines, analyses.note_below(limit)])))


def _only_line(lines: Iterable[InputLine]) -> list[InputLine]:
    """Return the line of a chart; raise BadInput unless there is exactly one."""
    listed = list(lines)
    if len(listed) != 1:
        raise BadInput(f"--plot: expected one hand, got {len(listed)}")
    return listed


# ---- the command ----


_HELP = """Compare the boards of a hand, or the placements of a position, by expected points.

A hand of 13 cards is placed at once. Its boards are compared against opponents who are dealt the other cards and play
the equilibrium. Boards with a star were dropped early, after fewer deals. `cpoker set` is faster, but it only estimates
how your cards change the boards of opponents. Under pagat, the points of the two commands usually differ by less than a
quarter of a point.

Other hands are on the first of several streets, as under pineapple. Their placements, and those of a position, are
compared by rollouts, or exactly on the last street. The analysis ends early if a wrong choice costs little
(--tolerance). Points include the worth of your Fantasyland, but not of an opponent's. In Fantasyland, only the best
board and those of --also are shown.

A position is written as Python prints a `Position`. Seats and streets count from 1, and boards are in the order of
seats. Optional parts are your discards, "discards 2s 3h", and the cards of each seat in Fantasyland, "fantasyland 14 0".
If the first street is dealt face up, "open 2 As Kd 9h 5c 2c" lists the cards that seat 2 still has to place. Boards must
have the numbers of cards that follow from the street and the button. To study your cards alone, leave the boards of
others empty, and add "opponents hidden".

At a terminal, without HAND, POSITION and --file, a prompt reads a deal card by card, as `cpoker record` does.

If the columns do not fit the terminal, each candidate takes two lines. +- 95% is the margin of error of the column
before it. --json also has standard errors, all candidates, and their gaps to the best before any rollout (estimate).

\b
cpoker analyze As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c
cpoker analyze --columns behind,best --top 3 --file hands.txt
cpoker analyze --opponents 1 --dead "Ac Ad" --file hands.txt --json
cpoker analyze --losses --file boards.txt
cpoker analyze Ah Kc Qs 8h 7c
cpoker analyze --rules turbo --seconds 5 --worth 7 "As Ad Kc 7h 2d"
cpoker analyze "rules pineapple; seat 1; button 2; street 2; \\
    board Qs / Kc 7c / Ah 8h; board - / 6s 6d / Jh Tc 2c; \\
    hand Qd 9h 4s"
cpoker analyze --rollouts 2000 --seed 1 --json --file positions.txt
"""


@click.command("analyze", help=_HELP)
@click.argument("hands", nargs=-1, metavar="[HAND|POSITION]...")
@file_option
@rules_by_cards_option
@click.option("--opponents", type=int, show_default="3, or 1 on the first of several streets", help="Number of opponents.")
@click.option(
    "--has-button", is_flag=True,
    help="The player of a hand has the button. On the first of several streets, the opponents' cards are then hidden.",
)  # fmt: skip
@click.option(
    "--also", "added", multiple=True, metavar="ROWS",
    help="An additional board or placement to compare and to show, such as a foul; repeatable.",
)  # fmt: skip
@analysis_options(_SECONDS, "position")
@click.option(
    "--against", metavar="BOT|FILE",
    help="For 13 cards placed at once: bot that sets the opponents' hands, as for `cpoker simulate`, or file of boards from "
    "Field.save, to which they play best responses. Default: best responses to the equilibrium.",
)  # fmt: skip
@click.option(
    "--dead", multiple=True, metavar="CARDS", callback=lambda _context, _parameter, texts: " ".join(texts),
    help="For 13 cards placed at once: cards that no opponent can hold: up to 26 with --opponents 1, 13 with 2; repeatable.",
)  # fmt: skip
@click.option(
    "--known", multiple=True, metavar="CARDS",
    help="For 13 cards placed at once: known cards of the first opponent; repeat for the next ones.",
)  # fmt: skip
@click.option(
    "--all", "everything", is_flag=True,
    help="For 13 cards placed at once: compare all candidates over all deals, without dropping any early.",
)  # fmt: skip
@click.option(
    "--worth", metavar="POINTS", callback=parse_points_by_cards,
    help="Street by street: worth of a Fantasyland in points from all opponents together: one number, or one for each "
    "number of cards, such as 14=8,15=11. Default: the measured worth, or an estimate if there is none.",
)  # fmt: skip
@click.option(
    "--tolerance", type=float, show_default=str(TOLERANCE),
    help="Street by street: the analysis ends early at this expected loss of the best placement, in points; 0: no early "
    "end.",
)  # fmt: skip
@click.option(
    "--losses", is_flag=True,
    help="The input has a board of 13 cards in each line: show the points that it loses to the best placement of its cards, "
    "the largest losses first. The hands share the opponents, so that many boards take seconds.",
)  # fmt: skip
@click.option(
    "--columns", default="all", show_default=True, metavar="NAME,...", callback=_parse_columns,
    help=f"Columns to show, in this order: all, or some of {', '.join(_COLUMNS)}.",
)  # fmt: skip
@click.option(
    "--top", type=click.IntRange(1, 1000),
    help="Number of candidates to show, besides those of --also. Default: 10, or 8 if a candidate takes several lines.",
)  # fmt: skip
@click.option("--plot", "chart", metavar="FILE", help="Also draw a chart of a single hand or position: .png, .svg or .pdf.")
@keep_going_option
@json_option
def analyze_hands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules | None,
    opponents: int | None,
    has_button: bool,
    added: tuple[str, ...],
    arguments: AnalysisArguments,
    against: str | None,
    dead: str,
    known: tuple[str, ...],
    everything: bool,
    worth: PointsByCards | None,
    tolerance: float | None,
    losses: bool,
    columns: list[str],
    top: int | None,
    chart: str | None,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Run ``cpoker analyze``."""
    check_chart(chart)
    if losses:
        with Work("board", keep_going=keep_going) as work:
            analyses, numbers = _losses(lines_of(hands, path), rules, opponents, has_button, against, arguments, work)
            text = json_line(analyses.to_dict()) if as_json else _text_of_losses(analyses, numbers, hands, top)
            work.write(text, InputLine("", ""), len(numbers))
        return

    played_by = cache(partial(_opponents, against))

    def analysis_of(position: Position) -> Analysis:
        at_once = is_dealt_at_once(position)
        return analyze(
            position,
            also=added,
            **arguments.of(at_once=at_once),
            **(played_by(position.rules) if at_once or against is not None else {}),
            dead=dead or (),
            known=known or None,
            all=everything,
            worths=worth,
            tolerance=tolerance,
        )

    if not hands and path is None and sys.stdin is not None and sys.stdin.isatty():
        refuse_options(_OF_LINES, InputLine("", ""), "hands and positions", "a prompt")
        record_here(rules, None, analysis_of, as_json=as_json)
        return
    lines = lines_of(hands, path) if chart is None else _only_line(lines_of(hands, path))
    with Work("hand", keep_going=keep_going) as work:
        for line in lines:
            with work.reporting():
                with errors_at(line, worths="worth", bot="against", field="against"):
                    position = _read(line, rules, opponents, has_button)
                    analysis = analysis_of(position)
                if chart is not None:
                    save_chart(analysis, chart)
                sentences = [] if is_dealt_at_once(position) else [_fantasylands(position, worth)]
                rounded = [arguments.rounding] if analysis.based_on == "rollouts" else []
                text = json_line(analysis.to_dict()) if as_json else _text(analysis, columns, top, rounded + sentences)
                work.write(text if as_json else ("\n" if work.number else "") + coloured(text), line)
