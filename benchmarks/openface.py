"""The strength of open-face players: python benchmarks/openface.py [--rules NAME] [--budget SECONDS] [--report] [--check].

All players meet each other, two at a table, in duplicate deals with the Fantasylands that follow; points are those of a deal
and of what follows from it. The index of a player is his royalties + 9.6 x entries - 9 x fouls, in deals outside of
Fantasyland. Each duel is played with ten seeds, whose means tell the standard errors. With --report, the tables and a chart
of strength over time are written beside this file: OPENFACE.md and openface.png. With --check the exit status is 1 unless
each player beats the weaker ones by more than five standard errors.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

import cpoker_fast as cp
from cpoker_fast.openface import bot
from cpoker_fast.openface.networks import NETWORKS

SURE = 5.0
SEEDS = 10
MOVES = 4.0  # placements of a deal that take time
TABLES_A_SECOND = 20_000  # of players who do not think, roughly
HERE = Path(__file__).parent


class Player(NamedTuple):
    """A player, and how long it thinks about a placement."""

    name: str
    seconds: float
    bot: Any


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: list[float]) -> Estimate:
        """That of some independent values."""
        return cls(mean(values), stdev(values) / len(values) ** 0.5)

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.error:.2f}"


class Style(NamedTuple):
    """How a player plays."""

    index: float
    royalties: float
    fouls: float
    entries: float
    stays: float


class Duel(NamedTuple):
    """Points a deal of the stronger player over the weaker one, and how the stronger one plays."""

    weaker: Player
    stronger: Player
    deals: int
    points: Estimate
    index: Estimate
    style: Style


def players_of(times: list[float]) -> list[Player]:
    """The players, weakest first."""
    thinking = [Player(f"expert, {time * 1000:g} ms", time, bot("expert", seconds=time)) for time in times]
    return [Player("careful", 0.0, "careful"), Player("swift", 0.0, "swift"), *thinking]


def style_of(result: cp.SimulationResult) -> Style:
    """How the first player of a simulation played."""
    plain = result.to_dict()["players"][0]
    outside, inside = plain["outside_fantasyland"], plain["in_fantasyland"]
    royalties = sum(outside["royalties"].values())
    index = royalties + 9.6 * outside["fantasylands"] - 9.0 * outside["fouls"]
    return Style(index, royalties, outside["fouls"], outside["fantasylands"], inside["fantasylands"])


def duel(rules: str, weaker: Player, stronger: Player, budget: float) -> Duel:
    """As many deals as fit into the budget, in seconds of one core, at least 20 for each seed."""
    seconds = 2 * MOVES * (weaker.seconds + stronger.seconds) + 2 / TABLES_A_SECOND
    deals = max(20, int(budget / seconds / SEEDS))
    results = [cp.simulate(rules, [stronger.bot, weaker.bot], deals, seed=seed, workers=0) for seed in range(SEEDS)]
    styles = [style_of(result) for result in results]
    return Duel(
        weaker,
        stronger,
        SEEDS * deals,
        Estimate.of([result.points(0).mean for result in results]),
        Estimate.of([style.index for style in styles]),
        Style(*(mean(column) for column in zip(*styles, strict=True))),
    )


def lines_of(rules: str, duels: list[Duel]) -> list[str]:
    """A table in Markdown."""
    lines = [
        f"## {rules}",
        "",
        "| player | against | deals | points a deal | index | royalties | fouls | entries | stays |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for one in duels:
        style = one.style
        lines.append(
            f"| {one.stronger.name} | {one.weaker.name} | {one.deals:,} | {one.points.mean:+.2f} ± {one.points.error:.2f} | "
            f"{one.index} | {style.royalties:.2f} | {style.fouls:.1%} | {style.entries:.1%} | {style.stays:.1%} |"
        )
    return [*lines, ""]


def draw(found: dict[str, list[Duel]], path: Path) -> None:
    """A chart: points a deal over `swift` by seconds a placement."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for rules, duels in found.items():
        thinking = [one for one in duels if one.weaker.name == "swift"]
        times = [one.stronger.seconds for one in thinking]
        heights, errors = [one.points.mean for one in thinking], [one.points.error for one in thinking]
        axes.errorbar(times, heights, yerr=errors, marker="o", capsize=3, label=rules)
    axes.axhline(0.0, color="grey", linewidth=0.8)
    axes.set(xscale="log", xlabel="seconds a placement, one core", ylabel="points a deal over swift")
    axes.set_title("Strength of expert by time (bars: standard errors)")
    axes.legend()
    figure.savefig(path, dpi=110)


def main() -> None:
    """Play, print and perhaps write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", action="append", choices=NETWORKS, help="a preset; by default all that have networks")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of one core for each duel (60)")
    parser.add_argument("--seconds", type=float, nargs="*", default=[0.001, 0.01, 0.1, 1.0], help="times of expert")
    parser.add_argument("--report", action="store_true", help="write OPENFACE.md and openface.png")
    parser.add_argument("--check", action="store_true", help="fail unless the order is sure")
    options = parser.parse_args()
    found: dict[str, list[Duel]] = {}
    report, unsure = [], []
    for rules in options.rules or NETWORKS:
        found[rules] = [duel(rules, *pair, options.budget) for pair in combinations(players_of(options.seconds), 2)]
        lines = lines_of(rules, found[rules])
        print("\n".join(lines), flush=True)
        report += lines
        unsure += [
            f"{one.stronger.name} over {one.weaker.name} under {rules}"
            for one in found[rules]
            if one.points.mean <= SURE * one.points.error
        ]
    if options.report:
        head = ["# The strength of open-face players", "", f"Made by `python {' '.join(sys.argv)}`.", ""]
        head += [*__doc__.split("\n\n", 1)[1].split(" With --report")[0].splitlines(), "", "![strength](openface.png)", ""]
        (HERE / "OPENFACE.md").write_text("\n".join([*head, *report]), encoding="utf-8")
        draw(found, HERE / "openface.png")
    if options.check and unsure:
        sys.exit(f"not ahead by {SURE:g} standard errors: {', '.join(unsure)}")


if __name__ == "__main__":
    main()
