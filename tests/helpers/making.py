"""Random rows, boards and hands of a wanted kind from the rest of a deck; plain Python, like reference.py."""

from collections import Counter

import reference

LETTERS = "23456789TJQKA"
KINDS = [
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush",
]  # fmt: skip


def kind_of(row):
    """Return the kind of a row, and its first deciding rank."""
    category, rank, *_ = reference.key(row)
    is_royal = category == reference.STRAIGHT_FLUSH and rank == reference.ACE
    return KINDS[category + is_royal], LETTERS[rank]


SHAPES = {"pair": [2], "two pair": [2, 2], "three of a kind": [3], "full house": [3, 2], "four of a kind": [4]}


def _sample_by_counts(rng, deck, counts, first=None):
    """Return as many cards of a rank as each count says, all of different ranks; `first` fixes the first rank."""
    row, used = [], set()
    remaining = Counter(c // 4 for c in deck)
    for number, count in enumerate(counts):
        ranks = [r for r in range(13) if r not in used and remaining[r] >= count and (number or first is None or r == first)]
        if not ranks:
            return None
        used.add(rank := rng.choice(ranks))
        row += rng.sample([c for c in deck if c // 4 == rank], count)
    return row


def _straight(rng, deck, lows, suited):
    choices = []
    for ranks in ([(low + i) % 13 for i in range(5)] for low in lows):
        if suited:
            choices += [row for s in range(4) if set(row := [4 * r + s for r in ranks]) <= set(deck)]
        elif all(any(c // 4 == r for c in deck) for r in ranks):
            choices.append([rng.choice([c for c in deck if c // 4 == r]) for r in ranks])
    return rng.choice(choices) if choices else None


def make_row(rng, kind, size, deck, rank=None):
    """Return a row of a kind (and of a rank), or None after some tries without one."""
    for _ in range(10):
        if kind in SHAPES:
            counts = SHAPES[kind] + [1] * (size - sum(SHAPES[kind]))
            row = _sample_by_counts(rng, deck, counts, None if rank is None else LETTERS.index(rank))
        elif kind in ("straight", "straight flush", "royal flush"):
            row = _straight(rng, deck, [8] if kind == "royal flush" else range(-1, 9), kind != "straight")
        elif kind == "flush":
            suits = [s for s in range(4) if sum(c % 4 == s for c in deck) >= 5]
            suit = rng.choice(suits) if suits else None
            row = rng.sample([c for c in deck if c % 4 == suit], 5) if suits else None
        else:
            row = rng.sample(deck, size)
        if row is None:
            return None
        row_kind, row_rank = kind_of(row)
        if row_kind == kind and rank in (None, row_rank):
            return row
    return None


def make_board(rng, kinds, deck, ranks=(None, None, None)):
    """Return a legal board whose rows are of these kinds, or None after some tries without one."""
    for _ in range(20):
        remaining, rows = list(deck), []
        for kind, size, rank in zip(reversed(kinds), (5, 5, 3), reversed(ranks), strict=True):
            if (row := make_row(rng, kind, size, remaining, rank)) is None:
                break
            rows.append(row)
            remaining = [c for c in remaining if c not in row]
        if len(rows) == 3:
            back, middle, front = rows
            if reference.key(front) <= reference.key(middle) <= reference.key(back):
                return front, middle, back
    return None


def _deal_runs(rng, suited):
    hand = []
    for size in (3, 5, 5):
        low, suit = rng.randrange(-1, 14 - size), rng.randrange(4)
        hand += [4 * ((low + i) % 13) + (suit if suited else rng.randrange(4)) for i in range(size)]
    return hand


def _flushes(rng, deck):
    hand = []
    for size in (3, 5, 5):
        suit = rng.randrange(4)
        suited = [c for c in deck if c % 4 == suit and c not in hand]
        if len(suited) < size:
            return None
        hand += rng.sample(suited, size)
    return hand


def _sample(rng, cards, n=13):
    return rng.sample(cards, n) if len(cards) >= n else None


def _sample_reds_and_one(rng, deck):
    reds, blacks = [c for c in deck if c % 4 in (1, 2)], [c for c in deck if c % 4 in (0, 3)]
    many, few = rng.sample([reds, blacks], 2)
    return _sample(rng, many, 12) + rng.sample(few, 1) if len(many) >= 12 and few else None


MAKERS = {
    "six pairs": lambda rng, deck: _sample_by_counts(rng, deck, [2] * 6 + [1]),
    "six pairs, loose": lambda rng, deck: _sample_by_counts(rng, deck, rng.choice([[2] * 6 + [1], [4, 2, 2, 2, 2, 1]])),
    "three straights": lambda rng, deck: _deal_runs(rng, suited=False),
    "three flushes": _flushes,
    "five pairs and trips": lambda rng, deck: _sample_by_counts(rng, deck, [2] * 5 + [3]),
    "four trips": lambda rng, deck: _sample_by_counts(rng, deck, [3] * 4 + [1]),
    "three quads": lambda rng, deck: _sample_by_counts(rng, deck, [4] * 3 + [1]),
    "small, two to eight": lambda rng, deck: _sample(rng, [c for c in deck if c < 28]),
    "small, two to nine": lambda rng, deck: _sample(rng, [c for c in deck if c < 32]),
    "small, two to ten": lambda rng, deck: _sample(rng, [c for c in deck if c < 36]),
    "big, eight to ace": lambda rng, deck: _sample(rng, [c for c in deck if c >= 24]),
    "no pictures": lambda rng, deck: _sample(rng, [c for c in deck if not 36 <= c < 48]),
    "one colour": lambda rng, deck: _sample(rng, [c for s in [rng.choice([(1, 2), (0, 3)])] for c in deck if c % 4 in s]),
    "twelve of one colour": _sample_reds_and_one,
    "twelve pictures": lambda rng, deck: [*range(36, 48), rng.choice([*range(36), *range(48, 52)])],
    "jacks to aces": lambda rng, deck: _sample(rng, [c for c in deck if c >= 36]),
    "three straight flushes": lambda rng, deck: _deal_runs(rng, suited=True),
    "dragon": lambda rng, deck: [4 * r + rng.randrange(4) for r in range(13)],
    "one suit": lambda rng, deck: [4 * r + s for s in [rng.randrange(4)] for r in range(13)],
}


def make_natural(rng, pattern, deck, unless=()):
    """Return 13 cards that make a pattern and none of those in `unless`, or None after some tries without them."""
    remaining = set(deck)
    for _ in range(300):
        hand = MAKERS[pattern](rng, deck)
        is_hand = hand and len(set(hand)) == 13 and remaining.issuperset(hand)
        if is_hand and [p for p in (pattern, *unless) if reference.PATTERNS[p](hand)] == [pattern]:
            return hand
    return None
