"""What the terminal shows as text: cards in the colours of their suits, results and analyses in the room that there is."""

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
    """A card on the table, underlined if it is new; clicks on one that moves find it as ``card`` in the style's meta."""
    name = format_card(card)
    style = Style.parse(card_style(name)) + Style(reverse=chosen, meta={"card": card} if moves else None)
    return Text.assemble((" ", style), (name, style + Style(underline=is_new)), (" ", style))


def shortened(text: str, most: int) -> str:
    """A text in at most so many columns; a longer one ends in an ellipsis."""
    if width_of(text) <= most:
        return text
    while width_of(text) >= most:
        text = text[:-1]
    return f"{text}…"


def short_names(names: Sequence[str]) -> list[str]:
    """Names that fit in columns."""
    return [shortened(name, _LONGEST_NAME) for name in names]


def totals_text(names: Sequence[str], totals: Sequence[int]) -> str:
    """The points of all players, in one line."""
    return "   ".join(f"{name} {total:+d}" for name, total in zip(short_names(names), totals, strict=True))


def decision_text(decision: Decision) -> Text:
    """A decision in words, and its points."""
    what = "surrender" if decision.board is None else str(decision.board)
    if decision.declare:
        what = f"declare {decision.declare}"
    return cards_text(f"{what} ({decision.points:+.3f} points on average)")


class _Lines:
    """Lines that go on below their own beginning where they have no room; or are left out together, if they are a table."""

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
    """A settled deal: the totals, the boards, who won which row, and then everything in words."""
    called = short_names(names)
    *pairings, totals = settled.summary(called).splitlines()
    boards: list[RenderableType] = [_Lines(boards_in_columns(settled, called)), Text()] if with_boards else []
    return Group(
        Text(totals, style="bold"),
        *boards,
        _Lines(pairings, is_table=not settled.pool),
        Text(),
        _Lines(settled.explain(called).splitlines()),
    )


def analysis_text(found: Analysis, own: Board | None) -> Group:
    """An analysis, the best boards first; the person's own board is among them in any case."""
    table = found.table(None if own is None else found.candidate(own))
    return Group(cards_text(found.title), FittedTable(*table, last="behind"), Text(found.note))
