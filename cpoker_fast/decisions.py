"""Decisions for hands: a board and the natural to declare, or a surrender."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arrays import TEXT_KINDS, as_array, label_at, listed
from cpoker_fast._rows import IF_BETTER, declaration_code, declaration_of
from cpoker_fast._settling import DECLARE_BEST, DECLARE_IF_BETTER, DECLARE_NOTHING
from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.boards import Board, Foul, Rows
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fields_repr
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import ArrayError, CpokerError, RulesError
from cpoker_fast.patterns import Pattern
from cpoker_fast.system.exports import Tabular

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "IF_BETTER",
    "BoardInput",
    "Decision",
    "Decisions",
    "Declaration",
    "code_of_all",
    "declaration_code",
    "declaration_codes",
    "declaration_of",
    "declarations_in",
    "declares_in",
    "parts_of_answer",
]


Declaration = bool | Pattern | str
"""Declaration of a natural: True for the best one of the board, False for none, a pattern or its name; or `IF_BETTER`, the
default everywhere, for the best one unless comparing the rows pays more."""


class Decision(NamedTuple):
    """A decision for a hand, and its points. `settle` accepts it in place of a board.

    A bot returns ``Decision(board)``, ``Decision(board, declare=True)``, or ``Decision(None)`` to surrender.
    """

    board: Board | None
    """Board to set; None for a surrender."""
    declare: Declaration = IF_BETTER
    """Natural to declare: True for the best one of the board, False to compare the rows, a pattern, or ``"if better"`` for
    the best one unless comparing the rows pays more."""
    points: float = nan
    """Points from all opponents together: exact against known boards, expected against a field; nan if unknown."""

    def __repr__(self) -> str:
        return fields_repr(self)

    def _repr_html_(self) -> str:
        """Return the picture of the board above the declaration and the points."""
        from html import escape

        words = ["surrender"] if self.board is None else []
        if self.declare and self.declare != IF_BETTER:
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
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> Decision:
        return Decision(board_of_cards(self.boards[index]), bool(self.declare[index]), float(self.points[index]))


BoardInput = Rows | Decision | Foul | None
"""A board in any form of `Rows`; a `Decision`, which also has a declaration; FOUL for a dead hand; None for a surrender."""


def parts_of_answer(value: Any) -> tuple[Any, Declaration]:
    """Return the board of a `Decision` and its declaration; any other value is a board with the default declaration."""
    return (value.board, value.declare) if isinstance(value, Decision) else (value, IF_BETTER)


# ---- codes of declarations in the compiled core: the index of a pattern, or a DECLARE_ constant ----


def declaration_codes(declare: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return codes that declare the best natural where `declare` is True, and no natural where it is False."""
    import numpy as np

    return np.where(declare, np.int8(DECLARE_BEST), np.int8(DECLARE_NOTHING))


def code_of_all(declare: object, error: type[CpokerError]) -> int:
    """Return the code of a declaration that holds for any board, the argument `declare`; raise `error` for other values."""
    if isinstance(declare, bool) or (isinstance(declare, str) and declare == IF_BETTER):
        return declaration_code(declare)
    raise error.about("declare", f"expected True, False or {IF_BETTER!r}, got {quote(declare)}")


def declarations_in(
    declare: object, shape: tuple[int, ...], defaults: NDArray[np.int8] | None = None, name: str = "declare"
) -> NDArray[np.int8]:
    """Return the code of each board's declaration, as int8 of `shape`; the declarations in `declare` are broadcast to it.

    None stands for the codes in `defaults` or, without them, for `IF_BETTER`. Raises ArrayError or RulesError, about the
    argument `name`, if declarations are invalid.
    """
    import numpy as np

    declare = listed(declare)
    is_one = not isinstance(declare, list) and not hasattr(declare, "__array__")
    array = np.asarray(declare) if is_one else as_array(declare, name)
    if array.dtype.kind in TEXT_KINDS:  # also of bools beside texts
        array = np.asarray(declare, object)
    if array.dtype == np.bool_:
        codes = declaration_codes(array)
    elif array.dtype.kind in TEXT_KINDS:
        codes = np.empty(array.shape, np.int8)
        for at, item in np.ndenumerate(array):
            try:
                codes[at] = _UNSET if item is None else declaration_code(item)
            except RulesError as error:
                raise RulesError(error.problem, path=label_at(name, at)) from None
    elif array.size:
        raise ArrayError.about(name, f"expected bools, patterns or {IF_BETTER!r}, got {array.dtype}")
    else:
        codes = np.empty(array.shape, np.int8)
    try:
        codes = np.broadcast_to(codes, shape)
    except ValueError:
        expected = f"expected the shape {shape}, or one that broadcasts to it, got {array.shape}"
        raise ArrayError.about(name, expected) from None
    return np.where(codes == _UNSET, np.int8(DECLARE_IF_BETTER) if defaults is None else defaults, codes)


_UNSET = -128  # code of a declaration that is None


def declares_in(declare: object, n: int) -> NDArray[np.bool_]:
    """Return whether each of n boards declares its best natural; ArrayError unless `declare` is one bool, or n of them."""
    codes = declarations_in(declare, (n,))
    is_best: NDArray[np.bool_] = codes == DECLARE_BEST
    if not is_best[codes != DECLARE_NOTHING].all():
        raise ArrayError.about("declare", f"expected True, False, or an array of them, got {quote(declare)}")
    return is_best
