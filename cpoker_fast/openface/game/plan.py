"""Plans: open-face rules compiled for the core, with all ways to place the cards of each street."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cpoker_fast._openface import Plan, read_boards
from cpoker_fast._settling import earned_by
from cpoker_fast.boards import Board, Foul
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


def as_openface_rules(rules: Rules | str, for_closed: str = "") -> Rules:
    """Return open-face rules, or the preset with this name; raise RulesError for unknown rules or a closed game.

    `for_closed`: name of the class for closed games, which the error then has.
    """
    valid = as_rules(rules)
    if for_closed and valid.openface is None:
        problem = f"the rules {quote(valid.name)} are those of a closed game, which {for_closed} plays"
        raise RulesError(f"{problem}: expected open-face rules", path="openface")
    openface_of(valid)
    return valid


def openface_of(rules: Rules) -> OpenFace:
    """Return the open-face options of rules; raise RulesError for rules of a closed game."""
    if rules.openface is None:
        raise RulesError(
            f"the rules {quote(rules.name)} are those of a closed game: expected open-face rules", path="openface"
        )
    return rules.openface


def entry_sizes(rules: Rules) -> tuple[int, ...]:
    """Return the possible numbers of cards of a player who enters Fantasyland, ascending."""
    fantasyland = openface_of(rules).fantasyland
    return fantasyland.entry_sizes() if fantasyland else ()


def fantasyland_sizes(rules: Rules) -> tuple[int, ...]:
    """Return the possible numbers of cards of a player who enters or stays in Fantasyland, ascending."""
    fantasyland = openface_of(rules).fantasyland
    return fantasyland.sizes() if fantasyland else ()


def keeps_button(rules: Rules) -> bool:
    """Whether the button stays while a player is in Fantasyland; otherwise it moves after every deal."""
    fantasyland = openface_of(rules).fantasyland
    return fantasyland is not None and not fantasyland.button_moves


def stack_size(rules: Rules) -> int:
    """Return the largest number of cards that a player may be dealt.

    Examples
    --------
    >>> stack_size(rules("pineapple")), stack_size(rules("standard"))
    (17, 13)
    """
    return openface_of(rules).most_cards()


def plan_of(rules: Rules) -> Plan:
    """Return the plan of open-face rules, which is cached in the rules."""
    return cached_with(rules, "plan", None, lambda: make_plan(rules), takes_long=True)


def earned_cards(
    rules: Rules, boards: Iterable[Board | Foul | None], fantasyland: Sequence[int], stays: Sequence[int]
) -> tuple[int, ...]:
    """Return the number of Fantasyland cards that each complete board earns for the next deal, 0 for none.

    `fantasyland` has each board's number of Fantasyland cards in this deal (0: none), `stays` its number of earlier stays.
    A surrender (None) and a dead hand earn none.
    """
    core = compiled(rules)
    return tuple(
        earned_by(core, board, *terms) if isinstance(board, Board) else 0
        for board, *terms in zip(boards, fantasyland, stays, strict=True)
    )


def read_complete(
    rules: Rules, boards: NDArray[np.uint8], fantasyland: int = 0
) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.uint8]]:
    """Return fouls, royalties by row, and numbers of earned Fantasyland cards, for complete boards (uint8[n, 13]).

    All boards have the same number of Fantasyland cards in this deal, `fantasyland` (0 for none), and no earlier stays.
    """
    import numpy as np

    n = len(boards)
    faults, sizes, stays = np.zeros(n, np.uint8), np.full(n, fantasyland, np.uint8), np.zeros(n, np.int32)
    return read_boards(compiled(rules), boards, faults, sizes, stays)


def make_plan(rules: Rules) -> Plan:
    """Return a new plan that is not cached, for use with other networks."""
    openface, stack = openface_of(rules), stack_size(rules)
    if openface.players * stack > _DECK:
        problem = f"{openface.players} players in Fantasyland would be dealt {openface.players * stack} cards of {_DECK}"
        raise RulesError(problem, path="openface.players")
    return Plan(compiled(rules))
