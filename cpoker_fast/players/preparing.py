"""Preparing bots to play, given as names, functions or objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.decisions import Decision
from cpoker_fast.errors import BotError
from cpoker_fast.players.builtin import PackageBot, bot
from cpoker_fast.players.protocol import Bot
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np

__all__ = ["are_alike", "identity_of", "prepared"]


class _Function:
    """A bot that calls a function."""

    def __init__(self, function: Callable[[CardSet, Rules, int, np.random.Generator], Board | Decision]) -> None:
        self.set_board = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def __repr__(self) -> str:
        return f"bot of {self.set_board!r}"


def prepared(given: Any, rules: Rules, players: int) -> Bot:
    """The bot that a name, a function or an object stands for, ready to play; BotError for anything else."""
    if isinstance(given, str):
        given = bot(given)
    elif not isinstance(given, Bot):
        if not callable(given):
            raise BotError(f"bad bot {given!r}: expected a name, a function, or an object with set_board")
        given = _Function(given)
    prepare = getattr(given, "prepare", None)
    ready: Any = given if prepare is None else prepare(rules, players)
    if not isinstance(ready, Bot):
        raise BotError(f"prepare of {given!r} returned {ready!r}: expected a bot")
    return ready


def identity_of(given: Bot) -> str:
    """A text that identifies a bot, the same in every process."""
    if isinstance(given, PackageBot):
        return given.identity()
    kind = given.set_board if isinstance(given, _Function) else type(given)
    return f"{getattr(kind, '__module__', '')}.{getattr(kind, '__qualname__', type(kind).__qualname__)}"


def are_alike(ready: Sequence[Bot]) -> bool:
    """Whether all are the same bot, or bots of the package that play alike."""
    first = ready[0]
    return all(one is first or (isinstance(one, PackageBot) and identity_of(one) == identity_of(first)) for one in ready)
