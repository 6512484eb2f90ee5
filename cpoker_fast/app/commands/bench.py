"""`cpoker bench`: compare the speed of this package with other evaluators."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle, islice
from typing import NamedTuple

import click

from cpoker_fast.app.bench.evaluators import RIVALS, SIZES, Evaluator, Hands, Missing, load_rival, package_evaluators
from cpoker_fast.app.bench.measuring import (
    COLUMNS,
    HANDS,
    REPEAT,
    SEED,
    SINGLE,
    TITLES,
    Measurement,
    measure,
    random_hands,
    speed_rows,
)
from cpoker_fast.app.bench.user_evaluators import load_function
from cpoker_fast.app.console.bad_input import BadInput, error_in
from cpoker_fast.app.console.common_options import file_option, is_typed, json_option
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.input_lines import cards_in_batches, name_of_input
from cpoker_fast.app.console.output import print_json, table_lines, wrapped
from cpoker_fast.cards import CardSet
from cpoker_fast.display.progress import reporter
from cpoker_fast.errors import CpokerError
from cpoker_fast.ranking import strength

__all__ = ["bench"]


class _Sample(NamedTuple):
    """Hands to rank, and what they are, in words."""

    hands: Hands
    words: str

    @property
    def cards(self) -> int:
        return len(self.hands[0])


def _read_hands(path: str, cards: int | None, most: int) -> list[tuple[int, ...]]:
    """Read the first hands of a file, at most `most`; BadInput if one cannot be read, or has another number of cards."""
    hands: list[tuple[int, ...]] = []
    for batch in cards_in_batches((), path, SIZES, strength):
        for index, (mask, size) in enumerate(zip(batch.masks, batch.sizes, strict=True)):
            expected = cards or (len(hands[0]) if hands else size)
            if size != expected:
                of_option = " (--cards)" if cards else ", as in the first hand"
                raise error_in(batch.line(index), f"expected {expected} cards{of_option}, got {size}")
            hands.append(tuple(CardSet.from_mask(mask)))
            if len(hands) == most:
                return hands
    return hands


def _sample(path: str | None, cards: int | None, n: int, seed: int) -> _Sample:
    if path is None:
        cards = cards or 5
        return _Sample(random_hands(n, seed, cards), f"random hands of {cards} cards, seed {seed}")
    hands = _read_hands(path, cards, n)
    words = f"{len(hands):,} hands of {len(hands[0])} cards from {name_of_input(path)}"
    return _Sample(list(islice(cycle(hands), n)), words + (f", repeated to {n:,}" if len(hands) < n else ""))


def _evaluators(names: tuple[str, ...], functions: tuple[str, ...], cards: int) -> tuple[list[Evaluator], list[Missing]]:
    """Return the evaluators of this package and those named, and the packages without one for this number of cards."""
    loaded: dict[str, Evaluator | Missing] = {}
    for name in sorted((*(names or RIVALS), *functions), key=RIVALS.__contains__):  # packages may take seconds to load
        try:
            loaded[name] = load_rival(name, cards) if name in RIVALS else load_function(name, cards)
        except CpokerError as error:
            raise BadInput(error) from None
    in_order = [loaded[name] for name in dict.fromkeys((*(names or RIVALS), *functions))]
    return (
        [*package_evaluators(cards), *(each for each in in_order if isinstance(each, Evaluator))],
        [each for each in in_order if isinstance(each, Missing)],
    )


def _lines(results: list[Measurement], missing: list[Missing], sample: _Sample) -> Iterator[str]:
    yield wrapped(f"Hands: {sample.words}")
    for is_batch, title in TITLES.items():
        if rows := speed_rows(results, is_batch=is_batch):
            yield from ("", f"{title} of {len(sample.hands):,} hands" if is_batch else title)
            yield from table_lines(COLUMNS, rows)
    if missing:
        yield ""
    for evaluator in missing:
        yield wrapped(f"not measured: {evaluator.name} ({evaluator.reason})")


def _number_of_cards(_context: click.Context, _parameter: click.Parameter, text: str | None) -> int | None:
    return None if text is None else int(text)


_HELP = """Measure ranking throughput, and check that all evaluators rank the hands in the same order.

Without options, the command measures the hands of the page "Speed" of the documentation, and prints the same tables.

Arguments name packages to compare with this one; by default, all supported ones that are installed (extra bench). A name
may also be a function, as for --evaluator.

Words in brackets name the input of an evaluator. Prepared objects were made before the timing, so compare prepared with
prepared, and ints with ints. The column "relative" compares with the fastest evaluator of another package; in a table
without other packages, of this one.

Hands are random, or lines of a file as for `cpoker rank`, all with the same number of cards. If they are fewer than
--hands, they are repeated. Few hands stay in the cache of the processor, which helps evaluators with large tables.

A function of yours gets a list of ints, each 4 * rank + suit, and returns a number; or it gets all hands as an array,
uint8[n, cards], and returns n numbers. Trials find out which of the two it is, and whether higher is better. The column
"pairs in another order" counts its errors.

\b
cpoker bench eval7 --file hands.txt --evaluator mine.py:rank
"""


@click.command(help=_HELP)
@click.argument("evaluators", nargs=-1, metavar="[EVALUATOR]...")
@click.option(
    "--hands",
    type=click.IntRange(100, 100_000_000),
    default=HANDS,
    show_default=True,
    help="Number of hands in a batch.",
)
@click.option(
    "--single",
    type=click.IntRange(10, 10_000_000),
    default=SINGLE,
    show_default=True,
    help="Number of hands for single calls and for the check of the order; fewer for evaluators that need over two seconds.",
)
@click.option(
    "--repeat", type=click.IntRange(1, 1000), default=REPEAT, show_default=True, help="Number of runs; the fastest counts."
)
@click.option("--seed", type=int, default=SEED, show_default=True, help="Seed of the random hands.")
@click.option(
    "--cards", type=click.Choice([str(size) for size in SIZES]), callback=_number_of_cards,
    help="Number of cards of a hand.  [default: 5, or as in the file]",
)  # fmt: skip
@click.option(
    "--evaluator", "functions", multiple=True, metavar="FILE.py:FUNCTION",
    help="Measure this function of yours, too; repeat for more. A module without .py is imported by name.",
)  # fmt: skip
@file_option
@json_option
def bench(
    evaluators: tuple[str, ...], hands: int, single: int, repeat: int, seed: int, cards: int | None,
    functions: tuple[str, ...], path: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Run ``cpoker bench``."""
    if path is not None and is_typed("seed"):
        raise click.UsageError("--seed is for random hands, not for --file")
    sample = _sample(path, cards, max(hands, single + 1), seed)
    available, missing = _evaluators(evaluators, functions, sample.cards)
    measurements = []
    with ExitStack() as stack:
        report = reporter(stack, is_watched(), "evaluators", CpokerError)
        report(0, len(available))
        try:
            for measurement in measure(available, sample.hands, single=single, repeat=repeat):
                measurements.append(measurement)
                report(len(measurements), len(available))
        except CpokerError as error:
            raise BadInput(error) from None
    if as_json:
        print_json(
            {
                "evaluator": measurement.evaluator,
                "batch": measurement.is_batch,
                "cards": sample.cards,
                "hands": sample.words,
                "hands_per_second": measurement.hands_per_second,
                "disagreements": measurement.disagreements,
                "pairs": measurement.pairs,
                "machine": platform.processor() or platform.machine(),
            }
            for measurement in measurements
        )
        print_json({"missing": evaluator.name, "reason": evaluator.reason} for evaluator in missing)
        return
    click.echo("\n".join(_lines(measurements, missing, sample)))
