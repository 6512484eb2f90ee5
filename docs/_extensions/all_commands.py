"""The command line for Sphinx: with all commands imported, and with help texts as markup.

`cpoker` itself imports only the command that runs, and its help is plain text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from cpoker_fast.app.commands import cpoker as lazy

if TYPE_CHECKING:
    from sphinx.application import Sphinx

cpoker = click.Group(
    lazy.name,
    commands={name: command for name in lazy.commands if (command := lazy.get_command(click.Context(lazy), name))},
    params=lazy.params,
    help=lazy.help,
    context_settings=lazy.context_settings,
)
"""The group `cpoker`."""


def _as_block(examples: re.Match[str]) -> str:
    return ".. code-block:: sh\n\n" + re.sub(r"(?m)^\| ", "   ", examples[0]) + "\n"


def mark_up(_app: Sphinx, _context: click.Context, lines: list[str]) -> None:
    """Show names in backticks as code, and lines that are not wrapped, which are examples, as a block."""
    text = re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", "\n".join(lines))
    lines[:] = [*re.sub(r"(?m)(?:^\| .*\n?)+", _as_block, text).splitlines(), ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the markup."""
    app.connect("sphinx-click-process-description", mark_up)
    app.connect("sphinx-click-process-options", mark_up)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
