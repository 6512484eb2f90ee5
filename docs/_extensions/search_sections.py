"""The sections of all pages as a script, which search.js searches, in place of the index of whole pages by Sphinx."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.search import IndexBuilder

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_SKIPPED = (nodes.Invisible, nodes.raw, nodes.image, addnodes.toctree)


class _Sections:
    """Sections of a page in order: each is its kind, its anchor, its title and its text.

    Kinds are "section", "term" (of the glossary) and "object" (a function, class, attribute or method).
    """

    def __init__(self, page: nodes.document) -> None:
        self.all: list[list[str]] = []
        self._add(page)

    def _begin(self, kind: str, anchor: str, title: str, text: str = "") -> None:
        self.all.append([kind, anchor, _text(title), text])

    def _add(self, node: nodes.Node) -> None:
        """Append the text of a node to the last section, and begin a new one for each section, term and object in it."""
        if isinstance(node, _SKIPPED) or (isinstance(node, nodes.Element) and "cell_output" in node["classes"]):
            return
        if isinstance(node, nodes.TextElement):
            if self.all:
                self.all[-1][3] = f"{self.all[-1][3]} {_text(node.astext())}".lstrip()
            return
        children = node.children
        if isinstance(node, nodes.section):
            title, *children = children
            self._begin("section", node["ids"][0], title.astext())
        elif isinstance(node, addnodes.desc):
            self._begin_object(next(node.findall(addnodes.desc_signature)))
        elif isinstance(node, nodes.definition_list_item) and next(node.findall(nodes.term))["ids"]:  # of the glossary
            definition = _text(next(node.findall(nodes.definition)).astext())
            first, *others = node.findall(nodes.term)
            self._begin("term", first["ids"][0], first.astext(), definition)
            for term in others:
                self._begin("term", term["ids"][0], term.astext(), f"See {first.astext()}: {definition}")
            return
        for child in children:
            self._add(child)

    def _begin_object(self, signature: addnodes.desc_signature) -> None:
        """Begin the section of an object, unless its page or its section has the same name."""
        if options := signature.get("allnames"):
            command = next(title for kind, _, title, _ in reversed(self.all) if kind == "section")
            self._begin("object", signature["ids"][0], f"{command} {options[0]}")
        elif signature["ids"]:
            name = signature["ids"][0]
            if self.all[-1][2] != signature.get("fullname") and name != f"cpoker_fast.{self.all[0][2]}":
                self._begin("object", name, name)


def _text(text: str) -> str:
    """Return a text in one line."""
    return " ".join(text.split())


def without_index(app: Sphinx) -> None:
    """Turn off the search of Sphinx, which finds whole pages, with all words of a query."""
    if app.builder.name == "html":
        app.builder.search = False  # type: ignore[attr-defined]


def search_page(_app: Sphinx) -> Iterable[tuple[str, dict[str, Any], str]]:
    """Return the page of the search, which no source file has."""
    return [("search", {}, "search.html")]


def write_sections(app: Sphinx, error: Exception | None) -> None:
    """Write all sections into the script ``_static/sections.js``, and how Sphinx shortens English words."""
    if error is not None or app.builder.name != "html":
        return
    pages = {}
    for page in sorted(app.env.all_docs):
        if sections := _Sections(app.env.get_doctree(page)).all:
            sections[0][1] = ""  # the page itself
            pages[page] = sections
    english = IndexBuilder(app.env, "en", {}, "")
    constants = {"STOPWORDS": sorted(english.lang.stopwords), "SECTIONS": pages}
    lines = [f"const {name} = {json.dumps(value, separators=(',', ':'))};\n" for name, value in constants.items()]
    script = app.outdir / "_static" / "sections.js"
    script.write_text("".join([english.get_js_stemmer_code(), "\n", *lines]), "utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the page and its script."""
    app.connect("builder-inited", without_index)
    app.connect("html-collect-pages", search_page)
    app.connect("build-finished", write_sections)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
