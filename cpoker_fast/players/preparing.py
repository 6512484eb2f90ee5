"""Preparation of bots, which are given as names, functions or objects."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError, TableError
from cpoker_fast.players.builtin import bot
from cpoker_fast.players.engine_bot import EnginePlayer, close_engines
from cpoker_fast.players.named import NamedBot
from cpoker_fast.players.parameters import check_parameters
from cpoker_fast.players.protocol import BatchBot, Bot
from cpoker_fast.rulebook import Rules

__all__ = [
    "CLOSED",
    "BotKind",
    "are_alike",
    "as_bot",
    "identity_of",
    "name_of",
    "prepared",
    "prepared_bots",
    "prepared_opponents",
]


class BotKind(NamedTuple):
    """The interface of all bots for one kind of game. A bot has one of the methods, or both."""

    games: str
    """Name of the games in errors."""
    methods: tuple[str, ...]
    """Methods of bots: for one hand, and for many. A plain function is called in place of the first."""
    protocols: tuple[type[Any], ...]
    """Protocols with these methods."""
    of_package: Callable[[str], Any]
    """Function that returns a bot of the package, given its name."""
    policy_bot: str
    """Name of the class of bots that play policies."""
    other_games: str
    """Name of the games of the other kind."""
    other_methods: tuple[str, ...]
    """Methods of bots for the other games."""

    def plays(self, bot: object) -> bool:
        """Whether a value is a bot of this kind."""
        return isinstance(bot, self.protocols)


CLOSED = BotKind(
    "closed games",
    ("set_board", "set_boards"),
    (Bot, BatchBot),
    bot,
    "ClosedPolicyBot",
    other_games="open-face games",
    other_methods=("place", "place_many"),
)
"""The interface of bots for closed games."""


class _FunctionBot:
    """A bot that calls a function."""

    def __init__(self, function: Callable[..., Any], method: str) -> None:
        setattr(self, method, function)
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def __repr__(self) -> str:
        return f"bot of {self.function!r}"


def as_bot(player: Any, kind: BotKind = CLOSED) -> Any:
    """Return a bot, given as a name, a function or an object, before its preparation; raise BotError for other values."""
    if isinstance(player, str):
        return kind.of_package(player)
    if isinstance(player, type) and any(hasattr(player, method) for method in kind.methods):
        raise BotError.about("bot", f"expected an object of the class, such as {player.__name__}(), got {quote(player)}")
    if kind.plays(player):
        return player
    if any(hasattr(player, method) for method in kind.other_methods):
        expected = f"expected a bot with {' or '.join(kind.methods)}, since the rules are those of {kind.games}"
        raise BotError.about("bot", f"{expected}; {quote(player)} plays {kind.other_games}")
    if not callable(player):
        methods = " or ".join(kind.methods)
        raise BotError.about("bot", f"expected a name, a function, or an object with {methods}, got {quote(player)}")
    return _FunctionBot(player, kind.methods[0])


def prepared(player: Any, rules: Rules, players: int, kind: BotKind = CLOSED, time_limit: float | None = None) -> Any:
    """Return a bot, given as a name, a function or an object, prepared for the rules; raise BotError for other values.

    Engines learn the time limit, in seconds per hand or placement, and may refuse it.
    """
    player = as_bot(player, kind)
    prepare = getattr(player, "prepare", None)
    if prepare is None:
        bot: Any = player
    elif isinstance(player, EnginePlayer):
        bot = player.prepare(rules, players, time_limit)
    else:
        check_parameters(f"bot {quote(name_of(player))}: prepare", prepare, _PREPARE_PARAMETERS)
        bot = prepare(rules, players)
    if not kind.plays(bot):
        raise BotError(f"prepare of {quote(player)} returned {quote(bot)}: expected a bot")
    for method, protocol in zip(kind.methods, kind.protocols, strict=True):
        if isinstance(bot, protocol):
            _, *parameters = inspect.signature(getattr(protocol, method)).parameters
            _check_method(bot, method, parameters, kind)
    return bot


_PREPARE_PARAMETERS = ("rules", "players")


@contextmanager
def prepared_bots(
    bots: Sequence[Any], rules: Rules, players: int, kind: BotKind, time_limit: float | None = None
) -> Iterator[tuple[Any, ...]]:
    """Return a context with bots that are prepared for tables of some players; the engines among them end with it.

    Entering it raises BotError for values that are no bots, and for engines that refuse the rules or the time limit.
    """
    playing: list[Any] = []
    try:
        for bot in bots:
            playing.append(prepared(bot, rules, players, kind, time_limit))  # noqa: PERF401  those before a BotError are closed
        yield tuple(playing)
    finally:
        close_engines(playing)


def _check_method(bot: object, method: str, parameters: Sequence[str], kind: BotKind) -> None:
    """Raise BotError if a method of a bot, or the function of a user, cannot be called with positional arguments."""
    label = f"bot {quote(name_of(bot))}"
    if isinstance(bot, _FunctionBot):
        hint = f": to play a policy, wrap it: {kind.policy_bot}(policy)"
        check_parameters(label, bot.function, parameters, hint=hint, may_read_masks=False)
    else:
        check_parameters(f"{label}: {method}", getattr(bot, method), parameters)


def prepared_opponents(opponent: Any, rules: Rules, players: int, kind: BotKind = CLOSED) -> tuple[Any, ...]:
    """Return the prepared opponents of a learner, clockwise: one bot at all other seats, or the bots of a list.

    Raises TableError if the list does not have a bot for each of these seats, BotError if one is not a bot.
    """
    if not isinstance(opponent, list | tuple):
        return (prepared(opponent, rules, players, kind),) * (players - 1)
    if len(opponent) != players - 1:
        or_list = f", or a list of {players - 1}, clockwise from the learner" if players > 2 else ""
        raise TableError.about("opponent", f"expected one bot{or_list}, got a list of {len(opponent)}")
    return tuple([prepared(bot, rules, players, kind) for bot in opponent])


def name_of(bot: object) -> str:
    """Return the name of a bot: its attribute ``name`` or, without this attribute, the name of its class.

    Examples
    --------
    >>> name_of(bot("balanced"))
    'balanced'
    """
    return str(getattr(bot, "name", type(bot).__name__))


def identity_of(bot: object) -> str:
    """Return a text that identifies a bot, and is the same in all processes."""
    if isinstance(bot, NamedBot):
        return bot.identity()
    kind = bot.function if isinstance(bot, _FunctionBot) else type(bot)
    return f"{getattr(kind, '__module__', '')}.{getattr(kind, '__qualname__', type(kind).__qualname__)}"


def are_alike(bots: Sequence[object]) -> bool:
    """Whether all bots are the same object, or bots of the package with the same strategy.

    Examples
    --------
    >>> are_alike([bot("balanced"), bot("balanced")]), are_alike([bot("balanced"), bot("random")])
    (True, False)
    """
    first = bots[0]
    return all(bot is first or (isinstance(bot, NamedBot) and identity_of(bot) == identity_of(first)) for bot in bots)
