"""Settlements of tables: examples of the rules, the reference, stakes, and bad input."""

import dataclasses
import itertools

import numpy as np
import pytest
import reference
from house_options import NATURALS, OPTIONS
from known_boards import DRAGON, FOUL, FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER, REST, SIX_PAIRS, A, B, rows_of

import cpoker_fast as cp
from cpoker_fast import _rules, _settling, errors, rulebook
from cpoker_fast._arranging import Splits
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.conditions import for_core
from cpoker_fast.rulebook.declaring import Int
from cpoker_fast.rulebook.option_groups import unit_of
from cpoker_fast.settling import DecidedBy


def check_against_reference(boards, rules, button=0, declare=None):
    """Check points with declarations; None: with all naturals, then by default, that is, declared if that pays more."""
    if declare is not None:
        return check_points(boards, rules, button, declare, reference.settle(rows_of(boards), rules, button, declare))
    check_points(boards, rules, button, True, reference.settle(rows_of(boards), rules, button))
    chosen = reference.declared_if_better(rows_of(boards), rules, button)
    return check_points(boards, rules, button, None, reference.settle(rows_of(boards), rules, button, chosen))


def check_points(boards, rules, button, declare, expected):
    result = cp.settle(boards, rules, button=button, declare=declare)
    assert (list(result.points), sum(result.points) + sum(row.carried for row in result.pool)) == (expected, 0)
    array = np.array([[255] * 13 if b is None else b.cards() for b in boards], dtype=np.uint8)
    assert cp.settle_many(array[None], rules, button=button, declare=declare).tolist() == [expected]
    # Nine tables are settled side by side where no payment depends on several players.
    pair_rules = dataclasses.replace(rules, aces=(), dealer_compensation=0, home_run_bonus=0, home_run_times=1)
    tables = np.repeat(array[None], 9, axis=0)
    chosen = None if declare is True else declare
    if declare is None:
        chosen = reference.declared_if_better(rows_of(boards), pair_rules, button)
    expected = reference.settle(rows_of(boards), pair_rules, button, chosen)
    assert cp.settle_many(tables, pair_rules, button=button, declare=declare).tolist() == [expected] * 9
    return result


def test_example_1():
    """N, E, S, W; N beats E F, M, B; S beats N F, M; N beats W F, M; S beats E F, M; E beats W F; S beats W F, M."""
    boards = [
        "Qh 8c 5c / Ts 7s 7c 6h 2d / Ks Kd 9s 9h 4d", "Jd 4h 2h / Jc 6s 5d 4c 2c / Qs Qc Jh 5s 2s",
        "Kh 8h 7h / Kc Js 8s 8d 3d / Qd Th Td 6c 5h", "Tc 9d 3s / Ah 9c 7d 3h 3c / As Ad Ac 6d 4s",
    ]  # fmt: skip
    result = cp.settle(boards, "simple")
    assert {(pair.first, pair.second): pair.rows for pair in result.pairs} == {
        (0, 1): (1, 1, 1), (0, 2): (-1, -1, 1), (0, 3): (1, 1, -1), (1, 2): (-1, -1, 1), (1, 3): (1, -1, -1),
        (2, 3): (1, 1, -1),
    }  # fmt: skip
    assert result.points == (3, -5, 3, -1)


def test_example_2():
    result = cp.settle([A, B], "pagat")
    (pair,) = result.pairs
    assert (pair.rows, pair.royalties, result.points) == ((1, -1, -1), (2, -1, -3), (-3, 3))
    assert [seat.royalties for seat in result.seats] == [(2, 1, 0), (0, 1, 3)]
    assert cp.settle(iter([A, B]), "pagat") == result  # boards may be any iterable in order


def test_at_a_banker_s_table_only_pairs_with_the_banker_are_paid():
    """Players play against the banker, who has the button; without a banker, the two others would pay each other."""
    third = "Jc Td 3c / 5d 5c 6h 7d 8c / Qs Qh 6s 5h 3d"
    boards, rules = [HIGH.replace("5d 5s", "2h 2s"), LOW, third], cp.Rules(pairings="banker")
    assert cp.settle(boards, "simple").points == (6, 0, -6)
    for button, points in ((0, (6, -3, -3)), (1, (3, 0, -3)), (2, (3, 3, -6))):
        assert cp.settle(boards, rules, button=button).points == points


def test_example_7_identical_rows_tie():
    first, second = "3s 3h 6d / Ks Kh 9s 8h 7c / As Ah Td 9c 8d", "4s 4h 6s / Kd Kc 9d 8c 7s / Ad Ac Tc 9h 8s"
    for other, rows in ((second, (-1, 0, 0)), (second.replace("4s 4h 6s", "3d 3c 2s"), (1, 0, 0))):
        (pair,) = cp.settle([first, other], "simple").pairs
        assert (pair.rows, pair.points) == (rows, rows[0])


