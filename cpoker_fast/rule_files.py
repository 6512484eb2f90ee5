"""House rules without code: rules to and from plain values and TOML files, and the JSON Schema of both."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cpoker_fast.errors import CpokerError, RulesError
from cpoker_fast.variants import presets, rules

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Rules

__all__ = ["rules_from_dict", "rules_from_toml", "rules_schema", "rules_to_dict", "rules_to_toml"]

_R = TypeVar("_R", bound="Rules")


def _base(name: Any) -> Rules:
    try:
        return rules(name)
    except RulesError as error:
        raise RulesError(error.problem, path="base") from None


def rules_from_dict(kind: type[_R], plain: Any) -> _R:
    """See `Rules.from_dict`."""
    if not isinstance(plain, Mapping):
        raise RulesError(f"expected a table of rules, got {plain!r}")
    changes = {key: value for key, value in plain.items() if key != "base"}
    if "base" not in plain:
        return kind.from_plain(changes)
    return kind.from_plain(changes, base=_base(plain["base"]))  # type: ignore[arg-type]


def rules_to_dict(one: Rules, base: str | None) -> dict[str, Any]:
    """See `Rules.to_dict`."""
    if base is None:
        return one.to_plain()
    return {"base": base, **one.to_plain(_base(base))}


def rules_from_toml(kind: type[_R], path: str | os.PathLike[str]) -> _R:
    """See `Rules.from_toml`."""
    try:
        with Path(path).open("rb") as stream:
            plain = tomllib.load(stream)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: not TOML: {error}") from None
    try:
        return rules_from_dict(kind, plain)
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None


def rules_to_toml(one: Rules, path: str | os.PathLike[str] | None, base: str | None) -> str:
    """See `Rules.to_toml`."""
    try:
        import tomli_w
    except ModuleNotFoundError:
        raise CpokerError("writing TOML needs one more library: pip install 'cpoker_fast[toml]'") from None
    text: str = tomli_w.dumps(rules_to_dict(one, base))
    if path is not None:
        _replace(Path(path), text)
    return text


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.write_text(text, encoding="utf-8", newline="\n")
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of what `Rules.from_dict` and `Rules.from_toml` take; shipped as ``cpoker_fast/rules.schema.json``."""
    from cpoker_fast.rulebook import Rules

    schema = Rules.schema()
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **schema,
        "title": "Rules of Chinese poker",
        "properties": {
            "base": {"description": "The preset that the other keys change.", "enum": list(presets())},
            **schema["properties"],
        },
    }


if __name__ == "__main__":
    print(json.dumps(rules_schema(), indent=1))
