"""Five-card evaluators with the same interface: those of this package, of other installed packages, and of the user.

Hands are converted to the input format of each evaluator before the timing. Evaluators that rank one hand per call are
timed in a Python loop.
"""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.errors import CpokerError
from cpoker_fast.ranking import cpu_features, strength, strengths
from cpoker_fast.system.loading import load_object

__all__ = ["RIVALS", "Evaluator", "Hands", "Missing", "load", "package_evaluators"]

Hands = Sequence[tuple[int, int, int, int, int]]
"""Hands of five cards, each card ``4 * rank + suit``."""

Run = Callable[[], Sequence[float]]
"""A function that ranks prepared hands and returns their values, on any scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluator:
    """A function that ranks five cards.

    Attributes
    ----------
    name : str
        Name in reports, such as ``'eval7 evaluate(list of Card)'``; ``module:function`` for the user's function.
    prepare : callable
        Function that converts hands and returns another function, which ranks them (`Run`).
    is_batch : bool
        Whether one call ranks all hands.
    higher_is_better : bool
        Whether better hands have higher values.
    """

    name: str
    prepare: Callable[[Hands], Run]
    is_batch: bool = False
    higher_is_better: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A package whose evaluators are not available, and the reason."""

    name: str
    reason: str


def _per_hand(function: Callable[[Any], float], convert: Callable[[tuple[int, ...]], Any]) -> Callable[[Hands], Run]:
    """Return a `prepare` function for an evaluator that takes one converted hand per call."""

    def prepare(hands: Hands) -> Run:
        prepared = [convert(hand) for hand in hands]
        return lambda: [function(hand) for hand in prepared]

    return prepare


def _with_five_ints(function: Callable[[int, int, int, int, int], float]) -> Callable[[Hands], Run]:
    """Return a `prepare` function for an evaluator that takes five ints per call."""
    return lambda hands: lambda: [function(a, b, c, d, e) for a, b, c, d, e in hands]


def _on_arrays(threads: int) -> Callable[[Hands], Run]:
    def prepare(hands: Hands) -> Run:
        cards = np.array(hands, dtype=np.uint8)
        out = strengths(cards)
        return lambda: strengths(cards, out=out, threads=threads)  # type: ignore[return-value]

    return prepare


def _on_masks(hands: Hands) -> Run:
    masks = np.array([CardSet(hand).mask for hand in hands], dtype=np.uint64)
    out = strengths(masks)
    return lambda: strengths(masks, out=out)  # type: ignore[return-value]


def package_evaluators() -> list[Evaluator]:
    """Return the evaluators of this package."""
    kernel = cpu_features().active
    return [
        Evaluator(name="cpoker_fast strength(CardSet)", prepare=_per_hand(strength, CardSet)),
        Evaluator(name="cpoker_fast strength(five ints)", prepare=_with_five_ints(strength)),
        Evaluator(name="cpoker_fast strength(list of ints)", prepare=_per_hand(strength, list)),
        Evaluator(name=f"cpoker_fast strengths(uint8[n, 5]) {kernel}", prepare=_on_arrays(1), is_batch=True),
        Evaluator(name="cpoker_fast strengths(uint64[n] masks)", prepare=_on_masks, is_batch=True),
        Evaluator(name=f"cpoker_fast strengths(uint8[n, 5]) {kernel}, 2 threads", prepare=_on_arrays(2), is_batch=True),
    ]


def _texts(hand: tuple[int, ...]) -> list[str]:
    return [format_card(card) for card in hand]


def _list_of(card: Callable[[str], Any]) -> Callable[[tuple[int, ...]], list[Any]]:
    """Return a function that converts a hand to a list of another package's cards; `card` converts the text of a card."""
    return lambda hand: [card(text) for text in _texts(hand)]


def _eval7() -> list[Evaluator]:
    import eval7

    return [Evaluator(name="eval7 evaluate(list of Card)", prepare=_per_hand(eval7.evaluate, _list_of(eval7.Card)))]


def _pkrbot() -> list[Evaluator]:
    import pkrbot

    return [Evaluator(name="pkrbot evaluate(list of Card)", prepare=_per_hand(pkrbot.evaluate, _list_of(pkrbot.Card)))]


def _phevaluator() -> list[Evaluator]:
    from phevaluator.evaluator import evaluate_5cards

    return [
        Evaluator(
            name="phevaluator evaluate_5cards(five ints)",
            prepare=_with_five_ints(evaluate_5cards),
            higher_is_better=False,
        )
    ]


def _treys() -> list[Evaluator]:
    from treys import Card, Evaluator as Treys

    evaluator = Treys()

    def convert(hand: tuple[int, ...]) -> tuple[list[int], list[int]]:
        cards = [Card.new(text) for text in _texts(hand)]
        return cards[:3], cards[3:]

    def evaluate(hand: tuple[list[int], list[int]]) -> float:
        value: int = evaluator.evaluate(*hand)
        return value

    return [Evaluator(name="treys Evaluator.evaluate", prepare=_per_hand(evaluate, convert), higher_is_better=False)]


def _pokerkit() -> list[Evaluator]:
    from pokerkit import Card, StandardHighHand

    def evaluate(hand: Any) -> float:
        value: int = StandardHighHand(hand).entry.index
        return value

    def convert(hand: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(Card.parse("".join(_texts(hand))))

    return [Evaluator(name="pokerkit StandardHighHand(cards)", prepare=_per_hand(evaluate, convert))]


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


def _pyo3_poker_eval() -> list[Evaluator]:
    from pyo3_poker_eval import PokerEval

    with _silence():
        evaluator = PokerEval()

    def prepare(hands: Hands) -> Run:
        payload = {"hands": [list(hand) for hand in hands]}
        return lambda: evaluator.rank_five(payload)

    return [Evaluator(name="pyo3_poker_eval rank_five(lists)", prepare=prepare, is_batch=True)]


RIVALS: dict[str, Callable[[], list[Evaluator]]] = {
    "eval7": _eval7,
    "pkrbot": _pkrbot,
    "phevaluator": _phevaluator,
    "treys": _treys,
    "pokerkit": _pokerkit,
    "pyo3_poker_eval": _pyo3_poker_eval,
}
"""For each package of the extra `bench`, a function that returns the evaluators of the package."""


def _user_evaluators(name: str) -> list[Evaluator]:
    try:
        function = load_object(name, f"one of {', '.join(RIVALS)}")
    except CpokerError as error:
        raise CpokerError(f"bad evaluator {name!r}: {error}") from error
    if not callable(function):
        raise CpokerError(f"bad evaluator {name!r}: expected a function")
    try:
        best, bad = function([51, 47, 43, 39, 35]), function([0, 5, 10, 15, 20])
        is_higher_better = bool(best > bad)
    except Exception as error:
        problem = f"it does not rank a list of five ints: {type(error).__name__}: {error}"
        raise CpokerError(f"bad evaluator {name!r}: {problem}") from error
    return [Evaluator(name=name, prepare=_per_hand(function, list), higher_is_better=is_higher_better)]


def load(name: str) -> list[Evaluator] | Missing:
    """Load the evaluators of a package in `RIVALS`, or the user's function, ``module:function``.

    Return `Missing` if a package cannot be imported. The user's function takes a list of five ints, ``4 * rank + suit``, and
    returns a number. Its results for the best hand and for a bad hand show whether higher is better.

    Raises
    ------
    CpokerError
        If the user's function does not exist, is not callable, or cannot rank five ints.
    """
    if name not in RIVALS:
        return _user_evaluators(name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings of other packages
            return RIVALS[name]()
    except ImportError as error:
        return Missing(name=name, reason=str(error))
