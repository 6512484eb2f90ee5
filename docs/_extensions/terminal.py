"""Shell commands that run while the site is built: the directives ``{terminal}`` and ``{file}``.

The body of ``{terminal}`` has one command a line; a line that ends in a backslash continues on the next. The commands run
in the scratch folder of the page. A command that fails, or does not fail where ``:fails:`` expects it, fails the build.
``:show: 12`` shows the first 12 lines of each output, and ``:hide-output:`` none. ``{file} house.toml`` shows its body,
and writes it into the scratch folder.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any, ClassVar

from checks import shown_so_far
from docutils import nodes
from docutils.parsers.rst import directives
from pygments.lexer import RegexLexer, bygroups
from pygments.token import Generic, Text
from scratch import SECONDS, scratch_folder, variables
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx.application import Sphinx


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell command in a folder, without a terminal; standard error is a part of the output."""
    return subprocess.run(
        command, shell=True, cwd=folder, env=variables(folder, COLUMNS="80", NO_COLOR="1"), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False, encoding="utf-8",
    )  # fmt: skip


def commands_in(text: str) -> list[str]:
    """Return the commands of a block: one a line; a line that ends in a backslash continues on the next."""
    return [line.replace("\0", "\\\n") for line in text.replace("\\\n", "\0").splitlines() if line.strip()]


_PROMPT_AND_COMMAND = bygroups(Generic.Prompt, Text)  # type: ignore[no-untyped-call]


class SessionLexer(RegexLexer):
    """Commands behind their prompts, and output without colours."""

    name = "terminal session"
    tokens: ClassVar = {"root": [(r"^([$>] )(.*\n)", _PROMPT_AND_COMMAND), (r".*\n", Generic.Output)]}


class Terminal(SphinxDirective):
    """Run the commands in the body, and show them with their output."""

    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "show": directives.positive_int,
        "fails": directives.flag,
        "hide-output": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Run the commands, and return a literal block."""
        lines: list[str] = []
        for command in commands_in("\n".join(self.content)):
            output = self.output_of(command)
            shown_so_far(self.env).outputs.append("\n".join(output))
            first, *others = command.splitlines()
            lines += [f"$ {first}", *(f"> {line}" for line in others)]
            if "hide-output" not in self.options:
                limit = self.options.get("show", len(output))
                lines += output[:limit] + ["..."] * (len(output) > limit)
        text = "\n".join(lines)
        return [nodes.literal_block(text, text, language="session", classes=["terminal"])]

    def output_of(self, command: str) -> list[str]:
        """Run a command and return the lines of its output; raise DirectiveError if its exit status is not as expected."""
        try:
            process = run(command, scratch_folder(self.env.docname))
        except subprocess.TimeoutExpired:
            raise self.error(f"no end after {SECONDS} seconds: {command}") from None
        if (process.returncode != 0) != ("fails" in self.options):
            expected = "a failure" if "fails" in self.options else "0"
            raise self.error(f"exit status {process.returncode}, expected {expected}: {command}\n{process.stdout}")
        return process.stdout.rstrip().splitlines()


class File(SphinxDirective):
    """Show a file with its name, and write it into the scratch folder of the page."""

    has_content = True
    required_arguments = 1
    languages: ClassVar[dict[str, str]] = {".json": "json", ".py": "python", ".pyx": "cython", ".toml": "toml"}

    def run(self) -> list[nodes.Node]:
        """Return a literal block with a caption."""
        name = self.arguments[0]
        path = scratch_folder(self.env.docname) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "\n".join(self.content)
        path.write_text(f"{text}\n", encoding="utf-8")
        block = nodes.literal_block(text, text, language=self.languages.get(path.suffix, "text"))
        container = nodes.container("", literal_block=True, classes=["literal-block-wrapper"])
        container += [nodes.caption("", "", nodes.literal("", name)), block]
        return [container]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    app.add_lexer("session", SessionLexer)
    app.add_directive("terminal", Terminal)
    app.add_directive("file", File)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
