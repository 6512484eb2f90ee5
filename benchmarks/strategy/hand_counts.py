"""Exact numbers of hands of 13 cards, out of 635,013,559,600, and of rows.

The naturals that a hand makes depend on its ranks and its suits. How often it has which suits depends on its *shape* alone:
the numbers of ranks with one, two, three and four cards. So ranks and suits are counted apart, for each shape. Only three
straight flushes depend on more; they are few, and are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations, compress, product
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

import cpoker_fast as cp
from cpoker_fast.ranking import Category, categories
from cpoker_fast.rulebook import Natural, NaturalMode, Pattern

HANDS = comb(52, 13)
Made = frozenset[Pattern]
"""Patterns that a hand makes."""
Shape = tuple[int, ...]
"""Numbers of ranks with one, two, three and four cards."""

# ---- shapes and suits ----


def shapes() -> Iterator[tuple[Shape, int]]:
    """Yield all shapes of 13 cards, each with the number of choices of its ranks."""
    for shape in product(range(14), range(7), range(5), range(4)):
        if _cards(shape) == 13 and sum(shape) <= 13:
            yield shape, factorial(13) // (factorial(13 - sum(shape)) * prod(map(factorial, shape)))


def _cards(shape: Shape) -> int:
    return sum(size * ranks for size, ranks in enumerate(shape, 1))


def hands_of_shape(shape: Shape) -> int:
    """Return the number of choices of suits, for given ranks."""
    return prod(comb(4, size) ** ranks for size, ranks in enumerate(shape, 1))


def suits_of_shape(shape: Shape) -> Counter[tuple[int, ...]]:
    """Return how many choices of suits, for given ranks, lead to each numbers of cards of the four suits."""
    lengths: Counter[tuple[int, ...]] = Counter({(0, 0, 0, 0): 1})
    for size, ranks in enumerate(shape, 1):
        for _ in range(ranks):
            longer: Counter[tuple[int, ...]] = Counter()
            for (numbers, ways), suits in product(lengths.items(), combinations(range(4), size)):
                longer[tuple(number + (suit in suits) for suit, number in enumerate(numbers))] += ways
            lengths = longer
    return lengths


def suit_lengths() -> Counter[tuple[int, ...]]:
    """Return the number of hands with each numbers of cards of the four suits, the longest suit first."""
    lengths: Counter[tuple[int, ...]] = Counter()
    for numbers in product(range(14), repeat=4):
        if sum(numbers) == 13:
            lengths[tuple(sorted(numbers, reverse=True))] += prod(comb(13, number) for number in numbers)
    return lengths


# ---- naturals ----

_ACE = 12
_PICTURES = (9, 10, 11)
_RANGES = {
    Pattern.SMALL_8: [*range(7)],
    Pattern.SMALL_9: [*range(8)],
    Pattern.SMALL_10: [*range(9)],
    Pattern.BIG_8: [*range(6, 13)],
    Pattern.NO_PICTURES: [*range(9), _ACE],
    Pattern.ALL_HIGH: [*range(9, 13)],
}
_OF_SHAPES: dict[Shape, Pattern] = {
    (1, 6, 0, 0): Pattern.SIX_PAIRS,
    (0, 5, 1, 0): Pattern.FIVE_PAIRS_AND_TRIPS,
    (1, 0, 4, 0): Pattern.FOUR_TRIPS,
    (1, 0, 0, 3): Pattern.THREE_QUADS,
    (13, 0, 0, 0): Pattern.DRAGON,
}
_RED = (1, 2)  # suits


def _runs(size: int) -> list[tuple[int, ...]]:
    """Return the ranks of straights of a size; an ace is low or high."""
    return [tuple((low + step) % 13 for step in range(size)) for low in range(-1, 14 - size)]


def _numbers_in(ranks: Iterable[int]) -> NDArray[np.int8]:
    """Return all numbers of cards of the 13 ranks, 13 in all, with cards of these ranks only (int8[n, 13])."""
    rows = np.zeros((1, 13), np.int8)
    for rank in ranks:
        rows = np.repeat(rows, 5, axis=0)
        rows[:, rank] = np.tile(np.arange(5, dtype=np.int8), len(rows) // 5)
        rows = rows[rows.sum(axis=1) <= 13]
    hands: NDArray[np.int8] = rows[rows.sum(axis=1) == 13]
    return hands


def _made_by_ranks() -> Counter[tuple[Shape, Made]]:
    """Return the number of choices of ranks for each shape, and patterns that depend on which ranks these are."""
    runs = product(_runs(3), _runs(5), _runs(5))
    straights = np.array([np.bincount((*front, *middle, *back), minlength=13) for front, middle, back in runs], np.int8)
    straights = straights[straights.max(axis=1) <= 4]
    ranges = [*_RANGES.values(), *((*_PICTURES, odd) for odd in range(13) if odd not in _PICTURES)]
    numbers = np.unique(np.vstack([*map(_numbers_in, ranges), straights]), axis=0)
    made = {
        Pattern.THREE_STRAIGHTS: np.isin(_codes(numbers), _codes(straights)),
        Pattern.TWELVE_PICTURES: (numbers[:, _PICTURES] == 4).all(axis=1),
        **{pattern: numbers[:, ranks].sum(axis=1) == 13 for pattern, ranks in _RANGES.items()},
    }
    kinds = np.column_stack([*((numbers == size).sum(axis=1) for size in range(1, 5)), *made.values()])
    chosen: Counter[tuple[Shape, Made]] = Counter()
    for kind, ways in zip(*np.unique(kinds, axis=0, return_counts=True), strict=True):
        shape, is_made = tuple(kind[:4].tolist()), kind[4:].tolist()
        chosen[shape, frozenset(compress(made, is_made))] = int(ways)
    for shape, ways in shapes():
        chosen[shape, frozenset()] = ways - sum(n for (other, names), n in chosen.items() if other == shape and names)
    return chosen


def _codes(numbers: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return an int for each row of numbers of cards up to four."""
    codes: NDArray[np.int64] = numbers @ 5 ** np.arange(13)
    return codes


