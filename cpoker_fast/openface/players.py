"""Players of open-face games: those of the package, and the protocol for bots of your own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from cpoker_fast._openface import PLAYERS, choose
from cpoker_fast.arranging import openface_fantasyland_many
from cpoker_fast.board_arrays import fouls_where_none
from cpoker_fast.boards import Board
from cpoker_fast.errors import BotError, PlacementError, SeedError
from cpoker_fast.openface.placement import Placement, Rows
from cpoker_fast.openface.plan import plan_of
from cpoker_fast.openface.position import Position
from cpoker_fast.players import BotKind, NamedBot
from cpoker_fast.rulebook import Rules
from cpoker_fast.wording import did_you_mean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OPEN_FACE", "Bot", "PackageBot", "bot", "bots"]

_STAY_BONUS = {13: 6.0, 14: 8.0, 15: 11.0, 16: 15.0, 17: 20.0}


@runtime_checkable
class Bot(Protocol):
    """A player of open-face games; a plain function with the arguments of `place` will do as well.

    A bot may also have a ``name``, which is text, and ``prepare(rules, players)``, which is called before the first deal and
    returns the bot that plays.
    """

    def place(self, position: Position, rng: np.random.Generator) -> Placement | Rows:
        """Place the cards in hand: one of ``position.placements()``, or rows that `Position.placement` reads.

        In Fantasyland (`Position.in_fantasyland`), all cards are set at once. Draw random choices from `rng`, so that they
        can be reproduced.
        """


class PackageBot(NamedBot):
    """A bot of the package; `bot` makes it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"openface.bot({self.name!r})"

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Place the cards in hand; PlacementError if there are none, SeedError if `rng` is no generator."""
        import numpy as np

        if not isinstance(rng, np.random.Generator):
            raise SeedError(f"bad rng: expected a numpy.random.Generator, got {type(rng).__name__}")
        if not isinstance(position, Position) or not position.hand:
            raise PlacementError(f"expected a position with cards to place, got {position!r:.200}")
        if position.in_fantasyland:
            hands = np.array([list(position.hand)], np.uint8)
            board = Board.of_cards(self.set_fantasylands(hands, position.rules, rng)[0].tolist())
            return Placement.of_cards(*board.rows, position.hand - board.hand)
        plan, rows = plan_of(position.rules), position.own.rows
        found = choose(plan, self.name, position.street, rows, position.hand, position.seen, rng)
        return Placement.of_cards(*found)

    def set_fantasylands(self, hands: NDArray[np.uint8], rules: Rules, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Boards, uint8[n, 13], of Fantasyland hands, uint8[n, 13 to 17]."""
        if self.name == "random":
            return rng.permuted(hands, axis=1)[:, :13]
        return fouls_where_none(openface_fantasyland_many(hands, rules, _STAY_BONUS).boards, hands[:, :13])


def bots() -> tuple[str, ...]:
    """The names of the open-face bots that come with the package.

    Examples
    --------
    >>> bots()
    ('random', 'careful')
    """
    return PLAYERS


def bot(name: str) -> PackageBot:
    """An open-face bot of the package.

    Parameters
    ----------
    name : {'random', 'careful'}
        'random' places in any way, each equally likely. 'careful' goes by rules of thumb: it avoids fouls, keeps draws, and
        plays pairs for a Fantasyland in front once the middle is likely to beat them; a Fantasyland it sets for the most
        royalties and the worth of staying.

    Raises
    ------
    BotError
        If there is no such bot.

    Examples
    --------
    >>> import numpy as np
    >>> p = Position("pineapple", seat=0, button=0, street=0, boards=["- / - / -"] * 2, hand="As Ad Kc 7c 2h")
    >>> print(bot("careful").place(p, np.random.default_rng(1)))
    7c / Kc 2h / As Ad
    """
    if not isinstance(name, str) or name not in PLAYERS:
        known = did_you_mean(str(name), PLAYERS, quoted=True)
        raise BotError(f"unknown open-face bot {name!r}: {known}, or a function or object of your own")
    return PackageBot(name)


OPEN_FACE = BotKind(Bot, "place", bot)
"""Bots that place street by street."""
