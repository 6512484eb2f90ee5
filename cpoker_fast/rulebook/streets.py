"""Open-face games as data: how cards are dealt, and what earns a Fantasyland (RULES.md: Open-face)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from cpoker_fast.boards import ROWS
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook.declaring import Choice, Flag, Int, Ints, Model, One, declare
from cpoker_fast.rulebook.royalties import RowTables

__all__ = ["Fantasyland", "OpenFace", "Timeout"]


class Timeout(StrEnum):
    """How the cards of a player who runs out of time are placed."""

    HIGHEST_FIRST = "highest card first"
    """Highest card first, filling the back, then the middle, then the front."""
    AS_DEALT = "as dealt"
    """In the order dealt, filling the back, then the middle, then the front; cards left over are discarded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fantasyland(Model):
    """A next deal in which a player gets all cards at once and sets them before the others see the board.

    Parameters
    ----------
    entry : RowTables
        Rows of a legal board that earn entry, and the number of cards of the next deal:
        ``RowTables(front={"pair Q": 13, ...})``. Of several rows, the one that earns most cards counts.
    entry_by_more : int or None
        The number of cards if two rows or more earn entry; None: as with one row.
    stay : RowTables
        The same for a player who is in Fantasyland.
    stay_keeps_cards : bool
        Whether a stay gives as many cards as the Fantasyland before it.
    stay_royalty_over : int or None
        A row whose royalty is higher than this earns a stay, too; None to have only `stay` count.
    most_stays : int or None
        How many times in succession a player may stay; None for no limit.
    button_moves : bool
        Whether the button moves after every deal, also while anyone is in Fantasyland; by default it stays where it is.
    """

    PATH: ClassVar[str] = "openface.fantasyland"

    entry: RowTables = declare(One(RowTables), RowTables())
    entry_by_more: int | None = declare(Int(13, 17, unset=False), None)
    stay: RowTables = declare(One(RowTables), RowTables())
    stay_keeps_cards: bool = declare(Flag(), False)
    stay_royalty_over: int | None = declare(Int(0, 10_000, unset=False), None)
    most_stays: int | None = declare(Int(0, 1000, unset=False), None)
    button_moves: bool = declare(Flag(), False)

    def entry_sizes(self) -> tuple[int, ...]:
        """How many cards a Fantasyland may have that is entered, ascending."""
        return tuple(sorted({*_cards_in(self.entry), *([self.entry_by_more] if self.entry_by_more else [])}))

    def stay_sizes(self) -> tuple[int, ...]:
        """How many cards `stay` gives, ascending."""
        return tuple(sorted({*_cards_in(self.stay)}))

    def sizes(self) -> tuple[int, ...]:
        """How many cards a Fantasyland may have, ascending."""
        return tuple(sorted({*self.entry_sizes(), *self.stay_sizes()}))


def _cards_in(tables: RowTables) -> list[int]:
    return [cards for row in ROWS for _, cards in getattr(tables, row)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFace(Model):
    """How an open-face game is dealt; clockwise from the button's left.

    Parameters
    ----------
    players : int
        The maximum number of players.
    streets : tuple of (dealt, placed)
        The cards dealt to a player and how many of them are placed; the rest are discarded face down. 13 are placed in all.
    first_street_open : bool
        Whether all players are dealt the cards of the first street face up before anybody places, so that all see them. They
        are then placed without discards. Players in Fantasyland are dealt theirs face down.
    fantasyland : Fantasyland or None
        What earns a Fantasyland; None for a game without one.
    timeout : Timeout
        How the cards of a player who runs out of time are placed.
    """

    PATH: ClassVar[str] = "openface"

    players: int = declare(Int(2, 4), 4)
    streets: tuple[tuple[int, int], ...] = declare(Ints(1, 17, least=1, most=13, width=2), ((5, 5), *(((1, 1),) * 8)))
    first_street_open: bool = declare(Flag(), False)
    fantasyland: Fantasyland | None = declare(One(Fantasyland, may_be_none=True), None)
    timeout: Timeout = declare(Choice(Timeout), Timeout.HIGHEST_FIRST)

    def most_cards(self) -> int:
        """The most cards that a player may get in a deal."""
        return max(13, sum(dealt for dealt, _ in self.streets), *(self.fantasyland.sizes() if self.fantasyland else ()))

    def _check(self) -> None:
        placed = sum(street[1] for street in self.streets)
        if placed != 13:
            raise RulesError(f"expected streets that place 13 cards, got {placed}", path=f"{self.PATH}.streets")
        for i, (dealt, kept) in enumerate(self.streets):
            if kept > dealt:
                raise RulesError(f"places {kept} cards of {dealt} dealt", path=f"{self.PATH}.streets[{i}]")
        if self.first_street_open and len({*self.streets[0]}) > 1:
            problem = "expected False where cards of the first street are discarded, since discards are face down"
            raise RulesError(problem, path=f"{self.PATH}.first_street_open")
        dealt = self.players * sum(street[0] for street in self.streets)
        if dealt > 52:
            raise RulesError(f"{self.players} players would be dealt {dealt} cards of 52", path=f"{self.PATH}.players")
