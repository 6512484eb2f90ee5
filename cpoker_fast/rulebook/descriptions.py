"""Descriptions of options and of their values: the docstrings of their classes, which a program may not have.

``python tools/write_schema.py`` writes them to a file, because Python drops docstrings with ``-OO``, and a program of one
file has no sources.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

__all__ = ["DESCRIPTIONS", "descriptions_in"]

DESCRIPTIONS = Path(__file__).with_name("descriptions.json")
"""File of the descriptions: those of fields and of members of enums, by the name of their class."""


@cache
def _read() -> Mapping[str, Mapping[str, str]]:
    descriptions: dict[str, dict[str, str]] = json.loads(DESCRIPTIONS.read_text(encoding="utf-8"))
    return MappingProxyType({owner: MappingProxyType(texts) for owner, texts in descriptions.items()})


def descriptions_in(owner: type) -> Mapping[str, str]:
    """Return the descriptions of the fields of a model or of the members of an enum, by name; empty for other classes."""
    return _read().get(owner.__name__, MappingProxyType({}))