def test_example_8_house_rules_naturals():
    naturals = tuple(rulebook.Natural(name=pattern, points=n) for pattern, n in (("six pairs", 10), ("dragon", 19)))
    rules = cp.Rules(naturals=naturals, natural_mode=cp.rulebook.NaturalMode.DIFFERENCE)
    settled = cp.settle([DRAGON, SIX_PAIRS], rules)
    assert (settled.points, settled.seats[0].natural) == ((9, -9), cp.rulebook.Pattern.DRAGON)
    assert settled.pairs[0].decided_by is DecidedBy.NATURAL
    assert cp.settle([HIGHER_SIX_PAIRS, SIX_PAIRS], rules).points == (0, 0)


HIGHER_SIX_PAIRS = "2s 2c 4h / 4s 8d 8s Tc Td / Qs Qh Ad Ah 7c"


def test_two_naturals_of_a_kind_are_compared():
    """The highest pairs first, then the next; straights and flushes back first."""
    spades, clubs = "2s 5s 9s / 3h 4h 9h Th Jh / Ad Kd 8d 4d 3d", "2c 4c 7c / Ah Kh 8h 5h 2h / Qs Js 8s 4s 3s"
    for boards, points in (
        ([HIGHER_SIX_PAIRS, SIX_PAIRS], 3), ([SIX_PAIRS, HIGHER_SIX_PAIRS], -3),
        ([HIGHER_SIX_PAIRS, "3s 3c 5h / 5s 8h 8c Th Ts / Qd Qc As Ac 6c"], -3),
        ([DRAGON, "2c 3c 4c / 5d 6d 7d 8h 9h / Th Js Qs Ks Ad"], 0),
        (["3c 4d 5c / 4h 5d 6h 7c 8c / 9d Tc Js Qc Kc", "3s 4s 5s / 2h 3h 4c 5h 6d / Ts Jh Qd Kd Ah"], -3),
        ([spades, clubs], -3),  # both have A-K-8, and then the five beats the four
    ):  # fmt: skip
        assert cp.settle(boards, "pagat").points == (points, -points)


@pytest.mark.parametrize(("mode", "naturals", "declared"), [
    ("difference", [("dragon", 5, None), ("three straights", 3, None)], "dragon"),
    ("winner takes full", [("dragon", 5, None), ("three straights", 3, None)], "three straights"),
    ("winner takes full", [("three straights", 3, 1), ("dragon", 5, 1)], "dragon"),
    ("winner takes full", [("dragon", 3, 1), ("three straights", 3, 1)], "dragon"),
    ("winner takes full", [("three straights", 3, 1), ("dragon", 3, 1)], "three straights"),
])  # fmt: skip
def test_the_natural_that_pays_most_is_declared(mode, naturals, declared):
    listed = tuple(cp.rulebook.Natural(name=pattern, points=points, level=level) for pattern, points, level in naturals)
    rules = cp.Rules(naturals=listed, natural_mode=mode)
    seat = cp.settling.read_seat(cp.Board.parse(DRAGON), rules)
    assert (seat.natural, set(seat.naturals)) == (declared, {"three straights", "dragon"})
    check_against_reference([cp.Board.parse(DRAGON), cp.Board.parse(SIX_PAIRS)], rules)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_option(deal, options, players):
    rules = cp.Rules(**options)
    for number, table in enumerate(deal(8, 13 * players).tolist()):
        hands = [table[13 * i : 13 * i + 13] for i in range(players)]
        boards = [cp.best_royalties(hand, "simple") if number % 3 else set_somehow(hand) for hand in hands]
        if rules.surrender is not None and number % 4 == 0:
            boards[number % players] = None
        declare = [bool((number + seat) % 5) for seat in range(players)] if number % 2 else None
        check_against_reference(boards, rules, button=number % players, declare=declare)


def set_somehow(hand):
    """Return a board with cards of equal ranks together, so that some rows tie and some boards are fouls."""
    hand = sorted(hand)
    return cp.Board(hand[:3], hand[3:8], hand[8:])


@pytest.mark.parametrize("preset", cp.presets())
def test_presets_with_hands_full_of_naturals(rng, preset):
    """Hands of two suits and of low cards often make flushes, straights, six pairs and no pictures."""
    rules = cp.rules(preset)
    decks = [[c for c in range(52) if c % 4 < 2], [c for c in range(52) if c < 32], [c for c in range(52) if c >= 20]]
    for deck, _ in itertools.product(decks, range(10)):
        cards = rng.permutation(deck).tolist()
        check_against_reference([set_somehow(cards[:13]), set_somehow(cards[13:26])], rules)


def test_home_run_needs_everyone():
    rules = cp.Rules(scoop_bonus=3, home_run_bonus=3)
    middling, low = "Kh Qd 2d / 8h 8d 6d 6h 3d / Kc Ks 7s 7d 4h", "Jc Td 3c / 6s 6c 3h 2h 2s / Qs Qh 7c 7h 8c"
    assert cp.settle([HIGH, LOW], rules).points == (6, -6)
    result = cp.settle([HIGH, middling, low], rules)
    assert ([pair.home_run for pair in result.pairs], result.points) == ([1, 1, 0], (18, 6 - 9, -9 - 6))


