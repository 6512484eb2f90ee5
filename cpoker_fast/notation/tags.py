"""Tags: lines with a name and a JSON value. The tag Rules contains the rules of a deal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cpoker_fast._arguments import is_whole
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import NotationError, RulesError
from cpoker_fast.game.plan import plan_of
from cpoker_fast.notation.naming import DEFINED_TAGS, TAG_NAME, check_tag
from cpoker_fast.notation.places import Line, Place
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.rules import preset_named

__all__ = ["KnownRules", "TagValue", "numbers_of", "read_tag"]


class KnownRules:
    """Rules of texts: presets and the caller's rules, by name, or rules written in full. The last rules are cached."""

    def __init__(self, rules: Rules | None) -> None:
        if rules is not None and not isinstance(rules, Rules):
            raise RulesError.about("rules", f"expected Rules or None, got {quote(rules)}")
        self._callers_rules = {} if rules is None else {rules.name: rules}
        if rules is not None and rules.is_changed_preset:
            raise RulesError.about("rules", f"expected rules with a name of their own, got {quote(rules.name)}")
        self._last: tuple[str, Rules] | None = None

    def find(self, value: object, text: str, place: Place) -> Rules:
        """Return the rules of the tag Rules, from its value and the text of this value."""
        if self._last is not None and self._last[0] == text:
            return self._last[1]
        try:
            rules = self._read(value)
            plan_of(rules)
        except RulesError as error:
            raise place.error(error) from None
        self._last = text, rules
        return rules

    def _read(self, value: object) -> Rules:
        if isinstance(value, dict):
            return Rules.from_dict(value)
        if not isinstance(value, str):
            raise RulesError("expected the name of rules, or an object with their options")
        return self._callers_rules.get(value) or preset_named(value)  # a local name may be that of other rules


_MOST_LEVELS = 15
_TAG = re.compile(r"\[(" + TAG_NAME.pattern + r")[ \t]+(\S.*)\]\s*")


class TagValue(NamedTuple):
    """The value of a tag, with the place and the text of the value."""

    value: Any
    place: Place
    text: str


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"duplicate key {quote(key)}")
        table[key] = value
    return table


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _parse_json(text: str, place: Place) -> Any:
    try:
        value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise Place(place.line, place.column + error.pos).error(f"expected a JSON value: {error.msg}") from None
    except ValueError as error:
        raise place.error(f"expected a JSON value: {error}") from None
    except RecursionError:
        value = None
    else:
        if _is_shallow(value):
            return value
    raise place.error(f"expected a JSON value of at most {_MOST_LEVELS} levels")


def _is_shallow(value: Any) -> bool:
    level = [value]
    for _ in range(_MOST_LEVELS + 1):
        containers = [item for item in level if isinstance(item, list | dict)]
        level = [item for outer in containers for item in (outer.values() if isinstance(outer, dict) else outer)]
        if not containers:
            return True
    return False


def read_tag(line: Line, tags: dict[str, TagValue]) -> None:
    """Read the tag in a line and add it to `tags`; raise NotationError if it is invalid."""
    match = _TAG.fullmatch(line.text)
    if match is None:
        raise line.place().error(f"expected a tag such as '[Button 1]', got {quote(line.text)}")
    name = match[1]
    if name in tags:
        raise line.place(1).error(f"duplicate tag {name}: it is in line {tags[name].place.line} already")
    place = line.place(match.start(2))
    value = _parse_json(match[2], place)
    if name not in DEFINED_TAGS:
        try:
            check_tag(name, value)
        except NotationError as error:
            raise line.place(1).error(error) from None
    tags[name] = TagValue(value, place, match[2])


def numbers_of(
    tags: Mapping[str, TagValue], name: str, seats: int, fits: Callable[[int], bool], expected: str
) -> tuple[int, ...]:
    """Return the numbers of a tag by seat, () without the tag; raise NotationError unless `fits` accepts all."""
    if name not in tags:
        return ()
    value, place, _ = tags[name]
    if not isinstance(value, list) or len(value) != seats or not all(is_whole(number) and fits(number) for number in value):
        raise place.error(
            f"{name}: expected {expected} for each of {seats} seats, such as {[0] * seats}, got {quote(str(value))}"
        )
    return tuple(value)
