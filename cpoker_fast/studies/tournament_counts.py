"""Counts of tournaments: sums over deals that all tables have played, and points of deals that some have not played yet."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from cpoker_fast.errors import SimulationError
from cpoker_fast.studies.deal_sums import DealSums
from cpoker_fast.studies.tasks import CHUNK

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TablePoints", "TournamentCounts", "TournamentSums"]

_DAMAGE = (KeyError, TypeError, ValueError, OverflowError, AttributeError, Error, zlib.error)
_FILE_DTYPES = ("<i4", "<i8")  # the first one that can hold all values is in the file


class TablePoints(NamedTuple):
    """Result of a chunk: the deals of a group at one table. A group of deals has a chunk for each table."""

    group: int
    table: int
    bots: tuple[int, ...]
    """Indices of the bots at the table, in ascending order."""
    points: NDArray[np.int64]
    """Points of each bot of the table in all plays of a deal, shape (deals, players)."""
    faults: NDArray[np.int64]
    """Number of hands that each bot of the table failed to set."""
    answers: NDArray[np.int64]
    """Number of answers of each bot of the table whose time was measured: hands, or placements of open-face games."""
    seconds: NDArray[np.float64]
    """Time of these answers."""
    first_faults: dict[str, str]
    """Text of the first fault of each bot with faults, by its name."""


@dataclass(eq=False)
class TournamentSums(DealSums):
    """Sums over deals that all tables have played. They are equal if all but the times and texts are equal.

    The points of a bot in a deal are summed over all plays of the deal, at all its tables. The points that a
    bot wins from another bot are its own points minus those of the other bot, over all plays at their common tables.

    Attributes
    ----------
    deals, first_faults
        See `DealSums`.
    totals : array of int64, shape (bots,)
        Points of each bot.
    products : array of int64, shape (bots, bots)
        For each pair of bots, the sum over deals of the product of their points.
    unequal : array of int64, shape (bots, bots)
        For each pair of bots, the number of deals in which they have different points.
    pair_totals, pair_squares : array of int64, shape (bots, bots)
        Points of the bot of the row from the bot of the column, and the sum over deals of their squares.
    faults : array of int64, shape (bots,)
        Number of hands that each bot failed to set.
    answers : array of int64, shape (bots,)
        Number of answers of each bot whose time was measured: hands, or placements of open-face games.
    seconds : array of float64, shape (bots,)
        Time of these answers.
    """

    NOT_COMPARED: ClassVar[tuple[str, ...]] = ("answers", "seconds", *DealSums.NOT_COMPARED)

    totals: NDArray[np.int64]
    products: NDArray[np.int64]
    unequal: NDArray[np.int64]
    pair_totals: NDArray[np.int64]
    pair_squares: NDArray[np.int64]
    faults: NDArray[np.int64]
    answers: NDArray[np.int64]
    seconds: NDArray[np.float64]

    @classmethod
    def zeros(cls, bots: int) -> TournamentSums:
        """Return the sums before the first deal, all 0."""

        def zeros(*shape: int) -> NDArray[np.int64]:
            return np.zeros(shape, np.int64)

        return cls(
            deals=0,
            totals=zeros(bots),
            products=zeros(bots, bots),
            unequal=zeros(bots, bots),
            pair_totals=zeros(bots, bots),
            pair_squares=zeros(bots, bots),
            faults=zeros(bots),
            answers=zeros(bots),
            seconds=np.zeros(bots),
        )

    def zeros_like(self) -> TournamentSums:
        """Return the sums for the same number of bots before the first deal, all 0."""
        return TournamentSums.zeros(len(self.totals))

    def copy(self) -> TournamentSums:
        """Return a copy, which does not change if these sums change."""
        sums = self.zeros_like()
        sums.add(self)
        return sums


@dataclass(slots=True)
class _Group:
    """Up to 1,024 deals, at the tables that have played them so far."""

    tables: set[int]
    points: NDArray[np.int64]
    """Points of each bot in each deal, shape (bots, deals)."""
    pair_points: NDArray[np.int64]
    """Points of each bot from each later one in each deal, shape (pairs, deals)."""
    sums: TournamentSums
    """Faults, texts of faults, and times."""

    @classmethod
    def zeros(cls, bots: int, deals: int) -> _Group:
        points, pair_points = (np.zeros((rows, deals), np.int64) for rows in (bots, bots * (bots - 1) // 2))
        return cls(set(), points, pair_points, TournamentSums.zeros(bots))

    @property
    def deals(self) -> int:
        return len(self.points[0])

    def add(self, result: TablePoints) -> None:
        """Add the deals at another table."""
        bots = len(self.points)
        table_bots = list(result.bots)
        self.points[table_bots] += result.points.T
        for first, second in combinations(range(len(table_bots)), 2):
            row, column = table_bots[first], table_bots[second]
            pair = row * (2 * bots - row - 1) // 2 + column - row - 1  # in the order of itertools.combinations
            self.pair_points[pair] += result.points[:, first] - result.points[:, second]
        self.sums.faults[table_bots] += result.faults
        self.sums.answers[table_bots] += result.answers
        self.sums.seconds[table_bots] += result.seconds
        self.sums.first_faults = result.first_faults | self.sums.first_faults
        self.tables.add(result.table)

    def summed(self) -> TournamentSums:
        """Return the sums over the deals."""
        bots = len(self.points)
        sums = self.sums.copy()
        sums.deals = self.deals
        sums.totals += self.points.sum(axis=1)
        sums.products += self.points @ self.points.T
        for bot, points in enumerate(self.points):
            sums.unequal[bot] = (points != self.points).sum(axis=1)
        rows, columns = np.triu_indices(bots, 1)
        totals, squares = self.pair_points.sum(axis=1), (self.pair_points**2).sum(axis=1)
        sums.pair_totals[rows, columns], sums.pair_totals[columns, rows] = totals, -totals
        sums.pair_squares[rows, columns] = sums.pair_squares[columns, rows] = squares
        return sums

    def to_dict(self) -> dict[str, Any]:
        return {
            "deals": self.deals,
            "tables": sorted(self.tables),
            "points": _packed(self.points),
            "pair_points": _packed(self.pair_points),
            "sums": self.sums.to_dict(),
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any], bots: int, tables: int) -> _Group:
        """Return the group with the values of `to_dict`; an error of `_DAMAGE` if they are malformed."""
        deals = int(plain["deals"])
        if not 1 <= deals <= CHUNK:
            raise ValueError(f"deals: expected 1 to {CHUNK}, got {deals}")
        group = cls.zeros(bots, deals)
        group.tables.update(int(table) for table in plain["tables"])
        if not group.tables <= set(range(tables)):
            raise ValueError(f"tables: expected numbers below {tables}, got {sorted(group.tables)}")
        group.points[...] = _unpacked(plain["points"], group.points.shape)
        group.pair_points[...] = _unpacked(plain["pair_points"], group.pair_points.shape)
        group.sums = group.sums.read(plain["sums"])
        return group


def _packed(array: NDArray[np.int64]) -> str:
    dtype = next(dtype for dtype in _FILE_DTYPES if (array.astype(dtype) == array).all())
    return b64encode(zlib.compress(array.astype(dtype).tobytes(), 1)).decode()  # level 1: others take much more time


def _unpacked(text: str, shape: tuple[int, int]) -> NDArray[np.int64]:
    sizes = {np.dtype(dtype).itemsize * shape[0] * shape[1]: dtype for dtype in _FILE_DTYPES}
    packed = zlib.decompressobj().decompress(b64decode(text, validate=True), max(sizes) + 1)
    if len(packed) not in sizes:
        raise ValueError(f"points: expected {' or '.join(map(str, sizes))} bytes, got another number")
    return np.frombuffer(packed, sizes[len(packed)]).astype(np.int64).reshape(shape)


class TournamentCounts:
    """Counts of a tournament so far.

    Points of different tables in the same deal are multiplied, so they are stored until all tables have played the deal.
    Deals come in groups of 1,024. A shorter last group stays stored, because a tournament of more deals plays it again.

    Parameters
    ----------
    tables : int
        Number of tables.
    sums : TournamentSums
        Sums over groups of deals that all tables have played.
    groups : dict
        Other groups, by their numbers.
    """

    def __init__(self, tables: int, sums: TournamentSums, groups: dict[int, _Group] | None = None) -> None:
        self.tables = tables
        self._parts = (sums, groups or {})  # replaced as a whole, so that `finished` is right after Ctrl-C within `add`

    @property
    def sums(self) -> TournamentSums:
        """Sums over groups of deals that all tables have played."""
        return self._parts[0]

    @property
    def groups(self) -> dict[int, _Group]:
        """Other groups, by their numbers."""
        return self._parts[1]

    @property
    def played(self) -> int:
        """Number of played deals at all tables."""
        return self.tables * self.sums.deals + sum(group.deals * len(group.tables) for group in self.groups.values())

    def add(self, result: TablePoints) -> None:
        """Add the result of a chunk."""
        group = self.groups.get(result.group)
        if group is None:
            group = self.groups[result.group] = _Group.zeros(len(self.sums.totals), len(result.points))
        group.add(result)
        if len(group.tables) == self.tables and group.deals == CHUNK:
            sums = self.sums.copy()
            sums.add(group.summed())
            self._parts = sums, {number: other for number, other in self.groups.items() if number != result.group}

    def finished(self) -> TournamentSums:
        """Return the sums over all deals that all tables have played, also after Ctrl-C within `add`."""
        sums = self.sums.copy()
        for _, group in sorted(self.groups.items()):
            if len(group.tables) == self.tables:
                sums.add(group.summed())
        return sums

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        groups = {str(number): group.to_dict() for number, group in sorted(self.groups.items())}
        return {"deals": self.sums.deals, "sums": self.sums.to_dict(), "groups": groups}

    def like(self, plain: Mapping[str, Any]) -> Self:
        """Return counts of the same tournament from the values of `to_dict`; SimulationError if they are malformed."""
        bots = len(self.sums.totals)
        try:
            groups = {int(number): _Group.of(group, bots, self.tables) for number, group in plain["groups"].items()}
            return type(self)(self.tables, self.sums.read(plain["sums"]), groups)
        except _DAMAGE as error:
            raise SimulationError(f"bad counts of a tournament of {bots} bots: {error}") from None
