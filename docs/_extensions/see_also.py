"""What explains an object of the reference: its page ends with the links below "See also" on the page that lists it."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from api import names_in

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_DOCS = Path(__file__).parents[1]
_LINK = re.compile(r"\[[^]]+\]\((\.\./[\w/]+)\.md(?:#[\w-]+)?\)")


def pages_of(text: str) -> list[str]:
    """Return the pages below "See also" in the text of a page of the reference, such as ``start/setting``, each once."""
    box = re.search(r"(?ms)^```\{seealso\}\n(.*?)^```", text)
    links = _LINK.findall(" ".join(box[1].split())) if box else []
    return list(dict.fromkeys(posixpath.normpath(f"reference/{link}") for link in links))


@cache
def _pages_by_name() -> dict[str, list[str]]:
    """Return the page that lists each name, such as ``cpoker_fast.settle``, and after it what this page refers to."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted((_DOCS / "reference").glob("*.md"))}
    return {name: [f"reference/{page}", *pages_of(text)] for page, text in texts.items() for name in names_in(text)}


def refer(_app: Sphinx, page: str, source: list[str]) -> None:
    """Add the links to the page of an object."""
    if pages := _pages_by_name().get(page.removeprefix("reference/api/")):
        source[0] += "\n.. seealso:: " + ", ".join(f":doc:`/{name}`" for name in pages) + "\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the change."""
    app.connect("source-read", refer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
