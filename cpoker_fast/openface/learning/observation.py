"""Observations of environments: the layout of their bits, and their contents as boards and cards."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._arguments import check_whole
from cpoker_fast._environments import observation_size
from cpoker_fast.boards import ROWS
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import ArrayError, TableError
from cpoker_fast.openface.game.placement import PartialBoard
from cpoker_fast.openface.game.plan import as_openface_rules, openface_of, plan_of
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Observation", "Seen"]

_DECK = 52
_LEAST_CARDS, _SIZES = 13, 5  # Fantasylands of 13 to 17 cards


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
    """For each player, the cards of a face-up first street (`OpenFace.first_street_open`) that they still have to place;
    empty for the observer, whose cards are in `hand`."""


class Observation:
    """The layout of the bits of an observation.

    All values are 0 or 1. Let P be the number of players and S the number of streets. In a part of 52 bits, bit c is card c:
    cards 0 to 3 are the twos, clubs first; cards 48 to 51 are the aces. The parts, in order:

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
        Rules with streets, or the name of a preset.
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
        If the rules are unknown or not open-face, or a street has too many placements.
    TableError
        If the number of players is invalid.

    Examples
    --------
    >>> bits = Observation("pineapple", 2)
    >>> bits.size, bits.parts["hand"], bits.parts["back 1"], bits.parts["to act"]
    (487, slice(208, 260, None), slice(416, 468, None), slice(475, 477, None))
    """

    def __init__(self, rules: Rules | str, players: int) -> None:
        checked_rules = as_openface_rules(rules)
        openface = openface_of(checked_rules)
        check_whole("players", players, 2, openface.players, TableError)
        self.rules, self.players = checked_rules, players
        self.size = observation_size(plan_of(checked_rules), players)
        sizes = dict.fromkeys([*ROWS, "discards", "hand", "card"], _DECK)
        sizes |= {f"{row} {i}": _DECK for i in range(1, players) for row in ROWS}
        if openface.first_street_open:
            sizes |= {f"hand {i}": _DECK for i in range(1, players)}
        sizes |= {"street": len(openface.streets), "place": players, "to act": players, "fantasyland": _SIZES}
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
            If the array has another shape, or no bit for the player's place.

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
            fantasyland=tuple(0 if size is None else _LEAST_CARDS + size for size in sizes),
            open_hands=(CardSet(), *(CardSet(bits_of(f"hand{suffix}")) for suffix in opponents)),
        )

    def __reduce__(self) -> tuple[object, ...]:  # a MappingProxyType cannot be pickled
        return Observation, (self.rules, self.players)

    def __repr__(self) -> str:
        return f"Observation({self.rules.name!r}, {self.players})"
