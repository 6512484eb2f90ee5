"""`cpoker review`, run in this process."""

import dataclasses
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from known_boards import HIGH, LOW
from tables import table_of
from terminals import lines_in_terminal

import cpoker_fast as cp
from cpoker_fast import notation
from cpoker_fast.app.commands import cpoker

DEALS = str(Path(__file__).parents[3] / "examples" / "deals.ofc")
RECORDS = list(notation.read_deals(DEALS))
BUDGET = ("--rollouts", "96", "--seed", "3")
Z = 1.959964  # of 95 %


@pytest.fixture(autouse=True)
def without_width(monkeypatch):
    """The output has no width, whatever the environment of the tests, unless a test sets one."""
    monkeypatch.delenv("COLUMNS", raising=False)


def review(*arguments, stdin=""):
    return CliRunner().invoke(cpoker, ["review", *arguments], input=stdin)


def lines_of(*arguments, stdin=""):
    result = review(*arguments, *BUDGET, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def objects(*arguments, stdin=""):
    return [json.loads(line) for line in lines_of("--json", *arguments, stdin=stdin)]


@pytest.fixture(scope="module")
def reviews():
    """Return the library's reviews of the deals of the example."""
    return [cp.review(record, rollouts=96, seed=3) for record in RECORDS]


def test_json_is_the_result_of_the_function(reviews):
    deals = objects(DEALS)
    assert [deal["deal"] for deal in deals] == [1, 2, 3]
    assert [deal["rules"] for deal in deals] == ["pineapple", "pineapple", "standard"]
    for deal, record, expected in zip(deals, RECORDS, reviews, strict=True):
        assert len(deal["placements"]) == len(expected.moves)
        for plain, move in zip(deal["placements"], expected.moves, strict=True):
            assert plain == {
                "player": record.names[move.seat], "deal": deal["deal"], "move": move.number + 1, "seat": move.seat,
                "street": move.street,
                "position": str(move.position), "placement": str(move.placement), "best": str(move.best),
                "lost": move.lost.mean, "standard_error": move.lost.standard_error,
                "confidence_95": list(move.lost.interval()), "is_mistake": move.lost.interval()[0] > 0, "timed_out": False,
                "samples": move.samples, "based_on": move.based_on,
            }  # fmt: skip
        assert deal["players"] == [player.to_dict() for player in expected.players]


def test_the_biggest_mistakes_come_first(reviews):
    lines = lines_of(DEALS, "--top", "4")
    number = sum(len(deal_review.moves) for deal_review in reviews)
    assert lines[0].startswith(f"{number} placements of 3 deals, with at most ")
    assert lines[2].split() == ["lost", "+-", "95%", "deal", "street", "player", "placement"]
    every = [(move, deal) for deal, deal_review in enumerate(reviews, 1) for move in deal_review.mistakes]
    every.sort(key=lambda pair: -pair[0].lost.mean)
    for row, (move, deal) in enumerate(every[:4]):
        name = RECORDS[deal - 1].names[move.seat]
        cells = [f"{move.lost.mean:.2f}", f"{Z * move.lost.standard_error:.2f}", str(deal), str(move.street + 1), name]
        assert lines[3 + 2 * row].split() == [*cells, "placed", *str(move.placement).split()]
        assert lines[4 + 2 * row].split() == ["best", *str(move.best).split()]
    assert lines[11] == f"and {len(every) - 4} smaller mistakes"
    lines = review(DEALS, "--rollouts", "50", "--seed", "3").stdout.splitlines()
    assert lines[1] == "--rollouts 50 is rounded up to 96: batches of 24, at least four batches."
    assert [lines[0], *lines[2:]] == lines_of(DEALS)


def test_the_sum_by_player(reviews):
    lines = lines_of(DEALS)
    begin = next(number for number, line in enumerate(lines) if line.startswith("player"))
    columns = ["player", "placements", "mistakes", "lost", "+-", "95%", "mean", "uncertain", "at", "most"]
    assert lines[begin].split() == columns
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "all")
    assert [line.split()[0] for line in lines[begin + 1 : -1]] == [*names]
    for line, name in zip(lines[begin + 1 : -1], names, strict=True):
        moves = [
            move
            for deal_review, record in zip(reviews, RECORDS, strict=True)
            for move in deal_review.moves
            if name in (record.names[move.seat], "all")
        ]
        mistakes = [move.lost for move in moves if move.lost.interval()[0] > 0]
        uncertain_losses = [move.lost for move in moves if move.lost.interval()[0] <= 0]
        groups = mistakes, uncertain_losses
        lost, uncertain = (sum(loss.mean for loss in losses) for losses in groups)
        margin, reach = (Z * sum(loss.standard_error**2 for loss in losses) ** 0.5 for losses in groups)
        cells = [str(len(moves)), str(len(mistakes)), f"{lost:.2f}", f"{margin:.2f}", f"{lost / len(moves):.3f}"]
        assert line.split() == [name, *cells, f"{uncertain:.2f}", f"{uncertain + reach:.2f}"]
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80


