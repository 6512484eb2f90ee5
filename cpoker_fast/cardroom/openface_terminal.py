"""The terminal app for open-face games, with Textual."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.cardroom.board_panel import BoardPanel, BoardView, CardLine, has_room_for_words
from cpoker_fast.cardroom.card_faces import BACK, EMPTY, Face, Fan, Look, draw_fan
from cpoker_fast.cardroom.openface_game import OpenFaceGame
from cpoker_fast.cardroom.openface_terminal_texts import advice_texts, end_news, fantasyland_news, royalty_of
from cpoker_fast.cardroom.openface_tray import DISCARDS, StreetTray
from cpoker_fast.cardroom.terminal_app import CARD_KEYS, EDITING_KEYS, SCREEN_KEYS, WELCOME, CardApp
from cpoker_fast.cardroom.terminal_dialogs import OPEN_FACE_KEYS, Question
from cpoker_fast.cardroom.terminal_layout import DISCARD_LABEL, HAND_LABEL, band_layout
from cpoker_fast.cardroom.terminal_texts import nicknames, points_text, result_texts, totals_text
from cpoker_fast.cards import CardSet
from cpoker_fast.display.markup import cards_text
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BotError, CpokerError
from cpoker_fast.openface import PartialBoard, Placement
from cpoker_fast.settling import read_seat, row_in_words
from cpoker_fast.settling.readout import remark_on
from cpoker_fast.studies import analyze

__all__ = ["OpenFaceApp"]

_ADVICE_SECONDS = 0.5  # time limit of the analysis
_PERSON = 0


class OpenFaceApp(CardApp):
    """An open-face game in the terminal: cards are placed with keys, with the mouse, or as typed rows.

    Parameters
    ----------
    game : OpenFaceGame
    seconds : float or None
        Time limit of each placement. When time runs out, the cards are placed by the time-out rules.
    session : path, optional
        File to which the game is saved after each placement.
    **options
        Options of `CardApp`.
    """

    TITLE = "Open-face Chinese poker"
    CSS = CardApp.CSS + "#band, #cards { height: auto; } #hand, #discards { width: auto; }"
    KEYS = OPEN_FACE_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *CARD_KEYS,
        Binding("d", "place('discards')", "discard"),
        *EDITING_KEYS,
        Binding("enter", "set", "place"),
        Binding("enter", "next", "next deal"),
        Binding("s", "suggest", "suggest"),
        Binding("a", "advise", "advice"),
        *SCREEN_KEYS,
    ]
    tray: StreetTray
    game: OpenFaceGame

    def __init__(
        self,
        game: OpenFaceGame,
        seconds: float | None = None,
        session: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, seconds, session, **options)
        self.panels = [BoardPanel(takes_cards=seat == _PERSON) for seat in range(len(game.names))]
        self.band = Horizontal(*self.panels, id="band")
        self.hand, self.discards = CardLine(id="hand"), CardLine(id=DISCARDS)
        self.cards = Horizontal(self.hand, self.discards, id="cards")
        self._start()

    def _start(self) -> None:
        self._begin(StreetTray(self.game.position))
        self.is_over = self.game.is_settled

    # ---- display ----

    def compose(self) -> ComposeResult:
        """Yield the status, the boards of all players, the hand, a hint, the input line, messages and keys."""
        yield self.status
        yield self.band
        yield self.cards
        yield self.hint
        yield self.typed
        yield self.messages
        yield self.keys

    def on_mount(self) -> None:
        """Show how to place cards, and the moves of the other players."""
        self._say(Group(Text(WELCOME), *self._answers()))

    def _status_words(self) -> list[str]:
        game = self.game
        words = [f"deal {game.deals + (not self.is_over)}", f"button: {nicknames(game.names)[game.button]}"]
        if not self.is_over:
            position = game.position
            streets = len(game.rules.streets)
            words.append("Fantasyland" if position.in_fantasyland else f"street {position.street + 1} of {streets}")
        return words

    def _totals(self) -> Text:
        return totals_text(self.game.names, self.game.totals, self.size.width - 2)

    def _draw(self) -> None:
        discards = self.tray.cards_in(DISCARDS)
        places = len(self.tray.placed_before(DISCARDS)) + self.tray.discard_count
        hand = 0 if self.is_over else len(self.tray.hand)
        layout = band_layout(*self.size, len(self.panels), hand, places if hand else 0)
        new = CardSet([card for move in self.game.answers for card in move.placement.cards])
        views = [self._own_view(), *(self._view(seat, new) for seat in range(1, len(self.panels)))]
        for panel, view, width in zip(self.panels, views, layout.widths, strict=True):
            panel.show(view, layout.boards, width, layout.lines_below)
        self.cards.display = self.hint.display = not self.is_over
        self._draw_cards(self.hand, HAND_LABEL, self._hand_faces(), layout.hand)
        self.hand.styles.width = len(HAND_LABEL) + layout.hand.width(hand)
        faces = [self._face(card, self.tray.rows[DISCARDS], moves=True) for card in discards]
        faces += [EMPTY] * (places - len(faces))
        self._draw_cards(self.discards, DISCARD_LABEL, faces, layout.hand)
        self.discards.display = self.game.rules.most_cards() > 13 and bool(places)
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

    def _own_view(self) -> BoardView:
        rows = {row: self.tray.cards_in(row) for row in ROWS}
        faces = [[self._face(card, self.tray.rows[row], moves=True) for card in cards] for row, cards in rows.items()]
        words = [row_in_words(row, cards, self.game.rules) or row for row, cards in rows.items()]
        return self._with_remark(_PERSON, list(rows.values()), BoardView(self.game.names[_PERSON], faces, words))

    def _view(self, seat: int, new: CardSet) -> BoardView:
        rows = [sorted(cards, reverse=True) for cards in self.game.position.boards[seat].rows]
        if not any(rows) and self.game.deal.boards[seat].is_complete:  # set in Fantasyland, face down
            faces = [[BACK] * size for size in ROW_SIZES]
        else:
            shown = CardSet() if self.is_over else new
            faces = [[self._face(card, shown) for card in cards] for cards in rows]
        words = [row_in_words(row, cards, self.game.rules) for row, cards in zip(ROWS, rows, strict=True)]
        return self._with_remark(seat, rows, BoardView(self.game.names[seat], faces, words))

    def _with_remark(self, seat: int, rows: list[list[int]], view: BoardView) -> BoardView:
        """Return a view with royalties, and below a settled board its result."""
        royalties = [royalty_of(row, cards, self.game.rules) for row, cards in zip(ROWS, rows, strict=True)]
        settled = self.game.settled
        if settled is None:
            return view._replace(royalties=royalties, remark=self._remark(seat, sum(royalties)))
        player, next_size = settled.seats[seat], self.game.deal.next_fantasyland[seat]
        remark = remark_on(player, settled.rules) or (f"→ Fantasyland ({next_size})" if next_size else "")
        result = points_text(settled.points[seat])
        return view._replace(royalties=player.royalties or (0, 0, 0), remark=remark, is_foul=player.is_foul, result=result)

    def _remark(self, seat: int, royalties: int) -> str:
        """Return the Fantasyland, the open cards and the royalties of a board that is not settled."""
        words = []
        if size := self.game.deal.fantasyland[seat]:
            words.append(f"Fantasyland ({size})")
        if hand := self.game.position.open_hands[seat]:
            words.append(f"has {hand}")
        if royalties:
            words.append(f"royalties {royalties}")
        return "; ".join(words)

    def _rows_in_words(self) -> str:
        """Return the complete rows of the person in words."""
        rows = {row: row_in_words(row, self.tray.cards_in(row), self.game.rules) for row in ROWS}
        return "; ".join(f"{row}: {words}" for row, words in rows.items() if words)

    def _draw_hint(self, rows: str) -> None:
        """Show what remains to do, and the rows in words."""
        if self.is_over:
            return
        if foul := self.tray.foul_in_words():
            self._hint(f"foul: {foul}", is_foul=True)
        elif self.tray.placement() is not None:
            self._hint(f"Enter: place these cards for good.   {rows}")
        else:
            missing = self.tray.discard_count - len(self.tray.rows[DISCARDS])
            discards = f", {missing} to discard" if missing else ""
            self._hint(f"{counted(self.tray.missing, 'card')} to place{discards}.   {rows}")

    def _answers(self) -> list[RenderableType]:
        """Return lines with the visible moves and open cards of other players, and a note about the person's Fantasyland."""
        lines: list[RenderableType] = []
        for move in self.game.answers:
            name = self.game.names[move.seat]
            if self.game.deal.fantasyland[move.seat]:
                lines.append(Text(f"{name} has set the Fantasyland cards, face down."))
            else:
                rows = PartialBoard(*move.placement.rows)
                lines.append(cards_text(f"{name} places {rows}."))
        for name, hand in zip(self.game.names, self.tray.position.open_hands, strict=True):
            if hand:
                lines.append(cards_text(f"{name} was dealt {hand}, face up."))
        if self.tray.position.in_fantasyland:
            lines.insert(0, Text("Fantasyland: set all cards at once. The others see them at the showdown.", style="bold"))
        return lines

    # ---- placing ----

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key has an effect now."""
        if action == "advise":
            return not self.is_over and super().check_action("suggest", parameters)
        return super().check_action(action, parameters)

    def _can(self, action: str, *parameters: object) -> bool:
        return self.tray.placement() is not None if action == "set" else super()._can(action, *parameters)

    def _refusal(self, row: str) -> str:
        if row in ROWS and not self.tray.missing:
            return f"Only {counted(self.tray.position.to_place, 'card')} may be placed: press Enter to discard the rest."
        if row == DISCARDS:
            most = self.tray.discard_count
            return f"Only {counted(most, 'card')} may be discarded here." if most else "No card is discarded on this street."
        return super()._refusal(row)

    def _fill(self, placement: Placement) -> None:
        self.tray.fill(placement)
        self._record_placed()

    def _lay_text(self, text: str) -> None:
        self._fill(self.tray.position.placement(text))

    # ---- advice ----

    def action_suggest(self) -> None:
        """Lay the cards as the bot `swift` suggests, or `careful` for rules without networks."""
        placement = self.game.suggestion()
        self._fill(placement)
        self._say(cards_text(self._suggestion_words(placement)))
        self._draw()

    def _suggestion_words(self, placement: Placement) -> str:
        words = f"{self.game.adviser} would place {placement}."
        if self.tray.position.in_fantasyland:
            seat = read_seat(PartialBoard(*placement.rows).board(), self.game.rules)
            words += f" This board has {counted(sum(seat.royalties), 'royalty point')}."
        return words

    @work(exclusive=True)
    async def action_advise(self) -> None:
        """Show the points of the best placements or, in Fantasyland, the suggestion. Other keys act during the analysis."""
        position = self.tray.position
        if position.in_fantasyland:
            self._say(cards_text(self._suggestion_words(self.game.suggestion())))
            return
        self._note(Text("Computing."))
        try:
            analysis = await asyncio.to_thread(analyze, position, seconds=_ADVICE_SECONDS)
        except CpokerError as error:
            self._note(Text(str(error)))
            return
        if position == self.tray.position and not self.is_over:
            self._say(*advice_texts(analysis))

    # ---- placing for good ----

    def action_next(self) -> None:
        """Begin the next deal. The key acts only after a settlement."""
        if self.has_just_timed_out:
            return  # the key was meant for the previous cards
        self._play(self.game.next_deal)

    def action_set(self) -> None:
        """Place the cards for good, after a confirmation if the board becomes a foul."""
        if self.has_just_timed_out:
            return
        placement = self.tray.placement()
        if placement is None:
            discards = ", d discards it" if self.tray.discard_count else ""
            self._note(Text(f"Place more cards first: f, m and b put the selected card into a row{discards}."))
            return
        self._fill(placement)
        self._draw()
        foul = self.tray.foul_in_words()
        if foul and self.tray.position.can_be_legal:
            text = f"Foul: {foul}. Place the cards anyway?"
            question = Question(text, "place them", "change them")
            self.push_screen(question, lambda places: self._confirm(placement, places=bool(places)))
        else:
            self._place(placement)

    def _confirm(self, placement: Placement, *, places: bool) -> None:
        if placement.cards | placement.discards != self.tray.hand or self.is_over:  # time ran out before the answer
            return
        if places:
            self._place(placement)
        else:
            self._note(Text("Not placed: you can still move the cards."))

    def _place(self, placement: Placement) -> None:
        self._count_time()
        self._play(lambda: self.game.place(placement))

    def _act_at_timeout(self) -> None:
        self._count_time()
        self._play(self.game.time_out, "Time is up: placed for you: ")

    # ---- from street to street ----

    def _play(self, play: Callable[[], object], note: str = "") -> None:
        """Continue the game, save it, and show the next street or the settlement. If a bot fails, leave the table."""
        self._leave_input()
        try:
            result = play()
        except BotError as error:
            self._fail(error)
            return
        self._start()
        notes = [*self._save(), *([cards_text(f"{note}{result}.")] if note else [])]
        settled = self.game.settled
        if settled is None:
            versions: list[RenderableType] = [Group(*self._answers())]
        else:
            news = fantasyland_news(self.game.deal, nicknames(self.game.names))
            versions = result_texts(settled, self.game.names, news, end_news(self.game.session))
        self._say(*(Group(*notes, version) for version in versions))
        self._draw()

    def _is_begun(self) -> bool:
        return bool(self.game.deals or self.placed or self.game.position.own.cards)
