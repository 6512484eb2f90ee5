"""Groups of keys of a rules file, each with an example, and the units of keys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cpoker_fast import Category

_PARTS = ("openface.fantasyland.", "table.rake.")  # parts of tables with their own groups


@dataclass(frozen=True)
class Group:
    """A section of the page of keys."""

    title: str
    keys: str
    """Keys, separated by spaces; a key that ends in a dot stands for the keys of a table."""
    introduction: str
    example: str
    """A file that is loaded when the page is made."""
    has_base: bool = False

    def paths_in(self, paths: Iterable[str]) -> list[str]:
        """Return the paths of the group, in its order."""
        return [path for key in self.keys.split() for path in paths if path == key or (key[-1] == "." and _is_in(key, path))]


def _is_in(table: str, path: str) -> bool:
    """Whether a path is in a table, but not in a part of it with its own group."""
    return path.startswith(table) and not any(part != table and path.startswith(part) for part in _PARTS)


GROUPS = (
    Group(
        "The file",
        "name note",
        "Rules without the key `name` get the name of the file.",
        'base = "pagat"\nname = "ours"\nnote = "Friday evenings."',
        has_base=True,
    ),
    Group(
        "Pairings",
        "pairings pool_ties",
        "Who plays against whom.",
        'base = "pagat"\npairings = "banker"',
    ),
    Group(
        "Rows",
        "row_points match_points row_ties wheel lowball_middle lowball_qualifier",
        "Payments for rows, and the ranking of rows.",
        'base = "simple"\nrow_points = 2\nwheel = "second"\nlowball_middle = true\nlowball_qualifier = "T"',
    ),
    Group(
        "Scoops and the net winner",
        "scoop_bonus scoop_times home_run_bonus home_run_times home_run_players overall_points overall",
        "Payments for winning all three rows against one opponent (a {term}`scoop`) or against every opponent (a"
        " {term}`home run`), and the {term}`overall point`.",
        """\
base = "pagat"
scoop_bonus = 3
home_run_times = 2
home_run_players = 4
overall_points = 1
overall = "rows and extras\"""",
    ),
    Group(
        "Royalties",
        "royalties royalties. deuce_of_spades",
        "{term}`Royalties <royalty>` are points for strong rows. A row in a file replaces the royalties of that row in"
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
        "Fouls",
        "equal_rows dead_rows foul foul_pays_royalties foul_pays_naturals foul_keeps_natural",
        "Which boards are {term}`fouls <foul>`, and what they cost.",
        'base = "pagat"\nfoul = 6\nfoul_pays_royalties = true\nfoul_keeps_natural = false',
    ),
    Group(
        "Naturals",
        "naturals naturals. natural_mode natural_ties naturals_by_rows",
        "Hands of 13 cards that are paid at once ({term}`natural`). A list in a file replaces all naturals of `base`.",
        """\
base = "pagat"
natural_mode = "winner takes full"
natural_ties = "compare"

[[naturals]]
pattern = "six pairs"
points = 3
level = 1

[[naturals]]
pattern = "dragon"
points = 13
level = 2""",
    ),
    Group(
        "Surrender",
        "surrender",
        "The price of giving up a hand ({term}`surrender`).",
        'base = "pagat"\nsurrender = 1',
    ),
    Group(
        "Side payments",
        "aces dealer_compensation",
        "Payments that do not depend on the rows ({term}`side payment`). Scoops and home runs do not multiply them.",
        'base = "pagat"\naces = [1, 2, 6, 8]\ndealer_compensation = 1',
    ),
    Group(
        "Open-face games",
        "openface openface.",
        "The streets of a game in which cards are dealt a few at a time. In Python, and in brackets in errors, streets count"
        " from 0: `openface.streets[1]` is the second one.",
        """\
base = "pineapple"

[openface]
players = 2
streets = [[5, 5], [3, 2], [3, 2], [3, 2], [3, 2]]
timeout = "as dealt\"""",
    ),
    Group(
        "Fantasyland",
        "openface.fantasyland.",
        "Rows that earn {term}`Fantasyland`, and rows that keep a player there. A row in a file replaces that row of"
        " `base`.",
        """\
base = "pineapple"

[openface.fantasyland]
most_stays = 3

[openface.fantasyland.entry.front]
"pair K" = 14
"pair A" = 15
"three of a kind" = 16""",
    ),
    Group(
        "Tables",
        "table table.",
        "The terms of a {py:obj}`~cpoker_fast.cardroom.Table`. Amounts are in points; fees and rake are in chips.",
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
        "Rake and jackpot",
        "table.rake.",
        "Chips that each player pays for a deal, and the {term}`jackpot` that a part of them feeds.",
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
)

_POINTS = (
    "row_points match_points scoop_bonus home_run_bonus overall_points royalties.front royalties.middle royalties.back foul"
    " naturals.points surrender aces dealer_compensation openface.fantasyland.stay_royalty_over table.least_to_play"
    " table.buy_in_least table.buy_in_most table.rebuy_least"
)
_CARDS = " ".join(f"openface.fantasyland.{key}.{row}" for key in ("entry", "stay") for row in ("front", "middle", "back"))
_UNITS = {
    "points": _POINTS,
    "cards": f"{_CARDS} openface.fantasyland.entry_by_more",
    "cards dealt, and cards placed": "openface.streets",
    "times": "scoop_times home_run_times",
    "hands": "home_run_players",
    "players": "openface.players table.dealt_in",
    "seats": "table.seats",
    "stays": "openface.fantasyland.most_stays",
    "minutes": "table.fees.minutes table.fees.half_after",
    "limit in chips per point, and fee in chips": "table.fees.by_limit",
    "chips": "table.rake.chips table.rake.to_jackpot table.rake.cap",
    "percent": "table.rake.percent table.rake.jackpot.loser table.rake.jackpot.winner table.rake.jackpot.table",
}
UNITS = {path: unit for unit, paths in _UNITS.items() for path in paths.split()}
"""Unit of each key that is a number with a unit."""
