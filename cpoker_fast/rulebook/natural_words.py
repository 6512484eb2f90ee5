"""Naturals in words: the cards that a hand needs."""

from __future__ import annotations

from collections.abc import Iterable

from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook.choices import Natural
from cpoker_fast.rulebook.conditions import Conditions
from cpoker_fast.rulebook.option_words import description_of

__all__ = ["cards_of_natural"]


def cards_of_natural(natural: Natural) -> str:
    """Return the cards that a hand needs for a natural, as one or more sentences."""
    if isinstance(natural.name, Pattern):
        return description_of(natural.name)
    words = "; ".join(_clauses(natural))
    return f"{words[0].upper()}{words[1:]}."


def _clauses(conditions: Conditions) -> Iterable[str]:
    if conditions.counts:
        yield f"{_or(map(_and, conditions.counts))} cards of a rank"
    if conditions.suits:
        yield f"{_or(_and(number for number in numbers if number) for numbers in conditions.suits)} cards of a suit"
    left_out = f", not counting {_and(conditions.left_out.split())}" if conditions.left_out else ""
    if conditions.ranks != "2-A":
        ranks = " to ".join(conditions.ranks.split("-"))
        others = "no cards" if conditions.others == (0,) else f"{_or(map(str, conditions.others))} cards"
        yield f"{others} of other ranks than {ranks}{left_out}"
    if conditions.red:
        yield f"{_or(map(str, conditions.red))} red cards{left_out}"
    if conditions.required:
        yield f"with {conditions.required}"
    if conditions.excluded:
        yield f"without {conditions.excluded}"
    if conditions.rows is not None:
        yield f"three {conditions.rows}"


def _and(numbers: Iterable[int | str]) -> str:
    """Return numbers of cards, or cards: ``'3, 3, 2 and 1'``, and ``'13 times 1'`` for many equal ones."""
    items = list(numbers)
    if len(items) > 2 and len(set(items)) == 1:
        return f"{len(items)} times {items[0]}"
    *first, last = map(str, items)
    return f"{', '.join(first)} and {last}" if first else last


def _or(texts: Iterable[str]) -> str:
    *first, last = texts
    return f"{', '.join(first)} or {last}" if first else last
