"""A program that runs `cpoker play` without a screen, presses keys and writes a screenshot; `screenshots` runs it.

Usage: ``python screenshots_of_play.py FILE TITLE KEYS OPTION...``, in a terminal of the size of the picture. KEYS has one
key per line. The command itself reads its options and makes the app; `App.run` is replaced.
"""

from __future__ import annotations

import asyncio
import os
import sys
import unicodedata
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from textual.app import App
from textual.keys import Keys
from textual.widgets import Input

from cpoker_fast import Placement, Position
from cpoker_fast.app.commands import cpoker
from cpoker_fast.app.play import terminal, terminal_app
from cpoker_fast.studies import Analysis, analyze

_KEY_SECONDS = 60  # time limit of the effects of a key


def _check(key: str) -> None:
    """Raise SystemExit for an unknown key: Textual would ignore it."""
    name = key.removeprefix("ctrl+").removeprefix("shift+")
    if len(name) == 1 or name in {known.value for known in Keys}:
        return
    try:
        unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        raise SystemExit(f"unknown key {key!r}") from None


async def _settle(app: App[None]) -> None:
    """Wait until the app and its table have handled their events, and all computations have ended."""
    for pump in (app, app.screen_stack[0]):
        is_handled = asyncio.Event()
        pump.call_later(is_handled.set)
        await is_handled.wait()
    await app.workers.wait_for_complete()


async def _press(app: App[None], keys: list[str], path: Path, title: str) -> None:
    """Run an app, press keys and write a screenshot."""
    async with app.run_test(size=os.get_terminal_size()) as pilot:
        app.query_one(Input).cursor_blink = False
        await _settle(app)  # the footer appears after the first events
        await pilot.pause()
        for number, key in enumerate(keys, 1):
            _check(key)
            await pilot.press(key)
            if not app.is_running:
                raise SystemExit(f"key {number}, {key!r}, leaves the table")
            async with asyncio.timeout(_KEY_SECONDS):
                await _settle(app)
            await pilot.pause()
        path.write_text(app.export_screenshot(title=title), encoding="utf-8")


def _analyze(position: Position, also: Sequence[Placement], **limits: Any) -> Analysis:
    """Analyze a position with the default number of rollouts instead of a time limit, and with a seed."""
    return analyze(position, also=also, seed=0, **{name: limit for name, limit in limits.items() if name == "deals"})


def main() -> None:
    """Run the command. To get the same picture on all machines, replace its clock and the time limit of advice."""
    path, title, keys, *options = sys.argv[1:]

    def run(app: App[None]) -> None:
        asyncio.run(_press(app, keys.splitlines(), Path(path), title))

    with (
        patch.object(App, "run", run),
        patch.object(terminal, "analyze", _analyze),
        patch.object(terminal_app, "monotonic", partial(float, 0)),
    ):
        cpoker.main(["play", *options], prog_name="cpoker")


if __name__ == "__main__":
    main()
