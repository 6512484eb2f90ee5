"""The last lines of the terminal: the keys that act now. They can be clicked, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual.actions import parse
from textual.binding import Binding
from textual.events import Click
from textual.strip import Strip
from textual.widgets import Static

__all__ = ["KeyBar", "KeyEntry"]

_KEY_NAMES = {"left": "←", "right": "→", "up": "↑", "down": "↓", "enter": "Enter", "question_mark": "?", "escape": "Escape"}
_CARD_ACTIONS = frozenset({"move", "place", "declare", "undo", "clear", "type"})  # in the first line
_GAP = "  "


class KeyEntry(NamedTuple):
    """Keys that act now, such as ``←→``, and what they do."""

    keys: tuple[str, ...]
    shown: tuple[str, ...]
    """Names of the keys on the screen."""
    words: str
    is_about_cards: bool


class KeyBar(Static):
    """A list of the keys that act now, in one or two lines.

    Keys of bindings with `show` are listed, with the words from the method `words_for` of their app or screen. Without this
    method, they have their description. Keys without words are not listed. Neighbouring keys with the same words share an
    entry.
    """

    DEFAULT_CSS: ClassVar[str] = """
    KeyBar { dock: bottom; height: auto; padding: 0 1; background: $panel; color: $foreground; }
    """

    is_drawn: bool = False
    """Whether the list was drawn. Keys that were pressed before were meant for something else."""

    def on_mount(self) -> None:
        """Show the keys."""
        self.list_keys()

    def render_line(self, y: int) -> Strip:
        """Draw a line."""
        self.is_drawn = True
        return super().render_line(y)

    def entries(self) -> list[KeyEntry]:
        """Return the keys that act now."""
        entries: list[KeyEntry] = []
        for key, words, binding in self._keys_with_words():
            shown = binding.key_display or _KEY_NAMES.get(key, key)
            is_about_cards = parse(binding.action)[1] in _CARD_ACTIONS
            if entries and entries[-1].words == words:
                last = entries[-1]
                names = last.shown if shown in last.shown else (*last.shown, shown)
                entries[-1] = last._replace(keys=(*last.keys, key), shown=names)
            else:
                entries.append(KeyEntry((key,), (shown,), words, is_about_cards))
        return entries

    def _keys_with_words(self) -> Iterator[tuple[str, str, Binding]]:
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            words_for = getattr(active.node, "words_for", None)
            words = binding.description if words_for is None else words_for(binding)
            if binding.show and active.enabled and words:
                yield key, words, binding

    def list_keys(self) -> None:
        """Show the keys that act now."""
        entries = self.entries()
        lines = [[entry for entry in entries if entry.is_about_cards is is_first] for is_first in (True, False)]
        self.update(Text("\n").join(_line(line) for line in lines if line))

    def on_click(self, event: Click) -> None:
        """Press the clicked key."""
        event.stop()
        if key := event.style.meta.get("key"):
            self.app.simulate_key(key)


def _line(entries: list[KeyEntry]) -> Text:
    line = Text(no_wrap=True, overflow="crop")
    for number, (keys, shown, words, _) in enumerate(entries):
        line.append(_GAP if number else "")
        for key, name in zip(keys, shown, strict=False):
            line.append(name, Style(bold=True, meta={"key": key}))
        line.append(f" {words}", Style(meta={"key": keys[0]}))
    return line
