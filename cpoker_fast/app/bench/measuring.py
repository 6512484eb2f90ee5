"""The speed of evaluators and their disagreements with this package, measured on the same random hands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cpoker_fast.cards import format_card
from cpoker_fast.display.quoting import shorten
from cpoker_fast.errors import CpokerError
from cpoker_fast.ranking import strengths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cpoker_fast.app.bench.evaluators import Evaluator, Hands

__all__ = [
    "COLUMNS", "HANDS", "REPEAT", "SEED", "SINGLE", "TITLES", "Measurement", "best_time", "disagreements", "measure",
    "random_decks", "random_hands", "speed_rows", "values_of",
]  # fmt: skip

HANDS, SINGLE, REPEAT, SEED = 1_000_000, 100_000, 15, 1
"""Defaults of `cpoker bench`: hands in a batch, hands for single calls, number of runs (the fastest counts), and seed of the
hands. The speeds in benchmarks/report.json were measured with them."""

COLUMNS = ("evaluator", "million hands/s", "relative", "pairs in another order")
"""Columns of tables of speeds."""

TITLES = {False: "Single calls", True: "Batches"}
"""Titles of these tables, by whether one call ranks all hands."""


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
    is_users : bool
        Whether the evaluator is a function of the user.
    """

    evaluator: str
    is_batch: bool
    hands_per_second: float
    disagreements: int
    pairs: int
    is_users: bool = False

    @property
    def is_ours(self) -> bool:
        """Whether the evaluator belongs to this package."""
        return self.evaluator.startswith("cpoker_fast.")


def random_decks(n: int, seed: int, cards: int = 52) -> NDArray[np.uint8]:
    """Return the first `cards` cards of `n` shuffled decks: uint8[n, cards], the same for all versions of NumPy."""
    bits = np.random.PCG64(seed)  # NumPy keeps the streams of bit generators stable, but not those of Generator
    chunk = 4096
    decks = [
        np.argsort(bits.random_raw(52 * min(chunk, n - i)).reshape(-1, 52), axis=1)[:, :cards].astype(np.uint8)
        for i in range(0, n, chunk)
    ]
    return np.concatenate(decks)


def random_hands(n: int, seed: int, cards: int = 5) -> Hands:
    """Return `n` random hands of a number of cards."""
    return [tuple(hand) for hand in random_decks(n, seed, cards).tolist()]


def _checked(values: Sequence[float], n: int) -> NDArray[Any]:
    """Return the values of n hands as an array; CpokerError if they are not n numbers."""
    try:
        array = np.asarray(values)
    except (Exception, SystemExit) as error:  # such as items of different lengths
        raise CpokerError(f"it returned no array: {error}") from None
    if array.shape != (n,):
        raise CpokerError(f"it returned values of shape {array.shape}, expected ({n},)")
    if array.dtype.kind not in "iuf":
        raise CpokerError(f"it returned values of dtype {array.dtype}, expected whole numbers of 64 bits, or floats")
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise CpokerError(f"it returned NaN, first for hand {int(np.isnan(array).argmax()) + 1}")
    return array


def _message(error: BaseException) -> str:
    return shorten(f"it raised {type(error).__name__}: {error}", 200)


def _first_failing(evaluator: Evaluator, hands: Hands) -> str:
    """Return the text of the first hand for which an evaluator of single hands raises an exception; empty if none does."""
    for hand in hands:
        try:
            evaluator.prepare([hand])()
        except (Exception, SystemExit):
            return " ".join(map(format_card, hand))
    return ""


def values_of(evaluator: Evaluator, hands: Hands) -> NDArray[Any]:
    """Return the values that an evaluator gives hands; CpokerError, without its name, if it fails or they are no numbers."""
    try:
        values = evaluator.prepare(hands)()
    except (Exception, SystemExit) as error:  # any error of the user's function
        hand = "" if evaluator.is_batch else _first_failing(evaluator, hands)
        raise CpokerError(_message(error) + (f" (for {hand})" if hand else "")) from error
    return _checked(values, len(hands))


