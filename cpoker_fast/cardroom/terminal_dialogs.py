"""Dialogs over the table in the terminal: the list of keys, and questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Static

__all__ = ["CLOSED_KEYS", "OPEN_FACE_KEYS", "Help", "Question"]

_SCREEN = {
    "up, down": "scroll; also Page Up, Page Down, Home, End or the wheel",
    "?": "show these keys",
    "q, Ctrl-C": "leave the table",
}
CLOSED_KEYS = {
    "Setting the hand": {
        "left, right": "select a card; or click it",
        "f, m, b": "put the card into the front, middle or back; or click the row",
        "u": "take the last card back; or click any card in a row",
        "c": "take all cards back",
        "t": "type the rows, with / between them (Escape: back to the keys)",
        "Enter": "set the hand; the remaining cards fill the last open row",
    },
    "Naturals and surrender": {
        "d": "declare the natural, or no longer declare it",
        "x": "surrender, if the rules allow it",
    },
    "Advice": {
        "s": "the board of the bot expert",
        "a": "analysis of the hand, and of your board if it is complete",
    },
    "The screen": _SCREEN,
}
"""Keys of closed games and their effects, by heading."""
OPEN_FACE_KEYS = {
    "Placing cards": {
        "left, right": "select a card; or click it",
        "f, m, b": "put the card into the front, middle or back; or click the row",
        "d": "discard the card; or click the line of discards",
        "u": "take the last card back; or click any card that is not placed for good",
        "c": "take all cards back",
        "t": "type the cards to add, such as Ah Kd / 7c / - (Escape: back to the keys)",
        "Enter": "place the cards for good; the rest is discarded, or fills the open row",
    },
    "Advice": {
        "s": "the placement of the bot swift (or careful, for rules without networks)",
        "a": "points of the best placements; in Fantasyland, the best board",
    },
    "The screen": _SCREEN,
}
"""Keys of open-face games and their effects, by heading."""


def _key_tables(sections: Mapping[str, Mapping[str, str]]) -> Group:
    parts: list[RenderableType] = []
    for heading, keys in sections.items():
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

    def answer(self, value: T | None = None) -> None:
        """Close the dialog with an answer, unless it is already closed by another key or by the clock."""
        if not self.is_answered and self.app.screen is self:
            self.is_answered = True
            self.dismiss(value)

    def action_answer(self, value: T | None = None) -> None:
        """Close the dialog after a key."""
        self.answer(value)


class Help(_Dialog[None]):
    """A dialog with the list of keys."""

    CSS = """
    Help { align: center middle; }
    Help > VerticalScroll { width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary;
                            padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark", "answer", "back", key_display="Escape, ?"),
        Binding("q", "app.quit", "quit"),
    ]

    def __init__(self, sections: Mapping[str, Mapping[str, str]]) -> None:
        super().__init__()
        self.sections = sections

    def compose(self) -> ComposeResult:
        """Yield the keys, which can be scrolled, and the footer."""
        with VerticalScroll() as keys:
            keys.border_title = "Keys"
            yield Static(_key_tables(self.sections))
        yield Footer(compact=True)

    def on_click(self, event: Click) -> None:
        """Close the dialog after a click outside the list."""
        if event.widget is self:
            self.answer()


class Question(_Dialog[bool]):
    """A yes-or-no question, answered by y, Enter, n or Escape, or by a button.

    Parameters
    ----------
    text : str
        The question.
    yes, no : str
        Captions of the two buttons.
    """

    CSS = """
    Question { align: center middle; }
    Question > Vertical { width: 60; max-width: 100%; height: auto; border: round $warning; padding: 1 2;
                          background: $surface; }
    Question Horizontal { height: auto; align-horizontal: center; margin-top: 1; }
    Question Button { margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "yes", key_display="y, Enter"),
        Binding("n,escape", "answer(False)", "no", key_display="n, Escape"),
    ]

    def __init__(self, text: str, yes: str, no: str) -> None:
        super().__init__()
        self.text, self.yes, self.no = text, yes, no

    def compose(self) -> ComposeResult:
        """Yield the question, its buttons and the footer."""
        with Vertical():
            yield Static(Text(self.text))
            with Horizontal():
                for name, words in (("yes", f"y, Enter: {self.yes}"), ("no", f"n, Escape: {self.no}")):
                    button = Button(Text(words), id=name)
                    button.can_focus = False  # the dialog itself handles all keys
                    yield button
        yield Footer(compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close the dialog after a click on a button."""
        self.answer(event.button.id == "yes")
