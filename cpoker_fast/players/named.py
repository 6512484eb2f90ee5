"""Bots of the package: their base, and registries by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import BotError

__all__ = ["BotMaker", "NamedBot", "Registry"]


class NamedBot:
    """A bot of the package."""

    name: str

    def identity(self) -> str:
        """Return a text that identifies how the bot plays: bots that play differently have different texts."""
        return self.name


_T = TypeVar("_T", bound=NamedBot)


@dataclass(frozen=True, slots=True)
class BotMaker(Generic[_T]):
    """Maker of a bot of the package, with the arguments that it takes."""

    make: Callable[..., _T]
    takes_field: bool = False
    """Whether the bot takes a `Field` to play against; the default is the equilibrium of the rules."""
    takes_limits: bool = False
    """Whether the bot takes `seconds` or `rollouts`, limits for each placement."""


class Registry(Generic[_T]):
    """Bots of the package for a kind of game, by name, in their listed order."""

    def __init__(self, kind: str, **makers: BotMaker[_T]) -> None:
        self._kind, self._makers = kind, makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __getitem__(self, name: object) -> BotMaker[_T]:
        """Return the maker of a bot; BotError for an unknown name."""
        if not isinstance(name, str) or name not in self._makers:
            expected = did_you_mean(name, self._makers, quoted=True)
            raise BotError(f"unknown {self._kind} {quote(name)}: {expected}, or your own function or object")
        return self._makers[name]