def _made_by_shape(shape: Shape) -> Made:
    is_loose = sum(shape[0::2]) == 1  # one odd number of cards: the others are pairs
    named = _OF_SHAPES.get(shape)
    return frozenset([*([Pattern.SIX_PAIRS_LOOSE] if is_loose else []), *([named] if named else [])])


def _made_by_suits(numbers: tuple[int, ...]) -> Made:
    lengths = sorted(numbers)
    red = sum(numbers[suit] for suit in _RED)
    return frozenset(
        pattern
        for pattern, is_made in {
            Pattern.THREE_FLUSHES: lengths in ([0, 0, 0, 13], [0, 0, 3, 10], [0, 0, 5, 8], [0, 3, 5, 5]),
            Pattern.ONE_COLOUR: red in (0, 13),
            Pattern.TWELVE_OF_ONE_COLOUR: red in (1, 12),
            Pattern.ONE_SUIT: 13 in lengths,
        }.items()
        if is_made
    )


def _three_straight_flushes() -> NDArray[np.uint64]:
    """Return the hands that three suited straights make, as masks."""
    threes, fives = (
        [sum(1 << 16 * suit + rank for rank in run) for suit, run in product(range(4), _runs(size))] for size in (3, 5)
    )
    backs = [back | middle for back, middle in combinations(fives, 2) if not back & middle]
    masks = {back | front for back, front in product(backs, threes) if not back & front}
    return np.array(sorted(masks), np.uint64)


