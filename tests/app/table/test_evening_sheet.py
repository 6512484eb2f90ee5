"""Tables: the page of an evening, and the chart of chips."""

import re
import sys
from html.parser import HTMLParser

import numpy as np
import pytest
from known_boards import HIGH, LOW

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.table import Table

NAMES = ("Ann", "<script src='http://x.org'>", "_Cho & $x^2$")
EMPTY = ("meta", "br")


class Page(HTMLParser):
    """The elements, attributes and texts of a page; raises AssertionError for an element that is not closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.texts = [], set(), [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes
        self.open += [] if tag in EMPTY else [tag]

    def handle_startendtag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts += [data.strip()] if data.strip() else []


@pytest.fixture
def evening():
    """Two deals: one of three players, in which the third one has a dead hand, and one with a foul and a surrender."""
    table = Table("hawaiian-gardens", unit=5)
    for name in NAMES:
        table.sit(name, 500)
    table.settle({NAMES[0]: HIGH, NAMES[1]: LOW, NAMES[2]: cp.FOUL})
    table.settle({NAMES[0]: None, NAMES[1]: LOW, NAMES[2]: "Kc Ks Kh / 2h 2c 9c Tc Jh / 2s 3s 4s 5s 9s"})
    table.leave("Ann")
    return table


def test_a_page_needs_nothing_else_and_escapes_names(evening):
    text = evening.to_html(title="Friday <3")
    page = Page(text)
    assert not page.tags & {"script", "link", "img", "iframe", "object", "image"}
    references = [value for name, value in page.attributes if re.search("href|src", name)]
    assert all(value.startswith("#") for value in references)
    assert re.findall(r"url\((?!#)|@import", text) == []
    assert [value for name, value in page.attributes if "http" in (value or "") and not name.startswith("xmlns")] == [
        value for name, value in page.attributes if name == "aria-label"
    ]
    assert {"Friday <3", *NAMES} <= {*page.texts}
    assert "@media print" in text


def test_a_page_has_all_parts(evening):
    """Ann scoops both (3 + 3 points; the dead hand pays as a scoop), B scoops the dead hand; then Ann surrenders for 3."""
    texts = Page(evening.to_html()).texts
    assert texts[0] == "hawaiian-gardens"
    headings = ["Accounts", "Who pays whom", "Won from each other", "Deals"]
    assert [text for text in texts if text in headings] == headings
    foul, terms = "foul: the front is stronger than the middle", "Rules hawaiian-gardens, 5 chips per point, 2 deals."
    assert {"dead hand", "surrender", foul, terms} <= {*texts}
    assert {text for text in texts if text.startswith("Deal ")} == {"Deal 1", "Deal 2"}
    for standing in evening.standings():
        place = texts.index(standing.name)
        chips = [standing.bought, standing.left_with, standing.stack, standing.deals]
        assert texts[place + 1 : place + 6] == [*map(str, chips), f"{standing.won:+d}"]


def test_a_page_without_deals_chips_or_matplotlib(evening, monkeypatch):
    table = Table("pagat", stakes=False)
    assert Page(table.to_html()).texts[-1] == "Rules pagat, for points, 0 deals."
    table.sit("Ann"), table.sit("Bo")
    table.settle({"Ann": HIGH, "Bo": LOW})
    table.deal()
    page = Page(table.to_html())
    assert "svg" in page.tags
    assert "chip" not in " ".join(page.texts).lower()
    assert "Rules pagat, for points, 1 deal. Deal 2 is in progress, and not included." in page.texts
    monkeypatch.setitem(sys.modules, "cpoker_fast.display.charts", None)
    page = Page(evening.to_html())
    assert "svg" not in page.tags
    assert "Chips won over the deals" not in page.texts


def test_chart(evening, plt):
    """After two deals, with the fee-free departure of Ann."""
    (axes,) = evening.plot().axes
    lines = axes.get_lines()[1:]
    final = {standing.name: standing.won for standing in evening.standings()}
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [*final]
    assert [line.get_ydata()[-1] for line in lines] == [*final.values()]
    assert all(np.array_equal(line.get_xdata(), [0, 1, 2]) for line in lines)
    assert sum(line.get_ydata()[1] for line in lines) == 0
    used = plt.subplots()[1]
    assert evening.plot(ax=used) is used.figure
    with pytest.raises(errors.TableError, match="ax: expected an Axes of Matplotlib, got 5"):
        evening.plot(ax=5)


def test_titles_are_lines_of_text(evening):
    for title in ("", "a\nb", 5):
        with pytest.raises(errors.TableError, match="title: expected non-empty printable text"):
            evening.to_html(title=title)
