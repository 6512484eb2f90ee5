"""Random deals, all equally likely, and decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from cpoker_fast._arguments import check_whole, is_whole, items_of
from cpoker_fast._arrays import result_out
from cpoker_fast._core import share_globals
from cpoker_fast._dealing import deal_array
from cpoker_fast.boards import Cards
from cpoker_fast.cards import DECK, DECK_SIZE, CardSet, cards_at, format_card
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, SeedError, TableError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


__all__ = ["Deck", "Seed", "Spawning", "deal", "deal_many", "generator_of", "sequence_of", "stream_of"]


class Spawning(Protocol):
    """The interface of numpy.random.SeedSequence, declared here so that importing the package does not import NumPy."""

    @property
    def spawn_key(self) -> Sequence[int]:
        """Position in the tree of sequences."""

    def spawn(self, n_children: int) -> Sequence[object]:
        """Return child sequences."""


Seed = int | Sequence[int] | Spawning | None
"""A seed of random numbers, or None for a random seed."""

_UNKNOWN = 255


def sequence_of(seed: Seed) -> np.random.SeedSequence:
    """Return a seed as a NumPy SeedSequence, from which streams are spawned; SeedError if it is invalid."""
    import numpy as np

    if seed is None or isinstance(seed, np.random.SeedSequence):
        return np.random.SeedSequence() if seed is None else seed
    parts = [seed] if is_whole(seed) else items_of(seed)
    if parts is None or not all(isinstance(part, int | np.integer) and not isinstance(part, bool) for part in parts):
        raise SeedError.about("seed", f"expected an int, a sequence of int, a SeedSequence or None, got {quote(seed)}")
    numbers = [int(part) for part in parts]
    if min(numbers, default=0) < 0:
        raise SeedError.about("seed", f"expected numbers of at least 0, got {quote(seed)}")
    return np.random.SeedSequence(numbers[0] if is_whole(seed) else numbers)


def stream_of(sequence: np.random.SeedSequence, key: int) -> np.random.SeedSequence:
    """Return stream number `key` of a seed; the streams of a seed are independent of each other."""
    import numpy as np

    return np.random.SeedSequence(sequence.entropy, spawn_key=(*sequence.spawn_key, key))


def generator_of(rng: np.random.Generator | None, seed: Seed) -> np.random.Generator:
    """Return `rng`, or a new generator from the seed; SeedError if either is invalid or both are given."""
    import numpy as np

    if rng is None:
        return np.random.default_rng(sequence_of(seed))
    if seed is not None:
        raise SeedError("expected rng or seed, got both")
    if not isinstance(rng, np.random.Generator):
        raise SeedError(f"bad rng: expected a numpy.random.Generator, got {type(rng).__name__}")
    return rng


def _places(players: int, cards: int, dead: CardSet, known: Sequence[Cards | None] | None) -> tuple[CardSet, list[int]]:
    """Check the arguments of a deal; return the cards to deal from, and for each place its known card or _UNKNOWN."""
    check_whole("players", players, 1, 52, TableError)
    check_whole("cards", cards, 1, 52, TableError)
    if players * cards > DECK_SIZE:
        raise TableError(f"{players} players with {cards} cards each: the deck has 52 cards")
    hands = [] if known is None else items_of(known)
    if hands is None or len(hands) > players:
        raise TableError.about("known", f"expected cards, or None, for each of up to {players} players, got {quote(known)}")
    available, places = DECK - dead, []
    for player in range(players):
        hand = CardSet() if player >= len(hands) or hands[player] is None else cards_at(f"known[{player}]", hands[player])
        if len(hand) > cards:
            raise CardError.about(f"known[{player}]", f"expected up to {cards} cards, got {len(hand)}")
        if not hand <= available:
            card = format_card(next(iter(hand - available)))
            raise CardError.about(f"known[{player}]", f"card {card} is dead or held by another player", token=card)
        available -= hand
        places += [*hand, *[_UNKNOWN] * (cards - len(hand))]
    needed = places.count(_UNKNOWN)
    if needed > len(available):
        raise CardError.about("dead", f"{needed} cards must be dealt, but only {len(available)} are left")
    return available, places


def deal_many(
    n: int,
    players: int = 4,
    cards: int = 13,
    rng: np.random.Generator | None = None,
    *,
    seed: Seed = None,
    dead: Cards = (),
    known: Sequence[Cards | None] | None = None,
    out: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Return many independent deals.

    Parameters
    ----------
    n : int
        Number of deals.
    players, cards : int
        Number of hands in a deal, and number of cards in a hand. A deal has at most 52 cards.
    rng : numpy.random.Generator, optional
        Source of random bits. The call holds the lock of the generator, and releases the GIL.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of a new `numpy.random.default_rng`, in place of `rng`. Without `rng` and `seed`, every call deals other cards.
    dead : CardSet, str or iterable of int
        Cards that are not dealt, by default none.
    known : sequence of cards or None, optional
        Known cards of each player, from player 0 on. None stands for no known cards. The sequence may be shorter than the
        number of players. By default, no cards are known.
    out : array of uint8, shape (n, players, cards), optional
        C-contiguous array for the result.

    Returns
    -------
    array of uint8, shape (n, players, cards)
        Cards of each hand: the known cards first, then others in random order. The same state of the generator gives the
        same deals on all machines.

    Raises
    ------
    TableError
        If `n`, `players` or `cards` is out of range, or `known` has too many hands.
    CardError
        If dead or known cards are invalid, overlap or are too many.
    SeedError
        If the seed or the generator is invalid, or both are given.
    ArrayError
        If `out` has a wrong dtype, shape or layout.

    Examples
    --------
    >>> deal_many(2, 2, 5, seed=1).tolist()
    [[[26, 32, 19, 29, 43], [31, 37, 25, 18, 3]], [[49, 22, 33, 26, 43], [23, 9, 6, 1, 42]]]
    """
    check_whole("n", n, 0, _MOST_DEALS, TableError)
    available, places = _places(players, cards, cards_at("dead", dead), known)
    generator = generator_of(rng, seed)
    deals = result_out(out, (n, players, cards), dtype="uint8")
    deal_array(available.mask, places, generator, deals.reshape(n, players * cards))
    return deals


