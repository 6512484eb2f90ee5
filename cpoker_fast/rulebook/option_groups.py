"""Groups of options, each with an example of a rules file, and the units of options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from cpoker_fast.ranking import Category

__all__ = ["GROUPS", "Group", "group_of", "unit_of"]

_PARTS = ("table.rake", "table.freezeout")  # tables in other tables with their own groups


@dataclass(frozen=True)
class Group:
    """Options that belong together."""

    name: str
    """Name for ``cpoker rules --explain``."""
    title: str
    keys: str
    """Paths of options, separated by spaces; a path that ends in a dot stands for the options in a table."""
    introduction: str
    """A sentence or two about the subject of the group."""
    example: str
    """A rules file with some of the options."""

    @property
    def table(self) -> str:
        """Path of the table that has most options of the group; empty if they are in no table."""
        return next((key[:-1] for key in self.keys.split() if key.endswith(".")), "")

    def paths_in(self, paths: Iterable[str]) -> list[str]:
        """Return those paths that are in the group, in its order."""
        return [path for key in self.keys.split() for path in paths if _stands_for(key, path)]


def _stands_for(key: str, path: str) -> bool:
    """Whether a key of a group stands for a path; that of a table not for the inner tables with their own group."""
    if not key.endswith("."):
        return path == key
    parts = [part for part in _PARTS if not key.startswith(part)]
    return path.startswith(key) and not any(f"{path}.".startswith(f"{part}.") for part in parts)


GROUPS = (
    Group(
        "file",
        "The file",
        "base name note",
        "The preset that the file changes, and the name of the rules. Rules without a name get the name of their file.",
        'base = "pagat"\nname = "ours"\nnote = "Friday evenings."',
    ),
    Group(
        "pairings",
        "Pairings",
        "pairings pool_ties",
        "Who plays against whom.",
        'base = "pagat"\npairings = "banker"',
    ),
    Group(
        "rows",
        "Rows",
        "row_points match_points row_ties suit_order wheel lowball_middle lowball_qualifier",
        "Payments for rows, and the ranking of rows.",
        'base = "simple"\nrow_points = 2\nwheel = "second"\nlowball_middle = true\nlowball_qualifier = "T"',
    ),
    Group(
        "scoops",
        "Scoops and the net winner",
        "scoop_bonus scoop_times home_run_bonus home_run_times home_run_players overall_points overall",
        "Payments for winning all three rows against one opponent (a scoop) or against every opponent (a home run), and the"
        " overall point.",
        """\
