"""The command line in a process of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from command_line import cpoker, objects
from finished_deals import FLUSHES, PLAIN
from known_boards import HIGH, LOW

import cpoker_fast as cp
from cpoker_fast.app import commands
from cpoker_fast.system.extras import install_command

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_each_module_is_a_command():
    modules = {path.stem for path in Path(commands.__file__).parent.glob("*.py")} - {"__init__"}
    assert modules == set(commands.cpoker.commands)
    assert modules == {commands.cpoker.get_command(None, name).name for name in modules}


def test_rank(tmp_path):
    result = cpoker("rank", "Ts", "Th", "Tc", "4d", "4s")
    assert result.returncode == 0
    assert re.search(r"Ts Th Tc 4s 4d +7693 +full house, tens over fours", result.stdout)
    first, second = objects(cpoker("rank", "--json", "As Ks Qs Js Ts", "9s 9h 4c"))
    assert first == {"cards": "As Ks Qs Js Ts", "strength": 7916, "description": "royal flush"}
    assert second == {"cards": "9s 9h 4c", "strength": 3189, "description": "pair, nines with four"}
    assert objects(cpoker("rank", "--json", "--lowball", "7s 5h 4c 3d 2s"))[0]["strength"] == 7461
    lowest, second = (objects(cpoker("rank", "--json", "--wheel", w, "5s 4h 3c 2d As"))[0] for w in ("lowest", "second"))
    assert lowest["strength"] < second["strength"]
    text = "# rows\nAs Kd Qc  # three\n\n  9s9h4c\n"
    expected = [{"cards": "As Kd Qc"}, {"cards": "9s 9h 4c"}]
    path = tmp_path / "rows.txt"
    path.write_text("\ufeff" + text, encoding="utf-8")
    for result in (cpoker("rank", "--json", stdin=text), cpoker("rank", "--json", "-f", "-", stdin=text),
                 cpoker("rank", "--json", "-", stdin=text), cpoker("rank", "--json", "--file", str(path))):  # fmt: skip
        assert [{"cards": row["cards"]} for row in objects(result)] == expected


def test_cards_that_do_not_count_are_in_brackets():
    """A-2-3-4-5 beats 6-5-4-3-2 if it is the second highest straight."""
    rows = ["As Ks Qs Js Ts 2d 2c", "Ah Kd Qd Jc Td 9s", "9s 9h 4c"]
    lines = cpoker("rank", *rows).stdout.splitlines()[1:]
    assert [line[:32].rstrip() for line in lines] == [
        "As Ks Qs Js Ts (2d 2c)      7916", "Ah Kd Qd Jc Td (9s)         6317", "9s 9h 4c                    3189",
    ]  # fmt: skip
    assert [row.get("best_five") for row in objects(cpoker("rank", "--json", *rows))] == [rows[0][:14], rows[1][:14], None]
    wheel = "6d 5h 4c 3d 2d As"
    for name, five in (("lowest", wheel[:14]), ("second", "As 5h 4c 3d 2d")):
        assert objects(cpoker("rank", "--json", "--wheel", name, wheel))[0]["best_five"] == five


def test_a_few_rows_are_ranked_without_numpy():
    """NumPy's import takes longer than the rest of such a command; many rows have the same output."""
    code = "import sys; from cpoker_fast.app.commands import cpoker; cpoker(sys.argv[1:], standalone_mode=False);"
    code += "sys.exit('numpy' in sys.modules)"
    rows = {"As Kd Qc": "As Kd Qc            1518  high card, ace king queen"}
    rows["Ts Th Tc 4d 4s"] = "Ts Th Tc 4s 4d      7693  full house, tens over fours"
    for number, needs_numpy in ((1, False), (10, False), (30, True)):
        command = [sys.executable, "-P", "-c", code, "rank", *rows, *[*rows] * (number - 1)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stderr) == (needs_numpy, "")
        assert result.stdout.splitlines()[1:] == [*rows.values()] * number


LONG = "x" * 4000


