"""The terms of a table, which can change between deals: rules, chips per point, and whether players reserve hands."""

from __future__ import annotations

from typing import Any

from cpoker_fast._arguments import check_flag, check_seat
from cpoker_fast.app.table.jackpot import check_jackpot
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.table_state import TableState
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import TableError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.stakes import read_unit

__all__ = ["event_of_change", "first_state", "state_with_terms"]


def first_state(rules: Rules, unit: int, button: int, *, reserve_hands: bool, stakes: bool) -> TableState:
    """Return the state of a table at its beginning; raise CpokerError if it cannot have these terms."""
    check_flag("stakes", stakes, TableError)
    _check_terms(rules, unit, reserve_hands, stakes=stakes)
    if (freezeout := rules.table.freezeout) is not None:
        if not stakes:
            raise TableError.about("stakes", "expected True in a freezeout, which is played for chips")
        if unit != 1:
            raise TableError.about("unit", f"expected 1 in a freezeout, whose levels have other units, got {quote(unit)}")
        unit = freezeout.levels[0][0]
    check_seat("button", button, rules.table.seats)
    seats = (None,) * rules.table.seats
    return TableState(rules=rules, unit=unit, reserve_hands=reserve_hands, stakes=stakes, seats=seats, button=button)


def _check_terms(rules: Rules, unit: object, reserve_hands: object, *, stakes: bool) -> None:
    read_unit(unit)
    if unit != 1 and not stakes:
        raise TableError.about("unit", f"expected 1 without stakes, where chips are points, got {quote(unit)}")
    check_flag("reserve_hands", reserve_hands, TableError)
    if reserve_hands and not rules.is_closed:
        problem = f"expected False under the rules {quote(rules.name)}, which deal street by street"
        raise TableError.about("reserve_hands", problem)
    check_jackpot(rules)


def state_with_terms(state: TableState, rules: Rules, unit: int, *, reserve_hands: bool) -> TableState:
    """Return the state of a table with other terms; raise CpokerError if it cannot have them now."""
    state.check_between_deals()
    _check_terms(rules, unit, reserve_hands, stakes=state.stakes)
    if (freezeout := state.rules.table.freezeout) != rules.table.freezeout:
        problem = "a freezeout cannot begin, change or end at a table: begin a new ledger (see table.freezeout)"
        raise TableError.about("rules", problem)
    if freezeout is not None and unit != state.unit:
        raise TableError.about("unit", f"expected {state.unit}, that of the level of the freezeout, got {unit}")
    last = max(state.players, key=lambda player: player.seat, default=None)
    if last is not None and last.seat >= rules.table.seats:
        expected = f"expected at least {last.seat + 1} for the seat of {quote(last.name)}"
        raise TableError(f"table.seats: {expected}, got {rules.table.seats} in the rules {quote(rules.name)}")
    if state.pool:
        carried = f"the pool carries {counted(state.pool, 'chip')} to the next deal"
        if not rules.has_pool:
            raise TableError.about("rules", f"expected rules with a pool, since {carried}, got {quote(rules.name)}")
        if unit != state.unit:
            raise TableError.about("unit", f"expected {state.unit}, since {carried}, got {unit}")
    return state.with_terms(state.rules if rules == state.rules else rules, unit, reserve_hands=reserve_hands)


def event_of_change(before: TableState, after: TableState) -> Event:
    """Return the event for the terms that differ between two states."""
    changes: dict[str, Any] = {"rules": after.rules.to_dict()} if after.rules != before.rules else {}
    for key in ("unit", "reserve_hands"):
        if (value := getattr(after, key)) != getattr(before, key):
            changes[key] = value
    return {"event": "change", **changes}
