"""Strengths and categories of rows: single rows, arrays and texts, with every kernel."""

import gc
import itertools
import os
import subprocess
import sys
import weakref

import numpy as np
import pytest
import reference
from hypothesis import given, strategies as st

import cpoker_fast as cp
from cpoker_fast import _core, errors
from cpoker_fast.errors import CardError

LAST = 7916


def test_row_comparison_example_and_ends_of_the_scale():
    """The example lists five-card rows and fronts, strongest first."""
    backs = ["Ts Th Tc 4d 4s", "9h 7h 5h 3h 2h", "As Kd Qc Jh Ts", "Kd Kc 5s 5h 2d"]
    fronts = ["9s 9h 4c", "2s 2h Ac", "Kh Jd 3c", "Th 8d 3s"]
    for rows in (backs, fronts):
        values = [cp.strength(row) for row in rows]
        assert values == sorted(values, reverse=True)
        assert len(set(values)) == 4
    assert cp.strength("As Ks Qs Js Ts") == LAST
    assert cp.strength("4s 3h 2c") == 0
    assert cp.lowball_strength("7s 5h 4c 3d 2s") == 7461
    assert cp.lowball_strength("As Ks Qs Js Ts") == 0


def test_longer_rows_are_stronger_where_the_front_matches():
    assert cp.strength("As Kd Qc") < cp.strength("As Kd Qc 3h 2s")
    assert cp.strength("9s 9h 4c") < cp.strength("9s 9h 4c 3d 2s")
    assert cp.strength("9s 9h 4c") > cp.strength("9s 9h 3c")
    assert cp.strength("2s 2h 2c") < cp.strength("2s 2h 2c 4d 3s")
    assert cp.strength("3s 3h 3c") > cp.strength("2s 2h 2c Ad Ks")


def test_wheel():
    wheel, six_high, king_high, broadway = "5s 4h 3c 2d As", "6s 5h 4c 3d 2s", "Ks Qh Jc Td 9s", "As Kh Qc Jd Ts"
    assert cp.strength(wheel) < cp.strength(six_high)
    second = [cp.strength(row, wheel="second") for row in (six_high, king_high, wheel, broadway)]
    assert second == sorted(second)
    assert len(set(second)) == 4
    assert cp.strength("5s 4s 3s 2s As", wheel="second") == LAST - 1
    assert cp.strength("Ks Qs Js Ts 9s", wheel="second") == LAST - 2
    assert cp.describe(LAST - 1, wheel="second") == "straight flush, five high"
    assert cp.lowball_strength(wheel) > cp.lowball_strength("As 6h 3c 2d 4s")


@pytest.mark.parametrize(
    "row",
    [("Ts Th Tc 4d 4s",), (["Ts", "Th", "Tc", "4d", "4s"],), (cp.CardSet("Ts Th Tc 4d 4s"),), ([35, 34, 32, 9, 11],),
     ((35, 34, 32, 9, 11),), (np.array([35, 34, 32, 9, 11], dtype=np.uint8),), (iter([35, 34, 32, 9, 11]),),
     (35, 34, 32, 9, 11), ("Ts", "Th", "Tc", "4d", "4s"), (np.uint8(35), 34, 32, 9, 11)],
    ids=lambda row: f"{len(row)} {type(row[0]).__name__}",
)  # fmt: skip
def test_every_kind_of_argument(row):
    assert cp.strength(*row) == 7693


@pytest.mark.parametrize(
    ("row", "message"),
    [(("",), "expected 3, 5, 6 or 7 cards, got 0"), (("As Kd",), "expected 3, 5, 6 or 7 cards, got 2"),
     (("As Kd Qd Jd",), "expected 3, 5, 6 or 7 cards, got 4"), ((1, 2), "expected 3, 5, 6 or 7 cards, got 2"),
     ((1, 2, 3, 4), "expected 3, 5, 6 or 7 cards, got 4"), ((1, 2, 3, 4, 4), "appears twice: again as card 5"),
     ((1, 2, 1, 4, 5), "appears twice: again as card 3"), ((1, 2, 3, 4, 52), "bad card 52 as card 5"),
     ((-1, 2, 3, 4, 5), "bad card -1 as card 1"), ((1, 2, 3, 2**80, 5), "as card 4"),
     ((1, 2, None, 4, 5), "bad card None as card 3"), ((1, 2, 3.5), "bad card 3.5 as card 3"),
     ((3,), "cannot read cards from 3"), (("As Kd Qc", None, 5), "bad card 'As Kd Qc' as card 1"),
     ((1, None, None, None, 5), "bad card None as card 2"), ((1, 2, 3, 4, 5, 6, 6), "appears twice: again as card 7"),
     ((1, 2, 3, 4, 5, 52), "bad card 52 as card 6"), ((1, 2, 3, 4, 5, None, 7), "bad card None as card 6"),
     ((1, 2, 3, 4, 5, 6, 2**70), "as card 7"), ((1, 2, 3, 4, 5, 6, True), "as card 7"),
     (("As Kd Qd Jd 9c 8c 7c 6c",), "expected 3, 5, 6 or 7 cards, got 8")],
)  # fmt: skip
def test_bad_rows(row, message):
    with pytest.raises(CardError, match=message):
        cp.strength(*row)


