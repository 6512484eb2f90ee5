"""The terminal apps for games and for practice, with Textual."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from cpoker_fast.app.play.board_panel import BoardPanel, BoardView, CardLine, has_room_for_words
from cpoker_fast.app.play.card_faces import BACK, EMPTY, Face, Fan, Look, draw_fan
from cpoker_fast.app.play.game import Drill, Game, natural_at, quick_placement, suggestion_at
from cpoker_fast.app.play.game_words import (
    answers_in_words,
    fantasyland_news,
    natural_in_words,
    royalty_of,
    status_words,
    suggestion_in_words,
)
from cpoker_fast.app.play.terminal_app import CardApp
from cpoker_fast.app.play.terminal_dialogs import SCROLL_KEYS, Question
from cpoker_fast.app.play.terminal_layout import DISCARD_LABEL, HAND_LABEL, band_layout
from cpoker_fast.app.play.terminal_texts import (
    analysis_texts,
    end_news,
    nicknames,
    points_text,
    result_texts,
    totals_text,
    verdict_text,
)
from cpoker_fast.app.play.tray import DISCARDS, Tray
from cpoker_fast.boards import ROW_SIZES, ROWS, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.markup import cards_text
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BotError, CpokerError, PlacementError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.notation import Record, write_deals
from cpoker_fast.rulebook import Natural
from cpoker_fast.settling import foul_in_words, read_seat
from cpoker_fast.settling.boards_in_words import remark_on, row_in_words
from cpoker_fast.settling.declarations import IF_BETTER
from cpoker_fast.studies import analyze
from cpoker_fast.studies.analysis import is_dealt_at_once

__all__ = ["GameApp", "PracticeApp", "app_of"]

T = TypeVar("T")

_LIMITS_OF_HANDS, _LIMITS_OF_STREETS = {"deals": 500, "seed": 0}, {"seconds": 0.5}  # of the analysis
_WELCOME = "Select a card with the keys left and right, or click it. Press f, m or b, or click a row, to place the card."
_SECONDS_WITHOUT_NOTE = 0.2  # a longer computation is announced
_PERSON = 0


class GameApp(CardApp):
    """A game in the terminal: cards are placed with keys, with the mouse, or as typed rows.

    Parameters
    ----------
    game : Game
    seconds : float or None
        Time limit of each placement. When time runs out, the cards are placed by `Game.time_out`.
    session : path, optional
        File to which the game is saved after each placement.
    **options
        Options of `CardApp`.
    """

    CSS = CardApp.CSS + "#band, #cards { height: auto; } #hand, #discards { width: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "select"),
        Binding("right", "move(1)", "select"),
        Binding("f", "place('front')", "front"),
        Binding("m", "place('middle')", "middle"),
        Binding("b", "place('back')", "back"),
        Binding("d", "place('discards')", "discard"),
        Binding("n", "declare", "declare"),
        Binding("u", "undo", "undo"),
        Binding("c", "clear", "clear"),
        Binding("t", "type", "type"),
        Binding("enter", "set", "place"),
        Binding("enter", "next", "next deal"),
        Binding("x", "surrender", "surrender"),
        Binding("s", "suggest", "suggest"),
        Binding("a", "analyze", "analysis"),
        Binding("v", "details", "details"),
        *SCROLL_KEYS,
        Binding("question_mark", "help", "help"),
        Binding("q", "quit", "quit"),
        Binding("ctrl+c,ctrl+q", "quit", "quit", show=False, priority=True),
    ]
    game: Game | Drill
    discards: CardLine
    hand: CardLine
    is_over: bool
    natural: Natural | None

    def __init__(
        self,
        game: Game | Drill,
        seconds: float | None = None,
        session: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, seconds, session, **options)
        self.panels: list[BoardPanel] = [BoardPanel(takes_cards=seat == _PERSON) for seat in range(len(self._names()))]
        self.band: Horizontal = Horizontal(*self.panels, id="band")
        self.hand, self.discards = CardLine(id="hand"), CardLine(id=DISCARDS)
        self.cards: Horizontal = Horizontal(self.hand, self.discards, id="cards")
        self.has_advice: bool = True
        """Whether no request for advice has failed; if one has, all fail, because of the rules."""
        self.result: list[RenderableType] = []
        """Versions of the result of the deal, if it is over."""
        self._start()

    def _start(self) -> None:
        self._begin(Tray(self.game.position))
        self.is_over = self.game.is_settled
        self.declares: bool | str = IF_BETTER
        self.natural = None if self.is_over else natural_at(self.tray.position)

    @property
    def _game(self) -> Game:
        assert isinstance(self.game, Game)
        return self.game

    def _names(self) -> tuple[str, ...]:
        """Return the names above the boards of a finished deal."""
        return self._game.names

    # ---- display ----

    def compose(self) -> ComposeResult:
        """Yield the status, the boards, the hand, a hint, the input line, messages and keys."""
        yield self.status
        yield self.band
        yield self.cards
        yield self.hint
        yield self.typed
        yield self.messages
        yield self.keys

    def on_mount(self) -> None:
        """Show how to place cards, and the moves of the other players."""
        self._say(Group(Text(_WELCOME), *self._answers()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key has an effect now."""
        if (action in ("declare", "surrender") and self.is_over) or (action == "next" and self.game.is_over):
            return False
        return super().check_action(action, parameters)

    def _can(self, action: str, *parameters: object) -> bool:
        match action:
            case "declare":
                return self.natural is not None
            case "set":
                return self.tray.placement() is not None
            case "surrender":
                return self._may_surrender
            case "suggest" | "analyze":
                return self.has_advice
        return super()._can(action, *parameters)

    def _words_of(self, action: str, description: str) -> str:
        return "do not declare" if action == "declare" and self.declares is True else description

    def _status_words(self) -> list[str]:
        game = self._game
        return [*status_words(game, nicknames(game.names)), *(["declares"] if self.declares is True else [])]

    def _totals(self) -> Text:
        game = self._game
        return totals_text(game.names, game.totals, self.size.width - 2, are_chips=game.is_freezeout)

    def _is_begun(self) -> bool:
        return bool(self.game.deals or self.placed or self.tray.position.own.cards)

    def _draw(self) -> None:
        discards = self.tray.cards_in(DISCARDS)
        places = len(self.tray.placed_before(DISCARDS)) + self.tray.discard_count
        hand = 0 if self.is_over else len(self.tray.hand)
        views = self._views_of_result() if self.is_over else self._views()
        layout = band_layout(*self.size, len(views), hand, places if hand else 0)
        for panel in self.panels[len(views) :]:
            panel.display = False
        for panel, view, width in zip(self.panels, views, layout.widths, strict=False):
            panel.display = True
            panel.show(view, layout.boards, width, layout.lines_below)
        self.cards.display = self.hint.display = not self.is_over
        self._draw_cards(self.hand, HAND_LABEL, self._hand_faces(), layout.hand)
        self.hand.styles.width = len(HAND_LABEL) + layout.hand.width(hand)
        faces = [self._face(card, self.tray.rows[DISCARDS], moves=True) for card in discards]
        faces += [EMPTY] * (places - len(faces))
        self._draw_cards(self.discards, DISCARD_LABEL, faces, layout.hand)
        self.discards.display = bool(places)
        self._draw_hint("" if has_room_for_words(layout.boards, layout.widths[_PERSON]) else self._rows_in_words())
        self._draw_status()

    @staticmethod
    def _draw_cards(line: CardLine, label: str, faces: list[Face], fan: Fan) -> None:
        middle = fan.size.height // 2
        labels = [label if number == middle else " " * len(label) for number in range(fan.size.height)]
        line.show([Text.assemble(*parts) for parts in zip(labels, draw_fan(faces, fan), strict=True)])

    @staticmethod
    def _face(card: int, new: list[int] | CardSet, *, moves: bool = False) -> Face:
        return Face(card, Look.NEW, moves) if card in new else Face(card)

    # ---- boards ----

    def _views(self) -> list[BoardView]:
        """Return the boards while the person places cards: only their own where boards are hidden."""
        views = [self._with_remark(self._own_view(), self.tray.position, _PERSON)]
        if self.game.rules.is_closed:
            return views
        new = CardSet([card for move in self._game.answers for card in move.placement.cards])
        return [*views, *(self._view(seat, new) for seat in range(1, len(self._game.names)))]

    def _own_view(self) -> BoardView:
        rows = {row: self.tray.cards_in(row) for row in ROWS}
        faces = [[self._face(card, self.tray.rows[row], moves=True) for card in cards] for row, cards in rows.items()]
        words = [row_in_words(row, cards, self.game.rules) or row for row, cards in rows.items()]
        return self._with_royalties(list(rows.values()), BoardView(self._names()[_PERSON], faces, words))

    def _view(self, seat: int, new: CardSet) -> BoardView:
        """Return the board of another player, with new cards marked; a complete hidden board as backs of cards."""
        rows = [sorted(cards, reverse=True) for cards in self.tray.position.boards[seat].rows]
        if not any(rows) and self._game.deal.boards[seat].is_complete:
            faces = [[BACK] * size for size in ROW_SIZES]
        else:
            faces = [[self._face(card, new) for card in cards] for cards in rows]
        words = [row_in_words(row, cards, self.game.rules) for row, cards in zip(ROWS, rows, strict=True)]
        view = self._with_royalties(rows, BoardView(self._names()[seat], faces, words))
        return self._with_remark(view, self.tray.position, seat)

    def _with_royalties(self, rows: list[list[int]], view: BoardView) -> BoardView:
        royalties = [royalty_of(row, cards, self.game.rules) for row, cards in zip(ROWS, rows, strict=True)]
        return view._replace(royalties=royalties)

    @staticmethod
    def _with_remark(view: BoardView, position: Position, seat: int) -> BoardView:
        """Add the Fantasyland, the open cards and the royalties of a board that is not settled."""
        words = []
        if size := position.fantasyland[seat]:
            words.append(f"Fantasyland ({size})")
        if hand := position.open_hands[seat]:
            words.append(f"has {hand}")
        if royalties := sum(view.royalties):
            words.append(f"royalties {royalties}")
        return view._replace(remark="; ".join(words))

    def _views_of_result(self) -> list[BoardView]:
        """Return the boards of a finished deal, with their results."""
        game, settled = self._game, self._game.settled
        assert settled is not None
        views = []
        for seat, player in enumerate(settled.seats):
            remark, next_size = remark_on(player, settled.rules), game.next_fantasyland[seat]
            view = _finished_view(game.names[seat], player.board, game.rules, points_text(settled.points[seat]))
            views.append(
                view._replace(
                    royalties=player.royalties or (0, 0, 0),
                    remark=remark or (f"→ Fantasyland ({next_size})" if next_size else ""),
                    is_foul=player.is_foul,
                )
            )
        return views

    # ---- words about the cards ----

    def _rows_in_words(self) -> str:
        """Return the complete rows of the person in words."""
        rows = {row: row_in_words(row, self.tray.cards_in(row), self.game.rules) for row in ROWS}
        return "; ".join(f"{row}: {words}" for row, words in rows.items() if words)

    def _draw_hint(self, rows: str) -> None:
        """Show what remains to do, the natural, and the rows in words."""
        if self.is_over:
            return
        doubt, natural = self._doubt(), self._natural_in_words()
        words = doubt or ("" if natural else self._what_remains())  # a natural leaves no room
        self._hint("   ".join(filter(None, [words, natural, rows])), is_foul=bool(doubt))

    def _what_remains(self) -> str:
        if self.tray.placement() is not None:
            return "Enter: place these cards for good."
        missing = self.tray.discard_count - len(self.tray.rows[DISCARDS])
        discards = f", {missing} to discard" if missing else ""
        return f"{counted(self.tray.missing, 'card')} to place{discards}."

    def _natural_in_words(self) -> str:
        if self.natural is None:
            return ""
        declared = {True: "declared", False: "not declared", IF_BETTER: "declared if better; n decides"}[self.declares]
        return f"{natural_in_words(self.natural, self.game.rules)}; {declared}"

    def _shown_naturals(self) -> tuple[object, ...]:
        """Return the naturals that the rows show, if they make a board."""
        board = self.tray.board()
        return read_seat(board.board(), self.game.rules).naturals if board.is_complete else ()

    def _doubt(self) -> str:
        """Return why cards should be placed only after confirmation: a foul, or a natural that the rows do not show."""
        declares_natural = bool(self.declares) and self.natural is not None
        if declares_natural and self._shown_naturals():
            return ""
        if foul := self.tray.foul_in_words():
            return f"foul: {foul}"
        return "these rows do not show the natural" if declares_natural and self.tray.board().is_complete else ""

    def _answers(self) -> list[RenderableType]:
        """Return lines with the visible moves and open cards of other players, and a note about the person's Fantasyland."""
        lines: list[RenderableType] = []
        if self.tray.position.in_fantasyland:
            lines.append(Text("Fantasyland: set all cards at once. The others see them at the showdown.", style="bold"))
        return [*lines, *map(cards_text, answers_in_words(self._game))]

    def _refusal(self, row: str) -> str:
        if row in ROWS and not self.tray.missing:
            return f"Only {counted(self.tray.position.to_place, 'card')} may be placed: press Enter to discard the rest."
        if row == DISCARDS:
            most = self.tray.discard_count
            return f"Only {counted(most, 'card')} may be discarded here." if most else "No card is discarded on this street."
        return super()._refusal(row)

    # ---- laying cards ----

    def _fill(self, placement: Placement) -> None:
        self.tray.fill(placement)
        self._record_placed()

    def _lay_text(self, text: str) -> None:
        placement = self.tray.position.placement(text)
        if placement.is_surrender:
            raise PlacementError("expected rows, got a surrender: the key x surrenders")
        self._fill(placement)
        if placement.declare != IF_BETTER:
            self.declares = bool(placement.declare)

    def action_declare(self) -> None:
        """Declare the natural or, if it is declared, compare the rows in any case."""
        if self.natural is None:
            self._note(Text(f"This hand makes no natural of {self.game.rules.name}."))
            return
        self.declares = self.declares is not True
        if self.declares:
            if self.natural.name not in self._shown_naturals():
                self._fill(quick_placement(self.tray.position))
            self._say(Text(f"Declared: {self.natural.name}. Enter places the cards; n cancels the declaration."))
        else:
            self._say(Text("Not declared: the rows are compared."))
        self._draw()

    # ---- advice ----

    async def _computed(self, compute: Callable[[], T]) -> T | None:
        """Return the result of `compute`, called in a thread; None after an error, or if the turn changes or ends."""
        turn = (self.tray, self.is_over)
        task = asyncio.create_task(asyncio.to_thread(compute))
        if not (await asyncio.wait({task}, timeout=_SECONDS_WITHOUT_NOTE))[0]:
            self._note(Text("Computing."))
        try:
            result = await task
        except CpokerError as error:  # for example, the rules have no equilibrium
            self.has_advice = False
            self._note(Text(str(error)))
            return None
        return result if turn == (self.tray, self.is_over) else None

    async def action_suggest(self) -> None:
        """Lay the cards as the adviser suggests. Other keys wait for the result."""
        position = self.tray.position
        if (placement := await self._computed(lambda: suggestion_at(position))) is None:
            return
        if not placement.is_surrender:
            self._fill(placement)
            self.declares = IF_BETTER if placement.declare == IF_BETTER else bool(placement.declare)
        self._say_suggestion(placement)
        self._draw()

    def _say_suggestion(self, placement: Placement) -> None:
        self._say(cards_text(suggestion_in_words(placement, self.tray.position)))

    @work(exclusive=True)
    async def action_analyze(self) -> None:
        """Show the points of the best placements and of the person's or, in Fantasyland, the suggestion.

        After the deal, show the analysis of the last turn. Other keys act during the analysis.
        """
        position, placement = self.game.last_turn if self.is_over else (self.tray.position, self.tray.placement())
        if position.in_fantasyland:
            if (suggestion := await self._computed(lambda: suggestion_at(position))) is not None:
                self._say_suggestion(suggestion)
            return
        is_hand = is_dealt_at_once(position)
        also = [placement] if is_hand and placement is not None else []
        limits: Mapping[str, Any] = _LIMITS_OF_HANDS if is_hand else _LIMITS_OF_STREETS
        if (analysis := await self._computed(lambda: analyze(position, also=also, **limits))) is not None:
            self._say(*analysis_texts(analysis, self.result if self.is_over else []))

    # ---- placing for good ----

    @property
    def _may_surrender(self) -> bool:
        return self.game.rules.has_surrender

    def action_surrender(self) -> None:
        """Surrender, after confirmation; show a message if the rules have no surrender."""
        if self._may_surrender:
            self._ask(Question("Surrender this hand?", "surrender", "go on"), Placement.surrender())
        else:
            self._note(Text(f"{self.game.rules.name} has no surrender."))

    def action_set(self) -> None:
        """Place the cards for good, after confirmation if the board becomes a foul, or does not show a natural."""
        if self.has_just_timed_out:
            return
        placement = self.tray.placement()
        if placement is None:
            discards = ", d discards it" if self.tray.discard_count else ""
            self._note(Text(f"Place more cards first: f, m and b put the selected card into a row{discards}."))
            return
        if self.declares != IF_BETTER:
            placement = Placement.of_cards(*placement.rows, placement.discards, self.declares)
        doubt = self._doubt()
        if doubt and self.tray.position.can_be_legal:
            self._ask(Question(f"{doubt.capitalize()}. Place the cards anyway?", "place them", "change them"), placement)
        else:
            self._place(placement)

    def _ask(self, question: Question, placement: Placement) -> None:
        """Ask a question; after a yes, place the cards, or surrender."""
        turn = self.tray
        self.push_screen(question, lambda is_yes: self._confirm(placement, turn, is_yes=bool(is_yes)))

    def _confirm(self, placement: Placement, turn: Tray, *, is_yes: bool) -> None:
        if self.tray is not turn or self.is_over:  # time ran out before the answer
            return
        if is_yes:
            self._place(placement)
        else:
            self._note(Text("Not placed: you can still move the cards."))

    def _place(self, placement: Placement) -> None:
        self._count_time()
        self._play(lambda: self._game.place(placement))

    def _act_at_timeout(self) -> None:
        self._count_time()
        self._play(self._game.time_out, "Time is up: placed for you: ")

    def action_next(self) -> None:
        """Begin the next deal. The key acts only after a settlement."""
        if self.has_just_timed_out:
            return  # the key was meant for the previous cards
        self._play(self.game.next_deal)

    def _play(self, play: Callable[[], object], note: str = "") -> None:
        """Continue the game, save it, and show the next turn or the result. If a bot fails, leave the table."""
        self._leave_input()
        try:
            outcome = play()
        except BotError as error:
            self._fail(error)
            return
        self._start()
        notes = [*self._save(), *self._record(), *([cards_text(f"{note}{outcome}.")] if note else [])]
        versions = self._result_texts() if self.is_over else [Group(*self._answers())]
        self.result = [Group(*notes, version) for version in versions]
        self._say(*self.result)
        self._draw()

    def _record(self) -> list[RenderableType]:
        """Append a finished deal to the file of records, if there is one; return a line with the error if this fails."""
        if self.records is not None and self.is_over:
            game, level = self._game, self._game.table.level
            try:
                record = Record.of_deal(game.deal, game.names, tags={} if level is None else level.tags)
                write_deals(self.records, [record], append=True)
            except CpokerError as error:
                return [Text(f"Not recorded: {error}", style="bold red")]
        return []

    def _result_texts(self) -> list[RenderableType]:
        """Return the versions of the result of a finished deal."""
        game, settled = self._game, self._game.settled
        assert settled is not None
        news = fantasyland_news(nicknames(game.names), game.deal.fantasyland, game.next_fantasyland)
        return result_texts(settled, game.names, news, end_news(game.table, game.names[_PERSON]))


