"""A browser with the page, which a server in this process answers."""

import threading

import pytest
from chromium import open_chromium

from cpoker_fast.app.web.server import PageServer


@pytest.fixture(scope="session")
def address():
    with PageServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()


@pytest.fixture(scope="session")
def browser():
    with open_chromium() as browser:
        yield browser


@pytest.fixture(params=[(1300, False), (400, True)], ids=["desk", "phone"])
def open_page(request, browser, address):
    """Return a function that opens a use of the page; the test fails if the page logs an error."""
    width, has_touch = request.param
    context = browser.new_context(viewport={"width": width, "height": 900}, has_touch=has_touch)
    errors = []

    def open_use(use):
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(f"{address}#{use}")
        return page

    yield open_use
    context.close()
    assert errors == []
