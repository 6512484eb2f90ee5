"""Text that environments render: what a player can see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpoker_fast.cards import format_card

if TYPE_CHECKING:
    from cpoker_fast.players.observation import Seen

__all__ = ["text_of"]


def text_of(seen: Seen, seat: int, names: Sequence[str]) -> str:
    """Return what the player at a seat can see, a line for each player; `names` are by seat."""
    players = len(names)
    lines = []
    for player, name in enumerate(names):
        clockwise = (player - seat) % players
        words = [name]
        words += ["(button)"] if (seen.place + clockwise) % players == players - 1 else []
        words += [f"(Fantasyland with {seen.fantasyland[clockwise]} cards)"] if seen.fantasyland[clockwise] else []
        line = f"{' '.join(words)}: {seen.boards[clockwise]}"
        line += f", to place {seen.open_hands[clockwise]}" if seen.open_hands[clockwise] else ""
        if clockwise == 0 and seen.card is not None:
            line += f", to place {seen.hand}, next {format_card(seen.card)}"
        lines.append(line)
    return "\n".join(lines)
