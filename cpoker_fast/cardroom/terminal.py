"""Playing and practising closed games in the terminal, with Textual."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from copy import copy
from typing import ClassVar, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer

from cpoker_fast.boards import ROWS, Board
from cpoker_fast.cardroom.game import Drill, Game
from cpoker_fast.cardroom.terminal_app import HIDDEN_KEYS, ROW_KEYS, SHARED_KEYS, CardApp
from cpoker_fast.cardroom.terminal_dialogs import CLOSED_KEYS, Question
from cpoker_fast.cardroom.terminal_texts import (
    analysis_text,
    card_text,
    decision_text,
    result_text,
    short_names,
    totals_text,
)
from cpoker_fast.cardroom.tray import Tray, row_in_words
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import NaturalMode
from cpoker_fast.settling import foul_in_words, read_seat

__all__ = ["TableApp"]

T = TypeVar("T")

_WELCOME = "Select a card with left and right, or click it; f, m and b, or a click, put it into a row."
_PATIENCE = 0.2  # seconds of a computation before a note says so


class TableApp(CardApp):
    """A closed game, or practice, hand by hand: cards are set with keys, with the mouse, or as typed rows.

    Parameters
    ----------
    game : Game or Drill
        A game against bots, or practice alone.
    seconds : float or None
        Time per hand; when it runs out, the hand is set as the bot `balanced` would.
    session : path, optional
        The game is saved to this file after each hand.
    """

    KEYS = CLOSED_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *ROW_KEYS,
        Binding("d", "declare", "declare"),
        Binding("enter", "set", "set", key_display="Enter"),
        Binding("enter", "next", "next hand", key_display="Enter"),
        *SHARED_KEYS,
        Binding("a", "analyse", "analysis"),
        Binding("d", "declare_nothing", "declare", show=False),
        Binding("x", "surrender", "surrender"),
        Binding("x", "surrender_unlisted", "surrender", show=False),
        *HIDDEN_KEYS,
    ]
    tray: Tray
    game: Game | Drill

    def __init__(
        self, game: Game | Drill, seconds: float | None = None, session: str | os.PathLike[str] | None = None
    ) -> None:
        super().__init__(game, ROWS, seconds, session)
        self._start()

    def _start(self) -> None:
        self._begin(Tray(self.game.hand))
        self.result: list[RenderableType] = []
        self.declares = False
        self.natural = self.game.natural()

    # ---- display ----

    def compose(self) -> ComposeResult:
        """Yield status, the hand and its rows, a hint, an input line, messages and keys."""
        yield self.status
        yield self.table
        yield self.hint
        yield self.typed
        yield self.scroll
        yield Footer(compact=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key acts now: naturals depend on the hand, and a surrender on the rules."""
        if action == "declare":
            return not self.is_over and self.natural is not None
        if action == "surrender":
            is_listed = self.natural is None  # 80 columns are too few for it and "declare"
            return not self.is_over and self.game.rules.has_surrender and is_listed
        if action in ("declare_nothing", "surrender_unlisted"):
            return not self.is_over
        return super().check_action(action, parameters)

    def on_mount(self) -> None:
        """Show what to do first."""
        self._say(Text(_WELCOME))

    def _draw(self) -> None:
        self._draw_hand()
        for row in ROWS:
            cards = self.tray.rows[row]
            self._draw_row(row, [card_text(card) for card in cards], row_in_words(row, cards, self.game.rules))
        self.table.border_subtitle = None if self.natural is None else f"natural: {self._natural_in_words()}"
        board = None if self.is_over else self.tray.board()
        doubt = "" if board is None else self._doubt(board)
        self._hint("Enter: the next hand." if self.is_over else doubt, is_foul=bool(doubt))

    def _status_words(self) -> list[str]:
        game = self.game
        words = [f"{'deal' if isinstance(game, Game) else 'hand'} {game.deals + (not self.is_over)}"]
        if isinstance(game, Game):
            words.append(f"button: {short_names(game.names)[game.button]}")
        return [*words, *(["declares"] if self.declares else [])]

    def _totals(self) -> str:
        game = self.game
        if isinstance(game, Game):
            return totals_text(game.names, game.totals)
        if game.deals:
            return f"cost {game.cost:.3f} points per hand, {game.seconds / game.deals:.0f} s"
        return "practice: the cost of your boards against the best board"

    def _is_begun(self) -> bool:
        return bool(self.game.deals or self.placed)

    def _natural_in_words(self) -> str:
        if self.natural is None:
            return ""
        is_scoop = self.game.rules.natural_mode is NaturalMode.SCOOP
        pays = "pays as a scoop" if is_scoop else counted(self.natural.points, "point")
        return f"{self.natural.pattern}, {pays}; {'declared' if self.declares else 'd declares it'}"

    def _doubt(self, board: Board) -> str:
        """Return a reason to confirm the setting of a board; empty if there is none."""
        foul, is_declared = foul_in_words(board, self.game.rules), False
        if self.declares:
            is_declared = read_seat(board, self.game.rules).natural is not None
        if foul and not is_declared:
            return f"foul: {foul}"
        return "these rows do not show the natural" if self.declares and not is_declared else ""

    # ---- setting the hand ----

    def _hurry(self) -> None:
        self.declares = self.natural is not None
        self._finish(self.game.hurried(), "Time is up: the hand was set for you.")

    def _fill(self, board: Board) -> None:
        self.tray.fill(board)
        self._note_placed()

    def _read(self, text: str) -> None:
        self._fill(Board.parse(text))

    # ---- advice ----

    async def _computed(self, compute: Callable[[Game | Drill], T]) -> T | None:
        """Return a result for the hand, computed while the clock runs; None if that fails, with a message, or is late."""
        state = (self.game.hand, self.is_over)
        game = copy(self.game)  # its hand stays if the next is dealt meanwhile
        answer = asyncio.create_task(asyncio.to_thread(compute, game))
        if not (await asyncio.wait({answer}, timeout=_PATIENCE))[0]:
            self._say(Text("Computing."))
        try:
            result = await answer
        except CpokerError as error:  # such as rules without an equilibrium
            self._say(Text(str(error)))
            return None
        return result if state == (self.game.hand, self.is_over) else None

    async def action_suggest(self) -> None:
        """Show and lay the board of the expert; other keys wait for it."""
        if (decision := await self._computed(lambda game: game.suggestion())) is None:
            return
        if decision.board is not None:
            self._fill(decision.board)
        self.declares = bool(decision.declare)
        self._say(Text.assemble("Suggested: ", decision_text(decision)))
        self._draw()

    @work(exclusive=True)
    async def action_analyse(self) -> None:
        """Show the analysis of the hand; its candidates include the board of the tray. Other keys act meanwhile."""
        board = self.tray.board()
        if (analysis := await self._computed(lambda game: game.analysis(board))) is not None:
            self._say(Group(analysis_text(analysis, board), Text(), *self.result))

    # ---- the end of a hand, and of the game ----

    def action_declare(self) -> None:
        """Switch between declaring the natural and playing the rows."""
        if self.natural is None:
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

    def action_declare_nothing(self) -> None:
        """Show that there is no natural to declare."""
        self._say(Text(f"This hand makes no natural of {self.game.rules.name}."))

    def action_surrender(self) -> None:
        """Ask for confirmation, then surrender."""
        self._ask(Question("Surrender this hand?", "surrender", "go on"), None)

    def action_surrender_unlisted(self) -> None:
        """Surrender a hand that makes a natural, or show that the rules have no surrender."""
        if self.game.rules.has_surrender:
            self.action_surrender()
        else:
            self._say(Text(f"{self.game.rules.name} has no surrender."))

    def action_set(self) -> None:
        """Set the hand."""
        board = self.tray.board()
        if board is None:
            self._say(Text("Place all cards first: f, m and b put the selected card into a row."))
        elif doubt := self._doubt(board):
            self._ask(Question(f"{doubt.capitalize()}. Set it anyway?", "set it", "go on"), board)
        else:
            self._finish(board)

    def action_next(self) -> None:
        """Deal the next hand, once this one is settled."""
        if self.is_surprised:
            return  # the key was meant for the hand before time ran out
        self.game.deal()
        self._start()
        self._say("")
        self._draw()

    def _ask(self, question: Question, board: Board | None) -> None:
        """Set the hand, or surrender, after a yes."""
        self.push_screen(question, lambda sets_it: self._confirm(board, sets_it=bool(sets_it)))

    def _confirm(self, board: Board | None, *, sets_it: bool) -> None:
        if self.is_over:  # time ran out meanwhile
            return
        if sets_it:
            self._finish(board)
        else:
            self._say(Text("Not set: the cards are still yours to move."))

    def _finish(self, board: Board | None, note: str = "") -> None:
        self._leave_input()
        self.is_over = True
        self._count_time()
        lines: list[RenderableType] = [Text(note)] if note else []
        if board is not None:
            self.tray.fill(board)
        if isinstance(self.game, Game):
            lines.append(result_text(self.game.settle(board, declare=self.declares), self.game.names))
        else:
            verdict = self.game.judge(board, declare=self.declares)
            lines.append(Text(f"Your setting: {verdict.points:+.3f} points on average; it cost {verdict.cost:.3f} points."))
            lines.append(Text.assemble("Best: ", decision_text(verdict.best)))
        lines = [*self._save(), *lines]
        self.result = lines
        self._say(Group(*lines))
        self._draw()
