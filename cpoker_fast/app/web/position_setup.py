"""Positions that the page sets up: the places of their cards, and what they still lack."""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate
from typing import Any, NamedTuple

from cpoker_fast.app.web.asked import read_cards, read_rules, texts_of
from cpoker_fast.boards import HAND_SIZE, ROW_SIZES, ROWS
from cpoker_fast.cards import DECK_SIZE, CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError, PlacementError
from cpoker_fast.game.position import Position
from cpoker_fast.game.turns import hides_board, order_of_play
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.json_values import JsonObject

__all__ = ["SETUP_KEYS", "Group", "Place", "Setup"]

SETUP_KEYS = ("rules", "players", "button", "fantasyland", "hidden", "cards")


class Place(NamedTuple):
    """A place for cards, such as ``'hand'``, ``'front'`` of the player, or ``'front1'`` of the first opponent."""

    name: str
    label: str
    room: int


class Group(NamedTuple):
    """Places of one player, or of dead cards, below a title; `seat` is None for dead cards."""

    seat: int | None
    title: str
    note: str
    places: list[Place]


class Setup(NamedTuple):
    """A position that is being set up, in which the player has seat 0; opponents follow clockwise.

    `cards` are by the name of a place. Those of places that the setup lacks are ignored.
    """

    rules: Rules
    players: int
    button: int
    fantasyland: list[int]
    hidden: bool
    cards: dict[str, CardSet]

    @classmethod
    def read(cls, values: JsonObject) -> Setup:
        """Return the setup in a question, at the keys `SETUP_KEYS`."""
        rules = read_rules(values)
        players = values.whole("players", 2, rules.players)
        setup = cls(
            rules,
            players,
            values.whole("button", 0, players - 1),
            values.wholes("fantasyland", players, 0, DECK_SIZE),
            bool(values.one_of("hidden", (True, False))),
            _read_cards(values["cards"]),
        )
        setup._check_places()
        return setup

    @classmethod
    def of_position(cls, position: Position) -> Setup:
        """Return the setup of a position, turned so that the player has seat 0."""
        players, cards = position.players, {"hand": position.hand, "discards": position.discards}
        turned = [(position.seat + step) % players for step in range(players)]
        for number, seat in enumerate(turned):
            rows = zip(ROWS, position.boards[seat].rows, strict=True)
            cards |= {_name(row, number): row_cards for row, row_cards in rows}
            if number:
                cards[f"open{number}"] = position.open_hands[seat]
        return cls(
            position.rules,
            players,
            turned.index(position.button),
            [position.fantasyland[seat] for seat in turned],
            position.hides_opponents,
            cards,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, without the rules."""
        cards = {name: texts_of(cards) for name, cards in self.cards.items() if cards}
        return {**self._asdict(), "rules": self.rules.name, "cards": cards}

    # ---- places ----

    @property
    def is_at_once(self) -> bool:
        """Whether the player places all cards at once."""
        return self.rules.is_closed or self.fantasyland[0] > 0

    @property
    def street(self) -> int:
        """Index of the street that the player places next; the number of streets if their board is complete."""
        placed, before = self._number_on_board(0), self._placed_before()
        return max(street for street, number in enumerate(before) if number <= placed)

    @property
    def is_over(self) -> bool:
        """Whether the player's board is complete."""
        return self.street == len(self.rules.streets)

    @property
    def dealt(self) -> int:
        """Number of cards of the player's hand."""
        return 0 if self.is_over else self.fantasyland[0] or self.rules.streets[self.street][0]

    def groups(self) -> list[Group]:
        """Return the places for cards, by player."""
        needed = self._needed()
        groups = [Group(0, self._title(0), self._own_note(), self._own_places())]
        for seat in range(1, self.players):
            places = self._places_of_opponent(seat, needed[seat])
            has_rows = any(place.name.startswith("back") for place in places)
            numbers = f"{self._number_on_board(seat)} of {needed[seat]} cards" if needed[seat] else "no cards yet"
            note = numbers if has_rows else "" if places else "hidden cards"
            groups.append(Group(seat, self._title(seat), note, places))
        room = DECK_SIZE - HAND_SIZE * self.players
        if self.rules.is_closed and not self.fantasyland[0] and room:
            groups.append(Group(None, "Dead cards", "which no player can hold", [Place("dead", "Dead", room)]))
        return groups

    def _own_places(self) -> list[Place]:
        hand = [] if self.is_over else [Place("hand", "Hand", self.dealt)]
        if self.is_at_once:
            return hand
        discards = sum(dealt - placed for dealt, placed in self.rules.streets)
        return [*hand, *_rows_of(0), *([Place("discards", "Discards", discards)] if discards else [])]

    def _places_of_opponent(self, seat: int, needed: int) -> list[Place]:
        if self.rules.is_closed:
            return [] if self.fantasyland[0] else [Place(f"known{seat}", "Known cards", HAND_SIZE)]
        if self.hidden or self.fantasyland[seat]:
            return []
        is_face_up = self.rules.first_street_open and not needed
        return [*_rows_of(seat), *([Place(f"open{seat}", "Face-up cards", self.rules.streets[0][0])] if is_face_up else [])]

    def _title(self, seat: int) -> str:
        name = "You" if seat == 0 else f"Opponent {seat}"
        return f"{name}, button" if seat == self.button else name

    def _own_note(self) -> str:
        if self.is_over:
            return "board complete"
        placed = HAND_SIZE if self.fantasyland[0] else self.rules.streets[self.street][1]
        place = f"place {placed} of {self.dealt} cards" if self.dealt > placed else f"place {counted(placed, 'card')}"
        if self.fantasyland[0]:
            return f"Fantasyland: {place}"
        streets = len(self.rules.streets)
        return f"street {self.street + 1} of {streets}: {place}" if streets > 1 else place

    def _number_on_board(self, seat: int) -> int:
        if self.is_at_once and seat == 0:
            return 0
        return sum(len(self.cards.get(_name(row, seat), ())) for row in ROWS)

    def _placed_before(self) -> list[int]:
        """Return the number of cards on a board before each street, and at the end."""
        return list(accumulate((placed for _, placed in self.rules.streets), initial=0))

    def _needed(self) -> list[int]:
        """Return the number of cards on each board that the player sees when it is their turn."""
        turns = order_of_play(len(self.rules.streets), self.players, self.button, self.fantasyland)
        made = turns if self.is_over else turns[: turns.index((0, self.street))]
        numbers = Counter(dict.fromkeys(range(self.players), 0))
        for seat, street in made:
            numbers[seat] += 0 if hides_board(self.rules, self.fantasyland[seat]) else self.rules.streets[street][1]
        return [numbers[seat] for seat in range(self.players)]

    def _check_places(self) -> None:
        seen: dict[int, str] = {}
        for group in self.groups():
            for place in group.places:
                cards = self.cards.get(place.name, CardSet())
                if len(cards) > place.room and place.name != "hand":  # which may be that of an earlier street
                    raise CpokerError.about(f"cards.{place.name}", f"expected at most {place.room} cards, got {len(cards)}")
                for card in cards:
                    if card in seen:
                        raise CpokerError.about(
                            f"cards.{place.name}", f"duplicate card {format_card(card)}, which is also in {seen[card]}"
                        )
                    seen[card] = place.name

    # ---- the position ----

    def in_place(self, name: str) -> CardSet:
        """Return the cards of a place; none if the setup lacks the place."""
        places = {place.name for group in self.groups() for place in group.places}
        return self.cards.get(name, CardSet()) if name in places else CardSet()

    def problem(self) -> tuple[int, str]:
        """Return the seat whose cards must be changed, and what is wrong; empty text if the position is complete."""
        if self.is_over:
            return 0, "Your board is complete. Take cards back, or clear all."
        before, discarded = self._placed_before(), sum(dealt - placed for dealt, placed in self.rules.streets[: self.street])
        hand, placed = len(self.in_place("hand")), self._number_on_board(0)
        if placed not in before:
            *others, last = before[:-1]
            return 0, f"Your board: expected {', '.join(map(str, others))} or {last} cards, got {placed}."
        if not self.is_at_once and (number := len(self.in_place("discards"))) != discarded:
            return 0, f"Your discards: expected {counted(discarded, 'card')} on street {self.street + 1}, got {number}."
        if hand != self.dealt:
            return 0, f"Your hand: expected {counted(self.dealt, 'card')}, got {hand}."
        try:
            self.position()
        except PlacementError as error:
            problem = f"{error.problem[0].upper()}{error.problem[1:]}"
            return error.seat or 0, f"Opponent {error.seat}: {error.problem}." if error.seat else f"{problem}."
        return 0, ""

    def position(self) -> Position:
        """Return the position; PlacementError if its cards occur at no moment of a deal."""
        seats = range(self.players)
        return Position(
            self.rules,
            seat=0,
            button=self.button,
            street=self.street,
            boards=["/".join(str(self.in_place(_name(row, seat))) or "-" for row in ROWS) for seat in seats],
            hand=self.in_place("hand"),
            discards=self.in_place("discards"),
            fantasyland=self.fantasyland,
            open_hands=[self.in_place(f"open{seat}") for seat in seats],
            hides_opponents=self.hidden and not self.rules.is_closed,
        )


def _name(row: str, seat: int) -> str:
    return f"{row}{seat or ''}"


def _rows_of(seat: int) -> list[Place]:
    return [Place(_name(row, seat), row.capitalize(), room) for row, room in zip(ROWS, ROW_SIZES, strict=True)]


_PLACE = re.compile(rf"hand|discards|dead|({'|'.join(ROWS)})[1-9]?|(open|known)[1-9]")


def _read_cards(value: object) -> dict[str, CardSet]:
    if not isinstance(value, dict):
        raise CpokerError.about("cards", f"expected cards by place, got {quote(value)}")
    for name in value:
        if not _PLACE.fullmatch(name):
            raise CpokerError.about("cards", f"unknown place {quote(name)}")
    by_place = JsonObject(value, tuple(value), "cards")
    return {name: read_cards(by_place, name) for name in value}
