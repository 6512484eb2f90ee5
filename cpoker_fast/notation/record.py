"""Records of deals: complete, or as one player sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_seat, is_whole, items_of
from cpoker_fast.boards import FOUL, HAND_SIZE, Board, Foul
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.dealing import Deck, Seed
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, NotationError, TableError
from cpoker_fast.game.deal import (
    MOST_STAYS,
    Deal,
    Move,
    cards_in_order,
    check_stacks,
    dead_seats,
    read_fantasyland,
    read_numbers,
    settled_boards,
)
from cpoker_fast.game.placement import PartialBoard, Placement
from cpoker_fast.game.plan import earned_cards
from cpoker_fast.game.turns import hides_board, order_of_play
from cpoker_fast.notation.naming import Tag, check_names, check_tag
from cpoker_fast.notation.replaying import dealt_and_placed, gives_up_unseen, replay
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Declaration, Settlement, settle
from cpoker_fast.settling.declarations import BoardInput

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Record", "declared_in", "is_hidden", "names_in"]

_CARD = 36  # pixels of the width of a card in notebooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A deal as `parse_deal` reads it and `format_deal` writes it. Seats and streets are indices, from 0.

    Attributes
    ----------
    rules : Rules
    button : int
        The seat with the button.
    fantasyland, stays : tuple of int
        As in `Deal`.
    moves : tuple of Move
        The placements in the order of play, without declarations (see `declared`). Unknown discards are missing. A
        placement without cards is a surrender, a board that is still hidden, or a dead hand with unknown cards.
    turn : int or None
        The seat that acts next. It is None at the showdown, even if boards are still hidden.
    hand : tuple of int
        The hand of the seat that acts next, in the order dealt. An unknown hand is ().
    open_hands : tuple of tuple of int
        Cards that were dealt face up and are not placed yet, by seat and in the order dealt, without those in `hand`. It is
        () if there are no such cards, or they are unknown.
    stacks : tuple of tuple of int
        All cards of each seat in the order dealt, including the cards to come. It is () if the order was not recorded.
    declared : tuple of Pattern, str or None
        Natural that each seat declared at the showdown, or None. It is () before the showdown, and under rules without
        naturals.
    names : tuple of str
        The names of the players by seat. Unknown names are ().
    tags : dict
        Tags that the notation does not define, by name. Each value is a str, a number or a bool.

    Examples
    --------
    >>> deal = Deal("pineapple", 2, seed=1).place("Qs / 9d / Tc 8h 6s")
    >>> record = Record.of_deal(deal, ["Ann", "Bo"], viewer=0)
    >>> record.turn, record.names, record.is_whole, record.deal(seed=1).boards == deal.boards
    (0, ('Ann', 'Bo'), False, True)
    >>> str(record.boards()[1]), record.unknown_discards(record.moves[0]), record.to_dict()["turn"]
    ('Qs / 9d / Tc 8h 6s', 0, 0)
    >>> Record.of_deal(Deal("pagat", 2, seed=1).place(FOUL).place(FOUL)).boards_to_settle()
    [FOUL, FOUL]
    >>> record.settlement()  # raises
    Traceback (most recent call last):
        ...
    cpoker_fast.errors.TableError: the deal is not over: cards are still to be placed
    """

    rules: Rules
    button: int
    fantasyland: tuple[int, ...]
    stays: tuple[int, ...]
    moves: tuple[Move, ...]
    turn: int | None
    hand: tuple[int, ...] = ()
    open_hands: tuple[tuple[int, ...], ...] = ()
    stacks: tuple[tuple[int, ...], ...] = ()
    declared: tuple[str | None, ...] = ()
    names: tuple[str, ...] = ()
    tags: Mapping[str, Tag] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check_names(self.names, self.players)
        for name, value in self.tags.items():
            check_tag(name, value)

    def __repr__(self) -> str:
        names = ", ".join(self.names) or counted(self.players, "player")
        state = self._state(self.names or [f"player {seat + 1}" for seat in range(self.players)])
        return fitted(f"<Record of {self.rules.name!r}: {names}; {counted(len(self.moves), 'move')}, {state}>")

    def _state(self, names: Sequence[str]) -> str:
        if self.turn is not None:
            return f"turn of {names[self.turn]}"
        return "over" if self.is_over else "showdown"

    def _repr_html_(self) -> str:
        """Return a picture of the deal, like that of `Deal`, without the cards that are unknown."""
        from cpoker_fast.game.picturing import HandToPlace, check_layout, deal_svg

        known_names = [shorten(name) for name in self.names] or None
        names, columns = check_layout(self.players, "player", card_width=_CARD, title=None, names=known_names, columns=None)
        hand, discards = None, [CardSet()] * self.players
        for move in self.moves:
            discards[move.seat] |= move.placement.discards
        if self.turn is not None and self.hand:
            street = sum(move.seat == self.turn for move in self.moves)
            to_place = dealt_and_placed(self.rules, self.fantasyland[self.turn], street)[1]
            hand = HandToPlace(self.turn, CardSet(self.hand), to_place)
        return deal_svg(
            self.rules,
            names,
            self.boards(),
            button=self.button,
            fantasyland=self.fantasyland,
            points=self.settlement().points if self.is_over else (),
            surrendered=self.surrendered,
            dead=self.dead,
            open_hands=self.open_hands or [()] * self.players,
            hand=hand,
            discards=discards,
            columns=columns,
            card_width=_CARD,
            title=f"{self.rules.name}, {self._state(names)}",
        )

    @classmethod
    def of_deal(
        cls,
        deal: Deal,
        names: Sequence[str] = (),
        *,
        tags: Mapping[str, Tag] | None = None,
        viewer: int | None = None,
        dealt: bool = False,
    ) -> Record:
        """Return the record of a deal; for arguments and errors see `format_deal`."""
        if not isinstance(deal, Deal):
            raise NotationError(f"expected a Deal, got {quote(deal)}")
        checked_names = check_names(names, deal.players)
        if viewer is not None:
            check_seat("viewer", viewer, deal.players)
        if not isinstance(dealt, bool) or (dealt and viewer is not None):
            expected = "True or False" if viewer is None else "False with a viewer"
            raise NotationError.about("dealt", f"expected {expected}, got {quote(dealt)}")
        moves = [_recorded(move, deal, viewer) for move in deal.moves]
        turn = deal.turn
        hand: tuple[int, ...] = ()
        if turn is not None and (viewer in (None, turn) or deal.open_hands[turn]):
            hand = deal.dealt(turn, sum(move.seat == turn for move in moves))
        open_hands = tuple(() if seat == turn else cards for seat, cards in enumerate(deal.open_hands))
        return cls(
            rules=deal.rules,
            button=deal.button,
            fantasyland=deal.fantasyland,
            stays=deal.stays,
            moves=tuple(moves),
            turn=turn,
            hand=hand,
            open_hands=open_hands if any(open_hands) else (),
            stacks=deal.stacks if dealt else (),
            declared=declared_in(deal),
            names=checked_names,
            tags=_read_tags(tags),
        )

    @classmethod
    def of_boards(
        cls,
        boards: Sequence[BoardInput],
        rules: Rules | str,
        *,
        button: int = 0,
        names: Sequence[str] = (),
        declare: Declaration | Sequence[Declaration | None] | None = None,
        fantasyland: Sequence[int] = (),
        stays: Sequence[int] = (),
        stacks: Sequence[Iterable[int]] = (),
        tags: Mapping[str, Tag] | None = None,
    ) -> Record:
        """Return the record of a finished deal whose boards were placed at once: of a closed game, or in Fantasyland.

        Parameters
        ----------
        boards : sequence of Board, str, rows, cards, Placement, None or FOUL
            Board of each seat, in any form that `cpoker_fast.settle` reads. None is a surrender, and FOUL is a dead hand.
        rules : Rules or str
            Rules, or the name of a preset.
        button, declare
            As in `cpoker_fast.settle`.
        names, tags
            As in `format_deal`.
        fantasyland, stays, stacks
            As in `Record`. By default, (), nobody is in Fantasyland, and `stacks` are unknown. Discards are then unknown,
            too.

        Raises
        ------
        NotationError
            If the rules place cards street by street, or a name or tag is invalid.
        CpokerError
            The errors of `cpoker_fast.settle`.

        Examples
        --------
        >>> record = Record.of_boards(["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", FOUL], "pagat", names=["Ann", "Bo"])
        >>> record.dead, record.names, record.settlement().points
        ((1,), ('Ann', 'Bo'), (3, -3))
        >>> record.boards_to_settle()
        [Board('Ah Kd 2c', '9s 9h 4d 4c 3s', 'Ts Th Tc 5s 5d'), FOUL]
        """
        settled = settle(boards, rules, button=button, declare=declare)
        rules, seats = settled.rules, range(len(settled.seats))
        sizes = read_fantasyland(rules, fantasyland, len(seats))
        if not all(hides_board(rules, sizes[seat]) for seat in seats):
            problem = f"rules {quote(rules.name)} place cards street by street"
            raise NotationError(f"expected a game whose boards are placed at once; {problem}, which boards do not show")
        placed = [seat.board for seat in settled.seats]
        hands = _read_stacks(stacks, [size or HAND_SIZE for size in sizes])
        return cls(
            rules=rules,
            button=settled.button,
            fantasyland=sizes,
            stays=read_numbers("stays", stays, len(seats), MOST_STAYS),
            moves=tuple(
                _move_of_board(seat, placed[seat], hands[seat] if hands else ())
                for seat, _ in order_of_play(1, len(seats), settled.button, sizes)
            ),
            turn=None,
            stacks=hands if any(not isinstance(board, Board) for board in placed) else (),
            declared=tuple(seat.natural for seat in settled.seats) if rules.naturals else (),
            names=check_names(names, len(seats)),
            tags=_read_tags(tags),
        )

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.fantasyland)

    @property
    def streets(self) -> tuple[tuple[int, int], ...]:
        """The numbers of cards dealt and placed on each street."""
        return self.rules.streets

    @property
    def is_over(self) -> bool:
        """Whether all players have placed all cards, or surrendered, and no board is hidden any more."""
        return self.turn is None and not any(map(is_hidden, self.moves))

    @property
    def surrendered(self) -> tuple[int, ...]:
        """Seats whose players surrendered, ascending; before the showdown, a player's view has only their own seat."""
        return tuple(sorted(move.seat for move in self.moves if move.placement.is_surrender))

    @property
    def dead(self) -> tuple[int, ...]:
        """Seats whose hands are dead, ascending; they are settled as fouls, whatever their rows."""
        return dead_seats(self.moves)

    @property
    def is_whole(self) -> bool:
        """Whether every card of the deal is known: the deal is over without unknown cards, or has `stacks`.

        Only `stacks` has the cards of a player who surrendered, or of a dead hand without rows.
        """
        if self.stacks:
            return True
        return self.is_over and not any(gives_up_unseen(move) or self.unknown_discards(move) for move in self.moves)

    def unknown_discards(self, move: Move) -> int:
        """Return the number of discards of a move that are unknown."""
        if gives_up_unseen(move):
            return 0
        dealt, placed = dealt_and_placed(self.rules, self.fantasyland[move.seat], move.street)
        return dealt - placed - len(move.placement.discards)

    @property
    def hides_open_hands(self) -> bool:
        """Whether the record lacks cards of the first street that were dealt face up."""
        in_fantasyland = sum(cards > 0 for cards in self.fantasyland)
        if not self.rules.first_street_open or len(self.moves) < in_fantasyland:
            return False  # no such cards were dealt yet
        recorded = {move.seat for move in self.moves} | ({self.turn} if self.hand else set())
        recorded |= {seat for seat, cards in enumerate(self.open_hands) if cards}
        return any(seat not in recorded and not cards for seat, cards in enumerate(self.fantasyland))

    def boards(self, street: int | None = None) -> tuple[PartialBoard | None, ...]:
        """Return the boards by seat after a street, by default the current boards; None for a hidden board.

        The board of a player who surrendered, or whose dead hand has unknown cards, stays empty; see `surrendered` and
        `dead`. Streets are indices, from 0. Raises TableError if there is no such street.
        """
        last = len(self.streets) - 1
        if street is None:
            street = last
        if not is_whole(street) or not 0 <= street <= last:
            raise TableError.about("street", f"expected an int from 0 to {last}, got {quote(street)}")
        boards: list[PartialBoard | None] = [PartialBoard()] * self.players
        for move in self.moves:
            board = boards[move.seat]
            if move.street <= street and board is not None and not move.placement.is_surrender:
                boards[move.seat] = None if is_hidden(move) else board.with_cards(move.placement)
        return tuple(boards)

    def deal(self, *, seed: Seed = None, rng: np.random.Generator | None = None) -> Deal:
        """Return a deal with the moves of this record, in which unknown cards are drawn at random.

        Parameters
        ----------
        seed : int, sequence of int or numpy.random.SeedSequence, optional
            Seed for the unknown cards: cards to come, unknown discards, hidden boards, and hands of players who surrendered.
            Hidden boards are filled at random, not as a player would set them.
        rng : numpy.random.Generator, optional
            Generator for the unknown cards, instead of `seed`.

        Raises
        ------
        SeedError
            If `seed` or `rng` is invalid, or both are given.
        """
        unseen = () if self.is_whole else Deck(rng, seed=seed, dead=self._known_cards()).in_order()
        moves: list[list[Move]] = [[] for _ in range(self.players)]
        for move in self.moves:
            moves[move.seat].append(move)
        hands = list(self.open_hands) or [()] * self.players
        if self.turn is not None:
            hands[self.turn] = self.hand
        terms = (self.rules, self.button, self.fantasyland, self.stays)
        deal = replay(*terms, moves, hands, stacks=self.stacks, unseen=unseen)
        return deal.declare(self._declarations())

    def _declarations(self) -> list[Declaration] | None:
        return [natural or False for natural in self.declared] or None

    def settlement(self) -> Settlement:
        """Settle the deal, and return the settlement; raise TableError before the showdown."""
        settlement = settle(self.boards_to_settle(), self.rules, button=self.button, declare=self._declarations())
        return replace(settlement, names=self.names)

    @property
    def next_fantasyland(self) -> tuple[int, ...]:
        """Number of cards of each seat's Fantasyland in the next deal, 0 for none; raises TableError before the showdown."""
        return earned_cards(self.rules, self.boards_to_settle(), self.fantasyland, self.stays)

    def boards_to_settle(self) -> list[Board | Foul | None]:
        """Return the complete boards by seat as `settle` reads them: None for a surrender, ``FOUL`` for a dead hand.

        Raises TableError before the showdown.
        """
        if not self.is_over:
            missing = "cards are still to be placed" if self.turn is not None else "boards are still hidden"
            raise TableError(f"the deal is not over: {missing}")
        return settled_boards(self.boards(), self.surrendered, self.dead)

    def _known_cards(self) -> CardSet:
        cards_in_record = CardSet([card for cards in (self.hand, *self.open_hands) for card in cards])
        for move in self.moves:
            cards_in_record |= move.placement.cards | move.placement.discards
        return cards_in_record

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values for JSON, with the settlement if the deal is over."""
        plain: dict[str, Any] = {
            "rules": self.rules.name,
            **({"players": list(self.names)} if self.names else {}),
            "button": self.button,
            "fantasyland": list(self.fantasyland),
            "stays": list(self.stays),
            "tags": dict(self.tags),
            "moves": [_move_to_dict(move) for move in self.moves],
            "turn": self.turn,
            "hand": [format_card(card) for card in self.hand],
        }
        if self.open_hands:
            plain["open_hands"] = [list(map(format_card, cards)) for cards in self.open_hands]
        if self.is_over:
            plain |= {"settlement": self.settlement().to_dict(), "next_fantasyland": list(self.next_fantasyland)}
        return plain


def declared_in(deal: Deal) -> tuple[str | None, ...]:
    """Return the natural that each player declared in a deal; see `Record.declared`."""
    if not deal.is_over or not deal.rules.naturals:
        return ()
    return tuple(seat.natural for seat in deal.settlement().seats)


def _read_tags(tags: Mapping[str, Tag] | None) -> dict[str, Tag]:
    """Return a new dictionary of tags; raise NotationError for another value."""
    if tags is not None and not isinstance(tags, Mapping):
        raise NotationError.about("tags", f"expected a mapping of names to values, got {quote(tags)}")
    return dict(tags or {})


def _read_stacks(stacks: Sequence[Iterable[int]], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the cards dealt to each seat, () if they are unknown; raise CardError unless each seat has its number."""
    items = items_of(stacks)
    if items is None or len(items) not in (0, len(sizes)):
        raise CardError.about("stacks", f"expected cards for each of {len(sizes)} seats, got {quote(stacks)}")
    hands = [cards_in_order(f"stacks[{seat}]", hand) for seat, hand in enumerate(items)]
    for seat, (hand, size) in enumerate(zip(hands, sizes, strict=False)):
        if len(hand) != size:
            raise CardError.about(f"stacks[{seat}]", f"expected {counted(size, 'card')}, got {len(hand)}")
    check_stacks(hands)
    return tuple(map(tuple, hands))


