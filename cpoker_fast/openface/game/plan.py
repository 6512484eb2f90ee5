"""Open-face rules in the form that the compiled core takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cpoker_fast._openface import Plan, read_boards
from cpoker_fast._settling import earned_by
from cpoker_fast.boards import Board
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import OpenFace, Rules, as_rules, cached_with, compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "as_openface_rules",
    "earned_cards",
    "entry_sizes",
    "fantasyland_sizes",
    "keeps_button",
    "make_plan",
    "openface_of",
    "plan_of",
    "read_complete",
    "stack_size",
]

_DECK = 52


def as_openface_rules(rules: Rules | str) -> Rules:
    """The rules of a preset's name, or as they are; RulesError unless they say how an open-face game is dealt."""
    found = as_rules(rules)
    openface_of(found)
    return found


def openface_of(rules: Rules) -> OpenFace:
    """How an open-face game is dealt; RulesError for rules of a closed game."""
    if rules.openface is None:
        raise RulesError(
            f"the rules {quote(rules.name)} are those of a closed game: expected open-face rules", path="openface"
        )
    return rules.openface


def entry_sizes(rules: Rules) -> tuple[int, ...]:
    """How many cards a Fantasyland has that a player may earn who is not in it, ascending."""
    fantasyland = openface_of(rules).fantasyland
    return fantasyland.entry_sizes() if fantasyland else ()


def fantasyland_sizes(rules: Rules) -> tuple[int, ...]:
    """How many cards a Fantasyland may have, ascending."""
    fantasyland = openface_of(rules).fantasyland
    return fantasyland.sizes() if fantasyland else ()


def keeps_button(rules: Rules) -> bool:
    """Whether the button stays where it is while anyone is in Fantasyland; otherwise it moves after every deal."""
    fantasyland = openface_of(rules).fantasyland
    return fantasyland is not None and not fantasyland.button_moves


def stack_size(rules: Rules) -> int:
    """The most cards that a player may get in a deal."""
    return openface_of(rules).most_cards()


def plan_of(rules: Rules) -> Plan:
    """The plan of open-face rules, made once and kept with them."""
    return cached_with(rules, "plan", None, lambda: make_plan(rules), takes_long=True)


def earned_cards(rules: Rules, boards: Iterable[Board], cards: Sequence[int], stays: Sequence[int]) -> tuple[int, ...]:
    """By seat, the cards of the Fantasyland that a board earns, 0 for none.

    `cards` are those of the Fantasyland in which the board was set, and `stays` those in succession before it.
    """
    core = compiled(rules)
    return tuple(earned_by(core, board, *seat) for board, *seat in zip(boards, cards, stays, strict=True))


def read_complete(
    rules: Rules, boards: NDArray[np.uint8], fantasyland: int = 0
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.uint8]]:
    """Of complete boards, uint8[n, 13]: fouls, royalties of each row, and the cards of the Fantasyland that each earns.

    `fantasyland` are the cards of the one in which they were set, the first in succession; 0: they were set outside it.
    """
    import numpy as np

    n = len(boards)
    faults, cards, stays = np.zeros(n, np.uint8), np.full(n, fantasyland, np.uint8), np.zeros(n, np.int32)
    return read_boards(compiled(rules), boards, faults, cards, stays)


def make_plan(rules: Rules) -> Plan:
    """A plan of one's own, which may be given other networks."""
    openface, stack = openface_of(rules), stack_size(rules)
    if openface.players * stack > _DECK:
        problem = f"{openface.players} players in Fantasyland would be dealt {openface.players * stack} cards of {_DECK}"
        raise RulesError(problem, path="openface.players")
    return Plan(compiled(rules))