def test_one_deal_or_one_player(reviews):
    (deal,) = objects(DEALS, "--deal", "2")
    assert (deal["deal"], len(deal["placements"])) == (2, len(reviews[1].moves))
    lines = lines_of(DEALS, "--deal", "1", "--player", "Bo")
    assert lines[0].startswith("5 placements of 1 deal")
    assert lines[2].split() == ["lost", "+-", "95%", "street", "player", "placement"]
    assert {line.split()[0] for line in lines if line.startswith(("Ann", "Bo", "Cy"))} == {"Bo"}
    deals = objects(DEALS, "--player", "Di", "--player", "1")
    players = [{placement["player"] for placement in deal["placements"]} for deal in deals]
    assert players == [{"Ann"}, {"Ann"}, {"Di"}]  # the player of seat 1
    deal = cp.Deal("pineapple", 2, seed=1)
    for _ in range(4):
        deal.time_out()
    text = notation.format_deal(deal)
    lines = lines_of("--player", "2", stdin=text)
    assert lines[-2].startswith("Player 2 ")
    assert lines_of("--player", "Player 2", "-", stdin=text) == lines


def test_best_play_has_no_certain_mistakes():
    deal = cp.Deal("pineapple", 2, seed=1)
    for _ in range(2):
        deal.time_out()
    record = notation.Record.of_deal(deal, viewer=0)
    text = notation.format_deal(deal, viewer=0)
    moves = cp.review(record, rollouts=96, seed=3, players=[0]).moves
    assert len(moves) == 1
    better = cp.Deal("pineapple", 2, stacks=deal.stacks).place(deal.moves[0].placement).place(moves[0].best)
    lines = lines_of("--player", "1", stdin=notation.format_deal(better))
    assert lines[0].startswith("1 placement of 1 deal, with at most ")
    assert lines[1:3] == ["None of them is certainly a mistake.", ""]
    assert lines[4].split()[:8] == ["Player", "1", "1", "0", "0.00", "0.00", "0.000", "0.00"]
    assert 0 < float(lines[4].split()[8]) < 3
    assert lines_of("--player", "1", stdin=text) != lines


def test_it_fits_terminals(tmp_path):
    """A board set in Fantasyland is too long for two columns next to the numbers."""
    deal = cp.Deal("progressive", 2, seed=3, fantasyland=[17, 0])
    rng = np.random.default_rng(1)
    while not deal.is_over:
        deal.place(cp.bot("random").place(deal.position(), rng))
    path = tmp_path / "deals.ofc"
    path.write_text(notation.format_deal(deal, names=["Alexandra the First", "Bo"]), encoding="utf-8")
    for columns in (80, 100, 140):
        lines = lines_in_terminal("review", path, "--rollouts", "96", "--seed", "3", columns=columns)
        begin = next(number for number, line in enumerate(lines) if line.split()[:3] == ["lost", "+-", "95%"])
        assert max(map(len, lines[begin:])) <= columns
        is_beside = "placement" in lines[begin]
        assert is_beside == (columns == 140)
        mistakes = [line for line in lines if "placed  " in line]
        assert all(line.startswith("  placed  ") != is_beside for line in mistakes)
        assert any("discards" in line for line in mistakes)
    path = tmp_path / "deals.ofc"
    deals = [cp.Deal(rules, 2, seed=1) for rules in ("pineapple", "russian")]
    rng = np.random.default_rng(1)
    for deal in deals:
        while not deal.is_over:
            deal.place(cp.bot("random").place(deal.position(), rng))
    path.write_text("\n\n".join(map(notation.format_deal, deals)), encoding="utf-8")
    lines = lines_in_terminal("review", path, "--rollouts", "20", "--seed", "3")
    assert "with at most" in " ".join(" ".join(lines[:2]).split())
    assert max(map(len, lines)) <= 80


def closed_deals():
    """Return a deal of pagat, one of two-four with a surrender, and one of pineapple."""
    rng, deals = np.random.default_rng(1), []
    for rules in ("pagat", "two-four", "pineapple"):
        deal = cp.Deal(rules, 2, seed=3, button=0)
        while not deal.is_over:
            is_surrender = rules == "two-four" and not deal.moves
            deal.place("surrender" if is_surrender else cp.bot("random").place(deal.position(), rng))
        deals.append(deal)
    return deals