@pytest.mark.parametrize(
    "row",
    [("As Kd Qc",), (cp.CardSet("As Kd Qc Jh 9s"),), ([1, 2, 3],), (1, 2, 3), (1, 2, 3, 4, 5), ("As", "Kd", "Qc", "Jh", 3),
     (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6, 7), ("As", "Kd", "Qc", "Jh", 3, "2h", 1)],
)  # fmt: skip
def test_explicit_defaults(row):
    """The fast path for usual calls and the general path return the same."""
    strength = cp.strength(*row)
    for cards in (row, (*row, *[None] * (5 - len(row))), (*row, *[None] * (7 - len(row)))):
        assert cp.strength(*cards) == cp.strength(*cards, wheel="lowest") == strength
    if isinstance(row[0], int):
        assert cp.strength(list(row)) == strength


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [(lambda: cp.lowball_strength("As Kd Qc"), CardError, "expected 5 cards, got 3"),
     (lambda: cp.strength("As Kd Qc", wheel="third"), cp.CpokerError, "bad wheel 'third': expected 'lowest' or 'second'"),
     (lambda: cp.strengths(np.zeros((0, 5), np.uint8), wheel=None), cp.CpokerError, "bad wheel None"),
     (lambda: cp.ranking.describe_lowball(7462), errors.StrengthError, "expected an int from 0 to 7461"),
     (lambda: _core.use_cpu_level("x"), cp.CpokerError, "bad CPU level 'x'"), (cp.strength, TypeError, None),
     *((lambda function=function, value=value: function(value), errors.StrengthError, "expected an int from 0 to 7916")
       for function in (cp.category, cp.describe) for value in (-1, 7917, 2**70, 1.5, "5", None)),
     *((lambda threads=threads: cp.strengths(np.zeros((1, 5), np.uint8), threads=threads), errors.ArrayError,
        "threads: expected") for threads in (-1, 257, 1.5, "2", None))],
)  # fmt: skip
def test_bad_calls(call, error, message):
    with pytest.raises(error, match=message):
        call()


def rows_of_each_kind(size):
    """Yield a row of each set of ranks, and of five different ones also a flush."""
    for ranks in itertools.combinations_with_replacement(range(13), size):
        if max(map(ranks.count, ranks)) <= 4:
            row = [4 * rank + (i - ranks.index(rank)) for i, rank in enumerate(ranks)]
            if len({card % 4 for card in row}) == 1:
                row[0] += 1
            yield row
        if size == 5 and len(set(ranks)) == 5:
            yield [4 * rank for rank in ranks]


@pytest.mark.parametrize(
    ("strength", "key", "sizes", "n"),
    [(cp.strength, reference.key, (5, 3), 7917), (cp.lowball_strength, reference.lowball_key, (5,), 7462),
     (lambda row: cp.strength(row, wheel="second"), lambda row: reference.key(row, "second"), (5, 3), 7917)],
    ids=["lowest", "lowball", "second"],
)  # fmt: skip
def test_scale_at_all_category_borders(strength, key, sizes, n):
    """Every strength has the key of the reference, in increasing order."""
    rows = {key(row): row for size in sizes for row in rows_of_each_kind(size)}
    assert [strength(row) for _, row in sorted(rows.items())] == list(range(n))


@pytest.mark.parametrize(
    ("row", "category", "words"),
    [("As Kd Qc", "HIGH_CARD", "high card, ace king queen"),
     ("As Kd Qc 9h 4s", "HIGH_CARD", "high card, ace king queen nine four"), ("9s 9h 4c", "PAIR", "pair, nines with four"),
     ("6s 6h Ac Kd 4c", "PAIR", "pair, sixes with ace king four"),
     ("Ks Kh 5c 5d 9c", "TWO_PAIR", "two pair, kings and fives with nine"),
     ("6s 6h 6c", "THREE_OF_A_KIND", "three of a kind, sixes"),
     ("6s 6h 6c Kd 4c", "THREE_OF_A_KIND", "three of a kind, sixes with king four"),
     ("5s 4h 3c 2d As", "STRAIGHT", "straight, five high"), ("As Ks 9s 4s 3s", "FLUSH", "flush, ace king nine four three"),
     ("Ts Th Tc 4d 4s", "FULL_HOUSE", "full house, tens over fours"),
     ("9s 9h 9c 9d Ks", "FOUR_OF_A_KIND", "four of a kind, nines with king"),
     ("9s 8s 7s 6s 5s", "STRAIGHT_FLUSH", "straight flush, nine high"), ("As Ks Qs Js Ts", "ROYAL_FLUSH", "royal flush")],
)  # fmt: skip
def test_category_and_description(row, category, words):
    value = cp.strength(row)
    assert cp.category(value) is cp.ranking.Category[category]
    assert cp.describe(value) == words