def _finished_view(name: str, board: object, rules: Any, result: Text) -> BoardView:
    """Return the view of a finished board; one without cards for a surrender."""
    if not isinstance(board, Board):
        return BoardView(name, [(), (), ()], result=result, remark="surrender")
    rows = [sorted(row, reverse=True) for row in board.rows]
    words = [row_in_words(row, cards, rules) for row, cards in zip(ROWS, rows, strict=True)]
    return BoardView(name, [[Face(card) for card in cards] for cards in rows], words, result=result)


class PracticeApp(GameApp):
    """Practice in the terminal: each hand is judged beside the best board. The parameters are those of `GameApp`."""

    @property
    def _drill(self) -> Drill:
        assert isinstance(self.game, Drill)
        return self.game

    def _names(self) -> tuple[str, ...]:
        return ("your board", "best board")

    def _status_words(self) -> list[str]:
        words = [f"hand {self.game.deals + (not self.is_over)}"]
        return [*words, *(["declares"] if self.declares is True else [])]

    def _totals(self) -> Text:
        drill = self._drill
        if drill.deals:
            return Text(f"cost {drill.cost:.3f} points per hand, {drill.seconds / drill.deals:.0f} s")
        return Text("practice: your boards are compared with the best boards")

    def _answers(self) -> list[RenderableType]:
        return []

    def _place(self, placement: Placement) -> None:
        self._count_time()
        self._play(lambda: self._drill.judge(placement))

    def _act_at_timeout(self) -> None:
        placement = quick_placement(self.tray.position)
        self._count_time()

        def judge() -> Placement:
            self._drill.judge(placement)
            return placement

        self._play(judge, "Time is up: placed for you: ")

    def _views_of_result(self) -> list[BoardView]:
        """Return the judged board, with its foul if it has one, and the best board, with their expected points."""
        drill, verdict = self._drill, self._drill.verdicts[-1]
        _, placement = drill.last_turn
        judged = None if placement is None or placement.is_surrender else Board(*placement.rows)
        boards = ((judged, verdict.points), (verdict.best.board, verdict.best.points))
        views = [
            _finished_view(name, board, drill.rules, Text(f"{points:+.3f}"))
            for name, (board, points) in zip(self._names(), boards, strict=True)
        ]
        if judged is not None and (foul := foul_in_words(judged, drill.rules)):
            views[0] = views[0]._replace(remark=f"foul: {foul}", is_foul=True)
        return views

    def _result_texts(self) -> list[RenderableType]:
        return [verdict_text(self._drill.verdicts[-1])]


def app_of(
    game: Game | Drill, seconds: float | None = None, session: str | os.PathLike[str] | None = None, **options: Any
) -> GameApp:
    """Return the app that shows a game, or practice."""
    return (PracticeApp if isinstance(game, Drill) else GameApp)(game, seconds, session, **options)
