"""The order of play, and what a player sees of boards at each moment of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cpoker_fast.errors import PlacementError
from cpoker_fast.rulebook import Rules

__all__ = ["PlayerView", "hides_board", "order_of_play"]


def order_of_play(streets: int, seats: int, button: int, fantasyland: Sequence[int]) -> list[tuple[int, int]]:
    """Return all turns of a deal as (seat, street): players in Fantasyland first, then the others, street by street.

    Examples
    --------
    >>> order_of_play(streets=2, seats=3, button=0, fantasyland=(0, 14, 0))
    [(1, 0), (2, 0), (0, 0), (2, 1), (0, 1)]
    """
    clockwise = [(button + step) % seats for step in range(1, seats + 1)]
    in_fantasyland = [(seat, 0) for seat in clockwise if fantasyland[seat]]
    other_seats = [seat for seat in clockwise if not fantasyland[seat]]
    return in_fantasyland + [(seat, street) for street in range(streets) for seat in other_seats]


def hides_board(rules: Rules, cards_in_fantasyland: int) -> bool:
    """Whether a board is hidden until the showdown."""
    return rules.is_closed or cards_in_fantasyland > 0


class PlayerView(NamedTuple):
    """The facts that decide how many cards a player sees on the boards of others.

    A moment of a deal is a number: the turns made so far, of all players together. After the last turn, there is one more
    moment, at which hidden boards are shown.
    """

    placed: Sequence[int]
    """Number of cards placed on each street."""
    seat: int
    button: int
    fantasyland: Sequence[int]
    hides: Sequence[bool]
    """Whether boards are hidden until the showdown, by seat."""
    turns_made: int
    """Number of turns that the player has made."""
    has_hand: bool
    """Whether it is the turn of the player."""
    surrendered: Sequence[int] = ()
    """Seats whose players surrendered, as the player sees at the showdown."""

    def check(self, numbers: Sequence[int], *, has_open_hands: bool) -> None:
        """Raise PlacementError unless boards have these numbers of cards, by seat, at a moment that the player sees.

        Open hands are dealt after all players in Fantasyland have placed. Messages count players, boards and streets from 1.
        """
        turns = order_of_play(len(self.placed), len(numbers), self.button, self.fantasyland)
        moments = self._moments(turns)
        in_fantasyland = sum(cards > 0 for cards in self.fantasyland)
        if has_open_hands and not (moments := [moment for moment in moments if moment >= in_fantasyland]):
            raise PlacementError("expected no face-up cards until all players in Fantasyland have placed theirs")
        if any(seat != self.seat for seat in self.surrendered):
            if moments[-1] <= len(turns):
                raise PlacementError.about("surrendered", "expected no other player before the showdown")
            moments = moments[-1:]
        for seat, number in enumerate(numbers):
            if seat == self.seat or seat in self.surrendered:
                continue
            by_moment = {moment: self._visible(seat, turns[:moment], has_ended=moment > len(turns)) for moment in moments}
            moments = [moment for moment in moments if by_moment[moment] == number]
            if not moments:
                expected = sorted({*by_moment.values()})
                noun = "card" if expected == [1] else "cards"
                hint = "" if number else " (or hide all opponents)"
                raise PlacementError(
                    f"expected {' or '.join(map(str, expected))} {noun}, got {number}: {self._reason(seat)}{hint}",
                    seat=seat,
                    place=f"board {seat + 1}",
                )

    def _moments(self, turns: Sequence[tuple[int, int]]) -> Sequence[int]:
        """Return the moments before the next turn of the player; on their turn, only its beginning."""
        moments = [moment for moment, (seat, _) in enumerate(turns) if seat == self.seat]
        first = moments[self.turns_made - 1] + 1 if self.turns_made else 0
        last = moments[self.turns_made] if self.turns_made < len(moments) else len(turns) + 1
        return range(last if self.has_hand else first, last + 1)

    def _visible(self, seat: int, turns: Sequence[tuple[int, int]], *, has_ended: bool) -> int:
        """Return the number of cards that opponents see on a board after some turns."""
        if self.hides[seat]:
            return 13 if has_ended else 0
        return sum(self.placed[street] for acting, street in turns if acting == seat)

    def _reason(self, seat: int) -> str:
        """Return the reason for the number of cards on the board of an opponent."""
        if self.hides[seat]:
            return f"boards {'in Fantasyland ' if self.fantasyland[seat] else ''}are hidden until the showdown"
        if self.fantasyland[self.seat] and not self.turns_made:
            return "players in Fantasyland place before all others"
        if self.fantasyland[self.seat]:
            return "the player has placed all cards"
        seats = len(self.fantasyland)
        place, place_of_player = ((player - self.button - 1) % seats for player in (seat, self.seat))
        order = "earlier" if place < place_of_player else "later"
        is_over = self.turns_made == len(self.placed)
        street = f" on street {self.turns_made + 1} of {len(self.placed)}"
        state = ", and the player has placed all cards" if is_over else street
        return f"with this button, this opponent acts {order}{state}"