def test_the_deuce_of_spades_of_a_foul():
    """Rows of a foul have no royalties, so the deuce only doubles the payments of its player."""
    rules = cp.Rules.from_dict({"base": "american", "deuce_of_spades": True})
    flush = "Ah Kc 2c / 9s 9h 4c 4d 3s / Jc Tc 8c 7c 5c"
    foul = "Qs Qh Qd / 8s 8h 7d 6d 3h / Ks Kh Kd 2s 2h"
    check_against_reference([cp.Board.parse(flush), cp.Board.parse(foul)], rules)
    assert cp.settle([flush, foul], rules).points == (6 + 2 * 4, -14)
    assert cp.settle([flush, foul.replace("2s 2h", "2d 2h")], rules).points == (6 + 4, -10)


def test_settle_many_is_settle(deal):
    tables = deal(60, 52).reshape(60, 4, 13)
    for preset, players in itertools.product(cp.presets(), (2, 3, 4)):
        smaller = tables[:, :players]
        expected = [cp.settle([cp.Board(b[:3], b[3:8], b[8:]) for b in table], preset).points for table in smaller.tolist()]
        points = cp.settle_many(smaller, preset)
        assert (points.dtype, points.tolist()) == (np.int32, [list(row) for row in expected])
        out = np.zeros((60, players), np.int32)
        assert cp.settle_many(np.ascontiguousarray(smaller), preset, out=out, threads=2) is out
        assert out.tolist() == points.tolist()
    assert cp.settle_many(tables[:0], "pagat").shape == (0, 4)


# All uses of the button: the banker, ties won by the button or the house, the order of play, odd points.
WITH_BUTTONS = [
    ({"pairings": "banker"}, None), ({"pairings": "banker", "row_ties": "house"}, None), ({"row_ties": "button"}, None),
    ({"row_ties": "button", "home_run_times": 2, "home_run_players": 3}, None), ("face-up", "if better"),
    ({"pairings": "single winner", "row_ties": "button"}, None), ({"pairings": "pool", "row_points": 1}, None),
    ({"pairings": "banker", "row_ties": "house", "foul": 6}, [True, False, True]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "declare"), WITH_BUTTONS)
@pytest.mark.parametrize("n", [1, 7, 100, 2100])
def test_settle_many_with_a_button_for_each_table(deal, rng, rules, declare, n):
    """Tables are settled as with one button for all; 2,100 tables are enough for several threads."""
    rules = cp.rules(rules) if isinstance(rules, str) else cp.Rules(**rules)
    tables = np.sort(deal(n, 39).reshape(n, 3, 13), axis=2)  # low cards in front: many boards are legal, and some rows equal
    tables[n // 2 :] = tables[n // 2]
    buttons = rng.integers(0, 3, n).astype(np.int8)
    by_button = np.stack([cp.settle_many(tables, rules, button=i, declare=declare) for i in range(3)])
    expected = by_button[buttons, np.arange(n)]
    assert n < 2000 or (by_button[0] != by_button[1]).any()
    for table_buttons in (buttons, buttons.tolist(), buttons.astype(np.int64), np.repeat(buttons, 2)[::2]):
        assert (cp.settle_many(tables, rules, button=table_buttons, declare=declare) == expected).all()
    assert (cp.settle_many(tables, rules, button=buttons, declare=declare, threads=2) == expected).all()
    for table, button, points in zip(tables[:20].tolist(), buttons.tolist(), expected.tolist(), strict=False):
        boards = [cp.Board(b[:3], b[3:8], b[8:]) for b in table]
        assert list(cp.settle(boards, rules, button=button, declare=declare).points) == points


BAD_BUTTONS = [-1, 2, "0", None]
FOUR_TABLES = np.array([[cp.Board.parse(board).cards() for board in (HIGH, LOW)]] * 4, np.uint8)


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"button": [0, 0, 2, 1]}, errors.TableError, r"button\[2\]: expected a seat from 0 to 1, got 2"),
    ({"button": np.array([0, 0, -1, 1], np.int8)}, errors.TableError, r"button\[2\]: expected a seat from 0 to 1, got -1"),
    ({"button": np.array([0, 300, 0, 0])}, errors.TableError, r"button\[1\]: expected a seat from 0 to 1, got 300"),
    ({"button": [0, 1, 0]}, errors.ArrayError,
     r"bad shape \(3,\) of button: expected an int, or \(4,\), one for each table"),
    ({"button": [[0, 1, 0, 1]]}, errors.ArrayError, r"bad shape \(1, 4\) of button"),
    ({"button": np.zeros(4)}, errors.ArrayError, "bad dtype float64 of button: expected whole numbers"),
    ({"button": np.zeros(4, bool)}, errors.ArrayError, "bad dtype bool of button: expected whole numbers"),
    ({"button": ["a", "b", "c", "d"]}, errors.ArrayError, "of button: expected whole numbers"),
    ({"button": [0, [1]]}, errors.ArrayError, "bad button: "),
    *(({"button": button}, errors.TableError, "button: expected a seat") for button in BAD_BUTTONS),
    ({"button": np.int64(2)}, errors.TableError, "button: expected a seat from 0 to 1, got "),
    ({"boards": np.zeros((1, 2, 13))}, errors.ArrayError, "bad dtype float64 of boards"),
    *(({"boards": np.zeros(shape, np.uint8)}, errors.ArrayError, "bad shape")
      for shape in ((1, 1, 13), (1, 5, 13), (1, 2, 12), (2, 13))),
    ({"boards": [[1]]}, errors.ArrayError, r"bad shape \(1, 1\) of boards"),
    ({"boards": []}, errors.ArrayError, r"boards: expected tables, that is, lists of boards, got \[\]; no tables are"),
    ({"boards": "x"}, errors.ArrayError, "bad boards: expected an array, another buffer or a list, got str"),
    ({"declare": [1, 0]}, errors.ArrayError, r"declare: expected bools, names of naturals or 'if better', got int\d+"),
    ({"declare": 3}, errors.ArrayError, r"declare: expected bools, names of naturals or 'if better', got int\d+"),
    ({"declare": [True, False, True], "boards": FOUR_TABLES[:1]}, errors.ArrayError,
     r"declare: expected the shape \(1, 2\), or one that broadcasts to it, got \(3,\)"),
    ({"declare": [[True], [True, False]]}, errors.ArrayError,
     "bad declare: expected a list of 1 at index 1, as at index 0, got a list of 2"),
    ({"declare": np.ma.array([[True, False]], mask=[[True, False]])}, errors.ArrayError,
     "bad declare: expected an array without a mask"),
    ({"boards": [[HIGH, 5]]}, errors.BoardError,
     "table index 0: board index 1: expected a Board, text, three rows, 13 cards, None or FOUL, got 5"),
    ({"boards": [[HIGH, None]]}, errors.RulesError, "surrender"),
    *(({"boards": [[HIGH, LOW], table]}, errors.BoardError,
       f"table index 1: expected 2 boards, as in the first, got {number}")
      for table, number in (([HIGH], "1 board"), (None, "NoneType"))),
])  # fmt: skip
def test_bad_arguments_of_settle_many(arguments, error, message):
    with pytest.raises(error, match=message):
        cp.settle_many(**{"boards": FOUR_TABLES, "rules": "pagat"} | arguments)


