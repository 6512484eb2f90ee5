"""Steps of environments whose actions are whole boards: illegal actions, and random ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cpoker_fast._settling import fouls_and_naturals
from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.errors import PlacementError
from cpoker_fast.players import BoardActions
from cpoker_fast.players.board_actions import SPLITS
from cpoker_fast.rulebook.compiling import compiled

__all__ = ["played_boards", "random_boards"]

_MOST_TRIES = 100


def _are_fouls(actions: BoardActions, boards: NDArray[np.uint8], numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
    fouls: NDArray[np.bool_] = fouls_and_naturals(compiled(actions.rules), boards)[0]
    return fouls & (numbers < SPLITS)  # a surrender is none


def played_boards(
    actions: BoardActions, hands: NDArray[np.uint8], numbers: NDArray[np.int64], on_illegal: str, label: Callable[[int], str]
) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Return the boards that a step sets, uint8[n, 13], and the indices of actions that were replaced.

    `label` returns the beginning of an error message for the index of a hand. Raises PlacementError for a number that is no
    action, and for an illegal action with `on_illegal` 'error'.
    """
    beyond = np.flatnonzero((numbers < 0) | (numbers >= actions.size))
    if len(beyond):
        index = int(beyond[0])
        raise PlacementError(f"{label(index)}bad action {numbers[index]}: expected 0 to {actions.size - 1}")
    boards = actions.boards(hands, numbers)
    if on_illegal == "foul":
        return boards, np.empty(0, np.intp)
    replaced = []
    for index in np.flatnonzero(_are_fouls(actions, boards, numbers)).tolist():
        number, hand = numbers[index], hands[index : index + 1]
        legal = np.flatnonzero(actions.masks(hand)[0])
        if not len(legal):
            continue
        if on_illegal == "error":
            raise PlacementError(f"{label(index)}action {number}: the board {board_of_cards(boards[index])} is a foul")
        boards[index] = actions.boards(hand, legal[[np.searchsorted(legal, number) % len(legal)]])[0]
        replaced.append(index)
    return boards, np.array(replaced, np.intp)


def random_boards(actions: BoardActions, hands: NDArray[np.uint8], generator: np.random.Generator) -> NDArray[np.int64]:
    """Sample a legal arrangement of each hand, uniformly, int64[n]. It is a foul only if all arrangements are fouls."""
    numbers = np.zeros(len(hands), np.int64)
    missing = np.arange(len(hands))
    for _ in range(_MOST_TRIES):  # mostly, about a third of all arrangements are legal
        numbers[missing] = generator.integers(SPLITS, size=len(missing))
        boards = actions.boards(hands[missing], numbers[missing])
        missing = missing[_are_fouls(actions, boards, numbers[missing])]
        if not len(missing):
            break
    for index in missing.tolist():  # hands with few legal boards, or none
        legal = np.flatnonzero(actions.masks(hands[index : index + 1])[0, :SPLITS])
        numbers[index] = generator.choice(legal) if len(legal) else 0
    return numbers
