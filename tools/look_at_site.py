"""Open every page of the built documentation in headless Chromium, and report faults.

    python tools/look_at_site.py build/site

Requires the dependency group "site" and Chromium. Each page is opened at 1300 and 400 pixels, in light and in dark mode. A
page fails if it requests anything outside the site, is wider than the window, logs an error, or breaks a rule of
accessibility (by axe-core). The pictures of the pages are written into a folder.
"""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

WIDTHS = (1300, 400)
THEMES = ("light", "dark")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = {
    "resultTypes": ["violations"],
    "rules": {
        "landmark-unique": {"enabled": False},  # the theme has two sidebars without names
        "page-has-heading-one": {"enabled": False},  # the search page of Sphinx has none
    },
}
CONTEXT = {
    "exclude": [
        [".text_html span[style^='color']"],  # suit signs of notebooks: their shape tells them apart
        ["table.dataframe"],  # of pandas, whose heading above the index is empty
        [".view-this-page"],
        [".edit-this-page"],  # signs of the theme, which are in no landmark
    ]
}
MOST_PIXELS = 20_000
"""Largest height of a picture; longer pages are cut."""


class Fault(NamedTuple):
    """A fault of a page: the page, how it was opened, and what is wrong."""

    page: str
    view: str
    problem: str

    def __str__(self) -> str:
        return f"{self.page} ({self.view}): {self.problem}"


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def faults_of_page(page: Page, address: str, name: str, view: str, picture: Path) -> Iterator[Fault]:
    """Open a page, write its picture, and yield its faults."""
    from axe_playwright_python.sync_playwright import Axe

    outside: list[str] = []
    errors: list[str] = []
    here = (address, f"blob:{address}", "data:")
    page.on("request", lambda request: outside.append(request.url) if not request.url.startswith(here) else None)
    page.on("console", lambda message: message.type != "error" or errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}/{name}")
    page.evaluate("for (const image of document.images) image.loading = 'eager'")  # also those below the window
    page.wait_for_load_state("networkidle")
    yield from (Fault(name, view, f"requests {url}") for url in dict.fromkeys(outside))
    yield from (Fault(name, view, f"logs {text}") for text in dict.fromkeys(errors))
    excess = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if excess > 0:
        yield Fault(name, view, f"is {excess} pixels wider than the window")
    height = min(MOST_PIXELS, page.evaluate("document.documentElement.scrollHeight"))
    picture.parent.mkdir(parents=True, exist_ok=True)
    clip = {"x": 0, "y": 0, "width": page.viewport_size["width"], "height": height}
    page.screenshot(path=picture, full_page=True, clip=clip)
    for violation in Axe().run(page, context=CONTEXT, options=AXE).response["violations"]:
        places = ", ".join(str(node["target"][0]) for node in violation["nodes"][:3])
        yield Fault(name, view, f"{violation['id']}: {violation['help']} ({len(violation['nodes'])} times: {places})")


def faults_of_site(browser: Browser, site: Path, names: list[str], pictures: Path) -> Iterator[Fault]:
    """Open all pages in every view, and yield their faults."""
    handler = functools.partial(QuietHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        for width in WIDTHS:
            for theme in THEMES:
                view = f"{width} pixels, {theme}"
                context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
                for name in names:
                    page = context.new_page()
                    picture = pictures / f"{width}-{theme}" / f"{name.removesuffix('.html').replace('/', '.')}.png"
                    yield from faults_of_page(page, address, name, view, picture)
                    page.close()
                context.close()
        server.shutdown()


@click.command(help=__doc__)
@click.argument("site", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--pictures", default="build/pictures", type=click.Path(file_okay=False, path_type=Path), help="Folder of the pictures."
)
@click.option("--only", default="", help="Open only pages whose names contain this text.")
@click.option("--skip", default="\0", help="Open no pages whose names contain this text.")
@click.option("--chromium", default=lambda: shutil.which("chromium"), help="Path of Chromium.")
def look(site: Path, pictures: Path, only: str, skip: str, chromium: str | None) -> None:
    """Open the pages, print their faults, and exit with 1 if there are any."""
    from playwright.sync_api import sync_playwright

    names = [path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html"))]
    names = [name for name in names if only in name and skip not in name and not name.startswith("_static")]
    if not names:
        raise click.ClickException(f"no page of {site} has {only!r} in its name")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        faults = 0
        for fault in faults_of_site(browser, site, names, pictures):
            faults += 1
            click.echo(fault)
        browser.close()
    click.echo(f"{len(names)} pages, {len(WIDTHS) * len(THEMES)} views each: {faults} faults; pictures in {pictures}")
    if faults:
        raise SystemExit(1)


if __name__ == "__main__":
    look()