def test_descriptions_of_strengths_are_different():
    assert len({cp.describe(s) for s in range(7917)}) == 7917
    assert len({cp.describe(s, wheel="second") for s in range(7917)}) == 7917
    assert len({cp.ranking.describe_lowball(s) for s in range(7462)}) == 7462
    assert cp.ranking.describe_lowball(7461) == "high card, seven five four three two"
    value = cp.strengths(np.array([[35, 34, 32, 9, 11]], dtype=np.uint8))[0]
    assert cp.describe(value) == "full house, tens over fours"


def scalar(rows, **options):
    return [cp.strength(row.tolist(), **options) for row in rows]


@pytest.mark.parametrize("width", [3, 5, 6, 7])
@pytest.mark.parametrize("n", [0, 1, 2, 7, 15, 16, 17, 63, 64, 65, 127, 128, 200])
def test_batches_of_every_length(kernel, deal, n, width):
    rows = deal(n, width)
    result = cp.strengths(rows)
    assert result.dtype == np.uint16
    assert result.tolist() == scalar(rows)
    assert cp.strengths(rows, wheel="second").tolist() == scalar(rows, wheel="second")
    if width == 5:
        assert cp.ranking.lowball_strengths(rows).tolist() == [cp.lowball_strength(row.tolist()) for row in rows]


@pytest.mark.parametrize("width", [3, 5, 6, 7])
def test_unaligned_strided_and_foreign_buffers(kernel, deal, width):
    rows = deal(100, width)
    expected = cp.strengths(rows).tolist()
    for offset in range(9):
        buffer = np.zeros(rows.size + offset, dtype=np.uint8)
        view = buffer[offset:].reshape(rows.shape)
        view[:] = rows
        assert cp.strengths(view).tolist() == expected
    wide = np.zeros((100, 2 * width), dtype=np.uint8)
    wide[:, ::2] = rows
    assert cp.strengths(wide[:, ::2]).tolist() == expected
    assert cp.strengths(rows[::-1]).tolist() == expected[::-1]
    assert cp.strengths(np.asfortranarray(rows)).tolist() == expected
    assert cp.strengths(memoryview(rows.tobytes()).cast("B", rows.shape)).tolist() == expected
    rows.flags.writeable = False
    assert cp.strengths(rows).tolist() == expected
    assert cp.strengths(rows.reshape(10, 10, width)).tolist() == np.reshape(expected, (10, 10)).tolist()


def test_masks(kernel, deal):
    rows = [*deal(100, 5).tolist(), *deal(100, 3).tolist(), *deal(100, 7).tolist(), *deal(100, 6).tolist()]
    masks = np.array([cp.CardSet(row).mask for row in rows], dtype=np.uint64)
    expected = [cp.strength(row) for row in rows]
    assert cp.strengths(masks).tolist() == expected
    assert cp.strengths(masks[::-1]).tolist() == expected[::-1]
    assert cp.strengths(masks.astype(">u8")).tolist() == expected
    assert cp.strengths(masks.reshape(10, 40)).shape == (10, 40)
    assert cp.ranking.lowball_strengths(masks[:100]).tolist() == [cp.lowball_strength(row) for row in rows[:100]]
    with pytest.raises(CardError, match=r"row index 0: mask .* has 7 cards, expected 5"):
        cp.ranking.lowball_strengths(masks[200:])


@pytest.mark.parametrize("threads", [1, 3])
def test_many_masks_of_all_sizes(kernel, deal, threads):
    hands = deal(40_000, 7)
    masks = [cp.CardSet(hand[: (3, 5, 6, 7)[i % 4]]).mask for i, hand in enumerate(hands.tolist())]
    strengths = cp.strengths(np.array(masks, np.uint64), threads=threads)
    for i, width in enumerate((3, 5, 6, 7)):
        assert (strengths[i::4] == cp.strengths(hands[i::4, :width])).all()
    masks[33_333] = 1
    with pytest.raises(CardError, match="row index 33333: mask 0x1"):
        cp.strengths(np.array(masks, np.uint64), threads=threads)


