"""The boards that a player has entered for the deal in progress, as a value and as an event of a ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from cpoker_fast._arguments import items_of
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.table_deals import TableDeal, board_from_event, check_player, declaration_to_event
from cpoker_fast.boards import FOUL, Board, Cards, Foul, board_at
from cpoker_fast.cards import CardSet, cards_at
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import TableError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import Declaration
from cpoker_fast.settling.declarations import declaration_of, parts_of_answer
from cpoker_fast.settling.inputs import declarations_of

__all__ = ["EnteredBoards"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredBoards:
    """The boards of a player, one for each hand, with a declaration and the cards that the player reserves."""

    player: str
    boards: tuple[Board | Foul | None, ...]
    declare: Any
    """A declaration for all hands, or a list of them, as plain values."""
    reserved: CardSet | None

    @classmethod
    def of(
        cls, deal: TableDeal, rules: Rules, player: str, boards: Sequence[object], declare: Any, reserved: Cards | None
    ) -> Self:
        """Return the boards of a player in a deal, parsed if they are text; raise CpokerError if they are malformed."""
        check_player(deal, player)
        if len(boards) != deal.hands:
            raise TableError(f"{quote(player)}: expected {counted(deal.hands, 'board')}, got {counted(len(boards), 'item')}")
        answers = [*map(parts_of_answer, boards)]
        codes = declarations_of(declare, deal.hands, rules, defaults=[declaration for _, declaration in answers])
        plain = [declaration_to_event(declaration_of(code, rules)) for code in codes]
        return cls(
            player=player,
            boards=tuple(_parsed(hand, board, f"the board of {player}") for hand, (board, _) in enumerate(answers)),
            declare=plain[0] if len(set(codes)) == 1 else plain,
            reserved=None if reserved is None else cards_at("reserved", reserved),
        )

    @classmethod
    def of_event(cls, deal: TableDeal, rules: Rules, event: Event) -> Self:
        """Return the boards in an event; raise CpokerError if they are malformed."""
        boards = [*map(board_from_event, event["boards"])]
        return cls.of(deal, rules, event["player"], boards, event["declare"], event["reserved"])

    def to_event(self) -> Event:
        """Return the event of these boards."""
        return {
            "event": "board",
            "player": self.player,
            "boards": [None if board is None else str(board) for board in self.boards],
            "declare": self.declare,
            "reserved": None if self.reserved is None else str(self.reserved),
        }

    def declarations(self) -> tuple[Declaration, ...]:
        """Return the declaration of each board."""
        items = items_of(self.declare)
        return (self.declare,) * len(self.boards) if items is None else tuple(items)

    def as_argument(self) -> Any:
        """Return the boards as an argument of `Table.settle`: one board, or a list of two."""
        return self.boards[0] if len(self.boards) == 1 else [*self.boards]


def _parsed(hand: int, board: object, label: str) -> Board | Foul | None:
    if board is None or board is FOUL:
        return board
    return board_at(hand, board, label, may_be_none=True, may_be_dead=True)
