"""Batches of tables at which bots of the package play, in the compiled core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpoker_fast._openface import play_deals, read_boards
from cpoker_fast.errors import SimulationError
from cpoker_fast.openface.game.plan import keeps_button, plan_of
from cpoker_fast.openface.thinking.bots import PackageBot
from cpoker_fast.rulebook import Rules, compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Tables", "advance", "play_by_package", "successive_deals"]

_MOST_IN_A_ROW = 1000  # deals with a player in Fantasyland


@dataclass(slots=True)
class Tables:
    """A batch of tables, in arrays by table."""

    deal: NDArray[np.intp]
    """Index of the first deal of the table."""
    turn: NDArray[np.intp]
    """Seats by which the cards are turned round the table."""
    button: NDArray[np.int8]
    cards: NDArray[np.uint8]
    """Cards in Fantasyland, 0 outside, shape (tables, players)."""
    stays: NDArray[np.int32]
    """Stays of each player in a row."""

    def select(self, indices: NDArray[np.intp]) -> Tables:
        """Return the tables of these indices."""
        return Tables(self.deal[indices], self.turn[indices], self.button[indices], self.cards[indices], self.stays[indices])


def successive_deals(tables: Tables) -> Iterator[Tables]:
    """Yield all tables, then after each deal the tables with a player in Fantasyland, until there are none.

    For each item, the caller plays one deal at its tables and calls `advance`. SimulationError after 1,000 deals: under such
    rules, nobody seems to leave Fantasyland.
    """
    import numpy as np

    for _ in range(_MOST_IN_A_ROW):
        yield tables
        tables = tables.select(np.flatnonzero(tables.cards.any(axis=1)))
        if not len(tables.deal):
            return
    raise SimulationError(f"under these rules somebody was in Fantasyland for {_MOST_IN_A_ROW} deals in a row")


def play_by_package(
    rules: Rules,
    bots: Sequence[PackageBot],
    tables: Tables,
    stacks: NDArray[np.uint8],
    rngs: Sequence[np.random.Generator],
    boards: NDArray[np.uint8],
) -> None:
    """Play a deal at each table and fill `boards`: Fantasylands in batches, then all other hands in the compiled core."""
    import numpy as np

    for player, (bot, rng) in enumerate(zip(bots, rngs, strict=True)):
        bot.prepare(rules, len(bots))  # rules that were sent to another process come without networks
        for size in np.unique(tables.cards[:, player]):
            if size:
                at = tables.cards[:, player] == size
                boards[at, player] = bot.set_fantasylands(stacks[at, player, :size], rules, len(bots), rng)
    play_deals(plan_of(rules), [bot.name for bot in bots], list(rngs), tables.button, stacks, tables.cards, boards)


def advance(
    rules: Rules, tables: Tables, boards: NDArray[np.uint8], faults: NDArray[np.uint8]
) -> list[tuple[NDArray[np.bool_], NDArray[np.int32]]]:
    """Advance tables to the next deal: the players in Fantasyland, and the button.

    Returns the fouls and the royalties by row of each player's boards.
    """
    import numpy as np

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
