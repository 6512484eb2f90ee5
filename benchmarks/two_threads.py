"""How much more two threads get done than one by single calls: twice as much if nothing that they share slows them down.

    python benchmarks/two_threads.py [NAME ...]

For a Python without a global lock (python3.14t); `figures.py` measures the same there.
"""

from __future__ import annotations

import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import numpy as np

import cpoker_fast as cp
from cpoker_fast import openface
from cpoker_fast.benchmarking.measuring import random_decks

HAS_LOCK = not sysconfig.get_config_var("Py_GIL_DISABLED")
SECONDS = 0.1
ROUNDS = 5
POSITION = (
    "rules pineapple; seat 0; button 0; street 3; board Qs 4d / 7c 7d 5c / As 8s 3s 2s;"
    " board Kh 6d / 2d 2h 9c / Td Jd Qd Ad; discards 5h 6c; hand Qc 9s 7h"
)
RULES = cp.rules("pagat")
CHANGED = replace(RULES, scoop_bonus=2)
SWIFT = openface.bot("swift")


class Cards:
    """Cards that one thread has made for itself, in each way that calls take them."""

    def __init__(self) -> None:
        decks = random_decks(100, 1).tolist()
        self.hands = [cp.CardSet(deck[:13]) for deck in decks]
        self.fantasylands = [cp.CardSet(deck[:14]) for deck in decks]
        self.rows = [cp.CardSet(deck[:5]) for deck in decks]
        self.strengths = [cp.strength(row) for row in self.rows]
        self.texts = [str(hand) for hand in self.hands]
        self.tables = [[cp.Board.of_cards(deck[13 * seat : 13 * seat + 13]) for seat in range(4)] for deck in decks]
        self.position = openface.Position.parse(POSITION)
        self.placement = self.position.placements()[0]
        self.rng = np.random.default_rng(1)


CALLS: dict[str, Callable[[Cards], object]] = {
    "CardSet": lambda own: [cp.CardSet(text) for text in own.texts],
    "parse_card": lambda own: [cp.parse_card("As") for _ in own.texts],
    "format_card": lambda own: [cp.format_card(7) for _ in own.texts],
    "strength": lambda own: [cp.strength(row) for row in own.rows],
    "lowball_strength": lambda own: [cp.lowball_strength(row) for row in own.rows],
    "category": lambda own: [cp.category(strength) for strength in own.strengths],
    "describe": lambda own: [cp.describe(strength) for strength in own.strengths],
    "Board.is_foul": lambda own: [table[0].is_foul for table in own.tables],
    "is_foul_under": lambda own: [cp.is_foul_under(table[0], RULES) for table in own.tables],
    "naturals": lambda own: [cp.naturals(hand) for hand in own.hands],
    "natural_board": lambda own: [cp.natural_board(hand, "three flushes") for hand in own.hands],
    "rules": lambda own: [cp.rules("pagat") for _ in own.hands],
    "deal": lambda own: [cp.deal(4, rng=own.rng) for _ in own.hands],
    "settle": lambda own: [cp.settle(table, RULES) for table in own.tables],
    "settle, rules of your own": lambda own: [cp.settle(table, CHANGED) for table in own.tables],
    "arrange": lambda own: [cp.arrange(hand, RULES) for hand in own.hands],
    "arrange, rules of your own": lambda own: [cp.arrange(hand, CHANGED) for hand in own.hands],
    "best_royalties": lambda own: [cp.best_royalties(hand, RULES) for hand in own.hands],
    "best_response": lambda own: [cp.best_response(own.hands[0], RULES, own.tables[0][1:3])],
    "undominated": lambda own: [cp.undominated(hand) for hand in own.hands],
    "count_arrangements": lambda own: [cp.count_arrangements(hand) for hand in own.hands],
    "openface_fantasyland": lambda own: [cp.openface_fantasyland(hand, "pineapple", 8.0) for hand in own.fantasylands],
    "Position.placements": lambda own: [own.position.placements() for _ in range(20)],
    "Position.place": lambda own: [own.position.place(own.placement) for _ in range(20)],
    "swift": lambda own: [SWIFT.place(own.position, own.rng) for _ in range(20)],
}


def calls_a_second(call: Callable[[Cards], object], threads: int) -> float:
    """How often that many threads, which begin together, make the calls in a second."""
    ready = Barrier(threads)

    def work(_: int) -> float:
        own = Cards()
        call(own)  # rules are compiled, and equilibria read
        ready.wait()
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS:
            call(own)
            count += 1
        return count / spent

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(work, range(threads)))


def two_against_one(call: Callable[[Cards], object]) -> float:
    """Return the speed of two threads as a multiple of one, from the best of several rounds of each, taken in turns."""
    rounds = [(calls_a_second(call, 1), calls_a_second(call, 2)) for _ in range(ROUNDS)]
    one, two = (max(speeds) for speeds in zip(*rounds, strict=True))
    return two / one


def speedups(names: list[str]) -> Iterator[tuple[str, float]]:
    """Measure calls by name: the work of two threads as a multiple of the work of one."""
    for name in names:
        yield name, two_against_one(CALLS[name])


def main() -> None:
    """Print the speed-up of each call."""
    names = sys.argv[1:] or list(CALLS)
    if unknown := [name for name in names if name not in CALLS]:
        sys.exit(f"unknown: {', '.join(unknown)}: expected some of {', '.join(CALLS)}")
    if HAS_LOCK:
        print("this Python has a global lock: two threads take turns", file=sys.stderr)
    for name, speedup in speedups(names):
        print(f"{name:30} {speedup:5.2f} x", flush=True)


if __name__ == "__main__":
    main()
