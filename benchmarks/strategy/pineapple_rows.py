"""What a first hand of pineapple loses with its pair, or its only high card, in each row, by analyses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pineapple_book import QUEEN, RANKS
from pineapple_deals import PRESET

import cpoker_fast as cp

PAIRS, SINGLES = tuple("269JQKA"), tuple("QKA")
_DEALT = 200_000  # hands among which those of each kind are found
_CHOOSING, _JUDGING = 240, 1200  # rollouts


def hands_of(rank: str, cards: int, seed: int) -> list[cp.CardSet]:
    """Return random hands with a pair and three single cards, or without a pair and with one card above the jack."""
    hands = cp.deal_many(_DEALT, 1, 5, seed=seed)[:, 0]
    numbers = (hands[:, :, None] // 4 == np.arange(13)).sum(axis=1)
    has_cards: NDArray[np.bool_] = numbers[:, RANKS.index(rank)] == cards
    is_kind = has_cards & ((numbers > 0).sum(axis=1) == 6 - cards)
    if cards == 1:
        is_kind &= numbers[:, QUEEN:].sum(axis=1) == 1
    return [cp.CardSet(hand) for hand in hands[is_kind].tolist()]


def losses_of_hand(hand: cp.CardSet, rank: str, seed: tuple[int, int]) -> list[float]:
    """Return the points that the best placement with the rank in front, in the middle and in the back loses.

    One analysis chooses a placement for each row, another one judges them.
    """
    group = cp.CardSet([card for card in hand if card // 4 == RANKS.index(rank)])
    chosen: list[cp.Placement] = []
    candidates = cp.analyze(hand, PRESET, rollouts=_CHOOSING, seed=seed).candidates
    for row in range(3):
        of_row = [candidate for candidate in candidates if group <= candidate.placement.rows[row]]
        chosen.append(min(of_row, key=lambda candidate: candidate.behind.mean).placement)
    judged = cp.analyze(hand, PRESET, among=chosen, rollouts=_JUDGING, tolerance=0, seed=(*seed, 1))
    return [judged.candidate(placement).behind.mean for placement in chosen]


def losses(rank: str, cards: int, hands: int, seed: int) -> list[list[float]]:
    """Return the losses of some hands of a kind; see `losses_of_hand`."""
    hands_of_kind = hands_of(rank, cards, seed)[:hands]
    return [losses_of_hand(hand, rank, (seed, number)) for number, hand in enumerate(hands_of_kind)]
