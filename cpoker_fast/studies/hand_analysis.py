"""Analyses of hands that are placed at once: candidate boards against opponents who are dealt the other cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from cpoker_fast._arguments import items_of
from cpoker_fast._settling import DECLARE_NOTHING, compare_array, fouls_and_naturals, show_naturals
from cpoker_fast.arranging import undominated
from cpoker_fast.board_arrays import array_of_boards, has_no_board
from cpoker_fast.boards import HAND_SIZE, Board, Cards
from cpoker_fast.cards import CardSet, cards_at, format_card
from cpoker_fast.dealing import Seed, deal_many, generator_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import AnalysisError, BoardError, CardError
from cpoker_fast.estimates import Estimate, points_from_best
from cpoker_fast.fields import Field
from cpoker_fast.fields.best_boards import dead_cards_in, field_of
from cpoker_fast.fields.responses import best_responses
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.position import Position
from cpoker_fast.game.positions import whole_hands
from cpoker_fast.players import Bot, BotFunction, Referee, name_of
from cpoker_fast.players.preparing import prepared_bots
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.settling import read_seat
from cpoker_fast.settling.declarations import declaration_code, declaration_codes, named_in
from cpoker_fast.studies.analysis_result import Analysis, Candidate, Chances
from cpoker_fast.studies.counts import counter_of, tally_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["analyze_hand", "as_candidate"]

_FIRST_ROUND = 64  # deals before candidates are first dropped; each later round doubles the total, if _MOST_IN_ROUND allows
_HOPELESS = 6.0  # standard errors; the best of thousands of boards is practically never so far behind another
_MOST_IN_ROUND = 1 << 16  # deals
_DRAWS = 4096  # samples of the true means, given the estimates
_MOST_CONTENDERS = 64  # candidates whose chances are computed; the others get 0


# ---- the analysis ----


def analyze_hand(
    position: Position,
    *,
    also: Sequence[Placement],
    among: Sequence[Placement] | None,
    deals: int,
    seed: Seed,
    field: Field | None,
    bot: str | Bot | BotFunction | None,
    dead: Cards,
    known: Sequence[Cards | None] | None,
    all: bool,  # noqa: A002
    threads: int,
) -> Analysis:
    """Return the analysis of a hand; for the arguments see `analyze`. `also` and `among` are legal, `deals` is valid."""
    rules, opponents = position.rules, position.players - 1
    also = [as_candidate(placement, rules) for placement in also]
    if among is None:
        placements = _placements_to_compare(position.hand, rules, also)
    else:
        placements = list(dict.fromkeys(as_candidate(placement, rules) for placement in among))
    rng = generator_of(None, seed)
    dead_cards, cards = dead_cards_in(dead, position.hand, opponents), _known_in(known, opponents)
    runner, played = _Runner(placements, position), 0
    with _opponents(field, bot, rules, opponents, rng, threads) as (set_hands, used_field, bot_name):
        dealer = _Dealer(position, dead_cards, cards, set_hands, rng)
        needed = 1 if dealer.all_known else deals
        while played < needed:
            if played and not all:
                runner.drop_hopeless()
            n = min(needed - played, max(_FIRST_ROUND, played), _MOST_IN_ROUND)
            runner.play(dealer.deal(n))
            played += n
    return Analysis(
        position=position,
        candidates=_candidates(runner, played, rng),
        based_on="exact" if dealer.all_known else "deals",
        field=used_field,
        bot=bot_name,
        also=tuple(also),
    )


def _candidates(runner: _Runner, deals: int, rng: np.random.Generator) -> tuple[Candidate, ...]:
    """Return the candidates, best first, dropped ones last."""
    points_of_remaining = runner.matrix()
    shares = _chances(points_of_remaining, rng).tolist() if deals > 1 else _shares_of_winners(points_of_remaining)
    chances = dict(zip(runner.remaining.tolist(), shares, strict=True))
    leader = runner.remaining[points_of_remaining.mean(axis=0).argmax()]
    leader_points = np.concatenate(runner.points[leader])
    best, fouls = _estimate(leader_points), runner.fouls()
    candidates = []
    for number, placement in enumerate(runner.placements):
        sampled = np.concatenate(runner.points[number])
        behind = _estimate(leader_points[: len(sampled)] - sampled)
        points = points_from_best(_estimate(sampled), behind, best, len(sampled) / deals)
        candidates.append(
            Candidate(
                placement=placement,
                points=points,
                per_opponent=points.mean / runner.opponents,
                behind=behind,
                samples=len(sampled) if deals > 1 else 0,  # a single deal, of known hands, is exact
                is_foul=bool(fouls[number]),
                chances=runner.rates(number, chances.get(number, 0.0)),
            )
        )
    candidates.sort(key=lambda candidate: (candidate.samples < deals, -candidate.points.mean))
    return tuple(candidates)


def _shares_of_winners(points: NDArray[np.float64]) -> list[float]:
    is_best: Any = points[0] == points[0].max()
    return [float(share) for share in is_best / is_best.sum()]


# ---- candidates ----


def as_candidate(placement: Placement, rules: Rules) -> Placement:
    """Return a placement in the form that candidates have: with the name of a declared natural, or False to compare rows."""
    if placement.is_surrender or named_in(placement.declare) is not None:
        return placement
    natural = read_seat(Board.of_rows(*placement.rows), rules).natural
    if natural is None:
        return Placement.of_cards(*placement.rows, CardSet())
    return Placement.of_cards(*placement.rows, CardSet(), natural if placement.declare is True else False)


def _placements_to_compare(hand: CardSet, rules: Rules, also: Sequence[Placement]) -> list[Placement]:
    """Return the undominated boards and `also`, the natural of the hand, and a surrender if the rules allow it."""
    legal, core = undominated(hand, rules), compiled(rules)
    has_natural = fouls_and_naturals(core, array_of_boards(legal))[1].tolist()
    placements = [
        Placement.of_cards(*board.rows, CardSet(), False) if natural else Placement.of_cards(*board.rows, CardSet())
        for board, natural in zip(legal, has_natural, strict=True)
    ]
    placements += also
    natural_board = array_of_boards([legal[0] if legal else Board.of_cards(list(hand))])
    show_naturals(core, natural_board)
    if fouls_and_naturals(core, natural_board)[1][0]:
        board = Board.of_cards(natural_board[0].tolist())
        natural = read_seat(board, rules).natural or False
        if not any(placement.declare is natural for placement in also):  # it pays the same on any board
            placements.append(Placement.of_cards(*board.rows, CardSet(), natural))
    if rules.has_surrender:
        placements.append(Placement.surrender())
    if not placements:
        raise BoardError("no board of this hand is legal under these rules: pass also= to compare fouls")
    return list(dict.fromkeys(placements))


def _turns_to_button(position: Position) -> int:
    """Return the number of turns from the player to the button: 0 for the player, 1 for the first opponent."""
    return (position.button - position.seat) % position.players


# ---- deals ----


class _Tables(NamedTuple):
    """Opponents' boards: one or more tables from each deal, with one to three opponents at each table."""

    boards: NDArray[np.uint8]
    """Shape (deals, tables per deal, opponents, 13)."""
    declared: NDArray[np.int8]
    """Codes of declarations, shape (deals, tables per deal, opponents)."""


