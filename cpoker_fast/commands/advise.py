"""`cpoker advise`: compare the placements of an open-face position."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from cpoker_fast.arranging import (
    FantasylandBoard,
    assumed_worths,
    from_each_opponent,
    openface_fantasyland,
    shipped_worth,
)
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.analysis_options import AnalysisArguments, analysis_options
from cpoker_fast.commands.inputs import (
    Line,
    PointsByCards,
    errors_at,
    file_option,
    is_typed,
    json_option,
    lines_of,
    parse_points_by_cards,
    rules_option_of,
)
from cpoker_fast.commands.output import coloured, json_line, rows_in_lines, rows_plain, table_lines, wrapped
from cpoker_fast.commands.work import Work
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import PlacementError
from cpoker_fast.game.plan import entry_sizes
from cpoker_fast.openface import PlacementAnalysis, PlacementValue, Position, analyze
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat
from cpoker_fast.thinking.analysis import TOLERANCE, meaning_of_dash

__all__ = ["advise"]

_SECONDS = 1.0
_EMPTY_BOARD = "- / - / -"


_PARTS = ("rules", "seat", "button", "street", "board")  # with which positions usually begin


class _Options(NamedTuple):
    rules: Rules
    has_button: bool
    arguments: AnalysisArguments
    worth: PointsByCards | None
    tolerance: float
    top: int

    def read(self, text: str) -> Position:
        """Return a position; a hand alone is on the first street, against one opponent whose cards are not known."""
        if ";" in text:
            if is_typed("has_button"):
                raise click.UsageError("--has-button is for a hand alone: a position names the button itself")
            return Position.parse(text, self.rules if is_typed("rules") else None)
        if text.partition(" ")[0] in _PARTS:
            raise PlacementError(f"bad position {quote(text)}: expected ';' between its parts")
        dealt, number = self.rules.streets[0][0], len(CardSet(text))
        if number != dealt:
            hint = ": `cpoker set` sets hands of Fantasyland" if 13 <= number <= 17 else ""
            raise PlacementError(f"expected {dealt} cards of the first street, got {number}{hint}")
        return Position(
            self.rules,
            seat=0,
            button=0 if self.has_button else 1,
            street=0,
            boards=[_EMPTY_BOARD, _EMPTY_BOARD],
            hand=text,
            hides_opponents=self.has_button,  # who has placed five cards
        )

    def analysis(self, position: Position) -> PlacementAnalysis:
        """Analyze the placements of a position."""
        return analyze(position, worths=self.worth, tolerance=self.tolerance, **self.arguments._asdict())

    def fantasyland(self, position: Position) -> FantasylandBoard:
        """Return the best board by royalties from all opponents plus the worth of staying in Fantasyland."""
        rules, seats = position.rules, position.seats
        worths = assumed_worths(rules, seats) if self.worth is None else self.worth
        if isinstance(worths, float):
            return openface_fantasyland(position.hand, rules, worths / (seats - 1))
        return openface_fantasyland(position.hand, rules, from_each_opponent(worths, seats))


# ---- street by street ----


def _cells(rank: int, value: PlacementValue) -> list[str]:
    placement, *numbers = value.cells()
    return [f"{rank:2}  {placement}", *numbers]


def _method(analysis: PlacementAnalysis, rules: Rules, arguments: AnalysisArguments) -> list[str]:
    """Return sentences on the method of the analysis."""
    if analysis.is_exact:
        return ["Exact: every set of cards that may come was counted."]
    reason = "" if analysis.by_networks else f": there are no networks for {rules.name!r}"
    return [f"Rollouts by the bot {analysis.played_by}{reason}.", *filter(None, [arguments.rounding])]


def _fantasylands(position: Position, worth: PointsByCards | None) -> list[str]:
    """Return a list with a sentence on the worth of a Fantasyland; empty under rules without Fantasyland."""
    rules, seats = position.rules, position.seats
    sizes = entry_sizes(rules)
    if not sizes:
        return []
    if worth is None:
        source = "measured" if shipped_worth(rules, seats) else "an estimate: --worth sets it"
        points: PointsByCards = assumed_worths(rules, seats)
    else:
        source, points = "", worth
    if isinstance(points, float):
        words = f"counts {points:g}"
    elif len(sizes) == 1:
        words = f"of {sizes[0]} cards counts {points[sizes[0]]:.4g}"
    else:
        words = "counts " + ", ".join(f"{cards}={points[cards]:.4g}" for cards in sizes)
    return [f"A Fantasyland {words} points" + (f" ({source})." if source else ".")]


def _open_hands(position: Position) -> list[str]:
    """Return, as a list, a line with the face-up cards that opponents must still place; an empty list if there are none."""
    clockwise = [(position.seat + place) % position.seats for place in range(1, position.seats)]
    hands = [str(position.open_hands[seat]) for seat in clockwise if position.open_hands[seat]]
    return [f"Opponents still have to place, clockwise: {'; '.join(hands)}."] if hands else []


def _table(analysis: PlacementAnalysis, position: Position, options: _Options) -> list[str]:
    streets = len(position.rules.streets)
    title = f"{position.rules.name}, street {position.street + 1} of {streets}, {counted(position.seats, 'player')}"
    _, *columns = analysis.table()[0]
    shown = analysis.placements[: options.top]
    rows = [_cells(rank, value) for rank, value in enumerate(shown, 1)]
    more = len(analysis.placements) - len(rows)
    notes = [f"and {counted(more, 'more placement')}"] if more else []
    if dash := meaning_of_dash(shown):
        notes.append(dash)
    return [
        f"{title}: {position.hand}",
        *_open_hands(position),
        *table_lines([" #  placement", *columns], rows),
        *(["; ".join(notes)] if notes else []),
        *map(wrapped, [*_method(analysis, position.rules, options.arguments), *_fantasylands(position, options.worth)]),
    ]


def _plain(analysis: PlacementAnalysis, position: Position) -> dict[str, Any]:
    return {
        "position": str(position),
        "rules": position.rules.name,
        "in_fantasyland": False,
        **analysis.to_dict(),
    }


# ---- Fantasyland ----


def _board(best: FantasylandBoard, position: Position) -> list[str]:
    next_deal = f"stays in Fantasyland, with {best.stays} cards" if best.stays else "leaves Fantasyland"
    return [
        f"{position.rules.name}, Fantasyland of {len(position.hand)} cards, {counted(position.seats, 'player')}",
        *_open_hands(position),
        *rows_in_lines(best.board, read_seat(best.board, position.rules)),
        *([f"Discarded: {best.discarded}."] if best.discarded else []),
        f"{counted(best.royalties, 'royalty point')} from each opponent; {next_deal}",
        "Exact, by royalties and the worth of staying; points for rows are ignored.",
    ]


def _plain_board(best: FantasylandBoard, position: Position) -> dict[str, Any]:
    return {
        "position": str(position),
        "rules": position.rules.name,
        "in_fantasyland": True,
        "is_exact": True,
        "best": f"{best.board}" + (f" discards {best.discarded}" if best.discarded else ""),
        "rows": rows_plain(best.board, read_seat(best.board, position.rules)),
        "discarded": str(best.discarded),
        "royalties": best.royalties,
        "stays": best.stays,
        "points": best.value * (position.seats - 1),
    }


# ---- the command ----


def _advice(line: Line, options: _Options, *, as_json: bool) -> str:
    with errors_at(line, worths="worth"):
        position = options.read(line.text)
        if position.in_fantasyland and position.hand:
            board = options.fantasyland(position)
            return json_line(_plain_board(board, position)) if as_json else "\n".join(_board(board, position))
        analysis = options.analysis(position)
    return json_line(_plain(analysis, position)) if as_json else "\n".join(_table(analysis, position, options))


@click.command("advise", short_help="Compare the placements of open-face positions.")
@click.argument("positions", nargs=-1, metavar="[POSITION]...")
@file_option
@rules_option_of("pineapple")
@click.option(
    "--has-button", is_flag=True, help="For a hand alone: the player has the button; the cards of the opponent are hidden."
)
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
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="Number of placements to show.")
@json_option
def advise(
    positions: tuple[str, ...],
    path: str | None,
    rules: Rules,
    has_button: bool,
    arguments: AnalysisArguments,
    worth: PointsByCards | None,
    tolerance: float,
    top: int,
    as_json: bool,
) -> None:
    """Compare the placements of open-face positions: by rollouts, or exactly on the last street.

    A position is written as Python prints a `Position`. Seats and streets are indices from 0, and boards are in the order of
    seats. Optional parts are your discards, "discards 2s 3h", and the cards of each seat in Fantasyland, "fantasyland 14 0".
    If the first street is dealt face up, "open 1 As Kd 9h 5c 2c" lists the cards that seat 1 still has to place. Boards must
    have the numbers of cards that follow from the street and the button. To study your cards alone, leave the boards of
    others empty, and add "opponents hidden". A hand alone is on the first street of --rules, against one opponent.

    The analysis ends early if a wrong choice costs little (--tolerance). Points include the worth of your Fantasyland, but
    not of an opponent's. In Fantasyland, only the best board is shown. +- 95% is the margin of error of the column before
    it. --json lists all placements, with standard errors, and their gaps to the best before any rollout (estimate).

    \b
    cpoker advise Ah Kc Qs 8h 7c
    cpoker advise --rules turbo --seconds 5 --worth 7 "As Ad Kc 7h 2d"
    cpoker advise "rules pineapple; seat 0; button 1; street 1; \\
        board Qs / Kc 7c / Ah 8h; board - / 6s 6d / Jh Tc 2c; \\
      hand Qd 9h 4s"
    cpoker advise --rollouts 2000 --seed 1 --json --file positions.txt
    """  # noqa: D301
    if positions == ("-",) and path is None:
        positions, path = (), "-"
    options = _Options(rules, has_button, arguments, worth, tolerance, top)
    with Work("position") as work:
        for line in lines_of(positions, path):
            text = _advice(line, options, as_json=as_json)
            work.write(text if as_json else "\n" * bool(work.number) + coloured(text), line)
