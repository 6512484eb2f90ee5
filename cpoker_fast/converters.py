"""Conversion of cards to and from other packages: treys, eval7, pokerkit and phevaluator.

Each ``to_`` function accepts the same cards as `CardSet`, and returns a list in the same order. The cards of a `CardSet`
ascend. Each ``from_`` function returns ints, ``4 * rank + suit``.

All functions also convert many hands of the same size. These are an array whose last axis has the cards of a hand, or a list
of hands. The result is then an array. Its dtype is int64 for cards of treys, object for cards of eval7 and pokerkit, and
uint8 for cards of phevaluator and of this package.

All functions raise CardError for an invalid or duplicate card. The error has the position of the card and, for many hands,
the index of the hand. ArrayError is raised if hands differ in size. CpokerError is raised if a function needs the other
package, and it is not installed.

>>> from cpoker_fast import converters
>>> converters.to_treys("As Kd")
[268442665, 134236965]
>>> converters.from_treys([268442665, 134236965])
[51, 45]
>>> converters.to_treys(["As Kd", "2c 3c"])
array([[268442665, 134236965],
       [    98306,    164099]])
>>> converters.from_treys([[268442665, 134236965], [98306, 164099]])
array([[51, 45],
       [ 0,  4]], dtype=uint8)
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, overload

from cpoker_fast._arguments import items_of
from cpoker_fast._arrays import TEXT_KINDS, as_array, as_bytes, first_beyond, holds_whole_numbers, label_at
from cpoker_fast.cards import CardSet, format_card, parse_card, parse_cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError, CpokerError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "from_eval7", "from_phevaluator", "from_pokerkit", "from_treys", "to_eval7", "to_phevaluator", "to_pokerkit",
    "to_treys",
]  # fmt: skip

Hand: TypeAlias = CardSet | str | Sequence[int | str]
Hands: TypeAlias = "NDArray[Any] | Sequence[CardSet] | Sequence[Sequence[int]] | Sequence[list[str]]"


class CardOfRankAndSuit(Protocol):
    """A card of eval7 or pokerkit."""

    @property
    def rank(self) -> Any: ...
    @property
    def suit(self) -> Any: ...


class CardWithId(Protocol):
    """A card of phevaluator."""

    @property
    def id_(self) -> int: ...


PhevaluatorCard: TypeAlias = int | CardWithId

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        raise CpokerError(f"cards of {name} require that package: pip install {name}") from None


def _ours(cards: Any) -> list[int] | NDArray[np.uint8]:
    """Return cards of this package as ints: a list for one hand, an array for an array or a list of hands."""
    if getattr(cards, "ndim", 0) > 0:
        array = as_array(cards, "cards")
        if array.dtype.kind not in TEXT_KINDS:
            return _without_duplicates(_existing(array))
        return _of_items(array, parse_cards)
    return _many(cards, (len(cards),), parse_cards) if _holds_hands(cards) else parse_cards(cards)


def _existing(cards: NDArray[Any]) -> NDArray[np.uint8]:
    """Return cards of this package as uint8 if all exist; otherwise raise CardError."""
    if holds_whole_numbers(cards) and (at := first_beyond(cards, 51)) is not None:
        raise _bad_card(cards[at].item(), at, "an int from 0 to 51")
    return as_bytes(cards, "cards")


def _bad_card(value: object, at: tuple[int, ...], expected: str) -> CardError:
    """Return the error for an invalid card by its index, whose last number is its position in its hand."""
    problem = f"bad card {quote(value)} as card {at[-1] + 1}: expected {expected}"
    return _in_hand(CardError(problem, token=value, position=at[-1]), at[:-1])


def _in_hand(error: CardError, at: tuple[int, ...]) -> CardError:
    """Return an error with the index of its hand; the error itself if there is only one hand."""
    if not at:
        return error
    return CardError.about(label_at("cards", at), str(error), token=error.token, position=error.position, index=at[0])


def _without_duplicates(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return cards if no hand on the last axis has a card twice; otherwise raise CardError for the first such hand."""
    import numpy as np

    in_order = np.sort(cards, axis=-1)
    twice = np.argwhere((in_order[..., 1:] == in_order[..., :-1]).any(axis=-1))
    if len(twice):
        at = tuple(map(int, twice[0]))
        try:
            parse_cards(cards[at])
        except CardError as error:
            raise _in_hand(error, at) from None
    return cards


