"""Numbers of hands that make a pattern, exactly, by combinatorics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product
from operator import le
from typing import NamedTuple

from cpoker_fast._rules import PatternSet
from cpoker_fast._settling import patterns_of_array
from cpoker_fast.cards import CardSet
from cpoker_fast.rulebook.conditions import Conditions, RowShape, for_core, ranks_in

__all__ = ["number_of_hands"]

_RED = (1, 2)  # suits
_SUBSETS = [tuple(suit for suit in range(4) if bits >> suit & 1) for bits in range(16)]  # of the cards of a rank, by suits


def number_of_hands(conditions: Conditions) -> int:
    """Return the number of hands of 13 cards that meet conditions."""
    if conditions.rows is RowShape.STRAIGHT_FLUSHES:
        masks = _straight_flushes()
        return sum(patterns_of_array(PatternSet({0: for_core(conditions)}), masks, None, 1).tolist())
    if conditions.rows is RowShape.STRAIGHTS:
        return sum(_count(conditions, [(n,) for n in numbers]) for numbers in _three_straights())
    return _count(conditions, [range(5)] * 13)


def _count(conditions: Conditions, numbers: Iterable[Iterable[int]]) -> int:
    """Return the number of hands that meet the conditions on cards, with one of these numbers of cards of each rank.

    The ranks are added one after the other. The state of the cards so far has only the quantities that the conditions limit.
    """
    required, excluded, left_out = (
        CardSet(text).mask for text in (conditions.required, conditions.excluded, conditions.left_out)
    )
    ranks, limits = ranks_in(conditions.ranks), _Limits.of(conditions)
    states = Counter({_NO_CARDS: 1})
    for rank, allowed in enumerate(numbers):
        added = Counter(
            _added(limits, rank, suits, ranks, left_out)
            for suits in _SUBSETS
            if len(suits) in allowed and not _contradicts(rank, suits, required, excluded)
        )
        states = _sums(states, added, limits)
    return sum(number for state, number in states.items() if limits.are_met(state))


# Numbers of cards, of ranks with one to four cards, of cards of other ranks, of red cards, and of each suit; those that are
# not limited stay 0.
_State = tuple[int, tuple[int, ...], int, int, tuple[int, ...]]
_NO_CARDS: _State = (0, (0, 0, 0, 0), 0, 0, (0, 0, 0, 0))
_FLUSHES = ((13, 0, 0, 0), (10, 3, 0, 0), (8, 5, 0, 0), (5, 5, 3, 0))  # cards of each suit in three flushes


class _Limits(NamedTuple):
    """The states of 13 cards that conditions allow. Empty: any numbers."""

    counts: set[tuple[int, ...]]
    suits: set[tuple[int, ...]]  # the largest number first
    others: tuple[int, ...]
    red: tuple[int, ...]

    @classmethod
    def of(cls, conditions: Conditions) -> _Limits:
        counts = {tuple(numbers.count(n) for n in range(1, 5)) for numbers in conditions.counts}
        suits = {tuple(sorted((*numbers, 0, 0, 0), reverse=True)[:4]) for numbers in conditions.suits}
        if conditions.rows is RowShape.FLUSHES:
            suits = suits & {*_FLUSHES} if suits else {*_FLUSHES}
        return cls(counts, suits or ({(0, 0, 0, 0)} if conditions.suits else set()), conditions.others, conditions.red)

    def may_be_met(self, state: _State) -> bool:
        """Whether more cards may lead from a state to one that is allowed."""
        cards, counts, others, red, suits = state
        return (
            cards <= 13
            and others <= max(self.others)
            and (not self.red or red <= max(self.red))
            and (not self.counts or any(all(map(le, counts, most)) for most in self.counts))
            and (not self.suits or any(all(map(le, sorted(suits, reverse=True), most)) for most in self.suits))
        )

    def are_met(self, state: _State) -> bool:
        cards, counts, others, red, suits = state
        return (
            cards == 13
            and others in self.others
            and (not self.red or red in self.red)
            and (not self.counts or counts in self.counts)
            and (not self.suits or tuple(sorted(suits, reverse=True)) in self.suits)
        )


def _contradicts(rank: int, suits: tuple[int, ...], required: int, excluded: int) -> bool:
    cards = sum(1 << 16 * suit + rank for suit in suits)
    of_rank = sum(1 << 16 * suit + rank for suit in range(4))
    return bool(cards & excluded or required & of_rank & ~cards)


def _added(limits: _Limits, rank: int, suits: tuple[int, ...], ranks: int, left_out: int) -> _State:
    """Return what the cards of a rank add to a state."""
    considered = [suit for suit in suits if not left_out >> 16 * suit + rank & 1]
    return (
        len(suits),
        tuple(int(len(suits) == n) for n in range(1, 5)) if limits.counts else _NO_CARDS[1],
        0 if ranks >> rank & 1 else len(considered),
        sum(suit in _RED for suit in considered) if limits.red else 0,
        tuple(int(suit in suits) for suit in range(4)) if limits.suits else _NO_CARDS[4],
    )


def _sums(states: Counter[_State], added: Counter[_State], limits: _Limits) -> Counter[_State]:
    """Return the sums of states and additions, without those that the limits exclude."""
    sums: Counter[_State] = Counter()
    for (cards, counts, others, red, suits), number in states.items():
        for (more, more_counts, more_others, more_red, more_suits), times in added.items():
            new_counts = tuple(map(sum, zip(counts, more_counts, strict=True)))
            new_suits = tuple(map(sum, zip(suits, more_suits, strict=True)))
            sums[cards + more, new_counts, others + more_others, red + more_red, new_suits] += number * times
    return Counter({state: number for state, number in sums.items() if limits.may_be_met(state)})


def _runs(size: int) -> list[tuple[int, ...]]:
    """Return the ranks of straights of a size; an ace is low or high."""
    return [tuple((low + i) % 13 for i in range(size)) for low in range(-1, 14 - size)]


def _three_straights() -> set[tuple[int, ...]]:
    """Return, for each kind of hand of three straights, its number of cards of each rank."""
    triples = product(combinations_with_replacement(_runs(5), 2), _runs(3))
    return {tuple((*back, *middle, *front).count(rank) for rank in range(13)) for (back, middle), front in triples}


def _straight_flushes() -> list[CardSet]:
    """Return the hands of three straight flushes."""

    def suited(size: int) -> Iterator[int]:
        for ranks, suit in product(_runs(size), range(4)):
            yield sum(1 << 16 * suit + rank for rank in ranks)

    fronts = [*suited(3)]
    pairs = [a | b for a, b in combinations(suited(5), 2) if not a & b]
    return [CardSet.from_mask(mask) for mask in {pair | front for pair in pairs for front in fronts if not pair & front}]
