"""`cpoker web`: open the page in the browser."""

from __future__ import annotations

import contextlib
import webbrowser

import click

from cpoker_fast.app.console.bad_input import BadInput

__all__ = ["open_page"]


@click.command("web")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="Port on 127.0.0.1.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the page in your browser.")
def open_page(port: int, browser: bool) -> None:
    """Open a page to play and analyze in the browser: set hands, score boards, practise, play, ask for advice.

    Only programs on this machine can reach the page, which is served until Ctrl-C.

    \b
    cpoker web
    cpoker web --port 8000 --no-browser
    """  # noqa: D301
    from cpoker_fast.app.web.server import PageServer

    try:
        server = PageServer(port)
    except OSError as error:
        raise BadInput(f"--port {port}: {error.strerror}") from None
    with server, contextlib.suppress(KeyboardInterrupt):
        click.echo(f"The page is at {server.address} until Ctrl-C.")
        if browser:
            webbrowser.open(server.address)
        server.serve_forever()
