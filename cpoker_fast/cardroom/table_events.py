"""The beginning of a deal and its boards, as events of a ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cpoker_fast._arguments import items_of
from cpoker_fast.boards import FOUL, Board, Cards, Foul
from cpoker_fast.cardroom.ledger import Event
from cpoker_fast.cardroom.table_deals import BoardInput, TableDeal, can_reserve, check_hand, check_player, read_reserved
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Declaration, check_boards, declarations_of

__all__ = [
    "board_from_event",
    "boards_in",
    "check_board",
    "deal_of_event",
    "declaration_to_event",
    "event_of_board",
    "event_of_deal",
    "inputs_in",
    "reserved_in",
]


def event_of_deal(deal: TableDeal) -> Event:
    """Return the event for the beginning of a deal."""
    return {
        "event": "begin",
        "number": deal.number,
        "players": list(deal.players),
        "waiting": list(deal.waiting),
        "sitting_out": list(deal.sitting_out),
        "hands": deal.hands,
        "cards": {name: [str(hand) for hand in hands] for name, hands in deal.cards.items()},
    }


def deal_of_event(event: Event, reserved: Mapping[str, CardSet]) -> TableDeal:
    """Return the deal that begins with an event; `reserved` has the hands that were reserved before."""
    players = tuple(event["players"])
    return TableDeal(
        number=event["number"],
        players=players,
        waiting=tuple(event["waiting"]),
        sitting_out=tuple(event["sitting_out"]),
        hands=event["hands"],
        reserved=dict(reserved) if set(players) == set(reserved) else {},
        cards={name: tuple(CardSet(hand) for hand in hands) for name, hands in event["cards"].items()},
    )


def board_from_event(board: object) -> Any:
    """Return the argument of `settle` for a board in an event: text, None for a surrender, or FOUL."""
    return FOUL if board == str(FOUL) else board


def declaration_to_event(declaration: Declaration) -> Declaration:
    """Return a declaration as a plain value."""
    return str(declaration) if isinstance(declaration, Pattern) else declaration


def event_of_board(
    deal: TableDeal,
    name: str,
    board: BoardInput | Sequence[BoardInput],
    declare: Declaration | Sequence[Declaration],
    reserved: Cards | None,
) -> Event:
    """Return the event for the boards of a player; raise CpokerError if an argument is malformed."""
    check_player(deal, name)
    boards = (items_of(board) or [board]) if deal.hands == 2 else [board]
    declared = items_of(declare)
    return {
        "event": "board",
        "player": name,
        "boards": [_board_to_event(item) for item in boards],
        "declare": declaration_to_event(declare) if declared is None else [*map(declaration_to_event, declared)],  # type: ignore[arg-type]
        "reserved": None if reserved is None else str(CardSet(reserved)),
    }


def _board_to_event(board: object) -> Any:
    if isinstance(board, Foul):
        return str(FOUL)
    if board is None:
        return None
    if not isinstance(board, Board | str):
        raise TableError(f"board: expected a Board, text, None or FOUL, got {quote(board)}")
    return str(board if isinstance(board, Board) else Board.parse(board))


def boards_in(event: Event) -> tuple[Board | Foul | None, ...]:
    """Return the boards in an event."""
    return tuple(
        Board.parse(board) if isinstance(board, str) and board != str(FOUL) else board_from_event(board)
        for board in event["boards"]
    )


def inputs_in(event: Event) -> Any:
    """Return the boards in an event as an argument of `Table.settle`: one board, or a list of two."""
    boards = [board_from_event(board) for board in event["boards"]]
    return boards[0] if len(boards) == 1 else boards


def reserved_in(entered: Mapping[str, Event]) -> dict[str, str]:
    """Return the reserved hands in the events of entered boards, by player."""
    return {name: event["reserved"] for name, event in entered.items() if event["reserved"] is not None}


def check_board(deal: TableDeal, event: Event, entered: Mapping[str, Event], rules: Rules, *, reserve_hands: bool) -> None:
    """Raise CpokerError if a player cannot enter boards in a deal; `entered` has the events of boards entered before."""
    name = event["player"]
    check_player(deal, name)
    if len(event["boards"]) != deal.hands:
        raise TableError(f"{quote(name)}: expected {deal.hands} boards, got {len(event['boards'])}")
    events = {player: entered[player] for player in deal.players if player in entered and player != name} | {name: event}
    by_player = {player: boards_in(other) for player, other in events.items()}
    check_boards(by_player, rules)
    for hand, board in enumerate(boards_in(event)):
        if isinstance(board, Board):
            check_hand(deal, name, hand, board)
    declarations_of(event["declare"], deal.hands)
    if event["reserved"] is not None:
        if not can_reserve(deal, reserve_hands=reserve_hands):
            raise TableError("reserved: expected none, because hands cannot be reserved in this deal")
        boards = [board for boards in by_player.values() for board in boards if isinstance(board, Board)]
        used = CardSet(card for board in boards for card in board.cards())
        for other, cards in reserved_in(events).items():
            if other != name:
                used |= CardSet(cards)
        read_reserved(deal, name, event["reserved"], used)
