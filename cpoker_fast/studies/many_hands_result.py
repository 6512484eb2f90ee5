"""Results of analyses of many hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cpoker_fast._arguments import check_whole
from cpoker_fast.board_arrays import Placements, board_of_cards, board_or_foul
from cpoker_fast.cards import CardSet
from cpoker_fast.display.columns import MARGIN, align_columns
from cpoker_fast.display.markup import cards_html, table_html
from cpoker_fast.display.plotting import MOST_LIMIT, MOST_SHOWN
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import AnalysisError
from cpoker_fast.estimates import Estimate, estimate_to_dict
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cpoker_fast.fields import Field

__all__ = ["Analyses"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Analyses(Tabular):
    """Analyses of many hands of 13 cards: the result of `analyze_many`.

    Printed text and tables in notebooks begin with the boards that lose most. Without given boards, they begin with the best
    hands. Files and data frames (``analyses.to_frame()``) have a row for each hand, in the order of the hands: ``hand``,
    ``best``, ``declare``, ``points``, ``board`` and ``loss``, with standard errors and 95 % intervals. The hands share the
    sampled opponents, so errors of different hands are not independent.

    Attributes
    ----------
    rules : Rules
        Rules.
    opponents : int
        Number of opponents.
    has_button : bool
        Whether the player has the button.
    field : Field
        Field to which the opponents play best responses.
    samples : int
        Number of sampled hands of opponents; 0 if only tables were dealt.
    tables : int
        Number of tables that were dealt for each hand; 0 if the sample is enough.
    hands : array of uint8, shape (n, 13)
        Hands, cards ascending.
    best : Placements
        Best placements, with their expected points from all opponents together.
    standard_errors : array of float64, shape (n,)
        Standard errors of these points.
    boards : array of uint8, shape (n, 13), or None
        Given boards; None without them.
    losses : array of float64, shape (n,), or None
        Expected points of the best placement minus those of the given board, at least 0.
    loss_standard_errors : array of float64, shape (n,), or None
        Standard errors of the losses. If the given board seems to be the best one, another placement may still be better, by
        up to the margin of error of the loss.

    Examples
    --------
    >>> hand, board = "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "Kh Qs 6h / As Jd Td 9c 8c / 7s 7h 7d 5h 5c"
    >>> analyses = analyze_many([hand], "pagat", [board], samples=1 << 14)
    >>> analyses
    <Analyses of 1 hand: pagat, 3 opponents, 16384 samples>
    >>> columns, rows = analyses.table()
    >>> columns[1:4], rows[0][1]
    (['board', 'loss', '+- 95%'], 'Kh Qs 6h / As Jd Td 9c 8c / 7s 7h 7d 5h 5c')
    >>> analyses.loss(0).mean > analyses.loss(0).margin, analyses.points(0).mean > 0, analyses.worst_first().tolist()
    (True, True, [0])
    >>> analyses.note_below(20), analyses.to_dict()["hands"][0]["best"]
    ('', 'As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c')
    """

    rules: Rules
    opponents: int
    has_button: bool
    field: Field
    samples: int
    tables: int
    hands: NDArray[np.uint8]
    best: Placements
    standard_errors: NDArray[np.float64]
    boards: NDArray[np.uint8] | None = None
    losses: NDArray[np.float64] | None = None
    loss_standard_errors: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.hands)

    def points(self, index: int) -> Estimate:
        """Return the points of the best placement of a hand, with their margin of error; AnalysisError for a bad index."""
        index = self._checked(index)
        return Estimate(float(self.best.points[index]), float(self.standard_errors[index]))

    def loss(self, index: int) -> Estimate:
        """Return the loss of a given board, with its margin of error.

        Raises
        ------
        AnalysisError
            If the index is invalid, or there are no given boards.
        """
        index = self._checked(index)
        if self.losses is None or self.loss_standard_errors is None:
            raise AnalysisError("no loss without boards: call analyze_many(hands, rules, boards)")
        return Estimate(float(self.losses[index]), float(self.loss_standard_errors[index]))

    def _checked(self, index: Any) -> int:
        """Return the index of a hand; AnalysisError unless it is a whole number, also of NumPy, from 0."""
        whole = int(index) if isinstance(index, np.integer) else index
        check_whole("index", whole, 0, len(self) - 1, AnalysisError)
        return whole

    def worst_first(self) -> NDArray[np.intp]:
        """Return the indices of the hands: largest losses first; without given boards, most points first."""
        values = self.best.points if self.losses is None else self.losses
        return np.argsort(-values, kind="stable")

    # ---- plain values ----

    def _row(self, index: int) -> dict[str, Any]:
        best = board_of_cards(self.best.boards[index])
        row = {
            "hand": str(CardSet(self.hands[index].tolist())),
            "best": None if best is None else str(best),
            "declare": bool(self.best.declare[index]),
            **estimate_to_dict(self.points(index), "points"),
        }
        if self.boards is None:
            return row
        board, loss = board_or_foul(self.boards[index]), estimate_to_dict(self.loss(index), "loss", "loss_")
        low, high = loss["loss_confidence_95"]
        loss["loss_confidence_95"] = [None if low is None else max(0.0, low), high]  # no board is better than the best one
        return row | {"board": None if board is None else str(board), **loss}

    def _rows(self) -> list[dict[str, Any]]:
        return [self._row(index) for index in range(len(self))]

    def to_dict(self) -> dict[str, Any]:
        """Return the whole result as plain values for JSON; a surrender is a board of None."""
        return {
            "rules": self.rules.name,
            "opponents": self.opponents,
            "has_button": self.has_button,
            "field": {"boards": len(self.field), "made_by": self.field.made_by},
            "samples": self.samples,
            "tables": self.tables,
            "hands": self._rows(),
        }

    # ---- tables and texts ----

    @property
    def title(self) -> str:
        """Number of hands, rules, opponents, and what the points are based on, in a line."""
        parts = [self.rules.name, counted(self.opponents, "opponent"), *(["the button"] if self.has_button else [])]
        parts += [counted(self.samples, "sample")] if self.samples else []
        parts += [f"{counted(self.tables, 'table')} each"] if self.tables else []
        return f"{counted(len(self), 'hand')}: {', '.join(parts)}"

    def table(self, limit: int = MOST_SHOWN) -> tuple[list[str], list[list[str]]]:
        """Return column names, and cells of the first hands of `worst_first`, at most `limit`.

        Raises
        ------
        AnalysisError
            If `limit` is not 1 to 1,000.
        """
        check_whole("limit", limit, 1, MOST_LIMIT, AnalysisError)
        columns = ["index", "best", "points", MARGIN]
        if self.boards is not None:
            columns = ["index", "board", "loss", MARGIN, *columns[1:]]
        return columns, [self._cells(index) for index in self.worst_first()[:limit].tolist()]

    def _cells(self, index: int) -> list[str]:
        points = self.points(index)
        best = _label(self.best.boards[index], declares=bool(self.best.declare[index]))
        cells = [str(index)]
        if self.boards is not None:
            loss = self.loss(index)
            cells += [_label(self.boards[index]), f"{loss.mean:.3f}", f"{loss.margin:.3f}"]
        return [*cells, best, f"{points.mean:+z.3f}", f"{points.margin:.3f}"]

    def note_below(self, limit: int) -> str:
        """Return the number of hands that a table of at most `limit` hands omits, as text; AnalysisError as for `table`."""
        check_whole("limit", limit, 1, MOST_LIMIT, AnalysisError)
        more = len(self) - limit
        return f"and {more} more" if more > 0 else ""

    def __repr__(self) -> str:
        return fitted(f"<Analyses of {self.title}>")

    def __str__(self) -> str:
        columns, rows = self.table()
        right = [number for number, column in enumerate(columns) if column not in ("best", "board")]
        lines = [self.title, *align_columns([columns, *rows], right=right)]
        return "\n".join([*lines, *filter(None, [self.note_below(MOST_SHOWN)])])

    def _repr_html_(self) -> str:
        from html import escape

        columns, rows = self.table()
        texts = [number for number, column in enumerate(columns) if column in ("best", "board")]
        shown = [[cards_html(cell) if number in texts else cell for number, cell in enumerate(row)] for row in rows]
        return table_html(shown, head=columns, title=escape(self.title), left=texts, note=self.note_below(MOST_SHOWN))


def _label(cards: NDArray[np.uint8], *, declares: bool = False) -> str:
    board = board_or_foul(cards)
    return "surrender" if board is None else f"{board} (natural)" if declares else str(board)
