"""Rules files with every option: those that rules set, and all others commented out, each with its meaning and values."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from cpoker_fast.errors import RulesError
from cpoker_fast.patterns import Pattern
from cpoker_fast.ranking import Category
from cpoker_fast.rulebook.choices import Natural, NaturalMode
from cpoker_fast.rulebook.declaring import Model, Models, One, path_of
from cpoker_fast.rulebook.natural_words import cards_of_natural
from cpoker_fast.rulebook.option_groups import Group
from cpoker_fast.rulebook.option_words import (
    choices_in_words,
    default_in_words,
    unmarked,
    unset_value,
    valid_values,
)
from cpoker_fast.rulebook.options import ABSENT, Option, options_by_path
from cpoker_fast.rulebook.royalties import RowTable, Royalties
from cpoker_fast.rulebook.toml_lines import toml_key, toml_line, toml_value

__all__ = ["explained_toml"]

_WIDTH = 80
_HEAD = """\
#
# A line that begins with "#" and no space is an option with its default. Remove
# the "#" to set the option. The other lines are the options of these rules
# that differ from the defaults.
#
# Check the file:        cpoker rules FILE
# Show its changes:      cpoker rules --compare {base} FILE
# Explain an option:     cpoker rules --explain scoop_bonus"""


def explained_toml(rules: Model, presets: Mapping[str, Model], base: Model | None = None) -> str:
    """Return a rules file that changes the preset `base` into the rules, with all other options commented out.

    By default, the base is the preset in the name of the rules, or the most similar preset.
    """
    return "\n".join(_File(rules, presets, base or _closest_preset(rules, presets)).lines()) + "\n"


def _closest_preset(rules: Model, presets: Mapping[str, Model]) -> Model:
    """Return the preset in the name of the rules, such as ``'pagat, changed'``, or else that with the fewest differences."""
    name = str(rules.to_plain().get("name")).partition(", ")[0]
    return presets.get(name) or min(presets.values(), key=lambda preset: _number_of_values(rules.to_plain(preset)))


def _number_of_values(plain: Mapping[str, Any]) -> int:
    return sum(_number_of_values(value) if isinstance(value, Mapping) else 1 for value in plain.values())


