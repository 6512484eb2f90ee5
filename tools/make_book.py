"""Make the book of the first street, and measure what its placements lose.

    \b
    python tools/make_book.py make --workers 2 --passes 2
    python tools/make_book.py losses --hands 400

`make` continues the book of the open-face bot `expert`, thinking/book.npz; without this file, it begins with the
placements of `swift`. In each pass over the classes of hands, an analysis finds a placement of each class. Where it is not
the one of the book, a longer comparison of these two decides. A pass takes about 70 minutes with 2 workers. `make` writes
the book every few minutes, and at Ctrl-C. A placement depends only on the class and the number of passes, so the book is the
same on every machine. Remove the file after every change of the networks or the worths. Requires the extra "dask".
"""  # noqa: D301

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from cpoker_fast import CardSet, Placement, Position, analyze
from cpoker_fast.estimates import Estimate
from cpoker_fast.game.placement import index_in_list
from cpoker_fast.players import Bot, bot
from cpoker_fast.studies import worth
from cpoker_fast.thinking.book import PRESET, SHIPPED, Book, class_masks, hands_in_classes
from cpoker_fast.thinking.rollouts import TOLERANCE, best_placement

if TYPE_CHECKING:
    from distributed import Client

ROLLOUTS = 1200  # of each analysis of the book
COMPARED_ROLLOUTS, COMPARED_TOLERANCE = 2400, 0.002  # of each comparison of two placements
CHUNK = 20  # classes of a Dask task
JUDGE, JUDGED_ROLLOUTS, JUDGED_TOLERANCE = 1000, 10_000, 0.002  # seed and limits of the analyses that measure losses


def first_street(hand: CardSet) -> Position:
    """Return the position of a hand of five cards on the first street."""
    return Position(PRESET, seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand=hand)


def hand_of(number: int) -> CardSet:
    """Return the hand that represents a class."""
    return CardSet.from_mask(int(class_masks()[number]))


def analyzed_placement(number: int, which_pass: int) -> Placement:
    """Return the best placement of a class by the analysis of a pass."""
    return best_placement(first_street(hand_of(number)), None, ROLLOUTS, (which_pass, number))


def improved_placement(number: int, which_pass: int, placement: Placement) -> Placement:
    """Return the placement of a class after a pass."""
    analyzed = analyzed_placement(number, which_pass)
    if analyzed == placement:
        return placement
    compared = analyze(
        first_street(hand_of(number)),
        among=[placement, analyzed],
        rollouts=COMPARED_ROLLOUTS,
        tolerance=COMPARED_TOLERANCE,
        seed=(which_pass, number, 1),
    )
    return compared.best.placement


def improved_placements(which_pass: int, numbers: list[int], placements: list[Placement]) -> list[Placement]:
    """Return the placements of some classes after a pass."""
    pairs = zip(numbers, placements, strict=True)
    return [improved_placement(number, which_pass, placement) for number, placement in pairs]


def ordered_classes() -> list[int]:
    """Return all classes in the order of their analyses: the largest first, those of the same size in a random order."""
    order = np.random.default_rng(1).permutation(len(class_masks()))
    numbers: list[int] = order[np.argsort(-hands_in_classes()[order], kind="stable")].tolist()
    return numbers


def started_book() -> Book:
    """Return the book of the package, or that of `swift` if there is none; ClickException if it was made in another way."""
    worths = {str(cards): points for cards, points in worth(PRESET).points.items()}
    analyses = {"rollouts": ROLLOUTS, "tolerance": TOLERANCE}
    comparisons = {"rollouts": COMPARED_ROLLOUTS, "tolerance": COMPARED_TOLERANCE}
    origin = {"analyses": analyses, "comparisons": comparisons, "worths": worths}
    if not SHIPPED.exists():
        return book_of_swift({"analyzed": 0, **origin})
    book = Book.read()
    if book.origin != {"analyzed": book.origin.get("analyzed"), **origin}:
        raise click.ClickException(f"{SHIPPED} was made with {book.origin}, not {origin}: remove it first")
    return book


