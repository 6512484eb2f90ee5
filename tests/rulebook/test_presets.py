"""Presets, compared with the numbers of their sources, which are written here by hand."""

import itertools
import random
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cache

import pytest
import reference
from making import LETTERS, kind_of, make_board, make_natural

import cpoker_fast as cp
from cpoker_fast import errors, notation
from cpoker_fast.rulebook.presets import LOCAL_NAMES, local_names_of


@dataclass
class Numbers:
    """Numbers of a preset in its source. Points for two rows of three and for a scoop exclude the overall point."""

    scoop: int = 3
    two: int = 1
    match: bool = False  # two rows of three pay `two`, even with ties
    scoop_times: int = 1
    home_run: int | None = None  # a scoop of everyone without royalties, at a table of `players`
    players: int = 3
    overall: int = 0
    overall_with_extras: bool = False
    foul: int | None = None  # None: the cost of a scoop, royalties included
    foul_pays_royalties: bool = False
    foul_pays_naturals: bool = False
    surrender: int | None = None
    always: bool = False
    front: dict = field(default_factory=dict)
    middle: dict = field(default_factory=dict)
    back: dict = field(default_factory=dict)
    naturals: list = field(default_factory=list)  # ascending; those of one tuple are equal
    mode: str = "full"  # full, difference, scoop
    naturals_compared: bool = False  # two equal ones
    naturals_on_legal_boards: bool = False  # with their rows, if these are flushes or straights
    wheel: str = "lowest"
    tie: int = 0  # winner of equal rows: 0 nobody, 1 the player with the button


PAGAT = {
    "front": {"three of a kind": 2}, "middle": {"full house": 1, "four of a kind": 3, "straight flush": 4},
    "back": {"four of a kind": 3, "straight flush": 4},
}  # fmt: skip
VIETNAMESE = {
    "front": {"three of a kind": 2}, "middle": {"full house": 1, "four of a kind": 7, "straight flush": 9},
    "back": {"four of a kind": 3, "straight flush": 4},
}  # fmt: skip
PAGAT_NATURALS = [[("six pairs", 3)], [("three straights", 3)], [("three flushes", 3)], [("dragon", 13)]]
SCOOPING = [[("no pictures", 0)], [("three straights", 0)], [("three flushes", 0)], [("dragon", 0)]]
OPEN_FRONT = {f"pair {rank}": points for points, rank in enumerate("6789TJQKA", 1)}
OPEN_FRONT |= {f"three of a kind {rank}": points for points, rank in enumerate("23456789TJQKA", 10)}
AMERICAN = Numbers(
    scoop=6, foul=6, foul_pays_royalties=True, always=True, front=OPEN_FRONT,
    middle={"three of a kind": 2, "straight": 4, "flush": 8, "full house": 12, "four of a kind": 20, "straight flush": 30,
            "royal flush": 50},
    back={"straight": 2, "flush": 4, "full house": 6, "four of a kind": 10, "straight flush": 15, "royal flush": 25},
)  # fmt: skip

