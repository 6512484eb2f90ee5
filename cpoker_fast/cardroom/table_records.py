"""Records of the deals in a ledger."""

from __future__ import annotations

from cpoker_fast.boards import FOUL, Board
from cpoker_fast.cardroom.fantasylands import NO_FANTASYLAND
from cpoker_fast.cardroom.ledger import Event
from cpoker_fast.cardroom.played_deals import played_deal, players_by_seat
from cpoker_fast.cardroom.table_deals import TableDeal
from cpoker_fast.cardroom.table_state import TableState
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
    names, boards = event["players"], event["boards"]
    if state.turns and state.deal is not None:
        by_seat = players_by_seat(state.deal, state)
        declared = dict(zip(names, event["declare"], strict=True))
        return Record.of_deal(played_deal(state).declare([declared[name] for name in by_seat]), by_seat)
    if event["hands"] > 1 or not state.rules.is_closed or str(FOUL) in boards:
        return None
    parsed = [None if board is None else Board.parse(board) for board in boards]
    button, played = len(names) - 1, [state.fantasyland.get(name, NO_FANTASYLAND)[0] for name in names]
    moves = [
        Move(seat, 0, Placement.surrender() if board is None else Placement.of_cards(*board.rows, CardSet()))
        for seat, board in enumerate(parsed)
    ]
    seats = settle(parsed, state.rules, button=button, declare=event["declare"]).seats if state.rules.naturals else ()
    return Record(
        rules=state.rules,
        button=button,
        fantasyland=tuple(hand.cards for hand in played),
        stays=tuple(hand.stays for hand in played),
        moves=tuple(sorted(moves, key=lambda move: not played[move.seat].cards)),  # Fantasylands are set first
        turn=None,
        stacks=_stacks(names, parsed, state),
        declared=tuple(seat.natural for seat in seats),
        names=tuple(names),
    )


def _stacks(names: list[str], boards: list[Board | None], state: TableState) -> tuple[tuple[int, ...], ...]:
    """Return the hands of a deal in which a player surrendered, if the table knows them: it dealt them, or reserved them."""
    if None not in boards:
        return ()
    known = dict(state.reserved) if state.deal is None else {**state.deal.reserved, **_first_hands(state.deal)}
    return tuple(tuple(known[name]) for name in names) if set(names) == set(known) else ()


def _first_hands(deal: TableDeal) -> dict[str, CardSet]:
    return {name: hands[0] for name, hands in deal.cards.items()}