def test_deals_of_one_street_and_of_several(monkeypatch):
    """Only the board that is not a surrender of the second deal has known cards."""
    deals = closed_deals()[:2]
    text = "\n\n".join(notation.format_deal(deal, names=["Ann", "Bo"]) for deal in deals)
    records = [notation.parse_deal(notation.format_deal(deal, names=["Ann", "Bo"])) for deal in deals]
    expected = cp.review(records, deals=512, seed=3)
    lines = review("--deals", "512", "--seed", "3", stdin=text).stdout.splitlines()
    assert lines[0] == "3 placements of 2 deals, each over about 512 random deals of an opponent's hand"
    assert lines[2].split() == ["lost", "+-", "95%", "deal", "player", "placement"]
    for row, move in enumerate(expected.mistakes):
        cells = [f"{move.lost.mean:.2f}", f"{move.lost.margin:.2f}", str(move.deal), ("Ann", "Bo")[move.seat]]
        assert lines[3 + 2 * row].split() == [*cells, "placed", *str(move.placement).split()]
        assert lines[4 + 2 * row].split() == ["best", *str(move.best).split()]
    assert lines[-1] == "Not reviewed, since their cards are unknown: 1 surrender."
    plain = [json.loads(line) for line in review("--json", "--deals", "512", "--seed", "3", stdin=text).stdout.splitlines()]
    assert [move["lost"] for deal in plain for move in deal["placements"]] == [move.lost.mean for move in expected.moves]
    assert {move["based_on"] for deal in plain for move in deal["placements"]} == {"deals"}
    assert [deal["surrendered"] for deal in plain] == [[], [{"player": "Bo", "deal": 2, "seat": 1}]]
    monkeypatch.delenv("COLUMNS", raising=False)
    text = "\n\n".join(map(notation.format_deal, closed_deals()))
    lines = review("--deals", "512", *BUDGET, stdin=text).stdout.splitlines()
    assert lines[0].startswith("13 placements of 3 deals, with at most ")
    assert " by the bot swift, each over about 512 random deals of an opponent's hand" in lines[0]
    assert lines[2].split() == ["lost", "+-", "95%", "deal", "street", "player", "placement"]
    shown = [line.split()[2:4] for line in lines[3:] if "placed  " in line]
    assert shown
    assert all((street == "-") == (deal in "12") for deal, street in shown)


