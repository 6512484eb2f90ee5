"""Terminal apps in tests: running them and reading their screens."""

import asyncio
import contextlib
import importlib
import re

import pytest

import cpoker_fast as cp

SMALL, LARGE = (80, 24), (120, 40)
both_sizes = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
LETTERS = str.maketrans("♣♦♥♠", "cdhs")


def run_app(app, keys, size=SMALL):
    """Run an app and a coroutine that presses its keys."""

    async def sitting():
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await keys(app, pilot)

    with pytest.MonkeyPatch.context() as patch:
        wait_briefly(patch)
        asyncio.run(sitting())
    return app


def wait_briefly(patch):
    """Shorten textual's waits for an idle app, two for each key, and the time between updates, which is shorter than a wait.

    A wait lasts until threads have ended, and for some turns of the loop, which are late on a busy machine. Versions of
    textual without these numbers wait longer.
    """
    import textual.screen

    threads, in_thread, sleep = set(), asyncio.to_thread, asyncio.sleep

    async def in_counted_thread(*arguments, **options):
        thread = asyncio.ensure_future(in_thread(*arguments, **options))
        threads.add(thread)
        thread.add_done_callback(threads.discard)
        return await thread

    async def settle(seconds):
        await sleep(seconds)
        if threads:
            await asyncio.wait(threads, timeout=0.1)  # some tests stop a thread
        for _ in range(20):
            await sleep(0)

    with contextlib.suppress(ImportError):
        wait = importlib.import_module("textual._wait")
        if all(hasattr(wait, name) for name in ("SLEEP_GRANULARITY", "sleep")) and hasattr(textual.screen, "UPDATE_PERIOD"):
            patch.setattr(asyncio, "to_thread", in_counted_thread)
            patch.setattr(wait, "sleep", settle)
            patch.setattr(wait, "SLEEP_GRANULARITY", 0.004)
            patch.setattr(textual.screen, "UPDATE_PERIOD", 0.002)


def screen(app):
    """Return the lines of a screenshot; raise AssertionError if something is outside of the screen."""
    width, height = app.size
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rich.console.Console.export_svg", lambda console, **_: console.export_text())  # a picture is slow
        lines = app.export_screenshot().splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    return [line.replace("\xa0", " ").rstrip() for line in lines]


def seen(app):
    return "\n".join(screen(app))


def words(app):
    """Return all words on the screen, with single spaces between them."""
    return " ".join(seen(app).split())


def lines_of(app, selector):
    """Return the lines of a widget."""
    region = app.screen.query_one(selector).region
    return [line[region.x : region.right].rstrip() for line in screen(app)[region.y : region.bottom]]


def footer(app):
    """Return the keys that are listed, and their actions."""
    return " ".join(" ".join(lines_of(app, "KeyBar")).split())


def drawn(app, lines=None):
    """Return the drawn cards on the screen or in lines, each once, such as ['As', 'Kd']."""
    text = "\n".join(screen(app) if lines is None else lines)
    return list(dict.fromkeys(card.translate(LETTERS) for card in re.findall("[2-9TJQKA][♣♦♥♠]", text)))


def place_of(app, card):
    """Return the column and the line of a drawn card."""
    sign = cp.format_card(card, symbols=True)
    return next((line.index(sign), number) for number, line in enumerate(screen(app)) if sign in line)


def blank_of(app, selector):
    """Return the column and the line of a place beside the cards of a line."""
    region = app.screen.query_one(selector).region
    return region.x, region.y


def assert_fits(app):
    """Assert that everything is within the screen, and that nothing has a scroll bar."""
    whole = app.screen.region
    for widget in app.screen.walk_children():
        if widget.display and all(parent.display for parent in widget.ancestors):
            assert whole.contains_region(widget.region), widget
            scrolling = widget.max_scroll_y, widget.show_vertical_scrollbar, widget.show_horizontal_scrollbar
            assert not any(scrolling), (widget, scrolling)
    seen(app)


async def until(pilot, condition):
    async with asyncio.timeout(120):
        while not condition():
            await pilot.pause(0.01)
