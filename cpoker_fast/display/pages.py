"""Pages of HTML that need no other files."""

from __future__ import annotations

import os
from html import escape

from cpoker_fast.system.files import write_file

__all__ = ["html_page", "write_page"]

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1.5rem 0}
caption{font-weight:600;margin-bottom:.5rem}
th,td{padding:.35rem .7rem;border-bottom:1px solid #8886;vertical-align:top}
"""


def html_page(title: str, body: str) -> str:
    """Return a whole page; the title is plain text, and the body is HTML."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{_STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def write_page(path: str | os.PathLike[str] | None, page: str) -> str:
    """Return a page, and write it to `path` unless that is None; FileError if the file cannot be written."""
    if path is not None:
        write_file(path, lambda file: file.write(page.encode()))
    return page
