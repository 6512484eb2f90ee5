"""Settled deals of a table, as events of its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cpoker_fast._arguments import check_flag
from cpoker_fast.app.table.fantasylands import earned_fantasylands
from cpoker_fast.app.table.jackpot import takings_of
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.table_deals import (
    TableDeal,
    check_cards_of_hands,
    check_players,
    declaration_to_event,
    hands_of,
    reserve_for_next_deal,
)
from cpoker_fast.app.table.table_state import TableState
from cpoker_fast.boards import Board
from cpoker_fast.errors import TableError
from cpoker_fast.game.plan import compensated_dealer, keeps_button
from cpoker_fast.rulebook import Rake
from cpoker_fast.settling import Settlement
from cpoker_fast.settling.settlement import settle_seats

__all__ = ["settled_deal"]

_UNLIMITED = 10**15  # chips of a player without stakes, more than anybody loses in a deal


def settled_deal(
    deal: TableDeal,
    state: TableState,
    boards: Mapping[str, Any],
    declare: Mapping[str, Any],
    reserved: Mapping[str, Any],
    *,
    button_stays: bool | None,
) -> tuple[Event, Settlement]:
    """Settle a deal in a state of its table; return its event for the ledger, and the settlement."""
    check_players(deal, boards=boards, declare=declare, reserved=reserved)
    if button_stays is not None:
        check_flag("button_stays", button_stays, TableError)
    rules = state.rules
    names, hand_boards, declared = hands_of(deal, boards, declare)
    stacks, rake = state.stacks, rake_of(state).chips
    settled = settle_seats(
        hand_boards,
        rules,
        button=len(deal.players) - 1,
        declare=declared,
        stacks=[stacks[name] - rake if state.stakes else _UNLIMITED for name in deal.players],
        unit=state.unit,
        owners=[deal.players.index(name) for name in names],
        carried=state.carried,
        names=deal.players,
    )
    check_cards_of_hands(deal, settled)
    reserved_hands = reserve_for_next_deal(deal, reserved, settled)
    chips = _chips_in(settled, state)
    in_play = _players_in_play(state, chips["stacks"])
    earned = earned_fantasylands(settled, deal, state.fantasyland)
    fantasylands = {name: hands for name, hands in earned.items() if name in in_play}
    stays = bool(fantasylands) and keeps_button(rules) if button_stays is None else button_stays
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
        **chips,
        "fantasyland": {name: [*map(list, hands)] for name, hands in fantasylands.items()},
        "button": _next_button(settled, deal, state, in_play, stays=stays),
    }
    return event, settled if state.stakes else replace(settled, payments=(), chips=None)


def rake_of(state: TableState) -> Rake:
    """Return the rake that a table takes: that of its rules, and none without stakes."""
    return state.rules.table.rake if state.stakes else Rake()


def _chips_in(settled: Settlement, state: TableState) -> Event:
    """Return the chips that a settled deal moves, as the values of its event."""
    players, rake = settled.names, rake_of(state)
    takings = takings_of(settled, rake, state.jackpot)
    jackpot, of_winnings = (
        {players[player]: chips for player, chips in by_player.items()} for by_player in (takings.paid, takings.of_winnings)
    )
    payments = []
    for payment in settled.payments:
        first, second = (players[settled.owners[seat]] for seat in (payment.first, payment.second))
        payments.append([second, first, payment.chips] if payment.chips > 0 else [first, second, -payment.chips])
    before, won = state.stacks, dict(zip(players, settled.chips or (), strict=True))
    return {
        "rake": dict.fromkeys(players, rake.chips) if rake.chips else {},
        "rake_of_winnings": of_winnings,
        "to_jackpot": takings.to_jackpot,
        "pool": {players[player]: points * state.unit for player, points in enumerate(settled.pool_points)},
        "carried": [row.carried for row in settled.pool] or [0, 0, 0],
        "payments": payments,
        "jackpot": jackpot,
        "stacks": {
            name: before[name] - rake.chips + won[name] - of_winnings.get(name, 0) + jackpot.get(name, 0) for name in players
        },
    }


def _players_in_play(state: TableState, stacks: Mapping[str, int]) -> dict[str, int]:
    """Return the seats of all players, by name, without those whom a deal puts out of a freezeout; `stacks` follow it."""
    stays_in = {**state.stacks, **stacks}
    is_freezeout = state.rules.table.freezeout is not None
    return {player.name: player.seat for player in state.players if stays_in[player.name] or not is_freezeout}


def _next_button(settled: Settlement, deal: TableDeal, state: TableState, in_play: Mapping[str, int], *, stays: bool) -> int:
    """Return the seat of the next player clockwise; with a dealer's compensation, of the player who has the ace of spades.

    If the button stays, or goes to the ace of spades, and that player is out of a freezeout, the next one has it.
    """
    first = state.player(deal.button).seat + (not stays)
    hands = [seat.board.hand if isinstance(seat.board, Board) else None for seat in settled.seats]
    if not stays and (dealer := compensated_dealer(settled.rules, hands)) is not None:
        first = state.player(deal.players[settled.owners[dealer]]).seat
    seats = sorted(in_play.values())
    return next((seat for seat in seats if seat >= first), seats[0])
