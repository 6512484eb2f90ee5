"""One deal, from the shuffle to the settlement."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._arguments import check_seat, check_whole, items_of
from cpoker_fast.boards import FOUL, Board, Cards, Foul
from cpoker_fast.cards import DECK_SIZE, CardSet, format_card, parse_cards
from cpoker_fast.dealing import Deck, Seed
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fields_repr
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, PlacementError, RulesError, TableError
from cpoker_fast.game.placement import PartialBoard, Placement, Rows, place_rows, placement_at_timeout
from cpoker_fast.game.plan import earned_cards, plan_of
from cpoker_fast.game.position import Position
from cpoker_fast.game.turns import hides_board, order_of_play
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling import Settlement, settle
from cpoker_fast.settling.declarations import IF_BETTER, Declaration, declaration_of
from cpoker_fast.settling.inputs import NOTHING_CARRIED, declarations_of

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "MOST_STAYS", "Deal", "Move", "cards_in_order", "check_stacks", "dead_seats", "read_fantasyland", "read_numbers",
    "settled_boards",
]  # fmt: skip


class Move(NamedTuple):
    """A move of a deal: the cards that a player places on one street, or in Fantasyland."""

    seat: int
    """Seat of the player, from 0."""
    street: int
    """Index of the street, from 0; 0 in Fantasyland."""
    placement: Placement
    """Cards that the player adds to each row, and the discards."""
    timed_out: bool = False
    """Whether the rules placed the cards because the player ran out of time."""
    dead: bool = False
    """Whether the hand is dead from this move on: the deal settles it as a foul, whatever its rows."""

    def __repr__(self) -> str:
        return fields_repr(self)


class Deal:
    """A deal. Players in Fantasyland set all cards first. Then the others place street by street.

    A closed game has one street, on which each player places 13 cards. Boards are then hidden until the showdown, as in
    Fantasyland.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    players : int
        Number of players.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the shuffle. Without `seed`, `rng`, `deck` and `stacks`, every deal is different.
    rng : numpy.random.Generator, optional
        Generator for the shuffle, instead of `seed`.
    deck : str or sequence of int, optional
        Cards in the order in which they are dealt, instead of a shuffle. Players in Fantasyland get all their cards first.
        The other players get theirs street by street. The order of the players is clockwise from the button's left.
    stacks : sequence of str or sequences of int, optional
        Cards of each seat in the order in which they are dealt, instead of `deck`. Unneeded cards at the end are ignored.
    button : int
        Seat with the button, which acts last.
    fantasyland : sequence of int
        Number of Fantasyland cards by seat. It is 0 for a player who is not in Fantasyland. By default, (), nobody is in
        Fantasyland.
    stays : sequence of int
        Number of consecutive stays in Fantasyland before this deal, by seat. By default, (), there are none.
    declare : bool, Pattern, str or a sequence of them by seat, optional
        Declarations of naturals, as for the method `declare`.

    Attributes
    ----------
    rules : Rules
    players : int
        Number of players.
    button : int
    fantasyland, stays : tuple of int
    moves : list of Move
        Placements in the order of play, including those that the rules made after a time-out.
    declarations : tuple of bool, Pattern or str
        Latest declaration of a natural by each seat. A placement or the method `declare` makes a declaration.

    Raises
    ------
    RulesError
        If the rules are unknown, or need too many cards or placements. Also if a declaration is invalid.
    TableError
        If a number or a seat is invalid, or `deck` or `stacks` is given with another source of cards.
    CardError
        If `deck` or `stacks` cannot be read, contain a duplicate card, or have too few cards.
    SeedError
        If `seed` or `rng` is invalid, or both are given.

    Examples
    --------
    >>> deal = Deal("pineapple", 2, seed=1)
    >>> deal.turn, deal.position(1).hand
    (1, CardSet('Qs Tc 9d 8h 6s'))
    >>> deal.place("Qs / 9d / Tc 8h 6s").turn
    0
    >>> deal.dealt(1, 0)
    (26, 32, 19, 29, 43)
    >>> deal.undo()
    Move(seat=1, street=0, placement=Placement.parse('Qs / 9d / Tc 8h 6s'), timed_out=False, dead=False)
    >>> while not deal.is_over:
    ...     placement = deal.time_out()
    >>> deal.settlement().points
    (0, 0)
    >>> deal.declare(False).settlement().points == deal.settlement().points
    True
    >>> deal.boards_to_settle() == [board.board() for board in deal.boards]
    True
    """

    button: int
    players: int

    def __init__(
        self,
        rules: Rules | str,
        players: int = 2,
        *,
        seed: Seed = None,
        rng: np.random.Generator | None = None,
        deck: str | Sequence[int] | None = None,
        stacks: Sequence[str | Sequence[int]] | None = None,
        button: int = 0,
        fantasyland: Sequence[int] = (),
        stays: Sequence[int] = (),
        declare: Declaration | Sequence[Declaration | None] | None = None,
    ) -> None:
        self.rules: Rules = as_rules(rules)
        plan_of(self.rules)  # raises RulesError for too many cards or placements
        check_whole("players", players, 2, self.rules.players, TableError)
        check_seat("button", button, players)
        self.players, self.button = players, button
        self.fantasyland: tuple[int, ...] = read_fantasyland(self.rules, fantasyland, players)
        self.stays: tuple[int, ...] = read_numbers("stays", stays, players, MOST_STAYS)
        self.moves: list[Move] = []
        self._order = order_of_play(len(self.rules.streets), players, button, self.fantasyland)
        if sum(cards_of_deal is not None for cards_of_deal in (deck, stacks)) + (seed is not None or rng is not None) > 1:
            raise TableError("expected only one of: seed or rng, deck, stacks")
        if stacks is not None:
            self._stacks = self._read_stacks(stacks)
        else:
            deck_cards = Deck(rng, seed=seed).in_order() if deck is None else cards_in_order("deck", deck)
            self._stacks = self._stacks_from_deck(deck_cards)
        self._boards = [PartialBoard()] * players
        self._discards = [CardSet()] * players
        self._surrendered: list[int] = []
        self._replaced: dict[int, Declaration] = {}  # declarations by seat before that of a placement
        self.declarations: tuple[Declaration, ...] = (IF_BETTER,) * players
        self.declare(declare)

    # ---- the cards ----

    def _number_dealt(self, seat: int, street: int) -> int:
        return self.fantasyland[seat] or self.rules.streets[street][0]

    def _number_placed(self, seat: int, street: int) -> int:
        return 13 if self.fantasyland[seat] else self.rules.streets[street][1]

    def _stacks_from_deck(self, deck: list[int]) -> list[list[int]]:
        """Deal a deck in order, and return the cards of each seat."""
        stacks: list[list[int]] = [[] for _ in range(self.players)]
        begin = 0
        for seat, street in self._order:
            end = begin + self._number_dealt(seat, street)
            stacks[seat] += deck[begin:end]
            begin = end
        if len(deck) < begin:
            raise CardError.about("deck", f"expected at least {begin} cards for this deal, got {len(deck)}")
        return stacks

    def _read_stacks(self, stacks: Sequence[str | Sequence[int]]) -> list[list[int]]:
        items = None if isinstance(stacks, str) else items_of(stacks)
        if items is None or len(items) != self.players:
            raise CardError.about("stacks", f"expected cards for each of {self.players} seats, got {quote(stacks)}")
        cards_by_seat = [cards_in_order(f"stacks[{seat}]", cards) for seat, cards in enumerate(items)]
        for seat, cards in enumerate(cards_by_seat):
            needed = self.fantasyland[seat] or sum(dealt for dealt, _ in self.rules.streets)
            if len(cards) < needed:
                raise CardError.about(f"stacks[{seat}]", f"expected at least {needed} cards, got {len(cards)}")
            del cards[needed:]
        check_stacks(cards_by_seat)
        return cards_by_seat

    @property
    def stacks(self) -> tuple[tuple[int, ...], ...]:
        """Cards of each seat in the order dealt, including the cards to come, which no player may know."""
        return tuple(map(tuple, self._stacks))

    # ---- the state of the deal ----

    def _next_turn(self) -> tuple[int, int] | None:
        """Return the next turn as (seat, street); None at the showdown."""
        return self._order[len(self.moves)] if len(self.moves) < len(self._order) else None

    @property
    def turn(self) -> int | None:
        """Seat that acts next; None at the showdown."""
        next_turn = self._next_turn()
        return None if next_turn is None else next_turn[0]

    @property
    def is_over(self) -> bool:
        """Whether all players have placed all cards, or surrendered."""
        return self._next_turn() is None

    @property
    def boards(self) -> tuple[PartialBoard, ...]:
        """Boards by seat, including boards in Fantasyland, which are hidden from other players until the showdown.

        The board of a player who surrendered stays empty; see `surrendered`.
        """
        return tuple(self._boards)

    @property
    def surrendered(self) -> tuple[int, ...]:
        """Seats whose players surrendered, ascending. Other players see it only at the showdown."""
        return tuple(sorted(self._surrendered))

    @property
    def dead(self) -> tuple[int, ...]:
        """Seats whose hands are dead, ascending: they are settled as fouls. Positions of players do not show it."""
        return dead_seats(self.moves)

    @property
    def discards(self) -> tuple[CardSet, ...]:
        """Discards by seat, which are hidden from other players."""
        return tuple(self._discards)

    def dealt(self, seat: int, street: int) -> tuple[int, ...]:
        """Return the cards that a seat is dealt on a street, in the order dealt; raise TableError for an invalid index.

        Seats and streets are indices, from 0. A player in Fantasyland is dealt all cards on street 0.
        """
        check_seat("seat", seat, self.players)
        check_whole("street", street, 0, len(self.rules.streets) - 1, TableError)
        if self.fantasyland[seat]:
            return tuple(self._stacks[seat]) if street == 0 else ()
        begin = sum(dealt for dealt, _ in self.rules.streets[:street])
        return tuple(self._stacks[seat][begin : begin + self.rules.streets[street][0]])

    @property
    def open_hands(self) -> tuple[tuple[int, ...], ...]:
        """Cards of the first street that were dealt face up and are not placed yet, by seat, in the order dealt.

        A player in Fantasyland has no open hand. Without `Rules.first_street_open`, nobody has one. The first street is
        dealt only after all players in Fantasyland have placed their cards.
        """
        in_fantasyland = {seat for seat in range(self.players) if self.fantasyland[seat]}
        if not self.rules.first_street_open or len(self.moves) < len(in_fantasyland):
            return ((),) * self.players
        excluded = in_fantasyland | {move.seat for move in self.moves}
        return tuple(() if seat in excluded else self.dealt(seat, 0) for seat in range(self.players))

    def hides_board(self, seat: int) -> bool:
        """Whether the board of a player is hidden until the showdown: in Fantasyland, or if all cards are placed at once.

        Raises TableError if there is no such seat.

        Examples
        --------
        >>> Deal("pineapple", 2, seed=1).hides_board(0), Deal("pagat", 2, seed=1).hides_board(0)
        (False, True)
        """
        check_seat("seat", seat, self.players)
        return hides_board(self.rules, self.fantasyland[seat])

    def position(self, seat: int | None = None) -> Position:
        """Return the position of a player, by default of the player to act. Each player's cards are dealt at their turn.

        The discards of other players are hidden. Until the showdown, hidden boards are empty, and surrenders of other
        players are hidden, too. Raises TableError if there is no such seat, or if the deal is over and no seat is given.
        """
        next_turn = self._next_turn()
        if seat is None:
            if next_turn is None:
                raise TableError("the deal is over: expected a seat")
            seat = next_turn[0]
        check_seat("seat", seat, self.players)
        is_turn = next_turn is not None and next_turn[0] == seat
        hidden = [next_turn is not None and self.hides_board(other) and other != seat for other in range(self.players)]
        streets = len(self.rules.streets)
        surrendered = tuple(other for other in self.surrendered if not hidden[other]) if self._surrendered else ()
        has_ended = self._boards[seat].is_complete or seat in surrendered
        open_hands = [CardSet(cards) for cards in self.open_hands]
        if is_turn:
            open_hands[seat] = CardSet()
        return Position.of_parts(
            rules=self.rules,
            seat=seat,
            button=self.button,
            street=streets if has_ended else sum(move.seat == seat for move in self.moves),
            boards=tuple(
                PartialBoard() if is_hidden else board for is_hidden, board in zip(hidden, self._boards, strict=True)
            ),
            hand=CardSet(self.dealt(*next_turn)) if next_turn is not None and is_turn else CardSet(),
            discards=self._discards[seat],
            fantasyland=self.fantasyland,
            open_hands=tuple(open_hands),
            surrendered=surrendered,
        )

    # ---- placements ----

    def place(self, rows: Rows | Foul, discard: Cards | None = None, *, seat: int | None = None) -> Deal:
        """Place the cards of the player to act, surrender, or give up the hand, and return this deal.

        If the placement declares a natural, this is also the player's declaration (see `declare`). ``FOUL`` gives up the
        hand. The hand is dead from now on, and the rules place the cards of this turn as after a time-out. The player still
        acts on later streets.

        Parameters
        ----------
        rows, discard
            Cards to place, and expected discards, as for `Position.placement`. `rows` may also be ``cpoker_fast.FOUL`` for a
            dead hand.
        seat : int, optional
            Seat that is expected to act. By default, this is not checked.

        Raises
        ------
        PlacementError
            If the deal is over, it is another player's turn, or the placement is not allowed. The deal is then unchanged.
        TableError
            If there is no such seat.
        """
        next_turn = self._next_turn()
        if next_turn is None:
            raise PlacementError(_OVER)
        if seat is not None:
            check_seat("seat", seat, self.players)
            if seat != next_turn[0]:
                raise PlacementError(f"expected seat={next_turn[0]}, whose turn it is, got seat={seat}")
        if rows is FOUL:
            if discard is not None:
                raise PlacementError.about("discard", "expected none with FOUL: the rules place the cards")
            self._place_by_rules(dead=True)
            return self
        acting_seat, street = next_turn
        hand, to_place = CardSet(self.dealt(acting_seat, street)), self._number_placed(acting_seat, street)
        placement, new_board = place_rows(
            rows, discard, rules=self.rules, hand=hand, board=self._boards[acting_seat], to_place=to_place
        )
        if placement.declare is not IF_BETTER:
            self._replaced[acting_seat] = self.declarations[acting_seat]
            self.declare(placement.declare, seat=acting_seat)
            if placement.is_surrender:
                self._surrendered.append(acting_seat)
        self._add(Move(acting_seat, street, placement), new_board)
        return self

    def time_out(self) -> Placement:
        """Place the cards of the player to act, who ran out of time, and return the placement.

        Cards fill the back, then the middle, then the front, in the order of `Rules.timeout`. A time-out alone does not
        make the board a foul. The move is marked (`Move.timed_out`); `app.table.Table.is_over` says when this ends the game.
        Raises PlacementError if the deal is over.
        """
        return self._place_by_rules(timed_out=True)

    def _place_by_rules(self, *, timed_out: bool = False, dead: bool = False) -> Placement:
        """Place the cards of the player to act as after a time-out, and return the placement."""
        next_turn = self._next_turn()
        if next_turn is None:
            raise PlacementError(_OVER)
        seat, street = next_turn
        placement = placement_at_timeout(
            self.rules.timeout,
            self.dealt(seat, street),
            self._number_placed(seat, street),
            self._boards[seat].room,
        )
        move = Move(seat, street, placement, timed_out=timed_out, dead=dead)
        self._add(move, self._boards[seat].with_cards(placement))
        return placement

    def _add(self, move: Move, new_board: PartialBoard) -> None:
        """Add a move; a hand that is dead stays dead."""
        if move.seat in self.dead:
            move = move._replace(dead=True)
        self._boards[move.seat] = new_board
        self._discards[move.seat] |= move.placement.discards
        self.moves.append(move)

    def undo(self) -> Move:
        """Undo the last move and return it; raise PlacementError if no cards have been placed.

        A declaration of the placement is undone, too: the declaration before it is valid again.
        """
        if not self.moves:
            raise PlacementError("no placement to undo")
        move = self.moves.pop()
        if move.seat in self._replaced:  # a player declares only with the last placement
            self.declare(self._replaced.pop(move.seat), seat=move.seat)
        if move.seat in self._surrendered:
            self._surrendered.remove(move.seat)
        board = self._boards[move.seat]
        self._boards[move.seat] = PartialBoard(
            *(row - placed for row, placed in zip(board.rows, move.placement.rows, strict=True))
        )
        self._discards[move.seat] -= move.placement.discards
        return move

    # ---- the showdown ----

    def declare(self, declaration: Declaration | Sequence[Declaration | None] | None, *, seat: int | None = None) -> Deal:
        """Set the declarations of naturals for the showdown, and return this deal. A later call replaces an earlier one.

        Parameters
        ----------
        declaration : bool, Pattern, str or a sequence of them by seat
            Declaration, as for `settle`. False compares the rows. True declares the best natural of the board, and a name
            declares the natural with this name. ``"if better"`` or None declares the best natural unless comparing the rows
            pays more. Without any declaration, ``"if better"`` applies.
        seat : int, optional
            Seat of the player who declares. By default, the declaration applies to all players.

        Raises
        ------
        RulesError
            If the declaration is invalid. Only `settlement` checks that a board may declare a natural, and that a player
            who surrendered declares none.
        TableError
            If there is no such seat.
        """
        if seat is not None:
            check_seat("seat", seat, self.players)
            if not (declaration is None or isinstance(declaration, bool | str)):
                raise RulesError(f"expected the declaration of one seat, got {quote(declaration)}", path="declare")
            declaration = [declaration if other == seat else old for other, old in enumerate(self.declarations)]
        self.declarations = tuple(
            [declaration_of(code, self.rules) for code in declarations_of(declaration, self.players, self.rules)]
        )
        return self

    def _check_over(self) -> None:
        if not self.is_over:
            missing = sum(sum(board.room) for board in self._boards) - 13 * len(self._surrendered)
            raise TableError(f"the deal is not over: expected {counted(missing, 'more card')} to be placed")

    def settlement(
        self, *, stacks: Sequence[int] | None = None, unit: int = 1, carried: Sequence[int] = NOTHING_CARRIED
    ) -> Settlement:
        """Settle the deal with its `declarations` of naturals, and return the settlement.

        Parameters
        ----------
        stacks, unit
            Stacks and unit for table stakes, as for `settle`.
        carried
            Points that a pool carries from the last deal, as for `settle`.

        Raises
        ------
        TableError
            If the deal is not over, or `stacks`, `unit` or `carried` is invalid.
        RulesError
            If a declared natural is not allowed for its board.
        """
        boards, declared = self.boards_to_settle(), self.declarations
        return settle(boards, self.rules, button=self.button, declare=declared, stacks=stacks, unit=unit, carried=carried)

    def boards_to_settle(self) -> list[Board | Foul | None]:
        """Return the complete boards by seat as `settle` reads them: None for a surrender, ``FOUL`` for a dead hand.

        Raises TableError before the showdown.
        """
        self._check_over()
        return settled_boards(self._boards, self.surrendered, self.dead)

    @property
    def next_fantasyland(self) -> tuple[int, ...]:
        """Number of cards of each seat's Fantasyland in the next deal, 0 for none; raises TableError before the showdown."""
        return earned_cards(self.rules, self.boards_to_settle(), self.fantasyland, self.stays)

    # ---- pictures and text ----

    def to_svg(
        self,
        *,
        card_width: int = 36,
        title: str | None = None,
        names: Sequence[str] | None = None,
        columns: int | None = None,
    ) -> str:
        """Return a picture of the deal as SVG, including boards, hands and discards that are hidden from other players.

        For what one player may see, use ``deal.position(seat).to_svg()``. At the showdown, the picture has the points.
        Notebooks show this picture.

        Parameters
        ----------
        card_width, columns
            See `Position.to_svg`.
        title : str, optional
            Title above the boards. By default, it has the rules and the player to act. An empty text means no title.
        names : sequence of str, optional
            Names of the players by seat. By default, they are player 1, player 2, and so on.

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
        >>> picture = Deal("pineapple", 2, seed=1).to_svg(names=["Ann", "Bob"])
        >>> picture.startswith("<svg") and "hand of Bob: place 5" in picture
        True
        """
        from cpoker_fast.game.picturing import HandToPlace, check_layout, deal_svg

        seat_names, columns = check_layout(
            self.players, "player", card_width=card_width, title=title, names=names, columns=columns
        )
        hand: HandToPlace | None = None
        points: tuple[int, ...] = ()
        if (next_turn := self._next_turn()) is not None:
            hand = HandToPlace(next_turn[0], CardSet(self.dealt(*next_turn)), self._number_placed(*next_turn))
        else:
            with suppress(RulesError):  # of a declaration that its board does not allow
                points = self.settlement().points
        return deal_svg(
            self.rules,
            seat_names,
            self._boards,
            button=self.button,
            fantasyland=self.fantasyland,
            points=points,
            surrendered=self._surrendered,
            dead=self.dead,
            open_hands=self.open_hands,
            hand=hand,
            discards=self._discards,
            columns=columns,
            card_width=card_width,
            title=f"{self.rules.name}, {self._state(seat_names)}" if title is None else title,
        )

    def _repr_html_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<Deal of {self.rules.name!r}, {counted(self.players, 'player')}, {self._state()}>"

    def _state(self, names: Sequence[str] = ()) -> str:
        if self.turn is None:
            return "over"
        return f"turn of {names[self.turn] if names else f'player {self.turn + 1}'}"

    def __str__(self) -> str:
        """Return a title and a line for each seat, including hidden boards and discards."""
        rows = []
        for seat in range(self.players):
            notes = ["(button)"] if seat == self.button else []
            notes += [f"Fantasyland, {self.fantasyland[seat]} cards"] if self.fantasyland[seat] else []
            notes += ["surrender"] if seat in self._surrendered else []
            notes += ["dead hand"] if seat in self.dead else []
            discards = f"discards {self._discards[seat]}" if self._discards[seat] else ""
            rows.append([f"player {seat + 1}", *map(str, self._boards[seat].rows), discards, " ".join(notes)])
        return "\n".join([f"{self.rules.name}, {self._state()}", *align_columns(rows)])


