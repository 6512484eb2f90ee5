"""The speed of single calls on two threads, as a multiple of one thread: 2 if nothing shared slows the threads down.

    \b
    python benchmarks/two_threads.py
    python benchmarks/two_threads.py strength "settle, rules of your own"

Only useful with a Python without a global lock (python3.14t). With such a Python, `figures.py` measures the same.
"""  # noqa: D301

from __future__ import annotations

import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import click
import numpy as np

import cpoker_fast as cp
from cpoker_fast.app.bench.measuring import random_decks

HAS_LOCK = not sysconfig.get_config_var("Py_GIL_DISABLED")
SECONDS = 0.1
ROUNDS = 5
POSITION = (
    "rules pineapple; seat 1; button 2; street 4; board Qs 4d / 7c 7d 5c / As 8s 3s 2s;"
    " board Kh 6d / 2d 2h 9c / Td Jd Qd Ad; discards 5h 6c; hand Qc 9s 7h"
)
RULES = cp.rules("pagat")
CHANGED = replace(RULES, scoop_bonus=2)
SWIFT = cp.bot("swift")


class Inputs:
    """Arguments of calls, made by the thread that uses them."""

    def __init__(self) -> None:
        decks = random_decks(100, 1).tolist()
        self.hands = [cp.CardSet(deck[:13]) for deck in decks]
        self.fantasylands = [cp.CardSet(deck[:14]) for deck in decks]
        self.rows = [cp.CardSet(deck[:5]) for deck in decks]
        self.strengths = [cp.strength(row) for row in self.rows]
        self.texts = [str(hand) for hand in self.hands]
        self.tables = [[cp.Board.of_cards(deck[13 * seat : 13 * seat + 13]) for seat in range(4)] for deck in decks]
        self.position = cp.Position.parse(POSITION)
        self.placement = self.position.placements()[0]
        self.rng = np.random.default_rng(1)


CALLS: dict[str, Callable[[Inputs], object]] = {
    "CardSet": lambda inputs: [cp.CardSet(text) for text in inputs.texts],
    "parse_card": lambda inputs: [cp.parse_card("As") for _ in inputs.texts],
    "format_card": lambda inputs: [cp.format_card(7) for _ in inputs.texts],
    "strength": lambda inputs: [cp.strength(row) for row in inputs.rows],
    "lowball_strength": lambda inputs: [cp.lowball_strength(row) for row in inputs.rows],
    "category": lambda inputs: [cp.category(strength) for strength in inputs.strengths],
    "describe": lambda inputs: [cp.describe(strength) for strength in inputs.strengths],
    "Board.is_foul": lambda inputs: [table[0].is_foul for table in inputs.tables],
    "is_foul_under": lambda inputs: [cp.settling.is_foul_under(table[0], RULES) for table in inputs.tables],
    "naturals": lambda inputs: [cp.naturals(hand) for hand in inputs.hands],
    "natural_board": lambda inputs: [cp.settling.natural_board(hand, "three flushes") for hand in inputs.hands],
    "rules": lambda inputs: [cp.rules("pagat") for _ in inputs.hands],
    "deal": lambda inputs: [cp.deal(4, rng=inputs.rng) for _ in inputs.hands],
    "settle": lambda inputs: [cp.settle(table, RULES) for table in inputs.tables],
    "settle, rules of your own": lambda inputs: [cp.settle(table, CHANGED) for table in inputs.tables],
    "arrange": lambda inputs: [cp.arrange(hand, RULES) for hand in inputs.hands],
    "arrange, rules of your own": lambda inputs: [cp.arrange(hand, CHANGED) for hand in inputs.hands],
    "best_royalties": lambda inputs: [cp.best_royalties(hand, RULES) for hand in inputs.hands],
    "best_response": lambda inputs: [cp.arranging.best_response(inputs.hands[0], RULES, inputs.tables[0][1:3])],
    "undominated": lambda inputs: [cp.undominated(hand) for hand in inputs.hands],
    "count_arrangements": lambda inputs: [cp.count_arrangements(hand) for hand in inputs.hands],
    "best_fantasyland": lambda inputs: [
        cp.arranging.best_fantasyland(hand, "pineapple", 8.0) for hand in inputs.fantasylands
    ],
    "Position.placements": lambda inputs: [inputs.position.placements() for _ in range(20)],
    "Position.place": lambda inputs: [inputs.position.place(inputs.placement) for _ in range(20)],
    "swift": lambda inputs: [SWIFT.place(inputs.position, inputs.rng) for _ in range(20)],
}


def calls_a_second(call: Callable[[Inputs], object], threads: int) -> float:
    """Return the total calls a second of several threads that begin at the same time."""
    ready = Barrier(threads)

    def work(_: int) -> float:
        inputs = Inputs()
        call(inputs)  # compiles rules and reads equilibria
        ready.wait()
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS:
            call(inputs)
            count += 1
        return count / spent

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(work, range(threads)))


def two_against_one(call: Callable[[Inputs], object]) -> float:
    """Return the speed of two threads as a multiple of one, each the best of several rounds, taken in turns."""
    rounds = [(calls_a_second(call, 1), calls_a_second(call, 2)) for _ in range(ROUNDS)]
    alone, together = (max(speeds) for speeds in zip(*rounds, strict=True))
    return together / alone


def speedups(names: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Yield each name of a call with the speed of two threads as a multiple of one."""
    for name in names:
        yield name, two_against_one(CALLS[name])


@click.command(help=__doc__)
@click.argument("names", metavar="[CALL]...", nargs=-1, type=click.Choice(tuple(CALLS)))
def main(names: tuple[str, ...]) -> None:
    if HAS_LOCK:
        click.echo("this Python has a global lock: two threads take turns", err=True)
    for name, speedup in speedups(names or CALLS):
        click.echo(f"{name:30} {speedup:5.2f} x")


if __name__ == "__main__":
    main()