def test_settle_many_finds_the_first_bad_table_or_button(deal):
    tables, button = deal(3000, 26).reshape(3000, 2, 13), np.zeros(3000, np.int8)
    button[1::2], button[1500], tables[1600, 0, 0] = 1, 9, 99
    points = np.zeros((3000, 2), np.int32)
    for seat, options, error, message in (
        (9, {"threads": 1}, errors.TableError, r"button\[1500\]: expected a seat from 0 to 1, got 9"),
        (9, {"threads": 2}, errors.TableError, r"button\[1500\]: expected a seat from 0 to 1, got 9"),
        (0, {}, errors.BoardError, "table index 1600: board index 0: bad card 99"),
        (0, {"button": points.view(np.int8).ravel()[:3000], "out": points}, errors.ArrayError,
         "bad out: it overlaps with button"),
    ):  # fmt: skip
        button[1500] = seat
        with pytest.raises(error, match=message):
            cp.settle_many(tables, "simple", **{"button": button} | options)


PAYMENTS = [key for key, kind in cp.Rules.kinds().items() if isinstance(kind, Int) and unit_of(key) == "points"]
FACTORS = [
    {}, {"scoop_times": 11}, {"scoop_times": 100}, {"home_run_times": 11}, {"scoop_times": 11, "overall": "rows and extras"},
]  # fmt: skip


@pytest.mark.parametrize("payment", PAYMENTS)
@pytest.mark.parametrize("factors", FACTORS, ids="-".join)
def test_settle_many_with_large_payments(deal, payment, factors):
    """Points that do not fit in 16 bits are not settled side by side."""
    limit = {"most_points": 99} if payment == "most_home_run_points" else {}
    rules = cp.Rules(**factors, **limit, **{payment: cp.Rules.kinds()[payment].high})
    tables = [[set_somehow(table[13 * seat : 13 * seat + 13]) for seat in range(4)] for table in deal(200, 52).tolist()]
    for table in tables[::2]:
        table[0] = cp.best_royalties(table[0].hand, "simple")
    arrays = np.array([[board.cards() for board in table] for table in tables], np.uint8)
    assert cp.settle_many(arrays, rules).tolist() == [list(cp.settle(table, rules).points) for table in tables]


def test_settle_many_surrender(deal):
    tables = deal(5, 39).reshape(5, 3, 13)
    tables[:, 1] = 255
    rules = dataclasses.replace(cp.rules("simple"), surrender=1)
    assert cp.settle_many(tables, rules)[:, 1].tolist() == [-2] * 5
    with pytest.raises(errors.RulesError, match="table index 0: board index 1 is a surrender"):
        cp.settle_many(tables, "one-six")
    for code, name in ((255, "surrender"), (254, "dead hand")):
        tables[3, 1] = code
        tables[3, 1, 4] = 3
        message = f"table index 3: board index 1: a {name} .{code}. must fill"
        with pytest.raises(errors.BoardError, match=message) as caught:
            cp.settle_many(tables, rules)
        assert caught.value.index == 3


