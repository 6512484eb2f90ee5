"""The last street: expected points of each placement that completes a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, prod
from typing import Any

from cpoker_fast._openface import last_street_points
from cpoker_fast.arranging.fantasyland_worths import bonuses_of, read_bonus
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import PlacementError
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.plan import entry_sizes, plan_of
from cpoker_fast.game.position import Position, check_position
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.exports import Tabular

__all__ = ["LastStreet", "last_street"]

_MOST_DEALT = 4
"""Largest number of cards dealt on the last street for which all sets of an opponent's cards are enumerated."""
_MOST_SETTLED = 5_000_000
"""Largest number of tables to settle for all combinations of several opponents' cards; this takes a second or two."""


@dataclass(frozen=True, slots=True)
class LastStreet(Tabular):
    """Placements on the last street with their expected points: the result of `last_street`.

    Files and data frames (``result.to_frame()``) have a row for each placement.

    Parameters
    ----------
    placements : tuple of Placement
        Placements with their expected points, best first. The points include the worth of an earned Fantasyland. If points
        are equal, legal boards come before fouls. Further ties have the order of `Position.placements`.
    against : tuple of int
        Seats of opponents whose boards count. Against other opponents, only the player's royalties, natural or foul count.
    is_exact : bool
        Whether the points against the seats in `against` are exact; see `last_street`.

    Examples
    --------
    >>> position = Position.parse("rules pineapple; seat 1; button 1; street 5; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
    ...     " board Qh 4c 5c / 8c 3d 8s 8h 2c / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d")
    >>> result = last_street(position)
    >>> str(result.best), result.is_exact
    ('5d / 7h / - discards Jc', True)
    >>> result.to_csv().splitlines()[0]
    'placement,points'
    """

    placements: tuple[Placement, ...]
    against: tuple[int, ...]
    is_exact: bool = True

    @property
    def best(self) -> Placement:
        """Best placement."""
        return self.placements[0]

    def _rows(self) -> list[dict[str, Any]]:
        return [{"placement": str(placement), "points": placement.points} for placement in self.placements]

    def __repr__(self) -> str:
        number, exactly = counted(len(self.placements), "placement"), ", exact" if self.is_exact else ""
        return fitted(f"<LastStreet of {number}{exactly}, best {self.best}: {self.best.points:.3f} points>")

    def __str__(self) -> str:
        return "\n".join(f"{placement.points:+8.3f}  {placement}" for placement in self.placements)


def last_street(position: Position, fantasyland_worth: float | Mapping[int, float] = 0.0) -> LastStreet:
    """Compute the expected points of each placement that completes the player's board, by enumeration.

    - Opponents with complete boards are settled with the player at one table. Players declare naturals if that pays more.
    - Opponents who have only the last street to place are dealt each set of unseen cards in turn. They choose the placement
      with the most points against the player's board and other complete boards, including the worth of a Fantasyland. They
      do not see each other's cards. With naturals or home runs, for example, payments depend on more than two boards. All
      combinations of these opponents' cards are then settled, up to 5 million tables. Above this limit, the effect of each
      opponent is computed alone, the effects are added, and `LastStreet.is_exact` is False.
    - The boards of other opponents are unknown. They are in Fantasyland, hidden, or dealt more than four cards on the last
      street. An unknown board is assumed to tie all rows, without royalties, foul or natural. Against it, a legal board of
      the player wins its royalties, or the price of a declared natural instead. A foul pays its penalty. Under rules with a
      single winner, nothing is paid. The player declares against all opponents or none.

    `LastStreet.against` lists the opponents whose boards count.

    Parameters
    ----------
    position : Position
        Position with a hand that completes the player's board.
    fantasyland_worth : float or mapping of int to float
        Worth of an earned Fantasyland in points, by default 0. It is one number, or a mapping by the number of Fantasyland
        cards. Opponents, too, consider it when they place. The worth of an opponent's Fantasyland is not subtracted from the
        player's points.

    Returns
    -------
    LastStreet
        Placements with their points in this deal, without table stakes, plus the worth of an earned Fantasyland.

    Raises
    ------
    PlacementError
        If `position` is not a Position, the hand does not complete the board, or the player is in Fantasyland.
    RulesError
        If `fantasyland_worth` is invalid, or lacks a number of cards with which players enter Fantasyland.

    Examples
    --------
    >>> from cpoker_fast.game import Position
    >>> from cpoker_fast.game import last_street
    >>> p = Position.parse("rules pineapple; seat 1; button 2; street 5; board Kh Qd / 7c 7d 2h 3c / As Ts 9s 4s 3s;"
    ...     " board Qh 4c 2c / 8c 3d 8s 8h / Th Td 6s 6c; discards 2s 3h 4d; hand 7s Ks 5d")
    >>> values = last_street(p, fantasyland_worth=8)
    >>> str(values.best), values.against
    ('Ks / 7s / - discards 5d', (1,))
    >>> print(values)
     +22.857  Ks / 7s / - discards 5d
      +6.857  5d / 7s / - discards Ks
      +4.857  5d / Ks / - discards 7s
      +4.857  7s / 5d / - discards Ks
      +4.857  7s / Ks / - discards 5d
      -4.800  Ks / 5d / - discards 7s
    """
    check_position(position)
    rules, board, seats = position.rules, position.own, range(position.players)
    placements = position.placements()
    if not placements or position.to_place != sum(board.room):
        raise PlacementError(
            f"expected a hand that completes the board: the board lacks {counted(sum(board.room), 'card')}, "
            f"but the player places {counted(position.to_place, 'card')}"
        )
    dealt, placed = rules.streets[-1]
    missing_cards = {0, placed} if dealt <= _MOST_DEALT else {0}
    against = tuple(
        seat
        for seat in seats
        if seat != position.seat and not position.fantasyland[seat] and sum(position.boards[seat].room) in missing_cards
    )
    incomplete = [seat for seat in against if not position.boards[seat].is_complete]
    unseen = len(position.unseen)
    tables = len(placements) * prod(comb(unseen - dealt * drawn, dealt) for drawn in range(len(incomplete)))
    needs_combinations = len(incomplete) > 1 and _payments_depend_on_many_boards(rules)
    is_exact = not needs_combinations or tables <= _MOST_SETTLED
    worths = bonuses_of(read_bonus(fantasyland_worth, "fantasyland_worth"), entry_sizes(rules), "fantasyland_worth")
    points = last_street_points(
        plan_of(rules),
        tuple(position.boards[seat] if seat in (position.seat, *against) else None for seat in seats),
        position.seat,
        position.button,
        position.hand,
        position.unseen,
        worths,
        needs_combinations and is_exact,
    )
    results = (
        Placement.of_cards(*placement.rows, placement.discards, points=of_one)
        for placement, of_one in zip(placements, points, strict=True)
    )

    def sort_key(result: Placement) -> tuple[float, bool]:
        return -result.points, not position.after(result).can_be_legal

    return LastStreet(tuple(sorted(results, key=sort_key)), against, is_exact)


def _payments_depend_on_many_boards(rules: Rules) -> bool:
    """Whether payments may depend on more than two boards. A natural, for example, is declared against all opponents."""
    return bool(rules.naturals) or rules.has_home_run or rules.has_pool or rules.has_single_winner
