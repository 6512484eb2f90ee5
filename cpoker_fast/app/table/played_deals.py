"""Deals whose cards the table deals, and the turns that lead from the cards to boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpoker_fast.app.table.fantasylands import NO_FANTASYLAND
from cpoker_fast.app.table.table_deals import TableDeal, hands_dealt
from cpoker_fast.app.table.table_state import TableState, Turn
from cpoker_fast.boards import FOUL, HAND_SIZE
from cpoker_fast.dealing import Seed, deal as deal_hands, generator_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.game.placement import Placement

if TYPE_CHECKING:
    import numpy as np

    from cpoker_fast.boards import Board, Foul
    from cpoker_fast.settling import Declaration

__all__ = ["boards_played", "played_deal", "players_by_seat", "stacks_for"]


def players_by_seat(deal: TableDeal, state: TableState) -> list[str]:
    """Return the players of a deal in the order of their seats, which is that of the seats of `played_deal`."""
    return sorted(deal.players, key=lambda name: state.player(name).seat)


def _terms(deal: TableDeal, state: TableState) -> dict[str, Any]:
    """Return the arguments of `Deal` that follow from the table."""
    names = players_by_seat(deal, state)
    lands = [state.fantasyland.get(name, (NO_FANTASYLAND,))[0] for name in names]
    return {
        "button": names.index(deal.button),
        "fantasyland": [land.cards for land in lands],
        "stays": [land.stays for land in lands],
    }


def stacks_for(
    deal: TableDeal, state: TableState, seed: Seed, rng: np.random.Generator | None
) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Deal the cards of all hands, and return them by player; see `TableDeal.stacks`."""
    generator = generator_of(rng, seed)
    if (count := hands_dealt(deal)) == 1:
        dealt = Deal(state.rules, len(deal.players), rng=generator, **_terms(deal, state))
        return {name: (stack,) for name, stack in zip(players_by_seat(deal, state), dealt.stacks, strict=True)}
    if state.rules.streets != ((HAND_SIZE, HAND_SIZE),) or any(name in state.fantasyland for name in deal.players):
        raise TableError.about("cards", "the table deals second hands of 13 cards only, not street by street")
    hands = deal_hands(count * len(deal.players), HAND_SIZE, generator)
    by_player = {name: hands[index :: len(deal.players)] for index, name in enumerate(deal.players)}
    return {name: tuple(map(tuple, of_player)) for name, of_player in by_player.items()}


def played_deal(state: TableState) -> Deal:
    """Return the deal in progress, whose cards the table has dealt, after its turns; raise CpokerError if one is impossible.

    Its seats are the players in the order of their seats at the table.
    """
    table_deal = state.deal
    if table_deal is None or not table_deal.may_be_played:
        raise TableError("expected a deal whose cards the table has dealt, one hand for each player")
    names = players_by_seat(table_deal, state)
    stacks = [table_deal.stacks[name][0] for name in names]
    deal = Deal(state.rules, len(names), stacks=stacks, **_terms(table_deal, state))
    for turn in state.turns:
        _take_turn(deal, turn, names)
    return deal


def _take_turn(deal: Deal, turn: Turn, names: list[str]) -> None:
    """Take the turn of a player; raise CpokerError if it is impossible."""
    if deal.turn is None:
        raise TableError(f"{quote(turn.player)} has no turn: all cards are placed")
    if turn.player != (name := names[deal.turn]):
        raise TableError(f"expected a placement of {quote(name)}, whose turn it is, got one of {quote(turn.player)}")
    if turn.placement is None:
        deal.time_out()
    else:
        deal.place(FOUL if turn.placement == str(FOUL) else Placement.parse(turn.placement))


def boards_played(state: TableState) -> tuple[dict[str, Board | Foul | None], dict[str, Declaration]]:
    """Return the boards and the declarations of a deal by its turns; raise TableError if cards are still to be placed."""
    deal = played_deal(state)
    names = players_by_seat(state.deal, state) if state.deal else []
    if deal.turn is not None:
        raise TableError(f"the deal is not over: expected a placement of {quote(names[deal.turn])}")
    boards = deal.boards_to_settle()
    return dict(zip(names, boards, strict=True)), dict(zip(names, deal.declarations, strict=True))