@pytest.mark.parametrize("arguments", [
    ["score", "--stacks", LONG, HIGH, LOW], ["score", "--fantasyland", LONG, HIGH, LOW],
    ["score", "--play", LONG, HIGH, LOW], ["analyze", "--worth", LONG], ["analyze", "--dead", LONG, "As"],
    ["analyze", "--known", LONG, "As"], ["review", "--player", LONG, str(EXAMPLES / "deals.ofc")],
    ["set", "--by", LONG, "As"], ["set", "--file", LONG], ["simulate", "--players", f"{LONG},random"],
    ["simulate", "--players", "random,random", "--dask", LONG], ["rank", f"--{LONG}"], [LONG],
], ids=lambda arguments: " ".join(word for word in arguments if len(word) < 20))  # fmt: skip
def test_errors_shorten_long_input(arguments):
    result = cpoker(*arguments)
    assert result.returncode == 2
    *_, error = result.stderr.splitlines()
    assert error.startswith("Error: ")
    assert len(error) <= 300


@pytest.mark.parametrize(("arguments", "message"), [
    *[([command, *arguments], "expected at least one line with cards, got none")
      for command in ("rank", "set", "score", "analyze") for arguments in ([""], ["", " "], ["", "--json"])],
    *[(arguments, "'': No such file or directory") for arguments in (["set", "--file", ""], ["replay", ""], ["review", ""])],
])  # fmt: skip
def test_empty_arguments_are_no_input(arguments, message):
    result = cpoker(*arguments)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"Error: {message}\n")


def test_set():
    result = cpoker("set", "--by", "royalties", "As", "Ks", "Qs", "Js", "9s", "8d", "8h", "5c", "5h", "3d", "3h", "2c", "7h")
    assert result.returncode == 0
    for line in (r"front +3h 3d 2c +pair, threes with two", r"middle +8h 8d 7h 5h 5c", r"back +As Ks Qs Js 9s +flush"):
        assert re.search(line, result.stdout)
    result = cpoker("set", "As", "Ks", "Qs", "Js", "9s", "8d", "8h", "5c", "5h", "3d", "3h", "2c", "7h", "2d", "4s")
    assert result.returncode == 0
    (plain,) = objects(cpoker("set", "--json", "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h 2d 4s"))
    assert f"Discarded: {plain['discarded']}." in result.stdout
    assert len(plain["discarded"].split()) == 2
    dragon = "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"
    assert "The hand makes a natural: dragon." in cpoker("set", dragon).stdout
    (plain,) = objects(cpoker("set", "--json", dragon))
    assert (plain["natural"], [row["row"] for row in plain["rows"]]) == ("dragon", ["front", "middle", "back"])
    assert objects(cpoker("set", "--json", "--rules", "simple", dragon))[0]["natural"] is None
    # Boards and points are those of `arrange` against the equilibrium, including surrenders.
    hand = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
    arrangement = cp.arrange(hand, "pagat")
    result = cpoker("set", hand)
    assert "".join(re.findall(r"(?:front|middle|back) +((?:\w\w ?)+) ", result.stdout)).replace("  ", " ")
    assert result.stdout.endswith(f"{arrangement.points:+.3f} points expected against 3 opponents\n")
    (plain,) = objects(cpoker("set", "--json", "--opponents", "1", "--has-button", hand))
    heads_up = cp.arrange(hand, "pagat", opponents=1, has_button=True)
    assert (plain["board"], plain["points"], plain["declare"]) == (str(heads_up.board), heads_up.points, False)
    weak = "2s 3h 4d 5c 7s 8h 9d Tc Qs Kh 2c 3d 4s"
    assert cp.arrange(weak, "two-four").board is None
    assert cpoker("set", "--rules", "two-four", weak).stdout == "surrender  -5.514 points against 3 opponents\n"
    assert objects(cpoker("set", "--json", "--rules", "two-four", weak))[0]["board"] is None


