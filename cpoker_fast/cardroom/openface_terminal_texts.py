"""Texts of open-face games in the terminal: royalties, advice, and news of Fantasyland."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from cpoker_fast._settling import royalties_of_row
from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.display.markup import FittedTable
from cpoker_fast.openface import Deal, Session
from cpoker_fast.ranking import lowball_strength, strength
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.studies import Analysis

__all__ = ["advice_texts", "end_news", "fantasyland_news", "royalty_of"]


def royalty_of(row: str, cards: Sequence[int], rules: Rules) -> int:
    """Return the royalty of a row in a legal board; 0 while the row is incomplete."""
    index = ROWS.index(row)
    if len(cards) < ROW_SIZES[index]:
        return 0
    is_low = row == "middle" and rules.lowball_middle
    rank = lowball_strength(cards) if is_low else strength(cards, wheel=rules.wheel)
    return int(royalties_of_row(compiled(rules), index)[rank])


def advice_texts(analysis: Analysis) -> list[RenderableType]:
    """Return the best placements with their points and a note, in versions of fewer and fewer placements."""
    columns, rows = analysis.table()
    return [
        Group(FittedTable(columns, rows[:shown], last="behind"), Text(analysis.note_below(shown)))
        for shown in range(len(rows), 0, -1)
    ]


def fantasyland_news(deal: Deal, names: Sequence[str]) -> list[str]:
    """Return a line about the players who enter, stay in or leave Fantasyland after a settled deal; no line if none does."""
    news = []
    for name, size, next_size in zip(names, deal.fantasyland, deal.next_fantasyland, strict=True):
        if next_size:
            news.append(f"{name} {'stays' if size else 'enters'} with {next_size} cards")
        elif size:
            news.append(f"{name} leaves")
    return [f"Fantasyland: {', '.join(news)}."] if news else []


def end_news(session: Session) -> list[str]:
    """Return a line about the end of the game if a player has run out of time; otherwise no line."""
    late_names = [name for name, timed_out in zip(session.names, session.timed_out, strict=True) if timed_out]
    if not late_names:
        return []
    reason = f"{' and '.join(late_names)} ran out of time"
    if session.is_over:
        return [f"{reason}: by the rules, the game ends. Press Enter to continue."]
    return [f"{reason}: by the rules, the game ends after the Fantasylands of the other players."]
