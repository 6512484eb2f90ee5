"""The report of open-face players, made from the record: its tables and its chart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from openface_record import Duel, Pairing, Record, Street, Sums

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SWIFT = 25  # the place of `swift` on the axis of rollouts, left of all experts
INTRODUCTION = """\
Measured by `python benchmarks/openface.py` with its commands `play` (the first table of each preset), `losses` and
`discards`. Numbers after ± are 95 % margins of error. `expert 200` has 200 rollouts for each placement, the default. All
experts have the book. Rollouts are in batches of 24, so 200 are 216.

The *loss* of a placement is its gap to the best placement, in points. The package itself finds the best placement, by a
longer analysis of up to 10,000 rollouts. Another analysis, with a seed of its own, compares this placement with the
players' placements, by 10,000 rollouts of each. So the luck that helped to find the best placement does not count, and a
small loss may be negative. In the rollouts, `swift` plays the later streets. Positions come from deals between `swift`
bots, on every street but the last. The error of a total assumes that the streets are independent.

In the first table of each preset, a player plays weaker ones in duplicate: the same cards are dealt once for each seat, and
the player takes each seat in turn. *Entries* are boards that earn a Fantasyland, which counts as its worth
(`studies.worth`); no deal begins with a player in Fantasyland. The *index* of a board is royalties + 9.6 x entries - 9 x
fouls, under all rules. It allows comparisons with other programs, but these players maximize points, not the index.

The tables of gains show how much `expert` would gain on streets 2 to 4 if it knew opponents' discards. These are hidden,
so `expert` deals them again in its rollouts, like all other unseen cards. One version of `expert` knows them, and another
one guesses them. It computes a chance for each unseen card: that `swift`, with this card and the cards that the opponent
placed, would discard it and place the others in the same way. This chance is a softmax of network values with a
temperature of 0.1 points. Each version chooses by up to 5,000 rollouts, and 10,000 rollouts that know the discards judge
the choices. The opponents are `swift` bots, as the guess assumes.