@pytest.mark.parametrize("threes", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_masks_of_both_sizes_in_any_order(kernel, rng, threes):
    rows = [rng.choice(52, 3 if rng.random() < threes else 5, replace=False).tolist() for _ in range(300)]
    flushes = [(4 * rng.choice(13, 5, replace=False) + 1).tolist() for _ in range(300)]
    for these in (rows, rows[::-1], [*flushes[:150], *rows, *flushes[150:]]):
        masks = np.array([cp.CardSet(row).mask for row in these], dtype=np.uint64)
        assert cp.strengths(masks).tolist() == [cp.strength(row) for row in these]


@pytest.mark.parametrize("width", [3, 5, 6, 7])
@pytest.mark.parametrize("place", [0, 1, 15, 16, 63, 64, 99])
def test_bad_rows_are_found_at_any_place(kernel, deal, width, place):
    good = deal(100, width)
    for i, j in itertools.combinations(range(width), 2):
        rows = good.copy()
        rows[place, j] = rows[place, i]
        message = f"row index {place}: card {rows[place, i]} appears twice: again at index {j}"
        with pytest.raises(CardError, match=message) as caught:
            cp.strengths(rows)
        assert caught.value.index == place
    for j, card in itertools.product(range(width), (52, 63, 64, 127, 128, 200, 255)):
        rows = good.copy()
        rows[place, j] = card
        with pytest.raises(CardError, match=f"row index {place}: bad card {card} at index {j}: expected 0 to 51"):
            cp.strengths(rows)
    assert cp.strengths(good).tolist() == scalar(good)


@pytest.mark.parametrize("width", [3, 5, 6, 7])
def test_equal_cards_of_neighbouring_rows_are_no_error_and_any_bytes_are_safe(kernel, rng, width):
    rows = np.tile(np.arange(width, dtype=np.uint8), (100, 1))
    rows[::2] = rows[::2, ::-1]
    assert cp.strengths(rows).tolist() == scalar(rows)
    for _ in range(50):
        with pytest.raises(CardError):
            cp.strengths(rng.integers(40, 256, (300, width), dtype=np.uint8))


@pytest.mark.parametrize("threads", [1, 2, 3, 0])
def test_the_first_bad_row_is_reported_with_any_threads(kernel, deal, threads):
    rows = np.tile(deal(1000, 5), (100, 1))
    rows[70_000, 2] = rows[90_000, 2] = 99
    rows[55_555, 4] = rows[55_555, 0]
    with pytest.raises(CardError) as caught:
        cp.strengths(rows, threads=threads)
    assert caught.value.index == 55_555


@pytest.mark.parametrize(
    ("mask", "message"),
    [(0, "has 0 cards, expected 3, 5, 6 or 7"), (0b1111, "has 4 cards, expected 3, 5, 6 or 7"),
     (1 << 13 | 0b11, "stand for no card"), (0xFF, "has 8 cards"), (2**64 - 1, "stand for no card"),
     (0x1FFF, "has 13 cards")],
)  # fmt: skip
def test_bad_masks(kernel, mask, message):
    for place in (0, 15, 63, 64, 99, 129):
        masks = np.array([0b11111, 0b111, *[0b1111100] * 128], dtype=np.uint64)
        masks[place] = mask
        with pytest.raises(CardError, match=f"row index {place}: mask") as caught:
            cp.strengths(masks)
        assert message in str(caught.value)
        assert caught.value.index == place
    masks = np.array([0b11111, 0b111], dtype=np.uint64)
    with pytest.raises(CardError, match=r"row index 0: mask 0x7 \(4c 3c 2c\) has 3 cards, expected 5"):
        cp.ranking.lowball_strengths(masks[1:])


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint16, np.int32, np.uint32, np.int64, ">i4", ">u2"])
def test_whole_numbers_of_any_dtype(deal, dtype):
    rows = deal(100, 5)
    assert cp.strengths(rows.astype(dtype)).tolist() == scalar(rows)
    assert cp.strengths(rows.tolist()).tolist() == scalar(rows)
    for number in (-1, 256 + 5, 2**40):
        bad = rows.astype(object)
        bad[7, 3] = number
        if np.iinfo(dtype).min <= number <= np.iinfo(dtype).max:
            with pytest.raises(CardError, match=rf"cards\[7, 3\]: bad card {number}: expected 0 to 51") as caught:
                cp.strengths(bad.astype(dtype))
            assert (caught.value.index, caught.value.position, caught.value.token) == (7, 3, number)
    bad = rows.astype(dtype)
    bad[9, 1] = 52
    with pytest.raises(CardError, match="row index 9: bad card 52 at index 1"):
        cp.strengths(bad)


