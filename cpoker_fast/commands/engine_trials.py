"""Trials of an engine: requests with hands or positions, and whether the boards and placements in the replies are legal."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from cpoker_fast._settling import fouls_and_naturals
from cpoker_fast.board_arrays import NO_BOARD
from cpoker_fast.boards import ROW_SPANS, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.dealing import deal_many
from cpoker_fast.decisions import IF_BETTER, Declaration, declaration_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.engines.messages import GAMES, read_boards, read_placements
from cpoker_fast.errors import CpokerError, EngineError
from cpoker_fast.game.plan import fantasyland_sizes
from cpoker_fast.openface import Deal, Position
from cpoker_fast.patterns import Pattern
from cpoker_fast.players import bot
from cpoker_fast.rulebook import Rules, compiled
from cpoker_fast.rulebook.presets import presets, rules as preset
from cpoker_fast.settling import read_seat

__all__ = ["TRIALS", "ClosedTrial", "OpenFaceTrial", "Request", "Tally", "Trial"]


class Request(NamedTuple):
    """A request for boards or placements."""

    message: dict[str, Any]
    """The message without its id and its seed."""
    items: list[Any]
    """The hands, or the positions."""


@dataclass
class Tally:
    """Numbers of unusual boards and placements, which are legal."""

    hands: int = 0
    fouls: int = 0
    surrenders: int = 0
    declared: int = 0

    def __str__(self) -> str:
        words = [counted(self.fouls, "foul")] if self.fouls else []
        words += [counted(self.surrenders, "surrender")] if self.surrenders else []
        words += [counted(self.declared, "declaration")] if self.declared else []
        return ", ".join(words)


_CARD = "[2-9TJQKA][cdhs]"
_PART = f"(?:-|{_CARD}(?: *{_CARD})*)"
_BOARD = re.compile(" */ *".join(f"{_CARD}(?: *{_CARD}){{{end - begin - 1}}}" for begin, end in ROW_SPANS))
_PLACEMENT = re.compile(f"{' */ *'.join([_PART] * 3)}(?: +discards +{_CARD}(?: *{_CARD})*)?")


def _check_form(start: str, text: str | None, form: re.Pattern[str], example: str) -> None:
    """Raise EngineError unless a text has the form of the protocol: this host reads more, such as `10`, but others do not.

    None, which is a surrender, has no form.
    """
    if text is not None and form.fullmatch(text) is None:
        raise EngineError(f"{start} {quote(text)}, which other hosts may not read: expected text such as {example!r}")


class Trial(ABC):
    """Requests for one kind of game, by the rules of a match."""

    GAME: ClassVar[str]
    REQUEST: ClassVar[str]
    REPLY: ClassVar[str]
    NOUN: ClassVar[str]
    """What a request has: hands or positions."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules, self.players = rules, players

    @classmethod
    @abstractmethod
    def all_rules(cls) -> list[Rules]:
        """Return the rules that are checked unless the user chooses others."""

    @abstractmethod
    def request(self, n: int, seed: int, seat: int = 0) -> Request:
        """Return a request with n hands or positions, which depend on a seed."""

    @abstractmethod
    def examine(self, request: Request, reply: Mapping[str, Any], tally: Tally) -> None:
        """Count what is in a reply; raise EngineError for illegal boards or placements."""

    @abstractmethod
    def settled(self) -> dict[str, Any]:
        """Return a message with the result of a deal."""

    def match(self, time_limit: float | None = None) -> dict[str, Any]:
        """Return the message that begins a match."""
        message = {"type": "match", "game": self.GAME, "rules": self.rules.to_dict(complete=True), "players": self.players}
        return {**message, "time_limit": time_limit}


# ---- closed games ----

_NATURALS = (
    "2s3h4d5c6s7h8d9cTsJhQdKcAs",
    "2s2h3s3h5c5d8s8hTsThKcKdAs",
    "2s3s4s5s6h7h8h9hThJdQdKdAc",
    "2h3h4h5h7h8h9hTcJcQcKcAcTs",
    "2s4s5s6s7s8s9sTsJsQsKsAs3s",
)
"""Hands with a dragon, six pairs, three straights, long suits, and one suit."""


