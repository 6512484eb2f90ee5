"""What tests of the page "Play and analyze" do in a browser."""

from axe_playwright_python.sync_playwright import Axe


def press(page, locator):
    """Click, or tap where there is touch."""
    locator.tap() if page.evaluate("navigator.maxTouchPoints") else locator.click()


def assert_accessible(page):
    """Check that axe finds no fault, and that no part is wider than the window."""
    faults = Axe().run(page).response["violations"]
    assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in faults] == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
