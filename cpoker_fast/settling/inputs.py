"""Parses and checks the input of settling: boards, declarations, owners of seats and carried points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast._settling import DECLARE_BEST, DECLARE_NOTHING
from cpoker_fast.boards import ROWS, Board, board_at
from cpoker_fast.cards import format_card
from cpoker_fast.errors import BoardError, RulesError, TableError
from cpoker_fast.patterns import Pattern, pattern_at, pattern_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.results import Seat
from cpoker_fast.wording import counted

__all__ = [
    "Calls",
    "Declaration",
    "boards_of_table",
    "carried_of",
    "check_declared",
    "declarations_of",
    "owners_of",
    "seats_of",
]

Declaration = bool | Pattern | str
"""Whether a natural is declared: the best one that the board may declare (True), none (False), or the one named."""


class Calls(NamedTuple):
    """What errors call the boards, the items of an argument by seat, and those of an argument by player."""

    boards: list[str]
    seats: list[str]
    players: list[str]

    @classmethod
    def of(cls, owners: Sequence[int], names: Sequence[str] = ()) -> Self:
        """Numbers from 0, or the names of the players, where the number of the hand follows if they have two."""
        if not names:
            numbers = [f"[{number}]" for number in range(len(owners))]
            return cls([f"board {number}" for number in range(len(owners))], numbers, numbers)
        players = [f"[{name!r}]" for name in names]
        boards, seats = [], []
        for seat, owner in enumerate(owners):
            earlier = list(owners[:seat]).count(owner)
            has_two = list(owners).count(owner) > 1
            boards.append(f"board {earlier + 1} of {names[owner]}" if has_two else f"the board of {names[owner]}")
            seats.append(f"{players[owner]}[{earlier}]" if has_two else players[owner])
        return cls(boards, seats, players)


def boards_of_table(
    boards: Sequence[Board | str | None], rules: Rules, least: int = 2, most: int = 4, calls: Calls | None = None
) -> list[Board | None]:
    """The boards that a user gave, parsed and checked; no card may be in two of them."""
    listed = items_of(boards)
    if listed is None or not least <= len(listed) <= most:
        found = type(boards).__name__ if listed is None else counted(len(listed), "board")
        raise BoardError(f"expected a sequence of {least} to {most} boards, got {found}")
    called = (calls or Calls.of(range(len(listed)))).boards
    read: list[Board | None] = []
    for seat, board in enumerate(listed):
        if board is None and not rules.has_surrender:
            problem = f"{called[seat]}: a surrender, which the rules {rules.name!r} do not allow: see the option surrender"
            raise RulesError(problem)
        one = None if board is None else board_at(seat, board, "a Board, text or None", called[seat])
        for other, earlier in enumerate(read):
            if one and earlier and (both := one.hand & earlier.hand):
                card = format_card(next(iter(both)))
                raise BoardError(f"card {card} is both in {called[other]} and in {called[seat]}", index=seat)
        read.append(one)
    return read


def _one_declaration(declaration: object, where: str) -> int:
    if declaration is None or declaration is True:
        return DECLARE_BEST
    if declaration is False:
        return DECLARE_NOTHING
    try:
        return pattern_of(declaration).place
    except RulesError as error:
        raise RulesError(f"{error.problem}, True or False", path=where) from None


def declarations_of(
    declare: Declaration | Sequence[Declaration | None] | None, seats: int, calls: Calls | None = None
) -> list[int]:
    """For each seat the index of a pattern, or the code for the best one or for none."""
    if declare is None or isinstance(declare, bool | str):
        return [_one_declaration(declare, "declare")] * seats
    listed = items_of(declare)
    if listed is None or len(listed) != seats:
        raise RulesError(
            f"expected True, False, a pattern, or one for each of {seats} boards, got {declare!r}", path="declare"
        )
    called = (calls or Calls.of(range(seats))).seats
    return [_one_declaration(one, f"declare{key}") for key, one in zip(called, listed, strict=True)]


def check_declared(declared: list[int], seats: Sequence[Seat], calls: Calls | None = None) -> None:
    """Raise RulesError if a seat declares a pattern that its board may not."""
    called = (calls or Calls.of(range(len(seats)))).seats
    for key, wanted, seat in zip(called, declared, seats, strict=True):
        if wanted >= 0 and seat.natural is not pattern_at(wanted):
            made = ", ".join(repr(str(pattern)) for pattern in seat.naturals) or "none"
            problem = f"the board may not declare {str(pattern_at(wanted))!r} under these rules: it may declare {made}"
            raise RulesError(problem, path=f"declare{key}")


def seats_of(value: object, names: Sequence[str], what: str) -> object:
    """An argument by seat, from one by seat or one by name; names without a value have None."""
    if not isinstance(value, Mapping):
        return value
    if unknown := [name for name in value if name not in names]:
        known = f"expected {', '.join(map(repr, names))}" if names else "the boards have no names"
        raise TableError(f"{what}: unknown player {unknown[0]!r}: {known}")
    return [value.get(name) for name in names]


def owners_of(owners: Sequence[int] | None, seats: int) -> list[int]:
    """The player of each seat, numbered from 0; by default each seat has its own player."""
    if owners is None:
        return list(range(seats))
    listed = items_of(owners) or []
    players = range(len({owner for owner in listed if is_whole(owner)}))
    if len(listed) != seats or len(players) < 2 or not all(is_whole(owner) and owner in players for owner in listed):
        raise TableError(
            f"owners: expected the player, numbered from 0, of each of {seats} boards, at least two players, got {owners!r}"
        )
    return listed


def carried_of(carried: Sequence[int], rules: Rules) -> list[int]:
    """The points that a pool carries over for each row, checked."""
    listed = items_of(carried) or []
    if len(listed) != len(ROWS) or not all(is_whole(points) and 0 <= points <= _MOST_CARRIED for points in listed):
        raise TableError(f"carried: expected three numbers of points from 0 to {_MOST_CARRIED}, got {carried!r}")
    if any(listed) and not rules.has_pool:
        raise TableError(f"carried: the rules {rules.name!r} have no pool")
    return listed


_MOST_CARRIED = 10**8
