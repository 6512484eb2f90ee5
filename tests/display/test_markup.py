"""Cards and results on screens: format specifications, colours of suits, HTML for notebooks."""

import dataclasses
import html.parser
import io

import pytest
from known_boards import FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER
from tables import replace_deal

import cpoker_fast as cp
from cpoker_fast import notation

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
    assert (f"{cards}", f"{cards:*^60}", f"{cards:.5}") == (str(cards), f"{cards!s:*^60}", str(cards)[:5])
    assert (f"{cards:u}", f"{cards:>60u}") == (str(cards).translate(SIGNS), f"{str(cards).translate(SIGNS):>60}")
    with pytest.raises(cp.errors.CardError, match="bad format 'd' of cards: .*'u' at the end shows suit signs"):
        f"{cards:d}"
    assert (cp.Board.parse(f"{BOARD:u}"), cp.CardSet(f"{BOARD.hand:u}")) == (BOARD, BOARD.hand)


# ---- terminals ----
def printed(value, width, **options):
    """Return what a terminal shows of a value."""
    console = pytest.importorskip("rich.console").Console(width=width, file=io.StringIO(), **options)
    console.print(value)
    return console.file.getvalue()


@pytest.mark.parametrize("cards", [BOARD, BOARD.hand])
def test_a_terminal_shows_suits_in_four_colours(cards):
    text = printed(cards, 100, force_terminal=True, color_system="standard", no_color=False, _environ={})
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


FOUL = cp.Board(BOARD.hand[-3:], BOARD.hand[5:10], BOARD.hand[:5])


def test_a_settlement_in_a_notebook():
    settled = cp.settle({"Ann": HIGH, "<b>Bob & Co": LOW, "Cy": None}, PAGAT_WITH_SURRENDER, stacks=[50, 50, 1])
    head, ann, bob, cy, *pairings = Page(settled._repr_html_()).rows
    assert head == ["", "front", "middle", "back", "", "points", "chips"]
    assert all(f"{row:u}" in cell for row, cell in zip(BOARD.rows, ann[1:4], strict=True))
    assert cy[4] == "surrenders"
    names, *_, points, chips = zip(ann, bob, cy, strict=True)
    assert names == ("Ann", "<b>Bob & Co", "Cy")
    for cells, values in ((points, settled.points), (chips, settled.chips)):
        assert list(cells) == [f"{value:+d}" for value in values]
    assert [row[0] for row in pairings[1:]] == ["Ann v <b>Bob & Co", "Ann v Cy", "<b>Bob & Co v Cy"]
    place = pairings[0].index("points")
    assert [row[place] for row in pairings[1:]] == [f"{pair.points:+d}" for pair in settled.pairs]
    page = Page(cp.settle([HIGH, LOW], "pool")._repr_html_())
    assert "front, 2 in the pool: Player 1 2 with" in page.text
    one_owner = cp.settle([HIGH, LOW, FOUR_MORE], "simple", owners=[0, 0, 1], stacks=[9, 9])
    chips = [row[-1] for row in Page(one_owner._repr_html_()).rows[1:4]]
    assert chips == [f"{one_owner.chips[0]:+d}", "", f"{one_owner.chips[1]:+d}"]
    lines = cp.settle({"Ann": FOUL, "Bob": LOW}, "simple").summary().splitlines()
    assert lines[-2] == "Ann: foul: the middle is stronger than the back"


def test_an_analysis_in_a_notebook_and_a_terminal():
    hand = BOARD.hand
    analysis = cp.analyze(hand, PAGAT_WITH_SURRENDER, 1, deals=20, seed=1, also=[FOUL])
    page, (columns, expected) = Page(analysis._repr_html_()), analysis.table()
    head, *rows = page.rows
    assert head == columns
    assert page.text.startswith(analysis.title.replace(str(hand), f"{hand:u}"))
    assert page.text.endswith(analysis.note)
    shown = list(dict.fromkeys([*analysis.candidates[:10], analysis.candidate(FOUL)]))
    for row, cells, candidate in zip(rows, expected, shown, strict=True):
        board = candidate.board
        shows_board = board is not None and candidate.natural is None
        assert row == [cells[0].replace(str(board), f"{board:u}") if shows_board else cells[0], *cells[1:]]
    text = printed(analysis, 160)
    assert all(candidate.label in text for candidate in analysis.candidates[:10])


