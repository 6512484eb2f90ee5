"""Input of settling, parsed and checked: boards, declarations, owners of seats and carried points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cpoker_fast._arguments import is_whole, items_of
from cpoker_fast._settling import DECLARE_BEST, DECLARE_IF_BETTER, DECLARE_NOTHING
from cpoker_fast.boards import FOUL, ROWS, Board, Foul, board_at
from cpoker_fast.cards import CardSet, format_card
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError, RulesError, TableError
from cpoker_fast.patterns import Pattern, pattern_at, pattern_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.results import Seat

__all__ = [
    "IF_BETTER",
    "Declaration",
    "Labels",
    "boards_of_table",
    "carried_of",
    "check_declared",
    "declarations_of",
    "listed_boards",
    "owners_of",
    "seats_of",
    "table_of",
]

Declaration = bool | Pattern | str
"""Declaration of a natural: the best one of the board (True), none (False), the named one, or the best one if it pays more
than the rows (`IF_BETTER`)."""

IF_BETTER = "if better"


class Labels(NamedTuple):
    """Labels in errors: boards counted from 1, and items of arguments by index; or both by the names of players."""

    owners: Sequence[int]
    names: Sequence[str] = ()

    def _hand(self, seat: int) -> int | None:
        """Return the number of a seat among those of its player, from 0; None for a player with one seat."""
        owner = self.owners[seat]
        return list(self.owners[:seat]).count(owner) if list(self.owners).count(owner) > 1 else None

    def board(self, seat: int) -> str:
        """Return the label of the board of a seat."""
        if not self.names:
            return f"board {seat + 1}"
        hand, name = self._hand(seat), shorten(self.names[self.owners[seat]])
        return f"the board of {name}" if hand is None else f"board {hand + 1} of {name}"

    def seat(self, seat: int) -> str:
        """Return the label of the item of a seat."""
        if not self.names:
            return f"[{seat}]"
        hand, player = self._hand(seat), self.player(self.owners[seat])
        return player if hand is None else f"{player}[{hand}]"

    def player(self, player: int) -> str:
        """Return the label of the item of a player."""
        return f"[{quote(self.names[player])}]" if self.names else f"[{player}]"


def listed_boards(boards: object) -> list[Any] | None:
    """Return boards of a user as a list; None for sets, which have no order, and for values that are not iterable."""
    return None if isinstance(boards, set | frozenset) else items_of(boards)


def boards_of_table(boards: Sequence[Board | str | None], rules: Rules, least: int, most: int) -> list[Board | None]:
    """Parse and check the boards of opponents in an analysis; BoardError for a dead hand, which has no cards."""
    table = table_of(boards, rules, least, most, may_be_dead=False)
    return [board for board in table if board is not FOUL]


def table_of(
    boards: Sequence[Board | str | Foul | None],
    rules: Rules,
    least: int = 2,
    most: int = 4,
    labels: Labels | None = None,
    *,
    may_be_dead: bool = True,
) -> list[Board | Foul | None]:
    """Parse and check boards of a user; BoardError for a card in two boards."""
    listed = listed_boards(boards)
    if listed is None or not least <= len(listed) <= most:
        kind = type(boards).__name__ if listed is None else counted(len(listed), "board")
        raise BoardError(f"expected {least} to {most} boards, got {kind}")
    labels = labels or Labels(range(len(listed)))
    parsed_boards: list[Board | Foul | None] = []
    seen = CardSet()
    for seat, board in enumerate(listed):
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
        if both := seen & hand:
            card = next(iter(both))
            other = next(i for i, earlier in enumerate(parsed_boards) if isinstance(earlier, Board) and card in earlier.hand)
            owners = f"in {labels.board(other)} and in {labels.board(seat)}"
            raise BoardError(f"card {format_card(card)} is both {owners}", index=seat)
        seen |= hand
        parsed_boards.append(parsed)
    return parsed_boards


def _code_of(declaration: object, where: str, default: int) -> int:
    if declaration is None:
        return default
    if isinstance(declaration, bool):
        return DECLARE_BEST if declaration else DECLARE_NOTHING
    if isinstance(declaration, str) and declaration == IF_BETTER:
        return DECLARE_IF_BETTER
    try:
        return pattern_of(declaration).place
    except RulesError as error:
        raise RulesError(f"{error.problem}, True, False or {IF_BETTER!r}", path=where) from None


def declarations_of(
    declare: Declaration | Sequence[Declaration | None] | None,
    seats: int,
    labels: Labels | None = None,
    *,
    default: int = DECLARE_BEST,
) -> list[int]:
    """Return for each seat the index of a pattern, or the code for the best one, for none, or for a choice between them.

    `default` is the code of a declaration that is None.
    """
    if declare is None or isinstance(declare, bool | str):
        return [_code_of(declare, "declare", default)] * seats
    listed = items_of(declare)
    if listed is None or len(listed) != seats:
        raise RulesError(
            f"expected True, False, a pattern, {IF_BETTER!r}, or one for each of {seats} boards, got {quote(declare)}",
            path="declare",
        )
    labels = labels or Labels(range(seats))
    return [_code_of(declaration, f"declare{labels.seat(seat)}", default) for seat, declaration in enumerate(listed)]


def check_declared(declared: list[int], seats: Sequence[Seat], labels: Labels | None = None) -> None:
    """Raise RulesError if a seat declares a pattern that its board may not declare."""
    if max(declared) < 0:
        return
    labels = labels or Labels(range(len(seats)))
    for number, (pattern, seat) in enumerate(zip(declared, seats, strict=True)):
        if pattern >= 0 and seat.natural is not pattern_at(pattern):
            allowed = ", ".join(repr(str(pattern)) for pattern in seat.naturals) or "none"
            problem = f"the board may not declare {str(pattern_at(pattern))!r} under these rules: it may declare {allowed}"
            raise RulesError(problem, path=f"declare{labels.seat(number)}")


def seats_of(value: object, names: Sequence[str], argument: str) -> object:
    """Return an argument by seat, also from one by name; names without a value have None."""
    if value is None or not isinstance(value, Mapping):
        return value
    if unknown := [name for name in value if name not in names]:
        known = f"expected {', '.join(map(repr, names))}" if names else "the boards have no names"
        raise TableError(f"{argument}: unknown player {quote(unknown[0])}: {known}")
    return [value.get(name) for name in names]


def owners_of(owners: Sequence[int] | None, seats: int) -> list[int]:
    """Check the player of each seat, numbered from 0; by default each seat has its own player."""
    if owners is None:
        return list(range(seats))
    listed = items_of(owners) or []
    players = range(len({owner for owner in listed if is_whole(owner)}))
    if len(listed) != seats or len(players) < 2 or not all(is_whole(owner) and owner in players for owner in listed):
        raise TableError(
            f"owners: expected the player, numbered from 0, of each of {seats} boards, at least two players, "
            f"got {quote(owners)}"
        )
    return listed


def carried_of(carried: Sequence[int], rules: Rules) -> list[int]:
    """Check the points that a pool carries over for each row."""
    if carried is NOTHING_CARRIED:
        return [0, 0, 0]
    listed = items_of(carried) or []
    if len(listed) != len(ROWS) or not all(is_whole(points) and 0 <= points <= _MOST_CARRIED for points in listed):
        raise TableError(f"carried: expected three numbers of points from 0 to {_MOST_CARRIED}, got {quote(carried)}")
    if any(listed) and not rules.has_pool:
        raise TableError(f"carried: the rules {quote(rules.name)} have no pool")
    return listed


_MOST_CARRIED = 10**8
NOTHING_CARRIED = (0, 0, 0)
