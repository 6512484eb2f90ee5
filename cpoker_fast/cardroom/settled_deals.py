"""Settled deals of a table, as events of its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cpoker_fast._arguments import check_flag
from cpoker_fast.boards import Board
from cpoker_fast.cardroom.jackpot import takings_of
from cpoker_fast.cardroom.ledger import Event
from cpoker_fast.cardroom.table_deals import (
    TableDeal,
    check_cards_of_hands,
    check_players,
    hands_of,
    reserve_for_next_deal,
)
from cpoker_fast.cardroom.table_events import declaration_to_event
from cpoker_fast.cardroom.table_state import TableState
from cpoker_fast.errors import TableError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Settlement, settle_seats

__all__ = ["settled_deal"]

_ACE_OF_SPADES = 51


def settled_deal(
    deal: TableDeal,
    state: TableState,
    rules: Rules,
    boards: Mapping[str, Any],
    declare: Mapping[str, Any],
    reserved: Mapping[str, Any],
    *,
    reserve_hands: bool,
    button_stays: bool,
) -> tuple[Event, Settlement]:
    """Settle a deal in a state of its table; return its event for the ledger, and the settlement."""
    check_players(deal, boards=boards, declare=declare, reserved=reserved)
    check_flag("button_stays", button_stays, TableError)
    names, hand_boards, declared = hands_of(deal, boards, declare)
    rake = rules.table.rake
    stacks = {name: stack - rake.chips * (name in deal.players) for name, stack in state.stacks.items()}
    settled = settle_seats(
        hand_boards,
        rules,
        button=len(deal.players) - 1,
        declare=declared,
        stacks=[stacks[name] for name in deal.players],
        unit=state.unit,
        owners=[deal.players.index(name) for name in names],
        carried=state.carried,
        names=deal.players,
    )
    check_cards_of_hands(deal, settled)
    reserved_hands = reserve_for_next_deal(deal, reserved, settled, reserve_hands=reserve_hands)
    takings = takings_of(settled, state.jackpot)
    jackpot, of_winnings = (
        {deal.players[player]: chips for player, chips in by_player.items()}
        for by_player in (takings.paid, takings.of_winnings)
    )
    chips = zip(deal.players, settled.chips or (), strict=True)
    event: Event = {
        "event": "deal",
        "number": deal.number,
        "players": list(deal.players),
        "sitting_out": list(deal.sitting_out),
        "hands": deal.hands,
        "boards": [None if seat.board is None else str(seat.board) for seat in settled.seats],
        "declare": [declaration_to_event(natural) for natural in declared],
        "reserved": {name: str(hand) for name, hand in reserved_hands.items()},
        "points": list(settled.points),
        "rake": dict.fromkeys(deal.players, rake.chips) if rake.chips else {},
        **({"rake_of_winnings": of_winnings} if rake.percent else {}),
        "to_jackpot": takings.to_jackpot,
        "pool": {deal.players[player]: points * state.unit for player, points in enumerate(settled.pool_points)},
        "carried": [row.carried for row in settled.pool] or [0, 0, 0],
        "payments": [
            [names[p.second], names[p.first], p.chips] if p.chips > 0 else [names[p.first], names[p.second], -p.chips]
            for p in settled.payments
        ],
        "jackpot": jackpot,
        "stacks": {name: stacks[name] + won - of_winnings.get(name, 0) + jackpot.get(name, 0) for name, won in chips},
        "button": state.player(deal.button).seat if button_stays else _next_button(settled, deal, state),
    }
    return event, settled


def _next_button(settled: Settlement, deal: TableDeal, state: TableState) -> int:
    """Return the next occupied seat; with a dealer's compensation, the seat of the player who has the ace of spades."""
    if settled.rules.dealer_compensation:
        for seat, player in zip(settled.seats, settled.owners, strict=True):
            if isinstance(seat.board, Board) and _ACE_OF_SPADES in seat.board.cards():
                return state.player(deal.players[player]).seat
    seats = sorted(player.seat for player in state.players)
    last = state.player(deal.button).seat
    return next((seat for seat in seats if seat > last), seats[0])
