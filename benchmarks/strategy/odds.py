"""Odds that need play: samples of well-set boards, of deals with naturals, and of open-face games.

    \b
    python benchmarks/strategy/odds.py
    python benchmarks/strategy/odds.py boards fantasylands

Each name measures one part again. odds.json has the counts. The page of odds in the documentation shows them, next to the
exact counts of hand_counts.py. All parts take ten minutes on one core.
"""  # noqa: D301

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from records import read_record, write_record

import cpoker_fast as cp
from cpoker_fast.boards import ROWS
from cpoker_fast.game.plan import read_complete
from cpoker_fast.ranking import Category, categories
from cpoker_fast.settling import board_strengths, naturals_many, royalties_many

RECORD = Path(__file__).with_name("odds.json")
CLOSED = (
    "simple", "pagat", "classic-royalties", "house-rules", "malayan", "vietnamese", "singapore", "hawaiian-gardens",
    "thirteen-water", "mau-binh",
)  # fmt: skip
OPENFACE = ("standard", "turbo", "pineapple", "progressive", "deuce-to-seven")
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
HANDS = 1_000_000  # of each closed preset
TABLES = 4_000_000  # deals of four hands
BATCHES = 100  # of open-face deals; their differences give the margins of error
DEALS = 300  # of a batch
LANDS = 100_000  # hands in Fantasyland of each size
CHUNK = 100_000
PER_BATCH = ("boards", "fouls", "earned", "royalties")
"""Columns of the counts of open-face batches: boards, those that are fouls, those that earn a Fantasyland, and royalties."""


def category_counts(strengths: NDArray[Any]) -> dict[str, int]:
    """Return the number of rows of each category, without those that do not occur."""
    numbers = np.bincount(categories(strengths), minlength=len(Category))
    return {str(category): int(numbers[category]) for category in Category if numbers[category]}


def value_counts(values: NDArray[Any]) -> dict[str, int]:
    return {str(value): int(n) for value, n in zip(*np.unique(values, return_counts=True), strict=True)}


def boards_of(name: str, hands: int = HANDS) -> dict[str, Any]:
    """Set hands, each of its own deck, against the equilibrium; count rows and royalties of boards without a natural."""
    placed = cp.arrange_many(cp.deal_many(hands, 1, seed=1).reshape(-1, 13), name)
    is_surrender = placed.boards[:, 0] == 255
    boards = placed.boards[~is_surrender & ~placed.declare]
    strengths, royalties = board_strengths(boards, name), royalties_many(boards, name)
    return {
        "hands": hands,
        "naturals": int(placed.declare.sum()),
        "surrenders": int(is_surrender.sum()),
        "categories": {row: category_counts(strengths[:, i]) for i, row in enumerate(ROWS)},
        "quantiles": np.quantile(strengths, QUANTILES, axis=0, method="lower").T.tolist(),
        "royalties": {
            **{row: value_counts(royalties[:, i]) for i, row in enumerate(ROWS)},
            "board": value_counts(royalties.sum(axis=1)),
        },
    }


def tables_of(name: str, tables: int = TABLES) -> dict[str, int]:
    """Count the deals of four hands in which somebody has a natural."""
    rng, naturals, deals = np.random.default_rng(1), cp.rules(name).naturals, 0
    for done in range(0, tables, CHUNK):
        hands = cp.deal_many(min(CHUNK, tables - done), rng=rng)
        deals += int((naturals_many(hands, naturals) > 0).any(axis=1).sum())
    return {"deals": tables, "with a natural": deals}


def openface_of(name: str, batches: int = BATCHES) -> dict[str, Any]:
    """Play batches of deals of two `swift` bots, with the Fantasylands that follow, and count what happens in each batch.

    The categories of rows are counted over all batches together, for legal boards outside Fantasyland.
    """
    rules = cp.rules(name)
    assert rules.fantasyland is not None
    counts: dict[str, Any] = {"outside": [], "inside": [], "earned": {str(cards): [] for cards in rules.fantasyland.sizes()}}
    legal = []
    for seed in range(batches):
        played = cp.simulate(rules, ["swift", "swift"], DEALS, seed=seed, deals_to=cp.studies.DealFilter()).kept_deals
        assert played is not None
        boards, lands = played.boards.reshape(-1, 13), played.fantasyland.reshape(-1)
        sums = {"outside": np.zeros(4, np.int64), "inside": np.zeros(4, np.int64)}
        for cards in (0, *rules.fantasyland.sizes()):
            fouls, royalties, earned = read_complete(rules, boards[lands == cards], cards)
            number = (len(fouls), fouls.sum(), np.count_nonzero(earned), royalties.sum())
            sums["inside" if cards else "outside"] += np.array(number, np.int64)
            if not cards:
                legal.append(boards[lands == 0][~fouls])
                for size, numbers in counts["earned"].items():
                    numbers.append(int((earned == int(size)).sum()))
        for place, numbers in sums.items():
            counts[place].append(numbers.tolist())
    if not rules.lowball_middle:
        strengths = board_strengths(np.vstack(legal), rules)
        counts["categories"] = {row: category_counts(strengths[:, i]) for i, row in enumerate(ROWS)}
    return counts


def fantasylands_of(name: str, hands: int = LANDS) -> dict[str, Any]:
    """Set random hands of each size of Fantasyland for royalties and the worth of staying."""
    land = cp.rules(name).fantasyland
    assert land is not None
    counts = {}
    for cards in land.sizes():
        best = cp.arranging.best_fantasyland_many(cp.deal_many(hands, 1, cards, seed=cards).reshape(-1, cards), name)
        stays = int((best.stays > 0).sum())
        counts[str(cards)] = {"hands": hands, "stays": stays, "royalties": value_counts(best.royalties)}
    return counts


PARTS: dict[str, tuple[Callable[[str], Any], Sequence[str]]] = {
    "boards": (boards_of, CLOSED),
    "tables": (tables_of, [name for name in cp.presets() if cp.rules(name).is_closed and cp.rules(name).naturals]),
    "openface": (openface_of, OPENFACE),
    "fantasylands": (fantasylands_of, ("standard", "pineapple", "progressive", "deuce-to-seven")),
}


def recorded() -> dict[str, Any]:
    """Return the counts in odds.json, by part and preset."""
    return read_record(RECORD)


@click.command(help=__doc__)
@click.argument("parts", nargs=-1, type=click.Choice([*PARTS]))
def main(parts: tuple[str, ...]) -> None:
    record = recorded() if RECORD.exists() else {}
    for part in parts or PARTS:
        measure, names = PARTS[part]
        measured = {}
        for name in names:
            measured[name] = measure(name)
            click.echo(f"{part}: {name}")
        record[part] = measured
        write_record(RECORD, {part: record[part] for part in PARTS if part in record})


if __name__ == "__main__":
    main()
