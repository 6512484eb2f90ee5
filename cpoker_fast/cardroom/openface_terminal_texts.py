"""Texts of open-face games in the terminal: incomplete boards, advice, and news of Fantasyland."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.text import Text

from cpoker_fast._settling import royalties_of_row
from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.markup import FittedTable, card_style
from cpoker_fast.display.wording import counted
from cpoker_fast.openface import Deal, PartialBoard, PlacementAnalysis, Session
from cpoker_fast.ranking import lowball_strength, strength
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.settling import row_in_words

__all__ = ["BoardText", "advice_text", "end_news", "fantasyland_news", "row_words", "royalty_of"]

_MOST_ADVISED = 5  # largest number of placements that are shown as advice


def royalty_of(row: str, cards: Sequence[int], rules: Rules) -> int:
    """Return the royalty of a row in a legal board; 0 while the row is incomplete."""
    index = ROWS.index(row)
    if len(cards) < ROW_SIZES[index]:
        return 0
    is_low = row == "middle" and rules.lowball_middle
    rank = lowball_strength(cards) if is_low else strength(cards, wheel=rules.wheel)
    return int(royalties_of_row(compiled(rules), index)[rank])


def row_words(row: str, cards: Sequence[int], rules: Rules) -> str:
    """Return a row in words, with its royalty; empty while the row is incomplete."""
    royalty = royalty_of(row, cards, rules)
    return row_in_words(row, cards, rules) + (f" {royalty:+d}" if royalty else "")


class BoardText(NamedTuple):
    """The cards of a board, with each row in as many words as fit into its line."""

    board: PartialBoard
    new: CardSet
    """Cards that are underlined, because they were just placed."""
    rules: Rules

    def _words(self, row: str, cards: Sequence[int], width: int) -> str:
        royalty = royalty_of(row, cards, self.rules)
        royalty_text = f"{royalty:+d}" if royalty else ""
        full = row_in_words(row, cards, self.rules)
        for words in (full, full.partition(",")[0]):
            if words and len(text := f"{words} {royalty_text}".rstrip()) <= width:
                return text
        return royalty_text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        for row, size, cards in zip(ROWS, ROW_SIZES, self.board.rows, strict=True):
            line = Text(no_wrap=True)
            sorted_cards = sorted(cards, reverse=True)
            for card in sorted_cards:
                name = format_card(card)
                line.append(name, f"{card_style(name)} underline" if card in self.new else card_style(name))
                line.append(" ")
            line.append("__ " * (size - len(sorted_cards)))
            line.append("   " * (max(ROW_SIZES) - size))
            line.append(self._words(row, sorted_cards, options.max_width - line.cell_len))
            yield line


def advice_text(analysis: PlacementAnalysis) -> Group:
    """Return the best placements with their points, and the method of the analysis."""
    columns, rows = analysis.table()
    rows = rows[:_MOST_ADVISED]
    method = "Exact points." if analysis.is_exact else f"Points by rollouts of the bot {analysis.played_by}."
    more = len(analysis.placements) - len(rows)
    note = f"{method} {counted(more, 'more placement')} not shown." if more else method
    return Group(FittedTable(columns, rows, last="behind"), Text(note))


def fantasyland_news(deal: Deal, names: Sequence[str]) -> list[str]:
    """Return a line for each player who enters, stays in or leaves Fantasyland after a settled deal."""
    news = []
    for name, size, next_size in zip(names, deal.fantasyland, deal.next_fantasyland, strict=True):
        if next_size:
            news.append(f"{name} {'stays in' if size else 'enters'} Fantasyland: {next_size} cards in the next deal.")
        elif size:
            news.append(f"{name} leaves Fantasyland.")
    return news


def end_news(session: Session) -> list[str]:
    """Return a line about the end of the game if a player has run out of time; otherwise no line."""
    late_names = [name for name, timed_out in zip(session.names, session.timed_out, strict=True) if timed_out]
    if not late_names:
        return []
    reason = f"{' and '.join(late_names)} ran out of time"
    if session.is_over:
        return [f"{reason}: by the rules, the game ends. Press Enter to continue."]
    return [f"{reason}: by the rules, the game ends after the Fantasylands of the other players."]
