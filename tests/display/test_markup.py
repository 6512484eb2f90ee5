"""Cards and results on screens: format specifications, colours of suits, HTML for notebooks."""

import html.parser
import io

import pytest
from known_boards import FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER

import cpoker_fast as cp

BOARD = cp.Board.parse(HIGH)
SIGNS = str.maketrans("cdhs", "♣♦♥♠")


class Page(html.parser.HTMLParser):
    """Text and cells of a page, and the colour of each suit; every tag must be closed."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.text, self.rows, self.open, self.colours = "", [], [], {}
        self.feed(source)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.open.append((tag, dict(attributes).get("style", "")))
        if tag == "br":
            self.open.pop()
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        shown = data.replace("\ufe0e", "")
        self.text += shown
        if any(tag in ("td", "th") for tag, _ in self.open):
            self.rows[-1][-1] += shown
        for sign in "♣♦♥♠":
            if sign in shown:
                self.colours.setdefault(sign, set()).add(self.open[-1][1].removeprefix("color:") if len(data) == 2 else "")


# ---- format specifications ----


@pytest.mark.parametrize("cards", [BOARD, BOARD.hand, cp.CardSet()])
def test_a_format_specification_is_that_of_text(cards):
    assert f"{cards}" == str(cards)
    assert f"{cards:*^60}" == f"{cards!s:*^60}"
    assert f"{cards:.5}" == str(cards)[:5]
    assert f"{cards:u}" == str(cards).translate(SIGNS)
    assert f"{cards:>60u}" == f"{str(cards).translate(SIGNS):>60}"
    with pytest.raises(cp.CardError, match="bad format 'd' of cards: .*'u' at the end shows suit signs"):
        f"{cards:d}"


def test_suit_signs_are_read_again():
    assert cp.Board.parse(f"{BOARD:u}") == BOARD
    assert cp.CardSet(f"{BOARD.hand:u}") == BOARD.hand


# ---- terminals ----


@pytest.mark.parametrize("cards", [BOARD, BOARD.hand])
def test_a_terminal_shows_suits_in_four_colours(cards):
    console = pytest.importorskip("rich.console").Console(
        width=100, file=io.StringIO(), force_terminal=True, color_system="standard", no_color=False, _environ={}
    )
    console.print(cards)
    text = console.file.getvalue()
    codes = {"c": "32", "d": "94", "h": "91", "s": "39"}  # green, blue, red, and the colour of the text
    cards_in_colour = [card if card == "/" else f"\x1b[1;{codes[card[1]]}m{card}\x1b[0m" for card in str(cards).split()]
    assert text == " ".join(cards_in_colour) + "\n"


# ---- notebooks ----


def test_a_set_of_cards_in_a_notebook():
    page = Page(cp.CardSet("2c 3d 4h 5s 6c")._repr_html_())
    assert page.text == "6♣ 5♠ 4♥ 3♦ 2♣"
    assert page.colours["♠"] == {""}  # the colour of the surrounding text
    assert all(len(colours) == 1 for colours in page.colours.values())
    assert len({colour for colours in page.colours.values() for colour in colours}) == 4
    assert Page(cp.CardSet()._repr_html_()).text == ""


def test_a_foul_in_short():
    foul = cp.Board(BOARD.hand[-3:], BOARD.hand[5:10], BOARD.hand[:5])
    lines = cp.settle({"Ann": foul, "Bob": LOW}, "simple").summary().splitlines()
    assert lines[-2] == "Ann: foul: the middle is stronger than the back"


def test_a_settlement_in_a_notebook():
    settled = cp.settle({"Ann": HIGH, "<b>Bob & Co": LOW, "Cy": None}, PAGAT_WITH_SURRENDER, stacks=[50, 50, 1])
    page = Page(settled._repr_html_())
    head, ann, bob, cy = page.rows[:4]
    assert head == ["", "front", "middle", "back", "", "points", "chips"]
    assert [row[0] for row in (ann, bob, cy)] == ["Ann", "<b>Bob & Co", "Cy"]
    assert all(f"{row:u}" in cell for row, cell in zip(BOARD.rows, ann[1:4], strict=True))
    assert cy[4] == "surrenders"
    assert [row[5] for row in (ann, bob, cy)] == [f"{points:+d}" for points in settled.points]
    assert [row[6] for row in (ann, bob, cy)] == [f"{chips:+d}" for chips in settled.chips]
    pairings = page.rows[4:]
    assert [row[0] for row in pairings[1:]] == ["Ann v <b>Bob & Co", "Ann v Cy", "<b>Bob & Co v Cy"]
    points = pairings[0].index("points")
    assert [row[points] for row in pairings[1:]] == [f"{pair.points:+d}" for pair in settled.pairs]


def test_a_pool_and_two_hands_in_a_notebook():
    page = Page(cp.settle([HIGH, LOW], "pool")._repr_html_())
    assert "front, 2 in the pool: Player 1 2 with" in page.text
    one_owner = cp.settle([HIGH, LOW, FOUR_MORE], "simple", owners=[0, 0, 1], stacks=[9, 9])
    chips = [row[-1] for row in Page(one_owner._repr_html_()).rows[1:4]]
    assert chips == [f"{one_owner.chips[0]:+d}", "", f"{one_owner.chips[1]:+d}"]


def test_an_analysis_in_a_notebook_and_a_terminal():
    hand = cp.Board.parse(HIGH).hand
    foul = cp.Board(hand[-3:], hand[5:10], hand[:5])
    analysis = cp.analyze(hand, PAGAT_WITH_SURRENDER, 1, deals=20, seed=1, boards=[foul])
    page = Page(analysis._repr_html_())
    head, *rows = page.rows
    columns, expected = analysis.table()
    assert head == columns
    assert page.text.startswith(analysis.title.replace(str(hand), f"{hand:u}"))
    assert page.text.endswith(analysis.note)
    for row, cells, candidate in zip(rows, expected, analysis.candidates, strict=False):
        board = candidate.board
        shows_board = board is not None and not candidate.declare
        assert row == [cells[0].replace(str(board), f"{board:u}") if shows_board else cells[0], *cells[1:]]
    console = pytest.importorskip("rich.console").Console(width=160, file=io.StringIO())
    console.print(analysis)
    shown = console.file.getvalue()
    assert all(candidate.label in shown for candidate in analysis.candidates[:10])


def test_a_simulation_in_a_notebook_and_a_terminal():
    def bold(hand, rules, seat, rng):
        return cp.best_royalties(hand, rules)

    bold.__name__ = "<b>[bold]"
    simulation = cp.simulate("pagat", [bold, "random"], 20, seed=1)
    columns, rows = simulation.table()
    page = Page(simulation._repr_html_())
    assert page.rows == [columns, *rows]
    assert page.text.startswith(simulation.title)
    assert rows[0][0].startswith("<b>[bold]")
    for width, is_incomplete in ((60, True), (160, False)):
        console = pytest.importorskip("rich.console").Console(width=width, file=io.StringIO())
        console.print(simulation)
        shown = " ".join(console.file.getvalue().split())
        assert ("No room at this width for: " in shown) == is_incomplete
        assert all(f"{name} {points} {margin} " in shown for name, points, margin, *_ in rows)  # no digit is cut
