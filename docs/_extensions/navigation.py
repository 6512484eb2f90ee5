"""The navigation, made once: to make the tree of all pages again for each page would take four fifths of writing the site.

The theme gets the same tree for each page, with the addresses that a page at the root needs. Then the addresses are made
relative to the page. The page and those above it are marked as the theme marks them. Functions and classes are in the
tree only on their pages and on the page that lists them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from sphinx.environment.adapters.toctree import global_toctree_for_doc

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder


@cache
def _tree(builder: StandaloneHTMLBuilder) -> str:
    """Return the tree of all pages as a page at the root has it that is not in the tree itself."""
    tree = global_toctree_for_doc(
        builder.env, "search", builder, tags=builder.tags, collapse=False, includehidden=True, maxdepth=-1, titles_only=True
    )
    return str(builder.render_partial(tree)["fragment"])


@cache
def _parents(builder: StandaloneHTMLBuilder) -> dict[str, str]:
    """Return the page that contains each page in the tree."""
    return {child: page for page, children in builder.env.toctree_includes.items() for child in children}


@cache
def _without_functions(tree: str, section: str) -> str:
    """Return the tree without the pages of functions and classes, except those of one page of the reference.

    They are two thirds of all pages, and their page lists them.
    """
    link = r'<a class="reference internal" href="(reference/\w+)\.html">.*?</a>'
    item = rf'(?s)<li class="toctree-l2 has-children">({link})<input.*?</ul>'

    def shorten(match: re.Match[str]) -> str:
        return match[0] if match[2] == section else f'<li class="toctree-l2">{match[1]}'

    return re.sub(item, shorten, tree)


def _marked(tree: str, page: str, builder: StandaloneHTMLBuilder) -> str:
    """Return the tree of the theme for a page."""
    tree = _without_functions(tree, _parents(builder).get(page, "") if page.startswith("reference/api/") else page)
    root = "../" * page.count("/")
    tree = re.sub('href="(?!#|https?:)', f'href="{root}', tree)
    name: str | None = page
    while name is not None:
        address = f"{root}{builder.get_target_uri(name)}"
        shown, end, kind = ("#", " current-page", "current ") if name == page else (address, "", "")
        item = rf'<li class="([^"]*)"><a class="reference internal" href="{re.escape(address)}">(.*?</a>)(<input(?= ))?'
        if match := re.search(item, tree):
            link = f'<a class="{kind}reference internal" href="{shown}">{match[2]}'
            marked = f'<li class="{match[1]} current{end}">{link}' + ('<input checked=""' if match[3] else "")
            tree = tree[: match.start()] + marked + tree[match.end() :]
        name = _parents(builder).get(name)
    return tree


def prepare(_app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
    """Make the tree before the build starts processes that write pages."""
    if builder.config.html_theme == "furo":
        from furo.navigation import get_navigation_tree  # type: ignore[import-untyped]

        get_navigation_tree(_tree(builder))  # which caches its result


def share_tree(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Give the theme the same tree for each page."""
    if app.config.html_theme == "furo":
        builder: Any = app.builder
        context["toctree"] = lambda **_: _tree(builder)


def mark_page(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Mark the page in its tree, and give headings a level, which screen readers need and the theme omits."""
    if "furo_navigation_tree" in context:
        builder: Any = app.builder
        tree = _marked(context["furo_navigation_tree"], page, builder)
        context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the changes, before and after the theme."""
    app.connect("write-started", prepare)
    app.connect("html-page-context", share_tree, priority=100)
    app.connect("html-page-context", mark_page, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