@pytest.mark.parametrize("threads", [1, 2])
def test_settle_many_finds_bad_tables(deal, threads):
    good = np.tile(deal(100, 52).reshape(100, 4, 13), (30, 1, 1))
    for place in (0, 1020, 1023, 1024, 2999):
        tables = good.copy()
        for card, message in (
            (tables[place, 0, 3], "card .* is in board index 0 and again in board index 2"),
            (52, "board index 2: bad card 52 at index 5"),
        ):
            tables[place, 2, 5] = card
            with pytest.raises(errors.BoardError, match=f"table index {place}: {message}"):
                cp.settle_many(tables, "pagat", threads=threads)


def test_settle_many_survives_any_bytes(rng):
    for preset in cp.presets():
        for _ in range(100):
            with pytest.raises(cp.CpokerError):
                cp.settle_many(rng.integers(0, 256, (9, 4, 13), dtype=np.uint8), preset)


def test_settle_many_of_other_dtypes_and_of_text():
    tables = [[HIGH, LOW], [LOW, HIGH], [A, B]]
    expected = [list(cp.settle(table, "pagat").points) for table in tables]
    boards = [[cp.Board.parse(board) for board in table] for table in tables]
    numbers = np.array([[board.cards() for board in table] for table in boards])
    for value in (tables, tuple(map(tuple, tables)), boards, numbers, numbers.tolist(), numbers.astype(np.uint8)):
        assert cp.settle_many(value, "pagat").tolist() == expected
    with_surrender = cp.settle([HIGH, None], PAGAT_WITH_SURRENDER).points
    assert cp.settle_many([[HIGH, None]], PAGAT_WITH_SURRENDER).tolist() == [list(with_surrender)]
    numbers[1, 1, 4] = 300
    with pytest.raises(errors.CardError, match=r"boards\[1, 1, 4\]: bad card 300: expected 0 to 51"):
        cp.settle_many(numbers, "pagat")
    message = "table index 1: board index 0: bad board 'x': expected three rows"
    with pytest.raises(errors.BoardError, match=message) as caught:
        cp.settle_many([[HIGH, LOW], ["x", LOW]], "pagat")
    assert caught.value.index == 1


def test_a_placement_that_may_not_declare_is_named_as_a_board():
    placement = cp.Placement.parse("As Ah 7h / Td Tc 8s 8c 7d / Qs Qd 6h 6c 5c declares six pairs")
    for boards, where in (
        ([placement, "Ks Kh 2d / 3s 3h 3d 4s 4h / 9s 9h 9d 9c 2c"], r"boards\[0\]"),
        ({"Ann": placement, "Bo": "Ks Kh 2d / 3s 3h 3d 4s 4h / 9s 9h 9d 9c 2c"}, r"boards\['Ann'\]"),
    ):
        with pytest.raises(errors.RulesError, match=rf"^{where}: the rules 'simple' have no natural 'six pairs': "):
            cp.settle(boards, "simple")
    dragon = cp.Placement(*placement.rows, declare="dragon")
    with pytest.raises(errors.RulesError, match="may not declare 'dragon' .* may declare 'six pairs'"):
        cp.settle([dragon, "Ks Kh 2d / 3s 3h 3d 4s 4h / 9s 9h 9d 9c 2c"], "pagat")


def test_settle_many_declares_by_board():
    """`declare` is one value, one for each seat, or one for each board; results are those of `settle`."""
    dragon = [4 * rank + rank % 4 for rank in range(13)]
    tables = np.array([[dragon, [c for c in range(52) if c not in dragon][:13]]] * 3, dtype=np.uint8)
    boards = [cp.Board(hand[:3], hand[3:8], hand[8:]) for hand in tables[0].tolist()]
    declared, played = (list(cp.settle(boards, "pagat", declare=[says, True]).points) for says in (True, False))
    assert declared != played
    assert cp.settle_many(tables, "pagat", declare=False).tolist() == [played] * 3
    assert cp.settle_many(tables, "pagat", declare=[False, True]).tolist() == [played] * 3
    by_board = np.array([[True, True], [False, True], [True, False]])
    assert cp.settle_many(tables, "pagat", declare=by_board, threads=2).tolist() == [declared, played, declared]
    many = cp.settle_many(np.tile(tables, (5, 1, 1)), "pagat", declare=np.tile(by_board, (5, 1)))
    assert many.tolist() == [declared, played, declared] * 5


BAD_STAKES = [
    ({"stacks": [1]}, r"stacks: expected chips for each of 2 players, got \[1\]"),
    ({"stacks": [1, -1]}, r"stacks\[1\]: expected an int of at least 0, got -1"),
    ({"stacks": [1, 1.5]}, r"stacks\[1\]: expected an int of at least 0, got 1.5"),
    ({"stacks": [1, 2], "unit": 0}, "unit: expected chips per point, an int from 1 to 1000000000000, got 0"),
    ({"owners": [0]},
     r"owners: expected a player \(0, 1, \.\.\.\) for each of 2 boards, and at least two players, got \[0\]"),
    ({"owners": [0, 0]}, "owners: expected"), ({"owners": [0, 2]}, "owners: expected"),
    ({"owners": ["a", "b"]}, "owners: expected"),
    ({"carried": (1, 2)}, "carried: expected the points of three rows, from 0 to"),
    ({"carried": (1, 2, -3)}, "carried: expected the points of three rows"),
    ({"carried": (1, 0, 0)}, "carried: the rules 'simple' have no pool"),
]  # fmt: skip
TWO = {"Ann": HIGH, "Bob": LOW}


