"""The functions of the C interface, called with ctypes: results, and bad arguments of each kind."""

import ctypes
import dataclasses
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
import reference
from hypothesis import given, strategies as st
from known_boards import FOUR_MORE, HIGH, LOW

import cpoker_fast as cp
from cpoker_fast import c_interface
from cpoker_fast.c_interface import _TABLE as CAPSULE, LOWBALL, WHEEL_LOWEST, WHEEL_SECOND
from cpoker_fast.errors import CpokerError, RulesError

HEADER = Path(c_interface.get_include(), "cpoker_fast.h").read_text(encoding="utf-8")
FUNCTIONS = {name: c_interface.ctypes_function(name) for name in c_interface.FUNCTIONS}
NO_STRENGTH, BAD_ARGUMENT = 65535, -1
SCALES = (WHEEL_LOWEST, WHEEL_SECOND, LOWBALL)
DECK = [cp.format_card(card) for card in range(52)]


def as_c(array):
    """Return an array as ctypes passes it; the dtype must be that of the parameter."""
    return None if array is None else np.ctypeslib.as_ctypes(array.reshape(-1))


def call(name, *arguments):
    return FUNCTIONS[name](*(as_c(value) if isinstance(value, np.ndarray) else value for value in arguments))


def cards_in(*values):
    return np.array(values, np.uint8)


# ---- the listing, the header and the table ----

C_FUNCTION = re.compile(r"(\w+) \(\*(\w+)\)\(([^)]*)\);")


def test_the_header_has_the_listed_functions_with_their_types():
    """Each type of the header, in the words of Cython, with `const` behind the type."""
    declared = {}
    for result, name, parameters in C_FUNCTION.findall(re.sub(r"\s+", " ", HEADER)):
        types = [re.sub(r"const (\w+)", r"\1 const", re.sub(r"\w+$", "", text).strip()) for text in parameters.split(", ")]
        declared[name] = f"{result} (*)({', '.join(types)})"
    assert len(declared) == 10
    assert declared == {name: c_interface.signature(name) for name in c_interface.FUNCTIONS}


def test_the_table_has_the_listed_addresses_in_the_order_of_the_header():
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    at = pointer(CAPSULE, b"cpoker_fast.c_interface._TABLE")
    assert ctypes.c_uint32.from_address(at).value == c_interface.VERSION
    names = [name for _, name, _ in C_FUNCTION.findall(re.sub(r"\s+", " ", HEADER))]
    size = ctypes.sizeof(ctypes.c_void_p)  # the version fills up to the size of a pointer
    addresses = (ctypes.c_size_t * len(names)).from_address(at + size)
    assert list(addresses) == [c_interface.address(name) for name in names]


def test_the_constants_of_the_header_are_those_of_python():
    words = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)
    constants = {name: int(value) for name, value in re.findall(r"CPOKER_FAST_(\w+)(?: = | )(-?\d+)\b", words)}
    assert constants == {
        "C_VERSION": c_interface.VERSION, "CARDS": 52, "RANKS": 13, "SUITS": 4, "BOARD": 13, "STRENGTHS": 7917,
        "LOWBALL_STRENGTHS": 7462, "NO_STRENGTH": NO_STRENGTH, "BAD_ARGUMENT": BAD_ARGUMENT, "MOST_THREADS": 256,
        "DEAD_HAND": 254, "SURRENDER": 255,
    }  # fmt: skip
    scales, categories = re.findall(
        r"enum \{\s*(CPOKER_FAST_WHEEL_LOWEST\b.*?|CPOKER_FAST_HIGH_CARD\b.*?)\s*\};", words, re.DOTALL
    )
    in_order = [name.strip().removeprefix("CPOKER_FAST_") for name in scales.split(",")]
    assert [getattr(c_interface, name) for name in in_order] == [0, 1, 2]
    names = [name.strip().removeprefix("CPOKER_FAST_") for name in categories.split(",")]
    assert names == [category.name for category in cp.ranking.Category]


@pytest.mark.parametrize("find", [c_interface.address, c_interface.signature, c_interface.ctypes_function])
@pytest.mark.parametrize("name", ["strenght", "", None, 3, ["strength"]])
def test_unknown_names_are_refused(find, name):
    with pytest.raises(CpokerError, match="unknown C function .*: expected one of cards_of_mask, category, "):
        find(name)


