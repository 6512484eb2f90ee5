"""Evaluators with the same interface: those of this package, of other installed packages, and of the user.

Hands are converted to the input format of each evaluator before the timing. Evaluators that rank one hand per call are
timed in a Python loop. Names of evaluators end with what they get, such as ``(list of ints)``; an object that the evaluator
could not get without a conversion is `prepared`.
"""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cpoker_fast._ranking import ROW_SIZES
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.ranking import cpu_features, strength, strengths

__all__ = [
    "NUMBER_WORDS", "RIVALS", "SIZES", "Evaluator", "Hands", "Missing", "Rival", "Run", "load_rival", "on_arrays",
    "package_evaluators", "per_hand",
]  # fmt: skip

SIZES = ROW_SIZES
"""Numbers of cards that this package ranks. Other packages rank some of these."""

NUMBER_WORDS = {3: "three", 5: "five", 6: "six", 7: "seven"}

Hands = Sequence[tuple[int, ...]]
"""Hands of the same number of cards, each card ``4 * rank + suit``."""

Run = Callable[[], Sequence[float]]
"""A function that ranks prepared hands and returns their values, on any scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluator:
    """A function that ranks hands of one number of cards.

    Attributes
    ----------
    name : str
        Name in reports, such as ``'eval7.evaluate (prepared list of Card)'``.
    prepare : callable
        Function that converts hands and returns another function, which ranks them (`Run`).
    is_batch : bool
        Whether one call ranks all hands.
    higher_is_better : bool
        Whether better hands have higher values.
    is_users : bool
        Whether it is a function of the user.
    """

    name: str
    prepare: Callable[[Hands], Run]
    is_batch: bool = False
    higher_is_better: bool = True
    is_users: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A package whose evaluators are not available, and the reason."""

    name: str
    reason: str


def per_hand(function: Callable[[Any], float], convert: Callable[[tuple[int, ...]], Any]) -> Callable[[Hands], Run]:
    """Return a `prepare` function for an evaluator that takes one converted hand per call."""

    def prepare(hands: Hands) -> Run:
        prepared = [convert(hand) for hand in hands]
        return lambda: [function(hand) for hand in prepared]

    return prepare


def _with_ints(function: Callable[..., float], cards: int) -> Callable[[Hands], Run]:
    """Return a `prepare` function for an evaluator that takes each card of a hand as an argument."""
    prepares: dict[int, Callable[[Hands], Run]] = {
        3: lambda hands: lambda: [function(a, b, c) for a, b, c in hands],
        5: lambda hands: lambda: [function(a, b, c, d, e) for a, b, c, d, e in hands],
        6: lambda hands: lambda: [function(a, b, c, d, e, f) for a, b, c, d, e, f in hands],
        7: lambda hands: lambda: [function(a, b, c, d, e, f, g) for a, b, c, d, e, f, g in hands],
    }  # unpacking with a star would take as long as some evaluators
    return prepares[cards]


def on_arrays(function: Callable[[Any], Any]) -> Callable[[Hands], Run]:
    """Return a `prepare` function for an evaluator that takes an array of hands, uint8[n, cards]."""

    def prepare(hands: Hands) -> Run:
        cards = np.array(hands, dtype=np.uint8)
        return lambda: function(cards)

    return prepare


def _strengths_of_arrays(threads: int) -> Callable[[Hands], Run]:
    def prepare(hands: Hands) -> Run:
        out = np.empty(len(hands), np.uint16)
        return on_arrays(lambda cards: strengths(cards, out=out, threads=threads))(hands)

    return prepare


def _strengths_of_masks(hands: Hands) -> Run:
    masks = np.array([CardSet(hand).mask for hand in hands], dtype=np.uint64)
    out = strengths(masks)
    return lambda: strengths(masks, out=out)  # type: ignore[return-value]


def package_evaluators(cards: int = 5) -> list[Evaluator]:
    """Return the evaluators of this package for hands of a number of cards."""
    ints, arrays = f"{NUMBER_WORDS[cards]} ints", f"cpoker_fast.strengths (uint8[n, {cards}]), {cpu_features().active}"
    return [
        Evaluator(name="cpoker_fast.strength (prepared CardSet)", prepare=per_hand(strength, CardSet)),
        Evaluator(name=f"cpoker_fast.strength ({ints})", prepare=_with_ints(strength, cards)),
        Evaluator(name="cpoker_fast.strength (list of ints)", prepare=per_hand(strength, list)),
        Evaluator(name=arrays, prepare=_strengths_of_arrays(1), is_batch=True),
        Evaluator(name="cpoker_fast.strengths (prepared masks, uint64[n])", prepare=_strengths_of_masks, is_batch=True),
        Evaluator(name=f"{arrays}, 2 threads", prepare=_strengths_of_arrays(2), is_batch=True),
    ]


