"""Closed games for one person, against bots or alone; the module `terminal` shows them in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from cpoker_fast._arguments import check_whole
from cpoker_fast.board_arrays import board_or_foul
from cpoker_fast.boards import Board, Foul
from cpoker_fast.cardroom.opponents import Opponents, UserBot, saved_opponents, tally_of
from cpoker_fast.cardroom.tray import board_of_hand
from cpoker_fast.cards import CardSet
from cpoker_fast.dealing import Seed, deal, generator_of, sequence_of
from cpoker_fast.decisions import IF_BETTER, Decision, Declaration, code_of_all, declaration_of
from cpoker_fast.display.reprs import fields_repr
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import FieldError, SessionError, TableError
from cpoker_fast.fields import arrange, field_of
from cpoker_fast.game.positions import whole_hands
from cpoker_fast.patterns import pattern_of
from cpoker_fast.players import Bot, BotFunction, Referee, bot
from cpoker_fast.rulebook import Natural, Rules, as_closed_rules
from cpoker_fast.settling import Settlement, read_seat, settle
from cpoker_fast.studies import Analysis, analyze
from cpoker_fast.system.json_values import JsonObject, generator_state

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Drill", "Game", "Verdict"]

_MOST = 10**12  # limit of the deals and the points in a session file


class _HandToSet:
    """The hand that a person sets, in a game or in practice."""

    rules: Rules
    hand: CardSet
    opponents: int
    seconds: float = 0.0
    is_settled: bool = False
    file: tuple[Path, bytes] | None = None
    """Path of the session file, and its contents when the file was last read or written; None without a file."""
    _rng: np.random.Generator

    @property
    def has_button(self) -> bool:
        """Whether the person has the button."""
        return False

    def natural(self) -> Natural | None:
        """Return the best natural of the hand; None if the hand makes no natural."""
        pattern = read_seat(self.hurried(), self.rules).natural
        return next((natural for natural in self.rules.naturals if natural.pattern is pattern), None)

    def suggestion(self) -> Decision:
        """Return the decision of `arrange` for the hand."""
        return arrange(self.hand, self.rules, opponents=self.opponents, has_button=self.has_button)

    def analysis(self, board: Board | str | None = None, *, deals: int = 500, seed: Seed = 0) -> Analysis:
        """Analyze the hand; the candidates include `board`, unless it is None."""
        also = () if board is None else (board,)
        return analyze(self.hand, self.rules, self.opponents, deals=deals, seed=seed, also=also, has_button=self.has_button)

    def hurried(self) -> Board:
        """Return the board that the bot ``balanced`` sets, for use when time runs out. It shows the best natural, if any."""
        import numpy as np

        hands = whole_hands(self.rules, self.opponents + 1, np.array([list(self.hand)], np.uint8), 0, 0)
        board: Board = bot("balanced").place(hands[0], np.random.default_rng(0)).board
        return board


class Game(_HandToSet):
    """A closed game of consecutive deals, in which a person plays against one to three bots.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    opponents : sequence of Bot, str, function or UserBot
        One to three bots, given as for `simulate`. A game with your own bots can be saved if each of them is a `UserBot`.
    name : str
        Name of the person, who has seat 0.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the cards and of the random choices of bots.

    Attributes
    ----------
    totals : list of int
        Sum of the points of all settled deals, by seat.
    deals : int
        Number of settled deals.
    button : int
        Seat of the button.
    hand : CardSet
        Hand of the person.
    is_settled : bool
        Whether the hand is settled; if so, `deal` deals the next one.
    seconds : float
        Time that the person has spent on hands. The caller adds the time of each hand.

    Examples
    --------
    >>> game = Game("pagat", ["balanced"], name="Ann", seed=1)
    >>> game.hand
    CardSet('Ad Ac Qs Js Jd Tc 9s 9d 8h 8d 6s 6h 2s')
    >>> settlement = game.settle(game.suggestion().board)
    >>> game.totals == list(settlement.points), game.is_settled, len(game.deal())
    (True, True, 13)
    >>> print(game.tally())
    pagat, 1 deal
    Ann               +1
    Jonas (balanced)  -1
    >>> later = Game.from_dict(game.to_dict())
    >>> later.hand == game.hand
    True
    """

    def __init__(
        self,
        rules: Rules | str,
        opponents: Sequence[str | Bot | BotFunction | UserBot] = ("expert",),
        *,
        name: str = "Player",
        seed: Seed = None,
    ) -> None:
        self.rules = as_closed_rules(rules, "Game", "OpenFaceGame")
        seed_sequence = sequence_of(seed)
        self._opponents = Opponents.of(opponents, self.rules, name, seed_sequence)
        self.opponents = len(self._opponents.bots)
        self.totals, self.deals, self.button = [0] * len(self.names), 0, 0
        self._rng = generator_of(None, seed_sequence)
        self._carried: Sequence[int] = (0, 0, 0)
        self.deal()

    def deal(self) -> CardSet:
        """Deal new hands to all players and return the hand of the person."""
        self._hands = deal(len(self.names), 13, self._rng)
        self.hand, self.is_settled = self._hands[0], False
        return self.hand

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, by seat. The seed chooses the names of bots."""
        return self._opponents.names

    @property
    def has_button(self) -> bool:
        """Whether the person has the button."""
        return self.button == 0

    def settle(self, board: Board | str | None, *, declare: bool | str = IF_BETTER) -> Settlement:
        """Settle the person's board, or a surrender (None), against the boards of the bots; then move the button.

        `declare`: whether to declare the best natural of the board; by default, unless comparing the rows pays more.

        Raises
        ------
        BoardError
            If the cards of the board are not those of the person's hand.
        RulesError
            If `board` is None, but the rules have no surrender.
        BotError
            If a bot fails to set its hand.
        TableError
            If the hand is already settled.
        """
        import numpy as np

        if self.is_settled:
            raise TableError("the hand is already settled: deal() deals the next hand")
        code_of_all(declare, TableError)
        boards: list[Board | Foul | None] = [None if board is None else board_of_hand(board, self.hand)]
        declarations: list[Declaration] = [declare]
        for seat, opponent in enumerate(self._opponents.bots, 1):
            hands = np.array([list(self._hands[seat])], np.uint8)
            position = whole_hands(self.rules, len(self.names), hands, seat, self.button)
            answers = Referee().ask(opponent, self.names[seat], position, self._rng)
            boards.append(board_or_foul(answers.boards[0]))
            declarations.append(declaration_of(int(answers.declared[0])))
        settlement = settle(boards, self.rules, button=self.button, declare=declarations, carried=self._carried)
        self._opponents.report(boards, settlement.points, self.button)
        self.totals = [total + points for total, points in zip(self.totals, settlement.points, strict=True)]
        self.deals += 1
        self.button = (self.button + 1) % len(self.names)
        self._carried = [row.carried for row in settlement.pool] or (0, 0, 0)
        self.is_settled = True
        return settlement

    def tally(self) -> str:
        """Return the rules, the number of deals and the total points as text, with a line for each player."""
        return tally_of(self.rules, self.deals, self.names, self.totals)

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain values, for JSON; `from_dict` restores it with the same hands and random choices.

        Raises
        ------
        SessionError
            If an opponent is a function or an object: only bots given by name, or as a `UserBot`, can be saved.
        """
        return {
            "rules": self.rules.to_dict(),
            "opponents": self._opponents.to_list(),
            "name": self.names[0],
            "names": list(self.names),
            "totals": list(self.totals),
            "deals": self.deals,
            "button": self.button,
            "carried": list(self._carried),
            "seconds": self.seconds,
            "hands": None if self.is_settled else [str(hand) for hand in self._hands],
            "random": generator_state(self._rng),
        }

    @classmethod
    def from_dict(cls, plain: object, bots: Mapping[str, Bot | BotFunction] | None = None) -> Self:
        """Restore a game from the plain values of `to_dict`; if its hand was settled, deal the next hand.

        `bots` has your own bots, by the names of their `UserBot` in the saved game.

        Raises
        ------
        SessionError
            If a value is missing or invalid; the message names it.
        RulesError, TableError, BotError
            If the rules, the name or an opponent is invalid.
        """
        saved = JsonObject(plain, _GAME_KEYS, optional=["names"])
        opponents = saved_opponents(saved.items("opponents"), bots)
        game = cls(Rules.from_dict(saved["rules"]), opponents, name=saved["name"], seed=0)
        names = saved.items("names") if "names" in saved else game._opponents.numbered_names
        game._opponents = game._opponents.renamed(names, "names")
        players = len(game.names)
        game.totals = saved.wholes("totals", players, -_MOST, _MOST)
        game.deals = saved.whole("deals", 0, _MOST)
        game.button = saved.whole("button", 0, players - 1)
        game._carried = saved.wholes("carried", 3, 0, _MOST if game.rules.has_pool else 0)
        if sum(game.totals) + sum(game._carried):
            raise SessionError.about("totals", f"expected a sum of {-sum(game._carried)}, got {game.totals}")
        game.seconds = saved.number("seconds", 0)
        game._rng = saved.generator("random")
        game._hands = saved.hands("hands", players) or deal(players, 13, game._rng)
        game.hand = game._hands[0]
        return game


_GAME_KEYS = ("rules", "opponents", "name", "totals", "deals", "button", "carried", "seconds", "hands", "random")


class Verdict(NamedTuple):
    """Expected points of a decision against all opponents, the best decision, and the points that the decision costs."""

    points: float
    """Expected points of the decision."""
    best: Decision
    """Best decision, by `arrange`."""
    cost: float
    """Points of the best decision minus those of this one."""

    def __repr__(self) -> str:
        return fields_repr(self)


class Drill(_HandToSet):
    """Practice without bots: each board is judged by its expected points against equilibrium players.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    opponents : int
        Number of equilibrium players, 1 to 3.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the cards.

    Attributes
    ----------
    hand : CardSet
    verdicts : list of Verdict
        Verdicts on all judged hands.
    is_settled : bool
        Whether the hand is judged; if so, `deal` deals the next one.
    seconds : float
        Time that the person has spent on hands. The caller adds the time of each hand.

    Examples
    --------
    >>> drill = Drill("pagat", opponents=1, seed=1)
    >>> drill.judge(drill.suggestion().board).cost
    0.0
    >>> len(drill.deal()), drill.tally().splitlines()[0]
    (13, 'pagat, 1 hand of practice')
    >>> Drill.from_dict(drill.to_dict()).hand == drill.hand
    True
    """

    def __init__(self, rules: Rules | str, opponents: int = 3, *, seed: Seed = None) -> None:
        check_whole("opponents", opponents, 1, 3, FieldError)
        self.rules, self.opponents = as_closed_rules(rules, "Drill"), opponents
        self._field = field_of(self.rules, None)
        self._rng = generator_of(None, seed)
        self.verdicts: list[Verdict] = []
        self.deal()

    def deal(self) -> CardSet:
        """Deal a new hand and return it."""
        (self.hand,) = deal(1, 13, self._rng)
        self.is_settled = False
        return self.hand

    @property
    def deals(self) -> int:
        """Number of judged boards."""
        return len(self.verdicts)

    @property
    def cost(self) -> float:
        """Average cost of the judged boards, in points; 0 if there are none."""
        return sum(verdict.cost for verdict in self.verdicts) / max(1, self.deals)

    def judge(self, board: Board | str | None, *, declare: bool | str = IF_BETTER) -> Verdict:
        """Judge a board of the hand, or a surrender (None); `declare` as for `Game.settle`.

        Raises BoardError if the board has other cards, and RulesError if the rules do not allow a surrender.
        """
        code_of_all(declare, TableError)
        parsed_board = None if board is None else board_of_hand(board, self.hand)
        choices = [declare] if isinstance(declare, bool) else [False, True]
        points = max(
            float(self._field.points([parsed_board], declare=choice, opponents=self.opponents)[0]) for choice in choices
        )
        best = self.suggestion()
        verdict = Verdict(points, best, max(0.0, best.points - points))
        self.verdicts.append(verdict)
        self.is_settled = True
        return verdict

    def tally(self) -> str:
        """Return the number of judged boards, and their average cost and time, as text."""
        average = self.seconds / max(1, self.deals)
        return (
            f"{self.rules.name}, {counted(self.deals, 'hand')} of practice\n"
            f"cost  {self.cost:.3f} points per hand\ntime  {average:.0f} s per hand"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the drill as plain values, for JSON; `from_dict` restores it with the same hands."""
        return {
            "rules": self.rules.to_dict(),
            "opponents": self.opponents,
            "verdicts": [
                {
                    "points": verdict.points,
                    "best": None if verdict.best.board is None else str(verdict.best.board),
                    "declare": verdict.best.declare,
                    "best_points": verdict.best.points,
                    "cost": verdict.cost,
                }
                for verdict in self.verdicts
            ],
            "seconds": self.seconds,
            "hands": None if self.is_settled else [str(self.hand)],
            "random": generator_state(self._rng),
        }

    @classmethod
    def from_dict(cls, plain: object) -> Self:
        """Restore a drill from the plain values of `to_dict`; if its hand was judged, deal the next hand.

        Raises
        ------
        SessionError
            If a value is missing or invalid; the message names it.
        RulesError, FieldError
            If the rules, a pattern or the number of opponents is invalid.
        """
        saved = JsonObject(plain, _DRILL_KEYS)
        drill = cls(Rules.from_dict(saved["rules"]), saved["opponents"], seed=0)
        drill.verdicts = [
            _verdict_of(JsonObject(verdict, _VERDICT_KEYS, f"verdicts[{index}]"))
            for index, verdict in enumerate(saved.items("verdicts"))
        ]
        drill.seconds = saved.number("seconds", 0)
        drill._rng = saved.generator("random")
        (drill.hand,) = saved.hands("hands", 1) or deal(1, 13, drill._rng)
        return drill


def _verdict_of(saved: JsonObject) -> Verdict:
    declare = saved["declare"]
    best = Decision(
        saved.board("best"),
        declare if isinstance(declare, bool) else pattern_of(declare),
        saved.number("best_points", -_MOST),
    )
    return Verdict(saved.number("points", -_MOST), best, saved.number("cost", 0))


_DRILL_KEYS = ("rules", "opponents", "verdicts", "seconds", "hands", "random")
_VERDICT_KEYS = ("points", "best", "declare", "best_points", "cost")