def test_score():
    result = cpoker("score", "--rules", "two-four", f"Ann: {HIGH}", LOW, "surrender")
    assert result.returncode == 0
    assert "Ann v Player 2: +4" in result.stdout
    assert "  front: Ann with high card, ace king two, against high card, queen jack two" in result.stdout
    assert "  Player 3 surrenders" in result.stdout
    assert "Total\n  Ann: +6\n  Player 2: -2" in result.stdout
    shown = cpoker("score", "--table", "--rules", "two-four", f"Ann: {HIGH}", LOW, "surrender").stdout
    assert re.search(r"rules two-four\nAnn +Ah Kd 2c +9s 9h 4d 4c 3s +Ts Th Tc 5s 5d\n", shown)
    assert re.search(r"Ann v Player 2 +\+ +\+ +\+ +\+3 +\+1 +\+4\n", shown)
    assert "Ann: +6; Player 2: -2; Player 3: -4" in shown
    (plain,) = objects(cpoker("score", "--json", "--rules", "one-six", HIGH, LOW))
    assert (plain["points"], plain["players"], plain["rules"]) == ([6, -6], ["Player 1", "Player 2"], "one-six")
    boards = [f"Ann: {HIGH}", f"Bob: {LOW}"]
    for button in ("2", "Bob"):
        (plain,) = objects(cpoker("score", "--json", "--rules", "malayan", "--button", button, *boards))
        assert plain["button"] == 1
    text = f"# two tables\nAnn: {HIGH}\nBob: {LOW}\n# a comment between players\n\n\nCy: {LOW}\nDi: {HIGH}\n"
    tables = objects(cpoker("score", "--json", stdin=text))
    assert [[row["points"] for row in table["totals"]] for table in tables] == [[3, -3], [3, -3, -3, 3]]
    assert [(table["players"], table["points"]) for table in tables] == [(["Ann", "Bob"], [3, -3]), (["Cy", "Di"], [-3, 3])]
    assert [table["place"] for table in tables] == ["<stdin>:2", "<stdin>:7"]
    shown = cpoker("score", "--rules", "one-six", stdin=text).stdout
    assert shown.startswith("<stdin>:2, rules one-six\n\nAnn v Bob: +6\n")
    assert "\n\n\n<stdin>:7, rules one-six\n\nCy v Di: -6\n" in shown


def test_score_carries_chips_and_the_jackpot_from_table_to_table(tmp_path):
    rules = tmp_path / "house.toml"
    rake = '[table.rake]\nchips = 2\npercent = 10\ncap = 1\nto_jackpot = 1\njackpot = { back = "flush" }\n'
    rules.write_text(f'base = "pagat"\n{rake}', encoding="utf-8")
    text = f"Ann: {HIGH}\nBob: {LOW}\n\nBob: foul\nAnn: {HIGH}\n\nAnn: foul\nCy: {LOW}\n"
    command = "score", "--json", "--rules", str(rules), "--unit", "10", "--jackpot", "5"
    table = cp.app.table.Table(cp.Rules.from_toml(rules), unit=10)
    for name, chips in (("Ann", 90), ("Bob", 50), ("Cy", 70)):
        table.sit(name, chips)
    for boards in ({"Ann": HIGH, "Bob": LOW}, {"Ann": HIGH, "Bob": cp.FOUL}, {"Ann": cp.FOUL, "Cy": LOW}):
        table.deal(sitting_out={"Ann", "Bob", "Cy"} - {*boards})
        table.settle(boards)
    tables = objects(cpoker(*command, "--stacks", "Ann=90,Bob=50,Cy=70", stdin=text))
    totals = tables[-1]
    assert {row["name"]: row["stack"] for row in totals["totals"]} == table.stacks
    assert {row["name"]: row["tables"] for row in totals["totals"]} == {"Ann": 3, "Bob": 2, "Cy": 1}
    assert tables[-1]["jackpot"] == 5 + table.jackpot
    shown = cpoker("score", "--rules", str(rules), "--unit", "10", "--stacks", "Ann=90,Bob=50,Cy=70", stdin=text).stdout
    assert shown.endswith(
        "Totals\n"
        "name  tables  points  chips  stack\n"
        f"Ann        3      +3  {table.stacks['Ann'] - 90:+5}  {table.stacks['Ann']:5}\n"
        f"Bob        2      -6  {table.stacks['Bob'] - 50:+5}  {table.stacks['Bob']:5}\n"
        f"Cy         1      +3  {table.stacks['Cy'] - 70:+5}  {table.stacks['Cy']:5}\n"
    )
    *_, totals = objects(cpoker("score", "--json", "--stacks", "9,9", stdin=text.partition("\n\nAnn: foul")[0]))
    assert [row["stack"] for row in totals["totals"]] == [15, 3]  # Bob's place at the second table is another one


