"""Progress bars, and functions that are told of the progress."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError

__all__ = ["Progress", "reporter"]

Progress = Callable[[int, int], object]
"""A function that is told how much is done, and how much there is."""


def reporter(
    stack: ExitStack, progress: bool | Progress, what: str, error: type[CpokerError], *, is_animated: bool = True
) -> Progress:
    """The function that is told of the progress: for True, that of a bar on standard error, which `stack` ends.

    A bar that is not animated only changes when the function is called: in between, it takes no time from what is measured.
    Raises `error` if `progress` is none of True, False and a function.
    """
    if progress is False:
        return lambda _done, _all: None
    if progress is not True:
        if not callable(progress):
            raise error(f"progress: expected True, False or a function, got {quote(progress)}")
        return progress
    from rich.console import Console
    from rich.progress import BarColumn, Progress as Bar, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    bar = stack.enter_context(  # which leaves standard output alone: it may go to a file
        Bar(
            *columns,
            console=console,
            auto_refresh=is_animated,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
    )
    line = bar.add_task(what, total=None)

    def move(done: int, of: int) -> None:
        bar.update(line, completed=done, total=of, refresh=not is_animated)

    return move
