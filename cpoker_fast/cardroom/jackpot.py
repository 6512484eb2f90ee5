"""The rake of a deal, and who wins the jackpot that a part of it feeds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._settling import royalties_of_row
from cpoker_fast.boards import ROWS
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Royalties, Rules, cached_with, compiled
from cpoker_fast.settling import DecidedBy

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Jackpot
    from cpoker_fast.settling import Settlement

__all__ = ["Takings", "check_jackpot", "takings_of"]


class Takings(NamedTuple):
    """What a table takes from the players of a deal, and what its jackpot pays them, in chips."""

    rake: int
    """From each player, before the deal."""
    to_jackpot: int
    """What goes into the jackpot, of the rakes of all players."""
    paid: dict[int, int]
    """From the jackpot, to each player who wins some of it."""


def takings_of(settled: Settlement, jackpot: int) -> Takings:
    """The rake of a deal, and what a jackpot that held so many chips before it pays."""
    rake = settled.rules.table.rake
    to_jackpot = rake.to_jackpot * len(set(settled.owners))
    paid = {} if rake.jackpot is None else _paid_from_jackpot(jackpot + to_jackpot, rake.jackpot, settled)
    return Takings(rake.chips, to_jackpot, paid)


def check_jackpot(rules: Rules) -> None:
    """Raise RulesError if the rules have a jackpot, and no row can be of a kind that it asks for."""
    if (jackpot := rules.table.rake.jackpot) is not None:
        _least_strengths(jackpot, rules)


def _least_strengths(jackpot: Jackpot, rules: Rules) -> tuple[int, ...]:
    """The strengths of front, middle and back that the loser of a jackpot must have at least."""
    return cached_with(rules, "jackpot", None, lambda: _find_strengths(jackpot, rules))


def _find_strengths(jackpot: Jackpot, rules: Rules) -> tuple[int, ...]:
    kinds = {row: {getattr(jackpot, row): 1} for row in ROWS if getattr(jackpot, row)}
    royalties = Royalties.from_plain(kinds)
    core = compiled(Rules(wheel=rules.wheel, lowball_middle=rules.lowball_middle, royalties=royalties))
    least = [0] * len(ROWS)
    for place, row in enumerate(ROWS):
        enough = royalties_of_row(core, place) > 0
        if row in kinds and not enough.any():
            raise RulesError(f"no {row} is {quote(getattr(jackpot, row))} under these rules", path=f"{jackpot.PATH}.{row}")
        least[place] = int(enough.argmax())
    return tuple(least)


def _bad_beats(settled: Settlement, least: Sequence[int]) -> list[tuple[int, int]]:
    """Loser and winner, as players, of each pairing that wins the jackpot, in the order of play."""
    found = []
    for pair in settled.pairs:
        if pair.decided_by is not DecidedBy.ROWS or abs(sum(pair.rows)) != len(ROWS):
            continue
        winner, loser = (pair.first, pair.second) if pair.rows[0] > 0 else (pair.second, pair.first)
        if all(own >= needed for own, needed in zip(settled.seats[loser].strengths, least, strict=True)):
            found.append((settled.owners[loser], settled.owners[winner]))
    return found


def _paid_from_jackpot(chips: int, jackpot: Jackpot, settled: Settlement) -> dict[int, int]:
    """Chips for each player who wins some of a jackpot of so many chips. Several pairings that win it share it equally."""
    pairs = _bad_beats(settled, _least_strengths(jackpot, settled.rules))
    players = set(settled.owners)
    percent = dict.fromkeys(sorted(players), Fraction(0))
    for loser, winner in pairs:
        others = players - {loser, winner}
        percent[loser] += Fraction(jackpot.loser, len(pairs))
        percent[winner] += Fraction(jackpot.winner, len(pairs))
        for player in others:
            percent[player] += Fraction(jackpot.table, len(pairs) * len(others))
    paid = {player: int(chips * share / 100) for player, share in percent.items()}
    return {player: amount for player, amount in paid.items() if amount}