def naturals_together() -> Counter[Made]:
    """Return the number of hands that make exactly some patterns, for all sets of patterns that hands can make."""
    together: Counter[Made] = Counter()
    suits = {shape: Counter[Made]() for shape, _ in shapes()}
    for shape, made_by_suits in suits.items():
        for numbers, ways in suits_of_shape(shape).items():
            made_by_suits[_made_by_suits(numbers)] += ways
    for (shape, by_ranks), choices in _made_by_ranks().items():
        for by_suits, ways in suits[shape].items():
            together[by_ranks | _made_by_shape(shape) | by_suits] += choices * ways
    others = [pattern for pattern in Pattern if pattern is not Pattern.THREE_STRAIGHT_FLUSHES]
    for mask in cp.settling.naturals_many(_three_straight_flushes(), others).tolist():
        made = frozenset(pattern for bit, pattern in enumerate(others) if mask >> bit & 1)
        together[made] -= 1
        together[made | {Pattern.THREE_STRAIGHT_FLUSHES}] += 1
    return Counter({made: hands for made, hands in together.items() if hands})


def by_priority(rules: cp.Rules) -> list[Natural]:
    """Return the naturals of rules; of those that a hand makes, the first one counts."""
    by_points = rules.natural_mode is NaturalMode.DIFFERENCE

    def priority(item: tuple[int, Natural]) -> tuple[int, int, int]:
        index, natural = item
        level = index if natural.level is None else natural.level
        return natural.points if by_points else level, natural.points, -index

    return [natural for _, natural in sorted(enumerate(rules.naturals), key=priority, reverse=True)]


def naturals_counted(rules: cp.Rules, together: Counter[Made]) -> dict[Pattern, int]:
    """Return the number of hands whose natural counts as each pattern, under rules without naturals of their own."""
    counted = {Pattern(natural.name): 0 for natural in by_priority(rules)}
    for made, hands in together.items():
        best = next((pattern for pattern in counted if pattern in made), None)
        if best is not None:
            counted[best] += hands
    return counted


# ---- the best row of a hand ----


@cache
def possible_rows() -> dict[Category, int]:
    """Return the number of hands of 13 cards with five cards of each category among them, from trips upwards."""
    of_shapes = [(shape, ways * hands_of_shape(shape)) for shape, ways in shapes()]
    with_runs, with_royals = _without(_runs(5)), _without([(8, 9, 10, 11, _ACE)])
    return {
        Category.ROYAL_FLUSH: HANDS - with_royals,
        Category.STRAIGHT_FLUSH: HANDS - with_runs,
        Category.FOUR_OF_A_KIND: sum(hands for (_, _, _, quads), hands in of_shapes if quads),
        Category.FULL_HOUSE: sum(
            hands for (_, pairs, trips, quads), hands in of_shapes if trips + quads and pairs + trips + quads > 1
        ),
        Category.FLUSH: sum(hands for lengths, hands in suit_lengths().items() if lengths[0] >= 5),
        Category.STRAIGHT: _hands_with_a_straight(),
        Category.THREE_OF_A_KIND: sum(hands for (_, _, trips, quads), hands in of_shapes if trips + quads),
    }


def _rank_sets() -> Iterator[tuple[int, bool]]:
    """Yield all sets of ranks as bits, and whether each has five consecutive ranks."""
    runs = [sum(1 << rank for rank in run) for run in _runs(5)]
    for ranks in range(1 << 13):
        yield ranks, any(ranks & run == run for run in runs)


def _without(runs: list[tuple[int, ...]]) -> int:
    """Return the number of hands without any of these sets of ranks in one suit."""
    masks = [sum(1 << rank for rank in run) for run in runs]
    sizes = [0] * 14  # number of sets of ranks in a suit, by size
    for ranks in range(1 << 13):
        sizes[ranks.bit_count()] += not any(ranks & mask == mask for mask in masks)
    return sum(prod(sizes[n] for n in numbers) for numbers in product(range(14), repeat=4) if sum(numbers) == 13)


def _hands_with_a_straight() -> int:
    by_ranks: Counter[int] = Counter()  # hands with all of a number of given ranks
    for shape, _ in shapes():
        ranks = sum(shape)
        by_ranks[ranks] += factorial(ranks) // prod(map(factorial, shape)) * hands_of_shape(shape)
    return sum(by_ranks[ranks.bit_count()] for ranks, has_straight in _rank_sets() if has_straight)


