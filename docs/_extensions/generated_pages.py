"""Write the pages that are made from the data of the package, before the other pages are read.

The folders and files are ignored by Git. A file is written only if its content changed, so that Sphinx does not build it
again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import error_pages
import key_pages
import preset_pages
import report_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def generated_pages(source: Path) -> dict[str, str]:
    """Return the text of every generated file, by its path in `source`, the folder of the documentation."""
    return {
        **preset_pages.pages(),
        key_pages.PATH: key_pages.keys_page(),
        error_pages.PATH: error_pages.errors_page(source),
        **report_pages.speed_pages(),
        **report_pages.strength_pages(),
    }


def write_pages(source: Path) -> list[str]:
    """Write the files whose content changed, remove pages of presets that no longer exist, and return the written paths."""
    pages, written = generated_pages(source), []
    for name, text in pages.items():
        path = source / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(name)
    for path in (source / preset_pages.FOLDER).glob("*.md"):
        if path.relative_to(source).as_posix() not in pages:
            path.unlink()
    return written


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the pages when the build begins."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir)))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
