"""Texts of games in the terminal: points in colour, news, and results and analyses that fit the screen."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.style import Style
from rich.text import Text

from cpoker_fast.app.play.game import Verdict
from cpoker_fast.app.play.opponents import nickname
from cpoker_fast.app.table.freezeout_words import result_in_words
from cpoker_fast.app.table.table import Table
from cpoker_fast.display.columns import fit_columns, width_of
from cpoker_fast.display.markup import FittedTable, cards_text
from cpoker_fast.game.placement import Placement
from cpoker_fast.settling import Settlement
from cpoker_fast.settling.boards_in_words import remark_on
from cpoker_fast.settling.readout import pairings_table, pool_lines
from cpoker_fast.studies import Analysis

__all__ = [
    "analysis_texts", "centred", "end_news", "nicknames", "points_text", "result_texts", "shortened", "totals_text",
    "verdict_text", "wrapped_words",
]  # fmt: skip

_QUICK_ESTIMATE = "A quick estimate of what opponents hold; the analysis (key a) deals them the cards that you do not have."
"""Why points of `arrange` differ from those of `analyze`."""
_LONGEST_NAME = 12
_MOST_CANDIDATES = 10
_MOST_LINES_OF_WORDS = 2
_WON, _LOST = Style(color="#1a9641", bold=True), Style(color="#e5484d", bold=True)
_SIGNED = re.compile(r"(?<![^\s])([+-])(\d+)?(?![^\s,])")


def points_text(points: int) -> Text:
    """Return points with their sign, in the colour of a win or of a loss."""
    return Text(f"{points:+d}", _WON if points > 0 else _LOST if points < 0 else "")


def _with_coloured_points(text: str) -> Text:
    """Return a text whose numbers with a sign, and signs of won and lost rows, have the colour of a win or of a loss."""
    shown = Text(text)
    for match in _SIGNED.finditer(text):
        if match[2] is None or int(match[2]):
            shown.stylize(_WON if match[1] == "+" else _LOST, *match.span())
    return shown


def shortened(text: str, most: int) -> str:
    """Return a text, cut to `most` columns with an ellipsis at the end if it is longer."""
    if width_of(text) <= most:
        return text
    while text and width_of(text) >= most:
        text = text[:-1]
    return f"{text}…"


def wrapped_words(words: str, number: Text, width: int, height: int) -> list[Text]:
    """Return words and a number beside the cards of a row, in `height` lines: all words, or those before the comma."""
    for shown in (words, words.partition(",")[0]):
        lines = [Text(line) for line in textwrap.wrap(shown, width)] or [Text()]
        if number.plain:
            if lines[-1].cell_len + number.cell_len >= width:
                lines.append(Text())
            lines[-1] = Text(" " if lines[-1].plain else "").join([lines[-1], number])
        if len(lines) <= min(height, _MOST_LINES_OF_WORDS):
            break
    return centred(lines[:height], height)


def centred(lines: Sequence[Text], height: int) -> list[Text]:
    """Return lines with empty ones above and below them."""
    above = (height - len(lines) + 1) // 2
    return [*[Text()] * above, *lines, *[Text()] * (height - above - len(lines))]


def nicknames(names: Sequence[str]) -> list[str]:
    """Return short names of all players: those of bots without their kinds, each cut to at most 12 columns."""
    return [shortened(name, _LONGEST_NAME) for name in (names[0], *map(nickname, names[1:]))]


def totals_text(names: Sequence[str], totals: Sequence[int], width: int, *, are_chips: bool = False) -> Text:
    """Return the points or chips of all players in one line: with the full names of bots if there is room."""
    full_names = [shortened(names[0], _LONGEST_NAME), *names[1:]]
    for shown in (full_names, nicknames(names)):
        amounts = [Text(f"{total:,}", "bold") if are_chips else points_text(total) for total in totals]
        parts = [Text.assemble(f"{name} ", amount) for name, amount in zip(shown, amounts, strict=True)]
        line = Text("   ").join(parts)
        if line.cell_len <= width:
            break
    return line


def _best_text(best: Placement) -> Text:
    """Return the best placement of a hand in words, with its expected points."""
    words = f"declare {best.declare}" if best.declare else str(best.board or best)
    return cards_text(f"{words} ({best.points:+.3f} points on average)")


def verdict_text(verdict: Verdict) -> RenderableType:
    """Return the points of a placement in practice, what it costs, and the best placement."""
    return Group(
        Text(f"Your placement: {verdict.points:+.3f} points on average; cost: {verdict.cost:.3f} points."),
        Text.assemble("Best: ", _best_text(verdict.best)),
        Text(_QUICK_ESTIMATE, "dim"),
    )


class _Lines:
    """Lines with points in colour; long ones are wrapped with a deeper indent."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        for line in self.lines:
            indent = " " * (len(line) - len(line.lstrip()) + 4)
            yield _with_coloured_points("\n".join(textwrap.wrap(line, options.max_width, subsequent_indent=indent)))


