"""Boards in the ledgers of tables, for fields of the players of past deals."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cpoker_fast._arguments import check_name, check_whole, items_of
from cpoker_fast.boards import FOUL, Board
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import CpokerError, FieldError, LedgerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.event_lines import Event, problem_of_first, read_events
from cpoker_fast.system.files import checked_path

__all__ = ["LedgerBoards", "boards_in_ledgers"]


class LedgerBoards(NamedTuple):
    """Boards of some players in ledgers."""

    rules: Rules
    boards: list[Board | None]
    """Boards in the order of the ledgers, without dead hands; None for a surrender."""
    declare: list[bool]
    """Whether each board declared a natural if it had one."""


class _Hand(NamedTuple):
    player: str
    board: Board | None
    declare: bool


class _Deal(NamedTuple):
    place: str
    """Ledger and line, for errors."""
    rules: Rules
    hands: list[_Hand]


def boards_in_ledgers(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], rules: Rules | None, players: Sequence[str] | None
) -> LedgerBoards:
    """Return the boards in ledgers; for arguments and errors see `Field.from_ledger`."""
    names = _names_in(players)
    deals: list[_Deal] = []
    first_path: Path | None = None
    for path in _paths_in(paths):
        first_path = first_path or path
        deals += _read(path)
    if first_path is None:
        raise FieldError("expected the path of a ledger, or several, got none")
    if rules is None:
        _check_alike(deals)
    known = dict.fromkeys(hand.player for deal in deals for hand in deal.hands)
    for name in names or ():
        if name not in known:
            expected = did_you_mean(name, known) if known else "the ledgers have no boards"
            raise FieldError.about("players", f"no board of {quote(name)}: {expected}")
    chosen = [hand for deal in deals for hand in deal.hands if names is None or hand.player in names]
    if not chosen:
        raise FieldError(f"{first_path}: expected a settled deal, got none")
    return LedgerBoards(rules or deals[0].rules, [hand.board for hand in chosen], [hand.declare for hand in chosen])


def _check_alike(deals: Sequence[_Deal]) -> None:
    """Raise FieldError unless the rules of all deals pay alike."""
    for deal in deals:
        if not deal.rules.pays_like(deals[0].rules):
            expected = f"expected rules that pay like {quote(deals[0].rules.name)} in {deals[0].place}"
            raise FieldError(f"{deal.place}: {expected}, got {quote(deal.rules.name)}: pass rules= to choose")


def _paths_in(paths: object) -> list[Path]:
    items = [paths] if isinstance(paths, str | os.PathLike) else items_of(paths)
    if items is None:
        raise FieldError.about("path", f"expected the path of a ledger, or several, got {quote(paths)}")
    return [checked_path(path, error=FieldError) for path in items]


def _names_in(players: object) -> list[str] | None:
    if players is None:
        return None
    names = items_of(players)
    if not names:
        raise FieldError.about("players", f"expected names, got {quote(players)}")
    for name in names:
        check_name("players", name, FieldError)
    return names


def _read(path: Path) -> list[_Deal]:
    """Return the deals of a ledger with the rules of their time; LedgerError names the line of an invalid event.

    An event ``undo`` names the line of an event that does not count, such as a deal with a wrong board.
    """
    rules: dict[int, Rules] = {}  # by the line from which they hold
    deals: dict[int, _Deal] = {}  # by the line of the deal
    events = read_events(path)
    if problem := problem_of_first(events[0] if events else {}):
        raise LedgerError(f"{path}, line 1: {problem}", line=1)
    for line, event in enumerate(events, 1):
        try:
            if line == 1 or (event["event"] == "change" and "rules" in event):
                rules[line] = Rules.from_dict(event["rules"])
            elif event["event"] == "deal":
                deals[line] = _Deal(f"{path}, line {line}", [*rules.values()][-1], [*_hands_of(event)])
            elif event["event"] == "undo":
                check_whole("undo", event["line"], 2, line, LedgerError)
                deals.pop(event["line"], None)
                rules.pop(event["line"], None)
        except (CpokerError, KeyError, TypeError, ValueError, IndexError) as error:
            problem = f"missing key {error}" if isinstance(error, KeyError) else str(error)
            raise LedgerError(f"{path}, line {line}: {problem}", line=line) from None
    return [*deals.values()]


def _hands_of(deal: Event) -> Iterator[_Hand]:
    """Yield the hands of a deal: the first hands of all players, then the second ones. Dead hands have no cards."""
    check_whole("hands", deal["hands"], 1, 2, LedgerError)
    for name in deal["players"]:
        check_name("players", name, LedgerError)
    names = deal["players"] * deal["hands"]
    for name, board, declared in zip(names, deal["boards"], deal["declare"], strict=True):
        if board != str(FOUL):
            yield _Hand(name, None if board is None else Board.parse(board), declared is not False)
