"""Declarations of naturals, and their codes in the compiled core."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cpoker_fast._arrays import TEXT_KINDS, as_array, label_at, listed
from cpoker_fast._boards import Placement
from cpoker_fast._rows import IF_BETTER as _IF_BETTER, declaration
from cpoker_fast._settling import DECLARE_BEST, DECLARE_IF_BETTER, DECLARE_NOTHING
from cpoker_fast.boards import Foul, Rows, board_part
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import ArrayError, CpokerError, RulesError
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook import Natural, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "IF_BETTER", "BoardInput", "Declaration", "code_of_all", "declaration", "declaration_code", "declaration_codes",
    "declaration_of", "declarations_in", "declares_in", "named_in", "naturals_in", "parts_of_answer",
]  # fmt: skip


IF_BETTER = _IF_BETTER
"""Default declaration, ``"if better"``: declare the best natural of the board unless comparing the rows pays more."""


Declaration = bool | Pattern | str
"""Declaration of a natural: True for the best one of the board, False for none, its name as text or as a `Pattern`, or
`IF_BETTER`, the default."""


BoardInput = Rows | Placement | Foul | None
"""A board in any form of `Rows`; a `Placement` of 13 cards, which also has a declaration; FOUL for a dead hand; None for a
surrender."""


def parts_of_answer(value: Any) -> tuple[Any, Declaration]:
    """Return the board of an answer, None for a surrender, and its declaration; boards have the default declaration."""
    return board_part(value), value.declare if isinstance(value, Placement) else IF_BETTER


def named_in(declare: Declaration) -> str | None:
    """Return the name of the natural that a declaration names; None for other declarations."""
    return declare if isinstance(declare, str) and declare != IF_BETTER else None


# ---- codes: the index of a natural in the rules, or a DECLARE_ constant ----

_CODES: dict[bool | str, int] = {IF_BETTER: DECLARE_IF_BETTER, True: DECLARE_BEST, False: DECLARE_NOTHING}
_DECLARATIONS: dict[int, bool | str] = {code: declared for declared, code in _CODES.items()}


def declaration_code(declare: object, rules: Rules) -> int:
    """Return the code of a declaration under rules; RulesError if it is not one, or the rules have no such natural."""
    declared = declaration(declare)
    if declared in _CODES:
        return _CODES[declared]
    names = [natural.name for natural in rules.naturals]
    if declared in names:
        return names.index(declared)
    allowed = ", ".join([*(repr(str(name)) for name in names), "True", "False"])
    raise RulesError(f"the rules {quote(rules.name)} have no natural {str(declared)!r}: expected {allowed} or {IF_BETTER!r}")


def declaration_of(code: int, rules: Rules) -> Declaration:
    """Return the declaration that a code stands for under rules."""
    return rules.naturals[code].name if code >= 0 else _DECLARATIONS[code]


def naturals_in(bits: int, naturals: Iterable[Natural]) -> tuple[str, ...]:
    """Return the names of the naturals whose bits are set: bit k stands for the natural k."""
    return tuple([natural.name for k, natural in enumerate(naturals) if bits >> k & 1]) if bits else ()


def declaration_codes(declare: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return codes that declare the best natural where `declare` is True, and no natural where it is False."""
    import numpy as np

    return np.where(declare, np.int8(DECLARE_BEST), np.int8(DECLARE_NOTHING))


def code_of_all(declare: object, error: type[CpokerError]) -> int:
    """Return the code of a declaration that holds for any board, the argument `declare`; raise `error` for other values."""
    if isinstance(declare, bool | str) and declare in _CODES:
        return _CODES[declare]
    raise error.about("declare", f"expected True, False or {IF_BETTER!r}, got {quote(declare)}")


def declarations_in(
    declare: object,
    shape: tuple[int, ...],
    rules: Rules,
    *,
    defaults: NDArray[np.int8] | None = None,
    name: str = "declare",
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
                codes[at] = _UNSET if item is None else declaration_code(item, rules)
            except RulesError as error:
                raise RulesError(error.problem, path=label_at(name, at)) from None
    elif array.size:
        raise ArrayError.about(name, f"expected bools, names of naturals or {IF_BETTER!r}, got {array.dtype}")
    else:
        codes = np.empty(array.shape, np.int8)
    try:
        codes = np.broadcast_to(codes, shape)
    except ValueError:
        expected = f"expected the shape {shape}, or one that broadcasts to it, got {array.shape}"
        raise ArrayError.about(name, expected) from None
    return np.where(codes == _UNSET, np.int8(DECLARE_IF_BETTER) if defaults is None else defaults, codes)


_UNSET = -128  # code of a declaration that is None


def declares_in(declare: object, n: int, rules: Rules) -> NDArray[np.bool_]:
    """Return whether each of n boards declares its best natural; ArrayError unless `declare` is one bool, or n of them."""
    codes = declarations_in(declare, (n,), rules)
    is_best: NDArray[np.bool_] = codes == DECLARE_BEST
    if not is_best[codes != DECLARE_NOTHING].all():
        raise ArrayError.about("declare", f"expected True, False, or an array of them, got {quote(declare)}")
    return is_best