base = "pagat"
scoop_bonus = 3
home_run_times = 2
home_run_players = 4
overall_points = 1
overall = "rows and extras\"""",
    ),
    Group(
        "horse",
        "The horse card and limits",
        "horse_card horse_times most_points most_home_run_points",
        "A card that multiplies what its holder wins and loses, and the most points that a player may win from another one.",
        'base = "pagat"\nhorse_card = "Ah"\nmost_points = 20\nmost_home_run_points = 40',
    ),
    Group(
        "royalties",
        "Royalties",
        "royalties royalties. deuce_of_spades",
        "Royalties are points for strong rows. A row in a file replaces all royalties of that row in"
        " `base`; the other rows do not change. A front has only high cards, pairs and three of a kind. The kinds of rows"
        f" are {', '.join(f'`{kind.label}`' for kind in Category)}.",
        """\
base = "pagat"

[royalties]
on = "always"

[royalties.front]
"pair Q" = 1
"pair K" = 2
"pair A" = 3
"three of a kind" = 5""",
    ),
    Group(
        "fouls",
        "Fouls",
        "equal_rows dead_rows foul foul_pays_royalties foul_pays_naturals foul_keeps_natural",
        "Which boards are fouls, and what they cost.",
        'base = "pagat"\nfoul = 6\nfoul_pays_royalties = true\nfoul_keeps_natural = false',
    ),
    Group(
        "naturals",
        "Naturals",
        "naturals naturals. natural_mode natural_ties naturals_by_rows",
        "Hands of 13 cards that are paid at once. A list in a file replaces all naturals of `base`.",
        """\
base = "pagat"
natural_mode = "winner takes full"
natural_ties = "compare"

[[naturals]]
name = "six pairs"
points = 3
level = 1

[[naturals]]
name = "dragon"
points = 13
level = 2""",
    ),
    Group(
        "surrender",
        "Surrender",
        "surrender",
        "The price of giving up a hand.",
        'base = "pagat"\nsurrender = 1',
    ),
    Group(
        "side-payments",
        "Side payments",
        "aces dealer_compensation",
        "Payments that do not depend on the rows. Scoops and home runs do not multiply them.",
        'base = "pagat"\naces = [1, 2, 6, 8]\ndealer_compensation = 1',
    ),
    Group(
        "streets",
        "Streets",
        "players streets first_street_open timeout",
        "The number of players, and the cards that they are dealt: all at once, or a few at a time. In errors, `streets[1]`"
        " is the second street.",
        """\
base = "pineapple"
players = 2
streets = [[5, 5], [3, 2], [3, 2], [3, 2], [3, 2]]
timeout = "as dealt\"""",
    ),
    Group(
        "fantasyland",
        "Fantasyland",
        "fantasyland fantasyland.",
        "Rows that earn Fantasyland, and rows that keep a player there. A row in a file replaces that row of `base`.",
        """\
base = "pineapple"

[fantasyland]
most_stays = 3

[fantasyland.entry.front]
"pair K" = 14
"pair A" = 15
"three of a kind" = 16""",
    ),
    Group(
        "tables",
        "Tables",
        "table table.",
        "The terms of a table with seats, stacks and a button. Amounts are in points; fees and rake are in chips.",
        """\
base = "pagat"

[table]
seats = 5
buy_in_least = 50
buy_in_most = 200

[table.fees]
by_limit = [[1, 2], [5, 8]]
minutes = 30
half_after = 15""",
    ),
    Group(
        "rake",
        "Rake and jackpot",
        "table.rake table.rake.",
        "Chips that each player pays for a deal, and the jackpot that gets a part of them.",
        """\
base = "pagat"

[table.rake]
chips = 2
to_jackpot = 1

[table.rake.jackpot]
back = "four of a kind"
loser = 50
winner = 25
table = 25""",
    ),
    Group(
        "freezeout",
        "Freezeout",
        "table.freezeout table.freezeout.",
        "A tournament at one table: equal chips for all, levels that raise the value of a point, and prizes by place.",
        """\
base = "pagat"

[table.freezeout]
chips = 200
levels = [[1, 20], [2, 20], [5, 20], [10, 20]]
levels_in = "minutes"
entry = 10
prizes = [70, 30]""",
    ),
)

_POINTS = (
    "row_points match_points scoop_bonus home_run_bonus overall_points royalties.front royalties.middle royalties.back foul"
    " naturals.points most_points most_home_run_points surrender aces dealer_compensation fantasyland.stay_royalty_over"
    " table.least_to_play table.buy_in_least table.buy_in_most table.rebuy_least"
)
_CARDS = " ".join(f"fantasyland.{key}.{row}" for key in ("entry", "stay") for row in ("front", "middle", "back"))
_JACKPOT_SHARES = " ".join(f"table.rake.jackpot.{key}" for key in ("loser", "winner", "table"))
_UNITS = {
    "points": _POINTS,
    "cards": f"{_CARDS} fantasyland.entry_by_more",
    "cards dealt, and cards placed": "streets",
    "times": "scoop_times home_run_times horse_times",
    "hands": "home_run_players",
    "players": "players table.dealt_in",
    "seats": "table.seats",
    "stays": "fantasyland.most_stays",
    "minutes": "table.fees.minutes table.fees.half_after",
    "limit in chips per point, and fee in chips": "table.fees.by_limit",
    "chips": "table.rake.chips table.rake.to_jackpot table.rake.cap table.freezeout.chips",
    "chips per point, and length": "table.freezeout.levels",
    "units of money": "table.freezeout.entry",
    "percent": f"table.rake.percent {_JACKPOT_SHARES} table.freezeout.prizes",
}
_UNIT_OF = {path: unit for unit, paths in _UNITS.items() for path in paths.split()}


@cache
def group_of(path: str) -> Group:
    """Return the group of an option."""
    return next(group for group in GROUPS if group.paths_in([path]))


def unit_of(path: str) -> str:
    """Return the unit of an option that is a number, in the plural, such as ``'points'``; empty if it has none."""
    return _UNIT_OF.get(path, "")
