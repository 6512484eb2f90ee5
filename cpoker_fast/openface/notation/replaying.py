"""Playing a deal again, as far as placements tell it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from cpoker_fast.boards import ROW_SIZES
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import TableError
from cpoker_fast.openface.game.deal import Deal
from cpoker_fast.openface.game.placement import Placement
from cpoker_fast.openface.game.plan import openface_of
from cpoker_fast.rulebook import Rules

__all__ = ["number_dealt", "replayed"]


def number_dealt(rules: Rules, fantasyland: int, street: int) -> tuple[int, int]:
    """How many cards a player is dealt, and places, on a street; in Fantasyland, with that number of cards, at once."""
    return (fantasyland, 13) if fantasyland else openface_of(rules).streets[street]


def replayed(
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
    """Play as far as the placements of each seat tell, in the order of the rules; what is not known is taken from `unseen`.

    `stacks` are the cards of each seat in the order dealt, if that is known, otherwise empty; `timed_out` the indices of the
    streets that were placed for each seat out of time.
    """
    seats, rest = len(fantasyland), iter(unseen)
    whole: list[list[Placement]] = []
    dealt: list[Sequence[int]] = []
    for seat in range(seats):
        numbers = [number_dealt(rules, fantasyland[seat], street) for street in range(len(openface_of(rules).streets))]
        if fantasyland[seat]:
            del numbers[1:]
        whole.append([_filled(one, *number, rest) for one, number in zip(placed[seat], numbers, strict=False)])
        cards = [card for one in whole[seat] for card in (*one.cards, *one.discards)] + list(hands[seat])
        needed = sum(number for number, _ in numbers)
        dealt.append(stacks[seat] if stacks else cards + _take(needed - len(cards), rest))
    deal = Deal(rules, seats, stacks=dealt, button=button, fantasyland=fantasyland, stays=stays)
    following = [iter(placements) for placements in whole]
    while (turn := deal.turn) is not None and (placement := next(following[turn], None)) is not None:
        deal.place(placement)
        move = deal.moves[-1]
        deal.moves[-1] = move._replace(timed_out=move.street in timed_out[turn])
    return deal


def _take(number: int, cards: Iterator[int]) -> list[int]:
    taken = list(islice(cards, number))
    if len(taken) < number:
        raise TableError("the deck has fewer cards than this deal would be dealt")
    return taken


def _filled(placement: Placement, dealt: int, placed: int, unseen: Iterator[int]) -> Placement:
    """A placement with cards for what is not known of it."""
    front, middle, back = placement.rows
    if not placement.cards:
        front, middle, back = (CardSet(_take(size, unseen)) for size in ROW_SIZES)
    missing = dealt - placed - len(placement.discards)
    return Placement.of_cards(front, middle, back, placement.discards | CardSet(_take(missing, unseen)))