def bold(position, rng):
    return cp.best_royalties(position.hand, position.rules)


bold.__name__ = "<b>[bold]"


def test_a_simulation_in_a_notebook_and_a_terminal():
    simulation = cp.simulate("pagat", [bold, "random"], 20, seed=1)
    (columns, rows), page = simulation.table(), Page(simulation._repr_html_())
    assert page.rows == [columns, *rows]
    assert page.text.startswith(simulation.title)
    assert rows[0][0].startswith("<b>[bold]")
    for width, is_incomplete in ((60, True), (160, False)):
        shown = " ".join(printed(simulation, width).split())
        assert ("No room at this width for: " in shown) == is_incomplete
        assert all(f"{name} {points} {margin} " in shown for name, points, margin, *_ in rows)  # no digit is cut


def test_a_tournament_in_a_notebook_and_a_terminal():
    result = cp.tournament("pagat", [bold, "random", "balanced"], 40, seed=1)
    ranking, cross_table = (Page(f"<table>{part}") for part in result._repr_html_().split("<table>")[1:])
    columns, rows = result.table()
    assert ranking.rows == [columns, *rows]
    assert ranking.text.startswith(result.title)
    columns, rows = result.cross_table()
    assert cross_table.rows == [columns, *([cell.replace("+-", "±") for cell in row] for row in rows)]
    assert cross_table.text.startswith("Points of the row's bot from the column's bot, with 95 % margins of error")
    for width in (60, 160):
        assert printed(result, width).rstrip().splitlines() == result.to_text(width).splitlines()


EVIL = "<script>alert('Ann')</script>"


def text_of(value):
    """Return the text of a value in a notebook, in which no name is a tag."""
    source = value._repr_html_()
    assert "<script" not in source
    return Page(source).text


def rows_in(value):
    return Page(value._repr_html_()).rows


def test_changed_rules_in_a_notebook():
    ours = dataclasses.replace(cp.rules("pagat"), foul=4, dealer_compensation=2)
    assert text_of(ours).startswith("pagat, changed")
    head, foul, dealer = rows_in(ours)
    assert (head, foul[:3]) == (["option", "value", "pagat", "meaning"], ["foul", "4 points", "as a scoop"])
    assert foul[3].startswith("Payment of a foul to each opponent who does not foul")
    assert dealer[:3] == ["dealer_compensation", "2 points", "0 points"]
    assert "`" not in text_of(ours)


def test_rules_without_a_preset_in_a_notebook():
    rules = cp.Rules(
        name=EVIL, note="<i>ours</i>", scoop_times=2, naturals=cp.rules("pagat").naturals[:2],
        royalties=cp.rulebook.Royalties(front={"pair A": 3, "three of a kind": 5}, on="always"),
    )  # fmt: skip
    assert text_of(rules).startswith(f"{EVIL}: <i>ours</i>")
    head, *rows = rows_in(rules)
    assert head == ["option", "value", "default", "meaning"]
    assert [row[:3] for row in rows] == [
        ["scoop_times", "times 2", "times 1"],
        ["royalties.front", "pair A: 3, three of a kind: 5", "none"],
        ["royalties.on", "always", "win"],
        ["naturals", "six pairs 3; three straights 3", "none"],
    ]
    assert all(row[3] for row in rows)
    assert (rows_in(cp.Rules(name="plain")), text_of(cp.Rules(name="plain"))) == ([], "plain")


def test_open_face_rules_in_a_notebook():
    pineapple = cp.rules("pineapple")
    changed = dataclasses.replace(cp.rules("pagat"), players=3, streets=pineapple.streets, fantasyland=pineapple.fantasyland)
    options = {row[0]: row[1:3] for row in rows_in(changed)}
    assert options["streets"] == ["5, then 4 times 3 (1 discarded)", "13 at once"]
    assert options["fantasyland"] == ["yes", "none"]
    assert options["fantasyland.entry.front"][0] == "pair Q to A: 14, three of a kind: 14"
    without = dataclasses.replace(pineapple, fantasyland=None)
    assert [row[:3] for row in rows_in(without)[1:]] == [["fantasyland", "none", "yes"]]
    assert len({row[3] for row in rows_in(changed) if row[0].startswith("fantasyland.")}) >= 2


