"""Bots that are engines: programs that play by the engine protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from threading import Event
from typing import TYPE_CHECKING, Any, Self, TypeVar

from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.cards import CardSet
from cpoker_fast.decisions import Decision, declaration_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError, EngineError
from cpoker_fast.players.decision_checks import are_valid, fault_in
from cpoker_fast.players.named import NamedBot
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpoker_fast.engines import BoardsReply
    from cpoker_fast.engines.matches import EngineMatch

__all__ = ["ENGINE", "EngineBot", "EnginePlayer", "close_engines", "command_of", "in_match"]

ENGINE = "exec:"
"""Beginning of the name of a bot that is an engine; the command follows."""


def command_of(name: object) -> str | None:
    """Return the command in the name of a bot that is an engine; None for the names of other bots."""
    return name.removeprefix(ENGINE) if isinstance(name, str) and name.startswith(ENGINE) else None


class EnginePlayer(NamedBot):
    """Base of the bots that are engines.

    `prepare` starts a process of the engine, and checks that it plays by the rules. A prepared bot has a process for each
    thread that uses it at the same time; `close` ends them. In other processes, to which a bot is sent as its command, it
    starts processes of its own.
    """

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
        return _restored, (type(self), self.command, {"name": self.name, "players": self.players})

    def _changed(self, **values: object) -> Self:
        """Return a bot with some other attributes."""
        return _restored(type(self), self.command, {**vars(self), **values})

    def identity(self) -> str:
        """Return the name with which the bot was made: ``exec:`` and the command."""
        return ENGINE + self.command

    def prepare(self, rules: Rules, players: int, time_limit: float | None = None) -> Self:
        """Return a bot for these rules and number of players, whose name is that of the engine.

        Raises BotError if the engine cannot be started, does not play this kind of game, or refuses the rules or the time
        limit of the matches that follow, in seconds per hand or placement.
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
        """Return the bot of one match, which is for one thread.

        The time limit, in seconds per hand or placement, is then that of the engine, which is killed when it is over. The
        event `stop` ends each wait for the engine.
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
        fantasylands: NDArray[np.uint8] | None = None,
    ) -> None:
        """Report the results of deals to the engine of a match, if it requests them; see `engines.settlement_records`."""
        from cpoker_fast.engines import settlement_records

        if self._match is not None:
            self._match.settled(lambda: settlement_records(player, buttons, boards, faults, points, fantasylands))

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
        """Return a context with the match of the bot, or outside of one, with a match for one request."""
        if self._match is not None:
            yield self._match
            return
        match = self._new_match(rules, players, time_limit)
        try:
            yield match
        finally:
            match.end()


_P = TypeVar("_P", bound=EnginePlayer)


def _restored(kind: type[_P], command: str, values: Mapping[str, object]) -> _P:
    """Return a bot of some kind with a command and other attributes; by default, it has its own processes."""
    bot = kind(command)
    vars(bot).update(values)
    return bot


class EngineBot(EnginePlayer):
    """A bot for closed games that is an engine: a program that plays by the engine protocol. It is a `BatchBot`.

    ``bot("exec:COMMAND")`` makes the same bot. The program is started without a shell; see `engines.Engine`.

    Parameters
    ----------
    command : str
        Command line, with quotes as in a shell.

    Attributes
    ----------
    command : str
    name : str
        ``exec:`` and the command; after `prepare`, the name of the engine.
    players : int or None
        Number of players for which the bot is prepared.

    Raises
    ------
    BotError
        If the command is not a command line; from `prepare`, if the engine does not start or does not play by the rules.

    Examples
    --------
    >>> import shlex, sys
    >>> import numpy as np
    >>> program = '''
    ... import json, sys
    ... for line in sys.stdin:
    ...     message = json.loads(line)
    ...     boards = [f"{hand[:6]}/{hand[6:16]}/{hand[16:]}" for hand in message.get("hands", [])]
    ...     replies = {
    ...         "hello": {"type": "hello", "protocol": 1, "name": "As dealt", "games": ["closed"]},
    ...         "match": {"type": "ready"},
    ...         "set": {"type": "boards", "id": message.get("id"), "boards": boards},
    ...     }
    ...     if message["type"] == "quit":
    ...         break
    ...     print(json.dumps(replies[message["type"]]), flush=True)
    ... '''
    >>> name = f"exec:{shlex.join([sys.executable, '-c', program])}"
    >>> simulate("pagat", [name, "random"], 100, seed=1).players
    ('As dealt', 'random')
    >>> player = bot(name).prepare(rules("pagat"), 2)
    >>> hand = CardSet("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c")
    >>> print(player.set_board(hand, rules("pagat"), 1, np.random.default_rng(1)).board)
    6h 5h 5c / 9c 8c 7s 7h 7d / As Kh Qs Jd Td
    >>> hands = np.array([list(hand)] * 3, np.uint8)
    >>> len(player.set_boards(hands, rules("pagat"), 1, np.random.default_rng(1)))
    3
    >>> player.close()
    """

    def answer(
        self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator, time_limit: float | None = None
    ) -> BoardsReply:
        """Return what the engine answers for hands, uint8[n, 13], all dealt to one seat; faults are problems of hands.

        The `Referee` checks it. `time_limit`: seconds per hand, unless the bot is in a match.
        """
        with self._playing(rules, self._checked_players(), time_limit) as match:
            return match.set(hands, seat, rng)

    def set_boards(self, hands: NDArray[np.uint8], rules: Rules, seat: int, rng: np.random.Generator) -> list[Decision]:
        """Set hands, uint8[n, 13].

        Raises BotError if the engine fails to set a hand, as if it sets other cards, or if the rules do not allow its
        surrender or declaration.
        """
        reply = self.answer(hands, rules, seat, rng)
        is_valid = are_valid(hands, rules, reply.boards, reply.declared, reply.problems)
        if not is_valid.all():
            index = int(is_valid.argmin())
            raise fault_in(
                self.name,
                hands[index],
                rules,
                seat,
                reply.boards[index],
                int(reply.declared[index]),
                problem=reply.problems.get(index),
                message_hands=reply.message_hands.get(index, 0),
            )
        return [
            Decision(board_of_cards(board), declaration_of(code))
            for board, code in zip(reply.boards, reply.declared.tolist(), strict=True)
        ]

    def set_board(self, hand: CardSet, rules: Rules, seat: int, rng: np.random.Generator) -> Decision:
        """Set one hand; see `set_boards`."""
        import numpy as np

        return self.set_boards(np.array([list(hand)], np.uint8), rules, seat, rng)[0]


def close_engines(bots: Sequence[object]) -> None:
    """End the processes of those prepared bots that are engines."""
    for bot in bots:
        if isinstance(bot, EnginePlayer):
            bot.close()


@contextmanager
def in_match(
    bots: Sequence[Any], rules: Rules, time_limit: float | None, stop: Event | None = None
) -> Iterator[tuple[Any, ...]]:
    """Return a context with the bots of one match: engines begin it, and other bots are unchanged."""
    with ExitStack() as matches:
        playing = []
        for bot in bots:
            if isinstance(bot, EnginePlayer):
                player = bot.begin_match(rules, time_limit, stop)
                matches.callback(player.end_match)
                playing.append(player)
            else:
                playing.append(bot)
        yield tuple(playing)
