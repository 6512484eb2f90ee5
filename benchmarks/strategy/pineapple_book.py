"""What the book of the package does with all 2,598,960 first hands of pineapple: exact counts of hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpoker_fast.boards import ROWS
from cpoker_fast.cards import RANKS, CardSet
from cpoker_fast.thinking.book import Book, class_masks, hands_in_classes

QUEEN, ACE = RANKS.index("Q"), RANKS.index("A")
SPLIT = "split"
FRONTS = ("empty", "low cards", "queen", "king", "ace", "two or three of Q, K, A", "low pair", "high pair")
"""Contents of a front; a low card is below the queen, a high pair is one of queens or better."""


class BookHands:
    """A hand of each class with its rows by the book: arrays of ranks, suits and rows, int[n, 5], and numbers of hands."""

    def __init__(self) -> None:
        self.cards = np.array([sorted(CardSet.from_mask(mask)) for mask in class_masks().tolist()])
        codes = Book.read().codes.astype(int)
        self.rows = codes[:, None] // 3 ** np.arange(5) % 3
        self.ranks, self.suits, self.hands = self.cards // 4, self.cards % 4, hands_in_classes()
        self.numbers = (self.ranks[:, :, None] == np.arange(13)).sum(axis=1)  # of cards of each rank

    def count(self, which: NDArray[np.bool_], keys: NDArray[Any]) -> dict[str, int]:
        """Return the number of hands by the key of their class, for some classes."""
        names, places = np.unique(keys[which], return_inverse=True)
        return {str(name): int(total) for name, total in zip(names, np.bincount(places, self.hands[which]), strict=True)}

    def places_of(self, of_group: NDArray[np.bool_]) -> NDArray[np.str_]:
        """Return the row of the cards in a group, bool[n, 5]; 'split' if they are in several rows."""
        lowest = np.where(of_group, self.rows, 9).min(axis=1)
        highest = np.where(of_group, self.rows, -1).max(axis=1)
        return np.where(lowest == highest, np.array([*ROWS, *[SPLIT] * 7])[lowest], SPLIT)


def counts() -> dict[str, Any]:
    """Return all counts, in hands."""
    book = BookHands()
    parts: dict[str, Callable[[BookHands], Any]] = {
        "sizes": _sizes, "singles": _singles, "pairs": _pairs, "aces": _aces, "two pairs": _two_pairs, "trips": _trips,
        "high cards": _high_cards, "suited": _suited, "connected": _connected, "fronts": _fronts,
    }  # fmt: skip
    return {name: part(book) for name, part in parts.items()}


def _sizes(book: BookHands) -> dict[str, int]:
    """Return the number of hands by the numbers of cards in front, middle and back, such as '1-2-2'."""
    numbers = (book.rows[:, :, None] == np.arange(3)).sum(axis=1)
    keys = np.array([f"{front}-{middle}-{back}" for front, middle, back in numbers.tolist()])
    return book.count(np.ones(len(keys), bool), keys)


def _is_unpaired(book: BookHands) -> NDArray[np.bool_]:
    is_unpaired: NDArray[np.bool_] = book.numbers.max(axis=1) == 1
    return is_unpaired


def _singles(book: BookHands) -> dict[str, dict[str, int]]:
    """Return the rows of each rank in hands without a pair."""
    return {
        rank: book.count(_is_unpaired(book) & is_rank.any(axis=1), book.places_of(is_rank))
        for number, rank in enumerate(RANKS)
        if (is_rank := book.ranks == number) is not None
    }


def has_one_pair(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    """Return whether each hand has one pair and three single cards, from its number of cards of each rank, int[n, 13]."""
    has_pair: NDArray[np.bool_] = (numbers.max(axis=1) == 2) & ((numbers == 2).sum(axis=1) == 1)
    return has_pair


def _pairs(book: BookHands) -> dict[str, dict[str, int]]:
    """Return the rows of the pair in hands with one pair, by rank."""
    has_pair = has_one_pair(book.numbers)
    return {
        rank: book.count(has_pair & (book.numbers[:, number] == 2), book.places_of(book.ranks == number))
        for number, rank in enumerate(RANKS)
    }


def _aces(book: BookHands) -> dict[str, dict[str, int]]:
    """Return the rows of a pair of aces in hands with one pair, by the number of cards of the longest suit."""
    has_aces = has_one_pair(book.numbers) & (book.numbers[:, ACE] == 2)
    places, longest = book.places_of(book.ranks == ACE), _longest_suit(book)[1]
    return {str(n): book.count(has_aces & (longest == n), places) for n in (2, 3, 4)}


def _two_pairs(book: BookHands) -> dict[str, int]:
    """Return the rows of the higher and of the lower pair in hands with two pairs, such as 'back, middle'."""
    pairs = book.numbers == 2
    high, low = 12 - pairs[:, ::-1].argmax(axis=1), pairs.argmax(axis=1)
    of_high, of_low = (book.places_of(book.ranks == rank[:, None]) for rank in (high, low))
    return book.count(pairs.sum(axis=1) == 2, np.char.add(np.char.add(of_high, ", "), of_low))


def _trips(book: BookHands) -> dict[str, int]:
    """Return the rows of three of a kind in hands with two other single cards."""
    has_trips = (book.numbers.max(axis=1) == 3) & ~(book.numbers == 2).any(axis=1)
    return book.count(has_trips, book.places_of(book.ranks == book.numbers.argmax(axis=1)[:, None]))


def _high_cards(book: BookHands) -> dict[str, dict[str, int]]:
    """Return the high cards in front, such as 'Q' or 'none', by all high cards of a hand without a pair, such as 'QA'."""
    held = book.numbers[:, QUEEN:] > 0
    in_front = ((book.ranks[:, :, None] == np.arange(QUEEN, 13)) & (book.rows == 0)[:, :, None]).any(axis=1)
    names = np.array(["none", "Q", "K", "QK", "A", "QA", "KA", "QKA"])
    by_front, by_hand = (names[flags @ [1, 2, 4]] for flags in (in_front, held))
    return {name: book.count(_is_unpaired(book) & (by_hand == name), by_front) for name in names[1:].tolist()}


def _longest_suit(book: BookHands) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the suit of most cards in each hand, the lowest of several, and the number of its cards."""
    numbers = (book.suits[:, :, None] == np.arange(4)).sum(axis=1)
    return numbers.argmax(axis=1), numbers.max(axis=1)