@pytest.mark.parametrize(("boards", "rules", "options", "error", "message"), [
    ([HIGH], "simple", {}, errors.BoardError, "expected 2 to 4 boards, got 1 board"),
    ([HIGH] * 5, "simple", {}, errors.BoardError, "got 5 boards"),
    (HIGH, "simple", {}, errors.BoardError, "got str"),
    ({A, B}, "pagat", {}, errors.BoardError, "expected 2 to 4 boards, got set"),
    ([HIGH, HIGH], "simple", {}, errors.BoardError, "is both in board 1 and in board 2"),
    ([HIGH, "As"], "simple", {}, errors.BoardError, "board 2: bad board 'As'"),
    ([HIGH, 7], "simple", {}, errors.BoardError,
     "board 2: expected a Board, text, three rows, 13 cards, None or FOUL, got 7"),
    ([HIGH, LOW], "nonsense", {}, errors.RulesError, "unknown rules 'nonsense': expected one of simple, "),
    ([HIGH, LOW], None, {}, errors.RulesError, "unknown rules None"),
    *(([HIGH, LOW], "simple", {"button": button}, errors.TableError, "button: expected a seat") for button in BAD_BUTTONS),
    *(([HIGH, LOW], "simple", options, errors.TableError, message) for options, message in BAD_STAKES),
    ([HIGH, LOW], "pool", {"stacks": [6, 5], "unit": 2}, errors.TableError,
     r"stacks\[1\]: expected at least 6 chips, the stake of the pool, got 5"),
    *(([HIGH, LOW], "pagat", {"declare": declare}, errors.RulesError,
       r"declare: the rules 'pagat' have no natural '.*': expected 'six pairs', .*, 'dragon', True, False or 'if better'")
      for declare in ("if it pays", "never")),
    ([HIGH, LOW], "pagat", {"declare": ["if better", 5]}, errors.RulesError,
     r"declare\[1\]: expected True, False, 'if better' or the name of a natural, got 5"),
    ([HIGH, LOW], "pagat", {"declare": "IF BETTER"}, errors.RulesError,
     "declare: expected the name of a natural in lower case, got 'IF BETTER'"),
    ({"Ann": HIGH, "Bob": "x"}, "pagat", {}, errors.BoardError, "the board of Bob: bad board 'x'"),
    ({"Ann": HIGH, "Bob": HIGH}, "pagat", {}, errors.BoardError,
     "card 2c is both in the board of Ann and in the board of Bob"),
    ({"Ann": HIGH, "Bob": None}, "pagat", {}, errors.RulesError,
     "the board of Bob: a surrender, which the rules 'pagat' do"),
    (TWO, "pagat", {"declare": {"Bob": "dragon"}}, errors.RulesError, r"declare\['Bob'\]: the board may not "),
    (TWO, "pagat", {"declare": {"Cy": True}}, errors.TableError, "declare: unknown player 'Cy': expected 'Ann', 'B"),
    (TWO, "pagat", {"stacks": {"Ann": 5}}, errors.TableError, r"stacks\['Bob'\]: expected an int of at least 0, got None"),
    (TWO, "pagat", {"button": "Cy"}, errors.TableError, "button: expected a seat or one of 'Ann', 'Bob', got 'Cy'"),
    (TWO, "pagat", {"owners": [0, 1]}, errors.TableError, "owners: expected none, since each of these players"),
    ({"Ann": HIGH, 5: LOW}, "pagat", {}, errors.TableError,
     "boards: expected non-empty printable text in one line, .*, got 5"),
    ({"Ann": HIGH}, "pagat", {}, errors.BoardError, "expected 2 to 4 boards, got 1 board"),
    ([HIGH, LOW], "pagat", {"button": "Ann"}, errors.TableError, "button: expected a seat, got 'Ann'"),
    ([HIGH, LOW], "pagat", {"stacks": {"Ann": 5}}, errors.TableError,
     "stacks: unknown player 'Ann': the boards have no names"),
])  # fmt: skip
def test_bad_arguments_of_settle(boards, rules, options, error, message):
    with pytest.raises(error, match=message):
        cp.settle(boards, rules, **options)


def test_read_seat_knows_the_rules():
    board = cp.Board("Kh Qd 2d", "7s 5h 4c 3d 2s", "As 2h 3h 4h 5c")
    assert cp.settling.read_seat(board, cp.Rules(wheel="second")).descriptions[2] == "straight, five high"
    seat = cp.settling.read_seat(board, cp.Rules(lowball_middle=True))
    assert (seat.descriptions[1], seat.strengths[1]) == ("high card, seven five four three two", 7461)
    assert not seat.is_foul


CAUSES = tuple(DecidedBy)


