"""Who wins the jackpot of a table, and how much of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from cpoker_fast._settling import royalties_of_row
from cpoker_fast.boards import ROWS
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Royalties, Rules, compiled
from cpoker_fast.settling import DecidedBy

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Jackpot
    from cpoker_fast.settling import Settlement

__all__ = ["least_strengths", "paid_from_jackpot"]


def least_strengths(jackpot: Jackpot, rules: Rules) -> tuple[int, ...]:
    """The strengths of front, middle and back that the loser of a jackpot must have at least.

    Raises RulesError if no row can be of a kind under these rules.
    """
    kinds = {row: {getattr(jackpot, row): 1} for row in ROWS if getattr(jackpot, row)}
    royalties = Royalties.from_plain(kinds)
    core = compiled(Rules(wheel=rules.wheel, lowball_middle=rules.lowball_middle, royalties=royalties))
    least = [0] * len(ROWS)
    for place, row in enumerate(ROWS):
        enough = royalties_of_row(core, place) > 0
        if row in kinds and not enough.any():
            raise RulesError(f"no {row} is {getattr(jackpot, row)!r} under these rules", path=f"{jackpot.PATH}.{row}")
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


def paid_from_jackpot(chips: int, jackpot: Jackpot, settled: Settlement, least: Sequence[int]) -> dict[int, int]:
    """Chips for each player who wins some of a jackpot of so many chips. Several pairings that win it share it equally."""
    pairs = _bad_beats(settled, least)
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
