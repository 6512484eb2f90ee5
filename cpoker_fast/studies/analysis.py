"""Analyses of hands: candidate boards against opponents who are dealt the other cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from cpoker_fast._arguments import check_flag, check_whole, items_of
from cpoker_fast._settling import compare_array, fouls_and_naturals, show_naturals
from cpoker_fast.arranging import undominated
from cpoker_fast.board_arrays import array_of_boards
from cpoker_fast.boards import Board, Cards, board_at
from cpoker_fast.cards import CardSet, cards_at, format_card
from cpoker_fast.dealing import Seed, deal_many, generator_of
from cpoker_fast.decisions import Decision, declaration_code, declaration_codes
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import AnalysisError, BoardError, CardError, TableError
from cpoker_fast.estimates import Estimate, points_from_best
from cpoker_fast.fields import Field, best_responses, field_of
from cpoker_fast.fields.best_boards import dead_cards_in
from cpoker_fast.game.positions import whole_hands
from cpoker_fast.patterns import Pattern
from cpoker_fast.players import Bot, BotFunction, Referee, name_of, prepared_bots
from cpoker_fast.rulebook import Rules, as_rules, compiled
from cpoker_fast.settling import read_seat
from cpoker_fast.studies.analysis_result import Analysis, Candidate
from cpoker_fast.studies.counts import tally_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["analyze"]

_DEALS = 1000
_MOST_DEALS = 2**24
_FIRST_ROUND = 64  # deals before candidates are first dropped; each later round doubles the total, if _MOST_IN_ROUND allows
_HOPELESS = 6.0  # standard errors; the best of thousands of boards is practically never so far behind another
_MOST_IN_ROUND = 1 << 16  # deals
_DRAWS = 4096  # samples of the true means, given the estimates
_MOST_CONTENDERS = 64  # candidates whose chances are computed; the others get 0
_HAND = 13


class _Tables(NamedTuple):
    """Opponents' boards: one or more tables from each deal, with one to three opponents at each table."""

    boards: NDArray[np.uint8]
    """Shape (deals, tables per deal, opponents, 13)."""
    declared: NDArray[np.int8]
    """Codes of declarations, shape (deals, tables per deal, opponents)."""


class _Runner:
    """Settles candidates against the same deals, and drops candidates that are almost certainly not the best."""

    def __init__(self, decisions: list[Decision], rules: Rules, opponents: int, has_button: bool, drop: bool) -> None:
        import numpy as np

        self.decisions, self.rules, self.opponents, self.drop = decisions, rules, opponents, drop
        self.button = 0 if has_button else 1
        self.boards = array_of_boards(decision.board for decision in decisions)
        self.declared = np.array([declaration_code(decision.declare) for decision in decisions], np.int8)
        self.remaining = np.arange(len(decisions))
        self.points: list[list[NDArray[np.float64]]] = [[] for _ in decisions]
        self.tallies = tally_of(len(decisions))
        self.tables = np.zeros(len(decisions), np.int64)

    def play(self, tables: _Tables) -> None:
        """Settle the remaining candidates against the same tables (common random numbers)."""
        import numpy as np

        deals, per_deal = tables.boards.shape[:2]
        n, remaining = deals * per_deal, self.remaining
        points, tallies = np.empty((n, len(remaining)), np.int32), np.ascontiguousarray(self.tallies[remaining])
        compare_array(
            compiled(self.rules),
            self.boards[remaining],
            self.declared[remaining],
            tables.boards.reshape(n, self.opponents, _HAND),
            tables.declared.reshape(n, self.opponents),
            self.button,
            points,
            tallies,
        )
        self.tallies[remaining] = tallies
        self.tables[remaining] += n
        means = points.reshape(deals, per_deal, len(remaining)).mean(axis=1)
        for place, index in enumerate(remaining.tolist()):
            self.points[index].append(means[:, place])

    def matrix(self) -> NDArray[np.float64]:
        """Return the points of the remaining candidates, shape (deals, candidates)."""
        import numpy as np

        return np.stack([np.concatenate(self.points[index]) for index in self.remaining.tolist()], axis=1)

    def drop_hopeless(self) -> None:
        if not self.drop or len(self.remaining) == 1:
            return
        points = self.matrix()
        best = points.mean(axis=0).argmax()
        behind = points[:, best : best + 1] - points
        means = behind.mean(axis=0)
        errors = behind.std(axis=0, ddof=1) / len(points) ** 0.5
        self.remaining = self.remaining[(means <= _HOPELESS * errors) | (means == 0)]


