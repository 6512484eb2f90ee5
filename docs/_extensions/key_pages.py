"""The page of the keys of a rules file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from page_text import key_link, page, preset_link, with_terms

import cpoker_fast as cp
from cpoker_fast.rulebook.declaring import Choice, path_of
from cpoker_fast.rulebook.option_groups import GROUPS, Group
from cpoker_fast.rulebook.option_index import options_in, presets_by_value
from cpoker_fast.rulebook.option_words import (
    choices_in_words,
    default_in_words,
    toml_value,
    unset_value,
    valid_values,
    value_in_words,
)
from cpoker_fast.rulebook.options import Option, PresetName

PATH = "reference/rules_keys.md"

_PRESETS = "../rules/presets/"

_INTRODUCTION = """\
(rules-keys)=
# Keys of a rules file

A rules file is TOML or JSON: the preset that it changes, and a key for each change. This page explains every key.
`cpoker rules pagat --toml` prints a file with all keys to begin with, `cpoker rules --explain foul` explains one,
`cpoker score --rules ours.toml` uses the file, and {py:obj}`Rules.from_toml <cpoker_fast.Rules.from_toml>` and
{py:obj}`Rules.from_json <cpoker_fast.Rules.from_json>` read it. An error names the line, the key and the valid values.
`cpoker rules --schema` prints a JSON Schema, with which editors complete and check the keys.

Amounts are points per pairing, unless the description says otherwise. A key with a dot, such as `royalties.front`, is in a
table: write `front` below the line `[royalties]`, or `royalties.front` anywhere above the first such line. A key that a file
does not set has the value of `base`; without `base`, it has the default. Where Python has `None`, a file has `false` or a
word. In Python, the keys are fields of {py:obj}`~cpoker_fast.Rules` and of its parts. *Presets* are those whose value is not
the default.
"""


def keys_page() -> str:
    """Return the page of all keys."""
    return page(_INTRODUCTION, *(part for group in GROUPS for part in _group(group)))


def _group(group: Group) -> Iterator[list[str]]:
    yield [f"## {group.title}"]
    yield with_terms([group.introduction])
    cp.Rules.from_dict(tomllib.loads(group.example))
    yield ["```toml", group.example.strip(), "```"]
    for option in options_in(group.name):
        yield from _entry(option)


def _entry(option: Option) -> Iterator[list[str]]:
    """Yield the section of a key."""
    yield [f"(key-{option.path})=", f"### `{option.path}`"]
    yield [_meaning(option)]
    yield [f"- Values: {_values(option)}", *_described_choices(option), *_default(option), *_presets(option)]


def _meaning(option: Option) -> str:
    """Return the description of a key; for the second and later keys of a long description, a reference to the first."""
    if option.key != option.together[0]:
        return f"See {key_link(path_of(option.table, option.together[0]))}."
    if len(option.together) == 1:
        return option.description
    *others, last = [f"`{other}`" for other in option.together]
    return f"{', '.join(others)} and {last}: {option.description}"


# ---- values ----


def _default(option: Option) -> list[str]:
    words = default_in_words(option)
    return [f"- Default: {words}"] if words else []


def _values(option: Option) -> str:
    """Return the valid values of a key in words."""
    words = "one of" if _described_choices(option) else valid_values(option)
    if isinstance(option.kind, PresetName):
        words = ", ".join(preset_link(name, _PRESETS) for name in option.kind.names)
    unset = unset_value(option)
    return f"{words}, or `{unset}` (`None` in Python)" if unset else words


def _described_choices(option: Option) -> list[str]:
    """Return the values of a key with a choice, each with its description; empty if none has a description."""
    choices = choices_in_words(option) if isinstance(option.kind, Choice) else {}
    return [f"  - `{value}`: {words}" for value, words in choices.items()]


# ---- presets ----


def _presets(option: Option) -> list[str]:
    """Return the presets in which a key does not have its default, by value."""
    if option.model is not None:
        return []
    lines = [
        f"{_value(option, value)} in {', '.join(preset_link(name, _PRESETS) for name in names)}"
        for value, names in presets_by_value(option)
    ]
    if len(lines) > 1:
        return ["- Presets:", *(f"  - {line}" for line in lines)]
    return [f"- Presets: {line}" for line in lines]


def _value(option: Option, value: Any) -> str:
    """Return a value as TOML, or in words if it is a table."""
    return value_in_words(option, value) if isinstance(value, dict) else f"`{toml_value(value)}`"
