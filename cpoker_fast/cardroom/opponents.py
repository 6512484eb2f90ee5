"""The bots that a person plays against."""

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

    given: list[Any]
    """What the caller named them by."""
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
        """One to `most` bots, ready to play; TableError for another number, or a bad name of the person."""
        listed = items_of(opponents)
        if listed is None or not 1 <= len(listed) <= most:
            raise TableError(f"opponents: expected {_HOW_MANY[most]}, got {quote(opponents)}")
        check_name("name", name, TableError)
        bots = [prepared(given, rules, len(listed) + 1, kind) for given in listed]
        names = (name, *(f"{getattr(other, 'name', 'bot')} {seat}" for seat, other in enumerate(bots, 1)))
        if name in names[1:]:
            raise TableError(f"name: expected another than those of the bots, got {quote(name)}")
        return cls(listed, bots, names)

    def to_list(self) -> list[str]:
        """Their names, for JSON; SessionError for a bot that was not given by its name."""
        for given in self.given:
            if not isinstance(given, str):
                raise SessionError(f"opponents: only bots given by name can be saved, got {quote(given)}")
        return list(self.given)


def tally_of(rules: Rules, deals: int, names: Sequence[str], totals: Sequence[int]) -> str:
    """What was won so far, in a line for each player."""
    rows = [[name, f"{total:+d}"] for name, total in zip(names, totals, strict=True)]
    return "\n".join([f"{rules.name}, {counted(deals, 'deal')}", *align_columns(rows, right=[1])])
