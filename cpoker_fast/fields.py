"""Fields: samples of the boards that opponents set."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from cpoker_fast._arguments import check_flag, check_whole, items_of
from cpoker_fast._arranging import Objective, objective_of_field
from cpoker_fast._arrays import declare_in, thirteens_in
from cpoker_fast._fields import FieldCore, points_of_boards
from cpoker_fast.boards import Board, board_at
from cpoker_fast.cache import write_whole
from cpoker_fast.dealing import Seed
from cpoker_fast.errors import FieldError, RulesError
from cpoker_fast.patterns import naturals_many
from cpoker_fast.ranking import cpu_features
from cpoker_fast.rulebook import Pairings, Rules, compiled
from cpoker_fast.variants import as_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MOST_BOARDS", "Field", "Opposition", "closed_rules", "opposition_of", "play_alike"]

MOST_BOARDS = 1 << 16
_SURRENDERED = 255
_BEST, _NONE = -2, -1  # CPF_DECLARE_... of src/cpf_settling.h
_FORMAT = "cpoker_fast field 1"
_NOT_OF_CLOSED_GAMES = ("name", "note", "openface", "table")


def closed_rules(rules: Rules) -> dict[str, Any]:
    """What of some rules says how boards are paid."""
    return {key: value for key, value in rules.to_dict().items() if key not in _NOT_OF_CLOSED_GAMES}


@dataclass(frozen=True, slots=True)
class Opposition:
    """A field as so many opponents play it, ready for the compiled core."""

    core: FieldCore
    objective: Objective


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A sample of boards, from which each opponent's board is drawn.

    It stands for opponents whose cards are not known to be others than one's own: a board may hold cards of the hand that it
    is compared with. `analyze` deals opponents the cards that are left.

    Parameters
    ----------
    rules : Rules or str
        Or the name of a preset.
    boards : array of uint8, shape (n, 13), or sequence of Board or str
        Front (3), middle (5) and back (5), as `settle_many` takes them; 1 to 65,536. Fouls are allowed, and surrenders (255,
        or None) where the rules have them.
    declare : bool, or array of bool, shape (n,)
        Whether boards whose hands make a natural declare it.
    weights : sequence of int, optional
        How often each board stands for an opponent's; their sum is 65,536 at most.

    Attributes
    ----------
    rules : Rules
    boards : array of uint8, shape (n, 13)
        A board with a weight stands in it so often.
    declare : array of bool, shape (n,)
    exploitability, error : float or None
        What the best response wins against it on average, in points a pairing, and the standard error of that, if it was
        measured.
    made_by : str
        How it was made, if it was not given.

    Raises
    ------
    FieldError
        If there are too many boards or too few, or weights do not fit.
    CardError, BoardError
        If a board is none; `index` tells which.
    RulesError
        If there are no such rules, or they pay a single winner and home runs at the same time.
    ArrayError
        If an array has another dtype or shape.
    """

    rules: Rules
    boards: NDArray[np.uint8]
    declare: NDArray[np.bool_]
    exploitability: float | None
    error: float | None
    made_by: str
    _played: dict[tuple[int, bool, str], Opposition] = field(repr=False)

    def __init__(
        self,
        rules: Rules | str,
        boards: NDArray[np.uint8] | Sequence[Board | str | None],
        *,
        declare: bool | NDArray[np.bool_] = True,
        weights: Sequence[int] | NDArray[np.int64] | None = None,
        exploitability: float | None = None,
        error: float | None = None,
        made_by: str = "",
    ) -> None:
        import numpy as np

        rules = as_rules(rules)
        if rules.pairings is Pairings.SINGLE_WINNER and (rules.home_run_bonus or rules.home_run_times > 1):
            raise RulesError("a field cannot tell what they pay where there is a single winner", path="home_run_bonus")
        array = _boards_in(boards)
        declared = declare_in(declare, (len(array),), array).view(np.bool_)
        if weights is not None:
            times = _weights_in(weights, len(array))
            array, declared = np.repeat(array, times, axis=0), np.repeat(declared, times)
        if not 1 <= len(array) <= MOST_BOARDS:
            raise FieldError(f"expected 1 to {MOST_BOARDS} boards, got {len(array)}")
        values = {
            "rules": rules,
            "boards": array.copy(),
            "declare": declared & _makes_natural(array, rules),
            "exploitability": exploitability,
            "error": error,
            "made_by": made_by,
            "_played": {},
        }
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return len(self.boards)

    def __repr__(self) -> str:
        return f"<Field of {len(self)} boards, rules {self.rules.name!r}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.rules, self.boards, self.declare, self.exploitability, self.error, self.made_by)

    @classmethod
    def equilibrium(
        cls,
        rules: Rules | str,
        *,
        size: int = 4096,
        rounds: int = 20,
        seed: Seed = 0,
        opponents: int = 3,
        cache: bool = True,
        threads: int = 1,
    ) -> Field:
        """A field against which hardly anything can be won, found by fictitious play.

        Each round, fresh hands are set as the best response to the field so far, and take the place of a part of it. With
        the other arguments as they are, the fields of presets come with the package.

        Parameters
        ----------
        rules : Rules or str
            Or the name of a preset.
        size : int
            How many boards, a multiple of 4, since whole decks are dealt: 4 to 65,536.
        rounds : int
            Of fictitious play: 1 to 1,000.
        seed : int, sequence of int or numpy.random.SeedSequence
            The same seed gives the same field on every machine; fields are kept if it is an int.
        opponents : int
            1 to 3: home runs, pools and single winners depend on how many there are.
        cache : bool
            Keep it in the user's cache folder, and take it from there. Files that are damaged or not of this version are
            made anew.
        threads : int
            How many threads to use; 0 for as many as this process has CPUs.

        Raises
        ------
        FieldError, RulesError, SeedError, ArrayError
            If an argument does not fit.

        Examples
        --------
        >>> field = Field.equilibrium("pagat")
        >>> len(field), field.exploitability < 0.01
        (4096, True)
        """
        from cpoker_fast.equilibrium import equilibrium

        return equilibrium(
            as_rules(rules), size=size, rounds=rounds, seed=seed, opponents=opponents, cache=cache, threads=threads
        )

    def points(
        self,
        boards: NDArray[np.uint8] | Sequence[Board | str | None],
        *,
        declare: bool | NDArray[np.bool_] = True,
        opponents: int = 3,
        button: bool = False,
    ) -> NDArray[np.float64]:
        """What boards are paid on average by all opponents together, fouls and surrenders too.

        Parameters
        ----------
        boards : array of uint8, shape (n, 13), or sequence of Board, str or None
            As for the field itself.
        declare : bool, or array of bool, shape (n,)
            Whether boards whose hands make a natural declare it.
        opponents : int
            1 to 3.
        button : bool
            Whether the player has the button: the banker has, and it may win ties. The odd points of a pool are shared by
            all who tie for a row.

        Raises
        ------
        FieldError, CardError, BoardError, RulesError, ArrayError
            If an argument does not fit.

        Notes
        -----
        What is paid for beating all opponents at once (home runs, a single winner, all rows of a pool) counts that they are
        drawn independently; ties among them are won by nobody, and how likely each of them is to beat the others is averaged
        over groups of like boards, of which there are 128 or more.
        """
        import numpy as np

        array = _boards_in(boards)
        declared = declare_in(declare, (len(array),), array).view(np.bool_)
        _makes_natural(array, self.rules)  # and so the boards are checked
        return points_of_boards(opposition_of(self, opponents, button).core, array, _codes(declared))

    # ---- files ----

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the field to a file, for `load`; OSError if that fails, and then the old file is left as it was."""
        write_whole(path, self._write)

    def _write(self, stream: IO[bytes]) -> None:
        import numpy as np

        about = {
            "format": _FORMAT,
            "name": self.rules.name,
            "rules": self.rules.to_dict(),
            "exploitability": self.exploitability,
            "error": self.error,
            "made_by": self.made_by,
        }
        np.savez_compressed(stream, about=np.array(json.dumps(about)), boards=self.boards, declare=self.declare)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a field that `save` wrote.

        Raises
        ------
        FieldError
            If the file holds none, or is damaged.
        OSError
            If it cannot be read.
        """
        import numpy as np

        with Path(path).open("rb") as stream:
            try:
                with np.load(stream, allow_pickle=False) as arrays:
                    about = json.loads(str(arrays["about"]))
                    if about["format"] != _FORMAT:
                        raise FieldError(f"{path}: bad format {about['format']!r}: expected {_FORMAT!r}")
                    return cls(
                        Rules.from_dict(about["rules"]),
                        arrays["boards"],
                        declare=arrays["declare"],
                        exploitability=about["exploitability"],
                        error=about["error"],
                        made_by=about["made_by"],
                    )
            except FieldError:
                raise
            except Exception as error:  # of a damaged archive, NumPy raises whatever its readers do
                raise FieldError(f"{path}: no field, or a damaged one: {error}") from None


