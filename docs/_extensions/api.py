"""The reference: names in docstrings become links, and objects are described as the package documents them.

Docstrings name things as users do: `Rules`, `Table.settle`, `points`. Sphinx looks for full names only. A name that is
neither documented nor a parameter still causes a warning, which fails the build.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from contextlib import suppress
from enum import Enum
from functools import cache
from pathlib import Path
from pydoc import locate
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from docutils import nodes
from sphinx.pycode import ModuleAnalyzer

import cpoker_fast as cp
import cpoker_fast.learning

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

# ---- documented names ----


def names_in(page: str) -> list[str]:
    """Return the full names in the lists of a page of the reference, such as ``cpoker_fast.settle``."""
    lists = page.split(".. currentmodule:: ")[1:]
    return [f"{part.split()[0]}.{name}" for part in lists for name in re.findall(r"(?m)^ +([A-Za-z][\w.]*)$", part)]


@cache
def documented_names(source: Path = Path(__file__).parents[1]) -> tuple[str, ...]:
    """Return the full names in the lists of the reference, and those of errors."""
    pages = [path.read_text(encoding="utf-8") for path in sorted((source / "reference").glob("*.md"))]
    names = [name for page in pages for name in names_in(page)]
    return (*(f"cpoker_fast.errors.{name}" for name in cp.errors.__all__), *names)


def class_names() -> dict[str, str]:
    """Return the full name of each documented class, by its own name, as lists of parameters write it."""
    return {full.rpartition(".")[2]: full for full in documented_names() if isinstance(locate(full), type)}


def _names_in_docstring(value: object) -> set[str]:
    """Return the names that the sections of a docstring list: parameters, attributes and results."""
    lines = re.findall(r"(?m)^((?:\*{0,2}\w+)(?:, \*{0,2}\w+)*) :.*$", inspect.getdoc(value) or "")
    return {name.strip(" *") for line in lines for name in line.split(",")}


@cache
def _names_within(full: str) -> frozenset[str]:
    """Return the parameters, fields and attributes that the docstring of an object may name."""
    value = locate(full)
    if value is None or isinstance(value, ModuleType):
        return frozenset()
    names = _names_in_docstring(value)
    if callable(value):
        with suppress(TypeError, ValueError):
            names.update(inspect.signature(value).parameters)
    if isinstance(value, type):
        names.update(name for name in dir(value) if not name.startswith("_"))
    return frozenset(names)


# ---- names in docstrings ----

_NAME = re.compile(r"(?<![`:\w])`([A-Za-z_][\w.]*)`(?![`_\w])")


def link_names(_app: Sphinx, _kind: str, owner: str, value: object, _options: object, lines: list[str]) -> None:
    """Make names in the docstring of `owner` links to what they mean; parameters are only code.

    Sphinx itself looks for members of the class.
    """
    docstring = "\n".join(lines)
    parameters = frozenset() if isinstance(value, type) else _names_within(owner)
    members = _names_within(owner if isinstance(value, type) else owner.rpartition(".")[0])

    def mark_up(match: re.Match[str]) -> str:
        name = match[1]
        if name.split(".")[0] in parameters and ("." not in name or f"cpoker_fast.{name}" not in documented_names()):
            return f"``{name}``"
        full = None if name.split(".")[0] in members else next(iter(_meanings(name, owner, docstring)), None)
        return f":py:obj:`{name} <{full}>`" if full else match[0]

    parts = docstring.split("\n\n")
    text = "\n\n".join(part if part.lstrip().startswith(">>> ") else _NAME.sub(mark_up, part) for part in parts)
    lines[:] = text.split("\n")


def _meanings(name: str, owner: str, docstring: str) -> list[str]:
    """Return the full names that a name in the docstring of `owner` may mean, those of the same namespace first.

    These are documented objects and their members, or else members that only one class has, or a class that is likely to be
    meant: rules, errors, and classes that the docstring names.
    """
    head, _, rest = name.partition(".")
    fulls = [full for full in documented_names() if f".{name}.".startswith(f".{full.rpartition('.')[2]}.")]
    if rest:
        fulls = [full for full in fulls if rest.split(".")[0] in _names_within(full)]
        fulls = [f"{full}.{rest}" for full in fulls] or [full for full in documented_names() if full.endswith(f".{name}")]
    if fulls or rest:
        return sorted(fulls, key=lambda full: not owner.startswith(full.removesuffix(name)))
    members = [f"{full}.{head}" for full in class_names().values() if head in _names_within(full)]
    likely = [
        member
        for member in members
        if member.startswith(("cpoker_fast.Rules.", "cpoker_fast.rulebook.", "cpoker_fast.errors."))
        or re.search(rf"\b{member.split('.')[-2]}\b", docstring)
    ]
    return likely if likely or len(members) != 1 else members


# ---- names that Sphinx does not find ----

_PYTHON, _NUMPY = "https://docs.python.org/3/library/", "https://numpy.org/doc/stable/reference/"
_EXTERNAL = {
    "functions": ("bool", "float", "int", "object", "open", "print", "repr"),
    "stdtypes": ("bytes", "dict", "frozenset", "list", "range", "str", "tuple"),
    "constants": ("None", "True", "False"),
    "exceptions": ("KeyboardInterrupt", "ValueError", "TypeError", "ImportError", "BufferError", "OSError", "IndexError",
        "Exception", "Warning", "UserWarning", "RuntimeWarning", "MemoryError"),
}  # fmt: skip
"""Names of Python that docstrings use without a module, by page. Intersphinx would load lists of names while it builds."""


def _external_address(name: str) -> str | None:
    """Return the address of a name of Python or NumPy; None if it is none of theirs."""
    library, _, rest = name.partition(".")
    if name.startswith("collections.abc."):
        return f"{_PYTHON}collections.abc.html#{name}"
    if library in ("np", "numpy") and rest:
        return f"{_NUMPY}generated/numpy.{rest}.html"
    return next((f"{_PYTHON}{page}.html#{name}" for page, names in _EXTERNAL.items() if name in names), None)


def resolve(app: Sphinx, environment: BuildEnvironment, node: pending_xref, text: Element) -> Element | None:
    """Return a link for a name of Python or NumPy or a field, which the page of its class lists; None for unknown names.

    A field of the class whose docstring names it is only code.
    """
    if node.get("refdomain") != "py":
        return None
    name = node["reftarget"].strip()
    if address := _external_address(name):
        return nodes.reference("", "", text, refuri=address, internal=False)
    if name.split(".")[0] in _names_within(f"{node.get('py:module')}.{node.get('py:class')}"):
        return nodes.literal("", "", *text.children)
    parent, _, member = name.rpartition(".")
    full = parent if member in _names_within(parent) else class_names().get(name, "")
    return environment.domains.python_domain.resolve_xref(environment, node["refdoc"], app.builder, "obj", full, node, text)


# ---- objects ----

_PARTS = re.compile(r"=([A-Z]\w*)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))+\)")  # `=Fees(by_limit=(), minutes=40)`
_ALIAS = "Alias for field number"  # what Python writes into fields of named tuples without a description


@cache
def _descriptions(namespace: str) -> dict[str, list[str]]:
    """Return the texts below the assignments in the modules of a namespace, such as ``cpoker_fast.players``, by name."""
    package: Any = locate(namespace)
    modules = [module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    places = (ModuleAnalyzer.for_module(module).find_attr_docs().items() for module in modules)
    return {name: lines for items in places for (class_name, name), lines in items if not class_name}


def describe(_app: Sphinx, kind: str, name: str, _value: object, _options: object, lines: list[str]) -> None:
    """Replace the docstring of the type of a constant by the text below the constant; remove what `_ALIAS` begins."""
    namespace, _, last = name.rpartition(".")
    if kind == "data" and namespace != "cpoker_fast":
        lines[:] = _descriptions(namespace).get(last, [])
    elif lines and lines[0].startswith(_ALIAS):
        lines.clear()


def shorten_signature(
    _app: Sphinx, _kind: str, _name: str, value: object, _options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Omit the signature of enums and protocols, which nobody calls, and the parts of rules that are defaults."""
    if isinstance(value, type) and (issubclass(value, Enum) or Protocol in value.__bases__):
        return "", None
    return signature and _PARTS.sub(r"=\1()", signature), returned


def choose_member(app: Sphinx, _kind: str, name: str, value: object, _skip: bool, _options: object) -> bool | None:
    """Return whether to skip a member: False for members of enums, and None for no change.

    Skip fields that the docstring of their class lists, and `PATH`, which rules use for messages.
    """
    if isinstance(value, Enum):
        return False
    owner = locate(app.env.docname.rpartition("/")[2])
    is_listed = (value.__doc__ or "").startswith(_ALIAS) and name in _names_in_docstring(owner)
    return True if is_listed or name == "PATH" else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the changes."""
    app.connect("autodoc-process-docstring", describe, priority=300)
    app.connect("autodoc-process-docstring", link_names, priority=400)  # before numpydoc
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-skip-member", choose_member)
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
