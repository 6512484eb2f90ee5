"""Objects in the reference: descriptions of constants, all members of enums, and nothing without information."""

from __future__ import annotations

import pkgutil
import re
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Protocol

from api_names import names_in_docstring, value_of
from sphinx.pycode import ModuleAnalyzer

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_PARTS = re.compile(r"=([A-Z]\w*)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))+\)")  # `=Fees(by_limit=(), minutes=40)`
_ALIAS = "Alias for field number"  # what Python writes into fields of named tuples without a description


@cache
def _descriptions(namespace: str) -> dict[str, list[str]]:
    """Return the texts below the assignments in the modules of a namespace, such as ``cpoker_fast.openface``, by name."""
    package = value_of(namespace)
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
    owner = value_of(app.env.docname.rpartition("/")[2])
    is_listed = (value.__doc__ or "").startswith(_ALIAS) and name in names_in_docstring(owner)
    return True if is_listed or name == "PATH" else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the changes."""
    app.connect("autodoc-process-docstring", describe, priority=400)  # before numpydoc
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("autodoc-skip-member", choose_member)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
