"""The finder of the compiled modules, which are all in one shared library: the file of `cpoker_fast._core`."""

from __future__ import annotations

import sys
from importlib.util import find_spec, spec_from_file_location

TYPE_CHECKING = False  # importing typing would take as long as the rest of this module
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

__all__ = ["MODULES", "find_compiled_modules"]

# All modules of the library except `_core`, which Python finds by the name of the file.
_NAMES = (
    "_arranging _arranging_many _boards _buffers _c_interface _cards _dealing _environments _fields"
    " _networks _objectives _openface _positions _racing _ranking _rows _rules _settling _shared _texts"
)
MODULES = frozenset(f"cpoker_fast.{name}" for name in _NAMES.split())


class _Finder:
    """Finds the modules of the library for Python's import system."""

    def __init__(self, library: str) -> None:
        self.library = library

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Return the spec of a module; None for one that is not in the library."""
        return spec_from_file_location(fullname, self.library) if fullname in MODULES else None


def find_compiled_modules() -> None:
    """Add the finder of the compiled modules to Python's import system; ImportError if the library does not exist."""
    core = find_spec("cpoker_fast._core")
    if core is None or core.origin is None:
        raise ImportError(_reason())
    other_finders = [finder for finder in sys.meta_path if type(finder).__module__ != __name__]
    # The finder comes first, since files of an earlier build may have the same names.
    sys.meta_path[:] = [_Finder(core.origin), *other_finders]


def _reason() -> str:
    """Return why Python cannot find the library, and what to do."""
    archive = getattr(__spec__ and __spec__.loader, "archive", "")  # of `zipimport`
    if archive:
        return (
            f"cpoker_fast is in a zip archive, {archive}, and Python cannot load compiled modules from one: "
            "install the package with pip, or unpack the archive"
        )
    return (
        "cpoker_fast is not built here: run `pip install -e .` in its source tree; "
        "if the package is installed, start Python in another folder, or with -P"
    )