def _holds_hands(cards: object) -> bool:
    """Whether cards are a list of hands: whether an item is more than one card."""
    return isinstance(cards, list | tuple) and any(map(_is_hand, cards))


def _is_hand(item: object) -> bool:
    if not isinstance(item, str):
        return isinstance(item, CardSet) or items_of(item) is not None
    try:
        return len(parse_cards(item)) > 1
    except CardError:
        return False


def _of_items(array: NDArray[Any], read: Callable[[Any], list[int]]) -> NDArray[np.uint8]:
    """Return an array of texts or objects as an array of ints; `read` returns the ints of a hand."""
    import numpy as np

    if not array.size:
        return np.zeros(array.shape, np.uint8)
    if array.ndim > 1:
        return _many(array.reshape(-1, array.shape[-1]).tolist(), array.shape[:-1], read)
    cards = array.tolist()
    return _many(cards, array.shape, read) if _holds_hands(cards) else np.array(read(cards), np.uint8)


def _many(hands: Sequence[Any], shape: tuple[int, ...], read: Callable[[Any], list[int]]) -> NDArray[np.uint8]:
    """Return hands of the same size as an array whose first axes have a shape; `read` returns the ints of a hand."""
    import numpy as np

    cards = []
    for index, hand in enumerate(hands):
        try:
            cards.append(read(hand))
        except CardError as error:
            raise _in_hand(error, tuple(map(int, np.unravel_index(index, shape)))) from None
    return as_array(cards, "cards").astype(np.uint8).reshape(*shape, -1)


def _write(cards: Any, make: Callable[[int], Any], dtype: str) -> Any:
    """Return cards as cards of another package. `make` converts one card, and arrays have the dtype `dtype`."""
    import numpy as np

    ours = _ours(cards)
    return [make(card) for card in ours] if isinstance(ours, list) else np.array(list(map(make, range(52))), dtype)[ours]


def _read(
    cards: Any, package: str, read: Callable[[Any], int | None], make: Callable[[int], int] | None = None
) -> list[int] | NDArray[np.uint8]:
    """Return cards of another package as ints.

    `read` returns the int of such a card, and None for any other value. `make` is its inverse if such cards are ints.
    """

    def of_hand(hand: Any) -> list[int]:
        return _read_hand(hand, package, read)

    if getattr(cards, "ndim", 0) > 0:
        array = as_array(cards, "cards")
        if make is not None and array.dtype.kind in "iu":
            return _without_duplicates(_decode(array, package, list(map(make, range(52)))))
        return _of_items(array, of_hand)
    return _many(cards, (len(cards),), of_hand) if _holds_hands(cards) else of_hand(cards)


def _decode(array: NDArray[Any], package: str, deck: Sequence[int]) -> NDArray[np.uint8]:
    """Return the places of numbers in a deck; CardError for a number that is not in it."""
    import numpy as np

    order = np.argsort(deck).astype(np.uint8)
    ascending = np.sort(deck)
    places = np.minimum(np.searchsorted(ascending, array), len(deck) - 1)
    wrong = np.argwhere(ascending[places] != array)
    if len(wrong):
        at = tuple(map(int, wrong[0]))
        raise _bad_card(array[at].item(), at, f"a card of {package}")
    return order[places]


def _read_hand(cards: Iterable[Any], package: str, read: Callable[[Any], int | None]) -> list[int]:
    """Return a hand of another package as ints."""
    try:
        values = None if isinstance(cards, str | bytes) else iter(cards)
    except TypeError:
        values = None
    if values is None:
        raise CardError(f"expected an iterable of cards of {package}, got {quote(cards)}")
    numbers: list[int] = []
    for position, card in enumerate(values):
        number = read(card)
        if number is None:
            raise _bad_card(card, (position,), f"a card of {package}")
        if number in numbers:
            text = format_card(number)
            raise CardError(f"card {text} appears twice: again as card {position + 1}", token=card, position=position)
        numbers.append(number)
    return numbers


def _int_of(value: Any) -> int:
    """Return the value of an int or a NumPy integer; -1 for all other values."""
    try:
        return -1 if isinstance(value, bool) else int(value.__index__())
    except (AttributeError, TypeError):
        return -1


def _treys(card: int) -> int:
    rank, suit = divmod(card, 4)
    return 1 << 16 + rank | 8 >> suit << 12 | rank << 8 | _PRIMES[rank]


