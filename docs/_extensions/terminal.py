"""Shell commands that run while the site is built: the directives ``{terminal}`` and ``{file}``.

Each page has a scratch folder with a copy of ``examples/``. A command that fails, unless it should, fails the build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from pygments.lexer import RegexLexer, bygroups
from pygments.token import Generic, Text
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 120
"""Time limit of a command."""


def scratch_folder(app: Sphinx, page: str) -> Path:
    """Return the folder in which the commands of a page run; it begins with a copy of the examples."""
    folder = Path(app.scratch.name) / page.replace("/", "_")
    if not folder.exists():
        shutil.copytree(EXAMPLES, folder / "examples")
    return folder


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell command in a folder, without a terminal, with this environment's programs first on the path."""
    environment = {
        **os.environ,
        "PATH": f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
    }
    return subprocess.run(
        command, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False, encoding="utf-8",
    )  # fmt: skip


def commands_in(text: str) -> list[str]:
    """Return the commands of a block: one a line; a line that ends in a backslash continues on the next."""
    return [line.replace("\0", "\\\n") for line in text.replace("\\\n", "\0").splitlines() if line.strip()]


class SessionLexer(RegexLexer):
    """Commands behind their prompts, and output without colours."""

    name = "terminal session"
    tokens: ClassVar = {"root": [(r"^([$>] )(.*\n)", bygroups(Generic.Prompt, Text)), (r".*\n", Generic.Output)]}


class Terminal(SphinxDirective):
    """Run the commands in the body, and show them with their output."""

    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "show": directives.positive_int,
        "fails": directives.flag,
        "hide-output": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return a literal block."""
        folder = scratch_folder(self.env.app, self.env.docname)
        shown: list[str] = []
        for command in commands_in("\n".join(self.content)):
            process = run(command, folder)
            output = process.stdout.rstrip().splitlines()
            if (process.returncode != 0) != ("fails" in self.options):
                raise self.error(f"exit status {process.returncode}: {command}\n{process.stdout}")
            limit = self.options.get("show", len(output))
            shown.append("\n".join("$ " * (not i) + "> " * bool(i) + line for i, line in enumerate(command.splitlines())))
            if "hide-output" not in self.options:
                shown += output[:limit] + ["..."] * (len(output) > limit)
        text = "\n".join(shown)
        return [nodes.literal_block(text, text, language="session", classes=["terminal"])]


class File(SphinxDirective):
    """Show a file with its name, and write it into the scratch folder of the page."""

    has_content = True
    required_arguments = 1
    languages: ClassVar[dict[str, str]] = {".py": "python", ".pyx": "cython", ".toml": "toml"}

    def run(self) -> list[nodes.Node]:
        """Return a literal block with a caption."""
        name = self.arguments[0]
        path = scratch_folder(self.env.app, self.env.docname) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "\n".join(self.content)
        path.write_text(f"{text}\n", encoding="utf-8")
        block = nodes.literal_block(text, text, language=self.languages.get(path.suffix, "text"))
        container = nodes.container("", literal_block=True, classes=["literal-block-wrapper"])
        container += [nodes.caption("", "", nodes.literal("", name)), block]
        return [container]


def make_scratch(app: Sphinx) -> None:
    """Make the folder of all scratch folders, which goes when the build ends."""
    app.scratch = tempfile.TemporaryDirectory(prefix="cpoker-docs-")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    app.connect("builder-inited", make_scratch)
    app.add_lexer("session", SessionLexer)
    app.add_directive("terminal", Terminal)
    app.add_directive("file", File)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
