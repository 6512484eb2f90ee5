"""The speeds and sizes that this package promises, measured.

    python benchmarks/figures.py

Most figures are the best of several repetitions, since other work on a shared machine disturbs some of them. With --check
the exit status is 1 if a figure misses its promise by more than a factor of 2: noise is usually smaller. But the machine
may be slow, or other work on the core may halve its speed for minutes. So --check measures a reference loop beside the
figures, allows the figures the slowdown of that loop, and measures again before it fails.

With --record, the figures go to figures.json, and from there to the page docs/background/speed.md. README.md states the
speeds of figures.json, too; a test compares them. The machine must be idle.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from echo_engine import echo_engine
from figures_report import RECORD, write_page
from machine import compiler, machine, package as versions
from plain_ways import numpy_best_royalties, numpy_count_arrangements, python_best_royalties
from two_threads import CALLS, HAS_LOCK, speedups

import cpoker_fast as cp
from cpoker_fast import Position, _core
from cpoker_fast._networks import Networks, attach, choose_ways, count_ways, final_draws, placed
from cpoker_fast._openface import perft, play_deals
from cpoker_fast.app.bench.evaluators import Evaluator, Missing, load_rival, package_evaluators
from cpoker_fast.app.bench.measuring import best_time, measure, random_decks, random_hands
from cpoker_fast.game.plan import make_plan, plan_of
from cpoker_fast.game.positions import masks_of_cards
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.thinking.network_archive import read_networks

SLACK = 2.0
TRIES = 4
REFERENCE = 130e-6  # seconds of the reference loop on the machine of the promises, undisturbed
UNTIMED = ("x", "points", "MB")  # the units that do not depend on the speed of the machine
REPEAT = 30


class Figure(NamedTuple):
    """A measured value, its unit, and the promised value."""

    name: str
    value: float
    unit: str
    promised: float
    less_is_better: bool = False

    def missed_by(self, slowdown: float) -> float:
        """Return the factor by which the value misses the promise at this slowdown of the machine; up to 1 if it is met."""
        ratio = self.value / self.promised if self.less_is_better else self.promised / self.value
        return ratio if self.unit in UNTIMED else ratio / slowdown


def slowdown() -> float:
    """Return the slowdown of the reference loop, which looks up tables as ranking does, without code of this package."""
    table, places = np.arange(4096, dtype=np.uint32), np.random.default_rng(1).integers(0, 4096, 8192)
    out = np.empty(len(places), np.uint32)

    def reference() -> None:
        for _ in range(20):
            np.take(table, places, out=out, mode="wrap")

    return max(1.0, best_time(reference, REPEAT) / REFERENCE)


def missed(figures: list[Figure], slowed: float) -> bool:
    """Whether one of the figures misses its promise by more than a factor of 2, after the slowdown of the machine."""
    return any(figure.missed_by(slowed) > SLACK for figure in figures)


def ranking(cards: np.ndarray) -> Iterator[Figure]:
    """Measure ranking in batches, with each kernel and on two threads."""
    out = np.empty(len(cards), np.uint16)
    sevens = random_decks(len(cards), seed=1, cards=7)
    of_cards = {"avx512": 1500.0, "avx2": 800.0, "portable": 550.0, "neon": 550.0}
    of_masks = {"avx512": 800.0, "avx2": 700.0, "portable": 280.0, "neon": 280.0}
    of_sevens = {"avx512": 500.0, "avx2": 350.0, "portable": 180.0, "neon": 180.0}
    active = cp.ranking.cpu_features().active
    for layout, rows, promised in (
        ("uint8[1000000, 5]", cards, of_cards),
        ("uint64[1000000]", masks_of_cards(cards), of_masks),
        ("uint8[1000000, 7]", sevens, of_sevens),
    ):
        for kernel in cp.ranking.cpu_features().supported:
            _core.use_cpu_level(kernel)
            seconds = best_time(lambda rows=rows: cp.strengths(rows, out=out), REPEAT)  # type: ignore[misc]
            yield Figure(f"strengths, {layout}, {kernel}", len(rows) / seconds / 1e6, "million/s", promised[kernel])
    _core.use_cpu_level(active)
    alone = best_time(lambda: cp.strengths(cards, out=out), REPEAT)
    parallel = best_time(lambda: cp.strengths(cards, out=out, threads=2), REPEAT)
    yield Figure("strengths, threads=2 against 1", alone / parallel, "x", 1.8)


def single_calls(hands: list[tuple[int, ...]]) -> Iterator[Figure]:
    """Measure Python loops over calls, against the quickest rivals."""

    def speeds(evaluators: list[Evaluator]) -> list[float]:
        """Return the best of three speeds of each evaluator, measured in turns, since other work comes in bursts."""
        rounds = [[m.hands_per_second for m in measure(evaluators, hands, single=len(hands) - 1)] for _ in range(3)]
        return [max(measured) for measured in zip(*rounds, strict=True)]

    card_set, five_ints = package_evaluators()[:2]
    for name, ours, call, promised in (
        ("pkrbot", card_set, "strength(CardSet)", 3.0),
        ("phevaluator", five_ints, "strength(five ints)", 1.5),
    ):
        rival = load_rival(name)
        speed, *rival_speeds = speeds([ours] if isinstance(rival, Missing) else [ours, rival])
        yield Figure(call, speed / 1e6, "million/s", 1e-9)
        if isinstance(rival, Missing):
            print(f"not compared with {name}: {rival.reason}", file=sys.stderr)
        else:
            yield Figure(f"{call} against {name}", speed / max(rival_speeds), "x", promised)


def tables(decks: np.ndarray) -> Iterator[Figure]:
    """Measure settling and detecting naturals."""
    boards = decks.reshape(-1, 4, 13)
    points = np.empty(boards.shape[:2], np.int32)
    set_well = cp.arrange_many(decks[:20_000].reshape(-1, 13), "pagat").boards.reshape(-1, 4, 13)
    for label, batch, of_pagat, of_slowest in (
        ("at random, with fouls", boards, 8.0, 5.0),
        ("set well", set_well, 7.0, 4.0),
    ):

        def speed(rules: str, repeat: int, batch: np.ndarray = batch) -> float:
            out = points[: len(batch)]
            return len(batch) / best_time(lambda: cp.settle_many(batch, rules, out=out), repeat) / 1e6

        yield Figure(f"settle_many, four players, pagat, {label}", speed("pagat", 10), "million/s", of_pagat)
        speeds = {name: speed(name, 5) for name in cp.presets()}
        slowest, quickest = min(speeds, key=speeds.__getitem__), max(speeds, key=speeds.__getitem__)
        yield Figure(f"the slowest preset ({slowest}), {label}", speeds[slowest], "million/s", of_slowest)
        yield Figure(f"the quickest preset ({quickest}), {label}", speeds[quickest], "million/s", 1e-9)
    four = [cp.Board(hand[:3], hand[3:8], hand[8:]) for hand in boards[0].tolist()]
    yield Figure(
        "settle, four players, pagat", best_time(lambda: cp.settle(four, "pagat"), 300) * 1e6, "microseconds", 20.0, True
    )
    yield from naturals(decks)


def median_time(call: Callable[[cp.CardSet], object], hands: list[cp.CardSet]) -> float:
    """Return the median time over many hands, in microseconds: the best of three runs for each."""
    return statistics.median(best_time(lambda hand=hand: call(hand), 3) for hand in hands) * 1e6  # type: ignore[misc]


def in_turns(measure: Callable[[str], float]) -> dict[str, float]:
    """Return the least of three times for each preset, taken in turns, since other work on the machine comes in bursts."""
    rounds = [{name: measure(name) for name in cp.presets()} for _ in range(3)]
    return {name: min(measured[name] for measured in rounds) for name in cp.presets()}


def arranging(decks: np.ndarray) -> Iterator[Figure]:
    """Measure setting hands: batches with each kernel, single calls, and plain code that does the same."""
    hands = np.ascontiguousarray(decks[:20_000, :13])
    boards, counts = np.empty((len(hands), 13), np.uint8), np.empty(len(hands), np.int64)

    def speed(call: Callable[[], object]) -> float:
        return len(hands) / best_time(call, 5) / 1e3

    promised = {"avx512": (300.0, 300.0), "avx2": (250.0, 250.0), "portable": (120.0, 150.0), "neon": (40.0, 50.0)}
    active = cp.ranking.cpu_features().active
    for kernel in cp.ranking.cpu_features().supported:
        _core.use_cpu_level(kernel)
        hands_a_second = speed(lambda: cp.best_royalties_many(hands, "russian", out=boards))
        yield Figure(f"best_royalties_many, russian, {kernel}", hands_a_second, "1000 hands/s", promised[kernel][0])
        counted = speed(lambda: cp.arranging.count_arrangements_many(hands, out=counts))
        yield Figure(f"count_arrangements_many, {kernel}", counted, "1000 hands/s", promised[kernel][1])
    _core.use_cpu_level(active)
    parallel = speed(lambda: cp.best_royalties_many(hands, "russian", out=boards, threads=2))
    alone = speed(lambda: cp.best_royalties_many(hands, "russian", out=boards))
    yield Figure("best_royalties_many, threads=2 against 1", parallel / alone, "x", 1.8)

    few, card_sets = hands[:100], [cp.CardSet(hand) for hand in hands[:500].tolist()]
    russian = cp.rules("russian")
    numpy = len(few) / best_time(lambda: numpy_best_royalties(few, russian), 1) / 1e3
    yield Figure("best_royalties_many against plain NumPy", alone / numpy, "x", 100.0)
    numpy = len(few) / best_time(lambda: numpy_count_arrangements(few), 1) / 1e3
    yield Figure("count_arrangements_many against plain NumPy", counted / numpy, "x", 50.0)
    python = best_time(lambda: python_best_royalties(list(card_sets[0]), russian), 1) * 1e6

    def best(rules: cp.Rules) -> Callable[[cp.CardSet], object]:
        def call(hand: cp.CardSet) -> object:
            try:
                return cp.best_royalties(hand, rules)
            except cp.errors.BoardError:  # no legal board, under deuce-to-seven
                return None

        return call

    medians = {name: median_time(best(cp.rules(name)), card_sets) for name in cp.presets()}
    slowest = max(medians, key=medians.__getitem__)
    yield Figure(f"best_royalties, median, slowest preset ({slowest})", medians[slowest], "microseconds", 20.0, True)
    yield Figure("best_royalties against plain Python", python / medians["russian"], "x", 1000.0)
    yield Figure("undominated, median", median_time(cp.undominated, card_sets), "microseconds", 60.0, True)
    for size, limit in ((14, 60.0), (15, 150.0), (16, 400.0), (17, 1000.0)):
        dealt = [cp.CardSet(hand) for hand in decks[:300, :size].tolist()]
        median = median_time(lambda hand: cp.arranging.best_fantasyland(hand, "pineapple", 8.0), dealt)
        yield Figure(f"best_fantasyland, {size} cards, median", median, "microseconds", limit, True)
    yield from fantasylands(decks)


def fantasylands(decks: np.ndarray) -> Iterator[Figure]:
    """Measure batches of hands in Fantasyland, also against known boards, where each hand has its own objective."""
    for size, promised in ((13, 60.0), (14, 60.0), (15, 50.0), (16, 35.0), (17, 20.0)):
        hands = np.ascontiguousarray(decks[:5000, :size])
        seconds = best_time(lambda hands=hands: cp.arranging.best_fantasyland_many(hands, "pineapple", 8.0), 5)  # type: ignore[misc]
        yield Figure(f"best_fantasyland_many, {size} cards", len(hands) / seconds / 1e3, "1000 hands/s", promised)
    for size, promised in ((14, 2.0), (17, 1.0)):
        hands, boards = np.ascontiguousarray(decks[:500, :size]), np.ascontiguousarray(decks[:500, None, 17:30])
        seconds = best_time(
            lambda hands=hands, boards=boards: cp.arranging.best_fantasyland_many(  # type: ignore[misc]
                hands, "pineapple", 8.0, boards=boards
            ),
            3,
        )
        yield Figure(f"the same against a board, {size} cards", len(hands) / seconds / 1e3, "1000 hands/s", promised)


def playing(decks: np.ndarray) -> Iterator[Figure]:
    """Measure dealing, the best boards against a field, equilibria and analyses."""
    deals, rng = np.empty((100_000, 4, 13), np.uint8), np.random.default_rng(1)
    dealing = best_time(lambda: cp.deal_many(len(deals), out=deals, rng=rng), 20)
    yield Figure("deal_many, 4 x 13 cards", len(deals) / dealing / 1e6, "million/s", 5.0)
    hands = np.ascontiguousarray(decks[:500, :13])

    def batch(rules: str) -> float:
        cp.arrange(hands[0].tolist(), rules)
        return best_time(lambda: cp.arrange_many(hands, rules), 1)

    promised = {"avx512": 40.0, "avx2": 30.0, "portable": 15.0, "neon": 15.0}
    active = cp.ranking.cpu_features().active
    for kernel in cp.ranking.cpu_features().supported:
        _core.use_cpu_level(kernel)
        seconds = in_turns(batch)
        slowest = max(seconds, key=seconds.__getitem__)
        for name, label in (("pagat", "pagat"), (slowest, f"slowest preset ({slowest})")):
            speed = len(hands) / seconds[name] / 1e3
            yield Figure(f"arrange_many, {label}, {kernel}", speed, "1000 hands/s", promised[kernel])
    _core.use_cpu_level(active)
    card_sets = [cp.CardSet(hand) for hand in hands[:100].tolist()]
    medians = in_turns(lambda name: median_time(lambda hand: cp.arrange(hand, name), card_sets))
    slower = max(medians, key=medians.__getitem__)
    yield Figure("arrange, pagat, median", medians["pagat"], "microseconds", 60.0, True)
    yield Figure(f"arrange, slowest preset ({slower}), median", medians[slower], "microseconds", 60.0, True)
    for rules in ("pagat", slowest):
        median = median_time(lambda hand, rules=rules: cp.analyze(hand, rules, seed=1), card_sets[:5])  # type: ignore[misc]
        yield Figure(f"analyze, {rules}, median", median / 1e3, "ms", 100.0, True)
        analyses = [cp.analyze(hand, rules, seed=1) for hand in card_sets[:25]]
        gaps = [second.behind for analysis in analyses for second in analysis.candidates[1:2]]  # a hand may have only one
        close = [gap.standard_error for gap in gaps if gap.mean < 0.2]  # the second board is nearly as good as the best
        yield Figure(f"analyze, {rules}, error of the second, median", statistics.median(close), "points", 0.03, True)
    for rules in ("pagat", "single-winner"):
        seconds_of_field = best_time(lambda rules=rules: cp.fields.Field.equilibrium(rules, cache=False), 1)  # type: ignore[misc]
        yield Figure(f"Field.equilibrium, {rules}", seconds_of_field, "s", 5.0, True)


def simulating() -> Iterator[Figure]:
    """Measure simulations, in one process and in two."""
    for player, deals, promised in (("expert", 16_384, 8.0), ("royalties", 32_768, 40.0)):

        def run(workers: int, player: str = player, deals: int = deals) -> object:
            return cp.simulate("pagat", [player] * 4, deals, seed=1, workers=workers)

        alone, parallel = (best_time(lambda workers=workers: run(workers), 2) for workers in (1, 2))  # type: ignore[misc]
        yield Figure(f"simulate, pagat, four {player}", deals / alone / 1e3, "1000 deals/s", promised)
        yield Figure(f"simulate, four {player}, workers=2 against 1", alone / parallel, "x", 1.8)


def engines() -> Iterator[Figure]:
    """Measure an engine that echoes its cards: the host and the engine together."""
    with tempfile.TemporaryDirectory() as folder:
        name = echo_engine(Path(folder))
        if name is None:
            print("no engine: there is no C compiler", file=sys.stderr)
            return
        seconds = best_time(lambda: cp.simulate("pagat", [name] * 2, 8192, seed=1, duplicate=False), 5)
        yield Figure("simulate, pagat, hands of an engine", 2 * 8192 / seconds, "hands/s", 200_000.0)
        bot, rng = cp.bot(name).prepare(cp.rules("pineapple"), 2), np.random.default_rng(1)
        position = cp.Deal("pineapple", 2, seed=1).position()
        seconds = best_time(lambda: bot.place(position, rng), 500)
        yield Figure("placements of an engine, one by one", 1 / seconds, "placements/s", 5_000.0)
        bot.close()


def open_face(decks: np.ndarray) -> Iterator[Figure]:
    """Measure listing placements of a street, complete deals by bots of the package, and their simulation."""
    plan = plan_of(cp.rules("pineapple"))
    dealt = decks[:20, :11].tolist()

    def placements() -> int:
        return sum(perft(plan, cards, 3) for cards in dealt)

    yield Figure("placements of a street", placements() / best_time(placements, 3) / 1e6, "million/s", 100.0)
    deals = 20_000
    stacks, boards = np.empty((deals, 2, 17), np.uint8), np.empty((deals, 2, 13), np.uint8)
    nobody, points = np.zeros((deals, 2), np.uint8), np.empty((deals, 2), np.int32)
    button = np.zeros(deals, np.int8)
    rng = np.random.default_rng(1)

    def play(player: str) -> None:
        cp.deal_many(deals, 2, 17, rng, out=stacks)
        play_deals(plan, [player] * 2, [rng] * 2, button, stacks, nobody, boards)
        cp.settle_many(boards, "pineapple", out=points)

    for player, promised in (("random", 2000.0), ("careful", 150.0)):
        seconds = best_time(lambda player=player: play(player), 5)  # type: ignore[misc]
        yield Figure(f"deals of two `{player}`, dealt, played and settled", deals / seconds / 1e3, "1000 deals/s", promised)
    seconds = best_time(lambda: cp.simulate("pineapple", ["careful"] * 2, 8192, seed=1), 3)
    yield Figure("simulate, pineapple, two careful", 8192 / seconds / 1e3, "1000 deals/s", 60.0)


def thinking(decks: np.ndarray) -> Iterator[Figure]:
    """Measure values of placements by networks with each kernel, exact final draws, and analyses."""
    rules, n = cp.rules("pineapple"), 4000
    networks = read_networks(rules)
    assert networks is not None
    active = cp.ranking.cpu_features().active
    for kernel in cp.ranking.cpu_features().supported:
        _core.use_cpu_level(kernel)
        plan = make_plan(rules)
        attach(plan, Networks(*networks))
        rows, seen = np.zeros((n, 3), np.uint64), np.zeros(n, np.uint64)
        valued, spent = [], []
        for street, (begin, end) in enumerate(((0, 5), (5, 8), (8, 11), (11, 14))):
            positions = (street, rows, seen := seen | masks_of_cards(cards := np.sort(decks[:n, begin:end], axis=1)), cards)
            spent.append(best_time(lambda positions=positions, plan=plan: choose_ways(plan, *positions), 3))  # type: ignore[misc]
            valued.append(int(count_ways(plan, street, rows).sum()))
            rows = placed(plan, *positions, choose_ways(plan, *positions)[0])
        promised = 1.5 if kernel == "portable" else 5.0
        speed = sum(valued[:3]) / sum(spent[:3])  # not the fourth street, which also takes exact means
        yield Figure(f"placements valued by networks, {kernel}", speed / 1e6, "million/s", promised)
    _core.use_cpu_level(active)
    yield Figure("swift, the first street", spent[0] / n * 1e6, "microseconds", 1000.0, True)
    yield Figure("swift, the streets after it", max(spent[1:]) / n * 1e6, "microseconds", 100.0, True)
    seconds = best_time(lambda: final_draws(plan, rows, seen), 3)
    yield Figure("the last street on average, exactly", seconds / n * 1e6, "microseconds", 50.0, True)
    position = Position.parse(_BEFORE_THE_LAST)
    seconds = best_time(lambda: cp.analyze(position, rollouts=1, seed=1), 10)
    yield Figure("analyze, the street before the last", seconds * 1e3, "ms", 10.0, True)
    seconds = best_time(lambda: cp.simulate("pineapple", ["swift"] * 2, 4096, seed=1), 3)
    yield Figure("simulate, pineapple, two swift", 4096 / seconds / 1e3, "1000 deals/s", 4.0)


_BEFORE_THE_LAST = (
    "rules pineapple; seat 1; button 2; street 4; board Qs 4d / 7c 7d 5c / As 8s 3s 2s;"
    " board Kh 6d / 2d 2h 9c / Td Jd Qd Ad; discards 5h 6c; hand Qc 9s 7h"
)


def environments() -> Iterator[Figure]:
    """Measure steps of environments for learning, with observations: random actions in batches, and PettingZoo's steps."""
    try:
        from cpoker_fast.learning import VectorEnv, raw_env
    except ImportError as error:
        print(f"environments are not measured: {error}", file=sys.stderr)
        return
    count, steps = 4096, 34

    def seconds(count: int = count, threads: int = 1, **options: Any) -> float:
        actions = np.empty(count, np.int64)
        envs = VectorEnv(count, threads=threads, copy=False, **options)
        envs.reset(seed=1)

        def play() -> None:
            for _ in range(steps):
                envs.step(envs.sample_actions(out=actions))

        return best_time(play, 10) / steps / count

    yield Figure("VectorEnv.step, pineapple, 2 players, uint8", 1e-6 / seconds(), "million/s", 5.0)
    alone, parallel = (seconds(4 * count, threads) for threads in (1, 2))
    yield Figure(f"the same with {4 * count:,} deals, threads=2 against 1", alone / parallel, "x", 1.8)
    yield Figure("VectorEnv.step, pineapple, 2 players, float32", 1e-6 / seconds(dtype="float32"), "million/s", 2.0)
    of_four = seconds(rules="standard", players=4)
    yield Figure("VectorEnv.step, standard, 4 players, uint8", 1e-6 / of_four, "million/s", 4.0)
    environment = raw_env("pineapple", 2)

    def deal() -> None:
        environment.reset(seed=1)
        for _ in range(steps):
            environment.step(int(environment.last()[0]["action_mask"].argmax()))

    yield Figure("raw_env, last and step", best_time(deal, 200) / steps * 1e6, "microseconds", 15.0, True)


