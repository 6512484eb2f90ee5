"""Text in columns: columns that are dropped on narrow terminals."""

import pytest

from cpoker_fast.display.columns import MARGIN, fit_columns

HEAD = ["", "points", MARGIN, "behind", MARGIN, "front", "scoops"]
ROWS = [
    ["a board", "+1.000", "0.100", "0.000", "0.000", "50%", "10%"],
    ["another", "+0.500", "0.200", "0.500", "0.150", "40%", "9%"],
]


def heads(width, last=""):
    """Return the names of the remaining columns, and the line that names the others."""
    lines = fit_columns(HEAD, ROWS, width, last)
    return lines[0].replace(MARGIN, "+-").split(), " ".join(lines[len(ROWS) + 1 :])


@pytest.mark.parametrize(
    ("width", "remaining", "missing"),
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
def test_the_margin_of_behind_is_dropped_last(width, remaining, missing):
    names, below = heads(width, last="behind")
    assert names == remaining.split()
    if width > 20:
        assert below == missing


def test_no_number_loses_its_margin():
    for width in range(1, 80):
        names, _ = heads(width)
        assert names.count("+-") == ("points" in names) + ("behind" in names)


def test_the_line_of_dropped_columns_fits():
    for width in range(25, 60):
        assert max(map(len, fit_columns(HEAD, ROWS, width, "behind"))) <= width
