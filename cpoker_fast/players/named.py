"""What all bots of the package have, and the lists of them."""

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
        """A text that differs between bots of the package that play differently."""
        return self.name


_T = TypeVar("_T", bound=NamedBot)


@dataclass(frozen=True, slots=True)
class BotMaker(Generic[_T]):
    """How a bot of the package is made, and what it may be made with."""

    make: Callable[..., _T]
    takes_field: bool = False
    """Whether it plays against a `Field`: one that it is made with, or the equilibrium of the rules."""
    thinks: bool = False
    """Whether it takes `seconds` or `rollouts`: how long it thinks about a placement."""


class Registry(Generic[_T]):
    """The bots of the package for a kind of game, by name, in the order in which they are listed."""

    def __init__(self, kind: str, **makers: BotMaker[_T]) -> None:
        self._kind, self._makers = kind, makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __getitem__(self, name: object) -> BotMaker[_T]:
        """How to make a bot; BotError if there is none of that name."""
        if not isinstance(name, str) or name not in self._makers:
            known = did_you_mean(name, self._makers, quoted=True)
            raise BotError(f"unknown {self._kind} {quote(name)}: {known}, or a function or object of your own")
        return self._makers[name]
