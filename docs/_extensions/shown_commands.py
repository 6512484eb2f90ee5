"""Shell commands and files on pages, and checks of what pages say: the directives `terminal`, `file` and `check`.

The body of ``{terminal}`` has one command a line; a line that ends in a backslash continues on the next. The commands run
while the site is built. A command that fails, or does not fail where ``:fails:`` expects it, fails the build. ``:show: 12``
shows the first 12 lines of each output, and ``:hide-output:`` none. ``{file} house.toml`` shows its body, and writes it.

The body of ``{check}``, at the end of a page, is Python: assertions that what the page says agrees with what it shows. The
site does not show it, and a check that fails, fails the build. ``outputs`` has the output of each command in the blocks
above. Of each picture by ``{play}`` or ``{screenshot}``, ``pictures`` has the SVG, ``screens`` the text, and
``alternatives`` the alternative text. Pages with code cells have such assertions in a cell with the tag ``remove-cell``.

All three work in the scratch folder of the page, which begins with a copy of ``examples/``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import traceback
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from pygments.lexer import RegexLexer, bygroups
from pygments.lexers import find_lexer_class_for_filename
from pygments.token import Generic, Text
from sphinx.directives.code import CodeBlock
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

SECONDS = 120
"""Time limit of a command."""

_EXAMPLES = Path(__file__).parents[2] / "examples"
_LOOK = ("TEXTUAL_", "NO_COLOR", "FORCE_COLOR", "COLORFGBG", "COLORTERM", "TTY_")  # variables that change outputs
_SCRATCH = TemporaryDirectory(prefix="cpoker-docs-")  # made at once, so that the processes of a parallel build share it


def scratch_folder(page: str) -> Path:
    """Return the scratch folder of a page, such as ``guides/boards``; it is deleted when the build ends."""
    folder = Path(_SCRATCH.name) / page.replace("/", "_")
    if not folder.exists():
        shutil.copytree(_EXAMPLES, folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def variables(**settings: str) -> dict[str, str]:
    """Return the environment variables of a command: those of this process, changed, and `settings`.

    The programs of this Python environment come first on the path. Variables that change the look of outputs are removed.
    The package caches files in a folder of the build, not in that of the user.
    """
    others = {name: text for name, text in os.environ.items() if not name.startswith(_LOOK)}
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    cache = str(Path(_SCRATCH.name) / "cache")
    return {**others, "PATH": path, "PYTHONUTF8": "1", "XDG_CACHE_HOME": cache, "COLUMNS": "80", **settings}


def shown_so_far(env: BuildEnvironment) -> dict[str, list[str]]:
    """Return what the page that is being read has shown so far, by the names that a check has for it, to add to it."""
    if "shown" not in env.temp_data:  # of this page
        env.temp_data["shown"] = {"outputs": [], "pictures": [], "screens": [], "alternatives": []}
    shown: dict[str, list[str]] = env.temp_data["shown"]
    return shown


class CommandDirective(SphinxDirective):
    """A directive that runs shell commands."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "show": directives.positive_int,
        "fails": directives.flag,
        "hide-output": directives.flag,
    }

    def output_of(self, command: str, typed: str = "", **settings: str) -> list[str]:
        """Run a command without a terminal and return the lines of its output, with those of standard error.

        The command reads `typed` from its standard input.

        Raise DirectiveError if its exit status is not as expected.
        """
        try:
            process = subprocess.run(
                command, shell=True, cwd=scratch_folder(self.env.docname), env=variables(**settings), text=True,
                input=typed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False,
                encoding="utf-8",
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise self.error(f"no end after {SECONDS} seconds: {command}") from None
        if (process.returncode != 0) != ("fails" in self.options):
            expected = "a failure" if "fails" in self.options else "0"
            raise self.error(f"exit status {process.returncode}, expected {expected}: {command}\n{process.stdout}")
        return process.stdout.rstrip().splitlines()

    def first_of(self, output: list[str]) -> list[str]:
        """Return the lines to show."""
        limit = self.options.get("show", len(output))
        return output[:limit] + ["..."] * (len(output) > limit)


_PROMPT_AND_COMMAND = bygroups(Generic.Prompt, Text)  # type: ignore[no-untyped-call]


class SessionLexer(RegexLexer):
    """Commands behind their prompts, and output without colours, in which the lexer of Pygments sees more prompts."""

    name = "terminal session"
    tokens: ClassVar = {"root": [(r"^([$>] )(.*\n)", _PROMPT_AND_COMMAND), (r".*\n", Generic.Output)]}


class Terminal(CommandDirective):
    """Run the commands in the body, and show them with their output."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Run the commands, and return a literal block."""
        lines: list[str] = []
        for joined_lines in "\n".join(self.content).replace("\\\n", "\0").splitlines():
            command = joined_lines.replace("\0", "\\\n")
            output = self.output_of(command, NO_COLOR="1")
            shown_so_far(self.env)["outputs"].append("\n".join(output))
            lines.append(f"$ {command}".replace("\n", "\n> "))
            lines += [] if "hide-output" in self.options else self.first_of(output)
        text = "\n".join(lines)
        return [nodes.literal_block(text, text, language="session", classes=["terminal"])]


class File(CodeBlock):
    """Show a file with its name, and write it into the scratch folder of the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a block of code with a caption."""
        name = self.arguments[0]
        path = scratch_folder(self.env.docname) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join([*self.content, ""]), encoding="utf-8")
        lexer = find_lexer_class_for_filename(name)
        self.arguments = [lexer.aliases[0] if lexer else "text"]
        self.options["caption"] = f"`{name}`"
        return super().run()


class Check(SphinxDirective):
    """Run the body; raise an error at the first statement that fails."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return no nodes."""
        try:
            with chdir(scratch_folder(self.env.docname)):
                exec(compile("\n".join(self.content), "<check>", "exec"), dict(shown_so_far(self.env)))
        except Exception as error:
            places = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<check>"]
            line = self.content[places[0] - 1] if places and places[0] else ""
            raise self.error(f"a check fails: {line.strip()}: {type(error).__name__}: {error}") from None
        return []


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    app.add_lexer("session", SessionLexer)
    app.add_directive("terminal", Terminal)
    app.add_directive("file", File)
    app.add_directive("check", Check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
