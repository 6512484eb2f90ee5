"""Opponents in environments: bots that play all seats but the learner's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from cpoker_fast._arguments import check_seat
from cpoker_fast._environments import SEAT_ALTERNATES, SEAT_FIXED, SEAT_RANDOM
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError
from cpoker_fast.players import Bot, BotFunction, CoreBot, name_of
from cpoker_fast.players.preparing import prepared_opponents
from cpoker_fast.players.table_turns import TableTurns
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Opponent", "OpposingBots", "Seat"]

Opponent: TypeAlias = str | Bot | BotFunction
"""A bot, as `simulate` accepts it."""

Seat: TypeAlias = int | str
"""Seat of the learner: a seat, ``"alternate"`` or ``"random"``."""

_SEATS = {"alternate": SEAT_ALTERNATES, "random": SEAT_RANDOM}


class OpposingBots(NamedTuple):
    """Checked opponents, and the seat of the learner."""

    bots: tuple[Any, ...]
    """Prepared bots, clockwise from the learner."""
    learner: int
    """How the learner's seat is chosen, as a constant of the core."""
    seat: int
    """Seat of the learner, if it is the same in all deals."""

    @classmethod
    def of(
        cls, opponent: Opponent | Sequence[Opponent] | None, seat: Seat | None, rules: Rules, players: int
    ) -> OpposingBots | None:
        """Check and prepare opponents; None without any. Raises BotError or TableError if an argument is invalid."""
        if opponent is None:
            if seat is not None:
                raise TableError.about("seat", "expected an opponent, too: without one, the caller plays every seat")
            return None
        bots = prepared_opponents(opponent, rules, players)
        if isinstance(seat, str):
            if seat not in _SEATS:
                raise TableError(f"bad seat {quote(seat)}: expected a seat from 0 to {players - 1}, 'alternate' or 'random'")
            return cls(bots, _SEATS[seat], 0)
        check_seat("seat", 0 if seat is None else seat, players)
        return cls(bots, SEAT_FIXED, seat or 0)

    @property
    def of_core(self) -> tuple[str | None, ...]:
        """Names of the opponents that the core plays, except in Fantasyland; None for other bots."""
        return tuple(bot.name if isinstance(bot, CoreBot) else None for bot in self.bots)

    def place(
        self,
        tables: TableTurns,
        waiting: NDArray[np.intp],
        clockwise: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> None:
        """Let opponents place at the tables with the indices `waiting`; BotError if one fails.

        `clockwise`: number of places of the opponent from the learner, for each table.
        """
        different = {id(bot): bot for bot in self.bots}
        number = np.array([[*different].index(id(bot)) for bot in self.bots])[clockwise - 1]
        for k, bot in enumerate(different.values()):
            indices = waiting[number == k]
            if len(indices):
                placed = tables.play(bot, name_of(bot), indices, rng)
                tables.table.declare(indices, placed.declared)
