"""Make the book of the first street, and measure what its placements lose.

    \b
    python tools/make_book.py make --workers 2
    python tools/make_book.py losses --hands 400

`make` continues the book of the package: it analyzes the classes of hands that are missing, the most frequent ones first,
and writes the book every few minutes, and at Ctrl-C. The placement of a class depends only on the class, so a book of a
given number of classes (--classes) is the same on every machine. Remove the book after every change of the networks or the
worths. Requires the extra "dask".
"""  # noqa: D301

from __future__ import annotations

import math
import time

import click
import numpy as np
from distributed import Client

from cpoker_fast import CardSet
from cpoker_fast.estimates import Estimate
from cpoker_fast.openface import OpenFaceBot, Placement, Position, analyze, bot, worth
from cpoker_fast.openface.game.placement import index_in_list
from cpoker_fast.openface.thinking.analysis import TOLERANCE, best_placement
from cpoker_fast.openface.thinking.book import NO_PLACEMENT, PRESET, SHIPPED, Book, class_masks, hands_in_classes

SEED, JUDGE = 1, 2  # seeds of the book, and of the analyses that judge it
ROLLOUTS = 1200  # of each analysis of the book
CHUNK = 20  # classes of a Dask task
JUDGED_ROLLOUTS = 10_000  # of each analysis that measures losses


def first_street(hand: CardSet) -> Position:
    """Return the position of a hand of five cards on the first street."""
    return Position(PRESET, seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand=hand)


def hand_of(number: int) -> CardSet:
    """Return the hand that represents a class."""
    return CardSet.from_mask(int(class_masks()[number]))


def best_placements(numbers: list[int]) -> list[Placement]:
    """Return the best placement of each class."""
    return [best_placement(first_street(hand_of(number)), None, ROLLOUTS, (SEED, number)) for number in numbers]


def ordered_classes() -> list[int]:
    """Return all classes in the order of their analyses: the largest first, those of the same size in a random order."""
    order = np.random.default_rng(SEED).permutation(len(class_masks()))
    numbers: list[int] = order[np.argsort(-hands_in_classes()[order], kind="stable")].tolist()
    return numbers


def started_book() -> Book:
    """Return the book of the package, or an empty one if there is none; ClickException if it was made in another way."""
    worths = {str(cards): points for cards, points in worth(PRESET).points.items()}
    origin = {"rollouts": ROLLOUTS, "tolerance": TOLERANCE, "seed": SEED, "worths": worths}
    if not SHIPPED.exists():
        return Book.empty(origin)
    book = Book.read()
    if book.origin != origin:
        raise click.ClickException(f"{SHIPPED} was made with {book.origin}, not {origin}: remove it first")
    return book


@click.group(help=__doc__)
def main() -> None:
    pass


_workers = click.option("--workers", default=1, show_default=True, help="Number of processes.")


def _cluster(workers: int) -> Client:
    return Client(n_workers=workers, threads_per_worker=1, dashboard_address=":0")


@main.command()
@click.option("--classes", type=int, help="Number of classes in the book at the end; by default all.")
@_workers
@click.option("--every", default=5.0, show_default=True, help="Minutes between two writes of the book.")
def make(classes: int | None, workers: int, every: float) -> None:
    """Analyze the classes that are not in the book."""
    book = started_book()
    missing = [number for number in ordered_classes()[:classes] if book.codes[number] == NO_PLACEMENT]
    chunks = [missing[start : start + CHUNK] for start in range(0, len(missing), CHUNK)]
    written = time.monotonic()
    with _cluster(workers) as client:
        try:
            for numbers, placements in zip(chunks, client.get_executor().map(best_placements, chunks), strict=True):
                for number, placement in zip(numbers, placements, strict=True):
                    book.add(hand_of(number), placement)
                if time.monotonic() > written + 60.0 * every:
                    save(book)
                    written = time.monotonic()
        finally:
            save(book)


def save(book: Book) -> None:
    """Write the book, and print its size."""
    book.write()
    click.echo(f"{book.classes:,} classes, {book.coverage:.2%} of all hands, {SHIPPED.stat().st_size:,} bytes")


# ---- losses ----

PLAYERS = ("book", "expert without the book", "swift")


def players() -> list[OpenFaceBot]:
    """Return the bots of `PLAYERS`."""
    return [bot("expert"), bot("expert", book=False), bot("swift")]


def losses_of(number: int) -> list[float]:
    """Return the points that the placements of `PLAYERS` lose with the hand that represents a class.

    One analysis finds the best placement, and another one, with a seed of its own, judges it and those of the players.
    """
    position, seed = first_street(hand_of(number)), (JUDGE, number)
    best = analyze(position, rollouts=JUDGED_ROLLOUTS, tolerance=TOLERANCE / 10, seed=(*seed, 0)).best
    placed = [position.placement(player.place(position, np.random.default_rng((*seed, 1)))) for player in players()]
    among = [best, *placed]
    judged = analyze(position, among=among, tolerance=0, rollouts=JUDGED_ROLLOUTS, seed=(*seed, 2)).placements
    placements, points = [value.placement for value in judged], [value.points.mean for value in judged]
    best_points, *others = (points[index_in_list(placement, placements, position.own)] for placement in among)
    return [best_points - mean for mean in others]


@main.command()
@click.option("--hands", default=400, show_default=True, help="Number of hands: of as many classes, the first of the book.")
@_workers
def losses(hands: int, workers: int) -> None:
    """Measure the points that placements of the book and of other bots lose."""
    numbers, book = ordered_classes()[:hands], Book.read()
    if (book.codes[numbers] == NO_PLACEMENT).any():
        raise click.ClickException(f"--hands {hands}: the book has only {book.classes:,} classes")
    with _cluster(workers) as client:
        lost = np.array(list(client.get_executor().map(losses_of, numbers)))
    for name, values in zip(PLAYERS, lost.T, strict=True):
        click.echo(f"{name}: loses {_mean_of(values)} points, {_mean_of(values - lost[:, 0])} more than the book")


def _mean_of(values: np.ndarray) -> str:
    mean = Estimate(float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values)))
    return f"{mean.mean:.3f} ± {mean.margin:.3f}"


if __name__ == "__main__":
    main()
