"""Presets: rules that players know by name. Letters in brackets in a note name one of `SOURCES`."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import normalize

from cpoker_fast.cards import RANKS
from cpoker_fast.patterns import Pattern
from cpoker_fast.rulebook.choices import (
    EqualRows,
    LowballQualifier,
    Natural,
    NaturalMode,
    NaturalTies,
    OverallPoint,
    Pairings,
    RowTies,
    Wheel,
)
from cpoker_fast.rulebook.royalties import PaidOn, RowTables, Royalties
from cpoker_fast.rulebook.rules import Rules, preset_named
from cpoker_fast.rulebook.streets import Fantasyland, Timeout
from cpoker_fast.rulebook.table_terms import Fees, TableTerms

__all__ = ["LOCAL_NAMES", "SOURCES", "as_rules", "local_names_of", "presets", "rules"]

SOURCES = MappingProxyType(
    {
        "PL": "the rules page of PokerListings, with points for scoops, royalties of one point, naturals that scoop, and a"
        " lowball middle",
        "HR": "the house rules of a site, with royalties for won rows, and naturals that pay their difference",
        "PG": "a survey of games with 13 cards, from the simplest scoring to the games of Malaya, Vietnam, Singapore and the"
        " casino Hawaiian Gardens",
        "FU": "the casino rules of Face-Up Chinese Poker, with its royalties, naturals, buy-ins and fees",
        "SW": "pages on 十三水: 十三水特殊牌型介绍 (naturals), and the description of the app 福建兄弟十三水 (rows, scoops"
        " and home runs)",
        "MB": "the rules of two programs that score or play mậu binh: 'Chuẩn (phổ biến nhất)', compared by its author with"
        " several sites, and 'Luật Nhà'",
        "HK": "pages on 十三張: 十三張玩法, 十三张的玩法与规则 and 不只軍人要報到十三支也要報到",
        "OF": "pages on open-face poker and Pineapple, with streets, Fantasyland, and the royalties of PokerStars and of"
        " Western rules",
    }
)
"""Sources of presets, by the letters in brackets in their notes."""


class LocalName(NamedTuple):
    """A name of the game."""

    preset: str
    """The preset that is nearest to the game. Tables use one name for many rules."""
    place: str
    """Where the name is used."""


LOCAL_NAMES = MappingProxyType(
    {
        "binh xap xam": LocalName("mau-binh", "Vietnam"),
        "capsa susun": LocalName("pagat", "Indonesia"),
        "chinese poker": LocalName("pagat", "United States, Europe"),
        "good better best": LocalName("pagat", "United States"),
        "luosong": LocalName("pagat", "Shanghai, Zhejiang"),
        "mau binh": LocalName("mau-binh", "Vietnam"),
        "pepito": LocalName("pagat", "Hawaii"),
        "pusoy": LocalName("pagat", "Philippines"),
        "russian poker": LocalName("pagat", "Europe, Hong Kong"),
        "sap sam cheung": LocalName("hong-kong", "Hong Kong"),
        "shi san shui": LocalName("thirteen-water", "Fujian, Zhejiang, Taiwan"),
        "shi san zhang": LocalName("hong-kong", "China"),
        "thirteen": LocalName("pagat", "Singapore, Malaysia"),
        "xap xam": LocalName("vietnamese", "Vietnam"),
        "xap xam chuong": LocalName("vietnamese", "Vietnam"),
        "十三張": LocalName("hong-kong", "Hong Kong, Taiwan"),
        "十三水": LocalName("thirteen-water", "Fujian, Zhejiang, Taiwan"),
    }
)
"""Names that players use for the game, each with its nearest preset."""


def _naturals(*pairs: tuple[Pattern, int], level: int | None = None) -> tuple[Natural, ...]:
    return tuple(Natural(name=pattern, points=points, level=level) for pattern, points in pairs)


# ---- closed games of 13 cards ----

_SIMPLE = Rules(
    name="simple",
    note="One point per row, nothing else [PG]. In a common variant, a player may surrender (surrender = 1).",
)

_ONE_SIX = Rules(
    name="one-six",
    note="One point per row and three for a scoop, six in all; a natural pays like a scoop; two naturals pay nothing [PL].",
    scoop_bonus=3,
    natural_mode=NaturalMode.SCOOP,
    naturals=_naturals(
        (Pattern.NO_PICTURES, 0), (Pattern.THREE_STRAIGHTS, 0), (Pattern.THREE_FLUSHES, 0), (Pattern.DRAGON, 0)
    ),
)

_TWO_FOUR = replace(
    _SIMPLE,
    name="two-four",
    note="One point per row and one for the net winner: two for winning two rows and losing one, four for a scoop [PG].",
    overall_points=1,
    surrender=2,
)

_ONE_FOUR = replace(
    _SIMPLE,
    name="one-four",
    note="One point per row and one for a scoop, four in all [PG].",
    scoop_bonus=1,
    surrender=2,
)

_CLASSIC_ROYALTIES = replace(
    _ONE_SIX,
    name="classic-royalties",
    note="one-six with a royalty of one point for winning with a strong row [PL]. Strong rows are trips in front, a"
    " full house or better in the middle, quads or better in the back.",
    royalties=Royalties(
        front={"three of a kind": 1},
        middle={"full house": 1, "four of a kind": 1, "straight flush": 1},
        back={"four of a kind": 1, "straight flush": 1},
    ),
)

_LOWBALL_MIDDLE = Rules(
    name="lowball-middle",
    note="The middle is a 2-7 lowball row: the lowest row wins. The only order required is back >= front [PL].",
    lowball_middle=True,
    scoop_bonus=3,
)

_HOUSE_RULES = Rules(
    name="house-rules",
    note="One point per row and three for a scoop, royalties for won rows; two naturals pay their difference [HR]. Three "
    "flushes and three straights must be in the rows of the board, and a fouled board has no natural.",
    scoop_bonus=3,
    foul_keeps_natural=False,
    naturals_by_rows=True,
    royalties=Royalties(
        front={"three of a kind": 3},
        middle={"full house": 1, "four of a kind": 3, "straight flush": 4},
        back={"four of a kind": 2, "straight flush": 3},
    ),
    natural_mode=NaturalMode.DIFFERENCE,
    naturals=_naturals(
        (Pattern.THREE_FLUSHES, 9), (Pattern.THREE_STRAIGHTS, 10), (Pattern.SIX_PAIRS, 10), (Pattern.DRAGON, 19)
    ),
)

_PAGAT = Rules(
    name="pagat",
    note="One point per row, royalties for won rows; the higher natural is paid, and equal ones are compared [PG]. In a "
    "variant, a player may surrender (surrender = 1).",
    royalties=Royalties(
        front={"three of a kind": 2},
        middle={"full house": 1, "four of a kind": 3, "straight flush": 4},
        back={"four of a kind": 3, "straight flush": 4},
    ),
    naturals=_naturals(
        (Pattern.SIX_PAIRS, 3), (Pattern.THREE_STRAIGHTS, 3), (Pattern.THREE_FLUSHES, 3), (Pattern.DRAGON, 13)
    ),
    natural_mode=NaturalMode.FULL,
    natural_ties=NaturalTies.COMPARE,
)

_PAGAT_ALWAYS = replace(
    _PAGAT,
    name="pagat-always",
    note="pagat with royalties paid win or lose, and one point for the net winner of rows and royalties [PG]. In a "
    "variant, a player may surrender (surrender = 2).",
    royalties=replace(_PAGAT.royalties, on=PaidOn.ALWAYS),
    overall_points=1,
    overall=OverallPoint.EXTRAS,
)

_MALAYAN = Rules(
    name="malayan",
    note="Each player against the banker, who wins tied rows; royalties win or lose; two naturals pay their "
    "difference [PG].",
    pairings=Pairings.BANKER,
    row_ties=RowTies.HOUSE,
    royalties=Royalties(
        front={"three of a kind": 2},
        middle={"full house": 2, "four of a kind": 6, "straight flush": 8},
        back={"four of a kind": 4, "straight flush": 6},
        on=PaidOn.ALWAYS,
    ),
    natural_mode=NaturalMode.DIFFERENCE,
    naturals=_naturals(
        (Pattern.THREE_FLUSHES, 3),
        (Pattern.THREE_STRAIGHTS, 4),
        (Pattern.SIX_PAIRS, 4),
        (Pattern.FIVE_PAIRS_AND_TRIPS, 5),
        (Pattern.FOUR_TRIPS, 6),
        (Pattern.ONE_COLOUR, 10),
        (Pattern.SMALL_8, 10),
        (Pattern.BIG_8, 10),
        (Pattern.THREE_QUADS, 16),
        (Pattern.THREE_STRAIGHT_FLUSHES, 18),
        (Pattern.TWELVE_PICTURES, 18),
        (Pattern.ONE_SUIT, 26),
    ),
)

_VIETNAMESE = Rules(
    name="vietnamese",
    note="One point per row and royalties, doubled by a scoop, tripled by a home run [PG]. The source "
    "does not say what two naturals pay. Here, the one listed later is higher and is paid in full, and equal ones push.",
    scoop_times=2,
    home_run_times=3,
    royalties=Royalties(
        front={"three of a kind": 2},
        middle={"full house": 1, "four of a kind": 7, "straight flush": 9},
        back={"four of a kind": 3, "straight flush": 4},
    ),
    naturals=_naturals(
        (Pattern.THREE_STRAIGHTS, 3),
        (Pattern.THREE_FLUSHES, 3),
        (Pattern.SIX_PAIRS, 3),
        (Pattern.FIVE_PAIRS_AND_TRIPS, 6),
        (Pattern.DRAGON, 13),
        (Pattern.ONE_SUIT, 26),
    ),
)

_SINGAPORE = Rules(
    name="singapore",
    note="One point per row and royalties, doubled by a home run [PG]. Two naturals of three points push; "
    "the natural of small cards has only 2 to 9 (variant: 2 to 10), and a dragon pays 13 (variant: 26).",
    home_run_times=2,
    royalties=Royalties(
        front={"three of a kind": 2},
        middle={"full house": 1, "four of a kind": 7, "straight flush": 13},
        back={"four of a kind": 3, "straight flush": 6},
    ),
    naturals=(
        *_naturals(
            (Pattern.SIX_PAIRS, 3), (Pattern.THREE_STRAIGHTS, 3), (Pattern.THREE_FLUSHES, 3), (Pattern.SMALL_9, 3), level=1
        ),
        *_naturals((Pattern.DRAGON, 13), level=2),
    ),
)

_HAWAIIAN_GARDENS = Rules(
    name="hawaiian-gardens",
    note="One point for two rows, six for a scoop, nine for a home run; two naturals pay their difference [PG]. The "
    "casino's side payment for aces is optional: aces = (1, 2, 6, 8).",
    match_points=1,
    scoop_bonus=5,
    home_run_bonus=3,
    surrender=3,
    royalties=Royalties(
        front={"three of a kind": 3},
        middle={"full house": 2, "four of a kind": 8, "straight flush": 10},
        back={"four of a kind": 4, "straight flush": 5},
    ),
    natural_mode=NaturalMode.DIFFERENCE,
    naturals=_naturals(
        (Pattern.THREE_STRAIGHTS, 4),
        (Pattern.THREE_FLUSHES, 4),
        (Pattern.TWELVE_OF_ONE_COLOUR, 4),
        (Pattern.SIX_PAIRS, 4),
        (Pattern.ONE_COLOUR, 6),
        (Pattern.DRAGON, 13),
        (Pattern.ONE_SUIT, 39),
    ),
)

_SINGLE_WINNER = Rules(
    name="single-winner",
    note="Only a player who beats every other player on two rows or more is paid: one point by each [PG].",
    pairings=Pairings.SINGLE_WINNER,
    match_points=1,
)

_POOL = Rules(
    name="pool",
    note="Each player puts three points into the pool; the best front, middle and back win a third each; a scoop wins three "
    "more from each player [PG]. With four players, a row wins four points, which tied players split (variant: "
    "pool_ties = 'carry over'); fouls win nothing.",
    pairings=Pairings.POOL,
    scoop_bonus=3,
)

_HOUSE = Rules(
    name="house",
    note="One point per row, each player against the banker, who wins tied rows [PG].",
    pairings=Pairings.BANKER,
    row_ties=RowTies.HOUSE,
)

_THIRTEEN_WATER = Rules(
    name="thirteen-water",
    note="One point per row and royalties, doubled by a scoop, and again by scooping all three opponents; A-2-3-4-5 is the "
    "second highest straight [SW]. Royalties as in vietnamese. The higher natural is paid in full, "
    "equal ones push. Some places pay 104 for the super dragon and 26 for the dragon; some have a horse card.",
    wheel=Wheel.SECOND,
    scoop_times=2,
    home_run_times=4,
    home_run_players=4,
    royalties=_VIETNAMESE.royalties,
    naturals=_naturals(
        (Pattern.THREE_STRAIGHTS, 3),
        (Pattern.THREE_FLUSHES, 3),
        (Pattern.SIX_PAIRS, 4),
        (Pattern.FIVE_PAIRS_AND_TRIPS, 5),
        (Pattern.FOUR_TRIPS, 6),
        (Pattern.ONE_COLOUR, 10),
        (Pattern.SMALL_8, 12),
        (Pattern.BIG_8, 15),
        (Pattern.THREE_QUADS, 20),
        (Pattern.THREE_STRAIGHT_FLUSHES, 22),
        (Pattern.ALL_HIGH, 24),
        (Pattern.DRAGON, 36),
        (Pattern.ONE_SUIT, 108),
    ),
)

_MAU_BINH = Rules(
    name="mau-binh",
    note="One point per row and royalties, doubled by a scoop, and again by scooping every opponent; A-2-3-4-5 is the "
    "second highest straight [MB]. Variant of one source: naturals of six points pay three, "
    "and a foul pays six without royalties (foul = 6).",
    wheel=Wheel.SECOND,
    scoop_times=2,
    home_run_times=4,
    royalties=_VIETNAMESE.royalties,
    naturals=_naturals(
        (Pattern.THREE_STRAIGHTS, 6),
        (Pattern.THREE_FLUSHES, 6),
        (Pattern.SIX_PAIRS, 6),
        (Pattern.FIVE_PAIRS_AND_TRIPS, 6),
        (Pattern.DRAGON, 12),
        (Pattern.ONE_SUIT, 24),
    ),
)

_HONG_KONG = Rules(
    name="hong-kong",
    note="Each player against the banker, who wins tied rows; one point per row, royalties for won rows [HK]. Some tables "
    "break ties by suits, and some pay three for hands of small or of big cards. Royalties as in "
    "vietnamese: with them, the highest possible board wins 18 points, the number in one source.",
    pairings=Pairings.BANKER,
    row_ties=RowTies.HOUSE,
    royalties=_VIETNAMESE.royalties,
    naturals=_naturals(
        (Pattern.SIX_PAIRS, 3), (Pattern.THREE_STRAIGHTS, 3), (Pattern.THREE_FLUSHES, 3), (Pattern.DRAGON, 13)
    ),
)

# ---- open-face games ----

_FRONT = {  # 1 to 9 points for pairs of sixes to aces, 10 to 22 for trips of twos to aces
    **{f"pair {rank}": points for points, rank in enumerate(RANKS[4:], 1)},
    **{f"three of a kind {rank}": points for points, rank in enumerate(RANKS, 10)},
}
_BACK = {"straight": 2, "flush": 4, "full house": 6}
_MIDDLE = {"straight": 4, "flush": 8, "full house": 12}
_MIDDLE_FROM_TRIPS = {"three of a kind": 2, **_MIDDLE}


def _queens_or_better(size: int) -> RowTables:
    return RowTables(front={"pair Q": size, "pair K": size, "pair A": size, "three of a kind": size})


def _stay(size: int, *, full_house: bool) -> RowTables:
    """Return the rows for a stay: trips in front, quads or better elsewhere; `full_house` adds full houses in the middle."""
    quads = {"four of a kind": size, "straight flush": size}
    return RowTables(
        front={"three of a kind": size}, middle={"full house": size, **quads} if full_house else quads, back=quads
    )


_SINGLE_CARDS = ((5, 5), *(((1, 1),) * 8))
_OF_QUEENS = Fantasyland(entry=_queens_or_better(13), stay=_stay(13, full_house=True))

_AMERICAN = Rules(
    name="american",
    note="Open-face with the royalties of PokerStars; six in all for a scoop; a foul pays six and the opponent's royalties "
    "[OF]. Royalties are paid win or lose. In a variant, nothing is paid for trips in the middle.",
    scoop_bonus=3,
    foul=6,
    foul_pays_royalties=True,
    royalties=Royalties(
        front=_FRONT,
        middle={**_MIDDLE_FROM_TRIPS, "four of a kind": 20, "straight flush": 30, "royal flush": 50},
        back={**_BACK, "four of a kind": 10, "straight flush": 15, "royal flush": 25},
        on=PaidOn.ALWAYS,
    ),
    streets=_SINGLE_CARDS,
    fantasyland=_OF_QUEENS,
)

_RUSSIAN = replace(
    _AMERICAN,
    name="russian",
    note="Open-face with the western royalties; otherwise as american [OF].",
    royalties=Royalties(
        front=_FRONT,
        middle={**_MIDDLE_FROM_TRIPS, "four of a kind": 16, "straight flush": 20, "royal flush": 30},
        back={**_BACK, "four of a kind": 8, "straight flush": 10, "royal flush": 15},
        on=PaidOn.ALWAYS,
    ),
)

_WESTERN = replace(
    _RUSSIAN,
    name="western",
    note="russian with match scoring: one for winning two rows of three, six for all [OF]. Variant: two for two rows, six "
    "for all (match_points = 2 with scoop_bonus = 4).",
    match_points=1,
    scoop_bonus=5,
)

_FACE_UP = Rules(
    name="face-up",
    note="Open-face in a casino: no scoop, the button wins tied rows, a foul pays nine and the opponent's royalties or "
    "natural [FU]. The back must be stronger than the middle, and a fouled board has no natural. The first five cards are "
    "dealt face up before the first placement, and the button moves after every deal.",
    equal_rows=EqualRows.FOUL,
    row_ties=RowTies.BUTTON,
    foul=9,
    foul_pays_royalties=True,
    foul_pays_naturals=True,
    foul_keeps_natural=False,
    royalties=Royalties(
        front=_FRONT,
        middle={**_MIDDLE, "four of a kind": 16, "straight flush": 20, "royal flush": 40},
        back={**_BACK, "four of a kind": 8, "straight flush": 10, "royal flush": 20},
        on=PaidOn.ALWAYS,
    ),
    naturals=(
        *_naturals((Pattern.SIX_PAIRS_LOOSE, 3), (Pattern.THREE_STRAIGHTS, 3), (Pattern.THREE_FLUSHES, 3), level=1),
        *_naturals((Pattern.DRAGON, 13), level=2),
        *_naturals((Pattern.ONE_SUIT, 26), level=3),
    ),
    streets=_SINGLE_CARDS,
    first_street_open=True,
    fantasyland=replace(_OF_QUEENS, button_moves=True),
    table=TableTerms(
        seats=5,
        dealt_in=4,
        two_hands=True,
        least_to_play=9,
        buy_in_least=30,
        fees=Fees(
            by_limit=((1, 10), (5, 10), (10, 12), (20, 12), (30, 15), (40, 15), (50, 18), (100, 18)),
            minutes=40,
            half_after=20,
        ),
    ),
)

_STANDARD = replace(
    _AMERICAN,
    name="standard",
    note="Open-face, five cards and then one at a time, with american scoring [OF]. For other scoring, copy "
    "streets and fantasyland into rules with that scoring.",
)

_PINEAPPLE = replace(
    _AMERICAN,
    name="pineapple",
    note="Open-face with american scoring: five cards, then four times three, and one of the three is discarded [OF]. "
    "A middle earns a stay in Fantasyland only if it is better than a full house.",
    players=3,
    streets=((5, 5), (3, 2), (3, 2), (3, 2), (3, 2)),
    fantasyland=Fantasyland(entry=_queens_or_better(14), stay=_stay(14, full_house=False)),
    timeout=Timeout.AS_DEALT,
)

_TURBO = replace(
    _AMERICAN,
    name="turbo",
    note="Open-face, streets of five, four and four cards, with american scoring [OF].",
    streets=((5, 5), (4, 4), (4, 4)),
)

_CLOSED = replace(
    _AMERICAN,
    name="closed",
    note="All 13 cards at once, with american scoring [OF].",
    streets=((13, 13),),
)

_PROGRESSIVE = replace(
    _PINEAPPLE,
    name="progressive",
    note="Pineapple whose Fantasyland has 14 cards for queens in front, 15 for kings, 16 for aces, 17 for trips. A "
    "stay has 14 (variant: stay_keeps_cards).",
    fantasyland=Fantasyland(
        entry=RowTables(front={"pair Q": 14, "pair K": 15, "pair A": 16, "three of a kind": 17}),
        stay=_stay(14, full_house=False),
    ),
)

_DEUCE_TO_SEVEN = replace(
    _PINEAPPLE,
    name="deuce-to-seven",
    note="Pineapple whose middle is a 2-7 row; it must be a ten-low or better, or the board is a foul. A stay in "
    "Fantasyland has 14 cards.",
    lowball_middle=True,
    lowball_qualifier=LowballQualifier.TEN,
    royalties=replace(_AMERICAN.royalties, middle={"high card 9": 1, "high card 8": 2, "high card 7": 4, "7-5-4-3-2": 8}),
    fantasyland=Fantasyland(
        entry=RowTables(front={"pair K": 14, "pair A": 14, "three of a kind": 14}, middle={"7-5-4-3-2": 14}),
        entry_by_more=15,
        stay=RowTables(
            front={"three of a kind": 14},
            middle={"7-5-4-3-2": 14},
            back={"four of a kind": 14, "straight flush": 14},
        ),
    ),
)

_PRESETS = Rules.PRESETS = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            _SIMPLE,
            _ONE_SIX,
            _TWO_FOUR,
            _ONE_FOUR,
            _CLASSIC_ROYALTIES,
            _LOWBALL_MIDDLE,
            _HOUSE_RULES,
            _PAGAT,
            _PAGAT_ALWAYS,
            _MALAYAN,
            _VIETNAMESE,
            _SINGAPORE,
            _HAWAIIAN_GARDENS,
            _SINGLE_WINNER,
            _POOL,
            _HOUSE,
            _THIRTEEN_WATER,
            _MAU_BINH,
            _HONG_KONG,
            _STANDARD,
            _PINEAPPLE,
            _TURBO,
            _CLOSED,
            _AMERICAN,
            _RUSSIAN,
            _WESTERN,
            _FACE_UP,
            _PROGRESSIVE,
            _DEUCE_TO_SEVEN,
        )
    }
)


def presets() -> tuple[str, ...]:
    """Return the names of the presets.

    Examples
    --------
    >>> presets()[0]
    'simple'
    """
    return tuple(Rules.PRESETS)


def rules(name: str, /) -> Rules:
    """Return the preset with a name; raise RulesError, which lists all names, if the name is unknown.

    The name may also be one that players use, such as ``"pusoy"`` or ``"xap xam"``. ``cpoker rules`` lists these names. The
    result is then the preset that is nearest to this game. The rules of such a game differ from table to table.

    Examples
    --------
    >>> rules("one-six").scoop_bonus
    3
    >>> rules("xap xam").name
    'vietnamese'
    """
    if isinstance(name, str) and name not in Rules.PRESETS:
        name = _PRESETS_OF_LETTERS.get(_letters_of(name), name)
    return preset_named(name)


def _letters_of(name: str) -> str:
    """Return the letters of a name: spaces, signs, accents and capital letters do not matter."""
    return "".join(filter(str.isalnum, normalize("NFKD", name.casefold())))


_PRESETS_OF_LETTERS = {_letters_of(name): local.preset for name, local in LOCAL_NAMES.items()} | {
    _letters_of(name): name for name in _PRESETS
}


def local_names_of(preset: str) -> tuple[str, ...]:
    """Return the names that players use for games to which this preset is the nearest one.

    Examples
    --------
    >>> local_names_of("vietnamese")
    ('xap xam', 'xap xam chuong')
    """
    return tuple(name for name, local in LOCAL_NAMES.items() if local.preset == preset)


def as_rules(value: Rules | str) -> Rules:
    """Return `value` if it is Rules, otherwise the preset with this name."""
    return value if isinstance(value, Rules) else rules(value)
