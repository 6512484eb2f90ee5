"""Fantasylands at a table: who has earned one and plays it in their next deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cpoker_fast._arguments import is_whole
from cpoker_fast.app.table.table_deals import TableDeal
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import TableError
from cpoker_fast.game.plan import earned_cards, fantasyland_sizes
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling import Settlement

__all__ = [
    "NO_FANTASYLAND", "Fantasylands", "NextFantasyland", "check_fantasylands", "earned_fantasylands",
    "fantasylands_under", "read_fantasylands",
]  # fmt: skip


class NextFantasyland(NamedTuple):
    """The Fantasyland that a hand has earned."""

    cards: int
    """Number of cards; 0 for no Fantasyland."""
    stays: int
    """Number of consecutive stays that led to it."""


Fantasylands = Mapping[str, tuple[NextFantasyland, ...]]
"""Fantasylands that players have earned and not played yet, one for each hand, by player; others are not included."""

NO_FANTASYLAND = NextFantasyland(0, 0)


def earned_fantasylands(settled: Settlement, deal: TableDeal, played: Fantasylands) -> Fantasylands:
    """Return the Fantasylands that the boards of a deal earn; `played` are those that its players play in this deal."""
    earned: dict[str, tuple[NextFantasyland, ...]] = {}
    for index, name in enumerate(deal.players):
        before = (*played.get(name, ()), NO_FANTASYLAND, NO_FANTASYLAND)[: deal.hands]
        boards = [seat.board for seat in settled.seats[index :: len(deal.players)]]
        sizes = earned_cards(settled.rules, boards, *zip(*before, strict=True))
        if any(sizes):
            earned[name] = tuple(
                NextFantasyland(size, hand.stays + 1 if size and hand.cards else 0)
                for size, hand in zip(sizes, before, strict=True)
            )
    return earned


def read_fantasylands(plain: Mapping[str, list[list[int]]]) -> Fantasylands:
    """Return the Fantasylands in an event."""
    return {name: tuple(NextFantasyland(*hand) for hand in hands) for name, hands in plain.items()}


def check_fantasylands(fantasylands: Fantasylands, deal: TableDeal, rules: Rules) -> None:
    """Raise TableError unless Fantasylands in an event are those that players can earn in a deal."""
    sizes = (0, *FANTASYLAND_SIZES) if rules.has_fantasyland else (0,)
    for name, hands in fantasylands.items():
        if name not in deal.players or len(hands) != deal.hands:
            expected = f"{counted(deal.hands, 'hand')} of one of {', '.join(deal.players)}"
            raise TableError.about("fantasyland", f"expected {expected}, got {len(hands)} of {quote(name)}")
        for cards, stays in hands:
            if not is_whole(cards) or cards not in sizes or not is_whole(stays) or stays < 0:
                extent = f"0 or {sizes[1]} to {sizes[-1]}" if rules.has_fantasyland else "0"
                expected = f"{extent} cards, and a number of stays"
                raise TableError.about("fantasyland", f"expected {expected}, got {quote([cards, stays])}")


def fantasylands_under(rules: Rules, fantasylands: Fantasylands) -> Fantasylands:
    """Return Fantasylands with the nearest numbers of cards that some rules have; none under rules without Fantasyland."""
    sizes = fantasyland_sizes(rules)
    if not sizes:
        return {}

    def nearest(hand: NextFantasyland) -> NextFantasyland:
        return hand._replace(cards=min(sizes, key=lambda size: abs(size - hand.cards))) if hand.cards else hand

    return {name: tuple(map(nearest, hands)) for name, hands in fantasylands.items()}
