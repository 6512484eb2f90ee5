"""Descriptions of the members of enums: the texts below them in their source."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from itertools import pairwise
from types import MappingProxyType

__all__ = ["description_of"]


def description_of(member: Enum) -> str:
    """Return the text below a member of an enum; empty if it has none, or if the source is not installed."""
    return _descriptions_in(type(member)).get(member.name, "")


@cache
def _descriptions_in(enum: type[Enum]) -> Mapping[str, str]:
    """Return the texts below the members of an enum, by the names of the members."""
    import ast  # takes longer to import than most modules of this package
    import inspect

    try:
        source = inspect.getsource(enum)
    except OSError:
        return MappingProxyType({})
    descriptions = {}
    for statement, below in pairwise(ast.walk(ast.parse(source))):
        match statement, below:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(text))):
                descriptions[name] = " ".join(text.split())
    return MappingProxyType(descriptions)
