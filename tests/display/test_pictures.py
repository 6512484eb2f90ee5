"""Pictures of boards and positions: what they show, and that any page can contain them."""

import dataclasses
import inspect
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from known_boards import HIGH

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.display import pictures

BOARD = cp.Board.parse(HIGH)
FOUL = cp.Board(BOARD.hand[-3:], BOARD.hand[5:10], BOARD.hand[:5])
PARTIAL = cp.game.PartialBoard.parse("Kh Kd 2c / 7c 7d / As Ad 9s 9c 3c")
LAST_STREET = cp.Position.parse(
    "rules pineapple; seat 2; button 1; street 5; board Qh 4c Qc / 8c 3d 8s 8h / Th Td 6s 6c;"
    " board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h; discards 2s 3s 4s; hand 7h Jc 5d"
)
SVG = "{http://www.w3.org/2000/svg}"
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def dealt(rules, players, moves, seat=None, **options):
    """Return a position after some moves that the rules made."""
    deal = cp.Deal(rules, players, seed=7, **options)
    for _ in range(moves):
        deal.time_out()
    return deal.position(seat)


LONG_FOUL = ["As Ah Jc / Ad Js Jh 7s 3h / Qs Tc 9d 8h 6s", "Qc 8c 3s / 2c 3c 4c 5c 7c / 2d 3d 4d 5d"]


POSITIONS = {
    "last street": LAST_STREET, "three players": dealt("pineapple", 3, 7), "four players": dealt("standard", 4, 18),
    "Fantasyland": dealt("progressive", 3, 0, fantasyland=(17, 14, 0)),
    "in Fantasyland": dealt("progressive", 3, 0, fantasyland=(14, 17, 0)),
    "two in Fantasyland": dealt("progressive", 3, 2, fantasyland=(17, 14, 0)), "open hands": dealt("face-up", 3, 1),
    "an open hand of the player": dealt("face-up", 3, 1, seat=0), "lowball": dealt("deuce-to-seven", 2, 10, seat=0),
    "a foul": cp.Position("standard", seat=0, button=1, street=9, boards=LONG_FOUL),
}  # fmt: skip
PICTURES = {
    "board": BOARD.to_svg(),
    "foul": FOUL.to_svg(title="A title of so many words that they do not fit into one line of the picture"),
    "partial board": PARTIAL.to_svg(),
    "empty board": cp.game.PartialBoard().to_svg(card_width=8),
    **{name: position.to_svg() for name, position in POSITIONS.items()},
    "one column": POSITIONS["Fantasyland"].to_svg(columns=1, title=""),
    "two columns": POSITIONS["three players"].to_svg(columns=2, card_width=80),
}


class Picture:
    """Cards, words and other elements of a picture."""

    def __init__(self, source):
        self.root = ET.fromstring(source)
        texts = [element for element in self.root.iter(f"{SVG}text") if element.get("fill") != "#fff"]
        self.cards, self.words, self.colours = [], [], {}
        for text in texts:
            shown = "".join(text.itertext())
            if text.get("fill"):
                rank, sign, selector = shown
                assert selector == "\ufe0e"
                self.cards.append(rank + SUITS[sign])
                self.colours.setdefault(sign, set()).add(text.get("fill"))
            else:
                self.words.append(shown)
        self.rects = [{key: number(value) for key, value in rect.items()} for rect in self.root.iter(f"{SVG}rect")]

    def count(self, **look):
        """Return the number of rectangles that have this look."""
        return sum(all(rect.get(key) == value for key, value in look.items()) for rect in self.rects)

    def outlines(self):
        """Return left, top, right and bottom of cards, empty places and signs; the decoration of a back is inside a card."""
        rects = [rect for rect in self.rects if rect.get("stroke") != "#c9d1de"]
        return [(rect["x"], rect["y"], rect["x"] + rect["width"], rect["y"] + rect["height"]) for rect in rects]


def number(text):
    return float(text) if re.fullmatch(r"[\d.]+", text) else text


def cards_of(*rows):
    return [card for row in rows for card in str(row).split()]


