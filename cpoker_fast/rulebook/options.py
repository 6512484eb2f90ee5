"""The options of rules: their meaning, valid values and default, from the classes of rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook.declaring import Kind, Model, Models, path_of
from cpoker_fast.rulebook.option_groups import GROUPS, Group, group_of, unit_of

__all__ = ["ABSENT", "REQUIRED", "Option", "PresetName", "options_by_path"]

REQUIRED = object()
"""Default of an option that every table must have."""
ABSENT = object()
"""Value of an option in rules without its table."""


class PresetName(Kind):
    """The name of a preset."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names: tuple[str, ...] = tuple(names)

    def read(self, path: str, value: Any) -> str:
        """Return a name if it is one of a preset."""
        if value not in self.names:
            raise RulesError(f"expected the name of a preset, got {quote(value)}", path=path)
        return str(value)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the names."""
        return {"description": "Preset that the other keys change.", "enum": list(self.names)}


@dataclass(frozen=True, eq=False)
class Option:
    """A key of a rules file."""

    path: str
    """The key with those of its tables, such as ``royalties.front``."""
    kind: Kind
    description: str
    together: tuple[str, ...]
    """All keys of its table that the description explains, in the order of their values."""
    default: Any
    """Plain value, as in a file; `REQUIRED` or `ABSENT` if there is none."""
    is_in_list: bool = False
    """Whether its table is a list of tables, such as the naturals."""

    @property
    def key(self) -> str:
        """Key in its table."""
        return self.path.rpartition(".")[2]

    @property
    def table(self) -> str:
        """Path of its table; empty for the options of the file itself."""
        return self.path.rpartition(".")[0]

    @property
    def model(self) -> type[Model] | None:
        """The class of the table that the option holds; None for other values."""
        return getattr(self.kind, "model", None)

    @property
    def group(self) -> Group:
        """Group of the option."""
        return group_of(self.path)

    @property
    def unit(self) -> str:
        """Unit of a number, in the plural; empty if it has none."""
        return unit_of(self.path)

    def is_default(self, value: Any) -> bool:
        """Whether a plain value is the default; 0 is not false."""
        return type(value) is type(self.default) and bool(value == self.default)

    def value_in(self, rules: Model) -> Any:
        """Return the value in some rules; `ABSENT` if a table is missing or in a list."""
        value: Any = rules
        for key in self.path.split("."):
            if not isinstance(value, Model) or key not in value.kinds():
                return ABSENT
            value = getattr(value, key)
        return value

    def plain_in(self, rules: Model) -> Any:
        """Return the value in some rules, as in a file; `ABSENT` if a table is missing or in a list."""
        value = self.value_in(rules)
        return ABSENT if value is ABSENT else self.kind.to_plain(value, None)


def options_of(model: type[Model], path: str = "", *, is_in_list: bool = False) -> Iterator[Option]:
    """Yield the options of a class of rules; after an option that holds a table, the options in it."""
    descriptions = {key: schema["description"] for key, schema in model.schema()["properties"].items()}
    for field in model.ordered_fields():
        kind, description = model.kinds()[field.name], descriptions[field.name]
        together = tuple(key for key, other in descriptions.items() if other == description)
        default = REQUIRED if field.default is dataclasses.MISSING else kind.to_plain(field.default, None)
        option = Option(path_of(path, field.name), kind, description, together, default, is_in_list)
        yield option
        if option.model is not None:
            yield from options_of(option.model, option.path, is_in_list=isinstance(kind, Models))


def options_by_path(model: type[Model], presets: Iterable[str]) -> Mapping[str, Option]:
    """Return the options of rules files, by path, in the order of their groups."""
    kind = PresetName(presets)
    base = Option("base", kind, kind.schema()["description"], ("base",), ABSENT)
    options = {option.path: option for option in (base, *options_of(model))}
    return MappingProxyType({path: options[path] for group in GROUPS for path in group.paths_in(options)})