class _Runner:
    """Settles candidates against the same deals, and drops candidates that are almost certainly not the best."""

    def __init__(self, placements: list[Placement], position: Position) -> None:
        self.placements, self.rules, self.opponents = placements, position.rules, position.players - 1
        self.button = _turns_to_button(position)
        self.boards = array_of_boards(None if item.is_surrender else Board.of_rows(*item.rows) for item in placements)
        declared = [named_in(item.declare) or False for item in placements]
        self.declared = np.array([declaration_code(declare, self.rules) for declare in declared], np.int8)
        self.remaining = np.arange(len(placements))
        self.points: list[list[NDArray[np.float64]]] = [[] for _ in placements]
        self.tallies = tally_of(len(placements))
        self.tables = np.zeros(len(placements), np.int64)

    def play(self, tables: _Tables) -> None:
        """Settle the remaining candidates against the same tables (common random numbers)."""
        deals, per_deal = tables.boards.shape[:2]
        n, remaining = deals * per_deal, self.remaining
        points, tallies = np.empty((n, len(remaining)), np.int32), np.ascontiguousarray(self.tallies[remaining])
        compare_array(
            compiled(self.rules),
            self.boards[remaining],
            self.declared[remaining],
            tables.boards.reshape(n, self.opponents, HAND_SIZE),
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
        return np.stack([np.concatenate(self.points[index]) for index in self.remaining.tolist()], axis=1)

    def fouls(self) -> NDArray[np.bool_]:
        """Return whether each candidate compares the rows of a foul."""
        fouls = np.zeros(len(self.boards), np.bool_)
        compares_rows = (self.declared == DECLARE_NOTHING) & ~has_no_board(self.boards)
        fouls[compares_rows] = fouls_and_naturals(compiled(self.rules), self.boards[compares_rows])[0]
        return fouls

    def rates(self, number: int, best: float) -> Chances:
        """Return the rates of a candidate from its counters, with its chance to be the best."""
        tally, pairings = self.tallies[number], int(self.tables[number]) * self.opponents
        rows = counter_of(tally, "rows")
        compared = max(1, int(rows[0].sum()))
        lost, tied, won = (tuple(int(row[result]) / compared for row in rows) for result in range(3))
        names = ("scoops", "scooped", "royalties_won", "royalties_paid")
        rates = {name: int(counter_of(tally, name)) / pairings for name in names}
        return Chances(won=won, tied=tied, lost=lost, best=best, **rates)

    def drop_hopeless(self) -> None:
        if len(self.remaining) == 1:
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
    means, chances = points.mean(axis=0), np.zeros(points.shape[1])
    best = np.argsort(-means, kind="stable")[:_MOST_CONTENDERS]
    covariance = np.atleast_2d(np.cov(points[:, best] - points[:, best[:1]], rowvar=False)) / len(points)
    draws = rng.multivariate_normal(means[best], covariance, size=_DRAWS, method="eigh", check_valid="ignore")
    shares = draws >= draws.max(axis=1, keepdims=True) - 1e-9  # boards with equal points in all deals tie
    chances[best] = (shares / shares.sum(axis=1, keepdims=True)).mean(axis=0)
    return chances


# ---- opponents ----


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
        best = best_responses(hands, field, opponents, has_button=has_button, threads=threads)
        return best.boards, declaration_codes(best.declare)

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
    with prepared_bots([bot], rules, opponents + 1) as (player,):
        yield _by_bot(player, rules, opponents + 1, rng.spawn(1)[0]), None, name_of(player)


class _Dealer:
    """Deals hands to the opponents, who set them."""

    def __init__(
        self, position: Position, dead: CardSet, known: list[CardSet], set_hands: _Setting, rng: np.random.Generator
    ) -> None:
        self.unavailable, self.opponents = position.hand | dead, position.players - 1
        for place, cards in enumerate(known):
            if shared := cards & position.hand:
                raise CardError.about(f"known[{place}]", f"card {format_card(next(iter(shared)))} is in the hand")
        self.known, self.set_hands, self.rng = known, set_hands, rng
        turns = _turns_to_button(position)
        self.with_button = turns - 1 if turns and position.rules.button_matters else None
        """Index of the opponent who has the button; None if nobody has it, or it does not matter."""
        # Without known cards, which belong to certain opponents, a deal has up to three hands, and a table for each.
        self.hands = self.opponents if known else max(self.opponents, min(3, (52 - len(self.unavailable)) // HAND_SIZE))
        self.all_known = len(known) == self.opponents and all(len(cards) == HAND_SIZE for cards in known)

    def deal(self, deals: int) -> _Tables:
        dealt = deal_many(deals, self.hands, HAND_SIZE, self.rng, dead=self.unavailable, known=self.known)
        hands = dealt.reshape(-1, HAND_SIZE)
        boards, declared = self._set(hands, deals, has_button=False)
        groups = [[(first + i) % self.hands for i in range(self.opponents)] for first in range(self.hands)]
        if self.hands == self.opponents:
            groups = groups[:1]
        tables = _Tables(np.ascontiguousarray(boards[:, groups]), np.ascontiguousarray(declared[:, groups]))
        if (place := self.with_button) is not None:
            boards, declared = self._set(hands, deals, has_button=True)
            indices = [group[place] for group in groups]
            tables.boards[:, :, place], tables.declared[:, :, place] = boards[:, indices], declared[:, indices]
        return tables

    def _set(self, hands: NDArray[np.uint8], deals: int, *, has_button: bool) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        boards, declared = self.set_hands(hands, has_button)
        return boards.reshape(deals, self.hands, HAND_SIZE), declared.reshape(deals, self.hands)
