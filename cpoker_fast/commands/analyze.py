"""`cpoker analyze`: compare the boards of a hand, or the placements of a position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import click

from cpoker_fast.cards import CardSet
from cpoker_fast.commands.analysis_options import AnalysisArguments, analysis_options
from cpoker_fast.commands.analyze_positions import PositionOptions, position_of_hand
from cpoker_fast.commands.inputs import (
    BadInput,
    Line,
    PointsByCards,
    cards_under,
    equilibrium,
    errors_at,
    file_option,
    json_option,
    lines_of,
    parse_points_by_cards,
    quoted_value,
    read_opponents,
    refuse_options,
    rules_by_cards_option,
    rules_of_cards,
)
from cpoker_fast.commands.output import check_chart, coloured, json_line, save_chart, table_lines, wrapped
from cpoker_fast.commands.work import Work
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import CardError, PlacementError
from cpoker_fast.game.position import Position
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.studies import Analysis, analyze
from cpoker_fast.thinking.analysis import TOLERANCE

__all__ = ["analyze_hands"]

_SECONDS = 1.0
_MOST_SHOWN, _MOST_FOLDED = 10, 8  # boards in a table; those that take several lines, with the prompt, in 24 lines
_PARTS = ("rules", "seat", "button", "street", "board")  # with which positions usually begin
_FOR_BOARDS = ("opponents", "deals", "against", "added", "dead", "known", "columns", "everything", "chart")
_FOR_PLACEMENTS = ("seconds", "rollouts", "worth", "tolerance")


def _read(line: Line, rules: Rules | None, has_button: bool) -> tuple[CardSet, Rules] | Position:
    """Return a hand of 13 cards with its rules, or a position; raise BadInput for an option that is not for it."""
    if ";" in line.text:
        refuse_options(("has_button",), line, "hands", "a position, which names the button itself")
        position, subject = Position.parse(line.text, rules), "a position"
    elif line.text.partition(" ")[0] in _PARTS:
        raise PlacementError(f"bad position {quote(line.text)}: expected ';' between its parts")
    else:
        hand = CardSet(line.text)
        played = _rules_of(hand, rules)
        subject = cards_under(len(hand), played)
        if len(played.streets) == 1:
            refuse_options(_FOR_PLACEMENTS, line, "positions and hands under rules of several streets", subject)
            return hand, played
        position = position_of_hand(hand, played, has_button)
    refuse_options(_FOR_BOARDS, line, "hands under rules of one street", subject)
    return position


def _rules_of(hand: CardSet, rules: Rules | None) -> Rules:
    """Return the rules of a hand; raise CardError unless it has the cards of the first street."""
    number = len(hand)
    played = rules_of_cards(rules, number)
    dealt = played.streets[0][0]
    if number == dealt:
        return played
    expected = f"{dealt} cards" + " of the first street" * (len(played.streets) > 1)
    if rules is None:
        expected = f"13 cards (rules pagat) or {expected} (rules {played.name})"
    is_set = played.has_fantasyland and number in FANTASYLAND_SIZES
    hint = ": `cpoker set` sets hands of Fantasyland" if is_set else ""
    raise CardError(f"bad hand: expected {expected}, got {number}{hint}")


# ---- the boards of a hand ----


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


# ---- the command ----


@click.command("analyze", short_help="Compare the boards of hands, or the placements of positions.")
@click.argument("hands", nargs=-1, metavar="[HAND|POSITION]...")
@file_option
@rules_by_cards_option
@click.option("--opponents", default=3, show_default=True, help="Number of opponents, 1 to 3.")
@click.option("--deals", default=1000, show_default=True, help="Number of random deals of the other cards.")
@click.option(
    "--against", metavar="BOT|FILE",
    help="Bot that sets the opponents' hands, as for `cpoker simulate`, or file of boards from Field.save, to which they "
    "play best responses. Default: best responses to the equilibrium.",
)  # fmt: skip
@click.option(
    "--board", "added", multiple=True, metavar="BOARD",
    help="An additional board to compare, which may be a foul; repeatable.",
)  # fmt: skip
@click.option(
    "--dead", multiple=True, metavar="CARDS", callback=lambda _context, _parameter, texts: " ".join(texts),
    help="Cards that no opponent can hold: up to 26 with --opponents 1, 13 with 2; repeatable.",
)  # fmt: skip
@click.option("--known", multiple=True, metavar="CARDS", help="Known cards of the first opponent; repeat for the next ones.")
@click.option(
    "--columns", default="all", show_default=True, metavar="NAME,...", callback=_parse_columns,
    help=f"Columns to show, in this order: all, or some of {', '.join(_COLUMNS)}.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Compare all candidates over all deals, without dropping any early.")
@click.option("--plot", "chart", metavar="FILE", help="Also draw a chart of a single hand: .png, .svg or .pdf.")
@analysis_options(_SECONDS, "position")
@click.option(
    "--worth", metavar="POINTS", callback=parse_points_by_cards,
    help="Worth of a Fantasyland in points from all opponents together: one number, or one for each number of cards, such "
    "as 14=8,15=11. Default: the measured worth, or an estimate if there is none.",
)  # fmt: skip
@click.option(
    "--tolerance", default=TOLERANCE, show_default=True,
    help="Points that the best placement may be expected to lose when the analysis ends early; 0: no early end.",
)  # fmt: skip
@click.option(
    "--has-button", is_flag=True,
    help="The player has the button. On the first of several streets, the opponent's cards are hidden.",
)  # fmt: skip
@click.option(
    "--top", type=click.IntRange(1, 1000),
    help="Number of boards to show, besides those of --board, or of placements. Default: 10, or 8 if a board takes several "
    "lines.",
)  # fmt: skip
@json_option
def analyze_hands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules | None,
    opponents: int,
    deals: int,
    against: str | None,
    added: tuple[str, ...],
    dead: str,
    known: tuple[str, ...],
    columns: list[str],
    everything: bool,
    chart: str | None,
    arguments: AnalysisArguments,
    worth: PointsByCards | None,
    tolerance: float,
    has_button: bool,
    top: int | None,
    as_json: bool,
) -> None:
    """Compare the boards of a hand, or the placements of a position, by expected points.

    Under rules of one street, such as pagat, a hand has 13 cards. Its boards are compared against opponents who are dealt
    the other cards and play the equilibrium. The options from --opponents to --plot are for boards. Boards with a star were
    dropped early, after fewer deals. If the columns do not fit the terminal, each board takes two lines.

    `cpoker set` is faster, but it only estimates what opponents hold if you have your cards. So its points differ from
    these: under pagat, usually by less than a quarter of a point.

    Under rules of several streets, such as pineapple, a hand is on the first street, against one opponent. Its placements
    are compared, as those of a position: by rollouts, or exactly on the last street. The options --seconds, --rollouts,
    --worth and --tolerance are for placements. The analysis ends early if a wrong choice costs little (--tolerance). Points
    include the worth of your Fantasyland, but not of an opponent's. In Fantasyland, only the best board is shown.

    A position is written as Python prints a `Position`. Seats and streets are indices from 0, and boards are in the order of
    seats. Optional parts are your discards, "discards 2s 3h", and the cards of each seat in Fantasyland, "fantasyland 14 0".
    If the first street is dealt face up, "open 1 As Kd 9h 5c 2c" lists the cards that seat 1 still has to place. Boards must
    have the numbers of cards that follow from the street and the button. To study your cards alone, leave the boards of
    others empty, and add "opponents hidden".

    +- 95% is the margin of error of the column before it. --json also has standard errors, all placements, and their gaps to
    the best before any rollout (estimate).

    \b
    cpoker analyze As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c
    cpoker analyze --columns behind,best --top 3 --file hands.txt
    cpoker analyze --opponents 1 --dead "Ac Ad" --file hands.txt --json
    cpoker analyze Ah Kc Qs 8h 7c
    cpoker analyze --rules turbo --seconds 5 --worth 7 "As Ad Kc 7h 2d"
    cpoker analyze "rules pineapple; seat 0; button 1; street 1; \\
        board Qs / Kc 7c / Ah 8h; board - / 6s 6d / Jh Tc 2c; \\
        hand Qd 9h 4s"
    cpoker analyze --rollouts 2000 --seed 1 --json --file positions.txt
    """  # noqa: D301
    check_chart(chart)
    if len(known) > opponents > 0:
        raise click.UsageError(f"--known: expected at most {opponents}, one for each opponent, got {len(known)}")
    positions = PositionOptions(arguments, worth, tolerance, top or _MOST_SHOWN)

    @cache
    def played_by(rules: Rules) -> dict[str, Any]:
        return {"field": equilibrium(rules)} if against is None else read_opponents(against, rules)

    def analysis_of(hand: CardSet, rules: Rules) -> Analysis:
        return analyze(
            hand,
            rules,
            opponents,
            deals=deals,
            seed=arguments.seed,
            **played_by(rules),
            boards=added,
            dead=dead,
            known=known,
            has_button=has_button,
            all=everything,
            threads=arguments.threads,
        )

    lines: Iterable[Line] = lines_of(hands, path)
    if chart is not None:
        lines = list(lines)
        if len(lines) != 1:
            raise BadInput(f"--plot: expected one hand, got {len(lines)}")
    with Work("hand") as work:
        for line in lines:
            with errors_at(line, worths="worth"):
                subject = _read(line, rules, has_button)
                if isinstance(subject, Position):
                    text = positions.text(subject, as_json)
                else:
                    with errors_at(line, boards="board", bot="against"):  # a position has boards, too
                        analysis = analysis_of(*subject)
                    if chart is not None:
                        save_chart(analysis, chart)
                    text = json_line(analysis.to_dict()) if as_json else _text(analysis, columns, top)
            work.write(text if as_json else "\n" * bool(work.number) + coloured(text), line)