# ---- cards and rows ----


@given(st.lists(st.integers(0, 255), max_size=60), st.integers(-3, 60))
def test_any_cards_become_a_mask_or_0(cards, n):
    array = cards_in(*cards, *[0] * 60)
    used = array[: max(n, 0)].tolist()
    is_set = len(set(used)) == len(used) <= 52 and all(card < 52 for card in used)
    mask = call("mask_of_cards", array, n)
    assert mask == (cp.CardSet(used).mask if is_set else 0)
    if mask:
        out = np.full(60, 99, np.uint8)
        assert call("cards_of_mask", mask, out) == n
        assert out[:n].tolist() == sorted(used)
        assert set(out[n:].tolist()) == {99}


@given(st.integers(0, 2**64 - 1))
def test_bits_without_a_card_are_refused(mask):
    has_gaps = bool(mask & 0xE000E000E000E000)
    out = np.zeros(52, np.uint8)
    n = call("cards_of_mask", mask, out)
    assert n == (BAD_ARGUMENT if has_gaps else mask.bit_count())
    if not has_gaps:
        assert cp.CardSet(out[:n].tolist()).mask == mask
    assert call("cards_of_mask", mask, None) == BAD_ARGUMENT


def python_strength(cards, scale):
    if scale == LOWBALL:
        return cp.lowball_strength(cards)
    return cp.strength(cards, wheel="second" if scale == WHEEL_SECOND else "lowest")


FIVE_CARDS = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


@given(FIVE_CARDS, FIVE_CARDS, st.sampled_from([3, 5]))
def test_strengths_order_rows_by_the_rules(one, other, size):
    rows = [one[:size], other[:5]]
    for scale, key in (
        (WHEEL_LOWEST, reference.key),
        (WHEEL_SECOND, lambda row: reference.key(row, "second")),
        *([(LOWBALL, reference.lowball_key)] if size == 5 else []),
    ):
        a, b = (call("strength", cp.CardSet(row).mask, scale) for row in rows)
        assert [a, b] == [call("strength_of_cards", cards_in(*row), len(row), scale) for row in rows]
        assert reference.sign(a - b) == reference.compare(key(rows[0]), key(rows[1]))
        assert [a, b] == [python_strength(row, scale) for row in rows]


FEW_BITS = st.lists(st.integers(0, 63), max_size=7).map(lambda bits: sum({1 << bit for bit in bits}))


@given(st.integers(0, 2**64 - 1) | FEW_BITS, st.integers(-(2**31), 2**31 - 1) | st.integers(-1, 4))
def test_any_mask_and_any_scale_have_a_result(mask, scale):
    sizes = {0: (3, 5, 6, 7), 1: (3, 5, 6, 7), 2: (5,)}.get(scale, ())
    is_row = not mask & 0xE000E000E000E000 and mask.bit_count() in sizes
    strength = call("strength", mask, scale)
    assert (strength != NO_STRENGTH) == is_row
    assert not is_row or strength == python_strength(cp.CardSet.from_mask(mask), scale)
    assert call("strengths_of_masks", np.array([mask], np.uint64), 1, scale, np.zeros(1, np.uint16), 1) == (
        1 if is_row else 0 if sizes else BAD_ARGUMENT
    )


def test_bad_rows_of_cards_have_no_strength():
    five = cards_in(0, 5, 10, 15, 20)
    assert call("strength_of_cards", five, 5, LOWBALL) != NO_STRENGTH
    for cards, n, scale in (
        (five, 4, 0),
        (five, 0, 0),
        (five, -1, 0),
        (five, 3, LOWBALL),
        (None, 5, 0),
        (five, 5, 3),
        (five, 5, -1),
    ):
        assert call("strength_of_cards", cards, n, scale) == NO_STRENGTH
    for bad in (cards_in(0, 5, 10, 15, 0), cards_in(0, 5, 10, 15, 52), cards_in(0, 5, 10, 15, 255)):
        assert call("strength_of_cards", bad, 5, 0) == NO_STRENGTH


