"""What good players of pineapple do, measured: the numbers of the page "How to play Pineapple" in the documentation.

    \b
    python benchmarks/strategy/strategy_pineapple.py
    python benchmarks/strategy/strategy_pineapple.py --part book

All parts take about 25 minutes on one core. strategy_pineapple.json has their results. A run writes the parts that it
measures, and each habit as soon as it is measured; the other results remain. Deals of habits are in checkpoints in
build/strategy_pineapple, so that a run with more of them continues there.
"""  # noqa: D301

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import pineapple_book
from pineapple_deals import PLAYERS, PRESET, STREETS, Boards, counts, results_by_seat
from pineapple_habits import HABITS, Choice, Habit, loss_in_deals, loss_of, turns
from pineapple_rows import PAIRS, SINGLES, losses
from records import read_record, write_record

import cpoker_fast as cp
from cpoker_fast.arranging.fantasyland_worths import shipped_worth
from cpoker_fast.studies import Estimate

RECORD = Path(__file__).with_name("strategy_pineapple.json")
CHECKPOINTS = Path(__file__).parents[2] / "build" / "strategy_pineapple"
SEED = 1
BOTS = {"swift": cp.bot("swift"), "expert": cp.bot("expert", rollouts=24)}
DEALS = {"swift": 20_000, "expert": 500}
"""Deals that each bot plays against itself."""
HABIT_DEALS = 16_384
"""Deals of each habit against `swift`, by default."""
CHANGE_DEALS = 400
"""Deals of `swift` against itself, in which the placements that a habit changes are counted."""
SAMPLE = 40
"""Changed placements of each habit that are analyzed."""
ROLLOUTS, CONFIRMING_ROLLOUTS = 1200, 4800
ROW_HANDS = 12
"""Hands of each kind whose pair or high card is analyzed in each row."""
BUTTON_BATCHES = {2: 400, 3: 200}
"""Batches of tables, for results by seat, by number of players."""
CHECKED = {"swift": 40, "expert": 3, "habit": 40, "button": 1}
"""Sizes of small measurements in the record, which a test repeats."""


def recorded() -> dict[str, Any]:
    """Return the results in strategy_pineapple.json."""
    return read_record(RECORD)


def write(part: str, value: Any) -> None:
    """Write a part into strategy_pineapple.json, with a line for each result."""
    record = {**(recorded() if RECORD.exists() else {}), part: value}
    write_record(RECORD, dict(sorted(record.items())))


def measured_deals(name: str) -> dict[str, Any]:
    """Return counts of deals that a bot plays against itself."""
    first = counts(Boards.played(BOTS[name], range(CHECKED[name])))
    return {**counts(Boards.played(BOTS[name], range(DEALS[name]))), "first": first}


def worths(players: int = PLAYERS) -> dict[str, Any]:
    """Return the worth of a Fantasyland in points, with its standard error."""
    measured = shipped_worth(cp.rules(PRESET), players)
    assert measured is not None
    return {str(cards): [points, measured.errors[cards]] for cards, points in measured.points.items()}


def swift_by_seat(players: int, batches: int) -> dict[str, Any]:
    """Return results by seat of deals that `swift` plays against itself, with the worth of earned Fantasylands."""
    return results_by_seat(players, range(batches), worths(players)["14"][0])


def measured_seats() -> dict[str, Any]:
    """Return results by seat, by number of players."""
    return {
        str(players): {**swift_by_seat(players, batches), "first": swift_by_seat(players, CHECKED["button"])}
        for players, batches in BUTTON_BATCHES.items()
    }


def changed(habit: Habit) -> Iterator[tuple[cp.Position, Choice]]:
    """Yield positions of `swift` in which a habit changes the placement."""
    for position, rng in turns(range(CHANGE_DEALS)):
        choice = Choice.of(habit, position, rng)
        if choice.differs:
            yield position, choice


def losses_of(changes: Iterable[tuple[cp.Position, Choice]]) -> list[Estimate]:
    """Return what changed placements lose."""
    return [loss_of(position, *choice, ROLLOUTS, (SEED, index)) for index, (position, choice) in enumerate(changes)]


def changes_of(habit: Habit) -> dict[str, Any]:
    """Return how often a habit changes placements of `swift`, what a sample of them loses, and the worst one."""
    changes = list(changed(habit))
    streets = [position.street for position, _ in changes]
    lost = losses_of(changes[:SAMPLE])
    position, choice = changes[max(range(len(lost)), key=lambda index: lost[index].mean)]
    return {
        "players": CHANGE_DEALS * PLAYERS,
        "changes": [streets.count(street) for street in range(STREETS)],
        "losses": [list(loss) for loss in lost],
        "worst": worst_case(position, choice.by_habit),
    }


def worst_case(position: cp.Position, by_habit: cp.Placement) -> dict[str, Any]:
    """Return a position with the placement of a habit, the best one, and the loss in an analysis with other cards."""
    best = cp.analyze(position, rollouts=CONFIRMING_ROLLOUTS, seed=(SEED, 1)).best.placement
    loss = loss_of(position, best, by_habit, CONFIRMING_ROLLOUTS, (SEED, 2))
    return {"position": str(position), "habit": str(by_habit), "best": str(best), "loss": list(loss)}


def measure_habits() -> None:
    """Play the deals of all habits, and write each one."""
    CHECKPOINTS.mkdir(parents=True, exist_ok=True)
    losses = recorded().get("habits", {}) if RECORD.exists() else {}
    for habit in HABITS:
        loss = loss_in_deals(habit, HABIT_DEALS, SEED, CHECKPOINTS / f"{habit.name}.json")
        first = loss_in_deals(habit, CHECKED["habit"], SEED)
        losses[habit.name] = {"deals": HABIT_DEALS, "loss": list(loss), "first": list(first)}
        write("habits", losses)
        click.echo(f"{habit.words}: {loss}")


def measure_changes() -> None:
    """Analyze placements that habits change, and write each habit."""
    changes = recorded().get("changes", {}) if RECORD.exists() else {}
    for habit in HABITS:
        changes[habit.name] = changes_of(habit)
        write("changes", changes)


def rows_of_first_hands() -> dict[str, Any]:
    """Return what pairs and single high cards lose in each row, by kind of hand."""
    kinds = [(f"pair {rank}", rank, 2) for rank in PAIRS] + [(f"single {rank}", rank, 1) for rank in SINGLES]
    return {name: losses(rank, cards, ROW_HANDS, SEED) for name, rank, cards in kinds}


PARTS: dict[str, Callable[[], None]] = {
    "worth": lambda: write("worth", worths()),
    "book": lambda: write("book", pineapple_book.counts()),
    "swift": lambda: write("swift", measured_deals("swift")),
    "button": lambda: write("button", measured_seats()),
    "changes": measure_changes,
    "habits": measure_habits,
    "rows": lambda: write("rows", rows_of_first_hands()),
    "expert": lambda: write("expert", measured_deals("expert")),
}


@click.command(help=__doc__)
@click.option("--part", "parts", multiple=True, type=click.Choice(list(PARTS)), help="Part to measure; by default all.")
def main(parts: tuple[str, ...]) -> None:
    for part in parts or PARTS:
        PARTS[part]()


if __name__ == "__main__":
    main()
