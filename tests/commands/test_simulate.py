"""`cpoker simulate`, run as users run it."""

import json
import re
from pathlib import Path

import pytest
from command_line import cpoker, objects

import cpoker_fast as cp

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_simulate():
    done = cpoker("simulate", "--players", "balanced, random", "--deals", "300", "--seed", "1")
    assert done.returncode == 0
    assert "pagat, 300 deals, each played 2 times, seed 1" in done.stdout
    mean = cp.simulate("pagat", ["balanced", "random"], 300, seed=1).points(0).mean
    margin = 1.96 * cp.simulate("pagat", ["balanced", "random"], 300, seed=1).points(0).standard_error
    assert re.search(r"points +\+- 95%", done.stdout)
    assert re.search(rf"balanced +{re.escape(f'{mean:+.4f}')} +{margin:.4f} ", done.stdout)
    assert done.stderr == ""  # no bar where nobody looks


def test_simulate_open_face():
    arguments = ["simulate", "--players", "careful,random", "--deals", "200", "--seed", "1", "--rules", "pineapple"]
    (found,) = objects(cpoker(*arguments, "--json"))
    assert found == json.loads(json.dumps(cp.simulate("pineapple", ["careful", "random"], 200, seed=1).to_dict()))
    for more, message in (
        (["--closed"], "--players careful: unknown bot: expected one of random, royalties"),
        (["--surrender", "1"], "--surrender is for closed games"),
        (["--no-surrender"], "--no-surrender is for closed games"),
        (["--players", "genius,random"], "--players genius: unknown bot: expected one of random, careful"),
        (["--players", ":x,random"], "--players :x,random: :x: expected module:function or the name of a bot"),
    ):
        done = cpoker(*arguments, *more)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr


def test_simulate_options(tmp_path):
    arguments = [
        "simulate",
        "--json",
        "--rules",
        "one-six",
        "--players",
        "royalties,random",
        "--deals",
        "300",
        "--seed",
        "1",
    ]
    files = [
        "--checkpoint",
        str(tmp_path / "run.json"),
        "--csv",
        str(tmp_path / "run.csv"),
        "--no-duplicate",
        "--workers",
        "2",
    ]
    for _ in range(2):  # the second time from the checkpoint
        (found,) = objects(cpoker(*arguments, *files))
        expected = cp.simulate("one-six", ["royalties", "random"], 300, seed=1, duplicate=False)
        assert found == json.loads(json.dumps(expected.to_dict()))
    assert (tmp_path / "run.csv").read_text().startswith("name,mean,")
    missing = tmp_path / "none" / "run.csv"
    done = cpoker(*arguments, "--csv", str(missing))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: --csv {missing}: no such folder\n")
    assert json.loads((tmp_path / "run.json").read_text())["counts"]["deals"] == 300


def test_simulate_bots_of_ones_own(tmp_path):
    """Functions and objects of modules, which may lie in the current folder."""
    (tmp_path / "mine.py").write_text(
        "import cpoker_fast as cp\n"
        "def as_dealt(hand, rules, seat, rng):\n    return cp.best_royalties(hand, rules)\n"
        "class Lazy:\n    name = 'lazy'\n"
        "    def set_board(self, hand, rules, seat, rng):\n        return cp.Decision(None)\n"
        "lazy = Lazy()\n"
        "def forgetful(*_):\n    pass\n",
    )
    arguments = ["simulate", "--deals", "50", "--seed", "1", "--players"]
    (found,) = objects(cpoker(*arguments, "mine:as_dealt,royalties", "--rules", "simple", "--json", cwd=tmp_path))
    assert found["players"][0]["name"] == "as_dealt"
    done = cpoker(*arguments, "mine:lazy,random", "--surrender", "2", cwd=tmp_path)
    assert re.search(r"lazy +-2\.0000 .* 100\.0%", done.stdout)
    done = cpoker(*arguments, "mine:lazy,random", "--rules", "two-four", "--no-surrender", cwd=tmp_path)
    assert done.returncode == 2
    assert "bot 'lazy' surrendered, which the rules 'two-four, changed' do not allow" in done.stderr
    for given, message in (
        ("mine:forgetful,random", "bot 'forgetful' returned nothing"),
        ("mine:nobody,random", "--players mine:nobody,random: mine:nobody: module 'mine' has no attribute 'nobody'"),
        ("nowhere:x,random", "--players nowhere:x,random: nowhere:x: No module named 'nowhere'"),
        (":x,random", "--players :x,random: :x: expected module:function or the name of a bot"),
    ):
        done = cpoker(*arguments, given, cwd=tmp_path)
        assert done.returncode == 2
        assert message in done.stderr
    assert "not both" in cpoker(*arguments, "random,random", "--surrender", "1", "--no-surrender").stderr


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
def test_simulate_on_a_cluster():
    distributed = pytest.importorskip("distributed")
    arguments = ["simulate", "--json", "--players", "royalties,random", "--deals", "3000", "--seed", "1"]
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        (found,) = objects(cpoker(*arguments, "--dask", cluster.scheduler_address))
    assert found == json.loads(json.dumps(cp.simulate("pagat", ["royalties", "random"], 3000, seed=1).to_dict()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing option '--players'"),
        (["--players", "expert"], "Error: --players expert: expected two to four"),
        (
            ["--players", "expert,x"],
            "Error: --players x: unknown bot: expected one of random, royalties, balanced, expert, or module:",
        ),
        (["--players", "random,random", "--checkpoint", ""], "Error: --checkpoint '': expected a path"),
        (["--players", "random,random", "--csv", f"{'x' * 4000}/x/run.csv"], ".csv: no such folder"),
        (["--players", "random,random", "--csv", f"{'x' * 300}.csv"], ".csv: expected a name of at most 255 bytes"),
        (["--players", "os:path,random"], "Error: --players os:path: expected a bot, got a module"),
        (["--players", "random,random", "--deals", "0"], "Error: --deals 0: expected an int from 1"),
        (["--players", "random,random", "--checkpoint", "/none/run.json"], "--checkpoint /none/run.json: no such folder"),
        (["--players", "random,random", "--deals", "5", "--csv", "/none/run.csv"], "--csv /none/run.csv: no such folder"),
        (["--players", "random,random", "--csv", str(EXAMPLES)], f"--csv {EXAMPLES}: expected a file, got a folder"),
        (["--players", "random,random", "--plot", "chart.foo"], "--plot chart.foo: expected a name that ends in one of ."),
        (
            ["--players", "exprt,random"],
            "Error: --players exprt: unknown bot: did you mean 'expert'? expected one of random",
        ),
        (["--players", "random,random", "--dask", "nonsense://x"], "--dask nonsense://x: "),
    ],
)
def test_simulate_refuses(arguments, message):
    if "--dask" in arguments:
        pytest.importorskip("distributed")
    if "--plot" in arguments:
        pytest.importorskip("matplotlib")
    done = cpoker("simulate", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
