"""Text in columns: what is dropped where a terminal is narrow."""

import pytest

from cpoker_fast.display.columns import MARGIN, fit_columns

HEAD = ["", "points", MARGIN, "behind", MARGIN, "front", "scoops"]
ROWS = [
    ["a board", "+1.000", "0.100", "0.000", "0.000", "50%", "10%"],
    ["another", "+0.500", "0.200", "0.500", "0.150", "40%", "9%"],
]


def heads(width, last=""):
    """The names of the columns that are left, and whether the others are named."""
    lines = fit_columns(HEAD, ROWS, width, last)
    return lines[0].replace(MARGIN, "+-").split(), " ".join(lines[len(ROWS) + 1 :])


@pytest.mark.parametrize(
    ("width", "left", "missing"),
    [
        (80, "points +- behind +- front scoops", ""),
        (50, "points +- behind +- front", "(No room at this width for: scoops.)"),
        (40, "points +- behind +-", "(No room at this width for: front, scoops.)"),
        (38, "behind +-", "(No room at this width for: points, front, scoops.)"),
        (23, "behind +-", "(No room at this width for: points, front, scoops.)"),
        (22, "", "(No room at this width for: points, behind, front, scoops.)"),
        (1, "", "(No room at this width for: points, behind, front, scoops.)"),
    ],
)
def test_the_margin_of_behind_is_dropped_last(width, left, missing):
    found, below = heads(width, last="behind")
    assert found == left.split()
    if width > 20:
        assert below == missing


def test_no_number_loses_its_margin():
    for width in range(1, 80):
        found, _ = heads(width)
        assert found.count("+-") == ("points" in found) + ("behind" in found)


def test_what_is_named_below_fits_too():
    for width in range(25, 60):
        assert max(map(len, fit_columns(HEAD, ROWS, width, "behind"))) <= width
