"""Sessions: games that are saved and resumed, and files that are not sessions."""

import contextlib
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.play import Drill, Game, UserBot, hold_session, load_session, save_session


def played(game, deals):
    """Play some deals, and return everything that could differ."""
    seen = []
    for _ in range(deals):
        if game.is_settled:
            game.next_deal()
        board = cp.best_royalties(game.position.hand, game.rules)
        seen.append(game.position)
        if isinstance(game, Game):
            game.place(board)
            seen.append((game.deal.boards, game.settled.points, list(game.totals)))
        else:
            seen.append(game.judge(board))
    return seen


POOL = cp.Rules(name="ours", pairings="pool", pool_ties="carry over", scoop_bonus=3)
GAMES = {
    "bots that choose at random": lambda: Game("pagat", ["random", "expert", "balanced"], name="Zoë", seed=3),
    "two players": lambda: Game("one-six", ["random"], seed=[1, 2]),
    "a pool": lambda: Game(POOL, ["random"] * 3, seed=1),
    "practice": lambda: Drill("pagat-always", 2, seed=3),
}


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("deals", [0, 3])
def test_a_resumed_session_continues_unchanged(make, deals, path):
    uninterrupted, game = make(), make()
    before = played(game, deals)
    game.seconds = 12.5
    save_session(game, path)
    resumed = load_session(path)
    assert type(resumed) is type(game)
    assert (resumed.rules, resumed.deals, resumed.seconds) == (game.rules, deals, 12.5)
    assert (resumed.tally(), before + played(resumed, 3)) == (game.tally(), played(uninterrupted, deals + 3))
    if isinstance(game, Game):
        assert resumed.names == game.names
    else:
        assert resumed.verdicts == uninterrupted.verdicts


def test_a_hand_in_progress_is_dealt_again_the_same_and_plain_values_are_copies(tmp_path):
    game = Game("pagat", ["random"], seed=5)
    played(game, 2)
    game.next_deal()
    save_session(game, tmp_path / "evening.json")
    assert load_session(tmp_path / "evening.json").position == game.position
    game = Game("pagat", ["random"], seed=1)
    plain = game.to_dict()
    plain["table"][1]["seat"] = 7
    plain["opponents"].append("x")
    assert (game.to_dict()["table"][1]["seat"], game.to_dict()["opponents"]) == (0, ["random"])


def test_sessions_that_cannot_be_saved(refuses, path, tmp_path, full_disk):
    game = Game("pagat", [lambda position, _: cp.best_royalties(position.hand, "pagat")], seed=1)
    message = "opponents: only bots given by name, or as a UserBot, can be saved, got <function"
    refuses(errors.SessionError, message, save_session, game, path)
    refuses(OSError, "No space left", save_session, Game("pagat", seed=1), path)
    assert not list(tmp_path.iterdir())


def changed(key, value, make=lambda: Game("pagat", ["random"], seed=1)):
    game = make()
    played(game, 1)
    game.next_deal()
    plain = json.loads(json.dumps(game.to_dict()))
    *folders, last = key.split(".")
    inner = plain
    for folder in folders:
        inner = inner[int(folder) if isinstance(inner, list) else folder]
    if value is KeyError:
        del inner[last]
    else:
        inner[int(last) if isinstance(inner, list) else last] = value
    return {"format": "cpoker_fast session 1", "kind": "game", "game": plain}


DEEP = "[" * 100_000
HAND = "Ad Ac Qs Js Jd Tc 9s 9d 8h 8d 6s 6h 2s"
SIZE = "expected an int from 0 to 340282366920938463463374607431768211455"