@pytest.mark.parametrize("name", cp.presets())
def test_presets_show_exactly_what_differs_from_the_defaults(name):
    rules = cp.rules(name)
    assert text_of(rules).startswith(f"{name}: ")
    assert {row[0].split(".")[0] for row in rows_in(rules)[1:]} == set(rules.to_dict()) - {"name", "note"}


def place_first(deal, moves):
    """Place the first of all placements, some times."""
    for _ in range(moves):
        deal.place(deal.position().placements()[0])
    return deal


def test_a_deal_in_a_notebook():
    deal = cp.Deal("pineapple", 2, seed=1).place("Qs / 9d / Tc 8h 6s")
    picture = deal._repr_html_()
    assert picture == deal.to_svg()
    for words in ("pineapple, turn of player 1", "hand of player 1: place 5", "player 2: Qs / 9d / Tc 8h 6s"):
        assert words in picture
    picture = place_first(deal, 2)._repr_html_()
    assert f"discards of player 2: {deal.discards[1]}" in picture  # also those that player 1 may not see
    assert "hand of player 1: place 2, discard 1" in picture
    assert text_of(deal)
    deal = cp.Deal("face-up", 2, seed=1)
    assert "open hand" in deal.to_svg()
    assert "open hand" not in place_first(deal, 2).to_svg()


def test_a_deal_and_its_table_in_a_notebook():
    table = cp.app.table.Table("pineapple", stakes=False)
    table.sit(EVIL), table.sit("Bo")
    table.deal(cards=True, seed=2)
    while not table.playing.is_over:
        table.place(table.playing.position().placements()[-1])
    page, won = table._repr_html_(), table.playing.settlement().points[1]
    assert "<script" not in page
    for words in ("<svg", f"Bo, {won:+d} point", "A deal is in progress."):
        assert words in page
    table.settle()
    assert "<svg" not in table._repr_html_()
    replace_deal(table, cp.Deal("pineapple", 2, seed=1, fantasyland=(0, 14)))
    assert "Fantasyland: 14 cards" in table._repr_html_()
    assert rows_in(table)[2][-1] == "Fantasyland with 14 cards"


def test_pictures_of_deals_have_names_and_check_their_arguments():
    deal = cp.Deal("pineapple", 3, seed=1)
    picture = deal.to_svg(names=["Ann", EVIL, "Cy"], title="A <b>title</b>", card_width=72, columns=1)
    assert "<script" not in picture
    assert "<b>" not in picture
    for bad in ({"names": ["A"]}, {"names": "abc"}, {"columns": 4}, {"card_width": 1}, {"title": 5}):
        with pytest.raises(cp.errors.PlacementError, match=f"^{next(iter(bad))}: expected"):
            deal.to_svg(**bad)


def test_a_deal_with_a_declaration_that_is_not_allowed_has_no_points():
    deal = cp.Deal("face-up", 2, seed=1, declare="dragon")
    while not deal.is_over:
        deal.time_out()
    with pytest.raises(cp.errors.RulesError):
        deal.settlement()
    assert "points" not in deal.to_svg()


def test_a_worth_in_a_notebook():
    worth = cp.studies.worth("progressive", 3)
    head, *rows = rows_in(worth)
    assert head == ["cards", "points", "+- 95%"]
    assert rows == [[str(n), f"{points:.2f}", f"{worth.margins[n]:.2f}"] for n, points in worth.points.items()]
    assert text_of(worth).endswith("Worth of a Fantasyland, 3 players, played by swift")


def test_a_review_in_a_notebook_has_the_names_of_the_record():
    deal = cp.Deal("pineapple", 2, seed=1)
    while not deal.is_over:
        deal.place(deal.position().placements()[-1])
    record = notation.Record.of_deal(deal, [EVIL, "Bo & Cy"])
    review = cp.review(record, rollouts=4, seed=1)
    mistakes = [row[2] for row in rows_in(review) if row[3:] and row[3].endswith("of 5")]
    assert mistakes == [record.names[move.seat] for move in review.mistakes][:10] != []
    assert [row[0] for row in rows_in(review)[1:3]] == [EVIL, "Bo & Cy"]
    assert EVIL in text_of(review)
    assert f"  {mistakes[0]}, street {review.mistakes[0].street + 1} of 5" in str(review).splitlines()[0]
    assert [player["player"] for player in review.to_dict()["players"]] == [EVIL, "Bo & Cy"]
