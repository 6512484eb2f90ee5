"""The local server: it answers its own page, and no other page or program that guesses."""

import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time

import pytest
from command_line import cpoker

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def port(address):
    return int(address.rstrip("/").rpartition(":")[2])


def request(port, method, path, body=None, **headers):
    """Return status, headers and body; the Host is that of the page unless `headers` say otherwise."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest(method, path, skip_host="Host" in headers)
    headers = {"Content_Length": str(len(body)), **headers} if body is not None else headers
    for name, value in headers.items():
        if value is not None:
            connection.putheader(name.replace("_", "-"), value.format(port=port))
    connection.endheaders(body)
    reply = connection.getresponse()
    content = reply.read()
    connection.close()
    return reply.status, dict(reply.getheaders()), content


def ask(port, question, **headers):
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    return request(port, "POST", "/answer", body, **{"Content_Type": "application/json", **headers})


@pytest.mark.parametrize(("path", "kind", "beginning"), [
    ("/", "text/html", b"<!DOCTYPE html>"), ("/index.html", "text/html", b"<!DOCTYPE html>"), ("/?a=1", "text/html", b"<!"),
    ("/main.js", "text/javascript", b"// The page"), ("/page.css", "text/css", b":root"),
    ("/favicon.svg", "image/svg", b"<svg"), ("/package.js", "text/javascript", b"export const VERSION"),
])  # fmt: skip
def test_files_of_the_page(port, path, kind, beginning):
    status, headers, content = request(port, "GET", path)
    assert (status, content[: len(beginning)]) == (200, beginning)
    assert headers["Content-Type"].startswith(kind)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'self'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", [
    "/nothing", "/server.py", "/../server.py", "/%2e%2e/server.py", "//etc/passwd", "/README.md", "/page.css/", "/answer",
])  # fmt: skip
def test_other_paths_do_not_exist(port, path):
    assert request(port, "GET", path)[0] == 404


@pytest.mark.parametrize(("method", "status"), [("PUT", 501), ("DELETE", 501), ("OPTIONS", 501)])
def test_other_methods(port, method, status):
    assert request(port, method, "/answer")[0] == status


@pytest.mark.parametrize("headers", [
    {}, {"Host": "127.0.0.1:{port}"}, {"Host": "localhost:{port}"}, {"Origin": "http://127.0.0.1:{port}"},
    {"Host": "localhost:{port}", "Origin": "http://localhost:{port}"},
])  # fmt: skip
def test_questions_of_the_page(port, headers):
    status, reply_headers, content = ask(port, {"what": "cards", "text": "as 10h"}, **headers)
    assert (status, json.loads(content)) == (200, {"cards": ["As", "Th"]})
    assert reply_headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("headers", [
    {"Host": "example.com"}, {"Host": "example.com:{port}"}, {"Host": "127.0.0.1"}, {"Host": "localhost:1"}, {"Host": ""},
    {"Host": None}, {"Origin": "https://example.com"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"},
    {"Origin": "https://127.0.0.1:{port}"}, {"Content_Type": "text/plain"}, {"Content_Type": None},
    {"Content_Type": "application/x-www-form-urlencoded"},
])  # fmt: skip
def test_other_pages_get_no_answer(port, headers):
    """A page of another site can send neither another Host (rebinding), nor its Origin, nor JSON without a preflight."""
    asked = {"Content_Type": "application/json", "Content_Length": "2", **headers}
    assert request(port, "POST", "/answer", **asked)[0] == 403
    if "Content_Type" not in headers:
        assert request(port, "GET", "/", **headers)[0] == 403


@pytest.mark.parametrize(("path", "length"), [
    ("/", "2"), ("/answer/", "2"), ("/answer", None), ("/answer", "-2"), ("/answer", "two"), ("/answer", "\xb2"),
    ("/answer", "4000001"), ("/answer", "9" * 5000),
])  # fmt: skip
def test_bad_requests(port, path, length):
    status, headers, _ = request(port, "POST", path, Content_Type="application/json", Content_Length=length)
    assert (status, headers["Connection"]) == (400, "close")


@pytest.mark.parametrize(("question", "message"), [
    (b"", "not JSON"), (b"{", "not JSON"), (b"\xff\xfe", "not JSON"), (b"[" * 10_000, "not JSON"), (b"[]", "JSON object"),
    (b"3", "JSON object"), ({}, "'what'"), ({"what": 1}, "'what'"), ({"what": "card"}, "did you mean 'cards'"),
    ({"what": "__init__"}, "expected one of"), ({"what": "cards"}, "text"), ({"what": "cards", "text": 1}, "text"),
    ({"what": "cards", "text": "As Xx"}, "Xx"), ({"what": "rules", "rules": "pagt"}, "did you mean 'pagat'"),
    ({"what": "rules", "rules": {"file": "../../x.toml", "text": "players = 9"}}, "x.toml"),
])  # fmt: skip
def test_bad_questions_have_an_error(port, question, message):
    status, _, content = ask(port, question)
    assert status == 200
    assert message in json.loads(content)["error"]


def test_one_connection_takes_many_questions(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for card in ("As", "Kd"):
        connection.request("POST", "/answer", json.dumps({"what": "cards", "text": card}), JSON)
        assert json.loads(connection.getresponse().read()) == {"cards": [card]}
    connection.close()


def test_closed_connections_are_no_errors(port, capfd):
    """A browser closes connections when a tab is closed, in the middle of a question or of an answer."""
    question = (
        f"POST /answer HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    )
    for sent in (
        "",
        "GET / HT",
        question,
        f'{question}{{"what"',
        f"GET /package.js HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(sent.encode())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # close with a reset
    time.sleep(0.5)
    assert ask(port, {"what": "cards", "text": "As"})[0] == 200
    assert capfd.readouterr().err == ""


# ---- the command ----


def test_a_port_that_is_in_use_or_invalid(port):
    result = cpoker("web", "--no-browser", "--port", str(port))
    assert (result.returncode, result.stdout) == (2, "")
    assert f"--port {port}: " in result.stderr
    assert "Traceback" not in result.stderr
    for bad in ("-1", "65536", "http"):
        result = cpoker("web", "--no-browser", "--port", bad)
        assert result.returncode == 2
        assert "--port" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a single process")
@pytest.mark.parametrize("option", [(), ("--json",)])
def test_the_page_is_served_until_ctrl_c(option):
    run = subprocess.Popen(
        [sys.executable, "-P", "-m", "cpoker_fast", "web", "--no-browser", *option],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    line = run.stdout.readline()
    address = json.loads(line)["address"] if option else re.search(r"http://\S+", line)[0]
    port = int(address.rstrip("/").rpartition(":")[2])
    assert address == f"http://127.0.0.1:{port}/"
    assert request(port, "GET", "/")[0] == 200
    run.send_signal(signal.SIGINT)
    output, errors = run.communicate(timeout=60)
    assert (run.returncode, output, errors) == (0, "", "")