CLOSED = {
    "simple": Numbers(),
    "one-six": Numbers(scoop=6, naturals=SCOOPING, mode="scoop"),
    "two-four": Numbers(overall=1, surrender=2),
    "one-four": Numbers(scoop=4, surrender=2),
    "classic-royalties": Numbers(
        scoop=6, naturals=SCOOPING, mode="scoop", front={"three of a kind": 1},
        middle={"full house": 1, "four of a kind": 1, "straight flush": 1}, back={"four of a kind": 1, "straight flush": 1},
    ),
    "house-rules": Numbers(
        scoop=6, front={"three of a kind": 3}, middle={"full house": 1, "four of a kind": 3, "straight flush": 4},
        back={"four of a kind": 2, "straight flush": 3}, mode="difference", naturals_on_legal_boards=True,
        naturals=[[("three flushes", 9)], [("three straights", 10)], [("six pairs", 10)], [("dragon", 19)]],
    ),
    "pagat": Numbers(**PAGAT, naturals=PAGAT_NATURALS, naturals_compared=True),
    "pagat-always": Numbers(
        **PAGAT, naturals=PAGAT_NATURALS, naturals_compared=True, always=True, overall=1, overall_with_extras=True
    ),
    "malayan": Numbers(
        tie=1, always=True, front={"three of a kind": 2}, middle={"full house": 2, "four of a kind": 6, "straight flush": 8},
        back={"four of a kind": 4, "straight flush": 6}, mode="difference",
        naturals=[
            [("three flushes", 3)], [("three straights", 4)], [("six pairs", 4)], [("five pairs and trips", 5)],
            [("four trips", 6)], [("one colour", 10)], [("small, two to eight", 10)], [("big, eight to ace", 10)],
            [("three quads", 16)], [("three straight flushes", 18)], [("twelve pictures", 18)], [("one suit", 26)],
        ],
    ),
    "vietnamese": Numbers(
        scoop_times=2, home_run=9, **VIETNAMESE,
        naturals=[
            [("three straights", 3)], [("three flushes", 3)], [("six pairs", 3)], [("five pairs and trips", 6)],
            [("dragon", 13)], [("one suit", 26)],
        ],
    ),
    "singapore": Numbers(
        home_run=6, front={"three of a kind": 2}, middle={"full house": 1, "four of a kind": 7, "straight flush": 13},
        back={"four of a kind": 3, "straight flush": 6},
        naturals=[
            [("six pairs", 3), ("three straights", 3), ("three flushes", 3), ("small, two to nine", 3)], [("dragon", 13)],
        ],
    ),
    "hawaiian-gardens": Numbers(
        match=True, scoop=6, home_run=9, surrender=3, front={"three of a kind": 3},
        middle={"full house": 2, "four of a kind": 8, "straight flush": 10},
        back={"four of a kind": 4, "straight flush": 5}, mode="difference",
        naturals=[
            [("three straights", 4)], [("three flushes", 4)], [("twelve of one colour", 4)], [("six pairs", 4)],
            [("one colour", 6)], [("dragon", 13)], [("one suit", 39)],
        ],
    ),
    "house": Numbers(tie=1),
    "hong-kong": Numbers(tie=1, **VIETNAMESE, naturals=PAGAT_NATURALS),
    "mau-binh": Numbers(
        scoop_times=2, home_run=12, wheel="second", **VIETNAMESE,
        naturals=[
            [("three straights", 6)], [("three flushes", 6)], [("six pairs", 6)], [("five pairs and trips", 6)],
            [("dragon", 12)], [("one suit", 24)],
        ],
    ),
    "thirteen-water": Numbers(
        scoop_times=2, home_run=12, players=4, wheel="second", **VIETNAMESE,
        naturals=[
            [("three straights", 3)], [("three flushes", 3)], [("six pairs", 4)], [("five pairs and trips", 5)],
            [("four trips", 6)], [("one colour", 10)], [("small, two to eight", 12)], [("big, eight to ace", 15)],
            [("three quads", 20)], [("three straight flushes", 22)], [("jacks to aces", 24)], [("dragon", 36)],
            [("one suit", 108)],
        ],
    ),
}  # fmt: skip

RUSSIAN = Numbers(
    scoop=6, foul=6, foul_pays_royalties=True, always=True, front=OPEN_FRONT,
    middle={"three of a kind": 2, "straight": 4, "flush": 8, "full house": 12, "four of a kind": 16, "straight flush": 20,
            "royal flush": 30},
    back={"straight": 2, "flush": 4, "full house": 6, "four of a kind": 8, "straight flush": 10, "royal flush": 15},
)  # fmt: skip
OPEN = {
    **dict.fromkeys(("american", "standard", "pineapple", "turbo", "closed", "progressive"), AMERICAN),
    "russian": RUSSIAN,
    "western": replace(RUSSIAN, match=True),
    "face-up": Numbers(
        foul=9, foul_pays_royalties=True, foul_pays_naturals=True, tie=1, always=True, front=OPEN_FRONT,
        middle={"straight": 4, "flush": 8, "full house": 12, "four of a kind": 16, "straight flush": 20, "royal flush": 40},
        back={"straight": 2, "flush": 4, "full house": 6, "four of a kind": 8, "straight flush": 10, "royal flush": 20},
        naturals_on_legal_boards=True,
        naturals=[
            [("six pairs, loose", 3), ("three straights", 3), ("three flushes", 3)], [("dragon", 13)], [("one suit", 26)],
        ],
    ),
}  # fmt: skip

TABLE = {**CLOSED, **OPEN}
APART = ("lowball-middle", "single-winner", "pool", "deuce-to-seven")  # with tests of their own below