_MOST_DEALS = 2**40


def deal(
    players: int = 4,
    cards: int = 13,
    rng: np.random.Generator | None = None,
    *,
    seed: Seed = None,
    dead: Cards = (),
    known: Sequence[Cards | None] | None = None,
) -> tuple[CardSet, ...]:
    """Return one deal: a hand for each player.

    Parameters
    ----------
    players, cards, rng, seed, dead, known
        As for `deal_many`.

    Raises
    ------
    TableError, CardError, SeedError
        As for `deal_many`.

    Examples
    --------
    >>> for hand in deal(2, seed=7, known=["As Ad"]):
    ...     print(hand)
    As Ad Kd Th Td 9s 9h 9c 8s 8d 5d 2h 2d
    Ah Kh Qs Qd Jc Ts 6h 6c 4s 4h 3h 3c 2s
    """
    hands = deal_many(1, players, cards, rng, seed=seed, dead=dead, known=known)[0]
    return tuple(CardSet(hand) for hand in hands.tolist())


class Deck:
    """A shuffled deck from which cards are drawn.

    Parameters
    ----------
    rng : numpy.random.Generator, optional
        Source of random bits.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed in place of `rng`, as for `deal_many`. Without `rng` and `seed`, every deck is shuffled differently.
    dead : CardSet, str or iterable of int
        Cards that are not in the deck, by default none.

    Raises
    ------
    CardError
        If dead cards are invalid.
    SeedError
        If the seed or the generator is invalid, or both are given.

    Examples
    --------
    >>> deck = Deck(seed=1)
    >>> deck.draw(5), deck.draw(3), len(deck)
    (CardSet('Qs Tc 9d 8h 6s'), CardSet('Jd 9s 8d'), 44)
    >>> deck.shuffle()
    >>> len(deck)
    52
    >>> len(deck.in_order()), len(deck)
    (52, 0)
    """

    def __init__(self, rng: np.random.Generator | None = None, *, seed: Seed = None, dead: Cards = ()) -> None:
        self._all = DECK - cards_at("dead", dead)
        self._rng = generator_of(rng, seed)
        self.shuffle()

    def shuffle(self) -> None:
        """Put all drawn cards back, and shuffle. The same state of the generator gives the same order on every machine."""
        import numpy as np

        order = np.empty((1, len(self._all)), np.uint8)
        deal_array(self._all.mask, [_UNKNOWN] * len(self._all), self._rng, order)
        self._remaining: list[int] = order[0].tolist()[::-1]  # reversed: the next card is the last item

    def draw(self, cards: int = 1) -> CardSet:
        """Draw cards from the top, and return them. If too few are left, draw none, and raise TableError."""
        check_whole("cards", cards, 0, len(self._remaining), TableError)
        drawn = [self._remaining.pop() for _ in range(cards)]
        return CardSet(drawn)

    def in_order(self) -> list[int]:
        """Draw all remaining cards, and return them in the order of the deck, the next card first."""
        drawn, self._remaining = self._remaining[::-1], []
        return drawn

    @property
    def left(self) -> CardSet:
        """Cards that have not been drawn. This set does not show their order."""
        return CardSet(self._remaining)

    def __len__(self) -> int:
        return len(self._remaining)

    def __repr__(self) -> str:
        return f"<Deck with {counted(len(self), 'card')} left>"


share_globals(globals())
