"""Compile the Python modules of a folder, with the Python that will import them; it runs in Pyodide.

Each ``name.py`` becomes ``name.pyc`` beside it, which Python imports without a source and without checking its time. The
modules lose their docstrings, a third of their size, but for those that the package and Pyodide read. Sources are renamed:
the package reads descriptions in some of its own.
"""

import py_compile
from pathlib import Path

WITH_DOCSTRINGS = {"rulebook", "pyodide", "_pyodide"}
CHECK = py_compile.PycInvalidationMode.UNCHECKED_HASH


def compile_modules(folder: str) -> None:
    for source in sorted(Path(folder).rglob("*.py")):
        name = f"/lib/{source.relative_to(folder)}"
        level = 0 if WITH_DOCSTRINGS & set(source.parts) else 2
        py_compile.compile(str(source), str(source.with_suffix(".pyc")), name, True, level, CHECK)
        source.rename(source.with_suffix(".source"))


compile_modules("/stage")
