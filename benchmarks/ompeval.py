"""Compare the ranking of six and seven cards with OMPEval, a C++ evaluator that is no part of this project.

    \b
    git clone https://github.com/zekyll/OMPEval
    python benchmarks/ompeval.py OMPEval

Its HandEvaluator is compiled with g++ -O3 -march=native. Both rank the same random hands in turns, on one thread, and the
fastest of many runs counts. OMPEval ranks hands of cards, a byte each, as `strengths` does, and then its own Hand objects,
which were made before.
"""  # noqa: D301

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path

import click
import numpy as np
from machine import machine

import cpoker_fast as cp
from cpoker_fast.app.bench.measuring import best_time, random_decks

HANDS, ROUNDS = 1 << 20, 60
SHIM = """
#include <vector>
#include "omp/HandEvaluator.h"

static omp::HandEvaluator evaluator;
static std::vector<omp::Hand> hands;

static omp::Hand hand_of(const uint8_t *cards, int width) {
    omp::Hand hand = omp::Hand::empty();
    for (int i = 0; i < width; i++) hand += omp::Hand(cards[i]);
    return hand;
}

template <int width> static void rank(const uint8_t *cards, int64_t n, uint16_t *out) {
    for (int64_t i = 0; i < n; i++) out[i] = evaluator.evaluate(hand_of(cards + width * i, width));
}

extern "C" void rank_cards(const uint8_t *cards, int width, int64_t n, uint16_t *out) {
    width == 6 ? rank<6>(cards, n, out) : rank<7>(cards, n, out);
}

extern "C" void make_hands(const uint8_t *cards, int width, int64_t n) {
    hands.clear();
    for (int64_t i = 0; i < n; i++) hands.push_back(hand_of(cards + width * i, width));
}

extern "C" void rank_hands(uint16_t *out) {
    for (size_t i = 0; i < hands.size(); i++) out[i] = evaluator.evaluate(hands[i]);
}
"""


def compiled(folder: Path, work: Path) -> ctypes.CDLL:
    """Compile OMPEval's evaluator and the functions above."""
    (work / "shim.cpp").write_text(SHIM, encoding="utf-8")
    flags = ["-O3", "-march=native", "-std=c++17", "-w", "-shared", "-fPIC", f"-I{folder}"]
    sources = [str(work / "shim.cpp"), str(folder / "omp" / "HandEvaluator.cpp")]
    subprocess.run(["g++", *flags, *sources, "-o", str(work / "shim.so")], check=True)
    return ctypes.CDLL(str(work / "shim.so"))


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Measure both, and check that they rank all hands in the same order."""
    click.echo(f"{machine()}\n{'':8}{'cpoker_fast':>16}{'OMPEval, cards':>16}{'OMPEval, Hand':>16}{'ratios':>14}")
    with tempfile.TemporaryDirectory() as work:
        ompeval = compiled(folder.resolve(), Path(work))
        for width in (6, 7):
            cards = random_decks(HANDS, seed=1, cards=width)
            ours, theirs = np.empty((2, HANDS), np.uint16)
            address, out = ctypes.c_void_p(cards.ctypes.data), ctypes.c_void_p(theirs.ctypes.data)
            size = ctypes.c_int64(HANDS)
            ompeval.make_hands(address, width, size)
            runs = (
                lambda cards=cards, ours=ours: cp.strengths(cards, out=ours),
                lambda width=width, address=address, out=out, size=size: ompeval.rank_cards(address, width, size, out),
                lambda out=out: ompeval.rank_hands(out),
            )
            times = np.min([[best_time(run, 1) for run in runs] for _ in range(ROUNDS)], axis=0)
            pairs = np.unique(np.stack((ours, theirs)), axis=1)  # of our strength and theirs, by our strength
            assert (np.diff(pairs.astype(int)) > 0).all(), "the orders differ"
            cells = "".join(f"{HANDS / seconds / 1e6:>12,.0f} M/s" for seconds in times)
            click.echo(f"{width} cards {cells}{times[1] / times[0]:>8.2f}{times[2] / times[0]:>6.2f}")


if __name__ == "__main__":
    main()
