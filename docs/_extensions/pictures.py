"""Pictures of cards and of terminals: the directives `board`, `position`, `play` and `screenshot`.

``{board} As Kd / ...`` shows a board, ``{position} rules ...`` an open-face position. The body is the caption.

``{play} --rules pagat --seed 1`` shows `cpoker play` with these options, after the keys of the option ``:keys:``.
``{screenshot} cpoker score --file examples/tables.txt`` shows the coloured output of a shell command, or with ``:show: 12``
its first 12 lines. The lines of the option ``type`` are typed at the prompts of the command. For both, ``:size:`` is the
size of the terminal, 80x24 by default, and the body is the alternative text.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import os
import re
import select
import shlex
import subprocess
import termios
from collections.abc import Sequence
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from unittest.mock import patch

from docutils import nodes
from docutils.parsers.rst import directives
from rich.console import Console
from rich.text import Text
from shown_commands import SECONDS, CommandDirective, scratch_folder, shown_so_far, variables
from sphinx.util.docutils import SphinxDirective
from textual.app import App
from textual.widgets import Input

import cpoker_fast as cp
from cpoker_fast.app.commands import cpoker, play
from cpoker_fast.app.play import terminal, terminal_app
from cpoker_fast.display.pictures import CARD_WIDTH, board_svg
from cpoker_fast.game.picturing import pictured_board

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

# ---- cards ----


def _board(text: str) -> cp.Board | cp.game.PartialBoard:
    """Return a complete board, or one with empty places."""
    try:
        return cp.Board.parse(text)
    except cp.errors.BoardError:
        return cp.game.PartialBoard.parse(text)


class Cards(SphinxDirective):
    """A picture of cards from the text in the argument; the body is its caption.

    ``:rules: deuce-to-seven`` gives the rules of a board, by which it may be a foul.
    """

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {"rules": str}
    readers: ClassVar[dict[str, Callable[[str], Any]]] = {"board": _board, "position": cp.Position.parse}

    def picture(self, text: str) -> str:
        """Return the picture as SVG."""
        if "rules" in self.options:
            board = pictured_board(cp.game.PartialBoard.parse(text), cp.rules(self.options["rules"]))
            return board_svg(board, card_width=CARD_WIDTH, title=None)
        svg: str = self.readers[self.name](text).to_svg()
        return svg

    def run(self) -> list[nodes.Node]:
        """Return a figure with the picture inline, so that it follows the colours of the page."""
        try:
            svg = self.picture(" ".join(self.arguments[0].split()))
        except cp.CpokerError as error:
            raise self.error(str(error)) from error
        picture = nodes.raw("", f'<div class="picture">{svg}</div>', format="html")
        figure = nodes.figure("", picture, classes=["align-default"])
        if self.content:
            figure += nodes.caption("", "", *self.parse_inline(" ".join(self.content))[0])
        return [figure]


# ---- terminals ----

_FONTS = "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
_SVG = f"""\
<svg viewBox="0 0 {{width}} {{height}}" xmlns="http://www.w3.org/2000/svg">
<style>
.{{unique_id}}-matrix {{{{ font-family: {_FONTS}; font-size: 21px; }}}}
.{{unique_id}}-title {{{{ font-family: {_FONTS}; font-size: 16px; }}}}
{{styles}}
</style>
<clipPath id="{{unique_id}}-clip-terminal"><rect width="{{terminal_width}}" height="{{terminal_height}}"/></clipPath>
{{chrome}}
<g transform="translate({{terminal_x}}, {{terminal_y}})" clip-path="url(#{{unique_id}}-clip-terminal)">
{{backgrounds}}
<g class="{{unique_id}}-matrix">{{matrix}}</g>
</g>
</svg>
"""
"""The template of Rich with fonts of the reader's computer: its own requests one from another site.

Letters are a little larger than those of the template, so that the lines of boxes have no gaps between them.
"""
_SCALE = 0.74  # of the letters on the page; a picture of 80 columns then has the width of the text


class TerminalPicture(CommandDirective):
    """A picture of a terminal; the body is the alternative text."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def record(self) -> tuple[Console, str]:
        """Return a console of Rich that has recorded what the picture shows, and the title."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Return an image, which Sphinx links to its file, and remember for checks what it shows."""
        alternative = " ".join(" ".join(self.content).split())
        if not alternative:
            raise self.error(f"{self.name}: expected the alternative text as the body")
        console, title = self.record()
        text = re.sub("[─-╿]", " ", console.export_text(clear=False))  # without the lines of boxes
        svg = console.export_svg(title=title, code_format=_SVG, unique_id="terminal")
        svg = re.sub(r' clip-path="url\(#terminal-line-\d+\)"', "", svg)  # lines need no clipping
        svg = re.sub("[♠♥♦♣]", "\\g<0>\ufe0e", svg)  # variation selector: a character, not an emoji
        shown = shown_so_far(self.env)
        shown["pictures"].append(svg)
        shown["screens"].append("\n".join(line.rstrip() for line in text.splitlines()))
        shown["alternatives"].append(alternative)
        path = Path(self.env.doctreedir) / "pictures" / f"terminal-{hashlib.sha256(svg.encode()).hexdigest()[:12]}.svg"
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
        width = float(re.findall(r'viewBox="0 0 (\S+) ', svg)[0]) * _SCALE
        place = os.path.relpath(path, Path(self.env.doc2path(self.env.docname)).parent)
        return [nodes.image(uri=place, alt=alternative, width=f"{width:.0f}px", classes=["terminal-picture"])]


