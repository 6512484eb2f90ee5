"""Pictures of boards and positions: SVG for notebooks, web pages and files.

The pictures have no identifiers, scripts, external fonts or references, so that a page can contain many of them. The unit of
length is such that a card is `CARD_WIDTH` units wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from cpoker_fast._arguments import check_name, check_whole
from cpoker_fast.display.columns import width_of
from cpoker_fast.display.markup import format_cards
from cpoker_fast.errors import CpokerError

__all__ = [
    "CARD_WIDTH", "PicturedBoard", "PicturedCards", "board_svg", "card_svg", "check_label", "check_picture", "position_svg",
]  # fmt: skip

CARD_WIDTH = 36
"""Default width of a card in pixels."""

_CARD_HEIGHT, _GAP = 50, 4
_ROW_SIZES = (3, 5, 5)
_ROW_WIDTH = 5 * CARD_WIDTH + 4 * _GAP
_WORDS_WIDTH = 230  # room for most descriptions, so that pictures of boards have the same size
_SMALL = 0.7  # scale of cards that are out of play or not placed yet
_COLUMN_GAP, _LINE = 28, 16
_SMALLEST, _LARGEST = 8, 400  # pixels of a card
_LONGEST = 1000  # letters of a name or a title

# The colours of the package, darker: on white cards, their contrast is at least 4.5.
_COLOURS = {"c": "#157f35", "d": "#1f6bd0", "h": "#d0262e", "s": "#16181d"}
_GREY = "#858b94"  # its contrast on white and on dark pages is at least 3
_FOUL = "#c62828"
_NO_EMOJI = "\ufe0e"  # variation selector: a character, not an emoji
_FONTS = "system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"
_CARD_FONTS = "Helvetica, Arial, Segoe UI Symbol, DejaVu Sans, sans-serif"
# In a page, words have the colour of the surrounding text. In a file, the picture is the root of the document: it has a
# background of its own, since a dark system may show it on a light page.
_STYLE = (
    "<style>svg:root{background:#fff;color:#16181d}"
    "@media (prefers-color-scheme:dark){svg:root{background:#131416;color:#d8dade}}</style>"
)


class PicturedBoard(NamedTuple):
    """A board with words around it."""

    rows: Sequence[str]
    """Cards of front, middle and back."""
    words: Sequence[str] = ("", "", "")
    """Description of each row; empty for incomplete rows."""
    foul: str = ""
    """Reason why the board is a foul."""
    name: str = ""
    """Name of the player."""
    roles: Sequence[str] = ()
    """Words after the name, such as ``'button'``."""
    note: str = ""
    """Line below the name."""
    is_hidden: bool = False
    open_hand: str = ""
    """Cards that were dealt face up and are not placed yet."""


class PicturedCards(NamedTuple):
    """Cards beside the boards, such as a hand."""

    label: str
    cards: str
    is_small: bool = False


def check_picture(card_width: object, title: object, error: type[CpokerError]) -> None:
    """Raise `error` unless the width of a card and the title are valid."""
    check_whole("card_width", card_width, _SMALLEST, _LARGEST, error)
    if title is not None and not (isinstance(title, str) and not title):
        check_label("title", title, error)


def check_label(name: str, value: object, error: type[CpokerError]) -> None:
    """Raise `error` unless the value of an argument is a name or a title."""
    check_name(name, value, error)
    if len(str(value)) > _LONGEST:
        raise error.about(name, f"expected at most {_LONGEST} characters, got {len(str(value))}")


def card_svg(card: str) -> str:
    """Return the picture of a card, such as ``'As'``, without a label and a size."""
    drawing = _Drawing()
    drawing.card(0, 0, card)
    box = f"-1 -1 {CARD_WIDTH + 2} {_CARD_HEIGHT + 2}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" aria-hidden="true">{"".join(drawing.elements)}</svg>'


def board_svg(board: PicturedBoard, *, card_width: int, title: str | None) -> str:
    """Return the picture of one board, with the description of each row to its right."""
    drawing = _Drawing()
    words_left = _ROW_WIDTH + 12
    columns_right = [words_left + _text_width(part, 13) for words in board.words for part in words.split(", ", 1) if words]
    drawing.width = max([_ROW_WIDTH + (_WORDS_WIDTH if any(board.words) else 0), *columns_right])
    y = drawing.paragraph(0, 0, title, 14, is_bold=True) if title else 0
    for index, words in enumerate(board.words):
        drawing.row(0, y, board, index)
        kind, _, ranks = words.partition(", ")
        drawing.text(words_left, y + (22 if ranks else 30), kind, 13, is_bold=True)
        drawing.text(words_left, y + 39, ranks, 13)
        y += _CARD_HEIGHT + _GAP
    drawing.height = drawing.foul(0, y, board.foul, drawing.width) if board.foul else y - _GAP
    text = _board_text(board)
    return drawing.svg(card_width, title or _rows_text(board), f"{title}: {text}" if title else text)


def position_svg(
    boards: Sequence[PicturedBoard], cards: Sequence[PicturedCards], *, columns: int, card_width: int, title: str
) -> str:
    """Return the picture of boards in `columns`, with more cards below them."""
    drawing = _Drawing()
    drawing.width = columns * (_ROW_WIDTH + _COLUMN_GAP) - _COLUMN_GAP
    y = drawing.paragraph(0, 0, title, 13) + 6 if title else 0.0
    for first in range(0, len(boards), columns):
        y = drawing.boards(y, boards[first : first + columns]) + 14
    drawing.height = drawing.groups(y, cards) if cards else y - 14
    parts = [title] if title else []
    for board in boards:
        player = ", ".join(filter(None, [board.name, *board.roles, board.note]))
        parts.append(player if board.is_hidden else f"{player}: {_board_text(board)}")
    parts += [f"{group.label}: {group.cards}" for group in cards]
    return drawing.svg(card_width, title or "boards", ". ".join(parts))


def _board_text(board: PicturedBoard) -> str:
    """Return a board as text, with all of its words."""
    parts = [_rows_text(board)]
    parts += [f"{name}: {words}" for name, words in zip(("front", "middle", "back"), board.words, strict=True) if words]
    parts += [f"foul: {board.foul}"] if board.foul else []
    parts += [f"open hand: {board.open_hand}"] if board.open_hand else []
    return "; ".join(parts)


def _rows_text(board: PicturedBoard) -> str:
    return " / ".join(row or "-" for row in board.rows)


def _short_words(words: str) -> str:
    """Return as many words of a description as fit below a row."""
    texts = (words, words.partition(" with ")[0], words.partition(",")[0])
    return next(text for text in texts if _text_width(text, 12) <= _ROW_WIDTH or text is texts[-1])


def _letter_width(letter: str) -> float:
    """Return the largest width of a letter in units of the font size, since fonts differ."""
    if letter in "MWmw@%":
        return 0.95
    return 0.8 if letter.isupper() else 0.6 * width_of(letter)


def _text_width(text: str, size: float) -> float:
    return size * sum(map(_letter_width, text))


def _fitting(text: str, width: float, size: float) -> int:
    """Return the number of letters that fit into a width; at least one."""
    left = width / size
    for number, letter in enumerate(text):
        left -= _letter_width(letter)
        if left < 0:
            return max(number, 1)
    return len(text)


def _cut(text: str, width: float, size: float) -> str:
    """Return as much of a text as fits, with an ellipsis where it was cut."""
    if _fitting(text, width, size) == len(text):
        return text
    return f"{text[: _fitting(text, width - size, size)].rstrip()}…"


def _lines(text: str, width: float, size: float) -> list[str]:
    """Return a text in lines that fit, broken at spaces where there are any."""
    lines = []
    while text:
        end = _fitting(text, width, size)
        if end < len(text):
            end = max(text.rfind(" ", 0, end + 1), 0) or end
        lines.append(text[:end].rstrip())
        text = text[end:].lstrip()
    return lines


def _xml(text: str) -> str:
    """Escape a text for XML. Characters that cannot be printed are replaced, because XML forbids some of them."""
    return escape("".join(letter if letter.isprintable() else "\ufffd" for letter in text))


class _Drawing:
    """Elements of a picture. Methods that draw downwards return the coordinate below what they drew."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        self.width = self.height = 0.0

    def svg(self, card_width: int, title: str, label: str) -> str:
        """Return the picture."""
        margin = 4  # for the lines of cards, and a background
        width, height = self.width + 2 * margin, self.height + 2 * margin
        scale = card_width / CARD_WIDTH
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} {-margin} {width:g} {height:g}"'
            f' width="{width * scale:g}" height="{height * scale:g}" style="max-width:100%;height:auto"'
            f' role="img" aria-label="{_xml(label)}" font-family="{_FONTS}" fill="currentColor">'
            f"<title>{_xml(title)}</title>{_STYLE}{''.join(self.elements)}</svg>"
        )

    # ---- words ----

    def text(self, x: float, y: float, text: str, size: int, *, is_bold: bool = False, is_centred: bool = False) -> None:
        """Add a line of text, if it is not empty."""
        if text:
            bold, centred = ' font-weight="600"' * is_bold, ' text-anchor="middle"' * is_centred
            self.elements.append(f'<text x="{x:g}" y="{y:g}" font-size="{size}"{bold}{centred}>{_xml(text)}</text>')

    def paragraph(self, x: float, y: float, text: str, size: int, *, is_bold: bool = False) -> float:
        """Add a text in lines, to the right edge."""
        for line in _lines(text, self.width - x, size):
            self.text(x, y + size - 1, line, size, is_bold=is_bold)
            y += size + 4
        return y + 4

    def foul(self, x: float, y: float, reason: str, width: float) -> float:
        """Add the word 'foul' as a sign, and the reason in lines."""
        self.elements.append(f'<rect x="{x:g}" y="{y:g}" width="38" height="19" rx="4" fill="{_FOUL}"/>')
        self.elements.append(
            f'<text x="{x + 19:g}" y="{y + 14:g}" font-size="13" font-weight="700" text-anchor="middle" fill="#fff">'
            "foul</text>"
        )
        y += 14
        for line in _lines(reason, width - 46, 12):
            self.text(x + 46, y, line, 12)
            y += _LINE
        return y - _LINE + 6

    # ---- cards ----

    def row(self, x: float, y: float, board: PicturedBoard, index: int) -> None:
        """Add the cards and the empty places of a row; the front is centred."""
        cards = board.rows[index].split()
        size = _ROW_SIZES[index]
        x += (_ROW_WIDTH - size * (CARD_WIDTH + _GAP) + _GAP) / 2
        for place in range(size):
            left = x + place * (CARD_WIDTH + _GAP)
            if place < len(cards):
                self.card(left, y, cards[place])
            elif board.is_hidden:
                self.back_of_card(left, y)
            else:
                self.outline(left, y, f'fill="none" stroke="{_GREY}" stroke-dasharray="4 3"')

    def card(self, x: float, y: float, card: str, scale: float = 1) -> None:
        """Add a card: its rank above the sign of its suit."""
        self.outline(x, y, f'fill="#fff" stroke="{_GREY}"', scale)
        shown = format_cards(card, "u")
        middle = x + CARD_WIDTH * scale / 2
        self.elements.append(
            f'<text x="{middle:g}" y="{y + 21 * scale:g}" font-family="{_CARD_FONTS}" font-size="{21 * scale:g}"'
            f' font-weight="700" text-anchor="middle" fill="{_COLOURS[card[1]]}">{shown[0]}'
            f'<tspan x="{middle:g}" y="{y + 44 * scale:g}" font-size="{25 * scale:g}">{shown[1]}{_NO_EMOJI}</tspan></text>'
        )

    def outline(self, x: float, y: float, look: str, scale: float = 1) -> None:
        """Add the rectangle of a card."""
        self.elements.append(
            f'<rect x="{x:g}" y="{y:g}" width="{CARD_WIDTH * scale:g}" height="{_CARD_HEIGHT * scale:g}"'
            f' rx="{4 * scale:g}" {look}/>'
        )

    def back_of_card(self, x: float, y: float) -> None:
        """Add a card that lies face down."""
        self.outline(x, y, f'fill="#5c6b85" stroke="{_GREY}"')
        self.elements.append(
            f'<rect x="{x + 4:g}" y="{y + 4:g}" width="{CARD_WIDTH - 8}" height="{_CARD_HEIGHT - 8}" rx="2" fill="none"'
            ' stroke="#c9d1de"/>'
        )

    # ---- positions ----

    def boards(self, y: float, boards: Sequence[PicturedBoard]) -> float:
        """Add boards beside each other, with their rows and words in the same lines."""
        lefts = [column * (_ROW_WIDTH + _COLUMN_GAP) for column in range(len(boards))]
        for x, board in zip(lefts, boards, strict=True):
            self.heading(x, y, board)
        y += 20 + _LINE * any(board.note for board in boards)
        for index in range(3):
            for x, board in zip(lefts, boards, strict=True):
                self.row(x, y, board, index)
                words = _short_words(board.words[index])
                self.text(x + _ROW_WIDTH / 2, y + _CARD_HEIGHT + 13, words, 12, is_centred=True)
            y += _CARD_HEIGHT + (_LINE + 8 if any(board.words[index] for board in boards) else _GAP)
        return max(self.below_board(x, y, board) for x, board in zip(lefts, boards, strict=True))

    def heading(self, x: float, y: float, board: PicturedBoard) -> None:
        """Add the name of a player in bold, the roles beside it, and the note below."""
        roles = "".join(f" · {role}" for role in board.roles)
        name = _cut(board.name, _ROW_WIDTH - _text_width(roles, 13), 14)
        self.elements.append(
            f'<text x="{x:g}" y="{y + 12:g}" font-size="13"><tspan font-weight="700">{_xml(name)}</tspan>{roles}</text>'
        )
        self.text(x, y + 12 + _LINE, board.note, 12)

    def below_board(self, x: float, y: float, board: PicturedBoard) -> float:
        """Add what is below a board: the reason for a foul, and an open hand."""
        if board.foul:
            y = self.foul(x, y, board.foul, _ROW_WIDTH) + 8
        if board.open_hand:
            y = self.group(x, y, PicturedCards("open hand", board.open_hand, is_small=True), _ROW_WIDTH) + 8
        return y

    def groups(self, y: float, groups: Sequence[PicturedCards]) -> float:
        """Add groups of cards, beside each other where they fit."""
        x, bottom = 0.0, y
        for group in groups:
            width = _group_width(group)
            if x and x + width > self.width:
                x, y = 0.0, bottom + 8
            bottom = max(bottom, self.group(x, y, group, self.width - x))
            x += width + _COLUMN_GAP
        return bottom

    def group(self, x: float, y: float, group: PicturedCards, width: float) -> float:
        """Add cards below their label, in lines of about the same length."""
        scale = _SMALL if group.is_small else 1
        self.text(x, y + 11, group.label, 12)
        y += 18
        cards = group.cards.split()
        step = CARD_WIDTH * scale + _GAP
        lines = -(-len(cards) // int((width + _GAP) // step))
        length = -(-len(cards) // lines)
        for index, card in enumerate(cards):
            self.card(x + index % length * step, y + index // length * (_CARD_HEIGHT * scale + _GAP), card, scale)
        return y + lines * (_CARD_HEIGHT * scale + _GAP) - _GAP


def _group_width(group: PicturedCards) -> float:
    """Return the width of cards in one line, or of their label."""
    step = CARD_WIDTH * (_SMALL if group.is_small else 1) + _GAP
    return max(len(group.cards.split()) * step - _GAP, _text_width(group.label, 12))