def _restore(
    rules: Rules,
    boards: NDArray[np.uint8],
    declare: NDArray[np.bool_],
    exploitability: float | None,
    error: float | None,
    made_by: str,
) -> Field:
    return Field(rules, boards, declare=declare, exploitability=exploitability, error=error, made_by=made_by)


def _boards_in(boards: object) -> NDArray[np.uint8]:
    """Boards as uint8[n, 13]; cards are not looked at, unless they are text."""
    import numpy as np

    listed = None if isinstance(boards, np.ndarray | Board) else items_of(boards)
    if listed is None:
        return thirteens_in(boards, "boards")
    rows = []
    for index, one in enumerate(listed):
        cards = [_SURRENDERED] * 13 if one is None else board_at(index, one, "a Board, text or None").cards()
        rows.append(cards)
    return np.array(rows, np.uint8).reshape(-1, 13)


def _makes_natural(boards: NDArray[np.uint8], rules: Rules) -> NDArray[np.bool_]:
    """Which of some boards are of hands that make a natural of the rules; checks them all."""
    import numpy as np

    surrendered = (boards == _SURRENDERED).all(axis=1)
    if surrendered.any() and rules.surrender is None:
        raise RulesError(f"board {int(surrendered.argmax())}: a surrender, which the rules {rules.name!r} do not have")
    some = np.where(surrendered[:, None], np.arange(13, dtype=np.uint8), boards)
    made = naturals_many(some, [natural.pattern for natural in rules.naturals])
    found: NDArray[np.bool_] = (made != 0) & ~surrendered
    return found


