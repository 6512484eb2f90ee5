"""What came out of a table: who won which row against whom, with what, and what it paid."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cpoker_fast.boards import ROWS, Board
from cpoker_fast.patterns import Pattern
from cpoker_fast.ranking import describe, describe_lowball
from cpoker_fast.rulebook import Rules, Wheel
from cpoker_fast.settling.stakes import Payment

__all__ = ["DecidedBy", "Pairing", "PoolRow", "Seat", "SettledTable"]


class DecidedBy(StrEnum):
    """What decided a pairing."""

    NOTHING = "nothing"
    """The two do not play against each other: in banker games and pools, two hands of one player, or where there is a single
    winner and neither is he."""
    ROWS = "rows"
    FOUL = "foul"
    NATURAL = "natural"
    SURRENDER = "surrender"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What a player brought to the showdown.

    Attributes
    ----------
    board : Board or None
        None for a surrender.
    strengths : tuple of int
        Of front, middle and back; of the middle on the 2-7 scale where the rules say so. Empty for a surrender.
    royalties : tuple of int
        What the rows are worth, doubled by the deuce of spades where the rules say so.
    is_foul : bool
        Under the rules of the settlement.
    natural : Pattern or None
        The natural that is declared.
    naturals : tuple of Pattern
        Those of these rules that the hand makes.
    wheel : Wheel
    lowball_middle : bool
        On which scales the strengths are.
    """

    board: Board | None
    strengths: tuple[int, ...]
    royalties: tuple[int, ...]
    is_foul: bool
    natural: Pattern | None
    naturals: tuple[Pattern, ...]
    wheel: Wheel
    lowball_middle: bool

    @property
    def descriptions(self) -> tuple[str, ...]:
        """The rows in words, such as ``'pair, nines with four'``."""
        return tuple(
            describe_lowball(strength) if self.lowball_middle and row == "middle" else describe(strength, wheel=self.wheel)
            for row, strength in zip(ROWS, self.strengths, strict=False)  # a surrender has none
        )


@dataclass(frozen=True, slots=True)
class Pairing:
    """What passed between two seats, seen from the first: above 0, the second pays.

    Attributes
    ----------
    first, second : int
        Seats.
    decided_by : DecidedBy
    rows : tuple of int
        1, 0 or -1 for front, middle and back: won, tied or lost by the first.
    royalties : tuple of int
        Points for the royalties of front, middle and back.
    scoop, home_run : int
        1 if the first scooped (as a part of a home run), -1 if the second did.
    row_points, scoop_points, overall, fixed, natural : int
        Points for rows, for the scoop or home run, the overall point, the price of a foul or a surrender, and naturals.
    times : int
        What the sum of all of these and the royalties is multiplied by.
    aces, dealer : int
        Side payments: for aces, and to the holder of the ace of spades.
    points : int
        The result.
    """

    first: int
    second: int
    decided_by: DecidedBy
    rows: tuple[int, int, int]
    royalties: tuple[int, int, int]
    scoop: int
    home_run: int
    row_points: int
    scoop_points: int
    overall: int
    fixed: int
    natural: int
    times: int
    aces: int
    dealer: int
    points: int


@dataclass(frozen=True, slots=True)
class PoolRow:
    """What became of a row of the pool.

    Attributes
    ----------
    pot : int
        Points in it, those carried over from the last deal among them.
    carried : int
        Points that it leaves for the next deal.
    collected : tuple of int
        Points that it paid, by seat.
    """

    pot: int
    carried: int
    collected: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledTable:
    """The fields of a `Settlement`, which also puts them into words."""

    rules: Rules
    button: int
    owners: tuple[int, ...]
    seats: tuple[Seat, ...]
    pairs: tuple[Pairing, ...]
    pool: tuple[PoolRow, ...]
    points: tuple[int, ...]
    unit: int = 1
    payments: tuple[Payment, ...] = ()
    chips: tuple[int, ...] | None = None

    @property
    def pool_points(self) -> tuple[int, ...]:
        """What each player won from the pool, less what he put in; () unless a pool is played."""
        won = [0] * len(set(self.owners)) if self.pool else []
        for seat, player in enumerate(self.owners if self.pool else ()):
            won[player] += sum(row.collected[seat] for row in self.pool) - self.rules.pool_stake
        return tuple(won)
