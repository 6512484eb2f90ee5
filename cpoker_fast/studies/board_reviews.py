"""Reviews of many boards of closed games, which share the sampled opponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from cpoker_fast._arguments import check_whole
from cpoker_fast.board_arrays import array_of_boards
from cpoker_fast.boards import Board
from cpoker_fast.errors import AnalysisError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import named_in
from cpoker_fast.studies.hand_analysis import as_candidate
from cpoker_fast.studies.known_moves import KnownMove
from cpoker_fast.studies.many_hands import analyze_many, needs_tables
from cpoker_fast.studies.reviewed_moves import ReviewedMove, reviewed_move

__all__ = ["check_review_deals", "is_reviewed_with_others", "review_boards", "tables_for"]

_SAMPLES_PER_DEAL = 8  # of 100 hands of a sample, the weighted mean is as precise as that of 13 that are dealt
_DEALS_PER_TABLE = 32
_LEAST_TABLES = 100
_LEAST_DEALS, _MOST_DEALS = 1 << 9, 1 << 19
_FEW, _MANY, _PER_BOARD = 1 << 15, 500_000, 500  # default numbers of deals: the sample takes about as long as the boards
_BOARDS_AT_ONCE = 64


class _Terms(NamedTuple):
    """Terms of a deal that boards must share to have the same opponents."""

    rules: Rules
    opponents: int
    has_button: bool


def check_review_deals(deals: int | None) -> None:
    """Raise AnalysisError for an invalid number of deals; None stands for the default."""
    if deals is not None:
        check_whole("deals", deals, _LEAST_DEALS, _MOST_DEALS, AnalysisError)


def is_reviewed_with_others(move: KnownMove) -> bool:
    """Whether `analyze_many` supports the button's seat: the player or the first opponent has it, or it does not matter."""
    rules, position = move.position.rules, move.position
    turns = (position.button - position.seat) % position.players
    return turns <= 1 or rules.has_banker or not rules.button_matters


def review_boards(
    moves: Sequence[KnownMove], deals: int | None, sequence: np.random.SeedSequence, threads: int
) -> Iterator[ReviewedMove]:
    """Yield the reviews of boards. Boards with the same terms are reviewed together."""
    groups: dict[_Terms, list[KnownMove]] = {}
    for move in moves:
        position = move.position
        has_button = position.rules.button_matters and position.button == position.seat
        groups.setdefault(_Terms(position.rules, position.players - 1, has_button), []).append(move)
    for terms, group in groups.items():
        number = _default_deals(terms, len(group)) if deals is None else deals
        for begin in range(0, len(group), _BOARDS_AT_ONCE):
            part = group[begin : begin + _BOARDS_AT_ONCE]
            played = [as_candidate(move.placement, terms.rules) for move in part]
            analyses = analyze_many(
                np.array([sorted(move.position.hand) for move in part], np.uint8),
                terms.rules,
                array_of_boards(None if item.is_surrender else Board.of_rows(*item.rows) for item in played),
                declare=[named_in(item.declare) or False for item in played],
                opponents=terms.opponents,
                has_button=terms.has_button,
                samples=_SAMPLES_PER_DEAL * number,
                tables=tables_for(number),
                seed=sequence,
                threads=threads,
            )
            for index, move in enumerate(part):
                best = as_candidate(analyses.best[index], terms.rules)
                yield reviewed_move(move, best, analyses.loss(index), number, "deals")


def tables_for(deals: int | None) -> int:
    """Return the number of tables of each hand for a number of deals, or for its default."""
    return max(_LEAST_TABLES, (_FEW if deals is None else deals) // _DEALS_PER_TABLE)


def _default_deals(terms: _Terms, boards: int) -> int:
    if needs_tables(terms.rules, terms.opponents):  # which take most of the time
        return _FEW
    return min(_MANY, max(_FEW, _PER_BOARD * boards))
