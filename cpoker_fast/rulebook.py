"""The rules of a game as data.

A `Rules` value says all there is to say about a variant of closed Chinese poker. It is compiled once into small tables
(`compiled`), and the compiled core only looks things up: a house rule is a new value (`dataclasses.replace`), never a new
condition in a kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any

from cpoker_fast._settling import CompiledRules
from cpoker_fast.boards import ROWS
from cpoker_fast.errors import RulesError
from cpoker_fast.patterns import Pattern
from cpoker_fast.ranking import Category

__all__ = [
    "Natural",
    "NaturalMode",
    "NaturalTies",
    "OverallPoint",
    "PaidOn",
    "Pairings",
    "RowTies",
    "Royalties",
    "Rules",
    "Wheel",
    "compiled",
]


class Wheel(StrEnum):
    """Where A-2-3-4-5 stands among the straights and straight flushes."""

    LOWEST = "lowest"
    SECOND = "second"


class Pairings(StrEnum):
    """Who plays against whom."""

    ALL = "all against all"
    BANKER = "banker"
    """Each player against the house only, which is the player with the button."""


class RowTies(StrEnum):
    """Who wins a row that both hold equally."""

    PUSH = "nobody"
    HOUSE = "house"
    BUTTON = "button"


class OverallPoint(StrEnum):
    """What decides the net winner of a pairing, to whom the overall point goes."""

    ROWS = "rows"
    EXTRAS = "rows and extras"


class PaidOn(StrEnum):
    """When a royalty is paid."""

    WIN = "win"
    """To the winner of the row only."""
    ALWAYS = "always"
    """Win or lose, so that the royalties of two players net out."""


class NaturalMode(StrEnum):
    """What a natural pays."""

    DIFFERENCE = "difference"
    """The difference between the two players' naturals."""
    FULL = "winner takes full"
    """The full value of the higher one; the lower one loses its own."""
    SCOOP = "automatic scoop"
    """What a scoop pays; two naturals pay each other nothing."""


class NaturalTies(StrEnum):
    """What happens between two naturals of the same pattern (mode `FULL`)."""

    PUSH = "push"
    COMPARE = "compare"
    """Six pairs by the highest pair, then the next; straights and flushes by back, then middle, then front."""


