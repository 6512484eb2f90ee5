"""Equilibria: fields that are hard to exploit. They are shipped with the package, cached, or found by fictitious play."""

from __future__ import annotations

import hashlib
import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from cpoker_fast._arguments import available_threads, check_flag, check_whole, is_whole
from cpoker_fast._version import __version__
from cpoker_fast.arranging import best_royalties_many
from cpoker_fast.board_arrays import Placements, fouls_where_none
from cpoker_fast.dealing import Seed, deal_many, generator_of
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.errors import FieldError
from cpoker_fast.fields.package_equilibria import read_shipped
from cpoker_fast.fields.removal import card_removal, removal_rounds
from cpoker_fast.fields.responses import best_responses
from cpoker_fast.fields.sample import MOST_BOARDS, BoardSample, pairings_of
from cpoker_fast.rulebook import NaturalTies, RowTies, Rules
from cpoker_fast.system.files import cache_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["equilibrium"]

_METHOD = 5  # part of the cache key: increase it when a change in the code changes the fields
_HANDS_PER_DECK = 4
_TEST_DECKS = 1024  # decks that are dealt to measure the exploitability
_SHIPPED_ARGUMENTS = {"size": 4096, "rounds": 20, "seed": 0, "opponents": 3}

S = TypeVar("S", bound=BoardSample)


# ---- fictitious play ----


