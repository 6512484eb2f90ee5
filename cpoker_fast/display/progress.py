"""Progress bars, and users' functions that receive the progress."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextlib import ExitStack, suppress
from time import monotonic
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError
from cpoker_fast.system.extras import needs_extra

__all__ = ["Progress", "late_reporter", "reporter"]

Progress = Callable[[int, int], object]
"""A function that is called with the number of finished items and the number of all items."""

_PATIENCE = 1.0  # seconds


def reporter(stack: ExitStack, progress: bool | Progress, description: str, error: type[CpokerError]) -> Progress:
    """Return the function to call with the progress: `progress` itself, or one that moves a bar or does nothing.

    True shows a bar of tqdm. In a notebook, the bar is below the cell. It stays there, with the time that the work took. In
    a terminal, it is on standard error, and is removed when `stack` is closed. A file in place of standard error gets no
    bar. Raises `error` if `progress` is not a bool or a function, and CpokerError if tqdm is missing.
    """
    if progress is False:
        return _show_nothing
    if progress is not True:
        if not callable(progress):
            raise error.about("progress", f"expected True, False or a function, got {quote(progress)}")
        return progress
    is_notebook = "ipykernel" in sys.modules
    if not is_notebook and (sys.stderr is None or not sys.stderr.isatty()):
        return _show_nothing
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about notebooks without widgets, which get a bar of text
            from tqdm.auto import tqdm
    except ModuleNotFoundError:
        raise needs_extra("a progress bar", "tqdm", "cli") from None

    bar_type: type[tqdm[Any]] = type("Bar", (tqdm,), {"monitor_interval": 0})  # no thread, which would distort measurements
    bar = stack.enter_context(bar_type(desc=description, leave=is_notebook, dynamic_ncols=not is_notebook, file=sys.stderr))

    def move(completed: int, total: int) -> None:
        if bar.total != total:
            bar.reset(total)
        bar.update(completed - bar.n)
        if completed == total:
            bar.refresh()

    return move


def late_reporter(stack: ExitStack, description: str) -> Progress:
    """Return a function to call with the progress of work that nobody asked for, such as filling a cache.

    In a notebook or another interactive session, it shows a bar if the work takes longer than a second. Scripts get no bar,
    and neither do sessions without tqdm.
    """
    if not hasattr(sys, "ps1"):
        return _show_nothing
    start, is_late = monotonic(), False
    shown: Progress = _show_nothing

    def move(completed: int, total: int) -> None:
        nonlocal shown, is_late
        if not is_late and completed < total and monotonic() - start > _PATIENCE:
            is_late = True
            with suppress(CpokerError):
                shown = reporter(stack, True, description, CpokerError)
        shown(completed, total)

    return move


def _show_nothing(_done: int, _all: int) -> None:
    pass
