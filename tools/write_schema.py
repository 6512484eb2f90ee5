"""Write the descriptions of options, and the JSON Schema of rules. Run this tool after every change of `Rules`."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from enum import Enum, EnumType
from itertools import pairwise
from pathlib import Path

import click

import cpoker_fast.rulebook
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook import Rules, choices, conditions, royalties, streets, table_terms
from cpoker_fast.rulebook.declaring import Kind, Model, Models, One
from cpoker_fast.rulebook.descriptions import DESCRIPTIONS

MODULES = (choices, conditions, royalties, streets, table_terms)
SCHEMA = Path(cpoker_fast.rulebook.__file__).with_name("rules.schema.json")


def as_in_files(description: str, kind: Kind) -> str:
    """Return a description whose values are spelled as in files, such as false for None."""
    if kind.unset is not None:
        description = re.sub(r"\bNone\b", f'"{kind.unset}"' if isinstance(kind.unset, str) else "false", description)
    return re.sub(r"(?<!\w)\(\)", "[]", description)


def texts_of_fields(model: type[Model]) -> dict[str, str]:
    """Return the description of each field, as for files: the lines of the docstring below ``name, name : type``."""
    texts: dict[str, list[str]] = {}
    names: list[str] = []
    kinds = model.kinds()
    documented = [base.__doc__ for base in model.__mro__ if issubclass(base, Model) and base is not Model]
    for line in "\n".join(inspect.cleandoc(text or "") for text in documented).splitlines():
        if line.startswith(" "):
            for name in names:
                texts.setdefault(name, []).append(line.strip())
        else:
            names = line.partition(" : ")[0].split(", ")
    return {name: as_in_files(" ".join(lines), kinds[name]) for name, lines in texts.items() if name in kinds}


def texts_of_members(enum: type[Enum]) -> dict[str, str]:
    """Return the texts below the members of an enum, by the names of the members."""
    texts = {}
    for statement, below in pairwise(ast.walk(ast.parse(inspect.getsource(enum)))):
        match statement, below:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(text))):
                texts[name] = " ".join(text.split())
    return texts


def models_in(model: type[Model]) -> Iterator[type[Model]]:
    """Yield a model, and the models of its fields."""
    yield model
    for kind in model.kinds().values():
        if isinstance(kind, One | Models):
            yield from models_in(kind.model)


def descriptions() -> dict[str, dict[str, str]]:
    """Return the content of the file of descriptions."""
    models = {model.__name__: texts_of_fields(model) for model in models_in(Rules)}
    enums = {Pattern, *(enum for module in MODULES for enum in vars(module).values() if isinstance(enum, EnumType))}
    members = {enum.__name__: texts_of_members(enum) for enum in enums if enum.__module__.startswith("cpoker_fast")}
    return {**models, **dict(sorted(members.items()))}


@click.command(help=__doc__)
def main() -> None:
    DESCRIPTIONS.write_text(json.dumps(descriptions(), indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    SCHEMA.write_text(json.dumps(Rules.json_schema(), indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
