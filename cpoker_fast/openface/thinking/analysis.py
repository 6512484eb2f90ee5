"""What each placement of a position is worth, by rollouts against the boards that the others will have."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import available_threads
from cpoker_fast._openface import PLAYERS
from cpoker_fast.arranging import assumed_worths, bonuses_of, read_bonus
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.markup import FittedTable, cards_html, table_html
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import PlacementError
from cpoker_fast.estimates import Estimate, plain_of, points_from_best
from cpoker_fast.openface.game.last_street import last_street
from cpoker_fast.openface.game.placement import Placement, Rows, listed_as
from cpoker_fast.openface.game.plan import entry_sizes, fantasyland_sizes
from cpoker_fast.openface.game.position import Position, check_position
from cpoker_fast.openface.thinking.networks import player_of
from cpoker_fast.openface.thinking.rollouts import Budget, RolloutResult, Rollouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.console import Group

__all__ = ["PlacementAnalysis", "PlacementValue", "analyze"]

_FIRST_ESTIMATE_ERROR, _ERROR_BY_DISTANCE = 1.0, 0.3  # of networks: at least so many points, more for one far behind
_ESTIMATE_ERROR, _ESTIMATE_ERROR_BY_HEURISTIC = 0.5, 1.0  # of differences between placements, for each opponent
_LEAST_ERROR = 1e-3
_SHOWN = 10  # placements


class PlacementValue(NamedTuple):
    """What a placement is worth."""

    placement: Placement
    points: Estimate
    """Expected points of the deal, and the worth of a Fantasyland of one's own: those of the best placement less `behind`.
    The worth of opponents' Fantasylands, which is the same for all placements, is not subtracted. The standard error is 0 if
    the points are exact; for a placement that was not played out, a rough one."""
    behind: Estimate
    """How many points the placement is behind the best one, over the rollouts of both."""
    rollouts: int
    """How often it was played out, or compared with boards of each opponent; 0 if it is valued exactly, or was far behind by
    the first estimate, which then counts."""
    estimate: float
    """How many points it was behind the best by the first estimate, which is that of networks where there are some."""

    def cells(self) -> list[str]:
        """Its row of the printed table."""
        return [
            str(self.placement),
            f"{self.points.mean:+.2f}",
            f"{self.points.margin:.2f}",
            f"{self.behind.mean:.2f}",
            f"{self.behind.margin:.2f}",
            str(self.rollouts or "-"),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON: ``confidence_95`` is the 95 % interval which follows from the standard error."""
        return {
            "placement": str(self.placement),
            **plain_of(self.points, "points"),
            **plain_of(self.behind, "behind", "behind_"),
            "rollouts": self.rollouts,
            "estimate": self.estimate,
        }


