"""The base of rules and their parts: frozen dataclasses whose fields declare the values that they accept.

A field is declared once, with a `Kind` that validates its values, converts them from and to plain values (TOML, JSON), and
provides their JSON Schema. Every error names the key, such as ``royalties.back.flush``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, field, fields
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Self

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast.cards import format_card, parse_card
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.reprs import fitted_fields
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import CardError, RulesError

__all__ = ["Choice", "Flag", "Int", "Ints", "Kind", "Model", "Models", "One", "OneCard", "Text", "declare", "path_of"]


def path_of(*keys: object) -> str:
    """Join keys with dots and skip empty ones; shorten long texts, and quote keys that are not texts."""
    return ".".join(shorten(key) if isinstance(key, str) else quote(key) for key in keys if key != "")


class Kind:
    """Base of the kinds of values that fields accept."""

    unset: str | bool | None = None
    """Plain value for None in files; None if the field cannot be None."""

    def read(self, path: str, value: Any) -> Any:
        """Return a value in the form in which it is stored; raise RulesError if it is invalid."""
        raise NotImplementedError

    def from_plain(self, path: str, plain: Any, base: Any) -> Any:
        """Convert a plain value from a file to one that `read` accepts; a model reads its values when it is made.

        `base` has the values for fields of a model that the file does not set.
        """
        del path, base
        return plain

    def to_plain(self, value: Any, base: Any) -> Any:
        """Return the plain value for a file, from which `from_plain` with the same `base` returns `value`."""
        del base
        return value

    def to_complete_plain(self, value: Any) -> Any:
        """Return the plain value for a file, with all options of models, also those with default values."""
        return self.to_plain(value, None)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the plain value in a file."""
        raise NotImplementedError


def declare(kind: Kind, default: Any, *, compare: bool = True) -> Any:
    """Return a dataclass field of a `Model` that accepts values of a kind."""
    return field(default=default, compare=compare, metadata={"kind": kind})


