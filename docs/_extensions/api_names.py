"""Resolve names in docstrings: short names and private modules of the package, parameters, and types of other libraries.

Docstrings name things as users do: `Rules`, `Table.settle`, `points`. Sphinx looks for full names only. A name that is
neither documented nor a parameter still causes a warning, which fails the build.
"""

from __future__ import annotations

import inspect
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from docutils import nodes

import cpoker_fast as cp
import cpoker_fast.learning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

DOCS = Path(__file__).parents[1]

PYTHON, NUMPY = "https://docs.python.org/3/library/", "https://numpy.org/doc/stable/reference/"
EXTERNAL = {
    **{name: f"{PYTHON}functions.html#{name}" for name in ("bool", "float", "int", "object", "open", "print", "repr")},
    **{name: f"{PYTHON}stdtypes.html#{name}" for name in ("bytes", "dict", "frozenset", "list", "range", "str", "tuple")},
    **{name: f"{PYTHON}exceptions.html#{name}" for name in ("KeyboardInterrupt", "ValueError", "TypeError", "ImportError",
       "BufferError", "OSError", "IndexError", "Exception", "Warning", "UserWarning", "RuntimeWarning", "MemoryError")},
    **{name: f"{PYTHON}constants.html#{name}" for name in ("None", "True", "False")},
}  # fmt: skip
"""Addresses of the names of Python that docstrings use without a module."""


# ---- documented names ----


@cache
def documented_names(source: Path = DOCS) -> tuple[str, ...]:
    """Return the full names in the lists of the reference, such as ``cpoker_fast.settle``, and those of errors."""
    names = [f"cpoker_fast.errors.{name}" for name in cp.errors.__all__]
    for path in sorted((source / "reference").glob("*.md")):
        module = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if directive := re.fullmatch(r"\.\. currentmodule:: (\S+)", line):
                module = directive[1]
            elif item := re.fullmatch(r" +([A-Za-z][\w.]*)", line):
                names.append(f"{module}.{item[1]}")
    return tuple(names)


@cache
def _namespaces() -> frozenset[str]:
    """Return the parts of the package that have documented names, such as ``openface``."""
    return frozenset(name.removeprefix("cpoker_fast.").rpartition(".")[0] for name in documented_names())


@cache
def _names_by_identity() -> dict[int, str]:
    """Return the full name of every documented object, by its identity."""
    return {id(value_of(name)): name for name in reversed(documented_names())}


@cache
def _names_by_last_part() -> dict[str, list[str]]:
    """Return the full names that end in a word, such as those of two functions for ``bot``."""
    names: dict[str, list[str]] = {}
    for full in documented_names():
        names.setdefault(full.rpartition(".")[2], []).append(full)
    return names


def class_names() -> dict[str, str]:
    """Return the full name of each documented class, by its own name, as lists of parameters write it."""
    return {full.rpartition(".")[2]: full for full in documented_names() if isinstance(value_of(full), type)}


def _values_along(full: str) -> Iterator[Any]:
    """Yield the package, and the objects to which the further parts of a full name lead, up to the first unknown part."""
    value: Any = cp
    yield value
    for part in full.split(".")[1:]:
        if not hasattr(value, part):
            return
        value = getattr(value, part)
        yield value


def value_of(full: str) -> Any:
    """Return the object with a full name."""
    return list(_values_along(full))[-1]


def _documented_name(full: str) -> str | None:
    """Return the documented name of an object in a private module, such as ``cpoker_fast.rulebook.rules.Rules.foul``."""
    parts = full.split(".")
    for index, value in enumerate(_values_along(full), 1):
        if id(value) in _names_by_identity():
            return ".".join((_names_by_identity()[id(value)], *parts[index:]))
    return None


def names_in_docstring(value: object) -> frozenset[str]:
    """Return the names that the sections of a docstring list: parameters, attributes and results."""
    lines = re.findall(r"(?m)^((?:\*{0,2}\w+)(?:, \*{0,2}\w+)*) :.*$", inspect.getdoc(value) or "")
    return frozenset(name.strip(" *") for line in lines for name in line.split(","))