class ClosedTrial(Trial):
    """Hands of a closed game."""

    GAME, REQUEST, REPLY, NOUN = GAMES[0], "set", "boards", "hand"

    @classmethod
    def all_rules(cls) -> list[Rules]:
        rules = [preset(name) for name in presets()]
        closed = [game for game in rules if not game.is_open_face]
        return closed + [game.closed() for game in rules if game.is_open_face][:1]

    def request(self, n: int, seed: int, seat: int = 0) -> Request:
        hands = [CardSet(hand) for hand in deal_many(n, 2, seed=seed)[:, 0].tolist()]
        hands[1 : 1 + len(_NATURALS)] = [CardSet(text) for text in _NATURALS][: max(0, n - 1)]
        texts = [str(hand).replace(" ", "") for hand in hands]
        return Request({"type": self.REQUEST, "seat": seat, "hands": texts}, hands)

    def examine(self, request: Request, reply: Mapping[str, Any], tally: Tally) -> None:
        boards, declared, problems, _ = read_boards(reply, len(request.items))
        texts = reply["boards"]
        is_foul = fouls_and_naturals(compiled(self.rules), _sorted_where_none(boards, request.items))[0]
        for index, (hand, cards, code) in enumerate(zip(request.items, boards.tolist(), declared.tolist(), strict=True)):
            if problem := problems.get(index) or self._problem(hand, cards, declaration_of(code), texts[index]):
                raise EngineError(f"boards[{index}]: {problem}")
            _check_form(f"boards[{index}]: set", texts[index], _BOARD, "3s3d2c/KhQdJsTc9c/AsAdAc7h7d")
            tally.hands += 1
            tally.surrenders += cards[0] == NO_BOARD
            tally.fouls += bool(is_foul[index]) and cards[0] != NO_BOARD
            tally.declared += declaration_of(code) not in (False, IF_BETTER)

    def _problem(self, hand: CardSet, cards: list[int], declare: Declaration, text: Any) -> str:
        """Return the problem with a decision; empty for none."""
        if cards[0] == NO_BOARD:
            return "" if self.rules.has_surrender else "a surrender, which the rules do not allow"
        if sorted(cards) != sorted(hand):
            return f"set {quote(text)}: expected the cards {hand}"
        if isinstance(declare, Pattern):
            naturals = read_seat(Board.of_cards(cards), self.rules).naturals
            if declare not in naturals:
                allowed = ", ".join(repr(str(natural)) for natural in naturals) or "none"
                return f"declared {str(declare)!r}: expected a natural of the board under these rules, got {allowed}"
        return ""

    def settled(self) -> dict[str, Any]:
        boards = ["QcJd2d/8s8h6c6d3h/AdAs7h7c4h", "AhKd2c/9s9h4c4d3s/TsThTc5d5s"]
        rest = [None] * (self.players - 2)
        deal = {"seat": 1, "boards": [*boards, *rest], "points": [-3, 3, *(0 for _ in rest)]}
        return {"type": "settled", "deals": [deal]}


def _sorted_where_none(boards: Any, hands: list[CardSet]) -> Any:
    """Return boards with the cards of the hands in place of boards that are not theirs, which cannot be ranked."""
    import numpy as np

    cards = np.array([list(hand) for hand in hands], np.uint8)
    is_hand = (np.sort(boards, axis=1) == np.sort(cards, axis=1)).all(axis=1)
    return np.where(is_hand[:, None], boards, cards)


# ---- open-face games ----


class OpenFaceTrial(Trial):
    """Positions of an open-face game: of all streets, and in Fantasyland."""

    GAME, REQUEST, REPLY, NOUN = GAMES[1], "place", "placements", "position"

    @classmethod
    def all_rules(cls) -> list[Rules]:
        return [game for game in map(preset, presets()) if game.is_open_face]

    def deals(self, n: int, seed: int) -> list[Deal]:
        """Return deals; in every second one, a player is in Fantasyland if the rules have one and the deck is sufficient."""
        import numpy as np

        rng = np.random.default_rng(seed)
        sizes = [
            0,
            *(size for size in fantasyland_sizes(self.rules) if size + (self.players - 1) * _dealt(self.rules) <= 52),
        ]
        deals = []
        for number in range(n):
            fantasyland = [0] * self.players
            fantasyland[number % self.players] = sizes[number % len(sizes)]
            button = number // 2 % self.players
            deals.append(Deal(self.rules, self.players, rng=rng, button=button, fantasyland=fantasyland))
        return deals

    def request(self, n: int, seed: int, seat: int = 0) -> Request:  # noqa: ARG002
        return self.request_for(list(self._positions(n, seed)))

    def request_for(self, positions: list[Position]) -> Request:
        """Return the request for placements in some positions."""
        return Request({"type": self.REQUEST, "positions": [str(position) for position in positions]}, positions)

    def _positions(self, n: int, seed: int) -> Iterator[Position]:
        """Yield n positions of deals of a bot, street by street in one deal after another."""
        import numpy as np

        player, rng = bot("careful").prepare(self.rules, self.players), np.random.default_rng(seed)
        turns = self.players * len(self.rules.streets)
        for deal in self.deals(1 + 2 * n // turns, seed):
            while not deal.is_over:
                if n == 0:
                    return
                n -= 1
                yield deal.position()
                deal.place(player.place(deal.position(), rng))

    def examine(self, request: Request, reply: Mapping[str, Any], tally: Tally) -> None:
        placements, problems, _ = read_placements(reply, len(request.items))
        for index, (position, text) in enumerate(zip(request.items, placements, strict=True)):
            if index in problems:
                raise EngineError(f"placements[{index}]: {problems[index]}")
            try:
                position.placement(text)
            except CpokerError as error:
                raise EngineError(f"placements[{index}]: placed {quote(text)}: {error}") from None
            _check_form(f"placements[{index}]: placed", text, _PLACEMENT, "- / 7h / Jc discards 5d")
            tally.hands += 1

    def settled(self) -> dict[str, Any]:
        message = ClosedTrial(self.rules, self.players).settled()
        message["deals"][0]["fantasyland"] = [0] * self.players
        return message


def _dealt(rules: Rules) -> int:
    return sum(dealt for dealt, _ in rules.streets)


TRIALS: dict[str, type[Trial]] = {trial.GAME: trial for trial in (ClosedTrial, OpenFaceTrial)}
"""Trials of each kind of game."""