def test_the_compiled_core_is_safe_from_unchecked_input():
    """`Board.of_rows` checks nothing, and private functions can be called, but no invalid memory may be read."""
    of_rules, unknown = compiled(cp.rules("pagat")), _settling.MOST_PATTERNS

    def settle(cards, core=of_rules, declare=None, owners=None, carried=(0, 0, 0), causes=CAUSES):
        n = len(cards)
        declare, owners = declare or [-2] * n, owners or list(range(n))
        return _settling.settle_table(core, cards, 0, declare, owners, list(carried), causes)[0]

    short = cp.Board.of_rows(cp.CardSet("As"), cp.CardSet("Ks"), cp.CardSet("Qs"))
    two, owners = [None, None], "an owner for each of 2 boards, and carried points of three rows"
    for call, error, message in (
        (lambda: cp.settle([short, None], "two-four"), errors.BoardError, "expected a row of 3 cards, got 1"),
        (lambda: cp.settle([short, HIGH], "two-four"), errors.BoardError, "expected a row of 3 cards, got 1"),
        (lambda: cp.settling.read_seat(short, "pagat"), errors.BoardError, "expected a row of 3 cards, got 1"),
        (lambda: _settling.read_board(of_rules, [300] * 13, -2), OverflowError, None),
        (lambda: _settling.read_board(of_rules, [1] * 13, unknown), errors.RulesError,
         f"bad pattern {unknown}: expected 0 to {unknown - 1}"),
        (lambda: settle([None]), errors.BoardError, "expected 2 to 4 boards"),
        (lambda: settle([None] * 5), errors.BoardError, "expected 2 to 4 boards"),
        (lambda: settle(two, declare=[-2]), errors.BoardError, "a declaration for each, got 2 and 1"),
        (lambda: settle(two, owners=[0]), errors.BoardError, owners),
        (lambda: settle(two, carried=[0]), errors.BoardError, owners),
        (lambda: settle(two, causes=CAUSES[:4]), errors.BoardError, "expected 5 causes, got 4"),
        (lambda: Splits(range(13), None, True), TypeError, None),
    ):  # fmt: skip
        with pytest.raises(error, match=message):
            call()
    for declare in (-3, -2, -1, 0, unknown - 1):
        assert _settling.read_board(of_rules, [255] * 13, declare)
    house = cp.Rules(naturals=NATURALS, natural_ties="compare", aces=(1, 2, 3, 4), deuce_of_spades=True)
    for card in (0, 48, 51, 52, 255):  # hands of 13 equal cards make impossible patterns
        for rules in (house, cp.rules("pagat"), cp.Rules(pairings="pool")):
            assert sum(settle([[card] * 13, [255] * 13, [card] * 13], compiled(rules))) == 0
    twice = cp.Board.of_rows(cp.CardSet("As Ks Qs"), cp.CardSet("As Ks Qs Js Ts"), cp.CardSet("As Ks Qs Js Ts"))
    assert settle([twice.cards(), twice.cards()]) == [0, 0]
    for owners in ([-5, 10**9], [7, 7]):
        assert settle(two, owners=owners) == [0, 0]


ONE_OF_EACH = for_core(cp.rulebook.Natural(name="dragon").conditions)


def test_compiled_rules_check_all_numbers():
    """The numbers are indices into tables of the compiled core."""
    unknown, parts = _settling.MOST_PATTERNS, rulebook.compiling.core_arguments(cp.rules("pineapple"))
    row = ([0] * 130, {})

    def with_number(name, number):
        return {"numbers": parts["numbers"] | {name: number}}

    for wrong, message in (
        ({"naturals": [(unknown, ONE_OF_EACH, 1, 1, 1)]}, f"bad pattern {unknown}: expected different numbers from 0 to 31"),
        ({"naturals": [(0, ONE_OF_EACH, 1, 1, 1)] * 2}, "bad pattern 0: expected different numbers from 0 to 31"),
        ({"naturals": [(0, ONE_OF_EACH[1:], 1, 1, 1)]}, "bad conditions of pattern 0: expected 64 bytes"),
        ({"naturals": [(0, b"\4" * 64, 1, 1, 1)]}, "bad conditions of pattern 0: rows 67372036"),
        ({"royalties": [row, ([0] * 131, {}), row]}, "bad grid of a row: expected 130 numbers, got 131"),
        (with_number("wheel", 2), "bad wheel 2: expected 0 or 1"),
        ({"prices": parts["prices"][1:]}, "bad prices of pairings: expected 27, got 26"),
        ({"streets": ((1, 1),) * 14}, "bad streets: expected at most 13, got 14"),
        ({"streets": ((3, 4),)}, "bad street: expected 1 <= placed <= dealt <= 17, got 4 of 3"),
        ({"streets": ((18, 13),)}, "bad street: expected 1 <= placed <= dealt <= 17, got 13 of 18"),
        ({"streets": ((3, 0),)}, "bad street: expected 1 <= placed <= dealt <= 17, got 0 of 3"),
        ({"entry": [([12] * 130, {}), row, row]}, "bad number of cards 12: expected 13 to 17, or 0"),
        ({"stay": [row, row, ([18] * 130, {})]}, "bad number of cards 18: expected 13 to 17, or 0"),
        ({"stay": [row, ([2**16 + 14] * 130, {}), row]}, "bad value of a row: expected -32768 to 32767, got 65550"),
        (with_number("fantasyland.entry_by_more", 100_000), "bad number of cards 100000: expected 13 to 17, or none"),
        (with_number("fantasyland.most_stay_cards", 200), "bad number of cards 200: expected 13 to 17, or none"),
        ({"numbers": {name: 0 for name in _rules.RULE_NUMBERS if name != "foul"}}, r"missing \['foul'\], unknown \[\]"),
        (with_number("fowl", 0), r"missing \[\], unknown \['fowl'\]"),
        (with_number("stack", 2**30), "bad stack: expected at most 52 cards, got 1073741824"),
    ):
        with pytest.raises(errors.RulesError, match=message):
            _rules.CompiledRules(**parts | wrong)
    for wrong in ({"royalties": []}, {"aces": [0] * 5}, {"prices": [(0,) * 4] * 27}, {"entry": [row]}):
        with pytest.raises(ValueError, match="to unpack"):
            _rules.CompiledRules(**parts | wrong)


