"""Whole boards as actions: the boards of a hand of 13 cards as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._arranging_many import highest_splits, mark_legal_splits, splits_of_13
from cpoker_fast._arrays import as_array, ascending_hands_in, first_beyond, hands_in, holds_whole_numbers
from cpoker_fast.board_arrays import NO_BOARD, board_rows_in, has_no_board
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import ArrayError, CpokerError, RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_for_process
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.presets import as_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BOARDS", "SPLITS", "BoardActions", "kind_of_actions"]

BOARDS = "boards"
"""The kind of actions that place whole boards."""
SPLITS = 72_072
"""Number of arrangements of 13 cards in rows of 3, 5 and 5."""
_HAND, _ROWS = 13, 3


def kind_of_actions(value: object, error: type[CpokerError]) -> str:
    """Return a kind of actions, ``"cards"`` or ``"boards"``; raise `error` for other values."""
    if isinstance(value, str) and value in ("cards", BOARDS):
        return value
    raise error(f"bad actions {quote(value)}: expected 'cards' or 'boards'")


class BoardActions:
    """Actions that place all 13 cards of a hand at once, as in environments with ``actions="boards"``.

    Actions are the numbers of the 72,072 arrangements of 13 cards, under all rules. A number says into which row each
    card goes, from the highest card to the lowest. So the same number puts the highest card of every hand into the same row.
    If the rules allow a surrender, it is the last action, 72,072.

    A network with an output for each action is large. A network with a score for each card in each row is smaller, and
    enough to choose a board: `highest` returns the legal arrangement with the highest sum of scores.

    Parameters
    ----------
    rules : Rules or str
        Rules of one street, on which 13 cards are placed, or the name of a preset.

    Attributes
    ----------
    rules : Rules
    size : int
        Number of actions.

    Raises
    ------
    RulesError
        If the rules are unknown, or have other streets.

    Examples
    --------
    >>> import numpy as np
    >>> actions = BoardActions("pagat")
    >>> actions.size
    72072
    >>> hands = np.array([list(CardSet("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"))], np.uint8)
    >>> int(actions.masks(hands).sum()) == count_arrangements(hands[0], "pagat")
    True
    >>> boards = best_royalties_many(hands, "pagat")
    >>> number = actions.numbers(hands, boards)
    >>> print(Board.of_cards(actions.boards(hands, number)[0].tolist()))
    9c 8c 6h / As Kh Qs Jd Td / 7s 7h 7d 5h 5c
    >>> scores = np.zeros((1, 13, 3))
    >>> scores[0, :5, 2] = 1  # the five highest cards to the back
    >>> print(Board.of_cards(actions.boards(hands, actions.highest(hands, scores))[0].tolist()).back)
    As Kh Qs Jd Td
    """

    def __init__(self, rules: Rules | str) -> None:
        self.rules: Rules = as_rules(rules)
        if self.rules.streets != ((_HAND, _HAND),):
            dealt = f"got {quote(self.rules.name)}, whose streets are {self.rules.streets}"
            raise RulesError(f"actions of boards: expected rules of one street, on which 13 cards are placed, {dealt}")
        self.size: int = SPLITS + self.rules.has_surrender

    @property
    def places(self) -> NDArray[np.uint8]:
        """The cards of front (3), middle (5) and back (5) in each arrangement, as indices in a hand in descending order.

        uint8[72072, 13]; the array is shared by all objects and read-only.
        """
        return cached_for_process("splits of 13 cards", None, _places)

    def masks(self, hands: object, *, threads: int = 1) -> NDArray[np.int8]:
        """Return the masks of hands, int8[n, size], with a 1 for each legal action, and a 0 for each foul.

        `hands` are uint8[n, 13]. A mask has 72 KB, and takes less than a millisecond. `threads` is the number of threads, 0
        for all CPUs. ArrayError or CardError is raised for invalid hands.
        """
        cards = hands_in(hands)
        legal = np.ones((len(cards), self.size), np.int8)
        mark_legal_splits(np.ascontiguousarray(cards), compiled(self.rules), legal, threads)
        return legal

    def boards(self, hands: object, actions: object) -> NDArray[np.uint8]:
        """Return the boards that result from actions, uint8[n, 13]. A surrender is 13 times 255.

        `hands` are uint8[n, 13], and `actions` int[n]. ArrayError is raised for invalid arrays, with the index of the first
        invalid action, and CardError for invalid hands.
        """
        cards, numbers = _descending(hands), as_array(actions, "actions")
        if numbers.shape != (len(cards),) or not holds_whole_numbers(numbers):
            raise ArrayError(f"bad actions: expected int64[{len(cards)}], got {numbers.dtype}{list(numbers.shape)}")
        numbers = numbers.astype(np.int64, copy=False)
        if (wrong := first_beyond(numbers, self.size - 1)) is not None:
            raise ArrayError.about(
                f"actions[{wrong[0]}]", f"expected a number from 0 to {self.size - 1}, got {numbers[wrong]}"
            )
        is_split = numbers < SPLITS
        boards = np.take_along_axis(cards, self.places[np.where(is_split, numbers, 0)].astype(np.intp), axis=1)
        boards[~is_split] = NO_BOARD
        return boards

    def numbers(self, hands: object, boards: object) -> NDArray[np.int64]:
        """Return the actions that lead from hands to boards, int64[n]. This is the inverse of `boards`.

        `hands` and `boards` are uint8[n, 13]. ArrayError or CardError is raised for invalid arrays, or a board with other
        cards than its hand.
        """
        cards, rows = _descending(hands), board_rows_in(boards)
        if len(rows) != len(cards):
            raise ArrayError(f"bad boards: expected one for each of {len(cards)} hands, got {len(rows)}")
        surrendered = has_no_board(rows) & self.rules.has_surrender
        rows = np.where(surrendered[:, None], cards, rows)
        different = np.flatnonzero((np.sort(rows, axis=1)[:, ::-1] != cards).any(axis=1))
        if len(different):
            raise ArrayError.about(f"boards[{different[0]}]", f"expected the cards of hands[{different[0]}]")
        place_of = np.argmax(cards[:, None, :] == rows[:, :, None], axis=2)  # place in the hand of each card of the board
        keys, order = cached_for_process("keys of splits", None, self._sorted_keys)
        numbers = order[np.searchsorted(keys, _keys(place_of))]
        numbers[surrendered] = SPLITS
        return numbers.astype(np.int64, copy=False)

    def _sorted_keys(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the keys of all splits in ascending order, and the numbers of these splits."""
        keys = _keys(self.places)
        order = np.argsort(keys)
        return keys[order], order

    def highest(self, hands: object, scores: object, *, threads: int = 1) -> NDArray[np.int64]:
        """Return the legal arrangements with the highest sums of scores, int64[n]; 0 for a hand whose boards are all fouls.

        Parameters
        ----------
        hands : array of uint8, shape (n, 13)
            Hands; the order of the cards does not matter.
        scores : array of float, shape (n, 13, 3)
            Scores of each card in the front, the middle and the back, from the highest card to the lowest.
        threads : int
            Number of threads; 0 for as many as this process has CPUs.

        Raises
        ------
        ArrayError
            If the shape or dtype of an array is wrong, or a score is not finite.
        CardError
            If a hand has invalid cards.
        """
        cards, values = hands_in(hands), as_array(scores, "scores")
        if values.shape != (len(cards), _HAND, _ROWS) or values.dtype.kind != "f":
            shape = f"{values.dtype}{list(values.shape)}"
            raise ArrayError(f"bad scores: expected float32[{len(cards)}, {_HAND}, {_ROWS}], got {shape}")
        with np.errstate(over="ignore"):
            ascending = np.ascontiguousarray(values[:, ::-1], np.float32)
        if not np.isfinite(ascending).all():
            raise ArrayError("bad scores: expected finite numbers in the range of float32")
        numbers = np.empty(len(cards), np.int64)
        highest_splits(np.ascontiguousarray(cards), compiled(self.rules), ascending, numbers, threads)
        return np.maximum(numbers, 0)

    def __repr__(self) -> str:
        return f"BoardActions({self.rules.name!r})"


def _descending(hands: object) -> NDArray[np.uint8]:
    """Return hands with their cards in descending order; CardError if a card is invalid or appears twice."""
    return np.ascontiguousarray(ascending_hands_in(hands)[:, ::-1])


def _places() -> NDArray[np.uint8]:
    table: NDArray[np.uint8] = _HAND - 1 - splits_of_13()
    table.flags.writeable = False
    return table


def _keys(places: NDArray[np.uint8] | NDArray[np.intp]) -> NDArray[np.int64]:
    """Return numbers that are the same only for equal fronts and equal middles."""
    powers = np.int64(1) << places.astype(np.int64)
    keys: NDArray[np.int64] = powers[:, :3].sum(axis=1) << _HAND | powers[:, 3:8].sum(axis=1)
    return keys