# ---- in any page ----
@pytest.mark.parametrize("name", PICTURES)
def test_pictures_need_nothing_and_collide_with_nothing(name):
    """A page can contain many of them: they have no identifiers, references, scripts and classes; they have a title."""
    root = ET.fromstring(PICTURES[name])
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "title", "style", "rect", "text", "tspan"}
    attributes = {key for element in root.iter() for key in element.attrib}
    assert not {key for key in attributes if key in ("id", "class") or "href" in key or key.startswith("on")}
    assert not re.search(r"url|@import|@font-face|https?:(?!//www\.w3\.org/2000/svg\")", PICTURES[name])
    style = root.find(f"{SVG}style").text
    assert set(re.findall(r"([^{}]+){[^{}]*:[^{}]*}", style)) == {"svg:root"}  # no other element of a page
    _, _, width, height = map(float, root.get("viewBox").split())
    assert float(root.get("width")) / width == pytest.approx(float(root.get("height")) / height, rel=1e-4)
    assert (root.get("fill"), root.get("role"), root[0].tag) == ("currentColor", "img", f"{SVG}title")
    assert root[0].text
    assert " / " in root.get("aria-label")


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_overlaps_or_is_cut(name):
    picture = Picture(PICTURES[name])
    left, top, width, height = map(float, picture.root.get("viewBox").split())
    outlines = picture.outlines()
    for x, y, right, bottom in outlines:
        assert left < x < right < left + width
        assert top < y < bottom < top + height
    for (x, y, right, bottom), (other_x, other_y, other_right, other_bottom) in combinations(outlines, 2):
        assert right < other_x or other_right < x or bottom < other_y or other_bottom < y
    for text in picture.root.iter(f"{SVG}text"):
        assert top + 8 < float(text.get("y")) < top + height - 1
        if not text.get("fill"):  # words
            length = 0.5 * float(text.get("font-size")) * len("".join(text.itertext()))
            x = float(text.get("x")) - length / 2 * (text.get("text-anchor") == "middle")
            assert left < x < x + length < left + width


@pytest.mark.parametrize("shown", [BOARD, PARTIAL, LAST_STREET])
def test_notebooks_show_pictures(shown):
    assert (shown._repr_html_(), cp.Board.parse(HIGH).to_svg()) == (shown.to_svg(), PICTURES["board"])
    assert cp.Position.parse(str(LAST_STREET)).to_svg() == PICTURES["last street"]


def test_the_colours_of_cards_are_legible():
    def luminance(colour):
        channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    colours = Picture(PICTURES["board"]).colours
    assert len(colours) == len({colour for suit in colours.values() for colour in suit}) == 4
    assert all(1.05 / (luminance(colour) + 0.05) >= 4.5 for suit in colours.values() for colour in suit)


# ---- boards ----
def test_a_board_shows_its_cards_and_its_rows_in_words():
    picture = Picture(BOARD.to_svg())
    assert picture.cards == cards_of(*BOARD.rows)
    descriptions = [cp.describe(strength) for strength in BOARD.strengths]
    assert ", ".join(picture.words) == ", ".join(descriptions)
    label = picture.root.get("aria-label")
    assert label.startswith(f"{BOARD}; front: {descriptions[0]}; middle: ")
    assert picture.root[0].text == str(BOARD)
    assert "foul" not in BOARD.to_svg()


def test_a_foul_is_marked_in_words():
    picture = Picture(FOUL.to_svg(title="Ann"))
    reason, label = "the middle is stronger than the back, unless the middle is lowball", picture.root.get("aria-label")
    assert reason in " ".join(picture.words)
    assert picture.words[0] == picture.root[0].text == "Ann"
    assert label.startswith(f"Ann: {FOUL}; ")
    assert label.endswith(f"foul: {reason}")
    assert ">foul<" in FOUL.to_svg()


