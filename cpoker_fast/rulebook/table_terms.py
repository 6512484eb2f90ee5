"""The terms of a table: seats, buy-ins and fees (RULES section 5, `face-up`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpoker_fast._arguments import is_whole
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook.declaring import Flag, Int, Ints, Model, One, declare

__all__ = ["Fees", "TableTerms"]

_MOST_POINTS = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees(Model):
    """What each player is charged for a period of play.

    Parameters
    ----------
    by_limit : tuple of (limit, fee)
        The fee in chips for each limit of a table, which is the number of chips that a point is worth.
    minutes : int
        The length of a period.
    half_after : int
        A player who joins in this minute of the period or later pays half, rounded down.
    """

    PATH: ClassVar[str] = "table.fees"

    by_limit: tuple[tuple[int, int], ...] = declare(Ints(0, _MOST_POINTS, least=0, most=100, width=2), ())
    minutes: int = declare(Int(1, 1440), 40)
    half_after: int = declare(Int(0, 1440), 20)

    def _check(self) -> None:
        if len(dict(self.by_limit)) != len(self.by_limit):
            raise RulesError("a limit is listed twice", path=f"{self.PATH}.by_limit")

    def fee(self, limit: int, minute: int = 0) -> int:
        """The fee in chips of a player who joins in that minute of a period; RulesError for a limit without a fee."""
        fees = dict(self.by_limit)
        if not is_whole(limit) or limit not in fees:
            known = ", ".join(map(str, fees)) or "none"
            raise RulesError(f"no fee for the limit {limit!r}: expected one of {known}", path=f"{self.PATH}.by_limit")
        if not is_whole(minute) or not 0 <= minute <= self.minutes:
            raise RulesError(f"expected a minute from 0 to {self.minutes}, got {minute!r}", path=self.PATH)
        return fees[limit] // 2 if minute >= self.half_after else fees[limit]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTerms(Model):
    """The terms of a table. All amounts are points; the table's limit is the number of chips that a point is worth.

    Parameters
    ----------
    seats : int
        The number of seats.
    dealt_in : int
        The most hands that are dealt.
    two_hands : bool
        Whether two players may play two hands each, which are compared with the other player's hands only.
    least_to_play : int
        The least that a player must have to be dealt in.
    buy_in_least, buy_in_most : int, int or None
        Limits of the first buy-in; None for no maximum.
    rebuy_least, rebuy_most : int, int or None
        Limits of each later buy-in, between deals; None for no maximum.
    fees : Fees
        What each player is charged for a period of play.
    """

    PATH: ClassVar[str] = "table"

    seats: int = declare(Int(2, 5), 4)
    dealt_in: int = declare(Int(2, 4), 4)
    two_hands: bool = declare(Flag(), False)
    least_to_play: int = declare(Int(1, _MOST_POINTS), 1)
    buy_in_least: int = declare(Int(1, _MOST_POINTS), 1)
    buy_in_most: int | None = declare(Int(1, _MOST_POINTS, unset=False), None)
    rebuy_least: int = declare(Int(1, _MOST_POINTS), 1)
    rebuy_most: int | None = declare(Int(1, _MOST_POINTS, unset=False), None)
    fees: Fees = declare(One(Fees), Fees())

    def _check(self) -> None:
        for what in ("buy_in", "rebuy"):
            least, most = getattr(self, f"{what}_least"), getattr(self, f"{what}_most")
            if most is not None and most < least:
                raise RulesError(f"expected at least {what}_least, {least}, got {most}", path=f"{self.PATH}.{what}_most")
