"""The sizes of cards in terminals of many sizes."""

import pytest

pytest.importorskip("rich")
faces = pytest.importorskip("cpoker_fast.app.play.card_faces")
layout = pytest.importorskip("cpoker_fast.app.play.terminal_layout")


@pytest.mark.parametrize(("size", "card"), [
    ((80, 24), faces.MEDIUM), ((120, 40), faces.HUGE), ((120, 34), faces.LARGE), ((80, 23), faces.SMALL),
    ((20, 60), faces.SMALL),
])  # fmt: skip
def test_hands_have_the_largest_cards_that_fit(size, card):
    boards, _, hand, _ = layout.band_layout(*size, 1, 13)
    assert hand.size == boards.size == card


@pytest.mark.parametrize("width", [80, 100, 120, 200])
@pytest.mark.parametrize("height", [24, 30, 40, 60])
@pytest.mark.parametrize(
    ("players", "cards", "discards"),
    [(1, 13, 0), (1, 17, 4), (2, 5, 1), (3, 3, 4), (3, 17, 4), (4, 5, 0), (4, 0, 0), (2, 0, 0)],
)
def test_boards_and_hands_fit(width, height, players, cards, discards):
    boards, widths, hand, lines_below = layout.band_layout(width, height, players, cards, discards)
    assert boards.size.height > 1
    assert len(widths) == players
    assert sum(widths) <= width
    assert min(widths) >= boards.width(5) + 4
    assert len(" hand ") + hand.width(cards) + (len(" discard ") if discards else 0) + hand.width(discards) <= width
    board_lines = 3 * (boards.size.height - 1) + 1 + 2
    if cards:
        assert lines_below == 0
        assert 2 + board_lines + hand.size.height + 1 + 7 + 2 <= height
    else:
        pairings = players * (players - 1) // 2
        assert 2 + board_lines + 3 * lines_below + pairings + 6 + 1 <= height


def test_small_windows_have_small_cards():
    for size in ((1, 1), (40, 10), (80, 12)):
        boards, widths, hand, lines_below = layout.band_layout(*size, 4, 17, 4)
        assert (boards.size, hand.size, len(widths), lines_below) == (faces.SMALL, faces.SMALL, 4, 0)
