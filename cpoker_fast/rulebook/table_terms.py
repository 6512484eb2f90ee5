"""Terms of a table: seats, buy-ins, fees, rake and jackpot (docs/rules/rules_and_tests.md: Tables)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpoker_fast._arguments import is_whole
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook.declaring import Flag, Int, Ints, Model, One, declare
from cpoker_fast.rulebook.royalties import RowKindText

__all__ = ["Fees", "Jackpot", "Rake", "TableTerms"]

_MOST_POINTS = 10**9


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Fees(Model):
    """Fees of each player for a period of play.

    Parameters
    ----------
    by_limit : tuple of (limit, fee)
        Fee in chips for each limit of a table; the limit is the number of chips that a point is worth.
    minutes : int
        Length of a period.
    half_after : int
        Minute of the period; a player who joins then or later pays half, rounded down.

    Examples
    --------
    >>> Fees(by_limit=((10, 2), (20, 3))).fee(20, minute=30)
    1
    """

    PATH: ClassVar[str] = "table.fees"

    by_limit: tuple[tuple[int, int], ...] = declare(Ints(0, _MOST_POINTS, least=0, most=100, width=2), ())
    minutes: int = declare(Int(1, 1440), 40)
    half_after: int = declare(Int(0, 1440), 20)

    def _check(self) -> None:
        if len(dict(self.by_limit)) != len(self.by_limit):
            raise RulesError("a limit is listed twice", path=f"{self.PATH}.by_limit")

    def fee(self, limit: int, minute: int = 0) -> int:
        """Return the fee in chips for joining at a minute of the period; raise RulesError for an invalid limit or minute."""
        fees = dict(self.by_limit)
        if not is_whole(limit) or limit not in fees:
            path = f"{self.PATH}.by_limit"
            if not fees:
                raise RulesError("these rules charge no fee", path=path)
            raise RulesError(f"no fee for the limit {quote(limit)}: expected one of {', '.join(map(str, fees))}", path=path)
        if not is_whole(minute) or not 0 <= minute <= self.minutes:
            raise RulesError(f"expected a minute from 0 to {self.minutes}, got {quote(minute)}", path=self.PATH)
        return fees[limit] // 2 if minute >= self.half_after else fees[limit]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Jackpot(Model):
    """Jackpot: won when a player with strong rows loses all three to one opponent, and shared by all players of the deal.

    Both players' rows must be compared: neither player fouls, declares a natural or surrenders. Each such pairing wins an
    equal part of the jackpot; a player who loses to two opponents gets the loser's share of both parts. Shares are rounded
    down to chips, and the rest stays in the jackpot. Pools and games with a single winner have no jackpot.

    Parameters
    ----------
    front, middle, back : str
        Weakest kind of row that the loser must have, such as ``"pair"`` or ``"three of a kind 9"``; see `Royalties`.
        ``""`` for any row.
    loser, winner, table : int
        Percent of the jackpot for the player who loses the rows, for the player who wins them, and for the other players of
        the deal, who get equal parts. Without other players, their share stays in the jackpot.

    Examples
    --------
    >>> Jackpot(back="four of a kind", loser=60, winner=20, table=20).winner
    20
    """

    PATH: ClassVar[str] = "table.rake.jackpot"

    front: str = declare(RowKindText(3), "")
    middle: str = declare(RowKindText(5), "")
    back: str = declare(RowKindText(5), "")
    loser: int = declare(Int(0, 100), 50)
    winner: int = declare(Int(0, 100), 25)
    table: int = declare(Int(0, 100), 25)

    def _check(self) -> None:
        if not self.front and not self.middle and not self.back:
            raise RulesError("expected a kind of row for front, middle or back", path=self.PATH)
        if (shares := self.loser + self.winner + self.table) > 100:
            raise RulesError(f"expected shares of at most 100 percent together, got {shares}", path=self.PATH)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rake(Model):
    """Rake of a table, taken from the players of each deal: a fixed part before the deal, and a percentage of winnings.

    Parameters
    ----------
    chips : int
        Chips from each player who is dealt in, before the deal.
    percent : int
        Percentage of the chips that a player wins in a deal in all, taken after the deal, and rounded down to chips. The
        payments of a jackpot are not included.
    cap : int or None
        Largest number of chips that `percent` takes from a player for a deal; None for no limit.
    to_jackpot : int
        Part of `chips` that goes into the jackpot.
    jackpot : Jackpot or None
        Jackpot of the table; None for a table without a jackpot.

    Examples
    --------
    >>> Rake(chips=2, to_jackpot=1, jackpot=Jackpot(back="four of a kind")).chips
    2
    """

    PATH: ClassVar[str] = "table.rake"

    chips: int = declare(Int(0, _MOST_POINTS), 0)
    percent: int = declare(Int(0, 100), 0)
    cap: int | None = declare(Int(0, _MOST_POINTS, unset=False), None)
    to_jackpot: int = declare(Int(0, _MOST_POINTS), 0)
    jackpot: Jackpot | None = declare(One(Jackpot, may_be_none=True), None)

    def _check(self) -> None:
        if self.to_jackpot > self.chips:
            expected = f"expected at most `chips` ({self.chips})"
            raise RulesError(f"{expected}, got {self.to_jackpot}", path=f"{self.PATH}.to_jackpot")
        if self.to_jackpot and self.jackpot is None:
            raise RulesError("requires a jackpot", path=f"{self.PATH}.to_jackpot")
        if self.cap is not None and not self.percent:
            raise RulesError("requires `percent`, which it limits", path=f"{self.PATH}.cap")

    @property
    def takes_chips(self) -> bool:
        """Whether players pay a rake."""
        return bool(self.chips or self.percent)

    def of_winnings(self, won: int) -> int:
        """Return the chips that the percentage takes from a player who won `won` chips in a deal; 0 if they lost.

        Examples
        --------
        >>> Rake(percent=5, cap=30).of_winnings(110), Rake(percent=5, cap=30).of_winnings(1000)
        (5, 30)
        """
        if not is_whole(won):
            raise RulesError(f"expected chips, got {quote(won)}", path=f"{self.PATH}.percent")
        chips = max(won, 0) * self.percent // 100
        return chips if self.cap is None else min(chips, self.cap)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TableTerms(Model):
    """Terms of a table. Amounts are in points; fees and rake are in chips.

    The limit of a table is the number of chips that a point is worth.

    Parameters
    ----------
    seats : int
        Number of seats.
    dealt_in : int
        Largest number of players dealt in: the player with the button, and the next players clockwise.
    two_hands : bool
        Whether two players may play two hands each. A hand is compared only with the hands of the other player.
    least_to_play : int
        Smallest stack, after the rake, with which a player is dealt in.
    buy_in_least : int
        Smallest first buy-in.
    buy_in_most : int or None
        Largest first buy-in, and largest stack after a later buy-in; None for no maximum.
    rebuy_least : int
        Smallest later buy-in, between deals.
    fees : Fees
        Fees for a period of play.
    rake : Rake
        Rake of a deal, and the jackpot that a part of it feeds.

    Examples
    --------
    >>> terms = rules("hawaiian-gardens").table
    >>> terms.seats, terms.dealt_in, terms.two_hands
    (4, 4, False)
    """

    PATH: ClassVar[str] = "table"

    seats: int = declare(Int(2, 6), 4)
    dealt_in: int = declare(Int(2, 4), 4)
    two_hands: bool = declare(Flag(), False)
    least_to_play: int = declare(Int(1, _MOST_POINTS), 1)
    buy_in_least: int = declare(Int(1, _MOST_POINTS), 1)
    buy_in_most: int | None = declare(Int(1, _MOST_POINTS, unset=False), None)
    rebuy_least: int = declare(Int(1, _MOST_POINTS), 1)
    fees: Fees = declare(One(Fees), Fees())
    rake: Rake = declare(One(Rake), Rake())

    def _check(self) -> None:
        if self.buy_in_most is not None and self.buy_in_most < self.buy_in_least:
            expected = f"expected at least `buy_in_least` ({self.buy_in_least})"
            raise RulesError(f"{expected}, got {self.buy_in_most}", path=f"{self.PATH}.buy_in_most")
