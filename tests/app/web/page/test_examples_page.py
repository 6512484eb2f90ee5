"""Examples of the documentation, which a reader changes and runs: here in this process, in place of the browser's Python."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")

from page_actions import assert_accessible
from playwright.sync_api import expect

from cpoker_fast.app.web.examples import run_code
from cpoker_fast.app.web.files import page_files

STATIC = Path(__file__).parents[4] / "docs" / "_static"
pytestmark = pytest.mark.skipif(not STATIC.exists(), reason="the documentation is not here")

DOCUMENT = """<!DOCTYPE html><html lang="en" data-content_root="../"><head><title>Examples</title>
<link rel="icon" href="data:,"></head><body><main><h1>Examples</h1>
<div class="highlight-python"><div class="highlight"><pre>&gt;&gt;&gt; x = 2
&gt;&gt;&gt; for i in (1, 2):
...     print(i)
1
2
&gt;&gt;&gt; x + 1    # comment
3
</pre></div></div>
<div class="highlight-python"><div class="highlight"><pre>not = "an example"</pre></div></div>
<div class="cell"><div class="cell_input"><div class="highlight-ipython3"><div class="highlight"><pre>y = x * 10
y
</pre></div></div></div><div class="cell_output"><pre>20</pre></div></div>
<div class="cell"><div class="cell_input"><div class="highlight"><pre>import dask
z = dask.delayed(y)
</pre></div></div></div>
<div class="cell"><div class="cell_input"><div class="highlight"><pre>z.compute()</pre></div></div></div>
</main><script src="../_static/examples.js"></script></body></html>"""


TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html"}


class Site(BaseHTTPRequestHandler):
    """A page of the documentation, and the page "Play and analyze"."""

    def do_GET(self):
        name = self.path.partition("?")[0]
        files = {f"/play/{name}": content for name, content in page_files("server").items()}
        files |= {"/start/page.html": DOCUMENT.encode(), "/_static/examples.js": (STATIC / "examples.js").read_bytes()}
        self.reply(files[name], TYPES[name.rpartition(".")[2]])

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert asked.pop("what") == "run_code"
        self.reply(json.dumps(run_code(asked)).encode(), "application/json")

    def reply(self, content, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/start/page.html"
        server.shutdown()


def test_examples_are_changed_and_run(open_page):
    page = open_page("")
    boxes = page.locator(".try-it")
    expect(boxes).to_have_count(2)  # what is no example, and what a browser lacks, has no button
    boxes.nth(1).get_by_role("button", name="Try it").click()
    expect(boxes.nth(1).get_by_role("status")).to_have_text("20\n")  # the first example has run before
    expect(page.locator(".cell_output")).to_have_count(0)
    boxes.nth(0).get_by_role("button", name="Try it").click()
    expect(boxes.nth(0).get_by_role("status")).to_have_text("1\n2\n3\n")
    field = page.get_by_role("textbox", name="Example").first
    assert field.input_value() == "x = 2\nfor i in (1, 2):\n    print(i)\nx + 1    # comment"
    field.fill("x = 5\nprint('<b>')\n1 / 0")
    field.press("Control+Enter")
    expect(boxes.nth(0).get_by_role("status")).to_have_text("<b>\nline 3: ZeroDivisionError: division by zero")
    boxes.nth(1).get_by_role("button", name="Run").click()
    expect(boxes.nth(1).get_by_role("status")).to_have_text("50\n")
    field.fill("import time; time.sleep(9)")
    boxes.nth(0).get_by_role("button", name="Run").click()
    boxes.nth(0).get_by_role("button", name="Stop").click()
    expect(boxes.nth(0).get_by_role("status")).to_have_text("Stopped.")
    assert_accessible(page)
