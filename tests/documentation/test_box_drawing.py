"""Pictures of terminals: lines are paths."""

import re
import sys
from pathlib import Path
from unittest.mock import patch

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_extensions"

with patch.object(sys, "path", [str(EXTENSIONS), *sys.path]):
    import box_drawing

STYLE = ".a-r1 { fill: #858585 }\n.a-r2 { fill: #d98000;font-weight: bold }\n"


def text(letters, style="a-r1", x=0, y=20):
    return f'<text class="{style}" x="{x}" y="{y}" textLength="{12.2 * len(letters):g}">{letters}</text>'


def points(path):
    return [tuple(map(float, point)) for point in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]


def test_lines_of_neighbouring_cells_meet():
    svg = box_drawing.draw_lines(STYLE + text("╭─╮") + text("│", y=44.4))
    paths = re.findall(r'<path d="(\S+ ?[^"]*)" fill="none" stroke="#858585" stroke-width="1.5"/>', svg)
    corner, line, other_corner = (points(f"M{part}") for part in paths[0].split("M")[1:])
    below = points(paths[1])
    assert "<text" not in svg
    assert corner[-1] == line[0] or corner[0] == line[0]
    assert line[-1] in (other_corner[0], other_corner[-1])
    ends = {point for point in (corner[0], corner[-1]) if point[0] == 6.1}
    # The lower end of the corner is the upper end of the line.
    assert {round(y, 3) for _, y in ends} == {round(below[0][1], 3)}


def test_other_letters_stay_where_they_are_and_dashes_have_gaps():
    svg = box_drawing.draw_lines(STYLE + text("│A&amp;│") + text("plain") + text("┏━┓", "a-r2"))
    assert text("&#160;A&amp;&#160;").partition(">")[2] in svg
    assert text("plain") in svg
    assert 'stroke="#d98000" stroke-width="3"' in svg
    assert svg.count("<path") == 2
    (path,) = re.findall(r'd="([^"]*)"', box_drawing.draw_lines(STYLE + text("╌")))
    (first, second) = (points(f"M{part}") for part in path.split("M")[1:])
    assert first[-1][0] < second[0][0]
