"""Preparation of bots, which come as names, functions or objects."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.errors import BotError
from cpoker_fast.players.builtin import bot
from cpoker_fast.players.named import NamedBot
from cpoker_fast.players.protocol import BatchBot, Bot
from cpoker_fast.rulebook import Rules

__all__ = ["CLOSED", "BotKind", "are_alike", "identity_of", "name_of", "prepared"]


class BotKind(NamedTuple):
    """Kind of bots, for a kind of game."""

    protocol: type[Any]
    method: str
    """Method of the protocol that a plain function stands for."""
    of_package: Callable[[str], Any]
    """Function that returns the bot of a name."""
    optional: tuple[tuple[type[Any], str], ...] = ()
    """Optional protocols, with their methods."""


CLOSED = BotKind(Bot, "set_board", bot, ((BatchBot, "set_boards"),))
"""Bots that set hands of 13 cards."""


class _Function:
    """A bot that calls a function."""

    def __init__(self, function: Callable[..., Any], method: str) -> None:
        setattr(self, method, function)
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def __repr__(self) -> str:
        return f"bot of {self.function!r}"


def prepared(player: Any, rules: Rules, players: int, kind: BotKind = CLOSED) -> Any:
    """Return the bot of a name, a function or an object, ready to play; BotError for anything else."""
    if isinstance(player, str):
        player = kind.of_package(player)
    elif isinstance(player, type) and hasattr(player, kind.method):
        raise BotError(f"bad bot {quote(player)}: expected an object of this class, such as {player.__name__}()")
    elif not isinstance(player, kind.protocol):
        if not callable(player):
            raise BotError(f"bad bot {quote(player)}: expected a name, a function, or an object with {kind.method}")
        player = _Function(player, kind.method)
    prepare = getattr(player, "prepare", None)
    if prepare is None:
        bot: Any = player
    else:
        _check_parameters(player, "prepare", prepare, _PREPARED_WITH)
        bot = prepare(rules, players)
    if not isinstance(bot, kind.protocol):
        raise BotError(f"prepare of {quote(player)} returned {quote(bot)}: expected a bot")
    for protocol, method in ((kind.protocol, kind.method), *kind.optional):
        if isinstance(bot, protocol):
            _, *parameters = inspect.signature(getattr(protocol, method)).parameters
            _check_parameters(bot, method, getattr(bot, method), parameters)
    return bot


_PREPARED_WITH = ("rules", "players")


def _check_parameters(bot: object, method: str, function: Any, parameters: Sequence[str]) -> None:
    """Raise BotError if a function cannot be called with arguments for these parameters."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions in C have no signature
        return
    try:
        signature.bind(*parameters)
    except TypeError:
        called = f"bot {quote(name_of(bot))}" + f": {method}" * (not isinstance(bot, _Function))
        bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
        actual = shorten(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))
        raise BotError(f"{called}: expected the parameters ({', '.join(parameters)}), got {actual}") from None


def name_of(bot: object) -> str:
    """Return the name of a bot: its attribute `name`, or its class.

    Examples
    --------
    >>> name_of(bot("balanced"))
    'balanced'
    """
    return str(getattr(bot, "name", type(bot).__name__))


def identity_of(bot: object) -> str:
    """Return a text that identifies a bot, the same in every process."""
    if isinstance(bot, NamedBot):
        return bot.identity()
    kind = bot.function if isinstance(bot, _Function) else type(bot)
    return f"{getattr(kind, '__module__', '')}.{getattr(kind, '__qualname__', type(kind).__qualname__)}"


def are_alike(bots: Sequence[object]) -> bool:
    """Whether all bots are the same object, or bots of the package that play alike.

    Examples
    --------
    >>> are_alike([bot("balanced"), bot("balanced")]), are_alike([bot("balanced"), bot("random")])
    (True, False)
    """
    first = bots[0]
    return all(bot is first or (isinstance(bot, NamedBot) and identity_of(bot) == identity_of(first)) for bot in bots)
