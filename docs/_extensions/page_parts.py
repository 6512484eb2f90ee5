"""Parts of generated pages, as MyST Markdown: tables, links to words and keys, and examples that are run."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cpoker_fast as cp
from cpoker_fast.errors import CpokerError
from cpoker_fast.estimates import Estimate

ROOT = Path(__file__).parents[2]


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[str] = ()) -> str:
    """Return a table; `right` names the columns of numbers."""
    lines = [columns, ["---:" if column in right else "---" for column in columns], *rows]
    return "\n".join(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def listed(items: Iterable[object]) -> str:
    """Return a list."""
    return "\n".join(f"- {item}" for item in items)


_TERMS = {
    **{word: word for word in ("scoop", "home run", "overall point", "royalty", "foul", "surrender", "jackpot")},
    **{word: word for word in ("Fantasyland", "2-7")},
    "Royalties": "royalty",
    "fouls": "foul",
}
"""Words that a text links to the glossary, with the entry of each."""


def with_terms(texts: Iterable[str]) -> list[str]:
    """Return texts that link each word of `_TERMS` to the glossary where it occurs for the first time."""
    linked: set[str] = set()

    def link(match: re.Match[str]) -> str:
        word, term = match[0], _TERMS[match[0]]
        if term in linked:
            return word
        linked.add(term)
        return f"{{term}}`{word}`" if word == term else f"{{term}}`{word} <{term}>`"

    pattern = re.compile(rf"\b(?:{'|'.join(sorted(_TERMS, key=len, reverse=True))})\b")
    return [pattern.sub(link, text) for text in texts]


def estimate(value: Estimate, digits: int) -> str:
    """Return a mean with its margin of error, which no line break separates."""
    return f"{value.mean:.{digits}f}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{value.margin:.{digits}f}"


def run_session(source: str) -> str:
    """Run statements, which may use `cp`, and return them with prompts and outputs, as a block of code.

    An error of the package ends as in a terminal; other exceptions stop the build. The current folder is that of the
    repository.
    """
    names: dict[str, Any] = {"cp": cp}
    lines = []
    for statement in ast.parse(source).body:
        first, *others = source.splitlines()[statement.lineno - 1 : statement.end_lineno]
        lines += [f">>> {first}", *(f"... {line}" for line in others)]
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.chdir(ROOT):
            try:
                exec(compile(ast.Interactive([statement]), "<page>", "single"), names)
            except CpokerError as error:
                name = f"{type(error).__module__}.{type(error).__qualname__}"
                print(f"Traceback (most recent call last):\n    ...\n{name}: {error}")
        lines += [line or "<BLANKLINE>" for line in output.getvalue().splitlines()]
    return "\n".join(["```python", *lines, "```"])


def preset_link(name: str, folder: str = "") -> str:
    """Return a link to the page of a preset; `folder` is the path to those pages."""
    return f"[{name}]({folder}{name}.md)"


def key_link(path: str) -> str:
    """Return a link to a key on the page of keys."""
    return f"[`{path}`](#key-{path})"