def test_lists_of_text():
    """Rows of both sizes, in text, sets and numbers; test_batches.py has more kinds of lists."""
    texts = ["Ts Th Tc 4d 4s", "9s 9h 4c", "AsKsQsJsTs", "2c 3d 4h 5s 7c"]
    mixed = [texts[0], cp.CardSet(texts[1]), [51, 47, 43, 39, 35], texts[3]]
    for rows in (texts, tuple(texts), list(map(cp.CardSet, texts)), np.array(texts), np.array(texts, object), mixed):
        assert cp.strengths(rows).tolist() == [cp.strength(text) for text in texts]
    for wrong, position, token, message in (
        ("As Xx 2c", 3, "Xx", r"cards\[1\]: bad card 'Xx' at character 4"),
        ("As Kd", None, None, r"cards\[1\]: expected 3, 5, 6 or 7 cards, got 2 \(As Kd\)"),
    ):
        with pytest.raises(CardError, match=message) as caught:
            cp.strengths(["As Kd 2c", wrong])
        assert (caught.value.index, caught.value.position, caught.value.token) == (1, position, token)


def test_arrays_that_fit_are_not_copied(deal):
    """`out` may not overlap with the input, so the error shows that an input is read in place."""
    memory, masks = np.zeros(600, np.uint8), np.full(50, 7, np.uint64)
    rows, out = memory[:500].reshape(100, 5), memory[:200].view(np.uint16)
    rows[:] = deal(100, 5)
    for fitting, overlapping in ((rows, out), (memoryview(rows), out), (masks, masks.view(np.uint16)[:50])):
        with pytest.raises(errors.ArrayError, match="overlaps with the input"):
            cp.strengths(fitting, out=overlapping)


def test_out(deal):
    rows, room = deal(100, 5), np.zeros(200, dtype=np.uint16)
    out = room[50:150]
    assert cp.strengths(rows, out=out) is out
    assert out.tolist() == scalar(rows)
    assert not room[:50].any()
    assert not room[150:].any()
    rows = rows[:10]
    frozen = np.zeros(10, np.uint16)
    frozen.flags.writeable = False
    overlapping = np.zeros(50, np.uint8)
    overlapping[:] = rows.reshape(-1)
    unaligned = np.zeros(21, np.uint8)[1:].view(np.uint16)
    for cards, out, message in [
        (rows, np.zeros(10, np.int16), "expected an array of uint16, got int16 array"), (rows, [0] * 10, "got list"),
        (rows, np.zeros(10, ">u2"), "expected an array of uint16"),
        (rows, np.zeros(9, np.uint16), r"bad shape \(9,\) of out: expected \(10,\)"),
        (rows, np.zeros(20, np.uint16)[::2], "expected a C-contiguous"), (rows, frozen, "writeable"),
        (rows, unaligned, "aligned"), (overlapping.reshape(10, 5), overlapping[:20].view(np.uint16), "overlaps"),
    ]:  # fmt: skip
        with pytest.raises(errors.ArrayError, match=message):
            cp.strengths(cards, out=out)


