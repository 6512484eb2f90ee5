"""Dealing as data: streets, and the rows that earn a Fantasyland (tests/rules_and_tests.md: Open-face)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from cpoker_fast.boards import ROWS
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook.declaring import Flag, Int, Model, One, declare
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES, RowTables

__all__ = ["Fantasyland", "Timeout", "check_streets"]

_MOST_DEALT = 13  # cards of one street: the core cannot list the placements of more


class Timeout(StrEnum):
    """Placement of the cards of a player who runs out of time."""

    HIGHEST_FIRST = "highest card first"
    """Highest card first, filling the back, then the middle, then the front."""
    AS_DEALT = "as dealt"
    """In the order dealt, filling the back, then the middle, then the front; the other cards are discarded."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Fantasyland(Model):
    """Fantasyland: a deal in which a player gets all cards at once, and sets them hidden from the others.

    Parameters
    ----------
    entry : RowTables
        Rows of a legal board that earn entry, with the number of cards of the next deal. If several rows earn entry, the
        largest of their numbers counts.
    entry_by_more : int or None
        Number of cards if two rows or more earn entry. With None, there is no such rule.
    stay : RowTables
        Rows that keep a player in Fantasyland, with the number of cards of the next deal.
    stay_keeps_cards : bool
        Whether a stay gives as many cards as the Fantasyland before it. The numbers in `stay` then only mark the rows that
        earn a stay. A stay by royalty also gives as many cards as before.
    stay_royalty_over : int or None
        Royalty above which a row also earns a stay. With None, only the rows in `stay` earn one. A stay by royalty has the
        largest number of cards in `stay`. If `stay` is empty, a stay by royalty has as many
        cards as the Fantasyland before it.
    most_stays : int or None
        Largest number of consecutive stays. With None, there is no limit.
    button_moves : bool
        Whether the button also moves while a player is in Fantasyland.

    Examples
    --------
    >>> fantasyland = rules("progressive").fantasyland
    >>> fantasyland.entry_sizes(), fantasyland.stay_sizes(), fantasyland.sizes()
    ((14, 15, 16, 17), (14,), (14, 15, 16, 17))
    """

    PATH: ClassVar[str] = "fantasyland"

    entry: RowTables = declare(One(RowTables), RowTables())
    entry_by_more: int | None = declare(Int(FANTASYLAND_SIZES[0], FANTASYLAND_SIZES[-1], unset=False), None)
    stay: RowTables = declare(One(RowTables), RowTables())
    stay_keeps_cards: bool = declare(Flag(), False)
    stay_royalty_over: int | None = declare(Int(0, 10_000, unset=False), None)
    most_stays: int | None = declare(Int(0, 1000, unset=False), None)
    button_moves: bool = declare(Flag(), False)

    def entry_sizes(self) -> tuple[int, ...]:
        """Return the possible numbers of cards at entry, ascending."""
        return tuple(sorted({*_sizes_in(self.entry), *([self.entry_by_more] if self.entry_by_more else [])}))

    def stay_sizes(self) -> tuple[int, ...]:
        """Return the numbers of cards in `stay`, ascending."""
        return tuple(sorted({*_sizes_in(self.stay)}))

    def sizes(self) -> tuple[int, ...]:
        """Return the possible numbers of cards of a Fantasyland, ascending."""
        return tuple(sorted({*self.entry_sizes(), *self.stay_sizes()}))


def _sizes_in(tables: RowTables) -> list[int]:
    return [cards for row in ROWS for _, cards in getattr(tables, row)]


def check_streets(streets: tuple[tuple[int, int], ...], players: int, *, first_is_open: bool) -> None:
    """Raise RulesError unless streets place 13 cards, and one deck has enough cards for the players."""
    placed = sum(street[1] for street in streets)
    if placed != 13:
        raise RulesError(f"expected streets that place 13 cards, got {placed}", path="streets")
    for i, (dealt, placed) in enumerate(streets):
        if placed > dealt:
            raise RulesError(f"expected at most {dealt} cards to place, got {placed}", path=f"streets[{i}]")
        if dealt > _MOST_DEALT:
            raise RulesError(f"expected at most {_MOST_DEALT} cards, got {dealt}", path=f"streets[{i}]")
    if first_is_open and len({*streets[0]}) > 1:
        problem = "expected False where cards of the first street are discarded, since discards are face down"
        raise RulesError(problem, path="first_street_open")
    dealt = players * sum(street[0] for street in streets)
    if dealt > 52:
        raise RulesError(f"{players} players would be dealt {dealt} cards of 52", path="players")