def _orders(values: NDArray[Any]) -> NDArray[np.int8]:
    """Return 1, 0 or -1 for each pair of neighbours: the first is higher, equal or lower."""
    orders: NDArray[np.int8] = np.subtract(values[:-1] > values[1:], values[:-1] < values[1:], dtype=np.int8)
    return orders


def disagreements(evaluator: Evaluator, hands: Hands) -> tuple[int, int]:
    """Return two numbers: adjacent pairs that an evaluator orders differently from this package, and all adjacent pairs."""
    orders = _orders(values_of(evaluator, hands)) * (1 if evaluator.higher_is_better else -1)
    expected = _orders(strengths(np.array(hands, dtype=np.uint8)))
    return int(np.count_nonzero(orders != expected)), len(hands) - 1


def best_time(run: Callable[[], object], repeat: int) -> float:
    """Return the time of the fastest of `repeat` runs, in seconds; the fastest run has the least noise."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


_SECONDS, _TRIAL = 2.0, 100
"""Seconds that single calls may take, and number of hands with which their time is estimated."""


def _number_in_time(evaluator: Evaluator, hands: Hands) -> int:
    """Return the number of hands, at least a hundred, that an evaluator of single hands ranks in two seconds."""
    trial = hands[:_TRIAL]
    values_of(evaluator, trial)
    return max(_TRIAL, int(_SECONDS * len(trial) / best_time(evaluator.prepare(trial), 3)))


def measure(evaluators: Iterable[Evaluator], hands: Hands, *, single: int, repeat: int = 5) -> Iterable[Measurement]:
    """Yield the measurement of each evaluator.

    A batch evaluator ranks all hands. An evaluator of single hands ranks the first `single` hands. If it is slow, it ranks
    only as many as take two seconds, but not fewer than 100 (or `single`, if that is less). CpokerError names an evaluator
    that fails, or whose values are no numbers.
    """
    for evaluator in evaluators:
        try:
            limited = single if evaluator.is_batch else min(single, _number_in_time(evaluator, hands))
            differing, pairs = disagreements(evaluator, hands[: limited + 1])
            sample = hands if evaluator.is_batch else hands[:limited]
            if evaluator.is_batch:
                values_of(evaluator, sample)
        except CpokerError as error:
            raise CpokerError(f"evaluator {evaluator.name}: {error}") from error
        best = best_time(evaluator.prepare(sample), repeat)
        yield Measurement(
            evaluator=evaluator.name,
            is_batch=evaluator.is_batch,
            hands_per_second=len(sample) / best,
            disagreements=differing,
            pairs=pairs,
            is_users=evaluator.is_users,
        )


def _million(speed: float) -> str:
    """Return a speed in millions as text, with three significant digits or two decimals: 1,234.50, 0.24, 0.00345."""
    return f"{speed / 1e6:,.2f}" if speed >= 1e5 else f"{speed / 1e6:.3g}"


def speed_rows(measurements: Iterable[Measurement], *, is_batch: bool) -> list[tuple[str, str, str, str]]:
    """Return a row of text for each measurement of single calls, or of batches, fastest first; `COLUMNS` names the columns.

    Speeds are relative to the fastest evaluator of another package, or of this one if there is none.
    """
    rows = sorted(
        (measurement for measurement in measurements if measurement.is_batch is is_batch),
        key=lambda measurement: -measurement.hands_per_second,
    )
    packages = [row for row in rows if not row.is_users] or rows
    reference = next((row for row in packages if not row.is_ours), packages[0]).hands_per_second if rows else 1.0
    return [
        (
            row.evaluator,
            _million(row.hands_per_second),
            f"{row.hands_per_second / reference:.3g}",
            f"{row.disagreements:,} of {row.pairs:,}",
        )
        for row in rows
    ]
