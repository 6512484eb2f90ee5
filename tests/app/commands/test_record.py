"""`cpoker record`: deals of a real table, entered at a prompt or from a pipe."""

import os
import signal
import sys

import pytest
from command_line import cpoker, objects
from terminals import Window, interrupt

import cpoker_fast as cp
from cpoker_fast.app.recorder.commands import Recorder
from cpoker_fast.app.recorder.prompt import RecorderPrompt
from cpoker_fast.app.recorder.recording import Recording
from cpoker_fast.notation import read_deals

posix = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")

# Bo's full house pays 6 and his kings pay 8; Ann fouls: 6 points, and a scoop is part of them.
DEAL = """\
deal Ann Bo
Kh Ah 5d Js Jh  # Bo is to the left of the button
Kh / Ah 5d / Js Jh
3c / 4d / 6c 7h 8d
Bo: Kd / Ac / - discards 2h
ann: 3d / 4h / -
2c / 5c / -
3h / 4c / -
- / 8s / Jd
- / Qd / Td
- / - / 9s 9h
- / Qc / Tc
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "friday.ofc"


def test_a_piped_deal_is_shown_settled_and_written(path):
    result = cpoker("record", "pineapple", str(path), stdin=DEAL)
    assert (result.returncode, result.stderr) == (0, "")
    shown = result.stdout.splitlines()
    assert shown[:3] == [
        "Deal 1, pineapple: Ann, Bo; Ann has the button.", "Bo, street 1 of 5: draw 5, place 5.",
        "Bo has Kh Ah 5d Js Jh: place 5.",
    ]  # fmt: skip
    assert [" ".join(line.split()) for line in shown[3:9]] == [
        "deal 1 Ann (button) Bo", "front - Kh", "middle - Ah 5d", "back - Js Jh", "discards",
        "Ann, street 1 of 5: draw 5, place 5.",
    ]  # fmt: skip
    assert shown[-3:] == ["Ann: -20; Bo: +20", "Fantasyland next: Bo with 14 cards", "`deal` begins the next deal."]
    (record,) = read_deals(path)
    assert (record.names, record.settlement().points, record.next_fantasyland) == (("Ann", "Bo"), (-20, 20), (0, 14))
    assert cpoker("replay", "--check", str(path)).stdout == "1 deal, all valid\n"
    first, *_, last = objects(cpoker("record", str(path), "--json", stdin="deal\nboards\nundo\nhelp\n"))
    assert (first["event"], first["number"], first["deal"]["fantasyland"]) == ("deal", 2, [0, 14])
    assert "undo" in last["commands"]
    assert [*read_deals(path)] == [record]


def test_advice_is_the_analysis_of_the_position(path):
    lines = "deal Ann Bo\nBo: Kh / Ah 5d / Js Jh\n3c 4d 6c 7h 8d\n"
    shown = cpoker("record", str(path), "--rollouts", "24", "--seed", "1", stdin=f"{lines}advice\n").stdout
    assert "8d 7h 6c 4d 3c: pineapple, street 1 of 5, 1 opponent" in shown
    (advice,) = objects(cpoker("record", str(path), "--rollouts", "24", "--seed", "1", "--json", stdin="?\n"))
    (record,) = read_deals(path)
    analysis = cp.analyze(record.deal(seed=9).position(), rollouts=24, seed=1)
    assert (advice["player"], advice["analysis"]) == ("Ann", analysis.to_dict())
    closed = cpoker("record", "pagat", "--deals", "20", "--seed", "1", stdin=(
        "deal Ann Bo\nBo: As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c\nadvice\n"
    ))  # fmt: skip
    assert "20 deals" in closed.stdout


def test_the_first_invalid_line_ends_a_pipe(path, assert_refused):
    result = cpoker("record", str(path), stdin="deal Ann Bo\nBo: Kh Ah 5d Js Jh\nBo: Kh / Kd 5d / Js Jh\n")
    problem = "card Kd is not in the hand: Ah Kh Js Jh 5d (the lines before it are done, those after it are not)"
    assert (result.returncode, result.stderr) == (2, f"Error: <stdin>:3: {problem}\n")
    (record,) = read_deals(path)
    assert (len(record.moves), len(record.hand)) == (0, 5)
    path.write_text("1: As")
    assert_refused(cpoker("record", str(path)), f"{path}:1:6: expected three rows")
    assert path.read_text() == "1: As"


@pytest.mark.parametrize(("arguments", "message"), [
    (("nosuch", "friday.ofc"), "unknown rules 'nosuch'"), (("a", "b", "c"), "expected rules and a file, got 3 arguments"),
    (("no/folder/friday.ofc",), "no/folder/friday.ofc: No such file or directory"), ((".",), "Is a directory"),
    (("--seconds", "0"), "--seconds 0: expected a number above 0"), (("",), "FILE: expected a path, got ''"),
])  # fmt: skip
def test_arguments_that_are_refused(tmp_path, assert_refused, arguments, message):
    assert_refused(cpoker("record", *arguments, cwd=tmp_path), message)
    assert not [*tmp_path.iterdir()]


def test_a_single_argument_is_a_file_unless_it_names_rules(tmp_path):
    (first,) = objects(cpoker("record", "turbo", "--json", stdin="deal A B", cwd=tmp_path))
    assert first["deal"]["rules"] == "turbo"
    assert not [*tmp_path.iterdir()]  # without a file, nothing is written
    (tmp_path / "ours.toml").write_text('base = "turbo"\nname = "ours"\nfoul = 9\n')
    (first,) = objects(cpoker("record", "ours.toml", "turbo2", "--json", stdin="deal A B", cwd=tmp_path))
    (again,) = objects(cpoker("record", "turbo2", "--json", stdin="boards", cwd=tmp_path))
    assert again["deal"] == first["deal"]
    assert again["deal"]["rules"] == "ours"
    other = cpoker("record", "pagat", "turbo2", stdin="boards", cwd=tmp_path).stderr
    assert "turbo2: deal 1 is in progress under 'ours': finish it, or omit the rules" in other


@pytest.mark.parametrize(("content", "problem"), [
    ('{"event": "table", "version": 1}\n', "a ledger: use `cpoker table`"),
    ('{\n "format": "cpoker_fast game"\n}\n', "a saved game: use `cpoker play`"),
    ("# Friday\nAnn: Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s\n", "boards: use `cpoker score`"),
])  # fmt: skip
def test_other_files_are_refused(path, assert_refused, content, problem):
    path.write_text(content, encoding="utf-8")
    assert_refused(cpoker("record", str(path), stdin=""), f"Error: {path}: expected deals in the notation, got {problem}")
    assert path.read_text(encoding="utf-8") == content


def test_names_are_completed(path):
    recorder = Recorder(Recording(cp.rules("pineapple"), None), cp.analyze, as_json=True)
    prompt = RecorderPrompt(recorder, "friday.ofc")
    assert (prompt.completenames("de", "de", 0, 2), prompt.state()) == (["deal", "declare"], "record")
    prompt.onecmd("deal Ann 'Mary Ann'")
    assert prompt.completenames("m", "m", 0, 1) == ["Mary Ann:"]
    assert prompt.completedefault("ma", "button ma", 7, 9) == ["'Mary Ann'"]
    assert prompt.state() == "deal 1, Mary Ann"
    prompt.onecmd("fantasyland Ann 14")
    prompt.onecmd("Ann: hidden")
    assert prompt.state() == "deal 1, Mary Ann"


def test_ctrl_c_stops_advice_and_not_the_prompt(capsys):
    def interrupted(_position):
        raise KeyboardInterrupt

    recorder = Recorder(Recording(cp.rules("pineapple"), None), interrupted, as_json=False)
    prompt = RecorderPrompt(recorder, "friday.ofc")
    prompt.cmdqueue = ["deal Ann Bo", "Kh Ah 5d Js Jh", "advice", "Kh / Ah 5d / Js Jh", "quit"]
    prompt.run()
    assert "The command is stopped. Ctrl-C again, or `quit`, ends." in capsys.readouterr().out
    assert len(recorder.recording.record.moves) == 1
    prompt.survives_interrupts = False  # as for a table, whose command may have written its event
    prompt.cmdqueue = ["3c 4d 6c 7h 8d", "advice", "quit"]
    with pytest.raises(KeyboardInterrupt):
        prompt.run()


# ---- in a terminal ----


@posix
def test_the_prompt_survives_errors_and_kills(path):
    window = Window("record", "pineapple", path)
    greeting = " ".join(window.expect("record> ").split())
    assert greeting.startswith(
        "friday.ofc; rules pineapple. `help` lists the commands, `quit` ends. No deal yet: `deal NAME"
    )
    typed = DEAL.replace("  # Bo is to the left of the button", "").splitlines()
    for line in typed[:5]:
        window.type(line)
        output = window.expect("deal 1, ")
    window.expect("> ")
    window.type("Ann: As / Kd / -")
    assert "Error: card Kd is in the front of Bo already" in window.expect("deal 1, Ann> ")
    other = cpoker("record", str(path))
    assert (other.returncode, "another window records in this file" in other.stderr) == (2, True)
    os.write(window.master, b"3d / 4h")  # a line that is not finished is lost
    window.process.send_signal(signal.SIGKILL)
    window.process.wait()
    window = Window("record", path)
    output = window.expect("deal 1, Ann> ").replace("\r", "")
    assert "front     3c            Kh Kd\n" in output
    assert "Ann, street 2 of 5: draw 3, place 2, discard 1.\n" in output
    for line in typed[5:]:
        window.type(line)
    output = window.expect("record> ").replace("\r", "")
    assert "Ann: -20; Bo: +20\n" in output
    window.type("undo")
    assert "Ann, street 5 of 5" in window.expect("deal 1, Ann> ")
    window.type(typed[-1])
    window.expect("record> ")
    window.type("quit")
    assert window.process.wait(60) == 0
    (record,) = read_deals(path)
    assert record.is_over


@posix
def test_ctrl_c_clears_the_line_and_everything_fits_into_80_columns(path):
    window = Window("record", path)
    window.expect("record> ")
    os.write(window.master, b"deal Ann B")
    window.expect("deal Ann B")
    interrupt(window, "The line is cleared. Ctrl-C again, or `quit`, ends.")
    window.expect("record> ")
    screens = []
    names = [f"'{name} with a name of some length'" for name in ("Ann", "Bo", "Cy")]
    for line in ("help", "party", f"deal {' '.join(names)}", "Bo with a name of some length: Kh / Ah 5d / Js Jh", "?"):
        window.type(line)
        screens.append(window.expect("> ").partition("\n")[2].replace("\r", ""))
    assert max(len(line) for screen in screens for line in screen.splitlines()) <= 80
    assert max(len(screen.splitlines()) for screen in screens) < 24
    window.type("quit")
    assert window.process.wait(60) == 0
    (record,) = read_deals(path)
    assert len(record.moves) == 1


@posix
def test_analyze_without_a_position_begins_a_prompt_at_a_terminal():
    window = Window("analyze", "--rules", "turbo", "--rollouts", "24", "--seed", "1")
    assert "Nothing is saved" in window.expect("record> ")
    for line in ("deal Ann Bo", "Kh Ah 5d Js Jh", "advice"):
        window.type(line)
    assert "Ah Kh Js Jh 5d: turbo, street 1 of 3, 1 opponent" in window.expect(" more")
    window.type("quit")
    assert window.process.wait(60) == 0
    window = Window("analyze", "--top", "3")
    assert "--top is for hands and positions, got a prompt" in window.expect("prompt") + "prompt"
    assert window.process.wait(60) == 2
