"""Games for one person, against bots or alone; the module `terminal` shows them in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from cpoker_fast._arguments import check_whole
from cpoker_fast.app.play.opponents import Opponents, UserBot, deals_in_words, saved_opponents, totals_in_words
from cpoker_fast.app.table.freezeout_words import places_in_columns
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.app.table.table import Table
from cpoker_fast.boards import HAND_SIZE, Cards
from cpoker_fast.cards import CardSet, cards_at
from cpoker_fast.dealing import Seed, deal, generator_of, sequence_of, stream_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fields_repr, fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, FieldError, LedgerError, PlacementError, RulesError, SessionError, TableError
from cpoker_fast.fields import arrange
from cpoker_fast.fields.best_boards import field_of
from cpoker_fast.game.deal import Deal, Move
from cpoker_fast.game.placement import Placement, Rows
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import whole_hands
from cpoker_fast.players import Bot, BotFunction, Referee, bot
from cpoker_fast.rulebook import Natural, Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling import Settlement, read_seat
from cpoker_fast.settling.declarations import IF_BETTER
from cpoker_fast.studies import Analysis, analyze
from cpoker_fast.studies.analysis import is_dealt_at_once
from cpoker_fast.system.json_values import JsonObject, generator_state
from cpoker_fast.thinking.networks import player_of

__all__ = ["Drill", "Game", "Verdict", "adviser_of", "natural_at", "quick_placement", "suggestion_at"]

_PERSON = 0
_MOST = 10**12  # limit of points in a session file


# ---- advice ----


def adviser_of(rules: Rules) -> str:
    """Return the name of the bot that suggests placements: 'expert', 'swift', or 'careful' under rules without networks."""
    return "expert" if rules.is_closed else player_of(rules)


def suggestion_at(position: Position) -> Placement:
    """Return the placement that the adviser suggests at a position."""
    return _placement_of(adviser_of(position.rules), position)


def natural_at(position: Position) -> Natural | None:
    """Return the best natural of a hand of 13 cards that are placed at once; None if there is none."""
    rules = position.rules
    if not (is_dealt_at_once(position) and position.hand and rules.naturals):
        return None
    board = position.own.with_cards(quick_placement(position)).board()
    name = read_seat(board, rules).natural
    return next((natural for natural in rules.naturals if natural.name == name), None)


def quick_placement(position: Position) -> Placement:
    """Return the placement of the bot 'balanced' for a hand of 13 cards. Its board shows the best natural, if any."""
    return _placement_of("balanced", position)


def _placement_of(name: str, position: Position) -> Placement:
    """Return the placement of a bot. It declares only if the hand makes a natural."""
    placement = position.placement(bot(name).place(position, np.random.default_rng(0)))
    if placement.declare == IF_BETTER or placement.is_surrender:
        return placement
    has_natural = bool(read_seat(position.own.with_cards(placement).board(), position.rules).naturals)
    return placement if has_natural else Placement.of_cards(*placement.rows, placement.discards)


# ---- what games and practice share ----


class _OnePersonsGame:
    """Hands that a person sets, and advice on them."""

    seconds: float = 0.0
    file: tuple[Path, bytes] | None = None
    """Path of the session file, and its contents when the file was last read or written; None without a file."""

    @property
    def is_over(self) -> bool:
        """Whether no further deal can follow."""
        return False

    @property
    def last_turn(self) -> tuple[Position, Placement | None]:
        """The position at the person's turn; after the deal, the position at their last turn, and their placement."""
        raise NotImplementedError

    def analysis(
        self,
        also: Placement | Rows | None = None,
        *,
        deals: int | None = None,
        rollouts: int | None = None,
        seconds: float | None = None,
        seed: Seed = None,
    ) -> Analysis:
        """Analyze the placements of the person at their turn; after the deal, at their last turn.

        `also` is a placement to analyze in addition to the candidates. `deals` limits the analysis if all cards are placed
        at once. Otherwise, `rollouts` or `seconds` limits it. All three work as in `analyze`.

        Raises
        ------
        PlacementError
            If `also` is not allowed.
        AnalysisError, SeedError
            If an argument is invalid.
        """
        added = [] if also is None else [also]
        return analyze(self.last_turn[0], also=added, deals=deals, rollouts=rollouts, seconds=seconds, seed=seed)


# ---- games ----