class Int(Kind):
    """An int from `low` to `high`; with `unset`, also None, which files write as `unset`."""

    def __init__(self, low: int, high: int, unset: str | bool | None = None) -> None:
        self.low = low
        self.high = high
        self.unset = unset

    def read(self, path: str, value: Any) -> int | None:
        if value is None and self.unset is not None:
            return None
        if not is_whole(value):
            raise RulesError(f"expected an int, got {quote(value)}", path=path)
        if not self.low <= value <= self.high:
            raise RulesError(f"expected {self.low} to {self.high}, got {quote(value)}", path=path)
        return value

    def from_plain(self, path: str, plain: Any, base: Any) -> Any:
        del base
        if self.unset is None:
            return plain
        if plain is self.unset or (isinstance(plain, str) and plain == self.unset):
            return None
        if not is_whole(plain):
            word = "false" if self.unset is False else repr(self.unset)
            raise RulesError(f"expected an int or {word}, got {quote(plain)}", path=path)
        return plain

    def to_plain(self, value: int | None, base: Any) -> int | str | bool | None:
        del base
        return self.unset if value is None else value

    def schema(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return number if self.unset is None else {"anyOf": [number, {"const": self.unset}]}


class Flag(Kind):
    """True or False."""

    def read(self, path: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise RulesError(f"expected True or False, got {quote(value)}", path=path)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Text(Kind):
    """One line of printable text."""

    def read(self, path: str, value: Any) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise RulesError(f"expected text in one line, got {quote(value)}", path=path)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


class TextOrUnset(Kind):
    """A text; with `unset`, also None, which files write as `unset`."""

    unset: bool | None

    def __init__(self, unset: bool | None) -> None:
        self.unset = unset

    def from_plain(self, path: str, plain: Any, base: Any) -> Any:
        del path, base
        return None if self.unset is not None and plain is self.unset else plain

    def to_plain(self, value: str | None, base: Any) -> str | bool | None:
        del base
        return self.unset if value is None else str(value)


class Choice(TextOrUnset):
    """A member of an enum, or its text; with `unset`, also None."""

    def __init__(self, choices: type[StrEnum], unset: bool | None = None) -> None:
        super().__init__(unset)
        self.choices = choices

    def read(self, path: str, value: Any) -> StrEnum | None:
        if value is None and self.unset is not None:
            return None
        if isinstance(value, str):
            with suppress(ValueError):
                return self.choices(value)
        allowed = did_you_mean(value, map(str, self.choices), quoted=True)
        raise RulesError(f"{allowed}, got {quote(value)}", path=path)

    def schema(self) -> dict[str, Any]:
        words: list[Any] = [str(member) for member in self.choices]
        return {"enum": words if self.unset is None else [*words, self.unset]}


class OneCard(TextOrUnset):
    """A card, such as ``'Ah'``; with `unset`, also None."""

    def read(self, path: str, value: Any) -> str | None:
        if value is None and self.unset is not None:
            return None
        try:
            return format_card(parse_card(value))
        except CardError as error:
            raise RulesError(str(error), path=path) from None

    def schema(self) -> dict[str, Any]:
        text = {"type": "string", "pattern": "^(10|[2-9TtJjQqKkAa])[cdhsCDHS]$"}
        return text if self.unset is None else {"anyOf": [text, {"const": self.unset}]}


class Ints(Kind):
    """A tuple of `least` to `most` items: ints, or with `width`, tuples of `width` ints."""

    number: Int

    def __init__(self, low: int, high: int, *, least: int, most: int, width: int | None = None) -> None:
        self.number = Int(low, high)
        self.least = least
        self.most = most
        self.width = width

    def _tuple(self, path: str, value: Any, least: int, most: int) -> tuple[Any, ...]:
        size = f"{least} to {most} values" if least != most else f"{most} values"
        items = items_of(value)
        if items is None:
            raise RulesError(f"expected a list of {size}, got {quote(value)}", path=path)
        if not least <= len(items) <= most:
            raise RulesError(f"expected a list of {size}, got {len(items)}", path=path)
        return tuple(items)

    def read(self, path: str, value: Any) -> tuple[Any, ...]:
        items = self._tuple(path, value, self.least, self.most)
        if self.width is None:
            return tuple(self.number.read(f"{path}[{i}]", item) for i, item in enumerate(items))
        width = self.width
        rows = [self._tuple(f"{path}[{i}]", item, width, width) for i, item in enumerate(items)]
        return tuple(tuple(self.number.read(f"{path}[{i}]", item) for item in row) for i, row in enumerate(rows))

    def to_plain(self, value: tuple[Any, ...], base: Any) -> list[Any]:
        del base
        return [list(item) if self.width else item for item in value]

    def schema(self) -> dict[str, Any]:
        item = self.number.schema()
        if self.width is not None:
            item = {"type": "array", "items": item, "minItems": self.width, "maxItems": self.width}
        return {"type": "array", "items": item, "minItems": self.least, "maxItems": self.most}


class One(Kind):
    """A value of another model; if `may_be_none`, also None, which files write as false."""

    unset: bool | None

    def __init__(self, model: type[Model], *, may_be_none: bool = False) -> None:
        self.model = model
        self.unset = False if may_be_none else None

    def read(self, path: str, value: Any) -> Model | None:
        if isinstance(value, self.model) or (value is None and self.unset is False):
            return value
        raise RulesError(f"expected {self.model.__name__}, got {quote(value)}", path=path)

    def from_plain(self, path: str, plain: Any, base: Any) -> Model | None:
        if plain is False and self.unset is False:
            return None
        return self.model.from_plain(plain, path=path, base=base)

    def to_plain(self, value: Model | None, base: Any) -> Any:
        return False if value is None else value.to_plain(base)

    def to_complete_plain(self, value: Model | None) -> Any:
        return False if value is None else value.to_complete_plain()

    def schema(self) -> dict[str, Any]:
        table = self.model.schema()
        return table if self.unset is None else {"anyOf": [table, {"const": self.unset}]}


class Models(Kind):
    """A tuple of at most `most` values of another model, with a different value of the field `key` in each."""

    def __init__(self, model: type[Model], key: str, most: int) -> None:
        self.model = model
        self.key = key
        self.most = most

    def read(self, path: str, value: Any) -> tuple[Model, ...]:
        items = items_of(value)
        if items is None:
            raise RulesError(f"expected a tuple of {self.model.__name__}, got {quote(value)}", path=path)
        if len(items) > self.most:
            raise RulesError(f"expected at most {self.most} items, got {len(items)}", path=path)
        seen = set()
        for index, item in enumerate(items):
            if not isinstance(item, self.model):
                raise RulesError(f"expected {self.model.__name__}, got {quote(item)}", path=f"{path}[{index}]")
            key = getattr(item, self.key)
            if key in seen:
                raise RulesError(f"{quote(str(key))} is listed twice", path=f"{path}[{index}]")
            seen.add(key)
        return tuple(items)

    def from_plain(self, path: str, plain: Any, base: Any) -> list[Model]:
        del base
        if not isinstance(plain, list):
            raise RulesError(f"expected a list of tables, got {quote(plain)}", path=path)
        return [self.model.from_plain(item, path=f"{path}[{i}]") for i, item in enumerate(plain)]

    def to_plain(self, value: tuple[Model, ...], base: Any) -> list[Any]:
        del base
        return [item.to_plain() for item in value]

    def to_complete_plain(self, value: tuple[Model, ...]) -> list[Any]:
        return [item.to_complete_plain() for item in value]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.model.schema(), "maxItems": self.most}


def _kinds_inside(kind: Kind) -> Mapping[str, Kind]:
    """Return the kinds of the fields of a model that a kind holds; an empty mapping for other kinds."""
    return kind.model.kinds() if isinstance(kind, One | Models) else {}


class Model:
    """Base of frozen dataclasses whose fields come from `declare`; their own repr must be off, because of this one."""

    __slots__ = ()
    PATH: ClassVar[str] = ""
    """Key of the model in `Rules`, for error messages."""

    def __post_init__(self) -> None:
        for key, path, kind in self._paths():
            object.__setattr__(self, key, kind.read(path, getattr(self, key)))
        self._check()

    def __repr__(self) -> str:
        """Return the fields that differ from their defaults, in at most three lines."""
        changes = {item.name: value for item in self.ordered_fields() if (value := getattr(self, item.name)) != item.default}
        return fitted_fields(f"{type(self).__name__}(", changes, ")")

    def _check(self) -> None:
        """Raise RulesError if fields contradict each other."""

    @classmethod
    @cache
    def ordered_fields(cls) -> tuple[Field[Any], ...]:
        """Return the fields: those of the class itself, then those of its bases."""
        inherited = {item.name for base in cls.__bases__ if dataclasses.is_dataclass(base) for item in fields(base)}
        return tuple(sorted(fields(cls), key=lambda item: item.name in inherited))  # type: ignore[arg-type]

    @classmethod
    @cache
    def kinds(cls) -> Mapping[str, Kind]:
        """Return the kind of each field."""
        return MappingProxyType({item.name: item.metadata["kind"] for item in cls.ordered_fields()})

    @classmethod
    @cache
    def _paths(cls) -> tuple[tuple[str, str, Kind], ...]:
        """Return the name of each field, its path in the rules, and its kind."""
        return tuple((key, path_of(cls.PATH, key), kind) for key, kind in cls.kinds().items())

    @classmethod
    def from_plain(cls, plain: Any, *, path: str = "", base: Self | None = None) -> Self:
        """Return a model from plain values; other fields have the values of `base`, or the defaults."""
        kinds = cls.kinds()
        if not isinstance(plain, Mapping):
            raise RulesError(f"expected a table, got {quote(plain)}", path=path)
        changes = {}
        for key, value in plain.items():
            if key not in kinds:
                part = next((name for name, kind in kinds.items() if key in _kinds_inside(kind)), None)
                hint = f"did you mean {part}.{key}? " if part else ""
                raise RulesError(f"unknown key; {hint}{did_you_mean(key, kinds)}", path=path_of(path, key))
            old = None if base is None else getattr(base, key)
            changes[key] = kinds[key].from_plain(path_of(path, key), value, old)
        if base is None and (missing := [key for key in cls._required() if key not in changes]):
            raise RulesError(f"the key {', '.join(missing)} is missing", path=path)
        try:
            return cls(**changes) if base is None else dataclasses.replace(base, **changes)  # type: ignore[type-var]
        except RulesError as error:  # it names PATH, not this path
            key = error.path.removeprefix(cls.PATH).removeprefix(".")
            raise RulesError(error.problem, path=path_of(path, key)) from None

    @classmethod
    def _required(cls) -> list[str]:
        return [item.name for item in cls.ordered_fields() if item.default is dataclasses.MISSING]

    def to_plain(self, base: Self | None = None) -> dict[str, Any]:
        """Return plain values of the fields that differ from `base`, or from the defaults."""
        plain = {}
        for item in self.ordered_fields():
            value, old = getattr(self, item.name), None if base is None else getattr(base, item.name)
            if value != (item.default if base is None else old):
                plain[item.name] = item.metadata["kind"].to_plain(value, old)
        return plain

    def to_complete_plain(self) -> dict[str, Any]:
        """Return plain values of all fields, also of those with default values."""
        return {key: kind.to_complete_plain(getattr(self, key)) for key, kind in self.kinds().items()}

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of the plain values."""
        from cpoker_fast.rulebook.descriptions import descriptions_in

        descriptions = descriptions_in(cls)
        properties = {key: {"description": descriptions.get(key, ""), **kind.schema()} for key, kind in cls.kinds().items()}
        return {
            "type": "object",
            "title": cls.__name__,
            "properties": properties,
            "required": cls._required(),
            "additionalProperties": False,
            **cls._constraints(),
        }

    @classmethod
    def _constraints(cls) -> dict[str, Any]:
        """Return what the JSON Schema says beside the keys."""
        return {}
