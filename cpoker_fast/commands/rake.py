"""Rake and jackpot in `cpoker score`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cpoker_fast.cardroom.jackpot import check_jackpot, takings_of
from cpoker_fast.commands.inputs import BadInput
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CpokerError, TableError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Settlement, least_stack

__all__ = ["Raked", "Raking"]


class Raked(NamedTuple):
    """The effect of rake and jackpot on a table that was settled with stacks."""

    title: str
    """Heading of the totals."""
    plain: dict[str, Any]
    """Values for JSON; lists have a number for each player."""
    lines: list[str]
    """Sentences on the rake and the jackpot."""
    totals: list[str]
    """Name of each player, with the chips won or lost after the rake and the jackpot."""
    chips: list[int]
    """Chips won or lost after the rake and the jackpot, by player."""

    @property
    def jackpot(self) -> int:
        """Chips in the jackpot after the table."""
        return int(self.plain["jackpot"])


class Raking(NamedTuple):
    """Rake and jackpot of rules that have at least one of them."""

    rules: Rules
    jackpot: int
    """Chips in the jackpot before each deal."""

    @classmethod
    def of(cls, rules: Rules, jackpot: int) -> Raking:
        """Return rake and jackpot; raise BadInput if there are chips but the rules have no jackpot, or nobody can win it."""
        if jackpot and rules.table.rake.jackpot is None:
            raise BadInput(f"--jackpot: rules {rules.name!r} have no jackpot (table.rake.jackpot)")
        try:
            check_jackpot(rules)
        except CpokerError as error:
            raise BadInput(str(error)) from None
        return cls(rules, jackpot)

    def __str__(self) -> str:
        rake = self.rules.table.rake
        words = [f"a rake of {counted(rake.chips, 'chip')} from each player"] * bool(rake.chips)
        if rake.to_jackpot:
            words.append(f"{rake.to_jackpot} of them for the jackpot")
        if rake.percent:
            limit = "" if rake.cap is None else f" (at most {counted(rake.cap, 'chip')})"
            words.append(f"{rake.percent} percent of the winnings of each player{limit}")
        if rake.jackpot is not None and not rake.to_jackpot:
            words.append("a jackpot")
        return ", ".join(words)

    def stacks_after_rake(self, stacks: list[int], names: Sequence[str], unit: int) -> list[int]:
        """Return the stacks after the rake; raise TableError for a stack too small to be dealt in."""
        if len(stacks) != len(names):
            return stacks  # `settle` raises the error
        least = least_stack(self.rules, unit)
        for name, stack in zip(names, stacks, strict=True):
            if stack < least:
                chips = counted(least, "chip")
                raise TableError(f"--stacks: expected at least {chips} for {name!r} to be dealt in, got {stack}")
        return [stack - self.rules.table.rake.chips for stack in stacks]

    def effect_on(self, settled: Settlement) -> Raked:
        """Return the effect on a table that was settled with the stacks from `stacks_after_rake`."""
        takings = takings_of(settled, settled.rules.table.rake, self.jackpot)
        paid = [takings.paid.get(player, 0) for player in range(len(settled.names))]
        of_winnings = [takings.of_winnings.get(player, 0) for player in range(len(settled.names))]
        chips = [
            won - takings.rake - part + extra
            for won, part, extra in zip(settled.chips or (), of_winnings, paid, strict=True)
        ]
        before = self.jackpot + takings.to_jackpot
        plain = {
            "rake": takings.rake,
            "rake_of_winnings": of_winnings,
            "to_jackpot": takings.to_jackpot,
            "from_jackpot": paid,
            "jackpot": before - sum(paid),
            "chips_in_all": chips,
        }
        rake = self.rules.table.rake
        lines = [f"The table takes {self}."] if rake.takes_chips else []
        if takings.of_winnings:
            lines.append(f"Rake of the winnings: {_by_name(takings.of_winnings, settled)}.")
        if rake.jackpot is not None:
            left = f", and {before - sum(paid)} left"
            result = _by_name(takings.paid, settled) + left if takings.paid else "nobody wins it"
            lines.append(f"Jackpot of {counted(before, 'chip')}: {result}.")
        parts = [*["the rake"] * rake.takes_chips, *["the jackpot"] * (rake.jackpot is not None)]
        totals = [f"{name}: {counted(won, 'chip', sign='+')}" for name, won in zip(settled.names, chips, strict=True)]
        return Raked(f"Total after {' and '.join(parts)}", plain, lines, totals, chips)


def _by_name(chips: dict[int, int], settled: Settlement) -> str:
    """Return chips by player in words: ``Ann 47, Bob 23``."""
    return ", ".join(f"{settled.names[player]} {number}" for player, number in chips.items())
