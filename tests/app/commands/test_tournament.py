"""`cpoker tournament` in a process of its own."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest
from command_line import cpoker, objects
from terminals import lines_in_terminal

import cpoker_fast as cp

ARGUMENTS = ["tournament", "--players", "balanced, random,royalties", "--deals", "300", "--seed", "1"]


def test_tournament():
    result = cpoker(*ARGUMENTS)
    assert (result.returncode, result.stderr) == (0, "")
    expected = cp.tournament("pagat", ["balanced", "random", "royalties"], 300, seed=1)
    title, _, best, *_ = result.stdout.splitlines()
    assert title == expected.title
    assert re.match(rf"1 balanced +{re.escape(f'{expected.points(0).mean:+.4f}')} +{expected.margin(0):.4f} +1 +0 ", best)
    assert f"{expected.against(0, 1).mean:+.3f} +- {expected.against(0, 1).margin:.3f}" in result.stdout
    assert result.stdout.endswith("\n\nSeed 1\n")
    players = ",".join(["random", "royalties"] * 4)
    lines = lines_in_terminal("tournament", "--players", players, "--deals", "40", "--seed", "1")
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("8 ") for line in lines) == 2
    assert "Points of the row's bot from the column's bot, 95 % margins of error below:" in lines


def test_options(tmp_path):
    files = ["--checkpoint", str(tmp_path / "run.json"), "--csv", str(tmp_path / "run.csv"), "--workers", "2"]
    expected = cp.tournament("one-six", ["balanced", "random", "royalties"], 300, seed=1, players=3)
    for _ in range(2):  # the second run reads the checkpoint
        (plain,) = objects(cpoker(*ARGUMENTS, "--rules", "one-six", "--seats", "3", "--json", *files))
        other = json.loads(json.dumps(expected.to_dict()))
        assert min(bot.pop("seconds") for bot in plain["bots"] + other["bots"]) > 0
        assert plain == other
    assert (tmp_path / "run.csv").read_text().startswith("name,rank,best_rank,worst_rank,mean,")
    (plain,) = objects(cpoker(*ARGUMENTS, "--until-settled", "--json"))
    assert (plain["until_settled"], plain["looks"], plain["settled"]) == (True, 1, True)
    (plain,) = objects(cpoker(*ARGUMENTS[:2], "careful,random", *ARGUMENTS[3:4], "20", "--rules", "pineapple", "--json"))
    assert [bot["seconds"] for bot in plain["bots"]] == [None, None]


def test_names_of_bots(assert_refused, tmp_path):
    (tmp_path / "mine.py").write_text(
        "import cpoker_fast as cp\n"
        "def plain(position, rng):\n    return cp.best_royalties(position.hand, position.rules)\n"
        "def careless(position, rng):\n"
        "    hand, rules = position.hand, position.rules\n"
        "    return cp.best_royalties(hand, rules) if any(card >= 48 for card in hand) else None\n"
    )
    arguments = ["tournament", "--players", "mine:plain,mine:careless,mine:plain", "--deals", "40", "--seed", "1"]
    result = cpoker(*arguments, cwd=tmp_path)
    assert re.search(r"(?m)^\d plain 1 ", result.stdout)
    assert re.search(r"(?m)^\d plain 2 ", result.stdout)
    faults = r"careless: \d+ faults, settled as fouls\n  first: bot 'careless' returned nothing"
    assert re.search(rf"\n\nSeed 1\n{faults}", result.stdout)
    assert_refused(cpoker(*arguments, "--on-fault", "error", cwd=tmp_path), "bot 'careless' returned nothing")


@pytest.mark.skipif(sys.platform == "win32", reason="no Ctrl-C of other processes")
def test_ctrl_c_prints_the_results_so_far(tmp_path):
    path = tmp_path / "run.json"
    command = [sys.executable, "-P", "-m", "cpoker_fast", "tournament", "--players", "random,random", "--deals", str(10**9)]
    run = subprocess.Popen(
        [*command, "--seed", "1", "--checkpoint", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while not (path.exists() and json.loads(path.read_text())["counts"]["deals"] > 0):
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    lines, errors = run.communicate(timeout=600)
    assert run.returncode == 130
    assert f"Interrupted: the counts so far are in {path}. The same command continues" in errors
    deals = int(re.match(r"pagat, 2 bots, 2 at a table, 1 table with ([\d,]+) deals", lines)[1].replace(",", ""))
    assert deals % 1024 == 0
    assert deals >= json.loads(path.read_text())["counts"]["deals"] > 0


@pytest.mark.parametrize(("arguments", "message"), [
    ([], "Missing option '--players'"),
    (["--players", "expert"], "Error: --players expert: expected a list of at least 2 bots"),
    (["--players", "random,random", "--seats", "3"], "Error: --players random,random: expected a list of at least 3 bots"),
    (["--players", "random,random", "--seats", "5"], "Error: --seats 5: expected an int from 2 to 4"),
    (["--players", "random,swift,random", "--rules", "pineapple", "--seats", "4"],
     "Error: --seats 4: expected an int from 2 to 3 (pineapple is for 2 or 3 players)"),
    (["--players", "swift,random"], "Error: --players swift: does not play pagat: expected one of random, careful"),
    (["--players", "balanced,random", "--rules", "pineapple"], "Error: --players balanced: does not play pineapple: exp"),
    (["--players", f"{sys.executable},random"],
     f"unknown bot (write exec:{sys.executable} for this program): expected one of random"),
    (["--players", "random,exprt"], "Error: --players exprt: unknown bot: did you mean 'expert'?"),
    (["--players", "random,random", "--deals", "0"], "Error: --deals 0: expected an int from 1"),
    (["--players", "random,random", "--time-limit", "0"], "Error: --time-limit 0: expected a number of seconds above 0"),
    (["--players", "random,random", "--csv", "/none/run.csv"], "--csv /none/run.csv: no such folder"),
    (["--players", "random,random", "--plot", "chart.foo"], "--plot chart.foo: expected a name that ends in one of ."),
])  # fmt: skip
def test_refusals(assert_refused, arguments, message):
    if "--plot" in arguments:
        pytest.importorskip("matplotlib")
    assert_refused(cpoker("tournament", *arguments), message)
