"""Studies that are played in chunks of deals: the base class, and the tasks of simulations and of closed games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import is_whole
from cpoker_fast._settling import tally_array
from cpoker_fast.dealing import deal_many, stream_of
from cpoker_fast.players import EnginePlayer, Referee, in_match
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.studies.counts import Counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CHUNK", "ClosedTask", "PlayedDeals", "SimulationTask", "Task", "Times", "report_settlements"]

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
    """Set when the results are no longer needed; slow bots then receive no more hands."""

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

    def zero_counts(self) -> Any:
        """Return the counts before the first deal, to which those of chunks are added."""
        raise NotImplementedError

    def drop_chunks(self, counts: Any, chunks: Sequence[int], deals: int) -> None:
        """Subtract the last chunks of a study of `deals` deals, which are now longer, from its counts."""
        raise NotImplementedError


class Times:
    """Number of answers of each bot at a table, and seconds that the bot took for them."""

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


@dataclass(frozen=True)
class SimulationTask(Task):
    """A simulation of deals of the same bots at one table, in the order of their seats."""

    duplicate: bool = field(kw_only=True)
    table: int = field(default=0, kw_only=True)
    """Number of the table. Tables of the same seed play the same deals, but their bots have different random numbers."""
    orders: int = field(default=1, kw_only=True)
    """Number of orders of the players around the table. The order changes each time that all of them had the button."""
    order: int = field(default=0, kw_only=True)
    """Number of the order in which the task has its players. It plays only the deals of this order."""

    def play_deals(self, chunk: int) -> PlayedDeals:
        """Play a chunk. It is a match for bots that are engines."""
        with in_match(self.bots, self.rules, self.time_limit, self.stop) as bots:
            return replace(self, bots=bots).play_match(chunk)

    def play_match(self, chunk: int) -> PlayedDeals:
        """Play a chunk with the bots of one match."""
        raise NotImplementedError

    def play(self, chunk: int) -> Counts:
        """Play a chunk, and return its counts."""
        played = self.play_deals(chunk)
        played.counts.add_points(played.points)
        return played.counts

    def zero_counts(self) -> Counts:
        """Return the counts before the first deal."""
        return Counts.zeros(len(self.bots))

    def drop_chunks(self, counts: Counts, chunks: Sequence[int], deals: int) -> None:
        """Subtract the last chunks of a simulation of `deals` deals, which are now longer, from its counts."""
        before = replace(self, deals=deals)
        for chunk in chunks:
            counts.subtract(before.play(chunk))

    def deals_of(self, chunk: int) -> NDArray[np.int64]:
        """Return the numbers of the deals of this order in a chunk: from 0, in the whole study."""
        import numpy as np

        numbers = np.arange(chunk * CHUNK, min((chunk + 1) * CHUNK, self.deals))
        selected: NDArray[np.int64] = numbers[numbers // len(self.bots) % self.orders == self.order]
        return selected

    def _start(self, chunk: int) -> tuple[int, int, list[np.random.Generator]]:
        """Return the first deal of a chunk, its number of deals in all orders, and generators: of deals, then players."""
        import numpy as np

        sequence = stream_of(np.random.SeedSequence(self.entropy, spawn_key=self.spawn_key), chunk)
        players = len(self.bots)
        place = self.table * self.orders + self.order
        streams = (0, *range(1 + place * players, 1 + (place + 1) * players))
        first = chunk * CHUNK
        return first, min(CHUNK, self.deals - first), [np.random.default_rng(stream_of(sequence, key)) for key in streams]


@dataclass(frozen=True)
class ClosedTask(SimulationTask):
    """A simulation of closed deals: hands of 13 cards that are set at once."""

    def play_match(self, chunk: int) -> PlayedDeals:
        """Play a chunk with the bots of one match."""
        import numpy as np

        players = len(self.bots)
        first, n, (dealer, *rngs) = self._start(chunk)
        numbers = self.deals_of(chunk)
        hands = deal_many(n, players, 13, dealer)[numbers - first]
        turns = np.arange(players if self.duplicate else 1)
        # [deal, turn, player]: from turn to turn, the hands of a deal move one seat clockwise
        dealt = hands[:, (np.arange(players) - turns[:, None]) % players]
        boards = np.empty(dealt.shape, np.uint8)
        declared, faults = np.empty(dealt.shape[:-1], np.int8), np.empty(dealt.shape[:-1], np.uint8)
        counts, points, times = self.zero_counts(), np.empty(dealt.shape[:-1], np.int32), Times(players)
        referee = Referee(self.rules, self.faults_are_fouls, self.time_limit, self.stop, counts.first_faults)
        buttons = (numbers % players).astype(np.int8)
        for player, (bot, rng) in enumerate(zip(self.bots, rngs, strict=True)):
            for button in range(players):  # one call per seat, since a bot receives one seat for all hands of a call
                selected = buttons == button
                seat_hands = dealt[selected, :, player]
                bot_hands, seat = seat_hands.reshape(-1, 13), (player - button) % players
                with times.of(player, len(bot_hands)):
                    answers = referee.ask(bot, self.names[player], bot_hands, seat, rng)
                boards[selected, :, player] = answers.boards.reshape(seat_hands.shape)
                declared[selected, :, player] = answers.declared.reshape(seat_hands.shape[:-1])
                faults[selected, :, player] = answers.faults.reshape(seat_hands.shape[:-1])
                counts.faults[player] += answers.faults.sum()
        tally_array(
            compiled(self.rules),
            boards.reshape(-1, players, 13),
            declared.reshape(-1, players),
            faults.reshape(-1, players),
            buttons.repeat(len(turns)),
            points.reshape(-1, players),
            counts.tallies,
        )
        report_settlements(self.bots, buttons.repeat(len(turns)), boards, faults, points)
        return PlayedDeals(counts, points, times)


def report_settlements(
    bots: Sequence[Any],
    buttons: NDArray[np.int8],
    boards: NDArray[np.uint8],
    faults: NDArray[np.uint8],
    points: NDArray[np.int32],
    fantasylands: NDArray[np.uint8] | None = None,
) -> None:
    """Report the results of deals to bots that are engines. Boards, faults and points may have several axes for deals."""
    players = len(bots)
    for player, bot in enumerate(bots):
        if isinstance(bot, EnginePlayer):
            by_deal = boards.reshape(-1, players, 13), faults.reshape(-1, players), points.reshape(-1, players)
            bot.settled(player, buttons, *by_deal, fantasylands)
