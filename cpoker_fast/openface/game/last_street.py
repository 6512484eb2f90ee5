"""The last street: points of each placement that completes a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, prod
from typing import NamedTuple

from cpoker_fast._openface import last_street_points
from cpoker_fast.arranging import bonuses_of, read_bonus
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import PlacementError
from cpoker_fast.openface.game.placement import Placement
from cpoker_fast.openface.game.plan import entry_sizes, openface_of, plan_of
from cpoker_fast.openface.game.position import Position, check_position
from cpoker_fast.rulebook import Rules

__all__ = ["LastStreet", "PlacementPoints", "last_street"]

_MOST_DEALT = 4
"""Largest last street over which opponents' cards are enumerated: five cards have more than a million sets."""
_MOST_SETTLED = 5_000_000
"""Largest number of tables that are settled for several opponents together, in a second or two."""


class PlacementPoints(NamedTuple):
    """A placement and its expected points."""

    placement: Placement
    points: float


@dataclass(frozen=True, slots=True)
class LastStreet:
    """Placements of a last street, with their points: the result of `last_street`.

    Parameters
    ----------
    placements : tuple of PlacementPoints
        Placements, best first; equal ones in the order of `Position.placements`.
    against : tuple of int
        Seats whose boards count; against the others, only the royalties or the foul of the player count.
    is_exact : bool
        Whether the points against these seats are exact (see `last_street`).

    Examples
    --------
    >>> position = Position.parse("rules pineapple; seat 0; button 0; street 4; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
    ...     " board Qh 4c 5c / 8c 3d 8s 8h 2c / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d")
    >>> result = last_street(position)
    >>> str(result.placements[0].placement), result.is_exact
    ('5d / 7h / - discards Jc', True)
    """

    placements: tuple[PlacementPoints, ...]
    against: tuple[int, ...]
    is_exact: bool = True

    @property
    def best(self) -> Placement:
        """Best placement."""
        return self.placements[0].placement

    def __str__(self) -> str:
        return "\n".join(f"{points:+8.3f}  {placement}" for placement, points in self.placements)


def last_street(position: Position, fantasyland_worth: float | Mapping[int, float] = 0.0) -> LastStreet:
    """Return the points of each placement on the last street, where the hand completes the board; exact.

    - Complete boards are settled as they are, all at one table. Players declare naturals if that pays them more.
    - An opponent with the last street to place gets each set of unseen cards in turn, and places for the most points against
      complete boards (also the player's), with the worth of a Fantasyland. Such opponents do not see each other's cards.
      Under rules that pay for more than pairs of boards, such as naturals or home runs, all combinations of their cards are
      settled, up to 5 million tables. Beyond that, the points are added as if each of these opponents were the only one,
      and `LastStreet.is_exact` is False.
    - Other opponents are unknown: those in Fantasyland, those who lack more than a street, and those whose last street has
      more than four cards. Against each of them, a legal board wins its royalties and a foul pays its price, as if that
      opponent tied all rows, had no royalties and no foul; with a single winner, nothing is paid. A natural that the player
      declares wins what a board without natural pays for it, in place of the royalties; naturals of the opponent do not
      count. The player declares it against all players or none. `LastStreet.against` has the seats of all other opponents.

    Parameters
    ----------
    position : Position
        Position with a hand that completes the player's board.
    fantasyland_worth : float or mapping of int to float
        Worth of an earned Fantasyland, in points: one number, or a number for each size of the next deal. Opponents choose
        their placements by it as well, but it is not subtracted from the player's points.

    Returns
    -------
    LastStreet
        Points of this deal without table stakes, plus the worth of an earned Fantasyland.

    Raises
    ------
    PlacementError
        If `position` is no position, the hand does not complete the board, or the player is in Fantasyland.
    RulesError
        If the worth is invalid, or misses a size of the next deal.

    Examples
    --------
    >>> from cpoker_fast.openface import Position, last_street
    >>> p = Position.parse("rules pineapple; seat 0; button 1; street 4; board Kh Qd / 7c 7d 2h 3c / As Ts 9s 4s 3s;"
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
    rules, board, seats = position.rules, position.own, range(position.seats)
    placements = position.placements()
    if not placements or position.to_place != sum(board.room):
        raise PlacementError(
            f"expected a hand that completes the board, which lacks {counted(sum(board.room), 'card')}; "
            f"{counted(position.to_place, 'card')} of the hand are placed"
        )
    dealt, placed = openface_of(rules).streets[-1]
    missing_cards = {0, placed} if dealt <= _MOST_DEALT else {0}
    against = tuple(
        seat
        for seat in seats
        if seat != position.seat
        and sum(position.boards[seat].room) in missing_cards
        and (position.boards[seat].is_complete or not position.fantasyland[seat])
    )
    lacking = [seat for seat in against if not position.boards[seat].is_complete]
    unseen = len(position.unseen)
    tables = len(placements) * prod(comb(unseen - dealt * drawn, dealt) for drawn in range(len(lacking)))
    are_dependent = len(lacking) > 1 and _pays_for_more_than_pairs(rules)
    is_exact = not are_dependent or tables <= _MOST_SETTLED
    worths = bonuses_of(read_bonus(fantasyland_worth, "fantasyland_worth"), entry_sizes(rules), "fantasyland_worth")
    points = last_street_points(
        plan_of(rules),
        tuple(position.boards[seat] if seat in (position.seat, *against) else None for seat in seats),
        position.seat,
        position.button,
        position.hand,
        position.unseen,
        worths,
        are_dependent and is_exact,
    )
    valued = (PlacementPoints(*pair) for pair in zip(placements, points, strict=True))

    def order(value: PlacementPoints) -> tuple[float, bool]:  # legal boards come first among equal ones
        return -value.points, not position.after(value.placement).can_be_legal

    return LastStreet(tuple(sorted(valued, key=order)), against, is_exact)


def _pays_for_more_than_pairs(rules: Rules) -> bool:
    """Whether the payment between two boards may depend on a third one, as naturals do, which are declared against all."""
    return bool(rules.naturals) or rules.has_home_run or rules.has_pool or rules.has_single_winner
