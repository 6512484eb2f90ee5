"""How printed cards are shown: with suit signs, in four colours as HTML or rich text, and in tables of HTML."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING

from cpoker_fast.errors import CardError

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

__all__ = ["cards_html", "cards_text", "formatted", "table_html", "table_text"]

_SIGNS = str.maketrans("cdhs", "♣♦♥♠")

# Legible on white and on black; spades have the colour of the text around them.
_STYLES = {"c": "green", "d": "bright_blue", "h": "red", "s": ""}
_SUITS_HTML = {
    "c": '<span style="color:#1a8a34">&clubs;&#xFE0E;</span>',
    "d": '<span style="color:#2f7de1">&diams;&#xFE0E;</span>',
    "h": '<span style="color:#e03131">&hearts;&#xFE0E;</span>',
    "s": "&spades;&#xFE0E;",
}


def formatted(cards: str, spec: str) -> str:
    """Printed cards by a format specification: that of text, with a ``u`` at its end for suit signs of Unicode.

    Raises CardError if the specification is invalid.
    """
    shown = cards.translate(_SIGNS) if spec.endswith("u") else cards
    try:
        return format(shown, spec.removesuffix("u"))
    except ValueError as error:
        raise CardError(f"bad format {spec!r} of cards: {error}; 'u' at its end shows suit signs") from None


def _card_html(card: str) -> str:
    return card[0] + _SUITS_HTML[card[1]] if len(card) > 1 else card


def cards_html(cards: str) -> str:
    """Printed cards, such as ``"As Kd / 2c"``, with the signs of their suits in colour."""
    return f'<span style="white-space:nowrap">{" ".join(map(_card_html, cards.split(" ")))}</span>'


def cards_text(cards: str) -> Text:
    """Printed cards, such as ``"As Kd / 2c"``, in the colours of their suits."""
    from rich.text import Text

    return Text(" ").join(Text(card, _STYLES[card[1]] if len(card) > 1 else "") for card in cards.split(" "))


def table_html(
    rows: Iterable[Sequence[str]], *, head: Sequence[str] = (), title: str = "", left: Container[int] = (0,), note: str = ""
) -> str:
    """A table of cells that are HTML already.

    The title, the note below and the names of columns are plain text; `left` are the columns that start together, the others
    end together.
    """
    from html import escape  # not at the head: its table of entities takes longer to import than this package

    def line(cells: Sequence[str], tag: str) -> str:
        aligned = (
            f'<{tag} style="text-align:{"left" if column in left else "right"}">{cell}</{tag}>'
            for column, cell in enumerate(cells)
        )
        return f"<tr>{''.join(aligned)}</tr>"

    caption = f'<caption style="text-align:left">{escape(title)}</caption>' if title else ""
    top = f"<thead>{line([escape(name) for name in head], 'th')}</thead>" if head else ""
    below = f"<p>{escape(note)}</p>" if note else ""
    return f"<table>{caption}{top}<tbody>{''.join(line(row, 'td') for row in rows)}</tbody></table>{below}"


def table_text(rows: Iterable[Sequence[str | Text]], *, head: Sequence[str], title: str = "", note: str = "") -> Table:
    """A table for a terminal, the first column to the left, the others to the right; nothing in it is read as markup."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title), title_justify="left", box=None, pad_edge=False, caption=Text(note))
    for place, column in enumerate(head):
        table.add_column(Text(column), justify="right" if place else "left", overflow="fold")  # no digit is cut
    for row in rows:
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return table
