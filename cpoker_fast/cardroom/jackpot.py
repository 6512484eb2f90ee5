"""Who wins the jackpot of a table, and how much of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpoker_fast._settling import royalties_of_row
from cpoker_fast.boards import ROWS
from cpoker_fast.rulebook import Royalties, Rules, compiled
from cpoker_fast.settling import DecidedBy

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Jackpot
    from cpoker_fast.settling import Settlement

__all__ = ["least_strengths", "paid_from_jackpot"]


def least_strengths(jackpot: Jackpot, rules: Rules) -> tuple[int, ...]:
    """The strengths of front, middle and back that the loser of a jackpot must have at least."""
    kinds = {row: {getattr(jackpot, row): 1} for row in ROWS if getattr(jackpot, row)}
    royalties = Royalties.from_plain(kinds)
    core = compiled(Rules(wheel=rules.wheel, lowball_middle=rules.lowball_middle, royalties=royalties))
    return tuple(int((royalties_of_row(core, place) > 0).argmax()) if row in kinds else 0 for place, row in enumerate(ROWS))


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
    paid: dict[int, int] = {}
    for loser, winner in pairs:
        part = chips // len(pairs)
        others = players - {loser, winner}
        shares = {loser: jackpot.loser, winner: jackpot.winner}
        won = {player: part * share // 100 for player, share in shares.items()}
        won |= {player: part * jackpot.table // 100 // len(others) for player in others}
        for player, amount in won.items():
            paid[player] = paid.get(player, 0) + amount
    return {player: amount for player, amount in sorted(paid.items()) if amount}