by_preset = pytest.mark.parametrize("name", TABLE)

# Boards without royalties and naturals of any preset. Each beats the following ones in every row.
PLAIN = [
    "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 6d 5s", "Qc Jd 2d / 8s 8h 7d 6c 3h / Ad As 7h 7c 4h",
    "Jc Td 3d / 5h 5c 6h 8c 9d / Qs Qh 6s 8d 4s",
]  # fmt: skip
FOURTH = "Qd 9c 7s / 2h 2s 3c 5d Kc / Kh Ks Js Jh Ac"
FOULS = ["Ac 3c 2h / Ks Kh 7s 2s 9c / Qd Jh Js Kc 5d", "6c 6h 5c / 3d 3h 4s 7d 8c / Td 9d 8h 7h Qc"]
DECK = range(52)


def as_board(board):
    return cp.Board.parse(board) if isinstance(board, str) else cp.Board(*board)


def settle(boards, name, *, declare=True, **options):
    """Return points, with all naturals declared."""
    return cp.settle([None if b is None else as_board(b) for b in boards], name, declare=declare, **options).points


def test_what_players_call_the_game_leads_to_a_preset():
    for name, (preset, place) in LOCAL_NAMES.items():
        assert place
        spellings = {name, name.upper(), name.replace(" ", "-"), name.replace(" ", "_"), unicodedata.normalize("NFD", name)}
        assert {cp.rules(spelling).name for spelling in spellings} == {preset}
        assert name in local_names_of(preset)
    for name in cp.presets():
        assert cp.rules(name).name == cp.rules(name.upper()).name == name
        assert {*map(cp.rules, local_names_of(name))} <= {cp.rules(name)}
    assert {cp.rules(name).name for name in ("Xập Xám", "Xập Xám Chướng")} == {"vietnamese"}
    assert {cp.rules(name).name for name in ("mậu binh", "binh xập xám", "MauBinh")} == {"mau-binh"}
    assert cp.rules("Thirteen Water") == cp.rules("thirteen-water")
    for wrong in ([], {}, None, 5, "", "---", "pusoy dos"):
        with pytest.raises(errors.RulesError, match="unknown rules"):
            cp.rules(wrong)
    boards = ["6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c", "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"]
    assert cp.settle(boards, "Pusoy") == cp.settle(boards, "pagat")


def test_the_highest_board_of_hong_kong_wins_18():
    """Trips in front win 3 points, straight flushes 10 and 5; the second seat is the banker."""
    boards = ["Ac As Ah / 9s Ts Js Qs Ks / 9d Td Jd Qd Kd", "2c 3c 5d / 2d 3d 4c 6c 8c / 2h 3h 4h 6d 8d"]
    assert cp.settle(boards, "hong-kong", button=1, declare=False).points == (18, -18)


def test_files_name_presets_only():
    """Other rules of the same name, which the reader may not have, are not confused with a preset."""
    deal = cp.Deal("pineapple", 2, seed=1)
    text = notation.format_deal(deal.place(deal.position().placements()[0]))
    assert notation.parse_deal(text).rules.name == "pineapple"
    for call in (
        lambda: notation.parse_deal(text.replace('"pineapple"', '"pusoy"')),
        lambda: cp.Position.parse(str(deal.position()).replace("pineapple", "pusoy")),
        lambda: cp.Rules.from_dict({"base": "pusoy"}),
    ):
        with pytest.raises(errors.CpokerError, match="pusoy"):
            call()


def test_every_preset_is_tested():
    assert {*TABLE, *APART} == set(cp.presets())
    for name in cp.presets():
        assert cp.rules(name).name == name
        assert cp.rules(name).note


def worth(numbers, row, cards):
    table = getattr(numbers, row)
    kind, letter = kind_of(cards)
    wider = ["straight flush", "royal flush"] if kind == "royal flush" else [kind]
    return next((table[k] for k in (f"{kind} {letter}", *reversed(wider)) if k in table), 0)


