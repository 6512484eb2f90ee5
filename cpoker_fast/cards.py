"""Cards and sets of cards."""

from cpoker_fast._cards import CardSet, format_card, parse_card, parse_cards

__all__ = ["CardSet", "format_card", "parse_card", "parse_cards"]
