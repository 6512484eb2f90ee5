"""Playing and practising in the terminal, with Textual."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import Footer, Header, Input, Static

from cpoker_fast.boards import ROW_SIZES, ROWS, Board
from cpoker_fast.cardroom.game import Drill, Game
from cpoker_fast.cardroom.tray import Tray
from cpoker_fast.cards import format_card
from cpoker_fast.decisions import Decision
from cpoker_fast.errors import CpokerError

__all__ = ["TableApp"]

_RED = ("d", "h")


def _card(card: int, *, chosen: bool = False) -> Text:
    name = format_card(card)
    style = "bold red" if name[1] in _RED else "bold"
    return Text(f" {name} ", style=f"{style} reverse" if chosen else style)


class TableApp(App[None]):
    """One hand at a time: set it with keys or by typing rows, then see its points.

    Parameters
    ----------
    game : Game or Drill
        Against bots, or alone.
    seconds : float or None
        Time per hand; when it runs out, the hand is set as the bot `balanced` would.
    """

    CSS = """
    #status { padding: 0 1; }
    #tray { padding: 1 2; height: auto; border: round $primary; }
    #typed { margin: 0 1; }
    #message { padding: 0 2; height: auto; }
    """
    TITLE = "Chinese poker"
    AUTO_FOCUS = None  # keys act on the tray, not in the input line
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "card left", show=False),
        Binding("right", "move(1)", "card right", show=False),
        Binding("f", "place('front')", "front"),
        Binding("m", "place('middle')", "middle"),
        Binding("b", "place('back')", "back"),
        Binding("u", "undo", "take back"),
        Binding("c", "clear", "clear"),
        Binding("t", "type", "type rows"),
        Binding("s", "suggest", "suggestion"),
        Binding("a", "analyse", "analysis"),
        Binding("d", "declare", "declare"),
        Binding("x", "surrender", "surrender"),
        Binding("enter", "set", "set, next"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(self, game: Game | Drill, seconds: float | None = None) -> None:
        super().__init__()
        self.game, self.seconds = game, seconds
        self.clock: Timer | None = None
        self.spent: list[float] = []
        self._start()

    def _start(self) -> None:
        self.tray, self.cursor = Tray(self.game.hand), 0
        self.placed: list[int] = []
        self.declares = self.is_over = False
        self.started = monotonic()

    # ---- display ----

    def compose(self) -> ComposeResult:
        """Header, status, the hand, an input line and messages."""
        yield Header()
        yield Static(id="status")
        yield Static(id="tray")
        yield Input(placeholder="front / middle / back, then Enter; Esc: back to the keys", id="typed", disabled=True)
        with VerticalScroll(can_focus=False):
            yield Static(id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Draw the screen, and start the clock."""
        self.clock = self.set_interval(0.25, self._tick)
        self._draw()

    def _draw(self) -> None:
        self.query_one("#status", Static).update(self._status())
        self.query_one("#tray", Static).update(self._board())

    def _say(self, what: RenderableType) -> None:
        self.query_one("#message", Static).update(what)

    def _status(self) -> Text:
        words = [self.game.rules.name]
        if isinstance(self.game, Game):
            words.append(f"deal {self.game.deals + (not self.is_over)}")
            words += [f"{name} {total:+d}" for name, total in zip(self.game.names, self.game.totals, strict=True)]
            words.append(f"button: {self.game.names[self.game.button]}")
        else:
            costs = [verdict.cost for verdict in self.game.verdicts]
            words.append(f"hand {len(costs) + (not self.is_over)}")
            if costs:
                words.append(
                    f"cost {sum(costs) / len(costs):.3f} points per hand, {sum(self.spent) / len(self.spent):.0f} s"
                )
        if self.seconds is not None and not self.is_over:
            words.append(f"{max(0.0, self._left()):.0f} s left")
        if self.declares:
            words.append("declares")
        return Text("   ".join(words))

    def _board(self) -> Group:
        left = self.tray.left
        lines = [Text.assemble(*(_card(card, chosen=place == self.cursor) for place, card in enumerate(left)))]
        for row, size in zip(ROWS, ROW_SIZES, strict=True):
            cards = self.tray.rows[row]
            lines.append(Text.assemble(f"{row:>7} ", *map(_card, cards), " __ " * (size - len(cards))))
        return Group(*lines)

    # ---- time ----

    def _left(self) -> float:
        return (self.seconds or 0.0) - (monotonic() - self.started)

    def _tick(self) -> None:
        if self.seconds is None or self.is_over or not self.is_running:  # while the app is left, it has no widgets
            return
        self.query_one("#status", Static).update(self._status())
        if self._left() <= 0:
            board = self.game.hurried()
            self.tray.fill(board)
            self._finish(board, "Time is up: the hand was set for you.")

    # ---- keys ----

    def action_move(self, step: int) -> None:
        """Select another of the cards that are left."""
        left = len(self.tray.left)
        self.cursor = (self.cursor + step) % left if left else 0
        self._draw()

    def action_place(self, row: str) -> None:
        """Place the selected card in a row."""
        left = self.tray.left
        if self.is_over or not left:
            return
        card = left[min(self.cursor, len(left) - 1)]
        if self.tray.place(card, row):
            self.placed.append(card)
            self.cursor = min(self.cursor, max(0, len(left) - 2))
        else:
            self._say(Text(f"The {row} is full."))
        self._draw()

    def action_undo(self) -> None:
        """Take the last placed card back."""
        if self.placed and not self.is_over:
            self.tray.take(self.placed.pop())
            self._draw()

    def action_clear(self) -> None:
        """Take all cards back."""
        if not self.is_over:
            self.tray.clear()
            self.placed.clear()
            self.cursor = 0
            self._draw()

    def action_type(self) -> None:
        """Go to the input line."""
        typed = self.query_one("#typed", Input)
        typed.disabled = False
        typed.focus()

    def key_escape(self) -> None:
        """Return from the input line to the keys."""
        typed = self.query_one("#typed", Input)
        typed.disabled = True
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Place the typed rows."""
        try:
            self.tray.fill(Board.parse(event.value))
        except CpokerError as error:
            self._say(Text(str(error)))
            return
        self.placed = [card for cards in self.tray.rows.values() for card in cards]
        event.input.value = ""
        self.key_escape()
        self._draw()

    def action_suggest(self) -> None:
        """Show and place what the expert would set."""
        if self.is_over:
            return
        found = self.game.suggestion()
        if found.board is not None:
            self.tray.fill(found.board)
            self.placed = [card for cards in self.tray.rows.values() for card in cards]
        self.declares = bool(found.declare)
        self._say(Text(f"Suggested: {_words(found)}"))
        self._draw()

    def action_analyse(self) -> None:
        """Show the analysis of the hand; its candidates include the board of the tray."""
        self._say(self.game.analysis(self.tray.board()).__rich__())

    def action_declare(self) -> None:
        """Switch between declaring the natural and playing the rows."""
        if not self.is_over:
            self.declares = not self.declares
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
        if self.is_over:
            self.game.deal()
            self._start()
            self._say("")
            self._draw()
            return
        board = self.tray.board()
        if board is None:
            self._say(Text("Place all cards first: f, m and b put the selected card into a row."))
        else:
            self.tray.fill(board)
            self._finish(board)

    def _finish(self, board: Board | None, note: str = "") -> None:
        self.is_over = True
        self.spent.append(monotonic() - self.started)
        lines: list[RenderableType] = [Text(note)] if note else []
        if isinstance(self.game, Game):
            settled = self.game.settle(board, declare=self.declares)
            lines.append(settled.explain_rich(self.game.names))
        else:
            verdict = self.game.judge(board, declare=self.declares)
            lines.append(Text(f"Your setting: {verdict.points:+.3f} points on average; it cost {verdict.cost:.3f} points."))
            lines.append(Text(f"Best: {_words(verdict.best)}"))
        lines.append(Text("Enter: the next hand."))
        self._say(Group(*lines))
        self._draw()


def _words(decision: Decision) -> str:
    what = "surrender" if decision.board is None else str(decision.board)
    if decision.declare:
        what = f"declare {decision.declare}"
    return f"{what} ({decision.points:+.3f} points on average)"
