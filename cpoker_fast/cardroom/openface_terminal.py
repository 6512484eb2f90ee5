"""The terminal app for open-face games, with Textual."""

from __future__ import annotations

import asyncio
import os
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Footer, Static

from cpoker_fast.boards import ROWS
from cpoker_fast.cardroom.openface_game import OpenFaceGame
from cpoker_fast.cardroom.openface_terminal_texts import (
    BoardText,
    advice_text,
    end_news,
    fantasyland_news,
    row_words,
    royalty_of,
)
from cpoker_fast.cardroom.openface_tray import DISCARDS, StreetTray
from cpoker_fast.cardroom.terminal_app import HIDDEN_KEYS, ROW_KEYS, SHARED_KEYS, CardApp
from cpoker_fast.cardroom.terminal_dialogs import OPEN_FACE_KEYS, Question
from cpoker_fast.cardroom.terminal_texts import card_text, result_text, short_names, totals_text
from cpoker_fast.cards import CardSet
from cpoker_fast.display.markup import cards_text
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError
from cpoker_fast.openface import PartialBoard, Placement, analyze, stack_size
from cpoker_fast.openface.game.plan import openface_of
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.readout import remark_on

__all__ = ["OpenFaceApp"]

_WELCOME = "Select a card with the keys left and right, or click it. Press f, m or b, or click a row, to place the card."
_ADVICE_SECONDS = 0.5  # time limit of the analysis