def test_a_partial_board_shows_its_empty_places():
    picture = Picture(PARTIAL.to_svg())
    assert picture.cards == cards_of(*PARTIAL.rows)
    assert picture.count(**{"stroke-dasharray": "4 3", "fill": "none"}) == sum(PARTIAL.room) == 3
    assert picture.words == ["pair", "kings with two", "two pair", "aces and nines with three"]
    assert Picture(cp.game.PartialBoard().to_svg()).words == []
    foul = cp.game.PartialBoard.parse("As Ad Ac / - / Ks Kd 4s 5d 9c").to_svg()
    assert "the front is stronger than the back, unless" in " ".join(Picture(foul).words)


def test_the_width_of_a_card_scales_the_picture():
    usual, large = (ET.fromstring(picture) for picture in (BOARD.to_svg(), BOARD.to_svg(card_width=72)))
    assert (usual.get("viewBox"), float(large.get("width"))) == (large.get("viewBox"), 2 * float(usual.get("width")))
    for shown in (BOARD, PARTIAL, LAST_STREET):
        assert inspect.signature(shown.to_svg).parameters["card_width"].default == pictures.CARD_WIDTH


# ---- positions ----


def test_a_position_begins_with_the_player():
    picture = Picture(LAST_STREET.to_svg())
    assert picture.words[:3] == ["pineapple, street 5 of 5", "seat 2 · you", "seat 1 · button"]
    assert picture.words[-2:] == ["hand: place 2, discard 1", "discards"]
    assert picture.cards[-6:] == cards_of(LAST_STREET.hand, LAST_STREET.discards)
    four = Picture(POSITIONS["four players"].to_svg()).words
    seats = [int(words.split()[1]) for words in four if words.startswith("seat")]
    you = POSITIONS["four players"].seat + 1
    assert seats == [(you - 1 + turn) % 4 + 1 for turn in range(4)]
    words = Picture(LAST_STREET.to_svg()).words
    assert "three of a kind, nines" in words
    assert "pair, queens with four" in words
    assert "three of a kind, nines with ace four" in ET.fromstring(LAST_STREET.to_svg()).get("aria-label")
    for name, position in POSITIONS.items():
        cards = Picture(position.to_svg()).cards
        assert sorted(cards) == sorted(cards_of(position.seen)), name
        assert f"{position.rules.name}, " in position.to_svg(), name


def test_words_and_fouls_follow_the_rules():
    boards = ["Th 6s 2c / Qd 7c 5h 3c 2s / Js Jh 4c 5c 8h", "Ah Kd / Kh 7s 5d 3s 2h / 9s 9d Qs 4d"]
    position = cp.Position("deuce-to-seven", seat=0, button=1, street=5, boards=boards, discards="As Ad Ac 2d")
    words = " ".join(Picture(position.to_svg()).words)
    assert cp.ranking.describe_lowball(cp.lowball_strength("Kh 7s 5d 3s 2h")).partition(",")[0] in words
    assert "the middle is not T-low or better" in words
    assert "unless the middle is lowball" not in words
    foul = POSITIONS["a foul"].to_svg()
    reason = "the front is stronger than the middle, and the middle is stronger than the back"
    assert reason in " ".join(Picture(foul).words)
    assert f"foul: {reason}" in ET.fromstring(foul).get("aria-label")
    boards = ["As Ad Ac / Ks Kd 4s 5d 9c / 2c", "- / - / -"]
    early = cp.Position("pineapple", seat=0, button=1, street=3, boards=boards, discards="2s 3s", hides_opponents=True)
    assert ">foul<" in early.to_svg()


def test_boards_in_fantasyland_are_hidden():
    position = POSITIONS["Fantasyland"]
    picture = Picture(position.to_svg())
    assert (position.seat, position.fantasyland) == (1, (17, 14, 0))
    assert {"Fantasyland: 14 cards", "Fantasyland: 17 hidden cards", "hand: place 13, discard 1"} <= {*picture.words}
    assert picture.words[0] == "progressive, Fantasyland"
    assert (picture.count(fill="#5c6b85"), picture.count(**{"stroke-dasharray": "4 3"})) == (13, 26)
    assert picture.root.get("aria-label").count("seat 1, button, Fantasyland: 17 hidden cards. ") == 1


