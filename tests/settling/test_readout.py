"""Readouts of a settlement: text, tables for a terminal, plain values."""

import dataclasses
import functools
import io
import json
import re

import pytest
from known_boards import DRAGON, FOUL, FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER, REST, SIX_PAIRS, A, B
from rich.console import Console

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.display.columns import width_of
from cpoker_fast.settling import results
from cpoker_fast.settling.readout import boards_in_columns

TWO = {"Ann": HIGH, "Bob": LOW}

SETTLED = [
    cp.settle([A, B, None], PAGAT_WITH_SURRENDER), cp.settle([A, B, None], PAGAT_WITH_SURRENDER, stacks=[2, 50, 50]),
    cp.settle([HIGH, LOW], "pool", stacks=[20, 50]),
    cp.settle([HIGH, FOUL.replace("Ac Ad 2h", "Ac Ad 2s").replace("4h 6s", "4h 6h")], "american"),
    cp.settle([DRAGON, SIX_PAIRS], "pagat", stacks=[5, 5], unit=3),
    cp.settle([HIGH, LOW], cp.Rules(aces=(1, 2, 6, 8), scoop_times=2)),
]  # fmt: skip


def test_explain():
    text = cp.settle([A, B, None], PAGAT_WITH_SURRENDER).explain(["Ann", "Bob", "Cy"])
    assert text.splitlines()[:6] == [
        "Ann v Bob: -3", "  front: Ann with three of a kind, sixes, against pair, queens with seven, royalty +2",
        "  middle: Bob with full house, jacks over twos, against full house, fours over nines, royalty -1",
        "  back: Bob with four of a kind, fives with ace, against full house, kings over eights, royalty -3", "  rows: -1",
        "  royalties: -2",
    ]  # fmt: skip
    assert "  Cy surrenders\n  surrender: +1" in text
    assert text.endswith("Total\n  Ann: -2\n  Bob: +4\n  Cy: -2")


def test_explain_names_scoops_fouls_naturals_and_ties():
    fouls = "Player 2 fouls: the front is stronger than the middle, and the middle is stronger than the back"
    scoops = "Player 1 scoops\n  rows: +3\n  scoop: +3"
    tied = ["3s 3h 6d / Ks Kh 9s 8h 7c / As Ah Td 9c 8d", "4s 4h 6s / Kd Kc 9d 8c 7s / Ad Ac Tc 9h 8s"]
    low, foul = "Jc Td 3c / 4s 5c 3d 2h 2s / Qs Qh 7s 6h 8c", "Ac Ad 2h / Ks Kh 3d 4h 6h / Qs 9d 8c 7c 6d"
    for boards, rules, text in (
        ([HIGH, LOW], "one-six", scoops), ([HIGH, FOUL], "one-six", f"{fouls}\n  {scoops}"),
        ([DRAGON, SIX_PAIRS], "pagat", "Player 1 has a natural: dragon"),
        (tied, "simple", "middle: pair, kings with nine eight seven on both sides, a tie"),
        ([HIGH, LOW, low], "hawaiian-gardens", "Player 1 makes a home run\n  rows: +1\n  scoop: +8"),
        ([DRAGON, foul], "face-up",
         f"Player 1 has a natural: dragon\n  {fouls}\n  Player 1 scoops\n  foul: +9\n  natural: +13"),
        ([HIGH, LOW, low], "single-winner", "Player 2 v Player 3: +0\n  nothing is paid between them"),
    ):  # fmt: skip
        assert text in cp.settle(boards, rules).explain()
    banker = cp.Rules(pairings="banker", row_ties="house", scoop_times=2)
    text = cp.settle([HIGH, LOW, "Kh Qd 3d / 8c 8d 5h 5c 3c / Kc Ks 7s 7d 4s"], banker, button=2).explain()
    assert "Player 1 v Player 2: +0\n  nothing is paid between them" in text
    assert "all times 2" in text


def test_to_dict_is_json():
    read = json.loads(json.dumps(SETTLED[0].to_dict()))
    assert (read["points"], read["pairs"][0]["rows"]) == ([-2, 4, -2], [1, -1, -1])
    assert (read["seats"][0]["rows"][0], read["seats"][2]["board"]) == ("three of a kind, sixes", None)


