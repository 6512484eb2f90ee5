"""Progress bars in terminals and notebooks, and users' functions that receive the progress."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from time import monotonic
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError

__all__ = ["Progress", "reporter"]

Progress = Callable[[int, int], object]
"""A function that is called with the number of finished items and the number of all items."""

_INTERVAL = 0.1  # seconds between two updates


def reporter(
    stack: ExitStack, progress: bool | Progress, description: str, error: type[CpokerError], *, is_animated: bool = True
) -> Progress:
    """Return the function to call with the progress: `progress` itself, or one that moves a bar or does nothing.

    True shows a bar. In a notebook, it is below the cell, where it stays with the time that the work took. In a terminal, it
    is on standard error (a line of text if rich is not installed), and is removed when `stack` is closed. A file in place of
    standard error gets no bar. Unless
    `is_animated`, it is drawn only during the calls, so that it does not distort measurements. Raises `error` if `progress`
    is not a bool or a function.
    """
    if progress is False:
        return _show_nothing
    if progress is not True:
        if not callable(progress):
            raise error.about("progress", f"expected True, False or a function, got {quote(progress)}")
        return progress
    if (display := _display_of_notebook()) is not None:
        return _NotebookBar(description, display).move
    try:
        return _rich_bar(stack, description, is_animated=is_animated)
    except ModuleNotFoundError:  # of rich
        return _text_bar(stack, description)


def _show_nothing(_done: int, _all: int) -> None:
    pass


# ---- terminals ----


def _rich_bar(stack: ExitStack, description: str, *, is_animated: bool) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress as Bar, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        return _show_nothing
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    bar = stack.enter_context(  # standard output is not redirected: it may go to a file
        Bar(
            *columns,
            console=console,
            auto_refresh=is_animated,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
    )
    task = bar.add_task(description, total=None)

    def move(completed: int, total: int) -> None:
        bar.update(task, completed=completed, total=total, refresh=not is_animated)

    return move


def _text_bar(stack: ExitStack, description: str) -> Progress:
    stream = sys.stderr
    if stream is None or not stream.isatty():
        return _show_nothing
    work = _Work(description)
    width = 0  # of the text on the screen

    def write(text: str) -> None:
        nonlocal width
        stream.write(f"\r{text:{width}}")
        stream.flush()
        width = len(text)

    def move(completed: int, total: int) -> None:
        if work.is_due(completed, total):
            write(work.text(completed, total))

    def clear() -> None:
        write("")
        stream.write("\r")

    stack.callback(clear)
    return move


# ---- notebooks ----


def _display_of_notebook() -> Callable[..., Any] | None:
    """Return the function that displays values below a cell; None in programs other than the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None:
        return None
    from IPython.display import display
    from IPython.terminal.interactiveshell import TerminalInteractiveShell

    return None if isinstance(shell, TerminalInteractiveShell) else display


class _NotebookBar:
    """A bar below the cell: HTML that needs no widgets, and text where HTML is not shown."""

    def __init__(self, description: str, display: Callable[..., Any]) -> None:
        self.work = _Work(description)
        self.handle = display(self._formats(0, 0), raw=True, display_id=True)

    def move(self, completed: int, total: int) -> None:
        if self.work.is_due(completed, total):
            self.handle.update(self._formats(completed, total), raw=True)

    def _formats(self, completed: int, total: int) -> dict[str, str]:
        from html import escape

        text, label = self.work.text(completed, total), escape(self.work.description)
        share = f' value="{completed}" max="{total}"' if total else ""
        style = "width:16em;max-width:100%;vertical-align:middle"
        bar = f'<progress aria-label="{label}"{share} style="{style}"></progress>'
        return {"text/plain": text, "text/html": f"<div>{bar} {escape(text)}</div>"}


class _Work:
    """Work in progress, in words."""

    def __init__(self, description: str) -> None:
        self.description = description
        self._begin = monotonic()
        self._shown = float("-inf")

    def is_due(self, completed: int, total: int) -> bool:
        """Whether to show the progress now: at the end, and otherwise only some times a second."""
        now = monotonic()
        if completed < total and now < self._shown + _INTERVAL:
            return False
        self._shown = now
        return True

    def text(self, completed: int, total: int) -> str:
        """Return the share that is finished, and the time left; at the end, the time that the work took."""
        if not total:
            return self.description
        passed = monotonic() - self._begin
        if completed >= total:
            return f"{self.description}: {total:,} in {_duration(passed)}"
        left = f", {_duration(passed / completed * (total - completed))} left" if completed else ""
        return f"{self.description}: {completed / total:.0%}{left}"


def _duration(seconds: float) -> str:
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
