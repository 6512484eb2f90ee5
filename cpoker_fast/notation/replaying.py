"""Replaying a deal from its placements."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from cpoker_fast.boards import ROW_SIZES
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.game.placement import Placement
from cpoker_fast.rulebook import Rules

__all__ = ["dealt_and_placed", "replay"]


def dealt_and_placed(rules: Rules, fantasyland: int, street: int) -> tuple[int, int]:
    """Return the numbers of cards dealt and placed on a street, or in Fantasyland."""
    return (fantasyland, 13) if fantasyland else rules.streets[street]


def replay(
    rules: Rules,
    button: int,
    fantasyland: tuple[int, ...],
    stays: tuple[int, ...],
    placed: Sequence[Sequence[Placement]],
    hands: Sequence[Sequence[int]],
    *,
    timed_out: Sequence[Collection[int]],
    stacks: Sequence[Sequence[int]],
    unseen: Iterable[int],
) -> Deal:
    """Replay the placements of each seat in the order of play, and return the deal.

    Unknown cards are taken from `unseen`. `stacks` has the cards of each seat in the order dealt, and is empty if the order
    is unknown. `timed_out` has, by seat, the indices of the streets whose cards the rules placed after a time-out.
    """
    seats, unseen_cards = len(fantasyland), iter(unseen)
    placements_by_seat: list[list[Placement]] = []
    dealt: list[Sequence[int]] = []
    for seat in range(seats):
        streets = [(fantasyland[seat], 13)] if fantasyland[seat] else rules.streets
        placements_by_seat.append(
            [_filled(placement, *street, unseen_cards) for placement, street in zip(placed[seat], streets, strict=False)]
        )
        cards = [card for placement in placements_by_seat[seat] for card in (*placement.cards, *placement.discards)]
        cards += hands[seat]
        needed = sum(number for number, _ in streets)
        dealt.append(stacks[seat] if stacks else cards + _take(needed - len(cards), unseen_cards))
    deal = Deal(rules, seats, stacks=dealt, button=button, fantasyland=fantasyland, stays=stays)
    next_placements = [iter(placements) for placements in placements_by_seat]
    while (turn := deal.turn) is not None and (placement := next(next_placements[turn], None)) is not None:
        deal.place(placement)
        move = deal.moves[-1]
        deal.moves[-1] = move._replace(timed_out=move.street in timed_out[turn])
    return deal


def _take(number: int, cards: Iterator[int]) -> list[int]:
    drawn = list(islice(cards, number))
    if len(drawn) < number:
        raise TableError("the deal needs more cards than the deck has")
    return drawn


def _filled(placement: Placement, dealt: int, placed: int, unseen: Iterator[int]) -> Placement:
    """Return a placement whose unknown cards are taken from `unseen`."""
    if placement.is_surrender:
        return placement
    front, middle, back = placement.rows
    if not placement.cards:
        front, middle, back = (CardSet(_take(size, unseen)) for size in ROW_SIZES)
    missing = dealt - placed - len(placement.discards)
    return Placement.of_cards(front, middle, back, placement.discards | CardSet(_take(missing, unseen)))
