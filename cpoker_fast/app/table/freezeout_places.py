"""The places and the prizes of the players of a freezeout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpoker_fast.rulebook import Freezeout

__all__ = ["Place", "places_after"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Place in a freezeout, of the winner or of a player without chips.

    Attributes
    ----------
    name : str
    place : int
        Place, from 1. Players who share places, such as 3 and 4, all have the best of them, here 3.
    prize : int
        Prize in the unit of money of `Freezeout.entry`.
    deal : int
        Number of the deal that decided the place, from 1.

    Examples
    --------
    >>> table = Table(rulebook.Rules.from_dict({"base": "pagat", "table": {"freezeout": {"chips": 3, "entry": 10}}}))
    >>> table.sit("Ann"), table.sit("Bob")
    (0, 1)
    >>> table.settle({"Ann": "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Bob": FOUL}).chips
    (-3, 3)
    >>> table.places
    (Place(name='Ann', place=1, prize=20, deal=1), Place(name='Bob', place=2, prize=0, deal=1))
    """

    name: str
    place: int
    prize: int
    deal: int


def places_after(
    before: Mapping[str, int], after: Mapping[str, int], players: Sequence[str], deal: int, freezeout: Freezeout
) -> dict[str, Place]:
    """Return the places that a deal decides, by name.

    Parameters
    ----------
    before, after : mapping of str to int
        Stacks of all players of the freezeout, before and after the deal.
    players : sequence of str
        Players of the deal, in the order of play. Odd units of shared prizes go to the first of the players who share them.
    deal : int
        Number of the deal.
    freezeout : Freezeout
    """
    in_play = [name for name, chips in after.items() if chips]
    out = sorted((name for name in players if not after[name]), key=lambda name: -before[name])
    groups = [[*names] for _, names in groupby(out, key=lambda name: before[name])]
    if out and len(in_play) == 1:
        groups.insert(0, in_play)
    place = len(after) - sum(chips == 0 for chips in before.values()) - sum(map(len, groups)) + 1
    prizes, places = freezeout.prizes_of(len(after)), {}
    for names in groups:
        share, odd = divmod(sum(prizes[place - 1 : place - 1 + len(names)]), len(names))
        for index, name in enumerate(names):
            places[name] = Place(name=name, place=place, prize=share + (index < odd), deal=deal)
        place += len(names)
    return places
