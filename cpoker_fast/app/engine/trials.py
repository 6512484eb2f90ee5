"""Trials of an engine: requests with positions of deals, and whether the placements in the replies are legal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, NamedTuple

import numpy as np

from cpoker_fast.declarations import IF_BETTER
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.engines.card_texts import positions_in_json
from cpoker_fast.engines.messages import read_placements
from cpoker_fast.errors import CpokerError, EngineError
from cpoker_fast.game import Deal, Position
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.plan import fantasyland_sizes
from cpoker_fast.game.positions import Positions
from cpoker_fast.patterns import Pattern
from cpoker_fast.players import bot
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat

__all__ = ["Request", "Tally", "Trial"]


@dataclass
class Tally:
    """Numbers of complete boards, and of what is unusual, but legal."""

    boards: int = 0
    fouls: int = 0
    surrenders: int = 0
    declared: int = 0

    def count(self, position: Position, placement: Placement) -> None:
        """Count a placement."""
        self.surrenders += placement.is_surrender
        after = position.after(placement)
        if after.own.is_complete:
            seat = read_seat(after.own.board(), position.rules)
            self.boards += 1
            self.fouls += seat.is_foul
            self.declared += placement.declare not in (False, IF_BETTER) and bool(seat.naturals)

    def __str__(self) -> str:
        if not self.boards + self.surrenders:
            return ""
        words = [counted(self.fouls, "foul")]
        words += [counted(self.surrenders, "surrender")] if self.surrenders else []
        words += [counted(self.declared, "declaration")] if self.declared else []
        return f"{', '.join(words)} in {counted(self.boards, 'board')}"


_DECK = 52
_CARDS = "[2-9TJQKA][cdhs](?: *[2-9TJQKA][cdhs])*"
_ROWS = " */ *".join([f"(?:-|{_CARDS})"] * 3)
_NATURAL = "|".join(re.escape(str(words)) for words in (*Pattern, "the best natural", "nothing"))
_PLACEMENT = re.compile(f"surrender|{_ROWS}(?: +discards +{_CARDS})?(?: +declares +(?:{_NATURAL}))?")

_NATURALS = (
    "2s3h4d5c6s7h8d9cTsJhQdKcAs",
    "2s2h3s3h5c5d8s8hTsThKcKdAs",
    "2s3s4s5s6h7h8h9hThJdQdKdAc",
    "2h3h4h5h7h8h9hTcJcQcKcAcTs",
    "2s4s5s6s7s8s9sTsJsQsKsAs3s",
)
"""Hands with a dragon, six pairs, three straights, long suits, and one suit."""


class Request(NamedTuple):
    """A request for placements."""

    message: dict[str, Any]
    """The message without its id and its seed."""
    positions: Sequence[Position]

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Request:
        """Return the request for placements in some positions, whose hands have as many cards."""
        fields = json.loads(b"{%b}" % positions_in_json(Positions.of(positions)))
        return cls({"type": "place", **fields}, positions)


class Trial:
    """Requests by the rules of a match."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules, self.players = rules, players

    def match(self, time_limit: float | None = None) -> dict[str, Any]:
        """Return the message that begins a match."""
        rules = self.rules.to_dict(complete=True)
        return {"type": "match", "rules": rules, "players": self.players, "time_limit": time_limit}

    def settled(self) -> dict[str, Any]:
        """Return a message with the result of a deal."""
        boards = ["Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h", "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"]
        rest = [None] * (self.players - 2)
        deal = {"seat": 1, "boards": [*boards, *rest], "points": [-3, 3, *(0 for _ in rest)]}
        if self.rules.has_fantasyland:
            deal["fantasyland"] = [0] * self.players
        return {"type": "settled", "deals": [deal]}

    # ---- requests ----

    def deals(self, seed: int) -> Iterator[Deal]:
        """Yield deals; in every second one, a player is in Fantasyland if the rules have one and the deck is sufficient."""
        rng, players = np.random.default_rng(seed), self.players
        dealt = sum(dealt for dealt, _ in self.rules.streets)
        sizes = [0, *(size for size in fantasyland_sizes(self.rules) if size + (players - 1) * dealt <= _DECK)]
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

    def request(self, n: int, seed: int) -> Request:
        """Return a request with n positions whose players place as many cards as on the last street.

        Where whole hands are dealt, the second position and those that follow have hands with naturals.
        """
        dealt = self.rules.streets[-1]
        some = (position for position in self.positions(seed) if (len(position.hand), position.to_place) == dealt)
        positions = list(islice(some, n))
        if self.rules.is_closed:
            for index, hand in zip(range(1, n), _NATURALS, strict=False):
                seat, button = positions[index].seat, positions[index].button
                (positions[index],) = Positions.of_hands([hand], self.rules, self.players, seat=seat, button=button)
        return Request.of(positions)

    # ---- replies ----

    def examine(self, request: Request, reply: Mapping[str, Any], tally: Tally) -> None:
        """Count what is in a reply; raise EngineError for illegal placements."""
        placements, problems, _ = read_placements(reply, len(request.positions))
        for index, (position, text) in enumerate(zip(request.positions, placements, strict=True)):
            if index in problems:
                raise EngineError(f"placements[{index}]: {problems[index]}")
            try:
                placement = position.placement(text)
            except CpokerError as error:
                raise EngineError(f"placements[{index}]: placed {quote(text)}: {error}") from None
            if _PLACEMENT.fullmatch(text) is None:  # this host reads more, such as `10`, but others do not
                raise EngineError(
                    f"placements[{index}]: placed {quote(text)}, which other hosts may not read: expected text such as "
                    "'- / 7h / Jc discards 5d'"
                )
            tally.count(position, placement)
