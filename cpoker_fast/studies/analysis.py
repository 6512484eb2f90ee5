"""Analyses of positions and hands: expected points of each way to play them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cpoker_fast._arguments import available_threads, check_flag, check_whole, is_number, items_of
from cpoker_fast.arranging import best_fantasyland
from cpoker_fast.arranging.fantasyland_worths import assumed_worths, bonuses_of, from_each_opponent, read_bonus
from cpoker_fast.boards import HAND_SIZE, Board, Cards
from cpoker_fast.cards import CardSet
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import AnalysisError, BoardError, CardError, CpokerError, PlacementError, RulesError, TableError
from cpoker_fast.estimates import Estimate, points_from_best
from cpoker_fast.fields import Field
from cpoker_fast.game.placement import Placement, Rows, index_in_list
from cpoker_fast.game.plan import earned_cards, entry_sizes, fantasyland_sizes
from cpoker_fast.game.position import Position
from cpoker_fast.players import Bot, BotFunction
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling import read_seat
from cpoker_fast.studies.analysis_result import Analysis, Candidate
from cpoker_fast.studies.hand_analysis import analyze_hand
from cpoker_fast.thinking.networks import player_of
from cpoker_fast.thinking.rollouts import TOLERANCE, Budget, RolloutResult, Rollouts, exact_points
from cpoker_fast.thinking.row_payoffs import foul_price

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["analyze", "checked_deals", "is_dealt_at_once", "on_one_street", "position_of"]

_DEALS, _MOST_DEALS = 1000, 2**24
_MOST_TOLERANCE = 1e6  # points
_EMPTY_BOARD = "- / - / -"
_AT_ONCE, _NOT_AT_ONCE = "the 13 cards are placed at once", "it is for 13 cards that are placed at once"
"""Reasons to refuse options."""


def analyze(
    position: Position | Cards,
    rules: Rules | str | None = None,
    opponents: int | None = None,
    *,
    has_button: bool = False,
    also: Sequence[Rows] = (),
    among: Sequence[Rows] | None = None,
    seed: Seed = None,
    threads: int = 1,
    deals: int | None = None,
    field: Field | None = None,
    bot: str | Bot | BotFunction | None = None,
    dead: Cards = (),
    known: Sequence[Cards | None] | None = None,
    all: bool = False,  # noqa: A002
    seconds: float | None = None,
    rollouts: int | None = None,
    worths: float | Mapping[int, float] | None = None,
    tolerance: float | None = None,
) -> Analysis:
    """Estimate the expected points of each way to play a position or a hand.

    **If all 13 cards are placed at once**, the opponents are dealt other cards and play the equilibrium. The candidates are
    the undominated boards, the natural of the hand, and the placements that you add. A surrender is a candidate if the rules
    allow it. All candidates are compared over the same deals (common random numbers), so differences are more precise than
    points. A candidate that falls six standard errors behind the best one is dropped. The analysis ignores the worth of a
    Fantasyland that a board earns, and the cards of opponents in Fantasyland.

    **If cards are placed street by street**, the candidates are all placements of the cards in hand. Rollouts play the deal
    to its end, with the same cards for all placements. Value networks choose the later placements. Under rules without
    networks, heuristics choose them. On the street before the last, a rollout is the mean over all draws of the last street.
    Incomplete boards of opponents are played to the end with random cards that the player has not seen. On the last street,
    `last_street` computes the points, if it is exact against all opponents. Placements that are very unlikely to be the best
    are dropped. The analysis stops early if a wrong choice costs little (see `tolerance`).

    Before the last street, the analysis ignores some rules, and its margins of error do not cover them:

    - naturals, side payments, and the deuce of spades;
    - overall points that include royalties, home runs, factors of a pairing, and limits;
    - suits that break ties, and rows of a fouled board that still count.

    If two rows each earn a Fantasyland, both worths count. The worth of opponents' Fantasylands is ignored on all streets.
    Future cards are drawn independently for each player, so two players may get the same card. If points on the last street
    are not exact, each pairing is settled without the other opponents.

    **In Fantasyland**, the candidates are the best board and the placements that you add. Their points are exact: royalties
    from every opponent, plus the worth of staying. Points for rows are not included.

    Parameters
    ----------
    position : Position, CardSet, str or iterable of int
        A position with cards in hand, or a hand. A hand has 13 cards, which are placed at once under any rules, or the cards
        of the first street.
    rules : Rules or str
        Rules, or the name of a preset. A hand needs them; a position has its own rules.
    opponents : int, optional
        Number of opponents of a hand. The default is 3, or 1 on the first of several streets. A position has its own
        opponents. With a banker, a player without the button plays only against the banker.
    has_button : bool
        Whether the player of a hand has the button. Otherwise, the first opponent has it. On the first of several streets,
        it is the last opponent, so that the player acts first. A player with the button does not see the opponents' cards of
        the first street.
    also : sequence of Placement, str, Board and others
        Placements to compare even if they look bad, in any form that `Position.placement` accepts. Printed tables always
        show them. Boards of 13 cards may be fouls.
    among : sequence of Placement, str, Board and others, optional
        The only placements to compare, at least one, in the same forms as `also`. By default, all candidates are compared.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the random cards. Without a seed, the cards differ from call to call. Without `seconds`, the same seed gives
        the same result on any number of threads.
    threads : int
        Number of threads; 0 for as many as this process has CPUs.
    deals : int, optional
        Number of deals, 2 to 16,777,216, by default 1000. It applies only if all 13 cards are placed at once. With one or
        two opponents, a deal is played at up to three tables, unless cards are `known`.
    field : Field, optional
        Field to which the opponents play best responses, by default the equilibrium of the rules. It applies only if all 13
        cards are placed at once.
    bot : Bot, str or function, optional
        Bot that sets the opponents' hands in place of best responses: a name from `bots`, ``exec:COMMAND``, or your own bot.
        It applies only if all 13 cards are placed at once. The bot sets all hands at seat 1. The button is at seat 0 or 1.
    dead : CardSet, str or iterable of int
        Cards that no opponent can have. There may be up to 26 dead cards with one opponent, 13 with two opponents, and none
        with three. They apply only if all 13 cards are placed at once.
    known : sequence of cards or None, optional
        Known cards of each opponent, clockwise. The results are exact if all cards of all opponents are known. Known cards
        apply only if all 13 cards are placed at once.
    all : bool
        Whether all candidates are compared over all deals, so that none is dropped. It applies only if all 13 cards are
        placed at once.
    seconds : float, optional
        Time limit in seconds. Results then depend on the machine. It applies only if cards are placed street by street.
    rollouts : int, optional
        Number of rollouts of each remaining placement, by default 1000 if `seconds` is not given. It applies only if cards
        are placed street by street. It is rounded up to batches of 24, and there are at least four batches. On the last two
        streets, it is the number of sampled boards of each opponent, with 24 or 16 in a batch.
    worths : float or mapping of int to float, optional
        Worth of a Fantasyland in points from all opponents together: one number, or a number for each size. It applies if
        cards are placed street by street, and in Fantasyland. For presets, the default is the result of `worth`. For other
        rules, it is a heuristic, such as 8 points from each opponent for 14 cards. The worth is added at the end of each
        rollout. Networks choose placements by the worth with which they were trained.
    tolerance : float, optional
        Largest expected loss, in points, at which the analysis stops early; by default 0.02. It applies only if cards are
        placed street by street. The loss is that of choosing the best placement so far, summed over all other placements.
        With 0, all rollouts are played, unless only one placement gets rollouts.

    Returns
    -------
    Analysis
        The candidates, best first.

    Raises
    ------
    PlacementError
        If a position has no cards to place, or a placement of `also` or `among` is not allowed.
    CardError, BoardError
        If cards are invalid or overlap, or there is no candidate.
    AnalysisError, TableError, RulesError, FieldError, SeedError, ArrayError
        If another argument is invalid, or does not apply to the position; the message names the argument. Also if both
        `seconds` and `rollouts`, both `also` and `among`, or both `field` and `bot` are given.
    BotError
        If `bot` is not a bot, or fails to set a hand.

    Examples
    --------
    >>> analysis = analyze("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat", seed=1)
    >>> str(analysis.best.board)
    'As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c'
    >>> p = Position("pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand="Ah Kc Qs 8h 7c")
    >>> str(analyze(p, rollouts=200, seed=1).best.placement)
    'Qs / Kc 7c / Ah 8h'
    """
    position = position_of(position, rules, opponents, has_button=has_button)
    compared: dict[str, Any] = {"also": _placements("also", also, position), "among": None}
    if among is not None:
        if also:
            raise AnalysisError("expected also or among, not both")
        compared["among"] = _placements("among", among, position)
    for_hands: dict[str, Any] = {"deals": deals, "field": field, "bot": bot, "dead": dead, "known": known, "all": all}
    by_street: dict[str, Any] = {"seconds": seconds, "rollouts": rollouts, "worths": worths, "tolerance": tolerance}
    if not is_dealt_at_once(position):
        _refuse(_NOT_AT_ONCE, **for_hands)
        return _analyze_street(position, seed=seed, threads=threads, **compared, **by_street)
    _refuse(_AT_ONCE, **by_street)
    check_flag("all", all, AnalysisError)
    return analyze_hand(position, seed=seed, threads=threads, **compared, **for_hands | {"deals": checked_deals(deals)})


# ---- arguments ----


def is_dealt_at_once(position: Position) -> bool:
    """Whether all 13 cards are placed at once, hidden from others, so that an analysis deals hands to the opponents."""
    return position.rules.is_closed and not position.in_fantasyland


def position_of(
    value: Position | Cards, rules: Rules | str | None, opponents: int | None = None, *, has_button: bool = False
) -> Position:
    """Return a position itself; for a hand, the position of a player at seat 0 before any card is placed. See `analyze`."""
    if isinstance(value, Position):
        _refuse("a position has its own", rules=rules, opponents=opponents, has_button=has_button)
        if not value.hand:
            raise PlacementError("expected a position with cards to place")
        return value
    check_flag("has_button", has_button, TableError)
    if rules is None:
        raise RulesError("expected the rules of the hand, got None", path="rules")
    hand, rules = CardSet(value), as_rules(rules)
    if len(hand) == HAND_SIZE:
        rules = on_one_street(rules)
    elif len(hand) != rules.streets[0][0]:
        raise CardError(_problem_of_size(len(hand), rules))
    at_once = len(rules.streets) == 1
    number = (min(3, rules.players - 1) if at_once else 1) if opponents is None else opponents
    check_whole("opponents", number, 1, rules.players - 1, AnalysisError)
    return Position(
        rules,
        seat=0,
        button=0 if has_button else 1 if at_once else number,  # street by street, the player after the button acts first
        street=0,
        boards=[_EMPTY_BOARD] * (number + 1),
        hand=hand,
        hides_opponents=has_button and not at_once,  # who have placed their cards
    )


def on_one_street(rules: Rules) -> Rules:
    """Return rules that score like others, and deal 13 cards on one street."""
    if rules.is_closed:
        return rules
    of_one_street = {key: getattr(Rules(), key) for key in ("players", "streets", "first_street_open", "fantasyland")}
    return dataclasses.replace(rules, name=f"{rules.name}, 13 cards at once", **of_one_street)


def _problem_of_size(number: int, rules: Rules) -> str:
    dealt = rules.streets[0][0]
    first = "" if dealt == HAND_SIZE else f", or {dealt} of the first street"
    is_set = rules.has_fantasyland and number in FANTASYLAND_SIZES
    hint = ": best_fantasyland sets hands of Fantasyland" if is_set else ""
    return f"bad hand: expected {HAND_SIZE} cards{first}, got {number}{hint}"


def checked_deals(deals: int | None) -> int:
    """Return the number of deals of an analysis; AnalysisError if it is invalid."""
    number = _DEALS if deals is None else deals
    check_whole("deals", number, 2, _MOST_DEALS, AnalysisError)
    return number


def _refuse(reason: str, **options: object) -> None:
    """Raise AnalysisError, with the reason, for an option that is given."""
    for name, value in options.items():
        if not (value is None or value is False or (isinstance(value, tuple) and not value)):
            raise AnalysisError.about(name, f"expected none, since {reason}, got {quote(value)}")


def _placements(name: str, values: object, position: Position) -> list[Placement]:
    """Return the placements of an argument; PlacementError if one is not allowed in the position."""
    items = items_of(values)
    if items is None or not (items or name == "also"):
        number = "one or more " if name == "among" else ""
        raise AnalysisError.about(name, f"expected a sequence of {number}placements, got {quote(values)}")
    placements = []
    for index, item in enumerate(items):
        try:
            placements.append(position.placement(item))
        except CpokerError as error:
            raise PlacementError.about(f"{name}[{index}]", str(error)) from None
    return placements


def _checked_worths(position: Position, worths: float | Mapping[int, float] | None) -> dict[int, float]:
    """Return the worth of each size of Fantasyland in points."""
    rules = position.rules
    points = assumed_worths(rules, position.players)
    if worths is None:
        return points
    bonus = read_bonus(worths, "worths")
    return points | bonuses_of(bonus, entry_sizes(rules) if isinstance(bonus, tuple) else fantasyland_sizes(rules), "worths")


# ---- street by street ----


def _analyze_street(
    position: Position,
    *,
    also: Sequence[Placement],
    among: Sequence[Placement] | None,
    seed: Seed,
    threads: int,
    seconds: float | None,
    rollouts: int | None,
    worths: float | Mapping[int, float] | None,
    tolerance: float | None,
) -> Analysis:
    """Return the analysis of a street, or of a hand in Fantasyland; for the arguments see `analyze`."""
    budget, sequence = Budget.of(seconds, rollouts), sequence_of(seed)
    available_threads(threads)
    limit = TOLERANCE if tolerance is None else tolerance
    if not is_number(limit) or not 0 <= limit <= _MOST_TOLERANCE:
        raise AnalysisError.about("tolerance", f"expected a number from 0 to 1e6, got {quote(limit)}")
    points = _checked_worths(position, worths)
    if position.in_fantasyland:
        return _analyze_fantasyland(position, points, also, among)
    exact = exact_points(position, points)
    if exact is not None:
        listed = [*exact]
        also_listed = tuple(listed[index] for index in _indices(also, listed, position))
        if among is not None:
            listed = [listed[index] for index in _indices(among, listed, position)]
        return _exact_analysis(position, {placement: placement.points for placement in listed}, also_listed)
    comparison = Rollouts(position, points, threads, budget)
    indices = _indices(also if among is None else among, comparison.placements, position)
    result = comparison.run(sequence, float(limit), indices, compares_all=among is None)
    candidates = _ranked(comparison, result, range(len(comparison.placements)) if among is None else indices)
    also_listed = tuple(comparison.placements[index] for index in indices) if among is None else ()
    return Analysis(
        position=position, candidates=candidates, based_on="rollouts", bot=player_of(position.rules), also=also_listed
    )


def _analyze_fantasyland(
    position: Position, worths: Mapping[int, float], also: Sequence[Placement], among: Sequence[Placement] | None
) -> Analysis:
    """Return the analysis of a hand in Fantasyland: its best board and some others, without points for rows."""
    per_opponent = from_each_opponent(worths, position.players)
    values = {
        placement: _value_in_fantasyland(placement, position, per_opponent)
        for placement in (also if among is None else among)
    }
    if among is None:
        try:
            best = best_fantasyland(position.hand, position.rules, per_opponent)
            values = {Placement.of_cards(*best.board.rows, best.discarded): best.value} | values
        except BoardError:  # every board is a foul
            if not values:
                raise
    return _exact_analysis(position, values, tuple(also), position.players - 1)


def _value_in_fantasyland(placement: Placement, position: Position, worths: Mapping[int, float]) -> float:
    """Return the points of a board from each opponent: royalties plus the worth of staying, or minus the foul price."""
    if placement.is_surrender:
        raise PlacementError("expected a placement of cards, got a surrender")
    board = Board.of_rows(*placement.rows)
    seat = read_seat(board, position.rules)
    if seat.is_foul:
        return -foul_price(position.rules)
    (cards,) = earned_cards(position.rules, [board], [position.fantasyland[position.seat]], [0])
    return sum(seat.royalties) + (worths[cards] if cards else 0.0)


def _exact_analysis(
    position: Position, values: Mapping[Placement, float], also: tuple[Placement, ...], per_value: int = 1
) -> Analysis:
    """Return an analysis of exact values, which are points from all opponents divided by `per_value`."""
    opponents, best = position.players - 1, max(values.values())
    candidates = [
        Candidate(
            placement=placement,
            points=Estimate(per_value * value, 0.0),
            per_opponent=per_value * value / opponents,
            behind=Estimate(per_value * (best - value), 0.0),
            samples=0,
        )
        for placement, value in values.items()
    ]
    candidates.sort(key=lambda candidate: -candidate.points.mean)
    return Analysis(position=position, candidates=tuple(candidates), based_on="exact", also=also)


def _indices(compared: Sequence[Placement], placements: Sequence[Placement], position: Position) -> list[int]:
    """Return the index of each compared placement in a list of all, without repetitions."""
    return list(dict.fromkeys(index_in_list(placement, placements, position.own) for placement in compared))


def _ranked(rollouts: Rollouts, result: RolloutResult, listed: Sequence[int]) -> tuple[Candidate, ...]:
    """Return the listed placements as candidates, best first."""
    gaps = _gaps_of(rollouts, result, listed)
    best = result.points[result.best]
    top = _mean_of(best)
    ranked = []
    for index in listed:
        batches, behind = result.points[index], gaps[index]
        error = math.hypot(top.standard_error, behind.standard_error)
        if len(batches):  # with many batches, the same cards for both placements make the error of their own mean smaller
            error = min(error, points_from_best(_mean_of(batches), behind, top, len(batches) / len(best)).standard_error)
        points = Estimate(top.mean - behind.mean, error)
        candidate = Candidate(
            placement=rollouts.placements[index],
            points=points,
            per_opponent=points.mean / (rollouts.position.players - 1),
            behind=behind,
            samples=len(batches) * rollouts.rollouts_per_batch,
            estimate=float(result.estimates.max() - result.estimates[index]),
        )
        ranked.append((index != result.best, behind.mean, candidate))
    ranked.sort(key=lambda item: item[:2])
    return tuple(candidate for *_, candidate in ranked)


def _gaps_of(rollouts: Rollouts, result: RolloutResult, listed: Sequence[int]) -> dict[int, Estimate]:
    """Return the gap of each listed placement to the best one, by its index."""
    best, first = result.points[result.best], result.estimates
    by_batches: dict[int, list[int]] = {}
    for index in listed:
        by_batches.setdefault(len(result.points[index]), []).append(index)
    gaps = {}
    for n, indices in by_batches.items():
        if n:
            batches = np.array([result.points[index] for index in indices]).T
            means, errors = rollouts.gaps_to(first[result.best], best[:n, None], first[indices], batches)
        else:
            means = first[result.best] - first[indices]
            errors = rollouts.first_errors(means)
        for index, mean, error in zip(indices, means.tolist(), errors.tolist(), strict=True):
            gaps[index] = Estimate(max(0.0, mean), error)  # a dropped placement was behind the best one
    gaps[result.best] = Estimate(0.0, 0.0)
    return gaps


def _mean_of(batches: NDArray[np.float64]) -> Estimate:
    """Return the mean of batches; for few batches, its standard error is multiplied by the deviation of Student's t."""
    n = len(batches)
    return Estimate(float(batches.mean()), float(batches.std(ddof=1) * math.sqrt((n - 1) / (n - 3) / n)))
