"""The keys of a rules file: their meaning, values and defaults, from the classes of rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cpoker_fast.rulebook import Model, path_of
from cpoker_fast.rulebook.declaring import Kind

REQUIRED = object()
"""Default of a key that every table must have."""
ABSENT = object()
"""Value of a key in rules without its table."""


@dataclass(frozen=True)
class Option:
    """A key of a rules file."""

    path: str
    """The key with those of its tables, such as ``royalties.front``."""
    kind: Kind
    description: str
    together: tuple[str, ...]
    """All keys that the description explains, in the order of their values."""
    default: Any
    """Plain value, as in a file."""

    @property
    def model(self) -> type[Model] | None:
        """The class of the table that the key holds; None for other values."""
        return getattr(self.kind, "model", None)

    def plain_in(self, rules: Model) -> Any:
        """Return the value in some rules, as in a file; `ABSENT` if a table is missing or in a list."""
        value: Any = rules
        for key in self.path.split("."):
            if not isinstance(value, Model):
                return ABSENT
            value = getattr(value, key)
        return self.kind.to_plain(value, None)


def options_of(model: type[Model], path: str = "") -> Iterator[Option]:
    """Yield the keys of a class of rules; after a key of a table, the keys of that table."""
    descriptions = {key: schema["description"] for key, schema in model.schema()["properties"].items()}
    for field in dataclasses.fields(model):  # type: ignore[arg-type]
        kind, description = model.kinds()[field.name], descriptions[field.name]
        together = tuple(key for key, other in descriptions.items() if other == description)
        default = REQUIRED if field.default is dataclasses.MISSING else kind.to_plain(field.default, None)
        option = Option(path_of(path, field.name), kind, description, together, default)
        yield option
        if option.model is not None:
            yield from options_of(option.model, option.path)
