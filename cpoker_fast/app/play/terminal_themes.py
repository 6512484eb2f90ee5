"""The looks of the terminal game: themes, and signs for terminals that cannot show all characters."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from cpoker_fast.display.columns import width_of

__all__ = ["DARK", "LIGHT", "LIGHT_THEME", "PlainGlyphs", "detected_theme", "lacks_glyphs"]

DARK, LIGHT = "textual-dark", "cards-light"
"""Names of the themes."""
LIGHT_THEME = Theme(
    name=LIGHT,
    primary="#0b5cad",
    secondary="#44617d",
    warning="#b45309",
    error="#b3261e",
    success="#157f35",
    accent="#b45309",
    foreground="#16181d",
    background="#fbfbfb",  # suits and points have a contrast of at least 3 on it
    surface="#f1f3f5",
    panel="#dfe5ea",
    dark=False,
)
_LIGHT_BACKGROUNDS = {"7", "9", "10", "11", "12", "13", "14", "15"}  # of the 16 colours of terminals


def detected_theme(environment: Mapping[str, str]) -> str | None:
    """Return the theme for the background that some terminals state in COLORFGBG; None if it is not stated."""
    _, semicolon, background = environment.get("COLORFGBG", "").rpartition(";")
    if not semicolon:
        return None
    return LIGHT if background in _LIGHT_BACKGROUNDS else DARK


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
