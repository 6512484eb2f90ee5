"""Positions: a deal as one player sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_flag, check_seat, check_whole, is_whole, items_of
from cpoker_fast._openface import can_be_legal, placements_of
from cpoker_fast.boards import Cards
from cpoker_fast.cards import DECK, DECK_SIZE, CardSet, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import quoted_lines
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, PlacementError, SeedError
from cpoker_fast.game.placement import PartialBoard, Placement, Rows, place_rows, rows_of
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.position_text import read_position
from cpoker_fast.game.turns import PlayerView, hides_board
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES

if TYPE_CHECKING:
    from cpoker_fast.display.pictures import PicturedBoard, PicturedCards

__all__ = ["Position", "check_bot_arguments", "check_generator", "check_position"]

_NOTHING = CardSet()


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A deal as one player sees it: an immutable value.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    seat : int
        Seat of the player. Seats are indices, from 0.
    button : int
        Seat with the button, which acts last.
    street : int
        Index, from 0, of the street that the player places next. After the last street, it is the number of streets. Error
        messages count boards and streets from 1.
    boards : sequence of PartialBoard or str
        Boards by seat, as the player sees them. Until the showdown, boards of opponents are empty in Fantasyland, and in
        closed games (`Rules.is_closed`).
    hand : CardSet, str or iterable of int
        Cards that the player has to place now. The hand is empty if it is not their turn.
    discards : CardSet, str or iterable of int
        Cards that the player has discarded. Discards of other players are hidden.
    fantasyland : sequence of int
        Number of Fantasyland cards by seat. It is 0 for a player who is not in Fantasyland. By default, (), nobody is in
        Fantasyland.
    open_hands : sequence of CardSet, str or iterables of int
        Open hands by seat: cards of the first street that were dealt face up (`Rules.first_street_open`) and are not placed
        yet. By default, (), there are none. On the player's turn, their own open cards are in `hand` instead. If an
        opponent's open hand is missing, its cards are unseen.
    hides_opponents : bool
        Whether the position shows only the player's own cards. Boards and open hands of opponents are then empty on every
        street, and an analysis samples opponents from all unseen cards. Otherwise, the street, the button and Fantasylands
        determine the number of cards on each board.
    surrendered : sequence of int
        Seats whose players surrendered, as far as the player knows. Before the showdown, this can only be their own seat.
        The boards of these seats are empty.

    Raises
    ------
    PlacementError
        If a card, a board or a number is invalid, a card is duplicate, or the numbers of cards cannot occur in a deal.
    RulesError
        If the rules are unknown.
    TableError
        If a seat is invalid.

    Examples
    --------
    >>> p = Position.parse("rules pineapple; seat 1; button 2; street 5; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
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
    hides_opponents: bool = False
    surrendered: tuple[int, ...] = ()

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
        hides_opponents: bool = False,
        surrendered: Sequence[int] = (),
    ) -> None:
        board_items, numbers, hands = items_of(boards), items_of(fantasyland), items_of(open_hands)
        seats_without_board = items_of(surrendered)
        if board_items is None or numbers is None:
            problem = f"got {quote(boards)} and {quote(fantasyland)}"
            raise PlacementError(f"boards and fantasyland: expected sequences by seat, {problem}")
        if hands is None or isinstance(open_hands, str | CardSet):
            raise PlacementError.about("open_hands", f"expected cards by seat, got {quote(open_hands)}")
        if seats_without_board is None:
            raise PlacementError.about("surrendered", f"expected a sequence of seats, got {quote(surrendered)}")
        valid = as_rules(rules)
        values = {
            "rules": valid,
            "seat": seat,
            "button": button,
            "street": street,
            "boards": tuple(PartialBoard(*rows_of(board)) for board in board_items),
            "hand": _cards_in("hand", hand),
            "discards": _cards_in("discards", discards),
            "fantasyland": tuple(numbers) or (0,) * len(board_items),
            "open_hands": tuple(_cards_in(f"open_hands[{seat}]", hand) for seat, hand in enumerate(hands))
            or (_NOTHING,) * len(board_items),
            "hides_opponents": hides_opponents,
            "surrendered": tuple(seats_without_board),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    @classmethod
    def of_parts(cls, **parts: Any) -> Position:
        """Return a position from values for all attributes, without checks, for speed.

        `hides_opponents` and `surrendered` may be missing.
        """
        position, set_value = object.__new__(cls), object.__setattr__
        for name, value in {"hides_opponents": False, "surrendered": (), **parts}.items():
            set_value(position, name, value)
        return position

    def _check(self) -> None:
        rules, seats = self.rules, len(self.boards)
        if not 2 <= seats <= rules.players:
            raise PlacementError.about(
                "boards", f"expected 2 to {rules.players} under {quote(self.rules.name)}, got {seats}"
            )
        check_seat("seat", self.seat, seats)
        check_seat("button", self.button, seats)
        check_whole("street", self.street, 0, len(rules.streets), PlacementError)
        if len(self.fantasyland) != seats:
            raise PlacementError.about(
                "fantasyland", f"expected a number for each of {seats} seats, got {len(self.fantasyland)}"
            )
        if len(self.open_hands) != seats:
            raise PlacementError.about("open_hands", f"expected cards for each of {seats} seats, got {len(self.open_hands)}")
        for number in self.fantasyland:
            if not is_whole(number) or number not in (0, *FANTASYLAND_SIZES):
                raise PlacementError.about("fantasyland", f"expected 0, or 13 to 17 cards, got {quote(number)}")
        if any(self.fantasyland) and not rules.has_fantasyland:
            raise PlacementError.about("fantasyland", f"the rules {quote(self.rules.name)} have no Fantasyland")
        dealt = sum(dealt for dealt, _ in rules.streets)
        if (needed := sum(number or dealt for number in self.fantasyland)) > DECK_SIZE:
            raise PlacementError.about("fantasyland", f"expected a deal of at most {DECK_SIZE} cards, got {needed}")
        check_flag("hides_opponents", self.hides_opponents, PlacementError)
        seen: dict[int, str] = {}
        places = [(f"board {seat + 1}", board.cards) for seat, board in enumerate(self.boards)]
        places += [(f"the open hand of player {seat + 1}", cards) for seat, cards in enumerate(self.open_hands)]
        for where, cards in (*places, ("the hand", self.hand), ("the discards", self.discards)):
            for card in cards:
                if card in seen:
                    raise PlacementError(f"duplicate card {format_card(card)}: in {seen[card]} and in {where}")
                seen[card] = where
        self._check_open_hands()
        self._check_surrendered()
        self._check_numbers()
        self._check_opponents()

    def _check_open_hands(self) -> None:
        if any(self.open_hands) and not self.rules.first_street_open:
            raise PlacementError.about("open_hands", f"the rules {self.rules.name!r} deal no cards face up")
        dealt = self.rules.streets[0][0]
        for seat, cards in enumerate(self.open_hands):
            if not cards:
                continue
            place = f"open hand {seat + 1}"
            if self.boards[seat].cards or self.fantasyland[seat] or (seat == self.seat and self.hand):
                state = "in Fantasyland" if self.fantasyland[seat] else "with cards in hand or on the board"
                raise PlacementError(f"expected no face-up cards of a player {state}, got {cards}", seat=seat, place=place)
            if len(cards) != dealt:
                expected = f"{counted(dealt, 'face-up card')}, as dealt on street 1"
                raise PlacementError(f"expected {expected}, got {len(cards)}", seat=seat, place=place)

    def _check_surrendered(self) -> None:
        """Check the seats without a board, and that a player who surrendered has no cards."""
        for seat in self.surrendered:
            check_seat("surrendered", seat, self.players)
            if cards := self.boards[seat].cards:
                raise PlacementError.about("surrendered", f"expected no cards of player {seat + 1}, got {cards}")
        if list(self.surrendered) != sorted({*self.surrendered}):
            raise PlacementError.about("surrendered", f"expected ascending seats, got {quote(self.surrendered)}")
        if self.surrendered and not self.rules.has_surrender:
            raise PlacementError.about("surrendered", f"the rules {quote(self.rules.name)} have no surrender")
        if self.has_surrendered and (self.hand or self.discards or self.street != len(self.rules.streets)):
            expected = f"a position after the last street, without cards of player {self.seat + 1}"
            raise PlacementError.about("surrendered", f"expected {expected}")

    def _check_numbers(self) -> None:
        """Check the numbers of the player's cards; messages count streets from 1."""
        if self.has_surrendered:
            return
        streets = self.rules.streets
        placed, discards = len(self.own.cards), len(self.discards)
        if number := self.fantasyland[self.seat]:
            fits = (placed, discards, len(self.hand)) in ((0, 0, number), (0, 0, 0), (13, number - 13, 0))
            if not fits:
                complete = f"a complete board with {counted(number - 13, 'discard')}"
                raise PlacementError(f"in Fantasyland: expected {number} cards in hand, no cards, or {complete}")
            if self.street != (len(streets) if placed else 0):
                place = "after the last street" if placed else "street 1"
                raise PlacementError(f"in Fantasyland: expected {place}, got {self._street_text()}")
            return
        before = streets[: self.street]
        expected, discarded = sum(street[1] for street in before), sum(street[0] - street[1] for street in before)
        if (placed, discards) != (expected, discarded):
            raise PlacementError(
                f"{self._street_text()}: expected {counted(expected, 'card')} on the player's board and "
                f"{counted(discarded, 'discard')}, got {placed} and {discards}"
            )
        dealt = streets[self.street][0] if self.street < len(streets) else 0
        if len(self.hand) not in (0, dealt):
            raise PlacementError.about(
                "hand", f"expected {counted(dealt, 'card')} {self._street_text('on ')}, got {len(self.hand)}"
            )

    def _check_opponents(self) -> None:
        """Check that the opponents' cards can occur in a deal, or that all are hidden."""
        if self.hides_opponents:
            for seat, (board, hand) in enumerate(zip(self.boards, self.open_hands, strict=True)):
                if seat != self.seat and (cards := board.cards | hand):
                    raise PlacementError.about("hides_opponents", f"expected no cards of player {seat + 1}, got {cards}")
                if seat != self.seat and seat in self.surrendered:
                    raise PlacementError.about("hides_opponents", f"expected no surrender of player {seat + 1}")
            return
        view = PlayerView(
            placed=[placed for _, placed in self.rules.streets],
            seat=self.seat,
            button=self.button,
            fantasyland=self.fantasyland,
            hides=[hides_board(self.rules, number) for number in self.fantasyland],
            turns_made=int(self.is_over) if self.in_fantasyland else self.street,
            has_hand=bool(self.hand),
            surrendered=self.surrendered,
        )
        view.check([len(board.cards) for board in self.boards], has_open_hands=any(self.open_hands))

    def _street_text(self, preposition: str = "") -> str:
        """Return the street for a message, counted from 1."""
        streets = len(self.rules.streets)
        return f"{preposition}street {self.street + 1} of {streets}" if self.street < streets else "after the last street"

    # ---- the player's information ----

    @property
    def own(self) -> PartialBoard:
        """Board of the player."""
        return self.boards[self.seat]

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.boards)

    @property
    def seen(self) -> CardSet:
        """Cards that the player has seen: visible boards, open hands, and the player's hand and discards."""
        cards_seen = self.hand | self.discards
        for board in self.boards:
            cards_seen |= board.cards
        for cards in self.open_hands:
            cards_seen |= cards
        return cards_seen

    @property
    def unseen(self) -> CardSet:
        """Cards that the player has not seen: cards in the deck, and hidden cards of other players."""
        return DECK - self.seen

    @property
    def in_fantasyland(self) -> bool:
        """Whether the player is in Fantasyland, and sets all cards at once."""
        return self.fantasyland[self.seat] > 0

    @property
    def to_place(self) -> int:
        """Number of cards to place from the hand; the other cards are discarded."""
        if not self.hand:
            return 0
        return 13 if self.in_fantasyland else self.rules.streets[self.street][1]

    @property
    def to_draw(self) -> int:
        """Number of cards that the player will still be dealt."""
        if self.in_fantasyland:
            return 0 if self.hand or self.is_over else self.fantasyland[self.seat]
        streets = self.rules.streets[self.street :]
        return sum(dealt for dealt, _ in streets) - len(self.unplaced)

    @property
    def unplaced(self) -> CardSet:
        """Cards that were dealt to the player but not placed yet: the hand, or an open hand before the player's turn."""
        return self.hand | self.open_hands[self.seat]

    @property
    def has_surrendered(self) -> bool:
        """Whether the player surrendered."""
        return self.seat in self.surrendered

    @property
    def is_over(self) -> bool:
        """Whether the player's board is complete, or the player surrendered."""
        return self.own.is_complete or self.has_surrendered

    @property
    def can_be_legal(self) -> bool:
        """Whether the player's board can still become legal with cards in hand and unseen cards.

        The result can be True for a board that must become a foul: the check does not require that cards in hand are placed.
        If more than three cards are missing, each row is checked separately, so that two rows may use the same card.
        """
        to_draw = self.unseen if self.to_draw else _NOTHING
        return can_be_legal(plan_of(self.rules), self.own, self.unplaced | to_draw)

    # ---- placements ----

    def placements(self) -> list[Placement]:
        """Return all distinct placements of the cards in hand.

        Placements that discard the same cards, add the same ranks to each row, and differ only in irrelevant suits are
        listed once. On streets of more than five cards, and under rules that use suits beyond flushes, all are listed.

        Raises
        ------
        PlacementError
            If the player has a Fantasyland hand, which has too many placements. Use `arrangements` to list its boards, or
            `best_fantasyland` to find the best one.
        """
        if not self.hand:
            return []
        if self.in_fantasyland:
            raise PlacementError(
                f"a Fantasyland of {len(self.hand)} cards has too many placements: expected arrangements(hand), which "
                f"lists boards one by one, or best_fantasyland(hand), which finds the best"
            )
        return placements_of(plan_of(self.rules), self.street, self.own, self.hand)

    def placement(self, rows: Rows, discard: Cards | None = None) -> Placement:
        """Return the placement that `rows` describe; the rest of the hand is discarded.

        Parameters
        ----------
        rows : Placement, str, mapping or sequence
            Cards to add to each row. They are a text such as ``"As Kd / 7c / -"``, a mapping such as
            ``{"front": "As Kd", "middle": "7c"}``, three sets of cards, or a placement. If all 13 cards are placed at once,
            they may be a board or its 13 cards, too. A placement or a text that completes the board may declare a natural:
            ``"... declares dragon"``. In closed games whose rules allow it, ``Placement.surrender()`` or the text
            ``"surrender"`` surrenders.
        discard : CardSet, str or iterable of int, optional
            Expected discards. By default, they are not checked.

        Raises
        ------
        PlacementError
            If a card is not in the hand, a row has no room, or the number of cards or the discards are wrong. Also if the
            board is incomplete or may not declare the natural, or the rules do not allow a surrender. The message names the
            card, the row or the natural.
        """
        return place_rows(rows, discard, rules=self.rules, hand=self.hand, board=self.own, to_place=self.to_place)[0]

    def after(self, placement: Placement) -> Position:
        """Return the position after a placement that `placements` or `placement` returned."""
        boards, surrendered = list(self.boards), self.surrendered
        if isinstance(placement, Placement) and placement.is_surrender:
            surrendered = tuple(sorted({*surrendered, self.seat}))
        else:
            boards[self.seat] = self.own.with_cards(placement)
        street = len(self.rules.streets) if self.in_fantasyland else self.street + 1
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
            hides_opponents=self.hides_opponents,
            surrendered=surrendered,
        )

    def place(self, rows: Rows, discard: Cards | None = None) -> Position:
        """Return the position after the placement that `rows` describe; for arguments and errors see `placement`.

        Examples
        --------
        >>> p = Position("pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand="As Kd Kc 7c 2h")
        >>> str(p.place("- / 7c 2h / As Kd Kc").own)
        '- / 7c 2h / As Kd Kc'
        """
        return self.after(self.placement(rows, discard))

    # ---- pictures ----

    def to_svg(
        self,
        *,
        card_width: int = 36,
        title: str | None = None,
        names: Sequence[str] | None = None,
        columns: int | None = None,
    ) -> str:
        """Return a picture of the position as SVG: all boards, the player's board first, and the player's cards below.

        In a web page, words have the colour of the surrounding text. A file has its own background, light or dark. Notebooks
        show this picture.

        Parameters
        ----------
        card_width : int
            Width of a card in pixels, from 8 to 400. The picture shrinks where a page has less room.
        title : str, optional
            Title above the boards. By default, it has the rules and the street. An empty text means no title.
        names : sequence of str, optional
            Names of the players by seat. By default, they are seat 1, seat 2, and so on.
        columns : int, optional
            Number of boards beside each other. By default, it is 2 for two or four players, and 3 for three.

        Returns
        -------
        str
            Text of an ``<svg>`` element, for HTML or for a file.

        Raises
        ------
        PlacementError
            If an argument is invalid.

        Examples
        --------
        >>> p = Position("pineapple", seat=1, button=0, street=0, boards=["- / - / -"] * 2, hand="As Kd Kc 7c 2h")
        >>> picture = p.to_svg(names=["Ann", "Bob"])
        >>> picture.startswith("<svg") and "hand: place 5" in picture
        True
        """
        from cpoker_fast.display.pictures import position_svg
        from cpoker_fast.game.picturing import check_layout

        seat_names, columns = check_layout(
            self.players, "seat", card_width=card_width, title=title, names=names, columns=columns
        )
        order = [(self.seat + turn) % self.players for turn in range(self.players)]
        street = "Fantasyland" if self.in_fantasyland else self._street_text()
        return position_svg(
            [self._pictured_board(seat, seat_names[seat]) for seat in order],
            self._pictured_cards(),
            columns=columns,
            card_width=card_width,
            title=f"{self.rules.name}, {street}" if title is None else title,
        )

    def _repr_html_(self) -> str:
        return self.to_svg()

    def _pictured_board(self, seat: int, name: str) -> PicturedBoard:
        from cpoker_fast.game.picturing import pictured_board

        board, is_own, number = self.boards[seat], seat == self.seat, self.fantasyland[seat]
        surrenders = seat in self.surrendered
        may_be_hidden = self.hides_opponents or hides_board(self.rules, number)
        is_hidden = not is_own and not board.cards and may_be_hidden and not surrenders
        roles = {"you": is_own, "button": seat == self.button}
        notes = {
            f"Fantasyland: {number} {'hidden cards' if is_hidden else 'cards'}": number > 0,
            "hidden": is_hidden and not number,
            "surrender": surrenders,
        }
        return pictured_board(
            board,
            self.rules,
            name=name,
            roles=[role for role, applies in roles.items() if applies],
            note=", ".join(note for note, applies in notes.items() if applies),
            is_hidden=is_hidden,
            open_hand=str(self.open_hands[seat]),
        )

    def _pictured_cards(self) -> list[PicturedCards]:
        """Return the player's cards that are not on the board."""
        from cpoker_fast.game.picturing import pictured_discards, pictured_hand

        hand = [pictured_hand("hand", self.hand, self.to_place)] if self.hand else []
        return hand + ([pictured_discards("discards", self.discards)] if self.discards else [])

    # ---- text ----

    def __str__(self) -> str:
        numbers = {"seat": self.seat, "button": self.button, "street": self.street}
        parts = [f"rules {self.rules.name}", *(f"{name} {index + 1}" for name, index in numbers.items())]
        parts += [f"board {board}" for board in self.boards]
        parts += [f"open {seat} {cards}" for seat, cards in enumerate(self.open_hands, 1) if cards]
        parts += [f"discards {self.discards}"] if self.discards else []
        parts += [f"hand {self.hand}"] if self.hand else []
        parts += [f"fantasyland {' '.join(map(str, self.fantasyland))}"] if any(self.fantasyland) else []
        parts += [f"surrendered {' '.join(str(seat + 1) for seat in self.surrendered)}"] if self.surrendered else []
        parts += ["opponents hidden"] if self.hides_opponents else []
        return "; ".join(parts)

    def __repr__(self) -> str:
        return f"Position.parse({quoted_lines(str(self))})"

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> Position:
        """Parse a position from the text that `str` returns: ``rules pineapple; seat 1; ...``.

        The text counts seats and streets from 1, while attributes count them from 0. After the last of 5 streets, the text
        has ``street 6``. The text has a part ``board`` for each seat, in order. A seat with an open hand has a part such as
        ``open 2 As Kd 9h 5c 2c``. The part ``opponents hidden`` sets `hides_opponents`.

        Parameters
        ----------
        text : str
        rules : Rules, optional
            Rules that the text refers to by name, if they are not a preset. The text may then lack the name.

        Raises
        ------
        PlacementError
            If a part of the text is unknown, missing, duplicate or invalid; see `Position`.
        RulesError
            If the rules are unknown.
        """
        return cls(**read_position(text, rules))


def _cards_in(part: str, cards: Cards) -> CardSet:
    try:
        return CardSet(cards)
    except CardError as error:
        raise PlacementError.about(part, str(error)) from error


def check_generator(rng: object) -> None:
    """Raise SeedError unless a value is a generator."""
    import numpy as np

    if not isinstance(rng, np.random.Generator):
        raise SeedError(f"bad rng: expected a numpy.random.Generator, got {type(rng).__name__}")


def check_bot_arguments(position: object, rng: object) -> None:
    """Raise PlacementError or SeedError unless the arguments of a bot are a position with a hand, and a generator."""
    check_generator(rng)
    if not isinstance(position, Position) or not position.hand:
        raise PlacementError(f"expected a position with cards to place, got {quote(position)}")


def check_position(position: object) -> None:
    """Raise PlacementError unless a value is a Position."""
    if not isinstance(position, Position):
        raise PlacementError(
            f"bad position {quote(position)}: expected a Position, such as Position.parse(text) or Deal(...).position()"
        )
