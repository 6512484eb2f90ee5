"""Texts of all games in the terminal: colored cards, and results and analyses that fit the screen."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.style import Style
from rich.text import Text

from cpoker_fast.boards import Board
from cpoker_fast.cards import format_card
from cpoker_fast.decisions import Decision
from cpoker_fast.display.columns import width_of
from cpoker_fast.display.markup import FittedTable, card_style, cards_text
from cpoker_fast.settling import Settlement
from cpoker_fast.settling.readout import boards_in_columns
from cpoker_fast.studies import Analysis

__all__ = ["analysis_text", "card_text", "decision_text", "result_text", "short_names", "shortened", "totals_text"]

_LONGEST_NAME = 12


def card_text(card: int, *, chosen: bool = False, is_new: bool = False, moves: bool = True) -> Text:
    """Return the text of a card, underlined if `is_new`. If it `moves`, its style has the card in `meta`, for clicks."""
    name = format_card(card)
    style = Style.parse(card_style(name)) + Style(reverse=chosen, meta={"card": card} if moves else None)
    return Text.assemble((" ", style), (name, style + Style(underline=is_new)), (" ", style))


def shortened(text: str, most: int) -> str:
    """Return a text, cut to `most` columns with an ellipsis at the end if it is longer."""
    if width_of(text) <= most:
        return text
    while width_of(text) >= most:
        text = text[:-1]
    return f"{text}…"


def short_names(names: Sequence[str]) -> list[str]:
    """Return names, each cut to at most 12 columns."""
    return [shortened(name, _LONGEST_NAME) for name in names]


def totals_text(names: Sequence[str], totals: Sequence[int]) -> str:
    """Return the points of all players, in one line."""
    return "   ".join(f"{name} {total:+d}" for name, total in zip(short_names(names), totals, strict=True))


def decision_text(decision: Decision) -> Text:
    """Return a decision in words, with its expected points."""
    words = "surrender" if decision.board is None else str(decision.board)
    if decision.declare:
        words = f"declare {decision.declare}"
    return cards_text(f"{words} ({decision.points:+.3f} points on average)")


class _Lines:
    """Lines; long ones are wrapped with a deeper indent, and a table that is too wide is omitted."""

    def __init__(self, lines: Sequence[str], *, is_table: bool = False) -> None:
        self.lines, self.is_table = lines, is_table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        width = options.max_width
        if self.is_table and max(map(width_of, self.lines), default=0) > width:
            return
        for line in self.lines:
            indent = " " * (len(line) - len(line.lstrip()) + 4)
            yield cards_text("\n".join(textwrap.wrap(line, width, subsequent_indent=indent)))


def result_text(settled: Settlement, names: Sequence[str], *, with_boards: bool = True) -> Group:
    """Return a settled deal as text: the totals, the boards, the results of pairings, and an explanation."""
    short = short_names(names)
    *pairings, totals = settled.summary(short).splitlines()
    boards: list[RenderableType] = [_Lines(boards_in_columns(settled, short)), Text()] if with_boards else []
    return Group(
        Text(totals, style="bold"),
        *boards,
        _Lines(pairings, is_table=not settled.pool),
        Text(),
        _Lines(settled.explain(short).splitlines()),
    )


def analysis_text(analysis: Analysis, board: Board | None) -> Group:
    """Return an analysis with the best boards first; `board` is always included, unless it is None."""
    table = analysis.table(None if board is None else analysis.candidate(board))
    return Group(cards_text(analysis.title), FittedTable(*table, last="behind"), Text(analysis.note))
