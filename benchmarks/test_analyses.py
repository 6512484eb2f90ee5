"""Analyses of many hands at once, compared with one after another at equal precision.

The variance of a mean falls as its time grows, so variance times time compares two ways at any precision. The extra info of
each benchmark has these ratios (`--benchmark-json FILE`), and `pytest -s benchmarks/test_analyses.py` prints them.
"""

import time

import numpy as np
import pytest

import cpoker_fast as cp

HANDS = cp.deal_many(400, 1, 13, seed=11)[:, 0]
ONE_BY_ONE = 20  # hands of `analyze`
SAMPLES = 1 << 18


def one_by_one(hands, rules, opponents, given, threads):
    """Analyze a hand after another; return seconds for each, and the variances of the points and of the losses."""
    points, losses, seconds = [], [], 0.0
    for hand, board in zip(hands, given, strict=False):
        also = [cp.Board.of_cards(board.tolist())]
        start = time.perf_counter()
        # all: a candidate that is dropped has fewer deals, and a larger error
        analysis = cp.analyze(cp.CardSet(hand.tolist()), rules, opponents, also=also, seed=1, threads=threads)
        seconds += time.perf_counter() - start
        points.append(analysis.best.points.standard_error**2)
        candidate = analysis.candidate(also[0])
        losses.append(candidate.behind.standard_error**2 * candidate.samples / analysis.samples)  # as if it was not dropped
    return seconds / len(hands), np.array(points), np.array(losses)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("name", ["pagat", "one-six", "thirteen-water"])
def test_many_hands(benchmark, name, opponents, threads):
    rules = cp.rules(name)
    given = cp.best_royalties_many(HANDS, rules)
    cp.analyze(cp.CardSet(HANDS[0].tolist()), rules, opponents, deals=10)  # reads the equilibrium
    measured = benchmark.enabled  # with --benchmark-disable, a little of everything runs
    singles = ONE_BY_ONE if measured else 3
    each, points, losses = one_by_one(HANDS[:singles], rules, opponents, given, threads)
    dealt = cp.analyze_many(HANDS[:1], rules, opponents=opponents, samples=4096).tables > 0
    count = (40 if dealt else len(HANDS)) if measured else 5
    hands, boards = HANDS[:count], given[:count]
    arguments = {"opponents": opponents, "samples": SAMPLES if measured else 4096, "declare": False, "threads": threads}
    arguments["seed"] = threads  # a sample of its own, which is not cached yet
    start = time.perf_counter()
    many = cp.analyze_many(hands, rules, boards, **arguments)
    first = time.perf_counter() - start
    benchmark.pedantic(cp.analyze_many, (hands, rules, boards), arguments, rounds=3)
    seconds = benchmark.stats.stats.median if measured else first
    lost = (losses > 0) & (many.losses[:singles] > 0)
    by_points = np.median(points / many.standard_errors[:singles] ** 2)
    by_losses = np.median(losses[lost] / many.loss_standard_errors[:singles][lost] ** 2)
    sample = max(0.0, first - seconds)  # seconds for the sample, which is cached then
    figures = {
        "milliseconds of analyze": 1000 * each,
        "milliseconds of a hand": 1000 * seconds / len(hands),
        "seconds for the sample": sample,
        "margin of points": 1.96 * np.median(many.standard_errors),
        "margin of losses": 1.96 * np.median(many.loss_standard_errors),
        "ratio by points": each * by_points * len(hands) / seconds,
        "ratio by losses": each * by_losses * len(hands) / seconds,
        "ratio by losses, with the sample for 1,000 hands": each * by_losses / (seconds / len(hands) + sample / 1000),
    }
    benchmark.extra_info.update({key: round(float(value), 3) for key, value in figures.items()})
    print(name, opponents, threads, benchmark.extra_info)
