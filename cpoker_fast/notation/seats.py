"""Lines of seats: cards with the streets on which they were placed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cpoker_fast.boards import FOUL, ROWS
from cpoker_fast.cards import parse_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError
from cpoker_fast.game.placement import Placement
from cpoker_fast.notation.places import Line, Place

__all__ = ["SeatLine", "Token", "read_seat_line"]

_EXAMPLE = "Kh1 / 9d1 9c2 / As1 Ad1 Qs2"


class Token(NamedTuple):
    """A card (None if it is unknown), and the street written after it (-1 if there is none)."""

    card: int | None
    street: int
    text: str
    place: Place


@dataclass
class SeatLine:
    """The parts of the line of a seat."""

    place: Place
    rows: tuple[list[Token], ...] = field(default_factory=lambda: ([], [], []))
    discards: list[Token] = field(default_factory=list)
    hand: list[Token] = field(default_factory=list)
    hand_place: Place | None = None
    is_hidden: bool = False
    is_surrender: bool = False
    dead: Token | None = None
    """The word of a dead hand, with the street on which it was given up."""

    @property
    def gives_up_unseen(self) -> bool:
        """Whether the line has no rows, since the player gave up all cards: a surrender, or only the word of a dead hand."""
        return self.is_surrender or (self.dead is not None and not self.tokens)

    @property
    def tokens(self) -> list[Token]:
        """All tokens that have a street: those of the rows and the discards."""
        return [token for part in (*self.rows, self.discards) for token in part]


_DIGITS = "0123456789"
_SURRENDER = str(Placement.surrender())
_DEAD = re.compile(rf"(?<=[\s:])({FOUL})[0-9]*\s*$")
_SEAT = re.compile(r"\s*([0-9]{1,2})\s*:")


def _read_card(text: str, place: Place) -> int:
    try:
        return parse_card(text)
    except CardError:
        raise place.error(f"expected a card such as Jh or Ts, got {quote(text)}") from None


def _read_token(text: str, place: Place, *, may_be_unknown: bool) -> Token:
    card = text.rstrip(_DIGITS)
    if card == "?" and not may_be_unknown:
        raise place.error(f"only a discard can be unknown, got {quote(text)} in a row")
    parsed = None if card == "?" else _read_card(card, place)
    return Token(parsed, _read_street(text, card, place), text, place)


def _read_street(text: str, word: str, place: Place) -> int:
    """Return the street at the end of a text that begins with a word; raise NotationError without a street."""
    street = text[len(word) :]
    if not street or len(street) > 2 or street != str(int(street)):
        got = quote(street) if street else "none"
        raise Place(place.line, place.column + len(word)).error(
            f"expected the street after {word}, such as {word}1, got {got}"
        )
    return int(street)


def _words(line: Line, begin: int) -> Iterator[tuple[str, Place]]:
    for match in re.finditer(r"/|[^\s/]+", line.text[begin:]):
        yield match[0], line.place(begin + match.start())


def _split(line: Line, begin: int) -> Iterator[tuple[str, Place, list[tuple[str, Place]]]]:
    """Yield each part of a seat's line: its name, its place, and its words with their places."""
    end = line.place(len(line.text.rstrip()))
    name, place, number = ROWS[0], line.place(begin), 1
    words: list[tuple[str, Place]] = []
    for text, word_place in _words(line, begin):
        if text not in ("/", "discards", "hand"):
            words.append((text, word_place))
            continue
        is_row = text == "/" and number < len(ROWS)
        if not is_row and (text == "/" or number < len(ROWS) or name in ("hand", text)):
            expected = "expected three rows with '/' between them, then optionally discards, then a hand"
            raise word_place.error(f"unexpected {quote(text)}: {expected}")
        yield _checked_part(name, place, words, word_place)
        name, place, words = ROWS[number] if is_row else text, word_place, []
        number += is_row
    if number < len(ROWS):
        raise end.error(f"expected three rows with '/' between them, got {number}")
    yield _checked_part(name, place, words, end)


def _surrender_in(line: Line, begin: int) -> Place | None:
    """Return the place of the surrender in the line of a seat, None if there is none."""
    words = [*_words(line, begin)]
    if not words or words[0][0] != _SURRENDER:
        return None
    for text, place in words[1:]:
        raise place.error(f"unexpected {quote(text)}: expected nothing after {_SURRENDER!r}")
    return words[0][1]


def _checked_part(
    name: str, place: Place, words: list[tuple[str, Place]], end: Place
) -> tuple[str, Place, list[tuple[str, Place]]]:
    if not words:
        raise end.error(f"{name}: expected cards" + (", '-' or '?'" if name in ROWS else ""))
    return name, place, words


def read_seat_line(line: Line, seat: int) -> SeatLine:
    """Read the line of the seat with this index; raise NotationError if the line is invalid."""
    match = _SEAT.match(line.text)
    if match is None or match[1] != str(seat + 1):
        got = f"seat {match[1]}" if match else quote(line.text)
        expected = f"{'a tag, or ' if seat == 0 else ''}the line of seat {seat + 1}"
        raise line.place().error(f"expected {expected}, such as '{seat + 1}: {_EXAMPLE}', got {got}")
    if surrender := _surrender_in(line, match.end()):
        return SeatLine(surrender, is_surrender=True)
    seat_line = SeatLine(line.place())
    if dead := _DEAD.search(line.text, match.end() - 1):
        place = line.place(dead.start())
        seat_line.dead = Token(None, _read_street(dead[0].rstrip(), dead[1], place), dead[0].rstrip(), place)
        line = line._replace(text=line.text[: dead.start()])
        if not line.text[match.end() :].strip():
            return seat_line
    hidden_rows = 0
    for part, begin, words in _split(line, match.end()):
        only_word = words[0][0] if len(words) == 1 else ""
        if part == "hand":
            seat_line.hand_place = begin
            seat_line.hand = [Token(_read_card(text, place), -1, text, place) for text, place in words]
        elif part == "discards":
            seat_line.discards = [_read_token(text, place, may_be_unknown=True) for text, place in words]
        elif only_word == "?":
            hidden_rows += 1
        elif only_word != "-":
            seat_line.rows[ROWS.index(part)].extend(_read_token(text, place, may_be_unknown=False) for text, place in words)
    seat_line.is_hidden = hidden_rows > 0
    if seat_line.is_hidden and (hidden_rows < len(ROWS) or seat_line.hand):
        raise line.place().error("a hidden board has the rows '? / ? / ?', and no hand")
    return seat_line
