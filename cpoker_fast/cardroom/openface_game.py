"""Open-face games for one person against bots; the module `openface_terminal` shows them in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from cpoker_fast.boards import Cards
from cpoker_fast.cardroom.opponents import Opponents, UserBot, saved_opponents, tally_of
from cpoker_fast.dealing import Seed, sequence_of, stream_of
from cpoker_fast.errors import SessionError, TableError
from cpoker_fast.game.placement import Rows
from cpoker_fast.openface import Deal, Move, Placement, Position, Session
from cpoker_fast.players import Bot, BotFunction, Referee, bot
from cpoker_fast.rulebook import Rules, as_rules
from cpoker_fast.settling import Settlement
from cpoker_fast.studies import Analysis, analyze
from cpoker_fast.system.json_values import JsonObject, generator_state
from cpoker_fast.thinking.networks import player_of

__all__ = ["OpenFaceGame"]

_PERSON = 0
_KEYS = ("opponents", "session", "seconds", "random")


class OpenFaceGame:
    """An open-face game of consecutive deals, with Fantasyland, in which a person plays against bots.

    The bots place their cards at once: until the deal is settled, it is always the person's turn.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    opponents : sequence of Bot, str, function or UserBot
        One to three bots; the rules may allow fewer. A game with your own bots can be saved if each of them is a `UserBot`.
    name : str
        Name of the person, who has seat 0.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the cards and of the random choices of bots.

    Attributes
    ----------
    session : openface.Session
        Session with the deals and the points of all players.
    settled : Settlement or None
        Settlement of the deal; None until the deal is over.
    seconds : float
        Time that the person has spent on placements. The caller adds the time of each placement.

    Raises
    ------
    RulesError
        If the rules are unknown.
    TableError
        If the name or the number of opponents is invalid.
    BotError
        If an opponent is not a bot, or fails to place.
    SeedError
        If the seed is invalid.

    Examples
    --------
    >>> game = OpenFaceGame("pineapple", ["careful"], seed=1)
    >>> while not game.is_settled:
    ...     game.place(game.suggestion())
    >>> game.deals, game.deal.is_over, game.totals == list(game.settled.points)
    (1, True, True)
    >>> print(game.tally())
    pineapple, 1 deal
    Player           -4
    Jonas (careful)  +4
    >>> deal = game.next_deal()
    >>> placement = game.time_out()
    >>> later = OpenFaceGame.from_dict(game.to_dict())
    >>> later.position == game.position
    True
    >>> game.analysis(rollouts=20, seed=1).opponents
    1
    """

    seconds: float = 0.0
    file: tuple[Path, bytes] | None = None
    """Path of the session file, and its contents when the file was last read or written; None without a file."""

    def __init__(
        self,
        rules: Rules | str,
        opponents: Sequence[str | Bot | BotFunction | UserBot] = ("careful",),
        *,
        name: str = "Player",
        seed: Seed = None,
    ) -> None:
        import numpy as np

        self.rules = as_rules(rules)
        most = self.rules.players - 1
        seed_sequence = sequence_of(seed)
        self._opponents = Opponents.of(opponents, self.rules, name, seed_sequence, most=most)
        self.session = Session(self.rules, self._opponents.names, seed=seed_sequence)
        self._rng = np.random.default_rng(stream_of(seed_sequence, 0))
        self.settled: Settlement | None = None
        self._play_bots()

    def _play_bots(self) -> None:
        """Let bots place until the person's turn or the settlement. If a bot fails, the next call asks that bot again."""
        if self.is_settled:
            return
        while (seat := self.deal.turn) is not None:
            if seat == _PERSON:
                return
            opponent, name = self._opponents.bots[seat - 1], self.names[seat]
            self.deal.place(Referee().placement(opponent, name, self.deal.position(), self._rng))
        self.settled = self.session.settle()
        surrendered = self.deal.surrendered
        boards = [None if seat in surrendered else board.board() for seat, board in enumerate(self.deal.boards)]
        self._opponents.report(boards, self.settled.points, self.button, self.deal.fantasyland)

    # ---- state ----

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, by seat. The seed chooses the names of bots."""
        return self.session.names

    @property
    def deal(self) -> Deal:
        """The deal in progress; if there is none, the deal that was settled last."""
        return self.session.deal

    @property
    def deals(self) -> int:
        """Number of settled deals."""
        return self.session.deals

    @property
    def totals(self) -> list[int]:
        """Sum of the points of all settled deals, by seat."""
        return self.session.totals

    @property
    def button(self) -> int:
        """Seat of the button."""
        return self.deal.button

    @property
    def is_settled(self) -> bool:
        """Whether the deal is settled; if so, `next_deal` begins the next one."""
        return self.settled is not None

    @property
    def position(self) -> Position:
        """The deal as the person sees it."""
        return self.deal.position(_PERSON)

    @property
    def answers(self) -> list[Move]:
        """Moves of bots in the deal since the person's last placement; all moves if the person has not placed yet."""
        moves = self.deal.moves
        own_moves = [index for index, move in enumerate(moves) if move.seat == _PERSON]
        return moves[own_moves[-1] + 1 :] if own_moves else list(moves)

    # ---- playing ----

    def place(self, rows: Placement | Rows, discard: Cards | None = None) -> None:
        """Place the person's cards, then let the bots place; settle the deal if it is over.

        Raises
        ------
        PlacementError
            If the deal is over, or the placement is not allowed. The game is then unchanged.
        BotError
            If a bot fails to place. The next call asks the bot again.
        """
        self._play_bots()
        self.deal.place(rows, discard, seat=_PERSON)
        self._play_bots()

    def time_out(self) -> Placement:
        """Place the person's cards by the time-out rules, and return the placement.

        Raises PlacementError if the deal is over. Raises BotError if a bot fails to place; the next call asks the bot again.
        """
        self._play_bots()
        placement = self.deal.time_out()
        self._play_bots()
        return placement

    def next_deal(self) -> Deal:
        """Begin the next deal and return it; raise TableError if the current deal is not settled."""
        if not self.is_settled:
            raise TableError("the deal is not settled: place() or time_out() must finish it first")
        self.session.next_deal()
        self.settled = None
        self._play_bots()
        return self.deal

    @property
    def adviser(self) -> str:
        """Name of the bot that suggests placements: 'swift', or 'careful' if the rules have no networks."""
        return player_of(self.rules)

    def suggestion(self) -> Placement:
        """Return the placement that the bot `adviser` suggests; raise TableError if the deal is over."""
        import numpy as np

        placement: Placement = bot(self.adviser).place(self._position_to_play(), np.random.default_rng(0))
        return placement

    def analysis(self, *, seconds: float | None = None, rollouts: int | None = None, seed: Seed = None) -> Analysis:
        """Analyze the placements of the person. The arguments are those of `analyze`.

        Raises
        ------
        TableError
            If the deal is over.
        AnalysisError, SeedError
            If an argument is invalid.
        """
        return analyze(self._position_to_play(), seconds=seconds, rollouts=rollouts, seed=seed)

    def _position_to_play(self) -> Position:
        if self.is_settled:
            raise TableError("the deal is over: next_deal() deals the next one")
        self._play_bots()
        return self.position

    def tally(self) -> str:
        """Return the rules, the number of deals and the total points as text, with a line for each player."""
        return tally_of(self.rules, self.deals, self.names, self.totals)

    # ---- saving ----

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain values, for JSON; `from_dict` restores it with the same cards and random choices.

        Raises
        ------
        SessionError
            If an opponent is a function or an object: only bots given by name, or as a `UserBot`, can be saved.
        """
        return {
            "opponents": self._opponents.to_list(),
            "session": self.session.to_dict(),
            "seconds": self.seconds,
            "random": generator_state(self._rng),
        }

    @classmethod
    def from_dict(cls, plain: object, bots: Mapping[str, Bot | BotFunction] | None = None) -> Self:
        """Restore a game from the plain values of `to_dict`; if its deal was settled, begin the next deal.

        `bots` has your own bots, by the names of their `UserBot` in the saved game.

        Raises
        ------
        SessionError
            If a value is missing or invalid; the message names it.
        CpokerError
            If the rules, the opponents, cards or placements are invalid.
        """
        saved = JsonObject(plain, _KEYS)
        session = Session.from_dict(saved["session"])
        opponents = saved_opponents(saved.items("opponents"), bots)
        game = cls(session.rules, opponents, name=session.names[_PERSON], seed=0)
        game._opponents = game._opponents.renamed(session.names, "session.names")
        if session.stacks is not None:
            raise SessionError(f"session.stacks: expected none, got {session.stacks}")
        game.session, game.settled = session, None
        game._rng = saved.generator("random")
        game.seconds = saved.number("seconds", 0)
        if session.is_settled:
            session.next_deal()
        game._play_bots()
        return game
