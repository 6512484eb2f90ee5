"""Results of reviews: the points that placements lost, by player, worst first."""

from __future__ import annotations

import math
import os
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import check_whole
from cpoker_fast.display.columns import MARGIN, align_columns
from cpoker_fast.display.markup import cards_text
from cpoker_fast.display.plotting import MOST_LIMIT, MOST_SHOWN, axes_for, plot_best
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError
from cpoker_fast.estimates import Estimate, estimate_to_dict, total_of
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.studies.analysis_result import Basis
from cpoker_fast.studies.known_moves import KnownMove
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.text import Text

__all__ = ["Review", "ReviewedMove", "ReviewedPlayer", "losses_table", "reviewed_move", "sum_of_losses"]

_LEAST_LOSS = 1e-9  # points; smaller differences come from rounding
_MOST_LISTED = 20  # mistakes in the text of a review
_MOST_PICTURED = 50  # mistakes on a page
_NO_LOSS = Estimate(0.0, 0.0)
_EVERYBODY = "all"  # first cell of the row below several players


class ReviewedMove(NamedTuple):
    """A placement, and the points that it lost."""

    deal: int
    """Number of the deal, from 1, or its key if `review` got a mapping."""
    number: int
    """Index of the move in the deal, from 0."""
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
    If this placement was the best one in the samples, the mean is 0, and the margin of error is the number of points by
    which another placement may still be better."""
    samples: int
    """Number of rollouts of the placement, or about the number of deals; 0 for exact points in Fantasyland and on the last
    street."""
    based_on: Basis
    """What the loss is based on; see `Analysis.based_on`."""
    timed_out: bool = False
    """Whether the rules placed the cards because the player ran out of time."""

    def __repr__(self) -> str:
        lost = f"lost {self.lost} points" + (f", best {self.best}" if self.best != self.placement else "")
        player = ", ".join(filter(None, [f"deal {self.deal}, player {self.seat + 1}", self.when]))
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
    """Name of the player; of players without names, ``'Player 1'`` for the first seat, and so on."""
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
        """Points lost by mistakes per placement."""
        return Estimate(self.lost.mean / self.placements, self.lost.standard_error / self.placements)

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


def _player_of(name: str, moves: Sequence[ReviewedMove]) -> ReviewedPlayer:
    mistakes = [move for move in moves if move.is_mistake]
    others = [move for move in moves if not move.is_mistake]
    deals = len({move.deal for move in moves})
    return ReviewedPlayer(name, deals, len(moves), len(mistakes), sum_of_losses(mistakes), sum_of_losses(others))


def sum_of_losses(moves: Iterable[ReviewedMove]) -> Estimate:
    """Return the sum of losses. Errors of boards that share opponents are added, which is an upper limit of their sum."""
    listed = list(moves)
    shared = [move.lost for move in listed if move.based_on == "deals"]
    together = Estimate(math.fsum(lost.mean for lost in shared), math.fsum(lost.standard_error for lost in shared))
    return total_of([together, *(move.lost for move in listed if move.based_on != "deals")])


def losses_table(review: Review) -> tuple[list[str], list[list[str]]]:
    """Return a table of losses: column names, and a row for each player; if there are several, also one for all."""
    columns = ["player", "placements", "mistakes", "lost", MARGIN, "mean", "uncertain", "at most"]
    everybody = [review.total] if len(review.players) > 1 else []
    return columns, [_cells(player) for player in (*review.players, *everybody)]


def _cells(player: ReviewedPlayer) -> list[str]:
    lost, uncertain = player.lost, player.uncertain
    points = [f"{lost.mean:.2f}", f"{lost.margin:.2f}", f"{player.mean.mean:.3f}"]
    others = [f"{uncertain.mean:.2f}", f"{uncertain.interval()[1]:.2f}"]
    return [player.name, str(player.placements), str(player.mistakes), *points, *others]


@dataclass(frozen=True, slots=True)
class Review(Tabular):
    """Points that the placements of deals lost: the result of `review`.

    Notebooks show the players, and pictures of the biggest mistakes; ``review.to_html(path)`` writes them as a page, and
    ``review.plot()`` draws charts. Files and data frames (``review.to_frame()``) have a row for each reviewed placement: the
    player, and the keys of `ReviewedMove.to_dict`.

    Parameters
    ----------
    moves : tuple of ReviewedMove
        Reviewed placements, in the order of the deals.
    names : mapping of int to tuple of str
        Names of the players of each deal by seat, by the number of the deal.
    surrendered : tuple of (int, int)
        Numbers of deals, and seats of players whose surrender was not reviewed, since the record lacks their cards, or they
        were in Fantasyland.

    Examples
    --------
    >>> deals = [Deal("pineapple", 2, seed=seed) for seed in (1, 2)]
    >>> for deal in deals:
    ...     while not deal.is_over:
    ...         placement = deal.time_out()
    >>> result = review(deals, rollouts=20, seed=1)
    >>> [player.name for player in result.players], result.players[0].deals, result.total.placements == len(result.moves)
    (['Player 1', 'Player 2'], 2, True)
    >>> len(result.to_dict()["placements"]) == len(result.moves), result.to_html()[:15]
    (True, '<!doctype html>')
    >>> result.to_csv().splitlines()[0][:43]
    'player,deal,move,seat,street,position,place'
    """

    moves: tuple[ReviewedMove, ...]
    names: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    surrendered: tuple[tuple[int, int], ...] = ()

    @classmethod
    def joined(cls, reviews: Iterable[Review]) -> Review:
        """Return the reviews of different deals as one."""
        listed = list(reviews)
        return cls(
            tuple(move for review in listed for move in review.moves),
            {number: names for review in listed for number, names in review.names.items()},
            tuple(seat for review in listed for seat in review.surrendered),
        )

    def name_of(self, move: ReviewedMove) -> str:
        """Return the name of the player of a reviewed placement."""
        return self.names[move.deal][move.seat]

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """Placements that lost more than the margin of error, largest losses first."""
        return tuple(sorted((move for move in self.moves if move.is_mistake), key=lambda move: -move.lost.mean))

    @property
    def players(self) -> tuple[ReviewedPlayer, ...]:
        """Losses of each player with reviewed placements, matched by name."""
        moves: dict[str, list[ReviewedMove]] = {name: [] for names in self.names.values() for name in names}
        for move in self.moves:
            moves[self.name_of(move)].append(move)
        return tuple(_player_of(name, placed) for name, placed in moves.items() if placed)

    @property
    def total(self) -> ReviewedPlayer:
        """Losses of all players together."""
        return _player_of(_EVERYBODY, self.moves)

    @property
    def note(self) -> str:
        """Line below the table: the number of samples, the uncertain losses, and surrenders without cards."""
        names = [self.names[deal][seat] for deal, seat in self.surrendered]
        surrenders = [f"{name} surrendered, which was not reviewed" for name in dict.fromkeys(names)]
        return "; ".join(filter(None, [self._note_on_placements(), *surrenders]))

    def _note_on_placements(self) -> str:
        number, mistakes = len(self.moves), len(self.mistakes)
        if number == mistakes:
            return "" if number else "no placement was reviewed"
        others = f"the other {counted(number - mistakes, 'placement')}" if mistakes else counted(number, "placement")
        uncertain = self.total.uncertain
        if uncertain == _NO_LOSS:
            return f"no mistake in {others}"
        longest = max(self.moves, key=lambda move: move.samples)
        samples = counted(longest.samples, longest.based_on.removesuffix("s"))
        losses = f"{uncertain.mean:.2f} (at most {uncertain.interval()[1]:.2f})"
        return f"no certain mistake in {others} at up to {samples}; uncertain losses {losses}"

    # ---- plain values ----

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain values for JSON."""
        names = [{"deal": deal, "player": self.names[deal][seat]} for deal, seat in self.surrendered]
        return {
            "deals": len(self.names),
            "placements": self._rows(),
            "players": [player.to_dict() for player in self.players],
            **({"surrendered": names} if names else {}),
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [{"player": self.name_of(move), **move.to_dict()} for move in self.moves]

    # ---- texts and pages ----

    def head_of(self, move: ReviewedMove) -> str:
        """Return the deal, if there are several, the player and the street of a placement as text."""
        deal = f"deal {move.deal}" if len(self.names) > 1 else ""
        return ", ".join(filter(None, [deal, self.name_of(move), move.when]))

    def __repr__(self) -> str:
        number, mistakes = counted(len(self.moves), "placement"), counted(len(self.mistakes), "mistake")
        deals = f" of {counted(len(self.names), 'deal')}" if len(self.names) > 1 else ""
        return fitted(f"<Review of {number}{deals}: {mistakes}, which lost {self.total.lost} points>")

    def __str__(self) -> str:
        mistakes = self.mistakes
        lines = [
            f"lost {move.lost.mean:5.2f} +- {move.lost.margin:.2f}  {self.head_of(move)}\n"
            f"    placed  {move.placement}\n    best    {move.best}"
            for move in mistakes[:_MOST_LISTED]
        ]
        lines += [self.more_than(_MOST_LISTED)] if len(mistakes) > _MOST_LISTED else []
        if len(self.names) > 1 and self.moves:
            columns, rows = losses_table(self)
            lines += ["", *align_columns([columns, *rows], right=range(1, len(columns))), ""]
        return "\n".join([*lines, *textwrap.wrap(self.note, width=80, subsequent_indent="  ")])

    def more_than(self, limit: int) -> str:
        """Return the number of mistakes that a list of at most `limit` omits, as text; empty if there is none."""
        more = len(self.mistakes) - limit
        return f"and {counted(more, 'smaller mistake')}" if more > 0 else ""

    def __rich__(self) -> Text:
        return cards_text(str(self))

    def _repr_html_(self) -> str:
        from cpoker_fast.studies.review_page import review_html

        return review_html(self, MOST_SHOWN)

    def to_html(self, path: str | os.PathLike[str] | None = None, *, limit: int = _MOST_PICTURED) -> str:
        """Return a page of HTML, and write it to `path` unless that is None: the players, and pictures of the mistakes.

        The page needs no other files.

        Parameters
        ----------
        path : str or os.PathLike, optional
        limit : int
            Largest number of mistakes to show, 1 to 1,000; the biggest are first.

        Raises
        ------
        AnalysisError
            If `limit` is invalid.
        FileError
            If the file cannot be written.
        """
        check_whole("limit", limit, 1, MOST_LIMIT, AnalysisError)
        from cpoker_fast.display.pages import html_page, write_page
        from cpoker_fast.studies.review_page import review_html

        title = f"Review of {counted(len(self.moves), 'placement')} of {counted(len(self.names), 'deal')}"
        return write_page(path, html_page(title, review_html(self, limit)))

    # ---- charts ----

    def plot(self, limit: int = MOST_SHOWN, *, ax: Axes | Sequence[Axes] | None = None) -> Figure:
        """Plot the points that placements lost, the largest losses first, with 95 % intervals; needs the extra ``plot``.

        For several deals, the first chart has the sum of the losses of each player, deal by deal, and the second one the
        largest losses.

        Parameters
        ----------
        limit : int
            Largest number of placements to draw, 1 to 1,000.
        ax : matplotlib.axes.Axes or sequence of two, optional
            Axes to draw on, by default those of a new figure of pyplot; see `cpoker_fast.studies.Analysis.plot`. For several
            deals, one Axes gets only the first chart.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        AnalysisError
            If no placement was reviewed, or `limit` or `ax` is invalid.
        CpokerError
            If Matplotlib is missing.
        """
        if not self.moves:
            raise AnalysisError("no chart: expected a review with placements, got none")
        check_whole("limit", limit, 1, MOST_LIMIT, AnalysisError)
        sums = [f"{player.name}: {counted(player.mistakes, 'mistake')}, lost {player.lost}" for player in self.players]
        if len(self.names) == 1:
            return self._plot_largest(limit, ax, "\n".join(sums))
        first, *others = axes_for(ax, min(limit, len(self.moves)), panels=2, error=AnalysisError)
        for panel in others:
            self._plot_largest(limit, panel, "")
        from cpoker_fast.display.charts import plot_sums

        lines = {text: self._sums(player.name) for text, player in zip(sums, self.players, strict=True)}
        return plot_sums(first, "Losses by player", "deal", "points lost so far", lines)

    def _plot_largest(self, limit: int, ax: object, title: str) -> Figure:
        moves = sorted(self.moves, key=lambda move: (-move.lost.mean, -move.lost.margin))
        return plot_best(
            [f"{self.head_of(move)}: {move.placement}" for move in moves],
            [move.lost for move in moves],
            title=title,
            label="points lost, 95 % interval",
            part="the largest {} of {} losses",
            limit=limit,
            ax=ax,
            error=AnalysisError,
        )

    def _sums(self, name: str) -> list[float]:
        """Return the points that mistakes of a player lost up to each deal, from 0 before the first deal."""
        lost = dict.fromkeys(self.names, 0.0)
        for move in self.moves:
            if move.is_mistake and self.name_of(move) == name:
                lost[move.deal] += move.lost.mean
        sums = [0.0]
        for points in lost.values():
            sums.append(sums[-1] + points)
        return sums
