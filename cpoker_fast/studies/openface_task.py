"""Simulations of open-face games: all tables of a chunk play one deal, then more deals while players are in Fantasyland."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpoker_fast._settling import DECLARE_IF_BETTER, tally_array
from cpoker_fast.dealing import deal_many
from cpoker_fast.errors import BotError, SimulationError
from cpoker_fast.openface import Deal, OpenFaceBatchBot, PackageBot
from cpoker_fast.rulebook import compiled
from cpoker_fast.studies.counts import Counts
from cpoker_fast.studies.tasks import PlayedDeals, SimulationTask, Times, report_settlements
from cpoker_fast.thinking.bot_calls import placement_by
from cpoker_fast.thinking.table_batches import Tables, advance, play_by_package, successive_deals
from cpoker_fast.thinking.table_turns import TableTurns, new_tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OpenFaceTask"]


@dataclass(frozen=True)
class OpenFaceTask(SimulationTask):
    """A simulation of open-face deals, each with the Fantasylands that follow from it."""

    def zero_counts(self) -> Counts:
        """Return the counts before the first deal."""
        return Counts.zeros(len(self.bots), is_open_face=True)

    def play_match(self, chunk: int) -> PlayedDeals:
        """Play a chunk with the bots of one match. Times are 0 if bots of the package play together in the compiled core."""
        import numpy as np

        players, turns = len(self.bots), len(self.bots) if self.duplicate else 1
        first, n, (dealer, *rngs) = self._start(chunk)
        numbers = self.deals_of(chunk)
        counts, points, times = self.zero_counts(), np.zeros((len(numbers), turns, players), np.int32), Times(players)
        deal, turn = np.divmod(np.arange(len(numbers) * turns), turns)
        zeros = np.zeros((len(deal), players))
        buttons = (numbers[deal] % players).astype(np.int8)
        first_tables = Tables(deal, turn, buttons, zeros.astype(np.uint8), zeros.astype(np.int32))
        for tables in successive_deals(first_tables):
            # All turns (rotations of the hands) of a deal get the same cards; different players may be in Fantasyland.
            distinct_deals, row = np.unique(tables.deal, return_inverse=True)
            if self.orders > 1:  # also the deals of other orders, so that no two deals get the same cards
                distinct_deals, row = np.arange(n), numbers[tables.deal] - first
            hands = deal_many(len(distinct_deals), players, self.rules.most_cards(), dealer)
            seats = (np.arange(players) - tables.turn[:, None]) % players
            stacks = hands[row[:, None], seats]
            points[tables.deal, tables.turn] += self._play_tables(tables, stacks, rngs, counts, times)
        return PlayedDeals(counts, points, times)

    def _play_tables(
        self, tables: Tables, stacks: NDArray[np.uint8], rngs: list[np.random.Generator], counts: Counts, times: Times
    ) -> NDArray[np.int32]:
        """Play one deal at each table and return the points; `tables` then has the Fantasylands of the next deal."""
        import numpy as np

        n, players = tables.cards.shape
        boards, faults = np.empty((n, players, 13), np.uint8), np.zeros((n, players), np.uint8)
        points, declared = np.empty((n, players), np.int32), np.full((n, players), DECLARE_IF_BETTER, np.int8)
        package_bots = [bot for bot in self.bots if isinstance(bot, PackageBot)]
        if len(package_bots) == players:
            play_by_package(self.rules, package_bots, tables, stacks, rngs, boards)
        elif any(isinstance(bot, OpenFaceBatchBot) for bot in self.bots):
            self._play_together(tables, stacks, rngs, boards, faults, times, counts.first_faults)
        else:
            for table in range(n):
                if self.stop is not None and self.stop.is_set():
                    raise SimulationError("the simulation was stopped")
                self._play_table(
                    tables, table, stacks[table], rngs, boards[table], faults[table], times, counts.first_faults
                )
        counts.faults += faults.sum(axis=0, dtype=np.int64)
        tally_array(compiled(self.rules), boards, declared, faults, tables.button, points, counts.tallies)
        report_settlements(self.bots, tables.button, boards, faults, points, tables.cards)
        self._count(tables, boards, faults, counts)
        return points

    def _play_together(
        self,
        tables: Tables,
        stacks: NDArray[np.uint8],
        rngs: list[np.random.Generator],
        boards: NDArray[np.uint8],
        faults: NDArray[np.uint8],
        times: Times,
        first_faults: dict[str, str],
    ) -> None:
        """Play a deal at each table, turn by turn at all tables, and fill the boards and faults."""
        import numpy as np

        n, players = tables.cards.shape
        core_tables = new_tables(self.rules, n, players)
        dealt = zip(stacks.tolist(), tables.cards.tolist(), tables.button.tolist(), strict=True)
        for table, (cards, fantasyland, button) in enumerate(dealt):
            core_tables.begin(table, cards, tuple(fantasyland), button)
        turns = TableTurns(
            core_tables,
            self.rules,
            players,
            time_limit=self.time_limit,
            faults_are_fouls=self.faults_are_fouls,
            first_faults=first_faults,
        )
        seats = np.empty(n, np.int8)
        core_tables.turns(seats)
        while (seats >= 0).any():
            for player, (bot, name, rng) in enumerate(zip(self.bots, self.names, rngs, strict=True)):
                if self.stop is not None and self.stop.is_set():
                    raise SimulationError("the simulation was stopped")
                indices = np.flatnonzero(seats == player).astype(np.int64, copy=False)
                failed_before = faults[indices, player] > 0
                for table in indices[failed_before].tolist():
                    turns.time_out(table)
                playing = indices[~failed_before]
                if len(playing):
                    with times.of(player, len(playing)):
                        faults[playing, player] = turns.play(bot, name, playing, rng)
                core_tables.next_turns(indices)
            core_tables.turns(seats)
        core_tables.boards(boards)

    def _count(self, tables: Tables, boards: NDArray[np.uint8], faults: NDArray[np.uint8], counts: Counts) -> None:
        """Count the boards, and advance `tables` to the next deal."""
        import numpy as np

        n = len(tables.cards)
        cards_before = tables.cards.copy()
        for player, (fouls, royalties) in enumerate(advance(self.rules, tables, boards, faults)):
            earned = tables.cards[:, player] > 0
            columns = np.column_stack((np.ones(n, np.int64), fouls, royalties, earned))
            were_in_fantasyland = cards_before[:, player] > 0
            for in_fantasyland, selected in enumerate((~were_in_fantasyland, were_in_fantasyland)):
                counts.placed[player, in_fantasyland] += columns[selected].sum(axis=0)

    def _play_table(
        self,
        tables: Tables,
        table: int,
        stacks: NDArray[np.uint8],
        rngs: list[np.random.Generator],
        boards: NDArray[np.uint8],
        faults: NDArray[np.uint8],
        times: Times,
        first_faults: dict[str, str],
    ) -> None:
        """Play a deal at one table, placement by placement, and fill the boards and faults of its seats."""
        deal = Deal(
            self.rules,
            len(self.bots),
            stacks=stacks.tolist(),
            button=int(tables.button[table]),
            fantasyland=tables.cards[table].tolist(),
            stays=tables.stays[table].tolist(),
        )
        while (seat := deal.turn) is not None:
            try:
                if faults[seat]:
                    deal.time_out()
                else:
                    position = deal.position()
                    with times.of(seat):
                        placement = placement_by(self.bots[seat], self.names[seat], position, rngs[seat], self.time_limit)
                    deal.place(placement)
            except BotError as error:
                if not self.faults_are_fouls:
                    raise
                first_faults.setdefault(self.names[seat], str(error))
                faults[seat] = 1
        for seat, board in enumerate(deal.boards):
            boards[seat] = board.board().cards()