def expected(numbers, a, b):
    """Return the points that the first player, who has the button, wins from the second by rows."""
    keys = [(reference.key(x, numbers.wheel), reference.key(y, numbers.wheel)) for x, y in zip(a, b, strict=True)]
    won, extra = [reference.compare(x, y) or numbers.tie for x, y in keys], 0
    for row, side, x, y in zip(("front", "middle", "back"), won, a, b, strict=True):
        mine, yours = worth(numbers, row, x), worth(numbers, row, y)
        extra += mine - yours if numbers.always else {1: mine, 0: 0, -1: -yours}[side]
    sides = sum(won)
    if abs(sides) == 3:
        base = numbers.scoop * reference.sign(sides)
    elif numbers.match:
        base = numbers.two * ((won.count(1) >= 2) - (won.count(-1) >= 2))
    else:
        base = sides
    net = base + extra if numbers.overall_with_extras else base
    total = base + extra + numbers.overall * reference.sign(net)
    return total * (numbers.scoop_times if abs(sides) == 3 else 1)


FRONT_KINDS = ["high card", *(f"pair {r}" for r in LETTERS), *(f"three of a kind {r}" for r in LETTERS)]
FIVE_KINDS = ["pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush"]


def board_with(rng, row, kind, deck):
    """Return a legal board with a kind of row in a row."""
    if row == "front":
        kind, _, rank = kind.rpartition(" ") if kind != "high card" else (kind, "", None)
        return make_board(rng, (kind, "full house", "four of a kind"), deck, (rank, None, None))
    if row == "middle":
        higher = ["royal flush"] if kind in ("straight flush", "royal flush") else ["four of a kind", "straight flush"]
        return make_board(rng, ("high card", kind, rng.choice(higher)), deck)
    return make_board(rng, ("high card", "pair", kind), deck)


@cache
def pair_with(row, kinds, attempt):
    """Return two legal boards with these kinds of rows in a row, or None; all presets use the same boards."""
    rng = random.Random(f"{row} {kinds} {attempt}")
    first = board_with(rng, row, kinds[0], DECK)
    second = first and board_with(rng, row, kinds[1], [c for c in DECK if c not in sum(first, [])])
    return second and (first, second)


@by_preset
def test_every_royalty_in_every_row_won_and_lost(name):
    """Each kind is settled against a weaker and a stronger kind in the same row."""
    numbers, checked = TABLE[name], set()
    kinds = {"front": FRONT_KINDS, "middle": [*FIVE_KINDS, "royal flush"], "back": [*FIVE_KINDS, "royal flush"]}
    never = [pattern for level in numbers.naturals for pattern, _ in level]
    for row, ladder in kinds.items():
        place = ("front", "middle", "back").index(row)
        for both in itertools.product(ladder, ladder[:: 4 if row == "front" else 1]):
            for attempt in range(12):
                if not (boards := pair_with(row, both, attempt)):
                    continue
                makes_natural = any(cp.naturals(sum(board, []), never) for board in boards)
                if not makes_natural and not any(cp.settling.read_seat(as_board(board), name).is_foul for board in boards):
                    break
            else:
                continue
            a, b = boards
            points = expected(numbers, a, b)
            assert settle([a, b], name) == (points, -points), (a, b)
            side = reference.compare(reference.key(a[place]), reference.key(b[place]))
            if worth(numbers, row, a[place]):
                checked.add((row, kind_of(a[place])[0], side))
            if worth(numbers, row, b[place]):
                checked.add((row, kind_of(b[place])[0], -side))
    paid = {(row, k.rstrip(LETTERS).strip()) for row in kinds for k in getattr(numbers, row)}
    for row, kind in paid:
        assert (row, kind, 1) in checked or kind == "royal flush"
        assert (row, kind, -1) in checked or kind == "royal flush"
    if "royal flush" in numbers.back:
        assert ("back", "royal flush", 1) in checked


TIE = ["3s 3h 6d / Ks Kh 9s 8h 7c / As Ah Td 9c 8d", "3d 3c 6s / Kd Kc 9d 8c 7s / Ad Ac Tc 9h 8s"]


@by_preset
def test_rows_scoop_and_tie(name):
    numbers = TABLE[name]
    scoop = (numbers.scoop + numbers.overall) * numbers.scoop_times
    two = numbers.two + numbers.overall  # front and middle won, back lost
    wins_two = ["Ah Kd 2c / 9s 9h 4c 4d 3s / Qd Qh 3h 3c 5s", "Qc Jd 2d / 8s 8h 6c 7d 3d / Ad As 7h 7c 4h"]
    tied = scoop if numbers.tie else 0
    for boards, button, points in (
        (PLAIN[:2], 0, scoop), (PLAIN[1::-1], 0, -scoop), (wins_two, 0, two), (TIE, 0, tied), (TIE, 1, -tied),
    ):  # fmt: skip
        assert settle(boards, name, button=button) == (points, -points)


