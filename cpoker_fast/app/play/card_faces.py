"""Cards drawn with letters and lines, for the terminal: fans of cards, empty places and backs."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from cpoker_fast.cards import format_card
from cpoker_fast.display.markup import card_style

__all__ = ["BACK", "EMPTY", "HUGE", "LARGE", "MEDIUM", "SMALL", "CardSize", "Face", "Fan", "Look", "draw_fan"]


class CardSize(NamedTuple):
    """Columns and lines of a card; a card of one line has no frame."""

    width: int
    height: int


SMALL, MEDIUM, LARGE, HUGE = CardSize(3, 1), CardSize(4, 3), CardSize(6, 5), CardSize(9, 7)


class Fan(NamedTuple):
    """How cards lie side by side; they overlap if the step is less than their width."""

    size: CardSize
    step: int
    """Columns from one card to the next."""

    def width(self, cards: int) -> int:
        """Return the columns that a number of cards take."""
        return self.step * (cards - 1) + self.size.width if cards else 0


class Look(Enum):
    """What is drawn in the place of a card."""

    CARD = "card"
    CHOSEN = "chosen"
    """The selected card: with a heavy frame, over its neighbours."""
    NEW = "new"
    """A card that was just placed: with a bright frame, and underlined."""
    EMPTY = "empty"
    BACK = "back"


class Face(NamedTuple):
    """A place in a fan: a card, or nothing, or the back of a card."""

    card: int | None
    look: Look = Look.CARD
    moves: bool = False
    """Whether a click moves the card; its style then has the card in `meta`."""


EMPTY, BACK = Face(None, Look.EMPTY), Face(None, Look.BACK)

_GREY = Style(color="#858585")
_BRIGHT = Style(color="#d98000", bold=True)  # its contrast on dark and on light backgrounds is at least 3
# The upper, the middle and the lower line of a frame, each with a left part, a part to repeat, and a right part.
_ROUND, _HEAVY, _DASHED = ("╭─╮", "│ │", "╰─╯"), ("┏━┓", "┃ ┃", "┗━┛"), ("┌╌┐", "╎ ╎", "└╌┘")
_FRAMES = {
    Look.CARD: (_ROUND, _GREY),
    Look.NEW: (_ROUND, _BRIGHT),
    Look.CHOSEN: (_HEAVY, _BRIGHT),
    Look.EMPTY: (_DASHED, _GREY),
    Look.BACK: (_ROUND, _GREY),
}
_SMALL_PLACES = {Look.EMPTY: "__", Look.BACK: "▒▒"}

_Cell = tuple[str, Style]


def _index(face: Face) -> tuple[str, Style]:
    """Return the rank and the suit sign of a card, and their style."""
    card = face.card or 0
    style = Style.parse(card_style(format_card(card))) + Style(underline=face.look is Look.NEW or None)
    return format_card(card, symbols=True), style


def _inner(face: Face, width: int, height: int) -> list[list[_Cell]]:
    """Return the cells within the frame of a card."""
    if face.card is None:
        return [[("▒" if face.look is Look.BACK else " ", _GREY)] * width for _ in range(height)]
    text, style = _index(face)
    index = [(letter, style) for letter in text]
    lines = [[(" ", Style())] * width for _ in range(height)]
    lines[0][: len(index)] = index
    if height > 1:
        lines[-1][-len(index) :] = index
    if width % 2 and width > len(index):  # the sign in the middle
        lines[height // 2][width // 2] = index[-1]
    return lines


def _draw(face: Face, size: CardSize) -> list[list[_Cell]]:
    """Return the cells of a card, line by line."""
    width, height = size
    if height == 1:
        text, style = (_SMALL_PLACES[face.look], _GREY) if face.card is None else _index(face)
        shown = style + Style(reverse=face.look is Look.CHOSEN or None)
        lines = [[*((letter, shown) for letter in text), (" ", Style())]]
    else:
        frame, style = _FRAMES[face.look]
        above, beside, below = ([(letter, style) for letter in part] for part in frame)
        lines = [[beside[0], *cells, beside[2]] for cells in _inner(face, width - 2, height - 2)]
        lines = [_framed(above, width), *lines, _framed(below, width)]
    if not face.moves:
        return lines
    clickable = Style(meta={"card": face.card})
    return [[(letter, style + clickable) for letter, style in line] for line in lines]


def _framed(part: Sequence[_Cell], width: int) -> list[_Cell]:
    return [part[0], *[part[1]] * (width - 2), part[2]]


def draw_fan(faces: Sequence[Face], fan: Fan) -> list[Text]:
    """Draw cards side by side, each over the one to its left, and a chosen card over all.

    Returns as many lines of text as a card has, all of the same width; empty lines without cards.
    """
    lines: list[list[_Cell]] = [[(" ", Style())] * fan.width(len(faces)) for _ in range(fan.size.height)]
    order = sorted(range(len(faces)), key=lambda place: faces[place].look is Look.CHOSEN)
    for place in order:
        left, is_last = fan.step * place, place == len(faces) - 1
        size = fan.size
        if faces[place].look is Look.CHOSEN and not is_last:
            size = size._replace(width=min(size.width, fan.step + 1))  # the next card stays legible
        for line, cells in zip(lines, _draw(faces[place], size), strict=True):
            line[left : left + len(cells)] = cells
    return [_text_of(line) for line in lines]


def _text_of(cells: Sequence[_Cell]) -> Text:
    runs = groupby(cells, key=lambda cell: cell[1])
    return Text.assemble(*(("".join(letter for letter, _ in run), style) for style, run in runs))