def naturals(decks: np.ndarray) -> Iterator[Figure]:
    """Measure detecting naturals and compiling rules."""
    hands = np.ascontiguousarray(decks.reshape(-1, 13))
    bits = np.empty(len(hands), np.uint32)
    seconds = best_time(lambda: cp.settling.naturals_many(hands, out=bits), 10)
    yield Figure("naturals_many, all patterns", len(hands) / seconds / 1e6, "million/s", 20.0)
    slowest = max(
        best_time(lambda name=name: compiled(replace(cp.rules(name))), 5)  # type: ignore[misc]
        for name in cp.presets()
    )
    yield Figure("rules changed and compiled, slowest preset", slowest * 1e3, "ms", 1.0, True)


def free_threading() -> Iterator[Figure]:
    """Measure single calls on two threads, on a Python without a global lock."""
    for name, speedup in speedups([] if HAS_LOCK else list(CALLS)):
        yield Figure(f"{name}, two Python threads against one", speedup, "x", 1.7)


def package() -> Iterator[Figure]:
    """Measure the time of the import and the size of the package."""
    code = "import time; t = time.perf_counter(); import cpoker_fast; cpoker_fast.strength; print(time.perf_counter() - t)"
    runs = [float(subprocess.check_output([sys.executable, "-P", "-c", code])) for _ in range(5)]
    yield Figure("import cpoker_fast and its ranking", min(runs) * 1e3, "ms", 30.0, True)
    files = [p for p in Path(cp.__file__).parent.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    yield Figure("installed package", sum(p.stat().st_size for p in files) / 1e6, "MB", 5.0, True)


def print_figures(figures: list[Figure], slowed: float) -> None:
    """Print a line for each figure, with its promise."""
    for figure in figures:
        promise = "" if figure.promised < 1e-6 else f"{'<=' if figure.less_is_better else '>='} {figure.promised:g}"
        print(f"{figure.name:55} {figure.value:10.2f} {figure.unit:13} {promise}")
    if slowed > 1.1:
        print(f"(the reference loop beside these took {slowed:.2f} times its undisturbed time)")


@click.command(help=__doc__)
@click.option("--check", is_flag=True, help="Fail if a figure misses its promise by more than a factor of 2.")
@click.option("--record", is_flag=True, help="Write figures.json, and the page of figures.")
def main(check: bool, record: bool) -> None:
    """Measure and print all figures."""
    recorded: dict[str, float] = {}
    hands = random_hands(1_000_000, seed=1)
    cards = np.array(hands, dtype=np.uint8)
    decks = random_decks(100_000, seed=1)
    sections: tuple[Callable[[], Iterator[Figure]], ...] = (
        lambda: ranking(cards),
        lambda: single_calls(hands[:50_000]),
        lambda: tables(decks),
        lambda: arranging(decks),
        lambda: playing(decks),
        simulating,
        engines,
        lambda: open_face(decks),
        lambda: thinking(decks),
        environments,
        free_threading,
        package,
    )
    failed = False
    for section in sections:
        for _ in range(TRIES if check else 1):
            before = slowdown()
            figures = list(section())
            slowed = max(before, slowdown())
            print_figures(figures, slowed)
            recorded |= {figure.name: float(f"{figure.value:.4g}") for figure in figures}
            if not missed(figures, slowed):
                break
        else:
            failed = True
    if record:
        about = {"machine": machine(), "compiler": compiler(), "package": versions(), "values": recorded}
        RECORD.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        write_page()
    if check and failed:
        raise click.ClickException("a figure misses its promise by more than a factor of 2")


if __name__ == "__main__":
    main()