def test_score_a_dead_hand():
    """A dead hand is a foul that loses three rows, in texts, columns and JSON."""
    boards = [f"Ann: {HIGH}", "Bob: Foul"]
    shown = cpoker("score", "--rules", "simple", *boards).stdout
    assert "Ann v Bob: +3\n  Bob fouls: a dead hand\n  Ann scoops\n  rows: +3\n" in shown
    shown = cpoker("score", "--rules", "simple", "--table", *boards).stdout
    assert re.search(r"\nBob +foul: a dead hand\n", shown)
    (plain,) = objects(cpoker("score", "--json", "--rules", "pineapple", *boards))
    assert (plain["points"], plain["seats"][1]["board"], plain["next_fantasyland"]) == ([12, -12], "foul", [0, 0])
    result = cpoker("score", HIGH, "Bob: Qc Jd / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h")
    assert result.returncode == 2
    assert "Bob: front: expected 3 cards, got 2 (Qc Jd); a dead hand is written 'foul'\n" in result.stderr


def test_score_declares_naturals_if_that_pays_more():
    dragon = "Ann: 2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As"
    other = "Bob: Qs Qh 7d / Js Jd Jc 2c 2h / 5s 5h 5d 8s Ac"
    (plain,) = objects(cpoker("score", "--json", "--stacks", "5,100", "--unit", "2", dragon, other))
    assert (plain["points"], plain["chips"]) == ([13, -13], [5, -5])
    (plain,) = objects(cpoker("score", "--json", "--play", "Ann", dragon, other))
    assert plain["seats"][0]["natural"] is None
    assert plain["seats"][0]["naturals"] == ["three straights", "dragon"]
    shown = cpoker("score", "--table", "--stacks", "5,100", dragon, other).stdout
    first, foul = r"Ann v Bob +\+13 +\+13 +\+5 of \+13", "Ann: dragon; Bob: foul: the middle is stronger than the back"
    assert re.search(rf"{first}\n{foul}\nAnn: \+13, \+5 chips; Bob: -13, -5", shown)
    # Ann wins 1 by rows and 12 in royalties, more than a natural of 3; a dragon of 13 and a foul of 9, more than 15.
    flushes = [f"Ann: {FLUSHES}", f"Bob: {PLAIN}"]
    (plain,) = objects(cpoker("score", "--json", "--rules", "face-up", *flushes))
    assert (plain["points"], plain["seats"][0]["natural"]) == ([13, -13], None)
    dragon = ["Ann: 2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As", "Bob: Qs Qh 7d / Js Jd Jc 2c 2h / 5s 5h 5d 8s Ac"]
    (plain,) = objects(cpoker("score", "--json", "--rules", "face-up", *dragon))
    assert (plain["points"], plain["seats"][0]["natural"]) == ([22, -22], "dragon")
    (plain,) = objects(cpoker("score", "--json", "--rules", "face-up", "--play", "Ann", *dragon))
    assert (plain["points"], plain["seats"][0]["natural"]) == ([15, -15], None)


