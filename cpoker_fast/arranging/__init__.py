"""The best board of a hand of 13 to 17 cards, found exactly, under any rules.

The best board has the most royalties, the highest value by your own row values, or the most points against known boards. In
Fantasyland, it has the most points plus the value of staying. This package also lists and counts the boards of a hand, and
finds the undominated boards (the Pareto front).
"""

from cpoker_fast._core import share_globals
from cpoker_fast.arranging.boards_of_hands import (
    BoardsOfHands,
    ValuedBoard,
    ValuedBoards,
    arrangements,
    best_royalties,
    best_royalties_many,
    best_values,
    best_values_many,
    count_arrangements,
    count_arrangements_many,
    undominated,
    undominated_many,
)
from cpoker_fast.arranging.fantasyland import (
    FantasylandBoard,
    FantasylandBoards,
    best_fantasyland,
    best_fantasyland_many,
)
from cpoker_fast.arranging.known_boards import best_response

__all__ = [
    "BoardsOfHands", "FantasylandBoard", "FantasylandBoards", "ValuedBoard", "ValuedBoards", "arrangements",
    "best_fantasyland", "best_fantasyland_many", "best_response", "best_royalties", "best_royalties_many",
    "best_values", "best_values_many", "count_arrangements", "count_arrangements_many", "undominated",
    "undominated_many",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
