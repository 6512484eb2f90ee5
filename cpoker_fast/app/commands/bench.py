"""`cpoker bench`: compare the speed of this package with other evaluators."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import ExitStack

import click
from rich.console import RenderableType

from cpoker_fast.app.bench.evaluators import RIVALS, Evaluator, Missing, load, package_evaluators
from cpoker_fast.app.bench.measuring import (
    COLUMNS,
    HANDS,
    REPEAT,
    SEED,
    SINGLE,
    Measurement,
    measure,
    random_hands,
    speed_rows,
)
from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.console.common_options import json_option
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.output import add_row, new_table, print_json, show
from cpoker_fast.display.progress import reporter
from cpoker_fast.errors import CpokerError

__all__ = ["bench"]


def _parts(results: list[Measurement], missing: list[Missing], hands: int) -> Iterator[RenderableType]:
    for is_batch, title in ((False, "Single calls"), (True, f"\nBatches of {hands:,} hands")):
        table = new_table(*COLUMNS, title=title, right=COLUMNS[1:])
        for row in speed_rows(results, is_batch=is_batch):
            add_row(table, *row)
        yield table
    if missing:
        yield ""
    for evaluator in missing:
        yield f"not measured: {evaluator.name} ({evaluator.reason})"


@click.command()
@click.argument("evaluators", nargs=-1, metavar="[EVALUATOR]...")
@click.option(
    "--hands",
    type=click.IntRange(100, 100_000_000),
    default=HANDS,
    show_default=True,
    help="Number of random hands in a batch.",
)
@click.option(
    "--single",
    type=click.IntRange(10, 10_000_000),
    default=SINGLE,
    show_default=True,
    help="Number of hands for single calls, and for the check of the order.",
)
@click.option(
    "--repeat", type=click.IntRange(1, 1000), default=REPEAT, show_default=True, help="Number of runs; the fastest counts."
)
@click.option("--seed", type=int, default=SEED, show_default=True, help="Seed of the random hands.")
@json_option
def bench(evaluators: tuple[str, ...], hands: int, single: int, repeat: int, seed: int, as_json: bool) -> None:
    """Measure ranking throughput on random five-card hands, and check that all evaluators rank them in the same order.

    The column "relative" compares with the fastest evaluator of another package, or of all in a table without others. By
    default, it measures the hands of the page "Speed" of the documentation, and prints the same tables.

    Arguments name evaluators to compare with this package; by default, all supported ones that are installed (extra bench).
    Give a function of your own as module:function; it takes a list of five ints, each 4 * rank + suit.
    """
    available: list[Evaluator] = package_evaluators()
    missing: list[Missing] = []
    for name in evaluators or RIVALS:
        try:
            loaded = load(name)
        except CpokerError as error:
            raise BadInput(error) from None
        if isinstance(loaded, Missing):
            missing.append(loaded)
        else:
            available += loaded
    measurements = []
    with ExitStack() as stack:
        report = reporter(stack, is_watched(), "evaluators", CpokerError)
        report(0, len(available))
        sample = random_hands(max(hands, single + 1), seed)
        for measurement in measure(available, sample, single=single, repeat=repeat):
            measurements.append(measurement)
            report(len(measurements), len(available))
    if as_json:
        print_json(
            {
                "evaluator": measurement.evaluator,
                "batch": measurement.is_batch,
                "hands_per_second": measurement.hands_per_second,
                "disagreements": measurement.disagreements,
                "pairs": measurement.pairs,
                "machine": platform.processor() or platform.machine(),
            }
            for measurement in measurements
        )
        print_json({"missing": evaluator.name, "reason": evaluator.reason} for evaluator in missing)
        return
    show(_parts(measurements, missing, len(sample)))
