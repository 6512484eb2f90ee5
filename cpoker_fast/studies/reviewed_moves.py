"""Reviewed placements, and the points that those of a player lost together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cpoker_fast.display.columns import MARGIN
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.estimates import Estimate, estimate_to_dict, total_of
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.studies.analysis_result import Basis
from cpoker_fast.studies.known_moves import KnownMove

__all__ = ["ReviewedMove", "ReviewedPlayer", "losses_table", "reviewed_move", "reviewed_player", "smaller_mistakes"]

_LEAST_LOSS = 1e-9  # points; smaller differences come from rounding


class ReviewedMove(NamedTuple):
    """A placement, and the points that it lost."""

    deal: int
    """Number of the deal, from 1, or its key if `review` got a mapping."""
    number: int
    """Index of the move in the deal, from 0."""
    player: str
    """Name of the player; without names, ``'Player 1'`` for the first seat, and so on."""
    seat: int
    """Seat of the player, from 0."""
    street: int
    """Index of the street, from 0; 0 in Fantasyland."""
    position: Position
    """Position of the player before the placement."""
    placement: Placement
    """Placement of the player. On a board that has a natural, it says whether the player declared it."""
    best: Placement
    """Best placement; `placement` itself if it lost nothing."""
    lost: Estimate
    """Expected points of the best placement minus those of this one, at least 0. The standard error is 0 for exact points.
    The mean is 0 if this placement was the best one in the samples. Another placement may then still be better, by up to the
    margin of error."""
    samples: int
    """Number of rollouts of the placement, or approximate number of deals. It is 0 for exact points in Fantasyland and on
    the last street."""
    based_on: Basis
    """Basis of the loss; see `Analysis.based_on`."""
    timed_out: bool = False
    """Whether the rules placed the cards because the player ran out of time."""

    def __repr__(self) -> str:
        lost = f"lost {self.lost} points" + (f", best {self.best}" if self.best != self.placement else "")
        player = ", ".join(filter(None, [f"deal {self.deal}", self.player, self.when]))
        return fitted(f"<ReviewedMove of {player}: {self.placement} {lost}>")

    @property
    def is_mistake(self) -> bool:
        """Whether the placement lost more points than the 95 % margin of error."""
        return self.lost.mean > self.lost.margin

    @property
    def when(self) -> str:
        """Street as text, counted from 1, if there are several, and whether the player timed out."""
        streets = len(self.position.rules.streets)
        street = f"street {self.street + 1} of {streets}" if streets > 1 else ""
        words = ["Fantasyland" if self.position.in_fantasyland else street, "timed out" if self.timed_out else ""]
        return ", ".join(filter(None, words))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; ``confidence_95`` is the 95 % interval of the loss, and ``move`` counts from 1."""
        return {
            "player": self.player,
            "deal": self.deal,
            "move": self.number + 1,
            "seat": self.seat,
            "street": self.street,
            "position": str(self.position),
            "placement": str(self.placement),
            "best": str(self.best),
            **estimate_to_dict(self.lost, "lost"),
            "is_mistake": self.is_mistake,
            "timed_out": self.timed_out,
            "samples": self.samples,
            "based_on": self.based_on,
        }


def reviewed_move(move: KnownMove, best: Placement, lost: Estimate, samples: int, based_on: Basis) -> ReviewedMove:
    """Return a reviewed move. If it lost nothing, its placement is the best one."""
    is_best = lost.mean <= _LEAST_LOSS
    return ReviewedMove(
        move.deal,
        move.number,
        move.player,
        move.seat,
        move.street,
        move.position,
        move.placement,
        move.placement if is_best else best,
        Estimate(0.0, lost.standard_error) if is_best else lost,
        samples,
        based_on,
        move.timed_out,
    )


class ReviewedPlayer(NamedTuple):
    """Points that all reviewed placements of a player lost."""

    name: str
    """Name of the player; without names, ``'Player 1'`` for the first seat, and so on."""
    deals: int
    """Number of deals with reviewed placements."""
    placements: int
    """Number of reviewed placements."""
    mistakes: int
    """Number of reviewed placements that are mistakes (`ReviewedMove.is_mistake`)."""
    lost: Estimate
    """Points lost by mistakes."""
    uncertain: Estimate
    """Estimated losses of the other placements. They may be as large as the upper end of the confidence interval."""

    def __repr__(self) -> str:
        number, mistakes = counted(self.placements, "placement"), counted(self.mistakes, "mistake")
        return fitted(f"<ReviewedPlayer {self.name}: {number}, {mistakes}, which lost {self.lost} points>")

    @property
    def mean(self) -> Estimate:
        """Points lost by mistakes per placement; 0 without placements."""
        number = max(1, self.placements)
        return Estimate(self.lost.mean / number, self.lost.standard_error / number)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "player": self.name,
            "deals": self.deals,
            "placements": self.placements,
            "mistakes": self.mistakes,
            **estimate_to_dict(self.lost, "lost"),
            **estimate_to_dict(self.mean, "mean", "mean_"),
            **estimate_to_dict(self.uncertain, "uncertain", "uncertain_"),
        }


def reviewed_player(name: str, moves: Sequence[ReviewedMove]) -> ReviewedPlayer:
    """Return the losses of placements under the name of their player."""
    mistakes = [move for move in moves if move.is_mistake]
    others = [move for move in moves if not move.is_mistake]
    deals = len({move.deal for move in moves})
    return ReviewedPlayer(name, deals, len(moves), len(mistakes), _sum_of_losses(mistakes), _sum_of_losses(others))


def _sum_of_losses(moves: Iterable[ReviewedMove]) -> Estimate:
    """Return the sum of losses. Errors of boards that share opponents, and of equal positions, are added: an upper limit."""
    groups: dict[Position | None, list[Estimate]] = {}
    for move in moves:
        groups.setdefault(None if move.based_on == "deals" else move.position, []).append(move.lost)
    return total_of(
        Estimate(math.fsum(lost.mean for lost in group), math.fsum(lost.standard_error for lost in group))
        for group in groups.values()
    )


def smaller_mistakes(number: int) -> str:
    """Return a line below a list that omits a number of mistakes; empty if there is none."""
    return f"and {counted(number, 'smaller mistake')}" if number > 0 else ""


def losses_table(players: Iterable[ReviewedPlayer]) -> tuple[list[str], list[list[str]]]:
    """Return a table of losses: column names, and a row for each player."""
    columns = ["player", "placements", "mistakes", "lost", MARGIN, "mean", "uncertain", "at most"]
    return columns, [_cells(player) for player in players]


def _cells(player: ReviewedPlayer) -> list[str]:
    lost, uncertain = player.lost, player.uncertain
    points = [f"{lost.mean:.2f}", f"{lost.margin:.2f}", f"{player.mean.mean:.3f}"]
    others = [f"{uncertain.mean:.2f}", f"{uncertain.interval()[1]:.2f}"]
    return [player.name, str(player.placements), str(player.mistakes), *points, *others]
