"""What an environment shows a player: a row of bits, and what each of them means."""

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
_LEAST_SET, _SIZES = 13, 5  # Fantasylands of 13 to 17 cards


class Seen(NamedTuple):
    """An observation in words; players are listed from the one who sees it, clockwise."""

    boards: tuple[PartialBoard, ...]
    """Boards as far as the player may see them; his own first."""
    discards: CardSet
    """His own discards."""
    hand: CardSet
    """The cards that he still has to place on this street; none if it is not his turn, unless they lie open."""
    card: int | None
    """The one to place now, the highest of the hand."""
    street: int | None
    """The street that is being placed; None while players in Fantasyland place, and when the deal is over."""
    place: int
    """When he acts: 0 is the button's left, who acts first; the last one has the button."""
    to_act: int | None
    """How many places clockwise from him the player who acts now sits; None when the deal is over."""
    fantasyland: tuple[int, ...]
    """By player, the cards of his Fantasyland, or 0."""
    open_hands: tuple[CardSet, ...]
    """By player, the cards of a first street that was dealt face up (`OpenFace.first_street_open`) which he still has to
    place; none for the one who sees it, whose are the hand."""


class Observation:
    """The bits of an observation: which part of it begins where.

    All values are 0 or 1. Let P be the number of players and S that of streets. Bit c of a plane of 52 is card c: twos have
    the numbers 0 to 3, clubs first; aces 48 to 51. In this order:

    ===================================== ====== ======================================================================
    part                                  bits   is 1 for
    ===================================== ====== ======================================================================
    ``front``, ``middle``, ``back``       3 x 52 cards of the player's own rows
    ``discards``                          52     his own discards
    ``hand``                              52     the cards that he still has to place on this street, if it is his turn;
                                                 also before it, on a first street that is dealt face up
    ``card``                              52     the one that he places now: the highest of the hand
    ``front i``, ``middle i``, ``back i`` 3 x 52 cards of the i-th player clockwise from him, for i from 1 to P - 1;
                                                 none if that one is in Fantasyland, until the deal is over
    ``hand i``                            52     the cards that the i-th player still has to place of a first street that
                                                 is dealt face up, for i from 1 to P - 1; only under such rules
    ``street``                            S      the street that is being placed; none before street 0, while players
                                                 in Fantasyland place, nor when the deal is over
    ``place``                             P      when he acts: the first bit for the button's left, the last for
                                                 the button
    ``to act``                            P      the player who acts now: the first bit for himself, then clockwise;
                                                 none when the deal is over
    ``fantasyland``, ``fantasyland i``    P x 5  a player in Fantasyland with 13, 14, 15, 16 or 17 cards; himself first
    ===================================== ====== ======================================================================

    Parameters
    ----------
    rules : Rules or str
        Rules with streets, or the name of a preset.
    players : int

    Attributes
    ----------
    size : int
        The number of bits.
    parts : mapping of str to slice
        Where each part stands, by its name in the table above.

    Raises
    ------
    RulesError
        If the rules are unknown or those of a closed game.
    TableError
        If the number of players is invalid.

    Examples
    --------
    >>> bits = Observation("pineapple", 2)
    >>> bits.size, bits.parts["hand"], bits.parts["back 1"], bits.parts["to act"]
    (487, slice(208, 260, None), slice(416, 468, None), slice(475, 477, None))
    """

    def __init__(self, rules: Rules | str, players: int) -> None:
        own = as_openface_rules(rules)
        check_whole("players", players, 2, openface_of(own).players, TableError)
        self.rules, self.players = own, players
        self.size = observation_size(plan_of(own), players)
        sizes = dict.fromkeys([*ROWS, "discards", "hand", "card"], _DECK)
        sizes |= {f"{row} {i}": _DECK for i in range(1, players) for row in ROWS}
        if openface_of(own).first_street_open:
            sizes |= {f"hand {i}": _DECK for i in range(1, players)}
        sizes |= {"street": len(openface_of(own).streets), "place": players, "to act": players, "fantasyland": _SIZES}
        sizes |= {f"fantasyland {i}": _SIZES for i in range(1, players)}
        parts, begin = {}, 0
        for name, size in sizes.items():
            parts[name] = slice(begin, begin + size)
            begin += size
        self.parts: Mapping[str, slice] = MappingProxyType(parts)

    def read(self, observation: NDArray[np.uint8] | NDArray[np.float32]) -> Seen:
        """What an observation says.

        Parameters
        ----------
        observation : array, shape (size,)

        Returns
        -------
        Seen

        Raises
        ------
        ArrayError
            If it has another shape.

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

        def ones(name: str) -> list[int]:
            return observation[self.parts[name]].nonzero()[0].tolist() if name in self.parts else []

        def first(name: str) -> int | None:
            return next(iter(ones(name)), None)

        def board(suffix: str) -> PartialBoard:
            return PartialBoard(*(ones(row + suffix) for row in ROWS))

        others = [f" {i}" for i in range(1, self.players)]
        sizes = [first("fantasyland" + suffix) for suffix in ("", *others)]
        place = first("place")
        if place is None:
            raise ArrayError("bad observation: it does not tell the player's place")
        return Seen(
            boards=tuple(board(suffix) for suffix in ("", *others)),
            discards=CardSet(ones("discards")),
            hand=CardSet(ones("hand")),
            card=first("card"),
            street=first("street"),
            place=place,
            to_act=first("to act"),
            fantasyland=tuple(0 if size is None else _LEAST_SET + size for size in sizes),
            open_hands=(CardSet(), *(CardSet(ones(f"hand{suffix}")) for suffix in others)),
        )

    def __reduce__(self) -> tuple[object, ...]:  # a view of a dictionary cannot be pickled
        return Observation, (self.rules, self.players)

    def __repr__(self) -> str:
        return f"Observation({self.rules.name!r}, {self.players})"