class _FictitiousPlay:
    """State of fictitious play: hands and their current boards. Each round replaces the hands of some decks."""

    def __init__(self, rules: Rules, size: int, opponents: int, rng: np.random.Generator, threads: int) -> None:
        self.rules, self.opponents, self.rng, self.threads = rules, opponents, rng, threads
        self.hands = self.deal(size // _HANDS_PER_DECK)
        self.boards = fouls_where_none(best_royalties_many(self.hands, rules, threads=threads), self.hands)
        self.declare = np.zeros(size, bool)
        self.previous_field = self.field = BoardSample(rules, self.boards, declare=self.declare)

    def deal(self, decks: int) -> NDArray[np.uint8]:
        return deal_many(decks, _HANDS_PER_DECK, 13, self.rng).reshape(-1, 13)

    def respond(self, hands: NDArray[np.uint8], field: BoardSample) -> Placements:
        return best_responses(hands, field, self.opponents, own_cards=False, threads=self.threads)

    def points(self, boards: NDArray[np.uint8], declare: NDArray[np.bool_]) -> NDArray[np.float64]:
        return self.field.points(boards, declare=declare, opponents=self.opponents, own_cards=False)

    def mix_in(self, fraction: float) -> None:
        """Replace a random fraction of the decks with fresh hands, set as best responses to the current field."""
        decks = len(self.hands) // _HANDS_PER_DECK
        fresh_decks = max(1, round(fraction * decks))
        hands = self.deal(fresh_decks)
        best = self.respond(hands, self.field)
        replaced_decks = self.rng.permutation(decks)[:fresh_decks, None]
        replaced = (_HANDS_PER_DECK * replaced_decks + np.arange(_HANDS_PER_DECK)).ravel()
        self.hands[replaced], self.boards[replaced], self.declare[replaced] = hands, best.boards, best.declare
        self.previous_field, self.field = self.field, BoardSample(self.rules, self.boards, declare=self.declare)

    def exploitability(self) -> tuple[float, float]:
        """Return the exploitability of the field, in points per pairing, and its standard error.

        The exploitability is the mean points of best responses, over fresh hands, minus the mean points of the field's
        boards, both against the field. The two means come from different hands, which adds noise. A control variate reduces
        this noise. All hands are also set as best responses to the previous field, and the points of these boards are
        subtracted.
        """
        hands = self.deal(_TEST_DECKS)
        best, control = self.respond(hands, self.field), self.respond(hands, self.previous_field)
        gains = best.points - self.points(control.boards, control.declare)
        control = self.respond(self.hands, self.previous_field)
        losses = self.points(control.boards, control.declare) - self.points(self.boards, self.declare)
        error = (gains.var() / len(gains) + losses.var() / len(losses)) ** 0.5
        pairings = pairings_of(self.rules, self.opponents)
        return float(gains.mean() + losses.mean()) / pairings, float(error) / pairings


def _call(rules: Rules, **arguments: object) -> str:
    """Return the call that makes an equilibrium, for `made_by`."""
    shown = [repr(rules.name), *(f"{name}={value!r}" for name, value in arguments.items())]
    return f"Field.equilibrium({', '.join(shown)})"


def _compute(
    cls: type[S], rules: Rules, size: int, rounds: int, seed: Seed, opponents: int, threads: int, progress: bool | Progress
) -> S:
    play = _FictitiousPlay(rules, size, opponents, generator_of(None, seed), threads)
    all_rounds = rounds + removal_rounds(rules)
    with ExitStack() as stack:
        report = reporter(stack, progress, f"equilibrium of {rules.name}", FieldError)
        for index in range(rounds):
            report(index, all_rounds)
            play.mix_in(3 / (index + 3))  # the final weight of a round is nearly proportional to the square of its number
        exploitability, error = play.exploitability()
        report(rounds, all_rounds)
        removal = card_removal(play.field, opponents, threads, lambda finished: report(rounds + finished, all_rounds))
    return cls(
        rules,
        play.boards,
        declare=play.declare,
        exploitability=exploitability,
        error=error,
        made_by=_call(rules, size=size, rounds=rounds, seed=seed, opponents=opponents),
        removal=removal,
    )


# ---- fields in the package and in the cache ----


def _rules_of_pairings(rules: Rules) -> Rules:
    """Return rules with the same equilibrium, without options that fields ignore or count as a factor (see `Field`)."""
    return replace(
        rules,
        horse_card=None,
        horse_times=Rules().horse_times,
        most_points=None,
        most_home_run_points=None,
        row_ties=RowTies.PUSH if rules.row_ties is RowTies.SUITS else rules.row_ties,
        natural_ties=NaturalTies.PUSH if rules.natural_ties is NaturalTies.FIRST else rules.natural_ties,
    )


def _cache_key(rules: Rules, arguments: dict[str, object]) -> str:
    text = json.dumps([_METHOD, __version__, rules.scoring(), arguments], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _for_rules(field: S, rules: Rules, arguments: dict[str, object]) -> S:
    """Return the field of rules, from a field of rules that pay alike but may have another name."""
    if field.rules.to_dict() == rules.to_dict():  # == ignores names
        return field
    return type(field)(
        rules,
        field.boards,
        declare=field.declare,
        exploitability=field.exploitability,
        error=field.error,
        made_by=_call(rules, **arguments),
        removal=field.removal,
    )


def _read_cached(cls: type[S], path: Path, rules: Rules) -> S | None:
    """Return the field in a file; None if the file is missing or damaged, or the field is for other rules."""
    try:
        field = cls.load(path)
    except (OSError, FieldError):
        return None
    return field if field.rules.pays_like(rules) else None


def equilibrium(
    cls: type[S],
    rules: Rules,
    *,
    size: int,
    rounds: int,
    seed: Seed,
    opponents: int,
    cache: bool,
    threads: int,
    progress: bool | Progress,
) -> S:
    """Return an equilibrium; see `Field.equilibrium`."""
    check_whole("size", size, _HANDS_PER_DECK, MOST_BOARDS, FieldError)
    check_whole("rounds", rounds, 1, 1000, FieldError)
    check_whole("opponents", opponents, 1, 3, FieldError)
    if size % _HANDS_PER_DECK:
        raise FieldError.about("size", f"expected a multiple of {_HANDS_PER_DECK}, got {size}")
    check_flag("cache", cache, FieldError)
    available_threads(threads)
    arguments: dict[str, object] = {"size": size, "rounds": rounds, "seed": seed, "opponents": opponents}
    plain = _rules_of_pairings(rules)
    if not cache or not is_whole(seed):
        return _for_rules(_compute(cls, plain, size, rounds, seed, opponents, threads, progress), rules, arguments)
    if arguments == _SHIPPED_ARGUMENTS and (shipped := read_shipped(cls, plain)):
        return _for_rules(shipped, rules, arguments)
    path = cache_folder() / f"{_cache_key(plain, arguments)}.npz"
    field = _read_cached(cls, path, plain)
    if field is None:
        field = _compute(cls, plain, size, rounds, seed, opponents, threads, progress)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            field.save(path)
        except OSError:
            pass  # the field is valid even if the cache folder is read-only or the disk is full
    return _for_rules(field, rules, arguments)