# ---- other packages ----


def _texts(hand: tuple[int, ...]) -> list[str]:
    return [format_card(card) for card in hand]


def _list_of(card: Callable[[str], Any]) -> Callable[[tuple[int, ...]], list[Any]]:
    """Return a function that converts a hand to a list of another package's cards; `card` converts the text of a card."""
    return lambda hand: [card(text) for text in _texts(hand)]


def _eval7(_cards: int) -> Evaluator:
    import eval7

    prepare = per_hand(eval7.evaluate, _list_of(eval7.Card))
    return Evaluator(name="eval7.evaluate (prepared list of Card)", prepare=prepare)


def _pkrbot(_cards: int) -> Evaluator:
    import pkrbot

    prepare = per_hand(pkrbot.evaluate, _list_of(pkrbot.Card))
    return Evaluator(name="pkrbot.evaluate (prepared list of Card)", prepare=prepare)


def _phevaluator(cards: int) -> Evaluator:
    import phevaluator.evaluator as module

    name = f"evaluate_{cards}cards"
    return Evaluator(
        name=f"phevaluator.{name} ({NUMBER_WORDS[cards]} ints)",
        prepare=_with_ints(getattr(module, name), cards),
        higher_is_better=False,
    )


def _treys(_cards: int) -> Evaluator:
    from treys import Card, Evaluator as Treys

    evaluator = Treys()

    def convert(hand: tuple[int, ...]) -> tuple[list[int], list[int]]:
        cards = [Card.new(text) for text in _texts(hand)]
        return cards[:-2], cards[-2:]

    def evaluate(hand: tuple[list[int], list[int]]) -> float:
        value: int = evaluator.evaluate(*hand)
        return value

    name = "treys.Evaluator.evaluate (prepared lists of Card.new)"
    return Evaluator(name=name, prepare=per_hand(evaluate, convert), higher_is_better=False)


def _pokerkit(cards: int) -> Evaluator:
    from pokerkit import Card, StandardHighHand

    best = StandardHighHand if cards == 5 else StandardHighHand.from_game
    name = "pokerkit.StandardHighHand" + ("" if cards == 5 else ".from_game")

    def evaluate(hand: Any) -> float:
        value: int = best(hand).entry.index
        return value

    def convert(hand: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(Card.parse("".join(_texts(hand))))

    return Evaluator(name=f"{name} (prepared tuple of Card)", prepare=per_hand(evaluate, convert))


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Suppress output of compiled code, because the output of `cpoker bench` may be JSON."""
    sys.stdout.flush()
    saved, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 1)
        yield
    finally:
        os.dup2(saved, 1)
        os.close(saved)
        os.close(null)


def _pyo3_poker_eval(cards: int) -> Evaluator:
    from pyo3_poker_eval import PokerEval

    with _silence():
        evaluator = PokerEval()
    name = f"rank_{NUMBER_WORDS[cards]}"
    rank = getattr(evaluator, name)

    def prepare(hands: Hands) -> Run:
        payload = {"hands": [list(hand) for hand in hands]}
        return lambda: rank(payload)

    return Evaluator(name=f"pyo3_poker_eval.{name} (lists of ints)", prepare=prepare, is_batch=True)


class Rival(NamedTuple):
    """Another package with an evaluator."""

    sizes: tuple[int, ...]
    """Numbers of cards that it ranks, in the order of poker."""
    evaluator: Callable[[int], Evaluator]
    """Function that returns the evaluator for one of these numbers; ImportError if the package is not installed."""


RIVALS = {
    "eval7": Rival((3, 5, 6, 7), _eval7),
    "pkrbot": Rival((5, 6, 7), _pkrbot),
    "phevaluator": Rival((5, 6, 7), _phevaluator),
    "treys": Rival((5, 6, 7), _treys),
    "pokerkit": Rival((5, 6, 7), _pokerkit),
    "pyo3_poker_eval": Rival((5, 7), _pyo3_poker_eval),
}
"""The packages of the extra `bench`, by name."""


def load_rival(name: str, cards: int = 5) -> Evaluator | Missing:
    """Return the evaluator of a package in `RIVALS` for a number of cards, or why there is none."""
    rival = RIVALS[name]
    if cards not in rival.sizes:
        return Missing(name=name, reason=f"it ranks hands of {_alternatives(rival.sizes)} cards")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings of other packages
            return rival.evaluator(cards)
    except ImportError as error:
        return Missing(name=name, reason=str(error))


def _alternatives(sizes: tuple[int, ...]) -> str:
    return " or ".join((", ".join(map(str, sizes[:-1])), str(sizes[-1])))
