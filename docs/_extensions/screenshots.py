"""The directives `play` and `screenshot`: pictures of a terminal, made while the site is built.

``{play} --rules pagat --seed 1`` shows `cpoker play` with these options, after the keys of the option ``:keys:``. Each
letter of a part in double quotes is a key. ``:size:`` is the size of the terminal, 80x24 by default. ``--seed`` is required.

``{screenshot} cpoker score --file examples/tables.txt`` shows the output of a shell command, or with ``:show: 12`` its first
12 lines. ``:columns:`` is the width of the terminal, 80 by default.

Both run in the scratch folder of the page. The body of both is the alternative text.
"""

from __future__ import annotations

import hashlib
import html
import io
import os
import posixpath
import pty
import re
import shlex
import signal
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from typing import Any, ClassVar

from box_drawing import draw_lines
from checks import shown_so_far, text_of_picture
from docutils import nodes
from docutils.parsers.rst import directives
from rich.console import Console
from rich.text import Text
from scratch import SECONDS, scratch_folder, variables
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

_PLAY = Path(__file__).with_name("screenshots_of_play.py")
_LINES = 1000  # of the terminal of a command: output that does not fit would open a pager
_SCALE = 0.74  # of the letters on the page; a picture of 80 columns then has the width of the text
_FONTS = "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
_TITLE = f"font-size: 16px; font-family: {_FONTS};"
_COLOURS = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
_TYPED_OR_KEY = re.compile(r'"([^"]*)"|(\S+)')


class ScreenshotError(Exception):
    """A picture that cannot be made."""


# ---- running a command ----


def _read_all(terminal: int) -> bytes:
    """Return all output that is written to the other end of a pseudo-terminal until it is closed."""
    output = b""
    try:
        while block := os.read(terminal, 65536):
            output += block
    except OSError:  # on Linux, the end is an error
        pass
    return output


def run_in_terminal(command: Sequence[str], folder: Path, size: tuple[int, int], *, has_keyboard: bool = False) -> str:
    """Run a command in a pseudo-terminal and return its output.

    Progress bars are omitted, because standard error is no terminal. Without a keyboard, standard input is empty. Raises
    ScreenshotError, with the text on standard error, if the command fails.
    """
    columns, lines = size
    reader, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (lines, columns))
    with TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            stdin=terminal if has_keyboard else subprocess.DEVNULL,
            stdout=terminal,
            stderr=errors,
            cwd=folder,
            env=variables(folder, **_COLOURS, COLUMNS=str(columns), LINES=str(lines)),
            start_new_session=True,
        )
        os.close(terminal)
        timer = Timer(SECONDS, os.killpg, (process.pid, signal.SIGKILL))
        timer.start()
        try:
            output = _read_all(reader)
            status = process.wait()
        finally:
            timer.cancel()
            os.close(reader)
        errors.seek(0)
        problem = errors.read().decode(errors="replace").strip()
    if status == -signal.SIGKILL:
        raise ScreenshotError(f"stopped after {SECONDS} seconds")
    if status:
        raise ScreenshotError(f"exit status {status}: {problem}")
    return output.decode(errors="replace").replace("\r\n", "\n")


# ---- drawing ----


def _fitting(title: str, columns: int) -> str:
    """Return a title, cut if it is longer than the bar above a terminal."""
    longest = columns * 5 // 4 - 15
    return title if len(title) <= longest else f"{title[: longest - 1]}…"


def _cleaned(svg: str) -> str:
    """Return a picture by Rich or Textual without references to other sites, with fonts of the reader's computer.

    The prefix of all ids and classes becomes a hash of the content. Raises ScreenshotError if a reference remains.
    """
    prefix = re.search(r'class="(\S+)-matrix"', svg)
    if prefix is None:
        raise ScreenshotError("Rich has changed its pictures: no class ends in -matrix")
    svg = svg.replace(prefix[1], "terminal")
    svg = re.sub(r"<!--.*?-->|@font-face \{.*?\}|font-variant-east-asian:[^;]*;", "", svg, flags=re.DOTALL)
    svg = re.sub(r"(?<=-title \{).*?(?=\})", f" {_TITLE} ", svg, flags=re.DOTALL)
    svg = svg.replace("font-family: Fira Code, monospace", f"font-family: {_FONTS}")
    # Rich clips each line, but its last clip path is missing; lines need no clipping
    svg = re.sub(r' clip-path="url\(#terminal-line-\d+\)"', "", svg)
    svg = re.sub(r'<clipPath id="terminal-line-.*?</clipPath>', "", svg, flags=re.DOTALL)
    svg = re.sub(r"<text [^>]*>\n</text>", "", svg)
    svg = draw_lines(svg)
    svg = re.sub("[♠♥♦♣]", "\\g<0>\ufe0e", svg)  # variation selector: a character, not an emoji
    svg = re.sub(r"\n\s*", "\n", svg)
    if "Fira" in svg or re.search(r"url\((?!#)|@import", svg.partition("</style>")[0]):
        raise ScreenshotError("Rich has changed its pictures: a reference to a font remains")
    digest = hashlib.sha256(svg.encode()).hexdigest()[:12]
    return re.sub(r"(?<=[.\"#])terminal-", f"terminal-{digest}-", svg)


