"""Habits of people as bots: each plays like `swift`, but only places cards as its habit allows.

A habit acts on the streets before the last one. Where it allows the placement of `swift`, or no placement at all, the bot
plays like `swift`; elsewhere, it plays the best placement that the habit allows, by the networks of `swift`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pineapple_book import QUEEN
from pineapple_deals import PLAYERS, PRESET, STREETS, are_in_order, rank_numbers, suit_numbers

import cpoker_fast as cp
from cpoker_fast._networks import final_draws, values
from cpoker_fast._openface import choose_placement, rows_after
from cpoker_fast.game.plan import plan_of
from cpoker_fast.studies import Estimate
from cpoker_fast.thinking.networks import attach_networks

_RULES = cp.rules(PRESET)
FRONT, BACK = 0, 2


class Options(NamedTuple):
    """All distinct placements of a position, as masks of cards."""

    street: int
    before: NDArray[np.uint64]
    """Rows before the placement: uint64[3]."""
    hand: np.uint64
    after: NDArray[np.uint64]
    """Rows after each placement: uint64[n, 3]."""

    @property
    def added(self) -> NDArray[np.uint64]:
        """Cards added to each row: uint64[n, 3]."""
        return self.after ^ self.before

    @property
    def discards(self) -> NDArray[np.uint64]:
        """Cards discarded: uint64[n]."""
        return self.hand ^ np.bitwise_or.reduce(self.added, axis=1)


class Habit(NamedTuple):
    """A habit: which placements it allows, on which streets."""

    name: str
    """Key in the record."""
    words: str
    """The habit in words, for the page."""
    streets: range
    """Indices of the streets on which it acts."""
    allows: Callable[[Options], NDArray[np.bool_]] | None
    """Whether each placement is allowed; None for a player who allows all, but does not look at other boards."""

    def allowed(self, options: Options) -> NDArray[np.bool_]:
        """Return whether each placement is allowed: all, if the habit does not act or would allow none."""
        if self.allows is None or options.street not in self.streets:
            return np.ones(len(options.after), bool)
        allowed = self.allows(options)
        return allowed if allowed.any() else np.ones(len(allowed), bool)


# ---- habits ----


def _has_pair_in_front(options: Options) -> NDArray[np.bool_]:
    """Whether a pair of the hand is in front; three of a kind are no pair."""
    pairs = rank_numbers(np.array(options.hand)) == 2
    has_pair: NDArray[np.bool_] = ((rank_numbers(options.after[:, FRONT]) == 2) & pairs).any(axis=1)
    return has_pair


def _has_high_pair_in_front(options: Options) -> NDArray[np.bool_]:
    has_pair: NDArray[np.bool_] = rank_numbers(options.after[:, FRONT])[:, QUEEN:].max(axis=1) >= 2
    return has_pair


def _has_no_high_pair_in_front(options: Options) -> NDArray[np.bool_]:
    return ~_has_high_pair_in_front(options)


def _has_ace_in_front(options: Options) -> NDArray[np.bool_]:
    has_ace: NDArray[np.bool_] = rank_numbers(options.after[:, FRONT])[:, -1] > 0
    return has_ace


def _has_no_high_card_in_front(options: Options) -> NDArray[np.bool_]:
    has_none: NDArray[np.bool_] = ~rank_numbers(options.after[:, FRONT])[:, QUEEN:].any(axis=1)
    return has_none


def _has_empty_front(options: Options) -> NDArray[np.bool_]:
    return options.after[:, FRONT] == 0


def _has_all_in_back(options: Options) -> NDArray[np.bool_]:
    return options.added[:, BACK] == options.hand


def _is_in_order(options: Options) -> NDArray[np.bool_]:
    return are_in_order(options.after)


def _has_lowest_discard(options: Options) -> NDArray[np.bool_]:
    lowest = rank_numbers(np.array(options.hand)).astype(bool).argmax()
    return rank_numbers(options.discards)[:, lowest] > 0


def _is_flush_draw(options: Options, least: int) -> NDArray[np.bool_]:
    """Whether the back has all cards of the longest suit of the hand, at least so many, and no others."""
    numbers = suit_numbers(np.array(options.hand))
    back = suit_numbers(options.after[:, BACK])
    is_longest = (numbers[back.argmax(axis=1)] == numbers.max()) & (back.max(axis=1) == numbers.max())
    return is_longest & (back.sum(axis=1) == numbers.max()) & (numbers.max() >= least)


def _has_three_suited_in_back(options: Options) -> NDArray[np.bool_]:
    return _is_flush_draw(options, 3)


def _keeps_flush(options: Options, least: int = 3) -> NDArray[np.bool_]:
    """Whether the back still has one suit; always true if it had several suits, or fewer than `least` cards."""
    before, after = suit_numbers(options.before[BACK : BACK + 1]), suit_numbers(options.after[:, BACK])
    is_draw = before.max() == before.sum() >= least
    return (after.max(axis=1) == after.sum(axis=1)) | ~np.array(is_draw)


def _chases_flush(options: Options) -> NDArray[np.bool_]:
    return _is_flush_draw(options, 2) if options.street == 0 else _keeps_flush(options, 2)


_FIRST, _BEFORE_LAST = range(1), range(STREETS - 1)

HABITS = (
    Habit("pair in front", "A pair in the first five cards goes to the front", _FIRST, _has_pair_in_front),
    Habit("all in back", "The first five cards all go to the back", _FIRST, _has_all_in_back),
    Habit("ace in front", "An ace in the first five cards goes to the front", _FIRST, _has_ace_in_front),
    Habit("no high card in front", "No queen, king or ace in front on the first street", _FIRST, _has_no_high_card_in_front),
    Habit("suited in back", "Three suited cards always go to the back, alone", _FIRST, _has_three_suited_in_back),
    Habit("two suited", "The longest suit goes to the back, and is never given up", _BEFORE_LAST, _chases_flush),
    Habit("flush kept", "Three suited cards in the back are never given up", range(1, STREETS - 1), _keeps_flush),
    Habit("empty front", "Nothing in front before the fourth street", range(3), _has_empty_front),
    Habit("high pair late", "No queens or better in front before the fourth street", range(3), _has_no_high_pair_in_front),
    Habit("high pair at once", "Queens or better go to the front at once", _BEFORE_LAST, _has_high_pair_in_front),
    Habit("in order", "The rows are in order after each street", _BEFORE_LAST, _is_in_order),
    Habit("lowest discard", "The lowest card is always discarded", range(1, STREETS - 1), _has_lowest_discard),
    Habit("blind", "Does not look at the other board", _BEFORE_LAST, None),
)


# ---- bots ----


class Choice(NamedTuple):
    """Placements of `swift` and of a habit in a position."""

    by_swift: cp.Placement
    by_habit: cp.Placement

    @property
    def differs(self) -> bool:
        """Whether the habit changes the placement."""
        return self.by_swift != self.by_habit

    @classmethod
    def of(cls, habit: Habit, position: cp.Position, rng: np.random.Generator) -> Choice:
        """Return the choice in a position: that of `swift` for both if the habit allows it."""
        by_swift = _placement_of_swift(position, position.seen, rng)
        if position.street == STREETS - 1:
            return cls(by_swift, by_swift)
        if habit.allows is None:
            return cls(by_swift, _placement_of_swift(position, position.own.cards | position.hand | position.discards, rng))
        own = np.array([row.mask for row in position.own.rows], np.uint64)
        first = own | np.array([row.mask for row in by_swift.rows], np.uint64)
        others = rows_after(plan_of(_RULES), position.street, position.own, position.hand)
        options = Options(position.street, own, np.uint64(position.hand.mask), np.concatenate([first[None], others]))
        allowed = habit.allowed(options)
        if allowed[0]:
            return cls(by_swift, by_swift)
        points = np.where(allowed, _values(options.after, position), -np.inf)
        added = [cp.CardSet.from_mask(mask) for mask in options.added[points.argmax()].tolist()]
        return cls(by_swift, position.placement(added))


def _placement_of_swift(position: cp.Position, seen: cp.CardSet, rng: np.random.Generator) -> cp.Placement:
    """Return the placement of `swift` for a player who has seen some cards."""
    attach_networks(_RULES)
    return choose_placement(plan_of(_RULES), "swift", position.street, position.own, position.hand, seen, rng)


def _values(after: NDArray[np.uint64], position: cp.Position) -> NDArray[np.float64]:
    """Return the values by which `swift` compares boards after a placement."""
    of_rows = final_draws if position.street == STREETS - 2 else values
    return of_rows(plan_of(_RULES), after, np.full(len(after), position.seen.mask, np.uint64))


class HabitBot:
    """A bot with a habit; it plays Fantasylands and the last street like `swift`."""

    def __init__(self, habit: Habit) -> None:
        self.habit, self.name = habit, habit.name

    def place(self, position: cp.Position, rng: np.random.Generator) -> cp.Placement:
        """Return the placement of the cards in hand."""
        if position.in_fantasyland:
            return cp.bot("swift").place(position, rng)
        return Choice.of(self.habit, position, rng).by_habit


# ---- losses ----


def loss_in_deals(habit: Habit, deals: int, seed: int, checkpoint: Path | None = None) -> Estimate:
    """Return the points that a habit loses in a deal against `swift`; all deals are played with both seatings."""
    players = ["swift", HabitBot(habit)]
    return cp.simulate(PRESET, players, deals, seed=seed, duplicate=True, checkpoint=checkpoint).points(0)


def turns(seeds: range) -> Iterator[tuple[cp.Position, np.random.Generator]]:
    """Yield the positions before the last street, in deals that `swift` plays against itself."""
    swift = cp.bot("swift")
    for seed in seeds:
        deal, rng = cp.Deal(PRESET, PLAYERS, seed=seed, button=seed % PLAYERS), np.random.default_rng(seed)
        while deal.turn is not None:
            position = deal.position()
            if position.street < STREETS - 1:
                yield position, rng
            deal.place(swift.place(position, rng))


def loss_of(position: cp.Position, better: cp.Placement, worse: cp.Placement, rollouts: int, seed: Any) -> Estimate:
    """Return the points that a placement loses to another one, by rollouts; negative if it wins points."""
    analysis = cp.analyze(position, among=[better, worse], rollouts=rollouts, tolerance=0, seed=seed)
    of_better, of_worse = (analysis.candidate(placement).behind for placement in (better, worse))
    return Estimate(of_worse.mean - of_better.mean, max(of_worse.standard_error, of_better.standard_error))
