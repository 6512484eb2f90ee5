"""Table stakes: no player wins or loses more than their stack in pairings (tests/rules_and_tests.md: Tables)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import TableError

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Rules

__all__ = ["Due", "Payment", "check_buy_in", "check_rebuy", "least_stack", "pay", "read_stacks", "read_unit"]

_MOST_UNIT = 10**12


@dataclass(frozen=True, slots=True)
class Due:
    """Chips that the second seat of a pairing owes the first by the rules; negative if the first owes the second."""

    first: int
    second: int
    chips: int
    is_natural: bool


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment of chips between two seats.

    Attributes
    ----------
    first, second : int
        Seats; the second seat pays if `chips` is positive.
    due, chips : int
        Chips due under the rules, and chips paid. The chips paid are at most the uncommitted chips of either player. A
        payment commits as many chips of the winner as of the loser.
    is_natural : bool
        Whether the payment is for the naturals of the pairing, which are paid first, or for everything else.
    limited_by : tuple of int
        Seats whose uncommitted chips limit the payment; empty if the payment is full.

    Examples
    --------
    >>> boards = {"Ann": "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Bob": "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"}
    >>> settle(boards, "pagat", stacks=[100, 4], unit=2).payments
    (Payment(first=0, second=1, due=6, chips=4, is_natural=False, limited_by=(1,)),)
    """

    first: int
    second: int
    due: int
    chips: int
    is_natural: bool
    limited_by: tuple[int, ...]


def read_unit(unit: object) -> None:
    """Raise TableError unless `unit` is a valid number of chips per point."""
    if not is_whole(unit) or not 1 <= unit <= _MOST_UNIT:
        raise TableError.about("unit", f"expected chips per point, an int from 1 to {_MOST_UNIT}, got {quote(unit)}")


def check_buy_in(name: str, chips: object, rules: Rules, unit: int) -> None:
    """Raise TableError unless the player may sit down with these chips."""
    least, most = rules.table.buy_in_least * unit, rules.table.buy_in_most
    if not is_whole(chips) or chips < least or (most is not None and chips > most * unit):
        allowed = f"{counted(least, 'chip')} or more" if most is None else f"{least} to {most * unit} chips"
        raise TableError(f"the first buy-in of {quote(name)}: expected {allowed}, got {quote(chips)}")


def check_rebuy(name: str, chips: object, stack: int, rules: Rules, unit: int) -> None:
    """Raise TableError unless the player may add these chips to their stack between deals."""
    least, most = rules.table.rebuy_least * unit, rules.table.buy_in_most
    if not is_whole(chips) or chips < least:
        raise TableError(f"a re-buy of {quote(name)}: expected {counted(least, 'chip')} or more, got {quote(chips)}")
    if most is not None and stack + chips > most * unit:
        limit = counted(most * unit, "chip")
        raise TableError(f"a re-buy of {quote(name)}: expected a stack of at most {limit} afterwards, got {stack} + {chips}")


def least_stack(rules: Rules, unit: int) -> int:
    """Return the smallest stack, in chips, with which a player is dealt in.

    It is the rake plus the larger of two amounts: the smallest stack of the rules (`TableTerms.least_to_play`), and the
    stake of a hand in the pool (`Rules.pool_stake`). In a freezeout, one chip is enough.

    Examples
    --------
    >>> least_stack(rules("hawaiian-gardens"), unit=1)
    1
    """
    if rules.table.freezeout is not None:
        return 1
    return rules.table.rake.chips + max(rules.table.least_to_play, rules.pool_stake) * unit


def read_stacks(stacks: Sequence[int], labels: Sequence[str]) -> list[int]:
    """Check stacks and return them as a new list. A TableError for a stack has the label of its player."""
    items = items_of(stacks)
    if items is None or len(items) != len(labels):
        raise TableError.about("stacks", f"expected chips for each of {len(labels)} players, got {quote(stacks)}")
    for label, stack in zip(labels, items, strict=True):
        if not is_whole(stack) or stack < 0:
            raise TableError.about(f"stacks{label}", f"expected an int of at least 0, got {quote(stack)}")
    return items


def pay(dues: Iterable[Due], stacks: Sequence[int], owners: Sequence[int], button: int) -> list[Payment]:
    """Pay all dues from the players' stacks and return the payments in order; `owners` has the player of each seat.

    Naturals are paid first, then everything else. In both rounds, the dealer settles with the second, third and fourth seat,
    then the second seat with the third, and so on. The uncommitted chips of both players limit each payment. The payment is
    then subtracted from the uncommitted chips of both, so that each chip covers only one result.
    """
    seats = len(owners)
    uncommitted = list(stacks)

    def order_of_payment(due: Due) -> tuple[bool, int, int]:
        places = sorted(((due.first - button) % seats, (due.second - button) % seats))
        return not due.is_natural, places[0], places[1]

    payments = []
    for due in sorted(dues, key=order_of_payment):
        first, second = owners[due.first], owners[due.second]
        chips = min(abs(due.chips), uncommitted[first], uncommitted[second])
        uncommitted[first] -= chips
        uncommitted[second] -= chips
        is_limited = chips < abs(due.chips)
        limited_by = tuple(seat for seat in (due.first, due.second) if is_limited and not uncommitted[owners[seat]])
        signed_chips = chips if due.chips > 0 else -chips
        payments.append(Payment(due.first, due.second, due.chips, signed_chips, due.is_natural, limited_by))
    return payments
