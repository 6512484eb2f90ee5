"""The base class of the bots of the package, and registries of these bots by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import BotError

__all__ = ["BotMaker", "NamedBot", "Registry"]


class NamedBot:
    """Base class of the bots of the package."""

    name: str

    def identity(self) -> str:
        """Return a text that identifies the strategy of the bot; bots with different strategies have different texts."""
        return self.name


_T = TypeVar("_T", bound=NamedBot)


@dataclass(frozen=True, slots=True)
class BotMaker(Generic[_T]):
    """Function that makes a bot of the package, and the kinds of arguments that the function takes."""

    make: Callable[..., _T]
    takes_field: bool = False
    """Whether `make` takes a `Field` of opponent boards; the default is the equilibrium of the rules."""
    takes_limits: bool = False
    """Whether `make` takes `seconds` or `rollouts`, which limit the search for each placement."""


class Registry(Generic[_T]):
    """The makers of the package's bots for one kind of game, by name. Iteration yields the names.

    `others`: names of bots that play `other_games` only, for errors.
    """

    def __init__(self, kind: str, others: Collection[str], other_games: str, **makers: BotMaker[_T]) -> None:
        self._kind, self._others, self._other_games, self._makers = kind, others, other_games, makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __getitem__(self, name: object) -> BotMaker[_T]:
        """Return the maker of a bot; raise BotError if the name is unknown."""
        if not isinstance(name, str) or name not in self._makers:
            expected = did_you_mean(name, self._makers, quoted=True)
            if isinstance(name, str) and name in self._others:
                expected = f"it plays {self._other_games}: {expected}"
            raise BotError(f"unknown {self._kind} {quote(name)}: {expected}, 'exec:COMMAND', or your own function or object")
        return self._makers[name]