class _Pairings:
    """The table of pairings, with points in colour, and without the columns that do not fit."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        columns, *rows = self.rows
        for number, line in enumerate(fit_columns(columns, rows, options.max_width, "points", has_note=False)):
            yield _with_coloured_points(line) if number else Text(line, "bold")


def result_texts(
    settled: Settlement, names: Sequence[str], news: Sequence[str] = (), notices: Sequence[str] = ()
) -> list[RenderableType]:
    """Return a settled deal in several versions, the most complete first. The boards are shown elsewhere.

    All versions have the notices, the pool, the results of pairings and chips. The first two versions also have the news,
    the reasons of fouls and the naturals. The first version also has an explanation. For two players, this explanation has
    all other parts except notices and news. The later versions omit the reasons, then the news. The marks of the boards show
    fouls and earned Fantasylands.
    """
    short = nicknames(names)
    pairings = pairings_table(settled, short)
    seats = zip(short, settled.seats, strict=True)
    remarks = "; ".join(f"{name}: {remark}" for name, seat in seats if (remark := remark_on(seat, settled.rules)))
    chips = ", ".join(f"{name} {won:+d}" for name, won in zip(short, settled.chips or (), strict=False))
    notice = Group(*(Text(line, "bold") for line in notices))
    head = Group(*(Text(line, "bold") for line in news), notice)
    table = Group(_Lines(pool_lines(settled, short) if settled.pool else []), *([_Pairings(pairings)] if pairings else []))
    won_chips = _Lines([f"chips: {chips}"] if chips else [])
    notes = Group(_Lines([remarks] if remarks else []), won_chips)
    explanation = _Lines(settled.explain(names).rpartition("\n\nTotal\n")[0].splitlines())  # totals are beside the names
    full = [explanation] if len(names) == 2 else [table, notes, Text(), explanation]
    return [Group(head, *full), Group(head, table, notes), Group(head, table, won_chips), Group(notice, table, won_chips)]


def analysis_texts(analysis: Analysis, result: Sequence[RenderableType]) -> list[RenderableType]:
    """Return an analysis in several versions, the most complete first. All include the placements of `Analysis.also`.

    The first version ends with the result of the deal, if there is one. The others have fewer and fewer placements.
    """

    def version(limit: int) -> Group:
        return Group(FittedTable(*analysis.table(limit=limit), last="behind"), Text(analysis.note_below(limit)))

    full = Group(cards_text(analysis.title), version(_MOST_CANDIDATES), *([Text(), *result[:1]] if result else []))
    return [full, *map(version, range(_MOST_CANDIDATES, 0, -1))]


def end_news(table: Table, person: str) -> list[str]:
    """Return lines about the end of the game: players who are out of a freezeout, or have run out of time; or no line."""
    if table.level is not None:
        places = [place for place in reversed(table.places) if place.deal == table.deals]
        is_over = person in {place.name for place in places}
        return [*map(result_in_words, places), *(["The game is over: q quits."] if is_over else [])]
    if not table.timed_out:
        return []
    reason = f"{' and '.join(table.timed_out)} ran out of time"
    if table.is_over:
        return [f"{reason}: by the rules, the game ends. Press Enter to continue."]
    return [f"{reason}: by the rules, the game ends after the Fantasylands of the other players."]
