"""The standings of a table as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cpoker_fast.cardroom.accounts import Standing
from cpoker_fast.display.markup import table_html
from cpoker_fast.display.wording import counted

if TYPE_CHECKING:
    from cpoker_fast.cardroom.table_state import TableState

__all__ = ["standings_html"]


def standings_html(standings: Iterable[Standing], state: TableState) -> str:
    """Return the chips of all players, and the button and the Fantasylands of the next deal."""
    from html import escape

    rows = []
    for standing in standings:
        seat = "left" if standing.seat is None else str(standing.seat + 1)
        chips = [str(standing.stack), str(standing.bought)] if state.stakes else []
        roles = ["button"] if standing.seat == state.button else []
        hands = state.fantasyland.get(standing.name, ())
        roles += [f"Fantasyland with {hand.cards} cards" for hand in hands if hand.cards]
        rows.append([escape(standing.name), seat, *chips, f"{standing.won:+d}", ", ".join(roles)])
    stakes = f"{counted(state.unit, 'chip')} per point" if state.stakes else "for points"
    title = f"{escape(state.rules.name)}, {stakes}, {counted(state.deals, 'deal')}"
    head = ["player", "seat", *(["stack", "bought"] if state.stakes else []), "won", "next deal"]
    note = "" if state.deal is None else "A deal is in progress."
    return table_html(rows, head=head, title=title, left=(0, len(head) - 1), note=note)
