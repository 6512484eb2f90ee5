"""Plans: rules compiled for the core, with all ways to place the cards of each street."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cpoker_fast._openface import Plan, read_boards
from cpoker_fast._settling import earned_by
from cpoker_fast.boards import Board, Foul
from cpoker_fast.cards import DECK_SIZE, CardSet
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.compiling import compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "compensated_dealer", "earned_cards", "entry_sizes", "fantasyland_sizes", "keeps_button", "make_plan", "plan_of",
    "read_complete",
]  # fmt: skip

_ACE_OF_SPADES = 51


def entry_sizes(rules: Rules) -> tuple[int, ...]:
    """Return the possible numbers of cards of a player who enters Fantasyland, ascending."""
    fantasyland = rules.fantasyland
    return fantasyland.entry_sizes() if fantasyland else ()


def fantasyland_sizes(rules: Rules) -> tuple[int, ...]:
    """Return the possible numbers of cards of a player who enters or stays in Fantasyland, ascending."""
    fantasyland = rules.fantasyland
    return fantasyland.sizes() if fantasyland else ()


def keeps_button(rules: Rules) -> bool:
    """Whether the button stays while a player is in Fantasyland; otherwise it moves after every deal."""
    fantasyland = rules.fantasyland
    return fantasyland is not None and not fantasyland.button_moves


def compensated_dealer(rules: Rules, hands: Iterable[CardSet | None]) -> int | None:
    """Return the index of the hand whose player deals next for its ace of spades; None without a dealer's compensation.

    None is a hand that is not shown.
    """
    holders = (index for index, hand in enumerate(hands) if hand is not None and _ACE_OF_SPADES in hand)
    return next(holders, None) if rules.dealer_compensation else None


def plan_of(rules: Rules) -> Plan:
    """Return the plan of rules, which is cached in the rules."""
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
    """Return, for complete boards (uint8[n, 13]), fouls, royalties by row, and numbers of earned Fantasyland cards.

    All boards have the same number of Fantasyland cards in this deal, `fantasyland` (0 for none), and no earlier stays.
    """
    import numpy as np

    n = len(boards)
    faults, sizes, stays = np.zeros(n, np.uint8), np.full(n, fantasyland, np.uint8), np.zeros(n, np.int32)
    return read_boards(compiled(rules), boards, faults, sizes, stays)


def make_plan(rules: Rules) -> Plan:
    """Return a new plan that is not cached, for use with other networks."""
    dealt = rules.players * rules.most_cards()
    if dealt > DECK_SIZE:
        raise RulesError(
            f"{rules.players} players in Fantasyland would be dealt {dealt} cards of {DECK_SIZE}", path="players"
        )
    return Plan(compiled(rules))
