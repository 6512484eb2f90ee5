"""Samples of opponents' boards: checks, expected points and files."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Self

import numpy as np

from cpoker_fast._arguments import check_flag, check_whole, is_number
from cpoker_fast._core import kernels_in_use
from cpoker_fast._fields import REMOVAL_SHAPE, FieldCore, points_of_boards
from cpoker_fast._objectives import Objective, add_shifts, objective_of_field
from cpoker_fast._settling import fouls_and_naturals
from cpoker_fast.board_arrays import DEAD_HAND, board_rows_in, has_no_board
from cpoker_fast.boards import Rows
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError, FieldError, RulesError, TableError
from cpoker_fast.estimates import Estimate
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import CacheOwner, cached_with
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling.declarations import declaration_codes, declares_in
from cpoker_fast.settling.naturals import naturals_many
from cpoker_fast.system.files import arrays_in, checked_path, file_errors, write_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_BOARDS", "BoardSample", "Opposition", "opposition_of", "pairings_of"]

MOST_BOARDS = 1 << 16
_FORMAT = "cpoker_fast field 1"


@dataclass(frozen=True, slots=True)
class Opposition:
    """One to three opponents who each draw a board from a field, compiled for the C core."""

    core: FieldCore
    objective: Objective


@dataclass(frozen=True, slots=True, eq=False)
class BoardSample(CacheOwner):
    """Boards of a `Field`, and expected points against them."""

    rules: Rules
    boards: NDArray[np.uint8]
    declare: NDArray[np.bool_]
    exploitability: float | None
    error: float | None
    made_by: str
    removal: NDArray[np.float16] | None

    def __init__(
        self,
        rules: Rules | str,
        boards: NDArray[np.uint8] | Sequence[Rows | None],
        *,
        declare: bool | NDArray[np.bool_] = True,
        weights: Sequence[int] | NDArray[np.int64] | None = None,
        exploitability: float | None = None,
        error: float | None = None,
        made_by: str = "",
        removal: NDArray[np.float16] | None = None,
    ) -> None:
        rules = as_rules(rules)
        for name, number in (("exploitability", exploitability), ("error", error)):
            if number is not None and not is_number(number):
                raise FieldError.about(name, f"expected a number or None, got {quote(number)}")
        if not isinstance(made_by, str):
            raise FieldError.about("made_by", f"expected text, got {quote(made_by)}")
        if rules.has_single_winner and rules.has_home_run:
            raise RulesError("a field does not support home runs together with a single winner", path="home_run_bonus")
        array = _boards_in(boards)
        declared = declares_in(declare, len(array), rules)
        if weights is not None:
            counts = _weights_in(weights, len(array))
            array, declared = np.repeat(array, counts, axis=0), np.repeat(declared, counts)
        if not 1 <= len(array) <= MOST_BOARDS:
            raise FieldError(f"expected 1 to {MOST_BOARDS} boards, got {len(array)}")
        if removal is not None:
            is_table = isinstance(removal, np.ndarray) and removal.dtype == np.float16 and removal.shape == REMOVAL_SHAPE
            if not is_table or not np.isfinite(removal).all():
                raise FieldError(f"bad removal: expected finite numbers of float16 with the shape {REMOVAL_SHAPE}")
            removal = removal.copy()
        values = {
            "rules": rules,
            "boards": array.copy(),
            "declare": declared & _checked_naturals(array, rules),
            "exploitability": exploitability,
            "error": error,
            "made_by": made_by,
            "removal": removal,
        }
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def is_equilibrium(self) -> bool:
        """Whether `Field.equilibrium` made this field."""
        return self.made_by.startswith("Field.equilibrium(")

    def _identity(self) -> tuple[object, ...]:
        removal = None if self.removal is None else self.removal.tobytes()
        return type(self), self.rules, self.boards.tobytes(), self.declare.tobytes(), removal

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, BoardSample) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {counted(len(self), 'board')}, rules {self.rules.name!r}>"

    def _repr_html_(self) -> str:
        """Return a table of the size, the rules, the origin and the exploitability."""
        from html import escape

        from cpoker_fast.display.markup import table_html

        rows = [["boards", f"{len(self):,}"], ["rules", escape(self.rules.name)]]
        if self.made_by:
            rows.append(["made by", escape(self.made_by)])
        if self.exploitability is not None:
            measured = Estimate(self.exploitability, self.error or 0.0)
            rows.append(["exploitability", f"{measured.to_text('±')} points per pairing"])
        return table_html(rows, title=type(self).__name__, left=(0, 1))

    def __reduce__(self) -> tuple[object, ...]:
        origin = self.exploitability, self.error, self.made_by
        return _restore, (type(self), self.rules, self.boards, self.declare, *origin, self.removal)

    def points(
        self,
        boards: NDArray[np.uint8] | Sequence[Rows | None],
        *,
        declare: bool | NDArray[np.bool_] = True,
        opponents: int = 3,
        has_button: bool = False,
        own_cards: bool = True,
    ) -> NDArray[np.float64]:
        """Return the expected points of boards (including fouls and surrenders) from all opponents together.

        Parameters
        ----------
        boards : array of uint8, shape (n, 13), or sequence of boards or None
            Boards, as for `Field`.
        declare : bool, or array of bool, shape (n,)
            Whether boards declare the naturals that they may declare.
        opponents : int
            Number of opponents, 1 to 3.
        has_button : bool
            Whether the player has the button. Under some rules, this player is the banker or wins ties. In a pool, the
            button has no effect, since players who tie for a row divide odd points equally.
        own_cards : bool
            Whether the points consider card removal: no opponent can hold the cards of a board. Opponents then consider
            their own cards, too. Card removal changes the points of rows that are compared, but not those of fouls,
            surrenders and declared naturals. With False, or if the field has no tables of card removal (`Field.removal`),
            points are averages over the boards of the field. With the default, True, the points are the same as those that
            `arrange` returns by default.

        Raises
        ------
        FieldError, CardError, BoardError, RulesError, ArrayError
            If an argument is invalid.

        Notes
        -----
        Payments for beating all opponents (home runs, a single winner, all rows of a pool) are averages over independent
        boards of the opponents. Ties among opponents have no winner. The probability that an opponent beats the others is
        averaged over groups of similar boards. A group has at most 1/128 of the sample plus one board.
        """
        array = _boards_in(boards)
        declared = declares_in(declare, len(array), self.rules)
        _checked_naturals(array, self.rules)  # called for its check of the boards
        opposition, codes = opposition_of(self, opponents, has_button, own_cards), declaration_codes(declared)
        points = points_of_boards(opposition.core, array, codes)
        if own_cards and self.removal is not None:
            add_shifts(opposition.objective, array, codes, points)
        return points

    # ---- files ----

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the field to a file for `load`; if writing fails, raise FileError and leave an existing file unchanged."""
        write_file(path, self._write)

    def _write(self, stream: IO[bytes]) -> None:
        origin = {
            "format": _FORMAT,
            "name": self.rules.name,
            "rules": self.rules.to_dict(),
            "exploitability": self.exploitability,
            "error": self.error,
            "made_by": self.made_by,
        }
        removal = {} if self.removal is None else {"removal": self.removal}
        np.savez_compressed(
            stream,
            allow_pickle=False,
            about=np.array(json.dumps(origin)),
            boards=self.boards,
            declare=self.declare,
            **removal,
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a field that `save` wrote.

        Raises
        ------
        FieldError
            If the file is not a field, or is damaged.
        FileError
            If the file cannot be read.
        """
        path = checked_path(path)
        with file_errors(path), path.open("rb") as stream:
            try:
                with arrays_in(stream) as arrays:
                    origin = json.loads(str(arrays["about"]))
                    if origin["format"] != _FORMAT:
                        raise FieldError(f"{path}: bad format {quote(origin['format'])}: expected {_FORMAT!r}")
                    return cls(
                        Rules.from_dict(origin["rules"]),
                        arrays["boards"],
                        declare=arrays["declare"],
                        exploitability=origin["exploitability"],
                        error=origin["error"],
                        made_by=origin["made_by"],
                        removal=arrays.get("removal"),
                    )
            except FieldError:
                raise
            except Exception:  # NumPy raises many types of exceptions for a damaged archive
                raise FieldError(f"{path}: not a field, or a damaged one") from None


def _restore(
    sample_type: type[BoardSample],
    rules: Rules,
    boards: NDArray[np.uint8],
    declare: NDArray[np.bool_],
    exploitability: float | None,
    error: float | None,
    made_by: str,
    removal: NDArray[np.float16] | None,
) -> BoardSample:
    return sample_type(
        rules, boards, declare=declare, exploitability=exploitability, error=error, made_by=made_by, removal=removal
    )


def _boards_in(boards: object) -> NDArray[np.uint8]:
    """Return boards as uint8[n, 13]; do not check the cards of an array."""
    rows = board_rows_in(boards)
    if (dead := (rows == DEAD_HAND).all(axis=1)).any():
        raise BoardError(f"board index {dead.argmax()}: expected a board, got a dead hand")
    return rows


def _checked_naturals(boards: NDArray[np.uint8], rules: Rules) -> NDArray[np.bool_]:
    """Return whether each board may declare a natural under the rules; raise an error if a board is invalid."""
    surrendered = has_no_board(boards)
    if surrendered.any() and not rules.has_surrender:
        raise RulesError(
            f"board index {surrendered.argmax()}: a surrender, which the rules {quote(rules.name)} do not allow"
        )
    valid = np.where(surrendered[:, None], np.arange(13, dtype=np.uint8), boards)
    naturals_many(valid, ())  # called for its check of the cards
    makes_natural: NDArray[np.bool_] = fouls_and_naturals(compiled(rules), valid)[1] & ~surrendered
    return makes_natural


def _weights_in(weights: object, n: int) -> NDArray[np.int64]:
    try:
        array = np.asarray(weights)
    except ValueError as error:
        raise FieldError(f"bad weights: {error}") from None
    if array.dtype.kind not in "iu" or array.shape != (n,):
        raise FieldError(f"bad weights: expected {n} whole numbers, got {array.dtype} of shape {array.shape}")
    if (array < 0).any() or (array > MOST_BOARDS).any() or not 1 <= int(array.sum(dtype=object)) <= MOST_BOARDS:
        raise FieldError(f"bad weights: expected numbers of at least 0 with a sum of 1 to {MOST_BOARDS}")
    return array.astype(np.int64)


def pairings_of(rules: Rules, opponents: int) -> int:
    """Return the number of opponents with whom a player without the button settles: in a banker game, only the banker."""
    return 1 if rules.has_banker else opponents


def opposition_of(sample: BoardSample, opponents: int, has_button: bool, own_cards: bool) -> Opposition:
    """Return opponents who draw their boards from a sample; cached with the sample."""
    check_whole("opponents", opponents, 1, 3, FieldError)
    check_flag("has_button", has_button, TableError)
    check_flag("own_cards", own_cards, FieldError)
    removal = sample.removal if own_cards else None

    def make_core() -> FieldCore:
        return FieldCore(compiled(sample.rules), sample.boards, declaration_codes(sample.declare), opponents, has_button)

    def make() -> Opposition:
        core = cached_with(sample, "core", (opponents, has_button, kernels_in_use()), make_core, takes_long=True)
        return Opposition(core, objective_of_field(core, None if removal is None else removal.astype("float32")))

    key = opponents, has_button, removal is not None, kernels_in_use()
    return cached_with(sample, "opposition", key, make, takes_long=True)
