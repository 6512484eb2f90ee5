"""Replaying a deal from its placements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from cpoker_fast.boards import FOUL, ROW_SIZES
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import TableError
from cpoker_fast.game.deal import Deal, Move
from cpoker_fast.game.placement import Placement
from cpoker_fast.rulebook import Rules

__all__ = ["dealt_and_placed", "gives_up_unseen", "replay"]


def dealt_and_placed(rules: Rules, fantasyland: int, street: int) -> tuple[int, int]:
    """Return the numbers of cards dealt and placed on a street, or in Fantasyland."""
    return (fantasyland, 13) if fantasyland else rules.streets[street]


def gives_up_unseen(move: Move) -> bool:
    """Whether a move gave up all cards of a player, which it does not have: a surrender, or a dead hand without cards."""
    return move.placement.is_surrender or (move.dead and not move.placement.cards)


def replay(
    rules: Rules,
    button: int,
    fantasyland: tuple[int, ...],
    stays: tuple[int, ...],
    moves: Sequence[Sequence[Move]],
    hands: Sequence[Sequence[int]],
    *,
    stacks: Sequence[Sequence[int]],
    unseen: Iterable[int],
) -> Deal:
    """Replay the moves of each seat in the order of play, and return the deal.

    Unknown cards are taken from `unseen`. `stacks` has the cards of each seat in the order dealt, and is empty if the order
    is unknown.
    """
    seats, unseen_cards = len(fantasyland), iter(unseen)
    moves_by_seat: list[list[Move]] = []
    dealt: list[Sequence[int]] = []
    for seat in range(seats):
        streets = [(fantasyland[seat], 13)] if fantasyland[seat] else rules.streets
        moves_by_seat.append(
            [_filled(move, *street, unseen_cards) for move, street in zip(moves[seat], streets, strict=False)]
        )
        placements = [move.placement for move in moves_by_seat[seat]]
        cards = [card for placement in placements for card in (*placement.cards, *placement.discards)]
        cards += hands[seat]
        needed = sum(number for number, _ in streets)
        dealt.append(stacks[seat] if stacks else cards + _take(needed - len(cards), unseen_cards))
    deal = Deal(rules, seats, stacks=dealt, button=button, fantasyland=fantasyland, stays=stays)
    next_moves = [iter(of_seat) for of_seat in moves_by_seat]
    while (turn := deal.turn) is not None and (move := next(next_moves[turn], None)) is not None:
        deal.place(move.placement if move.placement.is_surrender or not gives_up_unseen(move) else FOUL)
        deal.moves[-1] = deal.moves[-1]._replace(timed_out=move.timed_out, dead=move.dead)
    return deal


def _take(number: int, cards: Iterator[int]) -> list[int]:
    drawn = list(islice(cards, number))
    if len(drawn) < number:
        raise TableError("the deal needs more cards than the deck has")
    return drawn


def _filled(move: Move, dealt: int, placed: int, unseen: Iterator[int]) -> Move:
    """Return a move whose unknown cards are taken from `unseen`, except those that it gives up."""
    if gives_up_unseen(move):
        return move
    placement = move.placement
    front, middle, back = placement.rows
    if not placement.cards:
        front, middle, back = (CardSet(_take(size, unseen)) for size in ROW_SIZES)
    missing = dealt - placed - len(placement.discards)
    discards = placement.discards | CardSet(_take(missing, unseen))
    return move._replace(placement=Placement.of_cards(front, middle, back, discards))
