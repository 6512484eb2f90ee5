"""`cpoker table`: the chips of an evening in a ledger."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import cpoker, objects
from known_boards import HIGH, LOW
from terminals import Window, interrupt

import cpoker_fast as cp
from cpoker_fast.app.table.host import Host
from cpoker_fast.app.table.host_prompt import Prompt
from cpoker_fast.system.files import locked_beside

ENTERS = "Ks Kd 2d / As Ah 7h 7c 4h / Ts Th Tc 5d 5s"  # Fantasyland under pineapple: kings in front
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
    table = cp.app.table.Table.from_ledger(ledger)
    assert (table.stacks, table.unit, table.rules.name) == ({"Ann": 515, "Bao": 485}, 5, "pagat")
    assert max(map(len, output.splitlines())) <= 80


def test_commands_as_arguments_continue_the_ledger(ledger):
    assert "Ann sits in seat 1." in cpoker("table", ledger, "sit", "Ann", "500").stdout
    assert "O'Neil Jr sits in seat 2." in cpoker("table", ledger, "sit", "O'Neil Jr", "500").stdout
    cpoker("table", ledger, "Ann:", *HIGH.split())
    assert "All boards are in: type `settle`." in cpoker("table", ledger, f"o'neil jr: {LOW}").stdout
    assert cp.app.table.Table.from_ledger(ledger).settle().points == (-3, 3)


def test_undo_and_account(ledger):
    host(ledger, EVENING)
    assert cpoker("table", ledger, "undo").stdout.splitlines()[0] == "Undone: deal 1."
    assert cpoker("table", ledger, "undo").stdout.splitlines()[0] == "Undone: the board of Bao."
    host(ledger, "Bao: foul\nsettle\nleave ann\n")
    lines = cpoker("table", ledger, "account", "ann").stdout.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["0", "sit", "+500", "500"], ["1", "deal", "Bao", "+3", "503"], ["1", "undo", "deal", "Bao", "-3", "500"],
        ["1", "deal", "Bao", "+3", "503"], ["1", "leave", "-503", "0"],
    ]  # fmt: skip
    assert "   -  Ann" in cpoker("table", ledger, "standings").stdout


def test_dealt_cards_and_declarations(ledger):
    host(ledger, "sit Ann 500\nsit Bao 500\nsit Cho 500\ndeal cards without Cho\n")
    deal = cp.app.table.Table.from_ledger(ledger).current
    assert deal.sitting_out == ("Cho",)
    assert cpoker("table", ledger, "hand", "bao").stdout == f"Bao: {deal.cards['Bao'][0]}\n"
    host(ledger, f"cancel\nAnn: {DRAGON}; natural three straights\nBao: foul\nCho: foul\nsettle\n")
    assert cp.app.table.Table.from_ledger(ledger).stacks == {"Ann": 506, "Bao": 497, "Cho": 497}
    host(ledger, f"undo\nAnn: {DRAGON}; no natural\nsettle\n")
    table = cp.app.table.Table.from_ledger(ledger)
    assert table.events[-1]["declare"].count(False) == 1


def test_a_deal_is_played_street_by_street(ledger, monkeypatch):
    output = host(ledger, "sit Ann 500\nsit Bao 500\ndeal cards\nhand bao\nhand Ann\n", "--rules", "pineapple").stdout
    hand = cp.app.table.Table.from_ledger(ledger).playing.position().hand
    assert f"Bao has {hand}: place 5.\nBao: {hand}\nAnn: no cards to place now\n" in output
    first, rest = cp.CardSet(list(hand)[:3]), cp.CardSet(list(hand)[3:])
    result = host(ledger, f"Ann: time out\nBao: {first} / {rest} / -\n")
    assert "'Ann' cannot place cards: it is the turn of 'Bao'" in result.stderr
    result = host(ledger, f"Bao: {first} / {rest} / -\nboards\nsettle\n")
    assert result.stdout.startswith(f"Bao: {first} / {rest} / -\nAnn has ")
    assert f"Ann: - / - / -\nBao: {first} / {rest} / -\nAnn has " in result.stdout
    assert "settle: expected a placement of 'Ann'" in result.stderr
    assert "not in the hand" in host(ledger, "Ann: 2c / 3c / 4c 5c 6c\n").stderr
    prompt = Prompt(Host(cp.app.table.Table.from_ledger(ledger), as_json=False), "friday.jsonl")
    assert prompt.state() == "deal 1, turn of Ann"
    assert "expected a colon after the name: `ann: time out`" in host(ledger, "ann time out\n").stderr
    (undone,) = objects(cpoker("table", ledger, "undo", "--json"))
    assert undone["undone"]["event"] == "turn"
    turns = ["Bao: time out", "Ann: timeout"] * 5
    result = host(ledger, "\n".join([*turns, "Ann: time out", ""]))
    assert "'Ann' cannot place cards: all cards are placed: `settle`" in result.stderr
    assert "All cards are placed: type `settle`." in result.stdout
    prompt = Prompt(Host(cp.app.table.Table.from_ledger(ledger), as_json=False), "friday.jsonl")
    assert prompt.state() == "deal 1, all cards are placed"
    settled = host(ledger, "settle\n").stdout
    assert "Deal 1" in settled
    assert "The game is over, because Ann and Bao ran out of time. `deal` begins a new game." in settled
    assert "10 moves" in repr(cp.app.table.Table.from_ledger(ledger).records()[1])
    assert cpoker("table", ledger, "check").stdout == "Settled again: 1 deal, with the results of the ledger.\n"
    replayed = cpoker("replay", ledger).stdout
    assert "Out of time: Bao on street 1, Ann on street 1" in replayed
    assert "street 5" in replayed


def test_a_table_for_points(ledger):
    output = host(ledger, "standings\nsit Ann\nsit Bao 3\n", "--no-stakes").stdout
    assert output == (
        "Nobody has sat down yet: `sit NAME`.\n"
        "Ann sits in seat 1.\nPoints: Ann 0.\nBao sits in seat 3.\nPoints: Ann 0, Bao 0.\n"
    )
    assert "; for points, without chips." in host(ledger, "rules\n").stdout
    output = host(ledger, f"Ann: {HIGH}\nBao: {LOW}\nsettle\nleave Bao\n").stdout
    assert "Bao leaves with -3 points." in output
    assert "Bao: -3; Ann: +3" in output
    assert "chip" not in output
    shown = cpoker("table", ledger, "standings").stdout.splitlines()
    assert [line.split() for line in shown] == [
        ["seat", "player", "deals", "won"], ["1", "Ann", "1", "+3"], ["-", "Bao", "1", "-3"], [],
        ["To", "settle", "up:"], ["Bao", "pays", "Ann", "3"], [],
        ["Points", "of", "the", "row's", "player", "from", "the", "column's", "player:"],
        ["Ann", "Bao", "in", "all"], ["Ann", "+3", "+3"], ["Bao", "-3", "-3"],
    ]  # fmt: skip
    message = "sit: expected `sit NAME [SEAT]`, without chips: this table is played for points"
    assert message in host(ledger, "sit Bao 5 1\n").stderr
    assert "buy: expected none at a table without stakes" in host(ledger, "buy Ann 5\n").stderr


def test_declarations_are_shown(ledger):
    dragon = str(cp.Board.parse(DRAGON))
    commands = f"Ann: {DRAGON}\nAnn: {DRAGON}; no natural\nAnn: {DRAGON}; dragon\nboards\n"
    output = host(ledger, f"sit Ann 500\nsit Bao 500\n{commands}").stdout
    shown = [line for line in output.splitlines() if line.startswith("Ann: ")]
    assert shown == [f"Ann: {dragon}", f"Ann: {dragon}; no natural", *[f"Ann: {dragon}; dragon"] * 2]
    result = host(ledger, "undo\nBao: foul; dragon\n")
    assert f"Undone: the board of Ann.\nChips: Ann 500, Bao 500.\nAnn: {dragon}; no natural\n" in result.stdout
    assert "the board may not declare 'dragon' under these rules: it may declare none" in result.stderr


def test_other_rules_keep_the_seats_that_are_taken(ledger):
    host(ledger, "seats 5\n" + "".join(f"sit P{number} 50\n" for number in range(5)))
    assert host(ledger, "rules simple\n").stdout == "From deal 1 on: rules simple, changed; 5 seats; 1 chip per point.\n"
    assert host(ledger, "leave P4\nrules two-four\n").stdout.endswith("rules two-four; 4 seats; 1 chip per point.\n")


def test_two_hands(ledger, tmp_path):
    rules = tmp_path / "two.toml"
    rules.write_text('base = "pagat"\ntable = { two_hands = true }\n', encoding="utf-8")
    host(ledger, "sit Ann 500\nsit Bao 500\ndeal two\n", "--rules", str(rules))
    assert "'Ann': expected 2 boards, got 1" in host(ledger, f"Ann: {HIGH}\n").stderr
    host(ledger, f"Ann: foul | foul\nBao: {HIGH} | foul\nsettle\n")
    assert cp.app.table.Table.from_ledger(ledger).stacks == {"Ann": 494, "Bao": 506}  # two hands that foul pay 3 each


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
    for words in ("Ann pays a fee of 12 chips.", "Bao pays a fee of 6 chips.", "Rake: Bao 3, Ann 4.",
                  "Jackpot: Bao 1; 1 chip left.", "Fees 18, rake 5, jackpot"):  # fmt: skip
        assert words in output
    options = objects(cpoker("table", ledger, "standings", "--json"))[0]
    assert options["fees"] == 18
    assert sum(row["stack"] for row in options["standings"]) + options["fees"] + options["rake"] + options["jackpot"] == 1000


@pytest.mark.parametrize(("commands", "message"), [
    ("party", "unknown command 'party': expected one of sit, buy, leave"),
    ("sti Ann 5", "unknown command 'sti': did you mean 'sit'?"), ("sit Cho", "sit: expected `sit NAME CHIPS [SEAT]`"),
    ("sit Cho 1e3", "sit: expected `sit NAME CHIPS [SEAT]`, got '1e3' in place of a number"),
    ("sit Cho -5", "the first buy-in of 'Cho': expected 1 chip or more, got -5"),
    ("sit Cho 50 -1", "sit: expected a seat from 1 to 4, got -1"),
    ("buy Ann -100", "a re-buy of 'Ann': expected 1 chip or more, got -100"),
    (f"buy Ann {'9' * 5000}", "buy: expected `buy NAME CHIPS`, got '9999"),
    ("unit -1", "unit: expected chips per point, an int from 1 to 1000000000000, got -1"),
    ("sit Cho 50 9", "sit: expected a seat from 1 to 4, got 9"), ("sit Cho 50 0", "sit: expected a seat from 1 to 4, got 0"),
    ("sit Ann 50", "'Ann' sits here already"), ("sit Cho 50 2", "sit: seat 2 is taken by 'Bao'"),
    ("sit ANN 50", "sit: 'Ann' sits here already; names must differ in more than capitals"),
    ("sit 'Cho:' 50", "sit: expected a name without a colon, got 'Cho:'"),
    ("boards", "boards: there is no deal in progress"), ("quit now", "quit: expected `quit`"),
    ("sit 'Cho 50", "no closing quotation"),
    ("buy Anna 5", "unknown player 'Anna': did you mean 'Ann'? expected one of Ann, Bao"),
    ("fee Ann", "table.fees.by_limit: these rules charge no fee"),
    ("settle", "settle: there is no deal in progress; enter boards as 'NAME: BOARD'"),
    ("cancel", "cancel: there is no deal in progress"),
    ("hand Ann", "hand: the table has dealt no cards; `deal cards` deals"),
    ("deal without", "deal: expected `deal [cards] [two] [without NAME...]`"),
    ("deal three", "deal: expected `deal [cards] [two] [without NAME...]`"), ("unit", "unit: expected `unit CHIPS`"),
    ("unit 0", "unit: expected chips per point, an int from 1 to 1000000000000, got 0"),
    ("unit five", "unit: expected `unit CHIPS`, got 'five' in place of a number"),
    ("seats 7", "table.seats: expected 2 to 6, got 7"), ("seats", "seats: expected `seats NUMBER`"),
    ("reserve", "reserve: expected `reserve on|off`"), ("reserve maybe", "reserve: expected `reserve on|off`"),
    ("rules party", "unknown rules 'party': did you mean 'pagat'? expected one of simple,"),
    ("rules none.toml", "none.toml: No such file"), ("rules pagat simple", "rules: expected `rules [NAME|FILE]`"),
    ("check again", "check: expected `check`"),
    ("sit O'Neil 50", 'no closing quotation; a name with an apostrophe needs quotes, as in `leave "O\'Neil"`'),
    ("board Ann", "board: expected `NAME: BOARD [; NATURAL]`"), ("Ann: As Kd", "bad board 'As Kd'"),
    ("Ann: time out", "'Ann' cannot run out of time: the table has dealt no cards street by street"),
    ("Ann: As Kd / 2c / 3c", "; a dead hand is written 'foul'"),
    (f"Ann: {HIGH} | {LOW}", "'Ann' plays one hand; `deal two` begins a deal of two hands each"),
    (f"Ann: {HIGH}; party", "after the board: expected 'no natural', 'if better', 'reserve CARDS' or a natural"),
    ("account Cho", "unknown player 'Cho'"),
])  # fmt: skip
def test_commands_that_cannot_be_run_change_nothing(ledger, commands, message):
    host(ledger, "sit Ann 500\nsit Bao 500\n")
    before = Path(ledger).read_bytes()
    result = host(ledger, f"\n# a comment\n{commands}\nsit Dan 100\n")
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stderr.startswith("Error: <stdin>:3: ")
    assert Path(ledger).read_bytes() == before


@pytest.mark.parametrize(("arguments", "message"), [
    ("buy Ann -100", "a re-buy of 'Ann': expected 1 chip or more, got -100"),
    ("buy Ann -100 --json", "a re-buy of 'Ann': expected 1 chip or more, got -100"),
    ("unit -1", "unit: expected chips per point, an int from 1 to 1000000000000, got -1"),
    ("buy Ann -x", "No such option '-x'"), ("buy Ann 100 --jsn", "No such option '--jsn'"),
    ("buy -- Ann --jsn", "buy: expected `buy NAME CHIPS`, got '--jsn' in place of a number"),
])  # fmt: skip
def test_negative_numbers_are_no_options(ledger, arguments, message):
    cpoker("table", ledger, "sit", "Ann", "100")
    before = Path(ledger).read_bytes()
    result = cpoker("table", ledger, *arguments.split())
    assert (result.returncode, Path(ledger).read_bytes()) == (2, before)
    assert message in result.stderr


def test_options_that_the_ledger_contradicts(ledger, tmp_path):
    cpoker("table", ledger, "sit", "Ann", "500", "--unit", "5")
    for options, remedy in (
        (("--unit", "2"), "`unit CHIPS` changes it, between deals"),
        (("--rules", "simple"), "`rules NAME|FILE` changes them, between deals"),
        (("--no-stakes",), "stakes cannot begin or end: begin a new ledger"),
        (("--reserve-hands",), "`reserve on|off` changes it, between deals"),
        (("--button", "2"), "the first button cannot change: begin a new ledger"),
    ):
        result = cpoker("table", ledger, "standings", *options)
        assert result.returncode == 2
        assert f"Error: {options[0]}: {ledger} has another value: {remedy}\n" in result.stderr
    assert cpoker("table", ledger, "standings", "--unit", "5", "--button", "1").returncode == 0
    host(ledger, "unit 2\nrules simple\nreserve on\n")
    assert cpoker("table", ledger, "standings", "--unit", "2", "--rules", "simple", "--reserve-hands").returncode == 0
    assert cpoker("table", ledger, "standings", "--unit", "5").returncode == 2
    for name in ("monday", "friday"):  # the same rules under another name
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


def test_files_that_are_no_ledgers(assert_refused, tmp_path):
    (tmp_path / "notes.txt").write_text("hello\nworld\n", encoding="utf-8")
    for name, message in (
        ("notes.txt", "line 1: not JSON"), ("none/x.jsonl", "No such file"), ("", "LEDGER: expected a path"),
    ):  # fmt: skip
        command = ["sit", "Ann", "5"] if name.startswith("none") else ["standings"]
        assert_refused(cpoker("table", str(tmp_path / name) if name else "", *command), message)
    assert cpoker("table", str(tmp_path), "standings").returncode == 2


def test_open_face_tables_say_who_enters_fantasyland(ledger):
    """As `cpoker score` does."""
    boards = f"Ann: {ENTERS}\nBao: foul\n"
    output = host(ledger, f"sit Ann 500\nsit Bao 500\n{boards}", "--rules", "pineapple").stdout
    assert "Fantasyland" not in output
    lines = cpoker("table", ledger, "settle").stdout.splitlines()
    assert lines[-1] == "Fantasyland next: Ann with 14 cards."
    assert lines[-3] == "   1  Ann (button)    520     500          0      1  +20"  # so the button stays
    scored = cpoker("score", "--rules", "pineapple", f"Ann: {ENTERS}", "Bao: foul").stdout
    assert "Fantasyland next: Ann with 14 cards" in scored
    assert cp.app.table.Table.from_ledger(ledger).rules == cp.rules("pineapple")
    assert cpoker("table", ledger, "deal").stdout.splitlines()[-1] == "Ann plays Fantasyland with 14 cards."
    assert cpoker("table", ledger, "standings", "--rules", "pineapple").returncode == 0
    results = objects(host(ledger, f"Ann: foul\n{boards[boards.index('Bao') :]}settle\nundo\n{boards}settle\n", "--json"))
    assert [result["next_fantasyland"] for result in results if result.get("event") == "settle"] == [{}, {}]
    assert objects(host(ledger, f"{boards}settle\nstandings\n", "--json"))[-1]["next_fantasyland"] == {"Ann": [14]}
    lapse = host(ledger, "rules pagat\n").stdout.splitlines()
    assert lapse[-1] == "There is no Fantasyland, so those of Ann lapse."
    assert "next_fantasyland" not in objects(cpoker("table", ledger, "standings", "--json"))[0]


def test_json_has_an_object_for_each_command(ledger):
    results = objects(host(ledger, EVENING + "standings\naccount Ann\nhelp\nundo\n", "--json"))
    assert [result.get("event") for result in results] == [
        "sit", "sit", "board", "board", "settle", None, None, None, "undo",
    ]  # fmt: skip
    assert (results[4]["stacks"], results[4]["settlement"]["points"]) == ({"Ann": 503, "Bao": 497}, [-3, 3])
    assert results[5]["transfers"] == [{"payer": "Bao", "payee": "Ann", "chips": 3}]
    assert results[5]["cross_table"] == {
        "names": ["Ann", "Bao"], "chips": [[0, 3], [-3, 0]], "pool": [0, 0], "house": [0, 0], "won": [3, -3],
    }  # fmt: skip
    assert results[5]["standings"][1] == {
        "name": "Bao", "seat": 3, "stack": 497, "bought": 500, "left_with": 0, "deals": 1, "won": -3,
    }  # fmt: skip


def test_the_house_is_paid_and_the_cross_table_fits_a_terminal(ledger):
    host(ledger, f"sit 'Alexandra the Great' 500\nsit Bartholomew 500\nsit Christopher 500\nsit Dominique 500\n"
         f"alexandra the great: {HIGH}\nbartholomew: {LOW}\nchristopher: foul\ndominique: foul\nsettle\n",
         "--rules", "examples/cardroom.toml")  # fmt: skip
    shown = cpoker("table", ledger, "standings", env={**os.environ, "COLUMNS": "80"}).stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "pays  the house" in shown
    assert "Bartholomew  Christopher" in shown


def test_a_page_of_the_evening(ledger, tmp_path):
    host(ledger, EVENING)
    page = tmp_path / "sheet.html"
    assert cpoker("table", ledger, "--html", str(page)).stdout == f"Written to {page}.\n"
    assert "<h1>friday</h1>" in page.read_text(encoding="utf-8")
    with locked_beside(Path(ledger)):  # another window has the prompt open
        assert objects(cpoker("table", ledger, "--html", str(page), "--json")) == [{"html": str(page)}]


@pytest.mark.parametrize(("arguments", "message"), [
    (["friday.jsonl", "--html", "friday.jsonl"], "--html friday.jsonl: expected another file than the ledger"),
    (["friday.jsonl", "--html", "no/sheet.html"], "--html no/sheet.html: no such folder"),
    (["friday.jsonl", "--html", "sheet.html", "standings"], "--html: expected no COMMAND"),
    (["monday.jsonl", "--html", "sheet.html"], "monday.jsonl: no such ledger; `sit` begins one"),
    (["friday.jsonl", "--html", "sheet.html", "--unit", "7"], "--unit: friday.jsonl has another value"),
])  # fmt: skip
def test_a_page_is_refused(ledger, tmp_path, arguments, message, assert_refused):
    host(ledger, EVENING)
    before = Path(ledger).read_bytes()
    assert_refused(cpoker("table", *arguments, cwd=tmp_path), message)
    assert Path(ledger).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["friday.jsonl"]


def test_a_player_who_left_keeps_the_name_and_terms_do_not_change_during_a_deal(ledger):
    result = host(ledger, "sit Ann 500\nleave ANN\nsit ann 100\n")
    assert "<stdin>:3: sit: 'Ann' sat here before; names must differ in more than capitals" in result.stderr
    assert "Ann sits in seat 1." in host(ledger, "sit Ann 100\n").stdout
    assert [standing.bought for standing in cp.app.table.Table.from_ledger(ledger).standings()] == [600]
    result = host(ledger, "sit Bao 500\ndeal\nunit 5\n")
    assert "<stdin>:3: deal 1 is in progress: settle or cancel it first" in result.stderr


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
    assert "<stdin>:5: sit: all 4 seats are taken: `seats NUMBER` changes the number, between deals" in result.stderr
    assert result.stderr.endswith(" (the lines before it are done, those after it are not)\n")
    shown = host(ledger, "seats 5\nsit P4 50\n").stdout
    assert shown.startswith("From deal 1 on: rules pagat, changed; 5 seats; 1 chip per")
    assert [player.seat for player in cp.app.table.Table.from_ledger(ledger).players] == [0, 1, 2, 3, 4]


# ---- the rules ----
def test_rules_change_between_deals(ledger, tmp_path):
    house = tmp_path / "our rules.toml"
    house.write_text('base = "pagat"\nname = "ours"\nscoop_bonus = 3\n', encoding="utf-8")
    commands = f"unit 5\nrules '{house}'\nreserve on\nreserve off\nreserve off\n"
    lines = host(ledger, EVENING + commands).stdout.splitlines()[-5:]
    ours = "rules ours; 4 seats; 5 chips per point"
    assert lines[0] == "From deal 2 on: rules pagat; 4 seats; 5 chips per point."
    assert lines[1:3] == [f"From deal 2 on: {ours}.", f"From deal 2 on: {ours}; two players reserve hands."]
    assert lines[3:] == [f"From deal 2 on: {ours}.", f"Nothing changes: {ours}."]
    host(ledger, f"ann: {HIGH}\nbao: {LOW}\nsettle\n")
    assert cp.app.table.Table.from_ledger(ledger).stacks == {"Ann": 533, "Bao": 467}  # 3, and 6 points of 5 chips
    undone = [line for line in host(ledger, "undo\n" * 7).stdout.splitlines() if line.startswith("Undone: ")]
    assert [undone[0], *undone[4:]] == [  # after the boards and the beginning of the deal
        "Undone: deal 2.",
        f"Undone: the change of reserving hands. From deal 2 on: {ours}; two players reserve hands.",
        f"Undone: the change of reserving hands. From deal 2 on: {ours}.",
        "Undone: the change of the rules. From deal 2 on: rules pagat; 4 seats; 5 chips per point.",
    ]
    assert cp.app.table.Table.from_ledger(ledger).unit == 5


def test_rules_are_shown(ledger):
    host(ledger, "sit Ann 500\nseats 5\n", "--unit", "5")
    lines = cpoker("table", ledger, "rules").stdout.splitlines()
    assert lines[0] == "pagat, changed"
    assert "  table.seats  5 seats  Number of seats" in lines
    assert lines[-1] == "rules pagat, changed; 5 seats; 5 chips per point."
    shown = objects(cpoker("table", ledger, "rules", "--json"))[0]
    assert (shown["unit"], shown["reserve_hands"]) == (5, False)
    assert cp.Rules.from_dict(shown["rules"]) == cp.app.table.Table.from_ledger(ledger).rules
    changed = objects(cpoker("table", ledger, "rules", "one-six", "--json"))[0]
    assert (changed["event"], changed["rules"]["name"], changed["unit"]) == ("change", "one-six", 5)


def test_a_check_settles_again(ledger):
    host(ledger, EVENING)
    assert cpoker("table", ledger, "check").stdout == "Settled again: 1 deal, with the results of the ledger.\n"
    assert objects(cpoker("table", ledger, "check", "--json")) == [{"checked": 1}]
    text = Path(ledger).read_text(encoding="utf-8")
    forged = text.replace('"payments": [["Bao", "Ann", 3]]', '"payments": [["Bao", "Ann", 4]]')
    Path(ledger).write_text(forged.replace('{"Bao": 497, "Ann": 503}', '{"Bao": 496, "Ann": 504}'), encoding="utf-8")
    assert cpoker("table", ledger, "standings").returncode == 0
    result = cpoker("table", ledger, "check")
    assert result.returncode == 2
    problem = "line 7: payments: expected [['Bao', 'Ann', 3]] for these boards, got [['Bao', 'Ann', 4]]"
    assert f"Error: {ledger}, {problem}\n" == result.stderr
    if sys.platform != "win32":  # the prompt checks the ledger, too
        window = Window("table", ledger)
        window.expect("line 7: payments: ")
        assert window.process.wait(60) == 2


# ---- names with spaces ----
@pytest.mark.parametrize(("command", "quoted"), [
    ("sit Lee Ann 100", "sit 'Lee Ann' 100"), ("sit Lee Ann 100 4", "sit 'Lee Ann' 100 4"),
    ("buy Mary Ann 100", "buy 'Mary Ann' 100"), ("BUY mary  ann 100", "BUY 'Mary Ann' 100"),
    ("leave Mary Ann", "leave 'Mary Ann'"), ("fee Mary Ann", "fee 'Mary Ann'"), ("fee Mary Ann 25", "fee 'Mary Ann' 25"),
    ("account Mary Ann", "account 'Mary Ann'"), ("deal without Mary Ann", "deal without 'Mary Ann'"),
    ("deal without Bao, Mary Ann, Cho", "deal without Bao, 'Mary Ann' Cho"),
    ("deal without Jo O'Neil Jr", "no closing quotation; a name with an apostrophe needs quotes"),
    ('leave Jo "O\'Neil"', 'leave "Jo O\'Neil"'), ("rules our rules.toml", "rules 'our rules.toml'"),
])  # fmt: skip
def test_names_with_spaces_need_quotes(ledger, tmp_path, monkeypatch, command, quoted):
    monkeypatch.chdir(tmp_path)
    Path("our rules.toml").write_text('base = "pagat"\nfoul = 4\n', encoding="utf-8")
    host(ledger, "sit 'Mary Ann' 500\nsit Bao 500\nsit \"Jo O'Neil\" 500\n")
    before = Path(ledger).read_bytes()
    problem = f"{quoted.split()[0].lower()}: names with spaces need quotes: `{quoted}`\n"
    assert (quoted if quoted.startswith("no ") else problem) in host(ledger, f"{command}\n").stderr
    assert Path(ledger).read_bytes() == before
    if not quoted.startswith(("no ", "fee", "deal")):
        assert host(ledger, f"{quoted}\n").returncode == 0


def test_names_with_spaces_have_cards_and_are_completed_with_quotes(ledger):
    host(ledger, "sit 'Mary Ann' 500\nsit Bao 500\ndeal cards\n")
    message = "Error: hand: names with spaces need quotes: `hand 'Mary Ann'`\n"
    assert message in cpoker("table", ledger, "hand", "mary", "ann").stderr
    assert cpoker("table", ledger, "hand", "mary ann").stdout.startswith("Mary Ann: ")
    host(ledger, f"cancel\nMary Ann: {HIGH}\n'Mary Ann': foul\n")  # names before a colon need no quotes
    assert cp.app.table.Table.from_ledger(ledger).entered == {"Mary Ann": (cp.FOUL,)}
    table = cp.app.table.Table("pagat")
    for name in ("Mary Ann", "Bao", "Jo O'Neil"):
        table.sit(name, 500)
    prompt = Prompt(Host(table, as_json=False), "friday.jsonl")
    assert prompt.completedefault("ma", "leave ma", 6, 8) == ["'Mary Ann'"]
    assert prompt.completedefault("Ma", "leave 'Ma", 7, 9) == ["Mary Ann"]
    assert prompt.completedefault("", "leave ", 6, 6) == ["'Mary Ann'", "Bao", '"Jo O\'Neil"']
    assert prompt.completenames("ma", "ma", 0, 2) == ["Mary Ann:"]
    assert prompt.completenames("se", "se", 0, 2) == ["settle", "seats"]


def test_only_sit_with_options_of_a_table_begins_a_ledger(ledger):
    for command, message in (
        *[(f"{name} Ann", f"{ledger}: no such ledger; `sit` begins one")
          for name in ("standings", "undo", "settle", "account")],
        ("sit Ann 500 --button 5", "--button: expected a seat from 1 to 4, got 5"),
        ("sit Ann 500 --unit 10000000000000",
         "--unit 10000000000000: expected chips per point, an int from 1 to 1000000000000"),
    ):  # fmt: skip
        result = cpoker("table", ledger, *command.split())
        assert (result.returncode, result.stdout, result.stderr) == (2, "", f"Error: {message}\n")
    assert cpoker("table", ledger, "help").stdout.startswith("sit NAME CHIPS [SEAT]")
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


@posix
def test_the_prompt_says_what_is_missing_and_survives_errors_and_kills(ledger):
    window = Window("table", ledger, "--unit", "5")
    greeting = " ".join(window.expect("table> ").split())
    assert "rules pagat; 4 seats; 5 chips per point. `help` lists the commands, `quit` ends." in greeting
    for command in ("sit Ann 500", "party", "sit Bao 500"):
        window.type(command)
        window.expect("table> ")
    window.type(f"Ann: {HIGH}")
    assert "Missing: the boards of Bao." in window.expect("deal 1, 1 of 2 boards> ")
    assert "   1  Ann (button)    500" in cpoker("table", ledger, "standings").stdout  # reading is harmless
    for question in (("history", "ann"), ("rules",), ("check",)):
        assert cpoker("table", ledger, *question).returncode == 0
    for change in (("undo",), ("rules", "simple")):
        other = cpoker("table", ledger, *change)
        assert other.returncode == 2
        assert "another window has opened this ledger: continue there, or close it first" in other.stderr
    window.process.send_signal(signal.SIGKILL)
    window.process.wait()
    window = Window("table", ledger)
    assert "Missing: the boards of Bao." in window.expect("deal 1, 1 of 2 boards> ")
    window.type("Bao: foul")
    window.expect("All boards are in")
    window.type("settle")
    window.expect("table> ")
    window.type("quit")
    assert window.process.wait(60) == 0
    assert json.loads(Path(ledger).read_bytes().splitlines()[-1])["stacks"] == {"Ann": 515, "Bao": 485}


@posix
def test_ctrl_c_clears_the_line_and_only_the_second_one_or_ctrl_d_ends_the_prompt(ledger):
    """Lines that are pasted after the first one must not reach the shell."""
    window = Window("table", ledger)
    window.expect("table> ")
    os.write(window.master, b"sit Cho 5")
    window.expect("sit Cho 5")
    interrupt(window, "The line is cleared. Ctrl-C again, or `quit`, ends.")
    window.expect("table> ")
    window.type("sit Ann 500")
    window.expect("Ann sits in seat 1.")  # without the text of the line that was cleared
    window.expect("table> ")
    interrupt(window, "The line is cleared.")  # the first one again, because a line came in between
    window.expect("table> ")
    interrupt(window, "Interrupted.")
    assert (window.process.wait(60), cp.app.table.Table.from_ledger(ledger).stacks) == (130, {"Ann": 500})
    window = Window("table", ledger)
    window.expect("table> ")
    os.write(window.master, b"\x04")
    assert window.process.wait(60) == 0


@posix
def test_nothing_is_broken_inside_words_in_a_terminal(ledger):
    """Help, errors and other long lines fit into 80 columns."""
    window = Window("table", ledger)
    window.expect("table> ")
    output = []
    names = [f"'{name} of the very long name'" for name in ("Ann", "Bao", "Cho")]
    lines = [
        f"ann of the very long name: {HIGH}; party", f"ann of the very long name: {HIGH}", "boards", "undo", "account no",
    ]  # fmt: skip
    for command in ("help", "party", "rules party", *(f"sit {name} 500" for name in names), *lines):
        window.type(command)
        output.append(window.expect("> ").partition("\n")[2])  # without the line that was typed
    lines = [line.rstrip("\r") for text in output for line in text.split("\n")]
    assert max(map(len, lines)) <= 80
    assert len(output[0].splitlines()) == 24  # with the prompt
    assert " ".join(output[1].split()).startswith("Error: unknown command 'party': expected one of sit, buy, leave, fee,")
    window.type("quit")
    assert window.process.wait(60) == 0
    window = Window("set", "--rules", "party")
    text = window.expect("deuce-to-seven")
    assert max(len(line.strip("\r")) for line in text.split("\n")) <= 80
    assert " ".join(text.split()).startswith("Error: unknown rules 'party': did you mean 'pagat'? expected one of simple,")
    assert window.process.wait(60) == 2
    window = Window("set", "--party")
    usage = window.expect("Error: No such option '--party'.").replace("\r", "")
    assert usage.startswith("Usage: cpoker set [OPTIONS] [HAND]...\nTry 'cpoker set --help' for help.\n")
    assert window.process.wait(60) == 2


FREEZEOUT = """\
base = "pagat"
[table.freezeout]
chips = 5
levels = [[1, 1], [9, 1]]
entry = 7
prizes = [60, 40]
"""


def test_a_freezeout(ledger, tmp_path):
    """Ann wins 3 of Bao's 5 chips, then the other 2; of 14, 40 percent are 5."""
    rules = tmp_path / "ours.toml"
    rules.write_text(FREEZEOUT)
    board = f"Ann: {HIGH}\nBao: foul\nsettle\n"
    output = host(ledger, f"sit Ann\nsit Bao 3\nlevel\n{board}", "--rules", str(rules)).stdout
    assert "Level 1: 1 chip per point. Next: 9, from deal 2 on.\n" in output
    output = host(ledger, f"level\n{board}places\nlevel\nhelp\n").stdout
    assert output.startswith(
        "Level 1: 1 chip per point. Next: 9, from deal 2 on.\nLevel 2: 9 chips per point, to the end.\n"
    )
    assert "Bao is out: place 2, with a prize of 5.\nAnn wins the freezeout, with a prize of 9.\n" in output
    assert "    1  Ann        10      9     2\n    2  Bao         0      5     2\n" in output
    assert "The freezeout is over.\n" in output
    assert "pause" in output.partition("The freezeout is over.")[2]
    assert not any(line.startswith(("buy", "fee", "unit")) for line in output.splitlines())
    plain = objects(cpoker("table", ledger, "places", "--json"))[0]
    assert [(place["name"], place["place"], place["prize"]) for place in plain["places"]] == [("Ann", 1, 9), ("Bao", 2, 5)]
    assert plain["level"]["number"] == 2
    assert host(ledger, "undo\nundo\n").stdout.endswith("Missing: the boards of Bao.\n")
    assert host(ledger, "undo\nundo\nlevel\n").stdout.endswith("Level 1: 1 chip per point. Next: 9, from deal 2 on.\n")


@pytest.mark.parametrize(("command", "message"), [
    ("sit Ann 500", "got 500 (`sit NAME [SEAT]`, without chips"), ("level now", "level: expected `level`"),
    ("pause", "pause: there is no clock, because the levels are coun"), ("unit 5", "unit: expected 1, that of the"),
    ("sit Ann 3 4", "without chips: all in the freezeout begin with the same"),
])  # fmt: skip
def test_refused_in_a_freezeout(ledger, tmp_path, command, message):
    rules = tmp_path / "ours.toml"
    rules.write_text(FREEZEOUT)
    result = host(ledger, f"sit Bao\n{command}\n", "--rules", str(rules))
    assert (result.returncode, message in result.stderr) == (2, True), result.stderr
    assert "level: the rules 'pagat' have no freezeout" in host(f"{ledger}2", "level\n", "--rules", "pagat").stderr
