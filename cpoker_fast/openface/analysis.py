"""What each placement of a position is worth, by play-outs against the boards that the others will have."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._arrays import available_threads
from cpoker_fast.arranging import assumed_worths, bonuses_of, read_bonus
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.errors import PlacementError
from cpoker_fast.openface.finishing import last_street
from cpoker_fast.openface.networks import has_networks
from cpoker_fast.openface.placement import Placement, Rows, listed_as
from cpoker_fast.openface.plan import entry_sizes
from cpoker_fast.openface.position import Position, check_position
from cpoker_fast.openface.race import FUTURES, Budget, Played, Race
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Analysis", "PlacementValue", "analyze"]

_FIRST_ESTIMATE_ERROR, _ERROR_BY_DISTANCE = 1.0, 0.3  # of networks: at least so many points, more for one far behind
_ESTIMATE_ERROR = 0.5  # of differences between placements
_LEAST_ERROR = 1e-3


class PlacementValue(NamedTuple):
    """What a placement is worth."""

    placement: Placement
    points: float
    """Expected points of the deal, and the worth of a Fantasyland."""
    error: float
    """The standard error of `points`; 0 if they are exact."""
    behind: float
    """How many points the placement is behind the best one."""
    behind_error: float
    """The standard error of `behind`."""
    playouts: int
    """How often it was played out; 0 if it is valued exactly, or was far behind by the first estimate, which then counts."""
    estimate: float
    """How many points it was behind the best by the first estimate, which is that of networks where there are some."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the placements of a position are worth: the result of `analyze`.

    Parameters
    ----------
    placements : tuple of PlacementValue
        Best first.
    is_exact : bool
        Whether the points are exact, as on the last street against boards that are known.
    played_by : str
        The bot that plays the deal on: 'swift', or 'careful' if there are no networks for the rules.
    """

    placements: tuple[PlacementValue, ...]
    is_exact: bool
    played_by: str

    @property
    def best(self) -> Placement:
        """The best placement."""
        return self.placements[0].placement

    @property
    def choice(self) -> Placement:
        """The placement to choose: the best if the first estimate counts as well, as much as it is worth.

        With few play-outs it is better than `best`; with many, it is the same.
        """
        prior = 1.0 / _ESTIMATE_ERROR**2

        def behind(one: PlacementValue) -> float:
            if not one.playouts:
                return one.behind
            weight = 1.0 / max(one.behind_error, _LEAST_ERROR) ** 2
            return (weight * one.behind + prior * (one.estimate - self.placements[0].estimate)) / (weight + prior)

        return min(self.placements, key=behind).placement

    def __str__(self) -> str:
        return "\n".join(
            f"{one.points:+7.2f} +- {one.error:.2f}  behind {one.behind:5.2f} +- {one.behind_error:.2f}  {one.placement}"
            for one in self.placements
        )


def analyze(
    position: Position,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    worths: float | Mapping[int, float] | None = None,
    also: Placement | Rows | None = None,
    seed: Seed = None,
    threads: int = 1,
) -> Analysis:
    """What each placement of the cards in hand is worth.

    The deal is played on many times, with the same cards for all placements: by value networks, or by rules of thumb under
    rules that have none. The street before the last counts on average over all draws of the last one. Boards of opponents
    are played on as well, on what the player knows of them, and rows, scoops, royalties and fouls against them count. The
    last street is exact where `last_street` knows all boards. Placements that can no longer be the best are dropped.

    Parameters
    ----------
    position : Position
        With cards in hand, not in Fantasyland.
    seconds : float, optional
        How long to think; the result then depends on the machine.
    playouts : int, optional
        How often to play out the placements that stay in the race; 1000 if neither is given.
    worths : float or mapping of int to float, optional
        What a Fantasyland is worth, in points; by default what `worth` says of the rules, where it is known.
    also : Placement, str, mapping or sequence, optional
        A placement that is played out even if it is far behind by the first estimate; as for `Position.placement`.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        For the cards that are dealt. With `playouts`, the same seed gives the same result on any number of threads.
    threads : int
        How many threads to use; 0 for as many as this process has CPUs.

    Returns
    -------
    Analysis

    Raises
    ------
    PlacementError
        If this is no position, there is nothing to place, the player is in Fantasyland (see `openface_fantasyland`), or
        `also` is not allowed here.
    AnalysisError
        If `seconds` or `playouts` is invalid, or both are given.
    RulesError
        If the worth is invalid, or misses a size of the next deal.
    SeedError, ArrayError
        If the seed, or the number of threads, is invalid.

    Examples
    --------
    >>> p = Position("pineapple", seat=0, button=0, street=0, boards=["- / - / -"] * 2, hand="Ah Kc Qs 8h 7c")
    >>> found = analyze(p, playouts=200, seed=1)
    >>> str(found.best)
    'Qs / Kc 7c / Ah 8h'
    """
    check_position(position)
    if not position.hand:
        raise PlacementError("expected a position with cards to place")
    if position.in_fantasyland:
        raise PlacementError("the player is in Fantasyland: expected openface_fantasyland(hand), which finds the best board")
    budget, sequence = Budget.of(seconds, playouts), sequence_of(seed)
    available_threads(threads)
    wanted = None if also is None else position.placement(also)
    rules = position.rules
    sizes = entry_sizes(rules)
    points = assumed_worths(rules, position.seats)
    if worths is not None:
        points = bonuses_of(read_bonus(worths, "worths"), sizes, "worths")
    if position.to_place == sum(position.own.room):
        exact = last_street(position, points)
        if len(exact.against) == position.seats - 1:
            best = exact.placements[0].points
            found = [PlacementValue(one, won, 0.0, best - won, 0.0, 0, best - won) for one, won in exact.placements]
            return Analysis(tuple(found), is_exact=True, played_by=_player(rules))
    race = Race(position, points, threads)
    number = None if wanted is None else listed_as(wanted, race.placements, position.own)
    return _ranked(race, race.run(budget, sequence, number))


def _player(rules: Rules) -> str:
    return "swift" if has_networks(rules) else "careful"


def _ranked(race: Race, result: Played) -> Analysis:
    import numpy as np

    played, left, estimates = result
    means = played[:, left].mean(axis=0)
    best = int(left[np.argmax(means)])
    top = float(played[:, best].mean())
    found = []
    for number, placement in enumerate(race.placements):
        own, estimate = played[:, number], float(estimates.max() - estimates[number])
        n = int((~np.isnan(own)).sum())
        if n:
            gap = played[:n, best] - own[:n]
            behind, error, gap_error = float(gap.mean()), _error(own[:n]), _error(gap)
        else:
            behind = max(0.0, float(estimates[best] - estimates[number]))
            error = gap_error = (race.position.seats - 1) * math.hypot(_FIRST_ESTIMATE_ERROR, _ERROR_BY_DISTANCE * behind)
        playouts = 0 if race.completes else n * FUTURES
        found.append(PlacementValue(placement, top - behind, error, behind, gap_error, playouts, estimate))
    found.sort(key=lambda one: (one.behind, one.behind_error > 0))
    return Analysis(tuple(found), is_exact=False, played_by=_player(race.position.rules))


def _error(batches: NDArray[np.float64]) -> float:
    return float(batches.std(ddof=1) / math.sqrt(len(batches))) if len(batches) > 1 else math.inf
