"""Tasks: what is needed to play a chunk of a simulation; those of closed games."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING, Any

from cpoker_fast._settling import tally_array
from cpoker_fast.dealing import deal_many, stream_of
from cpoker_fast.players import Referee
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.studies.counts import Counts

if TYPE_CHECKING:
    import numpy as np

__all__ = ["CHUNK", "ClosedTask", "Task"]

CHUNK = 1024  # deals per random stream; another number would change the deals of every seed


@dataclass(frozen=True)
class Task:
    """All that is needed to play a chunk of a simulation."""

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
    """Set when nobody waits for the results any more; bots that take long are not asked on."""

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.deals // CHUNK)

    def play(self, chunk: int) -> Counts:
        """Play a chunk: deal, ask the bots, settle and count."""
        raise NotImplementedError

    def nothing(self) -> Counts:
        """The counts before the first deal."""
        return Counts.nothing(len(self.bots))

    def _start(self, chunk: int) -> tuple[int, int, list[np.random.Generator]]:
        """The first deal of a chunk, how many it has, and its random streams: of the dealer and of each player."""
        import numpy as np

        whole = np.random.SeedSequence(self.entropy, spawn_key=self.spawn_key)
        streams = [np.random.default_rng(stream) for stream in stream_of(whole, chunk).spawn(1 + len(self.bots))]
        first = chunk * CHUNK
        return first, min(CHUNK, self.deals - first), streams


@dataclass(frozen=True)
class ClosedTask(Task):
    """Hands of 13 cards that are set at once."""

    def play(self, chunk: int) -> Counts:
        """Play a chunk: deal, ask the bots, settle and count."""
        import numpy as np

        players = len(self.bots)
        first, n, (dealer, *own) = self._start(chunk)
        referee = Referee(self.rules, self.faults_are_fouls, self.time_limit, self.stop)
        hands = deal_many(n, players, 13, dealer)
        turns = np.arange(players if self.duplicate else 1)
        # [deal, turn, seat]: in each turn the hands move one seat clockwise
        dealt = hands[:, (np.arange(players) - turns[:, None]) % players]
        boards = np.empty(dealt.shape, np.uint8)
        declared, faults = np.empty(dealt.shape[:-1], np.int8), np.empty(dealt.shape[:-1], np.uint8)
        counts, points = self.nothing(), np.empty(dealt.shape[:-1], np.int32)
        buttons = ((first + np.arange(n)) % players).astype(np.int8)
        for player, (bot, rng) in enumerate(zip(self.bots, own, strict=True)):
            for button in range(players):  # a bot is asked for all hands of a seat at once, and told which seat that is
                here = buttons == button
                own_hands = dealt[here, :, player]
                answers = referee.ask(bot, self.names[player], own_hands.reshape(-1, 13), (player - button) % players, rng)
                boards[here, :, player] = answers.boards.reshape(own_hands.shape)
                declared[here, :, player] = answers.declared.reshape(own_hands.shape[:-1])
                faults[here, :, player] = answers.faults.reshape(own_hands.shape[:-1])
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
        counts.take_points(points)
        return counts