def draw_output(output: str, columns: int, title: str, most_lines: int | None) -> str:
    """Return output with ANSI colours, or its first lines, as the picture of a terminal."""
    screen = Console(
        width=columns, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    lines: list[Text] = []
    for line in Text.from_ansi(output.rstrip().expandtabs()).split(allow_blank=True):
        line.rstrip()
        lines += line.divide(range(columns, len(line), columns))  # as a terminal does, not between words
    if most_lines is not None and len(lines) > most_lines:
        lines[most_lines:] = [Text("...")]
    for line in lines:
        screen.print(line, no_wrap=True, crop=False)
    return _cleaned(screen.export_svg(title=_fitting(title, columns)))


def draw_play(options: str, keys: Sequence[str], folder: Path, size: tuple[int, int]) -> str:
    """Return the picture of `cpoker play`, run in a folder, after keys."""
    title = _fitting(f"cpoker play {options}", size[0])
    with TemporaryDirectory() as output_folder:
        path = Path(output_folder) / "screen.svg"
        arguments = [str(path), title, "\n".join(keys), *shlex.split(options)]
        run_in_terminal([sys.executable, str(_PLAY), *arguments], folder, size, has_keyboard=True)
        return _cleaned(path.read_text(encoding="utf-8"))


# ---- the directives ----


class terminal_picture(nodes.General, nodes.Element):  # noqa: N801  as all nodes of docutils
    """A picture of a terminal, with the attributes `svg` and `alt`."""


class _Picture(SphinxDirective):
    """A directive that draws a picture; its body is the alternative text."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def draw(self) -> str:
        """Return the picture as SVG; raise ScreenshotError if that fails."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Draw the picture."""
        alternative = " ".join(" ".join(self.content).split())
        if not alternative:
            raise self.error(f"{self.name}: expected the alternative text as the body")
        try:
            svg = self.draw()
        except ScreenshotError as error:
            raise self.error(f"{self.name} {self.arguments[0]}: {error}") from None
        shown = shown_so_far(self.env)
        shown.pictures.append(svg)
        shown.screens.append(text_of_picture(svg))
        shown.alternatives.append(alternative)
        return [terminal_picture(svg=svg, alt=alternative)]


def _size(text: str) -> tuple[int, int]:
    """Parse a size such as 80x24."""
    if not (match := re.fullmatch(r"(\d+)x(\d+)", text.strip())):
        raise ValueError(f"expected a size such as 80x24, got {text}")
    return int(match[1]), int(match[2])


def _keys(text: str) -> list[str]:
    """Parse keys, separated by spaces; each letter of a part in double quotes is a key."""
    return [key for typed, name in _TYPED_OR_KEY.findall(text) for key in ([name] if name else typed)]


class Play(_Picture):
    """A picture of `cpoker play`."""

    option_spec: ClassVar[dict[str, Any]] = {"keys": _keys, "size": _size}

    def draw(self) -> str:
        """Return the picture after the keys."""
        options = self.arguments[0]
        if not re.search(r"(?:^|\s)--seed(?:=|\s)", options):
            raise ScreenshotError("expected the option --seed")
        folder = scratch_folder(self.env.docname)
        return draw_play(options, self.options.get("keys", []), folder, self.options.get("size", (80, 24)))


class Screenshot(_Picture):
    """A picture of the output of a shell command."""

    option_spec: ClassVar[dict[str, Any]] = {"columns": directives.positive_int, "show": directives.positive_int}

    def draw(self) -> str:
        """Return the picture of the output."""
        command, columns = self.arguments[0], self.options.get("columns", 80)
        output = run_in_terminal(["/bin/sh", "-c", command], scratch_folder(self.env.docname), (columns, _LINES))
        return draw_output(output, columns, command, self.options.get("show"))


def visit_html(translator: HTML5Translator, node: terminal_picture) -> None:
    """Write the picture to the folder of images, and a link to it that shows it, at most as wide as the page."""
    builder, svg = translator.builder, node["svg"]
    name = f"terminal-{hashlib.sha256(svg.encode()).hexdigest()[:12]}.svg"
    folder = Path(builder.outdir) / builder.imagedir
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(svg, encoding="utf-8")
    width, height = (round(float(text) * _SCALE) for text in re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
    path = posixpath.join(builder.imgpath, name)
    alternative = html.escape(node["alt"])
    translator.body.append(
        f'<a class="terminal-picture" href="{path}">'
        f'<img src="{path}" alt="{alternative}" width="{width}" height="{height}" loading="lazy"></a>\n'
    )
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    app.add_node(terminal_picture, html=(visit_html, None))
    app.add_directive("play", Play)
    app.add_directive("screenshot", Screenshot)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