@cache
def _names_within(owner: str) -> frozenset[str]:
    """Return the parameters, fields and attributes that the docstring of an object, or of its class, may name."""
    names: set[str] = set()
    for value in _values_along(owner):
        if isinstance(value, ModuleType):
            continue
        names |= names_in_docstring(value)
        if callable(value):
            with suppress(TypeError, ValueError):
                names.update(inspect.signature(value).parameters)
        if isinstance(value, type):
            names.update(name for name in dir(value) if not name.startswith("_"))
    return frozenset(names)


# ---- resolving a name ----


def _candidates(name: str, owner: str) -> list[str]:
    """Return the full names that a name in the docstring of `owner` may mean, those of the same namespace first."""
    if name.startswith("cpoker_fast."):
        documented = _documented_name(name)
        return [documented] if documented else []
    head, _, rest = name.partition(".")
    if head in _namespaces():
        return [f"cpoker_fast.{name}"]
    fulls = _names_by_last_part().get(head, [])
    nearest_first = sorted(fulls, key=lambda full: not owner.startswith(full.rpartition(".")[0] + "."))
    return [f"{full}.{rest}".rstrip(".") for full in nearest_first] or _members(head, owner)


def _members(name: str, owner: str) -> list[str]:
    """Return the members with a name of the classes that `owner` may mean.

    These are rules, errors and the classes that its docstring names, or else the only class that has such a member.
    """
    docstring = inspect.getdoc(value_of(owner)) or ""
    members = [f"{full}.{name}" for full in documented_names() if name in _names_of_class(full)]
    likely = [
        member
        for member in members
        if member.startswith(("cpoker_fast.Rules.", "cpoker_fast.rulebook.", "cpoker_fast.errors."))
        or re.search(rf"\b{member.split('.')[-2]}\b", docstring)
    ]
    return likely if likely or len(members) != 1 else members


def _names_of_class(full: str) -> frozenset[str]:
    return _names_within(full) if isinstance(value_of(full), type) else frozenset()


def _external_address(name: str) -> str | None:
    """Return the address of a name of Python or NumPy; None if it is none of theirs."""
    library, _, rest = name.partition(".")
    if name.startswith("collections.abc."):
        return f"{PYTHON}collections.abc.html#{name}"
    if library in ("np", "numpy") and rest:
        return f"{NUMPY}generated/numpy.{rest}.html"
    return EXTERNAL.get(name)


def _owner(source: str, page: str) -> str:
    """Return the full name of the object whose docstring, with the name `source`, is shown on a page."""
    if documented := _documented_name(source):
        return documented
    if page in documented_names():  # the docstring of an inherited method, which names the private base class
        return f"{page}.{source.rpartition('.')[2]}"
    return f"cpoker_fast.{page}"  # a summary on a page such as reference/openface


def resolve(app: Sphinx, environment: BuildEnvironment, node: pending_xref, text: Element) -> Element | None:
    """Return a link for a name that Sphinx does not find, or literal text for a parameter; None for an unknown name."""
    if node.get("refdomain") != "py":
        return None
    name = node["reftarget"].strip()
    owner = _owner((node.source or "").rpartition("docstring of ")[2], node["refdoc"].rpartition("/")[2])
    if name.split(".")[0] in _names_within(owner):
        return nodes.literal("", "", *text.children)
    domain = environment.domains.python_domain
    for candidate in _candidates(name, owner):
        parent, _, member = candidate.rpartition(".")
        is_field = candidate not in domain.objects and member in _names_within(parent)  # listed on the page of its class
        full = parent if is_field else candidate
        if full in domain.objects:
            return domain.resolve_xref(environment, node["refdoc"], app.builder, "obj", full, node, text)
    if address := _external_address(name):
        return nodes.reference("", "", text, refuri=address, internal=False)
    return None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the resolver."""
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