def _estimate(points: NDArray[np.float64]) -> Estimate:
    error = points.std(ddof=1) / len(points) ** 0.5 if len(points) > 1 else 0.0
    return Estimate(float(points.mean()), float(error))


def _chances(points: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the probability that each column has the highest true mean; 0 except for the best `_MOST_CONTENDERS`."""
    import numpy as np

    means, chances = points.mean(axis=0), np.zeros(points.shape[1])
    best = np.argsort(-means, kind="stable")[:_MOST_CONTENDERS]
    covariance = np.atleast_2d(np.cov(points[:, best] - points[:, best[:1]], rowvar=False)) / len(points)
    draws = rng.multivariate_normal(means[best], covariance, size=_DRAWS, method="eigh", check_valid="ignore")
    shares = draws >= draws.max(axis=1, keepdims=True) - 1e-9  # boards with equal points in all deals tie
    chances[best] = (shares / shares.sum(axis=1, keepdims=True)).mean(axis=0)
    return chances


# ---- arguments ----


def _board_in(value: object, hand: CardSet, index: int) -> Board:
    board = board_at(index, value)
    if board.hand != hand:
        problem = f"expected the cards of the hand, {hand}, got {board.hand}"
        raise BoardError.about(f"boards[{index}]", problem, index=index)
    return board


def _boards_in(boards: object, hand: CardSet) -> tuple[Board, ...]:
    items = items_of(boards)
    if items is None:
        raise BoardError.about("boards", f"expected a sequence of boards, got {quote(boards)}")
    return tuple([_board_in(board, hand, index) for index, board in enumerate(items)])


def _decisions_to_compare(hand: CardSet, rules: Rules, added: Sequence[Board]) -> list[Decision]:
    legal = undominated(hand, rules)
    decisions = [Decision(board, declare=False) for board in dict.fromkeys([*legal, *added])]
    natural_board = array_of_boards([legal[0] if legal else Board.of_cards(list(hand))])
    show_naturals(compiled(rules), natural_board)
    if fouls_and_naturals(compiled(rules), natural_board)[1][0]:
        decisions.append(Decision(Board.of_cards(natural_board[0].tolist()), declare=True))
    if rules.has_surrender:
        decisions.append(Decision(None, declare=False))
    if not decisions:
        raise BoardError("no board of this hand is legal under these rules: pass boards= to compare fouls")
    return decisions


def _known_in(known: Sequence[Cards | None] | None, opponents: int) -> list[CardSet]:
    hands = [] if known is None else items_of(known)
    if hands is None or len(hands) > opponents:
        raise AnalysisError.about(
            "known", f"expected cards, or None, for each of up to {opponents} opponents, got {quote(known)}"
        )
    return [CardSet() if cards is None else cards_at(f"known[{index}]", cards) for index, cards in enumerate(hands)]


_Setting: TypeAlias = Callable[["NDArray[np.uint8]", bool], "tuple[NDArray[np.uint8], NDArray[np.int8]]"]
"""Type of a function that sets hands of opponents, with or without the button: the boards, and codes of declarations."""


def _by_field(field: Field, opponents: int, threads: int) -> _Setting:
    """Return the function that sets hands as best responses to a field."""

    def set_hands(hands: NDArray[np.uint8], has_button: bool) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        decisions = best_responses(hands, field, opponents, has_button=has_button, threads=threads)
        return decisions.boards, declaration_codes(decisions.declare)

    return set_hands


def _by_bot(bot: Any, rules: Rules, players: int, rng: np.random.Generator) -> _Setting:
    """Return the function that lets a bot set hands."""
    referee, name = Referee(), name_of(bot)

    def set_hands(hands: NDArray[np.uint8], has_button: bool) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        positions = whole_hands(rules, players, hands, 1, 1 if has_button else 0)
        answers = referee.ask(bot, name, positions, rng)
        return answers.boards, answers.declared

    return set_hands


@contextmanager
def _opponents(
    field: Field | None, bot: object, rules: Rules, opponents: int, rng: np.random.Generator, threads: int
) -> Iterator[tuple[_Setting, Field | None, str]]:
    """Return a context with the function that sets the opponents' hands, and the field or the name of the bot behind it."""
    if bot is None:
        field = field_of(rules, field)
        yield _by_field(field, opponents, threads), field, ""
        return
    if field is not None:
        raise AnalysisError("expected field or bot, got both")
    closed = rules.closed()
    with prepared_bots([bot], closed, opponents + 1) as (player,):
        yield _by_bot(player, closed, opponents + 1, rng.spawn(1)[0]), None, name_of(player)


class _Dealer:
    """Deals hands to the opponents, who set them."""

    def __init__(
        self,
        hand: CardSet,
        dead: CardSet,
        known: list[CardSet],
        set_hands: _Setting,
        opponents: int,
        sets_with_button: bool,
        rng: np.random.Generator,
    ) -> None:
        self.unavailable = hand | dead
        for place, cards in enumerate(known):
            if shared := cards & hand:
                raise CardError.about(f"known[{place}]", f"card {format_card(next(iter(shared)))} is in the hand")
        self.known, self.set_hands, self.opponents, self.sets_with_button = known, set_hands, opponents, sets_with_button
        self.rng = rng
        # Without known cards, up to three hands are dealt even for fewer opponents, who then play several tables.
        self.hands = opponents if known else max(opponents, min(3, (52 - len(self.unavailable)) // _HAND))
        self.all_known = len(known) == opponents and all(len(cards) == _HAND for cards in known)

    def deal(self, deals: int) -> _Tables:
        import numpy as np

        hands = deal_many(deals, self.hands, _HAND, self.rng, dead=self.unavailable, known=self.known).reshape(-1, _HAND)
        boards, declared = self._set(hands, deals, has_button=False)
        groups = [[(first + i) % self.hands for i in range(self.opponents)] for first in range(self.hands)]
        if self.hands == self.opponents:
            groups = groups[:1]
        tables = _Tables(np.ascontiguousarray(boards[:, groups]), np.ascontiguousarray(declared[:, groups]))
        if self.sets_with_button:  # the first opponent of each table has the button
            boards, declared = self._set(hands, deals, has_button=True)
            first = [group[0] for group in groups]
            tables.boards[:, :, 0], tables.declared[:, :, 0] = boards[:, first], declared[:, first]
        return tables

    def _set(self, hands: NDArray[np.uint8], deals: int, *, has_button: bool) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        boards, declared = self.set_hands(hands, has_button)
        return boards.reshape(deals, self.hands, _HAND), declared.reshape(deals, self.hands)


# ---- the public function ----


def analyze(
    hand: Cards,
    rules: Rules | str,
    opponents: int = 3,
    *,
    deals: int = _DEALS,
    seed: Seed = None,
    field: Field | None = None,
    bot: str | Bot | BotFunction | None = None,
    boards: Sequence[Board | str] = (),
    dead: Cards = (),
    known: Sequence[Cards | None] | None = None,
    has_button: bool = False,
    all: bool = False,  # noqa: A002
    threads: int = 1,
) -> Analysis:
    """Compare the boards of a hand against opponents who are dealt the other cards and play the equilibrium.

    The candidates are the undominated boards, the boards that you add, the natural of the hand, and a surrender if the rules
    allow it. All are compared over the same deals (common random numbers), so differences are more precise than points. A
    candidate that falls six standard errors behind the best is dropped. Open-face rules are analyzed as `Rules.closed`.

    Parameters
    ----------
    hand : CardSet, str or iterable of int
        13 different cards.
    rules : Rules or str
        Rules, or the name of a preset.
    opponents : int
        Number of opponents, 1 to 3.
    deals : int
        Number of deals, 2 to 16,777,216. Without `known`, one or two opponents play up to three tables per deal.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the deals; without a seed, they differ from call to call.
    field : Field, optional
        The field to which the opponents play best responses; by default the equilibrium of the rules.
    bot : Bot, str or function, optional
        Bot that sets the opponents' hands in place of best responses: a name from `bots`, ``exec:COMMAND``, or your own. An
        opponent without the button has seat 1.
    boards : sequence of Board or str
        More boards of the hand to compare, which tables always show; they may be fouls.
    dead : CardSet, str or iterable of int
        Cards that no opponent can hold: up to 26 with one opponent, 13 with two, none with three.
    known : sequence of cards or None, optional
        Known cards of each opponent, in order. If all 13 cards of all opponents are known, the results are exact.
    has_button : bool
        Whether the player has the button; otherwise the first opponent has it.
    all : bool
        Whether all candidates are compared over all deals, and none is dropped.
    threads : int
        Number of threads that set the opponents' hands; 0 for as many as this process has CPUs.

    Returns
    -------
    Analysis
        The candidates, best first, dropped ones last.

    Raises
    ------
    CardError, BoardError
        If cards are invalid or overlap, a board has other cards, or there is no candidate.
    AnalysisError, TableError, RulesError, FieldError, SeedError, ArrayError
        If another argument is invalid; the message names it.
    BotError
        If `bot` is not a bot, or fails to set a hand.

    Examples
    --------
    >>> analysis = analyze("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat", seed=1)
    >>> str(analysis.best.board)
    'As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c'
    """
    rules = as_rules(rules)
    hand_cards = CardSet(hand)
    if len(hand_cards) != _HAND:
        raise CardError(f"bad hand: expected {_HAND} cards, got {len(hand_cards)}")
    check_whole("opponents", opponents, 1, 3, AnalysisError)
    check_whole("deals", deals, 2, _MOST_DEALS, AnalysisError)
    check_flag("has_button", has_button, TableError)
    check_flag("all", all, AnalysisError)
    added = _boards_in(boards, hand_cards)
    decisions = _decisions_to_compare(hand_cards, rules, added)
    rng = generator_of(None, seed)
    dead_cards, cards = dead_cards_in(dead, hand_cards, opponents), _known_in(known, opponents)
    runner = _Runner(decisions, rules, opponents, has_button, drop=not all)
    played, sets_with_button = 0, rules.closed().button_matters and not has_button
    with _opponents(field, bot, rules, opponents, rng, threads) as (set_hands, used_field, bot_name):
        dealer = _Dealer(hand_cards, dead_cards, cards, set_hands, opponents, sets_with_button, rng)
        needed = 1 if dealer.all_known else deals
        while played < needed:
            runner.drop_hopeless() if played else None
            n = min(needed - played, max(_FIRST_ROUND, played), _MOST_IN_ROUND)
            runner.play(dealer.deal(n))
            played += n
    candidates = _candidates(rules, opponents, runner, played, rng)
    return Analysis(
        hand=hand_cards,
        rules=rules,
        opponents=opponents,
        deals=played,
        candidates=candidates,
        field=used_field,
        bot=bot_name,
        added=added,
    )


def _candidates(
    rules: Rules, opponents: int, runner: _Runner, deals: int, rng: np.random.Generator
) -> tuple[Candidate, ...]:
    """Return the candidates, best first, dropped ones last."""
    import numpy as np

    points_of_remaining = runner.matrix()
    shares = _chances(points_of_remaining, rng).tolist() if deals > 1 else _shares_of_winners(points_of_remaining)
    chances = dict(zip(runner.remaining.tolist(), shares, strict=True))
    leader = runner.remaining[points_of_remaining.mean(axis=0).argmax()]
    leader_points = np.concatenate(runner.points[leader])
    best = _estimate(leader_points)
    candidates = []
    for number, decision in enumerate(runner.decisions):
        decision_points = np.concatenate(runner.points[number])
        points, behind = _estimate(decision_points), _estimate(leader_points[: len(decision_points)] - decision_points)
        candidates.append(
            Candidate.counted(
                board=decision.board,
                declare=_natural_of(decision, rules),
                is_foul=decision.board is not None and read_seat(decision.board, rules).is_foul,
                points=points_from_best(points, behind, best, len(decision_points) / deals),
                behind=behind,
                best_chance=chances.get(number, 0.0),
                deals=len(decision_points),
                opponents=opponents,
                tables=int(runner.tables[number]),
                tally=runner.tallies[number],
            )
        )
    candidates.sort(key=lambda candidate: (candidate.deals < deals, -candidate.points.mean))
    return tuple(candidates)


def _shares_of_winners(points: NDArray[np.float64]) -> list[float]:
    is_best: Any = points[0] == points[0].max()
    return [float(share) for share in is_best / is_best.sum()]


def _natural_of(decision: Decision, rules: Rules) -> bool | Pattern:
    """Return the natural that a decision declares; False if it declares none."""
    if decision.board is None or not decision.declare:
        return False
    return read_seat(decision.board, rules).natural or False
