"""Equilibria: fields that are hard to exploit, found by fictitious play, shipped with the package or cached."""

from __future__ import annotations

import hashlib
import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cpoker_fast._arguments import available_threads, check_flag, check_whole, is_whole
from cpoker_fast._version import __version__
from cpoker_fast.arranging import best_royalties_many
from cpoker_fast.board_arrays import fouls_where_none
from cpoker_fast.dealing import Seed, deal_many, generator_of
from cpoker_fast.decisions import Decisions
from cpoker_fast.display.progress import Progress, reporter
from cpoker_fast.errors import FieldError
from cpoker_fast.fields.best_decisions import best_responses
from cpoker_fast.fields.package_equilibria import read_shipped
from cpoker_fast.fields.sample import MOST_BOARDS, BoardSample
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.files import cache_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["equilibrium"]

_METHOD = 1  # part of the cache key; increase it with each change that finds other fields
_HANDS_OF_DECK = 4
_FRESH_DECKS = 1024  # hands that measure the exploitability
_DEFAULTS = {"size": 4096, "rounds": 20, "seed": 0, "opponents": 3}

S = TypeVar("S", bound=BoardSample)


# ---- fictitious play ----


class _FictitiousPlay:
    """Fictitious play: hands with their current boards; each round replaces some of them, in whole decks."""

    def __init__(self, rules: Rules, size: int, opponents: int, rng: np.random.Generator, threads: int) -> None:
        import numpy as np

        self.rules, self.opponents, self.rng, self.threads = rules, opponents, rng, threads
        self.hands = self.deal(size // _HANDS_OF_DECK)
        self.boards = fouls_where_none(best_royalties_many(self.hands, rules, threads=threads), self.hands)
        self.declare = np.zeros(size, bool)
        self.previous = self.field = BoardSample(rules, self.boards, declare=self.declare)

    def deal(self, decks: int) -> NDArray[np.uint8]:
        return deal_many(decks, _HANDS_OF_DECK, 13, self.rng).reshape(-1, 13)

    def respond(self, hands: NDArray[np.uint8], field: BoardSample) -> Decisions:
        return best_responses(hands, field, self.opponents, threads=self.threads)

    def points(self, boards: NDArray[np.uint8], declare: NDArray[np.bool_]) -> NDArray[np.float64]:
        return self.field.points(boards, declare=declare, opponents=self.opponents)

    def mix_in(self, fraction: float) -> None:
        """Replace a fraction of the hands by fresh ones, set as best responses to the current field."""
        import numpy as np

        decks = len(self.hands) // _HANDS_OF_DECK
        fresh = max(1, round(fraction * decks))
        hands = self.deal(fresh)
        decisions = self.respond(hands, self.field)
        places = (_HANDS_OF_DECK * self.rng.permutation(decks)[:fresh, None] + np.arange(_HANDS_OF_DECK)).ravel()
        self.hands[places], self.boards[places], self.declare[places] = hands, decisions.boards, decisions.declare
        self.previous, self.field = self.field, BoardSample(self.rules, self.boards, declare=self.declare)

    def exploitability(self) -> tuple[float, float]:
        """Return the exploitability of the field, in points per pairing, and its standard error.

        It is the mean points of best responses over fresh hands, less the mean points of the field's boards, both against
        the field. The two means have different hands, and the luck of these would blur the difference. So the best response
        to the previous field is a control variate: each mean is one of differences from it on the same hands.
        """
        hands = self.deal(_FRESH_DECKS)
        best, other = self.respond(hands, self.field), self.respond(hands, self.previous)
        won = best.points - self.points(other.boards, other.declare)
        other = self.respond(self.hands, self.previous)
        lost = self.points(other.boards, other.declare) - self.points(self.boards, self.declare)
        error = (won.var() / len(won) + lost.var() / len(lost)) ** 0.5
        pairings = 1 if self.rules.has_banker else self.opponents
        return float(won.mean() + lost.mean()) / pairings, float(error) / pairings


def _find(
    kind: type[S], rules: Rules, size: int, rounds: int, seed: Seed, opponents: int, threads: int, progress: bool | Progress
) -> S:
    play = _FictitiousPlay(rules, size, opponents, generator_of(None, seed), threads)
    with ExitStack() as stack:
        report = reporter(stack, progress, f"equilibrium of {rules.name}", FieldError)
        for number in range(rounds):
            report(number, rounds)
            play.mix_in(3 / (number + 3))  # the weight of a round grows about with the square of its number
        report(rounds, rounds)
    gain, error = play.exploitability()
    return kind(
        rules,
        play.boards,
        declare=play.declare,
        exploitability=gain,
        error=error,
        made_by=f"Field.equilibrium({rules.name!r}, {size=}, {rounds=}, {seed=}, {opponents=})",
    )


# ---- fields of the package and of the cache ----


def _key(rules: Rules, arguments: dict[str, object]) -> str:
    plain = json.dumps([_METHOD, __version__, rules.scoring(), arguments], sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:24]


def _read(kind: type[S], path: Path, rules: Rules) -> S | None:
    """Return the field in a file; None if the file is missing or damaged, or the field is for other rules."""
    try:
        field = kind.load(path)
    except (OSError, FieldError):
        return None
    return field if field.rules.pays_like(rules) else None


def equilibrium(
    kind: type[S],
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
    """Return an equilibrium: see `Field.equilibrium`."""
    check_whole("size", size, _HANDS_OF_DECK, MOST_BOARDS, FieldError)
    check_whole("rounds", rounds, 1, 1000, FieldError)
    check_whole("opponents", opponents, 1, 3, FieldError)
    if size % _HANDS_OF_DECK:
        raise FieldError(f"size: expected a multiple of {_HANDS_OF_DECK}, got {size}")
    check_flag("cache", cache, FieldError)
    available_threads(threads)
    arguments: dict[str, object] = {"size": size, "rounds": rounds, "seed": seed, "opponents": opponents}
    if not cache or not is_whole(seed):
        return _find(kind, rules, size, rounds, seed, opponents, threads, progress)
    if arguments == _DEFAULTS and (shipped := read_shipped(kind, rules)):
        return shipped
    path = cache_folder() / f"{_key(rules, arguments)}.npz"
    field = _read(kind, path, rules)
    if field is None:
        field = _find(kind, rules, size, rounds, seed, opponents, threads, progress)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            field.save(path)
        except OSError:
            pass  # a read-only cache or a full disk does no harm to the field
    return field
