"""A local server of the page, whose questions this process answers."""

from __future__ import annotations

import os
import re
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from typing import Any

from cpoker_fast.app.web.answering import answer
from cpoker_fast.app.web.files import MEDIA_TYPES, page_files

__all__ = ["PageServer"]

_MOST_BYTES = 4_000_000  # of a question: a long game has 200 kB
_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


class PageServer(ThreadingHTTPServer):
    """Serves the page on this machine alone.

    Parameters
    ----------
    port : int
        Port on 127.0.0.1; 0 chooses a free one.
    """

    daemon_threads = True
    allow_reuse_address: bool = os.name == "posix"  # elsewhere, another server could take the port of this one

    server_name: str
    server_port: int

    def __init__(self, port: int = 0) -> None:
        self.files: dict[str, bytes] = page_files("server")
        super().__init__(("127.0.0.1", port), _Handler)

    def server_bind(self) -> None:
        """Bind to the port, without asking for the name of this machine as the base class does."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", int(self.server_address[1])

    @property
    def address(self) -> str:
        """Address of the page."""
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless the browser closed the connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds without a byte, so that no connection holds a thread for ever

    def _is_own(self) -> bool:
        """Whether the request comes from the page itself, and not from a page that another site shows in the browser."""
        names = [f"{name}:{self.server.server_port}" for name in ("127.0.0.1", "localhost")]
        origin = self.headers.get("Origin")
        return self.headers.get("Host") in names and origin in (None, *(f"http://{name}" for name in names))

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].removeprefix("/") or "index.html"
        if not self._is_own():
            self.send_error(HTTPStatus.FORBIDDEN)
        elif name not in self.server.files:
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            self._send(self.server.files[name], MEDIA_TYPES[Path(name).suffix])

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not self._is_own() or self.headers.get("Content-Type") != "application/json":
            self.close_connection = True
            self.send_error(HTTPStatus.FORBIDDEN)
        elif self.path != "/answer" or not re.fullmatch("[0-9]{1,7}", length) or int(length) > _MOST_BYTES:
            self.close_connection = True
            self.send_error(HTTPStatus.BAD_REQUEST)
        else:
            question = self.rfile.read(int(length))
            if len(question) == int(length):  # else the browser closed the connection
                self._send(answer(question.decode(errors="replace")).encode(), "application/json")

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", _POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""
