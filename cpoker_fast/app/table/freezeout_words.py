"""The levels and the places of a freezeout in words, for hosts and players."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cpoker_fast.app.table.freezeout_levels import Level
from cpoker_fast.app.table.freezeout_places import Place
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.wording import counted

if TYPE_CHECKING:
    from cpoker_fast.app.table import Table

__all__ = ["PLACES", "level_in_words", "place_rows", "places_in_columns", "result_in_words"]


PLACES = ("place", "player", "chips", "prize", "deal")
"""Labels of the columns of `place_rows`."""


def level_in_words(level: Level, deals: int) -> str:
    """Return the value of a point, and when it rises; `deals` is the number of settled deals."""
    words = f"Level {level.number}: {counted(level.unit, 'chip')} per point"
    if level.next_unit is None:
        return f"{words}, to the end."
    if level.deals_left is not None:
        when = f"from deal {deals + level.deals_left + 1} on"
    elif level.seconds_left:
        minutes, seconds = divmod(math.ceil(level.seconds_left), 60)
        when = f"in {minutes}:{seconds:02d} minutes"
    else:
        when = "with the next deal"
    paused = " (the clock is paused)" if level.is_paused else ""
    return f"{words}. Next: {level.next_unit:,}, {when}{paused}."


def result_in_words(place: Place) -> str:
    """Return what a deal decided for a player, with a prize if there is one."""
    prize = f", with a prize of {place.prize:,}" if place.prize else ""
    result = "wins the freezeout" if place.place == 1 else f"is out: place {place.place}"
    return f"{place.name} {result}{prize}."


def place_rows(table: Table) -> list[list[str]]:
    """Return the players still in play with their chips, and the places that are decided, as rows of `PLACES`."""
    decided = {place.name for place in table.places}
    in_play = [(name, chips) for name, chips in table.stacks.items() if name not in decided]
    rows = [["", name, f"{chips:,}", "", ""] for name, chips in sorted(in_play, key=lambda item: -item[1])]
    rows += [
        [str(place.place), place.name, f"{table.stacks[place.name]:,}", f"{place.prize:,}", str(place.deal)]
        for place in table.places
    ]
    return rows


def places_in_columns(table: Table) -> list[str]:
    """Return the rows of `place_rows` as lines in columns."""
    return align_columns([[*PLACES], *place_rows(table)], right=(0, 2, 3, 4))
