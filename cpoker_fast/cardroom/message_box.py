"""The texts below the cards: the most complete version that fits, so that nothing needs scrolling."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.message import Message
from textual.widgets import Static

__all__ = ["MessageBox"]


class MessageBox(VerticalScroll, can_focus=False):
    """A text with several versions. The first that fits is shown; if none does, the last one can be scrolled."""

    DEFAULT_CSS = """
    MessageBox { height: 1fr; }
    MessageBox > Static { padding: 0 1; height: auto; }
    """

    class Fitted(Message):
        """The text has changed, or the room for it."""

    def __init__(self) -> None:
        super().__init__()
        self.text = Static()
        self.versions: Sequence[RenderableType] = [""]
        self.shown = 0
        """Index of the version that is shown."""

    def compose(self) -> ComposeResult:
        """Yield the text."""
        yield self.text

    def show(self, versions: Sequence[RenderableType]) -> None:
        """Show a text by its versions, the most complete first, from its first line on."""
        self.versions = versions
        self._fit()
        self.scroll_home(animate=False)

    @property
    def has_more(self) -> bool:
        """Whether a more complete version than the shown one exists."""
        return self.shown > 0

    def on_resize(self, event: Resize) -> None:
        """Show the version that fits now."""
        del event
        self._fit()

    def _fit(self) -> None:
        height, width = self.size.height, self.size.width - self.text.gutter.width
        last = len(self.versions) - 1
        fitting = (index for index in range(last) if self._lines(self.versions[index], width) <= height)
        self.shown = next(fitting, last)
        self.text.update(self.versions[self.shown])
        self.post_message(self.Fitted())

    def _lines(self, text: RenderableType, width: int) -> int:
        console = self.app.console
        return len(console.render_lines(text, console.options.update(width=max(1, width), height=None), pad=False))
