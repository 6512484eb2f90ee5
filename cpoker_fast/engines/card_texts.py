"""Positions, boards and placements as text, many of them at once: table lookups of the letters of cards."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._settling import DECLARE_BEST, DECLARE_IF_BETTER, DECLARE_NOTHING
from cpoker_fast.board_arrays import DEAD_HAND, NO_BOARD
from cpoker_fast.boards import FOUL, ROW_SPANS
from cpoker_fast.cards import DECK_SIZE, format_card
from cpoker_fast.errors import CpokerError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import Positions, kinds_of_rows
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import declaration_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "board_texts", "boards_in_texts", "positions_in_json", "positions_in_texts", "texts_of_boards",
    "texts_of_cards", "texts_of_rows",
]  # fmt: skip

_CARD = 3  # letters: rank, suit, and the space behind them
_BEFORE_ROW = b"/ "
_BOARD = _BEFORE_ROW.join(b"\0\0 " * (end - begin) for begin, end in ROW_SPANS)
"""Text of a board with a space behind it, and zeros for the letters of cards."""
_LENGTH = len(_BOARD) - 1
_ROWS = [
    (_CARD * begin + len(_BEFORE_ROW) * row, _CARD * end + len(_BEFORE_ROW) * row)
    for row, (begin, end) in enumerate(ROW_SPANS)
]
"""Beginnings and ends of rows there, with the space behind the last card."""


@cache
def _texts_of_cards() -> NDArray[np.bytes_]:
    """Return the text of each card with a space behind it."""
    return np.array([f"{format_card(card)} ".encode() for card in range(DECK_SIZE)])


@cache
def _cards_of_pairs() -> NDArray[np.uint8]:
    """Return the card of each pair of letters, as one number; `DEAD_HAND` for other letters."""
    cards = np.full(1 << 16, DEAD_HAND, np.uint8)
    cards[np.frombuffer("".join(map(format_card, range(DECK_SIZE))).encode(), np.uint16)] = np.arange(DECK_SIZE)
    return cards


def _written(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return cards, uint8[n, k], as texts with a space behind each card, uint8[n, 3 * k]."""
    return _texts_of_cards().take(cards).view(np.uint8)


def _read(texts: NDArray[np.uint8], begins: Sequence[int]) -> NDArray[np.uint8]:
    """Return the cards that begin at some letters of texts, uint8[n, length]; `DEAD_HAND` for letters that are no card."""
    letters = np.repeat(begins, 2)
    letters[1::2] += 1
    return _cards_of_pairs().take(texts.take(letters, axis=1).view(np.uint16))


def _bytes_of(texts: Sequence[str], length: int) -> NDArray[np.uint8]:
    """Return texts with a number of letters as uint8[n, length]."""
    return np.frombuffer("".join(texts).encode("ascii", "replace"), np.uint8).reshape(-1, length)


# ---- positions ----

_BETWEEN_PARTS = re.compile("; (?!board)")  # boards belong to the street, so that their order never changes
_HAND = "hand "


def positions_in_json(positions: Positions) -> bytes:
    """Return positions as the fields ``shared`` and ``positions`` of the message ``place``.

    If most positions differ in more than their hands, ``shared`` is empty.

    Examples
    --------
    >>> hands = ["As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"]
    >>> print(positions_in_json(Positions.of_hands(hands, "pagat")).decode())
    "shared":"seat 1; button 2; street 1; board - / - / -; board - / - / -; ","positions":["hand As Kh Qs Jd Td 9c 8c 7s ...
    """
    if len(positions) > 1:
        firsts, kinds = positions.kinds()
        if 2 * len(firsts) <= len(positions):
            heads = [_BETWEEN_PARTS.split(_parts_of(positions[first])[0]) for first in firsts]
            shared = [part for part in heads[0] if all(part in head for head in heads)]
            begins = ["".join(f"{part}; " for part in head if part not in shared) + _HAND for head in heads]
            items = _items_in_json(begins, kinds, positions.hands)
            return f'"shared":"{"".join(f"{part}; " for part in shared)}","positions":['.encode() + items + b"]"
    texts = [f"; {_HAND}".join(_parts_of(position)) for position in positions]
    return b'"shared":"","positions":' + json.dumps(texts, separators=(",", ":")).encode()


