"""Positions: the information of one player in a deal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cpoker_fast._arguments import check_seat, check_whole, is_whole, items_of
from cpoker_fast._openface import can_be_legal, placements_of
from cpoker_fast.boards import Cards
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, PlacementError, RulesError, SeedError
from cpoker_fast.openface.game.placement import PartialBoard, Placement, Rows, place_rows, rows_of
from cpoker_fast.openface.game.plan import as_openface_rules, openface_of, plan_of
from cpoker_fast.rulebook import Rules

__all__ = ["Position", "check_asked", "check_position"]

_DECK = CardSet(range(52))
_NOTHING = CardSet()


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The information of a player in the middle of a deal: an immutable value.

    Parameters
    ----------
    rules : Rules or str
        Rules with streets, or the name of a preset.
    seat : int
        Seat of the player, counted from 0 like all seats.
    button : int
        Seat with the button, which acts last.
    street : int
        Index of the player's street, from 0; after the last one, the number of streets. Errors count boards and streets
        from 1.
    boards : sequence of PartialBoard or str
        Boards by seat, as the player sees them: boards of others in Fantasyland are empty until the showdown.
    hand : CardSet, str or iterable of int
        Cards that the player has to place now; none if it is not their turn.
    discards : CardSet, str or iterable of int
        Cards that the player has discarded; discards of others are hidden.
    fantasyland : sequence of int
        Cards of players in Fantasyland by seat, 0 for the others; () for none.
    open_hands : sequence of CardSet, str or iterables of int
        Cards by seat of a first street that was dealt face up (`OpenFace.first_street_open`) and is not placed yet; empty
        for the player to act, whose cards are the hand. Opponents' cards may be missing: they count as unknown. () for none.

    Raises
    ------
    PlacementError
        If a card is in two places, or the numbers of cards do not fit the street.
    RulesError
        If the rules are unknown, or those of a closed game.
    TableError
        If a seat is invalid.

    Examples
    --------
    >>> p = Position.parse("rules pineapple; seat 0; button 0; street 4; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
    ...     " board Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d")
    >>> for placement in p.placements():
    ...     print(placement, "|", "alive" if p.after(placement).can_be_legal else "a foul")
    5d / 7h / - discards Jc | alive
    5d / Jc / - discards 7h | a foul
    7h / 5d / - discards Jc | a foul
    Jc / 5d / - discards 7h | a foul
    7h / Jc / - discards 5d | a foul
    Jc / 7h / - discards 5d | alive
    >>> str(p.placement("Jc / 7h / - discards 5d"))
    'Jc / 7h / - discards 5d'
    """

    rules: Rules
    seat: int
    button: int
    street: int
    boards: tuple[PartialBoard, ...]
    hand: CardSet = _NOTHING
    discards: CardSet = _NOTHING
    fantasyland: tuple[int, ...] = ()
    open_hands: tuple[CardSet, ...] = ()

    def __init__(
        self,
        rules: Rules | str,
        *,
        seat: int,
        button: int,
        street: int,
        boards: Sequence[PartialBoard | str],
        hand: Cards = _NOTHING,
        discards: Cards = _NOTHING,
        fantasyland: Sequence[int] = (),
        open_hands: Sequence[Cards] = (),
    ) -> None:
        listed, cards, hands = items_of(boards), items_of(fantasyland), items_of(open_hands)
        if listed is None or cards is None:
            raise PlacementError(
                f"expected boards and numbers of cards by seat, got {quote(boards)} and {quote(fantasyland)}"
            )
        if hands is None or isinstance(open_hands, str | CardSet):
            raise PlacementError(f"open_hands: expected cards by seat, got {quote(open_hands)}")
        valid = as_openface_rules(rules)
        values = {
            "rules": valid,
            "seat": seat,
            "button": button,
            "street": street,
            "boards": tuple(PartialBoard(*rows_of(board)) for board in listed),
            "hand": _cards_in("hand", hand),
            "discards": _cards_in("discards", discards),
            "fantasyland": tuple(cards) or (0,) * len(listed),
            "open_hands": tuple(_cards_in(f"open_hands[{seat}]", hand) for seat, hand in enumerate(hands))
            or (_NOTHING,) * len(listed),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    @classmethod
    def of_parts(cls, **parts: Any) -> Position:
        """Return a position of valid parts, all of them; nothing is checked, for speed."""
        position = object.__new__(cls)
        for name, value in parts.items():
            object.__setattr__(position, name, value)
        return position

    def _check(self) -> None:
        openface, seats = openface_of(self.rules), len(self.boards)
        if not 2 <= seats <= openface.players:
            raise PlacementError(f"boards: expected 2 to {openface.players} under {quote(self.rules.name)}, got {seats}")
        check_seat("seat", self.seat, seats)
        check_seat("button", self.button, seats)
        check_whole("street index", self.street, 0, len(openface.streets), PlacementError)
        if len(self.fantasyland) != seats:
            raise PlacementError(f"fantasyland: expected a number for each of {seats} seats, got {len(self.fantasyland)}")
        if len(self.open_hands) != seats:
            raise PlacementError(f"open_hands: expected cards for each of {seats} seats, got {len(self.open_hands)}")
        for number in self.fantasyland:
            if not is_whole(number) or number:
                check_whole("fantasyland: cards", number, 13, 17, PlacementError)
        if any(self.fantasyland) and openface.fantasyland is None:
            raise PlacementError(f"fantasyland: the rules {quote(self.rules.name)} have none")
        seen: dict[int, str] = {}
        held = [(f"board {seat + 1}", board.cards) for seat, board in enumerate(self.boards)]
        held += [(f"the open hand of player {seat + 1}", cards) for seat, cards in enumerate(self.open_hands)]
        for where, cards in (*held, ("the hand", self.hand), ("the discards", self.discards)):
            for card in cards:
                if card in seen:
                    raise PlacementError(f"card {format_card(card)} is twice here: in {seen[card]} and in {where}")
                seen[card] = where
        self._check_open_hands()
        self._check_numbers()

    def _check_open_hands(self) -> None:
        openface = openface_of(self.rules)
        if any(self.open_hands) and not openface.first_street_open:
            raise PlacementError(f"open_hands: the rules {self.rules.name!r} deal no cards face up")
        dealt = openface.streets[0][0]
        for seat, cards in enumerate(self.open_hands):
            if not cards:
                continue
            if self.boards[seat].cards or self.fantasyland[seat] or (seat == self.seat and self.hand):
                why = "in Fantasyland" if self.fantasyland[seat] else "with cards in hand or on the board"
                raise PlacementError(f"open_hands[{seat}]: expected none for a player {why}, got {cards}")
            if len(cards) != dealt:
                raise PlacementError(
                    f"open_hands[{seat}]: expected {counted(dealt, 'card')}, as dealt on street 1, got {len(cards)}"
                )

    def _check_numbers(self) -> None:
        """Check the numbers of the player's cards; messages count streets from 1."""
        streets = openface_of(self.rules).streets
        placed, discards, board = len(self.own.cards), len(self.discards), self.seat
        if number := self.fantasyland[board]:
            fits = (placed, discards, len(self.hand)) in ((0, 0, number), (0, 0, 0), (13, number - 13, 0))
            if not fits:
                raise PlacementError(f"expected {number} cards in hand, or a complete board, in Fantasyland")
            return
        before = streets[: self.street]
        expected, discarded = sum(street[1] for street in before), sum(street[0] - street[1] for street in before)
        if (placed, discards) != (expected, discarded):
            raise PlacementError(
                f"{self._where()}: expected {counted(expected, 'card')} on the player's board and "
                f"{counted(discarded, 'discard')}, got {placed} and {discards}"
            )
        dealt = streets[self.street][0] if self.street < len(streets) else 0
        if len(self.hand) not in (0, dealt):
            raise PlacementError(f"hand: expected {counted(dealt, 'card')} {self._where('on ')}, got {len(self.hand)}")

    def _where(self, on: str = "") -> str:
        """Return the street in words, from 1."""
        streets = len(openface_of(self.rules).streets)
        return f"{on}street {self.street + 1} of {streets}" if self.street < streets else "after the last street"

    # ---- the player's information ----

    @property
    def own(self) -> PartialBoard:
        """Board of the player."""
        return self.boards[self.seat]

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.boards)

    @property
    def seen(self) -> CardSet:
        """Cards that the player has seen: open ones, those in hand, and the player's discards."""
        cards_seen = self.hand | self.discards
        for board in self.boards:
            cards_seen |= board.cards
        for cards in self.open_hands:
            cards_seen |= cards
        return cards_seen

    @property
    def unseen(self) -> CardSet:
        """Cards that the player has not seen: in the deck, or hidden with other players."""
        return _DECK - self.seen

    @property
    def in_fantasyland(self) -> bool:
        """Whether the player is in Fantasyland, and sets all cards at once."""
        return self.fantasyland[self.seat] > 0

    @property
    def to_place(self) -> int:
        """Number of cards of the hand to place; the rest are discarded."""
        if not self.hand:
            return 0
        return 13 if self.in_fantasyland else openface_of(self.rules).streets[self.street][1]

    @property
    def to_draw(self) -> int:
        """Number of cards that the player will still be dealt."""
        if self.in_fantasyland:
            return 0 if self.hand or self.own.is_complete else self.fantasyland[self.seat]
        streets = openface_of(self.rules).streets[self.street :]
        return sum(dealt for dealt, _ in streets) - len(self.unplaced)

    @property
    def unplaced(self) -> CardSet:
        """Cards that are dealt to the player and not placed: the hand, or open cards before the player's turn."""
        return self.hand | self.open_hands[self.seat]

    @property
    def is_over(self) -> bool:
        """Whether the player's board is complete."""
        return self.own.is_complete

    @property
    def can_be_legal(self) -> bool:
        """Whether the player's board can still become legal, with cards in hand and unseen ones.

        While more than three cards are missing, each row is completed by itself: boards that fail only because two rows need
        the same card count as possible.
        """
        to_draw = self.unseen if self.to_draw else _NOTHING
        return can_be_legal(plan_of(self.rules), self.own, self.unplaced | to_draw)

    # ---- placing ----

    def placements(self) -> list[Placement]:
        """List all different placements of the cards in hand.

        Placements count as one if they discard the same cards, add the same ranks to each row, and differ only in irrelevant
        suits. All are listed for streets of more than five cards, and under rules by which suits matter beyond flushes.

        Raises
        ------
        PlacementError
            In Fantasyland, with its hundreds of thousands of placements: `arrangements` lists them, and
            `openface_fantasyland` returns the best one.
        """
        if not self.hand:
            return []
        if self.in_fantasyland:
            raise PlacementError(
                f"a Fantasyland of {len(self.hand)} cards has too many placements: expected arrangements(hand), which "
                f"lists boards one by one, or openface_fantasyland(hand), which finds the best"
            )
        return placements_of(plan_of(self.rules), self.street, self.own, self.hand)

    def placement(self, rows: Placement | Rows, discard: Cards | None = None) -> Placement:
        """Return the placement that rows mean in this position; the rest of the hand is discarded.

        Parameters
        ----------
        rows : Placement, str, mapping or sequence
            Cards to add: ``"As Kd / 7c / -"``, ``{"front": "As Kd", "middle": "7c"}``, three sets of cards, or a
            placement.
        discard : CardSet, str or iterable of int, optional
            Discards, to be checked.

        Raises
        ------
        PlacementError
            If a card is not in the hand, a row has no room, or the number of cards is wrong. The message names the card or
            the row.
        """
        return place_rows(rows, discard, hand=self.hand, board=self.own, to_place=self.to_place)[0]

    def after(self, placement: Placement) -> Position:
        """Return the position right after a placement from `placements` or `placement`."""
        boards = list(self.boards)
        boards[self.seat] = self.own.with_cards(placement)
        street = len(openface_of(self.rules).streets) if self.in_fantasyland else self.street + 1
        return self.of_parts(
            rules=self.rules,
            seat=self.seat,
            button=self.button,
            street=street,
            boards=tuple(boards),
            hand=_NOTHING,
            discards=self.discards | placement.discards,
            fantasyland=self.fantasyland,
            open_hands=self.open_hands,
        )

    def place(self, rows: Placement | Rows, discard: Cards | None = None) -> Position:
        """Return the position after the player has placed; arguments and errors are those of `placement`.

        Examples
        --------
        >>> p = Position("pineapple", seat=0, button=0, street=0, boards=["- / - / -"] * 2, hand="As Kd Kc 7c 2h")
        >>> str(p.place("- / 7c 2h / As Kd Kc").own)
        '- / 7c 2h / As Kd Kc'
        """
        return self.after(self.placement(rows, discard))

    # ---- text ----

    def __str__(self) -> str:
        parts = [f"rules {self.rules.name}", f"seat {self.seat}", f"button {self.button}", f"street {self.street}"]
        parts += [f"board {board}" for board in self.boards]
        parts += [f"open {seat} {cards}" for seat, cards in enumerate(self.open_hands) if cards]
        parts += [f"discards {self.discards}"] if self.discards else []
        parts += [f"hand {self.hand}"] if self.hand else []
        parts += [f"fantasyland {' '.join(map(str, self.fantasyland))}"] if any(self.fantasyland) else []
        return "; ".join(parts)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Parse a position from text, as `str` writes it: ``rules pineapple; seat 0; ...``.

        Seats and streets count from 0. There is a part ``board`` for each seat, in order, and a part such as
        ``open 1 As Kd 9h 5c 2c`` for each seat with an open hand.

        Parameters
        ----------
        text : str
        rules : Rules, optional
            Rules that are not a preset; they must have the name in the text.

        Raises
        ------
        PlacementError
            If a part of the text is unknown, missing, doubled, or cannot be read.
        RulesError, TableError
            As for `Position`.
        """
        if not isinstance(text, str):
            raise PlacementError(f"bad position {quote(text)}: expected text")
        parts: dict[str, str] = {}
        boards: list[str] = []
        hands: dict[int, str] = {}
        for part in text.split(";"):
            key, _, value = part.strip().partition(" ")
            if key == "board":
                boards.append(value)
            elif key == "open":
                _read_open_hand(value, hands)
            elif key not in _PARTS or key in parts:
                problem = f"duplicate part {quote(key)}" if key in parts else f"unknown part {quote(key)}"
                expected = f"{', '.join(_PARTS)}, board for each seat, and open"
                raise PlacementError(f"bad position: {problem}: expected {expected}")
            else:
                parts[key] = value.strip()
        for key in _PARTS[:4]:
            if key not in parts:
                raise PlacementError(f"bad position: expected a part {key!r}")
        for seat in hands:
            if seat >= len(boards):
                raise PlacementError(f"bad position: open: expected a seat from 0 to {len(boards) - 1}, got {seat}")
        valid = as_openface_rules(parts["rules"] if rules is None else rules)
        if valid.name != parts["rules"]:
            raise RulesError(f"rules: expected {quote(parts['rules'])}, as in the position, got {quote(valid.name)}")
        return cls(
            valid,
            seat=_number_in("seat", parts["seat"]),
            button=_number_in("button", parts["button"]),
            street=_number_in("street", parts["street"]),
            boards=boards,
            hand=parts.get("hand", _NOTHING),
            discards=parts.get("discards", _NOTHING),
            fantasyland=[_number_in("fantasyland", number) for number in parts.get("fantasyland", "").split()],
            open_hands=[hands.get(seat, _NOTHING) for seat in range(len(boards))],
        )


_PARTS = ("rules", "seat", "button", "street", "discards", "hand", "fantasyland")


def _cards_in(part: str, cards: Cards) -> CardSet:
    try:
        return CardSet(cards)
    except CardError as error:
        raise PlacementError(f"{part}: {error}") from error


def _read_open_hand(value: str, hands: dict[int, str]) -> None:
    """Read a seat and its cards into `hands`."""
    text, _, cards = value.strip().partition(" ")
    seat = _number_in("open", text)
    if seat in hands:
        raise PlacementError(f"bad position: duplicate part 'open {seat}'")
    hands[seat] = cards


def _number_in(part: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise PlacementError(f"{part}: expected a number, got {quote(text)}")
    return int(text)


def check_asked(position: object, rng: object) -> None:
    """Raise SeedError or PlacementError unless a bot gets a position with cards to place, and a generator."""
    import numpy as np

    if not isinstance(rng, np.random.Generator):
        raise SeedError(f"bad rng: expected a numpy.random.Generator, got {type(rng).__name__}")
    if not isinstance(position, Position) or not position.hand:
        raise PlacementError(f"expected a position with cards to place, got {quote(position)}")


def check_position(position: object) -> None:
    """Raise PlacementError unless a value is a position."""
    if not isinstance(position, Position):
        raise PlacementError(
            f"bad position {quote(position)}: expected a Position, such as Position.parse(text) or Deal(...).position()"
        )
