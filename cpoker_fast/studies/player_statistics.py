"""Statistics of the players of recorded deals."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from cpoker_fast.display.columns import MARGIN, align_columns
from cpoker_fast.display.markup import table_html
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError
from cpoker_fast.estimates import Estimate, estimate_to_dict
from cpoker_fast.game.deal import Deal
from cpoker_fast.notation.record import Record, names_in
from cpoker_fast.settling import Settlement
from cpoker_fast.studies.review_result import Review
from cpoker_fast.studies.reviewed_moves import ReviewedMove, ReviewedPlayer, reviewed_player
from cpoker_fast.studies.reviews import numbered_records
from cpoker_fast.system.exports import Tabular

__all__ = ["PlayerStatistics", "Statistics", "statistics"]

_LEAST_DEALS = 4  # independent ones, for a margin of error; that of few deals is widened by the deviation of Student's t


class PlayerStatistics(NamedTuple):
    """Statistics of a player in recorded deals."""

    name: str
    """Name of the player; without names, ``'Player 1'`` for the first seat, and so on."""
    deals: int
    """Number of deals."""
    points: int
    """Points of all deals together."""
    mean: Estimate
    """Points per deal; the standard error is unknown for fewer than four independent deals."""
    won: int
    """Number of deals with more than 0 points."""
    fouls: int
    """Number of fouled boards without a declared natural."""
    surrenders: int
    """Number of surrenders."""
    royalties: int
    """Royalty points of the boards that are no fouls, once for each board."""
    naturals: int
    """Number of declared naturals."""
    scoops: int
    """Number of opponents that the player scooped."""
    scooped: int
    """Number of opponents that scooped the player."""
    fantasylands: int
    """Number of deals that the player played in Fantasyland."""
    earned: int
    """Number of deals that earned the player a Fantasyland, or a stay."""
    losses: ReviewedPlayer | None = None
    """Points that placements of these deals lost; None without a review."""

    def __repr__(self) -> str:
        return fitted(f"<PlayerStatistics {self.name}: {counted(self.deals, 'deal')}, {self.points:+d} points>")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; the value of ``losses`` is like `ReviewedPlayer.to_dict`, without the name."""
        counts = {key: getattr(self, key) for key in (*_COUNTS, "scooped")}
        losses = {} if self.losses is None else self.losses.to_dict()
        losses.pop("player", None)
        return {
            "player": self.name,
            "deals": self.deals,
            "points": self.points,
            **estimate_to_dict(self.mean, "mean"),
            **counts,
            **({"losses": losses} if losses else {}),
        }


_COUNTS = {
    "won": "won",
    "fouls": "fouls",
    "surrenders": "surrenders",
    "royalties": "royalties",
    "naturals": "naturals",
    "scoops": "scoops",
    "fantasylands": "Fantasylands",
    "earned": "earned",
}
"""Fields that are counts, with the names of their columns, which are omitted if all players have 0."""


