"""Finding fields that hardly anything can be won against, by fictitious play.

``python -m cpoker_fast.equilibrium`` makes those of the presets, which come with the package.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cpoker_fast import __version__
from cpoker_fast._arguments import check_flag, check_whole, is_whole
from cpoker_fast._arranging import best_of_array
from cpoker_fast._arrays import available_threads
from cpoker_fast._fields import choose
from cpoker_fast.arranging import best_royalties_many, or_fouls
from cpoker_fast.cache import cache_folder
from cpoker_fast.dealing import Seed, deal_many, generator_of
from cpoker_fast.errors import FieldError
from cpoker_fast.fields import MOST_BOARDS, Field, closed_rules, opposition_of, play_alike
from cpoker_fast.rulebook import Pairings, Rules
from cpoker_fast.variants import presets, rules as preset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Responses", "best_responses", "equilibrium", "shipped_fields"]

_METHOD = 1  # counts what changes the fields that are found
_SHIPPED = Path(__file__).with_name("equilibria")
_HANDS = 4  # of a deck
_FRESH_DECKS = 1024  # to measure by
_DEFAULTS = {"size": 4096, "rounds": 20, "seed": 0, "opponents": 3}


class Responses(NamedTuple):
    """How hands are set against a field."""

    boards: NDArray[np.uint8]
    """Shape (n, 13); 255 for a surrender."""
    declare: NDArray[np.bool_]
    points: NDArray[np.float64]
    """Expected points over all opponents."""


def best_responses(
    hands: NDArray[np.uint8],
    field: Field,
    opponents: int,
    *,
    button: bool = False,
    out: NDArray[np.uint8] | None = None,
    threads: int = 1,
) -> Responses:
    """Hands of 13 cards, uint8[n, 13], set as the best response; as fouls, where no board is legal."""
    opposition = opposition_of(field, opponents, button)
    boards, points = best_of_array(hands, opposition.objective, out, threads, want_values=True)
    or_fouls(boards, hands)
    return Responses(boards, choose(opposition.core, boards, points) >= 0, points)


# ---- fictitious play ----


class _Play:
    """Hands, and how they are set now; whole decks go and come."""

    def __init__(self, rules: Rules, size: int, opponents: int, rng: np.random.Generator, threads: int) -> None:
        import numpy as np

        self.rules, self.opponents, self.rng, self.threads = rules, opponents, rng, threads
        self.hands = self.deal(size // _HANDS)
        self.boards = or_fouls(best_royalties_many(self.hands, rules, threads=threads), self.hands)
        self.declare = np.zeros(size, bool)
        self.before = self.field = Field(rules, self.boards, declare=self.declare)

    def deal(self, decks: int) -> NDArray[np.uint8]:
        return deal_many(decks, _HANDS, 13, self.rng).reshape(-1, 13)

    def respond(self, hands: NDArray[np.uint8], field: Field) -> Responses:
        return best_responses(hands, field, self.opponents, threads=self.threads)

    def points(self, boards: NDArray[np.uint8], declare: NDArray[np.bool_]) -> NDArray[np.float64]:
        return self.field.points(boards, declare=declare, opponents=self.opponents)

    def mix_in(self, part: float) -> None:
        """Fresh hands, set as the best response, instead of a part of the hands."""
        import numpy as np

        decks = len(self.hands) // _HANDS
        fresh = max(1, round(part * decks))
        hands = self.deal(fresh)
        found = self.respond(hands, self.field)
        places = (_HANDS * self.rng.permutation(decks)[:fresh, None] + np.arange(_HANDS)).ravel()
        self.hands[places], self.boards[places], self.declare[places] = hands, found.boards, found.declare
        self.before, self.field = self.field, Field(self.rules, self.boards, declare=self.declare)

    def exploitability(self) -> tuple[float, float]:
        """What the best response to the field wins against it, a pairing, and the standard error.

        It is the mean over fresh hands of what the best response is paid, less what the field's own boards are paid against
        the field. How lucky the hands of the field are would blur that; so both are compared with the same thing, the best
        response to the field of the round before: over fresh hands, and over the hands of the field.
        """
        hands = self.deal(_FRESH_DECKS)
        best, other = self.respond(hands, self.field), self.respond(hands, self.before)
        won = best.points - self.points(other.boards, other.declare)
        other = self.respond(self.hands, self.before)
        lost = self.points(other.boards, other.declare) - self.points(self.boards, self.declare)
        error = (won.var() / len(won) + lost.var() / len(lost)) ** 0.5
        pairings = 1 if self.rules.pairings is Pairings.BANKER else self.opponents
        return float(won.mean() + lost.mean()) / pairings, float(error) / pairings


def _find(rules: Rules, size: int, rounds: int, seed: Seed, opponents: int, threads: int) -> Field:
    play = _Play(rules, size, opponents, generator_of(None, seed), threads)
    for number in range(rounds):
        play.mix_in(3 / (number + 3))  # so that a round counts about as the square of its number
    gain, error = play.exploitability()
    return Field(
        rules,
        play.boards,
        declare=play.declare,
        exploitability=gain,
        error=error,
        made_by=f"Field.equilibrium({rules.name!r}, {size=}, {rounds=}, {seed=}, {opponents=})",
    )


# ---- kept fields ----


def _key(rules: Rules, arguments: dict[str, object], version: str) -> str:
    plain = json.dumps([_METHOD, version, closed_rules(rules), arguments], sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:24]


def _read(path: Path, rules: Rules) -> Field | None:
    """A kept field; None if there is none, or none of these rules."""
    try:
        field = Field.load(path)
    except (OSError, FieldError):
        return None
    return field if play_alike(field.rules, rules) else None


def equilibrium(rules: Rules, *, size: int, rounds: int, seed: Seed, opponents: int, cache: bool, threads: int) -> Field:
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
        return _find(rules, size, rounds, seed, opponents, threads)
    if arguments == _DEFAULTS and (found := _read(_SHIPPED / f"{_key(rules, arguments, '')}.npz", rules)):
        return found
    path = cache_folder() / f"{_key(rules, arguments, __version__)}.npz"
    found = _read(path, rules)
    if found is None:
        found = _find(rules, size, rounds, seed, opponents, threads)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            found.save(path)
        except OSError:
            pass  # a cache that cannot be written to, or a full disk: the field is good all the same
    return found


def shipped_fields() -> Iterator[tuple[str, Path]]:
    """The presets, and the file that holds the field of each: presets that pay alike share one."""
    for name in presets():
        yield name, _SHIPPED / f"{_key(preset(name), dict(_DEFAULTS), '')}.npz"


def _make_shipped() -> None:
    """Write the fields of the presets, and remove those of presets that are no more."""
    _SHIPPED.mkdir(exist_ok=True)
    made: dict[Path, str] = {}
    for name, path in shipped_fields():
        if path in made:
            print(f"{name}: as {made[path]}")
            continue
        made[path] = name
        field = Field.equilibrium(name, cache=False)
        field.save(path)
        print(f"{name}: {field.exploitability:.4f} +- {field.error:.4f} points a pairing, {path.stat().st_size} bytes")
    for path in _SHIPPED.glob("*.npz"):
        if path not in made:
            path.unlink()


if __name__ == "__main__":
    _make_shipped()
