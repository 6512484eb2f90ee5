"""Pages of HTML that need no other files."""

from __future__ import annotations

import os
from html import escape

from cpoker_fast.system.files import write_file

__all__ = ["html_page", "write_page"]

# Nothing is loaded from anywhere, not even if a name could become markup.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1.5rem 0}
caption{font-weight:600;margin-bottom:.5rem}
th,td{padding:.35rem .7rem;border-bottom:1px solid #8886;vertical-align:top}
"""


def html_page(title: str, body: str, style: str = _STYLE) -> str:
    """Return a whole page; the title is plain text, the body is HTML, and the style is CSS."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def write_page(path: str | os.PathLike[str] | None, page: str) -> str:
    """Return a page, and write it to `path` unless that is None; FileError if the file cannot be written."""
    if path is not None:
        write_file(path, lambda file: file.write(page.encode()))
    return page
