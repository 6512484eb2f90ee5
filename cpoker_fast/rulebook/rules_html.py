"""Rules as a table for notebooks: the options that differ from a preset, or from the defaults, with their meanings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from html import escape
from typing import Any

from cpoker_fast.display.markup import table_html
from cpoker_fast.rulebook.declaring import Model, path_of
from cpoker_fast.rulebook.royalties import RowTable

__all__ = ["rules_html"]

_NOT_OPTIONS = ("name", "note")


def rules_html(rules: Model, base: Model, *, title: str, base_name: str) -> str:
    """Return rules as HTML: the title, and a line for each option that differs from `base`; the title is plain text."""
    rows = [
        [f"<code>{escape(path)}</code>", escape(value), escape(old_value), _marked(meaning)]
        for path, value, old_value, meaning in _differences(rules, base)
    ]
    if not rows:
        return f"<p>{escape(title)}</p>"
    return table_html(rows, head=["option", "value", base_name, "meaning"], title=escape(title), left=range(4))


def _differences(
    model: Model, base: Model | None, path: str = "", meaning_of_table: str = ""
) -> Iterator[tuple[str, str, str, str]]:
    """Yield the path, both values and the meaning of each option that differs; without `base`, from its default.

    The rows of a table of rows have the meaning of the table, which is shorter than their own.
    """
    options = type(model).schema()["properties"]
    for item in fields(model):  # type: ignore[arg-type]
        value, old = getattr(model, item.name), item.default if base is None else getattr(base, item.name)
        if value == old or (not path and item.name in _NOT_OPTIONS):
            continue
        key, kind, meaning = path_of(path, item.name), model.kinds()[item.name], options[item.name]["description"]
        if isinstance(value, Model) and isinstance(old, Model):
            yield from _differences(value, old, key, meaning)
        elif isinstance(value, Model):
            yield key, "yes", "no", meaning
            yield from _differences(value, None, key, meaning)
        else:
            old_text = "yes" if isinstance(old, Model) else _text(kind.to_plain(old, None))
            is_row = isinstance(kind, RowTable)
            yield key, _text(kind.to_plain(value, None)), old_text, meaning_of_table if is_row else meaning


def _text(plain: Any) -> str:
    """Return a plain value in words."""
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, dict):
        return ", ".join(f"{kind}: {number}" for kind, number in plain.items()) or "none"
    if isinstance(plain, list):
        return ", ".join(map(_item, plain)) or "none"
    return str(plain)


def _item(item: Any) -> str:
    """Return an item of a list: a natural, the cards of a street, or a number."""
    if isinstance(item, dict):
        return " ".join(filter(None, (item["pattern"], str(item.get("points", "")))))
    return "/".join(map(str, item)) if isinstance(item, list) else str(item)


def _marked(meaning: str) -> str:
    """Return a description with its names and values, which have backticks, as code."""
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", escape(meaning))
