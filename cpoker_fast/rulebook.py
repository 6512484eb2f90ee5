"""The rules of a game as data.

A `Rules` value says all there is to say about a variant of closed Chinese poker. It is compiled once into small tables
(`compiled`), and the compiled core only looks things up: a house rule is a new value (`dataclasses.replace`), never a new
condition in a kernel.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cpoker_fast._settling import CompiledRules, rule_numbers
from cpoker_fast.boards import ROWS
from cpoker_fast.errors import RulesError
from cpoker_fast.model import Choice, Flag, Int, Ints, Model, Models, One, Text, declare
from cpoker_fast.openface import OpenFace
from cpoker_fast.patterns import Pattern
from cpoker_fast.ranking import lowball_strength
from cpoker_fast.royalties import PaidOn, Royalties, grid_of
from cpoker_fast.terms import TableTerms

if TYPE_CHECKING:
    from cpoker_fast._arranging import Objective

__all__ = [
    "LowballQualifier",
    "Natural",
    "NaturalMode",
    "NaturalTies",
    "OverallPoint",
    "Pairings",
    "PoolTies",
    "RowTies",
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
    SINGLE_WINNER = "single winner"
    """Who beats every other player, with two rows or more each, is paid by each; else nobody is."""
    POOL = "pool"
    """Each player puts in three times `row_points`, and the best front, middle and back take a third each."""


class PoolTies(StrEnum):
    """What happens to a row of the pool that two or more hold equally."""

    SPLIT = "split"
    """Shared in whole points; odd ones go from the button's left on."""
    CARRY = "carry over"
    """Left for the same row of the next deal."""


