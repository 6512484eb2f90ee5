"""The rules of a game as data.

A `Rules` value describes a variant of Chinese poker completely. It is compiled once into small tables
(`cpoker_fast.rulebook.compiling`), and the compiled core only looks values up: a house rule is a new value
(`dataclasses.replace`), never a new condition in a kernel.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from cpoker_fast._arguments import check_flag
from cpoker_fast.boards import ROWS
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted_fields
from cpoker_fast.display.wording import did_you_mean
from cpoker_fast.errors import RulesError
from cpoker_fast.rulebook.caching import CacheOwner
from cpoker_fast.rulebook.choices import (
    MOST_NATURALS,
    DeadRows,
    EqualRows,
    LowballQualifier,
    Natural,
    NaturalMode,
    NaturalTies,
    OverallPoint,
    Pairings,
    PoolTies,
    RowTies,
    SuitOrder,
    Wheel,
)
from cpoker_fast.rulebook.declaring import Choice, Flag, Int, Ints, Model, Models, One, OneCard, Text, declare
from cpoker_fast.rulebook.royalties import Royalties
from cpoker_fast.rulebook.streets import Fantasyland, Timeout, check_streets
from cpoker_fast.rulebook.table_terms import Freezeout, Jackpot, TableTerms

__all__ = ["Rules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Model, CacheOwner):
    """The rules of a game. Amounts are points per pairing, unless an option says otherwise.

    Parameters
    ----------
    name : str
        Name in outputs, ignored in comparisons. Rules with the name of a preset but other options get another name, such as
        ``'pagat, changed'``.
    note : str
        Description of the rules in a sentence or two, ignored in comparisons. Changed rules lose the note of their preset.
    wheel : {'lowest', 'second'}
        Rank of A-2-3-4-5 among the straights, and among the straight flushes.
    lowball_middle : bool
        Whether the middle is a 2-7 lowball row. The only order that a legal board then needs is back >= front.
    lowball_qualifier : {'7', '8', '9', 'T', 'J', 'Q', 'K', 'A'} or None
        Highest card of a lowball middle. A middle with a higher card, a pair, a straight or a flush makes the board a foul.
        With None, there is no limit.
    equal_rows : {'legal', 'foul'}
        Whether a middle and a back of equal strength are legal.
    dead_rows : {'all', 'out of order'}
        Whether all rows of a fouled board are dead, or only those out of order. With ``'out of order'``, the
        foul itself costs nothing. `arrange`, `best_response` and bots set only legal boards.
    pairings : {'all against all', 'banker', 'single winner', 'pool'}
        Players who play against each other.
    pool_ties : {'split', 'carry over'}
        Payment of tied rows of a pool.
    row_ties : {'nobody', 'house', 'button', 'suits'}
        Winner of tied rows of a pairing.
    suit_order : {'diamonds, clubs, hearts, spades', 'clubs, diamonds, hearts, spades'}
        Order of suits for `row_ties`, the lowest first.
    row_points : int
        Points for each row won.
    match_points : int or None
        Points for winning two rows or more, in place of `row_points`; a tied row counts for neither player. A scoop pays
        both `match_points` and `scoop_bonus`.
    scoop_bonus : int
        Extra points for winning all three rows.
    scoop_times : int
        Factor that multiplies all points of the pairing if a player wins all three rows. Royalties are multiplied, too.
    home_run_bonus : int
        Extra points from each opponent for scooping all opponents. A natural counts as a scoop only with `natural_mode`
        'automatic scoop'. Games with a banker have no home runs.
    home_run_times : int
        Factor that multiplies each pairing of a player who scoops all opponents. A factor above 1 replaces `scoop_times`.
    home_run_players : int
        Smallest number of hands at the table for a home run.
    horse_card : str or None
        Card whose holder wins and loses `horse_times` times as much in each pairing, also for naturals and fouls. The
        factors of scoops and home runs apply, too. Surrenders are not multiplied, since a surrendered hand stays unseen.
        With None, there is no horse card.
    horse_times : int
        Factor of the horse card.
    most_points : int or None
        Most points that a player may win from another one, all factors included. With None, there is no limit.
    most_home_run_points : int or None
        Most points that a player may win from another one by a home run. With None, the limit is `most_points`.
    overall_points : int
        Points for the net winner of the pairing.
    overall : {'rows', 'rows and extras'}
        Results that decide the net winner.
    royalties : Royalties
        Points for strong rows.
    deuce_of_spades : bool
        Whether the deuce of spades doubles the royalty of its row. If that row has no royalty, the player with the deuce
        pays twice the opponent's royalty in the same row.
    foul : int or None
        Payment of a foul to each opponent who does not foul. With None, a foul costs as much as losing all three rows to the
        opponent's board, including the scoop and the royalties of this board. A fixed price is paid without royalties,
        unless `foul_pays_royalties` adds them. A foul counts as a scoop towards a home run.
    foul_pays_royalties : bool
        Whether a foul with a fixed price also pays the opponent's royalties.
    foul_pays_naturals : bool
        Whether a foul pays its price, without royalties, in addition to the opponent's natural. Otherwise, it pays only the
        natural. `scoop_times` multiplies the sum of both if a foul costs as much as a scoop, or naturals are automatic
        scoops.
    foul_keeps_natural : bool
        Whether a fouled board may declare the natural that its cards make.
    naturals_by_rows : bool
        Whether three straights, three flushes and three straight flushes must be in the rows of the board. Otherwise, the 13
        cards decide.
    naturals : tuple of Natural
        Naturals that are paid, the lowest first.
    natural_mode : {'difference', 'winner takes full', 'automatic scoop'}
        Payment of a natural.
    natural_ties : {'push', 'compare', 'first to act'}
        Payment of two naturals of the same name or level. See also `compared_by`. The banker has no advantage in these ties.
    surrender : int or None
        Payment of a surrender to each opponent. With None, nobody may surrender.
    aces : tuple of int
        Side payment: values of one, two, three and four aces. The player with the lower value pays the difference. With (),
        there is no payment for aces.
    dealer_compensation : int
        Side payment of each player to the holder of the ace of spades, who deals next at a `Table`.
    players : int
        Largest number of players in a deal, or of hands if two players have two each.
    streets : tuple of (dealt, placed)
        Numbers of cards that a player is dealt and places on each street. A player places 13 cards in all, and discards the
        others face down. A closed game has one street, on which 13 cards are dealt.
    first_street_open : bool
        Whether the cards of the first street are dealt to all players face up before the first placement. Then no card of
        that street may be discarded. Players in Fantasyland get their cards face down, and place them before the other
        players get theirs.
    fantasyland : Fantasyland or None
        Rows that earn a Fantasyland; None for a game without Fantasyland.
    timeout : {'highest card first', 'as dealt'}
        Placement of the cards of a player who runs out of time.
    table : TableTerms
        Seats, buy-ins and fees of a `Table`.

    Raises
    ------
    RulesError
        If a field is invalid. The message names the field and the allowed values.

    Notes
    -----
    Only closed games, in which boards are hidden until the showdown, may have a surrender.

    Side payments are not multiplied or limited. A player who surrenders neither makes nor receives them, since a
    surrendered hand stays unseen.

    Examples
    --------
    >>> pagat = rules("pagat")
    >>> plain = {"base": "pagat", "name": "ours", "royalties": {"back": {"straight flush": 5}}}
    >>> ours = Rules.from_dict(plain)
    >>> ours.to_dict(base="pagat")
    {'base': 'pagat', 'name': 'ours', 'royalties': {'back': {'straight flush': 5}}}
    >>> ours.pays_like(pagat), ours.plays_like(pagat)
    (False, False)
    >>> sorted(pagat.scoring()), Rules.json_schema()["title"]
    (['natural_ties', 'naturals', 'royalties'], 'Rules of Chinese poker')
    """

    name: str = declare(Text(), "custom", compare=False)
    note: str = declare(Text(), "", compare=False)
    wheel: Wheel = declare(Choice(Wheel), Wheel.LOWEST)
    lowball_middle: bool = declare(Flag(), False)
    lowball_qualifier: LowballQualifier | None = declare(Choice(LowballQualifier, unset=False), None)
    equal_rows: EqualRows = declare(Choice(EqualRows), EqualRows.LEGAL)
    dead_rows: DeadRows = declare(Choice(DeadRows), DeadRows.ALL)
    pairings: Pairings = declare(Choice(Pairings), Pairings.ALL)
    pool_ties: PoolTies = declare(Choice(PoolTies), PoolTies.SPLIT)
    row_ties: RowTies = declare(Choice(RowTies), RowTies.PUSH)
    suit_order: SuitOrder = declare(Choice(SuitOrder), SuitOrder.DIAMONDS_LOWEST)
    row_points: int = declare(Int(0, 1000), 1)
    match_points: int | None = declare(Int(1, 1000, unset=False), None)
    scoop_bonus: int = declare(Int(0, 1000), 0)
    scoop_times: int = declare(Int(1, 100), 1)
    home_run_bonus: int = declare(Int(0, 1000), 0)
    home_run_times: int = declare(Int(1, 100), 1)
    home_run_players: int = declare(Int(2, 4), 3)
    horse_card: str | None = declare(OneCard(unset=False), None)
    horse_times: int = declare(Int(2, 10), 2)
    most_points: int | None = declare(Int(1, 100_000, unset=False), None)
    most_home_run_points: int | None = declare(Int(1, 100_000, unset=False), None)
    overall_points: int = declare(Int(0, 1000), 0)
    overall: OverallPoint = declare(Choice(OverallPoint), OverallPoint.ROWS)
    royalties: Royalties = declare(One(Royalties), Royalties())
    deuce_of_spades: bool = declare(Flag(), False)
    foul: int | None = declare(Int(0, 1000, unset="as a scoop"), None)
    foul_pays_royalties: bool = declare(Flag(), False)
    foul_pays_naturals: bool = declare(Flag(), False)
    foul_keeps_natural: bool = declare(Flag(), True)
    naturals_by_rows: bool = declare(Flag(), False)
    naturals: tuple[Natural, ...] = declare(Models(Natural, "name", MOST_NATURALS), ())
    natural_mode: NaturalMode = declare(Choice(NaturalMode), NaturalMode.FULL)
    natural_ties: NaturalTies = declare(Choice(NaturalTies), NaturalTies.PUSH)
    surrender: int | None = declare(Int(0, 1000, unset=False), None)
    aces: tuple[int, ...] = declare(Ints(0, 1000, least=0, most=4), ())
    dealer_compensation: int = declare(Int(0, 1000), 0)
    players: int = declare(Int(2, 4), 4)
    streets: tuple[tuple[int, int], ...] = declare(Ints(1, 17, least=1, most=13, width=2), ((13, 13),))
    first_street_open: bool = declare(Flag(), False)
    fantasyland: Fantasyland | None = declare(One(Fantasyland, may_be_none=True), None)
    timeout: Timeout = declare(Choice(Timeout), Timeout.HIGHEST_FIRST)
    table: TableTerms = declare(One(TableTerms), TableTerms())

    PRESETS: ClassVar[Mapping[str, Rules]] = {}
    """Presets by name; ``cpoker_fast.rulebook.presets`` defines them.

    :meta hide-value:
    """

    def __post_init__(self) -> None:
        Model.__post_init__(self)
        name = self.name.removesuffix(_CHANGED)
        preset = self.PRESETS.get(name.lower())
        if preset is not None:
            object.__setattr__(self, "name", name if self == preset else name + _CHANGED)
        if any(self.note == other.note and self != other for other in self.PRESETS.values()):
            object.__setattr__(self, "note", "")

    def __repr__(self) -> str:
        name = self.name.removesuffix(_CHANGED)
        base = self.PRESETS.get(name)
        old = _DEFAULTS if base is None else {key: getattr(base, key) for key in _DEFAULTS if key not in ("name", "note")}
        changes = {key: getattr(self, key) for key in old if getattr(self, key) != old[key]}
        if base is not None:
            return fitted_fields(f"<Rules {name!r} with ", changes, ">") if changes else f"<Rules {name!r}>"
        return fitted_fields("Rules(", changes, ")") if self.name == _DEFAULTS["name"] else f"<Rules {quote(self.name)}>"

    def _repr_html_(self) -> str:
        """Return the options that differ from the preset of the name, or from ``Rules()``, with their meanings."""
        from cpoker_fast.rulebook.rules_html import rules_html

        title = ": ".join(filter(None, (self.name, self.note)))
        if self.is_changed_preset and (preset := self.PRESETS.get(self.name.removesuffix(_CHANGED).lower())) is not None:
            return rules_html(self, preset, title=title, base_name=preset.name)
        return rules_html(self, Rules(), title=title, base_name="default")

    def _check(self) -> None:
        for index, natural in enumerate(self.naturals):
            if self.natural_mode is not NaturalMode.SCOOP and not natural.points:
                raise RulesError(f"{str(natural.name)!r} requires at least 1 point", path=f"naturals[{index}]")
        if self.row_ties is RowTies.HOUSE and not self.has_banker:
            raise RulesError("'house' requires pairings 'banker': otherwise there is no banker", path="row_ties")
        if self.has_banker and (self.home_run_bonus or self.home_run_times > 1):
            key = "home_run_bonus" if self.home_run_bonus else "home_run_times"
            raise RulesError("not allowed with pairings 'banker', where only the banker has several opponents", path=key)
        if self.lowball_middle and self.equal_rows is EqualRows.FOUL:
            raise RulesError("not allowed with lowball_middle, where middle and back have no order", path="equal_rows")
        if self.most_home_run_points is not None and self.most_points is None:
            raise RulesError("requires most_points, the limit of other pairings", path="most_home_run_points")
        if self.lowball_qualifier is not None and not self.lowball_middle:
            raise RulesError("requires lowball_middle=True", path="lowball_qualifier")
        if len(self.aces) not in (0, 4):
            raise RulesError(f"expected four numbers, or none, got {len(self.aces)}", path="aces")
        if self.has_pool:
            self._check_pool()
        elif self.pool_ties is not PoolTies.SPLIT:
            raise RulesError(f"{str(self.pool_ties)!r} requires pairings 'pool'", path="pool_ties")
        if self.table.rake.jackpot is not None and (self.has_pool or self.has_single_winner):
            problem = f"not allowed with pairings {str(self.pairings)!r}, where no pairing can win a jackpot"
            raise RulesError(problem, path=Jackpot.PATH)
        check_streets(self.streets, self.players, first_is_open=self.first_street_open)
        if self.has_surrender and not self.is_closed:
            raise RulesError("requires a closed game, in which boards are hidden until the showdown", path="surrender")

    def _check_pool(self) -> None:
        """Raise RulesError for options that do not apply to a pool, which pays only the best rows and scoops."""
        for key in _SCORING:
            value = getattr(self, key)
            if key not in _WITH_A_POOL and value != _DEFAULTS[key]:
                expected = f"expected {_DEFAULTS[key]!r}, got {quote(value)}"
                raise RulesError(f"not allowed with pairings 'pool': {expected}", path=key)
        if self.table.freezeout is not None:
            raise RulesError("not allowed with pairings 'pool', whose stake a short stack cannot pay", path=Freezeout.PATH)

    # ---- properties of rules ----

    @property
    def is_changed_preset(self) -> bool:
        """Whether these rules have the name of a preset but differ from it, such as ``'pagat, changed'``."""
        return self.name.endswith(_CHANGED)

    @property
    def has_banker(self) -> bool:
        """Whether each player plays only against the banker."""
        return self.pairings is Pairings.BANKER

    @property
    def has_single_winner(self) -> bool:
        """Whether only a player who beats every other player is paid."""
        return self.pairings is Pairings.SINGLE_WINNER

    @property
    def has_pool(self) -> bool:
        """Whether the players play for a pool."""
        return self.pairings is Pairings.POOL

    @property
    def pool_stake(self) -> int:
        """Points that each hand puts into the pool; 0 without a pool."""
        return len(ROWS) * self.row_points if self.has_pool else 0

    @property
    def has_surrender(self) -> bool:
        """Whether a player may surrender."""
        return self.surrender is not None

    @property
    def has_home_run(self) -> bool:
        """Whether the rules have a bonus or a factor for scooping every opponent."""
        return bool(self.home_run_bonus) or self.home_run_times > 1

    @property
    def button_matters(self) -> bool:
        """Whether the button decides who is the banker, who wins tied rows, or whose natural wins."""
        return self.has_banker or self.row_ties.favours_button or self.natural_ties is NaturalTies.FIRST

    @property
    def is_closed(self) -> bool:
        """Whether players place 13 cards at once, and hide their boards until the showdown."""
        return len(self.streets) == 1 and not self.first_street_open

    @property
    def has_fantasyland(self) -> bool:
        """Whether boards can earn a Fantasyland."""
        return self.fantasyland is not None

    def most_cards(self) -> int:
        """Return the largest number of cards that a player may be dealt.

        Examples
        --------
        >>> Rules.PRESETS["pineapple"].most_cards(), Rules.PRESETS["standard"].most_cards()
        (17, 13)
        """
        return max(13, sum(dealt for dealt, _ in self.streets), *(self.fantasyland.sizes() if self.fantasyland else ()))

    def scoring(self) -> dict[str, Any]:
        """Return plain values of the scoring options that differ from ``Rules()``."""
        return {key: value for key, value in self.to_dict().items() if key not in _NOT_SCORING}

    def pays_like(self, other: Rules) -> bool:
        """Whether two rules score boards alike, regardless of names, dealing and table terms."""
        if not isinstance(other, Rules):
            raise RulesError(f"expected Rules, got {quote(other)}")
        return self is other or all(getattr(self, key) == getattr(other, key) for key in _SCORING)

    def plays_like(self, other: Rules) -> bool:
        """Whether two rules have the same streets, Fantasylands and scoring."""
        return self.pays_like(other) and all(getattr(self, key) == getattr(other, key) for key in _PLAYING)

    # ---- plain values and files ----

    @classmethod
    def from_dict(cls, plain: Any) -> Self:
        """Return rules from plain values: a dict of `to_dict`, or the contents of a JSON or TOML file.

        The key ``base`` names the preset that the other keys change; without it, they change ``Rules()``. A table of the
        file (a nested dict) changes only its own keys. Lists, and the royalties of a row, are replaced as a whole. The key
        ``$schema``, which names the JSON Schema for editors, is ignored.

        Raises
        ------
        RulesError
            If a key is invalid. The message names the key and the allowed values.

        Examples
        --------
        >>> Rules.from_dict({"base": "pagat", "name": "ours", "royalties": {"front": {"pair A": 1}}}).royalties.front
        (('pair A', 1),)
        """
        if not isinstance(plain, Mapping):
            raise RulesError(f"expected a table of rules, got {quote(plain)}")
        changes = {key: value for key, value in plain.items() if key not in ("base", "$schema")}
        base = cls._base(plain["base"]) if "base" in plain else None
        try:
            return cls.from_plain(changes, base=base)
        except RulesError as error:
            table, _, key = error.path.rpartition(".")
            if table and key in (*cls.kinds(), "base") and error.problem.startswith("unknown key"):
                problem = f"unknown key in {table}; {key} belongs to no table: in a file, write it above the first '['"
                raise RulesError(problem, path=error.path) from None
            raise

    def to_dict(self, *, base: str | None = None, complete: bool = False) -> dict[str, Any]:
        """Return the options that differ from the preset `base`, or from ``Rules()``, as plain values for `from_dict`.

        With `complete`, return all options, also those with default values; there is then no `base`.

        Examples
        --------
        >>> rules = Rules(row_points=2)
        >>> rules.to_dict(), rules.to_dict(complete=True)["scoop_bonus"]
        ({'row_points': 2}, 0)
        """
        check_flag("complete", complete, RulesError)
        if complete:
            if base is not None:
                raise RulesError.about("complete", f"expected False with a base, {quote(base)}")
            return self.to_complete_plain()
        if base is None:
            return self.to_plain()
        preset = self._base(base)
        plain = self.to_plain(preset)
        if not self.note and self != preset:
            plain.pop("note", None)  # changed rules lose the note of the preset
        return {"base": base, **plain}

    @classmethod
    def from_toml(cls, path: str | os.PathLike[str]) -> Rules:
        """Read rules from a TOML file with the keys of `from_dict`.

        Without the key ``name``, the rules get the name of the file, unless they equal the preset ``base``.

        Raises
        ------
        RulesError
            If the file is invalid, or has neither a name nor a rule. The message has a line for each invalid key, with the
            number of the key's line in the file.
        FileError
            If the file cannot be read.
        """
        from cpoker_fast.rulebook.rules_files import read_toml_file

        return read_toml_file(path, lambda plain: cls._from_file(path, plain))

    @classmethod
    def from_json(cls, path: str | os.PathLike[str]) -> Rules:
        """Read rules from a JSON file with the keys of `from_dict`; names and errors are as for `from_toml`.

        Raises
        ------
        RulesError
            If the file is invalid, or has neither a name nor a rule. The message has a line for each invalid key, with the
            number of the key's line in the file.
        FileError
            If the file cannot be read.
        """
        from cpoker_fast.rulebook.rules_files import read_json_file

        return read_json_file(path, lambda plain: cls._from_file(path, plain))

    @classmethod
    def from_text(cls, text: str, name: str = "rules.toml") -> Rules:
        r"""Read rules from the text of a file, for example one that was sent.

        Parameters
        ----------
        text : str
            TOML, or JSON if the name ends in ``.json``, with the keys of `from_dict`.
        name : str
            Name of the file. Messages begin with it, and rules without a name are named after it, as in `from_toml`.

        Raises
        ------
        RulesError
            As `from_toml` does.

        Examples
        --------
        >>> Rules.from_text("base = 'pagat'\nscoop_bonus = 3", "club.toml").name
        'club'
        """
        from cpoker_fast.rulebook.rules_files import read_text_of_file

        for argument, value in (("text", text), ("name", name)):
            if not isinstance(value, str):
                raise RulesError(f"{argument}: expected text, got {quote(value)}")
        return read_text_of_file(name, text, lambda plain: cls._from_file(name, plain))

    @classmethod
    def _from_file(cls, path: str | os.PathLike[str], plain: Any) -> Rules:
        """Return rules from the plain values of a file, whose name they get unless they have another one."""
        from pathlib import Path  # pathlib takes longer to import than the rules

        rules, name = cls.from_dict(plain), Path(path).stem
        if name.lower() in cls.PRESETS and name.lower() != plain.get("base"):
            name = Path(path).name  # these rules are no changed form of that preset
        is_named = "name" in plain or ("base" in plain and not rules.is_changed_preset) or not name.isprintable()
        return rules if is_named else dataclasses.replace(rules, name=name)

    def to_toml(
        self, path: str | os.PathLike[str] | None = None, *, base: str | None = None, explained: bool = False
    ) -> str:
        """Return the rules as TOML, and write them to `path` unless it is None.

        Parameters
        ----------
        path : str or path-like, optional
            File to write. By default, no file is written.
        base : str, optional
            Preset that the file names as its base. Unless `explained` is True, the file has only the options that
            differ from this preset.
        explained : bool
            Whether the file has all options, each with a comment on its meaning and valid values. Options with their default
            are commented out. Without `base`, the base is then the most similar preset.

        Raises
        ------
        RulesError
            If there is no such preset, or `explained` is neither True nor False.
        FileError
            If the file cannot be written.
        CpokerError
            If `explained` is False and the extra ``toml`` is not installed.

        Examples
        --------
        >>> import dataclasses
        >>> ours = dataclasses.replace(Rules.PRESETS["pagat"], name="ours", foul=4)
        >>> print(ours.to_toml(base="pagat"))
        base = "pagat"
        name = "ours"
        foul = 4
        <BLANKLINE>
        """
        from cpoker_fast.rulebook.rules_files import toml_text, write_text

        check_flag("explained", explained, RulesError)
        if explained:
            from cpoker_fast.rulebook.explained_files import explained_toml

            text = explained_toml(self, self.PRESETS, None if base is None else self._base(base))
        else:
            name = {"name": self.name} if base is None else {}  # without it, the rules would get the name of the file
            text = toml_text({**name, **self.to_dict(base=base)})
        if path is not None:
            write_text(path, text)
        return text

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of the values for `from_dict` and of files, as in ``rules.schema.json``."""
        from cpoker_fast.rulebook.options import PresetName

        schema = cls.schema()
        return {
            "$schema": "http://json-schema.org/draft-07/schema#",
            **schema,
            "title": "Rules of Chinese poker",
            "properties": {
                "$schema": {"description": "Path of this schema, for editors.", "type": "string"},
                "base": PresetName(cls.PRESETS).schema(),
                **schema["properties"],
            },
        }

    @staticmethod
    def _base(name: Any) -> Any:
        try:
            return preset_named(name)
        except RulesError as error:
            raise RulesError(error.problem, path="base") from None


