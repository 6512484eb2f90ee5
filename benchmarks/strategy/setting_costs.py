"""What rules of thumb for setting 13 cards lose against the equilibrium.

A recipe sets a hand without any further thought. A habit only forbids some boards: the player sets the best of the others.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from setting_counts import ROW_OF_PLACE, Category, PlayedHands, held_ranks

import cpoker_fast as cp

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

# ---- recipes ----


def _in_order(first: str, second: str, third: str) -> Callable[[PlayedHands], NDArray[np.uint8]]:
    """Return the recipe that makes one row as strong as possible, then the second, then the third."""
    strengths = np.arange(7_917.0)
    tables = {first: strengths, second: strengths / 1e4, third: strengths / 1e8}
    return lambda played: cp.arranging.best_values_many(played.hands, **tables).boards


def _largest_sum(played: PlayedHands) -> NDArray[np.uint8]:
    strengths = np.arange(7_917.0)
    return cp.arranging.best_values_many(played.hands, front=strengths, middle=strengths, back=strengths).boards


def row_chances(played: PlayedHands) -> dict[str, NDArray[np.float64]]:
    """Return for each row the chance of each strength to win, on average, against the boards of all hands."""
    of_rows = cp.settling.board_strengths(played.boards).astype(int)
    tables = {}
    for number, row in enumerate(("front", "middle", "back")):
        shares = np.bincount(of_rows[:, number], minlength=7_917) / len(of_rows)
        tables[row] = np.cumsum(shares) - shares / 2  # a tie is half a win
    return tables


def most_rows(hands: NDArray[np.uint8], chances: dict[str, NDArray[np.float64]]) -> cp.arranging.ValuedBoards:
    """Return the boards with the largest sums of the chances of their rows to win, and these sums."""
    front, middle, back = (chances[row] for row in ("front", "middle", "back"))
    return cp.arranging.best_values_many(hands, front=front, middle=middle, back=back)


RECIPES: dict[str, Callable[[PlayedHands], NDArray[np.uint8]]] = {
    "strongest back, then strongest middle": _in_order("back", "middle", "front"),
    "strongest middle, then strongest back": _in_order("middle", "back", "front"),
    "strongest front, then strongest back": _in_order("front", "back", "middle"),
    "most royalties, then strongest back": lambda played: cp.best_royalties_many(played.hands, played.rules),
    "largest sum of ranks of the three rows": _largest_sum,
    "most rows won on average": lambda played: most_rows(played.hands, row_chances(played)).boards,
}


class Choices(NamedTuple):
    """The boards that a recipe or a habit chooses, beside the best ones."""

    losses: NDArray[np.float64]
    """Points lost, by hand."""
    applies: NDArray[np.bool_]
    """Whether the rule of thumb applies to a hand: some legal boards follow it, and others do not."""
    boards: NDArray[np.uint8]
    """The best boards, and those of the rule of thumb, [2, n, 13]."""


def recipe_choices(played: PlayedHands, opponents: int) -> dict[str, Choices]:
    """Return the choices of each recipe. A recipe applies to all hands."""
    field, choices = cp.fields.Field.equilibrium(played.rules), {}
    for name, recipe in RECIPES.items():
        if "royalties" not in name or _has_royalties(played.rules):
            boards = recipe(played)
            losses = played.points - field.points(boards, declare=False, opponents=opponents)
            choices[name] = Choices(losses, np.ones(len(boards), bool), np.stack([played.boards, boards]))
    return choices


def _has_royalties(rules: cp.Rules) -> bool:
    return any((rules.royalties.front, rules.royalties.middle, rules.royalties.back))


# ---- habits ----


class Splits(NamedTuple):
    """All 72,072 splits of 13 cards."""

    cards: NDArray[np.intp]
    """Indices of the cards of front, middle and back, [72072, 13]."""
    rows: NDArray[np.uint8]
    """Row of each card, [72072, 13]."""
    fronts: NDArray[np.intp]
    """Cards of all rows of three, [286, 3]."""
    fives: NDArray[np.intp]
    """Cards of all rows of five, [1287, 5]."""
    numbers: NDArray[np.intp]
    """Index of the front in `fronts`, and of middle and back in `fives`, [72072, 3]."""


@cache
def all_splits() -> Splits:
    """Return all splits of 13 cards."""
    fronts, fives = list(combinations(range(13), 3)), list(combinations(range(13), 5))
    number_of = {five: number for number, five in enumerate(fives)}
    lines, numbers = [], []
    for number, front in enumerate(fronts):
        others = [card for card in range(13) if card not in front]
        for middle in combinations(others, 5):
            back = tuple(card for card in others if card not in middle)
            lines.append([*front, *middle, *back])
            numbers.append([number, number_of[middle], number_of[back]])
    cards, rows = np.array(lines), np.empty((len(lines), 13), np.uint8)
    np.put_along_axis(rows, cards, ROW_OF_PLACE[None].astype(np.uint8).repeat(len(lines), axis=0), axis=1)
    return Splits(cards, rows, np.array(fronts), np.array(fives), np.array(numbers))


class LegalBoards(NamedTuple):
    """All legal boards of a hand of ascending cards."""

    hand: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    categories: NDArray[Any]
    rows: NDArray[np.uint8]
    """Row of each card of the hand."""

    def together(self, number: int) -> NDArray[np.bool_]:
        """Whether the cards of equal rank share a row, for each rank that the hand has `number` times."""
        together = np.ones(len(self.boards), bool)
        for rank in np.flatnonzero(held_ranks(self.hand[None])[0] == number):
            rows = self.rows[:, self.hand // 4 == rank]
            together &= (rows == rows[:, :1]).all(axis=1)
        return together

    def has_row(self, *categories: int) -> NDArray[np.bool_]:
        """Whether the middle or the back has one of some categories."""
        has_one: NDArray[np.bool_] = np.isin(self.categories[:, 1:], categories).any(axis=1)
        return has_one


def legal_boards(hand: NDArray[np.uint8]) -> LegalBoards:
    """Return all legal boards of a hand."""
    splits = all_splits()
    fives = cp.strengths(hand[splits.fives])
    front, middle, back = splits.numbers.T
    strengths = np.stack([cp.strengths(hand[splits.fronts])[front], fives[middle], fives[back]], axis=1)
    is_legal = (strengths[:, 0] <= strengths[:, 1]) & (strengths[:, 1] <= strengths[:, 2])
    boards, categories = hand[splits.cards[is_legal]], cp.ranking.categories(strengths[is_legal])
    return LegalBoards(hand, boards, categories, splits.rows[is_legal])


HABITS: dict[str, Callable[[LegalBoards], NDArray[np.bool_]]] = {
    "never split a pair": lambda legal: legal.together(2),
    "never split three of a kind": lambda legal: legal.together(3),
    "never split four of a kind": lambda legal: legal.together(4),
    "always a pair in front": lambda legal: legal.categories[:, 0] >= Category.PAIR,
    "never a pair in front": lambda legal: legal.categories[:, 0] < Category.PAIR,
    "an ace always to the front": lambda legal: (legal.boards[:, :3] // 4 == 12).any(axis=1),
    "always a straight or better in the back": lambda legal: legal.categories[:, 2] >= Category.STRAIGHT,
    "always use a flush": lambda legal: legal.has_row(Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH),
    "always use a full house": lambda legal: legal.has_row(Category.FULL_HOUSE, Category.FOUR_OF_A_KIND),
}
"""The boards that each habit allows; where it allows none, the player sets the best board."""


def habit_choices(hands: NDArray[np.uint8], rules: cp.Rules, opponents: int) -> dict[str, Choices]:
    """Return the choices of each habit; it loses nothing if no legal board follows it. All hands play a board."""
    field, n = cp.fields.Field.equilibrium(rules), len(hands)
    results = {name: Choices(np.zeros(n), np.zeros(n, bool), np.empty((2, n, 13), np.uint8)) for name in HABITS}
    for index in range(n):
        legal = legal_boards(hands[index])
        points = field.points(legal.boards, declare=False, opponents=opponents)
        best = points.argmax()
        for name, result in results.items():
            has_habit = HABITS[name](legal)
            choice = np.where(has_habit, points, -np.inf).argmax() if has_habit.any() else best
            result.losses[index] = points[best] - points[choice]
            result.applies[index] = has_habit.any() and not has_habit.all()
            result.boards[:, index] = legal.boards[[best, choice]]
    return results