def dead_seats(moves: Iterable[Move]) -> tuple[int, ...]:
    """Return the seats whose hands are dead after some moves, ascending."""
    return tuple(sorted({move.seat for move in moves if move.dead}))


def settled_boards(
    boards: Iterable[PartialBoard | None], surrendered: Container[int], dead: Container[int]
) -> list[Board | Foul | None]:
    """Return complete boards by seat as `settle` reads them: None for a surrender, ``FOUL`` for a dead hand."""
    return [
        FOUL if seat in dead else None if seat in surrendered or board is None else board.board()
        for seat, board in enumerate(boards)
    ]


MOST_STAYS = 10**9
_OVER = "the deal is over: no player has cards to place"


def read_numbers(name: str, numbers: Sequence[int], seats: int, largest: int) -> tuple[int, ...]:
    """Return an argument with a number for each seat, 0 by default; raise TableError if it is invalid."""
    items = items_of(numbers)
    if items is None or len(items) not in (0, seats):
        raise TableError.about(name, f"expected a number for each of {seats} seats, got {quote(numbers)}")
    for number in items:
        check_whole(name, number, 0, largest, TableError)
    return tuple(items) or (0,) * seats


def read_fantasyland(rules: Rules, fantasyland: Sequence[int], players: int) -> tuple[int, ...]:
    """Return the number of Fantasyland cards of each seat; raise TableError unless the rules and the deck allow them."""
    sizes = read_numbers("fantasyland", fantasyland, players, FANTASYLAND_SIZES[-1])
    for cards in sizes:
        if cards and (cards not in FANTASYLAND_SIZES or not rules.has_fantasyland):
            raise TableError.about("fantasyland", f"expected 0, or 13 to 17 under rules with a Fantasyland, got {cards}")
    dealt = sum(cards for cards, _ in rules.streets)
    if any(sizes) and (needed := sum(cards or dealt for cards in sizes)) > DECK_SIZE:
        raise TableError.about("fantasyland", f"expected a deal of at most {DECK_SIZE} cards, got {needed}")
    return sizes


def check_stacks(stacks: Sequence[Sequence[int]]) -> None:
    """Raise CardError if stacks of two seats share a card."""
    seen: set[int] = set()
    for seat, cards in enumerate(stacks):
        if duplicates := seen.intersection(cards):
            raise CardError.about(f"stacks[{seat}]", f"card {format_card(min(duplicates))} is in another stack, too")
        seen.update(cards)


def cards_in_order(name: str, value: str | Sequence[int]) -> list[int]:
    """Return cards in order; raise CardError if one is invalid or duplicate."""
    try:
        return parse_cards(value)
    except CardError as error:
        raise CardError.about(name, str(error)) from error
