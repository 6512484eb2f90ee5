"""Preparation of bots, which are given as names, functions or objects."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError, CpokerError, TableError
from cpoker_fast.players.engine_bot import EngineBot, close_engines
from cpoker_fast.players.faults import raised
from cpoker_fast.players.package_bots import bot
from cpoker_fast.players.parameters import check_parameters
from cpoker_fast.players.protocol import BatchBot, Bot, NamedBot
from cpoker_fast.rulebook import Rules

__all__ = [
    "are_alike", "as_bot", "check_methods", "identity_of", "name_of", "prepared", "prepared_bots", "prepared_opponents",
]  # fmt: skip


class _FunctionBot:
    """A bot that calls a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.place = self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def __repr__(self) -> str:
        return f"bot of {self.function!r}"


def as_bot(player: Any) -> Any:
    """Return a bot, given as a name, a function or an object, before its preparation; raise BotError for other values."""
    if isinstance(player, str):
        return bot(player)
    if isinstance(player, type) and any(hasattr(player, method) for method in _METHODS):
        raise BotError.about("bot", f"expected an object of the class, such as {player.__name__}(), got {quote(player)}")
    if isinstance(player, _PROTOCOLS):
        return player
    if not callable(player):
        methods = " or ".join(_METHODS)
        raise BotError.about("bot", f"expected a name, a function, or an object with {methods}, got {quote(player)}")
    return _FunctionBot(player)


_PROTOCOLS = (Bot, BatchBot)
_METHODS = ("place", "place_many")


def prepared(player: Any, rules: Rules, players: int, time_limit: float | None = None) -> Any:
    """Return a bot, given as a name, a function or an object, prepared for the rules; raise BotError for other values.

    Engines learn the time limit, in seconds for each hand, and may refuse it.
    """
    player = as_bot(player)
    prepare = getattr(player, "prepare", None)
    if prepare is None:
        bot: Any = player
    elif isinstance(player, EngineBot):
        bot = player.prepare(rules, players, time_limit)
    else:
        label = f"bot {quote(name_of(player))}"
        if not callable(prepare):
            raise BotError(f"{label}: prepare: expected a method, got {quote(prepare)}")
        check_parameters(f"{label}: prepare", prepare, _PREPARE_PARAMETERS)
        try:
            bot = prepare(rules, players)
        except CpokerError:
            raise
        except Exception as error:
            raise BotError(f"{label}: prepare {raised(error)}", bot=name_of(player)) from error
    if not isinstance(bot, _PROTOCOLS):
        raise BotError(f"bot {quote(name_of(player))}: prepare returned {quote(bot)}: expected a bot, such as the same one")
    check_methods(bot)
    return bot


_PREPARE_PARAMETERS = ("rules", "players")


@contextmanager
def prepared_bots(
    bots: Sequence[Any], rules: Rules, players: int, time_limit: float | None = None
) -> Iterator[tuple[Any, ...]]:
    """Return a context with bots that are prepared for tables of some players; the engines among them end with it.

    Entering it raises BotError for values that are no bots, and for engines that refuse the rules or the time limit.
    """
    playing: list[Any] = []
    try:
        for bot in bots:
            playing.append(prepared(bot, rules, players, time_limit))  # noqa: PERF401  those before a BotError are closed
        yield tuple(playing)
    finally:
        close_engines(playing)


def check_methods(bot: object) -> None:
    """Raise BotError if a method of a bot, or the function of a user, cannot be called as a bot."""
    for method, protocol in zip(_METHODS, _PROTOCOLS, strict=True):
        if isinstance(bot, protocol):
            _, *parameters = inspect.signature(getattr(protocol, method)).parameters
            _check_method(bot, method, parameters)


def _check_method(bot: object, method: str, parameters: Sequence[str]) -> None:
    label = f"bot {quote(name_of(bot))}"
    if not callable(value := getattr(bot, method)):
        raise BotError(f"{label}: {method}: expected a method, got {quote(value)}")
    if isinstance(bot, _FunctionBot):
        hint = "; if this is a policy, wrap it: PolicyBot(policy)"
        check_parameters(label, bot.function, parameters, hint=hint, may_be_policy=False)
    else:
        check_parameters(f"{label}: {method}", getattr(bot, method), parameters)


def prepared_opponents(opponent: Any, rules: Rules, players: int) -> tuple[Any, ...]:
    """Return the prepared opponents of a learner, clockwise: one bot at all other seats, or the bots of a list.

    Raises TableError if the list does not have a bot for each of these seats, BotError if one is not a bot.
    """
    if not isinstance(opponent, list | tuple):
        return (prepared(opponent, rules, players),) * (players - 1)
    if len(opponent) != players - 1:
        or_list = f", or a list of {players - 1}, clockwise from the learner" if players > 2 else ""
        raise TableError.about("opponent", f"expected one bot{or_list}, got a list of {len(opponent)}")
    return tuple([prepared(bot, rules, players) for bot in opponent])


def name_of(bot: object) -> str:
    """Return the name of a bot: its attribute ``name`` or, without this attribute, the name of its class.

    Raises BotError if reading the attribute fails.

    Examples
    --------
    >>> name_of(bot("balanced"))
    'balanced'
    """
    try:
        return str(getattr(bot, "name", type(bot).__name__))
    except Exception as error:
        raise BotError(f"bot {quote(type(bot).__name__)}: name {raised(error)}") from error


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