def test_explain_shows_side_payments_multipliers_and_cuts():
    rules = cp.Rules(scoop_times=2, aces=(1, 2, 6, 8), dealer_compensation=1, overall_points=1)
    text = cp.settle([HIGH, LOW], rules, stacks=[3, 50], unit=2).explain(["Ann", "Bob"])
    assert text.splitlines() == [
        "Ann v Bob: +6",
        "  front: Ann with high card, ace king two, against high card, queen jack two",
        "  middle: Ann with two pair, nines and fours with three, against two pair, eights and sixes with three",
        "  back: Ann with full house, tens over fives, against two pair, aces and sevens with four",
        "  Ann scoops", "  rows: +3", "  overall point: +1", "  all times 2", "  aces: -1", "  ace of spades: -1",
        "  Bob pays Ann 3 chips of 12: Ann has no chips left to match more", "", "Total", "  Ann: +6, +3 chips",
        "  Bob: -6, -3 chips",
    ]  # fmt: skip


def test_explain_who_has_no_chips_left():
    for stacks, sentence in (
        ([50, 3], "Bob pays Ann 3 chips of 12: Bob has no chips left"), ([50, 12], "Bob pays Ann 12 chips"),
        ([3, 3], "Bob pays Ann 3 chips of 12: Ann has no chips left to match more, and Bob has no chips left"),
    ):  # fmt: skip
        assert f"  {sentence}\n" in cp.settle(TWO, cp.Rules(row_points=2), stacks=stacks, unit=2).explain()


def test_explain_a_pool():
    low = "Jc Td 3c / 4s 5c 3d 2h 2s / Qs Qh 7s 6h 8c"
    text = cp.settle([HIGH, LOW, low], "pool").explain(["Ann", "Bob", "Cy"])
    assert text.startswith(
        "Pool\n"
        "  front, 3 in the pool: Ann 3 with high card, ace king two\n"
        "  middle, 3 in the pool: Ann 3 with two pair, nines and fours with three\n"
        "  back, 3 in the pool: Ann 3 with full house, tens over fives\n\n"
        "Ann v Bob: +3\n  Ann scoops\n  scoop: +3\n\nAnn v Cy: +3"
    )
    assert "Bob v Cy" not in text


def test_explain_names_fouls_where_no_rows_are_compared():
    foul, reason = "Qs Qh 7d / 4s 5c 3d 2h 2s / 6s 6h Jc Td 3c", "the front is stronger than the middle"
    text = cp.settle([HIGH, foul, cp.FOUL], "pool").explain(["Ann", "Bob", "Cy"])
    assert f"fives\n\nBob fouls: {reason}\nCy fouls: a dead hand\n\nAnn v Bob: +3" in text
    ties = ["3s 4d 5h / 7s 7h 2c 2d 8s / 9s 9h Tc Ts Jd", "3h 4s 5d / 7c 7d 2h 2s 8d / 9c 9d Th Td Js"]
    text = cp.settle([*ties, cp.FOUL], "single-winner").explain()
    assert text.startswith("Player 3 fouls: a dead hand\n\nPlayer 1 v Player 2: +0\n  nothing is paid between them\n")
    assert cp.settle([HIGH, cp.FOUL], "simple").explain().count("fouls") == 1


def printed(settled, names=None):
    console = Console(width=160, file=io.StringIO())
    console.print(settled if names is None else settled.explain_rich(names))
    return console.file.getvalue()


@pytest.mark.parametrize("settled", SETTLED)
def test_tables_for_a_terminal_and_summaries_show_the_same(settled):
    text, lines = printed(settled), settled.summary().splitlines()
    for number, seat in enumerate(settled.seats):
        assert f"Player {number + 1}" in text
        assert all(str(row) in text for row in (seat.board.rows if seat.board else ()))
    for pair in settled.pairs:
        label = f"Player {pair.first + 1} v Player {pair.second + 1} "
        if pair.points:
            assert re.search(rf"{label}.*{re.escape(f'{pair.points:+d} ')}", text)
        line = next((line for line in lines if line.startswith(label)), "")
        assert bool(line) == bool(pair.points or not settled.pool)
        assert not line or f" {pair.points:+d}" in line
        if line and pair.decided_by == "rows":
            assert re.search(r" +".join(re.escape("=+-"[side]) for side in pair.rows), line)
    assert f"Player 1: {settled.points[0]:+d}" in lines[-1]
    assert ("chips" in lines[-1]) == (settled.chips is not None)


def test_tables_for_a_terminal():
    text = printed(SETTLED[1], ["Ann", "Bob", "[b]Cy[/b]"])
    assert re.search(r"Ann v Bob +│ +\+ │ +- │ +- │ +-1 │ +-2 │ +│ +-3 │ +-2 of -3 │", text)
    assert re.search(r"\[b\]Cy\[/b\] +│ - +│ - +│ - +│ surrenders +│ +-2 │ +-1 │", text)
    assert "front, 2 in the pool: Player 1 2 with high card, ace king two" in printed(SETTLED[2])
    assert "foul" in printed(SETTLED[3])
    assert re.search(r"│ +x2 │", printed(SETTLED[5]))