@pytest.mark.parametrize(("key", "value", "message"), [
    ("table", None, "table: expected a list, got None"), ("table", [], "table: expected the events of a table, got \\[\\]"),
    ("table", [1], "table: expected the events of a table, got \\[1\\]"),
    ("more", 1, "more: unknown: expected only opponents, table, seconds, cards, random"),
    ("table.0.version", 2, "table: line 1: expected a table of version 1, got 'table' of version 2"),
    ("table.0.stakes", True, "table: line 2: the first buy-in of 'Player'"),
    ("table.0.stakes", 5, "table: line 1: stakes: expected True or False, got 5"),
    ("table.0.rules", "pagat", "table: line 1: expected a table of rules"),
    ("table.0.rules", {"name": "a", "foul": "x"}, "table: line 1: foul: "),
    ("table.0.button", 4, "table: line 1: button: expected a seat from 0 to 3, got 4"),
    ("table.0.unit", 2, "table: line 1: unit: expected 1 without stakes"),
    ("table.1.chips", 5, "table: line 2: chips: sit: expected none at a table without stakes, got 5"),
    ("table.1.player", 5, "table: line 2: name: expected non-empty printable text in one line"),
    ("table.2.event", "leave", "table: line 3: "),
    ("table.3.cards", {"Player": [HAND]}, "table: line 4: cards: expected 1 hand for each of"),
    ("table.3.cards", [], "table: line 4: "), ("table.4.placement", "As / Kd", "table: line 5: bad rows 'As / Kd'"),
    ("table.4.placement", "surrender", "table: line 5: expected a placement of cards, got a surrender"),
    ("table.4.player", "Player", "table: line 5: expected a placement of '.*', whose turn it is, got one of 'Player'"),
    ("table.6.stacks", {"Player": 5}, "table: line 7: stacks: expected "),
    ("table.6.boards", [None, None], "table: line 7: boards: expected those that were placed"),
    ("opponents", "random", "opponents: expected a list, got 'random'"), ("opponents", ["nobody"], "unknown bot 'nobody'"),
    ("opponents", [{}], "bot: expected .*, got {}"),
    ("opponents", ["random"] * 2, "table: expected 3 different names, 'Player' first, got "),
    ("opponents", ["mine:bot"], "opponents: 'mine:bot' is a bot of your own: give it again, in bots or with --against"),
    ("seconds", float("nan"), "seconds: expected a number from 0 to 1e\\+12, got nan"),
    ("seconds", 10**400, "seconds: expected a number from 0 to 1e\\+12, got 1000"),
    ("seconds", "1", "seconds: expected a number from 0 to 1e\\+12, got '1'"),
    ("cards", None, "cards: expected a JSON object, got None"), ("random", None, "random: expected a JSON object, got None"),
    ("random.bit_generator", "MT19937", "random.bit_generator: expected 'PCG64', got 'MT19937'"),
    ("random.state.inc", 2**128, f"random.state.inc: {SIZE}, got"),
    ("random.state.inc", 0, "random.state.inc: expected an odd number, got 0"),
    ("random.state.state", "0", f"random.state.state: {SIZE}, got '0'"),
    ("random.uinteger", -1, "random.uinteger: expected an int from 0 to 4294967295, got -1"),
])  # fmt: skip
def test_damaged_games_are_refused(key, value, message, path):
    """Generators with an increment of 0 would return 0 for ever."""
    path.write_text(json.dumps(changed(key, value)))
    with pytest.raises(errors.SessionError, match=message) as caught:
        load_session(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(("key", "value", "message"), [
    ("opponents", 4, "opponents: expected an int from 1 to 3, got 4"), ("verdicts", {}, "verdicts: expected a list, got {}"),
    ("verdicts.0", 3, "verdicts\\[0\\]: expected a JSON object, got 3"),
    ("verdicts.0.cost", -1, "verdicts\\[0\\].cost: expected a number from 0"),
    ("verdicts.0.best", "As", "verdicts\\[0\\].best: bad board 'As': expected three rows"),
    ("verdicts.0.best", 5, "verdicts\\[0\\].best: bad board 5: expected text"),
    ("verdicts.0.declare", "X", "verdicts\\[0\\].declare: expected one of False, six pairs, .*, dragon, got 'X'"),
    ("verdicts.0.declare", 0, "verdicts\\[0\\].declare: expected one of"),
    ("verdicts.0.points", None, "verdicts\\[0\\].points: expected a number"), ("hands", [], "hands: expected a list of 1"),
])  # fmt: skip
def test_damaged_practice_is_refused(refuses, key, value, message, path):
    plain = changed(key, value, lambda: Drill("pagat", seed=1))["game"]
    path.write_text(json.dumps({"format": "cpoker_fast session 1", "kind": "practice", "practice": plain}))
    refuses(errors.SessionError, message, load_session, path)


@pytest.mark.parametrize(("data", "message"), [
    (b"", "not JSON: Expecting value at character 1$"),
    (b'{\n"format": x}', "not JSON: Expecting value at line 2, character 11$"),
    (b"\xff\xfe\x00", "not JSON: truncated data at byte 3$"), (DEEP.encode(), "not JSON"),
    (b'{"format": ' + b"9" * 5000 + b"}", "not JSON"), (b"[]", "expected a file of the format 'cpoker_fast session 1'"),
    (b'{"format": "cpoker_fast session 2"}', "expected a file of the format 'cpoker_fast session 1'"),
    (b'{"format": "cpoker_fast session 1"}', "kind: expected one of game, practice, got None"),
    (b'{"format": "cpoker_fast session 1", "kind": []}', "kind: expected one of game, practice, got \\[\\]"),
    (b'{"format": "cpoker_fast session 1", "kind": "game"}', "game: expected a JSON object, got None"),
])  # fmt: skip
def test_files_that_are_no_sessions(refuses, data, message, path):
    path.write_bytes(data)
    refuses(errors.SessionError, message, load_session, path)


def test_any_cut_of_a_file_is_refused(path):
    save_session(Game("pagat", ["random"], seed=1), path)
    data = path.read_bytes()
    for size in range(0, len(data) - 2, 97):
        path.write_bytes(data[:size])
        with pytest.raises(errors.SessionError):
            load_session(path)


def test_two_programs_with_one_session(refuses, path, tmp_path):
    """The last program to save does not overwrite the session of the other."""
    save_session(Game("pagat", ["random"], seed=1), path)
    session, other = load_session(path), load_session(path)
    for _ in range(3):
        session.place(session.suggestion())
        save_session(session, path)
        session.next_deal()
    refuses(errors.SessionError, "another program has written to this session: read it", save_session, other, path)
    assert load_session(path).deals == 3
    save_session(other, tmp_path / "another.json")
    path.unlink()
    save_session(session, path)  # nothing is lost
    refuses(errors.SessionError, "expected a Game or a Drill, got None", save_session, None, path)


HOLDER = """
import sys, cpoker_fast as cp
with cp.app.play.hold_session(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_a_session_is_held_by_one_program(refuses, tmp_path):
    path, link = tmp_path / "evening.json", tmp_path / "link.json"
    save_session(Game("pagat", ["random"], seed=1), path)
    with contextlib.suppress(OSError):  # some systems let only administrators make links
        link.symlink_to(path)
    for end in ("left", "killed"):
        holder = subprocess.Popen(
            [sys.executable, "-P", "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert holder.stdout.readline() == "held\n"
        save_session(load_session(path), path)  # a new file at the same path
        for place in (path, link) if link.exists() else (path,):
            refuses(errors.SessionError, "json: another window plays this session", hold_session(place).__enter__)
        if end == "left":
            holder.communicate("\n")
        else:
            holder.kill()
            holder.communicate()
        with hold_session(path):
            save_session(load_session(path), path)
        link.unlink(missing_ok=True)
        assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_sessions_with_stale_locks_can_be_held(refuses, tmp_path):
    with hold_session(tmp_path / "one.json"), hold_session(tmp_path / "another.json"):
        pass
    with hold_session(tmp_path / "no folder" / "one.json"):
        assert not list(tmp_path.iterdir())
    refuses(cp.CpokerError, "path: expected a path, got 5", hold_session, 5)
    holds = [hold_session(tmp_path / "one.json") for _ in range(40)]

    def hold(held):
        with contextlib.suppress(errors.SessionError), held:
            holders.append(1)
            assert len(holders) == 1
            time.sleep(0.002)
            holders.pop()
            return True

    holders = []
    with ThreadPoolExecutor(8) as pool:  # some threads see a lock file that is being removed
        assert sum(map(bool, pool.map(hold, holds))) >= 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("rules", ["pagat", "turbo"])
def test_names_are_saved(rules, path):
    game = Game(rules, ["random", "random"], name="Ann", seed=4)
    save_session(game, path)
    assert load_session(path).names == game.names
    old, new = game.names[1], "Bo"
    path.write_text(path.read_text().replace(json.dumps(old), json.dumps(new)))
    assert load_session(path).names == ("Ann", new, game.names[2])


def test_bots_of_the_user_are_saved_by_name_and_given_again(refuses, path):
    def cautious(position, rng):
        return cp.best_royalties(position.hand, position.rules)

    game = Game("pagat", [UserBot("mine:cautious", cautious), "random"], seed=1)
    played(game, 1)
    save_session(game, path)
    assert "cautious" not in sys.modules
    refuses(errors.SessionError, "json: opponents: 'mine:cautious' is a bot of your own", load_session, path)
    refuses(errors.SessionError, "bots: expected a mapping of names to bots, got 5", load_session, path, bots=5)
    resumed = load_session(path, bots={"mine:cautious": cautious, "mine:other": cautious})
    assert resumed.names == game.names
    game.next_deal()
    assert played(resumed, 2) == played(game, 2)
    placing = Game("turbo", [UserBot("mine:first", lambda position, rng: position.placements()[0])], seed=1)
    save_session(placing, path)
    assert load_session(path, {"mine:first": lambda position, rng: position.placements()[0]}).names == placing.names
