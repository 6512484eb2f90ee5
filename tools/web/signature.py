"""Print a hash of many results that need no NumPy, which is the same in Pyodide and in other Pythons."""

import hashlib
import random

import cpoker_fast as cp
from cpoker_fast.arranging import best_fantasyland

PRESETS = ("pagat", "simple", "vietnamese", "thirteen-water", "hawaiian-gardens", "lowball-middle", "malayan")
FANTASYLANDS = ("pineapple", "standard", "turbo")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def main() -> None:
    """Print the hash."""
    rng = random.Random(5)
    results = hashlib.sha256()

    def cards(n: int) -> str:
        return " ".join(rng.sample(DECK, n))

    def add(value: object) -> None:
        results.update(repr(value).encode())

    for preset in PRESETS:
        rules = cp.rules(preset)
        for _ in range(150):
            hand = cp.CardSet(cards(13))
            add(str(cp.best_royalties(hand, rules)))
            add(len(cp.undominated(hand, rules)))
        for _ in range(50):
            hands = cards(39).split()
            boards = [cp.best_royalties(" ".join(hands[seat::3]), rules) for seat in range(3)]
            add(cp.settle(boards, rules).points)
    for preset in FANTASYLANDS:
        for size in (13, 14, 15, 16):
            add(str(best_fantasyland(cards(size), preset)))
    for size in (3, 5):
        for _ in range(20_000):
            add(cp.strength(cards(size)))
    print(results.hexdigest()[:32])


if __name__ == "__main__":
    main()
