"""Standard error: whether it is a terminal, and error messages without words broken at the edge of one."""

from __future__ import annotations

import shutil
import sys

import click

from cpoker_fast.display.columns import wrap_line

__all__ = ["is_watched", "show_error"]

_USUAL_SIZE = 80, 24  # of a terminal that does not report its size


def is_watched() -> bool:
    """Whether standard error, which shows progress bars, is a terminal."""
    return bool(sys.stderr and sys.stderr.isatty())


def show_error(text: str) -> None:
    """Print an error message, wrapped at the width of the terminal if standard error is one."""
    if is_watched():
        columns = shutil.get_terminal_size(_USUAL_SIZE).columns
        text = "\n".join(part for line in text.splitlines() for part in wrap_line(line, columns))
    click.echo(text, err=True)
