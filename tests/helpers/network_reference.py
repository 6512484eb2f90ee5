"""Features and values of boards by value networks, in plain Python after src/cpf_features.h and src/cpf_network.h.

Cards are ints, 4 * rank + suit; a row is a list of them. The module is independent of the package.
"""

from collections import Counter
from itertools import accumulate
from math import prod

import numpy as np

SIZES = (3, 5, 5)
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
WINDOWS = [{(low + i) % 13 for i in range(-1, 4)} for low in range(10)]  # ranks of each straight, from the wheel up

# Number of features of each kind, in their order.
BLOCKS = {
    "counts": 3 * 13 * 4, "room": 3 * 6, "kinds": 3 * (13 * 6 + 10 * 13), "suited": 3 * 5 * 11, "no flush": 3,
    "straight by": 3 * 16, "pairing": 3 * 16, "improving": 3 * 15, "live ranks": 13 * 5, "live cards": 27,
    "ahead": 2 * 9 * 41,
}  # fmt: skip
FEATURES = sum(BLOCKS.values())
FIRST = dict(zip(BLOCKS, accumulate(BLOCKS.values(), initial=0), strict=False))


def straights_with(ranks):
    """Return the straights that have all these ranks."""
    return [window for window in WINDOWS if ranks <= window]


def category_and_rank(row, size):
    """Return the present category of a row and its first deciding rank; straights and flushes need all cards."""
    counts = Counter(card // 4 for card in row)
    if not row:
        return HIGH_CARD, 0
    most = max(counts.values())
    rank = max(rank for rank, n in counts.items() if n == most)
    shape = sorted(counts.values(), reverse=True)
    if len(row) == size == 5 and most == 1:
        suited, straights = len({card % 4 for card in row}) == 1, straights_with(set(counts))
        if straights:
            return STRAIGHT_FLUSH if suited else STRAIGHT, 3 if straights == WINDOWS[:1] else rank
        return FLUSH if suited else HIGH_CARD, rank
    if shape[:2] == [3, 2]:
        return FULL_HOUSE, rank
    if shape[:2] == [2, 2]:
        return TWO_PAIR, rank
    return (HIGH_CARD, PAIR, TRIPS, QUADS)[most - 1], rank


def features_of_row(place, row, live):
    """Return the features of a row, and its level."""
    size, held, counts = SIZES[place], len(row), Counter(card // 4 for card in row)
    room, ranks, suits = size - held, set(counts), {card % 4 for card in row}
    live_ranks = Counter(card // 4 for card in live)
    category, rank = category_and_rank(row, size)
    row_features = [("room", 6, room)]
    row_features += [("counts", 52, 4 * held_rank + n - 1) for held_rank, n in counts.items()]
    unpaired = 6 * rank + len(straights_with(ranks)) if row else 0
    row_features.append(("kinds", 208, 78 + 13 * category + rank if category else unpaired))
    if room and row:
        row_features += draw_features(place, held, ranks, suits, live, live_ranks)
        pairing = sum(live_ranks[held_rank] for held_rank, n in counts.items() if n == 1)
        row_features.append(("pairing", 16, min(pairing, 15)))
        row_features += set_features(counts, live_ranks)
    return [FIRST[block] + place * width + number for block, width, number in row_features], 13 * category + rank


def draw_features(place, held, ranks, suits, live, live_ranks):
    """Yield features of the flushes and straights that an incomplete row of five may become."""
    if place == 0:
        return
    if len(suits) == 1 and len(ranks) == held:
        suited = sum(card % 4 in suits for card in live)
        yield "suited", 55, 11 * (held - 1) + min(suited, 10)
    else:
        yield "no flush", 1, 0
    room = 5 - held
    if room <= 2 and len(ranks) == held and straights_with(ranks):
        ways = sum(prod(live_ranks[rank] for rank in window - ranks) for window in straights_with(ranks))
        by_two = next(power for power in range(99) if ways < 2**power)
        yield "straight by", 16, min(ways, 8) if room == 1 else 9 + min(by_two, 6)


def set_features(counts, live_ranks):
    """Yield features of sets that a live card may improve: the largest of the highest rank, and the pair below it."""
    sets = sorted(((n > 2, rank) for rank, n in counts.items() if n > 1), reverse=True)
    if sets:
        (is_trips, highest), *lower = sets
        yield "improving", 15, 2 * live_ranks[highest] + is_trips
        if lower:
            yield "improving", 15, 10 + live_ranks[lower[0][1]]


def features(rows, seen, *, lowball):
    """Return the numbers of all features of a board; `seen` are the cards that are not live."""
    live = [card for card in range(52) if card not in seen]
    numbers = [FIRST["live ranks"] + 5 * rank + sum(card // 4 == rank for card in live) for rank in range(13)]
    numbers.append(FIRST["live cards"] + len(live) // 2)
    levels = []
    for place, row in enumerate(rows):
        row_numbers, level = features_of_row(place, row, live)
        numbers += row_numbers
        levels.append(level)
    for pair, (weaker, stronger) in enumerate([(0, 2), (1, 2)] if lowball else [(0, 1), (1, 2)]):
        categories = levels[stronger] // 13 - levels[weaker] // 13
        ranks = levels[stronger] % 13 - levels[weaker] % 13
        ahead = 12 + ranks if categories == 0 else 24 + categories if categories > 0 else 32 - categories
        rooms = [min(SIZES[row] - len(rows[row]), 2) for row in (weaker, stronger)]
        numbers.append(FIRST["ahead"] + 41 * (9 * pair + 3 * rooms[0] + rooms[1]) + ahead)
    return numbers


def forward(first, head, features, shift):
    """Return the value of a board from its features, before scaling."""
    _, first_bias, second, second_bias, third, third_bias = head
    units = np.maximum(first[features].astype(np.int64).sum(axis=0) + first_bias, 0)
    sums = np.maximum(second.astype(np.int64) @ units + second_bias, 0)
    return int(np.minimum(sums >> shift, 2**15 - 1) @ third.astype(np.int64)) + int(third_bias)
