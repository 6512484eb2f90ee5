"""The book of the package: the best placement of each hand on the first street of a preset, found by analyses."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast.cards import CardSet
from cpoker_fast.errors import BotError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_for_process
from cpoker_fast.system.files import arrays_in, write_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PRESET", "SHIPPED", "Book", "class_masks", "hands_in_classes", "placement_in_book"]

PRESET = "pineapple"
"""Preset of the book."""

SHIPPED = Path(__file__).with_name("book.npz")
"""Path of the book: its origin as text, and the code of each class."""

_SUIT_BITS, _SUIT_MASK = 16, 0xFFFF  # of a suit in the mask of a CardSet


def class_masks() -> NDArray[np.uint64]:
    """Return a hand of each class, as masks of `CardSet.mask` in ascending order.

    Hands of a class are the same but for their suits. The hand that represents them has suits of ascending masks.
    """
    return cached_for_process("classes of the book", None, _class_masks)


def _class_masks() -> NDArray[np.uint64]:
    def suits_of(number: int) -> NDArray[np.uint16]:
        return np.array([sum(1 << rank for rank in ranks) for ranks in combinations(range(13), number)], "<u2")

    parts = []
    for numbers in ((5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1)):  # of cards in each suit
        suits = np.meshgrid(*map(suits_of, numbers))
        masks = np.zeros((suits[0].size, 4), "<u2")
        masks[:, : len(numbers)] = np.stack(suits, axis=-1).reshape(-1, len(numbers))
        parts.append(np.sort(masks, axis=1).view("<u8").ravel())
    return np.unique(np.concatenate(parts)).astype(np.uint64)


def hands_in_classes() -> NDArray[np.int64]:
    """Return the number of hands in each class: 4, 12 or 24."""
    suits = class_masks().astype("<u8").view("<u2").reshape(-1, 4)
    equal = suits[:, 1:] == suits[:, :-1]
    # Of the 24 orders of four suits, those that only exchange equal suits do not change the hand.
    hands: NDArray[np.int64] = np.array([24, 12, 12, 4, 12, 6, 4, 1])[equal @ [1, 2, 4]]
    return hands


class Book(NamedTuple):
    """Placements by the class of the hand. A code has, for each card of `class_masks`, a digit to base 3: its row."""

    codes: NDArray[np.uint8]
    """Code of each class."""
    origin: dict[str, Any]
    """How the placements were found."""

    @classmethod
    def read(cls, path: Path = SHIPPED) -> Book:
        """Return the book in a file; BotError if it cannot be read."""
        try:
            with path.open("rb") as stream, arrays_in(stream) as arrays:
                book = cls(arrays["codes"], json.loads(str(arrays["origin"])))
            if book.codes.shape != class_masks().shape or book.codes.dtype.name != "uint8":
                raise ValueError("wrong number of classes")
        except Exception as error:  # NumPy raises many types for a damaged archive
            raise BotError(f"{path}: the book cannot be read: {error}. Install the package again") from error
        return book

    def write(self, path: Path = SHIPPED) -> None:
        """Write the book into a file."""
        origin = np.array(json.dumps(self.origin))
        write_file(path, lambda stream: np.savez_compressed(stream, codes=self.codes, origin=origin))

    def placement(self, hand: CardSet) -> Placement:
        """Return the placement of a hand of five cards."""
        number, suits = _class_of(hand)
        code = int(self.codes[number])
        rows: list[list[int]] = [[], [], []]
        for card in _representative(number):
            code, row = divmod(code, 3)
            rows[row].append(card // 4 * 4 + suits[card % 4])
        return Placement(*rows)

    def set(self, hand: CardSet, placement: Placement) -> None:
        """Set the placement of a hand, and of all hands of its class."""
        number, suits = _class_of(hand)
        code = 0
        for card in reversed(_representative(number)):
            actual = card // 4 * 4 + suits[card % 4]
            code = 3 * code + next(row for row, cards in enumerate(placement.rows) if actual in cards)
        self.codes[number] = code


def _class_of(hand: CardSet) -> tuple[int, list[int]]:
    """Return the class of a hand, and for each suit of the hand that represents the class, the suit of the hand."""
    masks = [hand.mask >> _SUIT_BITS * suit & _SUIT_MASK for suit in range(4)]
    suits = sorted(range(4), key=masks.__getitem__)
    mask = sum(masks[suit] << _SUIT_BITS * index for index, suit in enumerate(suits))
    all_masks = class_masks()
    return int(all_masks.searchsorted(all_masks.dtype.type(mask))), suits


def _representative(number: int) -> list[int]:
    return sorted(CardSet.from_mask(int(class_masks()[number])))


def placement_in_book(position: Position) -> Placement | None:
    """Return the placement of a position in the book of the package; None if the book is for other positions.

    The book has the first street of a player who sees only their own five cards, against one opponent, if nobody is in
    Fantasyland and the rules play like its preset.
    """
    is_covered = (
        position.street == 0
        and position.players == 2
        and not any(position.fantasyland)
        and position.seen == position.hand
        and position.rules.plays_like(Rules.PRESETS[PRESET])
    )
    if not is_covered:
        return None
    return cached_for_process("book", None, Book.read).placement(position.hand)
