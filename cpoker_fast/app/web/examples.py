"""Examples of the documentation, which run in the browser of the reader who changes them, and nowhere else."""

from __future__ import annotations

import ast
import io
import traceback
from contextlib import redirect_stdout
from typing import Any

from cpoker_fast.app.web.asked import read_text
from cpoker_fast.system.json_values import JsonObject

__all__ = ["run_code"]

_FILE = "<example>"
_MOST_LETTERS = 100_000  # of an answer
_names: dict[str, Any] = {"__name__": "__main__"}
"""Names that examples have defined: all of a page, which has an engine of its own."""


def run_code(asked: dict[str, Any]) -> dict[str, Any]:
    """Run the next example of a page; return its output in order, and the error in words, or empty text without one.

    The output is printed text and values of expressions: of the last line, or with ``all_values`` of every line.
    """
    question = JsonObject(asked, ("code", "all_values"))
    all_values = question.one_of("all_values", (True, False))
    code, shown, failure = read_text(question, "code"), _Shown(), ""
    with redirect_stdout(shown):
        try:
            nodes = ast.parse(code, _FILE).body
            for index, node in enumerate(nodes):
                if isinstance(node, ast.Expr) and (all_values or index == len(nodes) - 1):
                    shown.show(eval(compile(ast.Expression(node.value), _FILE, "eval"), _names))
                else:
                    exec(compile(ast.Module([node], []), _FILE, "exec"), _names)
        except BaseException as error:
            failure = _in_words(error)
    return {"shown": shown.parts, "failure": failure}


class _Shown(io.TextIOBase):
    """Output of an example: parts that are texts, or HTML."""

    def __init__(self) -> None:
        self.parts: list[dict[str, str]] = []
        self._room = _MOST_LETTERS

    def write(self, text: str) -> int:
        if not self.parts or "text" not in self.parts[-1]:
            self.parts.append({"text": ""})
        self.parts[-1]["text"] += text[: self._room]
        self._room = max(0, self._room - len(text))
        return len(text)

    def show(self, value: Any) -> None:
        """Add a value as notebooks show it."""
        for name in ("_repr_html_", "_repr_svg_"):
            method = None if isinstance(value, type) else getattr(value, name, None)
            if method is not None and isinstance(picture := method(), str):
                self.parts.append({"html": picture})
                return
        if value is not None:
            self.write(f"{value!r}\n")


def _in_words(error: BaseException) -> str:
    """Return an error with the line of the example that raised it."""
    if isinstance(error, SyntaxError) and error.filename == _FILE:
        return f"line {error.lineno}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == _FILE]
    words = "".join(traceback.format_exception_only(error)).strip()
    return f"line {lines[-1]}: {words}" if lines else words
