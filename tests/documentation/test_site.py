"""The built site, which the environment variable SITE names: its size, its search, and what leads from a page to others."""

import html
import os
import re
from pathlib import Path

import pytest
from chromium import open_chromium

SITE = Path(os.environ.get("SITE", "")).resolve()
pytestmark = pytest.mark.skipif("SITE" not in os.environ, reason="SITE names no built site")
MOST_BYTES = 45_000_000

GLOSSARY = "rules/glossary.html#term-"
FIRST_RESULTS = {
    # words of players
    "GTO": f"{GLOSSARY}GTO",
    "Nash": f"{GLOSSARY}Nash",
    "Monte Carlo": f"{GLOSSARY}Monte-Carlo",
    "EV": f"{GLOSSARY}EV",
    "odds": "strategy/odds.html",
    "solver": f"{GLOSSARY}solver",
    "hand history": f"{GLOSSARY}hand-history",
    "licence": f"{GLOSSARY}licence",
    "license": f"{GLOSSARY}license",
    "pusoy": f"{GLOSSARY}pusoy",
    "capsa": f"{GLOSSARY}capsa",
    "mau binh": f"{GLOSSARY}mau-binh",
    "xap xam": f"{GLOSSARY}xap-xam",
    "PPPoker": f"{GLOSSARY}PPPoker",
    "OFC": f"{GLOSSARY}OFC",
    "reproducible": f"{GLOSSARY}reproducible",
    "foul": f"{GLOSSARY}foul",
    "royalty": f"{GLOSSARY}royalty",
    "Fantasyland": f"{GLOSSARY}Fantasyland",
    "jackpot": f"{GLOSSARY}jackpot",
    "hold'em": f"{GLOSSARY}hold-em",
    # what they want to do
    "install": "start/install.html",
    "supported python versions": "start/install.html#supported-python-versions-and-systems",
    "save a picture": "guides/notebooks.html#save-a-picture-of-a-board",
    "score a table": "start/scoring.html",
    "set a hand": "start/setting.html",
    "write a bot": "tutorials/closed_bot.html",
    "rules file": "guides/rules_file.html",
    "house rule": "tutorials/house_rule.html",
    "browser": "start/browser.html",
    "host a tournament": "guides/hosting.html#host-a-tournament",
    "record live": "guides/recording.html",
    "replay": "guides/replay.html",
    "who owes whom": "guides/hosting.html",
    "evening friends owes": "guides/hosting.html",
    "what is a foul?": f"{GLOSSARY}foul",
    "server": "guides/server.html",
    "browser offline": "start/browser.html",
    "how many deals to prove a difference": "guides/recipes.html#how-many-deals-prove-a-difference",
    "multithreading": "guides/arrays_and_threads.html#threads",
    "fantasiland": "start/playing.html#fantasyland",  # a typing error
    # presets
    "pagat": "rules/presets/pagat.html",
    "pineapple": "rules/presets/pineapple.html",
    "turbo": "rules/presets/turbo.html",
    "thirteen-water": "rules/presets/thirteen-water.html",
    "which preset is my game": "rules/presets/which_one.html",
    # words of programmers
    "threads": "guides/arrays_and_threads.html#threads",
    "numba": "guides/compiled_code.html#numba",
    "dask": "tutorials/dask_cluster.html",
    "jupyter": "guides/notebooks.html",
    "reinforcement learning": "guides/learning.html",
    "engine protocol": "reference/engine_protocol.html",
    "CardError": "reference/errors.html#error-carderror",
    "best_royalties": "reference/api/cpoker_fast.best_royalties.html",
    "Rules.from_toml": "reference/api/cpoker_fast.Rules.html#cpoker_fast.Rules.from_toml",
    "cp.arrange": "reference/api/cpoker_fast.arrange.html",
    "best_royalties()": "reference/api/cpoker_fast.best_royalties.html",
    "cp.Board.parse": "reference/api/cpoker_fast.Board.html#cpoker_fast.Board.parse",
    "threads=": "guides/arrays_and_threads.html#threads",
    "C++": "guides/compiled_code.html#c-and-c",
    "--until-settled": "reference/command_line.html#cmdoption-cpoker-tournament-until-settled",
    "settle": "guides/boards.html",
    "analyze": "start/browser.html",
}
"""The first result of each search, chosen by hand."""


@pytest.fixture(scope="module")
def browser():
    with open_chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def search(browser):
    """Return a function that returns the addresses of all results, best first."""
    page = browser.new_page()
    page.goto((SITE / "search.html").as_uri())
    addresses = "query => search(query).map(({page, anchor}) => page + '.html' + (anchor && '#' + anchor))"
    return lambda query: page.evaluate(addresses, query)


