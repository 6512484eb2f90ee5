"""Preparing bots to play, given as names, functions or objects."""

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
    """What bots of a kind of game are."""

    protocol: type[Any]
    method: str
    """The method of the protocol that a plain function may stand for."""
    of_package: Callable[[str], Any]
    """The bot of a name."""
    optional: tuple[tuple[type[Any], str], ...] = ()
    """What else a bot may be asked by: protocols and their methods."""


CLOSED = BotKind(Bot, "set_board", bot, ((BatchBot, "set_boards"),))
"""Those that set hands of 13 cards."""


class _Function:
    """A bot that calls a function."""

    def __init__(self, function: Callable[..., Any], method: str) -> None:
        setattr(self, method, function)
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def __repr__(self) -> str:
        return f"bot of {self.function!r}"


def prepared(given: Any, rules: Rules, players: int, kind: BotKind = CLOSED) -> Any:
    """The bot that a name, a function or an object stands for, ready to play; BotError for anything else."""
    if isinstance(given, str):
        given = kind.of_package(given)
    elif isinstance(given, type) and hasattr(given, kind.method):
        raise BotError(f"bad bot {quote(given)}: expected an object of this class, such as {given.__name__}()")
    elif not isinstance(given, kind.protocol):
        if not callable(given):
            raise BotError(f"bad bot {quote(given)}: expected a name, a function, or an object with {kind.method}")
        given = _Function(given, kind.method)
    prepare = getattr(given, "prepare", None)
    if prepare is None:
        ready: Any = given
    else:
        _check_parameters(given, "prepare", prepare, _PREPARED_WITH)
        ready = prepare(rules, players)
    if not isinstance(ready, kind.protocol):
        raise BotError(f"prepare of {quote(given)} returned {quote(ready)}: expected a bot")
    for protocol, method in ((kind.protocol, kind.method), *kind.optional):
        if isinstance(ready, protocol):
            _, *wanted = inspect.signature(getattr(protocol, method)).parameters
            _check_parameters(ready, method, getattr(ready, method), wanted)
    return ready


_PREPARED_WITH = ("rules", "players")


def _check_parameters(bot: object, method: str, function: Any, wanted: Sequence[str]) -> None:
    """Raise BotError if a function cannot be called with arguments for the wanted parameters."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # not every function in C has one
        return
    try:
        signature.bind(*wanted)
    except TypeError:
        called = f"bot {quote(name_of(bot))}" + f": {method}" * (not isinstance(bot, _Function))
        bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
        got = shorten(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))
        raise BotError(f"{called}: expected the parameters ({', '.join(wanted)}), got {got}") from None


def name_of(ready: object) -> str:
    """The name of a bot: what it calls itself, or its class."""
    return str(getattr(ready, "name", type(ready).__name__))


def identity_of(given: object) -> str:
    """A text that identifies a bot, the same in every process."""
    if isinstance(given, NamedBot):
        return given.identity()
    kind = given.function if isinstance(given, _Function) else type(given)
    return f"{getattr(kind, '__module__', '')}.{getattr(kind, '__qualname__', type(kind).__qualname__)}"


def are_alike(ready: Sequence[object]) -> bool:
    """Whether all are the same bot, or bots of the package that play alike."""
    first = ready[0]
    return all(one is first or (isinstance(one, NamedBot) and identity_of(one) == identity_of(first)) for one in ready)
