"""Every public docstring has an example that runs (`test_docs.py` runs them), or a reason not to."""

import enum
import inspect
import re
from types import ModuleType

import cpoker_fast as cp

NAMESPACES = [name for name in cp.__all__ if isinstance(getattr(cp, name), ModuleType)]

REASONS = {}


def has_example(value):
    return ">>> " in (inspect.getdoc(value) or "")


def needs_none(value):
    """Errors, enums, protocols, and tuples of results say all in a sentence."""
    return isinstance(value, type) and (
        issubclass(value, Exception | enum.Enum) or getattr(value, "_is_protocol", False) or hasattr(value, "_fields")
    )


def public():
    """Functions, classes, and the methods of classes by name."""
    for namespace in ["", *NAMESPACES]:
        module = getattr(cp, namespace) if namespace else cp
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
    print(sorted(without))
    assert without == set(REASONS)