@pytest.mark.parametrize("query", FIRST_RESULTS)
def test_the_first_result(search, query):
    assert search(query)[0] == FIRST_RESULTS[query]


def test_results_are_links_with_an_excerpt_in_which_words_are_marked(browser):
    page = browser.new_page()
    page.goto(f"{(SITE / 'search.html').as_uri()}?q=stop+a+simulation+and+resume")
    assert page.inner_text("#search-summary") == "The best 30 results for: stop a simulation and resume"
    assert page.input_value("#search-form input") == "stop a simulation and resume"
    results = page.query_selector_all("#search-results li")
    assert len(results) == 30
    for result in results:
        assert (SITE / result.query_selector("a").get_attribute("href").partition("#")[0]).exists()
        assert len(result.inner_text()) < 400
    marked = {mark.inner_text().lower() for mark in page.query_selector_all("#search-results mark")}
    assert {"simulation", "simulations", "stop"} <= marked
    page.fill("#search-form input", "xylophone")
    with page.expect_navigation():
        page.click("#search-form button")
    assert page.inner_text("#search-summary") == "No section has a word of: xylophone."
    assert page.is_visible("#search-else a")
    page.goto(f"{(SITE / 'search.html').as_uri()}?q=the")
    assert page.inner_text("#search-summary") == "Too common to be searched: the."
    page.goto(f"{(SITE / 'search.html').as_uri()}?q=<b>foul</b>")
    assert page.inner_text("#search-summary").endswith("<b>foul</b>")


@pytest.mark.parametrize("query", ["banker", "declare", "Fantasyland", "pineapple", "scoop", "surrender", "wheel"])
def test_pages_come_before_presets_and_these_before_functions(search, query):
    results = search(query)
    is_preset = re.compile(rf"rules/presets/(?!index|which_one|{query}\.)")
    presets = [index for index, name in enumerate(results) if is_preset.match(name)]
    functions = [index for index, name in enumerate(results) if name.startswith("reference/api/")]
    assert 0 < presets[0] < functions[0], results[:20]


def pages():
    names = (path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
    return sorted(name for name in names if not name.startswith(("play/", "genindex", "search", "_static/")))


def test_charts_are_pictures():
    assert [name for name in pages() if "&lt;Figure" in (SITE / name).read_text("utf-8")] == []


def test_the_site_is_small():
    sizes = {path: path.stat().st_size for path in SITE.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < MOST_BYTES, sorted(sizes, key=sizes.get)[-10:]


def test_each_page_has_a_description_and_leads_to_the_project():
    names = pages()
    assert len(names) > 250
    descriptions = {}
    for name in names:
        text = (SITE / name).read_text("utf-8")
        found = re.findall(r'<meta name="description" content="([^"]+)"', text)
        if '<dl class="py data">' not in text:  # a constant without a docstring
            assert [len(html.unescape(description)) <= 160 for description in found] == [True], (name, found)
        descriptions[name] = found
        for address in ("https://github.com/cpoker-fast/cpoker_fast", "https://pypi.org/project/cpoker-fast/"):
            assert f'href="{address}"' in text, name
    assert descriptions["index.html"][0].startswith("A Chinese poker engine for Python and the command line.")


def test_the_navigation_marks_the_page_and_those_above_it():
    text = (SITE / "reference/api/cpoker_fast.settle.html").read_text("utf-8")
    tree = re.search(r'(?s)<div class="sidebar-tree">.*?</div>', text)
    if tree is None:
        pytest.skip("another theme than that of the site")
    current = re.findall(r'<li class="toctree-l\d [^"]*current[^"]*"><a class="(.*?)" href="(.*?)">', tree[0])
    assert current == [
        ("reference internal", "../../reference/index.html"),
        ("reference internal", "../../reference/settling.html"),
        ("current reference internal", "#"),
    ]


def test_functions_and_classes_have_links_to_their_sources_and_to_pages_that_explain_them():
    names = [name for name in pages() if name.startswith("reference/api/")]
    for name in names:
        text = (SITE / name).read_text("utf-8")
        assert "[source]</span>" in text or '<dl class="py data">' in text, (
            name
        )  # constants and names of types have no lines
        assert 'class="admonition seealso"' in text, name


def test_the_picture_of_readme_is_one_of_the_build():
    """After a change of the game in the terminal, copy the new picture of the page "Play in the terminal" to game.svg."""
    picture = Path(__file__).parents[2].joinpath("docs", "_static", "game.svg").read_bytes()
    built = [path.read_bytes() for path in (SITE / "_images").glob("terminal-*.svg")]
    assert picture in built
