"""Cards and sets of cards."""

from typing import Any

from cpoker_fast._cards import CardSet, format_card, parse_card, parse_cards
from cpoker_fast.errors import CardError

__all__ = ["DECK", "DECK_SIZE", "RANKS", "CardSet", "cards_at", "format_card", "parse_card", "parse_cards"]

RANKS = "23456789TJQKA"
"""Letters of the ranks, lowest first."""

DECK_SIZE = 52
DECK = CardSet(range(DECK_SIZE))
"""All cards."""


def cards_at(argument: str, value: Any) -> CardSet:
    """Return the cards of an argument; CardError, which begins with its name, if they cannot be read."""
    try:
        return CardSet(value)
    except CardError as error:
        raise CardError.about(argument, str(error), token=error.token, position=error.position) from None
