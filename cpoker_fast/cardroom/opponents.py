"""The bots that a person plays against, and the names of all players."""

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

_HOW_MANY = {1: "one bot", 2: "one or two bots", 3: "one to three bots"}


class Opponents(NamedTuple):
    """Bots at the table of a person, who has seat 0."""

    arguments: list[Any]
    """Names, functions or objects that the caller gave for the bots."""
    bots: list[Any]
    names: tuple[str, ...]
    """Names of all players, by seat: the person's name first."""

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
        """Prepare 1 to `most` bots; raise TableError if the number of bots or the name of the person is invalid."""
        arguments = items_of(opponents)
        if arguments is None or not 1 <= len(arguments) <= most:
            raise TableError(f"opponents: expected {_HOW_MANY[most]}, got {quote(opponents)}")
        check_name("name", name, TableError)
        bots = [prepared(argument, rules, len(arguments) + 1, kind) for argument in arguments]
        names = (name, *(f"{getattr(opponent, 'name', 'bot')} {seat}" for seat, opponent in enumerate(bots, 1)))
        if name in names[1:]:
            raise TableError(f"name: expected a name that no bot has, got {quote(name)}")
        return cls(arguments, bots, names)

    def to_list(self) -> list[str]:
        """Return the names of the bots, for JSON; raise SessionError if a bot was not given by name."""
        for argument in self.arguments:
            if not isinstance(argument, str):
                raise SessionError(f"opponents: only bots given by name can be saved, got {quote(argument)}")
        return list(self.arguments)


def tally_of(rules: Rules, deals: int, names: Sequence[str], totals: Sequence[int]) -> str:
    """Return the rules, the number of deals and the total points as text, with a line for each player."""
    rows = [[name, f"{total:+d}"] for name, total in zip(names, totals, strict=True)]
    return "\n".join([f"{rules.name}, {counted(deals, 'deal')}", *align_columns(rows, right=[1])])