def _suited(book: BookHands) -> dict[str, dict[str, int]]:
    """Return the rows of the cards of the longest suit in hands without a pair, by their number from 3 to 5."""
    suit, longest = _longest_suit(book)
    places = book.places_of(book.suits == suit[:, None])
    return {str(n): book.count(_is_unpaired(book) & (longest == n), places) for n in (3, 4, 5)}


def _connected(book: BookHands) -> dict[str, dict[str, int]]:
    """Return the rows of the cards that fit one straight, in hands without a pair or three suited cards, by their number."""
    is_plain = _is_unpaired(book) & (_longest_suit(book)[1] < 3)
    straights = [[12, 0, 1, 2, 3], *(list(range(low, low + 5)) for low in range(9))]
    fits = np.stack([np.isin(book.ranks, straight) for straight in straights], axis=1)
    most = fits.sum(axis=2)
    best = most.shape[1] - 1 - most[:, ::-1].argmax(axis=1)  # of several, the highest straight
    places = book.places_of(fits[np.arange(len(best)), best])
    return {str(n): book.count(is_plain & (most.max(axis=1) == n), places) for n in (3, 4, 5)}


def _fronts(book: BookHands) -> dict[str, int]:
    """Return the number of hands by the content of the front."""
    in_front = (book.ranks[:, :, None] == np.arange(13)) & (book.rows == 0)[:, :, None]
    return book.count(np.ones(len(book.hands), bool), np.array(FRONTS)[contents_of_fronts(in_front.sum(axis=1))])


def contents_of_fronts(numbers: NDArray[Any]) -> NDArray[np.intp]:
    """Return the index in `FRONTS` of the content of each front, from its number of cards of each rank, int[n, 13]."""
    high, has_pair = numbers[:, QUEEN:], (numbers >= 2).any(axis=1)
    content = np.where(numbers.sum(axis=1) == 0, 0, 1)
    content = np.where(high.sum(axis=1) == 1, 2 + high.argmax(axis=1), content)
    content = np.where(high.sum(axis=1) >= 2, 5, content)
    return np.where((high >= 2).any(axis=1), 7, np.where(has_pair, 6, content))
