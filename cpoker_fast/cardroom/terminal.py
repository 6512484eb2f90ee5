"""The terminal app for closed games and for practice, with Textual."""

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
from cpoker_fast.cardroom.tray import Tray
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import NaturalMode
from cpoker_fast.settling import foul_in_words, read_seat, row_in_words

__all__ = ["TableApp"]

T = TypeVar("T")

_WELCOME = "Select a card with the keys left and right, or click it. Press f, m or b, or click a row, to place the card."
_SECONDS_WITHOUT_NOTE = 0.2  # a longer computation is announced


class TableApp(CardApp):
    """A closed game, or practice, in the terminal: hands are set with keys, with the mouse, or as typed rows.

    Parameters
    ----------
    game : Game or Drill
        A game against bots, or practice.
    seconds : float or None
        Time limit of each hand. When time runs out, the hand is set as the bot `balanced` would set it.
    session : path, optional
        File to which the game is saved after each hand.
    """

    KEYS = CLOSED_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *ROW_KEYS,
        Binding("d", "declare", "declare"),
        Binding("enter", "set", "set", key_display="Enter"),
        Binding("enter", "next", "next hand", key_display="Enter"),
        *SHARED_KEYS,
        Binding("a", "analyze", "analysis"),
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
        """Yield the status, the hand and its rows, a hint, the input line, messages and keys."""
        yield self.status
        yield self.table
        yield self.hint
        yield self.typed
        yield self.scroll
        yield Footer(compact=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether the action of a key is available. d and x have a second action, which the footer does not list."""
        if action == "declare":
            return not self.is_over and self.natural is not None
        if action == "surrender":
            is_listed = self.natural is None  # a footer of 80 columns is too narrow for "declare" and "surrender"
            return not self.is_over and self.game.rules.has_surrender and is_listed
        if action in ("declare_nothing", "surrender_unlisted"):
            return not self.is_over
        return super().check_action(action, parameters)

    def on_mount(self) -> None:
        """Show how to place cards."""
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
        return "practice: your boards are compared with the best boards"

    def _is_begun(self) -> bool:
        return bool(self.game.deals or self.placed)

    def _natural_in_words(self) -> str:
        if self.natural is None:
            return ""
        is_scoop = self.game.rules.natural_mode is NaturalMode.SCOOP
        pays = "pays as a scoop" if is_scoop else counted(self.natural.points, "point")
        return f"{self.natural.pattern}, {pays}; {'declared' if self.declares else 'd declares it'}"

    def _doubt(self, board: Board) -> str:
        """Return why a board should be set only after confirmation; empty if no confirmation is needed."""
        foul, is_declared = foul_in_words(board, self.game.rules), False
        if self.declares:
            is_declared = read_seat(board, self.game.rules).natural is not None
        if foul and not is_declared:
            return f"foul: {foul}"
        return "these rows do not show the natural" if self.declares and not is_declared else ""

    # ---- setting the hand ----

    def _act_at_timeout(self) -> None:
        self.declares = self.natural is not None
        self._finish(self.game.hurried(), "Time is up: the hand was set for you.")

    def _fill(self, board: Board) -> None:
        self.tray.fill(board)
        self._record_placed()

    def _lay_text(self, text: str) -> None:
        self._fill(Board.parse(text))

    # ---- advice ----

    async def _computed(self, compute: Callable[[Game | Drill], T]) -> T | None:
        """Return the result of `compute`, called in a thread; None after an error, or if the hand changes or ends."""
        state = (self.game.hand, self.is_over)
        game = copy(self.game)  # keeps its hand if the next hand is dealt during the computation
        task = asyncio.create_task(asyncio.to_thread(compute, game))
        if not (await asyncio.wait({task}, timeout=_SECONDS_WITHOUT_NOTE))[0]:
            self._say(Text("Computing."))
        try:
            result = await task
        except CpokerError as error:  # for example, the rules have no equilibrium
            self._say(Text(str(error)))
            return None
        return result if state == (self.game.hand, self.is_over) else None

    async def action_suggest(self) -> None:
        """Show the decision of the expert, and lay its board. Other keys wait for the result."""
        if (decision := await self._computed(lambda game: game.suggestion())) is None:
            return
        if decision.board is not None:
            self._fill(decision.board)
        self.declares = bool(decision.declare)
        self._say(Text.assemble("Suggested: ", decision_text(decision)))
        self._draw()

    @work(exclusive=True)
    async def action_analyze(self) -> None:
        """Show the analysis of the hand, and of the board if it is complete. Other keys act during the analysis."""
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
            self._say(Text(f"Declared: {self.natural.pattern}. Enter sets the hand; d cancels the declaration."))
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
        """Surrender, after confirmation; show a message if the rules have no surrender."""
        if self.game.rules.has_surrender:
            self.action_surrender()
        else:
            self._say(Text(f"{self.game.rules.name} has no surrender."))

    def action_set(self) -> None:
        """Set the hand, after confirmation of a foul or of a natural that the rows do not show."""
        board = self.tray.board()
        if board is None:
            self._say(Text("Fill two rows first: f, m and b put the selected card into a row."))
        elif doubt := self._doubt(board):
            self._ask(Question(f"{doubt.capitalize()}. Set it anyway?", "set it", "go on"), board)
        else:
            self._finish(board)

    def action_next(self) -> None:
        """Deal the next hand. The key acts only after a settlement."""
        if self.has_just_timed_out:
            return  # the key was meant for the previous hand
        self.game.deal()
        self._start()
        self._say("")
        self._draw()

    def _ask(self, question: Question, board: Board | None) -> None:
        """Ask a question; after a yes, set the board, or surrender if it is None."""
        self.push_screen(question, lambda is_yes: self._confirm(board, is_yes=bool(is_yes)))

    def _confirm(self, board: Board | None, *, is_yes: bool) -> None:
        if self.is_over:  # time ran out before the answer
            return
        if is_yes:
            self._finish(board)
        else:
            self._say(Text("Not set: you can still move the cards."))

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
            lines.append(Text(f"Your decision: {verdict.points:+.3f} points on average; cost: {verdict.cost:.3f} points."))
            lines.append(Text.assemble("Best: ", decision_text(verdict.best)))
        lines = [*self._save(), *lines]
        self.result = lines
        self._say(Group(*lines))
        self._draw()