def _weights_in(weights: object, n: int) -> NDArray[np.int64]:
    import numpy as np

    try:
        array = np.asarray(weights)
    except ValueError as error:
        raise FieldError(f"bad weights: {error}") from None
    if array.dtype.kind not in "iu" or array.shape != (n,):
        raise FieldError(f"bad weights: expected {n} whole numbers, got {array.dtype} of shape {array.shape}")
    if (array < 0).any() or (array > MOST_BOARDS).any() or not 1 <= int(array.sum(dtype=object)) <= MOST_BOARDS:
        raise FieldError(f"bad weights: expected numbers from 0 on whose sum is 1 to {MOST_BOARDS}")
    return array.astype(np.int64)


def _codes(declare: NDArray[np.bool_]) -> NDArray[np.int8]:
    import numpy as np

    return np.where(declare, np.int8(_BEST), np.int8(_NONE))


def play_alike(one: Rules, other: Rules) -> bool:
    """Whether boards are paid alike under two rules."""
    return one is other or one == other or closed_rules(one) == closed_rules(other)


def opposition_of(sample: Field, opponents: int, button: bool) -> Opposition:
    """What some opponents are when each sets a board of the field; made once."""
    check_whole("opponents", opponents, 1, 3, FieldError)
    check_flag("button", button, FieldError)
    key = (opponents, button, cpu_features().active)
    played = sample._played  # noqa: SLF001
    if key not in played:
        core = FieldCore(compiled(sample.rules), sample.boards, _codes(sample.declare), opponents, button)
        played[key] = Opposition(core, objective_of_field(core))
    return played[key]
