"""Endings of the command line: interrupts, closed or full outputs, and terminals with few letters."""

import errno
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from known_boards import HIGH, LOW

from cpoker_fast.app.commands import is_closed_pipe

COMMAND = [sys.executable, "-P", "-m", "cpoker_fast"]
posix = pytest.mark.skipif(sys.platform == "win32", reason="no POSIX shell")


def shell(line, **options):
    line = line.replace("cpoker", f"{sys.executable} -P -m cpoker_fast")
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=False, timeout=600, **options)


@posix
@pytest.mark.parametrize(("line", "code", "message"), [
    ("cpoker rank As Kd Qc >&-", 1, "cpoker: standard output is closed"),
    ("cpoker rank <&-", 2, "give cards, or --file, or pipe them in"), ("cpoker rank As Kd Qc 2>&-", 0, ""),
    ("cpoker simulate --players random,random --deals 9 --seed 1 2>&-", 0, ""),
    ("cpoker set As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h 2>&-", 0, ""),
    ("cpoker rank As Kd Qc > /dev/full", 1, "cpoker: the output cannot be written: No space left on device"),
    ("cpoker rules > /dev/full", 1, "cpoker: the output cannot be written: No space left on device"),
    ("cpoker rules --json > /dev/full", 1, "cpoker: the output cannot be written: No space left on device"),
])  # fmt: skip
def test_inputs_and_outputs_that_are_closed_or_full(line, code, message):
    if "full" in line and not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    result = shell(line)
    assert result.returncode == code
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert "Exception ignored" not in result.stderr


TABLE = f"{HIGH!r} {LOW!r}"
HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
DEALS = Path(__file__).parents[3] / "examples" / "deals.ofc"


@posix
@pytest.mark.parametrize("line", [
    "rank As Kd Qc", "rank --json As Kd Qc", f"set --by royalties {HAND}", f"analyze --deals 20 {HAND}", f"score {TABLE}",
    f"score --table {TABLE}", "simulate --players random,random --deals 20", "rules", "rules --json", "rules pagat --toml",
    "rules --compare pagat simple", "bench treys --hands 200 --single 100 --repeat 1",
    "set --rules pineapple Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c", "analyze --rollouts 20 Ah Kc Qs 8h 7c",
    f"replay {DEALS}", f"replay --check {DEALS}", f"review --deal 1 --rollouts 20 {DEALS}", "--help",
])  # fmt: skip
def test_a_reader_that_stops_early_is_no_failure(line):
    result = shell(f"cpoker {line} | true; exit ${{PIPESTATUS[0]}}", executable=shutil.which("bash"))
    assert (result.returncode, result.stderr) == (0, "")