@dataclass(frozen=True, slots=True)
class Statistics(Tabular):
    """Statistics of the players of recorded deals: the result of `statistics`.

    Files and data frames (``result.to_frame()``) have a row for each player, with the keys of `PlayerStatistics.to_dict`.

    Parameters
    ----------
    players : tuple of PlayerStatistics
        Players, in the order of their first deals.
    rules : tuple of str
        Names of the rules of the deals.
    deals : int
        Number of deals.
    unfinished : int
        Number of records without a showdown, which do not count.

    Examples
    --------
    >>> deals = [Deal("pineapple", 2, seed=seed) for seed in range(3)]
    >>> for deal in deals:
    ...     while not deal.is_over:
    ...         placement = deal.time_out()
    >>> result = studies.statistics(deals)
    >>> result.title, [player.points for player in result.players], result.table()[0][:3]
    ('3 deals: pineapple', [-6, 6], ['player', 'deals', 'points'])
    >>> result.to_dict()["players"][1]["fouls"], result.players[1].mean
    (2, Estimate(mean=2.0, standard_error=nan))
    """

    players: tuple[PlayerStatistics, ...]
    rules: tuple[str, ...]
    deals: int
    unfinished: int = 0

    @property
    def title(self) -> str:
        """Number of deals, and their rules, in a line."""
        without = f" ({counted(self.unfinished, 'unfinished deal')} left out)" if self.unfinished else ""
        return f"{counted(self.deals, 'deal')}{without}: {', '.join(self.rules) or 'no rules'}"

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain values for JSON."""
        return {
            "deals": self.deals,
            "unfinished": self.unfinished,
            "rules": list(self.rules),
            "players": self._rows(),
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [player.to_dict() for player in self.players]

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the names of the columns, and a row of text for each player.

        ``mean`` is the points per deal, followed by their margin of error. Counts that are 0 for all players are omitted.
        With a review, the last columns are the mistakes and the points that they lost, empty if no placement was reviewed.
        """
        counts = [key for key in _COUNTS if any(getattr(player, key) for player in self.players)]
        with_losses = any(player.losses is not None for player in self.players)
        columns = ["player", "deals", "points", "mean", MARGIN, *(_COUNTS[key] for key in counts)]
        columns += ["mistakes", "lost", MARGIN] if with_losses else []
        return columns, [_cells(player, counts) for player in self.players]

    def __repr__(self) -> str:
        return fitted(f"<Statistics of {counted(len(self.players), 'player')}, {self.title}>")

    def __str__(self) -> str:
        columns, rows = self.table()
        return "\n".join([self.title, *align_columns([columns, *rows], right=range(1, len(columns)))])

    def _repr_html_(self) -> str:
        from html import escape

        columns, rows = self.table()
        return table_html([[escape(name), *cells] for name, *cells in rows], head=columns, title=escape(self.title))


def _cells(player: PlayerStatistics, counts: Sequence[str]) -> list[str]:
    mean, losses = player.mean, player.losses
    margin = "" if math.isnan(mean.margin) else f"{mean.margin:.2f}"
    cells = [player.name, str(player.deals), f"{player.points:+d}", f"{mean.mean:+z.2f}", margin]
    cells += [str(getattr(player, key)) for key in counts]
    if losses is None:
        return cells
    if not losses.placements:
        return [*cells, "", "", ""]
    return [*cells, str(losses.mistakes), f"{losses.lost.mean:.2f}", f"{losses.lost.margin:.2f}"]


def statistics(
    records: Deal | Record | Iterable[Deal | Record] | Mapping[int, Deal | Record], review: Review | None = None
) -> Statistics:
    """Return statistics of the players of deals: points, fouls, royalties, naturals, scoops and Fantasylands.

    Players are matched by name. Points come from `Record.settlement`, without side bets and fees. Margins of error
    assume independent deals. Consecutive records with the same tag ``Number`` count as one independent deal. `simulate`
    writes such records for the rotations and continuations of a deal.

    Parameters
    ----------
    records : Deal, Record, or an iterable or mapping of them
        Deals or their records, numbered as for `review`. Deals without a showdown count only in `Statistics.unfinished`.
    review : Review, optional
        Result of `review` for all or some of these deals, numbered in the same way. The statistics then include the points
        that each player's placements lost in deals with a showdown.

    Returns
    -------
    Statistics

    Raises
    ------
    AnalysisError
        If an argument is invalid, or the review is one of other deals.

    Examples
    --------
    >>> deal = Deal("pineapple", 2, seed=1)
    >>> while not deal.is_over:
    ...     placement = deal.time_out()
    >>> studies.statistics(deal, review(deal, rollouts=20, seed=1)).players[0].losses.placements
    5
    """
    if not isinstance(review, Review | None):
        raise AnalysisError.about("review", f"expected a Review, or None, got {quote(review)}")
    numbered = numbered_records(records)
    finished = {number: item for number, item in numbered.items() if item.is_over}
    seats: dict[str, list[_SeatInDeal]] = {}
    for group, items in enumerate(_independent(finished.values())):
        for item in items:
            for place in _seats_in(item, group):
                seats.setdefault(place.name, []).append(place)
    losses = {} if review is None else _losses(seats, review, numbered, finished)
    players = tuple(_player_of(name, places, losses.get(name)) for name, places in seats.items())
    rules = tuple(dict.fromkeys(item.rules.name for item in finished.values()))
    return Statistics(players, rules, len(finished), len(numbered) - len(finished))


