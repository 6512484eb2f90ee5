"""Cards drawn for the terminal."""

import pytest
from rich.color import Color

import cpoker_fast as cp

faces = pytest.importorskip("cpoker_fast.app.play.card_faces")

SIZES = [faces.SMALL, faces.MEDIUM, faces.LARGE, faces.HUGE]


def cards(text, **options):
    return [faces.Face(card, **options) for card in cp.parse_cards(text)]


def drawn(hand, fan):
    return [line.plain for line in faces.draw_fan(hand, fan)]


def test_cards_side_by_side_or_over_each_other_are_clicked_if_they_move():
    hand = [*cards("As Td"), faces.EMPTY, faces.BACK]
    assert drawn(hand, faces.Fan(faces.MEDIUM, 4)) == ["╭──╮╭──╮┌╌╌┐╭──╮", "│A♠││T♦│╎  ╎│▒▒│", "╰──╯╰──╯└╌╌┘╰──╯"]
    assert drawn(hand, faces.Fan(faces.SMALL, 3)) == ["A♠ T♦ __ ▒▒ "]
    assert drawn(hand[:2], faces.Fan(faces.LARGE, 6)) == [
        "╭────╮╭────╮",
        "│A♠  ││T♦  │",
        "│    ││    │",
        "│  A♠││  T♦│",
        "╰────╯╰────╯",
    ]
    assert drawn(hand[:1], faces.Fan(faces.HUGE, 9)) == [
        "╭───────╮",
        "│A♠     │",
        "│       │",
        "│   ♠   │",
        "│       │",
        "│     A♠│",
        "╰───────╯",
    ]
    hand = cards("As Td 2c")
    fan = faces.Fan(faces.MEDIUM, 3)
    assert drawn(hand, fan) == ["╭──╭──╭──╮", "│A♠│T♦│2♣│", "╰──╰──╰──╯"]
    hand[1] = hand[1]._replace(look=faces.Look.CHOSEN)
    assert drawn(hand, fan) == ["╭──┏━━┓──╮", "│A♠┃T♦┃2♣│", "╰──┗━━┛──╯"]
    for moves in (True, False):
        (face,) = cards("As", moves=moves)
        spans = [span for line in faces.draw_fan([face], faces.Fan(faces.MEDIUM, 4)) for span in line.spans]
        assert {span.style.meta.get("card") for span in spans} == ({51} if moves else {None})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 1, 5, 13, 17])
def test_every_card_is_legible_in_every_fan(size, count):
    signs = [cp.format_card(card, symbols=True) for card in range(count)]
    for step in range(3, size.width + 1):
        fan = faces.Fan(size, step)
        for chosen in range(max(1, count)):
            hand = [
                faces.Face(card, faces.Look.CHOSEN if card == chosen else faces.Look.CARD, moves=True)
                for card in range(count)
            ]
            lines = faces.draw_fan(hand, fan)
            assert (len(lines), {line.cell_len for line in lines}) == (size.height, {fan.width(count)})
            text = lines[min(1, size.height - 1)]
            places = [text.plain.index(sign) for sign in signs]
            assert places == sorted(places)
            for card, place in enumerate(places):  # a click on the rank is a click on the card
                metas = [span.style.meta.get("card") for span in text.spans if span.start <= place < span.end]
                assert metas == [card]


def luminance(color):
    parts = [part / 255 for part in Color.parse(color).get_truecolor()]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("background", ["#121212", "#fbfbfb"])
def test_suits_have_four_colours_with_contrast(background):
    colours = {}
    for card in cp.parse_cards("As Ah Ad Ac"):
        line = faces.draw_fan([faces.Face(card)], faces.Fan(faces.MEDIUM, 4))[1]
        (style,) = {span.style.color.name for span in line.spans if "A" in line.plain[span.start : span.end]}
        colours[style] = card
    assert len(colours) == 4
    colours.pop("default")  # spades have the colour of the text
    for colour in colours:
        lower, higher = sorted([luminance(background), luminance(colour)])
        assert (higher + 0.05) / (lower + 0.05) >= 3
