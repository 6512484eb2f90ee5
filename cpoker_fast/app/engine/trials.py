"""Trials of an engine: positions of deals, and whether the placements in the replies are legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Any, NamedTuple

import numpy as np

from cpoker_fast.cards import DECK_SIZE
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.engines import PlacementsReply
from cpoker_fast.errors import CpokerError, EngineError
from cpoker_fast.game import Deal, Position
from cpoker_fast.game.plan import fantasyland_sizes
from cpoker_fast.game.positions import Positions
from cpoker_fast.players import bot
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.declarations import IF_BETTER

__all__ = ["Tally", "Trial", "examine"]


class Tally(Counter[str]):
    """Numbers of complete boards, and of what is unusual, but legal, by its noun."""

    def __str__(self) -> str:
        if not self["board"] + self["surrender"]:
            return ""
        nouns = ["foul", *(noun for noun in ("surrender", "declaration") if self[noun])]
        return f"{', '.join(counted(self[noun], noun) for noun in nouns)} in {counted(self['board'], 'board')}"


_CARDS = "[2-9TJQKA][cdhs](?: *[2-9TJQKA][cdhs])*"
_ROWS = " */ *".join([f"(?:-|{_CARDS})"] * 3)
_PLACEMENT = re.compile(f"surrender|{_ROWS}(?: +discards +{_CARDS})?(?: +declares +(?P<natural>.+))?")

_NATURALS = (
    "2s3h4d5c6s7h8d9cTsJhQdKcAs",
    "2s2h3s3h5c5d8s8hTsThKcKdAs",
    "2s3s4s5s6h7h8h9hThJdQdKdAc",
    "2h3h4h5h7h8h9hTcJcQcKcAcTs",
    "2s4s5s6s7s8s9sTsJsQsKsAs3s",
)
"""Hands with a dragon, six pairs, three straights, long suits, and one suit."""


class Trial(NamedTuple):
    """Positions and results by the rules of a match."""

    rules: Rules
    players: int

    def settled(self) -> list[dict[str, Any]]:
        """Return the result of a deal, as `Engine.settled` takes it."""
        boards = ["Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h", "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"]
        rest = [None] * (self.players - 2)
        deal = {"seat": 1, "boards": [*boards, *rest], "points": [-3, 3, *(0 for _ in rest)]}
        if self.rules.has_fantasyland:
            deal["fantasyland"] = [0] * self.players
        return [deal]

    def deals(self, seed: int) -> Iterator[Deal]:
        """Yield deals; in every second one, a player is in Fantasyland if the rules have one and the deck is sufficient."""
        rng, players = np.random.default_rng(seed), self.players
        dealt = sum(dealt for dealt, _ in self.rules.streets)
        sizes = [0, *(size for size in fantasyland_sizes(self.rules) if size + (players - 1) * dealt <= DECK_SIZE)]
        for number in count():
            fantasyland = [0] * players
            fantasyland[number % players] = sizes[number % len(sizes)]
            yield Deal(self.rules, players, rng=rng, button=number // 2 % players, fantasyland=fantasyland)

    def positions(self, seed: int) -> Iterator[Position]:
        """Yield positions of deals of a bot, street by street in one deal after another."""
        player, rng = bot("careful").prepare(self.rules, self.players), np.random.default_rng(seed)
        for deal in self.deals(seed):
            while not deal.is_over:
                yield deal.position()
                deal.place(player.place(deal.position(), rng))

    def batch(self, n: int, seed: int) -> list[Position]:
        """Return n positions whose players place as many cards as on the last street.

        Where whole hands are dealt, the second position and those that follow have hands with naturals.
        """
        dealt = self.rules.streets[-1]
        some = (position for position in self.positions(seed) if (len(position.hand), position.to_place) == dealt)
        positions = list(islice(some, n))
        if self.rules.is_closed:
            for index, hand in zip(range(1, n), _NATURALS, strict=False):
                seat, button = positions[index].seat, positions[index].button
                (positions[index],) = Positions.of_hands([hand], self.rules, self.players, seat=seat, button=button)
        return positions


def examine(positions: Sequence[Position], reply: PlacementsReply, tally: Tally) -> None:
    """Count what is in the reply to a request with some positions; raise EngineError for illegal placements."""
    for index, (position, text) in enumerate(zip(positions, reply.placements, strict=True)):
        if index in reply.problems:
            raise EngineError(f"placements[{index}]: {reply.problems[index]}")
        placed = f"placements[{index}]: placed {quote(text)}"
        try:
            placement = position.placement(text)
        except CpokerError as error:
            raise EngineError(f"{placed}: {error}") from None
        form = _PLACEMENT.fullmatch(text)
        declarations = (None, "nothing", "the best natural", placement.declare)
        if form is None or form["natural"] not in declarations:  # this host reads more, such as `10`, but others do not
            expected = "expected text such as '- / 7h / Jc discards 5d'"
            raise EngineError(f"{placed}, which other hosts may not read: {expected}")
        after = position.after(placement)
        tally["surrender"] += placement.is_surrender
        if after.own.is_complete:
            seat = read_seat(after.own.board(), position.rules)
            tally["board"] += 1
            tally["foul"] += seat.is_foul
            tally["declaration"] += placement.declare not in (False, IF_BETTER) and bool(seat.naturals)
