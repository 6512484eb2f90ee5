"""Naturals: patterns of all 13 cards that are settled instead of the rows (RULES: naturals that must be known)."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Pattern"]


class Pattern(StrEnum):
    """The patterns that a hand can make. Their order is that of the bits in src/cpf_naturals.h."""

    SIX_PAIRS = "six pairs"
    """Six pairs of different ranks and an odd card."""
    SIX_PAIRS_LOOSE = "six pairs, quads counting as two"
    THREE_STRAIGHTS = "three straights"
    """Two straights of five and three consecutive ranks in front, A-2-3 and Q-K-A among them."""
    THREE_FLUSHES = "three flushes"
    """Each row of one suit."""
    FIVE_PAIRS_AND_TRIPS = "five pairs and trips"
    FOUR_TRIPS = "four trips"
    THREE_QUADS = "three quads"
    SMALL_8 = "small, two to eight"
    SMALL_9 = "small, two to nine"
    SMALL_10 = "small, two to ten"
    BIG_8 = "big, eight to ace"
    NO_PICTURES = "no pictures"
    """No jack, queen or king; also called no people."""
    ONE_COLOUR = "one colour"
    TWELVE_OF_ONE_COLOUR = "twelve of one colour"
    TWELVE_PICTURES = "twelve pictures"
    ALL_HIGH = "jacks to aces"
    """All 13 cards jacks, queens, kings or aces."""
    THREE_STRAIGHT_FLUSHES = "three straight flushes"
    DRAGON = "dragon"
    """One card of each rank; also called complete straight."""
    ONE_SUIT = "one suit"
    """All 13 cards of one suit: the super dragon."""
