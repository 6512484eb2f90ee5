"""Equilibria: fields that are hard to exploit, found by fictitious play, shipped with the package or cached."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cpoker_fast._arguments import check_flag, check_whole, is_whole
from cpoker_fast._arrays import available_threads
from cpoker_fast._version import __version__
from cpoker_fast.arranging import best_royalties_many
from cpoker_fast.board_arrays import fouls_where_none
from cpoker_fast.cache import cache_folder
from cpoker_fast.dealing import Seed, deal_many, generator_of
from cpoker_fast.decisions import Decisions
from cpoker_fast.errors import FieldError
from cpoker_fast.fields.responses import best_responses
from cpoker_fast.fields.sample import MOST_BOARDS, BoardSample
from cpoker_fast.rulebook import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["equilibrium", "shipped_fields"]

_METHOD = 1  # counts what changes the fields that are found
_SHIPPED = Path(__file__).with_name("equilibria")
_HANDS = 4  # of a deck
_FRESH_DECKS = 1024  # to measure by
_DEFAULTS = {"size": 4096, "rounds": 20, "seed": 0, "opponents": 3}

S = TypeVar("S", bound=BoardSample)


# ---- fictitious play ----


class _Play:
    """Fictitious play: hands and how they are set at present, replaced a whole deck at a time."""

    def __init__(self, rules: Rules, size: int, opponents: int, rng: np.random.Generator, threads: int) -> None:
        import numpy as np

        self.rules, self.opponents, self.rng, self.threads = rules, opponents, rng, threads
        self.hands = self.deal(size // _HANDS)
        self.boards = fouls_where_none(best_royalties_many(self.hands, rules, threads=threads), self.hands)
        self.declare = np.zeros(size, bool)
        self.before = self.field = BoardSample(rules, self.boards, declare=self.declare)

    def deal(self, decks: int) -> NDArray[np.uint8]:
        return deal_many(decks, _HANDS, 13, self.rng).reshape(-1, 13)

    def respond(self, hands: NDArray[np.uint8], field: BoardSample) -> Decisions:
        return best_responses(hands, field, self.opponents, threads=self.threads)

    def points(self, boards: NDArray[np.uint8], declare: NDArray[np.bool_]) -> NDArray[np.float64]:
        return self.field.points(boards, declare=declare, opponents=self.opponents)

    def mix_in(self, part: float) -> None:
        """Replace a part of the hands by fresh ones, set as best responses to the field so far."""
        import numpy as np

        decks = len(self.hands) // _HANDS
        fresh = max(1, round(part * decks))
        hands = self.deal(fresh)
        found = self.respond(hands, self.field)
        places = (_HANDS * self.rng.permutation(decks)[:fresh, None] + np.arange(_HANDS)).ravel()
        self.hands[places], self.boards[places], self.declare[places] = hands, found.boards, found.declare
        self.before, self.field = self.field, BoardSample(self.rules, self.boards, declare=self.declare)

    def exploitability(self) -> tuple[float, float]:
        """What the best response to the field wins against it, in points per pairing, and the standard error.

        It is the mean over fresh hands of what the best response is paid, less what the field's own boards are paid against
        the field. The luck of the field's hands would blur the difference. As a control variate, both are therefore compared
        with the best response to the field of the round before: the one over fresh hands, the other over the field's hands.
        """
        hands = self.deal(_FRESH_DECKS)
        best, other = self.respond(hands, self.field), self.respond(hands, self.before)
        won = best.points - self.points(other.boards, other.declare)
        other = self.respond(self.hands, self.before)
        lost = self.points(other.boards, other.declare) - self.points(self.boards, self.declare)
        error = (won.var() / len(won) + lost.var() / len(lost)) ** 0.5
        pairings = 1 if self.rules.has_banker else self.opponents
        return float(won.mean() + lost.mean()) / pairings, float(error) / pairings


def _find(kind: type[S], rules: Rules, size: int, rounds: int, seed: Seed, opponents: int, threads: int) -> S:
    play = _Play(rules, size, opponents, generator_of(None, seed), threads)
    for number in range(rounds):
        play.mix_in(3 / (number + 3))  # later rounds weigh more: about as the square of their number
    gain, error = play.exploitability()
    return kind(
        rules,
        play.boards,
        declare=play.declare,
        exploitability=gain,
        error=error,
        made_by=f"Field.equilibrium({rules.name!r}, {size=}, {rounds=}, {seed=}, {opponents=})",
    )


# ---- kept fields ----


def _key(rules: Rules, arguments: dict[str, object]) -> str:
    plain = json.dumps([_METHOD, __version__, rules.scoring(), arguments], sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:24]


def _read(kind: type[S], path: Path, rules: Rules) -> S | None:
    """The field of a file; None if there is none, or it is damaged or of other rules."""
    try:
        field = kind.load(path)
    except (OSError, FieldError):
        return None
    return field if field.rules.pays_like(rules) else None


def _shipped(rules: Rules) -> Path | None:
    """The file with the field of some rules that pay like a preset: that of the first such preset, whose name it has."""
    name = next((name for name, preset in Rules.PRESETS.items() if preset.pays_like(rules)), None)
    return None if name is None else _SHIPPED / f"{name}.npz"


def equilibrium(
    kind: type[S], rules: Rules, *, size: int, rounds: int, seed: Seed, opponents: int, cache: bool, threads: int
) -> S:
    """See `Field.equilibrium`."""
    check_whole("size", size, _HANDS, MOST_BOARDS, FieldError)
    check_whole("rounds", rounds, 1, 1000, FieldError)
    check_whole("opponents", opponents, 1, 3, FieldError)
    if size % _HANDS:
        raise FieldError(f"size: expected a multiple of {_HANDS}, got {size}")
    check_flag("cache", cache, FieldError)
    available_threads(threads)
    arguments: dict[str, object] = {"size": size, "rounds": rounds, "seed": seed, "opponents": opponents}
    if not cache or not is_whole(seed):
        return _find(kind, rules, size, rounds, seed, opponents, threads)
    shipped = _shipped(rules) if arguments == _DEFAULTS else None
    if shipped is not None and (found := _read(kind, shipped, rules)):
        return found
    path = cache_folder() / f"{_key(rules, arguments)}.npz"
    found = _read(kind, path, rules)
    if found is None:
        found = _find(kind, rules, size, rounds, seed, opponents, threads)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            found.save(path)
        except OSError:
            pass  # a cache that cannot be written to, or a full disk: the field is still good
    return found


def shipped_fields() -> Iterator[tuple[str, Path]]:
    """The presets, and the file that holds the field of each: presets that pay alike share one."""
    for name, preset in Rules.PRESETS.items():
        path = _shipped(preset)
        assert path is not None
        yield name, path