In the last table, stays are counted in 1,000 Fantasylands of the smallest size of the rules, against `swift`. All players
get the same hands.
"""
"""How the players are compared."""

_COLUMNS = ("player", "against", "deals", "points a deal", "index", "royalties", "fouls", "entries")


def tables(records: dict[str, Record]) -> list[str]:
    """Return a section for each preset, and one on stays in Fantasyland, as lines of Markdown."""
    lines = [*(line for rules, record in records.items() for line in _table(rules, record)), *_stays(records)]
    return [line.replace("± ", "±\N{NO-BREAK SPACE}") for line in lines]


def _table(rules: str, record: Record) -> Iterator[str]:
    yield from ("", f"## {rules}", "", f"| {' | '.join(_COLUMNS)} |", "|" + "---|" * len(_COLUMNS))
    for pairing in sorted(record.duels, key=_order):
        yield f"| {' | '.join(_cells(pairing, record.duels[pairing]))} |"
    yield from _by_street(record.losses, "Points that placements lose", 2)
    yield from _by_street(record.gains, "Points that `expert` gains from opponents' discards", 3)


def _stays(records: dict[str, Record]) -> Iterator[str]:
    """Yield the table of the shares of Fantasylands in which a player stays."""
    names = sorted({name for record in records.values() for name in record.stays}, key=lambda name: (_rollouts(name), name))
    yield from ("", "## Stays in Fantasyland", "", f"| {' | '.join(['rules', *names])} |", "|" + "---|" * (len(names) + 1))
    for rules, record in records.items():
        if record.stays:
            shares = [f"{record.stays[name].mean:.1%} ± {record.stays[name].margin:.1%}" for name in names]
            yield f"| {' | '.join([rules, *shares])} |"


def _by_street(sums_of: dict[Street, Sums], title: str, decimals: int) -> Iterator[str]:
    """Yield a table for each number of players: mean points of each player, by street and in total."""
    for seats in sorted({street.seats for street in sums_of}):
        by_player = _by_player(sums_of, seats)
        numbers = sorted({street.number for street in sums_of if street.seats == seats})
        deals = max(sums.n for all_sums in by_player.values() for sums in all_sums)
        heads = ["street", *(str(number + 1) for number in numbers), "total"]
        yield from ("", f"{title}, in {deals:,} deals of {seats} players:", "")
        yield from (f"| {' | '.join(heads)} |", "|" + "---|" * len(heads))
        for name in sorted(by_player, key=_rollouts):
            points = [(sums.mean, sums.margin) for sums in by_player[name]]
            cells = [f"{mean:z.{decimals}f} ± {margin:.{decimals}f}" for mean, margin in (*points, _total(by_player[name]))]
            yield f"| {' | '.join([_shown(name), *cells])} |"


def _by_player(sums_of: dict[Street, Sums], seats: int) -> dict[str, list[Sums]]:
    """Return the sums at tables of so many players, by player, in the order of the streets."""
    by_player: dict[str, list[Sums]] = {}
    for street in sorted(sums_of):
        if street.seats == seats:
            by_player.setdefault(street.player, []).append(sums_of[street])
    return by_player


def total_losses(record: Record, seats: int) -> dict[str, tuple[float, float]]:
    """Return the points that placements of each player lose in a deal of so many players, and their margins of error."""
    return {name: _total(losses) for name, losses in _by_player(record.losses, seats).items()}


def _total(streets: list[Sums]) -> tuple[float, float]:
    """Return the sum of the means of losses or gains, and its 95 % margin of error."""
    return sum(sums.mean for sums in streets), math.hypot(*(sums.margin for sums in streets))


def _cells(pairing: Pairing, duel: Duel) -> list[str]:
    weaker = _shown(pairing.weaker)
    return [
        _shown(pairing.stronger),
        weaker if pairing.seats == 2 else f"{pairing.seats - 1} {weaker}",
        f"{duel.points.n:,}",
        f"{duel.points.mean:+.2f} ± {duel.points.margin:.2f}",
        str(duel.index),
        f"{duel.royalties / duel.boards:.2f}",
        f"{duel.fouls / duel.boards:.1%}",
        f"{duel.entries / duel.boards:.1%}",
    ]


def _order(pairing: Pairing) -> tuple[int, float, float]:
    """Return the sort key: players at the table, then the weaker and the stronger player."""
    return pairing.seats, _rollouts(pairing.weaker), _rollouts(pairing.stronger)


def _rollouts(name: str) -> int:
    """Return the rollouts of an expert for a placement; negative for other players, in the order of strength."""
    kind, _, rollouts = name.partition(" ")
    return int(rollouts) if rollouts else -1 if kind == "swift" else -2


def _shown(name: str) -> str:
    """Return the name of a player in the report: 'expert 1,000' for 'expert 1000'."""
    kind, _, rollouts = name.partition(" ")
    return f"{kind} {int(rollouts):,}" if rollouts else name


def chart(records: dict[str, Record]) -> Figure:
    """Return a chart of the points that placements lose in a deal of two players, by the rollouts for a placement."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 3.8), layout="constrained")
    axes = figure.subplots()
    for offset, (rules, record) in enumerate(records.items(), -2):
        by_player = _by_player(record.losses, 2)
        totals = {_rollouts(name): _total(losses) for name, losses in by_player.items() if name != "careful"}
        if not totals:
            continue
        numbers = sorted(totals)
        means, margins = zip(*(totals[number] for number in numbers), strict=True)
        shifted = [max(number, SWIFT) * 1.08**offset for number in numbers]  # so that the bars of presets do not overlap
        drawn = axes.errorbar(shifted[1:], means[1:], margins[1:], label=rules, marker="o", capsize=3)
        axes.errorbar(shifted[0], means[0], margins[0], color=drawn[0].get_color(), marker="o", capsize=3)
    axes.set(xscale="log", xlabel="rollouts of expert for a placement", ylabel="points lost a deal")
    axes.set_ylim(bottom=0.0)
    axes.set_xlim(SWIFT / 2)
    axes.minorticks_off()
    experts = sorted(
        {number for record in records.values() for street in record.losses if (number := _rollouts(street.player)) > 0}
    )
    axes.set_xticks([SWIFT, *experts], ["swift", *(f"{number:,}" for number in experts)])
    axes.set_title("Losses of placements, with 95 % margins of error", fontsize="medium")
    axes.legend()
    return figure
