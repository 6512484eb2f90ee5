"""Decisions for hands: a board and the natural to declare, or a surrender."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._settling import DECLARE_BEST, DECLARE_NOTHING
from cpoker_fast.board_arrays import NO_BOARD, board_of_cards
from cpoker_fast.boards import Board
from cpoker_fast.display.reprs import fields_repr
from cpoker_fast.display.wording import counted
from cpoker_fast.patterns import Pattern, pattern_at
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Decision", "Decisions", "declaration_code", "declaration_codes", "declaration_of"]


class Decision(NamedTuple):
    """A decision for a hand, and its points. `settle` accepts its `board` and `declare`.

    A bot returns ``Decision(board)``, ``Decision(board, declare=True)``, or ``Decision(None)`` to surrender.
    """

    board: Board | None
    """Board to set; None for a surrender."""
    declare: bool | Pattern = False
    """Natural to declare: True for the best one of the board, False to compare the rows."""
    points: float = nan
    """Points from all opponents together: exact against known boards, expected against a field; nan if unknown."""

    def __repr__(self) -> str:
        return fields_repr(self)

    def _repr_html_(self) -> str:
        """Return the picture of the board above the declaration and the points."""
        from html import escape

        words = ["surrender"] if self.board is None else []
        if self.declare:
            words.append(f"declares {'the best natural' if self.declare is True else self.declare}")
        if not isnan(self.points):
            words.append(f"{self.points:+.2f} points")
        picture = "" if self.board is None else self.board.to_svg()
        return picture + (f"<p>{escape(', '.join(words))}</p>" if words else "")


@dataclass(frozen=True, slots=True, eq=False)
class Decisions(Tabular):
    """Decisions for many hands, and their points.

    Files and data frames (``decisions.to_frame()``) have a row for each hand: the board as text, whether it declares its
    best natural, and the points.

    Parameters
    ----------
    boards : array of uint8, shape (n, 13)
        Front (3), middle (5) and back (5), as `settle_many` accepts them; 255 for a surrender.
    declare : array of bool, shape (n,)
        Whether to declare the best natural of the board.
    points : array of float64, shape (n,), optional
        Expected points from all opponents together; nan where unknown.

    Examples
    --------
    >>> import numpy as np
    >>> hands = np.array([list(CardSet("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"))], np.uint8)
    >>> decisions = arrange_many(hands, "pagat", opponents=1)
    >>> decisions.boards.shape, decisions.declare.tolist()
    ((1, 13), [False])
    >>> decisions
    <Decisions for 1 hand>
    >>> decisions.to_csv().splitlines()[1][:43]
    'As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c,'
    """

    boards: NDArray[np.uint8]
    declare: NDArray[np.bool_]
    points: NDArray[np.float64]

    def __init__(
        self, boards: NDArray[np.uint8], declare: NDArray[np.bool_], points: NDArray[np.float64] | None = None
    ) -> None:
        import numpy as np

        object.__setattr__(self, "boards", boards)
        object.__setattr__(self, "declare", declare)
        object.__setattr__(self, "points", np.full(len(boards), nan) if points is None else points)

    def __len__(self) -> int:
        return len(self.boards)

    def __repr__(self) -> str:
        return f"<Decisions for {counted(len(self), 'hand')}>"

    def _columns(self) -> dict[str, list[Any]]:
        boards = [None if decision.board is None else str(decision.board) for decision in self]
        return {"board": boards, "declare": self.declare.tolist(), "points": self.points.tolist()}

    def __iter__(self) -> Iterator[Decision]:
        columns = self.boards.tolist(), self.declare.tolist(), self.points.tolist()
        for cards, declare, points in zip(*columns, strict=True):
            yield Decision(None if cards[0] == NO_BOARD else Board.of_cards(cards), declare, points)

    def __getitem__(self, index: int) -> Decision:
        return Decision(board_of_cards(self.boards[index]), bool(self.declare[index]), float(self.points[index]))


# ---- codes of declarations in the compiled core: the index of a pattern, or a DECLARE_ constant ----


def declaration_code(declare: bool | Pattern) -> int:
    """Return the code of a declaration."""
    return declare.place if isinstance(declare, Pattern) else DECLARE_BEST if declare else DECLARE_NOTHING


def declaration_codes(declare: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return codes that declare the best natural where `declare` is True, and no natural where it is False."""
    import numpy as np

    return np.where(declare, np.int8(DECLARE_BEST), np.int8(DECLARE_NOTHING))


def declaration_of(code: int) -> bool | Pattern:
    """Return the declaration that a code stands for."""
    return pattern_at(code) if code >= 0 else code == DECLARE_BEST
