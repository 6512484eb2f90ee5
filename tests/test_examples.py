"""Every public docstring has an example that runs (`test_docs.py` runs them), or a reason not to."""

import ast
import enum
import inspect
import re
from importlib import import_module
from itertools import pairwise
from textwrap import dedent

from public_face import namespaces

import cpoker_fast as cp

MODULES = [cp, *(import_module(f"cpoker_fast.{name}") for name in namespaces())]

REASONS = {
    "other modules of the package call it, with checked arguments": [
        "EngineBot.begin_match", "EngineBot.close_free", "EngineBot.end_match", "EngineBot.identity",
        "EngineBot.reply", "EngineBot.settled",
        "CoreBot.set_fantasylands", "PolicyBot.choose", "PolicyBot.layout", "Position.of_parts",
        "Positions.kinds", "Positions.with_hands", "DealFilter.check_player", "DealFilter.in_order",
    ],
    "it needs a library that is not installed with the package": [
        "Analysis.plot", "Review.plot", "Simulation.plot", "Settlement.explain_rich", "Table.plot", "Tournament.plot",
        "Deals.from_parquet", "Deals.to_parquet",
        *(f"converters.{way}_{package}" for way in ("from", "to")
          for package in ("eval7", "phevaluator", "pokerkit", "treys")),
    ],
    "one line on a file or a value that the user has": ["Rules.from_json", "Rules.from_toml", "Table.charge"],
    "the example of another name in its module shows it": [
        "Table.cancel", "Table.from_events", "Table.from_ledger", "app.play.hold_session", "app.play.save_session",
    ],
    "it needs a program that fits": [
        "Engine.exchange_line", "Engine.interrupt", "Engine.kill", "Engine.plays", "Engine.send", "Engine.settled",
    ],
    "a type, which is never called": ["players.BotFunction", "notation.DealFormat"],
}  # fmt: skip
"""Names without an example, by the reason."""


def has_example(value):
    return ">>> " in (inspect.getdoc(value) or "")


def needs_none(value):
    """Return whether one sentence documents a value: an error, an enum, a protocol, or a tuple of results."""
    return isinstance(value, type) and (
        issubclass(value, Exception | enum.Enum) or getattr(value, "_is_protocol", False) or hasattr(value, "_fields")
    )


def public():
    """Yield functions, classes, and the methods of classes by name."""
    for module in MODULES:
        namespace = module.__name__.partition(".")[2]
        for name in module.__all__:
            value = getattr(module, name)
            if not callable(value) or needs_none(value):
                continue
            yield f"{namespace}.{name}".lstrip("."), value, ""
            if not isinstance(value, type):
                continue
            for attribute, member in vars(value).items():
                method = getattr(member, "__func__", member)
                if not attribute.startswith("_") and callable(method) and method.__doc__:
                    yield f"{name}.{attribute}", method, inspect.getdoc(value) or ""


def test_every_public_docstring_has_an_example_or_a_reason():
    without = {
        name
        for name, value, text_of_class in public()
        if not has_example(value) and not re.search(rf"\.{name.rpartition('.')[2]}\(", text_of_class.partition(">>> ")[2])
    }
    reasons = [name for names in REASONS.values() for name in names]
    assert sorted(without) == sorted(reasons)


def described_fields(kind):
    """Return the fields of a named tuple that have a text below them, or that a section of its docstring lists."""
    statements = ast.parse(dedent(inspect.getsource(kind))).body[0].body
    listed = re.findall(r"(?m)^(\w+(?:, \w+)*) : ", inspect.getdoc(kind))
    return {name for line in listed for name in line.split(", ")} | {
        field.target.id
        for field, below in pairwise(statements)
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    }


def test_every_field_of_a_named_tuple_is_described():
    kinds = {kind for module in MODULES for name in module.__all__ if isinstance(kind := getattr(module, name), type)}
    tuples = [kind for kind in kinds if isinstance(kind, type) and hasattr(kind, "_fields")]
    assert len(tuples) > 15
    assert {kind.__name__: missing for kind in tuples if (missing := {*kind._fields} - described_fields(kind))} == {}
