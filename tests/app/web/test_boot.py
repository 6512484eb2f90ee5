"""How the built folder of the page starts: from a server, below a path, from a disk, without a network; and what fails."""

import functools
import http.server
import json
import math
import threading
from pathlib import Path
from urllib.parse import urljoin

import pytest
from web.every_question import questions

from cpoker_fast.app.web.answering import _MODULES, answer
from cpoker_fast.app.web.server import PageServer
from cpoker_fast.cards import CardSet

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "build" / "page" / "play"
MOST_BYTES = 15_000_000
PHASES = "performance.getEntriesByType('mark').map((mark) => mark.name)"
ENDED = f"{PHASES}.some((name) => ['engine ready', 'engine failed'].includes(name))"
# Asks the worker in the place of the page.
ASK = """(question) => new Promise((resolve) => {
    const send = self.postMessage;
    self.postMessage = ({reply, failure}) => { self.postMessage = send; resolve(reply ?? failure); };
    self.onmessage({data: {question}});
})"""
# Adds files from 1970 to the folder of equilibria in the browser, and returns the paths and the times of all.
KEPT = """(names) => new Promise((resolve) => {
    const folder = "/home/pyodide/.cache/cpoker_fast", opening = indexedDB.open(folder);
    opening.onsuccess = () => {
        const store = opening.result.transaction("FILE_DATA", "readwrite").objectStore("FILE_DATA");
        const file = {timestamp: new Date(0), mode: 0o100666, contents: new Uint8Array(1)};
        for (const name of names) store.put(file, `${folder}/${name}`);
        const paths = store.getAllKeys(), files = store.getAll();
        store.transaction.oncomplete = () => {
            opening.result.close();
            resolve(paths.result.map((path, index) => [path, files.result[index].timestamp.getTime()]));
        };
    };
})"""
RANDOM = ("begin_game", "practice_start")  # deal cards that no seed chooses

needs_folder = pytest.mark.skipif(
    not (PAGE / "index.html").exists(), reason="there is no build/page/play: run tools/build_page.py"
)


@pytest.fixture
def context(browser):
    opened = browser.new_context()  # has an empty cache
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Address of a server with the folder below a path."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "play").symlink_to(PAGE)
    quiet_handler = pytest.importorskip("look_at_site").QuietHandler
    handler = functools.partial(quiet_handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/play/"
        server.shutdown()


def are_equal(one, other):
    """Whether two plain values are equal, but for the last digits of numbers, since builds of NumPy sum in other orders."""
    if isinstance(one, float):
        return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
    if isinstance(one, dict):
        return [*one] == [*other] and all(are_equal(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(are_equal, one, other))
    return one == other


def start(page, address):
    """Open the page, and return the phases of the engine until it is ready or has failed."""
    page.set_default_timeout(120_000)
    page.goto(address)
    page.wait_for_function(ENDED)
    return page.evaluate(PHASES)


@needs_folder
def test_the_folder_is_small():
    sizes = [path.stat().st_size for path in PAGE.iterdir()]
    assert sum(sizes) <= MOST_BYTES


@needs_folder
@pytest.mark.parametrize("place", ["server", "disk"])
def test_it_answers_as_the_package_does_and_asks_nobody_else(context, address, place):
    opened = address if place == "server" else (PAGE / "index.html").as_uri()
    page, requested = context.new_page(), []
    page.on("request", lambda request: requested.append(request.url))
    assert "engine ready" in start(page, opened)
    assert all(url.startswith((opened.removesuffix("index.html"), "blob:")) for url in requested)
    (worker,) = page.workers
    asked = set()
    for question in questions():
        text = json.dumps(question)
        assert are_equal(json.loads(worker.evaluate(ASK, text)), json.loads(answer(text))), question["what"]
        asked.add(question["what"])
    for question in ({"what": RANDOM[0], "rules": "pagat", "opponents": ["expert"], "name": "Ann"},
                     {"what": RANDOM[1], "rules": "pagat", "opponents": 2}):  # fmt: skip
        assert "error" not in json.loads(worker.evaluate(ASK, json.dumps(question)))
    assert asked.union(RANDOM) == set(_MODULES)


@needs_folder
def test_it_starts_without_a_network_after_the_first_visit(context, address):
    page = context.new_page()
    start(page, address)
    page.wait_for_function("navigator.serviceWorker.controller")  # has saved all files
    context.set_offline(True)
    page.reload()
    page.wait_for_function(ENDED)
    assert "engine ready" in page.evaluate(PHASES)


@needs_folder
def test_equilibria_that_were_found_are_kept_for_later_visits(context, address):
    rules = {"file": "club.toml", "text": "base = 'pagat'\nscoop_bonus = 7\n"}  # whose equilibrium the package lacks
    question = json.dumps({"what": "best_boards", "rules": rules, "hand": str(CardSet(range(39, 52))).split(),
                           "opponents": 1, "has_button": False, "deals": 100})  # fmt: skip

    def visit():
        page = context.new_page()
        start(page, address)
        return page, page.workers[0].evaluate(ASK, question)

    def kept_in(worker):
        return dict(worker.evaluate(KEPT, []))

    page, reply = visit()
    while not (kept := kept_in(page.workers[0])):
        page.wait_for_timeout(100)
    page.close()  # its worker may save once more, and would delete what it has not written
    page = context.new_page()
    page.goto(urljoin(address, "licences.txt"))
    page.evaluate(KEPT, [f"old {number}" for number in range(25)])
    page.close()
    page, again = visit()
    assert again == reply
    while len(still_kept := kept_in(page.workers[0])) > 20:
        page.wait_for_timeout(100)
    assert (len(kept), len(still_kept)) == (1, 20)
    assert kept.items() <= still_kept.items()  # an equilibrium that is found again has a new time


@needs_folder
@pytest.mark.parametrize("fault", ["no WebAssembly", "no download", "cut download"])
def test_faults_end_the_start(context, address, fault):
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    if fault == "no WebAssembly":
        page.add_init_script("delete globalThis.WebAssembly")
    elif fault == "no download":
        page.route("**/engine-image*", lambda route: route.abort())
    else:
        page.route("**/engine-python*", lambda route: route.fulfill(body="cpokerPart.python("))
    assert start(page, address)[-1] == "engine failed"
    assert errors == []


@needs_folder
def test_a_download_is_tried_again(context, address):
    page, tries = context.new_page(), []

    def fail_once(route):
        tries.append(route)
        if len(tries) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/engine-image*", fail_once)
    assert "engine failed" not in start(page, address)
    assert len(tries) == 2


def test_the_local_server_is_ready_at_once(context):
    with PageServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert start(context.new_page(), server.address)[0] == "engine ready"
        server.shutdown()