def test_a_ledger_is_reviewed_and_a_saved_game_is_replayed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rules = dataclasses.replace(cp.rules("pagat"), name="ours", table=cp.rulebook.TableTerms(two_hands=True))
    table = table_of(500, 500, rules=rules, ledger="friday.jsonl")
    table.settle({"A": HIGH, "B": LOW})
    table.deal(2)
    first, second, third, fourth = ([*hand] for hand in cp.deal(4, seed=1))
    table.settle({"A": [first, second], "B": [third, fourth]})
    table.settle({"A": LOW, "B": HIGH})
    skipped = "Note: friday.jsonl: 1 deal skipped (2): records have no second hands, and no"
    result = review("friday.jsonl", "--deals", "512", "--seed", "1", "--json")
    assert result.stderr.startswith(skipped)
    reviewed = [json.loads(line) for line in result.stdout.splitlines()]
    assert [deal["deal"] for deal in reviewed] == [1, 3]
    for deal, record in zip(reviewed, table.records().values(), strict=True):
        expected = cp.review(record, deals=512, seed=1)
        assert [move["lost"] for move in deal["placements"]] == [move.lost.mean for move in expected.moves]
    result = review("friday.jsonl", "--deal", "3", "--player", "A", "--deals", "512", "--seed", "1")
    assert result.stdout.splitlines()[0].startswith("1 placement of 1 deal, ")
    shown = CliRunner().invoke(cpoker, ["replay", "--deal", "3", "friday.jsonl"]).stdout.splitlines()
    assert shown[0] == "Deal 3, friday.jsonl: ours, A has the button"
    assert shown[2].split() == ["boards", "B", "A"]
    for command in ("review", "replay"):
        result = CliRunner().invoke(cpoker, [command, "--deal", "2", "friday.jsonl"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.endswith("Error: --deal: expected one of 1, 3, got 2\n")
        result = CliRunner().invoke(cpoker, [command, "--rules", "pagat", "friday.jsonl"])
        assert result.stderr == "Error: --rules: expected none, since friday.jsonl has its own rules\n"
    text = Path("friday.jsonl").read_text(encoding="utf-8")
    for stdin in (text, f"\ufeff\n{text}", text + '{"event": "dea'):
        result = CliRunner().invoke(cpoker, ["replay", "--check"], input=stdin)
        assert result.stdout == "2 deals, all valid\n"
        assert ("Note: <stdin>, line " in result.stderr) == stdin.endswith("dea")
    monkeypatch.chdir(tmp_path)
    game = cp.app.play.Game("pineapple", ["random"], name="Ann", seed=1)
    while not game.is_settled:
        game.time_out()
    game.next_deal()
    cp.app.play.save_session(game, "evening.json")
    result = CliRunner().invoke(cpoker, ["replay", "evening.json"])
    assert "Out of time: Ann on street 1" in result.stdout
    cp.app.play.save_session(cp.app.play.Drill("pagat", seed=1), "practice.json")
    result = CliRunner().invoke(cpoker, ["replay", "practice.json"])
    assert result.stderr == "Error: practice.json: expected deals, a ledger or a game; this file has none of them\n"


def test_pipes_are_read_from_their_beginning(tmp_path):
    pipe, command = tmp_path / "pipe", [sys.executable, "-m", "cpoker_fast", "replay", "--check"]
    os.mkfifo(pipe)
    with subprocess.Popen([*command, str(pipe)], stdout=subprocess.PIPE) as process:
        pipe.write_bytes(b"\n\n".join([Path(DEALS).read_bytes()] * 20))
        assert process.communicate()[0] == b"60 deals, all valid\n"


def test_ledgers_that_cannot_be_reviewed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table_of(500, 500, rules="pineapple", ledger="open.jsonl").settle({"A": HIGH, "B": LOW})
    result = review("open.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "open.jsonl: expected at least one deal with a record; none of 1 settled deal has one" in result.stderr
    (tmp_path / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    result = review("bad.jsonl")
    assert (result.exit_code, result.stderr) == (2, "Error: bad.jsonl, line 1: expected an event, got '{}'\n")
    table_of(500, 500, rules="pagat", ledger="friday.jsonl").settle({"A": HIGH, "B": LOW})
    *lines, last = (tmp_path / "friday.jsonl").read_text(encoding="utf-8").splitlines()
    for changes, message in (
        ({"boards": None}, ""), ({"boards": ["x", HIGH]}, "bad board 'x'|"), ({"boards": [HIGH, HIGH]}, ""),
        ({"boards": [HIGH]}, "boards: expected one for each of 2 hands"), ({"points": [100, -100]}, "points: expected "),
    ):  # fmt: skip
        damaged = json.dumps(json.loads(last) | changes)
        (tmp_path / "damaged.jsonl").write_text("\n".join([*lines, damaged]), encoding="utf-8")
        for command in ("review", "replay"):
            result = CliRunner().invoke(cpoker, [command, "damaged.jsonl"])
            assert result.exit_code == 2
            assert re.match(f"Error: damaged.jsonl: line 4: ({message})", result.stderr)


def test_a_damaged_deal_is_reported_before_others_are_reviewed(assert_refused):
    assert lines_of(stdin=notation.format_deal(cp.Deal("pineapple", 2, seed=1))) == [
        "Nothing to review: every placement has unknown cards or no choice."
    ]
    text = Path(DEALS).read_text(encoding="utf-8").replace("Kh0", "Kh1")
    assert_refused(review("--json", *BUDGET, stdin=text), "<stdin>:21:18: bad street 1 of Kh1")
    assert len(objects("--deal", "1", stdin=text)) == 1


@pytest.mark.parametrize(("arguments", "message"), [
    (["nowhere.ofc"], "nowhere.ofc: No such file or directory"), ([DEALS, "--deal", "9"], "--deal: expected 1 to 3, got 9"),
    ([DEALS, "--player", "Zo"], "--player: expected the number of a seat, or one of Ann, Bo, Cy, Di, Ed, got 'Zo'"),
    ([DEALS, "--seconds", "1", "--rollouts", "1"], "give --seconds or --rollouts, not both"),
    ([DEALS, "--seconds", "0"], "Error: --seconds 0: expected a number above 0"),
    ([DEALS, "--rollouts", "0"], "Error: --rollouts 0: expected an int from 1"),
    ([DEALS, "--seed", "-1"], "Error: --seed -1: expected numbers of at least 0"),
    (["-"], "<stdin>: expected at least one deal, got none"),
])  # fmt: skip
def test_bad_input(assert_refused, arguments, message):
    assert_refused(review(*arguments), message)


def test_files_of_a_review(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("closed.txt").write_text("\n\n".join(map(notation.format_deal, closed_deals()[:2])), encoding="utf-8")
    result = review("closed.txt", "--deals", "512", "--seed", "1", "--csv", "a.csv", "--html", "a.html", "--plot", "a.png")
    assert (result.exit_code, result.stderr) == (0, "")
    expected = cp.review([*notation.read_deals("closed.txt")], deals=512, seed=1)
    assert Path("a.csv").read_text(encoding="utf-8") == expected.to_csv()
    assert Path("a.html").read_text(encoding="utf-8") == expected.to_html()
    assert Path("a.png").read_bytes()[1:4] == b"PNG"
    for option, name in (("--csv", "none/a.csv"), ("--html", "none/a.html"), ("--plot", "none/a.png")):
        result = review("closed.txt", option, name)
        assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, f"Error: {option} {name}: no such folder")
