"""Ranking: the kernels and calls of this package, and every installed rival, on the same hands."""

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.app.bench.evaluators import RIVALS, Missing, load_rival, package_evaluators


@pytest.mark.benchmark(group="strengths, 1,000,000 rows of five")
def test_five_cards(benchmark, kernel, million):
    out = np.empty(len(million), np.uint16)
    benchmark(cp.strengths, million, out=out)


@pytest.mark.benchmark(group="strengths, 1,000,000 rows of five")
def test_five_cards_two_threads(benchmark, million):
    out = np.empty(len(million), np.uint16)
    benchmark(cp.strengths, million, out=out, threads=2)


@pytest.mark.benchmark(group="strengths, 1,000,000 rows of three")
def test_three_cards(benchmark, kernel, million):
    rows = np.ascontiguousarray(million[:, :3])
    out = np.empty(len(rows), np.uint16)
    benchmark(cp.strengths, rows, out=out)


@pytest.mark.benchmark(group="strengths, 1,000,000 rows of five, other layouts")
@pytest.mark.parametrize("layout", ["strided", "lowball"])
def test_other_layouts(benchmark, million, layout):
    out = np.empty(len(million), np.uint16)
    if layout == "lowball":
        benchmark(cp.ranking.lowball_strengths, million, out=out)
    else:
        wide = np.zeros((len(million), 10), np.uint8)
        wide[:, ::2] = million
        benchmark(cp.strengths, wide[:, ::2], out=out)


def evaluators():
    return [evaluator for name in RIVALS if not isinstance(evaluator := load_rival(name), Missing)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.benchmark(group="100,000 hands of five, side by side")
@pytest.mark.parametrize("evaluator", [*package_evaluators(), *evaluators()], ids=lambda evaluator: evaluator.name)
def test_side_by_side(benchmark, hands, evaluator):
    benchmark.pedantic(evaluator.prepare(hands), rounds=3, warmup_rounds=1)
