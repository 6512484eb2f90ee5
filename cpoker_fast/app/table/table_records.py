"""Records of the deals in a ledger."""

from __future__ import annotations

from cpoker_fast.app.table.fantasylands import NO_FANTASYLAND
from cpoker_fast.app.table.freezeout_levels import level_of
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.played_deals import played_deal, players_by_seat
from cpoker_fast.app.table.table_state import TableState
from cpoker_fast.boards import FOUL, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.game.deal import Move
from cpoker_fast.game.placement import Placement
from cpoker_fast.notation import Record
from cpoker_fast.settling import settle

__all__ = ["record_of"]


def record_of(event: Event, state: TableState) -> Record | None:
    """Return the record of a settled deal, from its event and the state of the table before it.

    None if the event does not say what the players did: if boards of rules that show them before the showdown were entered,
    if players have two hands each, or if a hand is dead.
    """
    if event["hands"] > 1 or str(FOUL) in event["boards"]:
        return None
    if state.deal is not None and state.deal.may_be_played:
        return _of_dealt_cards(event, state, players_by_seat(state.deal, state))
    return _of_boards(event, state) if state.rules.is_closed else None


def _tags(state: TableState) -> dict[str, int]:
    """Return the tags of a deal in a freezeout; no tags at other tables."""
    return {} if state.rules.table.freezeout is None else level_of(state, 0.0).tags


def _of_dealt_cards(event: Event, state: TableState, names: list[str]) -> Record:
    """Return the record of a deal whose cards the table has dealt: by its turns, or the boards that were entered."""
    boards, declared = (dict(zip(event["players"], event[key], strict=True)) for key in ("boards", "declare"))
    deal = played_deal(state)
    while deal.turn is not None:
        board = boards[names[deal.turn]]
        deal.place(Placement.surrender() if board is None else Board.parse(board))
    deal.declare([declared[name] for name in names])
    return Record.of_deal(deal, names, tags=_tags(state), dealt=bool(deal.surrendered))


def _of_boards(event: Event, state: TableState) -> Record:
    """Return the record of a closed deal of real cards, whose boards were entered."""
    names, boards = event["players"], [None if board is None else Board.parse(board) for board in event["boards"]]
    button, played = len(names) - 1, [state.fantasyland.get(name, (NO_FANTASYLAND,))[0] for name in names]
    moves = [
        Move(seat, 0, Placement.surrender() if board is None else Placement.of_cards(*board.rows, CardSet()))
        for seat, board in enumerate(boards)
    ]
    seats = settle(boards, state.rules, button=button, declare=event["declare"]).seats if state.rules.naturals else ()
    reserved = state.reserved if None in boards and set(state.reserved) == set(names) else {}
    return Record(
        rules=state.rules,
        button=button,
        fantasyland=tuple(hand.cards for hand in played),
        stays=tuple(hand.stays for hand in played),
        moves=tuple(sorted(moves, key=lambda move: not played[move.seat].cards)),  # Fantasylands are set first
        turn=None,
        stacks=tuple(tuple(reserved[name]) for name in names if reserved),
        declared=tuple(seat.natural for seat in seats),
        names=tuple(names),
        tags=_tags(state),
    )