class Game(_OnePersonsGame):
    """A game of consecutive deals, with Fantasyland, in which a person plays against bots.

    The methods also place the cards of the bots. Until the deal is settled, it is therefore always the person's turn.

    Under rules with a freezeout (`TableTerms.freezeout`), all play for chips, and bots without chips leave. The levels count
    only the minutes that the person has spent on placements (`seconds`).

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    opponents : sequence of Bot, str, function or UserBot
        Bots of the game, one to three. The rules may allow fewer. A game with your own bots can be saved if each of them is
        a `UserBot`.
    name : str
        Name of the person, who has seat 0.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the cards and of the random choices of bots.

    Attributes
    ----------
    table : Table
        Table at which the deals are played: without stakes, or in a freezeout.
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
    >>> game = Game("pineapple", ["careful"], seed=1)
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
    >>> later = Game.from_dict(game.to_dict())
    >>> later.position == game.position
    True
    >>> game.analysis(rollouts=20, seed=1).opponents
    1
    >>> closed_game = Game("pagat", ["balanced"], name="Ann", seed=1)
    >>> closed_game.place(closed_game.suggestion())  # all 13 cards
    >>> closed_game.is_settled
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
        self.rules: Rules = as_rules(rules)
        seed_sequence = sequence_of(seed)
        self._opponents = Opponents.of(opponents, self.rules, name, seed_sequence)
        self.table: Table = Table(self.rules, stakes=self.is_freezeout, clock=lambda: self.seconds)
        for player in self._opponents.names:
            self.table.sit(player)
        self._cards = generator_of(None, seed_sequence)
        self._rng = np.random.default_rng(stream_of(seed_sequence, 0))
        self._begin()

    def _begin(self) -> None:
        self.table.deal(cards=True, rng=self._cards)
        self._continue()

    def _continue(self) -> None:
        """Play on in the deal in progress of the table."""
        dealt_in = () if self.table.current is None else self.table.current.players
        self._names = tuple(name for name in self.table.stacks if name in dealt_in)
        self.settled: Settlement | None = None
        self._finished: Deal | None = None
        self._last_turn: tuple[Position, Placement] | None = None  # of the person
        self._play_bots()

    def _play_bots(self) -> None:
        """Let bots place until the person's turn or the settlement. If a bot fails, the next call asks that bot again."""
        if self.is_settled:
            return
        deal = self.deal
        while (seat := deal.turn) is not None:
            if seat == _PERSON:
                return
            name = self.names[seat]
            self.table.place(Referee().placement(self._opponents.named(name), name, deal.position(), self._rng))
            deal = self.deal
        stakes: dict[str, Any] = {"stacks": self.totals, "unit": self.table.unit} if self.is_freezeout else {}
        settled = deal.settlement(carried=self.table.carried, **stakes)
        self.table.settle()
        self._finished, self.settled = deal, replace(settled, names=self.names)
        boards = [seat.board for seat in self.settled.seats]
        self._opponents.report(self.names, boards, self.settled.points, self.button, deal.fantasyland)

    # ---- state ----

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {points:+d}" for name, points in zip(self.names, self.totals, strict=True))
        return fitted(f"<Game of {counted(self.deals, 'deal')}, rules {self.rules.name!r}: {totals}>")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players of the deal, by seat. The seed chooses the names of bots."""
        return self._names

    @property
    def is_freezeout(self) -> bool:
        """Whether the game is a freezeout."""
        return self.rules.table.freezeout is not None

    @property
    def is_over(self) -> bool:
        """Whether a freezeout is over for the person, who has no chips or all of them."""
        return next(iter(self.table.stacks)) in {place.name for place in self.table.places}

    @property
    def deal(self) -> Deal:
        """The deal in progress, as a copy; if there is none, the deal that was settled last."""
        deal = self._finished or self.table.playing
        assert deal is not None  # a game begins the next deal as soon as it leaves the last one
        return deal

    @property
    def deals(self) -> int:
        """Number of settled deals."""
        return self.table.deals

    @property
    def totals(self) -> list[int]:
        """Sum of the points of all settled deals, by seat; in a freezeout, the chips."""
        return [self.table.stacks[name] for name in self.names]

    @property
    def next_fantasyland(self) -> tuple[int, ...]:
        """Number of cards of each player's next Fantasyland, by seat; 0 for none, and for players who are out."""
        return tuple(self.table.fantasyland.get(name, (0,))[0] for name in self.names)

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

    def place(self, rows: Rows, discard: Cards | None = None) -> None:
        """Place the person's cards, or surrender. Then let the bots place, and settle the deal if it is over.

        Raises
        ------
        PlacementError
            If the deal is over, or the placement is not allowed. The game is then unchanged.
        BotError
            If a bot fails to place. The next call asks the bot again.
        """
        self._play_bots()
        position, deal = self.position, self.deal
        self._end_turn(position, deal.place(rows, discard, seat=_PERSON).moves[-1].placement)

    def time_out(self) -> Placement:
        """Place the cards of the person, whose time has run out, and return the placement.

        In a closed game, the bot 'balanced' sets a hand outside Fantasyland. Other cards are placed by the rules, and this
        may end the game (see `Table.is_over`). Raises PlacementError if the deal is over. Raises BotError if a bot fails to
        place; the next call asks the bot again.
        """
        self._play_bots()
        if self.is_settled:
            raise PlacementError("the deal is over: no cards are left to place")
        position = self.position
        if is_dealt_at_once(position) and position.hand:
            return self._end_turn(position, quick_placement(position))
        return self._end_turn(position, None)

    def _end_turn(self, position: Position, placement: Placement | None) -> Placement:
        """Place the person's cards, by the rules without a placement, and let the bots place; return the placement."""
        if placement is None:
            placement = self.table.time_out()
        else:
            self.table.place(placement)
        self._last_turn = position, placement
        self._play_bots()
        return placement

    def next_deal(self) -> Deal:
        """Begin the next deal and return it; raise TableError if the current deal is not settled, or the game is over."""
        if not self.is_settled:
            raise TableError("the deal is not settled: place() or time_out() must finish it first")
        self._check_not_over()
        self._begin()
        return self.deal

    def _check_not_over(self) -> None:
        """Raise TableError if a freezeout is over for the person."""
        person = next(iter(self.table.stacks))
        for place in self.table.places:
            if place.name == person:
                raise TableError(f"the freezeout is over for {quote(person)}, in place {place.place}")

    def suggestion(self) -> Placement:
        """Return the placement that the adviser of the rules, a bot, suggests; raise TableError if the deal is over."""
        if self.is_settled:
            raise TableError("the deal is over: next_deal() deals the next one")
        self._play_bots()
        return suggestion_at(self.position)

    @property
    def last_turn(self) -> tuple[Position, Placement | None]:
        """The position at the person's turn; after the deal, the position at their last turn, and their placement."""
        return (self.position, None) if self._last_turn is None or not self.is_settled else self._last_turn

    def tally(self) -> str:
        """Return the rules, the number of deals, and the points or the places of all players as text."""
        if self.is_freezeout:
            return "\n".join([deals_in_words(self.rules, self.deals), *places_in_columns(self.table)])
        return totals_in_words(self.rules, self.deals, self.names, self.totals)

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
            "table": deepcopy(list(self.table.events)),
            "seconds": self.seconds,
            "cards": generator_state(self._cards),
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
        table = _table_of(saved.items("table"), lambda: game.seconds)
        opponents = saved_opponents(saved.items("opponents"), bots)
        game = cls(table.rules, opponents, name=next(iter(table.stacks)), seed=0)
        game._opponents = game._opponents.renamed(tuple(table.stacks), "table")
        game.table, game.seconds = table, saved.number("seconds", 0)
        game._cards, game._rng = saved.generator("cards"), saved.generator("random")
        if table.current is None:
            game._check_not_over()
            game._begin()
        else:
            game._continue()
        return game