def test_all_fronts_and_their_categories():
    """52 three of a kind, 3,744 pairs and 18,304 others."""
    fronts = np.array(list(combinations(range(52), 3)), np.uint8)
    out = np.zeros(len(fronts), np.uint16)
    assert call("strengths", fronts, 3, len(fronts), WHEEL_LOWEST, out, 2) == len(fronts) == 22_100
    categories = [call("category", strength, WHEEL_LOWEST) for strength in out.tolist()]
    counts = {cp.ranking.Category(number).name: categories.count(number) for number in set(categories)}
    assert counts == {"HIGH_CARD": 18_304, "PAIR": 3_744, "THREE_OF_A_KIND": 52}


def test_categories_of_all_numbers():
    names = {scale: [call("category", strength, scale) for strength in range(65_536)] for scale in SCALES}
    for scale, count in zip(SCALES, (7917, 7917, 7462), strict=True):
        assert names[scale][count:] == [BAD_ARGUMENT] * (65_536 - count)
    for scale, wheel in ((WHEEL_LOWEST, "lowest"), (WHEEL_SECOND, "second")):
        assert names[scale][:7917] == cp.ranking.categories(np.arange(7917), wheel=wheel).tolist()
    low = names[LOWBALL]
    assert low[7461] == cp.ranking.Category.HIGH_CARD
    assert low[0] == cp.ranking.Category.ROYAL_FLUSH
    assert low[:7462] == sorted(low[:7462], reverse=True)
    for scale in (-1, 3, 2**31 - 1, -(2**31)):
        assert call("category", 5, scale) == BAD_ARGUMENT


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("width", "scale"), [(3, 0), (3, 1), (5, 0), (5, 1), (5, 2), (6, 0), (6, 1), (7, 0), (7, 1)])
def test_arrays_of_rows(kernel, width, scale, threads):
    cards = cp.deal_many(20_000, 1, width, seed=width)[:, 0].copy()
    masks = np.array([cp.CardSet(row).mask for row in cards.tolist()], np.uint64)
    function = cp.ranking.lowball_strengths if scale == LOWBALL else cp.strengths
    expected = function(cards, **({} if scale == LOWBALL else {"wheel": ("lowest", "second")[scale]}))
    for name, rows in (("strengths", (cards, width)), ("strengths_of_masks", (masks,))):
        out = np.zeros(len(cards), np.uint16)
        assert call(name, *rows, len(cards), scale, out, threads) == len(cards)
        assert (out == expected).all()
        assert call(name, *rows, 0, scale, out, threads) == 0
    cards[17_000, 1], cards[12_345, 0], masks[12_345], masks[19_999] = 52, cards[12_345, 2], 0, 1
    assert call("strengths", cards, width, len(cards), scale, out, threads) == 12_345
    assert call("strengths_of_masks", masks, len(cards), scale, out, threads) == 12_345


CARDS, MASKS, OUT = np.arange(10, dtype=np.uint8), np.array([31, 31], np.uint64), np.zeros(2, np.uint16)
FEW = (
    ("cards", "width", "n", "scale", "out", "threads"),
    {"cards": CARDS, "width": 5, "n": 2, "scale": 0, "out": OUT, "threads": 1},
)


def wrong_values(call_name, names, valid, wrong):
    """Yield calls, each with one wrong argument."""
    for name, values in wrong.items():
        for value in values:
            yield pytest.param(call_name, [{**valid, name: value}[key] for key in names], id=f"{call_name}-{name}-{value}")


BOARDS = np.array([[cp.Board.parse(board).cards() for board in (HIGH, LOW)]], np.uint8)
POINTS = np.zeros((1, 2), np.int32)
PAGAT = c_interface.rules_number("pagat")
SETTLING = {"rules": PAGAT, "boards": BOARDS, "players": 2, "n": 1, "button": 0, "points": POINTS, "threads": 1}
READING = {"rules": PAGAT, "boards": BOARDS, "n": 2, "strengths": None, "royalties": None, "fouls": None, "threads": 1}
NUMBERS = {"n": (-1, -(2**63)), "threads": (0, -1, 257, 2**31 - 1)}
RULES = (-1, 1023, 1024, 2**31 - 1, -(2**31))


