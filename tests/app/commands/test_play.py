"""`cpoker play` in a terminal: the lines that it leaves there. The apps are tested in tests/app/play."""

import os
import re
import subprocess
import sys
import time

import pytest
from made_engines import made_engine

import cpoker_fast as cp
from cpoker_fast import notation

pytest.importorskip("textual")
pty = pytest.importorskip("pty")
SECONDS = 120  # enough for slow machines
STARTED = []


@pytest.fixture(autouse=True)
def no_game_outlives_its_test():
    """End games that a failed test has left, whose input thread would run for ever."""
    yield
    while STARTED:
        run = STARTED.pop()
        run.kill()
        run.wait()


class Terminal:
    """Terminal of 24 lines and 80 columns that runs `cpoker play`."""

    def __init__(self, *arguments, cwd=None, **environment):
        import fcntl
        import struct
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.run = subprocess.Popen(
            [sys.executable, "-P", "-m", "cpoker_fast", "play", *arguments],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env={**os.environ, "TERM": "xterm-256color", **environment},
        )  # fmt: skip
        os.close(theirs)
        os.set_blocking(self.ours, False)
        STARTED.append(self.run)

    def read_until(self, condition):
        """Read until the text since the last call fulfils a condition, and return that text."""
        end, read = time.monotonic() + SECONDS, ""
        while not condition(read):
            assert time.monotonic() < end, read
            try:
                read += os.read(self.ours, 65536).decode(errors="replace")
            except BlockingIOError:
                time.sleep(0.02)
            except OSError:  # the program has ended
                break
        return read

    def press(self, keys, answer):
        """Press keys and wait for a text."""
        os.write(self.ours, keys.encode())
        assert answer in self.read_until(lambda read: answer in read)

    def begin(self):
        """Return the text of the first screen."""
        return self.read_until(lambda read: "quit" in read)

    def play(self):
        """Place the suggested board of the last street."""
        self.press("s", "would place")
        self.press("\r", "next deal")

    def quit(self):
        """Confirm the end, and return the lines that remain on the terminal."""
        self.press("q", "Leave the table?")
        return self.leave("y")

    def leave(self, keys, status=0):
        """Press keys and return the lines that remain on the terminal."""
        os.write(self.ours, keys.encode())
        rest = self.read_until(lambda _: False)
        assert self.run.wait(SECONDS) == status
        os.close(self.ours)
        return re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", rest.rpartition("\x1b[?1049l")[2]).split("\r\n")


def test_the_tally_is_printed_and_the_session_continues(tmp_path):
    path = tmp_path / "my evening.json"
    arguments = ["--against", "random", "--seed", "1", "--session", str(path), "--name", "Ann"]
    table = Terminal(*arguments)
    table.begin()
    assert cp.app.play.load_session(path).deals == 0  # a file that cannot be written is reported before the first hand
    table.play()
    lines = table.quit()
    game = cp.app.play.load_session(path)
    assert game.deals == 1
    output = "\n".join(lines)
    assert game.tally() in output
    assert f"To continue: cpoker play --session '{path}'" in output
    table = Terminal(*arguments)
    assert "deal 2" in table.begin()
    table.press("\x03", "Leave the table?")
    assert game.tally() in "\n".join(table.leave("\x03"))


def test_an_open_face_game_that_is_killed_loses_at_most_a_placement(tmp_path):
    path = tmp_path / "evening.json"
    arguments = ["--rules", "pineapple", "--seed", "1", "--session", str(path)]
    table = Terminal(*arguments)
    table.begin()
    for _ in range(2):
        table.press("s", "swift would place")
        table.press("\r", "(swift) places")
    table.press("f", "1 card to place")
    table.run.kill()
    table.run.wait()
    position = cp.app.play.load_session(path).position
    assert position.street == 2
    table = Terminal("--session", str(path))
    assert "street 3 of 5" in table.begin()
    assert cp.app.play.load_session(path).position == position
    assert "To continue: cpoker play --session" in "\n".join(table.quit())


@pytest.mark.parametrize("rules", ["two-four", "turbo"])
def test_finished_deals_are_recorded(rules, tmp_path):
    path = tmp_path / "evening.ofc"
    arguments = ["--rules", rules, "--against", "random", "--seed", "1", "--records", str(path), "--name", "Ann"]
    table = Terminal(*arguments)
    table.begin()
    assert path.read_text() == ""  # a file that cannot be written is reported before the first deal
    for _ in range(2):
        for _ in cp.rules(rules).streets[1:]:
            table.press("s", "would place")
            table.press("\r", "(random) places")
        table.play()
        table.press("\r", "suggest")
    output = "\n".join(table.quit())
    assert f"To review the deals: cpoker review {path}" in output
    records = [*notation.read_deals(path)]
    assert [record.names[0] for record in records] == ["Ann", "Ann"]
    game = cp.app.play.Game(rules, ["random"], name="Ann", seed=1)
    for record in records:
        while not game.is_settled:
            game.place(game.suggestion())
        assert (record.settlement().points, record.boards()) == (game.settled.points, game.deal.boards)
        game.next_deal()


def test_records_that_cannot_be_written_or_that_continue(tmp_path):
    refused = Terminal("--records", str(tmp_path / "none" / "evening.ofc"))
    assert "none/evening.ofc: No such file" in " ".join(map(str.strip, refused.leave("", status=2)))
    table = Terminal("--seed", "1", "--session", "evening.json", "--records", "evening.ofc", cwd=tmp_path)
    table.begin()
    shown = " ".join(" ".join(table.leave("q")).split())
    assert "To continue: cpoker play --session evening.json --records evening.ofc" in shown
    refused = Terminal("--records", str(tmp_path / "evening.ofc"), "--practice")
    assert "give --practice or --records, not both" in " ".join(refused.leave("", status=2))


def test_a_session_is_played_in_one_window_at_a_time(tmp_path):
    """The second window reports it before a hand is dealt; any end of the first window unlocks the session."""
    path = tmp_path / "evening.json"
    arguments = ["--against", "random", "--seed", "1", "--session", str(path)]
    message = "another window plays this session: continue there, close that window first, or choose another file"
    table = Terminal(*arguments)
    table.begin()
    for other in (arguments, ["--session", str(path.parent / "." / path.name)]):
        refused = Terminal(*other)
        shown = refused.read_until(lambda _: False)
        assert (refused.run.wait(SECONDS), " ".join(shown.split()).endswith(f"evening.json: {message}")) == (2, True), shown
        os.close(refused.ours)
    table.play()
    table.run.kill()  # a crash unlocks the session, too
    table.run.wait()
    table = Terminal(*arguments)
    assert "deal 2" in table.begin()
    table.quit()
    assert [file.name for file in tmp_path.iterdir()] == ["evening.json"]


def test_keys_before_the_first_drawing_place_no_card():
    """They were typed for the shell, or by accident.

    On a busy machine, the screen may be drawn before the keys arrive, which then place cards; but not every time.
    """
    for _ in range(10):
        table = Terminal("--seed", "1")
        os.write(table.ours, b"f")  # while modules are imported
        table.read_until(lambda read: "1049h" in read)
        os.write(table.ours, b"fm")  # while the screen is blank
        table.begin()
        os.write(table.ours, b"q")
        asked = table.read_until(lambda read: "Leave the table?" in read or "1049l" in read)
        if "Leave the table?" not in asked:  # no card was placed
            return
        table.run.kill()
    pytest.fail("the keys always placed cards")


def test_practice_has_a_tally_if_a_hand_was_played():
    table = Terminal("--practice", "--seed", "1")
    table.begin()
    table.play()
    output = "\n".join(table.quit())
    assert "pagat, 1 hand of practice\ncost  0.000 points per hand\ntime  " in output
    table = Terminal("--practice")
    table.begin()
    assert not "".join(table.leave("q")).strip()


BOTS = """
import cpoker_fast as cp

def bot(position, rng):
    return cp.best_royalties(position.hand, position.rules)

def clumsy(position, rng):
    if position.seat == position.button:
        raise ValueError("oh")
    return bot(position, rng)

class Placing:
    name = "placing"

    def place(self, position, rng):
        if position.street == 1:
            raise ValueError("not today")
        return position.placements()[0]

placing = Placing()
"""


@pytest.mark.parametrize("name", ["bot", "Made"])
def test_a_bot_of_the_user_plays_and_must_be_given_again(name, tmp_path):
    """Bots are those of a module, or engines: a saved game starts no program."""
    (tmp_path / "mine.py").write_text(BOTS)
    bots = "mine:bot,random" if name == "bot" else f"exec:{made_engine(tmp_path)} 'a,b',random"
    arguments = ["--against", bots, "--seed", "1", "--session", "evening.json"]
    table = Terminal(*arguments, cwd=tmp_path)
    assert f"({name}) +0" in table.begin()
    table.play()
    continued = bots if name == "bot" else ""
    assert f"To continue: cpoker play --session evening.json --against {continued}" in " ".join(table.quit())
    refused = Terminal("--session", "evening.json", cwd=tmp_path)
    shown = " ".join(map(str.strip, refused.leave("", status=2)))
    quoted = "opponents: 'mine:bot'" if name == "bot" else ""
    assert f"{quoted} is a bot of your own: give it again, in bots or with --against" in shown
    table = Terminal(*arguments, cwd=tmp_path)
    assert "deal 2" in table.begin()
    table.quit()


@pytest.mark.parametrize(("options", "deals", "problem"), [
    (["--against", "mine:clumsy"], 1, r"bot '\w+ \(clumsy\)' raised ValueError: oh"),
    (["--against", "mine:placing", "--rules", "pineapple"], 0, r"bot '\w+ \(placing\)' raised ValueError: not today"),
])  # fmt: skip
def test_a_bot_that_fails_ends_the_game_and_is_named(options, deals, problem, tmp_path):
    (tmp_path / "mine.py").write_text(BOTS)
    table = Terminal(*options, "--seed", "1", "--session", "evening.json", cwd=tmp_path)
    table.begin()
    for _ in range(deals):
        table.play()
        table.press("\r", "suggest")
    table.press("s", "would place")
    shown = "\n".join(table.leave("\r", status=2))
    assert re.search(problem, " ".join(shown.split()))
    assert "To continue: cpoker play --session evening.json --against mine:" in shown
    assert "Traceback" not in shown


def test_a_terminal_without_suit_signs_gets_only_its_letters():
    table = Terminal("--seed", "1", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    shown = table.begin()
    table.press("s", "would place")
    assert shown.isascii()
    assert "|" in shown
    table.quit()


@pytest.mark.parametrize(("options", "environment", "is_light"), [
    (["--theme", "light"], {}, True), (["--theme", "dark"], {"COLORFGBG": "0;15"}, False), ([], {"COLORFGBG": "0;15"}, True),
    ([], {"COLORFGBG": "15;0"}, False),
])  # fmt: skip
def test_themes(options, environment, is_light):
    table = Terminal(*options, COLORTERM="truecolor", **environment)
    shown = table.begin()
    assert ("48;2;251;251;251" in shown) is is_light
    table.leave("q")