def test_a_closed_pipe_of_windows(monkeypatch):
    gone = OSError(errno.EINVAL, "Invalid argument")
    assert is_closed_pipe(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    assert not is_closed_pipe(OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert not is_closed_pipe(gone)
    monkeypatch.setattr(sys, "platform", "win32")
    assert is_closed_pipe(gone)
    assert not is_closed_pipe(OSError(errno.EINVAL, "Invalid argument", "hands.txt"))


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("option", ["--table", "--json", "--button=1"])
def test_names_that_a_terminal_cannot_show(encoding, option):
    result = subprocess.run(
        [*COMMAND, "score", option, f"Zoë 李: {HIGH}", LOW],
        capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"\\u674e" in result.stdout


@posix
def test_ctrl_c_reports_complete_rows_and_how_to_continue(tmp_path):
    path = tmp_path / "rows of mine.txt"
    path.write_text("As Ks Qs Js Ts\n" * 200_000)  # more than a pipe holds, so the command waits for a reader
    run = subprocess.Popen(
        [*COMMAND, "rank", "--wheel", "second", "--file", str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
    )  # fmt: skip
    head = run.stdout.read(7)
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    time.sleep(0.2)
    lines, message = (stream.decode() for stream in run.communicate(timeout=600))
    assert (run.returncode, head) == (130, b"cards  ")
    number = int(re.search(r"Interrupted: the output for (\d+) rows is complete\. To continue: ", message)[1])
    assert message.endswith(f"tail -n +{number + 1} '{path}' | cpoker rank --wheel second\n")
    assert len(lines.splitlines()) == 1 + number
    run = subprocess.Popen([*COMMAND, "rank", "-f", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)  # fmt: skip
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    _, message = run.communicate(timeout=600)
    assert (run.returncode, message) == (130, "Interrupted: the output for 0 rows is complete.\n")


@posix
def test_ctrl_c_of_simulations(tmp_path):
    pytest.importorskip("pyarrow")
    folder = tmp_path / "deals"
    for checkpoint, message in (
        ([], "Interrupted: nothing was saved; --checkpoint FILE saves the counts."),
        (["--checkpoint", str(tmp_path / "both.json"), "--deals-to", str(folder)],
         f"the counts so far are in {tmp_path / 'both.json'}, and the deals in {folder}. The same command"),
        (["--checkpoint", str(tmp_path / "run.json")],
         f"the counts so far are in {tmp_path / 'run.json'}. The same command"),
    ):  # fmt: skip
        run = subprocess.Popen(
            [*COMMAND, "simulate", "--players", "random,random", "--deals", str(10**9), "--seed", "1", *checkpoint],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        lines, errors = run.communicate(timeout=600)
        assert (run.returncode, lines) == (130, "")
        assert message in errors
        assert "Traceback" not in errors


@posix
@pytest.mark.parametrize(("words", "completion"), [
    ("cpoker simulate --rules si", "simple"), ("cpoker rules mal", "malayan"),
    ("cpoker rules pagat --explain scoop_b", "scoop_bonus"), ("cpoker simulate --players expert,ra", "expert,random"),
    ("cpoker engine sw", "swift"),
])  # fmt: skip
def test_shells_complete_names(words, completion):
    number = str(len(words.split()) - 1)
    result = subprocess.run(
        COMMAND, capture_output=True, text=True, check=False,
        env={**os.environ, "_CPOKER_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": number},
    )  # fmt: skip
    assert f"plain,{completion}\n" in result.stdout


def on_a_terminal(*arguments, rows=24, columns=80, **environment):
    """Return the output of a command on a terminal of a size."""
    fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    seen = []
    reader = threading.Thread(target=lambda: seen.extend(iter(lambda: read_some(ours), b"")), daemon=True)
    reader.start()
    known = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
    result = subprocess.run(
        [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, check=False, timeout=600,
        env={**known, "TERM": "xterm", **environment},
    )  # fmt: skip
    os.close(theirs)
    reader.join(60)
    assert result.returncode == 0
    return b"".join(seen).decode().replace("\r\n", "\n")


@posix
def test_long_rules_are_shown_page_by_page_and_bench_shows_its_progress():
    pages = "sed s/^/page:/"
    listed = re.sub(r"\x1b\[[0-9;]*m", "", on_a_terminal("rules", PAGER=pages)).splitlines()
    assert all(line.startswith("page:") and len(line) <= len("page:") + 80 for line in listed)
    assert listed[0] == "page:Closed games: all 13 cards at once"
    assert "page:" in on_a_terminal("rules", "pagat", PAGER=pages)
    assert "page:" not in on_a_terminal("rules", "--compare", "pagat", "simple", PAGER=pages)
    assert "page:" not in on_a_terminal("rules", PAGER=pages, rows=100)
    shown = on_a_terminal("bench", "treys", "--hands", "200", "--single", "100", "--repeat", "1", PAGER="cat")
    assert re.search(r"evaluators:.*\b0%", shown)
    assert re.search(r"evaluators:.*100%", shown)


@posix
def test_progress_bars_are_not_written_to_the_results(tmp_path):
    """The bar is shown on a terminal, and all results are written to a file."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    hands = tmp_path / "hands.txt"
    hands.write_text("".join(f"{' '.join(hand)}\n" for hand in many_hands(1500)))
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    seen = []
    reader = threading.Thread(target=lambda: seen.extend(iter(lambda: read_some(ours), b"")), daemon=True)
    reader.start()
    command = [*COMMAND, "set", "--json", "--by", "royalties", "--file", str(hands)]
    with (tmp_path / "out.txt").open("wb") as out:
        result = subprocess.run(command, stdout=out, stderr=theirs, check=False, timeout=600)
    os.close(theirs)
    reader.join(60)
    assert result.returncode == 0
    assert b"hands.txt" in b"".join(seen)  # the bar
    assert b"board" not in b"".join(seen)
    assert (tmp_path / "out.txt").read_bytes() == subprocess.run(command, capture_output=True, check=True).stdout


def many_hands(number):
    import cpoker_fast as cp

    for hand in cp.deal_many(number, 1, seed=1)[:, 0].tolist():
        yield map(cp.format_card, hand)


def read_some(stream):
    try:
        return os.read(stream, 65536)
    except OSError:  # the other side is closed
        return b""


@posix
def test_arguments_are_read_where_the_locale_is_ascii():
    result = subprocess.run(
        [*COMMAND, "score", "--button", "Zo\u00eb \u674e", f"Zo\u00eb \u674e: {HIGH}", LOW],
        capture_output=True, check=False, env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"Zo\\xeb \\u674e v Player 2" in result.stdout
    rank = subprocess.run(
        [*COMMAND, "rank", "A\u2660 K\u2666 2\u2663"],
        capture_output=True, check=False, env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert b"high card, ace king two" in rank.stdout
