"""The base of `GameApp`: laying cards by keys and clicks, the clock, messages, saving and leaving."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Sequence
from time import monotonic
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.actions import parse
from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Event, InputEvent, Key
from textual.filter import LineFilter
from textual.timer import Timer
from textual.widgets import Input, Static

from cpoker_fast.app.play.board_panel import CardLine
from cpoker_fast.app.play.card_faces import Face, Look
from cpoker_fast.app.play.key_bar import KeyBar
from cpoker_fast.app.play.sessions import PersonsGame, save_session
from cpoker_fast.app.play.terminal_dialogs import Help, MessageBox, Question, Reading
from cpoker_fast.app.play.terminal_texts import shortened
from cpoker_fast.app.play.terminal_themes import LIGHT_THEME, PlainGlyphs, lacks_glyphs
from cpoker_fast.app.play.tray import Tray
from cpoker_fast.display.markup import cards_text
from cpoker_fast.errors import BotError, CpokerError

__all__ = ["CardApp"]

_LONGEST_RULES_NAME = 24  # columns
_REACTION_SECONDS = 0.5  # a key within this time after a time-out was meant for the previous cards

_WHILE_PLAYING = frozenset({"place", "set", "undo", "clear", "type", "suggest"})
_WHILE_TYPING = frozenset({"quit", "scroll_text", "leave_input"})


def _is_terminal_gone() -> bool:
    """Whether the terminal was closed. Textual would try to read from it without end."""
    if sys.__stdin__ is None or not hasattr(select, "poll"):
        return False
    terminal = select.poll()
    terminal.register(sys.__stdin__.fileno(), 0)
    return bool(terminal.poll(0))


class RowsInput(Input):
    """The line in which rows are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "lay the cards"),
        Binding("escape", "app.leave_input", "back to the keys"),
    ]