def _checked(path: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError(f"{path}: expected an int, got {value!r}")
    if not low <= value <= high:
        raise RulesError(f"{path}: expected {low} to {high}, got {value}")
    return value


def _member(path: str, value: object, kind: type[StrEnum]) -> Any:
    try:
        return kind(value)  # type: ignore[arg-type]
    except ValueError:
        allowed = ", ".join(repr(str(member)) for member in kind)
        raise RulesError(f"{path}: expected one of {allowed}, got {value!r}") from None


def _is_bool(path: str, value: object) -> None:
    if not isinstance(value, bool):
        raise RulesError(f"{path}: expected True or False, got {value!r}")


_RANKS = "23456789TJQKA"
_CATEGORIES = {category.label: category for category in Category}
_FRONT_CATEGORIES = (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)

Units = tuple[tuple[str, int], ...]


def _parse_row_kind(path: str, kind: object, row: str) -> tuple[Category, int | None]:
    """The category of ``'straight'``; category and rank of ``'pair 6'``."""
    text = kind if isinstance(kind, str) else ""
    label, _, last = text.rpartition(" ")
    rank = None
    if label in _CATEGORIES and last in tuple(_RANKS):
        text, rank = label, _RANKS.index(last)
    if text not in _CATEGORIES:
        allowed = ", ".join(_CATEGORIES)
        raise RulesError(f"{path}: unknown kind of row {kind!r}: expected one of {allowed}, or one with its rank, 'pair 6'")
    category = _CATEGORIES[text]
    if row == "front" and category not in _FRONT_CATEGORIES:
        raise RulesError(f"{path}: a front of three cards cannot hold {kind!r}")
    return category, rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Royalties:
    """Points for strong rows.

    Parameters
    ----------
    front, middle, back : mapping of str to int
        From what the row is to units, such as ``{"full house": 1, "four of a kind": 3}`` or ``{"pair 6": 1, "pair 7": 2}``
        (rank of the pair, trips or quads, or highest card). A royal flush is paid as a straight flush unless it is named.
    on : PaidOn
        Paid to the winner of the row, or always.
    """

    front: Mapping[str, int] | Units = ()
    middle: Mapping[str, int] | Units = ()
    back: Mapping[str, int] | Units = ()
    on: PaidOn = PaidOn.WIN

    def __post_init__(self) -> None:
        object.__setattr__(self, "on", _member("royalties.on", self.on, PaidOn))
        for row in ROWS:
            entries = getattr(self, row)
            try:
                pairs = tuple(dict(entries).items())
            except (TypeError, ValueError):
                raise RulesError(
                    f"royalties.{row}: expected a mapping from kinds of rows to units, got {entries!r}"
                ) from None
            order = {}
            for kind, units in pairs:
                category, rank = _parse_row_kind(f"royalties.{row}", kind, row)
                _checked(f"royalties.{row}.{kind}", units, 0, 10_000)
                order[kind] = (category, -1 if rank is None else rank)
            # Weakest first, a category before its ranks, so that equal royalties are equal values.
            object.__setattr__(self, row, tuple(sorted(pairs, key=lambda pair: order[pair[0]])))

    def grid(self, row: str) -> list[int]:
        """Units by ``13 * category + rank``, for the compiler."""
        units = [0] * (13 * len(Category))
        for kind, value in getattr(self, row):
            category, rank = _parse_row_kind(row, kind, row)
            ranks = range(13) if rank is None else (rank,)
            wider = (category, Category.ROYAL_FLUSH) if category == Category.STRAIGHT_FLUSH else (category,)
            for each in wider:
                for one in ranks:
                    units[13 * each + one] = value
        return units


@dataclass(frozen=True, slots=True, kw_only=True)
class Natural:
    """A natural that is paid.

    Parameters
    ----------
    pattern : Pattern
    points : int
        What it is worth; of no account where naturals are automatic scoops.
    level : int, optional
        Higher beats lower; equal levels push. Without it, the place in the list of naturals.
    """

    pattern: Pattern
    points: int = 0
    level: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", _member("natural.pattern", self.pattern, Pattern))
        _checked(f"natural {self.pattern}.points", self.points, 0, 10_000)
        if self.level is not None:
            _checked(f"natural {self.pattern}.level", self.level, 0, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a closed game. All numbers are points, from the winner's side, for one pairing.

    Parameters
    ----------
    name, note : str
        What `cpoker rules` shows; of no account when rules are compared.
    wheel : Wheel
        Rank of A-2-3-4-5.
    lowball_middle : bool
        The middle is a 2-7 lowball row, and the only order rule left is back >= front.
    pairings : Pairings
    row_ties : RowTies
    row_points : int
        For each row won.
    match_points : int or None
        Instead: for winning two rows or more, whatever the ties.
    scoop_bonus, scoop_times : int
        For winning all three rows: points more, and what the whole pairing is multiplied by.
    home_run_bonus, home_run_times : int
        For scooping every opponent, paid by each: points more, and the multiplier, instead of `scoop_times`.
    home_run_players : int
        The fewest players at the table for a home run.
    overall_points : int
        For the net winner of the pairing.
    overall : OverallPoint
        How the net winner is found.
    royalties : Royalties
    foul : int or None
        What a foul pays to each opponent who has none; None: what a scoop pays. Always a scoop for a home run.
    foul_pays_royalties : bool
        Whether a foul pays the opponent's royalties as well.
    naturals : tuple of Natural
        Ascending.
    natural_mode : NaturalMode
    natural_ties : NaturalTies
    surrender : int or None
        What a surrender pays to each opponent; None: not allowed.

    Raises
    ------
    RulesError
        Naming the field that does not fit, and what is allowed.
    """

    name: str = field(default="custom", compare=False)
    note: str = field(default="", compare=False)
    wheel: Wheel = Wheel.LOWEST
    lowball_middle: bool = False
    pairings: Pairings = Pairings.ALL
    row_ties: RowTies = RowTies.PUSH
    row_points: int = 1
    match_points: int | None = None
    scoop_bonus: int = 0
    scoop_times: int = 1
    home_run_bonus: int = 0
    home_run_times: int = 1
    home_run_players: int = 3
    overall_points: int = 0
    overall: OverallPoint = OverallPoint.ROWS
    royalties: Royalties = Royalties()
    foul: int | None = None
    foul_pays_royalties: bool = False
    naturals: tuple[Natural, ...] = ()
    natural_mode: NaturalMode = NaturalMode.FULL
    natural_ties: NaturalTies = NaturalTies.PUSH
    surrender: int | None = None

    def __post_init__(self) -> None:
        for name, kind in _ENUMS.items():
            object.__setattr__(self, name, _member(name, getattr(self, name), kind))
        for name, (low, high) in _NUMBERS.items():
            value = getattr(self, name)
            if value is not None or name not in _OPTIONAL:
                _checked(name, value, low, high)
        _is_bool("lowball_middle", self.lowball_middle)
        _is_bool("foul_pays_royalties", self.foul_pays_royalties)
        if not isinstance(self.royalties, Royalties):
            raise RulesError(f"royalties: expected Royalties, got {self.royalties!r}")
        self._check_naturals()
        if self.row_ties is RowTies.HOUSE and self.pairings is not Pairings.BANKER:
            raise RulesError("row_ties: 'house' needs pairings 'banker': otherwise there is no house")

    def _check_naturals(self) -> None:
        try:
            naturals = tuple(self.naturals)
        except TypeError:
            raise RulesError(f"naturals: expected a tuple of Natural, got {self.naturals!r}") from None
        object.__setattr__(self, "naturals", naturals)
        seen: set[Pattern] = set()
        for index, natural in enumerate(naturals):
            if not isinstance(natural, Natural):
                raise RulesError(f"naturals[{index}]: expected Natural, got {natural!r}")
            if natural.pattern in seen:
                raise RulesError(f"naturals[{index}]: {str(natural.pattern)!r} stands twice")
            seen.add(natural.pattern)
            if self.natural_mode is not NaturalMode.SCOOP and not natural.points:
                raise RulesError(f"naturals[{index}]: {str(natural.pattern)!r} has no value")


_ENUMS: dict[str, type[StrEnum]] = {
    "wheel": Wheel,
    "pairings": Pairings,
    "row_ties": RowTies,
    "overall": OverallPoint,
    "natural_mode": NaturalMode,
    "natural_ties": NaturalTies,
}
_NUMBERS = {
    "row_points": (0, 1000),
    "match_points": (1, 1000),
    "scoop_bonus": (0, 1000),
    "scoop_times": (1, 100),
    "home_run_bonus": (0, 1000),
    "home_run_times": (1, 100),
    "home_run_players": (2, 4),
    "overall_points": (0, 1000),
    "foul": (0, 1000),
    "surrender": (0, 1000),
}
_OPTIONAL = ("match_points", "foul", "surrender")


@lru_cache(maxsize=64)
def compiled(rules: Rules) -> CompiledRules:
    """The tables of some rules for the compiled core, made once."""
    patterns = list(Pattern)
    levels = [natural.level if natural.level is not None else place for place, natural in enumerate(rules.naturals)]
    numbers = {name: getattr(rules, name) for name in _NUMBERS}
    numbers |= {
        "wheel": rules.wheel is Wheel.SECOND,
        "lowball_middle": rules.lowball_middle,
        "banker": rules.pairings is Pairings.BANKER,
        "row_ties": list(RowTies).index(rules.row_ties),
        "match_points": rules.match_points or 0,
        "overall_with_extras": rules.overall is OverallPoint.EXTRAS,
        "royalties_always": rules.royalties.on is PaidOn.ALWAYS,
        "foul": -1 if rules.foul is None else rules.foul,
        "foul_pays_royalties": rules.foul_pays_royalties,
        "surrender": -1 if rules.surrender is None else rules.surrender,
        "natural_mode": list(NaturalMode).index(rules.natural_mode),
        "natural_compare": rules.natural_ties is NaturalTies.COMPARE,
    }
    return CompiledRules(
        {name: int(value) for name, value in numbers.items()},
        [
            (patterns.index(natural.pattern), natural.points, level)
            for natural, level in zip(rules.naturals, levels, strict=True)
        ],
        [rules.royalties.grid(row) for row in ROWS],
    )