def _independent(items: Iterable[Deal | Record]) -> Iterator[list[Deal | Record]]:
    """Yield deals in groups that do not depend on each other: consecutive ones with the same tag, others alone."""
    tagged = ((item.tags.get("Number") if isinstance(item, Record) else None, item) for item in items)
    for number, group in groupby(tagged, key=itemgetter(0)):
        together = [item for _, item in group]
        yield from [together] if number is not None else ([item] for item in together)


def _losses(
    names: Iterable[str], review: Review, numbered: Mapping[int, Deal | Record], finished: Container[int]
) -> dict[str, ReviewedPlayer]:
    """Return what the players lost in finished deals, by name; AnalysisError if the review is one of other deals."""
    for number, seated in review.names.items():
        if number not in numbered or names_in(numbered[number]) != seated:
            got = f"deal {number} of {', '.join(map(quote, seated))}"
            raise AnalysisError.about(
                "review", f"expected a review of the deals of `records`, by the same numbers, got {got}"
            )
    moves: dict[str, list[ReviewedMove]] = {name: [] for name in names}
    for move in review.moves:
        if move.deal in finished:
            moves[move.player].append(move)
    return {name: reviewed_player(name, placed) for name, placed in moves.items()}


class _SeatInDeal(NamedTuple):
    """Seat of a player in a finished deal."""

    name: str
    group: int
    """Number of the group of deals that depend on each other."""
    seat: int
    settlement: Settlement
    fantasyland: int
    """Number of cards in Fantasyland; 0 outside it."""
    earned: int
    """Number of cards of the next Fantasyland."""

    def scoops(self, sign: int) -> int:
        """Return the number of opponents that the player scooped (1), or that scooped the player (-1)."""
        signs = [(pair.first, pair.scoop) for pair in self.settlement.pairs]
        signs += [(pair.second, -pair.scoop) for pair in self.settlement.pairs]
        return sum(seat == self.seat and scoop == sign for seat, scoop in signs)


def _seats_in(deal: Deal | Record, group: int) -> list[_SeatInDeal]:
    settlement, earned = deal.settlement(), deal.next_fantasyland
    return [
        _SeatInDeal(name, group, seat, settlement, deal.fantasyland[seat], earned[seat])
        for seat, name in enumerate(names_in(deal))
    ]


def _mean(places: Sequence[_SeatInDeal], points: Sequence[int]) -> Estimate:
    """Return the points per deal. The standard error is that of a ratio: the points of groups per deals of groups."""
    mean, differences = sum(points) / len(points), dict.fromkeys((place.group for place in places), 0.0)
    for place, value in zip(places, points, strict=True):
        differences[place.group] += value - mean
    n = len(differences)
    if n < _LEAST_DEALS:
        return Estimate(mean, math.nan)
    squares = math.fsum(difference**2 for difference in differences.values())
    return Estimate(mean, math.sqrt(squares * n / (n - 3)) / len(points))  # n - 3 instead of n - 1 widens it


def _player_of(name: str, places: Sequence[_SeatInDeal], losses: ReviewedPlayer | None) -> PlayerStatistics:
    points = [place.settlement.points[place.seat] for place in places]
    seats = [place.settlement.seats[place.seat] for place in places]
    return PlayerStatistics(
        name=name,
        deals=len(places),
        points=sum(points),
        mean=_mean(places, points),
        won=sum(value > 0 for value in points),
        fouls=sum(seat.is_foul and seat.natural is None for seat in seats),
        surrenders=sum(seat.board is None for seat in seats),
        royalties=sum(sum(seat.royalties) for seat in seats if not seat.is_foul),
        naturals=sum(seat.natural is not None for seat in seats),
        scoops=sum(place.scoops(1) for place in places),
        scooped=sum(place.scoops(-1) for place in places),
        fantasylands=sum(place.fantasyland > 0 for place in places),
        earned=sum(place.earned > 0 for place in places),
        losses=losses,
    )
