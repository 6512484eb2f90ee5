"""Bots that are engines: programs that play by the engine protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from threading import Event
from typing import TYPE_CHECKING, Any, Self

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError, EngineError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.game.positions import Positions, positions_for_bot
from cpoker_fast.players.answers import AnswerArrays, Problem, placement_in, reply_in_texts
from cpoker_fast.players.faults import fault_at
from cpoker_fast.players.protocol import NamedBot
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpoker_fast.engines.matches import EngineMatch

__all__ = ["ENGINE", "EngineBot", "close_engines", "command_of", "in_match"]

ENGINE = "exec:"
"""Beginning of the name of a bot that is an engine; the command follows."""


def command_of(name: object) -> str | None:
    """Return the command in the name of a bot that is an engine; None for the names of other bots."""
    return name.removeprefix(ENGINE) if isinstance(name, str) and name.startswith(ENGINE) else None


class EngineBot(NamedBot):
    """A bot that is an engine: a program that plays by the engine protocol. It is a `BatchBot`.

    ``bot("exec:COMMAND")`` makes the same bot. The program is started without a shell; see `engines.Engine`.

    `prepare` starts a process of the engine, and checks that the engine plays by the rules. If several threads use a
    prepared bot at the same time, each thread has its own process of the engine. `close` ends these processes. Other
    processes of Python receive only the command of a bot, and start their own engines.

    Parameters
    ----------
    command : str
        Command line, with quotes as in a shell.

    Attributes
    ----------
    command : str
    name : str
        ``exec:`` and the command. After `prepare`, it is the name that the engine states.
    players : int or None
        Number of players for which the bot is prepared.

    Raises
    ------
    BotError
        If the command is not a command line. `prepare` raises it if the engine does not start, or does not play by the
        rules.

    Examples
    --------
    >>> import shlex, sys
    >>> import numpy as np
    >>> program = '''
    ... import json, sys
    ... for line in sys.stdin:
    ...     message = json.loads(line)
    ...     hands = [text.partition("hand ")[2].split() for text in message.get("positions", [])]
    ...     placements = [" / ".join(" ".join(hand[i : i + 5]) or "-" for i in (10, 5, 0)) for hand in hands]
    ...     replies = {
    ...         "hello": {"type": "hello", "protocol": 1, "name": "Back first"},
    ...         "match": {"type": "ready"},
    ...         "place": {"type": "placements", "id": message.get("id"), "placements": placements},
    ...     }
    ...     if message["type"] == "quit":
    ...         break
    ...     print(json.dumps(replies[message["type"]]), flush=True)
    ... '''
    >>> name = f"exec:{shlex.join([sys.executable, '-c', program])}"
    >>> simulate("pagat", [name, "random"], 100, seed=1).players
    ('Back first', 'random')
    >>> player = bot(name).prepare(rules("pineapple"), 2)
    >>> position = Deal("pineapple", 2, seed=1).position()
    >>> print(player.place(position, np.random.default_rng(1)))
    - / - / Qs Tc 9d 8h 6s
    >>> len(player.place_many([position] * 3, np.random.default_rng(1)))
    3
    >>> player.close()
    """

    command: str
    name: str

    def __init__(self, command: str) -> None:
        from cpoker_fast.engines.engine import arguments_of
        from cpoker_fast.engines.matches import EnginePool

        if not isinstance(command, str):
            raise BotError.about("command", f"expected text, got {quote(command)}")
        try:
            arguments_of(command)
        except EngineError as error:
            raise BotError(str(error)) from None
        self.command, self.name = command, ENGINE + command
        self.players: int | None = None
        self._pool = EnginePool(command)
        self._match: EngineMatch | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({quote(self.command)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.command,), {"name": self.name, "players": self.players}

    def _changed(self, **values: object) -> Self:
        """Return a bot with some other attributes."""
        bot = type(self)(self.command)
        vars(bot).update({**vars(self), **values})
        return bot

    def identity(self) -> str:
        """Return the name with which the bot was made: ``exec:`` and the command."""
        return ENGINE + self.command

    def prepare(self, rules: Rules, players: int, time_limit: float | None = None) -> Self:
        """Return a bot for these rules and number of players. Its name is the name of the engine.

        Raises BotError if the engine cannot be started, or refuses the rules or the `time_limit` (seconds per position).
        """
        from cpoker_fast.engines.matches import EngineMatch, EnginePool

        pool = EnginePool(self.command)
        bot, match = self._changed(players=players, _pool=pool, _match=None), EngineMatch(pool, rules, players, time_limit)
        try:
            bot.name = match.begin().name
        except EngineError as error:
            bot.close()
            raise BotError(f"bot {quote(self.name)} {error.problem}", bot=self.name) from error
        match.end()
        return bot

    def begin_match(self, rules: Rules, time_limit: float | None = None, stop: Event | None = None) -> Self:
        """Return a bot for one match, to be used by one thread.

        The engine gets the time limit, in seconds per position, and is killed when the time is over. The event `stop` ends
        each wait for the engine.
        """
        match = self._new_match(rules, self._checked_players(), time_limit, stop, is_new=True)
        match.try_to_begin()
        return self._changed(_match=match)

    def end_match(self) -> None:
        """End the match, so that other matches can use its process."""
        if self._match is not None:
            self._match.end()

    def settled(
        self,
        player: int,
        buttons: NDArray[np.int8],
        boards: NDArray[np.uint8],
        faults: NDArray[np.uint8],
        points: NDArray[np.int32],
        fantasylands: NDArray[np.uint8],
    ) -> None:
        """Report the results of deals to the engine of a match, if it requests them; see `engines.settlement_records`."""
        from cpoker_fast.engines import settlement_records

        if self._match is not None:
            sizes = fantasylands if self._match.rules.has_fantasyland else None
            self._match.settled(lambda: settlement_records(player, buttons, boards, faults, points, sizes))

    def close(self) -> None:
        """End all processes of the bot. They start again if it plays again."""
        self._pool.close()

    def close_free(self) -> None:
        """End those processes of the bot that play no match now."""
        self._pool.close_free()

    def _checked_players(self) -> int:
        """Return the number of players; raise BotError if the bot is not prepared."""
        if self.players is None:
            raise BotError(f"{self!r}: call player = bot.prepare(rules, players) first, and use player")
        return self.players

    def _new_match(
        self, rules: Rules, players: int, time_limit: float | None = None, stop: Event | None = None, *, is_new: bool = False
    ) -> EngineMatch:
        from cpoker_fast.engines.matches import EngineMatch

        return EngineMatch(self._pool, rules, players, time_limit, stop, is_new=is_new)

    @contextmanager
    def _playing(self, rules: Rules, players: int, time_limit: float | None) -> Iterator[EngineMatch]:
        """Return a context with the match of the bot. If the bot plays none, this is a match for one request."""
        if self._match is not None:
            yield self._match
            return
        match = self._new_match(rules, players, time_limit)
        try:
            yield match
        finally:
            match.end()

    # ---- playing ----

    def reply(self, positions: Positions, rng: np.random.Generator, time_limit: float | None = None) -> AnswerArrays:
        """Return the engine's reply, with faults as problems. `time_limit` (seconds per position) is ignored in a match."""
        with self._playing(positions.rules, self._checked_players(), time_limit) as match:
            placements, problems, message_positions = match.place(positions, rng)
        reply = reply_in_texts(placements, positions)
        for index, text in problems.items():
            reply.problems[index] = Problem(text, hands=message_positions.get(index, 0))
        return reply

    def place_many(self, positions: Positions | Sequence[Position], rng: np.random.Generator) -> list[Placement]:
        """Return a placement for each position.

        Raises
        ------
        BotError
            If the engine fails to place a hand, or its placement, surrender or declaration is not allowed.
        """
        positions = positions_for_bot(positions, rng)
        reply = self.reply(positions, rng)
        for index in sorted(reply.problems):
            raise fault_at(self.name, reply.problems[index], positions[index])
        rows = zip(reply.boards.tolist(), reply.declared.tolist(), positions, strict=True)
        return [placement_in(board, code, position) for board, code, position in rows]

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement of one hand; see `place_many`. PlacementError without cards, SeedError for a bad `rng`."""
        check_bot_arguments(position, rng)
        return self.place_many(Positions.of([position]), rng)[0]


def close_engines(bots: Sequence[object]) -> None:
    """End the processes of those prepared bots that are engines."""
    for bot in bots:
        if isinstance(bot, EngineBot):
            bot.close()


@contextmanager
def in_match(
    bots: Sequence[Any], rules: Rules, time_limit: float | None, stop: Event | None = None
) -> Iterator[tuple[Any, ...]]:
    """Return a context with the bots of one match: engines begin it, and other bots are unchanged."""
    with ExitStack() as matches:
        playing = []
        for bot in bots:
            if isinstance(bot, EngineBot):
                player = bot.begin_match(rules, time_limit, stop)
                matches.callback(player.end_match)
                playing.append(player)
            else:
                playing.append(bot)
        yield tuple(playing)
