"""Headless Chromium, for tests of pages."""

import os
import shutil
from contextlib import contextmanager

import pytest

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome")


@contextmanager
def open_chromium():
    """Yield a browser; skip the test without one, or fail it where COMPLETE requires all tests."""
    sync_api = pytest.importorskip("playwright.sync_api")
    look_at_site = pytest.importorskip("look_at_site")
    if PROGRAM is None:  # a package of the system, which COMPLETE requires (.ci/run)
        (pytest.fail if os.environ.get("COMPLETE") else pytest.skip)("there is no Chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=list(look_at_site.ARGUMENTS))
        yield browser
        browser.close()
