"""Observations: positions as bits, which learners and their policies read, and their contents as boards and cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast._arguments import check_whole, items_of
from cpoker_fast._arrays import result_out
from cpoker_fast._positions import Encoder, observation_size
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import DECK_SIZE, CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fields_repr
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import ArrayError, BoardError, PlacementError, TableError
from cpoker_fast.game.placement import PartialBoard, Placement, Rows
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.position import Position, check_position
from cpoker_fast.players.card_actions import ACTIONS, actions_of, placed_by
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Observation", "Seen", "checked_dtype"]

_SIZES = len(FANTASYLAND_SIZES)
_DTYPES = ("uint8", "float32")
_MOST_ENCODERS = 6  # for each dtype and number of players


class Seen(NamedTuple):
    """An observation as boards and cards; players are listed clockwise from the observer."""

    boards: tuple[PartialBoard, ...]
    """The visible boards; the observer's board comes first."""
    discards: CardSet
    """The observer's discards."""
    hand: CardSet
    """The cards that the observer still has to place or discard; empty before their turn, unless dealt face up."""
    card: int | None
    """The card to place now: the highest of the hand."""
    street: int | None
    """The index of the current street; None while players in Fantasyland place, and when the deal is over."""
    place: int
    """The observer's place in the order of play: 0 for the player left of the button, who acts first on each street."""
    to_act: int | None
    """Number of places, clockwise, from the observer to the player who acts now; None when the deal is over."""
    fantasyland: tuple[int, ...]
    """The number of cards of each player's Fantasyland, or 0."""
    open_hands: tuple[CardSet, ...]
    """For each player, the cards of a face-up first street (`Rules.first_street_open`) that they still have to place;
    empty for the observer, whose cards are in `hand`."""

    def __repr__(self) -> str:
        return fields_repr(self)