class OpenFaceApp(CardApp):
    """An open-face game in the terminal: cards are placed with keys, with the mouse, or as typed rows.

    Parameters
    ----------
    game : OpenFaceGame
    seconds : float or None
        Time limit of each placement. When time runs out, the cards are placed by the time-out rules.
    session : path, optional
        File to which the game is saved after each placement.
    """

    TITLE = "Open-face Chinese poker"
    CSS = (
        CardApp.CSS
        + """
    #others { height: 5; }
    #others > Static { width: 1fr; height: 5; padding: 0 1; border: round $primary;
                       border-title-color: $text; border-subtitle-color: $warning; border-subtitle-style: bold; }
    #tray { border-title-color: $text; border-title-style: bold; }
    """
    )
    KEYS = OPEN_FACE_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *ROW_KEYS,
        Binding("d", "place('discards')", "discard"),
        Binding("enter", "set", "place", key_display="Enter"),
        Binding("enter", "next", "next deal", key_display="Enter"),
        *SHARED_KEYS,
        Binding("a", "advise", "advice"),
        Binding("d", "discard_nothing", "discard", show=False),
        *HIDDEN_KEYS,
    ]
    tray: StreetTray
    game: OpenFaceGame

    def __init__(
        self, game: OpenFaceGame, seconds: float | None = None, session: str | os.PathLike[str] | None = None
    ) -> None:
        super().__init__(game, (*ROWS, DISCARDS), seconds, session)
        self.lines[DISCARDS].display = stack_size(game.rules) > 13
        self.others = [Static() for _ in game.names[1:]]
        self._start()

    def _start(self) -> None:
        self._begin(StreetTray(self.game.position))
        self.is_over = self.game.is_settled

    # ---- display ----

    def compose(self) -> ComposeResult:
        """Yield the status, the boards of all players, a hint, the input line, messages and keys."""
        yield self.status
        yield Horizontal(*self.others, id="others")
        yield self.table
        yield self.hint
        yield self.typed
        yield self.scroll
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Show how to place cards, and the moves of the other players."""
        self._say(Group(Text(_WELCOME), *self._answers()))

    def _status_words(self) -> list[str]:
        game = self.game
        words = [f"deal {game.deals + (not self.is_over)}", f"button: {short_names(game.names)[game.button]}"]
        if not self.is_over:
            position = game.position
            streets = len(openface_of(game.rules).streets)
            words.append("Fantasyland" if position.in_fantasyland else f"street {position.street + 1} of {streets}")
        return words

    def _totals(self) -> str:
        return totals_text(self.game.names, self.game.totals)

    def _draw(self) -> None:
        self._draw_hand()
        rows = {row: self.tray.cards_in(row) for row in ROWS}
        for row, cards in rows.items():
            self._draw_row(row, self._texts(row), row_words(row, cards, self.game.rules))
        blanks = " __ " * (self.tray.discard_count - len(self.tray.rows[DISCARDS])) if not self.is_over else ""
        self.lines[DISCARDS].update(Text.assemble("discard ", *self._texts(DISCARDS), blanks))
        self.table.border_title = short_names(self.game.names)[0]
        self.table.border_subtitle = self._subtitle(0, rows)
        self._draw_others()
        self._draw_hint()

    def _texts(self, row: str) -> list[Text]:
        new = self.tray.rows[row]
        return [card_text(card, is_new=card in new, moves=card in new) for card in self.tray.cards_in(row)]

    def _draw_others(self) -> None:
        position = self.game.position
        new = CardSet([card for move in self.game.answers for card in move.placement.cards])
        for seat, widget in enumerate(self.others, 1):
            board = position.boards[seat]
            widget.update(BoardText(board, new if not self.is_over else CardSet(), self.game.rules))
            widget.border_title = short_names(self.game.names)[seat]
            rows = zip(ROWS, board.rows, strict=True)
            widget.border_subtitle = self._subtitle(seat, {row: list(cards) for row, cards in rows})

    def _subtitle(self, seat: int, rows: dict[str, list[int]]) -> str:
        """Return the remark on a settled board or, if there is none, its Fantasyland, open cards and royalties."""
        settled = self.game.settled
        if settled is not None and (remark := remark_on(settled.seats[seat], settled.rules)):
            return remark
        words = []
        if size := self.game.deal.fantasyland[seat]:
            words.append(f"Fantasyland, {size} cards")
        if hand := self.game.position.open_hands[seat]:
            words.append(f"holds {hand}")
        if royalties := sum(royalty_of(row, cards, self.game.rules) for row, cards in rows.items()):
            words.append(f"royalties {royalties}")
        return "; ".join(words)

    def _draw_hint(self) -> None:
        if self.is_over:
            self._hint("Enter: the next deal.", is_foul=False)
        elif foul := self.tray.foul_in_words():
            self._hint(f"foul: {foul}", is_foul=True)
        elif self.tray.placement() is not None:
            self._hint("Enter: place these cards for good.", is_foul=False)
        else:
            missing = self.tray.discard_count - len(self.tray.rows[DISCARDS])
            discards = f", {missing} to discard" if missing else ""
            self._hint(f"{counted(self.tray.missing, 'card')} to place{discards}.", is_foul=False)

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
        """Return whether a key acts now; the discard key acts only on streets with discards."""
        if action in ("advise", "discard_nothing"):
            return not self.is_over
        if (action, parameters) == ("place", (DISCARDS,)) and not self.tray.discard_count:
            return False
        return super().check_action(action, parameters)

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
        self._say(Text("Computing."))
        try:
            analysis = await asyncio.to_thread(analyze, position, seconds=_ADVICE_SECONDS)
        except CpokerError as error:
            self._say(Text(str(error)))
            return
        if position == self.tray.position and not self.is_over:
            self._say(advice_text(analysis))

    # ---- placing for good ----

    def action_discard_nothing(self) -> None:
        """Show that no card is discarded on this street."""
        self._say(Text(self._refusal(DISCARDS)))

    def action_next(self) -> None:
        """Begin the next deal. The key acts only after a settlement."""
        if self.has_just_timed_out:
            return  # the key was meant for the previous cards
        self.game.next_deal()
        self._show_street([])

    def action_set(self) -> None:
        """Place the cards for good, after a confirmation if the board becomes a foul."""
        if self.has_just_timed_out:
            return
        placement = self.tray.placement()
        if placement is None:
            discards = ", d discards it" if self.tray.discard_count else ""
            self._say(Text(f"Place more cards first: f, m and b put the selected card into a row{discards}."))
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
            self._say(Text("Not placed: you can still move the cards."))

    def _place(self, placement: Placement) -> None:
        self._count_time()
        self.game.place(placement)
        self._show_street(self._save())

    def _act_at_timeout(self) -> None:
        self._count_time()
        placement = self.game.time_out()
        self._show_street([*self._save(), cards_text(f"Time is up: placed for you: {placement}.")])

    # ---- from street to street ----

    def _show_street(self, notes: list[RenderableType]) -> None:
        """Show notes, followed by news of the next street or by the settlement."""
        self._leave_input()
        self._start()
        if self.game.settled is None:
            lines = self._answers()
        else:
            news = fantasyland_news(self.game.deal, self.game.names)
            lines = [
                *(Text(line, style="bold") for line in (*news, *end_news(self.game.session))),
                result_text(self.game.settled, self.game.names, with_boards=False),
            ]
        self._say(Group(*notes, *lines))
        self._draw()

    def _is_begun(self) -> bool:
        return bool(self.game.deals or self.placed or self.game.position.own.cards)
