"""The files of the page: those of its folder, and a module of what the package knows about cards and rules."""

from __future__ import annotations

import json
from pathlib import Path

from cpoker_fast._version import __version__
from cpoker_fast.app.web.rules_questions import in_short
from cpoker_fast.cards import DECK, format_card
from cpoker_fast.display.pictures import card_svg
from cpoker_fast.rulebook.presets import presets, rules

__all__ = ["MEDIA_TYPES", "page_files"]

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""Media types of the page's files by their suffix."""

_FOLDER = Path(__file__).parent / "page"


def page_files(engine: str) -> dict[str, bytes]:
    """Return the contents of the page's files by name.

    `engine` says what answers the page's questions: ``'server'`` (`cpoker web`), or ``'worker'`` (the package compiled to
    WebAssembly).
    """
    files = {path.name: path.read_bytes() for path in sorted(_FOLDER.iterdir()) if path.suffix in MEDIA_TYPES}
    return {**files, "package.js": _package_module(engine).encode()}


def _package_module(engine: str) -> str:
    """Return the module with the version, the engine, the pictures of cards by name, and the presets."""
    cards = [format_card(card) for card in reversed(DECK)]
    constants = {
        "VERSION": __version__,
        "ENGINE": engine,
        "CARDS": {card: card_svg(card) for card in cards},
        "PRESETS": [in_short(rules(name)) for name in presets()],
    }
    return "".join(f"export const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in constants.items())
