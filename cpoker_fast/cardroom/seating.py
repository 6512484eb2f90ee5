"""Events between deals: players sit down, buy chips, stand up and pay fees."""

from __future__ import annotations

from cpoker_fast._arguments import check_name, is_whole
from cpoker_fast.cardroom.ledger import Event
from cpoker_fast.cardroom.table_state import TableState
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError
from cpoker_fast.settling import check_buy_in, check_rebuy

__all__ = ["check_seating"]


def check_seating(event: Event, state: TableState) -> None:
    """Raise CpokerError if an event that seats a player, or moves their chips, is impossible in a state of the table."""
    kind, name, chips, rules = event["event"], event["player"], event["chips"], state.rules
    if not state.stakes and kind != "leave" and not (kind == "sit" and chips == 0 and is_whole(chips)):
        raise TableError.about("chips", f"{kind}: expected none at a table without stakes, got {quote(chips)}")
    if kind == "sit":
        _check_seat(name, event["seat"], state)
        if state.stakes:
            check_buy_in(name, chips, rules, state.unit)
        return
    player = state.player(name)
    if kind == "buy":
        check_rebuy(name, chips, player.stack, rules, state.unit)
    elif kind == "leave":
        if chips != player.stack:
            raise TableError(f"{quote(name)} leaves: expected {player.stack} chips, got {quote(chips)}")
    elif chips != (fee := rules.table.fees.fee(state.unit, event["minute"])):
        raise TableError(f"expected the fee of {fee} chips, got {quote(chips)}")
    elif chips > player.stack:
        raise TableError(f"{quote(name)} cannot pay the fee of {chips} chips from a stack of {player.stack}")


def _check_seat(name: object, seat: object, state: TableState) -> None:
    check_name("name", name, TableError)
    if name in state.stacks:
        raise TableError(f"{quote(name)} sits here already")
    free = state.free_seats
    if not is_whole(seat) or seat not in free:
        raise TableError.about("seat", f"expected a free seat ({', '.join(map(str, free)) or 'none'}), got {quote(seat)}")
