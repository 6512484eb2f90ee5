"""Bots of open-face games: those of the package, and the protocol for your own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from cpoker_fast._arguments import check_flag
from cpoker_fast._openface import PLAYERS, choose_placement
from cpoker_fast.arranging import assumed_worths, from_each_opponent, openface_fantasyland_many
from cpoker_fast.board_arrays import fouls_where_none
from cpoker_fast.boards import Board
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BotError, NetworkError
from cpoker_fast.game.placement import Placement, Rows
from cpoker_fast.game.plan import plan_of
from cpoker_fast.game.position import Position, check_bot_arguments
from cpoker_fast.players import CLOSED_BOTS, BotKind, BotMaker, NamedBot, Registry, command_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.thinking.engine_bot import OpenFaceEngineBot
from cpoker_fast.thinking.expert import Expert
from cpoker_fast.thinking.networks import NETWORKS, attach_networks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "OPEN_FACE",
    "OPEN_FACE_BOTS",
    "OpenFaceBatchBot",
    "OpenFaceBot",
    "PackageBot",
    "PlacementFunction",
    "bot",
    "bots",
]

PlacementFunction: TypeAlias = Callable[[Position, "np.random.Generator"], Placement | Rows]
"""Type of a function that is a bot, with the arguments of `OpenFaceBot.place`."""


@runtime_checkable
class OpenFaceBot(Protocol):
    """Protocol of open-face bots; a plain function with the arguments of ``place`` is also a bot.

    These attributes are optional:

    - ``name``: a text, which results show;
    - ``prepare(rules, players)``: a method that is called once, before the first deal and before bots are sent to threads,
      processes or a cluster. It returns the bot that plays;
    - ``place_many``: a method for many positions at once, which makes simulations faster (`OpenFaceBatchBot`). A bot may
      have only this method.

    `PolicyBot` makes a bot of the policy of a learner.
    """

    def place(self, position: Position, rng: np.random.Generator, /) -> Placement | Rows:
        """Return a placement of the cards in hand.

        Parameters
        ----------
        position : Position
            What the player knows, with cards in hand. In Fantasyland (`Position.in_fantasyland`), all cards are placed at
            once.
        rng : numpy.random.Generator
            Source of random numbers. If the bot uses no other one, results can be reproduced.

        Returns
        -------
        Placement or rows
            One of ``position.placements()``, or rows in any spelling that `Position.placement` reads.
        """


@runtime_checkable
class OpenFaceBatchBot(Protocol):
    """Protocol of open-face bots that place at many tables in one call. They need no ``place``.

    `simulate` then plays the deals of a chunk (1,024 deals) together, and calls ``place_many`` with the positions of all
    tables where it is the bot's turn. Environments do the same for opponents.
    """

    def place_many(self, positions: Sequence[Position], rng: np.random.Generator, /) -> Sequence[Placement | Rows]:
        """Return a placement for each position, in the order of the positions, as ``place`` does for one.

        The positions belong to different tables, and are on any streets or in Fantasyland.
        """


class PackageBot(NamedBot):
    """A bot of the package; `bot` creates it.

    `worths` is the worth of a Fantasyland by its cards, in points from all opponents together; None for the default of
    `analyze`.

    Examples
    --------
    >>> player = bot("swift").prepare(rules("pineapple"), 2)
    >>> import numpy as np
    >>> str(player.place(Deal("pineapple", 2, seed=1).position(), np.random.default_rng(1)))
    '- / Tc 9d 8h / Qs 6s'
    >>> player.identity() == bot("swift").identity()
    True
    """

    def __init__(self, name: str, worths: Mapping[int, float] | None = None) -> None:
        if not isinstance(name, str) or name not in PLAYERS:
            raise BotError(f"bad player {quote(name)}: expected one of {', '.join(PLAYERS)}")
        self.name, self.worths = name, worths

    def __repr__(self) -> str:
        return f"openface.bot({self.name!r})"

    def identity(self) -> str:
        """Return a text that differs between bots that play differently."""
        return self.name if self.worths is None else f"{self.name} with {dict(self.worths)}"

    def prepare(self, rules: Rules, players: int) -> PackageBot:  # noqa: ARG002
        """Return this bot; raise NetworkError if it needs networks and the rules have none."""
        if PLAYERS[self.name]["needs_networks"] and not attach_networks(rules):
            raise NetworkError(
                f"there are no networks for the rules {quote(rules.name)}: expected rules that are dealt and scored like "
                f"{', '.join(NETWORKS)}; the bots 'careful' and 'expert' need none"
            )
        return self

    def place(self, position: Position, rng: np.random.Generator) -> Placement:
        """Return the placement that the bot chooses for the cards in hand.

        Raises
        ------
        PlacementError
            If there are no cards in hand.
        SeedError
            If `rng` is not a NumPy generator.
        NetworkError
            If the bot needs networks and the rules have none.
        """
        check_bot_arguments(position, rng)
        if position.in_fantasyland:
            import numpy as np

            hands = np.array([list(position.hand)], np.uint8)
            board = Board.of_cards(self.set_fantasylands(hands, position.rules, position.seats, rng)[0].tolist())
            return Placement.of_cards(*board.rows, position.hand - board.hand)
        self.prepare(position.rules, position.seats)
        plan = plan_of(position.rules)
        return choose_placement(plan, self.name, position.street, position.own, position.hand, position.seen, rng)

    def set_fantasylands(
        self, hands: NDArray[np.uint8], rules: Rules, players: int, rng: np.random.Generator
    ) -> NDArray[np.uint8]:
        """Set Fantasyland hands, uint8[n, 13 to 17], and return the boards: uint8[n, 13]."""
        if PLAYERS[self.name]["is_random"]:
            return rng.permuted(hands, axis=1)[:, :13]
        return fouls_where_none(
            openface_fantasyland_many(hands, rules, self._stay_bonus(rules, players)).boards, hands[:, :13]
        )

    def _stay_bonus(self, rules: Rules, players: int) -> Mapping[int, float]:
        """Return the worth of staying in Fantasyland by its cards, in points from each opponent."""
        return from_each_opponent(assumed_worths(rules, players) if self.worths is None else self.worths, players)


_COMPILED_BOTS: dict[str, BotMaker[PackageBot | Expert]] = {name: BotMaker(partial(PackageBot, name)) for name in PLAYERS}
OPEN_FACE_BOTS: Registry[PackageBot | Expert] = Registry(
    "open-face bot",
    {*CLOSED_BOTS} - {*_COMPILED_BOTS},
    "closed games",
    **_COMPILED_BOTS,
    expert=BotMaker(Expert, takes_limits=True),
)
"""Open-face bots of the package, by name."""


def bots() -> tuple[str, ...]:
    """Return the names of the open-face bots of the package.

    Examples
    --------
    >>> bots()
    ('random', 'careful', 'swift', 'expert')
    """
    return tuple(OPEN_FACE_BOTS)


def bot(
    name: str, *, seconds: float | None = None, rollouts: int | None = None, book: bool = True
) -> PackageBot | Expert | OpenFaceEngineBot:
    """Return an open-face bot of the package, or a bot that is an engine.

    Parameters
    ----------
    name : {'random', 'careful', 'swift', 'expert'} or 'exec:COMMAND'
        'random' chooses each placement with the same probability. 'careful' follows heuristics: it avoids fouls, keeps
        draws, and puts a pair that earns a Fantasyland in front once the middle is likely to beat it. 'swift' chooses by
        value networks, in less than a millisecond, and on the street before the last also by exact means over the last
        draws; there are networks for rules that are dealt and scored like pineapple, progressive, deuce-to-seven, turbo or
        standard. 'expert' plays the `PlacementAnalysis.best` of `analyze`, or the placement of its book, if the book has
        the position. In Fantasyland, 'careful' and 'swift' maximize royalties plus the worth of staying; 'expert' also
        considers the points for rows. 'exec:' and a command line make a bot of a program that plays by the engine protocol
        (`OpenFaceEngineBot`). Before you ask such an engine for placements, call ``player = bot.prepare(rules, players)``,
        and use `player`; `simulate` and games do that for you.
    seconds, rollouts : float and int, optional
        For 'expert' only: the limits of `analyze`, where it does not play its book; rollouts are rounded up to batches of
        24, at least four. The default is 200 rollouts, which take 10 to 100 milliseconds.
    book : bool, optional
        For 'expert' only: whether it plays the book of the package. The book has placements of all hands on the first
        street of pineapple, and of rules that are dealt and scored like it, for the first of two players to act, if nobody
        is in Fantasyland. `seconds` and `rollouts` do not change this; see :doc:`/background/openface`.

    Raises
    ------
    BotError
        If the name is unknown, `book` is no bool, or an option of 'expert' is given for another bot.
    AnalysisError
        If `seconds` or `rollouts` is invalid, or both are given.

    Examples
    --------
    >>> import numpy as np
    >>> p = Position("pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand="As Ad Kc 7c 2h")
    >>> print(bot("careful").place(p, np.random.default_rng(1)))
    7c / Kc 2h / As Ad
    """
    check_flag("book", book, BotError)
    command = command_of(name)
    maker = OPEN_FACE_BOTS[name] if command is None else BotMaker(partial(OpenFaceEngineBot, command))
    if maker.takes_limits:
        return maker.make(seconds, rollouts, book=book)
    if not book:
        raise BotError(f"the bot {quote(name)} has no book: expected book=False for 'expert' only")
    if seconds is not None or rollouts is not None:
        limited = ", ".join(repr(key) for key in OPEN_FACE_BOTS if OPEN_FACE_BOTS[key].takes_limits)
        raise BotError(f"the bot {quote(name)} has no limit: expected seconds or rollouts for {limited} only")
    return maker.make()


OPEN_FACE = BotKind(
    "open-face games",
    ("place", "place_many"),
    (OpenFaceBot, OpenFaceBatchBot),
    bot,
    "PolicyBot",
    other_games="closed games",
    other_methods=("set_board", "set_boards"),
)
"""Kind of bots that place cards street by street."""
