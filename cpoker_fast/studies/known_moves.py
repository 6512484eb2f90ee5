"""Moves of deals and records, with the positions that their players saw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cpoker_fast.boards import Board
from cpoker_fast.game.deal import Deal, Move
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.notation.record import Record, declared_in, is_hidden, names_in
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.declarations import IF_BETTER
from cpoker_fast.studies.analysis import is_dealt_at_once

__all__ = ["KnownMove", "known_moves"]

_SEED_OF_MISSING_CARDS = 0  # deals the cards that a record lacks; no reviewed player has seen them


class KnownMove(NamedTuple):
    """A move with the position that the player saw before it."""

    deal: int
    """Number of the deal."""
    number: int
    """Index of the move in the deal."""
    position: Position
    placement: Placement
    player: str
    seat: int
    street: int
    timed_out: bool


def known_moves(number: int, deal: Deal | Record) -> Iterator[KnownMove]:
    """Yield each placement of a deal whose player had seen only cards that the deal or record contains."""
    complete = deal.deal(seed=_SEED_OF_MISSING_CARDS) if isinstance(deal, Record) else deal
    replayed = Deal(
        complete.rules,
        complete.players,
        stacks=complete.stacks,
        button=complete.button,
        fantasyland=complete.fantasyland,
        stays=complete.stays,
    )
    declared = deal.declared if isinstance(deal, Record) else declared_in(deal)
    seats_with_unknown_cards: set[int] = set()
    names = names_in(deal)
    hides_hands = isinstance(deal, Record) and deal.hides_open_hands
    for index, move in enumerate(complete.moves):
        if isinstance(deal, Record) and _lacks_cards(deal, deal.moves[index]):
            seats_with_unknown_cards.add(move.seat)
        is_known = move.seat not in seats_with_unknown_cards and not (hides_hands and not complete.fantasyland[move.seat])
        if is_known and not move.dead:
            position = replayed.position()
            placement = move.placement
            if is_dealt_at_once(position) and (declared or not position.rules.naturals):
                placement = _with_declaration(placement, declared[move.seat] if declared else None, position.rules)
            if is_dealt_at_once(position) or not placement.is_surrender:  # which has no price in Fantasyland
                name = names[move.seat]
                yield KnownMove(number, index, position, placement, name, move.seat, move.street, move.timed_out)
        replayed.place(move.placement)


def _lacks_cards(record: Record, move: Move) -> bool:
    if move.placement.is_surrender:
        return not record.stacks
    return is_hidden(move) or record.unknown_discards(move) > 0


def _with_declaration(placement: Placement, natural: str | None, rules: Rules) -> Placement:
    """Return a placement that says what its player declared at the showdown, if its board has a natural."""
    if placement.is_surrender:
        return placement
    has_natural = read_seat(Board.of_rows(*placement.rows), rules).natural is not None
    return Placement.of_cards(*placement.rows, placement.discards, (natural or False) if has_natural else IF_BETTER)
