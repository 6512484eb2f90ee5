"""Arguments of `settle`, parsed and checked: boards, declarations, owners of seats and carried points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cpoker_fast._arguments import is_whole, items_in_order, items_of
from cpoker_fast._arrays import numbers_in
from cpoker_fast._boards import Placement
from cpoker_fast._settling import DECLARE_IF_BETTER
from cpoker_fast.board_arrays import board_in_item, tables_in_items
from cpoker_fast.boards import FOUL, ROWS, Board, Foul, board_at, board_part
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError, RulesError, TableError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import IF_BETTER, BoardInput, Declaration, declaration_code, parts_of_answer
from cpoker_fast.settling.results import Seat

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Labels", "boards_of_table", "by_seat", "carried_of", "check_boards", "check_declared", "declarations_of",
    "declared_by", "owners_of", "problem_of_declared", "table_of", "tables_in",
]  # fmt: skip


class Labels(NamedTuple):
    """Labels of boards and of items of arguments, for errors. They have the players' names or, without names, numbers."""

    owners: Sequence[int]
    names: Sequence[str] = ()

    def _hand_index(self, seat: int) -> int | None:
        """Return the index of a seat among the seats of its player; None if the player has only one seat."""
        owner = self.owners[seat]
        return list(self.owners[:seat]).count(owner) if list(self.owners).count(owner) > 1 else None

    def board(self, seat: int) -> str:
        """Return the label of a seat's board, such as ``board 1`` or ``the board of Ann``."""
        if not self.names:
            return f"board {seat + 1}"
        hand_index, name = self._hand_index(seat), shorten(self.names[self.owners[seat]])
        return f"the board of {name}" if hand_index is None else f"board {hand_index + 1} of {name}"

    def seat(self, seat: int) -> str:
        """Return the label of a seat's item in an argument, such as ``[0]``."""
        if not self.names:
            return f"[{seat}]"
        hand_index, player = self._hand_index(seat), self.player(self.owners[seat])
        return player if hand_index is None else f"{player}[{hand_index}]"

    def player(self, player: int) -> str:
        """Return the label of a player's item in an argument, such as ``['Ann']``."""
        return f"[{quote(self.names[player])}]" if self.names else f"[{player}]"


def declared_by(items: Sequence[Any]) -> list[Declaration]:
    """Return the declarations of the placements among boards, `IF_BETTER` for other boards; [] without a placement."""
    if not any(isinstance(item, Placement) for item in items):  # the usual case
        return []
    return [parts_of_answer(item)[1] for item in items]


def tables_in(boards: object) -> tuple[NDArray[Any], list[list[Declaration]] | None]:
    """Return tables as an array, and the declarations of their boards; None unless some of them declare."""
    if getattr(getattr(boards, "dtype", None), "kind", "O") in "biuf":  # fast path: `settle_array` checks them
        return boards, None  # type: ignore[return-value]
    array = numbers_in(boards, "boards")
    if array is not None:
        return array, None
    declared: list[Declaration] = []

    def read(item: object, label: str, index: int) -> Board | Foul | None:
        board, declaration = parts_of_answer(item)
        declared.append(declaration)
        return board_in_item(board, label, index)

    tables = tables_in_items(boards, read)
    if all(declaration == IF_BETTER for declaration in declared):
        return tables, None
    seats = tables.shape[1]
    return tables, [declared[first : first + seats] for first in range(0, len(declared), seats)]


def boards_of_table(boards: Sequence[BoardInput], rules: Rules, least: int, most: int) -> list[Board | None]:
    """Parse and check the boards of opponents; raise BoardError for a dead hand, which has no cards."""
    table = table_of(boards, rules, least, most, may_be_dead=False)
    return [board for board in table if board is not FOUL]


def table_of(
    boards: Sequence[BoardInput],
    rules: Rules,
    least: int = 2,
    most: int = 4,
    labels: Labels | None = None,
    *,
    may_be_dead: bool = True,
) -> list[Board | Foul | None]:
    """Parse and check the boards of a table; raise BoardError if two boards share a card."""
    items = items_in_order(boards)
    if items is None or not least <= len(items) <= most:
        description = type(boards).__name__ if items is None else counted(len(items), "board")
        raise BoardError(f"expected {least} to {most} boards, got {description}")
    labels = labels or Labels(range(len(items)))
    parsed_boards: list[Board | Foul | None] = []
    seen = CardSet()
    for seat, answer in enumerate(items):
        board = board_part(answer) if isinstance(answer, Placement) else answer
        if board is None:
            if not rules.has_surrender:
                problem = f"a surrender, which the rules {quote(rules.name)} do not allow: see the option surrender"
                raise RulesError(f"{labels.board(seat)}: {problem}")
            parsed_boards.append(None)
            continue
        if board is FOUL and may_be_dead:
            parsed_boards.append(FOUL)
            continue
        parsed = board
        if type(board) is not Board:
            parsed = board_at(seat, board, labels.board(seat), may_be_none=True, may_be_dead=may_be_dead)
        hand = parsed.hand
        if shared := seen & hand:
            card = next(iter(shared))
            first = next(i for i, earlier in enumerate(parsed_boards) if isinstance(earlier, Board) and card in earlier.hand)
            problem = f"is both in {labels.board(first)} and in {labels.board(seat)}"
            raise BoardError(f"card {format_card(card)} {problem}", index=seat)
        seen |= hand
        parsed_boards.append(parsed)
    return parsed_boards


