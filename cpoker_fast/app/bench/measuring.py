"""The speed of evaluators and their disagreements with this package, measured on the same random hands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast.ranking import strengths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cpoker_fast.app.bench.evaluators import Evaluator, Hands

__all__ = [
    "COLUMNS", "HANDS", "REPEAT", "SEED", "SINGLE", "Measurement", "best_time", "disagreements", "measure",
    "random_decks", "random_hands", "speed_rows",
]  # fmt: skip

HANDS, SINGLE, REPEAT, SEED = 1_000_000, 100_000, 15, 1
"""Defaults of `cpoker bench`: hands in a batch, hands for single calls, number of runs (the fastest counts), and seed of the
hands. The speeds in benchmarks/report.json were measured with them."""

COLUMNS = ("evaluator", "million hands/s", "relative", "pairs in another order")
"""Columns of tables of speeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Throughput of an evaluator, and its disagreements with this package.

    Attributes
    ----------
    evaluator : str
        Name of the evaluator.
    is_batch : bool
        Whether one call ranked all hands.
    hands_per_second : float
        Throughput in the fastest repetition.
    disagreements : int
        Number of pairs of hands that the evaluator orders differently from this package.
    pairs : int
        Number of compared pairs.
    """

    evaluator: str
    is_batch: bool
    hands_per_second: float
    disagreements: int
    pairs: int

    @property
    def is_ours(self) -> bool:
        """Whether the evaluator belongs to this package."""
        return self.evaluator.startswith("cpoker_fast ")


def random_decks(n: int, seed: int, cards: int = 52) -> NDArray[np.uint8]:
    """Return the first `cards` cards of `n` shuffled decks: uint8[n, cards], the same for all versions of NumPy."""
    bits = np.random.PCG64(seed)  # NumPy keeps the streams of bit generators stable, but not those of Generator
    chunk = 4096
    decks = [
        np.argsort(bits.random_raw(52 * min(chunk, n - i)).reshape(-1, 52), axis=1)[:, :cards].astype(np.uint8)
        for i in range(0, n, chunk)
    ]
    return np.concatenate(decks)


def random_hands(n: int, seed: int) -> Hands:
    """Return `n` random hands of five cards."""
    return [tuple(hand) for hand in random_decks(n, seed, 5).tolist()]


def disagreements(evaluator: Evaluator, hands: Hands) -> tuple[int, int]:
    """Return two numbers: adjacent pairs that an evaluator orders differently from this package, and all adjacent pairs."""
    values = np.asarray(evaluator.prepare(hands)(), dtype=np.int64)
    expected = strengths(np.array(hands, dtype=np.uint8)).astype(np.int64)
    order = np.sign(values[:-1] - values[1:]) * (1 if evaluator.higher_is_better else -1)
    return int(np.count_nonzero(order != np.sign(expected[:-1] - expected[1:]))), len(hands) - 1


def best_time(run: Callable[[], object], repeat: int) -> float:
    """Return the time of the fastest of `repeat` runs, in seconds; the fastest run has the least noise."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def measure(evaluators: Iterable[Evaluator], hands: Hands, *, single: int, repeat: int = 5) -> Iterable[Measurement]:
    """Yield the measurement of each evaluator: batch evaluators rank all hands, others only the first `single`."""
    for evaluator in evaluators:
        sample = hands if evaluator.is_batch else hands[:single]
        best = best_time(evaluator.prepare(sample), repeat)
        differing, pairs = disagreements(evaluator, hands[: single + 1])
        yield Measurement(
            evaluator=evaluator.name,
            is_batch=evaluator.is_batch,
            hands_per_second=len(sample) / best,
            disagreements=differing,
            pairs=pairs,
        )


def speed_rows(measurements: Iterable[Measurement], *, is_batch: bool) -> list[tuple[str, str, str, str]]:
    """Return a row of text for each measurement of single calls, or of batches, fastest first; `COLUMNS` names the columns.

    Speeds are relative to the fastest evaluator of another package, or of all if there is none.
    """
    rows = sorted(
        (measurement for measurement in measurements if measurement.is_batch is is_batch),
        key=lambda measurement: -measurement.hands_per_second,
    )
    reference = next((row for row in rows if not row.is_ours), rows[0]).hands_per_second if rows else 1.0
    return [
        (
            row.evaluator,
            f"{row.hands_per_second / 1e6:,.2f}",
            f"{row.hands_per_second / reference:.3g}",
            f"{row.disagreements} of {row.pairs:,}",
        )
        for row in rows
    ]