@by_preset
def test_home_run(name):
    numbers = TABLE[name]
    scoop = (numbers.scoop + numbers.overall) * numbers.scoop_times
    for players in (3, 4):
        boards = PLAIN if players == 3 else [*PLAIN, FOURTH]
        price = numbers.home_run if numbers.home_run is not None and players >= numbers.players else scoop
        assert settle(boards, name)[0] == (players - 1) * price
    if numbers.home_run is not None:  # two players are too few for it
        assert settle(PLAIN[:2], name)[0] == scoop
    # Fouls count for a home run.
    is_home_run = numbers.home_run is not None and numbers.players == 3
    assert settle([PLAIN[0], *FOULS], name)[0] == 2 * (numbers.home_run if is_home_run else foul_price(numbers, 0))


def foul_price(numbers, royalties):
    if numbers.foul is None:
        return (numbers.scoop + numbers.overall + royalties) * numbers.scoop_times
    return numbers.foul + (royalties if numbers.foul_pays_royalties else 0)


@by_preset
def test_fouls(name):
    numbers, strong = TABLE[name], "6s 6h 6d / 4s 4h 4d 9c 9h / Kd Qd Jd Td 9d"
    price = foul_price(numbers, 0)
    assert settle([PLAIN[0], FOULS[0]], name) == (price, -price)
    assert (settle([FOULS[0], PLAIN[0]], name), settle(FOULS, name)) == ((-price, price), (0, 0))
    rows = zip(cp.boards.ROWS, as_board(strong).rows, strict=True)
    paid = foul_price(numbers, sum(worth(numbers, row, list(cards)) for row, cards in rows))
    assert settle([strong, "Ac 3c 2h / Ks Kh 7s 2s 9s / Qc Jh Js Kc 5d"], name) == (paid, -paid)


@by_preset
def test_surrender(name):
    numbers = TABLE[name]
    if numbers.surrender is None:
        with pytest.raises(errors.RulesError, match="board 2: a surrender"):
            settle([PLAIN[0], None], name)
        return
    assert settle([PLAIN[0], None], name) == (numbers.surrender, -numbers.surrender)
    assert settle([None, FOULS[0], None], name) == (-numbers.surrender, 2 * numbers.surrender, -numbers.surrender)


def set_of(name, hand, pattern):
    """Return a board that may declare a pattern."""
    hand = list(hand)
    if not TABLE[name].naturals_on_legal_boards:
        return hand[:3], hand[3:8], hand[8:]
    is_of_rows = "flush" in pattern or "straight" in pattern
    board = cp.settling.natural_board(hand, pattern) if is_of_rows else cp.best_royalties(hand, name)
    return tuple(map(list, board.rows))


def two_naturals(rng, pattern, other, better_than):
    """Return two hands that make the patterns and nothing better; the rarer is made first, since it needs certain cards."""
    rare = ["one suit", "three straight flushes", "twelve pictures", "jacks to aces", "three quads", "four trips"]
    first, second = sorted((pattern, other), key=lambda p: rare.index(p) if p in rare else len(rare))
    for _ in range(30):
        hand = make_natural(rng, first, DECK, better_than(first))
        other_hand = make_natural(rng, second, [c for c in DECK if c not in hand], better_than(second))
        if other_hand:
            return (hand, other_hand) if first == pattern else (other_hand, hand)
    return None


# The deck has too few cards for both of these.
NEVER_TOGETHER = [
    {"twelve pictures"}, {"twelve pictures", "one suit"}, {"jacks to aces"}, {"jacks to aces", "one suit"},
    {"jacks to aces", "dragon"}, {"three quads", "one suit"}, {"three quads", "dragon"},
]  # fmt: skip


