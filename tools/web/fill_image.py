"""Import what the page's answers need; it runs in Pyodide, whose memory is then saved.

The page has no other modules: what a module of the package imports only inside a function is imported here, too.
"""

import dis
import gc
import importlib
import pkgutil
import sys
from types import CodeType

import cpoker_fast.app.web
from cpoker_fast.app.web.answering import answer

PROGRAMS = {"cpoker_fast.app.web.files", "cpoker_fast.app.web.server", "cpoker_fast.__main__"}
LATER = ["_pylong", "_strptime", "encodings.ascii", "encodings.latin_1", "numpy.random", "numpy.linalg"]
"""Modules that Python and NumPy import when something first uses them.

`MODULES`, which make_image.mjs defines, has those that answers to questions of all kinds import.
"""
IN_EXAMPLES = ["collections", "csv", "dataclasses", "itertools", "json", "math", "pathlib", "random", "re"]
"""Modules that examples of the documentation import."""


def imports_in(code: CodeType) -> set[str]:
    """Return the names of modules that a program imports, also in its functions."""
    found = {step.argval for step in dis.get_instructions(code) if step.opname == "IMPORT_NAME" and step.argval}
    return found.union(*(imports_in(constant) for constant in code.co_consts if isinstance(constant, CodeType)))


def import_all(names: set[str]) -> None:
    """Import modules, and what modules of the package import inside functions."""
    tried = set(PROGRAMS)
    while left := names - tried:
        name = min(left)
        tried.add(name)
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            print(f"not in the image: {name}: {error}")
            continue
        names |= {name for name in sys.modules if name.startswith("cpoker_fast.")}
        get_code = getattr(module.__loader__, "get_code", None)
        if name.startswith("cpoker_fast.") and get_code and (code := get_code(name)):
            names |= imports_in(code)


answers = {name for _, name, _ in pkgutil.iter_modules(cpoker_fast.app.web.__path__, "cpoker_fast.app.web.")}
import_all({*answers, *LATER, *IN_EXAMPLES, *MODULES})  # noqa: F821
answer('{"what": "rules", "rules": "pineapple"}')  # as every visit asks: the image also has what was cached
sys.path.clear()
sys.path_importer_cache.clear()
gc.collect()
