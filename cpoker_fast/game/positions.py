"""Many positions as arrays, for bots that place at many tables at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np

from cpoker_fast._arguments import check_seat, check_whole, items_of
from cpoker_fast._arrays import ascending_hands_in
from cpoker_fast._positions import boards_of_rows, cards_in_masks, masks_of_hands, partial_boards
from cpoker_fast.board_arrays import NO_BOARD
from cpoker_fast.boards import ROW_SPANS
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import ArrayError, PlacementError, RulesError, TableError
from cpoker_fast.game.position import Position, check_generator, check_position
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Positions", "boards_of_masks", "kinds_of_rows", "masks_of_cards", "positions_for_bot", "whole_hands"]


@dataclass(frozen=True, eq=False, repr=False)
class Positions(Sequence[Position]):
    """Positions at which players place cards now, as arrays. A bot with ``place_many`` receives them.

    All positions have the same rules and number of players, and the players have the same number of cards in hand. Index 0
    of each array is the first position. A `Positions` cannot be changed. The arrays of its attributes are read-only, and its
    methods return new arrays.

    A `Positions` is also a sequence. An index returns a `Position`. A slice, or a list or array of indices or bools, returns
    a `Positions`. The class methods `of` and `of_hands` make a `Positions` from positions or hands.

    Attributes
    ----------
    rules : Rules
    to_place : int
        Number of cards that each player places on the board. The other cards of the hand are discarded.
    hands : array of uint8, shape (n, k)
        Cards in hand, in any order.
    fantasyland : array of uint8, shape (n, players)
        Number of Fantasyland cards by seat. It is 0 for a player who is not in Fantasyland.

    Examples
    --------
    >>> positions = Positions.of([Deal("pineapple", 2, seed=seed).position() for seed in range(3)])
    >>> positions.hands.shape, positions.boards.shape, positions.to_place
    ((3, 5), (3, 2, 13), 5)
    >>> positions.room.tolist()
    [[3, 5, 5], [3, 5, 5], [3, 5, 5]]
    >>> print(positions[1].hand)
    Qs Tc 9d 8h 6s
    >>> len(positions[positions.seen[:, 51]])  # those who have seen the ace of spades
    0
    """

    rules: Rules
    to_place: int
    hands: NDArray[np.uint8]
    _places: NDArray[np.int8]  # seat, button and street
    _rows: NDArray[np.uint64]  # masks by seat and row
    _discards: NDArray[np.uint64]
    fantasyland: NDArray[np.uint8]
    _open: NDArray[np.uint64]
    _hides_opponents: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        if self._hides_opponents is None:
            object.__setattr__(self, "_hides_opponents", np.zeros(len(self.hands), bool))
        for name in _ARRAYS:  # bots receive them, and no bot can make arrays over bytes writeable
            array = getattr(self, name)
            object.__setattr__(self, name, np.ndarray(array.shape, array.dtype, array.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Positions, (self.rules, self.to_place, *(getattr(self, name) for name in _ARRAYS))

    @property
    def players(self) -> int:
        """Number of players at each table."""
        return int(self._rows.shape[1])

    @property
    def seats(self) -> NDArray[np.int8]:
        """Seats of the players who place cards, int8[n]; they count from 0."""
        return self._places[:, 0]

    @property
    def buttons(self) -> NDArray[np.int8]:
        """Seats with the button, int8[n]."""
        return self._places[:, 1]

    @property
    def streets(self) -> NDArray[np.int8]:
        """Indices of the streets, int8[n]; they count from 0."""
        return self._places[:, 2]

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Positions:
        """Return positions as arrays.

        Raises
        ------
        PlacementError
            If there is no position, one has no cards in hand, or they differ in their rules, players or numbers of cards.
        """
        items = _checked(positions)
        return cls(
            items[0].rules,
            items[0].to_place,
            np.array([list(position.hand) for position in items], np.uint8),
            np.array([[position.seat, position.button, position.street] for position in items], np.int8),
            np.array([[[row.mask for row in board.rows] for board in position.boards] for position in items], np.uint64),
            np.array([position.discards.mask for position in items], np.uint64),
            np.array([position.fantasyland for position in items], np.uint8),
            np.array([[hand.mask for hand in position.open_hands] for position in items], np.uint64),
            np.array([position.hides_opponents for position in items]),
        )

    @classmethod
    def of_hands(cls, hands: object, rules: Rules | str, players: int = 2, *, seat: int = 0, button: int = 1) -> Positions:
        """Return positions of a closed game, in which hands of 13 cards are placed at once.

        Parameters
        ----------
        hands : array of uint8, shape (n, 13), or a list of hands
            Hands of one seat.
        rules : Rules or str
            Rules of a closed game, or the name of a preset.
        players : int
            Number of players at each table.
        seat, button : int
            Seat of the players, and seat with the button.

        Raises
        ------
        ArrayError, CardError
            If a hand is invalid. The message names the index of the hand.
        RulesError
            If the rules are unknown, or do not deal 13 cards at once.
        TableError
            If `players`, `seat` or `button` is invalid.

        Examples
        --------
        >>> import numpy as np
        >>> positions = Positions.of_hands(["As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"] * 3, "pagat")
        >>> bot("balanced").place_many(positions, np.random.default_rng(1))
        <Placements of 3 hands>
        """
        checked = as_rules(rules)
        if not checked.is_closed:
            raise RulesError.about("rules", f"expected a closed game, got {quote(checked.name)}")
        check_whole("players", players, 2, checked.players, TableError)
        check_seat("seat", seat, players)
        check_seat("button", button, players)
        return whole_hands(checked, players, ascending_hands_in(hands), seat, button)

    # ---- cards ----

    @property
    def boards(self) -> NDArray[np.uint8]:
        """Boards by seat, as the player sees them: uint8[n, players, 13]; front (3), middle (5) and back (5).

        The cards of a row ascend; 255 is an empty place. Boards that are hidden from the player are empty.
        """
        return boards_of_masks(self._rows)

    @property
    def own_boards(self) -> NDArray[np.uint8]:
        """Boards of the players who place cards: uint8[n, 13], as in `boards`."""
        return boards_of_masks(self.own_rows)

    @property
    def room(self) -> NDArray[np.uint8]:
        """Numbers of cards that the rows of the player lack: uint8[n, 3]; front, middle and back."""
        is_empty = self.own_boards == NO_BOARD
        return np.stack([is_empty[:, begin:end].sum(axis=1, dtype=np.uint8) for begin, end in ROW_SPANS], axis=1)

    @property
    def discarded(self) -> NDArray[np.bool_]:
        """Whether the player has discarded each card: bool[n, 52]. Discards of other players are hidden."""
        return _flags(self._discards)

    @property
    def in_hand(self) -> NDArray[np.bool_]:
        """Whether each card is in the hand of the player: bool[n, 52]."""
        return _flags(self.hand_masks)

    @property
    def open_hands(self) -> NDArray[np.bool_]:
        """Whether each card was dealt face up to another seat, and is not placed yet: bool[n, players, 52]."""
        return _flags(self._open)

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Whether the player has seen each card, on boards, in open hands, in their hand or their discards: bool[n, 52]."""
        on_boards = np.bitwise_or.reduce(self._rows, axis=(1, 2))
        return _flags(on_boards | np.bitwise_or.reduce(self._open, axis=1) | self._discards | self.hand_masks)

    @property
    def own_rows(self) -> NDArray[np.uint64]:
        """Masks of the rows of the players who place cards, uint64[n, 3]."""
        return np.ascontiguousarray(self._rows[np.arange(len(self)), self.seats])

    @property
    def hand_masks(self) -> NDArray[np.uint64]:
        """Masks of the cards in hand, uint64[n]."""
        return masks_of_cards(self.hands)

    # ---- positions that differ only in their hands ----

    def kinds(self) -> tuple[list[int], NDArray[np.intp]]:
        """Return the first index of each kind, and the kind of each position. Positions of a kind differ only in hands."""
        n, varied = len(self), []
        for name in _ARRAYS[1:]:
            data = getattr(self, name).tobytes()
            if data != data[: len(data) // n] * n:
                varied.append(np.frombuffer(data, np.uint8).reshape(n, -1))
        return kinds_of_rows(np.concatenate(varied, axis=1)) if varied else ([0], np.zeros(n, np.intp))

    def with_hands(self, hands: NDArray[np.uint8]) -> Positions:
        """Return the positions with other hands, uint8[n, k], which are not checked."""
        return replace(self, hands=hands)

    # ---- a sequence of positions ----

    def __len__(self) -> int:
        return len(self.hands)

    @overload
    def __getitem__(self, index: int) -> Position: ...

    @overload
    def __getitem__(self, index: slice | list[Any] | NDArray[Any]) -> Positions: ...

    def __getitem__(self, index: Any) -> Any:
        dimensions: int = getattr(index, "ndim", 0)
        if isinstance(index, list) or dimensions:
            index = np.asarray(index, np.intp if isinstance(index, list) and not index else None)
            if index.ndim != 1 or index.dtype.kind not in "biu":
                got = f"{index.dtype}, shape {index.shape}"
                raise ArrayError.about("index", f"expected an int, a slice, or a list or array of ints or bools, got {got}")
        if isinstance(index, slice | np.ndarray):
            return Positions(self.rules, self.to_place, *(getattr(self, name)[index] for name in _ARRAYS))
        seat, button, street = self._places[index].tolist()
        return Position.of_parts(
            rules=self.rules,
            seat=seat,
            button=button,
            street=street,
            boards=partial_boards(self._rows[index]),
            hand=CardSet(self.hands[index].tolist()),
            discards=CardSet.from_mask(int(self._discards[index])),
            fantasyland=tuple(self.fantasyland[index].tolist()),
            open_hands=tuple(map(CardSet.from_mask, self._open[index].tolist())),
            hides_opponents=bool(cast("NDArray[np.bool_]", self._hides_opponents)[index]),
        )

    def __iter__(self) -> Iterator[Position]:
        return map(self.__getitem__, range(len(self)))

    def __repr__(self) -> str:
        size = counted(self.hands.shape[1], "card")
        return f"<Positions of {self.rules.name!r}: {len(self)} with {size} in hand, {counted(self.players, 'player')}>"


_ARRAYS = ("hands", "_places", "_rows", "_discards", "fantasyland", "_open", "_hides_opponents")

_MOST_KINDS = 8


def kinds_of_rows(rows: NDArray[np.uint8]) -> tuple[list[int], NDArray[np.intp]]:
    """Return the index of the first row of each kind, and the kind of each row. Rows of a kind have the same bytes.

    After eight kinds, each other row is a kind of its own, to save time if many rows differ.
    """
    firsts: list[int] = []
    kinds = np.full(len(rows), -1, np.intp)
    rest = np.arange(len(rows))
    keys = np.ascontiguousarray(rows).view(f"S{rows.shape[1]}")[:, 0]  # one comparison for a row, and not one for each byte
    while len(rest) and len(firsts) < _MOST_KINDS:
        kinds[keys == keys[rest[0]]] = len(firsts)
        firsts.append(int(rest[0]))
        rest = np.flatnonzero(kinds < 0)
    kinds[rest] = np.arange(len(firsts), len(firsts) + len(rest))
    return firsts + rest.tolist(), kinds


def masks_of_cards(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Convert sets of n cards, uint8[..., n], to masks, uint64[...]: bit 16 * suit + rank, as in `CardSet.mask`."""
    masks = np.empty(cards.shape[:-1], np.uint64)
    masks_of_hands(np.ascontiguousarray(cards).reshape(-1, cards.shape[-1]), masks.reshape(-1))
    return masks


def boards_of_masks(rows: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Convert the masks of rows, uint64[..., 3], to boards of cards, uint8[..., 13]; `NO_BOARD` is an empty place."""
    boards = np.empty((*rows.shape[:-1], 13), np.uint8)
    boards_of_rows(np.ascontiguousarray(rows).reshape(-1, 3), boards.reshape(-1, 13))
    return boards


def _flags(masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return which cards are in masks, uint64[...]: bool[..., 52]."""
    flags = np.empty((*masks.shape, 52), np.bool_)
    cards_in_masks(np.ascontiguousarray(masks).reshape(-1), flags.reshape(-1, 52).view(np.uint8))
    return flags


def _checked(positions: object) -> list[Position]:
    """Return positions as a list; raise PlacementError unless all have cards in hand, and as many, under the same rules."""
    items = items_of(positions)
    if not items:
        raise PlacementError.about("positions", f"expected a sequence of at least one position, got {quote(positions)}")
    for index, position in enumerate(items):
        check_position(position)
        if not position.hand:
            raise PlacementError.about(f"positions[{index}]", "expected cards in hand: it is not the turn of the player")
        kind, first = ((p.rules, p.players, len(p.hand), p.to_place) for p in (position, items[0]))
        if kind != first:
            raise PlacementError.about(
                f"positions[{index}]", "expected the rules and the numbers of players and cards of the first position"
            )
    return items


def whole_hands(rules: Rules, players: int, hands: NDArray[np.uint8], seat: int, button: int) -> Positions:
    """Return positions of one seat in deals in which all cards are placed at once; `hands` are valid."""
    n = len(hands)
    places = np.empty((n, 3), np.int8)
    places[:] = seat, button, 0
    rows, fantasyland = np.zeros((n, players, 3), np.uint64), np.zeros((n, players), np.uint8)
    discards, open_hands = np.zeros(n, np.uint64), np.zeros((n, players), np.uint64)
    return Positions(rules, rules.streets[0][1], hands, places, rows, discards, fantasyland, open_hands)


def positions_for_bot(positions: Positions | Sequence[Position], rng: object) -> Positions:
    """Return the positions in the arguments of a bot; raise PlacementError or SeedError for other values."""
    check_generator(rng)
    return positions if isinstance(positions, Positions) else Positions.of(positions)
