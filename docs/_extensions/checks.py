"""Hidden checks of sentences and alternative texts: the directive ``{check}``.

The body, at the end of a page, is Python: assertions that what the page says agrees with what it shows. The site does not
show it, and a check that fails, fails the build. It runs in the scratch folder of the page. ``outputs`` has the output of
each command in the ``{terminal}`` blocks above. Of each picture by ``{play}`` or ``{screenshot}``, ``pictures`` has the SVG,
``screens`` the text, and ``alternatives`` the alternative text. Pages with code cells have such assertions in a cell with
the tag ``remove-cell``.
"""

from __future__ import annotations

import html
import re
import traceback
from contextlib import chdir
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from scratch import scratch_folder
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

__all__ = ["Shown", "shown_so_far", "text_of_picture"]

_TEXT = re.compile(r'<text class="\S+" x="(\S+)" y="(\S+)" textLength="\S+">([^<]*)</text>')
_LETTER_WIDTH = 12.2  # as in `box_drawing`


@dataclass(slots=True)
class Shown:
    """What a page has shown so far: outputs of commands, and pictures of terminals with their texts."""

    outputs: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    screens: list[str] = field(default_factory=list)
    alternatives: list[str] = field(default_factory=list)


def shown_so_far(env: BuildEnvironment) -> Shown:
    """Return what the page that is being read has shown so far, to add to it."""
    if "shown" not in env.temp_data:  # of this page
        env.temp_data["shown"] = Shown()
    shown: Shown = env.temp_data["shown"]
    return shown


def text_of_picture(svg: str) -> str:
    """Return the lines of text on the picture of a terminal, without the lines of boxes."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for x, y, text in _TEXT.findall(svg):
        rows.setdefault(float(y), []).append((float(x), html.unescape(text).replace("\xa0", " ")))
    lines = []
    for _, parts in sorted(rows.items()):
        line = ""
        for x, text in sorted(parts):
            line = line.ljust(round(x / _LETTER_WIDTH)) + text
        lines.append(line.replace("\ufe0e", "").rstrip())
    return "\n".join(lines)


class Check(SphinxDirective):
    """Run the body; raise an error at the first statement that fails."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return no nodes."""
        try:
            with chdir(scratch_folder(self.env.docname)):
                exec(compile("\n".join(self.content), "<check>", "exec"), asdict(shown_so_far(self.env)))
        except Exception as error:
            places = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<check>"]
            line = self.content[places[0] - 1] if places and places[0] else ""
            raise self.error(f"a check fails: {line.strip()}: {type(error).__name__}: {error}") from None
        return []


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("check", Check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
