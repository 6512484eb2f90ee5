"""The shared part of all terminal apps: laying cards by keys and clicks, the clock, messages, saving and leaving."""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import monotonic
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import App
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import Click
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input, Static

from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.cardroom.sessions import PersonsGame, save_session
from cpoker_fast.cardroom.terminal_dialogs import Help, Question
from cpoker_fast.cardroom.terminal_texts import card_text, shortened
from cpoker_fast.cardroom.tray import CardTray
from cpoker_fast.display.markup import cards_text
from cpoker_fast.errors import CpokerError

__all__ = ["HIDDEN_KEYS", "ROW_KEYS", "SHARED_KEYS", "CardApp", "CardLine"]

_LONGEST_RULES_NAME = 24  # columns
_REACTION_SECONDS = 0.5  # a key within this time after a time-out was meant for the previous cards

ROW_KEYS = (
    Binding("f", "place('front')", "front"),
    Binding("m", "place('middle')", "middle"),
    Binding("b", "place('back')", "back"),
)
SHARED_KEYS = (
    Binding("question_mark", "help", "help", key_display="?"),
    Binding("q", "quit", "quit"),
    Binding("s", "suggest", "suggest"),
)
HIDDEN_KEYS = (  # not in the footer, because 80 columns are too few for all keys
    Binding("u", "undo", "undo", show=False),
    Binding("c", "clear", "clear", show=False),
    Binding("t", "type", "type", show=False),
    Binding("left", "move(-1)", "card left", show=False),
    Binding("right", "move(1)", "card right", show=False),
    Binding("up", "scroll_messages('up')", "up", show=False),
    Binding("down", "scroll_messages('down')", "down", show=False),
    Binding("pageup", "scroll_messages('page_up')", "page up", show=False),
    Binding("pagedown", "scroll_messages('page_down')", "page down", show=False),
    Binding("home", "scroll_messages('home')", "top", show=False),
    Binding("end", "scroll_messages('end')", "end", show=False),
    Binding("ctrl+c,ctrl+q", "quit", "quit", show=False, priority=True),
)
_WHILE_PLAYING = frozenset({"set", "undo", "clear", "type", "suggest"})


class CardLine(Static):
    """The line of the hand or of a row; it can be clicked."""

    class Clicked(Message):
        """A click on a line; `card` is the clicked card, or None for a click beside the cards."""

        def __init__(self, line: str, card: int | None) -> None:
            super().__init__()
            self.line, self.card = line, card

    def on_click(self, event: Click) -> None:
        """Post a message with the line and the clicked card."""
        self.post_message(self.Clicked(str(self.id), event.style.meta.get("card")))


