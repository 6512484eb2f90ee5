"""Parses and checks the input of settling: boards, declarations, owners of seats and carried points."""

from __future__ import annotations

from collections.abc import Sequence

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast._settling import DECLARE_BEST, DECLARE_NOTHING
from cpoker_fast.boards import ROWS, Board, board_at
from cpoker_fast.cards import format_card
from cpoker_fast.errors import BoardError, RulesError, TableError
from cpoker_fast.patterns import Pattern, pattern_at, pattern_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.results import Seat
from cpoker_fast.wording import counted

__all__ = ["Declaration", "boards_of_table", "carried_of", "check_declared", "declarations_of", "owners_of"]

Declaration = bool | Pattern | str
"""Whether a natural is declared: the best one that the board may declare (True), none (False), or the one named."""


def boards_of_table(boards: Sequence[Board | str | None], rules: Rules, least: int = 2, most: int = 4) -> list[Board | None]:
    """The boards that a user gave, parsed and checked; no card may be in two of them."""
    listed = items_of(boards)
    if listed is None or not least <= len(listed) <= most:
        found = type(boards).__name__ if listed is None else counted(len(listed), "board")
        raise BoardError(f"expected a sequence of {least} to {most} boards, got {found}")
    read: list[Board | None] = []
    for seat, board in enumerate(listed):
        if board is None and not rules.has_surrender:
            raise RulesError(f"board {seat}: a surrender (None), which the rules {rules.name!r} do not allow")
        one = None if board is None else board_at(seat, board, "a Board, text or None")
        for other, earlier in enumerate(read):
            if one and earlier and (both := one.hand & earlier.hand):
                card = format_card(next(iter(both)))
                raise BoardError(f"card {card} is both in board {other} and in board {seat}", index=seat)
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


def declarations_of(declare: Declaration | Sequence[Declaration | None] | None, seats: int) -> list[int]:
    """For each seat the index of a pattern, or the code for the best one or for none."""
    if declare is None or isinstance(declare, bool | str):
        return [_one_declaration(declare, "declare")] * seats
    listed = items_of(declare)
    if listed is None or len(listed) != seats:
        raise RulesError(
            f"expected True, False, a pattern, or one for each of {seats} boards, got {declare!r}", path="declare"
        )
    return [_one_declaration(one, f"declare[{seat}]") for seat, one in enumerate(listed)]


def check_declared(declared: list[int], seats: Sequence[Seat]) -> None:
    """Raise RulesError if a seat declares a pattern that its hand does not make."""
    for number, (wanted, seat) in enumerate(zip(declared, seats, strict=True)):
        if wanted >= 0 and seat.natural is not pattern_at(wanted):
            made = ", ".join(repr(str(pattern)) for pattern in seat.naturals) or "none"
            problem = f"the hand does not make {str(pattern_at(wanted))!r} under these rules: it makes {made}"
            raise RulesError(problem, path=f"declare[{number}]")


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
