"""Results of reviews: the points that placements lost, by player, worst first."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_whole
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.markup import cards_text
from cpoker_fast.display.plotting import MOST_LIMIT, MOST_SHOWN, axes_for, plot_best
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError
from cpoker_fast.estimates import Estimate
from cpoker_fast.studies.reviewed_moves import ReviewedMove, ReviewedPlayer, losses_table, reviewed_player, smaller_mistakes
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.text import Text

__all__ = ["Review", "joined"]

_MOST_LISTED = 20  # mistakes in the text of a review
_MOST_PICTURED = 50  # mistakes on a page
_NO_LOSS = Estimate(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Review(Tabular):
    """Points that the placements of deals lost: the result of `review`.

    Notebooks show the players, and pictures of the biggest mistakes; ``review.to_html(path)`` writes them as a page, and
    ``review.plot()`` draws charts. Files and data frames (``review.to_frame()``) have a row for each reviewed placement,
    with the keys of `ReviewedMove.to_dict`.

    Parameters
    ----------
    moves : tuple of ReviewedMove
        Reviewed placements, in the order of the deals.
    names : mapping of int to tuple of str
        Names of the players of each deal by seat, by the number of the deal.
    surrendered : tuple of (int, int)
        Deal number and seat of each surrender that was not reviewed, because the record lacks the player's cards, or the
        player was in Fantasyland.
    dead : tuple of (int, int)
        Deal number and seat of each dead hand. Placements from then on were not reviewed.

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
    (True, '<!DOCTYPE html>')
    >>> result.moves[0].player, result.table()[1][-1][0]
    ('Player 2', 'all')
    >>> result.to_csv().splitlines()[0][:43]
    'player,deal,move,seat,street,position,place'
    """

    moves: tuple[ReviewedMove, ...]
    names: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    surrendered: tuple[tuple[int, int], ...] = ()
    dead: tuple[tuple[int, int], ...] = ()

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """Placements that lost more than the margin of error, largest losses first."""
        return tuple(sorted((move for move in self.moves if move.is_mistake), key=lambda move: -move.lost.mean))

    @property
    def players(self) -> tuple[ReviewedPlayer, ...]:
        """Losses of each player with reviewed placements, matched by name."""
        moves: dict[str, list[ReviewedMove]] = {name: [] for names in self.names.values() for name in names}
        for move in self.moves:
            moves[move.player].append(move)
        return tuple(reviewed_player(name, placed) for name, placed in moves.items() if placed)

    @property
    def total(self) -> ReviewedPlayer:
        """Losses of all players together."""
        return reviewed_player("all", self.moves)

    @property
    def note(self) -> str:
        """Line below the table: the number of samples, the uncertain losses, surrenders without cards, and dead hands."""
        names = [self.names[deal][seat] for deal, seat in self.surrendered]
        surrenders = [f"{name} surrendered, which was not reviewed" for name in dict.fromkeys(names)]
        dead = f"not reviewed: {counted(len(self.dead), 'dead hand')}" if self.dead else ""
        return "; ".join(filter(None, [self._note_on_placements(), *surrenders, dead]))

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
        """Return the whole result as plain values for JSON; seats are indices from 0."""
        return {
            "deals": len(self.names),
            "placements": self._rows(),
            "players": [player.to_dict() for player in self.players],
            "surrendered": self._plain_seats(self.surrendered),
            "dead": self._plain_seats(self.dead),
        }

    def _plain_seats(self, seats: Iterable[tuple[int, int]]) -> list[dict[str, Any]]:
        return [{"player": self.names[deal][seat], "deal": deal, "seat": seat} for deal, seat in seats]

    def _rows(self) -> list[dict[str, Any]]:
        return [move.to_dict() for move in self.moves]

    # ---- texts and pages ----

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return column names, and a row of text for each player. With several players, the last row is for all together.

        ``mean`` is the points lost by mistakes per placement, and ``at most`` the upper end of the uncertain losses.
        """
        players = self.players
        return losses_table([*players, *([self.total] if len(players) > 1 else [])])

    def _head(self, move: ReviewedMove) -> str:
        """Return the deal, if there are several, the player and the street of a placement as text."""
        deal = f"deal {move.deal}" if len(self.names) > 1 else ""
        return ", ".join(filter(None, [deal, move.player, move.when]))

    def __repr__(self) -> str:
        number, mistakes = counted(len(self.moves), "placement"), counted(len(self.mistakes), "mistake")
        deals = f" of {counted(len(self.names), 'deal')}" if len(self.names) > 1 else ""
        return fitted(f"<Review of {number}{deals}: {mistakes}, which lost {self.total.lost} points>")

    def __str__(self) -> str:
        mistakes = self.mistakes
        lines = [
            f"lost {move.lost.mean:5.2f} +- {move.lost.margin:.2f}  {self._head(move)}\n"
            f"    placed  {move.placement}\n    best    {move.best}"
            for move in mistakes[:_MOST_LISTED]
        ]
        lines += filter(None, [smaller_mistakes(len(mistakes) - _MOST_LISTED)])
        if len(self.names) > 1 and self.moves:
            columns, rows = self.table()
            lines += ["", *align_columns([columns, *rows], right=range(1, len(columns))), ""]
        return "\n".join([*lines, *textwrap.wrap(self.note, width=80, subsequent_indent="  ")])

    def __rich__(self) -> Text:
        return cards_text(str(self))

    def _repr_html_(self) -> str:
        return self._html(MOST_SHOWN)

    def _html(self, limit: int) -> str:
        from cpoker_fast.studies.review_page import losses_html, mistakes_html

        pictures = mistakes_html(self.mistakes, limit, has_deals=len(self.names) > 1)
        return losses_html(self.table(), self.note) + pictures

    def to_html(self, path: str | os.PathLike[str] | None = None, *, limit: int = _MOST_PICTURED) -> str:
        """Return a page of HTML with the players and pictures of mistakes, and write it to `path` unless `path` is None.

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

        title = f"Review of {counted(len(self.moves), 'placement')} of {counted(len(self.names), 'deal')}"
        return write_page(path, html_page(title, self._html(limit)))

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
            Axes to draw on. By default, they are on a new figure of pyplot; see `cpoker_fast.studies.Analysis.plot`. If you
            pass a single Axes for several deals, only the first chart is drawn.

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
        from cpoker_fast.display.charts import plot_histories

        lines = {text: self._sums(player.name) for text, player in zip(sums, self.players, strict=True)}
        return plot_histories(first, lines, "deals", "points lost so far", "Losses by player")

    def _plot_largest(self, limit: int, ax: object, title: str) -> Figure:
        moves = sorted(self.moves, key=lambda move: (-move.lost.mean, -move.lost.margin))
        heads = [self._head(move) for move in moves]
        has_room = len(self.names) == 1  # without the number of the deal
        return plot_best(
            [f"{head}: {move.placement}" for head, move in zip(heads, moves, strict=True)] if has_room else heads,
            [move.lost for move in moves],
            title=title,
            label="points lost, 95 % interval",
            part="the largest {} of {} losses",
            to_scale=True,
            limit=limit,
            ax=ax,
            error=AnalysisError,
        )

    def _sums(self, name: str) -> list[float]:
        """Return the points that mistakes of a player lost up to each deal, from 0 before the first deal."""
        lost = dict.fromkeys(self.names, 0.0)
        for move in self.moves:
            if move.is_mistake and move.player == name:
                lost[move.deal] += move.lost.mean
        sums = [0.0]
        for points in lost.values():
            sums.append(sums[-1] + points)
        return sums


def joined(reviews: Iterable[Review]) -> Review:
    """Return the reviews of different deals as one."""
    listed = list(reviews)
    return Review(
        tuple(move for review in listed for move in review.moves),
        {number: names for review in listed for number, names in review.names.items()},
        tuple(seat for review in listed for seat in review.surrendered),
        tuple(seat for review in listed for seat in review.dead),
    )