def test_score_takes_rakes_and_pays_the_jackpot(tmp_path):
    """Three players pay 3 chips, 1 of them for a jackpot of 91. The jackpot's loser wins 47 of 94, the others 23 each."""
    boards = {"Ann": "Ks Kd 2c / 4s 4h 4d 8h 7c / 5s 6s 7s 8s 9s", "Bob": "As Ad 3c / 5h 5d 5c 9h 8c / Th Jh Qh Kh Ah"}
    boards["Cy"] = "Qc Jd 2d / 6c 6d 3h 3d Tc / Jc Js Qd 9c 2h"
    lines = [f"{name}: {board}" for name, board in boards.items()]
    command = ["score", "--rules", str(EXAMPLES / "cardroom.toml"), *lines]
    stakes = ["--stacks", "100,100,100", "--unit", "2"]
    table = cp.app.table.Table(cp.Rules.from_toml(EXAMPLES / "cardroom.toml"), unit=2)
    for name in boards:
        table.sit(name, 100)
    table.settle(boards)
    (plain,) = objects(cpoker(*command, *stakes, "--json"))
    assert (plain["rake"], plain["to_jackpot"], plain["jackpot"]) == (3, 3, table.jackpot)
    assert [100 + chips for chips in plain["chips_in_all"]] == list(table.stacks.values())
    (plain,) = objects(cpoker(*command, *stakes, "--jackpot", "91", "--json"))
    assert (plain["from_jackpot"], plain["jackpot"]) == ([47, 23, 23], 1)
    paid = zip(plain["chips"], plain["from_jackpot"], strict=True)
    assert plain["chips_in_all"] == [chips - 3 + extra for chips, extra in paid]
    shown = cpoker(*command, *stakes, "--jackpot", "91")
    total = plain["chips_in_all"][0]
    rake = "  The table takes a rake of 3 chips from each player, 1 of them for the jackpot.\n"
    assert f"\n\nTotal after the rake and the jackpot\n{rake}" in shown.stdout
    assert f"  Jackpot of 94 chips: Ann 47, Bob 23, Cy 23, and 1 left.\n  Ann: {total:+d} chips\n" in shown.stdout
    shown = cpoker(*command[:3], f"Ann: {HIGH}", f"Bob: {LOW}", "--stacks", "50,50", "--table").stdout
    end = "Jackpot of 2 chips: nobody wins it.\nAnn: +3 chips; Bob: -9 chips"
    assert f"each player, 1 of them for the jackpot.\n{end}" in shown
    # Ann wins 60 chips and pays a tenth of them; Bob pays nothing.
    rules = tmp_path / "ours.toml"
    rules.write_text('base = "pagat"\nscoop_bonus = 3\n[table.rake]\npercent = 10\n', encoding="utf-8")
    boards = f"Ann: {HIGH}", f"Bob: {LOW}"
    shown = cpoker("score", "--rules", str(rules), *boards, "--stacks", "100,100", "--unit", "10").stdout
    assert (
        "\n\nTotal after the rake\n  The table takes 10 percent of the winnings of each player.\n"
        "  Rake of the winnings: Ann 6.\n  Ann: +54 chips\n  Bob: -60 chips\n" in shown
    )
    command = ["score", "--rules", str(EXAMPLES / "cardroom.toml"), HIGH, LOW]
    rake = "a rake of 3 chips from each player, 1 of them for the jackpot"
    result = cpoker(*command)
    assert result.stdout.endswith(f"\n\nNot taken, since there are no stacks (--stacks): {rake}.\n")
    (plain,) = objects(cpoker(*command, "--json"))
    assert (plain["points"], plain["not_taken"]) == ([6, -6], rake)
    assert "not_taken" not in objects(cpoker("score", HIGH, LOW, "--json"))[0]


