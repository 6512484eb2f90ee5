"""Playing and practising in the terminal, with Textual."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from copy import copy
from time import monotonic
from typing import ClassVar, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Click
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Footer, Input, Static

from cpoker_fast.boards import ROW_SIZES, ROWS, Board
from cpoker_fast.cardroom.game import Drill, Game
from cpoker_fast.cardroom.sessions import save_session
from cpoker_fast.cardroom.terminal_dialogs import Help, Question
from cpoker_fast.cardroom.terminal_texts import (
    analysis_text,
    card_text,
    decision_text,
    result_text,
    short_names,
    shortened,
)
from cpoker_fast.cardroom.tray import Tray, foul_in_words, row_in_words
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import NaturalMode
from cpoker_fast.settling import read_seat
from cpoker_fast.showing import cards_text
from cpoker_fast.wording import counted

__all__ = ["TableApp"]

T = TypeVar("T")

_WELCOME = "Select a card with left and right, or click it; f, m and b, or a click, put it into a row."
_LONGEST_RULES = 24  # letters of their name
_MOMENT = 0.2  # seconds without a note that something is computed
_SURPRISE = 0.5  # seconds in which a key is still meant for the hand before


class CardLine(Static):
    """The hand, or a row, which can be clicked."""

    class Clicked(Message):
        """A click on a line, and perhaps on a card in it."""

        def __init__(self, line: str, card: int | None) -> None:
            super().__init__()
            self.line, self.card = line, card

    def on_click(self, event: Click) -> None:
        """Tell which card was clicked."""
        self.post_message(self.Clicked(str(self.id), event.style.meta.get("card")))


class TableApp(App[None]):
    """One hand at a time: set it with keys, the mouse, or by typing rows, then see its points.

    Parameters
    ----------
    game : Game or Drill
        Against bots, or alone.
    seconds : float or None
        Time per hand; when it runs out, the hand is set as the bot `balanced` would.
    session : path, optional
        The game is saved to this file after each hand.
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
    AUTO_FOCUS = None  # keys act on the tray, not in the input line
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "place('front')", "front"),
        Binding("m", "place('middle')", "middle"),
        Binding("b", "place('back')", "back"),
        Binding("enter", "set", "set, next", key_display="Enter"),
        Binding("u", "undo", "undo"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
        Binding("s", "suggest", "suggest"),
        Binding("a", "analyse", "analysis"),
        Binding("d", "declare", "declare"),
        Binding("t", "type", "type rows"),
        Binding("c", "clear", "clear", show=False),
        Binding("x", "surrender", "surrender", show=False),
        Binding("left", "move(-1)", "card left", show=False),
        Binding("right", "move(1)", "card right", show=False),
        Binding("up", "look('up')", "up", show=False),
        Binding("down", "look('down')", "down", show=False),
        Binding("pageup", "look('page_up')", "page up", show=False),
        Binding("pagedown", "look('page_down')", "page down", show=False),
        Binding("home", "look('home')", "top", show=False),
        Binding("end", "look('end')", "end", show=False),
        Binding("ctrl+c,ctrl+q", "quit", "quit", show=False, priority=True),
    ]

    def __init__(
        self, game: Game | Drill, seconds: float | None = None, session: str | os.PathLike[str] | None = None
    ) -> None:
        super().__init__()
        self.game, self.seconds, self.session = game, seconds, session
        self.clock: Timer | None = None
        self.leaving: Question | None = None
        self.status, self.hint, self.message = Static(id="status"), Static(id="hint"), Static(id="message")
        self.lines = {name: CardLine(id=name) for name in ("hand", *ROWS)}
        self.table, self.scroll = Vertical(*self.lines.values(), id="tray"), VerticalScroll(self.message, can_focus=False)
        self.typed = Input(placeholder="front / middle / back, then Enter; Escape: back to the keys", id="typed")
        self.typed.display, self.typed.disabled = False, True
        self._start()

    def _start(self) -> None:
        self.tray, self.cursor = Tray(self.game.hand), 0
        self.placed: list[int] = []
        self.result: list[RenderableType] = []
        self.declares = self.is_over = False
        self.natural = self.game.natural()
        self.started = monotonic()
        self.looked_up = 0.0  # when the person has seen that time is up

    # ---- display ----

    def compose(self) -> ComposeResult:
        """Status, the hand and its rows, a hint, an input line, messages and keys."""
        yield self.status
        yield self.table
        yield self.hint
        yield self.typed
        yield self.scroll
        yield Footer()

    def on_mount(self) -> None:
        """Draw the screen, and start the clock."""
        self.clock = self.set_interval(0.25, self._tick)
        self._say(Text(_WELCOME))
        self._draw()

    def _draw(self) -> None:
        self.status.update(self._status())
        left = self.tray.left
        self.lines["hand"].update(
            Text.assemble("   hand ", *(card_text(card, chosen=card == self.selected) for card in left))
        )
        for row, size in zip(ROWS, ROW_SIZES, strict=True):
            cards = self.tray.rows[row]
            words = row_in_words(row, cards, self.game.rules)
            blanks = " __ " * (size - len(cards))
            self.lines[row].update(Text.assemble(f"{row:>7} ", *map(card_text, cards), blanks, "  ", words))
        self.table.border_subtitle = None if self.natural is None else f"natural: {self._natural_in_words()}"
        board = None if self.is_over else self.tray.board()
        doubt = "" if board is None else self._doubt(board)
        self.hint.update(Text("Enter: the next hand." if self.is_over else doubt))
        self.hint.set_class(bool(doubt), "-foul")

    def _say(self, what: RenderableType) -> None:
        self.message.update(what)
        self.scroll.scroll_home(animate=False)

    def _status(self) -> Text:
        game = self.game
        number = f"{'deal' if isinstance(game, Game) else 'hand'} {game.deals + (not self.is_over)}"
        words = [shortened(game.rules.name, _LONGEST_RULES), number]
        if isinstance(game, Game):
            names = short_names(game.names)
            words.append(f"button: {names[game.button]}")
            totals = "   ".join(f"{name} {total:+d}" for name, total in zip(names, game.totals, strict=True))
        elif game.deals:
            totals = f"cost {game.cost:.3f} points per hand, {game.seconds / game.deals:.0f} s"
        else:
            totals = "practice: what each of your boards costs against the best one"
        if self.seconds is not None and not self.is_over:
            words.append(f"{max(0.0, self._left()):.0f} s left")
        if self.declares:
            words.append("declares")
        return Text(f"{'   '.join(words)}\n{totals}", no_wrap=True, overflow="ellipsis")

    def _natural_in_words(self) -> str:
        if self.natural is None:
            return ""
        is_scoop = self.game.rules.natural_mode is NaturalMode.SCOOP
        pays = "pays as a scoop" if is_scoop else counted(self.natural.points, "point")
        return f"{self.natural.pattern}, {pays}; {'declared' if self.declares else 'd declares it'}"

    def _doubt(self, board: Board) -> str:
        """What should keep the person from setting a board; empty if nothing."""
        foul, is_declared = foul_in_words(board, self.game.rules), False
        if self.declares:
            is_declared = read_seat(board, self.game.rules).natural is not None
        if foul and not is_declared:
            return f"foul: {foul}"
        return "these rows do not show the natural" if self.declares and not is_declared else ""

    # ---- time ----

    def _left(self) -> float:
        return (self.seconds or 0.0) - (monotonic() - self.started)

    def _tick(self) -> None:
        if self.seconds is None or self.is_over or not self.is_running:  # while the app is left, it has no widgets
            return
        self.status.update(self._status())
        if self._left() <= 0:
            while len(self.screen_stack) > 1:
                self.pop_screen()
            self.declares = self.natural is not None
            self._finish(self.game.hurried(), "Time is up: the hand was set for you.")
            self.looked_up = monotonic() + _SURPRISE

    # ---- moving cards ----

    @property
    def selected(self) -> int | None:
        """The selected one of the cards that are left."""
        left = self.tray.left
        return None if self.is_over or not left else left[min(self.cursor, len(left) - 1)]

    def action_move(self, step: int) -> None:
        """Select another of the cards that are left."""
        left = len(self.tray.left)
        self.cursor = (self.cursor + step) % left if left else 0
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
            self._say(Text(f"The {row} is full."))
        self._draw()

    def on_card_line_clicked(self, event: CardLine.Clicked) -> None:
        """Select the clicked card, which a row gives back, or place the selected one in the clicked row."""
        if self.is_over:
            return
        if event.card is None:
            if event.line != "hand":
                self.action_place(event.line)
            return
        if event.card not in self.tray.hand:  # still on the screen, but of the last hand
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
        if self.placed and not self.is_over:
            self._take(self.placed[-1])
            self._draw()

    def action_clear(self) -> None:
        """Take all cards back."""
        if not self.is_over:
            self.tray.clear()
            self.placed.clear()
            self.cursor = 0
            self._draw()

    def _fill(self, board: Board) -> None:
        self.tray.fill(board)
        self.placed = [card for cards in self.tray.rows.values() for card in cards]

    def action_type(self) -> None:
        """Go to the input line."""
        if not self.is_over:
            self.typed.display, self.typed.disabled = True, False
            self.typed.focus()

    def key_escape(self) -> None:
        """Return from the input line to the keys."""
        self._leave_input()

    def _leave_input(self) -> None:
        self.typed.value = ""
        self.typed.display, self.typed.disabled = False, True
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Place the typed rows."""
        if self.is_over:
            return
        try:
            self._fill(Board.parse(event.value))
        except CpokerError as error:
            self._say(cards_text(str(error)))
            return
        self._leave_input()
        self._draw()

    # ---- advice ----

    async def _computed(self, compute: Callable[[Game | Drill], T]) -> T | None:
        """What is computed of the hand while the clock goes on; None if that fails, which is told, or comes too late."""
        asked = (self.game.hand, self.is_over)
        game = copy(self.game)  # its hand stays if the next is dealt meanwhile
        answer = asyncio.create_task(asyncio.to_thread(compute, game))
        if not (await asyncio.wait({answer}, timeout=_MOMENT))[0]:
            self._say(Text("Computing."))
        try:
            found = await answer
        except CpokerError as error:  # there are rules without an equilibrium
            self._say(Text(str(error)))
            return None
        return found if asked == (self.game.hand, self.is_over) else None

    async def action_suggest(self) -> None:
        """Show and place what the expert would set; other keys wait for it."""
        if self.is_over or (found := await self._computed(lambda game: game.suggestion())) is None:
            return
        if found.board is not None:
            self._fill(found.board)
        self.declares = bool(found.declare)
        self._say(Text.assemble("Suggested: ", decision_text(found)))
        self._draw()

    @work(exclusive=True)
    async def action_analyse(self) -> None:
        """Show the analysis of the hand; its candidates include the board of the tray. Other keys act meanwhile."""
        board = self.tray.board()
        if (found := await self._computed(lambda game: game.analysis(board))) is not None:
            self._say(Group(analysis_text(found, board), Text(), *self.result))

    def action_look(self, where: str) -> None:
        """Scroll the messages."""
        getattr(self.scroll, f"scroll_{where}")(animate=False)

    def action_help(self) -> None:
        """Show all keys."""
        self.push_screen(Help())

    # ---- the end of a hand, and of the game ----

    def action_declare(self) -> None:
        """Switch between declaring the natural and playing the rows."""
        if self.is_over:
            return
        if self.natural is None:
            self._say(Text(f"This hand makes no natural of {self.game.rules.name}."))
            return
        self.declares = not self.declares
        if self.declares:
            board = self.tray.board()
            if board is None or self.natural.pattern not in read_seat(board, self.game.rules).naturals:
                self._fill(self.game.hurried())
            self._say(Text(f"Declared: {self.natural.pattern}. Enter sets the hand; d takes it back."))
        else:
            self._say(Text("Not declared: the rows are compared."))
        self._draw()

    def action_surrender(self) -> None:
        """Surrender, where the rules have that."""
        if self.is_over:
            return
        if not self.game.rules.has_surrender:
            self._say(Text(f"{self.game.rules.name} has no surrender."))
        else:
            self._finish(None)

    def action_set(self) -> None:
        """Set the hand or, once it is settled, deal the next one."""
        if self.is_over and monotonic() < self.looked_up:
            return  # the key was meant for the hand that time has just set
        if self.is_over:
            self.game.deal()
            self._start()
            self._say("")
            self._draw()
            return
        board = self.tray.board()
        if board is None:
            self._say(Text("Place all cards first: f, m and b put the selected card into a row."))
        elif doubt := self._doubt(board):
            question = Question(
                f"{doubt.capitalize()}. Set it all the same?", "Enter: set it", "other keys: go on", yes_keys=["enter"]
            )
            self.push_screen(question, lambda sets_it: self._confirm(board, sets_it=bool(sets_it)))
        else:
            self._finish(board)

    def _confirm(self, board: Board, *, sets_it: bool) -> None:
        if self.is_over:  # time ran out meanwhile
            return
        if sets_it:
            self._finish(board)
        else:
            self._say(Text("Not set: the cards are still yours to move."))

    def _finish(self, board: Board | None, note: str = "") -> None:
        self._leave_input()
        self.is_over = True
        self.game.seconds += monotonic() - self.started
        lines: list[RenderableType] = [Text(note)] if note else []
        if board is not None:
            self.tray.fill(board)
        if isinstance(self.game, Game):
            lines.append(result_text(self.game.settle(board, declare=self.declares), self.game.names))
        else:
            verdict = self.game.judge(board, declare=self.declares)
            lines.append(Text(f"Your setting: {verdict.points:+.3f} points on average; it cost {verdict.cost:.3f} points."))
            lines.append(Text.assemble("Best: ", decision_text(verdict.best)))
        if self.session is not None:
            try:
                save_session(self.game, self.session)
            except CpokerError as error:
                lines.insert(0, Text(f"Not saved: {error}", style="bold red"))
        self.result = lines
        self._say(Group(*lines))
        self._draw()

    async def action_quit(self) -> None:
        """Leave; after the first hand, or with cards in rows, only if the person means it."""
        if self.screen is self.leaving or not (self.game.deals or self.placed):
            self._leave()
            return
        self.leaving = Question(
            "Leave the table?", "y, Enter: leave", "n, Escape: stay", yes_keys=["y", "enter"], no_keys=["n", "escape"]
        )
        self.push_screen(self.leaving, lambda leaves: self._leave() if leaves else None)

    def _leave(self) -> None:
        if not self.is_over:
            self.game.seconds += monotonic() - self.started
        self.exit()