@pytest.mark.parametrize("name", [name for name, numbers in TABLE.items() if numbers.naturals])
def test_naturals_against_boards_fouls_and_each_other(name):
    numbers, rng = TABLE[name], random.Random(11)
    levels = {pattern: level for level, listed in enumerate(numbers.naturals) for pattern, _ in listed}
    points = {pattern: value for listed in numbers.naturals for pattern, value in listed}
    scoop = numbers.scoop * numbers.scoop_times

    def better_than(pattern):
        return [other for other in levels if levels[other] >= levels[pattern] and other != pattern]

    for pattern in levels:
        hand = make_natural(rng, pattern, DECK, better_than(pattern))
        deck = [c for c in DECK if c not in hand]
        value = scoop if numbers.mode == "scoop" else points[pattern]
        ordinary = next(
            board
            for board in (make_board(rng, ("high card", "pair", "two pair"), deck) for _ in range(50))
            if board and not any(reference.PATTERNS[p](sum(board, [])) for p in levels)
        )
        assert settle([set_of(name, hand, pattern), ordinary], name) == (value, -value), pattern
        assert settle([ordinary, set_of(name, hand, pattern)], name) == (-value, value)
        front, middle, back = ordinary
        foul = front, back, middle
        extra = numbers.foul if numbers.foul_pays_naturals else 0
        shown = set_of(name, sorted(hand, reverse=True), pattern)
        assert settle([shown, foul], name) == (value + extra, -value - extra), pattern
        for other in levels:
            pair = two_naturals(rng, pattern, other, better_than)
            if pair is None:
                assert {pattern, other} in NEVER_TOGETHER, (pattern, other)
                continue
            if numbers.mode == "difference":
                paid = points[pattern] - points[other]
            elif numbers.mode == "scoop" or levels[pattern] == levels[other]:
                paid = 0
            else:
                paid = points[pattern] if levels[pattern] > levels[other] else -points[other]
            if pattern == other and numbers.naturals_compared:
                order = [reference.natural_order(cp.rulebook.Natural(name=pattern), [hand], cp.Rules()) for hand in pair]
                paid = points[pattern] * reference.compare(*order)
            assert settle([set_of(name, pair[0], pattern), set_of(name, pair[1], other)], name) == (paid, -paid), pair


def test_naturals_of_singapore_may_be_changed():
    """House rules allow small cards up to ten, or a dragon for 26."""
    naturals = [{"name": "small, two to ten", "points": 3, "level": 1}, {"name": "dragon", "points": 26, "level": 2}]
    rules = cp.Rules.from_dict({"base": "singapore", "naturals": naturals})
    dragon, small = "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As", "2h 2d 3s / 4s 4c 5d 6d 7c / 8s 8h 9s Tc Th"
    assert settle([dragon, small], rules) == (26, -26)


def test_lowball_middle():
    low, high = "Ah Kd Qc / 7s 5h 4c 3d 2s / Ts Th Tc 6d 5s", "Kc Jd 2d / 8s 7h 5c 4d 3h / Ad As 7d 7c 4h"
    two_rows = "Ad Ac 2d / 8s 7h 5c 4d 3h / As Js 9d 7c 4h"  # a foul: the pair in front beats the middle without a pair
    ties = "Kc Jd 2d / 7d 5c 4d 3h 2h / Ad As 8d 8c 4h"  # the middles
    for other, points in ((high, 6), (two_rows, 6), (ties, 2)):
        assert settle([low, other], "lowball-middle") == (points, -points)
    for worse in ("As 5c 4h 3s 2c", "6s 5c 4h 3s 2c", "Kh 8h 6h 5d 5c", "Qh 9h 8h 7h 3h"):  # ace high, straight, pair, flush
        board = f"8c 6c 2h / {worse} / Kc Ks Qs Jd 9c"
        pair = cp.settle([low.replace("Ah Kd", "Ad Kd"), board], "lowball-middle").pairs[0]
        assert pair.rows == (1, 1, 1), worse
    with pytest.raises(errors.RulesError):
        settle([low, None], "lowball-middle")


def test_single_winner():
    circle = [  # each board beats the next one in two rows
        "Kh Qd 3c / 8s 8h 5c 4d 3s / As Ad 6h 6d 4s", "Jc Td 3d / 9h 9d 5d 4c 2s / Ks Kd Qs 7d 4h",
        "Ac Qh 2d / 7s 7h 5s 6s 3h / Qc Jh Ts 9c 8d",
    ]  # fmt: skip
    pairs = {(p.first, p.second): p.rows for p in cp.settle(circle, "simple").pairs}
    assert pairs == {(0, 1): (1, -1, 1), (0, 2): (-1, 1, -1), (1, 2): (-1, 1, -1)}
    one_row = [TIE[0].replace("6d", "7d"), TIE[1]]
    assert settle(one_row, "simple") == (1, -1)  # one row is not enough
    for boards, points in (
        (PLAIN, (2, -1, -1)), ([*PLAIN, FOURTH], (3, -1, -1, -1)), (circle, (-1, -1, 2)), (TIE, (0, 0)), (one_row, (0, 0)),
        ([PLAIN[1], PLAIN[2], FOULS[0].replace("3c 2h", "3s 2h")], (2, -1, -1)), (FOULS, (0, 0)),
    ):  # fmt: skip
        assert settle(boards, "single-winner") == points


