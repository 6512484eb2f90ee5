"""Evaluators of the user: functions of one hand, or of an array of hands."""

from __future__ import annotations

from dataclasses import replace

from cpoker_fast.app.bench.evaluators import NUMBER_WORDS, RIVALS, Evaluator, Hands, on_arrays, per_hand
from cpoker_fast.app.bench.measuring import random_hands, values_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError
from cpoker_fast.system.loading import load_object

__all__ = ["load_function"]


def _trial_hands(cards: int) -> Hands:
    """Return eleven hands: a best one, a weak one, and others. With eleven, no other array has the shape of their values."""
    best = (51, 50, 49) if cards == 3 else (51, 47, 43, 39, 35, 0, 5)[:cards]
    weak = (0, 5, 10, 15, 21, 26, 31)[:cards]  # 2c 3d 4h 5s 7d 8h 9s
    return [best, weak, *random_hands(9, seed=1, cards=cards)]


def _load(name: str, cards: int) -> Evaluator:
    function = load_object(name, f"one of {', '.join(RIVALS)}", file_is_allowed=True)
    if not callable(function):
        raise CpokerError("expected a function")
    hands, problems = _trial_hands(cards), []
    for given, prepare, is_batch in (
        (f"uint8[n, {cards}]", on_arrays(function), True),
        ("list of ints", per_hand(function, list), False),
    ):
        evaluator = Evaluator(name=f"{name} ({given})", prepare=prepare, is_batch=is_batch, is_users=True)
        try:
            best, weak, *_ = values_of(evaluator, hands).tolist()
        except CpokerError as error:
            problems.append(f"given {given}, {error}")
            continue
        if best == weak:
            raise CpokerError(f"given {given}, it returned {best} for the best hand and for a weak one")
        return replace(evaluator, higher_is_better=best > weak)
    raise CpokerError(f"it does not rank hands of {NUMBER_WORDS[cards]} cards: {'; '.join(problems)}")


def load_function(name: str, cards: int) -> Evaluator:
    """Load a function by ``module:function`` or ``file.py:function``, as an evaluator of hands of a number of cards.

    A function of arrays takes uint8[n, cards] and returns n numbers. Any other function takes a list of ints and returns a
    number. Trial hands show which of the two it is, and whether higher values are better.

    Raises
    ------
    CpokerError
        If the function does not exist, is not callable, ranks neither arrays nor lists, or gives the best hand and a weak
        one the same value.
    """
    try:
        return _load(name, cards)
    except CpokerError as error:
        raise CpokerError(f"bad evaluator {quote(name)}: {error}") from error