def test_every_number_of_the_rules_is_passed_to_the_core_by_its_name():
    names = _rules.RULE_NUMBERS
    assert len(set(names)) == len(names)
    fields = {*cp.Rules.kinds(), *(f"fantasyland.{name}" for name in rulebook.Fantasyland.kinds())}
    derived = {"lowest_middle", "royalties_always", "net_winner", "stack", "fantasyland.most_stay_cards"}
    assert set(names) - fields == derived
    assert set(rulebook.compiling.core_arguments(cp.rules("pagat"))["numbers"]) == set(names)


def test_errors_shorten_names():
    for boards in ({"A" * 5000: "x", "Bo": HIGH}, {"A" * 5000: HIGH, "B" * 5000: HIGH}, {"A" * 5000: None, "Bo": HIGH}):
        with pytest.raises(cp.CpokerError, match=r"the board of A{38}\.\.\.A{38}\b") as caught:
            cp.settle(boards, "pagat")
        assert len(str(caught.value)) <= 300


def test_the_compiled_core_reads_boards_and_lists_alike():
    for board, name in itertools.product(map(cp.Board.parse, (HIGH, LOW, FOUL, SIX_PAIRS)), cp.presets()):
        core = compiled(cp.rules(name))
        for declare in (_settling.DECLARE_BEST, _settling.DECLARE_NOTHING):
            assert _settling.read_board(core, board, declare) == _settling.read_board(core, board.cards(), declare)
    broken, empty = cp.Board.of_rows(cp.CardSet("As Ks"), board.middle, board.back), cp.Board.__new__(cp.Board)
    for value, error in ((broken, errors.BoardError), (empty, errors.BoardError), (None, TypeError)):
        with pytest.raises(error):
            _settling.read_board(compiled(cp.rules("pagat")), value, _settling.DECLARE_BEST)


def test_naturals_are_paid_first():
    """A, the dealer, loses their last chips to C's natural before A and B settle their rows."""
    a, b = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3d / Ad As 7h 7c 4h"
    dragon = "2s 3h 4s / 5c 6h 7s 8d 9c / Td Jh Qh Kc Ac"
    settled = cp.settle([a, b, dragon], "pagat", stacks=[13, 50, 50])
    assert [(payment.first, payment.second) for payment in settled.payments] == [(0, 2), (1, 2), (0, 1)]
    assert settled.chips == (-13, -13, 26)
    assert cp.settle([a, b, dragon], "pagat", stacks=[14, 50, 50]).chips == (-13 + 1, -13 - 1, 26)
    assert cp.settle([a, b, dragon], "pagat", stacks=[1000, 1000, 1000], unit=10).chips == (-130 + 30, -130 - 30, 260)


def test_stakes_of_two_hands_each():
    """With both hands, A wins all chips of B, but no more."""
    settled = cp.settle([HIGH, FOUR_MORE, LOW, REST], "simple", owners=[0, 1, 0, 1], stacks=[50, 4])
    rows = {(p.first, p.second): p.rows for p in settled.pairs if p.decided_by is DecidedBy.ROWS}
    assert rows == {(0, 1): (1, 1, 1), (0, 3): (1, 1, 1), (1, 2): (-1, -1, -1), (2, 3): (1, 1, 1)}
    assert (settled.points, settled.chips) == ((6, -6, 6, -6), (4, -4))
    pairs = {(pair.first, pair.second): pair.decided_by for pair in settled.pairs}
    assert pairs[0, 2] is pairs[1, 3] is DecidedBy.NOTHING
    assert "Player 1 v Player 3" not in settled.explain()


def test_a_pool_needs_its_stake():
    settled = cp.settle([HIGH, LOW], "pool", stacks=[7, 8], unit=2)  # 6 from the pool, and 1 of the other 6
    assert (settled.points, settled.chips) == ((6, -6), (6 + 1, -6 - 1))


def test_stakes_by_the_reference():
    """Payments equal those of tests/helpers/reference.py for the example of the rules, from another seat."""
    dues = {(0, 1): (0, 6), (0, 2): (0, -6), (0, 3): (0, 5), (2, 3): (9, 0)}
    assert reference.pay_stakes(dues, [8, 100, 100, 4], 0, 4) == [6 - 2, -6, 2 + 4, -4]
