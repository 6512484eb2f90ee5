"""Ways back to the project: links from objects and pages to their sources, and addresses for templates.

The role ``{source}`examples/house.toml` `` links a file or a folder of the repository.
`pyproject.toml` has all addresses. Sources of objects are linked at the commit of the build, so that the numbers of
their lines are right; a build outside CI links the newest ones.
"""

from __future__ import annotations

import inspect
import os
import re
import tomllib
from functools import cache, cached_property
from pathlib import Path
from pydoc import locate
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxRole

from cpoker_fast._compiled import MODULES as COMPILED

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ROOT = Path(__file__).parents[2]
URLS: dict[str, str] = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
COMMIT = os.environ.get("READTHEDOCS_GIT_COMMIT_HASH") or os.environ.get("GITHUB_SHA") or "HEAD"
_GENERATED = re.compile(r"reference/(api/|errors$|rules_keys$)|rules/presets/")
"""Names of pages that the build makes, so that no file of the repository has their text."""


@cache
def _lines(module: str) -> dict[str, tuple[int, ...]]:
    """Return the first and the last line of each class and function of a Python module, by name."""
    return {name: (first, last) for name, (_, first, last) in ModuleAnalyzer.for_module(module).find_tags().items()}


@cache
def _compiled_lines(module: str) -> dict[str, tuple[int, ...]]:
    """Return the line at which each class and function of a compiled module begins, by its last name."""
    text = (_ROOT / "src" / f"{module.rpartition('.')[2]}.pyx").read_text("utf-8")
    begins = re.finditer(r"(?m)^ *(?:cdef class|class|c?p?def)\b[^(:\n]*?(\w+) *[(:]", text)
    return {match[1]: (text.count("\n", 0, match.start()) + 1,) for match in begins}


def _definition(value: Any) -> Any:
    """Return the function of a property, of a cached property or of a decorated function; other values as they are."""
    if isinstance(value, cached_property):
        value = value.func
    return inspect.unwrap(value.fget if isinstance(value, property) and value.fget else value)


def source_address(domain: str, place: dict[str, str]) -> str | None:
    """Return the address of the lines that define an object; None for constants and fields, which have no definition."""
    if domain != "py":
        return None
    value: Any = locate(place["module"])
    for name in place["fullname"].split("."):
        value = inspect.getattr_static(value, name, None) or getattr(value, name, None)
    defined = _definition(value)
    module, name = str(getattr(defined, "__module__", "")), str(getattr(defined, "__qualname__", ""))
    if module in COMPILED:
        path, lines = f"src/{module.rpartition('.')[2]}.pyx", _compiled_lines(module).get(name.rpartition(".")[2])
    elif module.startswith("cpoker_fast"):
        path, lines = f"{module.replace('.', '/')}.py", _lines(module).get(name)
    else:
        return None
    return f"{URLS['Source']}/blob/{COMMIT}/{path}#" + "-".join(f"L{line}" for line in lines) if lines else None


class Source(SphinxRole):
    """A link to a file or a folder of the repository."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; its text is the path, as code."""
        if not (_ROOT / self.text).exists():
            return [], [self.inliner.reporter.error(f"the repository has no {self.text}", line=self.lineno)]
        address = f"{URLS['Source']}/blob/{COMMIT}/{self.text}"
        return [nodes.reference("", "", nodes.literal(text=self.text), refuri=address)], []


def link_page(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Give templates the addresses of the project, and of the file of the page, which the theme links to view and edit."""
    context["project_urls"] = URLS
    if not _GENERATED.match(page):
        context |= {
            "theme_source_repository": URLS["Source"],
            "theme_source_branch": "main",
            "theme_source_directory": "docs",
        }


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the links."""
    app.setup_extension("sphinx.ext.linkcode")
    app.connect("html-page-context", link_page)
    app.add_role("source", Source())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