def test_pool():
    """Each player pays 3; front, middle and back collect 4; all three rows also collect 3 from each other player."""
    three_takers = [
        "Ah Kd 2c / 4h 4d 5h 6d 3s / Ts Th 6c 7d 9s", "Qc Jd 2d / 8s 8h 7h 6s 3h / Ad As Td 9h 4s",
        "Jc Tc 3d / 5s 5c 6h 8c 9d / Qs Qh Qd 8d 2h", "9c 7s 3c / 2s 4c 5d 7c Kc / Kh Ks Js Jh Ac",
    ]  # fmt: skip
    shared = [*TIE, "4s 4c 2d / 7h 7d 6c 5h Jh / Qs Qh 5c Jd 2c"]  # its front wins; two players get 1 and 2 of three points
    for boards, points in (
        ([*PLAIN, FOURTH], (9 + 9, -6, -6, -6)), (PLAIN, (6 + 6, -6, -6)), (three_takers, (1, 1, 1, -3)),
        (FOULS, (0, 0)), ([PLAIN[0], FOULS[0]], (3 + 3, -6)), (shared, (-3 + 1 + 1, -3 + 2 + 2, 0)),
    ):  # fmt: skip
        assert settle(boards, "pool") == points
    assert settle(shared, "pool", button=1) == (-3 + 2 + 2, -3 + 1 + 1, 0)
    with pytest.raises(errors.RulesError):
        settle([PLAIN[0], None], "pool")


def test_deuce_to_seven():
    """Middles pay 1 (nine-low) to 8 (7-5-4-3-2), other rows as in american; a middle worse than ten-low is a foul."""
    plain = "Kc Jd 2d / Td 8c 7d 5d 3c / Ad Ac 9d 9c 6d"
    for middle, royalty in (
        ("Th 9h 8s 7h 5s", 0), ("9h 8s 7h 5s 4s", 1), ("8s 7h 5s 4s 3h", 2), ("7h 6c 5s 4s 2h", 4), ("7h 5s 4s 3h 2c", 8),
    ):  # fmt: skip
        settled = cp.settle([f"Qc Jc 6s / {middle} / Kd Kh Ks Qd 4h", plain], "deuce-to-seven")
        assert (settled.seats[0].royalties, settled.seats[0].is_foul) == ((0, royalty, 0), False), middle
        rows = 1 if royalty else -1  # front lost, back won; a ten-nine loses the middle to a ten-eight
        assert settled.points == (rows + royalty, -rows - royalty)
        if royalty < 8:  # the best middle wins, and both royalties are paid
            best = "As Ac 2d / 7d 5d 4d 3d 2s / Ks Kc 8d 8c 6d"
            (lost,) = cp.settle([f"Qc Jc 6s / {middle} / Kd Kh Td Tc 4c", best], "deuce-to-seven").pairs
            assert (lost.rows[1], lost.royalties[1]) == (-1, royalty - 8)
    for middle in ("Jh 8s 7h 5s 3h", "9h 9s 5s 4s 2h", "7h 6c 5s 4s 3h", "9h 8h 6h 3h 2h"):  # jack, pair, straight, flush
        board = f"Qc Jc Tc / {middle} / Kd Kh Ks Qd 4h"
        assert cp.settling.is_foul_under(board, "deuce-to-seven")
        assert settle([board, plain], "deuce-to-seven") == (-6, 6)
    assert cp.settling.is_foul_under("Kh Kd 2c / Ts 8h 7c 5d 3d / Qs Qd 9d 8c 6h", "deuce-to-seven")
    full = "Qc Qs 6s / 7h 5s 4s 3h 2c / Kd Kh Ks 4c 4h"  # 7, 8 and 6; all rows won
    assert settle([full, plain], "deuce-to-seven") == (6 + 21, -27)


