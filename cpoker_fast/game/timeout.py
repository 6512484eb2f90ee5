"""Placements for players who run out of time (docs/rules/rules_and_tests.md: Open-face)."""

from __future__ import annotations

from collections.abc import Sequence

from cpoker_fast.cards import CardSet
from cpoker_fast.game.placement import Placement
from cpoker_fast.rulebook import Timeout

__all__ = ["placement_at_timeout"]


def placement_at_timeout(option: Timeout, dealt: Sequence[int], number: int, room: tuple[int, int, int]) -> Placement:
    """Return the placement of `number` dealt cards that fills the back, then the middle, then the front.

    `option` decides whether cards are placed from the highest down or in the order dealt. The remaining cards are discarded.
    """
    cards = sorted(dealt, reverse=True) if option is Timeout.HIGHEST_FIRST else list(dealt)
    rows: list[CardSet] = []
    placed = 0
    for free in reversed(room):
        end = min(placed + free, number)
        rows.append(CardSet(cards[placed:end]))
        placed = end
    back, middle, front = rows
    return Placement.of_cards(front, middle, back, CardSet(cards[number:]))
