"""Table stakes: nobody wins or loses more than the chips that he had at the start of the deal (RULES section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast.errors import TableError

__all__ = ["Due", "Payment", "pay", "read_stacks", "read_unit"]


@dataclass(frozen=True, slots=True)
class Due:
    """What a pairing pays by the rules: chips from the second seat to the first; below 0, from the first to the second."""

    first: int
    second: int
    chips: int
    is_natural: bool


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips that passed between two seats, in the order in which they were paid.

    Attributes
    ----------
    first, second : int
        Seats; above 0, the second pays.
    due, chips : int
        By the rules, and cut to what both had left.
    """

    first: int
    second: int
    due: int
    chips: int


def read_unit(unit: object) -> None:
    """TableError unless this is what a point can be worth in chips."""
    if not is_whole(unit) or unit < 1:
        raise TableError(f"unit: expected chips, an int from 1 up, got {unit!r}")


def read_stacks(stacks: Sequence[int], players: int) -> list[int]:
    """The stacks as a list of their own; TableError if they do not fit."""
    read = items_of(stacks)
    if read is None or len(read) != players:
        raise TableError(f"stacks: expected {players} numbers of chips, got {stacks!r}")
    for player, stack in enumerate(read):
        if not is_whole(stack) or stack < 0:
            raise TableError(f"stacks[{player}]: expected chips, an int from 0 up, got {stack!r}")
    return read


def pay(dues: Iterable[Due], stacks: Sequence[int], owners: Sequence[int], button: int) -> list[Payment]:
    """Pays what is due from the stacks, which are by player; `owners` tells the player of a seat.

    Naturals come first, then the dealer against the second, third and fourth seat, then the second against the third, and so
    on. Every payment is cut to what both still have uncommitted, and then taken off both: a chip covers one result.
    """
    seats = len(owners)
    left = list(stacks)

    def turn(due: Due) -> tuple[bool, int, int]:
        places = sorted(((due.first - button) % seats, (due.second - button) % seats))
        return not due.is_natural, places[0], places[1]

    payments = []
    for due in sorted(dues, key=turn):
        one, other = owners[due.first], owners[due.second]
        chips = min(abs(due.chips), left[one], left[other])
        left[one] -= chips
        left[other] -= chips
        payments.append(Payment(due.first, due.second, due.chips, chips if due.chips > 0 else -chips))
    return payments
