"""Players' words for kinds of rows, for errors: ``'trips'`` for ``'three of a kind'``, ``'aces'`` for ``'pair A'``."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from cpoker_fast.boards import ROW_SIZES
from cpoker_fast.cards import RANKS
from cpoker_fast.ranking import Category

__all__ = ["kind_meant"]

_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SINGULARS = {**dict(zip(_NAMES, RANKS, strict=True)), "deuce": "2", "trey": "3", "10": "T"}
_RANK_WORDS = {**_SINGULARS, **{f"{name}s": rank for name, rank in _SINGULARS.items()}, "sixes": "6"}

_KINDS = {
    Category.HIGH_CARD: ("high", "no pair", "nothing"),
    Category.PAIR: ("pairs", "one pair"),
    Category.TWO_PAIR: ("two pairs", "2 pair", "2 pairs"),
    Category.THREE_OF_A_KIND: ("trips", "trip", "triple", "triples", "set", "3 of a kind", "three kind"),
    Category.STRAIGHT: ("straights",),
    Category.FLUSH: ("flushes",),
    Category.FULL_HOUSE: ("boat", "full boat", "full", "house", "fullhouse", "full houses"),
    Category.FOUR_OF_A_KIND: ("quads", "quad", "4 of a kind", "four kind", "poker"),
    Category.STRAIGHT_FLUSH: ("straightflush", "straight flushes", "sf", "str flush"),
    Category.ROYAL_FLUSH: ("royal", "royals", "royalflush", "royal straight flush"),
}
_LABELS = {words: kind.label for kind, synonyms in _KINDS.items() for words in (kind.label, *synonyms)}
_NICKNAMES = {
    "wheel": f"{Category.STRAIGHT.label} 5",
    "bicycle": f"{Category.STRAIGHT.label} 5",
    "steel wheel": f"{Category.STRAIGHT_FLUSH.label} 5",
    "broadway": f"{Category.STRAIGHT.label} A",
}
"""Nicknames of kinds with their ranks."""
_OF_EQUAL_RANKS = {2: Category.PAIR.label, 3: Category.THREE_OF_A_KIND.label, 4: Category.FOUR_OF_A_KIND.label}
_COUNTS = {"two": 2, "three": 3, "four": 4}
_LINKS = ("of", "the", "to", "high", "with")
"""Words between a kind and its rank: 'pair of aces', 'straight to the ten', 'queen high flush'."""


def kind_meant(text: str) -> str | None:
    """Return the kind of row that a text means, as rules spell it; None if unknown. It may not fit into a front."""
    words = re.sub(r"[-_,\s]+", " ", text.lower()).strip()
    return _NICKNAMES.get(words) or _kind_of_ranks(words) or _kind_of_words(words) or _close_kind(words)


def _kind_of_ranks(words: str) -> str | None:
    """Return the kind of row in ranks such as ``'AA'`` or ``'75432'``; None for other texts."""
    ranks = words.replace(" ", "").upper()
    if not set(ranks) <= set(RANKS):
        return None
    if len(set(ranks)) == 1 and len(ranks) in _OF_EQUAL_RANKS:
        return f"{_OF_EQUAL_RANKS[len(ranks)]} {ranks[0]}"
    if len(set(ranks)) == len(ranks) in ROW_SIZES:
        return "-".join(sorted(ranks, key=RANKS.index, reverse=True))
    return None


def _kind_of_words(words: str) -> str | None:
    if label := _LABELS.get(words.removeprefix("a ")):
        return label
    for label_words, rank in _split(words):
        if label := _LABELS.get(label_words):
            return f"{label} {rank}"
    count, _, plural = words.rpartition(" ")  # 'aces', 'three aces'
    if plural.endswith("s") and (rank := _rank_of(plural)) and (count in _COUNTS or not count):
        return f"{_OF_EQUAL_RANKS[_COUNTS.get(count, 2)]} {rank}"
    return None


def _close_kind(words: str) -> str | None:
    """Return the kind with the most similar words, for misspellings; None if none is similar."""
    label, _, last = words.rpartition(" ")
    rank = _rank_of(last) if label else ""
    close = difflib.get_close_matches(label if rank else words, _LABELS, n=1, cutoff=0.7)
    return f"{_LABELS[close[0]]} {rank}".rstrip() if close else None


def _split(words: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a kind and its rank, if the last or the first word is a rank."""
    parts = words.split(" ")
    last = parts[:-1] if parts[-1] == "high" else parts  # 'flush, ace high'
    for word, label in ((last[-1:], last[:-1]), (parts[:1], parts[1:])):
        if rank := _rank_of("".join(word)):
            yield " ".join(label), rank
            yield " ".join(_without_links(label)), rank


def _without_links(parts: list[str]) -> list[str]:
    """Return the words without `_LINKS` at both ends."""
    inner = [index for index, part in enumerate(parts) if part not in _LINKS]
    return parts[inner[0] : inner[-1] + 1] if inner else []


def _rank_of(word: str) -> str:
    """Return the rank that a word names: ``'aces'``, ``'A'``, ``'AA'``, ``'2s'``; empty if it names none."""
    if word in _RANK_WORDS:
        return _RANK_WORDS[word]
    letters = set(word.removesuffix("s").removesuffix("'").upper())
    return letters.pop() if len(letters) == 1 and letters <= set(RANKS) else ""
