"""Hands and boards as text without spaces, for many of them at once: table lookups of pairs of letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from cpoker_fast.board_arrays import DEAD_HAND, NO_BOARD
from cpoker_fast.boards import ROW_SPANS, Board
from cpoker_fast.cards import format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["board_texts", "boards_in_texts", "hands_in_json"]

_DECK = 52
_LENGTH = 28  # letters of a board: 13 cards and two slashes
_SLASHES = (6, 17)
_LETTERS = [[2 * begin + row, 2 * end + row] for row, (begin, end) in enumerate(ROW_SPANS)]  # first and last letters of rows


@cache
def _letters() -> NDArray[np.uint16]:
    """Return the two letters of each card."""
    import numpy as np

    return np.frombuffer("".join(map(format_card, range(_DECK))).encode(), np.uint16)


@cache
def _cards() -> NDArray[np.uint8]:
    """Return the card of each pair of letters; `DEAD_HAND` for other letters."""
    import numpy as np

    cards = np.full(1 << 16, DEAD_HAND, np.uint8)
    cards[_letters()] = np.arange(_DECK)
    return cards


def hands_in_json(hands: NDArray[np.uint8]) -> bytes:
    """Return hands, uint8[n, 13], as the items of a JSON list of texts."""
    import numpy as np

    items = np.empty((len(hands), 29), np.uint8)
    items[:, [0, 27]] = ord('"')
    items[:, 1:27] = _letters()[hands].view(np.uint8)
    items[:, 28] = ord(",")
    return items.tobytes()[:-1]


def board_texts(boards: NDArray[np.uint8]) -> list[str | None]:
    """Return boards, uint8[n, 13], as texts such as ``'2cKdAh/3s4c4d9h9s/5d5sTcThTs'``; None for rows without a board.

    Examples
    --------
    >>> import numpy as np
    >>> board = Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")
    >>> board_texts(np.array([board.cards(), [255] * 13], np.uint8))
    ['2cKdAh/3s4c4d9h9s/5d5sTcThTs', None]
    """
    import numpy as np

    has_board = np.asarray((boards < _DECK).all(axis=1))
    letters = _letters()[np.where(has_board[:, None], boards, 0)].view(np.uint8)
    texts = np.full((len(boards), _LENGTH), ord("/"), np.uint8)
    for (begin, end), (first, last) in zip(ROW_SPANS, _LETTERS, strict=True):
        texts[:, first:last] = letters[:, 2 * begin : 2 * end]
    text = texts.tobytes().decode()
    return [
        text[_LENGTH * index : _LENGTH * (index + 1)] if present else None
        for index, present in enumerate(has_board.tolist())
    ]


def boards_in_texts(texts: Sequence[Any]) -> tuple[NDArray[np.uint8], dict[int, str]]:
    """Return boards, given as texts or None, as uint8[n, 13], and the problems of texts that are no boards, by index.

    None becomes a row of `NO_BOARD`, and a problem a row of `DEAD_HAND`. Texts of 28 letters are read together. Their cards
    may be duplicates.
    """
    import numpy as np

    compact = [index for index, text in enumerate(texts) if type(text) is str and len(text) == _LENGTH]
    if len(compact) == len(texts):
        boards, is_read = _compact_boards(texts)
    else:
        boards, is_read = np.full((len(texts), 13), DEAD_HAND, np.uint8), np.zeros(len(texts), bool)
        if compact:
            boards[compact], is_read[compact] = _compact_boards([texts[index] for index in compact])
    problems = {}
    for index in np.flatnonzero(~is_read).tolist():
        text = texts[index]
        if text == "":
            problems[index], boards[index] = "gave no board (an empty text)", DEAD_HAND
            continue
        try:
            boards[index] = NO_BOARD if text is None else Board.parse(text).cards()
        except CpokerError as error:
            boards[index] = DEAD_HAND
            problems[index] = f"set {quote(text)}: {error}"
    return boards, problems


def _compact_boards(texts: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the cards of texts of 28 letters, and whether each text is three rows of cards."""
    import numpy as np

    letters = np.frombuffer("".join(texts).encode("ascii", "replace"), np.uint8).reshape(-1, _LENGTH)
    pairs = np.concatenate([letters[:, first:last] for first, last in _LETTERS], axis=1)
    boards = _cards()[pairs.view(np.uint16)]
    return boards, (letters[:, _SLASHES] == ord("/")).all(axis=1) & (boards < _DECK).all(axis=1)