def test_open_hands_are_below_their_boards():
    position = POSITIONS["open hands"]
    assert any(position.open_hands)
    assert "open hand" in Picture(position.to_svg()).words
    waiting = POSITIONS["an open hand of the player"]
    assert waiting.open_hands[waiting.seat]
    assert not waiting.hand
    assert f"open hand: {waiting.open_hands[waiting.seat]}" in ET.fromstring(waiting.to_svg()).get("aria-label")


def test_columns_of_boards():
    wide, high = (
        [ET.fromstring(position.to_svg(columns=columns)) for columns in (1, 2, None)]
        for position in (LAST_STREET, POSITIONS["three players"])
    )
    widths, heights = [float(root.get("width")) for root in wide], [float(root.get("height")) for root in high]
    assert widths[0] < widths[1] == widths[2]
    assert heights[0] > heights[1] > heights[2]


# ---- names and errors ----
def test_names_are_texts_and_nothing_else():
    rules = dataclasses.replace(cp.rules("pineapple"), name="a <b>")
    position = cp.Position(rules, seat=0, button=0, street=0, boards=["- / - / -"] * 2)
    assert Picture(position.to_svg()).words[0] == "a <b>, street 1 of 5"
    name = "<script>alert('&\")</script>"
    for shown, names in ((LAST_STREET, {"names": [name, "Ann"]}), (BOARD, {}), (PARTIAL, {})):
        source = shown.to_svg(title=name, **names)
        root = ET.fromstring(source)
        assert name in root.get("aria-label")
        assert root[0].text == name
        assert "<script" not in source
    words = Picture(LAST_STREET.to_svg(names=["Bob", "Ann Katharina von und zu Montgomery"], title="")).words
    assert words[0].startswith("Ann Kath")
    assert words[0].endswith("… · you")
    assert (words[1], max(map(len, Picture(PARTIAL.to_svg(title="牌" * 40)).words[:2]))) == ("Bob · button", 25)
    assert "牌" * 5 in LAST_STREET.to_svg(names=["Bob", "牌" * 40])


def test_wide_letters_fit():
    """W is nearly as wide as the font is high; a row is 196 units wide, and names have the size 14."""
    name = Picture(LAST_STREET.to_svg(names=["Ann", "W" * 30], title="")).words
    assert max(text.count("W") for text in name) <= 196 / (0.93 * 14)
    lines = [text.count("W") for text in Picture(BOARD.to_svg(title="W" * 80)).words]
    assert sum(lines) == 80
    assert max(lines) <= 427 / (0.93 * 14)


OF_SEATS = "names: expected a name for each of 2 seats"


@pytest.mark.parametrize(("options", "message"), [
    ({"card_width": 7}, "card_width: expected an int from 8 to 400, got 7"),
    ({"card_width": 36.5}, "card_width: expected an int from 8 to 400, got 36.5"),
    ({"title": 5}, "title: expected non-empty printable text in one line"),
    ({"title": "\0"}, "title: expected non-empty printable text"),
    ({"title": "A" * 1001}, "title: expected at most 1000 characters, got 1001"),
    ({"names": "AB"}, f"{OF_SEATS}, in their order, got 'AB'"),
    ({"names": {"A", "B"}}, f"{OF_SEATS}, in their order"), ({"names": ["A"]}, OF_SEATS),
    ({"names": ["A", "B" * 1001]}, r"names\[1\]: expected at most 1000 characters, got 1001"),
    ({"names": ["A", "\ud800"]}, r"names\[1\]: expected non-empty printable text"),
    *[({"columns": n}, f"columns: expected an int from 1 to 2, got {n}") for n in (0, 3)],
])  # fmt: skip
def test_bad_arguments(options, message):
    for shown, error in ((LAST_STREET, errors.PlacementError), (BOARD, errors.BoardError), (PARTIAL, errors.PlacementError)):
        if shown is LAST_STREET or not {"names", "columns"} & set(options):
            with pytest.raises(error, match=message):
                shown.to_svg(**options)
