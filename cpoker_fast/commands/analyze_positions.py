"""Placements of positions in `cpoker analyze`: the analysis of a position as text or JSON."""

from __future__ import annotations

from typing import Any, NamedTuple

from cpoker_fast.arranging import (
    FantasylandBoard,
    assumed_worths,
    from_each_opponent,
    openface_fantasyland,
    shipped_worth,
)
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.analysis_options import AnalysisArguments
from cpoker_fast.commands.inputs import PointsByCards
from cpoker_fast.commands.output import board_in_lines, board_plain, json_line, next_deal, table_lines, wrapped
from cpoker_fast.display.wording import counted
from cpoker_fast.game.plan import entry_sizes
from cpoker_fast.game.position import Position
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.analysis import PlacementAnalysis, PlacementValue, analyze, meaning_of_dash

__all__ = ["PositionOptions", "position_of_hand"]

_EMPTY_BOARD = "- / - / -"


def position_of_hand(hand: CardSet, rules: Rules, has_button: bool) -> Position:
    """Return the position of a hand on the first street, against one opponent whose cards are not known."""
    return Position(
        rules,
        seat=0,
        button=0 if has_button else 1,
        street=0,
        boards=[_EMPTY_BOARD, _EMPTY_BOARD],
        hand=hand,
        hides_opponents=has_button,  # who has placed their cards
    )


class PositionOptions(NamedTuple):
    """Options of `cpoker analyze` for positions."""

    arguments: AnalysisArguments
    worth: PointsByCards | None
    tolerance: float
    top: int

    def text(self, position: Position, as_json: bool) -> str:
        """Return the analysis of a position, in words or as JSON: all placements, or the best board in Fantasyland."""
        if position.in_fantasyland and position.hand:
            board = self._fantasyland(position)
            return json_line(_plain_board(board, position)) if as_json else "\n".join(_board(board, position))
        analysis = analyze(position, worths=self.worth, tolerance=self.tolerance, **self.arguments._asdict())
        return json_line(_plain(analysis, position)) if as_json else "\n".join(_table(analysis, position, self))

    def _fantasyland(self, position: Position) -> FantasylandBoard:
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


def _table(analysis: PlacementAnalysis, position: Position, options: PositionOptions) -> list[str]:
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
    return {"position": str(position), "rules": position.rules.name, "in_fantasyland": False, **analysis.to_dict()}


# ---- Fantasyland ----


def _board(best: FantasylandBoard, position: Position) -> list[str]:
    return [
        f"{position.rules.name}, Fantasyland of {len(position.hand)} cards, {counted(position.seats, 'player')}",
        *_open_hands(position),
        *board_in_lines(best, position.rules),
        f"{counted(best.royalties, 'royalty point')} from each opponent; {next_deal(best)}",
        "Exact, by royalties and the worth of staying; points for rows are ignored.",
    ]


def _plain_board(best: FantasylandBoard, position: Position) -> dict[str, Any]:
    return {
        "position": str(position),
        "rules": position.rules.name,
        "in_fantasyland": True,
        "is_exact": True,
        "best": f"{best.board}" + (f" discards {best.discarded}" if best.discarded else ""),
        **board_plain(best, position.rules),
        "points": best.value * (position.seats - 1),
    }
