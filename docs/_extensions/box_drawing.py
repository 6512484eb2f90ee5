"""Lines of terminal pictures as paths: the letters for lines have gaps between them in most fonts."""

from __future__ import annotations

import html
import re

__all__ = ["draw_lines"]

_WIDTH, _ABOVE, _BELOW = 12.2, 18.5, 5.9  # of a letter's cell, from its base line
_MIDDLE = _BELOW - (_ABOVE + _BELOW) / 2
_THIN, _THICK = 1.5, 3
_ENDS = {"l": (0, _MIDDLE), "r": (_WIDTH, _MIDDLE), "u": (_WIDTH / 2, -_ABOVE), "d": (_WIDTH / 2, _BELOW)}
_LETTERS = {
    **dict(zip("─│┌┐└┘", ("lr", "ud", "dr", "dl", "ur", "ul"), strict=True)),
    **dict(zip("━┃┏┓┗┛", ("lr", "ud", "dr", "dl", "ur", "ul"), strict=True)),
    **dict(zip("╭╮╰╯╌╎", ("dr", "dl", "ur", "ul", "lr", "ud"), strict=True)),
}  # ends of the lines in each letter
_HEAVY, _ROUND, _DASHED = frozenset("━┃┏┓┗┛"), frozenset("╭╮╰╯"), frozenset("╌╎")
_TEXT = re.compile(r'<text class="(\S+)" x="(\S+)" y="(\S+)" textLength="(\S+)">([^<]*)</text>')
_COLOUR = re.compile(r"\.(\S+) \{ fill: (#\w+)")


def _path(letter: str, x: float, y: float) -> str:
    """Return the path of a letter whose cell begins at x, with the base line y."""
    (ax, ay), (bx, by) = (_ENDS[end] for end in _LETTERS[letter])
    points = [(x + px, y + py) for px, py in ((ax, ay), (_WIDTH / 2, _MIDDLE), (bx, by))]
    start, middle, end = (f"{px:g},{py:g}" for px, py in points)
    if letter in _DASHED:
        steps = [
            (points[0][0] + (points[2][0] - points[0][0]) * t, points[0][1] + (points[2][1] - points[0][1]) * t)
            for t in (0.1, 0.4, 0.6, 0.9)
        ]
        a, b, c, d = (f"{px:g},{py:g}" for px, py in steps)
        return f"M{a}L{b}M{c}L{d}"
    return f"M{start}Q{middle} {end}" if letter in _ROUND else f"M{start}L{middle} {end}"


def draw_lines(svg: str) -> str:
    """Return a picture by Rich or Textual with paths in place of the letters for lines."""
    colours = dict(_COLOUR.findall(svg))

    def drawn(match: re.Match[str]) -> str:
        style, x, y, length, escaped = match.groups()
        text = html.unescape(escaped)
        if not any(letter in _LETTERS for letter in text):
            return match[0]
        paths = []
        for is_heavy in (False, True):
            parts = [
                _path(letter, float(x) + _WIDTH * place, float(y))
                for place, letter in enumerate(text)
                if letter in _LETTERS and (letter in _HEAVY) is is_heavy
            ]
            if parts:
                width = _THICK if is_heavy else _THIN
                paths.append(f'<path d="{"".join(parts)}" fill="none" stroke="{colours[style]}" stroke-width="{width}"/>')
        rest = "".join("\xa0" if letter in _LETTERS else letter for letter in text)
        if rest.strip():
            shown = html.escape(rest).replace("\xa0", "&#160;")
            paths.append(f'<text class="{style}" x="{x}" y="{y}" textLength="{length}">{shown}</text>')
        return "".join(paths)

    return _TEXT.sub(drawn, svg)