@pytest.mark.parametrize("settled", SETTLED)
def test_plain_values_have_all_that_the_settlement_has(settled):
    plain = json.loads(json.dumps(settled.to_dict()))
    assert plain["points"] == list(settled.points)
    for pair, plain_pair in zip(settled.pairs, plain["pairs"], strict=True):
        seats = [pair.first, pair.second]
        assert plain_pair["seats"] == seats
        for name, value in pair._asdict().items():
            if name not in ("first", "second"):
                assert plain_pair[name] == (list(value) if isinstance(value, tuple) else value), name
        if settled.payments:
            paid = [payment for payment in settled.payments if [payment.first, payment.second] == seats]
            assert (plain_pair["due"], plain_pair["chips"]) == (sum(p.due for p in paid), sum(p.chips for p in paid))
            assert plain_pair["payments"] == [{"natural": p.is_natural, "due": p.due, "chips": p.chips} for p in paid]
    assert plain.get("chips") == (None if settled.chips is None else list(settled.chips))
    assert [row["pot"] for row in plain.get("pool", [])] == [row.pot for row in settled.pool]


def test_explain_names_players_with_two_hands():
    settled = cp.settle([HIGH, FOUR_MORE, LOW, REST], "simple", owners=[0, 1, 0, 1], stacks=[50, 4])
    for names, ann, bob in ((["Ann", "Bob"], "Ann", "Bob"), (None, "Player 1", "Player 2")):
        text = settled.explain(names)
        assert f"{ann}, hand 1 v {bob}, hand 1: +3" in text
        assert f"{bob}, hand 1 v {ann}, hand 2: -3" in text
        assert text.endswith(
            f"Total\n  {ann}, hand 1: +6\n  {bob}, hand 1: -6\n  {ann}, hand 2: +6\n  {bob}, hand 2: -6\n"
            f"  {ann}: +4 chips\n  {bob}: -4 chips"
        )
        assert f"{ann}, hand 2" in printed(settled, names)
    text = settled.explain(["Ann", "Bob", "Ann again", "Bob again"])
    assert "Ann again v Bob again" in text
    assert text.endswith("\n  Ann and Ann again: +4 chips\n  Bob and Bob again: -4 chips")
    with pytest.raises(errors.BoardError, match="expected 2 names, or 4, got 3"):
        settled.explain(["Ann", "Bob", "Cy"])


def test_words_in_the_singular():
    text = cp.settle([HIGH, LOW], "simple", stacks=[1, 5]).explain()
    assert "Player 2 pays Player 1 1 chip of 3" in text
    assert text.endswith("Player 1: +3, +1 chip\n  Player 2: -3, -1 chip")
    analysis = cp.analyze(cp.Board.parse(HIGH).hand, "simple", opponents=1, deals=2, seed=1)
    assert ": simple, 1 opponent, 2 deals\n" in str(analysis)


def test_results_are_short_at_a_prompt():
    table = cp.app.table.Table("pagat")
    table.sit("Ann", 5)
    simulation = cp.simulate("pagat", ["random", "random", "royalties"], 10, seed=1)
    analysis = cp.analyze(cp.Board.parse(HIGH).hand, "pagat", deals=10, seed=1)
    assert simulation.players == ("random 1", "random 2", "royalties")
    for result, text in (
        (cp.settle(TWO, "pagat", stacks=[5, 1]),
         "^<Settlement of 2 boards, rules 'pagat': Ann: [+]3, [+]1 chip, Bob: -3, -1 chip>$"),
        (table, "^<Table of 1 player, rules 'pagat', 0 deals>$"), (analysis, "^<Analysis of Ah Kd Ts Th Tc "),
        (cp.fields.Field("simple", [HIGH]), "^<Field of 1 board, rules 'simple'>$"),
        (simulation, "^<Simulation of 10 deals, rules 'pagat': random 1 "),
    ):  # fmt: skip
        assert re.search(text, repr(result))
        assert len(repr(result)) < 200


def test_players_have_names():
    named = cp.settle(TWO, "malayan", button="Bob", declare={"Ann": False}, stacks={"Bob": 2, "Ann": 50})
    plain = cp.settle([HIGH, LOW], "malayan", button=1, declare=[False, True], stacks=[50, 2])
    assert (named.names, plain.names, dataclasses.replace(named, names=())) == (("Ann", "Bob"), (), plain)
    assert named.explain() == plain.explain(["Ann", "Bob"])
    assert named.explain(["Cy", "Di"]) == plain.explain(["Cy", "Di"])
    assert named.to_dict() == {**plain.to_dict(), "players": ["Ann", "Bob"]}
    assert "Ann v Bob" in printed(named)