@dataclass(frozen=True, slots=True)
class PlacementAnalysis:
    """What the placements of a position are worth: the result of `analyze`.

    Parameters
    ----------
    placements : tuple of PlacementValue
        Best first.
    is_exact : bool
        Whether the points are exact, to a hundredth, as on the last two streets against boards that are known under rules
        of which `analyze` leaves out nothing.
    played_by : str
        The bot that plays the deal on: 'swift', or 'careful' if there are no networks for the rules.
    opponents : int
        How many the player plays against.
    """

    placements: tuple[PlacementValue, ...]
    is_exact: bool
    played_by: str
    opponents: int = 1

    @property
    def by_networks(self) -> bool:
        """Whether the bot that plays the deal on uses value networks. It does under all rules that have some."""
        return PLAYERS[self.played_by]["needs_networks"]

    @property
    def best(self) -> Placement:
        """The best placement."""
        return self.placements[0].placement

    @property
    def choice(self) -> Placement:
        """The placement to choose: the best if the first estimate counts as well, as much as it is worth.

        With few rollouts it is better than `best`; with many, it is the same.
        """
        prior = 1.0 / (self.opponents * (_ESTIMATE_ERROR if self.by_networks else _ESTIMATE_ERROR_BY_HEURISTIC)) ** 2

        def behind(one: PlacementValue) -> float:
            if not one.rollouts:
                return one.behind.mean
            weight = 1.0 / max(one.behind.standard_error, _LEAST_ERROR) ** 2
            return (weight * one.behind.mean + prior * (one.estimate - self.placements[0].estimate)) / (weight + prior)

        return min(self.placements, key=behind).placement

    def table(self) -> tuple[list[str], list[list[str]]]:
        """The readout: its columns, and a row of text for each of the best placements, with 95 % margins of error."""
        columns = ["placement", "points", MARGIN, "behind", MARGIN, "rollouts"]
        return columns, [one.cells() for one in self.placements[:_SHOWN]]

    @property
    def note(self) -> str:
        """What stands below the table: how the points were found, and how many placements it leaves out."""
        how = "Exact." if self.is_exact else f"Points by rollouts of the bot {self.played_by}."
        more = len(self.placements) - _SHOWN
        return f"{how} {counted(more, 'more placement')} not shown." if more > 0 else how

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain values, for JSON."""
        return {
            "is_exact": self.is_exact,
            "played_by": self.played_by,
            "best": str(self.best),
            "choice": str(self.choice),
            "placements": [one.to_dict() for one in self.placements],
        }

    def __str__(self) -> str:
        lines = [
            f"{one.points.mean:+7.2f} +- {one.points.margin:.2f}  behind {one.behind.mean:5.2f} +- {one.behind.margin:.2f}"
            f"  {one.placement}"
            for one in self.placements[:_SHOWN]
        ]
        if more := len(self.placements) - len(lines):
            lines.append(f"and {counted(more, 'more placement')}")
        return "\n".join(lines)

    def __rich__(self) -> Group:
        from rich.console import Group

        return Group(FittedTable(*self.table(), last="behind"), self.note)

    def _repr_html_(self) -> str:
        columns, rows = self.table()
        return table_html([[cards_html(cards), *cells] for cards, *cells in rows], head=columns, note=self.note)


def analyze(
    position: Position,
    *,
    seconds: float | None = None,
    rollouts: int | None = None,
    worths: float | Mapping[int, float] | None = None,
    also: Placement | Rows | None = None,
    seed: Seed = None,
    threads: int = 1,
) -> PlacementAnalysis:
    """What each placement of the cards in hand is worth.

    The deal is played on many times, with the same cards for all placements: by value networks, or by rules of thumb under
    rules that have none. The street before the last is averaged over all draws of the last one, which is exact if the
    opponents' boards are complete (see `PlacementAnalysis`). Boards that are not complete are played on as well, from what
    the player knows of them. The last street is exact where `last_street` knows all boards. Placements that can no longer
    be the best are dropped.

    Before the last street the result ignores the following, and the margins of error do not cover it: naturals, payments for
    aces and to the dealer, the deuce of spades, an overall point for which royalties count, factors of a pairing, home runs,
    and rows that stay alive in a foul. Two rows that each earn a Fantasyland count twice. The worth of opponents'
    Fantasylands counts nowhere. The cards to come of different players are drawn independently of each other. On a last
    street that is not exact, each opponent is settled alone, so that naturals are declared, and bonuses paid, as if the
    others were not there.

    Parameters
    ----------
    position : Position
        With cards in hand, not in Fantasyland.
    seconds : float, optional
        About how long to think; the result then depends on the machine.
    rollouts : int, optional
        How often to play out the placements that stay in the race, in batches of 24, at least four; 1000 if neither is
        given. It ends before, with `seconds` as well, once all others have been dropped.
    worths : float or mapping of int to float, optional
        What a Fantasyland is worth, in points. By default as `worth` has measured it for the presets; under other rules, a
        rule of thumb: 8 points from each opponent for 14 cards (`worth` measures it). It counts at the end of each rollout.
        The networks that play the streets before know only the worth for which they were trained.
    also : Placement, str, mapping or sequence, optional
        A placement that is played out even if it is far behind by the first estimate; as for `Position.placement`.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        For the cards that are dealt. With `rollouts`, the same seed gives the same result on any number of threads.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs.

    Returns
    -------
    PlacementAnalysis

    Raises
    ------
    PlacementError
        If this is no position, there is nothing to place, the player is in Fantasyland (see `openface_fantasyland`), or
        `also` is not allowed here.
    AnalysisError
        If `seconds` or `rollouts` is invalid, or both are given.
    RulesError
        If the worth is invalid, or misses a size of the next deal.
    SeedError, ArrayError
        If the seed, or the number of threads, is invalid.

    Examples
    --------
    >>> p = Position("pineapple", seat=0, button=0, street=0, boards=["- / - / -"] * 2, hand="Ah Kc Qs 8h 7c")
    >>> found = analyze(p, rollouts=200, seed=1)
    >>> str(found.best)
    'Qs / Kc 7c / Ah 8h'
    """
    check_position(position)
    if not position.hand:
        raise PlacementError("expected a position with cards to place")
    if position.in_fantasyland:
        raise PlacementError("the player is in Fantasyland: expected openface_fantasyland(hand), which finds the best board")
    budget, sequence = Budget.of(seconds, rollouts), sequence_of(seed)
    available_threads(threads)
    wanted = None if also is None else position.placement(also)
    rules = position.rules
    sizes = entry_sizes(rules)
    points = assumed_worths(rules, position.seats)
    if worths is not None:
        given = read_bonus(worths, "worths")
        points |= bonuses_of(given, sizes if isinstance(given, tuple) else fantasyland_sizes(rules), "worths")
    if position.to_place == sum(position.own.room):
        exact = last_street(position, points)
        if exact.is_exact and len(exact.against) == position.seats - 1:
            best = exact.placements[0].points
            found = [
                PlacementValue(one, Estimate(won, 0.0), Estimate(best - won, 0.0), 0, best - won)
                for one, won in exact.placements
            ]
            return PlacementAnalysis(tuple(found), True, player_of(rules), position.seats - 1)
    race = Rollouts(position, points, threads)
    number = None if wanted is None else listed_as(wanted, race.placements, position.own)
    return _ranked(race, race.run(budget, sequence, number))


def _ranked(race: Rollouts, result: RolloutResult) -> PlacementAnalysis:
    import numpy as np

    played, left, estimates = result
    best = int(left[np.argmax([played[number].mean() for number in left])])
    top = _estimate(played[best])
    found = []
    for number, placement in enumerate(race.placements):
        own, estimate = played[number], float(estimates.max() - estimates[number])
        if n := len(own):
            points, behind, share = _estimate(own), _estimate(played[best][:n] - own), n / len(played[best])
        else:
            error = math.hypot(_FIRST_ESTIMATE_ERROR * race.opponents, _ERROR_BY_DISTANCE * estimate)
            points = behind = Estimate(estimate, error)
            share = 1.0
        if number not in left:
            behind = behind._replace(mean=max(0.0, behind.mean))  # it was further behind when it left the race
        points = points_from_best(points, behind, top, share)
        value = PlacementValue(placement, points, behind, n * race.samples, estimate)
        found.append((number != best, behind.mean, value))
    found.sort(key=lambda one: one[:2])
    is_exact = race.is_exact and not any(value.points.standard_error for *_, value in found)
    return PlacementAnalysis(tuple(value for *_, value in found), is_exact, player_of(race.position.rules), race.opponents)


def _estimate(batches: NDArray[np.float64]) -> Estimate:
    """The mean of batches. Its standard error is wider for few batches, which estimate it badly (Student's t)."""
    n = len(batches)
    return Estimate(float(batches.mean()), float(batches.std(ddof=1) * math.sqrt((n - 1) / (n - 3) / n)))