def run(code, level):
    return subprocess.run(
        [sys.executable, "-P", "-c", f"import cpoker_fast as cp; {code}"],
        env={**os.environ, "CPOKER_FAST_CPU": level}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("level", ["", *cp.ranking.cpu_features().supported])
def test_environment_variable_forces_a_kernel(level):
    """Without it, the best kernel is used."""
    assert "portable" in cp.ranking.cpu_features().supported
    process = run("print(cp.ranking.cpu_features().active)", level)
    assert process.stdout.strip() == (level or cp.ranking.cpu_features().supported[-1])
    assert process.returncode == 0
    process = run("cp.strength", "mmx")
    assert process.returncode != 0
    assert "CPOKER_FAST_CPU: bad CPU level 'mmx': this machine can run portable" in process.stderr


def test_categories_and_words_of_all_strengths():
    every, low = np.arange(7917, dtype=np.uint16), np.arange(7462, dtype=np.uint16)
    for wheel in ("lowest", "second"):
        expected = [(cp.category(strength, wheel=wheel), cp.describe(strength, wheel=wheel)) for strength in range(7917)]
        categories, words = cp.ranking.categories(every, wheel=wheel), cp.ranking.describe_many(every, wheel=wheel)
        assert list(zip(categories.tolist(), words.tolist(), strict=True)) == expected
    assert cp.ranking.describe_lowball_many(low).tolist() == list(map(cp.ranking.describe_lowball, range(7462)))


@pytest.mark.parametrize(
    ("categories", "ranks_of", "strengths", "key", "sizes"),
    [*((lambda strengths, wheel=wheel: cp.ranking.categories(strengths, wheel=wheel),
        lambda strengths, wheel=wheel: cp.ranking.ranks_of(strengths, wheel=wheel),
        lambda rows, wheel=wheel: cp.strengths(rows, wheel=wheel), lambda row, wheel=wheel: reference.key(row, wheel),
        (3, 5)) for wheel in ("lowest", "second")),
     (cp.ranking.lowball_categories, cp.ranking.lowball_ranks_of, cp.ranking.lowball_strengths,
      lambda row: reference.key(row, None), (5,))],
    ids=["lowest", "second", "lowball"],
)  # fmt: skip
def test_categories_and_ranks_of_all_rows(categories, ranks_of, strengths, key, sizes):
    """Of a row of each kind, and so of every strength: the category and the ranks by which the reference compares."""
    for size in sizes:
        rows = list(rows_of_each_kind(size))
        values = strengths(np.array(rows, np.uint8))
        for row, category, ranks in zip(rows, categories(values).tolist(), ranks_of(values).tolist(), strict=True):
            kind, *expected = key(row)
            royal = kind == reference.STRAIGHT_FLUSH and expected == [reference.ACE]
            assert category == kind + royal
            expected = [3 if rank == 11.5 else rank for rank in expected]  # the reference's wheel below ace high
            assert ranks == [*expected, *[-1] * (5 - len(expected))]


def test_ranks_order_strengths_within_categories():
    every, low = np.arange(7917), np.arange(7462)
    ordered = [*zip(cp.ranking.categories(every).tolist(), cp.ranking.ranks_of(every).tolist(), strict=True)]
    assert ordered == sorted(ordered)
    assert len({(category, *ranks) for category, ranks in ordered}) == 7917
    lows = [*zip(cp.ranking.lowball_categories(low).tolist(), cp.ranking.lowball_ranks_of(low).tolist(), strict=True)]
    assert lows == sorted(lows, reverse=True)
    assert len({(category, *ranks) for category, ranks in lows}) == 7462


def test_batches_of_strengths_keep_their_shape(deal):
    strengths = cp.strengths(deal(24, 5)).reshape(2, 3, 4)
    categories = cp.ranking.categories(strengths)
    assert (categories.shape, categories.dtype) == ((2, 3, 4), np.uint8)
    assert cp.ranking.describe_many(strengths)[1, 2, 3] == cp.describe(int(strengths[1, 2, 3]))
    assert cp.ranking.categories(strengths.tolist()).tolist() == categories.tolist()
    assert cp.ranking.categories([]).tolist() == []
    assert cp.ranking.categories(np.array(5)).shape == cp.ranking.describe_many(np.array(5)).shape == ()
    for batch, empty in ((cp.ranking.ranks_of, []), (cp.ranking.lowball_ranks_of, np.empty(0, np.uint16))):
        ranks = batch(strengths % 7462)
        assert (ranks.shape, ranks.dtype) == ((2, 3, 4, 5), np.int8)
        assert batch(empty).shape == (0, 5)
        assert batch(np.array(5)).shape == (5,)
    for batch in (cp.ranking.categories, cp.ranking.ranks_of, cp.ranking.lowball_ranks_of):
        result = batch([0])
        result[...] = 99  # the result belongs to the caller
        assert (batch([0]) != 99).all()


LOWBALL_BATCHES = [cp.ranking.describe_lowball_many, cp.ranking.lowball_categories, cp.ranking.lowball_ranks_of]


@pytest.mark.parametrize("batch", [cp.ranking.categories, cp.ranking.describe_many, cp.ranking.ranks_of, *LOWBALL_BATCHES])
def test_numbers_that_are_no_strengths(batch):
    last = 7461 if batch in LOWBALL_BATCHES else 7916
    for wrong in (-1, last + 1, 2**40):
        with pytest.raises(errors.StrengthError, match=rf"strengths\[1, 0\]: bad strength {wrong}: expected 0 to {last}"):
            batch([[0, 5], [wrong, 7]])
    with pytest.raises(errors.StrengthError, match="bad dtype float64 of strengths"):
        batch([1.0])
    if batch not in LOWBALL_BATCHES:
        with pytest.raises(cp.CpokerError, match="bad wheel 'lowball'"):
            batch([1], wheel="lowball")


# Arrays of all kinds: those that fit are read in place, all others are copied or refused.
FIVE = np.array([[0, 4, 8, 12, 17], [51, 50, 49, 48, 0]], np.uint8)
MASKS = np.array([cp.CardSet(row).mask for row in FIVE.tolist()], np.uint64)
FOUND = [6309, 7895]
FROZEN = np.frombuffer(FIVE.tobytes(), np.uint8).reshape(2, 5)  # read-only


class Derived(np.ndarray):
    pass


@pytest.mark.parametrize(
    "rows",
    [
        FIVE, FROZEN, np.asfortranarray(FIVE), FIVE.astype(np.int64), FIVE.astype(">u2"), FIVE.astype(np.int8),
        np.repeat(FIVE, 2, axis=0)[::2], np.repeat(FIVE, 2, axis=1)[:, ::2], FIVE.view(Derived), FIVE.tolist(),
        memoryview(FIVE), [cp.CardSet(row) for row in FIVE.tolist()],
        MASKS, MASKS.astype(">u8"), MASKS.astype(np.ulonglong), np.repeat(MASKS, 2)[::2],
        np.frombuffer(b"x" + MASKS.tobytes(), np.uint64, offset=1),
    ],
    ids=lambda rows: f"{type(rows).__name__} {getattr(rows, 'dtype', '')} {getattr(rows, 'strides', '')}",
)  # fmt: skip
def test_arrays_of_all_kinds(rows):
    assert cp.strengths(rows).tolist() == FOUND
    out = np.zeros(2, np.uint16)
    assert cp.strengths(rows, out=out) is out
    assert out.tolist() == FOUND


def test_shapes_of_all_kinds():
    assert cp.strengths(FIVE[0]).shape == ()
    assert cp.strengths(FIVE[0]) == FOUND[0]
    assert cp.strengths(FIVE.reshape(1, 2, 1, 5)).shape == (1, 2, 1)
    mask = np.array(cp.CardSet(FIVE[0].tolist()).mask, np.uint64)
    assert (cp.strengths(mask).shape, int(cp.strengths(mask))) == ((), FOUND[0])
    assert cp.strengths(np.zeros((0, 5), np.uint8)).shape == (0,)
    assert cp.strengths(np.zeros((3, 0, 5), np.uint8)).shape == (3, 0)
    assert cp.strengths(np.zeros((2, 0), np.uint64)).shape == (2, 0)


@pytest.mark.parametrize(
    ("cards", "message"),
    [(np.zeros((2, 5)), "bad dtype float64 of cards"), (np.zeros(2, float), "bad dtype float64 of cards"),
     ([[0.0, 1, 2]], "bad dtype float64"), (np.zeros((1, 5), np.float32), "bad dtype float32 of cards"),
     (np.zeros((2, 5), bool), "bad dtype bool of cards: expected whole numbers"),
     (np.zeros((0, 5), complex), "bad dtype complex128"), (np.zeros((0, 5), "M8[s]"), "bad dtype datetime64"),
     (np.zeros((1, 5), "M8[s]"), "bad dtype datetime64.* of cards: expected whole numbers"),
     (np.zeros((1, 5), "S1"), "bad dtype .S1 of cards: expected whole numbers"),
     (np.zeros(1, "u1,u1"), "bad dtype .* of cards"), (np.uint8(3), "bad shape"),
     (np.zeros(4, np.int64), r"bad shape \(4,\) of cards: expected 3, 5, 6 or 7 cards on the last axis, or masks as uint64"),
     (np.full(4, 7 << 32), "bad dtype int64 of cards: expected uint64 for masks"),
     (np.full(3, 7 << 32), "bad dtype int64 of cards: expected uint64 for masks"),
     (np.zeros((2, 8), np.uint8), r"bad shape \(2, 8\) of cards: expected 3, 5, 6 or 7 cards on the last axis"),
     (np.zeros((2, 4), np.uint8), r"bad shape \(2, 4\) of cards: expected 3, 5, 6 or 7 cards on the last axis"),
     (np.array(1, np.uint8), r"bad shape \(\) of cards: expected 3, 5, 6 or 7 cards on the last axis"),
     ("AsKsQs", "expected an array, another buffer or a list, got str"), (None, "got NoneType"),
     (np.ma.array([[0, 4, 8]], mask=[[0, 0, 1]], dtype=np.uint8), "expected an array without a mask"),
     (np.ma.masked_array(FIVE), "bad cards: expected an array without a mask")],
)  # fmt: skip
def test_arrays_that_do_not_fit(cards, message):
    with pytest.raises(errors.ArrayError, match=message):
        cp.strengths(cards)


def test_arrays_are_released():
    """A view that is not released, after success or an error, would keep its array alive for ever."""

    def use():
        good, bad, wide = FIVE.copy(), np.zeros((2, 5), np.uint8), np.zeros((2, 4), np.uint8)
        out, short = np.zeros((2, 2), "H")
        cp.strengths(good, out=out)
        for cards, place in ((bad, out), (wide, out), (good, short[:1])):
            with pytest.raises(cp.CpokerError):
                cp.strengths(cards, out=place)
        del cards, place
        return [weakref.ref(array) for array in (good, bad, wide, out, short)]

    used = use()
    gc.collect()
    assert [array() for array in used] == [None] * 5


def best_key(cards, wheel="lowest"):
    return max(reference.key(five, wheel) for five in itertools.combinations(cards, 5))


@st.composite
def hands(draw, sizes):
    """Return different cards: any, of two suits, or of few ranks, so that flushes and full houses are frequent."""
    size = draw(sizes)
    suits, ranks = draw(st.sampled_from([(4, 13), (2, 13), (4, 4)]))
    deck = [4 * rank + suit for rank in range(13 - ranks, 13) for suit in range(suits)]
    return draw(st.permutations(deck))[:size]


@given(hands(st.integers(6, 7)), hands(st.integers(6, 7)), st.sampled_from(["lowest", "second"]))
def test_six_and_seven_cards_are_compared_by_their_best_five(first, second, wheel):
    """Hands compare as the reference's keys do, and a hand has the strength of one of its rows."""
    strengths = [cp.strength(hand, wheel=wheel) for hand in (first, second)]
    keys = [best_key(hand, wheel) for hand in (first, second)]
    assert (strengths[0] < strengths[1], strengths[0] > strengths[1]) == (keys[0] < keys[1], keys[0] > keys[1])
    best = next(five for five in itertools.combinations(first, 5) if reference.key(five, wheel) == keys[0])
    assert cp.strength(best, wheel=wheel) == strengths[0]


@given(hands(st.integers(5, 13)), st.sampled_from(["lowest", "second"]))
def test_best_five(hand, wheel):
    best = cp.ranking.best_five([hand], wheel=wheel).tolist()[0]
    assert best == [card for card in hand if card in best]
    assert reference.key(best, wheel) == best_key(hand, wheel)
    masks = cp.ranking.best_five([cp.CardSet(hand)], wheel=wheel)
    assert masks.dtype == np.uint64
    assert cp.CardSet.from_mask(int(masks[0])) == cp.CardSet(best)
    equal = [five for five in itertools.combinations(sorted(hand), 5) if reference.key(five, wheel) == best_key(hand, wheel)]
    if reference.key(best, wheel)[0] != reference.STRAIGHT_FLUSH:  # combinations begin with the lowest cards
        assert sorted(map(int, best)) in map(list, equal)


def test_best_five_of_one_hand():
    assert cp.ranking.best_five("As Ah Ac Kd Kh Kc Qs 5d 4d 2c") == cp.CardSet("As Ah Ac Kd Kc")
    hand = cp.CardSet("As 2d 3h 4c 5s Kd Qc Jh Tc")
    assert cp.ranking.best_five(hand, wheel="second") == cp.CardSet("As Kd Qc Jh Tc")
    assert cp.ranking.best_five(hand - cp.CardSet("Tc"), wheel="second") == cp.CardSet("As 2d 3h 4c 5s")
    six_high = cp.CardSet("As 2d 3h 4c 5s 6d Kc")
    assert cp.ranking.best_five(six_high) == cp.CardSet("2d 3h 4c 5s 6d")
    assert cp.ranking.best_five(six_high, wheel="second") == cp.CardSet("As 2d 3h 4c 5s")


def test_best_five_of_equal_cards_are_the_lowest():
    assert cp.ranking.best_five(["As Ah Ad Ac Ks Kh Kc"]).tolist() == [cp.CardSet("Ac Ad Ah As Kc").mask]
    assert cp.ranking.best_five(["9s 9h 8s 8d 7c 6h 5d 5c"]).tolist() == [cp.CardSet("9h 8d 7c 6h 5c").mask]


def test_best_five_of_many(deal):
    hands = deal(20_000, 9)
    best = cp.ranking.best_five(hands)
    assert best.shape == (20_000, 5)
    assert (cp.ranking.best_five(hands.reshape(200, 100, 9), threads=2) == best.reshape(200, 100, 5)).all()
    fives = [cp.strengths(np.ascontiguousarray(hands[:, columns])) for columns in itertools.combinations(range(9), 5)]
    assert (cp.strengths(best) == np.max(fives, axis=0)).all()
    assert cp.ranking.best_five(np.zeros((0, 6), np.uint8)).shape == (0, 5)
    assert cp.ranking.best_five(np.zeros((3, 0), np.uint64)).shape == (3, 0)


@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [([[0, 1, 2, 3]], errors.ArrayError, "expected 5 to 13 cards on the last axis"),
     (np.zeros((1, 14), np.uint8), errors.ArrayError, r"bad shape \(1, 14\)"),
     ([[0, 1, 2, 3, 4, 52]], CardError, "hand index 0: bad card 52 at index 5"),
     ([[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 0]], CardError, "hand index 1: card 0 appears twice: again at index 5"),
     (np.array([0b1111], np.uint64), CardError, "hand index 0: mask 0xf .* has 4 cards, expected 5 to 13"),
     (np.array([0b11111, 0x3FFF], np.uint64), CardError, "hand index 1: mask 0x3fff has bits that stand for no card"),
     (["As Kd Qc"], CardError, "expected 5"), ("As Kd Qc", CardError, "expected 5 to 13 cards, got 3"),
     (None, errors.ArrayError, "got NoneType")],
)  # fmt: skip
def test_bad_hands_of_best_five(cards, error, message):
    with pytest.raises(error, match=message):
        cp.ranking.best_five(cards)


def test_cards_are_separate_arguments_too():
    assert cp.lowball_strength(23, 14, 8, 5, 3) == 7461
    assert cp.strength(50, 49, 48) == cp.strength("Ah Ad Ac")
