"""Perft for open-face games: numbers of different sequences of placements of fixed decks.

The Python reference has counted all numbers below 150,000; it recounts small ones here.
"""

import openface_reference as reference
import pytest

import cpoker_fast as cp
from cpoker_fast._openface import perft
from cpoker_fast.game.plan import plan_of

# rules, cards in the order of the deal, and counts by depth
DECKS = [
    ("pineapple", "As Kd Qh 7c 2d 9s 9h 4c Jd Tc 3s 6h 5d 8c Ac 2c Kh", [1, 232, 4906, 91734, 1148706, 5317002]),
    ("pineapple", "As Ad Kh Kc 7s 7d 7h 2c 2d 2h Jc Js 9d 9c 4h 4s Th", [1, 157, 3250, 54209, 593346, 2414396]),
    ("pineapple", "As Ks Qs 9s 2s 7s 6s Jd Td 9d 3c 4c 5c Ah Kh 8h 2d", [1, 232, 5334, 100170, 1259874, 5837832]),
    ("turbo", "As Kd Qh 7c 2d 9s 9h 4c Jd Tc 3s 6h 5d", [1, 232, 7588, 47670]),
    ("turbo", "As Ad Kh Kc 7s 7d 7h 2c 2d 2h Jc Js 9d", [1, 157, 3575, 14085]),
    ("turbo", "As Ks Qs 9s 2s 7s 6s Jd Td 9d 3c 4c 5c", [1, 232, 11130, 72072]),
    ("standard", "As Kd Qh 7c 2d 9s 9h 4c Jd Tc 3s 6h 5d", [1, 232, 654, 1778, 4606, 11130, 24402, 46662, 72072, 72072]),
    ("standard", "As Ad Kh Kc 7s 7d 7h 2c 2d 2h Jc Js 9d", [1, 157, 437, 1175, 3018, 7252, 15810, 30076, 46312, 46312]),
]


@pytest.mark.parametrize(("rules", "deck", "counts"), DECKS, ids=[f"{rules} {deck[:2]}" for rules, deck, _ in DECKS])
def test_perft(rules, deck, counts):
    rules, cards = cp.rules(rules), cp.parse_cards(deck)
    dealt = [sum(street[0] for street in rules.streets[:depth]) for depth in range(len(counts))]
    assert [perft(plan_of(rules), cards[:end], depth) for depth, end in enumerate(dealt)] == counts
    for depth, end in enumerate(dealt):
        if counts[depth] < 5_000:
            assert reference.perft(rules.streets, cards[:end], depth) == counts[depth]
