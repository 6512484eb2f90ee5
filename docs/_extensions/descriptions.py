"""The description of each page for search engines: the first sentences of its text, in the head of the page."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LEAST, MOST = 70, 160
"""A description has paragraphs until it has `LEAST` characters, and `MOST` at most, as many as search engines show."""

_BOXES = (addnodes.seealso, nodes.admonition, nodes.important, nodes.note, nodes.tip, nodes.warning)
_ASIDE = (*_BOXES, nodes.table, nodes.field_list)


def _is_aside(paragraph: nodes.paragraph) -> bool:
    """Return whether a paragraph is in a box or a table, or part of a list of parameters."""
    parent = paragraph.parent
    while parent is not None and not isinstance(parent, _ASIDE):
        parent = parent.parent
    return parent is not None


def description_of(page: nodes.document) -> str:
    """Return the description of a page, which ends with a sentence or, if the first one is long, with "...".

    It is empty if the page has no text.
    """
    text = ""
    for paragraph in page.findall(nodes.paragraph):
        if len(text) >= LEAST:
            break
        if not _is_aside(paragraph):
            text = " ".join(f"{text} {paragraph.astext()}".split())
    if len(text) <= MOST:
        return text
    sentences = re.match(rf".{{{LEAST},{MOST - 1}}}[.?!](?= )", text)
    return sentences[0] if sentences else text[: MOST - 3].rpartition(" ")[0].rstrip(",:;") + "..."


def describe(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Add the description to the head of a page, unless the page has one of its own or no text."""
    if page is not None and 'name="description"' not in context["metatags"] and (text := description_of(page)):
        context["metatags"] += f'\n<meta name="description" content="{escape(text)}">'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the change."""
    app.connect("html-page-context", describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
