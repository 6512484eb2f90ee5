"""A browser with the page, which a server in this process answers."""

import os
import shutil
import threading

import pytest

from cpoker_fast.app.web.server import PageServer

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


def fail_or_skip(reason):
    """Skip a test, or fail it where the environment variable COMPLETE requires all tests (.ci/run)."""
    (pytest.fail if os.environ.get("COMPLETE") else pytest.skip)(reason)


@pytest.fixture(scope="session")
def address():
    with PageServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api")
    look_at_site = pytest.importorskip("look_at_site")
    if CHROMIUM is None:
        fail_or_skip("there is no Chromium")  # a package of the system
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(look_at_site.ARGUMENTS))
        yield browser
        browser.close()


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
