"""What value networks see of a board, and what they make of it: plain Python from src/cpf_features.h and src/cpf_network.h.

Cards are ints, 4 * rank + suit; a row is a list of them. Nothing here is of the package.
"""

from collections import Counter
from itertools import accumulate
from math import prod

import numpy as np

SIZES = (3, 5, 5)
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
WINDOWS = [{(low + i) % 13 for i in range(-1, 4)} for low in range(10)]  # the ranks of each straight, from the wheel up

# How many features there are of each kind, in their order.
BLOCKS = {
    "counts": 3 * 13 * 4,
    "room": 3 * 6,
    "kinds": 3 * (13 * 6 + 10 * 13),
    "suited": 3 * 5 * 11,
    "no flush": 3,
    "straight by": 3 * 16,
    "pairing": 3 * 16,
    "improving": 3 * 15,
    "live ranks": 13 * 5,
    "live cards": 27,
    "ahead": 2 * 9 * 41,
}
FEATURES = sum(BLOCKS.values())
FIRST = dict(zip(BLOCKS, accumulate(BLOCKS.values(), initial=0), strict=False))


def straights_with(ranks):
    """The straights that have all these ranks."""
    return [window for window in WINDOWS if ranks <= window]


def made(row, size):
    """The category of what a row holds already, and the rank that tells most; straights and flushes must be complete."""
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
    """The features of a row, and its level."""
    size, held, counts = SIZES[place], len(row), Counter(card // 4 for card in row)
    room, ranks, suits = size - held, set(counts), {card % 4 for card in row}
    live_ranks = Counter(card // 4 for card in live)
    category, rank = made(row, size)
    found = [("room", 6, room)]
    found += [("counts", 52, 4 * one + n - 1) for one, n in counts.items()]
    unpaired = 6 * rank + len(straights_with(ranks)) if row else 0
    found.append(("kinds", 208, 78 + 13 * category + rank if category else unpaired))
    if room and row:
        found += of_draws(place, held, ranks, suits, live, live_ranks)
        pairing = sum(live_ranks[one] for one, n in counts.items() if n == 1)
        found.append(("pairing", 16, min(pairing, 15)))
        found += of_sets(counts, live_ranks)
    return [FIRST[block] + place * width + number for block, width, number in found], 13 * category + rank


def of_draws(place, held, ranks, suits, live, live_ranks):
    """Flushes and straights that an incomplete row of five may become."""
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


def of_sets(counts, live_ranks):
    """Pairs and trips that a live card may improve: the largest set of highest rank, and the pair below it."""
    sets = sorted(((n > 2, rank) for rank, n in counts.items() if n > 1), reverse=True)
    if sets:
        (is_trips, highest), *lower = sets
        yield "improving", 15, 2 * live_ranks[highest] + is_trips
        if lower:
            yield "improving", 15, 10 + live_ranks[lower[0][1]]


def features(rows, seen, *, lowball):
    """The numbers of all features of a board; `seen` are the cards that are not live."""
    live = [card for card in range(52) if card not in seen]
    found = [FIRST["live ranks"] + 5 * rank + sum(card // 4 == rank for card in live) for rank in range(13)]
    found.append(FIRST["live cards"] + len(live) // 2)
    levels = []
    for place, row in enumerate(rows):
        own, level = features_of_row(place, row, live)
        found += own
        levels.append(level)
    for pair, (weaker, stronger) in enumerate([(0, 2), (1, 2)] if lowball else [(0, 1), (1, 2)]):
        categories = levels[stronger] // 13 - levels[weaker] // 13
        ranks = levels[stronger] % 13 - levels[weaker] % 13
        ahead = 12 + ranks if categories == 0 else 24 + categories if categories > 0 else 32 - categories
        rooms = [min(SIZES[row] - len(rows[row]), 2) for row in (weaker, stronger)]
        found.append(FIRST["ahead"] + 41 * (9 * pair + 3 * rooms[0] + rooms[1]) + ahead)
    return found


def forward(first, head, features, shift):
    """The value of a board by its features, before the scale."""
    _, first_bias, second, second_bias, third, third_bias = head
    units = np.maximum(first[features].astype(np.int64).sum(axis=0) + first_bias, 0)
    sums = np.maximum(second.astype(np.int64) @ units + second_bias, 0)
    return int(np.minimum(sums >> shift, 2**15 - 1) @ third.astype(np.int64)) + int(third_bias)