@pytest.mark.parametrize(("name", "arguments"), [
    *wrong_values("strengths", *FEW, {
        **NUMBERS, "cards": [None], "out": [None], "width": (0, 1, 2, 4, 8, -5, 2**31 - 1), "scale": (-1, 3, 2**31 - 1)}),
    *wrong_values("strengths", FEW[0], {**FEW[1], "scale": LOWBALL}, {"width": [3, 6, 7]}),
    *wrong_values("strengths_of_masks", ("rows", "n", "scale", "out", "threads"), {**FEW[1], "rows": MASKS}, {
        **NUMBERS, "rows": [None], "out": [None], "scale": (-1, 3, 2**31 - 1)}),
    *wrong_values("settle", [*SETTLING], SETTLING, {
        **NUMBERS, "rules": RULES, "boards": [None], "points": [None], "players": (0, 1, 5, -2), "button": (-1, 2, 256)}),
    *wrong_values("read_boards", [*READING], READING, {**NUMBERS, "rules": RULES, "boards": [None]}),
])  # fmt: skip
def test_each_wrong_argument_is_reported(name, arguments):
    assert call(name, *arguments) == BAD_ARGUMENT


@pytest.mark.parametrize("name", ["strengths", "strengths_of_masks", "settle", "read_boards"])
def test_nothing_may_be_null(name):
    valid = {"strengths": (None, 5, 0, 0, None, 1), "strengths_of_masks": (None, 0, 0, None, 1),
             "settle": (PAGAT, None, 2, 0, 0, None, 1), "read_boards": (PAGAT, None, 0, None, None, None, 1)}  # fmt: skip
    assert call(name, *valid[name]) == 0


# ---- boards and tables ----


def test_counts_of_arrangements():
    for hand in cp.deal_many(20, 1, seed=4)[:, 0].tolist():
        assert call("count_arrangements", cp.CardSet(hand).mask) == cp.count_arrangements(hand)
    for mask in (0, 2**64 - 1, cp.CardSet(range(12)).mask, cp.CardSet(range(14)).mask, 1 << 13 | cp.CardSet(range(12)).mask):
        assert call("count_arrangements", mask) == BAD_ARGUMENT


@pytest.mark.parametrize("name", cp.presets())
def test_boards_are_read_as_in_python(name):
    number = c_interface.rules_number(name)
    hands = cp.deal_many(300, 1, seed=3)[:, 0]
    legal = cp.best_royalties_many(hands, name)
    boards = np.vstack([hands, legal[legal[:, 0] < 52]])  # some hands have no lowball middle
    n = len(boards)
    strengths, royalties, fouls = np.zeros((n, 3), np.uint16), np.zeros((n, 3), np.int32), np.zeros(n, np.uint8)
    cards = boards.copy()
    assert call("read_boards", number, cards, n, strengths, royalties, fouls, 2) == n
    assert (strengths == cp.settling.board_strengths(boards, name)).all()
    assert (royalties == cp.settling.royalties_many(boards, name)).all()
    assert (fouls.astype(bool) == cp.settling.fouls_many(boards, name)).all()
    assert call("read_boards", number, cards, n, None, None, None, 1) == n
    cards[7, 3] = cards[7, 2]
    assert call("read_boards", number, cards, n, strengths, royalties, fouls, 1) == 7


def test_boards_without_cards_have_no_strengths():
    boards = np.repeat(cards_in(254, 255), 13).reshape(2, 13)
    royalties, fouls = np.ones((2, 3), np.int32), np.full(2, 9, np.uint8)
    assert call("read_boards", PAGAT, boards, 2, None, royalties, fouls, 1) == 2
    assert (royalties.tolist(), fouls.tolist()) == ([[0] * 3] * 2, [1, 0])
    assert call("read_boards", PAGAT, boards, 2, np.zeros((2, 3), np.uint16), None, None, 1) == 0


@pytest.mark.parametrize("name", cp.presets())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tables_are_settled_as_in_python(name, players):
    """Known boards against the reference, and random ones, legal and fouls, against `settle_many`."""
    number, rules = c_interface.rules_number(name), cp.rules(name)
    cards = cp.deal_many(200, players, seed=players)
    legal = cp.best_royalties_many(cards.reshape(-1, 13), name).reshape(cards.shape)
    legal[(legal >= 52).any(axis=2)] = cards[(legal >= 52).any(axis=2)]
    for boards in (cards, legal):
        for button in (0, players - 1):
            points = np.zeros((200, players), np.int32)
            assert call("settle", number, boards.copy(), players, 200, button, points, 2) == 200
            assert (points == cp.settle_many(boards, rules, button=button)).all()


