"""Terminal apps in tests: running them and reading their screens."""

import asyncio
import re
from xml.etree import ElementTree

import pytest

SMALL, LARGE = (80, 24), (120, 40)
both_sizes = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
LABEL = 8  # columns before the first card of a line
CARD = 4


def run_app(app, keys, size=SMALL):
    """Run an app and a coroutine that presses its keys."""

    async def sitting():
        async with app.run_test(size=size) as pilot:
            await keys(app, pilot)

    asyncio.run(sitting())
    return app


CELL = 12.2  # width of a letter in a screenshot


def screen(app):
    """Return the lines of a screenshot; raise AssertionError if something is outside of the screen."""
    width, height = app.size
    lines = [[" "] * width for _ in range(height)]
    for text in ElementTree.fromstring(app.export_screenshot()).iter("{http://www.w3.org/2000/svg}text"):
        if not (line_number := re.search(r"line-(\d+)", text.get("clip-path", ""))):
            continue  # the title of the window
        row, column = int(line_number[1]), round(float(text.get("x")) / CELL)
        letters = text.text.replace("\xa0", " ").rstrip("\n")
        assert row < height
        assert column + len(letters) <= width
        lines[row][column : column + len(letters)] = letters
    return ["".join(line).rstrip() for line in lines]


def seen(app):
    return "\n".join(screen(app))


def footer(app):
    """Return the keys in the last line and their actions."""
    return " ".join(screen(app)[-1].split())


async def until(pilot, condition):
    async with asyncio.timeout(120):
        while not condition():
            await pilot.pause(0.01)


def at(place):
    """Return the offset at which a card of a line is clicked."""
    return LABEL + CARD * place + 1, 0