@cache
def best_rows() -> dict[Category, int]:
    """Return the number of hands of 13 cards whose strongest row of five is of each category: at least two pair.

    Each step counts the hands that have none of the stronger rows.
    """
    possible = possible_rows()
    no_quads, no_full_house = _without_straight_flush()
    neither, no_trips = _without_straight_and_flush()
    no_straight_flush = HANDS - possible[Category.STRAIGHT_FLUSH]
    no_flush = _without_flush()
    steps = [HANDS, HANDS - possible[Category.ROYAL_FLUSH], no_straight_flush, no_quads, no_full_house, no_flush, neither,
             no_trips, 0]  # fmt: skip
    return {category: steps[i] - steps[i + 1] for i, category in enumerate(sorted(Category, reverse=True)[:8])}


_SUBSETS = [suits for size in range(4) for suits in combinations(range(4), size)]  # of a rank without quads
_Suits = tuple[tuple[int, int], ...]


def _without_straight_flush() -> tuple[int, int]:
    """Return the number of hands without a straight flush and quads, and of those also without a full house.

    The ranks are added from the lowest one; a state has the number of cards, whether there is a pair, the number of trips
    and, for each suit, whether it has the ace, and the consecutive ranks so far. The suits are sorted, since all are alike.
    """
    states: Counter[tuple[int, bool, int, _Suits]] = Counter()
    for aces in [*_SUBSETS, (0, 1, 2, 3)]:
        states[0, False, 0, tuple(sorted((int(suit in aces),) * 2 for suit in range(4)))] += 1
    for rank in range(13):
        added: Counter[tuple[int, bool, int, _Suits]] = Counter()
        for (cards, pair, trips, suits), ways in states.items():
            held = [tuple(suit for suit, (ace, _) in enumerate(suits) if ace)] if rank == _ACE else _SUBSETS
            for chosen in held:
                run = tuple(sorted((ace, length + 1 if suit in chosen else 0) for suit, (ace, length) in enumerate(suits)))
                size = len(chosen)
                if cards + size <= 13 and size < 4 and max(length for _, length in run) < 5:
                    added[cards + size, pair or size == 2, trips + (size == 3), run] += ways
        states = added
    no_quads = {state: ways for state, ways in states.items() if state[0] == 13}
    no_house = sum(ways for (_, pair, trips, _), ways in no_quads.items() if trips < 2 and not (trips and pair))
    return sum(no_quads.values()), no_house


def _small_shapes() -> list[tuple[Shape, int]]:
    """Return the shapes without quads or a full house, each with the ways to give it suits of at most four cards."""
    small = []
    for shape, _ in shapes():
        _, pairs, trips, quads = shape
        if not quads and trips < 2 and not (trips and pairs):
            suits = sum(ways for numbers, ways in suits_of_shape(shape).items() if max(numbers) <= 4)
            orders = factorial(sum(shape)) // prod(map(factorial, shape))
            small.append((shape, orders * suits))
    return small


def _without_flush() -> int:
    """Return the number of hands without quads, a full house or a flush."""
    return sum(comb(13, sum(shape)) * ways for shape, ways in _small_shapes())


def _without_straight_and_flush() -> tuple[int, int]:
    """Return the number of hands without quads, a full house, a flush or a straight, and of those also without trips."""
    sets = Counter(ranks.bit_count() for ranks, has_straight in _rank_sets() if not has_straight)
    hands = [(shape, sets[sum(shape)] * ways) for shape, ways in _small_shapes()]
    return sum(ways for _, ways in hands), sum(ways for (_, _, trips, _), ways in hands if not trips)


# ---- rows at random ----


@cache
def random_rows(size: int) -> dict[Category, int]:
    """Return the number of rows of three or five cards of each category: the package ranks them all."""
    n = comb(52, size)
    rows = np.fromiter(chain.from_iterable(combinations(range(52), size)), np.uint8, n * size).reshape(n, size)
    numbers = np.bincount(categories(cp.strengths(rows)), minlength=len(Category))
    return {category: int(numbers[category]) for category in Category if numbers[category]}