_FROM_TREYS = {_treys(card): card for card in range(52)}


@overload
def to_treys(cards: Hand) -> list[int]: ...
@overload
def to_treys(cards: Hands) -> NDArray[np.int64]: ...
def to_treys(cards: Hand | Hands) -> Any:
    """Return cards as ints of treys (and deuces). The package treys is not required."""
    return _write(cards, _treys, "int64")


@overload
def from_treys(cards: NDArray[Any] | Sequence[Sequence[int]]) -> NDArray[np.uint8]: ...
@overload
def from_treys(cards: Sequence[int]) -> list[int]: ...
def from_treys(cards: NDArray[Any] | Sequence[int] | Sequence[Sequence[int]]) -> Any:
    """Return cards from ints of treys (and deuces). The package treys is not required."""
    return _read(cards, "treys", lambda card: _FROM_TREYS.get(_int_of(card)), _treys)


@overload
def to_eval7(cards: Hand) -> list[Any]: ...
@overload
def to_eval7(cards: Hands) -> NDArray[np.object_]: ...
def to_eval7(cards: Hand | Hands) -> Any:
    """Return cards as ``eval7.Card`` objects."""
    card_type = _package("eval7").Card
    return _write(cards, lambda card: card_type(format_card(card)), "object")


@overload
def from_eval7(cards: NDArray[Any] | Sequence[Sequence[CardOfRankAndSuit]]) -> NDArray[np.uint8]: ...
@overload
def from_eval7(cards: Sequence[CardOfRankAndSuit]) -> list[int]: ...
def from_eval7(cards: NDArray[Any] | Sequence[CardOfRankAndSuit] | Sequence[Sequence[CardOfRankAndSuit]]) -> Any:
    """Return cards from ``eval7.Card`` objects."""
    card_type = _package("eval7").Card
    return _read(cards, "eval7", lambda card: parse_card(str(card)) if isinstance(card, card_type) else None)


@overload
def to_pokerkit(cards: Hand) -> list[Any]: ...
@overload
def to_pokerkit(cards: Hands) -> NDArray[np.object_]: ...
def to_pokerkit(cards: Hand | Hands) -> Any:
    """Return cards as ``pokerkit.Card`` objects."""
    parse = _package("pokerkit").Card.parse
    return _write(cards, lambda card: next(parse(format_card(card))), "object")


@overload
def from_pokerkit(cards: NDArray[Any] | Sequence[Sequence[CardOfRankAndSuit]]) -> NDArray[np.uint8]: ...
@overload
def from_pokerkit(cards: Sequence[CardOfRankAndSuit]) -> list[int]: ...
def from_pokerkit(cards: NDArray[Any] | Sequence[CardOfRankAndSuit] | Sequence[Sequence[CardOfRankAndSuit]]) -> Any:
    """Return cards from ``pokerkit.Card`` objects; raise CardError for an unknown card."""
    card_type = _package("pokerkit").Card

    def read(card: Any) -> int | None:
        is_known = isinstance(card, card_type) and "?" not in repr(card)
        return parse_card(repr(card)) if is_known else None

    return _read(cards, "pokerkit", read)


@overload
def to_phevaluator(cards: Hand) -> list[int]: ...
@overload
def to_phevaluator(cards: Hands) -> NDArray[np.uint8]: ...
def to_phevaluator(cards: Hand | Hands) -> Any:
    """Return cards as ints of phevaluator, which equal those of this package. The package phevaluator is not required."""
    return _ours(cards)


@overload
def from_phevaluator(cards: NDArray[Any] | Sequence[Sequence[PhevaluatorCard]]) -> NDArray[np.uint8]: ...
@overload
def from_phevaluator(cards: Sequence[PhevaluatorCard]) -> list[int]: ...
def from_phevaluator(cards: NDArray[Any] | Sequence[PhevaluatorCard] | Sequence[Sequence[PhevaluatorCard]]) -> Any:
    """Return cards from ints of phevaluator, which is not required, or from ``phevaluator.Card`` objects."""

    def read(card: Any) -> int | None:
        number = _int_of(getattr(card, "id_", card))
        return number if 0 <= number < 52 else None

    return _read(cards, "phevaluator", read, int)


def __dir__() -> list[str]:
    return sorted(__all__)
