"""Studies that are played in chunks of deals: the base class, and deals of the same bots at one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpoker_fast._arguments import is_whole
from cpoker_fast._settling import DECLARE_IF_BETTER, tally_array
from cpoker_fast.dealing import deal_many, stream_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.game.positions import whole_hands
from cpoker_fast.notation import Record
from cpoker_fast.players import CoreBot, EngineBot, PolicyBot, Referee
from cpoker_fast.players.engine_bot import in_match
from cpoker_fast.players.table_batches import Tables, advance, play_by_core, successive_deals
from cpoker_fast.players.table_turns import TableTurns, new_tables
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.studies.counts import Counts
from cpoker_fast.studies.deal_files import NOT_DEALT
from cpoker_fast.studies.deal_records import text_of_records
from cpoker_fast.studies.deals import DealFilter, Deals

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CHUNK", "DealsTask", "PlayedDeals", "RecordedCounts", "RecordingTask", "Task", "Times"]

_LONGEST_NAME = 30  # characters of a name in a message

CHUNK = 1024  # deals per chunk, which has its own streams; another number would change the deals of every seed


@dataclass(frozen=True)
class Task:
    """A study in chunks that are played independently, with everything that a process needs to play a chunk of it."""

    rules: Rules
    faults_are_fouls: bool
    time_limit: float | None
    bots: tuple[Any, ...]
    names: tuple[str, ...]
    deals: int
    entropy: Any
    spawn_key: tuple[int, ...]
    stop: Event | None = field(default=None, compare=False, kw_only=True)
    """Event that is set when the results are no longer needed. Slow bots then receive no more hands."""

    @property
    def tables(self) -> int:
        """Number of tables that play the same deals. A chunk has deals of one table."""
        return 1

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return self.tables * -(-self.deals // CHUNK)

    @property
    def size(self) -> int:
        """Number of deals at all tables."""
        return self.tables * self.deals

    @property
    def seed(self) -> Any:
        """The seed as plain values: the entropy, and the spawn key if there is one."""
        plain = self.entropy if is_whole(self.entropy) else [int(part) for part in self.entropy]
        return {"entropy": plain, "spawn_key": list(self.spawn_key)} if self.spawn_key else plain

    def play(self, chunk: int) -> Any:
        """Play a chunk, and return its counts."""
        raise NotImplementedError

    def parts(self) -> list[tuple[str, Any]]:
        """Return the parts that perhaps cannot be sent to other processes, each with its name in errors."""
        return [(f"bot {quote(name, _LONGEST_NAME)}", bot) for bot, name in zip(self.bots, self.names, strict=True)]

    def zero_counts(self) -> Any:
        """Return the counts before the first deal, to which those of chunks are added."""
        raise NotImplementedError

    def drop_chunks(self, counts: Any, chunks: Sequence[int], deals: int) -> None:
        """Subtract chunks from the counts of an earlier study of `deals` deals, because they are longer now."""
        raise NotImplementedError


class Times:
    """Number of answers of each bot at a table, and seconds that the bot took for them."""

    answers: list[int]
    seconds: list[float]

    def __init__(self, bots: int) -> None:
        self.answers, self.seconds = [0] * bots, [0.0] * bots

    @contextmanager
    def of(self, bot: int, answers: int = 1) -> Iterator[None]:
        """Measure the time of the block, in which a bot gives answers."""
        started = perf_counter()
        try:
            yield
        finally:
            self.answers[bot] += answers
            self.seconds[bot] += perf_counter() - started


class PlayedDeals(NamedTuple):
    """A chunk of deals at one table."""

    counts: Counts
    """Counts without the points."""
    points: NDArray[np.int32]
    """Points, shape (deals, tables per deal, players)."""
    times: Times
    """Times of the players. They include the conversion of hands and the check of answers."""
    deals: Sequence[Deals]
    """Single deals, in any order, if the task records them; otherwise empty."""

    def records(self) -> Iterator[Record]:
        """Yield the records of the single deals."""
        return (record for deals in self.deals for record in deals.records())


@dataclass(frozen=True)
class DealsTask(Task):
    """Deals at one table, each with the Fantasylands that follow from it. The bots are in the order of their seats."""

    duplicate: bool = field(kw_only=True)
    table: int = field(default=0, kw_only=True)
    """Number of the table. Tables of the same seed play the same deals, but their bots have different random numbers."""
    orders: int = field(default=1, kw_only=True)
    """Number of orders of the players around the table. The order changes each time that all players have had the button."""
    order: int = field(default=0, kw_only=True)
    """Number of the order of the players in this task, which plays only the deals of this order."""
    records: bool = field(default=False, kw_only=True)
    """Whether `PlayedDeals` has the single deals."""

    def play(self, chunk: int) -> Any:
        """Play a chunk, and return its counts."""
        return self.play_counted(chunk).counts

    def play_counted(self, chunk: int) -> PlayedDeals:
        """Play a chunk, and return it with all its counts."""
        played = self.play_deals(chunk)
        played.counts.add_points(played.points)
        return played

    def zero_counts(self) -> Counts:
        """Return the counts before the first deal."""
        return Counts.zeros(len(self.bots), has_placed=len(self.rules.streets) > 1 or self.rules.has_fantasyland)

    def drop_chunks(self, counts: Counts, chunks: Sequence[int], deals: int) -> None:
        """Subtract chunks from the counts of an earlier simulation of `deals` deals, because they are longer now."""
        before = replace(self, deals=deals)
        for chunk in chunks:
            counts.subtract(before.play(chunk))

    def deals_of(self, chunk: int) -> NDArray[np.int64]:
        """Return the numbers of the deals of a chunk that this task plays. The study numbers its deals from 0."""
        numbers = np.arange(chunk * CHUNK, min((chunk + 1) * CHUNK, self.deals), dtype=np.int64)
        selected: NDArray[np.int64] = numbers[numbers // len(self.bots) % self.orders == self.order]
        return selected

    def play_deals(self, chunk: int) -> PlayedDeals:
        """Play a chunk. It is a match for bots that are engines.

        Times are 0 if bots of the package play together in the compiled core.
        """
        with in_match(self.bots, self.rules, self.time_limit, self.stop) as bots:
            return replace(self, bots=bots).play_match(chunk)

    def play_match(self, chunk: int) -> PlayedDeals:
        """Play a chunk with the bots of one match."""
        return _Match(self, chunk).play()

    def start(self, chunk: int) -> tuple[int, int, list[np.random.Generator]]:
        """Return the first deal of a chunk, its number of deals in all orders, and the generators of deals and players."""
        sequence = stream_of(np.random.SeedSequence(self.entropy, spawn_key=self.spawn_key), chunk)
        players = len(self.bots)
        place = self.table * self.orders + self.order
        streams = (0, *range(1 + place * players, 1 + (place + 1) * players))
        first = chunk * CHUNK
        return first, min(CHUNK, self.deals - first), [np.random.default_rng(stream_of(sequence, key)) for key in streams]


class RecordedCounts(NamedTuple):
    """Result of a chunk whose single deals are recorded."""

    counts: Any
    """Counts of the chunk, as a task without records returns them."""
    deals: Deals | None
    """Single deals that the filter of the task keeps; None without a filter."""
    text: bytes
    """Records of all deals as text; empty if they are not asked for."""


@dataclass(frozen=True)
class RecordingTask(DealsTask):
    """A task that counts deals, keeps the deals that a filter selects, and returns the records of all deals."""

    keep: DealFilter | None = field(kw_only=True)
    writes: bool = field(kw_only=True)
    """Whether to return the records of the deals as text."""

    @classmethod
    def of(cls, task: DealsTask, keep: DealFilter | None, *, writes: bool) -> RecordingTask:
        """Return a task that plays the same deals."""
        return cls(**vars(task) | {"records": True}, keep=keep, writes=writes)

    def play(self, chunk: int) -> RecordedCounts:
        """Play a chunk, and return its counts, the deals to keep, and the records."""
        played = self.play_counted(chunk)
        deals = None if self.keep is None else self.keep.select(Deals.join(played.deals))
        return RecordedCounts(played.counts, deals, text_of_records(played.records()) if self.writes else b"")

    def parts(self) -> list[tuple[str, Any]]:
        """Return the bots and the filter, each with its name in errors."""
        return [*super().parts(), ("the filter deals_to", self.keep)]


class _Match:
    """A chunk that is played with the bots of one match."""

    def __init__(self, task: DealsTask, chunk: int) -> None:
        self.rules, self.bots, self.names, self.orders = task.rules, task.bots, task.names, task.orders
        self.first, self.deals, (self.dealer, *self.rngs) = task.start(chunk)
        self.numbers = task.deals_of(chunk)
        self.turns = len(task.bots) if task.duplicate else 1
        self.counts, self.times = task.zero_counts(), Times(len(task.bots))
        self.recorded: list[Deals] | None = [] if task.records else None
        self.referee = Referee(task.faults_are_fouls, task.time_limit, task.stop, self.counts.first_faults)

    def play(self) -> PlayedDeals:
        players, numbers, turns = len(self.bots), self.numbers, self.turns
        points = np.zeros((len(numbers), turns, players), np.int32)
        deal, turn = np.divmod(np.arange(len(numbers) * turns), turns)
        zeros = np.zeros((len(deal), players))
        buttons = (numbers[deal] % players).astype(np.int8)
        first_tables = Tables(deal, turn, buttons, zeros.astype(np.uint8), zeros.astype(np.int32))
        for continuation, tables in enumerate(successive_deals(first_tables)):
            # All turns (rotations of the hands) of a deal get the same cards; different players may be in Fantasyland.
            distinct_deals, row = np.unique(tables.deal, return_inverse=True)
            if self.orders > 1:  # also the deals of other orders, so that no two deals get the same cards
                distinct_deals, row = np.arange(self.deals), numbers[tables.deal] - self.first
            hands = deal_many(len(distinct_deals), players, self.rules.most_cards(), self.dealer)
            seats = (np.arange(players) - tables.turn[:, None]) % players
            points[tables.deal, tables.turn] += self._play_tables(tables, hands[row[:, None], seats], continuation)
        return PlayedDeals(self.counts, points, self.times, self.recorded or ())

    def _play_tables(self, tables: Tables, stacks: NDArray[np.uint8], continuation: int) -> NDArray[np.int32]:
        """Play one deal at each table and return the points; `tables` then has the Fantasylands of the next deal."""
        n, players = tables.cards.shape
        boards = np.empty((n, players, 13), np.uint8)
        points, declared = np.empty((n, players), np.int32), np.full((n, players), DECLARE_IF_BETTER, np.int8)
        failed_on = np.zeros((n, players), np.uint8)
        core_bots = [bot for bot in self.bots if isinstance(bot, CoreBot)]
        if len(core_bots) == players:
            play_by_core(self.rules, core_bots, tables, stacks, self.rngs, boards)
        elif self.rules.is_closed and not tables.cards.any() and not any(isinstance(bot, PolicyBot) for bot in self.bots):
            self._place_at_once(tables, stacks, boards, declared, failed_on)
        else:
            self._place_in_turn(tables, stacks, boards, declared, failed_on)
        faults = (failed_on > 0).astype(np.uint8)
        self.counts.faults += faults.sum(axis=0, dtype=np.int64)
        tally_array(compiled(self.rules), boards, declared, faults, tables.button, points, self.counts.tallies)
        for player, bot in enumerate(self.bots):
            if isinstance(bot, EngineBot):
                bot.settled(player, tables.button, boards, faults, points, tables.cards)
        if self.recorded is not None:
            self.recorded.append(self._deals(tables, stacks, continuation, boards, declared, failed_on, points))
        if self.counts.placed.size:
            self._count(tables, boards, faults)
        return points

    def _place_at_once(
        self,
        tables: Tables,
        stacks: NDArray[np.uint8],
        boards: NDArray[np.uint8],
        declared: NDArray[np.int8],
        failed_on: NDArray[np.uint8],
    ) -> None:
        """Let each bot place all its hands, which are hidden from the others, and fill arrays as `_place_in_turn` does."""
        players = len(self.bots)
        for player, (bot, name, rng) in enumerate(zip(self.bots, self.names, self.rngs, strict=True)):
            for button in range(players):  # random choices of bots depend on this order
                indices = np.flatnonzero(tables.button == button)
                if not len(indices):
                    continue
                hands = np.ascontiguousarray(stacks[indices, player, : self.rules.streets[0][0]])
                with self.times.of(player, len(hands)):
                    positions = whole_hands(self.rules, players, hands, player, button)
                    answers = self.referee.ask(bot, name, positions, rng)
                boards[indices, player] = np.where(answers.faults[:, None], hands[:, :13], answers.boards)
                declared[indices, player], failed_on[indices, player] = answers.declared, answers.faults

    def _place_in_turn(
        self,
        tables: Tables,
        stacks: NDArray[np.uint8],
        boards: NDArray[np.uint8],
        declared: NDArray[np.int8],
        failed_on: NDArray[np.uint8],
    ) -> None:
        """Play a deal at each table, turn by turn at all tables, and fill the boards, the declarations and `failed_on`.

        `failed_on` gets the number of the street on which a bot failed, from 1, and stays 0 for those who did not.
        """
        n, players = tables.cards.shape
        core_tables = new_tables(self.rules, n, players)
        core_tables.begin(np.ascontiguousarray(stacks), tables.cards, tables.button)
        turns = TableTurns(core_tables, self.rules, players, self.referee)
        seats, streets = np.empty(n, np.int8), np.zeros((n, players), np.uint8)
        core_tables.turns(seats)
        while (seats >= 0).any():
            for player, (bot, name, rng) in enumerate(zip(self.bots, self.names, self.rngs, strict=True)):
                self.referee.check_stop()
                indices = np.flatnonzero(seats == player)
                failed_before = failed_on[indices, player] > 0
                streets[indices, player] += 1
                for table in indices[failed_before].tolist():
                    turns.time_out(table)
                playing = indices[~failed_before]
                if len(playing):
                    with self.times.of(player, len(playing)):
                        placed = turns.play(bot, name, playing, rng)
                    declared[playing, player] = placed.declared
                    failed_on[playing, player] = np.where(placed.faults, streets[playing, player], 0)
                core_tables.next_turns(indices)
            core_tables.turns(seats)
        core_tables.boards(boards)

    def _deals(
        self,
        tables: Tables,
        stacks: NDArray[np.uint8],
        continuation: int,
        boards: NDArray[np.uint8],
        declared: NDArray[np.int8],
        faults: NDArray[np.uint8],
        points: NDArray[np.int32],
    ) -> Deals:
        """Return what was played at each table."""
        dealt = np.where(tables.cards > 0, tables.cards, sum(cards for cards, _ in self.rules.streets))
        is_dealt = np.arange(stacks.shape[2]) < dealt[:, :, None]
        return Deals(
            self.rules,
            tuple(self.names),
            deal=self.numbers[tables.deal],
            rotation=tables.turn.astype(np.int8),
            continuation=np.full(len(points), continuation, np.int16),
            button=tables.button,
            points=points,
            boards=boards,
            hands=np.where(is_dealt, stacks, np.uint8(NOT_DEALT)),
            fantasyland=tables.cards.copy(),  # which `_count` changes, as the stays
            stays=tables.stays.copy(),
            declared=declared,
            faults=faults,
        )

    def _count(self, tables: Tables, boards: NDArray[np.uint8], faults: NDArray[np.uint8]) -> None:
        """Count the boards, and advance `tables` to the next deal."""
        n = len(tables.cards)
        cards_before = tables.cards.copy()
        for player, (fouls, royalties) in enumerate(advance(self.rules, tables, boards, faults)):
            earned = tables.cards[:, player] > 0
            columns = np.column_stack((np.ones(n, np.int64), fouls, royalties, earned))
            were_in_fantasyland = cards_before[:, player] > 0
            for in_fantasyland, selected in enumerate((~were_in_fantasyland, were_in_fantasyland)):
                self.counts.placed[player, in_fantasyland] += columns[selected].sum(axis=0)
