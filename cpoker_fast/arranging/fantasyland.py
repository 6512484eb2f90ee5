"""Fantasyland: the best board when all cards are dealt at once, and the value of staying (RULES.md: Open-face)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from cpoker_fast._arguments import is_whole
from cpoker_fast._arranging import Objective, best_staying_board, objective_of_staying
from cpoker_fast.arranging.objectives import cached_objective
from cpoker_fast.boards import ROWS, Board, Cards
from cpoker_fast.cards import CardSet
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook import Fantasyland, Rules, as_rules, compiled, grid_of
from cpoker_fast.settling import read_seat

__all__ = ["FantasylandBoard", "openface_fantasyland"]


class FantasylandBoard(NamedTuple):
    """The best board of a Fantasyland hand: the result of `openface_fantasyland`."""

    board: Board
    discarded: CardSet
    royalties: int
    """Royalty points of all three rows."""
    stays: int | None
    """Cards of the next deal in Fantasyland; None if the player has to leave it."""
    value: float
    """The royalties and, if the player stays, the bonus for staying."""


_MOST_BONUS = 1e9
_LEAST_CARDS, _MOST_CARDS = 13, 17


def _is_bonus(value: object) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and abs(value) <= _MOST_BONUS
    )


def _read_bonus(stay_bonus: float | Mapping[int, float]) -> float | tuple[tuple[int, float], ...]:
    if isinstance(stay_bonus, Mapping):
        pairs = list(stay_bonus.items())
        if all(is_whole(key) and _LEAST_CARDS <= key <= _MOST_CARDS and _is_bonus(value) for key, value in pairs):
            return tuple(sorted(pairs))
    elif _is_bonus(stay_bonus):
        return float(stay_bonus)
    problem = f"expected a number from -1e9 to 1e9, or one for each size of the next deal (13 to 17), got {stay_bonus!r}"
    raise RulesError(problem, path="stay_bonus")


def _next_deal_sizes(fantasyland: Fantasyland, cards: int) -> tuple[int, ...]:
    """How many cards the next deal of a player who stays may have, ascending."""
    stay = fantasyland.stay
    found = {number for row in (stay.front, stay.middle, stay.back) for number in dict(row).values()}
    if fantasyland.most_stays == 0 or not (found or fantasyland.stay_royalty_over is not None):
        return ()
    return (cards,) if fantasyland.stay_keeps_cards or not found else tuple(sorted(found))


def _objective(
    rules: Rules, fantasyland: Fantasyland, bonus: float | tuple[tuple[int, float], ...], cards: int
) -> Objective:
    """Royalties, plus the bonus of the row that earns the most cards; bonus i + 1 is for ``_next_deal_sizes(...)[i]``."""
    earned = _next_deal_sizes(fantasyland, cards)
    worths = dict.fromkeys(earned, bonus) if isinstance(bonus, float) else dict(bonus)
    for number in earned:
        if number not in worths:
            raise RulesError(f"expected a value for a next deal of {number} cards", path="stay_bonus")
    grids = []
    for row in ROWS:
        pairs = tuple(dict(getattr(fantasyland.stay, row)).items()) if earned else ()
        keeps = fantasyland.stay_keeps_cards
        grids.append(grid_of(tuple((kind, earned.index(cards if keeps else number) + 1) for kind, number in pairs), row))
    over = fantasyland.stay_royalty_over if earned else None
    return objective_of_staying(compiled(rules), grids, (0.0, *(worths[number] for number in earned)), over, len(earned))


def openface_fantasyland(hand: Cards, rules: Rules | str, stay_bonus: float | Mapping[int, float] = 0.0) -> FantasylandBoard:
    """The best legal board of a Fantasyland hand, by royalties and the value of staying; exact.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 to 17 different cards; those that the board does not need are discarded.
    rules : Rules or str
        Rules with a Fantasyland, or the name of a preset.
    stay_bonus : float or mapping of int to float
        The value of staying in Fantasyland, in points: one number, or a number for each size of the next deal. Pass 0 for a
        player who may not stay again (`Fantasyland.most_stays`).

    Returns
    -------
    FantasylandBoard
        Ties are broken as by `best_royalties`.

    Raises
    ------
    CardError
        If the hand cannot be read or does not have 13 to 17 cards.
    BoardError
        If no board is legal, which only a `lowball_qualifier` can cause.
    RulesError
        If the rules are unknown or have no Fantasyland, or the bonus is invalid.

    Notes
    -----
    If several rows earn a stay, the one that gives the most cards counts. A stay that a row earns by its royalty alone
    (`Fantasyland.stay_royalty_over`) gives as many cards as the largest stay under these rules.

    Examples
    --------
    >>> hand = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
    >>> found = openface_fantasyland(hand, "pineapple")
    >>> str(found.board), found.royalties, found.stays
    ('Qh Qd Tc / Ks Jd 6s 6h 6d / 7h 6c 5d 4d 3c', 11, None)
    >>> found = openface_fantasyland(hand, "pineapple", stay_bonus=8)
    >>> str(found.board), found.royalties, found.stays, found.value
    ('Tc 7h 4d / Qh Qd Jd 5s 5d / Ks 6s 6h 6d 6c', 10, 14, 18.0)
    """
    rules = as_rules(rules)
    fantasyland = rules.openface and rules.openface.fantasyland
    if not fantasyland:
        raise RulesError(f"the rules {rules.name!r} have none", path="openface.fantasyland")
    cards = CardSet(hand)
    bonus = _read_bonus(stay_bonus)
    size = len(cards) if fantasyland.stay_keeps_cards or fantasyland.stay_royalty_over is not None else 0
    objective = cached_objective(rules, (bonus, size), lambda: _objective(rules, fantasyland, bonus, len(cards)))
    board, value, place = best_staying_board(cards, objective)
    return FantasylandBoard(
        board=board,
        discarded=cards - board.hand,
        royalties=sum(read_seat(board, rules).royalties),
        stays=_next_deal_sizes(fantasyland, len(cards))[place - 1] if place else None,
        value=value,
    )
