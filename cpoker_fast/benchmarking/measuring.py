"""Measuring evaluators on the same random hands."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpoker_fast.ranking import strengths

if TYPE_CHECKING:
    from cpoker_fast.benchmarking.evaluators import Evaluator, Hands

__all__ = ["Measurement", "disagreements", "measure", "random_hands"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Throughput of an evaluator.

    Attributes
    ----------
    evaluator : Evaluator
    hands_per_second : float
        In the best of the repetitions: the others were disturbed.
    disagreements : int
        Pairs of hands that it orders otherwise than this package does.
    pairs : int
        Pairs looked at.
    """

    evaluator: Evaluator
    hands_per_second: float
    disagreements: int
    pairs: int


def random_hands(n: int, seed: int) -> Hands:
    """`n` hands of five different cards."""
    import numpy as np

    generator = np.random.default_rng(seed)
    deck = np.arange(52, dtype=np.uint8)
    hands = [generator.permuted(np.tile(deck, (min(1 << 12, n - i), 1)), axis=1)[:, :5] for i in range(0, n, 1 << 12)]
    return [tuple(hand) for hand in np.concatenate(hands).tolist()]


def disagreements(evaluator: Evaluator, hands: Hands) -> tuple[int, int]:
    """In how many of the neighbouring pairs of hands the order differs from ours, and the number of pairs."""
    import numpy as np

    theirs = np.asarray(evaluator.prepare(hands)(), dtype=np.int64)
    ours = strengths(np.array(hands, dtype=np.uint8)).astype(np.int64)
    order = np.sign(theirs[:-1] - theirs[1:]) * (1 if evaluator.higher_is_better else -1)
    return int(np.count_nonzero(order != np.sign(ours[:-1] - ours[1:]))), len(hands) - 1


def measure(
    evaluators: Iterable[Evaluator], hands: Hands, *, single: int, repeat: int = 5
) -> Iterable[Measurement]:
    """Measure each evaluator in turn: batches on all hands, single calls on the first `single` of them."""
    for evaluator in evaluators:
        mine = hands if evaluator.is_batch else hands[:single]
        run = evaluator.prepare(mine)
        best = float("inf")
        for _ in range(repeat):
            start = time.perf_counter()
            run()
            best = min(best, time.perf_counter() - start)
        wrong, pairs = disagreements(evaluator, hands[: single + 1])
        yield Measurement(evaluator=evaluator, hands_per_second=len(mine) / best, disagreements=wrong, pairs=pairs)
