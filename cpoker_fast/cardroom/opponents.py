"""The opponents of a person: bots and their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cpoker_fast._arguments import check_name, items_of
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import SessionError, TableError
from cpoker_fast.players import CLOSED, BotKind, prepared
from cpoker_fast.rulebook import Rules

__all__ = ["Opponents", "tally_of"]

_HOW_MANY = {1: "one", 2: "one or two", 3: "one to three"}


class Opponents(NamedTuple):
    """Bots at the table of a person, who has seat 0."""

    arguments: list[Any]
    """The bots as the caller named them."""
    bots: list[Any]
    names: tuple[str, ...]
    """By seat, the person's name first."""

    @classmethod
    def of(
        cls,
        opponents: Sequence[object],
        rules: Rules,
        name: str,
        *,
        most: int = 3,
        kind: BotKind = CLOSED,
    ) -> Opponents:
        """Prepare 1 to `most` bots; raise TableError for another number, or a bad name of the person."""
        listed = items_of(opponents)
        if listed is None or not 1 <= len(listed) <= most:
            raise TableError(f"opponents: expected {_HOW_MANY[most]}, got {quote(opponents)}")
        check_name("name", name, TableError)
        bots = [prepared(argument, rules, len(listed) + 1, kind) for argument in listed]
        names = (name, *(f"{getattr(opponent, 'name', 'bot')} {seat}" for seat, opponent in enumerate(bots, 1)))
        if name in names[1:]:
            raise TableError(f"name: expected a name that no bot has, got {quote(name)}")
        return cls(listed, bots, names)

    def to_list(self) -> list[str]:
        """Return the names of the bots, for JSON; SessionError for a bot that was not given by name."""
        for argument in self.arguments:
            if not isinstance(argument, str):
                raise SessionError(f"opponents: only bots given by name can be saved, got {quote(argument)}")
        return list(self.arguments)


def tally_of(rules: Rules, deals: int, names: Sequence[str], totals: Sequence[int]) -> str:
    """Return the points so far as text, a line for each player."""
    rows = [[name, f"{total:+d}"] for name, total in zip(names, totals, strict=True)]
    return "\n".join([f"{rules.name}, {counted(deals, 'deal')}", *align_columns(rows, right=[1])])