class CardApp(App[None]):
    """A terminal app for a game in which cards are laid into rows.

    Parameters
    ----------
    game : Game, Drill or OpenFaceGame
    rows : sequence of str
        Names of the rows that take cards.
    seconds : float or None
        Time limit of each decision.
    session : path, optional
        File to which the game is saved.
    """

    CSS = """
    #status { padding: 0 1; height: 2; background: $primary 20%; }
    #tray { padding: 0 1; height: auto; border: round $primary; border-subtitle-color: $warning;
            border-subtitle-style: bold; }
    #typed, #typed:focus { border: none; height: 1; padding: 0 1; }
    #hint { padding: 0 2; height: 1; text-style: bold; }
    #hint.-foul { color: $text-error; background: $error 30%; }
    #message { padding: 0 1 0 2; height: auto; }
    """
    TITLE = "Chinese poker"
    AUTO_FOCUS = None  # at the start, keys act on the cards, not in the input line
    ENABLE_COMMAND_PALETTE = False

    KEYS: ClassVar[dict[str, dict[str, str]]]
    """Keys and their effects, by heading, for the help."""
    tray: CardTray
    game: PersonsGame

    def __init__(
        self, game: PersonsGame, rows: Sequence[str], seconds: float | None, session: str | os.PathLike[str] | None
    ) -> None:
        super().__init__()
        self.game, self.seconds, self.session = game, seconds, session
        self.clock: Timer | None = None
        self.leave_question: Question | None = None
        self.status, self.hint, self.message = Static(id="status"), Static(id="hint"), Static(id="message")
        self.lines = {name: CardLine(id=name) for name in ("hand", *rows)}
        self.table, self.scroll = Vertical(*self.lines.values(), id="tray"), VerticalScroll(self.message, can_focus=False)
        self.typed = Input(placeholder="front / middle / back, then Enter; Escape: back to the keys", id="typed")
        self.typed.display, self.typed.disabled = False, True
        self.late_keys_until = 0.0  # keys before this time were meant for the previous cards
        self.footer_keys: list[Binding] = []

    def _begin(self, tray: CardTray) -> None:
        """Begin a decision about the cards of a tray."""
        self.tray, self.cursor = tray, 0
        self.placed: list[int] = []
        self.is_over = False
        self.started = monotonic()

    # ---- methods of each game ----

    def _draw(self) -> None:
        """Update the whole screen except the messages."""
        raise NotImplementedError

    def _status_words(self) -> list[str]:
        """Return the words that follow the name of the rules in the first line of the status."""
        raise NotImplementedError

    def _totals(self) -> str:
        """Return the second line of the status: points, or the cost of boards."""
        raise NotImplementedError

    def _is_begun(self) -> bool:
        """Whether leaving needs confirmation."""
        raise NotImplementedError

    def _refusal(self, row: str) -> str:
        """Return the reason why a row takes no more cards."""
        return f"The {row} is full."

    def _lay_text(self, text: str) -> None:
        """Lay the cards as in typed rows; raise CpokerError if the rows are invalid."""
        raise NotImplementedError

    def _act_at_timeout(self) -> None:
        """Lay the cards for a person who has run out of time, and finish the decision."""
        raise NotImplementedError

    # ---- display ----

    def on_mount(self) -> None:
        """Draw the screen and start the clock."""
        self.clock = self.set_interval(0.25, self._tick)
        self._draw()

    def _draw_hand(self) -> None:
        self._show_status()
        self._list_keys()
        cards = (card_text(card, chosen=card == self.selected) for card in self.tray.left)
        self.lines["hand"].update(Text.assemble("   hand ", *cards))

    def _draw_row(self, row: str, cards: Sequence[Text], words: str = "") -> None:
        """Draw a row of cards, with blanks for missing cards."""
        size = ROW_SIZES[ROWS.index(row)]
        space = "    " * (max(ROW_SIZES) - size)
        self.lines[row].update(Text.assemble(f"{row:>7} ", *cards, " __ " * (size - len(cards)), space, "  ", words))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key acts now; the footer lists only keys that act."""
        del parameters
        if action == "place":
            return self.selected is not None
        if action in _WHILE_PLAYING:
            return not self.is_over
        return action != "next" or self.is_over

    def _list_keys(self) -> None:
        """Update the footer if its keys have changed."""
        table = self.screen_stack[0]  # dialogs are above the table
        footer_keys = [active.binding for active in table.active_bindings.values() if active.binding.show]
        if footer_keys != self.footer_keys:
            self.footer_keys = footer_keys
            table.refresh_bindings()

    def _hint(self, words: str, *, is_foul: bool) -> None:
        self.hint.update(Text(words))
        self.hint.set_class(is_foul, "-foul")

    def _say(self, text: RenderableType) -> None:
        self.message.update(text)
        self.scroll.scroll_home(animate=False)

    def _show_status(self) -> None:
        words = [shortened(self.game.rules.name, _LONGEST_RULES_NAME), *self._status_words()]
        if self.seconds is not None and not self.is_over:
            words.append(f"{max(0.0, self._seconds_left()):.0f} s left")
        self.status.update(Text(f"{'   '.join(words)}\n{self._totals()}", no_wrap=True, overflow="ellipsis"))

    # ---- time ----

    def _seconds_left(self) -> float:
        return (self.seconds or 0.0) - (monotonic() - self.started)

    def _tick(self) -> None:
        if self.seconds is None or self.is_over or not self.is_running:  # a closing app has no widgets
            return
        self._show_status()
        if self._seconds_left() <= 0:
            while len(self.screen_stack) > 1:
                self.pop_screen()
            self._leave_input()
            self._act_at_timeout()
            self.late_keys_until = monotonic() + _REACTION_SECONDS

    @property
    def has_just_timed_out(self) -> bool:
        """Whether time ran out a moment ago, so that a key was meant for the previous cards."""
        return monotonic() < self.late_keys_until

    # ---- moving cards ----

    @property
    def selected(self) -> int | None:
        """The selected card of the hand; None if the decision is over or no cards are left."""
        cards = self.tray.left
        return None if self.is_over or not cards else cards[min(self.cursor, len(cards) - 1)]

    def action_move(self, step: int) -> None:
        """Select another card of the hand."""
        count = len(self.tray.left)
        self.cursor = (self.cursor + step) % count if count else 0
        self._draw()

    def action_place(self, row: str) -> None:
        """Place the selected card in a row."""
        card = self.selected
        if card is None:
            return
        if self.tray.place(card, row):
            self.placed.append(card)
            self.cursor = min(self.cursor, max(0, len(self.tray.left) - 1))
        else:
            self._say(Text(self._refusal(row)))
        self._draw()

    def on_card_line_clicked(self, event: CardLine.Clicked) -> None:
        """Select a clicked card, after taking it out of its row; or place the selected card in a clicked row."""
        if self.is_over:
            return
        if event.card is None:
            if event.line != "hand":
                self.action_place(event.line)
            return
        if event.card not in self.tray.hand:  # a card of the previous hand, clicked before the screen was updated
            return
        self._take(event.card)
        self._draw()

    def _take(self, card: int) -> None:
        self.tray.take(card)
        if card in self.placed:
            self.placed.remove(card)
        self.cursor = self.tray.left.index(card)

    def action_undo(self) -> None:
        """Take the last placed card back."""
        if self.placed:
            self._take(self.placed[-1])
            self._draw()

    def action_clear(self) -> None:
        """Take all cards back."""
        self.tray.clear()
        self.placed.clear()
        self.cursor = 0
        self._draw()

    def _record_placed(self) -> None:
        """Record all cards in rows as placed one by one, so that `action_undo` takes them back."""
        self.placed = [card for cards in self.tray.rows.values() for card in cards]

    def action_type(self) -> None:
        """Show the input line and move the focus to it."""
        self.typed.display, self.typed.disabled = True, False
        self.typed.focus()

    def key_escape(self) -> None:
        """Hide the input line, so that keys act on the cards again."""
        self._leave_input()

    def _leave_input(self) -> None:
        self.typed.value = ""
        self.typed.display, self.typed.disabled = False, True
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Lay the cards as in the typed rows, or show why the rows are invalid."""
        if self.is_over:
            return
        try:
            self._lay_text(event.value)
        except CpokerError as error:
            self._say(cards_text(str(error)))
            return
        self._leave_input()
        self._draw()

    def action_scroll_messages(self, direction: str) -> None:
        """Scroll the messages."""
        getattr(self.scroll, f"scroll_{direction}")(animate=False)

    def action_help(self) -> None:
        """Show all keys."""
        self.push_screen(Help(self.KEYS))

    # ---- the end ----

    def _count_time(self) -> None:
        self.game.seconds += monotonic() - self.started

    def _save(self) -> list[RenderableType]:
        """Save the game if it has a session file; return a line with the error if saving fails, otherwise no line."""
        if self.session is not None:
            try:
                save_session(self.game, self.session)
            except CpokerError as error:
                return [Text(f"Not saved: {error}", style="bold red")]
        return []

    async def action_quit(self) -> None:
        """Leave the table, after confirmation if the game has begun."""
        if self.screen is self.leave_question or not self._is_begun():
            self._leave()
            return
        self.leave_question = Question("Leave the table?", "leave", "stay")
        self.push_screen(self.leave_question, lambda leaves: self._leave() if leaves else None)

    def _leave(self) -> None:
        if not self.is_over:
            self._count_time()
        self.exit()
