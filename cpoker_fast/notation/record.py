"""Records of deals: complete, or as one player sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cpoker_fast._arguments import check_seat, is_whole
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.dealing import Deck, Seed
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import NotationError, TableError
from cpoker_fast.game.deal import Deal, Move
from cpoker_fast.game.placement import PartialBoard, Placement
from cpoker_fast.game.plan import earned_cards
from cpoker_fast.notation.naming import Tag, check_names, check_tag
from cpoker_fast.notation.replaying import dealt_and_placed, replay
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Declaration, Settlement, settle

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Record", "declared_in", "is_hidden"]

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
        The placements in the order of play, without declarations, which `declared` has. Unknown discards are missing. A
        placement without cards that is no surrender is a board that is still hidden.
    turn : int or None
        The seat that acts next; None at the showdown, where boards may still be hidden.
    hand : tuple of int
        The hand of the seat that acts next, in the order dealt; () if it is unknown.
    open_hands : tuple of tuple of int
        By seat, the cards that were dealt face up and are not placed yet, in the order dealt, except those in `hand`; () if
        there are none, or they are unknown.
    stacks : tuple of tuple of int
        All cards of each seat in the order dealt, including the cards to come; () if the order was not recorded.
    declared : tuple of Pattern, str or None
        By seat, the natural declared at the showdown, or None; () before the showdown, or under rules without naturals.
    names : tuple of str
        The names of the players by seat; () if they are unknown.
    tags : dict
        Tags that the notation does not define, by name; each value is a str, a number or a bool.

    Examples
    --------
    >>> deal = Deal("pineapple", 2, seed=1).place("Qs / 9d / Tc 8h 6s")
    >>> record = Record.of_deal(deal, ["Ann", "Bo"], viewer=0)
    >>> record.turn, record.names, record.is_whole, record.deal(seed=1).boards == deal.boards
    (0, ('Ann', 'Bo'), False, True)
    >>> str(record.boards()[1]), record.unknown_discards(record.moves[0]), record.to_dict()["turn"]
    ('Qs / 9d / Tc 8h 6s', 0, 0)
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
        if tags is not None and not isinstance(tags, Mapping):
            raise NotationError.about("tags", f"expected a mapping of names to values, got {quote(tags)}")
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
            tags=dict(tags or {}),
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
    def is_whole(self) -> bool:
        """Whether every card of the deal is known: the deal is over without unknown cards, or has `stacks`.

        Cards of a player who surrendered are known only from `stacks`.
        """
        if self.stacks:
            return True
        return self.is_over and not (self.surrendered or any(self.unknown_discards(move) for move in self.moves))

    def unknown_discards(self, move: Move) -> int:
        """Return the number of discards of a move that are unknown."""
        if move.placement.is_surrender:
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

        The board of a player who surrendered stays empty; see `surrendered`. Streets are indices, from 0. Raises TableError
        if there is no such street.
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
        placed: list[list[Placement]] = [[] for _ in range(self.players)]
        timed_out: list[set[int]] = [set() for _ in range(self.players)]
        for move in self.moves:
            placed[move.seat].append(move.placement)
            if move.timed_out:
                timed_out[move.seat].add(move.street)
        hands = list(self.open_hands) or [()] * self.players
        if self.turn is not None:
            hands[self.turn] = self.hand
        terms = (self.rules, self.button, self.fantasyland, self.stays)
        deal = replay(*terms, placed, hands, timed_out=timed_out, stacks=self.stacks, unseen=unseen)
        return deal.declare(self._declarations())

    def _declarations(self) -> list[Declaration] | None:
        return [natural or False for natural in self.declared] or None

    def settlement(self) -> Settlement:
        """Settle the deal, and return the settlement; raise TableError before the showdown."""
        settlement = settle(self._complete_boards(), self.rules, button=self.button, declare=self._declarations())
        return replace(settlement, names=self.names)

    @property
    def next_fantasyland(self) -> tuple[int, ...]:
        """Number of cards of each seat's Fantasyland in the next deal, 0 for none; raises TableError before the showdown."""
        return earned_cards(self.rules, self._complete_boards(), self.fantasyland, self.stays)

    def _complete_boards(self) -> list[Board | None]:
        """Return the complete boards by seat, None for a surrender; raise TableError before the showdown."""
        if not self.is_over:
            missing = "cards are still to be placed" if self.turn is not None else "boards are still hidden"
            raise TableError(f"the deal is not over: {missing}")
        surrendered = self.surrendered
        boards = [None if seat in surrendered else board for seat, board in enumerate(self.boards())]
        return [None if board is None else board.board() for board in boards]

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


def _move_to_dict(move: Move) -> dict[str, Any]:
    if move.placement.is_surrender:
        action: dict[str, Any] = {"surrender": True}
    elif is_hidden(move):
        action = {"hidden": True}
    else:
        front, middle, back = map(str, move.placement.rows)
        action = {"front": front, "middle": middle, "back": back, "discards": str(move.placement.discards)}
    late = {"timed_out": True} if move.timed_out else {}
    return {"seat": move.seat, "street": move.street, **action, **late}


def _recorded(move: Move, deal: Deal, viewer: int | None) -> Move:
    """Return a move as a record has it: without its declaration, and without cards that are hidden from the viewer."""
    placement = move.placement
    is_own = viewer in (None, move.seat)
    if not is_own and deal.hides_board(move.seat) and not deal.is_over:
        return move._replace(placement=Placement())
    if placement.is_surrender:
        return move
    return move._replace(placement=Placement.of_cards(*placement.rows, placement.discards if is_own else CardSet()))


def is_hidden(move: Move) -> bool:
    """Whether a move set a board, or surrendered, and this is still hidden."""
    return not move.placement.cards and not move.placement.is_surrender
