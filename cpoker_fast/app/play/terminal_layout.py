"""The size of the cards in a terminal: the largest that leaves room for the texts below the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cpoker_fast.app.play.card_faces import HUGE, LARGE, MEDIUM, SMALL, CardSize, Fan
from cpoker_fast.boards import ROW_SIZES

__all__ = ["DISCARD_LABEL", "HAND_LABEL", "BandLayout", "band_layout"]

HAND_LABEL, DISCARD_LABEL = " hand ", " discard "
"""Words before the hand and before the discards."""

_SIZES = (HUGE, LARGE, MEDIUM, SMALL)
_TIGHTEST = Fan(SMALL, SMALL.width)  # for windows in which nothing fits
_MOST_CARDS = max(ROW_SIZES)
_LEAST_STEP = 3  # columns: enough for a rank and a suit
_BESIDE = 4  # columns beside the cards of a row: one before them, three for a royalty
_WORDS = 20  # columns for the words beside the rows of a board: the first board gets them before the others
_STATUS, _HINT, _KEYS, _KEYS_OF_RESULT = 2, 1, 2, 1  # lines
_AROUND_BOARD = 2  # lines for the name above a board and the remark below it
_LINES_WHILE_PLAYING = 7  # for texts
_MOST_LINES_BELOW = 2  # for the words of a row, below a board
_LINES_AROUND_PAIRINGS = 6  # the head, news of Fantasyland, fouls and naturals


class BandLayout(NamedTuple):
    """Fans of boards side by side and of the hand below them."""

    boards: Fan
    widths: tuple[int, ...]
    """Columns of each board."""
    hand: Fan
    """Also of the discards, beside the hand."""
    lines_below: int
    """Lines for the words of each row, below the cards of boards that have no room for words beside them."""


def band_layout(width: int, height: int, players: int, cards: int = 0, discards: int = 0) -> BandLayout:
    """Return the layout of boards side by side, with a hand and discards below them, or without a hand (0 cards)."""
    for size in _SIZES:
        boards = _widest(size, width // players - _BESIDE, [_MOST_CARDS], most=size.width - 1, least=2 * size.width // 3)
        labels = len(HAND_LABEL) + (len(DISCARD_LABEL) if discards else 0)
        hand = _widest(size, width - labels, [cards, discards])
        if cards:
            texts = _HINT + _LINES_WHILE_PLAYING + size.height + _KEYS
        else:
            texts = players * (players - 1) // 2 + _LINES_AROUND_PAIRINGS + _KEYS_OF_RESULT
        lines = _STATUS + _AROUND_BOARD + _board_height(size) + texts
        if boards is not None and hand is not None and lines <= height:
            below = 0 if cards else min((height - lines) // len(ROW_SIZES), _MOST_LINES_BELOW)
            return BandLayout(boards, _shares(width, boards, players), hand, below)
    return BandLayout(_TIGHTEST, _shares(width, _TIGHTEST, players), _TIGHTEST, 0)


def _widest(size: CardSize, width: int, groups: Sequence[int], most: int | None = None, least: int = 0) -> Fan | None:
    """Return the fan with the largest step with which groups of cards fit side by side; None if none fits."""
    for step in range(size.width if most is None else most, max(least, _LEAST_STEP) - 1, -1):
        fan = Fan(size, step)
        if sum(map(fan.width, groups)) <= width:
            return fan
    return None


def _board_height(size: CardSize) -> int:
    """Return the lines of a board, whose rows overlap by a line, the frame of the cards."""
    return size.height + (len(ROW_SIZES) - 1) * max(1, size.height - 1)


def _shares(width: int, fan: Fan, players: int) -> tuple[int, ...]:
    """Return the columns of each board: the first gets room for words before the others get more than they need."""
    needed = fan.width(_MOST_CARDS) + _BESIDE
    rest = max(0, width - players * needed)
    first = min(rest, _WORDS)
    others = min((rest - first) // max(1, players - 1), _WORDS)
    shared = (rest - first - others * (players - 1)) // players
    return (needed + first + shared, *[needed + others + shared] * (players - 1))
