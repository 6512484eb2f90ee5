"""The worth of a Fantasyland, measured in simulated deals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from cpoker_fast._arguments import check_whole, is_number
from cpoker_fast.arranging.fantasyland_worths import assumed_worths, shipped_worth
from cpoker_fast.dealing import Seed, deal_many, sequence_of, stream_of
from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.markup import table_html
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import RulesError, SimulationError
from cpoker_fast.estimates import Estimate, estimate_to_dict
from cpoker_fast.game.plan import fantasyland_sizes
from cpoker_fast.players import CoreBot
from cpoker_fast.players.table_batches import Tables, advance, play_by_core, successive_deals
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling import IF_BETTER, settle_many
from cpoker_fast.system.exports import Tabular
from cpoker_fast.thinking.networks import player_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Worth", "measure_worth", "worth"]

_MOST_ERROR = 1e9  # points
_BATCH = 1024  # tables


@dataclass(frozen=True, slots=True)
class Worth(Tabular):
    """Worth of a Fantasyland: the mean points that a player in it wins until nobody is in Fantasyland.

    Files and data frames (``worth.to_frame()``) have a row for each number of cards.

    Parameters
    ----------
    points : mapping of int to float
        Points of the deal and of the deals that follow, from all opponents together, by number of Fantasyland cards.
    standard_errors : mapping of int to float
        Standard errors of the points, by number of Fantasyland cards.
    players : int
        Number of players, one of them in Fantasyland.
    played_by : str
        Name of the bot that played.

    Examples
    --------
    >>> result = worth("pineapple", 2)
    >>> result.players, result.played_by, sorted(result.points)
    (2, 'swift', [14])
    >>> result.to_csv().splitlines()[0]
    'cards,points,standard_error,confidence_95.low,confidence_95.high'
    """

    points: Mapping[int, float]
    standard_errors: Mapping[int, float]
    players: int
    played_by: str

    def __post_init__(self) -> None:
        for name in ("points", "standard_errors"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __reduce__(self) -> tuple[object, ...]:
        return Worth, (dict(self.points), dict(self.standard_errors), self.players, self.played_by)

    def __hash__(self) -> int:
        return hash((tuple(self.points.items()), tuple(self.standard_errors.items()), self.players, self.played_by))

    @property
    def estimates(self) -> dict[int, Estimate]:
        """Points with their standard errors, by number of Fantasyland cards."""
        return {cards: Estimate(mean, self.standard_errors[cards]) for cards, mean in self.points.items()}

    @property
    def margins(self) -> dict[int, float]:
        """Margins of error (95 %) of the points, by number of Fantasyland cards."""
        return {cards: estimate.margin for cards, estimate in self.estimates.items()}

    def _rows(self) -> list[dict[str, Any]]:
        return [{"cards": cards, **estimate_to_dict(estimate, "points")} for cards, estimate in self.estimates.items()]

    @property
    def _title(self) -> str:
        return f"Worth of a Fantasyland, {counted(self.players, 'player')}, played by {self.played_by}"

    def __repr__(self) -> str:
        return fitted(f"<{self._title}: " + ", ".join(f"{n} cards {points}" for n, points in self.estimates.items()) + ">")

    def __str__(self) -> str:
        return "\n".join(
            f"{cards} cards {self.points[cards]:6.2f} +- {margin:.2f}" for cards, margin in self.margins.items()
        )

    def _repr_html_(self) -> str:
        from html import escape

        rows = [[str(n), f"{points.mean:.2f}", f"{points.margin:.2f}"] for n, points in self.estimates.items()]
        return table_html(rows, head=["cards", "points", MARGIN], note=escape(self._title), left=())


def worth(rules: Rules | str, players: int = 2) -> Worth:
    """Return the worth of a Fantasyland, in points, for each number of cards that it may have under the rules.

    The worth belongs to a player who is alone in Fantasyland. It is the player's expected points in this deal, and in the
    deals that follow until nobody is in Fantasyland. Each seat is equally likely to have the button. Players in Fantasyland
    choose their boards by the same worth, so it is measured in rounds (`measure_worth`). The package contains the worths of
    its presets. For other rules, `worth` calls `measure_worth` with a standard error of 0.1 points, which takes some
    seconds.

    Parameters
    ----------
    rules : Rules or str
        Rules with a Fantasyland, or the name of a preset.
    players : int
        Number of players.

    Raises
    ------
    RulesError
        If the rules are unknown, or have no Fantasyland.
    SimulationError
        If the number of players is invalid, or players never seem to leave Fantasyland under the rules.

    Examples
    --------
    >>> 9 < worth("pineapple").points[14] < 10.5
    True
    """
    rules = _checked_rules(rules, players)
    if (shipped := shipped_worth(rules, players)) is not None:
        return Worth(shipped.points, shipped.errors, players, "swift")
    return measure_worth(rules, players, standard_error=0.1, seed=0)


def measure_worth(
    rules: Rules | str,
    players: int = 2,
    *,
    standard_error: float,
    seed: Seed = None,
    progress: bool | Progress = False,
) -> Worth:
    """Measure the worth of a Fantasyland; see `worth`.

    The bot ``'swift'`` plays, or ``'careful'`` under rules without networks. There are three rounds, each with half the
    standard error of the previous round. Players in Fantasyland choose their boards by the worths of the previous round.

    Parameters
    ----------
    rules, players
        As for `worth`.
    standard_error : float
        Standard error to reach, in points. The printed margin of error is about twice as large.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the cards.
    progress : bool or callable
        Whether to show a progress bar, or a function that is called with the number of finished measurements and
        the number of all measurements.

    Raises
    ------
    RulesError, SimulationError, SeedError
        As for `worth`. Also if `seed` or `progress` is invalid, or `standard_error` is not a number above 0.

    Examples
    --------
    >>> result = measure_worth("pineapple", 2, standard_error=1, seed=1)
    >>> result.players, result.played_by
    (2, 'swift')
    """
    rules = _checked_rules(rules, players)
    if not is_number(standard_error) or not 0 < standard_error <= _MOST_ERROR:
        raise SimulationError.about("standard_error", f"expected a number above 0, up to 1e9, got {quote(standard_error)}")
    name = player_of(rules)
    assumed = assumed_worths(rules, players)
    points = {cards: assumed[cards] for cards in fantasyland_sizes(rules)}
    sequence = sequence_of(seed)
    targets, finished = (4.0 * standard_error, 2.0 * standard_error, standard_error), 0
    with ExitStack() as stack:
        report = reporter(stack, progress, "measuring", SimulationError)
        for target in targets:
            bot, results = CoreBot(name, points), {}
            for cards in points:
                results[cards] = _mean_points(rules, players, bot, cards, target, sequence)
                finished += 1
                report(finished, len(targets) * len(points))
            points = {cards: mean for cards, (mean, _) in results.items()}
    errors = {cards: error for cards, (_, error) in results.items()}
    return Worth(points, errors, players, name)


def _checked_rules(rules: Rules | str, players: int) -> Rules:
    rules = as_rules(rules)
    if not fantasyland_sizes(rules):
        raise RulesError(f"the rules {quote(rules.name)} have no Fantasyland", path="fantasyland")
    check_whole("players", players, 2, rules.players, SimulationError)
    return rules


def _mean_points(
    rules: Rules, players: int, bot: CoreBot, size: int, error: float, sequence: np.random.SeedSequence
) -> tuple[float, float]:
    """Return the mean points of a player who begins in a Fantasyland of `size` cards, and their standard error."""
    rng = np.random.default_rng(stream_of(sequence, size))  # all rounds begin with the same cards
    bot_rngs = rng.spawn(players)
    n, total, squares = 0, 0.0, 0.0
    while True:
        points_won = _batch(rules, players, bot, size, rng, bot_rngs)
        n, total, squares = n + len(points_won), total + float(points_won.sum()), squares + float((points_won**2).sum())
        error_of_mean = math.sqrt(max(0.0, squares / n - (total / n) ** 2) / n)
        if n >= 2 * _BATCH and error_of_mean <= error:
            return total / n, error_of_mean


def _batch(
    rules: Rules,
    players: int,
    bot: CoreBot,
    size: int,
    rng: np.random.Generator,
    bot_rngs: list[np.random.Generator],
) -> NDArray[np.float64]:
    """Return the points of the first player at each table, summed over deals until nobody is in Fantasyland."""
    deals = np.arange(_BATCH)
    fantasylands = np.zeros((_BATCH, players), np.uint8)
    fantasylands[:, 0] = size
    buttons, no_stays = (deals % players).astype(np.int8), np.zeros((_BATCH, players), np.int32)
    points_won = np.zeros(_BATCH)
    for tables in successive_deals(Tables(deals, np.zeros_like(deals), buttons, fantasylands, no_stays)):
        n = len(tables.deal)
        stacks, boards = deal_many(n, players, rules.most_cards(), rng), np.empty((n, players, 13), np.uint8)
        play_by_core(rules, [bot] * players, tables, stacks, bot_rngs, boards)
        points_won[tables.deal] += settle_many(boards, rules, button=tables.button, declare=IF_BETTER)[:, 0]
        advance(rules, tables, boards, np.zeros((n, players), np.uint8))
    return points_won