@pytest.mark.parametrize(("arguments", "stdin", "message"), [
    (["rank"], "As Kd Qc\n# fine\nAs Xx Qc\n", "<stdin>:3: bad card 'Xx' at character 4"),
    (["rank", "As Kd"], "", "expected 3, 5, 6 or 7 cards, got 2"),
    (["rank", "Ts", "Xh", "Tc", "4d", "4s"], "", "bad card 'Xh' at character 4"),
    (["set"], "\nAs Kd\n", "<stdin>:2: bad hand: expected 13 to 17 cards, got 2"),
    (["score"], f"{HIGH}\nAs / Kd\n", "<stdin>:2: bad board 'As / Kd'"),
    (["score"], f"{HIGH}\n\n", "<stdin>:1: expected 2 to 4 boards, got 1 board"),
    (["score"], f"{LOW}\nAnn: {LOW}\n", "<stdin>:2: card 2d is both in the board of Player 1 and in the board of Ann"),
    (["score"], f"Ann: {HIGH}\nAnn: {LOW}\n", "<stdin>:2: duplicate name 'Ann' at this table"),
    *[([command], text, "<stdin>: expected at least one line with cards, got none")
     for command in ("rank", "set", "analyze", "score") for text in ("", "\n# nothing\n")],
    (["score", "--rules", "one-six"], f"{LOW}\nsurrender\n", "<stdin>:2: rules 'one-six' do not allow a surrender"),
    (["score", "--rules", "x", HIGH, LOW], "", "unknown rules 'x': expected one of simple, "),
    (["score", "--rules", "pagott", HIGH, LOW], "", "unknown rules 'pagott': did you mean 'pagat'? expected one of"),
    (["score", "--button", "3", HIGH, LOW], "", "--button: expected a number from 1 to 2, or one of Player 1, Player 2"),
    (["score", "--button", "Cy", f"Ann: {HIGH}", LOW], "", "or one of Ann, Player 2, got 'Cy'"),
    (["score", "--play", "Bob", f"Ann: {HIGH}", LOW], "", "--play: unknown player 'Bob': expected one of Ann, Player 2"),
    (["score", "--stacks", "5,x", HIGH, LOW], "", "expected chips separated by commas, such as 500,500"),
    (["score", "--stacks", "Ann=5,Ann=6", f"Ann: {HIGH}", LOW], "", "or with names, such as Ann=500,Bao=450, got"),
    (["score", "--stacks", "Ann=5,6", f"Ann: {HIGH}", LOW], "", "or with names, such as Ann=500,Bao=450, got"),
    (["score", "--stacks", "Ann=5", f"Ann: {HIGH}", LOW], "", "--stacks: expected chips of 'Player 2', such as Player 2="),
    (["score", "--stacks", "Ann=5,Bao=6"], f"Ann: {HIGH}\nBao: {LOW}\n\nAnn: {HIGH}\nBoa: {LOW}\n",
     "<stdin>:4: --stacks: expected chips of 'Boa', such as Boa=500; got those of Ann, Bao"),
    (["score"], f"Ann: {HIGH}\nBao: {LOW}\n\nBao: {HIGH}\nANN: {LOW}\n",
     "<stdin>:4: 'ANN' and 'Ann': expected names that differ in more than capitals"),
    (["score", "--stacks", "5,6,7", HIGH, LOW], "", "--stacks 5,6,7: expected chips for each of 2 players"),
    (["score", "--jackpot", "5", HIGH, LOW], "", "--jackpot requires --stacks"),
    (["score", "--jackpot", "5", "--stacks", "9,9", HIGH, LOW], "", "--jackpot: rules 'pagat' have no jackpot"),
    (["score", "--rules", str(EXAMPLES / "cardroom.toml"), "--stacks", "3,9", HIGH, LOW], "",
     "--stacks: expected at least 4 chips for 'Player 1' to be dealt in, got 3"),
    (["score", "--stacks", "5", HIGH, LOW], "", "Error: --stacks 5: expected chips for each of 2 players"),
    (["score", "--stacks", "5,-1", HIGH, LOW], "", "Error: --stacks 5,-1: Player 2: expected an int of at least 0, got -1"),
    (["score", HIGH, f"Ann {LOW}"], "", "A line is a board, FRONT / MIDDLE / BACK, or a name, a colon and a board"),
    (["score", HIGH, "Ann: " + LOW.replace("/", " ")], "", "Error: Ann: bad board"),
    (["rules", "x"], "", "unknown rules 'x'"),
    (["rules", "--toml", "pagat", "american"], "", "--toml prints one rules file: expected one name or file, got 2"),
    (["rules", "--schema", "pagat"], "", "--schema describes all rules files: give no names"),
    (["rules", "--toml"], "", "--toml prints one rules file: expected one name or file, got 0"),
    (["rules", "--toml", "--json", "pagat"], "", "--toml prints one rules file: expected one name or file, got --json"),
    (["rules", "--toml", "--compare", "pagat", "simple"], "", "give --compare or --toml, not both"),
    (["score", "--rules", "A" * 5000, HIGH, LOW], "", "unknown rules 'AAA"),
    (["rank", "-f", "nowhere.txt"], "", "nowhere.txt: No such file or directory"),
    (["rank", "-f", "x", "As Kd Qc"], "", "give cards or --file, not both"),
])  # fmt: skip
def test_errors_name_the_place_and_exit_with_2(arguments, stdin, message):
    result = cpoker(*arguments, stdin=stdin)
    assert result.returncode == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr


