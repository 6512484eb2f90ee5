"""All options of rules files, and their values in presets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from cpoker_fast.rulebook.options import ABSENT, Option, options_by_path
from cpoker_fast.rulebook.presets import presets, rules
from cpoker_fast.rulebook.rules import Rules

__all__ = ["all_options", "options_in", "presets_by_value"]


@cache
def all_options() -> Mapping[str, Option]:
    """Return all options of rules files, by path, in the order of their groups."""
    return options_by_path(Rules, presets())


def options_in(*groups: str) -> list[Option]:
    """Return the options of groups, given by their names, in the order of the groups."""
    return [option for option in all_options().values() if option.group.name in groups]


_OF_EACH_PRESET = ("name", "note")


def presets_by_value(option: Option) -> list[tuple[Any, list[str]]]:
    """Return the values that an option has in presets, except its default, each with the names of the presets."""
    values: list[tuple[Any, list[str]]] = []
    if option.path in _OF_EACH_PRESET:
        return values
    for name in presets():
        value = option.plain_in(rules(name))
        if value is ABSENT or option.is_default(value):
            continue
        names = next((names for other, names in values if other == value), None)
        if names is None:
            values.append((value, names := []))
        names.append(name)
    return values
