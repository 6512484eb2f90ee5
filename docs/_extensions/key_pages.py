"""The page of the keys of a rules file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from key_groups import GROUPS, UNITS, Group
from key_list import ABSENT, REQUIRED, Option, options_of
from page_text import key_link, listed, page, preset_link, toml_value, words_of
from preset_tables import in_runs

import cpoker_fast as cp
from cpoker_fast.rulebook import path_of
from cpoker_fast.rulebook.declaring import Choice, Flag, Int, Ints, Models, One
from cpoker_fast.rulebook.royalties import RowKindText, RowTable

PATH = "reference/rules_keys.md"

_NO_PRESETS = ("name", "note", "naturals.pattern", "naturals.points")
_PRESETS = "../rules/presets/"

_INTRODUCTION = """\
(rules-keys)=
# Keys of a rules file

A rules file is TOML: the preset that it changes, and a key for each change. This page explains every key.
`cpoker rules pagat --toml` prints a file to begin with, `cpoker score --rules ours.toml` uses it, and
{py:obj}`Rules.from_toml <cpoker_fast.Rules.from_toml>` reads it. An error names the line, the key and the valid values.
`cpoker rules --schema` prints a JSON Schema, with which editors complete and check the keys.

Amounts are points per pairing, unless the description says otherwise. A key with a dot, such as `royalties.front`, is in a
table: write `front` below the line `[royalties]`, or `royalties.front` anywhere above the first such line. A key that a file
does not set has the value of `base`; without `base`, it has the default. Where Python has `None`, a file has `false` or a
word. In Python, the keys are fields of {py:obj}`~cpoker_fast.Rules` and of its parts. *Presets* are those whose value is not
the default.
"""


def keys_page() -> str:
    """Return the page of all keys."""
    options = {option.path: option for option in options_of(cp.Rules)}
    grouped = ["base", *(path for group in GROUPS for path in group.paths_in(options))]
    if sorted(grouped) != sorted(["base", *options]):
        raise ValueError(f"keys in no group, or in two: {set(grouped) ^ {'base', *options}}")
    return page(
        _INTRODUCTION,
        *(part for group in GROUPS for part in _group(group, options)),
    )


def _group(group: Group, options: dict[str, Option]) -> Iterator[list[str]]:
    yield [f"## {group.title}"]
    yield [group.introduction]
    cp.Rules.from_dict(tomllib.loads(group.example))
    yield ["```toml", group.example.strip(), "```"]
    if group.has_base:
        yield from _base()
    for path in group.paths_in(options):
        yield from _entry(options[path])


def _base() -> Iterator[list[str]]:
    yield ["(key-base)=", "### `base`"]
    yield [cp.Rules.json_schema()["properties"]["base"]["description"]]
    yield listed(
        [
            f"Values: {', '.join(preset_link(name, _PRESETS) for name in cp.presets())}",
            "Default: none; the other keys change `Rules()`, which has the default of each key",
        ]
    )


def _entry(option: Option) -> Iterator[list[str]]:
    """Yield the section of a key."""
    yield [f"(key-{option.path})=", f"### `{option.path}`"]
    yield [_meaning(option)]
    yield [f"- Values: {_values(option)}", *_described_choices(option), *_default(option), *_presets(option)]


def _meaning(option: Option) -> str:
    """Return the description of a key; for the second and later keys of a long description, a reference to the first."""
    table, _, key = option.path.rpartition(".")
    if len(option.together) > 2 and key != option.together[0]:
        return f"See {key_link(path_of(table, option.together[0]))}."
    if len(option.together) == 1:
        return option.description
    *others, last = [f"`{other}`" for other in option.together]
    return f"{', '.join(others)} and {last}: {option.description}"


# ---- values ----


def _default(option: Option) -> list[str]:
    if option.default is REQUIRED:
        return ["- Default: none; the key is required"]
    return [] if option.default == {} else [f"- Default: `{toml_value(option.default)}`"]


def _values(option: Option) -> str:
    """Return the valid values of a key in words."""
    kind, unit = option.kind, f" {UNITS[option.path]}" if option.path in UNITS else ""
    match kind:
        case Flag():
            words = "`true` or `false`"
        case Choice():
            texts = ", ".join(f"`{toml_value(str(member))}`" for member in kind.choices)
            words = "one of" if _described_choices(option) else texts
        case Int():
            words = f"{_extent(kind)}{unit}"
        case Ints():
            items = f"pairs of numbers:{unit}" if kind.width else f"numbers of {_extent(kind.number)}{unit}"
            words = f"a list of {kind.least} to {kind.most} {items}"
        case RowTable():
            words = f"a table from kinds of rows to numbers of {_extent(kind.number)}{unit}"
        case RowKindText():
            words = 'a kind of row, or `""`'
        case Models():
            words = "a list of tables with the keys below"
        case One():
            words = "a table with the keys below"
        case _:
            words = "text in one line"
    unset = False if getattr(kind, "may_be_none", False) else getattr(kind, "unset", None)
    return words if unset is None else f"{words}, or `{toml_value(unset)}` (`None` in Python)"


def _extent(number: Int) -> str:
    return f"{number.low:,} to {number.high:,}"


def _described_choices(option: Option) -> list[str]:
    """Return the values of a key with a choice, each with its description; empty if none has a description."""
    descriptions = {toml_value(str(member)): words_of(member) for member in getattr(option.kind, "choices", ())}
    lines = [f"  - `{value}`{f': {words}' if words else ''}" for value, words in descriptions.items()]
    return lines if any(descriptions.values()) else []


# ---- presets ----


@cache
def _all_presets() -> tuple[cp.Rules, ...]:
    return tuple(cp.rules(name) for name in cp.presets())


def _presets(option: Option) -> list[str]:
    """Return the presets in which a key does not have its default, by value."""
    if option.path in _NO_PRESETS or option.model is not None:
        return []
    by_value: dict[str, list[str]] = {}
    for rules in _all_presets():
        value = option.plain_in(rules)
        if value is not ABSENT and value != option.default:
            by_value.setdefault(_value_in_words(value), []).append(preset_link(rules.name, _PRESETS))
    lines = [f"{value} in {', '.join(names)}" for value, names in by_value.items()]
    if len(lines) > 1:
        return ["- Presets:", *(f"  - {line}" for line in lines)]
    return [f"- Presets: {line}" for line in lines]


def _value_in_words(value: Any) -> str:
    if not isinstance(value, dict):
        return f"`{toml_value(value)}`"
    return ", ".join(f"{kind}: {number}" for kind, number in in_runs(value).items())