def check_boards(by_player: Mapping[str, Sequence[BoardInput]], rules: Rules) -> None:
    """Raise CpokerError if the boards of some players are malformed, are not allowed by the rules, or share a card."""
    owners = [player for player, boards in enumerate(by_player.values()) for _ in boards]
    table_of(
        [board for boards in by_player.values() for board in boards], rules, 1, len(owners), Labels(owners, [*by_player])
    )


def _code_of(declaration: object, rules: Rules, where: str) -> int:
    try:
        return declaration_code(declaration, rules)
    except RulesError as error:
        raise RulesError(error.problem, path=where) from None


def declarations_of(
    declare: Declaration | Sequence[Declaration | None] | None,
    seats: int,
    rules: Rules,
    labels: Labels | None = None,
    *,
    defaults: Sequence[Declaration] = (),
) -> list[int]:
    """Return the code of each seat's declaration: the index of a natural in the rules, or a DECLARE_ constant.

    The declarations in `defaults`, such as those of placements among the boards, replace None. Without `defaults`,
    `IF_BETTER` does.
    """
    if declare is None:
        if not defaults:
            return [DECLARE_IF_BETTER] * seats
        declare = [None] * seats
    if isinstance(declare, bool | str) or getattr(declare, "ndim", None) == 0:
        return [_code_of(declare, rules, "declare")] * seats
    items = items_in_order(declare)
    if items is None or len(items) != seats:
        for_boards = f"a list of these for {counted(seats, 'board')}"
        problem = f"expected True, False, the name of a natural, {IF_BETTER!r}, or {for_boards}, got {quote(declare)}"
        raise RulesError(problem, path="declare")
    labels = labels or Labels(range(seats))
    return [
        _code_of(default, rules, f"boards{labels.seat(seat)}")
        if declaration is None
        else _code_of(declaration, rules, f"declare{labels.seat(seat)}")
        for seat, (declaration, default) in enumerate(zip(items, defaults or [IF_BETTER] * seats, strict=True))
    ]


def problem_of_declared(natural: str, allowed: Iterable[str]) -> str:
    """Return the problem of a board that declares a natural, although it may declare only others."""
    others = ", ".join(repr(str(name)) for name in allowed) or "none"
    return f"the board may not declare {str(natural)!r} under these rules: it may declare {others}"


def check_declared(
    declared: list[int], seats: Sequence[Seat], rules: Rules, labels: Labels | None = None, argument: str = "declare"
) -> None:
    """Raise RulesError about an argument if a seat declares a natural that its board may not declare."""
    if max(declared) < 0:
        return
    labels = labels or Labels(range(len(seats)))
    for index, (code, seat) in enumerate(zip(declared, seats, strict=True)):
        if code >= 0 and seat.natural != (name := rules.naturals[code].name):
            raise RulesError(problem_of_declared(name, seat.naturals), path=f"{argument}{labels.seat(index)}")


def by_seat(value: object, names: Sequence[str], argument: str) -> object:
    """Convert a mapping by name to a list by seat, with None for missing names; return any other value unchanged."""
    if value is None or not isinstance(value, Mapping):
        return value
    if unknown := [name for name in value if name not in names]:
        reason = f"expected {', '.join(map(repr, names))}" if names else "the boards have no names"
        raise TableError.about(argument, f"unknown player {quote(unknown[0])}: {reason}")
    return [value.get(name) for name in names]


def owners_of(owners: Sequence[int] | None, seats: int) -> list[int]:
    """Check and return the player of each seat; by default, each seat has its own player."""
    if owners is None:
        return list(range(seats))
    items = items_of(owners) or []
    players = range(len({owner for owner in items if is_whole(owner)}))
    if len(items) != seats or len(players) < 2 or not all(is_whole(owner) and owner in players for owner in items):
        expected = f"a player (0, 1, ...) for each of {seats} boards, and at least two players"
        raise TableError.about("owners", f"expected {expected}, got {quote(owners)}")
    return items


def carried_of(carried: Sequence[int], rules: Rules) -> list[int]:
    """Check and return the points that a pool carries over for front, middle and back."""
    if carried is NOTHING_CARRIED:
        return [0, 0, 0]
    items = items_of(carried) or []
    if len(items) != len(ROWS) or not all(is_whole(points) and 0 <= points <= _MOST_CARRIED for points in items):
        raise TableError.about(
            "carried", f"expected the points of three rows, from 0 to {_MOST_CARRIED}, got {quote(carried)}"
        )
    if any(items) and not rules.has_pool:
        raise TableError.about("carried", f"the rules {quote(rules.name)} have no pool")
    return items


_MOST_CARRIED = 10**8
NOTHING_CARRIED = (0, 0, 0)
