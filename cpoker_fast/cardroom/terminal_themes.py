"""Dark and light colours of the terminal apps."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

__all__ = ["DARK", "LIGHT", "LIGHT_THEME", "detected_theme"]

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
