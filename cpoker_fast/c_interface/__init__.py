"""The C interface: ranking and settling for C, C++, Cython, numba, ctypes and cffi, without Python objects and the GIL.

`get_include` returns the folder of the header, which documents the functions. `address` and `signature` are for compilers
that run in Python. `ctypes_function` returns a function that ctypes and numba can call. `rules_number` refers to rules in
these functions.
"""

from cpoker_fast._c_interface import TABLE as _TABLE  # noqa: F401  the capsule that C imports by this name
from cpoker_fast._core import share_globals
from cpoker_fast.c_interface.functions import (
    FUNCTIONS,
    LOWBALL,
    VERSION,
    WHEEL_LOWEST,
    WHEEL_SECOND,
    address,
    ctypes_function,
    get_include,
    rules_number,
    signature,
)

__all__ = [
    "FUNCTIONS", "LOWBALL", "VERSION", "WHEEL_LOWEST", "WHEEL_SECOND", "address", "ctypes_function", "get_include",
    "rules_number", "signature",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