def _comment(text: str, indent: str = "", *, hanging: str = "") -> list[str]:
    """Return the lines of a comment; `hanging` is the indent of all lines but the first."""
    return wrap(
        unmarked(text), _WIDTH, initial_indent=f"{indent}# ", subsequent_indent=f"{indent}# {hanging}",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


class _File:
    """The lines of a file, in the order of TOML: the keys of the file itself, then its tables, each with its keys."""

    def __init__(self, rules: Model, presets: Mapping[str, Model], base: Model) -> None:
        self.rules = rules
        self.presets = presets
        self.base = base
        self.options = options_by_path(type(rules), presets)
        self.last_group: Group | None = None

    def lines(self) -> Iterator[str]:
        """Yield all lines."""
        name, base, note = self._name(self.rules), self._name(self.base), self.options["note"].plain_in(self.rules)
        yield from _comment(f"{name}: {note}" if note else name)
        yield _HEAD.format(base=base)
        yield from self._keys_of("")
        yield from self._tables_in("")

    def _name(self, rules: Model) -> str:
        return str(self.options["name"].plain_in(rules))

    # ---- tables ----

    def _has_header(self, option: Option) -> bool:
        """Whether an option is written as a table with a header of its own."""
        value = option.value_in(self.rules)
        return isinstance(value, Model) or (isinstance(option.kind, RowTable) and value is not ABSENT)

    def _header_of(self, option: Option) -> str:
        """Return the path of the innermost table around an option that the rules have; empty for the file itself."""
        table = option.table
        while table and not self._has_header(self.options[table]):
            table = self.options[table].table
        return table

    def _keys_of(self, table: str) -> Iterator[str]:
        """Yield the lines of the keys of a table, and of the keys of missing tables in it."""
        for option in self.options.values():
            if self._header_of(option) == table and not self._has_header(option) and not option.is_in_list:
                yield from self._heading(option.group, is_head=not table)
                yield ""
                yield from self._naturals(option) if isinstance(option.kind, Models) else self._key(option, table)

    def _tables_in(self, table: str) -> Iterator[str]:
        for option in self.options.values():
            if option.table == table and self._has_header(option):
                yield from self._heading(option.group)
                is_rows = isinstance(option.kind, RowTable)
                yield from ["", *_meaning(option), *(self._about_rows(option) if is_rows else []), f"[{option.path}]"]
                yield from self._rows(option) if is_rows else self._keys_of(option.path)
                yield from self._tables_in(option.path)

    def _heading(self, group: Group, *, is_head: bool = False) -> Iterator[str]:
        """Yield the heading of a group, at its first option; `is_head` for the options before the first table."""
        if group is self.last_group:
            return
        self.last_group = group
        yield from ["", "", f"# ---- {group.title} ----"]
        paths = group.paths_in(self.options)
        tables = [path for path in paths if not self.options[path].table and self._has_header(self.options[path])]
        if is_head and tables:
            yield from _comment(f"Further options are in the table [{tables[0]}], below.")
        else:
            yield from _comment(group.introduction)

    # ---- keys ----

    def _is_set(self, option: Option) -> bool:
        """Whether a line that is not commented out sets an option."""
        if option.path == "base":
            return True
        value, old = option.value_in(self.rules), option.value_in(self.base)
        if option.path == "name":  # rules without a name get that of their file
            return str(value) != str(old) or self.rules != self.base
        if option.path == "note":  # changed rules lose the note of the preset
            return str(value) != (str(old) if self.rules == self.base else "")
        return value is not ABSENT and not (option.is_default(option.plain_in(self.rules)) and bool(value == old))

    def _value(self, option: Option) -> Any:
        """Return the value in the line of an option: that of the rules, or an example for names and kinds of rows."""
        if option.path == "base":
            return self._name(self.base)
        if option.path == "name" and not self._is_set(option):
            return "ours"
        if self._is_set(option):
            return option.plain_in(self.rules)
        return _EXAMPLE_OF_ROWS if isinstance(option.kind, RowTable) else option.default

    def _key(self, option: Option, header: str) -> Iterator[str]:
        """Yield the lines of an option with a plain value, which is commented out unless the rules set it."""
        is_set, value = self._is_set(option), self._value(option)
        yield from _meaning(option)
        yield from _values(option, with_default=is_set or not option.is_default(value))
        path = option.path.removeprefix(f"{header}." if header else "")
        if isinstance(option.kind, One):  # of a table that the rules do not have
            instead = f" Then delete the line {path} = false." if is_set else ""
            yield from _comment(f"A line below that begins with {path}. makes such a table.{instead}")
            if option.kind.unset is None:  # an empty table says nothing
                return
        if not is_set and option.table != header:
            yield from _comment(self._requirement(option, value))
        yield f"{'' if is_set else '#'}{toml_line(path, value)}"

    # ---- rows ----

    def _about_rows(self, option: Option) -> Iterator[str]:
        """Yield the valid values of a table of rows, and what happens to the rows of the base."""
        yield from _values(option)
        if option.value_in(self.base) not in (ABSENT, ()):
            base = self._name(self.base)
            yield from _comment(f"The table replaces that of {base}: kinds of rows that only {base} lists do not count.")

    def _rows(self, option: Option) -> Iterator[str]:
        """Yield a line for each kind of row in a table, and for the other kinds."""
        pairs = dict(option.value_in(self.rules))
        yield from (toml_line(toml_key(kind), number) for kind, number in pairs.items())
        is_royalty = option.table == Royalties.PATH
        yield f"# Other kinds{', with what they pay' if is_royalty else ''}:"
        if problem := self._problem(option.path, {**pairs, Category.PAIR.label: _SIZE}):
            yield from _comment(f"Not with the other options: {problem}.")
        for kind in _FRONT_KINDS if option.key == "front" else _KINDS:
            if kind not in pairs:
                number = _royalty(kind, pairs) if is_royalty else min(pairs.values(), default=_SIZE)
                yield f"#{toml_line(toml_key(kind), number)}"

    # ---- naturals ----

    def _naturals(self, option: Option) -> Iterator[str]:
        """Yield a line for each natural of the rules, and for the other patterns, as items of a list."""
        yield from _meaning(option)
        yield from _comment("Each line is a natural, with these keys:")
        for inner in self.options.values():
            if inner.table == option.path:
                default = f" Default: {default_in_words(inner)}."
                text = f"{inner.key}: {inner.description} Values: {_values_in_words(inner)}.{default}"
                yield from _comment(text if inner.key != "name" else f"{inner.key}: {inner.description}", hanging="  ")
        lines = [(natural, "") for natural in option.value_in(self.rules)]
        paid = {natural.name for natural, _ in lines}
        others = [natural for natural in _examples_of_naturals(self.presets.values()) if natural.name not in paid]
        for natural in others:  # before those that pay more, since the order may decide which one is higher
            later = [index for index, (item, _) in enumerate(lines) if item.points > natural.points]
            lines.insert(later[0] if later else len(lines), (natural, "#"))
        if problem := self._problem(option.path, [natural.to_plain() for natural, _ in lines]):
            yield from _comment(f"Not with the other options: {problem}.")
        yield f"{option.path} = ["
        for natural, mark in lines:
            plain = natural.to_plain()
            if mark and self.options["natural_mode"].plain_in(self.rules) == NaturalMode.SCOOP:
                del plain["points"]
            yield from _comment(cards_of_natural(natural), "    ")
            yield f"    {mark}{toml_value(plain)},"
        yield "]"

    # ---- requirements ----

    def _requirement(self, option: Option, value: Any) -> str:
        """Return what else a commented line requires; empty if it can be the only change."""
        problem = self._problem(option.path, value)
        if not problem:
            return ""
        example: Any = tomllib.loads(option.group.example)
        for key in option.table.split("."):
            example = example.get(key, {})
        if problem_of_example := self._problem(option.table, example):
            return f"Not with the other options: {problem_of_example}."
        return f"Requires another line: {problem}."

    def _problem(self, path: str, value: Any) -> str:
        """Return the problem of the rules with one value changed; empty if they are valid."""
        plain = copy.deepcopy(self.rules.to_plain())
        *tables, key = path.split(".")
        table = plain
        for name in tables:
            table = table.setdefault(name, {})
        table[key] = value
        try:
            type(self.rules).from_plain(plain)
        except RulesError as error:
            return error.problem.partition(": expected ")[0]  # without values of Python
        return ""


_SIZE = 14
_EXAMPLE_OF_ROWS = {"pair A": _SIZE}
_FRONT_KINDS = (Category.HIGH_CARD.label, Category.PAIR.label, "pair A", Category.THREE_OF_A_KIND.label)
_KINDS = dict.fromkeys((*_FRONT_KINDS[:3], *(category.label for category in Category)))


def _royalty(kind: str, pairs: dict[str, int]) -> int:
    """Return the points that a row pays for a kind that is not in its table: those of the more general kind."""
    general = {Category.ROYAL_FLUSH.label: Category.STRAIGHT_FLUSH.label, "pair A": Category.PAIR.label}
    return pairs.get(general.get(kind, ""), 0)


def _examples_of_naturals(presets: Iterable[Model]) -> tuple[Natural, ...]:
    """Return a natural of each pattern, with the points that it has in most presets, in ascending order."""
    paid: dict[str, list[int]] = {pattern: [] for pattern in Pattern}
    for preset in presets:
        for natural in preset.to_plain().get("naturals", ()):
            if "points" in natural:
                paid.setdefault(natural["name"], []).append(natural["points"])
    points = {pattern: max(numbers, key=numbers.count, default=3) for pattern, numbers in paid.items()}
    ascending = sorted(points, key=lambda pattern: points[pattern])
    return tuple(Natural(name=Pattern(pattern), points=points[pattern]) for pattern in ascending)


# ---- comments of an option ----


def _meaning(option: Option) -> list[str]:
    """Return the description of an option; for the second and later keys of a description, a reference to the first."""
    if option.key != option.together[0]:
        return _comment(f"See {path_of(option.table, option.together[0])}.")
    return _comment(option.description)


def _values(option: Option, *, with_default: bool = False) -> Iterator[str]:
    """Yield the valid values, each with its description if it has one, and the default."""
    choices = choices_in_words(option)
    if any(choices.values()):
        yield "# Values:"
        for value, words in choices.items():
            yield from _comment(f"  {value}: {words}" if words else f"  {value}", hanging="    ")
        if unset := unset_value(option):
            yield from _comment(f"  {unset}")
    else:
        yield from _comment(f"Values: {_values_in_words(option)}")
    if with_default and (default := default_in_words(option)):
        yield from _comment(f"Default: {default}")


def _values_in_words(option: Option) -> str:
    unset = unset_value(option)
    return f"{valid_values(option)}, or {unset}" if unset else valid_values(option)
