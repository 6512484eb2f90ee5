"""Terms of a table: seats, buy-ins, fees, rake, jackpot and freezeout (tests/rules_and_tests.md: Tables)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, pairwise
from typing import ClassVar

from cpoker_fast._arguments import is_number, is_whole
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook.declaring import Choice, Flag, Int, Ints, Model, One, declare
from cpoker_fast.rulebook.royalties import RowKindText

__all__ = ["Fees", "Freezeout", "Jackpot", "LevelsIn", "Rake", "TableTerms"]

_MOST_POINTS = 10**9
_MOST_SEATS = 6


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Fees(Model):
    """Fees of each player for a period of play.

    Parameters
    ----------
    by_limit : tuple of (limit, fee)
        Fee in chips for each limit of a table. The limit is the number of chips that a point is worth.
    minutes : int
        Length of a period.
    half_after : int
        Minute of the period from which players who join pay half of the fee, rounded down.

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
    """Jackpot: chips that are won when a player with strong rows loses all three to one opponent.

    All players of the deal share the jackpot. The rows of the two players must be compared, so neither of them fouls,
    declares a natural or surrenders. If several pairings win the jackpot, they get equal parts. A player who loses to two
    opponents gets the loser's share of both parts. Shares are rounded down to chips, and the rest stays in the jackpot.
    Pools and games with a single winner have no jackpot.

    Parameters
    ----------
    front, middle, back : str
        Weakest kind of row that the loser must have, such as ``"pair"`` or ``"three of a kind 9"``; see `Royalties`. ``""``
        stands for any row.
    loser, winner, table : int
        Percent of the jackpot for the player who loses the rows, for the player who wins them, and for all other players of
        the deal together. The other players get equal parts. Without other players, their share stays in the jackpot.

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
        Percentage of a player's net winnings in a deal, taken after the deal and rounded down to chips.
        Payments of a jackpot do not count as winnings.
    cap : int or None
        Largest number of chips that `percent` takes from a player for a deal. With None, there is no limit.
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
        """Return the chips that `percent` takes from a player who won `won` chips in a deal; 0 if they lost.

        Examples
        --------
        >>> Rake(percent=5, cap=30).of_winnings(110), Rake(percent=5, cap=30).of_winnings(1000)
        (5, 30)
        """
        if not is_whole(won):
            raise RulesError(f"expected chips, got {quote(won)}", path=f"{self.PATH}.percent")
        chips = max(won, 0) * self.percent // 100
        return chips if self.cap is None else min(chips, self.cap)


class LevelsIn(StrEnum):
    """Unit of the lengths of the levels of a freezeout."""

    DEALS = "deals"
    """Settled deals."""
    MINUTES = "minutes"
    """Minutes since the first deal. A level whose time ends during a deal lasts until the deal is over."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Freezeout(Model):
    """Freezeout: a tournament at one table, in which all players begin with the same chips and nobody buys more.

    Points are paid in chips. Each level raises the value of a point. A player without chips is out, and the last player with
    chips wins. A player who goes out ranks directly below all who still have chips. If several players go out in the same
    deal, the player who had more chips before the deal gets the better place. Players who had equal chips share their places
    and prizes.

    Parameters
    ----------
    chips : int
        Chips of each player at the beginning.
    levels : tuple of (point, length)
        Chips per point in each level, and the length of the level. The last level lasts to the end, whatever its length.
    levels_in : LevelsIn or str
        Unit of the lengths.
    entry : int
        Price of taking part, in a unit of money such as cents. All entries form the prize pool.
    prizes : tuple of int
        Percent of the prize pool for the first place, the second place, and so on. Prizes are rounded down to the unit of
        money. The first place gets the rest, and the prizes of places that nobody takes.

    Examples
    --------
    >>> freezeout = Freezeout(chips=200, levels=((1, 6), (2, 6), (5, 6)), entry=10, prizes=(70, 30))
    >>> freezeout.prizes_of(players=3)
    (21, 9, 0)
    >>> freezeout.level_at(11), freezeout.level_at(12), freezeout.level_at(1000)
    (1, 2, 2)
    """

    PATH: ClassVar[str] = "table.freezeout"

    chips: int = declare(Int(1, _MOST_POINTS), 100)
    levels: tuple[tuple[int, int], ...] = declare(
        Ints(1, 10**6, least=1, most=100, width=2), ((1, 10), (2, 10), (4, 10), (8, 10), (15, 10), (30, 10))
    )
    levels_in: LevelsIn = declare(Choice(LevelsIn), LevelsIn.DEALS)
    entry: int = declare(Int(0, _MOST_POINTS), 0)
    prizes: tuple[int, ...] = declare(Ints(1, 100, least=1, most=_MOST_SEATS), (100,))

    def _check(self) -> None:
        for index, ((before, _), (after, _)) in enumerate(pairwise(self.levels), 1):
            if after <= before:
                problem = f"expected more chips per point than in the level before ({before}), got {after}"
                raise RulesError(problem, path=f"{self.PATH}.levels[{index}]")
        if (percent := sum(self.prizes)) != 100:
            raise RulesError(f"expected 100 percent together, got {percent}", path=f"{self.PATH}.prizes")
        for index, (before, after) in enumerate(pairwise(self.prizes), 1):
            if after > before:
                problem = f"expected at most the percentage of the place before ({before}), got {after}"
                raise RulesError(problem, path=f"{self.PATH}.prizes[{index}]")

    @property
    def is_timed(self) -> bool:
        """Whether levels are counted in minutes."""
        return self.levels_in is LevelsIn.MINUTES

    def ends(self) -> tuple[int, ...]:
        """Return the number of deals, or of minutes, after which each level but the last one ends.

        Examples
        --------
        >>> Freezeout(levels=((1, 6), (2, 5), (5, 4))).ends()
        (6, 11)
        """
        return tuple(accumulate(length for _, length in self.levels[:-1]))

    def level_at(self, played: float) -> int:
        """Return the index of the level, from 0, after a number of deals, or of minutes; RulesError for anything else."""
        if not is_number(played):
            raise RulesError(f"expected a number of {self.levels_in}, got {quote(played)}", path=f"{self.PATH}.levels")
        return sum(end <= played for end in self.ends())

    def prizes_of(self, players: int) -> tuple[int, ...]:
        """Return the prize of each place, the first place first, for a number of players; RulesError for other numbers."""
        if not is_whole(players) or not 2 <= players <= _MOST_SEATS:
            raise RulesError(f"expected 2 to {_MOST_SEATS} players, got {quote(players)}", path=f"{self.PATH}.prizes")
        pool = self.entry * players
        shares = (self.prizes + (0,) * players)[:players]
        others = [pool * percent // 100 for percent in shares[1:]]
        return (pool - sum(others), *others)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TableTerms(Model):
    """Terms of a table. Amounts are in points; fees and rake are in chips.

    The limit of a table is the number of chips that a point is worth.

    Parameters
    ----------
    seats : int
        Number of seats.
    dealt_in : int
        Largest number of players who are dealt in. They are the player with the button, and the next players clockwise.
    two_hands : bool
        Whether two players may play two hands each. A hand is compared only with the hands of the other player.
    least_to_play : int
        Smallest stack, after the rake, with which a player is dealt in.
    buy_in_least : int
        Smallest first buy-in.
    buy_in_most : int or None
        Largest first buy-in, and largest stack after a later buy-in. With None, there is no maximum.
    rebuy_least : int
        Smallest later buy-in, between deals.
    fees : Fees
        Fees for a period of play.
    rake : Rake
        Rake of a deal, and the jackpot that gets a part of it.
    freezeout : Freezeout or None
        Freezeout that the table plays; None for a table at which players buy chips. A freezeout has no rake, and ignores
        `least_to_play`, the options of buy-ins, and `fees`.

    Examples
    --------
    >>> terms = rules("hawaiian-gardens").table
    >>> terms.seats, terms.dealt_in, terms.two_hands
    (4, 4, False)
    """

    PATH: ClassVar[str] = "table"

    seats: int = declare(Int(2, _MOST_SEATS), 4)
    dealt_in: int = declare(Int(2, 4), 4)
    two_hands: bool = declare(Flag(), False)
    least_to_play: int = declare(Int(1, _MOST_POINTS), 1)
    buy_in_least: int = declare(Int(1, _MOST_POINTS), 1)
    buy_in_most: int | None = declare(Int(1, _MOST_POINTS, unset=False), None)
    rebuy_least: int = declare(Int(1, _MOST_POINTS), 1)
    fees: Fees = declare(One(Fees), Fees())
    rake: Rake = declare(One(Rake), Rake())
    freezeout: Freezeout | None = declare(One(Freezeout, may_be_none=True), None)

    def _check(self) -> None:
        if self.buy_in_most is not None and self.buy_in_most < self.buy_in_least:
            expected = f"expected at least `buy_in_least` ({self.buy_in_least})"
            raise RulesError(f"{expected}, got {self.buy_in_most}", path=f"{self.PATH}.buy_in_most")
        if self.freezeout is not None and (self.rake.takes_chips or self.rake.jackpot is not None):
            raise RulesError("not allowed with a rake or a jackpot: the chips stay with the players", path=Freezeout.PATH)
