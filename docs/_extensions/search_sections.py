"""The sections of all pages as a script, which search.js searches, in place of the index of whole pages by Sphinx."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.search import IndexBuilder

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_SKIPPED = (nodes.Invisible, nodes.raw, nodes.image, nodes.math, nodes.math_block, addnodes.toctree)
_STATIC = Path(__file__).parents[1] / "_static"
_SCRIPTS = ("minisearch.js", "search.js")


def _text_of(node: nodes.Node) -> str:
    """Return the text of a node, without formulas and names of pages in place of their titles."""
    if isinstance(node, nodes.Text | addnodes.desc_signature):
        return node.astext()
    if isinstance(node, _SKIPPED) or (isinstance(node, addnodes.pending_xref) and _is_name_of_page(node)):
        return ""
    return ("" if isinstance(node, nodes.TextElement) else " ").join(map(_text_of, node.children))


def _is_name_of_page(link: addnodes.pending_xref) -> bool:
    """Return whether the text of a link is the name of a page, which the title replaces later."""
    return link["reftype"] == "doc" and not link.get("refexplicit")


class _Sections:
    """Sections of a page in order: each is its kind, its anchor, its title and its text.

    Kinds are "section", "term" (of the glossary) and "object" (a function, class, attribute, method or option). The first
    section is the page itself, without an anchor.
    """

    def __init__(self, page: nodes.document, title: str) -> None:
        self.all = [["section", "", title, ""]]
        self._add(page)

    def _begin(self, kind: str, anchor: str, title: str, text: str = "") -> None:
        self.all.append([kind, anchor, title, text])

    def _add(self, node: nodes.Node) -> None:
        """Append the text of a node to the last section, and begin a new one for each section, term and object in it."""
        if isinstance(node, _SKIPPED) or (isinstance(node, nodes.Element) and "cell_output" in node["classes"]):
            return
        if isinstance(node, nodes.TextElement):
            self.all[-1][3] = f"{self.all[-1][3]} {_line(node)}".strip()
            return
        children = node.children
        if isinstance(node, nodes.section):
            title, *children = children
            if not isinstance(node.parent, nodes.document):
                self._begin("section", node["ids"][0], _line(title))
        elif isinstance(node, addnodes.desc):
            self._begin_object(next(node.findall(addnodes.desc_signature)))
        elif isinstance(node, nodes.definition_list_item) and next(node.findall(nodes.term))["ids"]:  # of the glossary
            self._begin_terms(node)
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

    def _begin_terms(self, entry: nodes.definition_list_item) -> None:
        """Begin a section for each term of an entry in the glossary; synonyms name the first term."""
        definition = _line(next(entry.findall(nodes.definition)))
        first, *others = entry.findall(nodes.term)
        self._begin("term", first["ids"][0], _line(first), definition)
        for term in others:
            self._begin("term", term["ids"][0], _line(term), f"See {_line(first)}: {definition}")


def _line(node: nodes.Node) -> str:
    """Return the text of a node, with single spaces."""
    return " ".join(_text_of(node).split())


def without_index(app: Sphinx) -> None:
    """Turn off the search of Sphinx, which finds whole pages, with all words of a query."""
    if app.builder.name == "html":
        app.builder.search = False  # type: ignore[attr-defined]


def search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write all sections into the script ``_static/sections.js``, and yield the page of the search, which no source has."""
    if app.builder.name != "html":
        return
    titles = {page: title.astext() for page, title in app.env.titles.items()}
    pages = {page: _Sections(app.env.get_doctree(page), titles[page]).all for page in sorted(app.env.all_docs)}
    english = IndexBuilder(app.env, "en", {}, "")  # which has the words that are not indexed, and shortens the others
    constants = {"STOPWORDS": sorted(english.lang.stopwords), "SECTIONS": pages}
    lines = [f"const {name} = {json.dumps(value, separators=(',', ':'))};\n" for name, value in constants.items()]
    script = "".join([english.get_js_stemmer_code(), "\n", *lines])
    folder = app.outdir / "_static"
    folder.mkdir(exist_ok=True)
    (folder / "sections.js").write_text(script, "utf-8")
    parts = [script.encode(), *((_STATIC / name).read_bytes() for name in _SCRIPTS)]
    yield "search", {"checksum": hashlib.sha256(b"".join(parts)).hexdigest()[:8]}, "search.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the page and its script."""
    app.connect("builder-inited", without_index)
    app.connect("html-collect-pages", search_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
