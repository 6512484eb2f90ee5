"""Rules as a table for notebooks: the options that differ from a preset, or from the defaults, with their meanings."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from cpoker_fast.display.markup import table_html
from cpoker_fast.rulebook.declaring import Model
from cpoker_fast.rulebook.option_words import value_in_words
from cpoker_fast.rulebook.options import ABSENT, Option, options_by_path
from cpoker_fast.rulebook.royalties import RowTable

__all__ = ["rules_html"]

_NOT_OPTIONS = ("name", "note")


def rules_html(rules: Model, base: Model, *, title: str, base_name: str) -> str:
    """Return rules as HTML: the title (given as plain text), and a line for each option that differs from `base`.

    An option that is a `RowTable` is described by its table (`Option.table`), whose text is shorter than its own.
    """
    options = options_by_path(type(rules), ())
    rows = []
    for option in options.values():
        if values := _values(option, rules, base):
            described = options[option.table] if isinstance(option.kind, RowTable) else option
            rows.append([f"<code>{escape(option.path)}</code>", *map(escape, values), _marked(described.description)])
    if not rows:
        return f"<p>{escape(title)}</p>"
    return table_html(rows, head=["option", "value", base_name, "meaning"], title=escape(title), left=range(4))


def _values(option: Option, rules: Model, base: Model) -> list[str]:
    """Return the values of an option in words, or an empty list if they are equal or the rules do not have the option.

    An option in a table that only the rules have is compared with its default.
    """
    value, old = _plain(option, option.value_in(rules)), _plain(option, option.value_in(base))
    if old is ABSENT:
        old = True if value is True and option.default == {} else option.default
    if value is ABSENT or option.path in _NOT_OPTIONS or (type(value) is type(old) and value == old):
        return []
    return [value_in_words(option, value), value_in_words(option, old)]


def _plain(option: Option, value: Any) -> Any:
    """Return a value as in a file, but True for a table of options."""
    return value if value is ABSENT else isinstance(value, Model) or option.kind.to_plain(value, None)


def _marked(meaning: str) -> str:
    """Return a description with its names and values, which have backticks, as code."""
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", escape(meaning))
