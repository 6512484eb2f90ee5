"""The rake of a deal, the jackpot that a part of it feeds, and who wins the jackpot."""

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
    """The rake of a deal and the payments of the jackpot, in chips."""

    rake: int
    """Rake of each player, paid before the deal."""
    to_jackpot: int
    """The part of all rakes that goes to the jackpot."""
    paid: dict[int, int]
    """Payments of the jackpot, by player."""


def takings_of(settled: Settlement, jackpot: int) -> Takings:
    """Return the takings of a deal at a table whose jackpot held so many chips before it."""
    rake = settled.rules.table.rake
    to_jackpot = rake.to_jackpot * len(set(settled.owners))
    paid = {} if rake.jackpot is None else _paid_from_jackpot(jackpot + to_jackpot, rake.jackpot, settled)
    return Takings(rake.chips, to_jackpot, paid)


def check_jackpot(rules: Rules) -> None:
    """Raise RulesError if the rules have a jackpot that requires a row that no hand can make."""
    if (jackpot := rules.table.rake.jackpot) is not None:
        _least_strengths(jackpot, rules)


def _least_strengths(jackpot: Jackpot, rules: Rules) -> tuple[int, ...]:
    """Return the strengths of front, middle and back that the loser of a jackpot needs at least."""
    return cached_with(rules, "jackpot", None, lambda: _find_strengths(jackpot, rules))


def _find_strengths(jackpot: Jackpot, rules: Rules) -> tuple[int, ...]:
    kinds = {row: {getattr(jackpot, row): 1} for row in ROWS if getattr(jackpot, row)}
    royalties = Royalties.from_plain(kinds)
    core = compiled(Rules(wheel=rules.wheel, lowball_middle=rules.lowball_middle, royalties=royalties))
    least = [0] * len(ROWS)
    for place, row in enumerate(ROWS):
        qualifies = royalties_of_row(core, place) > 0
        if row in kinds and not qualifies.any():
            raise RulesError(f"no {row} is {quote(getattr(jackpot, row))} under these rules", path=f"{jackpot.PATH}.{row}")
        least[place] = int(qualifies.argmax())
    return tuple(least)


def _bad_beats(settled: Settlement, least: Sequence[int]) -> list[tuple[int, int]]:
    """Return loser and winner, as players, of each pairing that wins the jackpot, in the order of play."""
    beats = []
    for pair in settled.pairs:
        if pair.decided_by is not DecidedBy.ROWS or abs(sum(pair.rows)) != len(ROWS):
            continue
        winner, loser = (pair.first, pair.second) if pair.rows[0] > 0 else (pair.second, pair.first)
        if all(strength >= needed for strength, needed in zip(settled.seats[loser].strengths, least, strict=True)):
            beats.append((settled.owners[loser], settled.owners[winner]))
    return beats


def _paid_from_jackpot(chips: int, jackpot: Jackpot, settled: Settlement) -> dict[int, int]:
    """Return the payments of a jackpot of so many chips, by player. Several pairings that win it share it equally."""
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