def test_a_known_table():
    points = np.zeros((1, 3), np.int32)
    boards = [cp.Board.parse(board).cards() for board in (HIGH, LOW, FOUR_MORE)]
    assert call("settle", PAGAT, np.array(boards, np.uint8), 3, 1, 0, points, 1) == 1
    rows = [[list(row) for row in cp.Board.of_cards(board).rows] for board in boards]
    assert points[0].tolist() == list(reference.settle(rows, cp.rules("pagat")))


def test_bad_tables_are_found():
    boards = np.repeat(BOARDS, 3, axis=0)
    points = np.zeros((3, 2), np.int32)
    boards[2, 1, 0] = boards[2, 0, 0]
    assert call("settle", PAGAT, boards, 2, 3, 0, points, 1) == 2
    boards[1, 1] = 255  # pagat has no surrenders
    assert call("settle", PAGAT, boards, 2, 3, 0, points, 1) == 1
    boards[0, 0, 0] = 52
    assert call("settle", PAGAT, boards, 2, 3, 0, points, 1) == 0
    dead = np.vstack([BOARDS[0, :1], np.full((1, 13), 254, np.uint8)])
    assert call("settle", PAGAT, dead, 2, 1, 0, points, 1) == 1
    assert points[0].tolist() == list(cp.settle([HIGH, cp.FOUL], "pagat").points)
    front, middle, back = HIGH.split(" / ")
    foul = f"{front} / {back} / {middle}"
    cards = np.array([cp.Board.parse(board).cards() for board in (foul, LOW)], np.uint8)
    assert call("settle", PAGAT, cards, 2, 1, 0, points, 1) == 1
    assert points[0].tolist() == list(cp.settle([foul, LOW], "pagat").points)


# ---- rules by number ----


def test_equal_rules_have_one_number():
    house = dataclasses.replace(cp.rules("pagat"), name="house of the test", scoop_bonus=77)
    number = c_interface.rules_number(house)
    assert number == c_interface.rules_number(dataclasses.replace(house))
    assert number not in {PAGAT, c_interface.rules_number("simple")}
    points = np.zeros((1, 2), np.int32)
    assert call("settle", number, BOARDS, 2, 1, 0, points, 1) == 1
    assert points[0].tolist() == list(cp.settle([HIGH, LOW], house).points)
    with pytest.raises(RulesError, match="pagatt"):
        c_interface.rules_number("pagatt")


MANY = """
import dataclasses
import cpoker_fast as cp
from cpoker_fast import c_interface
rules = [dataclasses.replace(cp.rules("simple"), row_points=n % 32, scoop_bonus=n // 32) for n in range(32, 1056)]
assert [*map(c_interface.rules_number, rules)] == [*range(1024)]
try:
    c_interface.rules_number("pagat")
except cp.errors.RulesError as error:
    print(error)
assert c_interface.rules_number(rules[1000]) == 1000
"""


def test_the_numbers_of_rules_are_limited():
    process = subprocess.run([sys.executable, "-P", "-c", MANY], capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout == "the C interface has numbers for 1024 different rules in a process, and all are taken\n"


def test_threads_share_the_functions():
    cards = cp.deal_many(50_000, 1, 5, seed=8)[:, 0].copy()
    expected, results = cp.strengths(cards), []

    def rank():
        out = np.zeros(len(cards), np.uint16)
        results.append(call("strengths", cards, 5, len(cards), 0, out, 2) == len(cards) and bool((out == expected).all()))
        results.append(c_interface.rules_number("turbo") == c_interface.rules_number("turbo"))

    threads = [Thread(target=rank) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 16


def test_rules_have_one_number_with_threads():
    rules = [dataclasses.replace(cp.rules("simple"), scoop_bonus=100 + i) for i in range(20)]
    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(c_interface.rules_number, rules * 8))
    assert numbers == numbers[:20] * 8
    assert len({*numbers}) == 20
