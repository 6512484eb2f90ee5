"""The terminal app for closed games and for practice, with Textual."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from copy import copy
from typing import Any, ClassVar, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from cpoker_fast.boards import ROW_SIZES, ROWS, Board
from cpoker_fast.cardroom.board_panel import BoardPanel, BoardView, CardLine, beside
from cpoker_fast.cardroom.card_faces import EMPTY, Face, Fan, draw_fan
from cpoker_fast.cardroom.game import Drill, Game
from cpoker_fast.cardroom.settled_boards import settled_views, verdict_views
from cpoker_fast.cardroom.terminal_app import CARD_KEYS, EDITING_KEYS, SCREEN_KEYS, WELCOME, CardApp
from cpoker_fast.cardroom.terminal_dialogs import CLOSED_KEYS, Question
from cpoker_fast.cardroom.terminal_layout import ROW_LABEL, band_layout, hand_layout
from cpoker_fast.cardroom.terminal_texts import (
    QUICK_ESTIMATE,
    analysis_texts,
    decision_text,
    nicknames,
    result_texts,
    totals_text,
    verdict_text,
    wrapped_words,
)
from cpoker_fast.cardroom.tray import Tray
from cpoker_fast.decisions import IF_BETTER
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BotError, CpokerError
from cpoker_fast.rulebook import NaturalMode
from cpoker_fast.settling import foul_in_words, read_seat, row_in_words

__all__ = ["TableApp"]

T = TypeVar("T")

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
    **options
        Options of `CardApp`.
    """

    CSS = CardApp.CSS + "#table, #band { height: auto; }"
    KEYS = CLOSED_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *CARD_KEYS,
        Binding("d", "declare", "declare"),
        *EDITING_KEYS,
        Binding("enter", "set", "set"),
        Binding("enter", "next", "next hand"),
        Binding("x", "surrender", "surrender"),
        Binding("s", "suggest", "suggest"),
        Binding("a", "analyze", "analysis"),
        *SCREEN_KEYS,
    ]
    tray: Tray
    game: Game | Drill

    def __init__(
        self,
        game: Game | Drill,
        seconds: float | None = None,
        session: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, seconds, session, **options)
        self.lines = {name: CardLine(id=name) for name in ("hand", *ROWS)}
        self.table = Vertical(*self.lines.values(), id="table")
        self.panels = [BoardPanel() for _ in (game.names if isinstance(game, Game) else ("yours", "best"))]
        self.band = Horizontal(*self.panels, id="band")
        self.has_advice = True
        """Whether no request for advice has failed; if one has, all fail, because of the rules."""
        self._start()

    def _start(self) -> None:
        self._begin(Tray(self.game.hand))
        self.boards: list[BoardView] = []
        self.result: list[RenderableType] = []
        self.declares: bool | str = IF_BETTER
        self.natural = self.game.natural()
        self.button = nicknames(self.game.names)[self.game.button] if isinstance(self.game, Game) else ""

    # ---- display ----

    def compose(self) -> ComposeResult:
        """Yield the status, the hand and its rows or all boards, a hint, the input line, messages and keys."""
        yield self.status
        yield self.table
        yield self.band
        yield self.hint
        yield self.typed
        yield self.messages
        yield self.keys

    def on_mount(self) -> None:
        """Show how to place cards."""
        self._say(Text(WELCOME))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key has an effect now."""
        if action in ("declare", "surrender") and self.is_over:
            return False
        return super().check_action(action, parameters)

    def _can(self, action: str, *parameters: object) -> bool:
        match action:
            case "declare":
                return self.natural is not None
            case "set":
                return self.tray.board() is not None
            case "surrender":
                return self.game.rules.has_surrender
            case "suggest" | "analyze":
                return self.has_advice
        return super()._can(action, *parameters)

    def _words_of(self, action: str, description: str) -> str:
        return "do not declare" if action == "declare" and self.declares is True else description

    def _draw(self) -> None:
        self.table.display = self.hint.display = not self.is_over
        self.band.display = self.is_over
        if self.is_over:
            self._draw_outcome()
        else:
            self._draw_hand()
        self._draw_status()

    def _draw_hand(self) -> None:
        """Draw the hand, the rows with their descriptions, and the hint."""
        layout = hand_layout(*self.size)
        self._draw_line("hand", self._hand_faces(), layout.hand)
        for row, size in zip(ROWS, ROW_SIZES, strict=True):
            cards = self.tray.rows[row]
            faces = [*(Face(card, moves=True) for card in cards), *[EMPTY] * (size - len(cards))]
            self._draw_line(row, faces, layout.rows, row_in_words(row, cards, self.game.rules))
        board = self.tray.board()
        doubt = "" if board is None else self._doubt(board)
        self._hint("   ".join(filter(None, [doubt, self._natural_in_words()])), is_foul=bool(doubt))

    def _draw_line(self, name: str, faces: list[Face], fan: Fan, words: str = "") -> None:
        height = fan.size.height
        label = [Text(name.rjust(len(ROW_LABEL) - 1) + " " if line == height // 2 else ROW_LABEL) for line in range(height)]
        cards = [Text.assemble(*parts) for parts in zip(label, draw_fan(faces, fan), strict=True)]
        column = len(ROW_LABEL) + fan.width(max(ROW_SIZES)) + 2
        if words:
            cards = beside(cards, column, wrapped_words(words, Text(), self.size.width - column - 1, height))
        self.lines[name].show(cards)

    def _draw_outcome(self) -> None:
        """Draw the boards of all players; in practice, the person's board and the best one."""
        layout = band_layout(*self.size, len(self.boards))
        for panel, view, width in zip(self.panels, self.boards, layout.widths, strict=True):
            panel.show(view, layout.boards, width, layout.lines_below)

    def _status_words(self) -> list[str]:
        game = self.game
        words = [f"{'deal' if isinstance(game, Game) else 'hand'} {game.deals + (not self.is_over)}"]
        if self.button:  # that of this deal, also after its settlement
            words.append(f"button: {self.button}")
        return [*words, *(["declares"] if self.declares is True else [])]

    def _totals(self) -> Text:
        game = self.game
        if isinstance(game, Game):
            return totals_text(game.names, game.totals, self.size.width - 2)
        if game.deals:
            return Text(f"cost {game.cost:.3f} points per hand, {game.seconds / game.deals:.0f} s")
        return Text("practice: your boards are compared with the best boards")

    def _is_begun(self) -> bool:
        return bool(self.game.deals or self.placed)

    def _natural_in_words(self) -> str:
        if self.natural is None:
            return ""
        is_scoop = self.game.rules.natural_mode is NaturalMode.SCOOP
        pays = "pays as a scoop" if is_scoop else counted(self.natural.points, "point")
        declared = {True: "declared", False: "not declared", IF_BETTER: "declared if better; d decides"}[self.declares]
        return f"natural: {self.natural.pattern}, {pays}; {declared}"

    def _doubt(self, board: Board) -> str:
        """Return why a board should be set only after confirmation; empty if no confirmation is needed."""
        foul, is_declared = foul_in_words(board, self.game.rules), False
        if self.declares:
            is_declared = read_seat(board, self.game.rules).natural is not None
        if foul and not is_declared:
            return f"foul: {foul}"
        return "these rows do not show the natural" if self.natural is not None and self.declares and not is_declared else ""

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
            self._note(Text("Computing."))
        try:
            result = await task
        except CpokerError as error:  # for example, the rules have no equilibrium
            self.has_advice = False
            self._note(Text(str(error)))
            return None
        return result if state == (self.game.hand, self.is_over) else None

    async def action_suggest(self) -> None:
        """Show the decision of the expert, and lay its board. Other keys wait for the result."""
        if (decision := await self._computed(lambda game: game.suggestion())) is None:
            return
        if decision.board is not None:
            self._fill(decision.board)
        self.declares = bool(decision.declare)
        self._say(Group(Text.assemble("Suggested: ", decision_text(decision)), Text(QUICK_ESTIMATE, "dim")))
        self._draw()

    @work(exclusive=True)
    async def action_analyze(self) -> None:
        """Show the analysis of the hand, and of the board if it is complete. Other keys act during the analysis."""
        board = self.tray.board()
        if (analysis := await self._computed(lambda game: game.analysis(board))) is not None:
            self._say(*analysis_texts(analysis, board, self.result))

    # ---- the end of a hand, and of the game ----

    def action_declare(self) -> None:
        """Declare the natural or, if it is declared, compare the rows in any case."""
        if self.natural is None:
            self._note(Text(f"This hand makes no natural of {self.game.rules.name}."))
            return
        self.declares = self.declares is not True
        if self.declares:
            board = self.tray.board()
            if board is None or self.natural.pattern not in read_seat(board, self.game.rules).naturals:
                self._fill(self.game.hurried())
            self._say(Text(f"Declared: {self.natural.pattern}. Enter sets the hand; d cancels the declaration."))
        else:
            self._say(Text("Not declared: the rows are compared."))
        self._draw()

    def action_surrender(self) -> None:
        """Surrender, after confirmation; show a message if the rules have no surrender."""
        if self.game.rules.has_surrender:
            self._ask(Question("Surrender this hand?", "surrender", "go on"), None)
        else:
            self._note(Text(f"{self.game.rules.name} has no surrender."))

    def action_set(self) -> None:
        """Set the hand, after confirmation of a foul or of a natural that the rows do not show."""
        board = self.tray.board()
        if board is None:
            self._note(Text("Fill two rows first: f, m and b put the selected card into a row."))
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
            self._note(Text("Not set: you can still move the cards."))

    def _finish(self, board: Board | None, note: str = "") -> None:
        self._leave_input()
        self._count_time()
        if board is not None:
            self.tray.fill(board)
        try:
            versions = self._settle(self.game, board) if isinstance(self.game, Game) else self._judge(self.game, board)
        except BotError as error:
            self._fail(error)
            return
        self.is_over = True
        notes = [*self._save(), *([Text(note)] if note else [])]
        self.result = [Group(*notes, version) for version in versions]
        self._say(*self.result)
        self._draw()

    def _settle(self, game: Game, board: Board | None) -> list[RenderableType]:
        """Settle the hand, and return the versions of its result."""
        settlement = game.settle(board, declare=self.declares)
        self.boards = settled_views(settlement, game.names)
        return result_texts(settlement, game.names)

    def _judge(self, drill: Drill, board: Board | None) -> list[RenderableType]:
        """Judge the hand, and return the verdict."""
        verdict = drill.judge(board, declare=self.declares)
        self.boards = verdict_views(verdict, board, drill.rules, "" if board is None else self._doubt(board))
        return [verdict_text(verdict)]
