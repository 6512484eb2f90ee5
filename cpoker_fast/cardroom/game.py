"""Games for one person, against bots or alone, without an interface; that of the terminal is `terminal`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cpoker_fast._arguments import items_of
from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.boards import ROW_SIZES, ROWS, Board, Cards
from cpoker_fast.cards import CardSet
from cpoker_fast.dealing import Seed, deal, generator_of
from cpoker_fast.decisions import Decision, declaration_of
from cpoker_fast.errors import BoardError, TableError
from cpoker_fast.fields import arrange, field_of
from cpoker_fast.players import Bot, Referee, bot, prepared
from cpoker_fast.rulebook import Rules, as_closed_rules
from cpoker_fast.settling import Settlement, settle
from cpoker_fast.studies import Analysis, analyze

__all__ = ["Drill", "Game", "Tray", "Verdict"]


def _check_cards(board: Board | None, hand: CardSet) -> None:
    if board is not None and board.hand != hand:
        raise BoardError(f"expected the cards {hand}, got {board.hand}")


class Tray:
    """A hand that is being set: some of its cards are in rows, the others are left."""

    def __init__(self, hand: Cards) -> None:
        self.hand = CardSet(hand)
        self.rows: dict[str, list[int]] = {row: [] for row in ROWS}

    @property
    def left(self) -> list[int]:
        """The cards that are not in a row yet, highest first."""
        placed = {card for cards in self.rows.values() for card in cards}
        return [card for card in reversed(list(self.hand)) if card not in placed]

    def place(self, card: int, row: str) -> bool:
        """Move a card into a row, from the hand or from another row; False if the row is full."""
        if len(self.rows[row]) == ROW_SIZES[ROWS.index(row)] and card not in self.rows[row]:
            return False
        self.take(card)
        self.rows[row].append(card)
        return True

    def take(self, card: int) -> None:
        """Take a card out of its row."""
        for cards in self.rows.values():
            if card in cards:
                cards.remove(card)

    def clear(self) -> None:
        """Take all cards out."""
        for cards in self.rows.values():
            cards.clear()

    def fill(self, board: Board) -> None:
        """Set the rows of a board; BoardError if it is not of this hand."""
        _check_cards(board, self.hand)
        for row, cards in zip(ROWS, board.rows, strict=True):
            self.rows[row] = list(cards)

    def board(self) -> Board | None:
        """The board, in which the cards left fill a single open row; None if more than one row is open."""
        rows = {row: list(cards) for row, cards in self.rows.items()}
        room = [row for row, size in zip(ROWS, ROW_SIZES, strict=True) if len(rows[row]) < size]
        if len(room) == 1:
            rows[room[0]] += self.left
        elif room:
            return None
        return Board(*rows.values())


class _Dealt:
    """A hand that a person has to set."""

    rules: Rules
    hand: CardSet
    opponents: int

    @property
    def has_button(self) -> bool:
        """Whether the person has the button."""
        return False

    def suggestion(self) -> Decision:
        """The decision of `arrange`."""
        return arrange(self.hand, self.rules, opponents=self.opponents, has_button=self.has_button)

    def analysis(self, board: Board | None = None, *, deals: int = 500, seed: Seed = 0) -> Analysis:
        """The analysis of the hand; its candidates include the given board."""
        own = () if board is None else (board,)
        return analyze(self.hand, self.rules, self.opponents, deals=deals, seed=seed, boards=own, has_button=self.has_button)

    def hurried(self) -> Board:
        """The board that the bot ``balanced`` sets, for a person who has run out of time."""
        import numpy as np

        hands = np.array([list(self.hand)], np.uint8)
        boards = bot("balanced").set_boards(hands, self.rules, 0, np.random.default_rng(0)).boards
        return Board.of_cards(boards[0].tolist())


class Game(_Dealt):
    """A person against one to three bots, deal after deal.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    opponents : sequence of Bot, str or function
        One to three, as for `simulate`.
    name : str
        The name of the person, who has seat 0.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        For the cards and for the random choices of bots.

    Attributes
    ----------
    names : tuple of str
        By seat.
    totals : list of int
        Points so far, by seat.
    deals : int
        Number of deals settled.
    button : int
        The seat of the button.
    hand : CardSet
        The hand of the person.
    """

    def __init__(
        self,
        rules: Rules | str,
        opponents: Sequence[Bot | str | Callable[..., Any]] = ("expert",),
        *,
        name: str = "You",
        seed: Seed = None,
    ) -> None:
        self.rules = as_closed_rules(rules, "Game")
        listed = items_of(opponents)
        if listed is None or not 1 <= len(listed) <= 3:
            raise TableError(f"opponents: expected one to three, got {opponents!r}")
        if not isinstance(name, str) or not name:
            raise TableError(f"name: expected a text, got {name!r}")
        self._bots = [prepared(given, self.rules, len(listed) + 1) for given in listed]
        self.names = (name, *(f"{getattr(other, 'name', 'bot')} {seat}" for seat, other in enumerate(self._bots, 1)))
        self.opponents = len(self._bots)
        self.totals, self.deals, self.button = [0] * len(self.names), 0, 0
        self._referee = Referee(self.rules, faults_are_fouls=False, time_limit=None)
        self._rng = generator_of(None, seed)
        self._carried: Sequence[int] = (0, 0, 0)
        self.deal()

    def deal(self) -> CardSet:
        """Deal new hands to all players, and return that of the person."""
        self._hands = deal(len(self.names), 13, self._rng)
        self.hand = self._hands[0]
        return self.hand

    @property
    def has_button(self) -> bool:
        """Whether the person has the button."""
        return self.button == 0

    def settle(self, board: Board | None, *, declare: bool = False) -> Settlement:
        """Settle the person's board, or None for a surrender, against those of the bots; then move the button.

        Raises
        ------
        BoardError
            If the board is not of the person's hand.
        RulesError
            If the rules have no surrender.
        BotError
            If a bot fails to set its hand.
        """
        import numpy as np

        _check_cards(board, self.hand)
        decisions = [Decision(board, declare)]
        for seat, other in enumerate(self._bots, 1):
            place = (seat - self.button) % len(self.names)
            hands = np.array([list(self._hands[seat])], np.uint8)
            answers = self._referee.ask(other, self.names[seat], hands, place, self._rng)
            decisions.append(Decision(board_of_cards(answers.boards[0]), declaration_of(int(answers.declared[0]))))
        settled = settle(
            [decision.board for decision in decisions],
            self.rules,
            button=self.button,
            declare=[decision.declare for decision in decisions],
            carried=self._carried,
        )
        self.totals = [total + points for total, points in zip(self.totals, settled.points, strict=True)]
        self.deals += 1
        self.button = (self.button + 1) % len(self.names)
        self._carried = [row.carried for row in settled.pool] or (0, 0, 0)
        return settled


class Verdict(NamedTuple):
    """Expected points of a setting, from all opponents together, and how many fewer they are than those of the best."""

    points: float
    best: Decision
    cost: float


class Drill(_Dealt):
    """Practice alone: hands to set, and how many expected points each setting costs, by the equilibrium.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    opponents : int
        Number of imagined opponents, 1 to 3.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        For the cards.

    Attributes
    ----------
    hand : CardSet
    verdicts : list of Verdict
        Of all hands so far.
    """

    def __init__(self, rules: Rules | str, opponents: int = 3, *, seed: Seed = None) -> None:
        self.rules, self.opponents = as_closed_rules(rules, "Drill"), opponents
        self._field = field_of(self.rules, None)
        self._rng = generator_of(None, seed)
        self.verdicts: list[Verdict] = []
        self.deal()

    def deal(self) -> CardSet:
        """Deal a new hand, and return it."""
        (self.hand,) = deal(1, 13, self._rng)
        return self.hand

    def judge(self, board: Board | None, *, declare: bool = False) -> Verdict:
        """The verdict on a board, or on a surrender (None); BoardError if the board is not of the hand."""
        _check_cards(board, self.hand)
        points = float(self._field.points([board], declare=declare, opponents=self.opponents)[0])
        best = self.suggestion()
        verdict = Verdict(points, best, max(0.0, best.points - points))
        self.verdicts.append(verdict)
        return verdict