def _items_in_json(begins: Sequence[str], kinds: NDArray[np.intp], hands: NDArray[np.uint8]) -> bytes:
    """Return hands, uint8[n, k], as texts of a JSON list, behind the beginnings of texts of their kinds."""
    length = len(begins[0])
    texts = _written(np.sort(hands, axis=1)[:, ::-1])
    size = texts.shape[1] - 1
    if any(len(begin) != length for begin in begins):
        text = texts.tobytes().decode()
        places = range(0, len(text), size + 1)
        items = [f'"{begins[kind]}{text[at : at + size]}"' for at, kind in zip(places, kinds.tolist(), strict=True)]
        return ",".join(items).encode()
    quoted = np.empty((len(hands), length + size + 3), np.uint8)
    quoted[:, 0] = ord('"')
    quoted[:, 1 : length + 1] = _bytes_of(begins, length)[kinds]
    quoted[:, length + 1 : -1] = texts
    quoted[:, -2:] = [*b'",']
    return quoted.tobytes()[:-1]


def _parts_of(position: Position) -> tuple[str, str]:
    """Return the text of a position without its rules and its hand, and the hand, which comes last in messages."""
    before, _, rest = str(position).removeprefix(f"rules {position.rules.name}; ").partition(f"; {_HAND}")
    hand, separator, after = rest.partition("; ")
    return before + separator + after, hand


def positions_in_texts(shared: str, items: Sequence[str], rules: Rules) -> Positions:
    """Return the positions of a request; raise CpokerError, which names the first item that is wrong.

    Positions that differ only in their hands are read together.
    """
    positions = _positions_alike(shared, items, rules)
    if positions is not None:
        return positions
    singles = []
    for index, item in enumerate(items):
        try:
            singles.append(Position.parse(shared + item, rules))
        except CpokerError as error:
            raise CpokerError(f"positions[{index}]: {error}") from None
    return Positions.of(singles)


def _positions_alike(shared: str, items: Sequence[str], rules: Rules) -> Positions | None:
    """Return the positions of a request if all are right, and differ in few letters before their hands."""
    length, size = len(items[0]), len(items[0].rpartition(_HAND)[2])
    if size == length or size % _CARD != _CARD - 1 or any(len(item) != length for item in items):
        return None
    texts = _bytes_of(items, length)
    firsts, kinds = kinds_of_rows(texts[:, : length - size])
    hands = texts[:, length - size :]
    cards = _read(hands, range(0, size, _CARD))
    if 2 * len(firsts) > len(items) or (cards >= DECK_SIZE).any() or (hands[:, _CARD - 1 :: _CARD] != ord(" ")).any():
        return None
    try:
        read = Positions.of([Position.parse(shared + items[index], rules) for index in firsts])
    except CpokerError:
        return None
    positions = read[kinds].with_hands(cards)
    are_different = positions.seen.sum(axis=1) == read.seen.sum(axis=1)[kinds]  # cards in the hand and elsewhere
    return positions if are_different.all() else None


# ---- boards ----


def board_texts(boards: NDArray[np.uint8]) -> list[str | None]:
    """Return boards, uint8[n, 13], as texts; None for rows without a board.

    Examples
    --------
    >>> import numpy as np
    >>> board = Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")
    >>> board_texts(np.array([board.cards(), [255] * 13], np.uint8))
    ['2c Kd Ah / 3s 4c 4d 9h 9s / 5d 5s Tc Th Ts', None]
    """
    has_board = np.asarray((boards < DECK_SIZE).all(axis=1))
    texts = np.tile(np.frombuffer(_BOARD, np.uint8), (len(boards), 1))
    written = _written(boards if has_board.all() else np.where(has_board[:, None], boards, np.uint8(0)))
    for (first, last), (begin, end) in zip(ROW_SPANS, _ROWS, strict=True):
        texts[:, begin:end] = written[:, _CARD * first : _CARD * last]
    text = texts.tobytes().decode()
    places = range(0, len(text), _LENGTH + 1)
    return [text[at : at + _LENGTH] if present else None for at, present in zip(places, has_board.tolist(), strict=True)]


