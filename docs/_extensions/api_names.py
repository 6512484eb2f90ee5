"""Resolve names in docstrings: short names and private modules of the package, parameters, and types of other libraries.

Docstrings name things as users do: `Rules`, `Table.settle`, `points`. Sphinx looks for full names only. A name that is
neither documented nor a parameter still causes a warning, which fails the build.
"""

from __future__ import annotations

import importlib
import inspect
import re
from contextlib import suppress
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from docutils import nodes

import cpoker_fast as cp
import cpoker_fast.openface.learning

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

NAMESPACES = ("errors", "openface.learning", *(name for name in cp.__all__ if isinstance(getattr(cp, name), ModuleType)))

PYTHON, NUMPY = "https://docs.python.org/3/library/", "https://numpy.org/doc/stable/reference/"
EXTERNAL = {
    **{name: f"{PYTHON}functions.html#{name}" for name in ("bool", "float", "int", "object", "open", "print", "repr")},
    **{name: f"{PYTHON}stdtypes.html#{name}" for name in ("bytes", "dict", "frozenset", "list", "range", "str", "tuple")},
    **{name: f"{PYTHON}exceptions.html#{name}" for name in ("KeyboardInterrupt", "ValueError", "TypeError", "ImportError",
       "BufferError", "OSError", "IndexError", "Exception", "Warning", "UserWarning", "RuntimeWarning", "MemoryError")},
    **{name: f"{PYTHON}constants.html#{name}" for name in ("None", "True", "False")},
}  # fmt: skip
"""Addresses of the names of Python that docstrings use without a module."""


@cache
def documented_names() -> dict[int, str]:
    """Return the full public name of every exported object, by its identity."""
    names: dict[int, str] = {}
    for namespace in sorted({"", *NAMESPACES}, key=lambda namespace: namespace != "errors"):  # errors live in their module
        module = importlib.import_module(f"cpoker_fast.{namespace}".rstrip("."))
        for name in module.__all__:
            value = getattr(module, name)
            if not isinstance(value, ModuleType):
                names.setdefault(id(value), ".".join(filter(None, ("cpoker_fast", namespace, name))))
    return names


@cache
def public_names() -> dict[str, list[str]]:
    """Return the full public names that end in a name, such as ``Table.settle`` or ``settle``."""
    names: dict[str, list[str]] = {}
    for full in documented_names().values():
        names.setdefault(full.rpartition(".")[2], []).append(full)
    return names


def _candidates(target: str, owner: str) -> list[str]:
    """Return the full names that a name may mean, those of the same namespace first."""
    head, _, rest = target.partition(".")
    if target.startswith("cpoker_fast."):
        return [public for public in [_public_name(target)] if public]
    if head in NAMESPACES:
        return [f"cpoker_fast.{target}"]
    fulls = sorted(public_names().get(head, ()), key=lambda full: not owner.startswith(full.rpartition(".")[0] + "."))
    named = [".".join(filter(None, (full, rest))) for full in fulls]
    return named or _owners_of_member(head, owner)


def _owners_of_member(name: str, owner: str) -> list[str]:
    """Return the members with a name: of classes that the owner names, of rules, of errors, or of the only class."""
    classes = [full for value, full in documented_values() if isinstance(value, type)]
    members = [f"{full}.{name}" for full in classes if name in _parameters(full)]
    document = inspect.getdoc(_value(owner)) or ""
    likely = [
        member
        for member in members
        if member.startswith(("cpoker_fast.Rules.", "cpoker_fast.rulebook.", "cpoker_fast.errors."))
        or re.search(rf"\b{member.split('.')[-2]}\b", document)
    ]
    return likely if likely or len(members) != 1 else members


def documented_values() -> list[tuple[Any, str]]:
    """Return every exported object with its full public name."""
    return [(_value(full), full) for full in documented_names().values()]


def _value(full: str) -> Any:
    """Return the object with a full public name; None if there is none."""
    value: Any = cp
    for part in full.split(".")[1:]:
        value = getattr(value, part, None)
    return value


def _public_name(target: str) -> str | None:
    """Return the public name of a name in a private module, such as ``cpoker_fast.rulebook.rules.Rules.foul``."""
    value: Any = cp
    parts = target.split(".")[1:]
    for index, part in enumerate(parts):
        try:
            value = getattr(value, part)
        except AttributeError:
            return None
        if id(value) in documented_names():
            return ".".join((documented_names()[id(value)], *parts[index + 1 :]))
    return None


@cache
def _parameters(owner: str) -> frozenset[str]:
    """Return the parameters, fields and attributes that the docstring of an object, or of its class, may name."""
    names: set[str] = set()
    value: Any = cp
    for part in owner.split(".")[1:]:
        value = getattr(value, part, None)
        if value is None:
            break
        if isinstance(value, ModuleType):
            continue
        for line in re.findall(r"(?m)^((?:\*{0,2}\w+)(?:, \*{0,2}\w+)*) :.*$", inspect.getdoc(value) or ""):
            names.update(name.strip(" *") for name in line.split(","))
        if callable(value):
            with suppress(TypeError, ValueError):
                names.update(inspect.signature(value).parameters)
        if isinstance(value, type):
            names.update(name for name in dir(value) if not name.startswith("_"))
    return frozenset(names)


def resolve(app: Sphinx, environment: BuildEnvironment, node: pending_xref, text: Element) -> Element | None:
    """Return a link for a name that Sphinx does not find, or literal text for a parameter."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"].strip()
    owner = _public_name((node.source or "").rpartition("docstring of ")[2]) or node.get("py:module") or ""
    if target.split(".")[0] in _parameters(owner):
        return nodes.literal("", "", *text.children)
    domain = environment.get_domain("py")
    for candidate in _candidates(target, owner):
        name, _, member = candidate.rpartition(".")
        is_field = candidate not in domain.objects and member in _parameters(name)
        full = name if is_field else candidate
        if full in domain.objects:
            return domain.resolve_xref(environment, node["refdoc"], app.builder, "obj", full, node, text)
    if address := _external_address(target):
        return nodes.reference("", "", text, refuri=address, internal=False)
    return None


def _external_address(target: str) -> str | None:
    """Return the address of a name of Python or NumPy; None if it is none of theirs."""
    library, _, name = target.partition(".")
    if target.startswith("collections.abc."):
        return f"{PYTHON}collections.abc.html#{target}"
    if library in ("np", "numpy") and name:
        return f"{NUMPY}generated/numpy.{name}.html"
    return EXTERNAL.get(target)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the resolver."""
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
