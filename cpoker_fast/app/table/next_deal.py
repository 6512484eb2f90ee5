"""The next deal of a table: who is dealt in, waits or sits out."""

from __future__ import annotations

from collections.abc import Iterable

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast.app.table.freezeout_levels import check_level
from cpoker_fast.app.table.table_deals import TableDeal
from cpoker_fast.app.table.table_state import TableState
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import TableError
from cpoker_fast.settling import least_stack

__all__ = ["next_deal"]


def next_deal(state: TableState, hands: int = 1, sitting_out: Iterable[str] = ()) -> TableDeal:
    """Return the deal that `Table.deal` begins; raise TableError if it is impossible."""
    state.check_between_deals()
    absent = _absent(state, sitting_out)
    _check_freezeout(state, absent)
    rules, least = state.rules, least_stack(state.rules, state.unit)
    eligible = state.eligible_from_button(least)
    order = [player for player in eligible if player.name not in absent]
    if len(order) < 2:
        number_absent = len(eligible) - len(order)
        got = f"{len(order)} ({counted(number_absent, 'player')} sitting out)" if number_absent else f"{len(order)}"
        raise TableError(f"deal: expected two or more players with {counted(least, 'chip')} or more, got {got}")
    may_be_two = rules.table.two_hands and len(order) == 2 and rules.players >= 2 * len(order)
    if not is_whole(hands) or hands not in (1, 2) or (hands == 2 and not may_be_two):
        raise TableError.about("hands", f"expected 1, or 2 for two players if the rules allow it, got {quote(hands)}")
    dealt_in = min(rules.table.dealt_in, rules.players)
    playing, waiting = [*order[1:dealt_in], order[0]], order[dealt_in:]
    names = tuple(player.name for player in playing)
    reserved = dict(state.reserved) if set(names) == set(state.reserved) else {}
    if hands == 2 and reserved:
        raise TableError.about("hands", "expected 1 (the players have reserved hands), got 2")
    return TableDeal(
        number=state.deals + 1,
        players=names,
        waiting=tuple(player.name for player in waiting),
        sitting_out=tuple(player.name for player in eligible if player.name in absent),
        hands=hands,
        reserved=reserved,
        reserves=state.reserve_hands and not reserved and hands == 1 and len(names) == 2,
    )


def _check_freezeout(state: TableState, absent: set[str]) -> None:
    """Raise TableError if a freezeout is over, its level has not begun, or players of a freezeout shall sit out."""
    if state.rules.table.freezeout is None:
        return
    if state.is_over:
        raise TableError(f"deal: the freezeout is over: {quote(state.places_in_order[0].name)} has won")
    if absent:
        raise TableError("nobody sits out in a freezeout: the board of an absent player is a dead hand")
    check_level(state)


def _absent(state: TableState, names: object) -> set[str]:
    """Return the names of players who sit out; raise TableError if one of them is not at the table."""
    absent = None if isinstance(names, str) else items_of(names)
    if absent is None:
        raise TableError.about("sitting_out", f"expected names of players, got {quote(names)}")
    return {state.player(name).name for name in absent}
