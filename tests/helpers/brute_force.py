"""All arrangements of a hand, compared one by one: NumPy and reference.py, independent of the package.

A hand is a sorted list of cards. Strengths are the positions of the reference's keys in ascending order.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import reference


def _multisets(size):
    return [ranks for ranks in combinations_with_replacement(range(13), size) if max(map(ranks.count, ranks)) <= 4]


def _row(ranks, *, flush):
    """Return cards of these ranks: of one suit, or of several."""
    if flush:
        return [4 * rank for rank in ranks]
    return [4 * rank + (ranks[:place].count(rank) or int(place == len(ranks) - 1)) for place, rank in enumerate(ranks)]


@cache
def scale(wheel):
    """Return the keys of all rows in ascending order, and the place in it of each (ranks, is of one suit)."""
    key = reference.lowball_key if wheel == "lowball" else lambda row: reference.key(row, wheel)
    rows = [(ranks, False) for size in ((5,) if wheel == "lowball" else (3, 5)) for ranks in _multisets(size)]
    rows += [(ranks, True) for ranks in _multisets(5) if len(set(ranks)) == 5]
    keys = {row: key(_row(row[0], flush=row[1])) for row in rows}
    order = sorted(set(keys.values()))
    place = {key: number for number, key in enumerate(order)}
    return order, {row: place[key] for row, key in keys.items()}


@cache
def sets(n, size):
    """Return the sets of `size` of n cards: as tuples of positions, and as bits."""
    chosen = list(combinations(range(n), size))
    return chosen, np.array([sum(1 << i for i in positions_of_set) for positions_of_set in chosen])


@cache
def positions(n, size):
    return np.array(sets(n, size)[0])


@cache
def splits():
    """Return the indices in `sets` of front, middle and back of each of the 72,072 arrangements of 13 cards."""
    bits5, bits3 = sets(13, 5)[1], sets(13, 3)[1]
    of_bits = np.zeros(1 << 13, np.int64)
    of_bits[bits5] = np.arange(len(bits5))
    of_bits[bits3] = np.arange(len(bits3))
    back, middle = np.nonzero((bits5[:, None] & bits5[None, :]) == 0)
    front = of_bits[(1 << 13) - 1 - bits5[back] - bits5[middle]]
    return front, middle, back


@cache
def places(size, wheel):
    """Return the places of `scale` in an array, indexed by `codes`."""
    place_of_code = np.full(2 * 13**size, -1)
    for (ranks, flush), place in scale(wheel)[1].items():
        if len(ranks) == size:
            place_of_code[codes(np.array([ranks]), flush)] = place
    return place_of_code


def codes(ranks, flush):
    """Return a number for each row, from its ascending ranks and whether it is of one suit."""
    return 2 * (ranks @ 13 ** np.arange(ranks.shape[1])) + flush


def strengths(hand, size, wheel):
    cards = np.array(hand)[positions(len(hand), size)]
    flush = (cards % 4 == cards[:, :1] % 4).all(axis=1) if size == 5 else False
    row_places = places(size, wheel)[codes(cards // 4, flush)]
    assert row_places.min() >= 0
    return row_places


@cache
def royalties_of_row(rules, row):
    """Return the points by strength."""
    wheel = "lowball" if row == "middle" and rules.lowball_middle else rules.wheel
    table = dict(getattr(rules.royalties, row))
    return np.array([reference.royalty(table, key, lowball=wheel == "lowball") for key in scale(wheel)[0]])


class Arrangements:
    """Legal arrangements of 13 cards; `front`, `middle` and `back` are their strengths."""

    def __init__(self, hand, *, wheel="lowest", lowball=False, least_middle=0, equal_rows="legal"):
        assert len(hand) == 13
        assert list(hand) == sorted(hand)
        self.hand = hand
        sets_of = splits()
        front, back = strengths(hand, 3, wheel)[sets_of[0]], strengths(hand, 5, wheel)[sets_of[2]]
        middle = strengths(hand, 5, "lowball" if lowball else wheel)[sets_of[1]]
        if lowball:
            legal = (front <= back) & (middle >= least_middle)
        else:
            legal = (front <= middle) & (middle < back if equal_rows == "foul" else middle <= back)
        self.rows = [indices[legal] for indices in sets_of]
        self.front, self.middle, self.back = front[legal], middle[legal], back[legal]

    def __len__(self):
        return len(self.front)

    def holds(self, card):
        """Return for each row whether it holds a card, in each arrangement."""
        at = self.hand.index(card) if card in self.hand else 13
        bits = (sets(13, 3)[1], sets(13, 5)[1], sets(13, 5)[1])
        return [row_bits[row] >> at & 1 for row_bits, row in zip(bits, self.rows, strict=True)]

    def royalties(self, rules):
        """Return the royalty points of each arrangement."""
        rows = [royalties_of_row(rules, "front")[self.front], royalties_of_row(rules, "middle")[self.middle],
                royalties_of_row(rules, "back")[self.back]]  # fmt: skip
        if rules.deuce_of_spades:
            rows = [points * (1 + doubled) for points, doubled in zip(rows, self.holds(3), strict=True)]
        return rows[0] + rows[1] + rows[2]

    def best(self, values):
        """Return the index of the best arrangement: by value, then back, middle and front, then lower suits."""
        order = np.flatnonzero(values == values.max())
        for strength in (self.back, self.middle, self.front):
            order = order[strength[order] == strength[order].max()]
        for row, size in ((2, 5), (1, 5), (0, 3)):
            bits = sets(13, size)[1][self.rows[row][order]]
            order = order[bits == bits.min()]
        assert len(order) == 1
        return order[0]

    def board(self, place):
        """Return the cards of an arrangement: front, middle, back."""
        return [self.hand[i] for row, size in zip(self.rows, (3, 5, 5), strict=True) for i in sets(13, size)[0][row[place]]]

    def boards(self):
        """Return the cards of all arrangements."""
        hand, rows = np.array(self.hand, np.uint8), zip(self.rows, (3, 5, 5), strict=True)
        return np.concatenate([hand[positions(13, size)[row]] for row, size in rows], axis=1)

    def undominated(self):
        """Return the undominated strengths (back, middle, front), highest first."""
        return frontier(np.stack([self.back, self.middle, self.front], axis=1))

    def undominated_boards(self):
        """Return for each of these the board with the lower suits."""
        strengths = ((self.back == b) & (self.middle == m) & (self.front == f) for b, m, f in self.undominated())
        return [self.board(self.best(equal.astype(int))) for equal in strengths]


def frontier(triples):
    """Return the triples that no other triple beats or ties in every number, highest first."""
    numbers = np.unique(triples @ (1 << 26, 1 << 13, 1))[::-1]  # one number a triple, which NumPy sorts faster
    triples = np.stack([numbers >> 26, numbers >> 13 & 8191, numbers & 8191], axis=1)
    undominated = []
    while len(triples):
        undominated.append(tuple(triples[0].tolist()))
        triples = triples[(triples[:, 1] > triples[0, 1]) | (triples[:, 2] > triples[0, 2])]
    return undominated


def of_rules(hand, rules):
    """Return the arrangements of a hand that are legal under some rules."""
    return Arrangements(
        hand, wheel=rules.wheel, lowball=rules.lowball_middle, least_middle=least_middle(rules), equal_rows=rules.equal_rows
    )


@cache
def least_middle(rules):
    """Return the place of the weakest lowball middle that qualifies."""
    if rules.lowball_qualifier is None:
        return 0
    keys = enumerate(scale("lowball")[0])
    return min(place for place, key in keys if not reference.is_foul([(0, 0, 0, 0), key, (8, 12)], rules))


def order_of(rules):
    """Return the options that decide which boards are legal."""
    return rules.wheel, rules.lowball_middle, rules.lowball_qualifier, rules.equal_rows


# Hands that are difficult for a search.
ADVERSARIAL = {
    "dragon": "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As", "six pairs": "2s 2d 5h 3s 3d 5s 6c 6d 9s 9h Kh Kd Jc",
    "three quads": "As Ad Ah Ac Ks Kd Kh Kc Qs Qd Qh Qc Js", "low quads": "2s 2d 2h 2c 3s 3d 3h 3c 4s 4d 4h 4c 5s",
    "four trips": "2s 2d 2h 3s 3d 3h 4c 4d 4h 5h 5d 5c 7c", "one suit": "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    "three straight flushes": "2s 3s 4s 5s 6s 7h 8h 9h Th Jh Qd Kd Ad",
    "three straights": "Ad 2c 3h 4s 5d 6h 7c 8s 9d Th Js Qd Kc", "two wheels": "As 2s 3s 4d 5d Ah 2h 3h 4c 5c Ad 2d 3c",
    "all low": "2s 2d 3h 3c 4s 4d 5h 5c 6s 6d 7h 7c 8s", "eleven of a suit": "2h 3h 4h 5h 7h 8h 9h Jh Qh Kh Ah 2c 2d",
    "five pairs and trips": "2s 2h 3d 3c 7s 7h 9d 9c Ks Kh Ad Ac Ah",
    "pair of aces and nothing": "As Ad Kh Qc Js 9d 8h 7c 6s 4d 3h 2c Th",
}  # fmt: skip


def adversarial():
    return [sorted(reference.cards(text)) for text in ADVERSARIAL.values()]