class Observation:
    """The layout of the bits of an observation. It writes positions as bits, and reads bits as boards and cards.

    All values are 0 or 1. Let P be the number of players and S the number of streets. In a part of 52 bits, bit c is card c:
    cards 0 to 3 are the twos, clubs first; cards 48 to 51 are the aces. The table lists the parts in order:

    ===================================== ====== ======================================================================
    part                                  bits   is 1 for
    ===================================== ====== ======================================================================
    ``front``, ``middle``, ``back``       3 x 52 cards in the observer's rows
    ``discards``                          52     the observer's discards
    ``hand``                              52     cards that the observer still has to place or discard; before
                                                 their turn, only those of a first street dealt face up
    ``card``                              52     the card to place now: the highest of the hand
    ``front i``, ``middle i``, ``back i`` 3 x 52 cards in the rows of the i-th player clockwise, for i from 1 to
                                                 P - 1; none in Fantasyland until the deal is over
    ``hand i``                            52     cards of a face-up first street that the i-th player still has to
                                                 place, for i from 1 to P - 1; only under rules with such a street
    ``street``                            S      the current street; none while players in Fantasyland place, and when
                                                 the deal is over
    ``place``                             P      the observer's place in the order of play: the first bit is left of
                                                 the button, the last bit is the button
    ``to act``                            P      the player who acts now: the first bit is the observer, the others
                                                 follow clockwise; none when the deal is over
    ``fantasyland``, ``fantasyland i``    P x 5  a player in Fantasyland with 13, 14, 15, 16 or 17 cards
    ===================================== ====== ======================================================================

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    players : int
        Number of players.

    Attributes
    ----------
    size : int
        The number of bits.
    parts : mapping of str to slice
        The bits of each part, by its name in the table above.

    Raises
    ------
    RulesError
        If the rules are unknown, or a street has too many placements.
    TableError
        If the number of players is invalid.

    Examples
    --------
    >>> bits = Observation("pineapple", 2)
    >>> bits.size, bits.parts["hand"], bits.parts["back 1"], bits.parts["to act"]
    (487, slice(208, 260, None), slice(416, 468, None), slice(475, 477, None))
    >>> position = Deal("pineapple", 2, seed=1).position()
    >>> bits.read(bits.write(position)).hand == position.hand
    True
    >>> bits.action_mask(position).tolist()
    [1, 1, 1, 0]
    >>> print(bits.placement(position, [2, 2, 1, 1, 0]))
    6s / 9d 8h / Qs Tc
    >>> bits.actions(position, "6s / 9d 8h / Qs Tc")
    [2, 2, 1, 1, 0]
    >>> observations, masks = bits.write_many([position] * 3)
    >>> observations.shape, masks.shape
    ((3, 487), (3, 4))
    """

    players: int
    rules: Rules

    def __init__(self, rules: Rules | str, players: int) -> None:
        checked_rules = as_rules(rules)
        check_whole("players", players, 2, checked_rules.players, TableError)
        self.rules, self.players = checked_rules, players
        self.size: int = observation_size(plan_of(checked_rules), players)
        sizes = dict.fromkeys([*ROWS, "discards", "hand", "card"], DECK_SIZE)
        sizes |= {f"{row} {i}": DECK_SIZE for i in range(1, players) for row in ROWS}
        if checked_rules.first_street_open:
            sizes |= {f"hand {i}": DECK_SIZE for i in range(1, players)}
        sizes |= {"street": len(checked_rules.streets), "place": players, "to act": players, "fantasyland": _SIZES}
        sizes |= {f"fantasyland {i}": _SIZES for i in range(1, players)}
        parts, begin = {}, 0
        for name, size in sizes.items():
            parts[name] = slice(begin, begin + size)
            begin += size
        self.parts: Mapping[str, slice] = MappingProxyType(parts)

    def read(self, observation: NDArray[np.uint8] | NDArray[np.float32]) -> Seen:
        """Return an observation as boards and cards.

        Parameters
        ----------
        observation : array, shape (size,)

        Returns
        -------
        Seen

        Raises
        ------
        ArrayError
            If the array has another shape, values other than 0 and 1, or no bit for the player's place.

        Examples
        --------
        >>> import numpy as np
        >>> bits = Observation("pineapple", 2)
        >>> row = np.zeros(bits.size, np.uint8)
        >>> row[[51, bits.parts["hand"].start + 3, bits.parts["place"].start]] = 1
        >>> seen = bits.read(row)
        >>> str(seen.boards[0]), seen.hand, seen.place
        ('As / - / -', CardSet('2s'), 0)
        """
        if getattr(observation, "shape", None) != (self.size,):
            raise ArrayError(f"bad observation: expected an array of shape ({self.size},), got {quote(observation)}")
        if not ((observation == 0) | (observation == 1)).all():
            raise ArrayError(f"bad observation: expected zeros and ones, got {quote(observation)}")

        def bits_of(name: str) -> list[int]:
            return observation[self.parts[name]].nonzero()[0].tolist() if name in self.parts else []

        def first(name: str) -> int | None:
            return next(iter(bits_of(name)), None)

        def board(suffix: str) -> PartialBoard:
            return PartialBoard(*(bits_of(row + suffix) for row in ROWS))

        opponents = [f" {i}" for i in range(1, self.players)]
        sizes = [first("fantasyland" + suffix) for suffix in ("", *opponents)]
        place = first("place")
        if place is None:
            raise ArrayError("bad observation: expected a bit for the player's place, got none")
        return Seen(
            boards=tuple(board(suffix) for suffix in ("", *opponents)),
            discards=CardSet(bits_of("discards")),
            hand=CardSet(bits_of("hand")),
            card=first("card"),
            street=first("street"),
            place=place,
            to_act=first("to act"),
            fantasyland=tuple(0 if size is None else FANTASYLAND_SIZES[size] for size in sizes),
            open_hands=(CardSet(), *(CardSet(bits_of(f"hand{suffix}")) for suffix in opponents)),
        )

    def hands(self, observations: NDArray[np.uint8] | NDArray[np.float32]) -> NDArray[np.uint8]:
        """Return the cards in hand, ascending, of observations with equal numbers of cards.

        Parameters
        ----------
        observations : array, shape (n, size)

        Returns
        -------
        array of uint8, shape (n, k)

        Raises
        ------
        ArrayError
            If the array has another shape, or the hands have different numbers of cards.

        Examples
        --------
        >>> bits = Observation("pagat", 2)
        >>> position = Deal("pagat", 2, seed=1).position()
        >>> bits.hands(bits.write_many([position] * 3)[0]).tolist() == [list(position.hand)] * 3
        True
        """
        if getattr(observations, "shape", (0,))[1:] != (self.size,):
            raise ArrayError(f"bad observations: expected an array of shape (n, {self.size}), got {quote(observations)}")
        rows, cards = observations[:, self.parts["hand"]].nonzero()
        sizes = np.bincount(rows, minlength=len(observations))
        if (sizes != sizes[:1]).any():
            raise ArrayError("bad observations: expected hands with as many cards each")
        return cards.astype(np.uint8).reshape(len(observations), -1 if len(cards) else 0)

    # ---- positions ----

    def write(
        self, position: Position, actions: Iterable[int] = (), *, dtype: str = "uint8", out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Return the observation of a player whose turn it is, with the same bits as in the environments.

        Parameters
        ----------
        position : Position
            Position with cards in hand, such as a position that a bot receives. It may be in Fantasyland.
        actions : iterable of int
            Actions that the player has already chosen for the highest cards of the hand; see `placement`.
        dtype : {'uint8', 'float32'}
        out : array, shape (size,), optional
            C-contiguous array of dtype `dtype` that receives the bits.

        Returns
        -------
        array, shape (size,)

        Raises
        ------
        PlacementError
            If the position has no cards in hand, another number of players, or rules with another layout. Also if an action
            is illegal, or no card is left after the actions.
        ArrayError
            If the dtype is invalid, or `out` does not fit.
        """
        observation = result_out(out, (self.size,), dtype=checked_dtype(dtype))
        self._encode([position], [_listed(actions)], observation[None])
        return observation

    def action_mask(self, position: Position, actions: Iterable[int] = ()) -> NDArray[np.int8]:
        """Return the action mask of the environments: int8[4], with a 1 for each legal action.

        For arguments and errors, see `write`.
        """
        mask: NDArray[np.int8] = self._encode([position], [_listed(actions)], np.empty((1, self.size), np.uint8))[0]
        return mask

    def write_many(
        self,
        positions: Sequence[Position],
        actions: Sequence[Iterable[int]] | None = None,
        *,
        dtype: str = "uint8",
        out: NDArray[Any] | None = None,
    ) -> tuple[NDArray[Any], NDArray[np.int8]]:
        """Return the observations and the action masks of many positions.

        Parameters
        ----------
        positions : sequence of Position
            Positions as for `write`.
        actions : sequence of iterables of int, optional
            Actions that were already chosen, for each position; by default none.
        dtype : {'uint8', 'float32'}
        out : array, shape (n, size), optional
            C-contiguous array of dtype `dtype` that receives the observations.

        Returns
        -------
        observations : array, shape (n, size)
        masks : array of int8, shape (n, 4)

        Raises
        ------
        PlacementError, ArrayError
            As for `write`; the message names the position by its index.
        """
        items = items_of(positions)
        if items is None:
            raise PlacementError.about("positions", f"expected a sequence of positions, got {quote(positions)}")
        before = [()] * len(items) if actions is None else items_of(actions)
        if before is None or len(before) != len(items):
            raise PlacementError.about("actions", f"expected a sequence for each of {counted(len(items), 'position')}")
        observations = result_out(out, (len(items), self.size), dtype=checked_dtype(dtype))
        return observations, self._encode(items, [_listed(some) for some in before], observations, "positions[{}]: ")

    def _encode(
        self, positions: Sequence[Position], actions: list[list[int]], observations: NDArray[Any], label: str = ""
    ) -> NDArray[np.int8]:
        """Write observations and return the action masks. Errors begin with `label`, with the index of the position."""
        for index, (position, chosen) in enumerate(zip(positions, actions, strict=True)):
            try:
                self._check(position)
            except PlacementError as error:
                raise PlacementError(label.format(index) + str(error)) from error
            if not all(type(action) is int for action in chosen):  # the core would cut off the fraction of a float
                _check_chosen(position, chosen, label.format(index))
        masks = np.empty((len(positions), len(ACTIONS)), np.int8)
        are_floats = observations.dtype == np.float32
        encoder = cached_with(
            self.rules,
            "encoder",
            (self.players, are_floats),
            lambda: Encoder(plan_of(self.rules), self.players, are_floats),
            most=_MOST_ENCODERS,
        )
        try:
            encoder.write(positions, actions, observations.view(np.uint8), masks)
        except (BoardError, OverflowError):  # of an action, without its place and the reason
            for index, (position, chosen) in enumerate(zip(positions, actions, strict=True)):
                _check_chosen(position, chosen, label.format(index))
            raise
        return masks

    def _check(self, position: object) -> None:
        check_position(position)
        assert isinstance(position, Position)  # for type checkers
        if position.players != self.players or not (
            position.rules is self.rules or _layout_of(position.rules) == _layout_of(self.rules)
        ):
            raise PlacementError(
                f"expected a position of {self.players} players, dealt as under {quote(self.rules.name)}, "
                f"got {quote(position.rules.name)} with {position.players} players"
            )
        if not position.hand:
            raise PlacementError("expected a position with cards to place: it is not the turn of the player")

    def placement(self, position: Position, actions: Iterable[int]) -> Placement:
        """Return the placement of the hand that the actions of a policy describe.

        Parameters
        ----------
        position : Position
        actions : iterable of int
            Action for each card of the hand, from the highest card to the lowest: 0 for the front, 1 for the middle, 2 for
            the back, 3 for a discard. Cards are ordered by rank, then by suit (clubs, diamonds, hearts, spades).

        Raises
        ------
        PlacementError
            If an action is illegal, or there are not as many actions as cards.
        """
        self._check(position)
        chosen = _listed(actions)
        if len(chosen) < len(position.hand):
            raise PlacementError.about(
                "actions", f"expected {len(position.hand)}, one for each card of the hand, got {len(chosen)}"
            )
        return placed_by(position, chosen)

    def actions(self, position: Position, placement: Placement | Rows) -> list[int]:
        """Return the actions of a placement, such as the choice of another bot. This is the inverse of `placement`.

        Raises PlacementError if the placement is not allowed.
        """
        self._check(position)
        return actions_of(position.placement(placement))

    def __reduce__(self) -> tuple[object, ...]:  # a MappingProxyType cannot be pickled
        return Observation, (self.rules, self.players)

    def __repr__(self) -> str:
        return f"Observation({self.rules.name!r}, {self.players})"


def _listed(actions: object) -> list[int]:
    """Return actions as a list; PlacementError if they are no sequence."""
    items = items_of(actions)
    if items is None:
        raise PlacementError.about("actions", f"expected a sequence of ints from 0 to 3, got {quote(actions)}")
    return items


def _check_chosen(position: Position, actions: list[int], label: str) -> None:
    """Raise PlacementError if actions of a position are illegal or leave no card; the message begins with `label`."""
    try:
        placed_by(position, actions)
    except PlacementError as error:
        raise PlacementError(label + str(error)) from error
    if len(actions) == len(position.hand):
        raise PlacementError(f"{label}actions: expected fewer than {len(actions)}, so that a card is left")


def checked_dtype(dtype: object) -> str:
    """Return a dtype of observations; ArrayError for others."""
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        raise ArrayError(f"bad dtype {quote(dtype)}: expected 'uint8' or 'float32'")
    return dtype


def _layout_of(rules: Rules) -> tuple[object, ...]:
    """Return the options of rules on which the layout of observations depends."""
    return rules.streets, rules.first_street_open