def _move_of_board(seat: int, board: Board | Foul | None, dealt: Iterable[int]) -> Move:
    """Return the move that placed a board at once; `dealt` is empty if the discards are unknown."""
    if not isinstance(board, Board):
        return Move(seat, 0, Placement.surrender() if board is None else Placement(), dead=board is FOUL)
    hand = CardSet(dealt)
    if hand and board.hand - hand:
        raise CardError.about(f"stacks[{seat}]", f"expected the cards of the board, {board.hand - hand} are missing")
    return Move(seat, 0, Placement.of_cards(*board.rows, hand - board.hand))


def _move_to_dict(move: Move) -> dict[str, Any]:
    action: dict[str, Any] = {}
    if move.placement.is_surrender:
        action = {"surrender": True}
    elif is_hidden(move):
        action = {"hidden": True}
    elif not gives_up_unseen(move):
        front, middle, back = map(str, move.placement.rows)
        action = {"front": front, "middle": middle, "back": back, "discards": str(move.placement.discards)}
    marks = {name: True for name in ("timed_out", "dead") if getattr(move, name)}
    return {"seat": move.seat, "street": move.street, **action, **marks}


def _recorded(move: Move, deal: Deal, viewer: int | None) -> Move:
    """Return a move as a record has it: without its declaration, and without cards that are hidden from the viewer."""
    placement = move.placement
    is_own = viewer in (None, move.seat)
    if not is_own and deal.hides_board(move.seat) and not deal.is_over:
        return move._replace(placement=Placement(), dead=False)
    if placement.is_surrender:
        return move
    return move._replace(placement=Placement.of_cards(*placement.rows, placement.discards if is_own else CardSet()))


def is_hidden(move: Move) -> bool:
    """Whether a move set a board, or gave it up, and this is still hidden."""
    return not move.placement.cards and not gives_up_unseen(move)


def names_in(deal: Deal | Record) -> tuple[str, ...]:
    """Return the names of the players by seat: 'Player 1', 'Player 2', ... if the deal has no names."""
    names = deal.names if isinstance(deal, Record) else ()
    return names or tuple(f"Player {seat + 1}" for seat in range(deal.players))