TRIPS, QUADS = {"three of a kind": 13}, {"four of a kind": 13, "straight flush": 13}
ONE_BY_ONE, PINEAPPLE = [(5, 5)] + [(1, 1)] * 8, [(5, 5)] + [(3, 2)] * 4


def with_cards(cards, *tables):
    return [dict.fromkeys(table, cards) for table in tables]


@pytest.mark.parametrize(("name", "players", "streets"), [
    ("standard", 4, ONE_BY_ONE), ("american", 4, ONE_BY_ONE), ("face-up", 4, ONE_BY_ONE), ("closed", 4, [(13, 13)]),
    ("turbo", 4, [(5, 5), (4, 4), (4, 4)]), ("pineapple", 3, PINEAPPLE), ("progressive", 3, PINEAPPLE),
    ("deuce-to-seven", 3, PINEAPPLE),
])  # fmt: skip
def test_streets(name, players, streets):
    plan = cp.rules(name)
    assert (plan.players, list(plan.streets)) == (players, streets)
    assert plan.timeout == ("as dealt" if players == 3 else "highest card first")


@pytest.mark.parametrize(("name", "cards"), [("american", 13), ("face-up", 13), ("pineapple", 14), ("progressive", 14)])
def test_fantasyland(name, cards):
    land = cp.rules(name).fantasyland
    queens = {"pair Q": cards, "pair K": cards, "pair A": cards, "three of a kind": cards}
    if name != "progressive":
        assert (dict(land.entry.front), land.entry.middle, land.entry.back) == (queens, (), ())
    full_house = {"full house": 0} if cards == 13 else {}  # with 14 cards, a full house in the middle does not stay
    trips, middle, quads = with_cards(cards, TRIPS, {**full_house, **QUADS}, QUADS)
    assert (dict(land.stay.front), dict(land.stay.middle), dict(land.stay.back)) == (trips, middle, quads)


def test_fantasylands_of_other_sizes():
    progressive = cp.rules("progressive").fantasyland
    assert dict(progressive.entry.front) == {"pair Q": 14, "pair K": 15, "pair A": 16, "three of a kind": 17}
    assert dict(progressive.stay.front) == {"three of a kind": 14}
    lowball = cp.rules("deuce-to-seven").fantasyland
    assert dict(lowball.entry.front) == {"pair K": 14, "pair A": 14, "three of a kind": 14}
    assert (dict(lowball.entry.middle), lowball.entry_by_more) == ({"7-5-4-3-2": 14}, 15)
    stay = [dict(getattr(lowball.stay, row)) for row in ("front", "middle", "back")]
    assert stay == [*with_cards(14, TRIPS, {"7-5-4-3-2": 0}, QUADS)]


def test_terms_of_face_up():
    terms = cp.rules("face-up").table
    assert (terms.least_to_play, terms.buy_in_least, terms.seats, terms.dealt_in, terms.two_hands) == (9, 30, 5, 4, True)
    fees = {1: 10, 5: 10, 10: 12, 20: 12, 30: 15, 40: 15, 50: 18, 100: 18}
    assert {limit: terms.fees.fee(limit) for limit in fees} == fees
    assert (terms.fees.fee(50, 19), terms.fees.fee(50, 20), terms.fees.fee(50, 40)) == (18, 9, 9)


def test_example_4():
    """A scoops B; A has quads in the back (10), B a flush in the back (4): B pays 12."""
    boards = ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc Td 5s", "Qc Jd 2d / 8s 8h 6c 7d 3h / Ac Jc 9c 8c 3c"]
    assert settle(boards, "american") == (12, -12)


def test_example_5():
    """The deuce of spades doubles a flush with it to 8, and a full house to 12 if the losing pair has it."""
    finnish = cp.Rules.from_dict({"base": "american", "deuce_of_spades": True})
    a, b = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5h", "Qc Jd 2d / 8s 8h 6c 7d 3h / Ks 9d 8d 7s 2s"
    flush = b.replace("Ks 9d 8d 7s 2s", "Ks Qs Js 7s 2s")
    assert cp.settle([a, flush], finnish).seats[1].royalties == (0, 0, 8)
    pair = b.replace("Ks 9d 8d 7s 2s", "Kc Ks 9d 7s 2s").replace("7d", "5c")
    assert cp.settle([a, pair], finnish).pairs[0].royalties == (0, 0, 12)
    assert cp.settle([a, pair], "american").pairs[0].royalties == (0, 0, 6)
