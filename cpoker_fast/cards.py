"""Cards and sets of cards."""

from cpoker_fast._cards import CardSet, format_card, parse_card, parse_cards

__all__ = ["RANKS", "CardSet", "format_card", "parse_card", "parse_cards"]

RANKS = "23456789TJQKA"
"""Letters of the ranks, lowest first."""
