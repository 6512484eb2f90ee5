"""The functions of the C interface by name, their header, and rules by number."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from cpoker_fast import _c_interface
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.presets import as_rules

if TYPE_CHECKING:
    from cpoker_fast.rulebook.rules import Rules

__all__ = [
    "FUNCTIONS", "LOWBALL", "VERSION", "WHEEL_LOWEST", "WHEEL_SECOND", "address", "ctypes_function", "get_include",
    "rules_number", "signature",
]  # fmt: skip

VERSION = _c_interface.VERSION
"""Version of the C interface, which is ``CPOKER_FAST_C_VERSION`` in the header. A later version only adds functions."""

WHEEL_LOWEST = _c_interface.WHEEL_LOWEST
"""Scale on which A-2-3-4-5 is the lowest straight."""

WHEEL_SECOND = _c_interface.WHEEL_SECOND
"""Scale on which A-2-3-4-5 is the second-highest straight."""

LOWBALL = _c_interface.LOWBALL
"""Scale of 2-7 lowball rows."""

_TABLE = _c_interface.functions()

FUNCTIONS = tuple(sorted(_TABLE))
"""Names of the functions, which the header ``cpoker_fast.h`` documents."""


def get_include() -> str:
    """Return the folder of the header ``cpoker_fast.h``, for the include path of a C compiler.

    Examples
    --------
    >>> from pathlib import Path
    >>> Path(get_include(), "cpoker_fast.h").exists()
    True
    """
    return str(Path(__file__).parents[1] / "include")


def _entry(name: object) -> tuple[str, int]:
    if not isinstance(name, str) or name not in _TABLE:
        raise CpokerError.about("name", f"unknown C function {quote(name)}: expected one of {', '.join(FUNCTIONS)}")
    return _TABLE[name]


def address(name: str, /) -> int:
    """Return the address of a function of the C interface. The address is valid until the process ends.

    Raises
    ------
    CpokerError
        If there is no function with this name; `FUNCTIONS` lists them.

    Examples
    --------
    >>> import ctypes
    >>> from cpoker_fast import CardSet
    >>> strength = ctypes.CFUNCTYPE(ctypes.c_uint16, ctypes.c_uint64, ctypes.c_int32)(address("strength"))
    >>> strength(CardSet("9s 9h 4c").mask, 0)
    3189
    """
    return _entry(name)[1]


def signature(name: str, /) -> str:
    """Return the C type of a pointer to a function of the C interface, as text for cffi; errors as for `address`.

    Examples
    --------
    >>> signature("strength")
    'uint16_t (*)(uint64_t, int32_t)'
    """
    return _entry(name)[0].replace(" (", " (*)(", 1)


def _ctypes_of(declaration: str) -> Any:
    """Return the type of ctypes for a type of C, such as ``uint8_t const *``."""
    number, star = re.fullmatch(r"(\w+)_t(?: const)?( \*)?", declaration).groups()  # type: ignore[union-attr]
    kind = getattr(ctypes, f"c_{number}")
    return ctypes.POINTER(kind) if star else kind


def ctypes_function(name: str, /) -> Any:
    """Return a function of the C interface as a function of ctypes.

    Python calls it without the GIL, and compiled code of numba can call it, too. Raises the same errors as `address`.

    Examples
    --------
    >>> from cpoker_fast import CardSet, c_interface
    >>> strength = ctypes_function("strength")
    >>> strength(CardSet("Ts Th Tc 4d 4s").mask, c_interface.WHEEL_LOWEST)
    7693
    """
    function_type, at = _entry(name)
    result, parameters = function_type.removesuffix(")").split(" (")
    return ctypes.CFUNCTYPE(_ctypes_of(result), *map(_ctypes_of, parameters.split(", ")))(at)


_numbers: dict[Rules, int] = {}
_registering = Lock()


def rules_number(rules: Rules | str, /) -> int:
    """Return a number for rules in calls of the C interface. Equal rules have the same number until the process ends.

    Parameters
    ----------
    rules : Rules or str
        The rules, or the name of a preset.

    Raises
    ------
    RulesError
        If there are no such rules, or 1,024 different rules already have numbers.

    Examples
    --------
    >>> rules_number("pagat") == rules_number("pagat") != rules_number("pineapple")
    True
    """
    rules = as_rules(rules)
    core = compiled(rules)
    with _registering:
        if rules not in _numbers:
            _numbers[rules] = _c_interface.register_rules(core)
        return _numbers[rules]
