"""Letters in place of signs that the encoding of a terminal lacks."""

import pytest

pytest.importorskip("textual")
plain_glyphs = pytest.importorskip("cpoker_fast.app.play.terminal_themes")
themes = pytest.importorskip("cpoker_fast.app.play.terminal_themes")


@pytest.mark.parametrize(("encoding", "lacks"), [
    ("utf-8", False), ("UTF8", False), ("gb18030", False), ("ascii", True), ("latin-1", True), ("cp437", True),
    ("nonsense", True),
])  # fmt: skip
def test_encodings(encoding, lacks):
    assert plain_glyphs.lacks_glyphs(encoding) is lacks


@pytest.mark.parametrize(("encoding", "text", "shown"), [
    ("ascii", "│A♠││T♥│ … ▒▒", "|As||Th| ~ %%"), ("ascii", "Zoë 李", "Zo? ??"), ("latin-1", "Zoë 李", "Zoë ??"),
    ("nonsense", "Zoë A♦", "Zo? Ad"), ("ascii", "┌╌┐╎└┘ ┏━┓┃ ╭─╮╰╯", ".-.:'' #### +-+++"),
])  # fmt: skip
def test_replacements_keep_the_columns(encoding, text, shown):
    from rich.segment import Segment
    from textual.color import Color

    (segment,) = plain_glyphs.PlainGlyphs(encoding).apply([Segment(text)], Color(0, 0, 0))
    assert (segment.text, segment.cell_length) == (shown, Segment(text).cell_length)


@pytest.mark.parametrize(("value", "theme"), [
    (None, None), ("", None), ("15", None), ("0;15", themes.LIGHT), ("0;default;15", themes.LIGHT), ("15;0", themes.DARK),
    ("15;8", themes.DARK), ("0;7", themes.LIGHT), ("12;default", themes.DARK),
])  # fmt: skip
def test_the_background_that_a_terminal_states(value, theme):
    assert themes.detected_theme({} if value is None else {"COLORFGBG": value}) == theme
