"""Equilibria of the package: an archive of fields, all with the same hands, set under different rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cpoker_fast.board_arrays import NO_BOARD, has_no_board
from cpoker_fast.errors import FieldError
from cpoker_fast.fields.sample import BoardSample
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.files import arrays_in, write_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SHIPPED", "read_shipped", "shipped_name", "write_shipped"]

SHIPPED = Path(__file__).with_name("equilibria.npz")
"""Archive of hands and, for each field, its origin, declarations, card removal, and indices of fronts and middles (see
`_row_choices`)."""

_SURRENDER = 286  # index of the front of a surrender; the fronts of 13 cards have the indices 0 to 285

S = TypeVar("S", bound=BoardSample)


def _row_choices(hand_size: int, row_size: int) -> NDArray[np.intp]:
    """Return all choices of a row from a hand: each line has the positions of the row's cards in the hand."""
    return np.array(list(combinations(range(hand_size), row_size)))


def _split(cards: NDArray[np.uint8], positions: NDArray[np.intp]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the cards at the positions in each line, and the remaining cards in their order."""
    remains = np.ones(cards.shape, bool)
    np.put_along_axis(remains, positions, values=False, axis=1)
    return np.take_along_axis(cards, positions, 1), cards[remains].reshape(len(cards), -1)


def _boards_of(hands: NDArray[np.uint8], fronts: NDArray[np.uint16], middles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    surrendered = fronts == _SURRENDER
    front, remaining = _split(hands, _row_choices(13, 3)[np.where(surrendered, 0, fronts)])
    middle, back = _split(remaining, _row_choices(10, 5)[middles])
    boards = np.hstack([front, middle, back])
    boards[surrendered] = NO_BOARD
    return boards


def _choice_indices(rows: NDArray[np.uint8], cards: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the index of each row in `_row_choices`; `cards` has the ascending cards from which each row was chosen."""
    choices = _row_choices(cards.shape[1], rows.shape[1])
    index_of = np.zeros((cards.shape[1],) * rows.shape[1], np.intp)
    index_of[tuple(choices.T)] = np.arange(len(choices))
    positions = np.sort((cards[:, None, :] < rows[:, :, None]).sum(axis=2))
    indices: NDArray[np.intp] = index_of[tuple(positions.T)]
    return indices


def _indices_of(boards: NDArray[np.uint8], hands: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Return the indices of fronts and middles; raise FieldError if the boards do not have the cards of the hands."""
    surrendered = has_no_board(boards)
    set_boards = np.where(surrendered[:, None], hands, boards)
    if not np.array_equal(np.sort(set_boards, axis=1), hands):
        raise FieldError("expected boards of the same hands")
    fronts = _choice_indices(set_boards[:, :3], hands)
    _, remaining = _split(hands, _row_choices(13, 3)[fronts])
    middles = _choice_indices(set_boards[:, 3:8], remaining)
    fronts[surrendered] = _SURRENDER
    return fronts.astype(np.uint16), middles.astype(np.uint8)


def shipped_name(rules: Rules) -> str | None:
    """Return the name of rules in the archive: the first preset that pays like them; None if there is no such preset."""
    return next((name for name, preset in Rules.PRESETS.items() if preset.pays_like(rules)), None)


def write_shipped(fields: Mapping[str, BoardSample], path: Path = SHIPPED) -> None:
    """Write an archive of fields by preset name. All must have the same hands, and at least one must have no surrenders."""
    hands = next(np.sort(field.boards, axis=1) for field in fields.values() if not has_no_board(field.boards).any())
    arrays: dict[str, Any] = {"hands": hands}
    for name, field in fields.items():
        fronts, middles = _indices_of(field.boards, hands)
        origin = {
            "scoring": field.rules.scoring(),
            "exploitability": field.exploitability,
            "error": field.error,
            "made_by": field.made_by,
        }
        arrays[f"{name} about"] = np.array(json.dumps(origin))
        arrays |= {f"{name} fronts": fronts, f"{name} middles": middles, f"{name} declare": field.declare}
        if field.removal is not None:
            arrays[f"{name} removal"] = field.removal
    write_file(path, lambda stream: np.savez_compressed(stream, **arrays))


def read_shipped(cls: type[S], rules: Rules, path: Path = SHIPPED) -> S | None:
    """Return the equilibrium of rules from the archive; None if it is missing, damaged or made for other scoring."""
    name = shipped_name(rules)
    if name is None:
        return None
    preset = Rules.PRESETS[name]
    try:
        with path.open("rb") as stream, arrays_in(stream) as arrays:
            origin = json.loads(str(arrays[f"{name} about"]))
            if origin.pop("scoring") != preset.scoring():
                return None
            boards = _boards_of(arrays["hands"], arrays[f"{name} fronts"], arrays[f"{name} middles"])
            return cls(preset, boards, declare=arrays[f"{name} declare"], removal=arrays.get(f"{name} removal"), **origin)
    except Exception:  # NumPy raises many types of exceptions for a damaged archive
        return None
