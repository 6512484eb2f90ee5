"""A board in the terminal: the name of its player, its cards with words beside them, and a remark."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from cpoker_fast.app.play.card_faces import EMPTY, Face, Fan, draw_fan
from cpoker_fast.app.play.opponents import nickname
from cpoker_fast.app.play.terminal_texts import centred, points_text, shortened, wrapped_words
from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.display.columns import width_of
from cpoker_fast.display.markup import cards_text

__all__ = ["BoardPanel", "BoardView", "CardLine", "beside", "has_room_for_words"]

_FEWEST_WORDS = 12  # columns; with fewer, only the royalty is shown


class CardLine(Static):
    """The cards of the hand or of a row; they can be clicked."""

    DEFAULT_CSS: ClassVar[str] = "CardLine { height: auto; }"

    class Clicked(Message):
        """A click on a line; `card` is the clicked card, or None for a click beside the cards."""

        card: int | None
        line: str

        def __init__(self, line: str, card: int | None) -> None:
            super().__init__()
            self.line, self.card = line, card

    def on_click(self, event: Click) -> None:
        """Post a message with the line and the clicked card."""
        if self.id is not None:
            self.post_message(self.Clicked(self.id, event.style.meta.get("card")))

    def show(self, lines: Sequence[Text]) -> None:
        """Show lines of text."""
        self.update(Text("\n").join(lines))


class BoardView(NamedTuple):
    """What a panel shows of a board."""

    name: str
    rows: Sequence[Sequence[Face]]
    words: Sequence[str] = ("", "", "")
    """Words beside each row, if there is room: its description or its name."""
    royalties: Sequence[int] = (0, 0, 0)
    result: Text = Text()
    """Points of the player, beside the name."""
    remark: str = ""
    is_foul: bool = False


class BoardPanel(Vertical):
    """A board. If `takes_cards`, its rows have the names of rows as ids, and can be clicked."""

    DEFAULT_CSS: ClassVar[str] = """
    BoardPanel { height: auto; }
    BoardPanel > Static { height: auto; }
    BoardPanel > .remark { padding: 0 0 0 1; height: 1; text-style: bold; color: $text-warning; }
    BoardPanel > .remark.-foul { color: $text-error; }
    """

    head: Static
    remark: Static
    words: Static

    def __init__(self, *, takes_cards: bool = False) -> None:
        super().__init__()
        self.head, self.words, self.remark = Static(), Static(), Static(classes="remark")
        self.lines: dict[str, CardLine] = {row: CardLine(id=row if takes_cards else None) for row in ROWS}

    def compose(self) -> ComposeResult:
        """Yield the name, the rows and the remark."""
        yield self.head
        yield from self.lines.values()
        yield self.words
        yield self.remark

    def show(self, view: BoardView, fan: Fan, width: int, lines_below: int = 0) -> None:
        """Show a board in a number of columns.

        If there is no room for words beside the rows, those of each row have a number of lines below the board, or none.
        """
        self.styles.width = width
        self.head.update(_head(view, width))
        column = 1 + fan.width(max(ROW_SIZES))
        has_words_beside = has_room_for_words(fan, width)
        for row, size, faces, words, royalty in zip(ROWS, ROW_SIZES, view.rows, view.words, view.royalties, strict=True):
            lines = draw_fan([*faces, *[EMPTY] * (size - len(faces))], fan)
            if row != ROWS[-1] and len(lines) > 1:
                del lines[-1]  # the next row lies over the frame
            number = points_text(royalty) if royalty else Text()
            if has_words_beside:
                texts = [Text("  ") + line for line in wrapped_words(words, number, width - column - 2, len(lines))]
            else:
                texts = centred([Text(" " * (width - column > number.cell_len)) + number], len(lines))
            indent = 1 + fan.step * (max(ROW_SIZES) - size) // 2
            self.lines[row].show(beside([Text(" " * indent) + line for line in lines], column, texts))
        self.words.display = lines_below > 0 and not has_words_beside
        self.words.update(Text("\n").join(_words_below(view.words, width - 2, lines_below)))
        self.remark.update(cards_text(_shortest(view.remark, width - 1)))
        self.remark.set_class(view.is_foul, "-foul")


def has_room_for_words(fan: Fan, width: int) -> bool:
    """Return whether words fit beside the rows of a board."""
    return width - 1 - fan.width(max(ROW_SIZES)) >= _FEWEST_WORDS


def _shortest(remark: str, width: int) -> str:
    """Return a remark without the last of its parts, or without the reason of a foul, until it fits."""
    while width_of(remark) > width and (end := max(remark.rfind(": "), remark.rfind("; "))) > 0:
        remark = remark[:end]
    return shortened(remark, width)


def _words_below(words: Sequence[str], width: int, height: int) -> list[Text]:
    """Return lines with the words of all rows, in full if each fits its lines, or else those before the comma."""
    for shown in (words, [text.partition(",")[0] for text in words]):
        rows = [textwrap.wrap(text, max(width, 1), subsequent_indent="  ") for text in shown]
        if all(len(lines) <= height for lines in rows):
            break
    return [Text(f" {line}") for lines in rows for line in lines[:height]]


def beside(lines: Sequence[Text], column: int, texts: Sequence[Text]) -> list[Text]:
    """Return lines with texts beside them, from a column on."""
    return [Text.assemble(line, " " * (column - line.cell_len), text) for line, text in zip(lines, texts, strict=True)]


def _head(view: BoardView, width: int) -> Text:
    result = Text("  ") + view.result if view.result.plain else Text()
    room = width - 2 - result.cell_len
    name = view.name if width_of(view.name) <= room else shortened(nickname(view.name), room)
    return Text.assemble(" ", (name, "bold"), result)
