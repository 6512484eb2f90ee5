"""Files of the page: what the package writes into them, and what is shipped."""

import hashlib
import json
import re
import tomllib
from fnmatch import fnmatch
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cpoker_fast as cp
from cpoker_fast.app.web.files import page_files

LIT_HTML = "22115ca1002e4afc0dd2cb208f28d9c71a577a8989d4185028e26b29676e7842"
MOST_LINES = 2500  # of code; with comments and empty lines, a third more
PAGE = files("cpoker_fast.app.web") / "page"


def constants(engine):
    """Return the constants of the module that the package writes."""
    lines = page_files(engine)["package.js"].decode().splitlines()
    pairs = [re.fullmatch(r"export const (\w+) = (.*);", line).groups() for line in lines]
    return {name: json.loads(value) for name, value in pairs}


@pytest.mark.parametrize("engine", ["server", "worker"])
def test_constants_of_the_package(engine):
    found = constants(engine)
    assert found["VERSION"] == cp.__version__
    assert found["ENGINE"] == engine
    assert [preset["name"] for preset in found["PRESETS"]] == list(cp.presets())
    for preset in found["PRESETS"]:
        rules = cp.rules(preset["name"])
        assert (preset["note"], preset["closed"]) == (rules.note, len(rules.streets) == 1)


def test_each_card_has_a_picture():
    cards = constants("server")["CARDS"]
    assert list(cards) == [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
    assert len({*cards.values()}) == 52
    for picture in cards.values():
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_files_are_those_of_the_folder_and_of_a_wheel():
    names = {path.name for path in Path(str(PAGE)).iterdir() if path.suffix in {".css", ".html", ".js", ".svg"}}
    if (project := Path(__file__).parents[3] / "pyproject.toml").exists():
        patterns = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
        shipped = {name for name in names for glob in patterns["cpoker_fast.app.web"] if fnmatch(f"page/{name}", glob)}
        assert shipped == names
    assert {"index.html", "main.js", "engine.js", "lit-html.js", "page.css", "favicon.svg"} <= names
    assert page_files("server").keys() == names | {"package.js"}
    assert "package.js" not in names


def test_modules_import_only_files_of_the_page():
    served = page_files("server")
    for name, content in served.items():
        if name.endswith(".js") and name not in {"lit-html.js", "package.js"}:
            imported = re.findall(r'(?:from|import\() ?"\./([^"]+)"', content.decode())
            assert {*imported} <= served.keys(), name
            assert "// @ts-check" in content.decode(), name
    assert 'src="main.js"' in served["index.html"].decode()
    for content in (served["index.html"], served["page.css"]):
        assert not re.search(rb"https?://", content)  # nothing comes from elsewhere


def test_lit_html_is_that_of_npm():
    content = page_files("server")["lit-html.js"]
    assert hashlib.sha256(content).hexdigest() == LIT_HTML
    assert b"3.3.3" in content
    assert b"BSD-3-Clause" in content


def test_the_page_stays_small():
    others = {"lit-html.js", "package.js"}
    lines = {name: lines_of_code(content.decode()) for name, content in page_files("server").items() if name not in others}
    assert sum(lines.values()) <= MOST_LINES, lines


def lines_of_code(text):
    without_comments = re.sub(r"^\s*(/\*((?!\*/).)*\*/|//[^\n]*)\s*$", "", text, flags=re.MULTILINE | re.DOTALL)
    return sum(bool(line.strip()) for line in without_comments.splitlines())
