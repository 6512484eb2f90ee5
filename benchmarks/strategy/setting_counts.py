"""Where the best boards of many hands hold their pairs, threes and fours of a kind, straights and flushes: counts.

In all arrays, rows are 0 (front), 1 (middle) and 2 (back), and ranks 0 (twos) to 12 (aces).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import cpoker_fast as cp
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Category = cp.ranking.Category
PLACES = (*ROWS, "split")
ROW_OF_PLACE = np.repeat([0, 1, 2], [3, 5, 5])
MOST_SHAPES = 10
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


class PlayedHands(NamedTuple):
    """Hands of 13 ascending cards that play their best board: they declare no natural, and do not surrender."""

    rules: cp.Rules
    hands: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    points: NDArray[np.float64]
    """Expected points of the boards."""

    @property
    def categories(self) -> NDArray[Any]:
        """Categories of the rows, [n, 3]."""
        return cp.ranking.categories(cp.settling.board_strengths(self.boards))

    @property
    def held(self) -> NDArray[np.intp]:
        """Number of cards of each rank, [n, 13]."""
        return held_ranks(self.hands)


def played_hands(hands: NDArray[np.uint8], rules: cp.Rules, opponents: int, *, has_button: bool = False) -> PlayedHands:
    """Set hands by the equilibrium, and return those that play a board."""
    best = cp.arrange_many(hands, rules, opponents=opponents, has_button=has_button)
    plays = ~best.declare & ~are_surrenders(best.boards)
    return PlayedHands(rules, hands[plays], best.boards[plays], best.points[plays])


def held_ranks(hands: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the number of cards of each rank, [n, 13]."""
    counts: NDArray[np.intp] = (hands[:, :, None] // 4 == np.arange(13)).sum(axis=1)
    return counts


def are_surrenders(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which boards are surrenders, bool[n]."""
    surrenders: NDArray[np.bool_] = boards[:, 0] >= 52
    return surrenders


def places_of_ranks(boards: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the index in PLACES of all cards of each rank, [n, 13]; without meaning for ranks that a board lacks."""
    places = np.empty((len(boards), 13), np.intp)
    for rank in range(13):
        is_rank = boards // 4 == rank
        first, last = ROW_OF_PLACE[is_rank.argmax(axis=1)], ROW_OF_PLACE[12 - is_rank[:, ::-1].argmax(axis=1)]
        places[:, rank] = np.where(first == last, first, PLACES.index("split"))
    return places


def has_flush(hands: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether hands have five cards of a suit."""
    is_flush: NDArray[np.bool_] = ((hands[:, :, None] % 4 == np.arange(4)).sum(axis=1) >= 5).any(axis=1)
    return is_flush


def has_straight(held: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether hands have five consecutive ranks; aces are high or low."""
    ranks = np.hstack([held[:, 12:], held]) > 0
    windows = np.lib.stride_tricks.sliding_window_view(ranks, 5, axis=1)
    is_straight: NDArray[np.bool_] = windows.all(axis=2).any(axis=1)
    return is_straight


LOW_PAIRS = "T"  # the highest rank of low pairs


def surrender_kinds(hands: NDArray[np.uint8]) -> dict[str, NDArray[np.bool_]]:
    """Return which hands are of each kind, since some kinds surrender more often; each hand is of one kind.

    Hands of the kinds without a number of pairs have at most three pairs, and no three of a kind.
    """
    held = held_ranks(hands)
    pairs, long_rows = (held == 2).sum(axis=1), has_straight(held).astype(int) + has_flush(hands)
    is_plain = held.max(axis=1) < 3
    has_few, is_low = is_plain & (pairs <= 3), held[:, RANKS.index(LOW_PAIRS) + 1 :].max(axis=1) < 2
    return {
        "low pairs, no straight or flush": has_few & is_low & (long_rows == 0),
        "a high pair, no straight or flush": has_few & ~is_low & (long_rows == 0),
        "low pairs, a straight or a flush": has_few & is_low & (long_rows == 1),
        "a high pair, a straight or a flush": has_few & ~is_low & (long_rows == 1),
        "a straight and a flush": has_few & (long_rows == 2),
        "four pairs": is_plain & (pairs == 4),
        "five or six pairs": is_plain & (pairs > 4),
        "three or four of a kind": ~is_plain,
    }


def measure_counts(played: PlayedHands) -> dict[str, Any]:
    """Return all counts of the best boards of hands."""
    held, places = played.held, places_of_ranks(played.boards)
    is_plain = ~has_flush(played.hands) & ~has_straight(held)
    return {
        "boards": len(played.boards),
        "rows": _rows(played),
        "quantiles": _quantiles(played),
        "shapes": _shapes(played),
        "fronts by middle": _fronts_by_middle(played),
        "pairs": _pairs(held, places),
        "pairs alone": _pairs(held[is_plain], places[is_plain]),
        "pairs in front": _pairs_in_front(held, places),
        "triples": _triples(played, held, places),
        "quads": _quads(held, places),
        "rows of hands with": {name: _long_rows(played, chosen) for name, chosen in _choices(played.hands, held).items()},
    }


def _choices(hands: NDArray[np.uint8], held: NDArray[np.intp]) -> dict[str, NDArray[np.bool_]]:
    """Return which hands can make one or two kinds of long rows."""
    full_house = (held >= 3).any(axis=1) & ((held >= 2).sum(axis=1) >= 2)
    flush, straight = has_flush(hands), has_straight(held)
    return {
        "a full house": full_house,
        "a flush": flush,
        "a straight": straight,
        "a full house and a flush": full_house & flush,
        "a full house and a straight": full_house & straight,
        "a flush and a straight": flush & straight,
    }


def _rows(played: PlayedHands) -> dict[str, dict[str, list[float]]]:
    """Count the rows of each kind, and return the share of rows of other boards against which they win on average.

    Middles and backs have the kinds of categories; fronts also those of the rank of a pair, or of the highest card. A tie
    counts half.
    """
    measured = {}
    strengths = cp.settling.board_strengths(played.boards)
    highest = played.boards[:, :3].max(axis=1) // 4
    paired = played.boards[:, 1] // 4  # rows are ascending, so the middle card is one of a pair
    for number, row in enumerate(ROWS):
        ordered = np.sort(strengths[:, number])
        places = [np.searchsorted(ordered, strengths[:, number], side=side) for side in ("left", "right")]
        wins = sum(places) / 2 / len(ordered)
        kinds = np.array([category.name for category in Category])[played.categories[:, number]].astype(object)
        if row == "front":
            kinds = np.where(kinds == "HIGH_CARD", [f"high {RANKS[rank]}" for rank in highest], kinds)
            kinds = np.where(kinds == "PAIR", [f"pair {RANKS[rank]}" for rank in paired], kinds)
        measured[row] = {
            kind: [int((kinds == kind).sum()), round(float(wins[kinds == kind].mean()), 5)] for kind in sorted(set(kinds))
        }
    return measured


def _quantiles(played: PlayedHands) -> dict[str, list[int]]:
    """Return the strengths that a share of QUANTILES of the rows does not exceed."""
    strengths = cp.settling.board_strengths(played.boards)
    values = np.quantile(strengths, QUANTILES, axis=0, method="inverted_cdf")
    return {row: values[:, number].astype(int).tolist() for number, row in enumerate(ROWS)}


def _shapes(played: PlayedHands) -> list[list[Any]]:
    """Return the most frequent categories of front, middle and back together, with their counts."""
    counts = Counter(map(tuple, played.categories.tolist()))
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_SHAPES]
    return [[*(Category(category).name for category in shape), number] for shape, number in ordered]


FRONT_GROUPS = ("no pair", "22 to 99", "TT to AA", "three of a kind")


def _fronts_by_middle(played: PlayedHands) -> dict[str, list[int]]:
    """Count the fronts of FRONT_GROUPS by the category of the middle."""
    categories, ranks = played.categories, played.boards[:, 1] // 4
    fronts = categories[:, 0].astype(int)
    groups = np.select(
        [fronts == Category.HIGH_CARD, fronts == Category.PAIR], [0, np.where(ranks < RANKS.index("T"), 1, 2)], 3
    )
    return {
        Category(category).name: np.bincount(groups[categories[:, 1] == category], minlength=4).tolist()
        for category in np.unique(categories[:, 1])
    }


def _pairs(held: NDArray[np.intp], places: NDArray[np.intp]) -> dict[str, Any]:
    """Count the places of each pair, the highest first, by the number of pairs of hands without three of a kind."""
    counts = {}
    for number in range(1, 6):
        chosen = (held.max(axis=1) == 2) & ((held == 2).sum(axis=1) == number)
        order = np.argsort(held[chosen] == 2, axis=1, kind="stable")[:, : -number - 1 : -1]
        of_pairs = np.take_along_axis(places[chosen], order, axis=1)
        pairs = [np.bincount(of_pairs[:, pair], minlength=4).tolist() for pair in range(number)]
        counts[str(number)] = {
            "hands": int(chosen.sum()),
            "places": pairs,
            "some pair split": int((of_pairs == PLACES.index("split")).any(axis=1).sum()),
        }
    return counts


def _pairs_in_front(held: NDArray[np.intp], places: NDArray[np.intp]) -> dict[str, list[list[int]]]:
    """Count, for each rank, pairs that are in front and all pairs, by the number of pairs of the hand."""
    counts = {}
    for number in range(1, 6):
        chosen = (held.max(axis=1) == 2) & ((held == 2).sum(axis=1) == number)
        is_pair = held[chosen] == 2
        in_front = is_pair & (places[chosen] == 0)
        counts[str(number)] = np.stack([in_front.sum(axis=0), is_pair.sum(axis=0)], axis=1).tolist()
    return counts


TRIPLE_KINDS = ("full house in the back", "full house in the middle", "back", "middle", "front", "split")


def _triples(played: PlayedHands, held: NDArray[np.intp], places: NDArray[np.intp]) -> dict[str, Any]:
    """Count where hands with one three of a kind hold it, by the number of pairs beside it."""
    categories, counts = played.categories, {}
    for pairs in range(4):
        chosen = (held.max(axis=1) == 3) & ((held == 3).sum(axis=1) == 1) & ((held == 2).sum(axis=1) == pairs)
        rank = (held[chosen] == 3).argmax(axis=1)
        place = places[chosen][np.arange(len(rank)), rank]
        row_category = np.take_along_axis(categories[chosen], np.minimum(place, 2)[:, None], axis=1)[:, 0]
        in_full_house = row_category == Category.FULL_HOUSE
        kinds = [
            (place == 2) & in_full_house, (place == 1) & in_full_house,
            (place == 2) & ~in_full_house, (place == 1) & ~in_full_house, place == 0, place == 3,
        ]  # fmt: skip
        of_kinds = [int(kind.sum()) for kind in kinds]
        counts[str(pairs)] = {"hands": int(chosen.sum()), "kinds": of_kinds}
    return counts


def _quads(held: NDArray[np.intp], places: NDArray[np.intp]) -> dict[str, Any]:
    """Count the places of four of a kind, by the number of pairs beside it."""
    counts = {}
    for pairs in range(4):
        is_quads = held == 4
        chosen = (is_quads.sum(axis=1) == 1) & ~(held == 3).any(axis=1) & ((held == 2).sum(axis=1) == pairs)
        place = places[chosen][np.arange(chosen.sum()), is_quads[chosen].argmax(axis=1)]
        counts[str(pairs)] = {"hands": int(chosen.sum()), "places": np.bincount(place, minlength=4).tolist()}
    return counts


LONG_ROWS: dict[str, Callable[[int], bool]] = {
    "full house or better": lambda category: category >= Category.FULL_HOUSE,
    "flush": lambda category: category == Category.FLUSH,
    "straight": lambda category: category == Category.STRAIGHT,
    "weaker": lambda category: category < Category.STRAIGHT,
}


def _long_rows(played: PlayedHands, chosen: NDArray[np.bool_]) -> dict[str, Any]:
    """Count the kinds of the back, and of the middle, of some hands."""
    categories = played.categories[chosen]
    kinds = {
        row: [int(sum(is_kind(category) for category in categories[:, number].tolist())) for is_kind in LONG_ROWS.values()]
        for number, row in ((2, "back"), (1, "middle"))
    }
    return {"hands": int(chosen.sum()), **kinds}
