"""Plain values, keys and options as TOML, each in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["toml_key", "toml_line", "toml_value"]


def toml_value(value: Any) -> str:
    """Return a plain value as TOML in one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{toml_key(key)} = {toml_value(item)}' for key, item in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def toml_key(key: str) -> str:
    """Return a key as TOML, in quotes if it needs them."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def toml_line(path: str, value: Any) -> str:
    """Return a line that sets an option."""
    return f"{path} = {toml_value(value)}"
