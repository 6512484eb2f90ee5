"""Parts of a settlement: seats, pairings and rows of the pool."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache, partial
from typing import NamedTuple

from cpoker_fast.boards import ROWS, Board, Foul
from cpoker_fast.display.reprs import fields_repr
from cpoker_fast.ranking import describe, describe_lowball
from cpoker_fast.rulebook import Rules, Wheel
from cpoker_fast.settling.stakes import Payment

__all__ = ["DecidedBy", "Pairing", "PoolRow", "Seat", "SettledTable", "describe_row"]


class DecidedBy(StrEnum):
    """Cause of the result of a pairing."""

    NOTHING = "nothing"
    """The two seats do not play against each other. A pool replaces the pairings, neither seat is the banker or the single
    winner, or one player has both seats."""
    ROWS = "rows"
    FOUL = "foul"
    NATURAL = "natural"
    SURRENDER = "surrender"


_words, _lowball_words = cache(describe), cache(describe_lowball)  # at most about 23,000 texts


def describe_row(row: str, strength: int, *, wheel: str, lowball_middle: bool) -> str:
    """Describe a row of a board by its strength, or by -1 for a dead row."""
    if strength < 0:
        return "a dead row"
    return _lowball_words(strength) if lowball_middle and row == "middle" else _words(strength, wheel=wheel)


@lru_cache(maxsize=256)
def _descriptions_of(strengths: tuple[int, ...], wheel: Wheel, lowball_middle: bool) -> tuple[str, ...]:
    """Return the rows of a seat in words; an explanation reads them many times. () for a surrender."""
    return tuple(map(partial(describe_row, wheel=wheel, lowball_middle=lowball_middle), ROWS, strengths))


class Seat(NamedTuple):
    """A board at the showdown, with its strengths, royalties and naturals under the rules.

    Attributes
    ----------
    board : Board, None or FOUL
        Board at the showdown. It is None for a surrender, and FOUL for a dead hand.
    strengths : tuple of int
        Strengths of front, middle and back. A lowball middle has its 2-7 strength. Each row of a dead hand has the strength
        -1. If only rows out of order are dead (`Rules.dead_rows`), these rows have the strength -1, too. The tuple is empty
        for a surrender.
    royalties : tuple of int
        Royalty points of the rows, with the factor of the deuce of spades (`Rules.deuce_of_spades`). The tuple is empty for
        a surrender.
    is_foul : bool
        Whether the board is a foul under the rules of the settlement.
    natural : Pattern or None
        Declared natural, or None.
    naturals : tuple of Pattern
        Naturals that the board may declare.
    wheel : Wheel
    lowball_middle : bool
        Whether the strength of the middle is a 2-7 strength.
    """

    board: Board | Foul | None
    strengths: tuple[int, ...]
    royalties: tuple[int, ...]
    is_foul: bool
    natural: str | None
    naturals: tuple[str, ...]
    wheel: Wheel
    lowball_middle: bool

    def __repr__(self) -> str:
        return fields_repr(self)

    @property
    def descriptions(self) -> tuple[str, ...]:
        """Rows in words, such as ``'pair, nines with four'``."""
        return _descriptions_of(self.strengths, self.wheel, self.lowball_middle)


class Pairing(NamedTuple):
    """Result between two seats, from the view of the first seat: if points are positive, the second seat pays.

    Attributes
    ----------
    first, second : int
        Seats.
    decided_by : DecidedBy
    rows : tuple of int
        Results of front, middle and back: 1 if the first seat won the row, 0 if it tied, -1 if it lost. A foul that pays as
        a scoop loses all rows.
    royalties : tuple of int
        Points for the royalties of front, middle and back.
    scoop, home_run : int
        Winner of a scoop: 1 for the first seat, -1 for the second, 0 for none. `home_run` counts only a scoop that is part
        of a home run.
    row_points, scoop_points, overall, fixed, natural : int
        Points for the rows, for a scoop or home run, for the overall point, for a foul or a surrender at a fixed price, and
        for naturals.
    times : int
        Factor by which the sum of these points and the royalties is multiplied.
    aces, dealer : int
        Side payments for aces, and to the holder of the ace of spades.
    points : int
        Total points, after the limit of the rules.
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

    def __repr__(self) -> str:
        return fields_repr(self)

    @property
    def limit(self) -> int:
        """Change of the points by the limit of the rules, at the expense of the winner; 0 without a limit."""
        paid = self.row_points + sum(self.royalties) + self.scoop_points + self.overall + self.fixed + self.natural
        return self.points - (paid * self.times + self.aces + self.dealer)


@dataclass(frozen=True, slots=True)
class PoolRow:
    """Settlement of a row of the pool.

    Attributes
    ----------
    pot : int
        Points in the pool for the row, including points carried over from the last deal.
    carried : int
        Points carried over to the next deal.
    collected : tuple of int
        Points paid to each seat.

    Examples
    --------
    >>> boards = {"Ann": "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Bob": "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"}
    >>> settle(boards, "pool").pool[0]
    PoolRow(pot=2, carried=0, collected=(2, 0))
    """

    pot: int
    carried: int
    collected: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledTable:
    """Fields of a `Settlement`, which adds the readouts."""

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
    names: tuple[str, ...] = ()

    @property
    def pool_points(self) -> tuple[int, ...]:
        """Points of each player from the pool, minus the stakes of their seats; () without a pool."""
        won = [0] * len(set(self.owners)) if self.pool else []
        for seat, player in enumerate(self.owners if self.pool else ()):
            won[player] += sum(row.collected[seat] for row in self.pool) - self.rules.pool_stake
        return tuple(won)
