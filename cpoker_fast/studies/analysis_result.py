"""Results of analyses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from cpoker_fast._arguments import check_whole
from cpoker_fast.board_arrays import array_of_boards
from cpoker_fast.boards import ROWS, Board, board_of
from cpoker_fast.cards import CardSet
from cpoker_fast.display.columns import MARGIN, align_columns
from cpoker_fast.display.markup import FittedTable, cards_html, cards_text, table_html
from cpoker_fast.display.plotting import MOST_LIMIT, MOST_SHOWN, plot_best
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError
from cpoker_fast.estimates import Estimate, estimate_to_dict
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies.counts import counter_of
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray
    from rich.console import Group

    from cpoker_fast.fields import Field

__all__ = ["Analysis", "Candidate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One way to play a hand: a board, a natural or a surrender, with its expected points.

    Attributes
    ----------
    board : Board or None
        Board to set; None for a surrender.
    declare : bool or Pattern
        Natural to declare; False if the rows are compared.
    is_foul : bool
    points : Estimate
        Expected points from all opponents together: points of the best candidate minus `behind`.
    per_opponent : float
        Expected points per pairing.
    behind : Estimate
        Points of the best candidate minus those of this one, over the deals of this one, with the error of the difference.
    won, tied, lost : tuple of float
        Rates for front, middle and back, over the pairings in which rows were compared.
    scoops, scooped : float
        Rates of scooping an opponent and of being scooped, over all pairings.
    royalties_won, royalties_paid : float
        Points per pairing.
    best_chance : float
        Probability, given the deals, that this candidate is the best; 0 if it was dropped or is not in the top 64.
    deals : int
        Number of deals, smaller for a dropped candidate.

    Examples
    --------
    >>> best = analyze("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat", deals=100, seed=1).best
    >>> best.to_dict()["board"]
    'As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c'
    """

    board: Board | None
    declare: bool | Pattern
    is_foul: bool
    points: Estimate
    per_opponent: float
    behind: Estimate
    won: tuple[float, ...]
    tied: tuple[float, ...]
    lost: tuple[float, ...]
    scoops: float
    scooped: float
    royalties_won: float
    royalties_paid: float
    best_chance: float
    deals: int

    @classmethod
    def counted(
        cls,
        *,
        board: Board | None,
        declare: bool | Pattern,
        is_foul: bool,
        points: Estimate,
        behind: Estimate,
        best_chance: float,
        deals: int,
        opponents: int,
        tables: int,
        tally: NDArray[np.int64],
    ) -> Self:
        """Return a candidate with rates from its counters (`tally`, as in ``counts.COUNTERS``)."""
        rows = counter_of(tally, "rows")
        compared = max(1, int(rows[0].sum()))
        pairings = tables * opponents

        def rate(name: str) -> float:
            return int(counter_of(tally, name)) / pairings

        lost, tied, won = (tuple(int(row[result]) / compared for row in rows) for result in range(3))
        return cls(
            board=board,
            declare=declare,
            is_foul=is_foul,
            points=points,
            per_opponent=points.mean / opponents,
            behind=behind,
            won=won,
            tied=tied,
            lost=lost,
            scoops=rate("scoops"),
            scooped=rate("scooped"),
            royalties_won=rate("royalties_won"),
            royalties_paid=rate("royalties_paid"),
            best_chance=best_chance,
            deals=deals,
        )

    @property
    def name(self) -> str:
        """Board, declared natural or surrender, as text."""
        if self.board is None:
            return "surrender"
        return f"declare {self.declare}" if self.declare else str(self.board)

    @property
    def label(self) -> str:
        """Name, with a mark if the board is a foul that declares no natural."""
        return self.name + (" (a foul)" if self.is_foul and not self.declare else "")

    def __repr__(self) -> str:
        return fitted(f"<Candidate {self.label}: {self.points} points, {self.behind} behind the best, {self.deals} deals>")

    def cells(self) -> list[str]:
        """Return the row of this candidate in `Analysis.table`, without a star."""
        return [
            self.label,
            f"{self.points.mean:+z.3f}",
            f"{self.points.margin:.3f}",
            f"{self.behind.mean:z.3f}",
            f"{self.behind.margin:.3f}",
            *(f"{won + tied / 2:.0%}" for won, tied in zip(self.won, self.tied, strict=True)),
            f"{self.scoops:.0%}",
            f"{self.scooped:.0%}",
            f"{self.royalties_won - self.royalties_paid:+z.2f}",
            f"{self.best_chance:.0%}",
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; ``confidence_95`` is the 95 % interval of the points."""
        return {
            "board": None if self.board is None else str(self.board),
            "declare": str(self.declare) if self.declare else None,
            "is_foul": self.is_foul,
            **estimate_to_dict(self.points, "points"),
            "per_opponent": self.per_opponent,
            **estimate_to_dict(self.behind, "behind", "behind_"),
            "rows": {
                row: {"won": won, "tied": tied, "lost": lost}
                for row, won, tied, lost in zip(ROWS, self.won, self.tied, self.lost, strict=True)
            },
            "scoops": self.scoops,
            "scooped": self.scooped,
            "royalties_won": self.royalties_won,
            "royalties_paid": self.royalties_paid,
            "best_chance": self.best_chance,
            "deals": self.deals,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(Tabular):
    """Candidates of a hand, best first, dropped ones last: the result of `analyze`.

    Files and data frames have a row for each candidate, with the keys of `Candidate.to_dict`. ``board`` is missing for a
    surrender, and ``declare`` if no natural is declared. ``points`` and ``behind`` are from all opponents together,
    ``per_opponent``, ``royalties_won`` and ``royalties_paid`` are per pairing.

    Attributes
    ----------
    hand : CardSet
    rules : Rules
    opponents : int
    deals : int
        Number of sampled deals.
    candidates : tuple of Candidate
    field : Field or None
        Field to which the opponents play best responses; None if a bot sets their hands.
    bot : str
        Name of the bot that sets the opponents' hands; empty if there is none.
    added : tuple of Board
        Boards that the caller added (``boards=``); tables show them also if they are not among the best.

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
    """

    hand: CardSet
    rules: Rules
    opponents: int
    deals: int
    candidates: tuple[Candidate, ...]
    field: Field | None
    bot: str = ""
    added: tuple[Board, ...] = ()

    @property
    def best(self) -> Candidate:
        """Candidate with the most points."""
        return self.candidates[0]

    def candidate(self, board: Board | str | None) -> Candidate:
        """Return the candidate that compares the rows of a board, or that surrenders if `board` is None.

        Raises
        ------
        AnalysisError
            If there is no such candidate.
        BoardError
            If the board cannot be read.
        """
        parsed = None if board is None else board_of(board, "None")
        for candidate in self.candidates:
            if candidate.board == parsed and not candidate.declare:
                return candidate
        hint = "the rules have no surrender" if parsed is None else "pass more boards as boards="
        raise AnalysisError(f"{'surrender' if parsed is None else parsed} is not a candidate: {hint}")

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain values for JSON."""
        return {
            "hand": str(self.hand),
            "rules": self.rules.name,
            "opponents": self.opponents,
            "deals": self.deals,
            "field": self.field and {"boards": len(self.field), "made_by": self.field.made_by},
            "bot": self.bot or None,
            "candidates": self._rows(),
        }

    def _rows(self) -> list[dict[str, Any]]:
        return [candidate.to_dict() for candidate in self.candidates]

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Return an array per attribute: boards as uint8[n, 13], 255 for a surrender; rates of rows as float64[n, 3]."""
        import numpy as np

        candidates = self.candidates
        numbers = ("per_opponent", "scoops", "scooped", "royalties_won", "royalties_paid", "best_chance", "deals", "is_foul")
        return {
            "boards": array_of_boards(candidate.board for candidate in candidates),
            "declare": np.array([candidate.declare is not False for candidate in candidates]),
            "points": np.array([candidate.points.mean for candidate in candidates]),
            "standard_error": np.array([candidate.points.standard_error for candidate in candidates]),
            "behind": np.array([candidate.behind.mean for candidate in candidates]),
            "behind_standard_error": np.array([candidate.behind.standard_error for candidate in candidates]),
            **{
                name: np.array([getattr(candidate, name) for candidate in candidates])
                for name in ("won", "tied", "lost", *numbers)
            },
        }

    def _shown(self, limit: int, also: Candidate | None = None) -> list[Candidate]:
        """Return the best candidates, at most `limit`, and those of added boards and `also`, in their order."""
        return [
            candidate
            for place, candidate in enumerate(self.candidates)
            if place < limit or candidate == also or (not candidate.declare and candidate.board in self.added)
        ]

    def table(self, also: Candidate | None = None, *, limit: int = MOST_SHOWN) -> tuple[list[str], list[list[str]]]:
        """Return the names of the columns, and a row of text for each of the best candidates, added boards and `also`.

        Points are from all opponents together, royalties from each of them. Columns named ``+- 95%`` have the margins of
        error of the column to their left. Dropped candidates have a star.

        Parameters
        ----------
        also : Candidate, optional
            Another candidate to show.
        limit : int
            Largest number of best candidates, 1 to 1,000.

        Raises
        ------
        AnalysisError
            If `also` is not a candidate of this analysis, or `limit` is invalid.
        """
        check_whole("limit", limit, 1, MOST_LIMIT, AnalysisError)
        if also is not None and (not isinstance(also, Candidate) or also not in self.candidates):
            raise AnalysisError.about("also", f"expected a candidate of this analysis, got {quote(also)}")
        columns = [
            "",
            "points",
            MARGIN,
            "behind",
            MARGIN,
            "front",
            "middle",
            "back",
            "scoops",
            "scooped",
            "royalties each",
            "best",
        ]
        return columns, [
            [candidate.label + " *" * (candidate.deals < self.deals), *candidate.cells()[1:]]
            for candidate in self._shown(limit, also)
        ]

    @property
    def title(self) -> str:
        """Hand, rules, opponents, deals, and the bot, or the field unless it is the equilibrium, in a line."""
        parts = [self.rules.name, counted(self.opponents, "opponent"), counted(self.deals, "deal")]
        if self.field is None:
            parts.append(f"bot {self.bot}")
        elif not self.field.is_equilibrium:
            parts.append(f"field of {counted(len(self.field), 'board')}")
        return f"{self.hand}: {', '.join(parts)}"

    @property
    def note(self) -> str:
        """Line below the table: the number of candidates that it omits, and the meaning of stars; may be empty."""
        return self.note_below(MOST_SHOWN)

    def note_below(self, limit: int) -> str:
        """Return the `note` of a table of at most `limit` best candidates; AnalysisError if the limit is not 1 to 1,000."""
        check_whole("limit", limit, 1, MOST_LIMIT, AnalysisError)
        shown = self._shown(limit)
        more = len(self.candidates) - len(shown)
        has_dropped = any(candidate.deals < self.deals for candidate in shown)
        notes = [f"and {more} more"] * (more > 0) + ["* dropped after fewer deals"] * has_dropped
        return "; ".join(notes)

    def __repr__(self) -> str:
        number = counted(len(self.candidates), "candidate")
        return fitted(f"<Analysis of {self.title}: {number}, best {self.best.name}>")

    def __str__(self) -> str:
        columns, rows = self.table()
        lines = [self.title, *align_columns([columns, *rows], right=range(1, len(columns)))]
        return "\n".join([*lines, self.note] if self.note else lines)

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

        Large gaps are shown as numbers at the edge, so that differences of small gaps remain visible.

        Parameters
        ----------
        limit : int
            Largest number of candidates to draw, 1 to 1,000. If some are omitted, the title says how many.
        ax : matplotlib.axes.Axes, optional
            Axes to draw on. By default a new figure of pyplot, which ``plt.show()`` shows; in a loop, close it with
            ``plt.close(figure)``. With your own axes, end the last line of a notebook cell with a semicolon, or the notebook
            shows the figure twice.

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