def texts_of_rows(boards: NDArray[np.uint8]) -> list[str]:
    """Return boards, uint8[n, 13], as texts with the cards of each row in descending order, as ``str(board)`` has them.

    Surrenders (255) and dead hands (254) are words.

    Examples
    --------
    >>> import numpy as np
    >>> board = Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")
    >>> texts_of_rows(np.array([board.cards(), [255] * 13, [254] * 13], np.uint8))
    ['Ah Kd 2c / 9s 9h 4d 4c 3s / Ts Th Tc 5s 5d', 'surrender', 'foul']
    """
    ordered = np.concatenate([np.sort(boards[:, first:last], axis=1)[:, ::-1] for first, last in ROW_SPANS], axis=1)
    words = {NO_BOARD: str(Placement.surrender()), DEAD_HAND: str(FOUL)}
    firsts = ordered[:, 0].tolist()
    return [words[first] if text is None else text for text, first in zip(board_texts(ordered), firsts, strict=True)]


def texts_of_cards(cards: NDArray[np.uint8]) -> list[str]:
    """Return cards, uint8[n, k], as texts; bytes above 51 at the end of a row are no cards.

    Examples
    --------
    >>> import numpy as np
    >>> texts_of_cards(np.array([[51, 0, 4], [3, 255, 255]], np.uint8))
    ['As 2c 3c', '2s']
    """
    is_card = cards < DECK_SIZE
    text = _written(np.where(is_card, cards, np.uint8(0))).tobytes().decode()
    places = range(0, len(text), _CARD * cards.shape[1])
    sizes = is_card.sum(axis=1).tolist()
    return [text[at : at + _CARD * size].rstrip() for at, size in zip(places, sizes, strict=True)]


def _endings(rules: Rules) -> dict[int, str]:
    """Return what follows the cards in the text of a placement that completes a board, by the code of its declaration."""
    nothing = str(Placement())
    codes = (DECLARE_IF_BETTER, DECLARE_NOTHING, DECLARE_BEST, *range(len(rules.naturals)))
    return {code: str(Placement(declare=declaration_of(code, rules))).removeprefix(nothing) for code in codes}


def texts_of_boards(boards: NDArray[np.uint8], declared: NDArray[np.int8], rules: Rules) -> list[str]:
    """Return placements of whole hands as text: boards, uint8[n, 13], and codes of declarations, int8[n].

    A row without a board is a surrender.
    """
    endings, surrender = _endings(rules), str(Placement.surrender())
    rows = zip(board_texts(boards), declared.tolist(), strict=True)
    return [surrender if text is None else text + endings[code] for text, code in rows]


def boards_in_texts(texts: Sequence[str], rules: Rules) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.bool_]]:
    """Read placements of whole hands: boards, uint8[n, 13], codes of declarations, int8[n], and whether each was read.

    A text is read if it is a surrender, or a complete board in the form of `board_texts`, perhaps with a declaration. Its
    cards may be duplicates. Other texts give a surrender.
    """
    n, codes = len(texts), {ending: code for code, ending in _endings(rules).items()}
    if set(map(len, texts)) == {_LENGTH}:
        declared = np.full(n, DECLARE_IF_BETTER, np.int8)
        letters = _bytes_of(texts, _LENGTH)
    else:
        declared = np.array([codes.get(text[_LENGTH:], _UNREAD) for text in texts], np.int8)
        letters = _bytes_of([text[:_LENGTH].ljust(_LENGTH) for text in texts], _LENGTH)
    signs = np.frombuffer(_BOARD, np.uint8)[:-1]
    boards = _read(letters, [place for begin, end in _ROWS for place in range(begin, end, _CARD)])
    is_read = _whole((letters & np.where(signs, 255, 0).astype(np.uint8)) == signs) & _whole(boards < DECK_SIZE)
    is_read &= declared != _UNREAD
    if not is_read.all():
        boards[~is_read], declared[~is_read] = NO_BOARD, DECLARE_IF_BETTER
        surrender = str(Placement.surrender())
        is_read |= [text == surrender for text in texts]
    return boards, declared, is_read


def _whole(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which rows of an array have no False. Mostly none has one, which is faster to find."""
    return np.ones(len(flags), bool) if flags.all() else np.asarray(flags.all(axis=1))


_UNREAD = -128  # code of words that are no declaration in the usual form
