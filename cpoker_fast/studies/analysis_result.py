"""Results of analyses: the candidates of a position with their points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from cpoker_fast._arguments import check_whole
from cpoker_fast.board_arrays import NO_BOARD
from cpoker_fast.boards import ROW_SPANS, ROWS, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.columns import MARGIN, fold_columns, wrap_line
from cpoker_fast.display.markup import FittedTable, cards_html, cards_text, table_html
from cpoker_fast.display.plotting import MOST_LIMIT, MOST_SHOWN, plot_best
from cpoker_fast.display.reprs import fields_repr, fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError, PlacementError
from cpoker_fast.estimates import Estimate, estimate_to_dict
from cpoker_fast.game.placement import Placement, Rows, index_in_list
from cpoker_fast.game.position import Position
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.declarations import IF_BETTER, named_in
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from rich.console import Group

    from cpoker_fast.fields import Field

__all__ = ["Analysis", "Basis", "Candidate", "Chances"]

_TEXT_WIDTH = 80  # columns

Basis: TypeAlias = Literal["deals", "rollouts", "exact"]
"""What the points of an analysis are based on."""


class Chances(NamedTuple):
    """Rates at which a candidate wins rows and scoops in the sampled deals, and its royalties."""

    won: tuple[float, ...]
    """Rates at which front, middle and back win, over the pairings in which rows were compared."""
    tied: tuple[float, ...]
    """Rates at which front, middle and back tie."""
    lost: tuple[float, ...]
    """Rates at which front, middle and back lose."""
    scoops: float
    """Rate of scooping an opponent, over all pairings."""
    scooped: float
    """Rate of being scooped, over all pairings."""
    royalties_won: float
    """Royalties won, in points per pairing."""
    royalties_paid: float
    """Royalties paid, in points per pairing."""
    best: float
    """Probability, given the deals, that the candidate is the best; 0 if it was dropped or is not in the top 64."""

    def __repr__(self) -> str:
        return fields_repr(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "rows": {
                row: {"won": won, "tied": tied, "lost": lost}
                for row, won, tied, lost in zip(ROWS, self.won, self.tied, self.lost, strict=True)
            },
            "scoops": self.scoops,
            "scooped": self.scooped,
            "royalties_won": self.royalties_won,
            "royalties_paid": self.royalties_paid,
            "best_chance": self.best,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One way to play a position, with its expected points.

    Attributes
    ----------
    placement : Placement
        Cards for each row, and the discards; or a surrender. `Placement.declare` is the name of a declared natural. It is
        False if the board has a natural but compares its rows.
    points : Estimate
        Expected points from all opponents together. They are the points of the best candidate minus `behind`. If cards are
        placed street by street, they include the worth of the player's next Fantasyland. They do not include the worth of
        opponents' Fantasylands, which hardly depends on the placement. The standard error is 0 for exact points. With few
        rollouts, the standard error is multiplied by the standard deviation of Student's t, since the spread of a few
        batches is itself uncertain.
    per_opponent : float
        Expected points per pairing.
    behind : Estimate
        Gap to the best candidate: its points minus those of this candidate, with the same random cards. With rollouts, there
        is also a gap between first estimates. `behind` is then the mean of both gaps, weighted by their precision.
    samples : int
        Number of deals or rollouts (see `Analysis.based_on`). On the last two streets, it is the number of sampled boards of
        each opponent. It is smaller for a dropped candidate, and 0 for exact points. It is also 0 for a placement whose
        first estimate was too low for rollouts. In this last case, `behind` is the gap between first estimates, with the
        usual standard error of such gaps.
    is_foul : bool or None
        Whether the board is a foul; False for a surrender or a declared natural. None if the analysis does not check it.
    chances : Chances or None
        Rates of won rows and of scoops, royalties, and the chance to be the best. None if cards are placed street by street,
        and in Fantasyland.
    estimate : float or None
        Gap in points from the candidate's first estimate to the highest one; None without rollouts. Networks make the first
        estimates. Under rules without networks, a heuristic makes them.

    Examples
    --------
    >>> best = analyze("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat", deals=100, seed=1).best
    >>> best.to_dict()["placement"]
    'As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c'
    >>> best.board == Board.parse(best.label), best.chances.scooped < 0.1
    (True, True)
    """

    placement: Placement
    points: Estimate
    per_opponent: float
    behind: Estimate
    samples: int
    is_foul: bool | None = None
    chances: Chances | None = None
    estimate: float | None = None

    @property
    def board(self) -> Board | None:
        """Board of a candidate that places 13 cards; None for a surrender, and for fewer cards."""
        return Board.of_rows(*self.placement.rows) if len(self.placement.cards) == ROW_SPANS[-1][-1] else None

    @property
    def natural(self) -> str | None:
        """Natural that the candidate declares, if any."""
        return named_in(self.placement.declare)

    @property
    def label(self) -> str:
        """Text of the placement, the declared natural or the surrender, with a mark if the board is a foul."""
        if self.placement.is_surrender:
            return "surrender"
        if self.natural is not None:
            return f"declare {self.natural}"
        placement = str(Placement.of_cards(*self.placement.rows, self.placement.discards))
        return f"{placement} (a foul)" if self.is_foul else placement

    def __repr__(self) -> str:
        return fitted(f"<Candidate {self.label}: {self.points} points, {self.behind} behind the best>")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; ``confidence_95`` is the 95 % interval of the points.

        The keys of `Chances.to_dict`, ``is_foul`` and ``estimate`` are present only if the analysis has these values.
        """
        return {
            "placement": str(self.placement),
            **({} if self.is_foul is None else {"is_foul": self.is_foul}),
            **estimate_to_dict(self.points, "points"),
            "per_opponent": self.per_opponent,
            **estimate_to_dict(self.behind, "behind", "behind_"),
            "samples": self.samples,
            **({} if self.chances is None else self.chances.to_dict()),
            **({} if self.estimate is None else {"estimate": self.estimate}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(Tabular):
    """Candidates of a position, best first: the result of `analyze`.

    Notebooks show the candidates as a table, and ``analysis.plot()`` draws them as a chart. Files and data frames
    (``analysis.to_frame()``) have a row for each candidate, with the keys of `Candidate.to_dict`. ``points`` and ``behind``
    are from all opponents together; ``per_opponent``, ``royalties_won`` and ``royalties_paid`` are per pairing. Royalties
    ignore limits of the rules.

    Attributes
    ----------
    position : Position
        Analyzed position; for a hand, its position before the only or the first street.
    candidates : tuple of Candidate
        Candidates, best first. Those that were dropped after fewer deals are last.
    based_on : {'deals', 'rollouts', 'exact'}
        Whether points are means over deals of the opponents' hands, means of rollouts, or exact.
    field : Field or None
        Field to which the opponents play best responses; None if a bot sets their hands, or if
        cards are placed street by street.
    bot : str
        Name of the bot that sets the opponents' hands, or that plays the rollouts. In rollouts, this is 'swift', or
        'careful' if there are no networks for the rules. The name is empty without a bot.
    also : tuple of Placement
        Candidates that the caller asked for (``also=``). Tables always show them.

    Examples
    --------
    >>> analysis = analyze("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat", deals=100, seed=1)
    >>> columns, rows = analysis.table()
    >>> columns[:5], len(rows) == len(analysis.candidates)
    (['', 'points', '+- 95%', 'behind', '+- 95%'], True)
    >>> analysis.to_dict()["opponents"], analysis.to_arrays()["boards"].shape[1]
    (3, 13)
    >>> analysis.candidate(analysis.best.board) == analysis.best
    True
    >>> analysis.to_csv().splitlines()[1][:43]
    'As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c,'
    >>> len(analysis.table(limit=2)[1]), analysis.note_below(2)
    (2, 'and 2 more')
    >>> street = analyze("Ah Kc Qs 8h 7c", "pineapple", rollouts=20, seed=1)
    >>> street.title
    'Ah Kc Qs 8h 7c: pineapple, street 1 of 5, 1 opponent, rollouts by swift'
    """

    position: Position
    candidates: tuple[Candidate, ...]
    based_on: Basis
    field: Field | None = None
    bot: str = ""
    also: tuple[Placement, ...] = ()

    @property
    def hand(self) -> CardSet:
        """Cards to place."""
        return self.position.hand

    @property
    def rules(self) -> Rules:
        """Rules of the position."""
        return self.position.rules

    @property
    def opponents(self) -> int:
        """Number of opponents."""
        return self.position.players - 1

    @property
    def best(self) -> Candidate:
        """Candidate with the most points: the recommended one."""
        return self.candidates[0]

    @property
    def samples(self) -> int:
        """Number of deals or rollouts of the candidates that were not dropped; 0 for exact points."""
        return self.best.samples

    @property
    def is_exact(self) -> bool:
        """Whether the points are exact."""
        return self.based_on == "exact"

    def candidate(self, rows: Rows) -> Candidate:
        """Return the candidate of a placement, in any form that `Position.placement` accepts, such as "surrender".

        If cards are placed street by street, the candidate may differ from the placement in irrelevant suits. A board with a
        natural has two candidates: one compares rows, and one declares the natural. `Placement.declare` chooses between the
        two. Without it, the better one is returned.

        Raises
        ------
        AnalysisError
            If there is no such candidate.
        PlacementError
            If the placement is not allowed in the position.
        """
        placement = self.position.placement(rows)
        try:
            return self.candidates[self._index_of(placement)]
        except PlacementError:
            raise AnalysisError(f"{placement} is not a candidate: pass more placements as also=") from None

    def _index_of(self, placement: Placement) -> int:
        """Return the index of the first candidate that stands for a placement; PlacementError if there is none."""
        placements = [candidate.placement for candidate in self.candidates]
        if self.best.chances is None:
            return index_in_list(placement, placements, self.position.own)
        declare = placement.declare
        natural = named_in(declare)
        if declare and natural is None:
            natural = read_seat(Board.of_rows(*placement.rows), self.rules).natural
        compares_rows = natural is None or declare == IF_BETTER
        for index, candidate in enumerate(self.candidates):
            if candidate.natural is not None:  # it counts the same on all boards that may declare it
                is_same = candidate.natural == natural
            else:
                is_same = compares_rows and candidate.placement.rows == placement.rows
            if is_same:
                return index
        raise PlacementError(f"{placement} is not in the list")

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain values for JSON."""
        return {
            "position": str(self.position),
            "hand": str(self.hand),
            "rules": self.rules.name,
            "opponents": self.opponents,
            "based_on": self.based_on,
            "samples": self.samples,
            "field": self.field and {"boards": len(self.field), "made_by": self.field.made_by},
            "bot": self.bot or None,
            "candidates": self._rows(),
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [candidate.to_dict() for candidate in self.candidates]

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Return an array per attribute of the candidates.

        ``boards`` has the player's board after each placement as uint8[n, 13]. An empty place is 255, and a surrender is 13
        times 255. ``declare`` says whether a natural is declared. Rates of rows are float64[n, 3]. ``is_foul``, ``estimate``
        and the chances are present only if the analysis has them.
        """
        candidates = self.candidates
        columns: dict[str, list[Any]] = {
            "declare": [candidate.natural is not None for candidate in candidates],
            "points": [candidate.points.mean for candidate in candidates],
            "standard_error": [candidate.points.standard_error for candidate in candidates],
            "behind": [candidate.behind.mean for candidate in candidates],
            "behind_standard_error": [candidate.behind.standard_error for candidate in candidates],
        }
        for name in ("per_opponent", "samples", "is_foul", "estimate"):
            columns[name] = [getattr(candidate, name) for candidate in candidates]
        chances = [candidate.chances for candidate in candidates if candidate.chances is not None]
        for name in Chances._fields if chances else ():
            columns["best_chance" if name == "best" else name] = [getattr(rates, name) for rates in chances]
        known = {name: np.array(values) for name, values in columns.items() if None not in values}
        return {"boards": self._boards(), **known}

    def _boards(self) -> NDArray[np.uint8]:
        boards = np.full((len(self.candidates), ROW_SPANS[-1][-1]), NO_BOARD, np.uint8)
        for board, candidate in zip(boards, self.candidates, strict=True):
            if not candidate.placement.is_surrender:
                rows = self.position.own.with_cards(candidate.placement).rows
                for (begin, _), row in zip(ROW_SPANS, rows, strict=True):
                    board[begin : begin + len(row)] = list(row)
        return boards

    # ---- tables and texts ----

    def _shown(self, limit: int) -> list[Candidate]:
        """Return the best candidates, at most `limit`, and those that the caller asked for, in their order."""
        check_whole("limit", limit, 1, MOST_LIMIT, AnalysisError)
        return [
            candidate for place, candidate in enumerate(self.candidates) if place < limit or candidate.placement in self.also
        ]

    def table(self, *, limit: int = MOST_SHOWN) -> tuple[list[str], list[list[str]]]:
        """Return the names of the columns, and a row of text for each of the best candidates and those of `also`.

        Points are from all opponents together, royalties per opponent. Columns named ``+- 95%`` have the margins of error of
        the column to their left. Candidates that were dropped after fewer deals have a star. With rollouts, the last column
        has their number, or ``-`` for a first estimate.

        Parameters
        ----------
        limit : int
            Largest number of best candidates, 1 to 1,000.

        Raises
        ------
        AnalysisError
            If `limit` is invalid.
        """
        columns = ["", "points", MARGIN, "behind", MARGIN]
        if self.best.chances is not None:
            columns += [*ROWS, "scoops", "scooped", "royalties each", "best"]
        if self.based_on == "rollouts":
            columns.append("rollouts")
        return columns, [self._cells(candidate) for candidate in self._shown(limit)]

    def _cells(self, candidate: Candidate) -> list[str]:
        points, behind = candidate.points, candidate.behind
        cells = [f"{candidate.label} *" if self._is_dropped(candidate) else candidate.label]
        cells += [f"{points.mean:+z.3f}", f"{points.margin:.3f}", f"{behind.mean:z.3f}", f"{behind.margin:.3f}"]
        if (chances := candidate.chances) is not None:
            cells += [f"{won + tied / 2:.0%}" for won, tied in zip(chances.won, chances.tied, strict=True)]
            cells += [f"{chances.scoops:.0%}", f"{chances.scooped:.0%}"]
            cells += [f"{chances.royalties_won - chances.royalties_paid:+z.2f}", f"{chances.best:.0%}"]
        if self.based_on == "rollouts":
            cells.append(str(candidate.samples or "-"))
        return cells

    def _is_dropped(self, candidate: Candidate) -> bool:
        return self.based_on == "deals" and candidate.samples < self.samples

    @property
    def title(self) -> str:
        """Hand, rules, street, opponents, and what the points are based on, in a line."""
        position, parts = self.position, [self.rules.name]
        if position.in_fantasyland:
            parts.append(f"Fantasyland of {len(self.hand)} cards")
        elif len(self.rules.streets) > 1:
            parts.append(f"street {position.street + 1} of {len(self.rules.streets)}")
        parts.append(counted(self.opponents, "opponent"))
        if self.based_on == "rollouts":
            parts.append(f"rollouts by {self.bot}")
        else:
            parts.append("exact" if self.is_exact else counted(self.samples, "deal"))
            if self.bot:
                parts.append(f"bot {self.bot}")
        if self.field is not None and not self.field.is_equilibrium:
            parts.append(f"field of {counted(len(self.field), 'board')}")
        return f"{self.hand}: {', '.join(parts)}"

    @property
    def note(self) -> str:
        """Line below the table: the number of omitted candidates, and the meaning of marks; may be empty."""
        return self.note_below(MOST_SHOWN)

    def note_below(self, limit: int) -> str:
        """Return the `note` of a table of at most `limit` best candidates; AnalysisError if the limit is not 1 to 1,000."""
        shown = self._shown(limit)
        more = len(self.candidates) - len(shown)
        notes = {
            f"and {more} more": more > 0,
            "* dropped after fewer deals": any(map(self._is_dropped, shown)),
            "-: first estimate": self.based_on == "rollouts" and not all(item.samples for item in shown),
            "royalties and the worth of staying, without points for rows": self.position.in_fantasyland,
        }
        return "; ".join(note for note, applies in notes.items() if applies)

    def __repr__(self) -> str:
        number = counted(len(self.candidates), "candidate")
        return fitted(f"<Analysis of {self.title}: {number}, best {self.best.label}>")

    def __str__(self) -> str:
        title, note = (wrap_line(line, _TEXT_WIDTH) for line in (self.title, self.note))
        return "\n".join([*title, *fold_columns(*self.table(), _TEXT_WIDTH), *filter(None, note)])

    def __rich__(self) -> Group:
        from rich.console import Group

        return Group(cards_text(self.title), FittedTable(*self.table(), last="behind"), *([self.note] if self.note else []))

    def _repr_html_(self) -> str:
        from html import escape

        columns, rows = self.table()
        shown = [[cards_html(label), *numbers] for label, *numbers in rows]
        title = cards_html(str(self.hand)) + escape(self.title.removeprefix(str(self.hand)))
        return table_html(shown, head=columns, title=title, note=self.note)

    def plot(self, limit: int = MOST_SHOWN, *, ax: Axes | None = None) -> Figure:
        """Plot the gaps of candidates to the best one, with 95 % intervals; needs the extra ``plot``.

        Large gaps are shown as numbers at the edge, so that differences of small gaps remain visible. A placement without
        rollouts has a rough interval.

        Parameters
        ----------
        limit : int
            Largest number of candidates to draw, 1 to 1,000. If some are omitted, the title says how many.
        ax : matplotlib.axes.Axes, optional
            Axes to draw on. By default, they are on a new figure of pyplot, which ``plt.show()`` shows. In a loop, close
            this figure with ``plt.close(figure)``. With your own axes, end the last line of a notebook cell with a
            semicolon. Otherwise, the notebook shows the figure twice.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        AnalysisError
            If `limit` or `ax` is invalid.
        CpokerError
            If Matplotlib is missing.
        """
        return plot_best(
            [candidate.label for candidate in self.candidates],
            [candidate.behind for candidate in self.candidates],
            title=self.title.replace(": ", "\n", 1),  # several lines: charts are narrow
            label="points behind the best, 95 % interval",
            part="the best {} of {} candidates",
            limit=limit,
            ax=ax,
            error=AnalysisError,
        )