class CardApp(App[None]):
    """A terminal app for a game in which cards are laid into rows.

    Parameters
    ----------
    game : Game or Drill
    seconds : float or None
        Time limit of each placement.
    session : path, optional
        File to which the game is saved.
    records : path, optional
        File to which finished deals are appended, in the notation of deals.
    encoding : str
        Encoding of the terminal. If it lacks suit signs, letters replace them.
    theme : str or None
        Name of a theme of Textual or of `LIGHT_THEME`; None for the default of Textual, which is dark.
    """

    CSS: ClassVar[str] = """
    Static { height: auto; }
    #status { padding: 0 1; height: 2; background: $primary 20%; }
    #typed, #typed:focus { border: none; height: 1; padding: 0 1; }
    #hint { padding: 0 1; height: 1; text-style: bold; }
    #hint.-foul { color: $text-error; background: $error 30%; }
    """
    TITLE: str | None = "Chinese poker"
    AUTO_FOCUS: ClassVar[str | None] = None  # at the start, keys act on the cards, not in the input line
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    tray: Tray
    game: PersonsGame
    records: str | os.PathLike[str] | None
    seconds: float | None
    session: str | os.PathLike[str] | None
    hint: Static
    status: Static
    keys: KeyBar
    messages: MessageBox
    started: float
    late_keys_until: float
    cursor: int

    def __init__(
        self,
        game: PersonsGame,
        seconds: float | None = None,
        session: str | os.PathLike[str] | None = None,
        *,
        records: str | os.PathLike[str] | None = None,
        encoding: str = "utf-8",
        theme: str | None = None,
    ) -> None:
        super().__init__()
        self.register_theme(LIGHT_THEME)
        if theme is not None:
            self.theme = theme
        self.game, self.seconds, self.session, self.records = game, seconds, session, records
        self.glyphs: list[PlainGlyphs] = [PlainGlyphs(encoding)] if lacks_glyphs(encoding) else []
        self.clock: Timer | None = None
        self.leave_question: Question | None = None
        self.status, self.hint = Static(id="status"), Static(id="hint")
        self.messages, self.keys = MessageBox(), KeyBar()
        self.typed: RowsInput = RowsInput(placeholder="front / middle / back", id="typed")
        self.typed.display, self.typed.disabled = False, True
        self.late_keys_until = 0.0  # keys before this time were meant for the previous cards
        self.text: Sequence[RenderableType] = [""]
        """Versions of the text below the cards, which a note may cover until the next action."""
        self.failure: BotError | None = None
        """Error of a bot that ended the game."""

    def _begin(self, tray: Tray) -> None:
        """Begin a placement of the cards of a tray."""
        self.tray, self.cursor = tray, 0
        self.placed: list[int] = []
        self.is_over = False
        self.started = monotonic()

    # ---- methods of `GameApp` ----

    def _draw(self) -> None:
        """Update the whole screen except the messages."""
        raise NotImplementedError

    def _status_words(self) -> list[str]:
        """Return the words that follow the name of the rules in the first line of the status."""
        raise NotImplementedError

    def _totals(self) -> Text:
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
        """Lay the cards for a person who has run out of time, and finish the placement."""
        raise NotImplementedError

    # ---- display ----

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of all lines: also that for terminals without suit signs."""
        return [*super().get_line_filters(), *self.glyphs]

    def on_mount(self) -> None:
        """Draw the screen and start the clock."""
        self.clock = self.set_interval(0.25, self._tick)
        self._draw()

    async def on_event(self, event: Event) -> None:
        """Handle an event; before the first drawing, ignore keys and clicks other than Ctrl-C."""
        is_leaving = isinstance(event, Key) and event.key == "ctrl+c"
        if self.keys.is_drawn or is_leaving or not isinstance(event, InputEvent):
            await super().on_event(event)

    def on_resize(self) -> None:
        """Draw cards of the size that the screen has room for."""
        self.call_after_refresh(self._draw)

    def _hand_faces(self) -> list[Face]:
        return [Face(card, Look.CHOSEN if card == self.selected else Look.CARD, moves=True) for card in self.tray.left]

    def _draw_status(self) -> None:
        """Update the status and the list of keys."""
        self._show_status()
        self.screen_stack[0].query_one(KeyBar).list_keys()  # dialogs are above the table

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key has an effect now, which may be a message that nothing can be done."""
        del parameters
        if self.typed.has_focus and action not in _WHILE_TYPING:
            return False
        if action in _WHILE_PLAYING:
            return not self.is_over
        return action != "next" or self.is_over

    def words_for(self, binding: Binding) -> str:
        """Return what a key does now, for the list of keys; empty if it can do nothing."""
        _, action, parameters = parse(binding.action)
        return self._words_of(action, binding.description) if self._can(action, *parameters) else ""

    def _words_of(self, action: str, description: str) -> str:
        """Return what a key does now."""
        del action
        return description

    def _can(self, action: str, *parameters: object) -> bool:
        """Return whether a key that acts can do something now."""
        match action:
            case "move":
                return self.selected is not None and len(self.tray.left) > 1
            case "place":
                return self.selected is not None and self.tray.has_room(str(parameters[0]))
            case "undo" | "clear":
                return bool(self.placed)
            case "details":
                return self.messages.has_more
            case "scroll_text":
                return self.messages.max_scroll_y > 0
        return True

    def on_message_box_fitted(self) -> None:
        """List the keys for details and for scrolling, if they can do something."""
        if self.is_running:  # a closing app has no widgets
            self.call_after_refresh(self._draw_status)

    def _hint(self, words: str, *, is_foul: bool = False) -> None:
        self.hint.update(Text(words, no_wrap=True, overflow="ellipsis"))
        self.hint.set_class(is_foul, "-foul")

    def _say(self, *versions: RenderableType) -> None:
        """Show a text by its versions, the most complete first, until the next text."""
        self.text = versions
        self.messages.show(versions)

    def _note(self, note: RenderableType) -> None:
        """Show a note over the text, such as why a key has no effect, until the next action that has one."""
        self.messages.show([note])

    def _uncover(self) -> None:
        """Show the text again, if a note covers it."""
        if self.messages.versions is not self.text:
            self.messages.show(self.text)

    def _draw_change(self) -> None:
        """Draw the screen after an action that has an effect."""
        self._uncover()
        self._draw()

    def action_details(self) -> None:
        """Show the most complete version of the text."""
        if self.messages.has_more:
            self.push_screen(Reading("Details", self.messages.versions[0]))

    def _show_status(self) -> None:
        words = [shortened(self.game.rules.name, _LONGEST_RULES_NAME), *self._status_words()]
        if self.seconds is not None and not self.is_over:
            words.append(f"{max(0.0, self._seconds_left()):.0f} s left")
        self.status.update(Text("\n", no_wrap=True, overflow="ellipsis").join([Text("   ".join(words)), self._totals()]))

    # ---- time ----

    def _seconds_left(self) -> float:
        return (self.seconds or 0.0) - (monotonic() - self.started)

    def _tick(self) -> None:
        if not self.is_headless and _is_terminal_gone():
            self.exit()
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
        """The selected card of the hand; None if the placement is over or no cards are left."""
        cards = self.tray.left
        return None if self.is_over or not cards else cards[min(self.cursor, len(cards) - 1)]

    def action_move(self, step: int) -> None:
        """Select another card of the hand."""
        count = len(self.tray.left)
        self.cursor = (self.cursor + step) % count if count else 0
        self._draw_change()

    def action_place(self, row: str) -> None:
        """Place the selected card in a row."""
        card = self.selected
        if card is None:
            return
        if self.tray.place(card, row):
            self.placed.append(card)
            self.cursor = min(self.cursor, max(0, len(self.tray.left) - 1))
            self._draw_change()
        else:
            self._note(Text(self._refusal(row)))

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
        self._draw_change()

    def _take(self, card: int) -> None:
        self.tray.take(card)
        if card in self.placed:
            self.placed.remove(card)
        self.cursor = self.tray.left.index(card)

    def action_undo(self) -> None:
        """Take the last placed card back."""
        if self.placed:
            self._take(self.placed[-1])
            self._draw_change()

    def action_clear(self) -> None:
        """Take all cards back."""
        self.tray.clear()
        self.placed.clear()
        self.cursor = 0
        self._draw_change()

    def _record_placed(self) -> None:
        """Record all cards in rows as placed one by one, so that `action_undo` takes them back."""
        self.placed = [card for cards in self.tray.rows.values() for card in cards]

    def action_type(self) -> None:
        """Show the input line and move the focus to it."""
        self.typed.display, self.typed.disabled = True, False
        self.set_focus(self.typed)
        self._draw_status()

    def action_leave_input(self) -> None:
        """Hide the input line, so that keys act on the cards again."""
        self._leave_input()
        self._uncover()
        self._draw_status()

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
            self._note(cards_text(str(error)))
            return
        self._leave_input()
        self._draw_change()

    def action_scroll_text(self, direction: str) -> None:
        """Scroll the text below the cards."""
        getattr(self.messages, f"scroll_{direction}")(animate=False)

    def action_help(self) -> None:
        """Show all keys."""
        self.push_screen(Help())

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

    def _fail(self, error: BotError) -> None:
        """Leave the table because a bot has failed; the game is saved before, as far as it was played."""
        self.failure = error
        self.exit(return_code=2)
