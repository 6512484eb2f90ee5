"""Markup of printed cards and tables: suit signs, four colours, HTML for notebooks, tables that fit a terminal."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cpoker_fast.display.columns import fit_columns
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

__all__ = ["FittedTable", "card_style", "cards_html", "cards_text", "format_cards", "table_html"]

_CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b")
_BETWEEN_ROWS = re.compile(r"(?<=/) | (?=discards)")
_SIGNS = str.maketrans("cdhs", "♣♦♥♠")
# Legible on dark and light backgrounds; spades have the colour of the text.
_COLOURS = {"c": "#1a9641", "d": "#2f80e7", "h": "#e5484d"}


def format_cards(cards: str, spec: str) -> str:
    """Format a text with printed cards by a specification of str, in which a final ``u`` means Unicode suit signs.

    Raises CardError if the specification is invalid.
    """
    shown = _CARD.sub(lambda card: card[0].translate(_SIGNS), cards) if spec.endswith("u") else cards
    try:
        return format(shown, spec.removesuffix("u"))
    except ValueError as error:
        raise CardError(f"bad format {quote(spec)} of cards: {error}; 'u' at the end shows suit signs") from None


# ---- text for terminals, with rich ----


def card_style(card: str) -> str:
    """Return the rich style of a printed card: bold, in the colour of its suit."""
    return f"bold {_COLOURS.get(card[1], 'default')}"


def cards_text(text: str) -> Text:
    """Return a text with all printed cards in the colours of their suits."""
    from rich.text import Text

    shown = Text(text)
    for match in _CARD.finditer(text):
        shown.stylize(card_style(match[0]), *match.span())
    return shown


class FittedTable:
    """A table in colour for terminals, without the columns that do not fit (see `fit_columns`)."""

    columns: Sequence[str]
    has_note: bool
    last: str
    rows: list[Sequence[str]]

    def __init__(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], last: str = "", *, has_note: bool = True
    ) -> None:
        self.columns, self.rows, self.last, self.has_note = columns, list(rows), last, has_note

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        lines = fit_columns(self.columns, self.rows, options.max_width, self.last, has_note=self.has_note)
        yield from map(cards_text, lines)


# ---- HTML for notebooks ----


def _card_html(match: re.Match[str]) -> str:
    rank, suit = match[1], match[2]
    sign = f"{suit.translate(_SIGNS)}\ufe0e"  # variation selector: a character, not an emoji
    return rank + (f'<span style="color:{_COLOURS[suit]}">{sign}</span>' if suit in _COLOURS else sign)


def cards_html(text: str) -> str:
    """Return a text as HTML, with all printed cards as coloured suit signs; lines break only between rows of a board."""
    from html import escape  # imported here: its table of entities takes longer than this package

    rows = _BETWEEN_ROWS.split(text)
    return " ".join(f'<span style="white-space:nowrap">{_CARD.sub(_card_html, escape(row))}</span>' for row in rows)


def table_html(
    rows: Iterable[Sequence[str]], *, head: Sequence[str] = (), title: str = "", left: Container[int] = (0,), note: str = ""
) -> str:
    """Return a table of cells as HTML.

    Cells, `title` and `note` are HTML; the names of columns in `head` are plain text. The note is below the table. `left`
    has the indices of left-aligned columns.
    """
    from html import escape

    def line(cells: Sequence[str], tag: str) -> str:
        shown = []
        for column, cell in enumerate(cells):
            name = tag if cell else "td"  # a heading without text would be announced as one
            shown.append(f'<{name} style="text-align:{"left" if column in left else "right"}">{cell}</{name}>')
        return f"<tr>{''.join(shown)}</tr>"

    caption = f'<caption style="text-align:left">{title}</caption>' if title else ""
    top = f"<thead>{line([escape(name) for name in head], 'th')}</thead>" if head else ""
    below = f"<p>{note}</p>" if note else ""
    return f"<table>{caption}{top}<tbody>{''.join(line(row, 'td') for row in rows)}</tbody></table>{below}"
