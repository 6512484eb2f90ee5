"""Records of the deals in a ledger."""

from __future__ import annotations

from cpoker_fast.app.table.fantasylands import NO_FANTASYLAND
from cpoker_fast.app.table.freezeout_levels import level_of
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.played_deals import played_deal, players_by_seat
from cpoker_fast.app.table.table_deals import board_from_event
from cpoker_fast.app.table.table_state import TableState
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.turns import hides_board
from cpoker_fast.notation import Record

__all__ = ["record_of"]


def record_of(event: Event, state: TableState) -> Record | None:
    """Return the record of a settled deal, from its event and the state of the table before it.

    None if the placements are unknown, since the boards were entered and are not hidden until the showdown. Also None if
    players have two hands each.
    """
    if event["hands"] > 1:
        return None
    if state.deal is not None and state.deal.may_be_played:
        return _of_dealt_cards(event, state, players_by_seat(state.deal, state))
    return _of_boards(event, state)


def _tags(state: TableState) -> dict[str, int]:
    """Return the tags of a deal in a freezeout; no tags at other tables."""
    return {} if state.rules.table.freezeout is None else level_of(state, 0.0).tags


def _of_dealt_cards(event: Event, state: TableState, names: list[str]) -> Record:
    """Return the record of a deal whose cards the table has dealt: by its turns, or the boards that were entered."""
    boards, declared = (dict(zip(event["players"], event[key], strict=True)) for key in ("boards", "declare"))
    deal = played_deal(state)
    while deal.turn is not None:
        board = board_from_event(boards[names[deal.turn]])
        deal.place(Placement.surrender() if board is None else board)
    deal.declare([declared[name] for name in names])
    return Record.of_deal(deal, names, tags=_tags(state), dealt=bool(deal.surrendered))


def _of_boards(event: Event, state: TableState) -> Record | None:
    """Return the record of a deal of real cards, whose boards were entered; None if they were placed street by street."""
    names = event["players"]
    played = [state.fantasyland.get(name, (NO_FANTASYLAND,))[0] for name in names]
    if not all(hides_board(state.rules, hand.cards) for hand in played):
        return None
    is_reserved = None in event["boards"] and set(state.reserved) == set(names)
    return Record.of_boards(
        [board_from_event(board) for board in event["boards"]],
        state.rules,
        names=names,
        button=len(names) - 1,
        declare=event["declare"],
        fantasyland=[hand.cards for hand in played],
        stays=[hand.stays for hand in played],
        stacks=[state.reserved[name] for name in names] if is_reserved else (),
        tags=_tags(state),
    )
