"""The best board of a hand of 13 to 17 cards: exact, for any rules and for any objective that values boards.

Objectives are royalties, tables of your own, the answer to known boards, or royalties and staying in Fantasyland. All
boards of a hand, their number and its undominated boards are found here, too.
"""

from cpoker_fast.arranging.arranging import (
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
from cpoker_fast.arranging.fantasyland import FantasylandBoard, openface_fantasyland
from cpoker_fast.arranging.response import best_response

__all__ = [
    "BoardsOfHands",
    "FantasylandBoard",
    "ValuedBoard",
    "ValuedBoards",
    "arrangements",
    "best_response",
    "best_royalties",
    "best_royalties_many",
    "best_values",
    "best_values_many",
    "count_arrangements",
    "count_arrangements_many",
    "openface_fantasyland",
    "undominated",
    "undominated_many",
]
