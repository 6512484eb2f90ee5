"""The end of an evening: what each player has won from every other one, and who pays whom in the fewest transfers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cpoker_fast.app.table.accounts import payments_of, valid_events
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.display.reprs import fields_repr
from cpoker_fast.display.wording import signed

__all__ = ["WON_IN_CROSS_TABLE", "CrossTable", "Transfer", "columns_of", "cross_table_of", "fewest_transfers"]

WON_IN_CROSS_TABLE = "of the row's player from the column's player"

_MOST_PARTIES = 16  # for which all sets are looked at: 65,536


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """A payment at the end of an evening.

    Attributes
    ----------
    payer : str
    payee : str or None
        Player who is paid; None for the house.
    chips : int

    Examples
    --------
    >>> table = Table("pagat")
    >>> table.sit("Ann", 100), table.sit("Bob", 100)
    (0, 1)
    >>> settlement = table.settle({"Ann": "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Bob": FOUL})
    >>> table.transfers()
    (Transfer(payer='Bob', payee='Ann', chips=3),)
    """

    payer: str
    payee: str | None
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """Chips that each player has won from every other player, from pools and from the house.

    Attributes
    ----------
    names : tuple of str
        Players in the order of the standings.
    chips : tuple of tuple of int
        Chips that players have won from each other, as far as the stacks covered them. ``chips[i][j]`` is what player i has
        won from player j in their pairings and by side payments. It is negative if player i has lost. ``chips[j][i]`` is the
        opposite, and ``chips[i][i]`` is 0. Players count from 0.
    pool : tuple of int
        Chips that each player has won from pools, minus the chips that they paid into them.
    house : tuple of int
        Chips that each player has won from the jackpot, minus their fees and their rake.

    Examples
    --------
    >>> table = Table("hawaiian-gardens")
    >>> table.sit("Ann", 100), table.sit("Bob", 4)
    (0, 1)
    >>> settlement = table.settle({"Ann": "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Bob": FOUL})
    >>> table.cross_table()
    CrossTable(names=('Ann', 'Bob'), chips=((0, 4), (-4, 0)), pool=(0, 0), house=(0, 0))
    """

    names: tuple[str, ...]
    chips: tuple[tuple[int, ...], ...]
    pool: tuple[int, ...]
    house: tuple[int, ...]

    def __repr__(self) -> str:
        return fields_repr(self)

    @property
    def won(self) -> tuple[int, ...]:
        """Chips that each player has won in all: the sum of their row, the pool and the house, as in the standings."""
        parts = zip(self.chips, self.pool, self.house, strict=True)
        return tuple(sum(row) + pool + house for row, pool, house in parts)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain values for JSON.

        Examples
        --------
        >>> table = Table("pagat")
        >>> table.sit("Ann", 100)
        0
        >>> table.cross_table().to_dict()
        {'names': ['Ann'], 'chips': [[0]], 'pool': [0], 'house': [0], 'won': [0]}
        """
        return {
            "names": list(self.names),
            "chips": [list(row) for row in self.chips],
            "pool": list(self.pool),
            "house": list(self.house),
            "won": list(self.won),
        }


def columns_of(table: CrossTable) -> list[list[str]]:
    """Return the names of the columns of a cross-table, then a row of text for each player, without columns of zeros."""
    others = {name: chips for name, chips in (("the pool", table.pool), ("the house", table.house)) if any(chips)}
    rows = [["", *table.names, *others, "in all"]]
    for index, name in enumerate(table.names):
        cells = ["" if other == index else signed(chips) for other, chips in enumerate(table.chips[index])]
        rest = [signed(chips[index]) for chips in others.values()]
        rows.append([name, *cells, *rest, signed(table.won[index])])
    return rows


def cross_table_of(events: Iterable[Event], names: Sequence[str]) -> CrossTable:
    """Return the cross-table of players from the events of a ledger."""
    place = {name: index for index, name in enumerate(names)}
    chips = [[0] * len(names) for _ in names]
    pool, house = [0] * len(names), [0] * len(names)
    for event in valid_events(events):
        for name, row in zip(names, chips, strict=True):
            for kind, won, other in payments_of(name, event):
                if other is not None:
                    row[place[other]] += won
                elif kind == "pool":
                    pool[place[name]] += won
                elif kind in ("fee", "rake", "jackpot"):
                    house[place[name]] += won
    return CrossTable(names=tuple(names), chips=tuple(map(tuple, chips)), pool=tuple(pool), house=tuple(house))


# ---- transfers ----

_Balances = dict[str | None, int]
"""Chips that parties have won, negative if they lost: players by name, and the house as None. Their sum is 0."""


def fewest_transfers(won: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Return the transfers after which no player has won or lost any chips, in the order of the payers.

    The house receives what all players together have lost. Two parties of opposite results pay each other. Up to 16 other
    parties are divided into as many groups with a sum of 0 as possible. The number of transfers is then the smallest. It is
    the number of parties who have won or lost chips, minus the number of groups and pairs. More than 16 other parties are
    one group.
    """
    parties: list[tuple[str | None, int]] = [*won.items(), (None, -sum(won.values()))]
    balances = {party: chips for party, chips in parties if chips}
    order = {party: index for index, party in enumerate(balances)}
    groups = [{party: balances[party] for party in group} for group in _groups(balances)]
    transfers = [transfer for group in groups for transfer in _transfers_within(group)]
    return tuple(sorted(transfers, key=lambda transfer: (order[transfer.payer], order[transfer.payee])))


def _groups(balances: _Balances) -> Iterator[list[str | None]]:
    """Yield as many groups of parties as possible whose balances add up to 0; two of opposite balances are always one."""
    rest: list[str | None] = []
    for party, chips in balances.items():
        opposite = next((other for other in rest if balances[other] == -chips), party)
        if opposite == party:
            rest.append(party)
        else:
            rest.remove(opposite)
            yield [opposite, party]
    yield from _most_groups(rest, balances) if len(rest) <= _MOST_PARTIES else [rest]


def _most_groups(parties: Sequence[str | None], balances: _Balances) -> Iterator[list[str | None]]:
    """Yield the largest number of groups of parties whose balances add up to 0.

    A set of parties is a number, with a bit for each party. Remove the parties of a set one by one, in the best order. The
    number of groups is how often the balances of the rest add up to 0.
    """
    sums, most = [0], [0]
    for members in range(1, 1 << len(parties)):
        last = members.bit_length() - 1
        sums.append(sums[members ^ 1 << last] + balances[parties[last]])
        most.append(max(most[members ^ 1 << bit] for bit in _bits(members)) + (sums[members] == 0))
    group, members = [], (1 << len(parties)) - 1
    while members:
        bit = max(_bits(members), key=lambda bit: most[members ^ 1 << bit])
        members ^= 1 << bit
        group.append(parties[bit])
        if not sums[members]:
            yield group
            group = []


def _bits(members: int) -> list[int]:
    return [bit for bit in range(members.bit_length()) if members >> bit & 1]


def _transfers_within(left: _Balances) -> Iterator[Transfer]:
    """Yield transfers of a group of parties, each from the one who owes most to the one who gets most."""
    while left:
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        chips = min(-left[payer], left[payee])
        assert payer is not None  # the house never owes chips, since it pays only what it has taken
        yield Transfer(payer=payer, payee=payee, chips=chips)
        left[payer] += chips
        left[payee] -= chips
        left = {party: balance for party, balance in left.items() if balance}
