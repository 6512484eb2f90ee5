"""The levels of a freezeout, and the clock that they may follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpoker_fast._arguments import is_number
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.table_state import TableState
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Freezeout

__all__ = ["Level", "check_level", "event_of_level", "event_of_pause", "level_of", "read_clock"]

_LONGEST = 1e15  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level of a freezeout.

    Attributes
    ----------
    number : int
        Number of the level, from 1.
    unit : int
        Chips per point.
    next_unit : int or None
        Chips per point in the next level. It is None in the last level.
    deals_left : int or None
        Number of deals before the next level. It is None in the last level, and if levels are counted in minutes.
    seconds_left : float or None
        Seconds until the time of the level is over. The first deal after that begins the next level. The value is None in
        the last level, and if levels are counted in deals.
    is_paused : bool
        Whether the clock is stopped until the next deal.

    Examples
    --------
    >>> table = Table(rulebook.Rules.from_dict({"base": "pagat", "table": {"freezeout": {"levels": [[1, 6], [2, 6]]}}}))
    >>> table.level
    Level(number=1, unit=1, next_unit=2, deals_left=6, seconds_left=None, is_paused=False)
    """

    number: int
    unit: int
    next_unit: int | None
    deals_left: int | None
    seconds_left: float | None
    is_paused: bool

    @property
    def tags(self) -> dict[str, int]:
        """Tags with the level and the chips per point, for the record of a deal."""
        return {"Level": self.number, "Unit": self.unit}


def _freezeout_of(state: TableState) -> Freezeout:
    """Return the terms of the freezeout at a table; raise TableError if it plays none."""
    if (freezeout := state.rules.table.freezeout) is None:
        raise TableError(f"the rules {quote(state.rules.name)} have no freezeout (table.freezeout)")
    return freezeout


def read_clock(reading: object) -> float:
    """Return a reading of a clock, in seconds; raise TableError if it is no number."""
    if not is_number(reading) or not abs(reading) <= _LONGEST:  # also not a number, nan
        raise TableError.about("clock", f"expected a function that returns seconds, got {quote(reading)} from it")
    return float(reading)


def _seconds(state: TableState, time: float) -> float:
    """Return the seconds of play when the clock shows `time`; a clock that goes back stands still."""
    return state.seconds if state.time is None else state.seconds + max(0.0, time - state.time)


def event_of_level(state: TableState, time: float) -> Event | None:
    """Return the event with which the clock starts, or a level begins, before the next deal; None if the level goes on.

    `time` is the reading of the clock, which matters only if levels are counted in minutes.
    """
    if (freezeout := state.rules.table.freezeout) is None:
        return None
    seconds = _seconds(state, time)
    level = freezeout.level_at(seconds / 60 if freezeout.is_timed else state.deals)
    if level == state.level and not (freezeout.is_timed and state.time is None):
        return None
    clock = {"seconds": seconds, "time": time} if freezeout.is_timed else {}
    return {"event": "level", "number": level + 1, "unit": freezeout.levels[level][0], **clock}


def event_of_pause(state: TableState, time: float) -> Event:
    """Return the event that stops the clock; raise TableError if there is no clock, or it stands still."""
    if not _freezeout_of(state).is_timed:
        raise TableError("pause: there is no clock, because the levels are counted in deals")
    if state.time is None:
        raise TableError("pause: the clock does not run: it starts with the next deal")
    return {"event": "pause", "seconds": _seconds(state, time), "time": time}


def check_level(state: TableState) -> None:
    """Raise TableError unless the level of the next deal of a freezeout has begun."""
    freezeout = state.rules.table.freezeout
    if freezeout is None or (freezeout.is_timed and state.time is not None):
        return
    if freezeout.is_timed or state.level != (level := freezeout.level_at(state.deals)):
        expected = "the clock" if freezeout.is_timed else f"level {level + 1}"
        raise TableError(f"expected the beginning of {expected} before deal {state.deals + 1}")


def level_of(state: TableState, time: float) -> Level:
    """Return the level of a freezeout when the clock shows `time`; before the first deal, the first level."""
    freezeout, level = _freezeout_of(state), max(0, state.level)
    ends, units = freezeout.ends(), [unit for unit, _ in freezeout.levels]
    end = ends[level] if level < len(ends) else None
    return Level(
        number=level + 1,
        unit=units[level],
        next_unit=None if end is None else units[level + 1],
        deals_left=None if end is None or freezeout.is_timed else end - state.deals,
        seconds_left=max(0.0, end * 60 - _seconds(state, time)) if end is not None and freezeout.is_timed else None,
        is_paused=freezeout.is_timed and state.level >= 0 and state.time is None,
    )
