"""Dialogs over the table in the terminal: the list of keys, and questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, Resize
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from cpoker_fast.app.play.key_bar import KeyBar

__all__ = ["SCROLL_KEYS", "Help", "MessageBox", "Question", "Reading"]

SCROLL_KEYS = (
    Binding("up", "scroll_text('up')", "scroll"),
    Binding("down", "scroll_text('down')", "scroll"),
    Binding("pageup", "scroll_text('page_up')", "page up", show=False),
    Binding("pagedown", "scroll_text('page_down')", "page down", show=False),
    Binding("home", "scroll_text('home')", "top", show=False),
    Binding("end", "scroll_text('end')", "end", show=False),
)
_KEYS = {
    "Placing cards": {
        "left, right": "select a card; or click it",
        "f, m, b": "put the card into the front, middle or back; or click the row",
        "d": "discard the card; or click the line of discards",
        "u": "take the last card back; or click any card in a row",
        "c": "take all cards back",
        "t": "type the cards to add, such as Ah Kd / 7c / - (Escape: back)",
        "n": "declare the natural and lay its rows; or no longer declare it",
        "Enter": "place the cards for good; the rest is discarded, or fills a row",
        "x": "surrender, if the rules allow it",
    },
    "Advice": {
        "s": "the placement of the bot expert, swift or careful",
        "a": "points of the best placements; in Fantasyland, the best board",
    },
    "The screen": {
        "v": "all details of the text below the cards",
        "up, down": "scroll; also Page Up, Page Down, Home, End or the wheel",
        "?": "show these keys",
        "q, Ctrl-C": "leave the table",
    },
}
"""Keys and their effects, by heading."""


def _key_tables() -> Group:
    parts: list[RenderableType] = []
    for heading, keys in _KEYS.items():
        table = Table.grid(padding=(0, 2))
        table.add_column(min_width=11)
        for key, effect in keys.items():
            table.add_row(Text(key, style="bold"), Text(effect))
        parts += [Text(heading, style="underline"), table, Text()]
    return Group(*parts[:-1])


T = TypeVar("T")


class _Dialog(ModalScreen[T]):
    """A dialog over the table. It takes only one answer, even if two keys are pressed at once."""

    is_answered = False

    def on_mount(self) -> None:
        """Hide the keys of the screen below, which have no effect while the dialog is open."""
        stack = self.app.screen_stack
        place = stack.index(self) if self in stack else len(stack)  # the clock may have closed the dialog
        self.screen_below = stack[place - 1]
        self.screen_below.query(KeyBar).set(visible=False)

    def on_unmount(self) -> None:
        """Show the keys of the screen below."""
        self.screen_below.query(KeyBar).set(visible=True)

    def answer(self, value: T | None = None) -> None:
        """Close the dialog with an answer, unless it is already closed by another key or by the clock."""
        if not self.is_answered and self.app.screen is self:
            self.is_answered = True
            self.dismiss(value)

    def action_answer(self, value: T | None = None) -> None:
        """Close the dialog after a key."""
        self.answer(value)


class Reading(_Dialog[None]):
    """A text over the table, which can be scrolled if it does not fit.

    Parameters
    ----------
    title : str
    text : rich renderable
    """

    DEFAULT_CSS: ClassVar[str] = """
    Reading { align: center middle; }
    Reading > VerticalScroll { width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary;
                               background: $surface; }
    Reading > VerticalScroll > Static { height: auto; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "answer", "back", key_display="Escape"),
        *SCROLL_KEYS,
        Binding("q", "app.quit", "quit"),
    ]

    box: VerticalScroll
    keys: KeyBar

    def __init__(self, title: str, text: RenderableType) -> None:
        super().__init__()
        self.box, self.keys = VerticalScroll(Static(text), can_focus=False), KeyBar()
        self.box.border_title = title

    def compose(self) -> ComposeResult:
        """Yield the text and the keys."""
        yield self.box
        yield self.keys

    def on_resize(self) -> None:
        """List the keys that scroll the text if it has become longer than the screen."""
        self.call_after_refresh(self.keys.list_keys)

    def words_for(self, binding: Binding) -> str:
        """Return what a key does now; empty for keys that scroll a text that fits."""
        return "" if binding.description == "scroll" and not self.box.max_scroll_y else binding.description

    def action_scroll_text(self, direction: str) -> None:
        """Scroll the text."""
        getattr(self.box, f"scroll_{direction}")(animate=False)

    def on_click(self, event: Click) -> None:
        """Close the dialog after a click outside the text."""
        if event.widget is self:
            self.answer()


class Help(Reading):
    """A dialog with the list of keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "answer", "back", show=False)]

    def __init__(self) -> None:
        super().__init__("Keys", _key_tables())


class _Answer(Static):
    """An answer that can be clicked."""

    DEFAULT_CSS = """
    _Answer { width: auto; height: 1; margin: 0 1; padding: 0 1; background: $primary 40%; text-style: bold; }
    _Answer:hover { background: $primary 70%; }
    """

    def __init__(self, text: str, choose: Callable[[], None], id: str) -> None:  # noqa: A002  as for all widgets
        super().__init__(Text(text), id=id)
        self.choose = choose

    def on_click(self) -> None:
        """Choose the answer."""
        self.choose()


class Question(_Dialog[bool]):
    """A yes-or-no question, answered by y, Enter, n or Escape, or by a click on an answer.

    Parameters
    ----------
    text : str
        The question.
    yes, no : str
        The two answers.
    """

    DEFAULT_CSS: ClassVar[str] = """
    Question { align: center bottom; background: $background 40%; }
    Question > Vertical { width: 60; max-width: 100%; height: auto; border: round $warning; padding: 0 1;
                          background: $surface; }
    Question Horizontal { height: auto; align-horizontal: center; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "yes", key_display="y, Enter"),
        Binding("n,escape", "answer(False)", "no", key_display="n, Escape"),
    ]

    no: str
    text: str
    yes: str

    def __init__(self, text: str, yes: str, no: str) -> None:
        super().__init__()
        self.text, self.yes, self.no = text, yes, no

    def compose(self) -> ComposeResult:
        """Yield the question, its answers and the keys."""
        with Vertical():
            yield Static(Text(self.text))
            with Horizontal():
                yield _Answer(f"y, Enter: {self.yes}", lambda: self.answer(True), id="yes")
                yield _Answer(f"n, Escape: {self.no}", lambda: self.answer(False), id="no")
        yield KeyBar()


class MessageBox(VerticalScroll, can_focus=False):
    """A text with several versions. The first that fits is shown; if none does, the last one can be scrolled."""

    DEFAULT_CSS: ClassVar[str] = """
    MessageBox { height: 1fr; }
    MessageBox > Static { padding: 0 1; height: auto; }
    """

    class Fitted(Message):
        """The text has changed, or the room for it."""

    shown: int

    def __init__(self) -> None:
        super().__init__()
        self.text: Static = Static()
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
