"""`cpoker table`: the chips of an evening in a ledger."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import cpoker, objects
from known_boards import HIGH, LOW

import cpoker_fast as cp

DRAGON = "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As"
EVENING = f"""\
sit Ann 500  # seats count from 1
sit Bao 500 3
ann: {HIGH}
BAO: {LOW}
settle
"""

posix = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals, and no sh")


@pytest.fixture
def ledger(tmp_path):
    return str(tmp_path / "friday.jsonl")


def host(ledger, commands, *options):
    result = cpoker("table", ledger, *options, stdin=commands)
    assert "Traceback" not in result.stderr
    return result


def test_an_evening(ledger):
    output = host(ledger, EVENING, "--rules", "pagat", "--unit", "5").stdout
    assert f"Ann: {cp.Board.parse(HIGH)}" in output
    assert "All boards are in: type `settle`." in output
    assert output.splitlines()[-3:] == [
        "seat  player        chips  bought  left with  deals  won",
        "   1  Ann             515     500          0      1  +15",
        "   3  Bao (button)    485     500          0      1  -15",
    ]
    table = cp.cardroom.Table.from_ledger(ledger)
    assert (table.stacks, table.unit, table.rules.name) == ({"Ann": 515, "Bao": 485}, 5, "pagat")
    assert max(map(len, output.splitlines())) <= 80


def test_commands_as_arguments_continue_the_ledger(ledger):
    assert "Ann sits in seat 1." in cpoker("table", ledger, "sit", "Ann", "500").stdout
    assert "O'Neil Jr sits in seat 2." in cpoker("table", ledger, "sit", "O'Neil Jr", "500").stdout
    cpoker("table", ledger, "Ann:", *HIGH.split())
    assert "All boards are in: type `settle`." in cpoker("table", ledger, f"o'neil jr: {LOW}").stdout
    assert cp.cardroom.Table.from_ledger(ledger).settle().points == (-3, 3)


def test_undo_and_account(ledger):
    host(ledger, EVENING)
    assert cpoker("table", ledger, "undo").stdout.splitlines()[0] == "Undone: deal 1."
    assert cpoker("table", ledger, "undo").stdout.splitlines()[0] == "Undone: the board of Bao."
    host(ledger, "Bao: foul\nsettle\nleave ann\n")
    lines = cpoker("table", ledger, "account", "ann").stdout.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["0", "sit", "+500", "500"],
        ["1", "deal", "Bao", "+3", "503"],
        ["1", "undo", "deal", "Bao", "-3", "500"],
        ["1", "deal", "Bao", "+3", "503"],
        ["1", "leave", "-503", "0"],
    ]
    assert "   -  Ann" in cpoker("table", ledger, "standings").stdout


def test_dealt_cards_and_declarations(ledger):
    host(ledger, "sit Ann 500\nsit Bao 500\nsit Cho 500\ndeal cards without Cho\n")
    deal = cp.cardroom.Table.from_ledger(ledger).current
    assert deal.sitting_out == ("Cho",)
    assert cpoker("table", ledger, "hand", "bao").stdout == f"Bao: {deal.cards['Bao'][0]}\n"
    host(ledger, f"cancel\nAnn: {DRAGON}; natural three straights\nBao: foul\nCho: foul\nsettle\n")
    assert cp.cardroom.Table.from_ledger(ledger).stacks == {"Ann": 506, "Bao": 497, "Cho": 497}
    host(ledger, f"undo\nAnn: {DRAGON}; no natural\nsettle\n")
    table = cp.cardroom.Table.from_ledger(ledger)
    assert table.events[-1]["declare"].count(False) == 1


def test_two_hands(ledger, tmp_path):
    rules = tmp_path / "two.toml"
    rules.write_text('base = "pagat"\ntable = { two_hands = true }\n', encoding="utf-8")
    host(ledger, "sit Ann 500\nsit Bao 500\ndeal two\n", "--rules", str(rules))
    assert "'Ann': expected 2 boards, got 1" in host(ledger, f"Ann: {HIGH}\n").stderr
    host(ledger, f"Ann: foul | foul\nBao: {HIGH} | foul\nsettle\n")
    assert cp.cardroom.Table.from_ledger(ledger).stacks == {"Ann": 494, "Bao": 506}  # two hands that foul pay 3 each


def test_reserved_hands(ledger):
    used = [*cp.CardSet(HIGH.replace("/", "")), *cp.CardSet(LOW.replace("/", ""))]
    first, second = cp.deal(2, dead=used, seed=1)
    commands = f"Ann: {HIGH}; reserve {first}\nBao: {LOW}; reserve {second}\nsettle\ndeal\n"
    output = host(ledger, "sit Ann 500\nsit Bao 500\n" + commands, "--reserve-hands").stdout
    assert f"Bao plays the reserved hand {second}." in output
    assert cpoker("table", ledger, "hand", "Ann").stdout == f"Ann: {first}\n"


def test_rake_jackpot_and_fees(ledger, tmp_path):
    rules = tmp_path / "house.toml"
    rules.write_text(
        'base = "pagat"\n[table]\nseats = 5\n[table.fees]\nby_limit = [[5, 12]]\n'
        '[table.rake]\nchips = 3\npercent = 10\ncap = 1\nto_jackpot = 1\njackpot = { back = "two pair" }\n',
        encoding="utf-8",
    )
    commands = "sit Ann 500\nsit Bao 500\nfee Ann\nfee Bao 30\n" + EVENING.split("\n", 2)[2]
    output = host(ledger, commands, "--rules", str(rules), "--unit", "5").stdout
    assert "Ann pays a fee of 12 chips." in output
    assert "Bao pays a fee of 6 chips." in output
    assert "Rake: Bao 3, Ann 4." in output
    assert "Jackpot: Bao 1; 1 chip left." in output
    assert "Fees 18, rake 5, jackpot" in output
    options = objects(cpoker("table", ledger, "standings", "--json"))[0]
    assert options["fees"] == 18
    assert sum(row["stack"] for row in options["standings"]) + options["fees"] + options["rake"] + options["jackpot"] == 1000


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        ("party", "unknown command 'party': expected one of sit, buy, leave"),
        ("sti Ann 5", "unknown command 'sti': did you mean 'sit'?"),
        ("sit Cho", "sit: expected `sit NAME CHIPS [SEAT]`"),
        ("sit Cho 1e3", "sit: expected `sit NAME CHIPS [SEAT]`, got '1e3' in place of a number"),
        ("sit Cho 50 9", "sit: expected a seat from 1 to 4, got 9"),
        ("sit Cho 50 0", "sit: expected a seat from 1 to 4, got 0"),
        ("sit Ann 50", "'Ann' sits here already"),
        ("sit Cho 50 2", "sit: seat 2 is taken by 'Bao'"),
        ("sit ANN 50", "sit: 'Ann' sits here already; names must differ in more than capitals"),
        ("sit 'Cho:' 50", "sit: expected a name without a colon, got 'Cho:'"),
        ("boards", "boards: there is no deal in progress"),
        ("quit now", "quit: expected `quit`"),
        ("sit 'Cho 50", "no closing quotation"),
        ("buy Anna 5", "unknown player 'Anna': did you mean 'Ann'? expected one of Ann, Bao"),
        ("fee Ann", "table.fees.by_limit: these rules charge no fee"),
        ("settle", "settle: there is no deal in progress; enter boards as 'NAME: BOARD'"),
        ("cancel", "cancel: there is no deal in progress"),
        ("hand Ann", "hand: the table has dealt no cards; `deal cards` deals"),
        ("deal without", "deal: expected `deal [cards] [two] [without NAME...]`"),
        ("deal three", "deal: expected `deal [cards] [two] [without NAME...]`"),
        ("board Ann", "board: expected `NAME: BOARD [; NATURAL]`"),
        ("Ann: As Kd", "bad board 'As Kd'"),
        ("Ann: As Kd / 2c / 3c", "; a dead hand is written 'foul'"),
        (f"Ann: {HIGH} | {LOW}", "'Ann' plays one hand; `deal two` begins a deal of two hands each"),
        (f"Ann: {HIGH}; party", "after the board: expected 'no natural', 'if better', 'reserve CARDS' or a natural"),
        ("account Cho", "unknown player 'Cho'"),
    ],
)
def test_commands_that_cannot_be_run_change_nothing(ledger, commands, message):
    host(ledger, "sit Ann 500\nsit Bao 500\n")
    before = Path(ledger).read_bytes()
    result = host(ledger, f"\n# a comment\n{commands}\nsit Dan 100\n")
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stderr.startswith("Error: <stdin>:3: ")
    assert Path(ledger).read_bytes() == before


def test_options_that_the_ledger_contradicts(ledger):
    cpoker("table", ledger, "sit", "Ann", "500", "--unit", "5")
    for options in (("--unit", "2"), ("--rules", "simple"), ("--button", "2"), ("--reserve-hands",)):
        result = cpoker("table", ledger, "standings", *options)
        assert result.returncode == 2
        assert f"{options[0]}: {ledger} has another value, which cannot change: begin a new ledger" in result.stderr
    assert cpoker("table", ledger, "standings", "--unit", "5").returncode == 0


def test_the_rules_of_a_ledger_are_known_under_another_name(tmp_path):
    for name in ("monday", "friday"):
        (tmp_path / f"{name}.toml").write_text(f'base = "pagat"\nname = "{name}"\nscoop_bonus = 5\n', encoding="utf-8")
    ledger = str(tmp_path / "evening.jsonl")
    cpoker("table", ledger, "sit", "Ann", "500", "--rules", str(tmp_path / "monday.toml"))
    assert cpoker("table", ledger, "standings", "--rules", str(tmp_path / "friday.toml")).returncode == 0
    assert cpoker("table", ledger, "standings", "--rules", "pagat").returncode == 2


@posix
def test_closed_standard_input(ledger):
    command = ["sh", "-c", '"$0" -m cpoker_fast table "$1" <&-', sys.executable, ledger]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "Error: give a command, or pipe commands in\n" in result.stderr
    assert not Path(ledger).exists()


def test_files_that_are_no_ledgers(tmp_path):
    (tmp_path / "notes.txt").write_text("hello\nworld\n", encoding="utf-8")
    for name, message in (
        ("notes.txt", "line 1: not JSON"),
        ("none/x.jsonl", "No such file"),
        ("", "LEDGER: expected a path"),
    ):
        command = ["sit", "Ann", "5"] if name.startswith("none") else ["standings"]
        result = cpoker("table", str(tmp_path / name) if name else "", *command)
        assert result.returncode == 2
        assert message in result.stderr
    assert cpoker("table", str(tmp_path), "standings").returncode == 2


def test_open_face_rules_settle_complete_boards(ledger):
    host(ledger, EVENING, "--rules", "pineapple")
    assert cp.cardroom.Table.from_ledger(ledger).rules == cp.rules("pineapple").closed()
    assert "Ann: foul" in host(ledger, "Ann: foul\n", "--rules", "pineapple").stdout


def test_json_has_an_object_for_each_command(ledger):
    results = objects(host(ledger, EVENING + "standings\naccount Ann\nhelp\nundo\n", "--json"))
    assert [result.get("event") for result in results] == [
        "sit",
        "sit",
        "board",
        "board",
        "settle",
        None,
        None,
        None,
        "undo",
    ]
    assert results[4]["stacks"] == {"Ann": 503, "Bao": 497}
    assert results[4]["settlement"]["points"] == [-3, 3]
    assert results[5]["standings"][1] == {
        "name": "Bao", "seat": 3, "stack": 497, "bought": 500, "left_with": 0, "deals": 1, "won": -3,
    }  # fmt: skip


def test_a_player_who_left_keeps_the_name(ledger):
    result = host(ledger, "sit Ann 500\nleave ANN\nsit ann 100\n")
    assert "<stdin>:3: sit: 'Ann' sat here before; names must differ in more than capitals\n" in result.stderr
    assert "Ann sits in seat 1." in host(ledger, "sit Ann 100\n").stdout
    assert [standing.bought for standing in cp.cardroom.Table.from_ledger(ledger).standings()] == [600]


def test_a_foul_is_shown_when_it_is_entered(ledger):
    host(ledger, "sit Ann 500\nsit Bao 500\nsit Cho 500\nsit Dan 500\n")
    foul = "Ad Ac 2d / 3s 3h 7c 8d 9d / Ts Th Qc Qd 4c"
    lines = host(ledger, f"deal without Dan\nCho: {foul}\n").stdout.splitlines()
    assert lines[-2].startswith("  a foul: ")
    assert cpoker("table", ledger, "boards").stdout.splitlines()[:2] == lines[-3:-1]
    assert objects(cpoker("table", ledger, "boards", "--json"))[0] == {"boards": {"Cho": [str(cp.Board.parse(foul))]}}
    assert "settle: expected the boards of Bao, Ann\n" in cpoker("table", ledger, "settle").stderr
    assert "'Dan' is not dealt in: expected one of Bao, Cho, Ann\n" in cpoker("table", ledger, f"dan: {HIGH}").stderr


def test_a_fifth_player_learns_of_the_seats(ledger):
    result = host(ledger, "".join(f"sit P{number} 50\n" for number in range(5)))
    assert "<stdin>:5: all 4 seats are taken: expected rules with more (table.seats, see Table.change)\n" in result.stderr


@pytest.mark.parametrize("command", ["standings", "undo", "settle", "account"])
def test_only_sit_begins_a_ledger(ledger, command):
    result = cpoker("table", ledger, command, "Ann")
    assert result.returncode == 2
    assert f"Error: {ledger}: no such ledger; `sit` begins one\n" in result.stderr
    assert not Path(ledger).exists()


def test_a_torn_line_is_a_note(ledger):
    host(ledger, "sit Ann 500\n")
    with Path(ledger).open("ab") as stream:
        stream.write(b'{"event": "boa')
    result = cpoker("table", ledger, "standings")
    assert result.returncode == 0
    assert " ".join(result.stderr.split()).startswith(f"Note: {ledger}, line 3: dropped the unreadable last line: ")
    assert "Warning" not in result.stderr


# ---- the prompt ----


pty = pytest.importorskip("pty") if sys.platform != "win32" else None


class Window:
    """A terminal in which `cpoker table` runs."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "cpoker_fast", "table", *arguments],
            stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "TERM": "dumb", "COLUMNS": "80", "LINES": "24"},
        )  # fmt: skip
        os.close(slave)
        self.output = ""

    def expect(self, text, seconds=60):
        limit = time.monotonic() + seconds
        while text not in self.output:
            assert time.monotonic() < limit, self.output
            try:
                self.output += os.read(self.master, 10_000).decode()
            except OSError:
                assert text in self.output, self.output
        before, _, self.output = self.output.partition(text)
        return before

    def type(self, line):
        os.write(self.master, f"{line}\n".encode())


