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
_NO_BREAK = "\N{NO-BREAK SPACE}"


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[str] = ()) -> list[str]:
    """Return the lines of a table; `right` names the columns of numbers."""
    lines = [columns, ["---:" if column in right else "---" for column in columns], *rows]
    return [f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in line)} |" for line in lines]


def sentence(text: str) -> str:
    """Return a text that ends in a full stop."""
    return text.rstrip(".") + "."


def listed(items: Iterable[object]) -> list[str]:
    """Return the lines of a list."""
    return [f"- {item}" for item in items]


_TERMS = {
    "scoop": "scoop",
    "home run": "home run",
    "overall point": "overall point",
    "royalty": "royalty",
    "Royalties": "royalty",
    "foul": "foul",
    "fouls": "foul",
    "surrender": "surrender",
    "jackpot": "jackpot",
    "Fantasyland": "Fantasyland",
    "2-7": "2-7",
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
    return unbroken(f"{value.mean:.{digits}f} ± {value.margin:.{digits}f}")


def unbroken(text: str) -> str:
    """Return a text whose numbers stay in one line with the sign ± and with ms."""
    return text.replace(" ± ", f"{_NO_BREAK}±{_NO_BREAK}").replace(" ms ", f"{_NO_BREAK}ms ")


def run_session(source: str, names: dict[str, Any] | None = None) -> list[str]:
    """Run statements, and return them with prompts and outputs, as the lines of a code block.

    An error of the package ends as in a terminal; other exceptions stop the build. Further sessions with the same `names`
    continue this one. The current folder is that of the repository.
    """
    names = {} if names is None else names
    lines = ["```python"]
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
    return [*lines, "```"]


def page(*parts: str | Iterable[str]) -> str:
    """Return the text of a page from its parts, each a text or its lines; empty parts are skipped."""
    texts = [part if isinstance(part, str) else "\n".join(part) for part in parts]
    return "\n\n".join(text.strip("\n") for text in texts if text) + "\n"


def preset_link(name: str, folder: str = "") -> str:
    """Return a link to the page of a preset; `folder` is the path to those pages."""
    return f"[{name}]({folder}{name}.md)"


def key_link(path: str) -> str:
    """Return a link to a key on the page of keys."""
    return f"[`{path}`](#key-{path})"


def closed_and_open_face() -> tuple[list[cp.Rules], list[cp.Rules]]:
    """Return the presets whose cards are dealt at once, and those that are dealt street by street."""
    presets = [cp.rules(name) for name in cp.presets()]
    return [rules for rules in presets if rules.is_closed], [rules for rules in presets if not rules.is_closed]
