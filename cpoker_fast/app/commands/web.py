"""`cpoker web`: open the page in the browser."""

from __future__ import annotations

import contextlib
import webbrowser

import click

from cpoker_fast.app.console.bad_input import BadInput
from cpoker_fast.app.console.common_options import json_option
from cpoker_fast.app.console.output import json_line

__all__ = ["open_page"]


_HELP = """Open a page to play and analyze in the browser: set hands, score boards, practise, play, ask for advice.

Only programs on this machine can reach the page, which is served until Ctrl-C. --json prints its address.

\b
cpoker web
cpoker web --port 8000 --no-browser
"""


@click.command("web", help=_HELP)
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="Port on 127.0.0.1.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the page in your browser.")
@json_option
def open_page(port: int, browser: bool, as_json: bool) -> None:
    """Run ``cpoker web``."""
    from cpoker_fast.app.web.server import PageServer

    try:
        server = PageServer(port)
    except OSError as error:
        raise BadInput(f"--port {port}: {error.strerror}") from None
    with server, contextlib.suppress(KeyboardInterrupt):
        address = {"address": server.address}
        click.echo(json_line(address) if as_json else f"The page is at {server.address} until Ctrl-C.")
        if browser:
            webbrowser.open(server.address)
        server.serve_forever()