def _table_of(events: Sequence[Event], clock: Callable[[], float]) -> Table:
    """Return the table of a game from its events; raise SessionError if it is none."""
    try:
        table = Table.from_events(events, clock=clock)
    except LedgerError as error:
        raise SessionError.about("table", str(error)) from None
    is_freezeout = table.rules.table.freezeout is not None
    if table.stakes != is_freezeout or len(table.stacks) < 2 or (table.current is not None and table.playing is None):
        expected = "expected a table without stakes, or a freezeout, which deals the cards of two players or more"
        raise SessionError.about("table", expected)
    return table


_KEYS = ("opponents", "table", "seconds", "cards", "random")


# ---- practice ----


class Verdict(NamedTuple):
    """Expected points of a placement against all opponents, the best placement, and the points lost."""

    points: float
    """Expected points of the placement."""
    best: Placement
    """Best placement and its points, by `arrange`."""
    cost: float
    """Points of the best placement minus those of this one."""

    def __repr__(self) -> str:
        return fields_repr(self)


class Drill(_OnePersonsGame):
    """Practice without bots: each board is judged by its expected points against equilibrium players.

    Parameters
    ----------
    rules : Rules or str
        Rules of a closed game, or the name of a preset.
    opponents : int
        Number of equilibrium players, 1 to 3.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the cards.

    Attributes
    ----------
    position : Position
        Position with the hand to set.
    verdicts : list of Verdict
        Verdicts on all judged hands.
    is_settled : bool
        Whether the hand is judged; if so, `next_deal` deals the next one.
    seconds : float
        Time that the person has spent on hands. The caller adds the time of each hand.

    Examples
    --------
    >>> drill = Drill("pagat", opponents=1, seed=1)
    >>> drill.judge(drill.suggestion()).cost
    0.0
    >>> drill.analysis(deals=50, seed=1).opponents
    1
    >>> hand = drill.position.hand
    >>> len(drill.next_deal().hand), drill.tally().splitlines()[0]
    (13, 'pagat, 1 hand of practice')
    >>> drill.next_deal(hand).hand == hand
    True
    >>> Drill.from_dict(drill.to_dict()).position == drill.position
    True
    """

    opponents: int
    rules: Rules
    position: Position
    is_settled: bool

    def __init__(self, rules: Rules | str, opponents: int = 3, *, seed: Seed = None) -> None:
        check_whole("opponents", opponents, 1, 3, FieldError)
        self.rules, self.opponents = as_rules(rules), opponents
        if not self.rules.is_closed:
            expected = "13 cards that are dealt at once, and hidden from other players"
            raise RulesError(f"practice requires a game of {expected}, got the rules {quote(self.rules.name)}")
        self._field = field_of(self.rules, None)
        self._rng: np.random.Generator = generator_of(None, seed)
        self.verdicts: list[Verdict] = []
        self._judged: Placement | None
        self.next_deal()

    def next_deal(self, hand: Cards | None = None) -> Position:
        """Deal a new hand, or `hand` again, and return its position; raise CardError if `hand` is not 13 different cards."""
        cards = deal(1, HAND_SIZE, self._rng)[0] if hand is None else cards_at("hand", hand)
        if len(cards) != HAND_SIZE:
            raise CardError.about("hand", f"expected {HAND_SIZE} cards, got {len(cards)}")
        return self._begin(cards)

    def _begin(self, hand: CardSet) -> Position:
        hands = np.array([list(hand)], np.uint8)
        self.position = whole_hands(self.rules, self.opponents + 1, hands, _PERSON, self.opponents)[0]
        self.is_settled, self._judged = False, None
        return self.position

    @property
    def deals(self) -> int:
        """Number of judged boards."""
        return len(self.verdicts)

    @property
    def cost(self) -> float:
        """Average cost of the judged boards, in points; 0 if there are none."""
        return sum(verdict.cost for verdict in self.verdicts) / max(1, self.deals)

    def judge(self, rows: Rows) -> Verdict:
        """Judge a placement of the hand, or a surrender; raise PlacementError if it is not allowed."""
        placement = self.position.placement(rows)
        board = None if placement.is_surrender else self.position.own.with_cards(placement).board()
        choices = [False, True] if placement.declare == IF_BETTER else [placement.declare is not False]
        points = max(float(self._field.points([board], declare=choice, opponents=self.opponents)[0]) for choice in choices)
        best = arrange(self.position.hand, self.rules, opponents=self.opponents)
        verdict = Verdict(points, best, max(0.0, best.points - points))
        self.verdicts.append(verdict)
        self.is_settled, self._judged = True, placement
        return verdict

    def suggestion(self) -> Placement:
        """Return the best placement."""
        return suggestion_at(self.position)

    @property
    def last_turn(self) -> tuple[Position, Placement | None]:
        """The position, and the placement that was judged, if any."""
        return self.position, self._judged

    def tally(self) -> str:
        """Return the number of judged boards, and their average cost and time, as text."""
        average = self.seconds / max(1, self.deals)
        return (
            f"{self.rules.name}, {counted(self.deals, 'hand')} of practice\n"
            f"cost  {self.cost:.3f} points per hand\ntime  {average:.0f} s per hand"
        )

    # ---- saving ----

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
            "hands": None if self.is_settled else [str(self.position.hand)],
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
            If the rules, the name of a natural or the number of opponents is invalid.
        """
        saved = JsonObject(plain, _DRILL_KEYS)
        drill = cls(Rules.from_dict(saved["rules"]), saved["opponents"], seed=0)
        drill.verdicts = [
            _verdict_of(JsonObject(verdict, _VERDICT_KEYS, f"verdicts[{index}]"), drill.rules)
            for index, verdict in enumerate(saved.items("verdicts"))
        ]
        drill.seconds = saved.number("seconds", 0)
        drill._rng = saved.generator("random")
        (hand,) = saved.hands("hands", 1) or deal(1, HAND_SIZE, drill._rng)
        drill._begin(hand)
        return drill


def _verdict_of(saved: JsonObject, rules: Rules) -> Verdict:
    declare = saved.one_of("declare", (False, *(natural.name for natural in rules.naturals)))
    board, points = saved.board("best"), saved.number("best_points", -_MOST)
    best = Placement.surrender(points) if board is None else Placement(*board.rows, declare=declare, points=points)
    return Verdict(saved.number("points", -_MOST), best, saved.number("cost", 0))


_DRILL_KEYS = ("rules", "opponents", "verdicts", "seconds", "hands", "random")
_VERDICT_KEYS = ("points", "best", "declare", "best_points", "cost")
