"""Text in columns: tables with columns that are dropped, or with several lines a row, and wrapped lines."""

import pytest

from cpoker_fast.display.columns import MARGIN, fit_columns, fold_columns, width_of, wrap_line

HEAD = ["", "points", MARGIN, "behind", MARGIN, "front", "scoops"]
ROWS = [
    ["a board", "+1.000", "0.100", "0.000", "0.000", "50%", "10%"],
    ["another", "+0.500", "0.200", "0.500", "0.150", "40%", "9%"],
]


def heads(width, last=""):
    """Return the names of the remaining columns, and the line that names the others."""
    lines = fit_columns(HEAD, ROWS, width, last)
    return lines[0].replace(MARGIN, "+-").split(), " ".join(lines[len(ROWS) + 1 :])


@pytest.mark.parametrize(("width", "remaining", "missing"), [
    (80, "points +- behind +- front scoops", ""),
    (50, "points +- behind +- front", "(No room at this width for: scoops.)"),
    (40, "points +- behind +-", "(No room at this width for: front, scoops.)"),
    (38, "behind +-", "(No room at this width for: points, front, scoops.)"),
    (23, "behind +-", "(No room at this width for: points, front, scoops.)"),
    (22, "", "(No room at this width for: points, behind, front, scoops.)"),
    (1, "", "(No room at this width for: points, behind, front, scoops.)"),
])  # fmt: skip
def test_the_margin_of_behind_is_dropped_last(width, remaining, missing):
    names, below = heads(width, last="behind")
    assert names == remaining.split()
    if width > 20:
        assert below == missing


def test_lines_fit_and_no_number_loses_its_margin():
    for width in range(1, 80):
        names, _ = heads(width)
        assert names.count("+-") == ("points" in names) + ("behind" in names)
        lines = fit_columns(HEAD, ROWS, width, "behind")
        assert width not in range(25, 60) or max(map(len, lines)) <= width
    lines = fold_columns(["", "points", "front"], [["李四", "+1", "50%"], ["Ann", "+2", "9%"]], 12)
    assert lines == ["      points", "       front", "李四      +1", "         50%", "Ann       +2", "          9%"]
    assert {width_of(line) for line in lines} == {12}


# ---- several lines a row ----
@pytest.mark.parametrize(("widths", "lines"), [
    ((54, 80, 200), [  # a table that fits has one line a row
        "         points  +- 95%  behind  +- 95%  front  scoops",
        "a board  +1.000   0.100   0.000   0.000    50%     10%",
        "another  +0.500   0.200   0.500   0.150    40%      9%",
    ]),
    ([40], [  # two lines a row end at the same place
        "         points  +- 95%  behind  +- 95%",
        "                          front  scoops",
        "a board  +1.000   0.100   0.000   0.000",
        "                            50%     10%",
        "another  +0.500   0.200   0.500   0.150",
        "                            40%      9%",
    ]),
    ([33], [  # further lines are indented if there is room: a number at the left margin would look like a label
        "                   points  +- 95%",
        "    behind  +- 95%  front  scoops",
        "a board            +1.000   0.100",
        "     0.000   0.000    50%     10%",
        "another            +0.500   0.200",
        "     0.500   0.150    40%      9%",
    ]),
])  # fmt: skip
def test_lines_of_rows(widths, lines):
    for width in widths:
        assert fold_columns(HEAD, ROWS, width) == lines
    assert (fold_columns(["a"], [["b"]], 1), fold_columns(HEAD, ROWS, 14)[1]) == (["a", "b"], "points  +- 95%")


@pytest.mark.parametrize("width", range(1, 60))
def test_every_column_is_shown_at_every_width(width):
    """No line is wider than the table needs, and each column is beside its margins of error."""
    lines = fold_columns(HEAD, ROWS, width)
    per_row = len(lines) // 3
    heads, *cells = (lines[start : start + per_row] for start in range(0, len(lines), per_row))
    shown = [" ".join(part).replace(MARGIN, "+-").split() for part in (heads, *cells)]
    assert shown[0] == [name.replace(MARGIN, "+-") for name in HEAD if name]
    for row, words in zip(ROWS, shown[1:], strict=True):
        assert words == [*row[0].split(), *row[1:]]
    assert all(line.count(MARGIN) == ("points" in line) + ("behind" in line) for line in heads)
    widest_group = len("behind  +- 95%")
    assert max(map(len, lines)) <= max(width, widest_group, len("a board"))


# ---- wrapped lines ----
@pytest.mark.parametrize(("line", "width", "lines"), [
    ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "  two"]),
    ("  one two three", 8, ["  one", "    two", "    three"]), ("  one two three", 9, ["  one two", "    three"]),
    ("unbreakable word", 5, ["unbreakable", "  word"]), ("李四 李四 李四", 9, ["李四 李四", "  李四"]),
])  # fmt: skip
def test_lines_are_wrapped_at_spaces(line, width, lines):
    assert wrap_line(line, width) == lines


def test_a_line_is_broken_before_a_word_if_that_is_sufficient():
    line = "  Ann with a pair of tens, against a pair of nines"
    assert wrap_line(line, 40, "against ") == ["  Ann with a pair of tens,", "    against a pair of nines"]
    assert wrap_line(line, 26, "against ") == ["  Ann with a pair of tens,", "    against a pair of", "    nines"]
    assert wrap_line(line, 80, "against ") == [line]
    assert wrap_line("  Ann with a pair of tens", 20, "against ") == ["  Ann with a pair of", "    tens"]