@posix
def test_the_prompt_says_what_is_missing_and_survives_errors_and_kills(ledger):
    window = Window(ledger, "--unit", "5")
    greeting = " ".join(window.expect("table> ").split())
    assert "rules pagat, a point is 5 chips. `help` lists the commands, `quit` ends." in greeting
    for command in ("sit Ann 500", "party", "sit Bao 500"):
        window.type(command)
        window.expect("table> ")
    window.type(f"Ann: {HIGH}")
    assert "Missing: the boards of Bao." in window.expect("deal 1, 1 of 2 boards> ")
    assert "   1  Ann (button)    500" in cpoker("table", ledger, "standings").stdout  # reading is harmless
    assert cpoker("table", ledger, "history", "ann").returncode == 0
    other = cpoker("table", ledger, "undo")
    assert other.returncode == 2
    assert "another window has opened this ledger: continue there, or close it first" in other.stderr
    window.process.send_signal(signal.SIGKILL)
    window.process.wait()
    window = Window(ledger)
    assert "Missing: the boards of Bao." in window.expect("deal 1, 1 of 2 boards> ")
    window.type("Bao: foul")
    window.expect("All boards are in")
    window.type("settle")
    window.expect("table> ")
    window.type("quit")
    assert window.process.wait(60) == 0
    assert json.loads(Path(ledger).read_bytes().splitlines()[-1])["stacks"] == {"Ann": 515, "Bao": 485}


def interrupted(process):
    """Press Ctrl-C, and return the exit code. Python loses a signal between the prompt and the wait for a key: repeat it."""
    for _ in range(6):
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(10)
    return None


@posix
def test_the_prompt_ends_with_ctrl_d_and_ctrl_c(ledger):
    windows = [Window(ledger), Window(f"{ledger}2")]
    for window in windows:
        window.expect("table> ")
    os.write(windows[0].master, b"\x04")
    assert [windows[0].process.wait(60), interrupted(windows[1].process)] == [0, 130]
