"""Progress bars, and users' functions that receive the progress."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError

__all__ = ["Progress", "reporter"]

Progress = Callable[[int, int], object]
"""A function that is called with the number of finished items and the number of all items."""


def reporter(
    stack: ExitStack, progress: bool | Progress, description: str, error: type[CpokerError], *, is_animated: bool = True
) -> Progress:
    """Return the function to call with the progress: `progress` itself, or one that moves a bar or does nothing.

    True shows a bar on standard error, which is removed when `stack` is closed. Unless `is_animated`, it is drawn only
    during the calls, so that it does not distort measurements. Raises `error` if `progress` is not a bool or a function.
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