def test_a_file_in_place_of_cards_and_bytes_that_are_no_text(assert_refused, tmp_path):
    path = tmp_path / "hands of mine.txt"
    path.write_text("As Kd Qc")
    assert_refused(cpoker("rank", str(path)), f"is a file: give --file '{path}'")
    path = tmp_path / "hands.txt"
    path.write_bytes(b"As Kd \xff\n")
    assert_refused(cpoker("rank", "-f", str(path)), "hands.txt: not UTF-8 text: invalid start byte at byte 7")


@pytest.mark.skipif(sys.platform == "win32", reason="no head")
@pytest.mark.parametrize("options", ["--json", ""])
def test_broken_pipes_are_quiet(tmp_path, options):
    path = tmp_path / "rows.txt"
    path.write_text("As Ks Qs Js Ts\n" * 3_000)  # more than a pipe holds
    command = f"{sys.executable} -P -m cpoker_fast rank {options} -f {path} | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert result.stdout
    assert result.stderr == ""


def test_examples_in_the_help_are_valid_input():
    assert len(objects(cpoker("set", "--json", "--file", str(EXAMPLES / "hands.txt")))) >= 10
    tables = objects(cpoker("score", "--json", "--file", str(EXAMPLES / "tables.txt")))
    assert len(tables) >= 3
    assert all(sum(table["points"]) == 0 for table in tables)
    assert objects(cpoker("rank", "--json", "--file", str(EXAMPLES / "rows.txt")))
    house = objects(cpoker("score", "--json", "--rules", str(EXAMPLES / "house.toml"), stdin=f"{HIGH}\n{LOW}\n"))
    assert house[0]["points"] == [6 - 1, -6 + 1]  # a scoop, minus the difference of two aces and one


TEXTS = """
from cpoker_fast.app.commands import cpoker

helps = [[*name.split(), "--help"] for name in ("", *cpoker.commands)]
for arguments in (*helps, ["rules", "--schema"], ["rules", "pool", "--explain", "foul", "--explain", "pairings"]):
    cpoker.main(arguments, standalone_mode=False)
"""


def test_texts_without_docstrings():
    """With -OO, Python drops all docstrings."""
    invocations = [[sys.executable, *flags, "-c", TEXTS] for flags in ((), ("-OO",))]
    texts = [subprocess.run(command, capture_output=True, check=False) for command in invocations]
    assert [(process.returncode, process.stderr) for process in texts] == [(0, b"")] * 2
    assert texts[0].stdout == texts[1].stdout


def test_help_and_version(assert_refused):
    assert_refused(cpoker("simulat"), "No such command 'simulat'. Did you mean 'simulate'?")
    code = "import sys; from cpoker_fast.app.commands import cpoker; cpoker(['rank', 'As Ks Qs'], standalone_mode=False);"
    code += "sys.exit(any(f'cpoker_fast.app.commands.{name}' in sys.modules for name in ('play', 'simulate')))"
    assert subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, check=False).returncode == 0
    for command in ([], ["rank"], ["set"], ["score"], ["rules"], ["bench"]):
        result = cpoker(*command, "--help")
        assert result.returncode == 0
        assert "Usage:" in result.stdout
    assert "0.1.0" in cpoker("--version").stdout
    for name in commands.cpoker.list_commands(click.Context(commands.cpoker)):
        lines = cpoker(name, "--help", env={"COLUMNS": "80"}).stdout.splitlines()
        assert len(lines) > 5
        assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("name", commands.cpoker.commands)
def test_each_option_has_sentences_of_help(name):
    for option in commands.cpoker.get_command(click.Context(commands.cpoker), name).params:
        if isinstance(option, click.Option):
            assert re.fullmatch(r"[A-Z].*\.(  \[default: .*\])?", option.help or ""), option.opts


