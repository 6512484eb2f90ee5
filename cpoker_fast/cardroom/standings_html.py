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


def standings_html(standings: Iterable[Standing], rules: str, state: TableState) -> str:
    """Return the chips of all players, and the button of the next deal; `rules` is the name of the rules."""
    from html import escape

    rows = []
    for standing in standings:
        seat = "left" if standing.seat is None else str(standing.seat + 1)
        chips = [str(standing.stack), str(standing.bought), f"{standing.won:+d}"]
        rows.append([escape(standing.name), seat, *chips, "button" * (standing.seat == state.button)])
    title = f"{escape(rules)}, {counted(state.unit, 'chip')} per point, {counted(state.deals, 'deal')}"
    head = ["player", "seat", "stack", "bought", "won", "next deal"]
    note = "" if state.deal is None else "A deal is in progress."
    return table_html(rows, head=head, title=title, left=(0, len(head) - 1), note=note)
