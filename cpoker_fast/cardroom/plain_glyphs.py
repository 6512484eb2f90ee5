"""Letters for terminals whose encoding lacks suit signs and lines: As for A♠, and frames of + - |."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from cpoker_fast.display.columns import width_of

__all__ = ["PlainGlyphs", "lacks_glyphs"]

_PLAIN = {
    **dict(zip("♣♦♥♠", "cdhs", strict=True)),
    **dict.fromkeys("╭╮╰╯", "+"), "─": "-", "│": "|",  # a card
    **dict.fromkeys("┏┓┗┛━┃", "#"),  # the selected card
    **dict.fromkeys("┌┐", "."), **dict.fromkeys("└┘", "'"), "╌": "-", "╎": ":",  # an empty place
    "▒": "%", "…": "~", "←": "<", "→": ">", "↑": "^", "↓": "v",
    **dict.fromkeys("▁▂▃▄▅▆▇█▔▀▌▐▎▊", " "),  # ends of scroll bars, which have a background
}  # fmt: skip


def lacks_glyphs(encoding: str) -> bool:
    """Return whether an encoding lacks a sign or a line with which cards are drawn."""
    return not _can_encode("".join(_PLAIN), encoding)


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class PlainGlyphs(LineFilter):
    """Replaces what an encoding lacks, in all texts on the screen, by as many columns of plain letters."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line without letters that the encoding lacks."""
        del background
        return [Segment(self._plain(text), style, control) for text, style, control in segments]

    def _plain(self, text: str) -> str:
        return text if text.isascii() else "".join(map(self._plain_letter, text))

    def _plain_letter(self, letter: str) -> str:
        if letter in _PLAIN:
            return _PLAIN[letter]
        return letter if letter.isascii() or _can_encode(letter, self.encoding) else "?" * width_of(letter)
