"""Open-face bots that are engines: programs that play by the engine protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError, EngineError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position, check_bot_arguments, positions_for_bot
from cpoker_fast.players import EnginePlayer
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.placement_faults import placement_in

if TYPE_CHECKING:
    import numpy as np

__all__ = ["OpenFaceEngineBot"]


class OpenFaceEngineBot(EnginePlayer):
    """An open-face bot that is an engine: a program that plays by the engine protocol. It is an `OpenFaceBatchBot`.

    ``openface.bot("exec:COMMAND")`` makes the same bot. The program is started without a shell; see `engines.Engine`.

    For the argument, the attributes and the errors, see `cpoker_fast.players.EngineBot`.

    Examples
    --------
    >>> import shlex, sys
    >>> import numpy as np
    >>> program = '''
    ... import json, sys
    ... for line in sys.stdin:
    ...     message = json.loads(line)
    ...     hands = [position.partition("; hand ")[2] for position in message.get("positions", [])]
    ...     placements = [f"- / - / {hand}" for hand in hands]
    ...     replies = {
    ...         "hello": {"type": "hello", "protocol": 1, "name": "All behind", "games": ["open-face"]},
    ...         "match": {"type": "ready"},
    ...         "place": {"type": "placements", "id": message.get("id"), "placements": placements},
    ...     }
    ...     if message["type"] == "quit":
    ...         break
    ...     print(json.dumps(replies[message["type"]]), flush=True)
    ... '''
    >>> player = bot(f"exec:{shlex.join([sys.executable, '-c', program])}").prepare(rules("pineapple"), 2)
    >>> position = Deal("pineapple", 2, seed=1).position()
    >>> print(player.name, "|", player.place(position, np.random.default_rng(1)))
    All behind | - / - / Qs Tc 9d 8h 6s
    >>> len(player.place_many([position] * 3, np.random.default_rng(1)))
    3
    >>> player.close()
    """

    def prepare(self, rules: Rules, players: int, time_limit: float | None = None) -> Self:
        """Return a bot for these rules, as for other engines; BotError for closed games, whose hands engines set."""
        if not rules.is_open_face:
            problem = f"sets the hands of the rules {quote(rules.name)}, and does not place their cards"
            raise BotError(f"bot {quote(self.name)} {problem}", bot=self.name)
        return super().prepare(rules, players, time_limit)

    def answers(
        self, positions: Sequence[Position], rng: np.random.Generator, time_limit: float | None = None
    ) -> list[str | EngineError]:
        """Return the placement of the engine at each position as text, or the fault; all positions have the same rules.

        The texts are not checked. `time_limit`: seconds per placement, unless the bot is in a match.
        """
        first = positions[0]
        with self._playing(first.rules, first.seats, time_limit) as match:
            placements, problems, sizes = match.place([str(position) for position in positions], rng)
        return [
            EngineError(problems[index], hands=sizes.get(index, 0)) if index in problems else text
            for index, text in enumerate(placements)
        ]

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement of the cards in hand.

        Raises
        ------
        PlacementError
            If there are no cards in hand.
        SeedError
            If `rng` is not a NumPy generator.
        BotError
            If the engine has a fault, or its placement is not allowed.
        """
        check_bot_arguments(position, rng)
        return placement_in(self.answers([position], rng)[0], self.name, position)

    def place_many(self, positions: Sequence[Position], rng: np.random.Generator) -> list[Placement]:
        """Return a placement for each position. All positions have the same rules and number of players.

        For errors, see `place`.
        """
        listed = positions_for_bot(positions, rng)
        answers = self.answers(listed, rng) if listed else []
        return [placement_in(answer, self.name, position) for answer, position in zip(answers, listed, strict=True)]
