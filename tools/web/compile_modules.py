"""Compile the Python modules of a folder, with the Python that will import them; it runs in Pyodide.

Each ``name.py`` becomes ``name.pyc`` beside it, which Python imports without a source and without checking its time. The
modules lose the numbers of their lines, and their docstrings, but for those that Pyodide reads.
"""

import marshal
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from types import CodeType

WITH_DOCSTRINGS = {"pyodide", "_pyodide"}
UNCHECKED_HASH = b"\x01\0\0\0"


def without_lines(code: CodeType) -> CodeType:
    """Return a program without the numbers of its lines."""
    constants = tuple(without_lines(value) if isinstance(value, CodeType) else value for value in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=constants)


def compile_modules(folder: str) -> None:
    for source in sorted(Path(folder).rglob("*.py")):
        text = source.read_bytes()
        level = 0 if WITH_DOCSTRINGS & set(source.parts) else 2
        code = compile(text, f"/lib/{source.relative_to(folder)}", "exec", dont_inherit=True, optimize=level)
        content = MAGIC_NUMBER + UNCHECKED_HASH + source_hash(text) + marshal.dumps(without_lines(code))
        source.with_suffix(".pyc").write_bytes(content)
        source.unlink()


compile_modules("/stage")
