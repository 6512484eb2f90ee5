"""Tables side by side, whose deals are played by bots of the package: all at once in the compiled core."""

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

__all__ = ["Tables", "deals_in_a_row", "follow", "play_by_package"]

_MOST_IN_A_ROW = 1000  # deals with somebody in Fantasyland


@dataclass(slots=True)
class Tables:
    """Tables side by side: those that go on."""

    deal: NDArray[np.intp]
    """The number of the deal with which a table began."""
    turn: NDArray[np.intp]
    """How far the cards are turned round the table."""
    button: NDArray[np.int8]
    cards: NDArray[np.uint8]
    """Cards in Fantasyland, 0 outside, shape (tables, players)."""
    stays: NDArray[np.int32]
    """How often each player has stayed in it."""

    def only(self, chosen: NDArray[np.intp]) -> Tables:
        """Some of them."""
        return Tables(self.deal[chosen], self.turn[chosen], self.button[chosen], self.cards[chosen], self.stays[chosen])


def deals_in_a_row(tables: Tables) -> Iterator[Tables]:
    """All tables, then after each deal those where somebody is in Fantasyland, until nobody is.

    For each item, the caller plays one deal at its tables and calls `follow`. SimulationError after 1,000 deals: under such
    rules, nobody seems to leave Fantasyland.
    """
    import numpy as np

    for _ in range(_MOST_IN_A_ROW):
        yield tables
        tables = tables.only(np.flatnonzero(tables.cards.any(axis=1)))
        if not len(tables.deal):
            return
    raise SimulationError(f"under these rules somebody was in Fantasyland for {_MOST_IN_A_ROW} deals in a row")


def play_by_package(
    rules: Rules,
    bots: Sequence[PackageBot],
    tables: Tables,
    stacks: NDArray[np.uint8],
    own: Sequence[np.random.Generator],
    boards: NDArray[np.uint8],
) -> None:
    """Play a deal at each table, and fill its boards: Fantasylands in batches, then everything else in the compiled core."""
    import numpy as np

    for player, (bot, rng) in enumerate(zip(bots, own, strict=True)):
        bot.prepare(rules, len(bots))  # in another process, the rules have come without networks
        for size in np.unique(tables.cards[:, player]):
            if size:
                here = tables.cards[:, player] == size
                boards[here, player] = bot.set_fantasylands(stacks[here, player, :size], rules, len(bots), rng)
    play_deals(plan_of(rules), [bot.name for bot in bots], list(own), tables.button, stacks, tables.cards, boards)


def follow(
    rules: Rules, tables: Tables, boards: NDArray[np.uint8], faults: NDArray[np.uint8]
) -> list[tuple[NDArray[np.bool_], NDArray[np.int32]]]:
    """Find out who is in Fantasyland next, and who has the button then at the tables where anybody is.

    Returns the fouls and the royalties of each row, for each player.
    """
    import numpy as np

    found = []
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
        found.append((fouls, royalties))
    if not keeps_button(rules):
        tables.button = (tables.button + 1) % tables.cards.shape[1]
    return found