def book_of_swift(origin: dict[str, Any]) -> Book:
    """Return a book with the placements of `swift`."""
    book, swift = Book(np.zeros(len(class_masks()), np.uint8), origin), bot("swift")
    for number in range(len(book.codes)):
        position = first_street(hand_of(number))
        book.set(position.hand, position.placement(swift.place(position, np.random.default_rng(0))))
    return book


@click.group(help=__doc__)
def main() -> None:
    pass


_workers = click.option("--workers", default=1, show_default=True, help="Number of processes.")


def _cluster(workers: int) -> Client:
    from distributed import Client

    return Client(n_workers=workers, threads_per_worker=1, dashboard_address=":0")


@main.command()
@click.option("--passes", default=1, show_default=True, help="Number of passes in all, with those of the book.")
@_workers
@click.option("--every", default=5.0, show_default=True, help="Minutes between two writes of the book.")
def make(passes: int, workers: int, every: float) -> None:
    """Improve the book by passes that it does not have yet."""
    book, order = started_book(), ordered_classes()
    with _cluster(workers) as client:
        while (analyses := book.origin["analyzed"]) < passes * len(order):
            improve(book, analyses // len(order) + 1, order[analyses % len(order) :], client, every)


def improve(book: Book, which_pass: int, numbers: list[int], client: Client, every: float) -> None:
    """Carry out a pass over some classes."""
    chunks = [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]
    before = [[book.placement(hand_of(number)) for number in chunk] for chunk in chunks]
    results = client.get_executor().map(improved_placements, [which_pass] * len(chunks), chunks, before)
    written = time.monotonic()
    try:
        for chunk, placements in zip(chunks, results, strict=True):
            for number, placement in zip(chunk, placements, strict=True):
                book.set(hand_of(number), placement)
            book.origin["analyzed"] += len(chunk)
            if time.monotonic() > written + 60.0 * every:
                save(book)
                written = time.monotonic()
    finally:
        save(book)


def save(book: Book) -> None:
    """Write the book, and print its progress and size."""
    book.write()
    click.echo(f"{book.origin['analyzed']:,} analyses of {len(book.codes):,} classes, {SHIPPED.stat().st_size:,} bytes")


# ---- losses ----

PLAYERS = ("book", "expert without the book", "swift")


def players() -> list[Bot]:
    """Return the bots of `PLAYERS`."""
    return [bot("expert"), bot("expert", book=False), bot("swift")]


def losses_of(number: int) -> list[float]:
    """Return the points that the placements of `PLAYERS` lose with the hand that represents a class.

    One analysis finds the best placement, and another one, with a seed of its own, judges it and those of the players.
    """
    position, seed = first_street(hand_of(number)), (JUDGE, number)
    best = analyze(position, rollouts=JUDGED_ROLLOUTS, tolerance=JUDGED_TOLERANCE, seed=(*seed, 0)).best.placement
    placed = [position.placement(player.place(position, np.random.default_rng((*seed, 1)))) for player in players()]
    among = [best, *placed]
    judged = analyze(position, among=among, tolerance=0, rollouts=JUDGED_ROLLOUTS, seed=(*seed, 2)).candidates
    placements, points = [value.placement for value in judged], [value.points.mean for value in judged]
    best_points, *others = (points[index_in_list(placement, placements, position.own)] for placement in among)
    return [best_points - mean for mean in others]


@main.command()
@click.option("--hands", default=400, show_default=True, help="Number of random hands.")
@_workers
def losses(hands: int, workers: int) -> None:
    """Measure what the book and other bots lose to long analyses."""
    shares = hands_in_classes() / hands_in_classes().sum()
    numbers = np.random.default_rng(JUDGE).choice(len(shares), hands, p=shares).tolist()
    with _cluster(workers) as client:
        lost = np.array(list(client.get_executor().map(losses_of, numbers)))
    for name, values in zip(PLAYERS, lost.T, strict=True):
        click.echo(
            f"{name}: loses {_mean_of(values)} points, {_mean_of(values - lost[:, 0])} more than the book;"
            f" over 0.2 points in {(values > 0.2).mean():.1%} of the hands, at most {values.max():.2f}"
        )


def _mean_of(values: np.ndarray) -> str:
    mean = Estimate(float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values)))
    return f"{mean.mean:.3f} ± {mean.margin:.3f}"


if __name__ == "__main__":
    main()
