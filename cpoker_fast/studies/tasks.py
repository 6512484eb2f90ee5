"""Simulations that are played in chunks of deals: the base class, and the class of closed games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from typing import TYPE_CHECKING, Any

from cpoker_fast._settling import tally_array
from cpoker_fast.dealing import deal_many, stream_of
from cpoker_fast.players import EnginePlayer, Referee, in_match
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.studies.counts import Counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CHUNK", "ClosedTask", "Task", "report_settlements"]

CHUNK = 1024  # deals per chunk, which has its own streams; another number would change the deals of every seed


@dataclass(frozen=True)
class Task:
    """A simulation, with everything that a process needs to play a chunk of it."""

    rules: Rules
    faults_are_fouls: bool
    time_limit: float | None
    bots: tuple[Any, ...]
    names: tuple[str, ...]
    deals: int
    duplicate: bool
    entropy: Any
    spawn_key: tuple[int, ...]
    stop: Event | None = field(default=None, compare=False)
    """Set when the results are no longer needed; slow bots then receive no more hands."""

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return -(-self.deals // CHUNK)

    def play(self, chunk: int) -> Counts:
        """Play a chunk, and return its counts. It is a match for bots that are engines."""
        with in_match(self.bots, self.rules, self.time_limit, self.stop) as bots:
            return replace(self, bots=bots).play_match(chunk)

    def play_match(self, chunk: int) -> Counts:
        """Play a chunk with the bots of one match, and return its counts."""
        raise NotImplementedError

    def zero_counts(self) -> Counts:
        """Return the counts before the first deal."""
        return Counts.zeros(len(self.bots))

    def _start(self, chunk: int) -> tuple[int, int, list[np.random.Generator]]:
        """Return the first deal of a chunk, its number of deals, and its generators: for the deals, then per player."""
        import numpy as np

        sequence = np.random.SeedSequence(self.entropy, spawn_key=self.spawn_key)
        streams = [np.random.default_rng(stream) for stream in stream_of(sequence, chunk).spawn(1 + len(self.bots))]
        first = chunk * CHUNK
        return first, min(CHUNK, self.deals - first), streams


@dataclass(frozen=True)
class ClosedTask(Task):
    """A simulation of closed deals: hands of 13 cards that are set at once."""

    def play_match(self, chunk: int) -> Counts:
        """Play a chunk with the bots of one match, and return its counts."""
        import numpy as np

        players = len(self.bots)
        first, n, (dealer, *rngs) = self._start(chunk)
        referee = Referee(self.rules, self.faults_are_fouls, self.time_limit, self.stop)
        hands = deal_many(n, players, 13, dealer)
        turns = np.arange(players if self.duplicate else 1)
        # [deal, turn, player]: from turn to turn, the hands of a deal move one seat clockwise
        dealt = hands[:, (np.arange(players) - turns[:, None]) % players]
        boards = np.empty(dealt.shape, np.uint8)
        declared, faults = np.empty(dealt.shape[:-1], np.int8), np.empty(dealt.shape[:-1], np.uint8)
        counts, points = self.zero_counts(), np.empty(dealt.shape[:-1], np.int32)
        buttons = ((first + np.arange(n)) % players).astype(np.int8)
        for player, (bot, rng) in enumerate(zip(self.bots, rngs, strict=True)):
            for button in range(players):  # one call per seat, since a bot receives one seat for all hands of a call
                selected = buttons == button
                seat_hands = dealt[selected, :, player]
                answers = referee.ask(bot, self.names[player], seat_hands.reshape(-1, 13), (player - button) % players, rng)
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
        counts.add_points(points)
        report_settlements(self.bots, buttons.repeat(len(turns)), boards, faults, points)
        return counts


def report_settlements(
    bots: Sequence[Any],
    buttons: NDArray[np.int8],
    boards: NDArray[np.uint8],
    faults: NDArray[np.uint8],
    points: NDArray[np.int32],
    fantasylands: NDArray[np.uint8] | None = None,
) -> None:
    """Report the results of deals to bots that are engines. The first axes of the arrays are those of the deals."""
    players = len(bots)
    for player, bot in enumerate(bots):
        if isinstance(bot, EnginePlayer):
            by_deal = boards.reshape(-1, players, 13), faults.reshape(-1, players), points.reshape(-1, players)
            bot.settled(player, buttons, *by_deal, fantasylands)