@pytest.mark.parametrize(("read", "arguments", "message"), [
    *((read, {"width": width}, "width: expected an int from 1 to 10000")
      for read in ("explain", "summary") for width in (0, -1, 10_001, 80.0, "80", True)),
    ("explain", {"names": ["Ann"]}, "expected 3 names, got 1"),
    ("explain_rich", {"names": ["Ann"]}, "expected 3 names, got 1"),
    ("explain", {"names": ["Ann", "Ann", "Bob"]}, "expected different names, got 'Ann' twice"),
])  # fmt: skip
def test_bad_arguments_of_readouts(read, arguments, message):
    with pytest.raises(errors.BoardError, match=message):
        getattr(SETTLED[0], read)(**arguments)


LONG_NAMES = ["Alexandria Montgomery", "Bartholomew Featherstone", "Zoë 李四 van Wassenhoven", "Dora"]


def long_settlements():
    """Return settlements with long names, and all parts of results: fouls, naturals, surrenders, chips, a pool and aces."""
    house = cp.Rules(scoop_times=2, aces=(1, 2, 6, 8), dealer_compensation=1, overall_points=1, surrender=2)
    named = [
        ((HIGH, LOW, FOUR_MORE, None), house, {"stacks": [3, 50, 20, 90], "unit": 2}), ((DRAGON, SIX_PAIRS), "pagat", {}),
        ((HIGH, FOUL), "pineapple", {}), ((HIGH, LOW, FOUR_MORE), "pool", {}),
    ]  # fmt: skip
    settled = [cp.settle(dict(zip(LONG_NAMES, boards, strict=False)), *more, **options) for boards, *more, options in named]
    return [*settled, cp.settle([HIGH, LOW, FOUR_MORE], "pagat", owners=[0, 1, 0])]


@pytest.mark.parametrize("settled", long_settlements(), ids=lambda settled: settled.rules.name)
@pytest.mark.parametrize("width", [30, 60, 80])
def test_texts_fit_a_width(settled, width):
    """No line is wider, unless one word or one cell is, and no word is lost."""
    explained, summary = settled.explain(width=width), settled.summary(width=width)
    assert explained.split() == settled.explain().split()
    assert max(map(width_of, explained.splitlines())) <= width
    assert sorted(summary.replace(";", "").split()) == sorted(settled.summary().replace(";", "").split())
    widest_name = max(width_of(f"{a} v {b}") for a in LONG_NAMES for b in LONG_NAMES if a != b)
    assert max(map(width_of, summary.splitlines())) <= max(width, widest_name)
    wide = settled.explain(width=10_000), settled.summary(width=10_000)
    assert wide == (settled.explain(), settled.summary())


def test_a_comparison_is_broken_between_its_rows():
    text = cp.settle([A, B, None], PAGAT_WITH_SURRENDER).explain(["Ann", "Bob", "Cy"], width=80)
    assert text.splitlines()[:7] == [
        "Ann v Bob: -3", "  front: Ann with three of a kind, sixes,", "    against pair, queens with seven, royalty +2",
        "  middle: Bob with full house, jacks over twos,", "    against full house, fours over nines, royalty -1",
        "  back: Bob with four of a kind, fives with ace,", "    against full house, kings over eights, royalty -3",
    ]  # fmt: skip


def test_remarks_have_lines_of_their_own_if_boards_do_not_fit():
    in_columns = functools.partial(boards_in_columns, cp.settle({"Ann": HIGH, "Bob": FOUL}, "pagat"))
    first, second = in_columns(None)
    assert len(second) > 80
    board = second.removesuffix("foul: the front is stronger than the middle, and the middle is stronger than the back")
    assert in_columns(None, 100) != in_columns(None, 80) == [
        first, board.rstrip(),
        "  foul: the front is stronger than the middle, and the middle is stronger than", "    the back",
    ]  # fmt: skip


def test_names_with_wide_letters_are_aligned():
    lines = cp.settle({"李": HIGH, "Bob": LOW, "e\u0301": FOUR_MORE}, "simple").summary().splitlines()
    ends = {len(line.encode("utf-16-le")) // 2 + line.count("李") - line.count("\u0301") for line in lines[:-1]}
    assert len(ends) == 1


def test_each_row_is_described_once(monkeypatch):
    described, describe_row = [], results.describe_row

    def counted(row, strength, **options):
        described.append((row, strength))
        return describe_row(row, strength, **options)

    monkeypatch.setattr(results, "describe_row", counted)
    results._descriptions_of.cache_clear()
    settled = cp.settle(cp.best_royalties_many(cp.deal_many(1, 4, seed=1)[0], "pagat"), "pagat")
    for shown in (settled.explain(), str(settled), settled._repr_html_(), settled.to_csv(), settled.to_dict()):
        assert shown
    assert len(described) == 12
