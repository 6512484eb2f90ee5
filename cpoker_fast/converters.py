"""Conversion of cards to and from other packages: treys, eval7, pokerkit and phevaluator.

Each ``to_`` function accepts the same cards as `CardSet`, and returns a list in the same order (a `CardSet` is in ascending
order). Each ``from_`` function returns ints, ``4 * rank + suit``. All raise CardError, with the position, for an invalid or
duplicate card, and CpokerError if they need the other package and it is not installed.

>>> from cpoker_fast import converters
>>> converters.to_treys("As Kd")
[268442665, 134236965]
>>> converters.from_treys([268442665, 134236965])
[51, 45]
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from cpoker_fast.boards import Cards
from cpoker_fast.cards import CardSet, format_card, parse_card, parse_cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError, CpokerError

__all__ = [
    "from_eval7",
    "from_phevaluator",
    "from_pokerkit",
    "from_treys",
    "to_eval7",
    "to_phevaluator",
    "to_pokerkit",
    "to_treys",
]

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        raise CpokerError(f"cards of {name} require that package: pip install {name}") from None


def _in_order(cards: Cards) -> list[int]:
    if isinstance(cards, str):
        return parse_cards(cards)
    try:
        items = list(islice(cards, 53))
    except TypeError:
        CardSet(cards)  # raises CardError
        raise
    CardSet(items)  # raises CardError for an invalid or duplicate card
    return [CardSet([card])[0] for card in items]


def _read(cards: Iterable[Any], package: str, read: Callable[[Any], int | None]) -> list[int]:
    """Return cards of another package as ints; `read` returns the int of such a card, and None for any other value."""
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
            problem = f"bad card {quote(card)} as card {position + 1}: expected a card of {package}"
            raise CardError(problem, token=card, position=position)
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


def to_treys(cards: Cards) -> list[int]:
    """Return the ints of treys (and deuces): bit and prime of the rank, bit of the suit. Does not require treys."""
    return [_treys(card) for card in _in_order(cards)]


def from_treys(cards: Iterable[int]) -> list[int]:
    """Return cards from the ints of treys (and deuces). Does not require treys."""
    return _read(cards, "treys", lambda card: _FROM_TREYS.get(_int_of(card)))


def to_eval7(cards: Cards) -> list[Any]:
    """Return a list of ``eval7.Card``."""
    card_type = _package("eval7").Card
    return [card_type(format_card(card)) for card in _in_order(cards)]


def from_eval7(cards: Iterable[Any]) -> list[int]:
    """Return cards from ``eval7.Card``."""
    card_type = _package("eval7").Card
    return _read(cards, "eval7", lambda card: parse_card(str(card)) if isinstance(card, card_type) else None)


def to_pokerkit(cards: Cards) -> list[Any]:
    """Return a list of ``pokerkit.Card``."""
    parse = _package("pokerkit").Card.parse
    return [next(parse(format_card(card))) for card in _in_order(cards)]


def from_pokerkit(cards: Iterable[Any]) -> list[int]:
    """Return cards from ``pokerkit.Card``; CardError for unknown cards."""
    card_type = _package("pokerkit").Card

    def read(card: Any) -> int | None:
        is_known = isinstance(card, card_type) and "?" not in repr(card)
        return parse_card(repr(card)) if is_known else None

    return _read(cards, "pokerkit", read)


def to_phevaluator(cards: Cards) -> list[int]:
    """Return the ints of phevaluator, which equal those of this package. Does not require phevaluator."""
    return _in_order(cards)


def from_phevaluator(cards: Iterable[Any]) -> list[int]:
    """Return cards from the ints of phevaluator, or from ``phevaluator.Card``. Does not require phevaluator."""

    def read(card: Any) -> int | None:
        number = _int_of(getattr(card, "id_", card))
        return number if 0 <= number < 52 else None

    return _read(cards, "phevaluator", read)


def __dir__() -> list[str]:
    return sorted(__all__)
