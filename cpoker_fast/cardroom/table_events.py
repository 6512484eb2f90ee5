"""Values of events in a ledger: the beginning of a deal, boards and declarations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cpoker_fast.boards import FOUL
from cpoker_fast.cardroom.ledger import Event
from cpoker_fast.cardroom.table_deals import TableDeal
from cpoker_fast.cards import format_card, parse_cards
from cpoker_fast.patterns import Pattern

__all__ = ["board_from_event", "declaration_to_event", "event_of_deal", "stacks_in"]


def event_of_deal(deal: TableDeal) -> Event:
    """Return the event for the beginning of a deal."""
    return {
        "event": "begin",
        "number": deal.number,
        "players": list(deal.players),
        "waiting": list(deal.waiting),
        "sitting_out": list(deal.sitting_out),
        "hands": deal.hands,
        "cards": {name: [" ".join(map(format_card, hand)) for hand in hands] for name, hands in deal.stacks.items()},
    }


def stacks_in(event: Event) -> Mapping[str, tuple[tuple[int, ...], ...]]:
    """Return the cards that the table dealt at the beginning of a deal, by player."""
    return {name: tuple(tuple(parse_cards(hand)) for hand in hands) for name, hands in event["cards"].items()}


def board_from_event(board: object) -> Any:
    """Return the argument of `settle` for a board in an event: text, None for a surrender, or FOUL."""
    return FOUL if board == str(FOUL) else board


def declaration_to_event(declaration: Any) -> Any:
    """Return a declaration as a plain value."""
    if getattr(declaration, "ndim", None) == 0:  # a bool of NumPy
        return declaration.item()
    return str(declaration) if isinstance(declaration, Pattern) else declaration