class LowballQualifier(StrEnum):
    """The highest card of a lowball middle that qualifies: ``'T'`` asks for a ten-low or better."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


class RowTies(StrEnum):
    """Who wins a row that both hold equally."""

    PUSH = "nobody"
    HOUSE = "house"
    BUTTON = "button"


class OverallPoint(StrEnum):
    """What decides the net winner of a pairing, to whom the overall point goes."""

    ROWS = "rows"
    EXTRAS = "rows and extras"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Natural(Model):
    """A natural that is paid.

    Parameters
    ----------
    pattern : Pattern
        What the hand must make.
    points : int
        What it is worth; of no account where naturals are automatic scoops.
    level : int, optional
        Higher beats lower; equal levels push. Without it, the place in the list of naturals. Of no account where the
        difference of the points is paid.
    """

    PATH: ClassVar[str] = "natural"

    pattern: Pattern = field(metadata={"kind": Choice(Pattern)})
    points: int = declare(Int(0, 10_000), 0)
    level: int | None = declare(Int(0, 1000, unset=False), None)


class _Core:
    """Room for what the compiled core made of some rules; no field of theirs."""

    __slots__ = ("_core", "_objectives")
    _core: CompiledRules
    _objectives: dict[object, Objective]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Model, _Core):
    """The rules of a closed game. All numbers are points, from the winner's side, for one pairing.

    Parameters
    ----------
    name, note : str
        What `cpoker rules` shows; of no account when rules are compared.
    wheel : Wheel
        Rank of A-2-3-4-5.
    lowball_middle : bool
        The middle is a 2-7 lowball row, and the only order rule left is back >= front.
    lowball_qualifier : LowballQualifier or None
        With a lowball middle: the highest card that it may have, without pair, straight or flush; else the board is a foul.
    pairings : Pairings
        Who plays against whom.
    pool_ties : PoolTies
        What happens to equal rows of a pool.
    row_ties : RowTies
        Who wins equal rows of a pairing.
    row_points : int
        For each row won.
    match_points : int or None
        Instead: for winning two rows or more, whatever the ties.
    scoop_bonus, scoop_times : int
        For winning all three rows: points more, and what the whole pairing is multiplied by.
    home_run_bonus, home_run_times : int
        For scooping every opponent, paid by each: points more, and the multiplier, instead of `scoop_times`.
    home_run_players : int
        The fewest hands at the table for a home run.
    overall_points : int
        For the net winner of the pairing.
    overall : OverallPoint
        How the net winner is found.
    royalties : Royalties
        What strong rows are worth.
    deuce_of_spades : bool
        The deuce of spades doubles the royalty of its row; in a row without one, it doubles what its owner pays for the
        opponent's royalty in that row.
    foul : int or None
        What a foul pays to each opponent who has none; None: what a scoop pays. Always a scoop for a home run.
    foul_pays_royalties : bool
        Whether a foul pays the opponent's royalties as well.
    foul_pays_naturals : bool
        Whether a foul pays both its price and the opponent's natural; otherwise only the natural.
    naturals : tuple of Natural
        Ascending.
    natural_mode : NaturalMode
        What a natural pays.
    natural_ties : NaturalTies
        What happens between two of a kind.
    surrender : int or None
        What a surrender pays to each opponent; None: not allowed.
    aces : tuple of int
        Side payment: what one, two, three and four aces are worth; the player with less pays the difference. () for none.
    dealer_compensation : int
        Side payment: what each pays to the holder of the ace of spades, who deals next at a `Table`.
    openface : OpenFace or None
        How the cards are dealt in an open-face game.
    table : TableTerms
        Seats, buy-ins and fees of a `Table`.

    Raises
    ------
    RulesError
        Naming the field that does not fit, and what is allowed.

    Notes
    -----
    Side payments are not multiplied, and are neither made nor taken by who surrenders: his cards stay unseen.
    """

    name: str = declare(Text(), "custom", compare=False)
    note: str = declare(Text(), "", compare=False)
    wheel: Wheel = declare(Choice(Wheel), Wheel.LOWEST)
    lowball_middle: bool = declare(Flag(), False)
    lowball_qualifier: LowballQualifier | None = declare(Choice(LowballQualifier, unset=False), None)
    pairings: Pairings = declare(Choice(Pairings), Pairings.ALL)
    pool_ties: PoolTies = declare(Choice(PoolTies), PoolTies.SPLIT)
    row_ties: RowTies = declare(Choice(RowTies), RowTies.PUSH)
    row_points: int = declare(Int(0, 1000), 1)
    match_points: int | None = declare(Int(1, 1000, unset=False), None)
    scoop_bonus: int = declare(Int(0, 1000), 0)
    scoop_times: int = declare(Int(1, 100), 1)
    home_run_bonus: int = declare(Int(0, 1000), 0)
    home_run_times: int = declare(Int(1, 100), 1)
    home_run_players: int = declare(Int(2, 4), 3)
    overall_points: int = declare(Int(0, 1000), 0)
    overall: OverallPoint = declare(Choice(OverallPoint), OverallPoint.ROWS)
    royalties: Royalties = declare(One(Royalties), Royalties())
    deuce_of_spades: bool = declare(Flag(), False)
    foul: int | None = declare(Int(0, 1000, unset="as a scoop"), None)
    foul_pays_royalties: bool = declare(Flag(), False)
    foul_pays_naturals: bool = declare(Flag(), False)
    naturals: tuple[Natural, ...] = declare(Models(Natural, "pattern"), ())
    natural_mode: NaturalMode = declare(Choice(NaturalMode), NaturalMode.FULL)
    natural_ties: NaturalTies = declare(Choice(NaturalTies), NaturalTies.PUSH)
    surrender: int | None = declare(Int(0, 1000, unset=False), None)
    aces: tuple[int, ...] = declare(Ints(0, 1000, least=0, most=4), ())
    dealer_compensation: int = declare(Int(0, 1000), 0)
    openface: OpenFace | None = declare(One(OpenFace, may_be_none=True), None)
    table: TableTerms = declare(One(TableTerms), TableTerms())

    def _check(self) -> None:
        for index, natural in enumerate(self.naturals):
            if self.natural_mode is not NaturalMode.SCOOP and not natural.points:
                raise RulesError(f"{str(natural.pattern)!r} has no value", path=f"naturals[{index}]")
        if self.row_ties is RowTies.HOUSE and self.pairings is not Pairings.BANKER:
            raise RulesError("'house' needs pairings 'banker': otherwise there is no house", path="row_ties")
        if self.pairings is Pairings.BANKER and (self.home_run_bonus or self.home_run_times > 1):
            key = "home_run_bonus" if self.home_run_bonus else "home_run_times"
            raise RulesError("it goes with no banker, against whom a player has but one opponent", path=key)
        if self.lowball_qualifier is not None and not self.lowball_middle:
            raise RulesError("it needs a lowball_middle", path="lowball_qualifier")
        if len(self.aces) not in (0, 4):
            raise RulesError(f"expected four numbers, or none, got {len(self.aces)}", path="aces")
        if self.pairings is Pairings.POOL:
            self._check_pool()
        elif self.pool_ties is not PoolTies.SPLIT:
            raise RulesError(f"{str(self.pool_ties)!r} needs pairings 'pool'", path="pool_ties")

    def _check_pool(self) -> None:
        """Only the best rows are paid: nothing that is settled between two players goes with a pool, but for a scoop."""
        for key in _NOT_IN_A_POOL:
            value = getattr(self, key)
            if value != _PLAIN[key]:
                raise RulesError(f"it goes with no pool: expected {_PLAIN[key]!r}, got {value!r}", path=key)

    @property
    def pool_stake(self) -> int:
        """Points that each hand puts into the pool; 0 unless one is played."""
        return len(ROWS) * self.row_points if self.pairings is Pairings.POOL else 0

    @classmethod
    def from_dict(cls, plain: Any) -> Self:
        """Rules from plain values, such as `to_dict` gives and JSON or TOML files hold.

        The key ``base`` names the preset that the other keys change; without it they change ``Rules()``. Royalties and other
        tables change row by row; a list replaces the whole list.

        Raises
        ------
        RulesError
            Naming the key that does not fit, and what is allowed.

        Examples
        --------
        >>> Rules.from_dict({"base": "pagat", "name": "ours", "royalties": {"front": {"pair A": 1}}}).royalties.front
        (('pair A', 1),)
        """
        from cpoker_fast.rule_files import rules_from_dict

        return rules_from_dict(cls, plain)

    def to_dict(self, *, base: str | None = None) -> dict[str, Any]:
        """Plain values: what differs from the preset `base`, or from ``Rules()``. `from_dict` reads them back exactly."""
        from cpoker_fast.rule_files import rules_to_dict

        return rules_to_dict(self, base)

    @classmethod
    def from_toml(cls, path: str | os.PathLike[str]) -> Self:
        """Rules from a TOML file; see `from_dict` for what it may hold.

        Raises
        ------
        RulesError
            Naming the file, and the key that does not fit or the line that is no TOML.
        OSError
            If the file cannot be read.
        """
        from cpoker_fast.rule_files import rules_from_toml

        return rules_from_toml(cls, path)

    def to_toml(self, path: str | os.PathLike[str] | None = None, *, base: str | None = None) -> str:
        """The rules as TOML, also written to `path` if there is one; needs ``pip install 'cpoker_fast[toml]'``.

        Examples
        --------
        >>> import dataclasses
        >>> import cpoker_fast as cp
        >>> print(dataclasses.replace(cp.rules("pagat"), name="ours", foul=4).to_toml(base="pagat"))
        base = "pagat"
        name = "ours"
        foul = 4
        <BLANKLINE>
        """
        from cpoker_fast.rule_files import rules_to_toml

        return rules_to_toml(self, path, base)


_PLAIN = {key: getattr(Rules(), key) for key in Rules.kinds()}
_NOT_IN_A_POOL = (
    "lowball_qualifier",
    "row_ties",
    "match_points",
    "scoop_times",
    "home_run_bonus",
    "home_run_times",
    "overall_points",
    "royalties",
    "deuce_of_spades",
    "foul",
    "foul_pays_royalties",
    "foul_pays_naturals",
    "naturals",
    "surrender",
)


def compiled(rules: Rules) -> CompiledRules:
    """The tables of some rules for the compiled core, made once."""
    try:
        return rules._core  # noqa: SLF001
    except AttributeError:
        core = _compile(rules)
        object.__setattr__(rules, "_core", core)
        return core


def _naturals(rules: Rules) -> list[tuple[int, int, int, int]]:
    """Pattern, points, level and choice of each natural: among those that a hand makes, the highest choice is declared.

    That is the one that pays the most: of the highest level, or of the most points where only they count; among equals
    the first in the list.
    """
    by_points = rules.natural_mode is NaturalMode.DIFFERENCE
    order = []
    for place, natural in enumerate(rules.naturals):
        level = place if natural.level is None else natural.level
        order.append((natural.points if by_points else level, natural.points, -place, level, natural))
    order.sort(key=lambda item: item[:3])
    return [(natural.pattern.place, natural.points, level, choice) for choice, (*_, level, natural) in enumerate(order, 1)]


@cache
def _members(kind: type[StrEnum]) -> tuple[StrEnum, ...]:
    return tuple(kind)


def _number(value: Any) -> int:
    """A plain value as the compiled core has it: a member of an enum is its place, and None -1."""
    if value is None:
        return -1
    return _members(type(value)).index(value) if isinstance(value, StrEnum) else int(value)


def _compile(rules: Rules) -> CompiledRules:
    worked_out = {
        "lowest_middle": 0 if rules.lowball_qualifier is None else _worst_lowball(rules.lowball_qualifier),
        "royalties_always": rules.royalties.on is PaidOn.ALWAYS,
    }
    values = {name: worked_out[name] if name in worked_out else getattr(rules, name) for name in rule_numbers()}
    return CompiledRules(
        {name: _number(value) for name, value in values.items()},
        list(rules.aces or (0, 0, 0, 0)),
        _naturals(rules),
        [grid_of(getattr(rules.royalties, row), row) for row in ROWS],
    )


def _worst_lowball(highest: LowballQualifier) -> int:
    """The lowest 2-7 strength of a row without pair, straight or flush whose highest card is `highest`: T-9-8-7-5."""
    top = 5 + list(LowballQualifier).index(highest)  # ranks are counted from the two
    return lowball_strength([4 * (top - below) + below % 2 for below in (0, 1, 2, 3, 5)])
