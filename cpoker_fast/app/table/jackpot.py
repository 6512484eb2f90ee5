"""The rake of a deal, its part for the jackpot, and the payments of the jackpot."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast._settling import royalties_of_row
from cpoker_fast.boards import ROWS
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Royalties, Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.settling import DecidedBy

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Jackpot, Rake
    from cpoker_fast.settling import Settlement

__all__ = ["Takings", "check_jackpot", "takings_of"]


class Takings(NamedTuple):
    """The rake of a deal and the payments of the jackpot, in chips."""

    rake: int
    """Rake that each player pays before the deal."""
    of_winnings: dict[int, int]
    """Rake of each player's winnings, by player; players who pay none are not included."""
    to_jackpot: int
    """Part of the rake of all players that is added to the jackpot."""
    paid: dict[int, int]
    """Payments from the jackpot, by player; players who receive nothing are not included."""


def takings_of(settlement: Settlement, rake: Rake, jackpot: int) -> Takings:
    """Return the takings of a settled deal; `jackpot` is the number of chips in the jackpot before the deal."""
    to_jackpot = rake.to_jackpot * len(set(settlement.owners))
    won = {player: rake.of_winnings(chips) for player, chips in enumerate(settlement.chips or ())}
    of_winnings = {player: chips for player, chips in won.items() if chips}
    paid = {} if rake.jackpot is None else _paid_from_jackpot(jackpot + to_jackpot, rake.jackpot, settlement)
    return Takings(rake.chips, of_winnings, to_jackpot, paid)


def check_jackpot(rules: Rules) -> None:
    """Raise RulesError if the rules have a jackpot with a kind of row that no hand can make."""
    if (jackpot := rules.table.rake.jackpot) is not None:
        _least_strengths(jackpot, rules)


def _least_strengths(jackpot: Jackpot, rules: Rules) -> tuple[int, ...]:
    """Return the least strengths of front, middle and back that the loser must have to win the jackpot."""
    return cached_with(rules, "jackpot", None, lambda: _compute_least_strengths(jackpot, rules))


def _compute_least_strengths(jackpot: Jackpot, rules: Rules) -> tuple[int, ...]:
    kinds = {row: {getattr(jackpot, row): 1} for row in ROWS if getattr(jackpot, row)}
    royalties = Royalties.from_plain(kinds)
    core = compiled(Rules(wheel=rules.wheel, lowball_middle=rules.lowball_middle, royalties=royalties))
    least = [0] * len(ROWS)
    for index, row in enumerate(ROWS):
        qualifies = royalties_of_row(core, index) > 0
        if row in kinds and not qualifies.any():
            kind = quote(getattr(jackpot, row))
            raise RulesError(f"no {row} can make {kind} under these rules", path=f"{jackpot.PATH}.{row}")
        least[index] = int(qualifies.argmax())
    return tuple(least)


def _bad_beats(settlement: Settlement, least: Sequence[int]) -> list[tuple[int, int]]:
    """Return the player numbers of the loser and the winner of each pairing that wins the jackpot."""
    loser_winner_pairs = []
    for pair in settlement.pairs:
        if pair.decided_by is not DecidedBy.ROWS or abs(sum(pair.rows)) != len(ROWS):
            continue
        winner, loser = (pair.first, pair.second) if pair.rows[0] > 0 else (pair.second, pair.first)
        if all(strength >= limit for strength, limit in zip(settlement.seats[loser].strengths, least, strict=True)):
            loser_winner_pairs.append((settlement.owners[loser], settlement.owners[winner]))
    return loser_winner_pairs


def _paid_from_jackpot(chips: int, jackpot: Jackpot, settlement: Settlement) -> dict[int, int]:
    """Return the payments from a jackpot of `chips`, by player; all pairings that win it get equal parts."""
    pairs = _bad_beats(settlement, _least_strengths(jackpot, settlement.rules))
    players = set(settlement.owners)
    percent = dict.fromkeys(sorted(players), Fraction(0))
    for loser, winner in pairs:
        others = players - {loser, winner}
        percent[loser] += Fraction(jackpot.loser, len(pairs))
        percent[winner] += Fraction(jackpot.winner, len(pairs))
        for player in others:
            percent[player] += Fraction(jackpot.table, len(pairs) * len(others))
    paid = {player: int(chips * share / 100) for player, share in percent.items()}
    return {player: amount for player, amount in paid.items() if amount}