def _size(text: str) -> tuple[int, int]:
    """Parse a size such as 80x24."""
    columns, lines = text.split("x")
    return int(columns), int(lines)


_SIZE = 80, 24
_LOOK = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}


class Screenshot(TerminalPicture):
    """A picture of the output of a shell command."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "show": directives.positive_int,
        "type": str.splitlines,
        "size": _size,
    }

    def record(self) -> tuple[Console, str]:
        """Record the first lines of the output, or all that is shown after lines were typed."""
        command = self.arguments[0]
        columns, height = self.options.get("size", _SIZE)
        if "type" in self.options:
            lines = self.lines_after(self.options["type"], columns, height)
        else:
            lines = self.first_of(self.output_of(command, COLUMNS=str(columns), **_LOOK))
        console = Console(width=columns, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
        console.print(Text.from_ansi("\n".join(lines)))
        return console, command

    def lines_after(self, typed: Sequence[str], columns: int, height: int) -> list[str]:
        """Run the command in a terminal, type a line at each prompt, and return all lines, with the last prompt."""
        ours, its = os.openpty()
        termios.tcsetwinsize(its, (height, columns))
        process = subprocess.Popen(
            self.arguments[0], shell=True, cwd=scratch_folder(self.env.docname), stdin=its, stdout=its, stderr=its,
            env=variables(COLUMNS=str(columns), **_LOOK),
        )  # fmt: skip
        os.close(its)
        shown = b""
        for line in [*typed, ""]:
            while not shown.endswith(b"> "):
                if not (output := _output_of(ours)):
                    process.kill()
                    raise self.error(f"no prompt for {line!r}: {self.arguments[0]}\n{shown.decode()}")
                shown += output
            os.write(ours, f"{line}\n".encode() if line else _END_OF_INPUT)
            shown += os.read(ours, 1) if line else b""  # the beginning of the echo, after which the next prompt comes
        process.wait(SECONDS)
        os.close(ours)
        return shown.decode().splitlines()


_END_OF_INPUT = b"\x04"  # Ctrl-D


def _output_of(terminal: int) -> bytes:
    """Return the next output in a terminal; nothing after the end of its program, and after the time limit."""
    try:
        return os.read(terminal, 4096) if select.select([terminal], [], [], SECONDS)[0] else b""
    except OSError:  # on Linux, if the program has ended
        return b""


class Play(TerminalPicture):
    """A picture of `cpoker play`.

    The command itself reads its options and makes the app, which then runs without a screen. To get the same picture on all
    machines, its clock stands still, and a number of rollouts limits its advice in place of a time.
    """

    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {"keys": str.split, "size": _size}

    def record(self) -> tuple[Console, str]:
        """Record the screen after the keys."""
        if "--seed" not in self.arguments[0]:
            raise self.error(f"{self.name} {self.arguments[0]}: expected the option --seed")
        consoles: list[Console] = []

        def run(app: App[None]) -> None:
            consoles.append(asyncio.run(_press(app, self.options.get("keys", []), self.options.get("size", _SIZE))))

        with (
            patch.object(App, "run", run),
            patch.object(play, "_check_terminal", bool),  # does nothing
            patch.object(terminal, "analyze", _analyze),
            patch.object(terminal_app, "monotonic", float),  # returns 0.0
            patch.dict(os.environ, variables(), clear=True),
            chdir(scratch_folder(self.env.docname)),
            redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")),
        ):
            cpoker.main(["play", *shlex.split(self.arguments[0])], prog_name="cpoker", standalone_mode=False)
        return consoles[0], f"cpoker play {self.arguments[0]}"


def _analyze(position: cp.Position, also: Sequence[cp.Placement], **limits: Any) -> cp.studies.Analysis:
    """Analyze a position with the default number of rollouts instead of a time limit, and with a seed."""
    return cp.analyze(position, also=also, seed=0, **{name: limit for name, limit in limits.items() if name == "deals"})


async def _press(app: App[None], keys: Sequence[str], size: tuple[int, int]) -> Console:
    """Run an app, press keys and return a console that has recorded its screen."""
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        app.query_one(Input).cursor_blink = False
        await _settle(app)  # the footer appears after the first events
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await _settle(app)
            await pilot.pause()
        with patch.object(Console, "export_svg", lambda console, **_options: console):
            recorded: Any = app.export_screenshot()
        console: Console = recorded
        return console


async def _settle(app: App[None]) -> None:
    """Wait until the app and its table have handled their events, and all computations have ended."""
    for pump in (app, app.screen_stack[0]):
        is_handled = asyncio.Event()
        pump.call_later(is_handled.set)
        await is_handled.wait()
    await app.workers.wait_for_complete()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    for name in Cards.readers:
        app.add_directive(name, Cards)
    app.add_directive("play", Play)
    app.add_directive("screenshot", Screenshot)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
