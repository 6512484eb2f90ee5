"""Batches of tables at which bots of the package play, in the compiled core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._openface import play_deals, read_boards
from cpoker_fast.errors import SimulationError
from cpoker_fast.game.plan import keeps_button, plan_of
from cpoker_fast.players.core_bots import CoreBot
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Tables", "advance", "play_by_core", "successive_deals"]

_MOST_CONSECUTIVE = 1000  # deals with a player in Fantasyland


@dataclass(slots=True)
class Tables:
    """A batch of tables, as arrays with an entry for each table."""

    deal: NDArray[np.intp]
    """Index of the first deal of the table."""
    turn: NDArray[np.intp]
    """Number of seats by which the hands are moved around the table."""
    button: NDArray[np.int8]
    cards: NDArray[np.uint8]
    """Number of cards of each player's Fantasyland, or 0; shape (tables, players)."""
    stays: NDArray[np.int32]
    """Number of consecutive stays of each player, shape (tables, players)."""

    def select(self, indices: NDArray[np.intp]) -> Tables:
        """Return the tables with these indices."""
        return Tables(self.deal[indices], self.turn[indices], self.button[indices], self.cards[indices], self.stays[indices])


def successive_deals(tables: Tables) -> Iterator[Tables]:
    """Yield all tables, then after each deal the tables with a player in Fantasyland, until there are none.

    The caller plays one deal at the yielded tables and calls `advance`. Raises SimulationError after 1,000 deals, since
    players then seem never to leave Fantasyland.
    """
    for _ in range(_MOST_CONSECUTIVE):
        yield tables
        tables = tables.select(np.flatnonzero(tables.cards.any(axis=1)))
        if not len(tables.deal):
            return
    raise SimulationError(f"under these rules a player was in Fantasyland for {_MOST_CONSECUTIVE} consecutive deals")


def play_by_core(
    rules: Rules,
    bots: Sequence[CoreBot],
    tables: Tables,
    stacks: NDArray[np.uint8],
    rngs: Sequence[np.random.Generator],
    boards: NDArray[np.uint8],
) -> None:
    """Play a deal at each table and fill `boards`: first Fantasylands, in batches, then all other hands."""
    for player, (bot, rng) in enumerate(zip(bots, rngs, strict=True)):
        bot.prepare(rules, len(bots))  # in a new process, the rules have no networks yet
        for size in np.unique(tables.cards[:, player]):
            if size:
                has_size = tables.cards[:, player] == size
                boards[has_size, player] = bot.set_fantasylands(stacks[has_size, player, :size], rules, len(bots), rng)
    play_deals(plan_of(rules), [bot.name for bot in bots], list(rngs), tables.button, stacks, tables.cards, boards)


def advance(
    rules: Rules, tables: Tables, boards: NDArray[np.uint8], faults: NDArray[np.uint8]
) -> list[tuple[NDArray[np.bool_], NDArray[np.int32]]]:
    """Update tables for the next deal: Fantasylands, stays and the button.

    Returns, for each player, the fouls and the royalties by row of their boards.
    """
    results = []
    for player in range(tables.cards.shape[1]):
        before = np.ascontiguousarray(tables.cards[:, player])
        fouls, royalties, earned = read_boards(
            compiled(rules),
            np.ascontiguousarray(boards[:, player]),
            np.ascontiguousarray(faults[:, player]),
            before,
            np.ascontiguousarray(tables.stays[:, player]),
        )
        tables.stays[:, player] = np.where((before > 0) & (earned > 0), tables.stays[:, player] + 1, 0)
        tables.cards[:, player] = earned
        results.append((fouls, royalties))
    if not keeps_button(rules):
        tables.button = (tables.button + 1) % tables.cards.shape[1]
    return results