def preset_named(name: str) -> Rules:
    """Return the preset with a name, in upper or lower case; raise RulesError, which lists all names, if unknown."""
    presets = Rules.PRESETS
    preset = (presets.get(name) or presets.get(name.lower())) if isinstance(name, str) else None
    if preset is None:
        is_file = isinstance(name, str) and name.endswith((".toml", ".json"))
        hint = f"read a file with Rules.from_{name[-4:]}" if is_file else did_you_mean(name, presets)
        raise RulesError(f"unknown rules {quote(name)}: {hint}")
    return preset


_CHANGED = ", changed"
_DEFAULTS = {key: getattr(Rules(), key) for key in Rules.kinds()}
_PLAYING = ("streets", "first_street_open", "fantasyland")  # networks, the book and worths depend on them
_NOT_SCORING = ("name", "note", "players", *_PLAYING, "timeout", "table")
_SCORING = tuple(key for key in Rules.kinds() if key not in _NOT_SCORING)
_WITH_A_POOL = frozenset(
    ("wheel", "lowball_middle", "equal_rows", "pairings", "pool_ties", "row_points", "scoop_bonus", "home_run_players",
     "overall", "natural_mode", "natural_ties", "suit_order", "horse_times", "aces", "dealer_compensation")
)  # fmt: skip