@pytest.mark.parametrize("command", ["play", "simulate", "engine"])
def test_help_lists_all_bots(command):
    text = " ".join(cpoker(command, "--help").stdout.split())
    closed, open_face = (", ".join(names) for names in (cp.bots("pagat"), cp.bots("pineapple")))
    assert f"Closed games: {closed}. Other games: {open_face}." in text
    assert ('cpoker engine --check "python my_engine.py"' in text) == (command == "engine")


# ---- play: what it does is tested in tests/app/play and test_play.py ----
@pytest.mark.parametrize(("arguments", "message"), [
    (["--against", "x"], f"Error: --against x: unknown bot: expected one of {', '.join(cp.bots('pagat'))}, or module:"),
    (["--against", "mine:bot"], "Error: --against mine:bot: No module named 'mine'"),
    (["--against", "mine.py:bot"], "--against mine.py:bot: expected a module, not a file: did you mean 'mine:bot'?\n"),
    (["--against", "expert, bots/mine.py:bot"],
     "'expert, bots/mine.py:bot': bots/mine.py:bot: expected a module, not a file: did you mean 'bots.mine:bot'?\n"),
    (["--against", "os:path"], "Error: --against os:path: expected a bot, got a module"),
    (["--against", "os:curdir"], "--against os:curdir: expected a bot, got text"),
    (["--against", "sys:version_info"],
     "expected a name, a function, or an object with place or place_many, got sys.version_info"),
    (["--against", ""], "Error: --against '': unknown bot: expected one of random"),
    (["--rules", ""], "Error: unknown rules '': expected one of simple"),
    (["--session", ""], "Error: --session '': expected a path"),
    (["--against", "expert,expert,expert,expert"], "Error: --against expert,expert,expert,expert: expected one to three"),
    (["--practice", "--opponents", "4"], "Error: --opponents 4: expected an int from 1 to 3"),
    (["--opponents", "2"], "--opponents requires --practice"),
    (["--seconds", "0"], "--seconds 0: expected a number above 0"),
    (["--seconds", "nan"], "--seconds nan: expected a number above 0"), (["--rules", "pagott"], "pagott"),
    (["--rules", "pineapple", "--against", "careful,careful,random"],
     "Error: --against careful,careful,random: expected one or two"),
    (["--rules", "pineapple", "--practice"], "practice requires a game of 13 cards"),
    (["--rules", "standard"], "requires a terminal"), (["--seed", "-1"], "Error: --seed -1: expected numbers of at least 0"),
    ([], "requires a terminal"), (["--practice"], "requires a terminal"),
])  # fmt: skip
def test_play_refuses(assert_refused, arguments, message):
    pytest.importorskip("textual")
    assert_refused(cpoker("play", *arguments), message)


def test_play_continues_only_the_requested_game(assert_refused, tmp_path):
    pytest.importorskip("textual")
    session = str(tmp_path / "evening.json")
    cp.app.play.save_session(cp.app.play.Game("pagat", ["random"], name="Ann", seed=1), session)
    options = [
        ["--rules", "one-six"], ["--against", "random,random"], ["--practice"], ["--opponents", "2"], ["--name", "Bo"],
    ]  # fmt: skip
    for others in (*options, ["--name", "Bo"]):
        assert_refused(cpoker("play", "--session", session, *others), f"{others[0]}: differs from the session in ")
    for others in ([], ["--rules", "pagat", "--against", " random", "--name", "Ann", "--seed", "5"]):
        assert_refused(cpoker("play", "--session", session, *others), "requires a terminal")
    Path(session).write_text('{"format": 1}')
    assert_refused(cpoker("play", "--session", session), f"{session}: expected a file of the format")
    assert_refused(cpoker("play", "--session", str(Path(session).parent)), "is a directory")


def test_play_names_the_library_that_it_needs(tmp_path):
    (tmp_path / "textual.py").write_text("raise ModuleNotFoundError('no', name='textual')")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    result = cpoker("play", env={**os.environ, "PYTHONPATH": path})
    assert result.returncode == 2
    assert f"`cpoker play` requires textual: run `{install_command('play')}`" in result.stderr
