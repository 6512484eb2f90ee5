"""`cpoker simulate` in a process of its own."""

import json
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from command_line import cpoker, objects
from made_engines import made_engine

import cpoker_fast as cp
from cpoker_fast.app.console.study_options import _send_by_value

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_simulate(assert_refused):
    result = cpoker("simulate", "--players", "balanced, random", "--deals", "300", "--seed", "1")
    assert result.returncode == 0
    assert "pagat, 300 deals, each played 2 times, seed 1" in result.stdout
    mean = cp.simulate("pagat", ["balanced", "random"], 300, seed=1).points(0).mean
    margin = 1.96 * cp.simulate("pagat", ["balanced", "random"], 300, seed=1).points(0).standard_error
    assert re.search(r"points +\+- 95%", result.stdout)
    assert re.search(rf"balanced +{re.escape(f'{mean:+.4f}')} +{margin:.4f} ", result.stdout)
    assert result.stderr == ""  # no progress bar without a terminal
    arguments = ["simulate", "--players", "careful,random", "--deals", "200", "--seed", "1", "--rules", "pineapple"]
    (plain,) = objects(cpoker(*arguments, "--json"))
    assert plain == json.loads(json.dumps(cp.simulate("pineapple", ["careful", "random"], 200, seed=1).to_dict()))
    closed, open_face = (", ".join(cp.bots(rules)) for rules in ("pagat", "pineapple"))
    for more, message in (
        (["--rules", "pagat", "--players", "swift,random"],
         f"--players swift: does not play pagat: expected one of {closed}, or module:"),
        (["--surrender", "1"], "--surrender 1: requires a closed game, in which boards are hidden"),
        (["--players", "genius,random"], f"--players genius: unknown bot: expected one of {open_face}, or module:"),
        (["--players", ":x,random"], "--players :x,random: :x: expected module:function or the name of a bot"),
    ):  # fmt: skip
        assert_refused(cpoker(*arguments, *more), message)


def test_simulate_options(tmp_path):
    arguments = ["simulate", "--json", "--rules", "one-six", "--players", "royalties,random"]
    arguments += ["--deals", "300", "--seed", "1"]
    checkpoint, table = str(tmp_path / "run.json"), str(tmp_path / "run.csv")
    files = ["--checkpoint", checkpoint, "--csv", table, "--no-duplicate", "--workers", "2"]
    for _ in range(2):  # the second run reads the checkpoint
        (plain,) = objects(cpoker(*arguments, *files))
        expected = cp.simulate("one-six", ["royalties", "random"], 300, seed=1, duplicate=False)
        assert plain == json.loads(json.dumps(expected.to_dict()))
    assert (tmp_path / "run.csv").read_text().startswith("name,mean,")
    missing = tmp_path / "none" / "run.csv"
    result = cpoker(*arguments, "--csv", str(missing))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.endswith(f"Error: --csv {missing}: no such folder\n")
    assert json.loads((tmp_path / "run.json").read_text())["counts"]["deals"] == 300


def test_the_worst_deals(assert_refused, tmp_path):
    """From memory, from the files of this command, and from those of an earlier one, whose counts a checkpoint has."""
    arguments = ["simulate", "--players", "balanced,random", "--deals", "1500", "--seed", "1", "--worst", "3"]
    keep = cp.studies.DealFilter(worst=3)
    expected = cp.simulate("pagat", ["balanced", "random"], 1500, seed=1, deals_to=keep)
    result = cpoker(*arguments)
    _, _, worst = result.stdout.partition("\nWorst deals of balanced:\n")
    assert re.findall(r"[+-]\d+  +(\S.*)", worst) == [
        text for pair in zip(*map(expected.kept_deals.board_texts, range(2)), strict=True) for text in pair
    ]
    (plain,) = objects(cpoker(*arguments, "--json"))
    assert plain == json.loads(json.dumps(expected.to_dict() | {"worst_deals": expected.kept_deals.to_dict()["deals"]}))
    assert_refused(cpoker(*arguments, "--worst", "0"), "Error: --worst 0: expected an int from 1")
    with_checkpoint = [*arguments, "--checkpoint", str(tmp_path / "run.json")]
    assert_refused(cpoker(*with_checkpoint), "Error: --worst requires --deals-to with --checkpoint")
    pytest.importorskip("pyarrow")
    folder = tmp_path / "deals"
    for _ in range(2):
        (in_files,) = objects(cpoker(*with_checkpoint, "--json", "--deals-to", str(folder)))
        assert in_files == plain
    whole = cp.simulate("pagat", ["balanced", "random"], 1500, seed=1, deals_to=cp.studies.DealFilter()).kept_deals
    assert cp.studies.Deals.from_parquet(folder) == whole
    longer = cpoker(*arguments[:-2], "--deals-to", str(folder), "--deals", "3000", "--workers", "2", "--json")
    assert "worst_deals" not in objects(longer)[0]
    assert len(cp.studies.Deals.from_parquet(folder)) == 6000
    (tmp_path / "file").write_text("x")
    for path, message in (
        (folder, "simulation differs in seed: 1 in the file, 2 asked for"), (tmp_path / "none" / "deals", "No such file"),
        ("", "--deals-to '': expected a path"), (tmp_path / "file", f"--deals-to {tmp_path}/file: "),
        (tmp_path, f"{tmp_path}: expected no files but deals of this simulation, got 'deals'"),
    ):  # fmt: skip
        assert_refused(cpoker(*arguments, "--seed", "2", "--deals-to", str(path)), message)


def test_simulate_custom_bots(assert_refused, tmp_path):
    """Bots are functions and objects of modules, which may be in the current folder."""
    (tmp_path / "mine.py").write_text(
        "import cpoker_fast as cp\n"
        "def as_dealt(position, rng):\n    return cp.best_royalties(position.hand, position.rules)\n"
        "class Lazy:\n    name = 'lazy'\n"
        "    def place(self, position, rng):\n        return cp.Placement.surrender()\n"
        "lazy = Lazy()\n"
        "def forgetful(*_):\n    pass\n"
    )
    arguments = ["simulate", "--deals", "50", "--seed", "1", "--players"]
    (plain,) = objects(cpoker(*arguments, "mine:as_dealt,royalties", "--rules", "simple", "--json", cwd=tmp_path))
    assert plain["players"][0]["name"] == "as_dealt"
    result = cpoker(*arguments, "mine:lazy,random", "--surrender", "2", cwd=tmp_path)
    assert re.search(r"lazy +-2\.0000 .* 100\.0%", result.stdout)
    message = "bot 'lazy' surrendered, which the rules 'two-four, changed' do not allow"
    assert_refused(cpoker(*arguments, "mine:lazy,random", "--rules", "two-four", "--no-surrender", cwd=tmp_path), message)
    (tmp_path / "broken.py").write_text("def x()\n")
    for players, message in (
        ("mine:forgetful,random", "bot 'forgetful' returned nothing"),
        ("mine:nobody,random", "--players mine:nobody,random: mine:nobody: module 'mine' has no attribute 'nobody'"),
        ("broken:x,random", "--players broken:x,random: broken:x: SyntaxError: expected ':' (broken.py, line 1)"),
        ("nowhere:x,random", "--players nowhere:x,random: nowhere:x: No module named 'nowhere'"),
        (":x,random", "--players :x,random: :x: expected module:function or the name of a bot"),
        ("mine.py:lazy,random", "mine.py:lazy: expected a module, not a file: did you mean 'mine:lazy'?"),
        (f"{tmp_path}/mine.py:lazy,random", "expected a module, not a file: did you mean 'mine:lazy'?"),
        ("/nowhere/mine.py:lazy,random", "expected a module, not a file: did you mean 'mine:lazy'?"),
    ):
        assert_refused(cpoker(*arguments, players, cwd=tmp_path), message)
    assert "not both" in cpoker(*arguments, "random,random", "--surrender", "1", "--no-surrender").stderr


def test_faults_of_bots_end_the_simulation_or_are_fouls(assert_refused, tmp_path):
    (tmp_path / "mine.py").write_text(
        "import time\n"
        "import cpoker_fast as cp\n"
        "def careless(position, rng):\n"
        "    hand, rules = position.hand, position.rules\n"
        "    return cp.best_royalties(hand, rules) if any(card >= 48 for card in hand) else None\n"
        "def slow(position, rng):\n"
        "    time.sleep(0.01)\n"
        "    return cp.best_royalties(position.hand, position.rules)\n"
    )
    arguments = ["simulate", "--deals", "40", "--seed", "1", "--players"]
    assert_refused(cpoker(*arguments, "mine:careless,random", cwd=tmp_path), "bot 'careless' returned nothing")
    (plain,) = objects(cpoker(*arguments, "mine:careless,random", "--on-fault", "foul", "--json", cwd=tmp_path))
    faults = [player["faults"] for player in plain["players"]]
    assert 0 < faults[0] < 80
    assert faults[1] == 0
    result = cpoker(*arguments, "mine:careless,random", "--on-fault", "foul", cwd=tmp_path)
    assert f"\ncareless: {faults[0]} faults, settled as fouls\n  first: bot 'careless' returned nothing" in result.stdout
    assert_refused(cpoker(*arguments, "mine:slow,random", "--time-limit", "0.001", cwd=tmp_path), "over its limit of 0.001")
    result = cpoker(*arguments, "random,random", "--time-limit", "0", cwd=tmp_path)
    assert "Error: --time-limit 0: expected a number of seconds above 0" in result.stderr
    assert "fault" not in cpoker(*arguments, "random,random").stdout


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
def test_simulate_on_a_cluster(tmp_path):
    distributed = pytest.importorskip("distributed")
    arguments = ["simulate", "--json", "--players", "royalties,random", "--deals", "3000", "--seed", "1"]
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        (plain,) = objects(cpoker(*arguments, "--dask", cluster.scheduler_address))
        # The workers cannot import a module of the folder of the command: it is sent to them.
        (tmp_path / "mine.py").write_text(
            "import cpoker_fast as cp\n"
            "def royal(position, rng):\n    return cp.best_royalties(position.hand, position.rules)\n"
            "def backed(position, rng):\n    return cp.best_royalties(position.hand, 'simple')\n",
            encoding="utf-8",
        )
        arguments[3] = "mine:royal,random"
        (sent,) = objects(cpoker(*arguments, "--dask", cluster.scheduler_address, cwd=tmp_path))
        both = [*arguments[:3], "mine:royal,mine:backed", *arguments[4:]]
        (sent_both,) = objects(cpoker(*both, "--dask", cluster.scheduler_address, cwd=tmp_path))
    assert [sent] == objects(cpoker(*arguments, cwd=tmp_path))
    assert [sent_both] == objects(cpoker(*both, cwd=tmp_path))
    assert plain == json.loads(json.dumps(cp.simulate("pagat", ["royalties", "random"], 3000, seed=1).to_dict()))


@pytest.mark.parametrize(("arguments", "message"), [
    ([], "Missing option '--players'"), (["--players", "expert"], "Error: --players expert: expected two to four"),
    (["--players", "expert,x"],
     f"Error: --players x: unknown bot: expected one of {', '.join(cp.bots('pagat'))}, or module:"),
    (["--players", "random,random", "--checkpoint", ""], "Error: --checkpoint '': expected a path"),
    (["--players", "random,random", "--csv", f"{'x' * 4000}/x/run.csv"], ".csv: no such folder"),
    (["--players", "random,random", "--csv", f"{'x' * 300}.csv"], ".csv: expected a name of at most 255 bytes"),
    (["--players", "os:path,random"], "Error: --players os:path: expected a bot, got a module"),
    (["--players", "random,random", "--deals", "0"], "Error: --deals 0: expected an int from 1"),
    (["--players", "random,random", "--worst", "x"], "Invalid value for '--worst': 'x' is not a valid integer"),
    (["--players", "random,random", "--checkpoint", "/none/run.json"], "--checkpoint /none/run.json: no such folder"),
    (["--players", "random,random", "--deals", "5", "--csv", "/none/run.csv"], "--csv /none/run.csv: no such folder"),
    (["--players", "random,random", "--csv", str(EXAMPLES)], f"--csv {EXAMPLES}: expected a file, got a folder"),
    (["--players", "random,random", "--plot", "chart.foo"], "--plot chart.foo: expected a name that ends in one of ."),
    (["--players", "exprt,random"], "Error: --players exprt: unknown bot: did you mean 'expert'? expected one of random"),
    (["--players", "random,random", "--dask", "nonsense://x"], "--dask nonsense://x: "),
])  # fmt: skip
def test_simulate_refuses(assert_refused, arguments, message):
    if "--dask" in arguments:
        pytest.importorskip("distributed")
    if "--plot" in arguments:
        pytest.importorskip("matplotlib")
    assert_refused(cpoker("simulate", *arguments), message)


def test_engines(assert_refused, tmp_path):
    """Commas inside quotes belong to the command, whose words are split as by a shell."""
    named = "good = hello\ndef hello(message):\n    return dict(good(message), name=' '.join(sys.argv[1:]))\n"
    command = made_engine(tmp_path, named)
    players = f"random, exec:{command} 'a, b' \"c,d\""
    (plain,) = objects(cpoker("simulate", "--players", players, "--deals", "50", "--seed", "1", "--json"))
    assert [player["name"] for player in plain["players"]] == ["random", "a, b c,d"]
    result = cpoker("simulate", "--rules", "pineapple", "--players", f"careful,exec:{command} x", "--deals", "5")
    assert "x " in result.stdout, result.stderr
    for more, message in (
        ("exec:no-such-program,random", "bot 'exec:no-such-program' cannot be started: No such file or directory"),
        ("exec:,random", "--players exec:: bad command '': expected a program and its arguments"),
        ("exec:'a,random", "--players 'exec:'\"'\"'a': bad command \"'a\": No closing quotation"),
        (f"exec:{command} x,genius", "--players genius: unknown bot: expected one of random, careful, royalties"),
        (f"exec:{command},random", "replied with the name '': expected 1 to 40 printable characters"),
    ):
        assert_refused(cpoker("simulate", "--players", more), message)
    pytest.importorskip("cloudpickle")
    with ExitStack() as stack:
        _send_by_value(stack, [("exec:python mine.py:x", cp.bot("exec:python mine.py:x"))])


@pytest.mark.parametrize("fault", ["error", "foul"])
def test_engines_with_faults(fault, tmp_path):
    command = made_engine(tmp_path, "def place(message):\n    sys.exit('Traceback: no cards')\n")
    options = ["--deals", "20", "--on-fault", fault, "--no-duplicate"]
    result = cpoker("simulate", "--players", f"exec:{command},random", *options)
    if fault == "error":
        assert "Error: bot 'Made' ended with exit code 1 (stderr: Traceback: no cards), in a request with " in result.stderr
        assert re.search(r", in a request with \d+ hands$", result.stderr.strip())
        assert result.returncode == 2
    else:
        assert "Made: 20 faults, settled as fouls" in result.stdout
        assert "first: bot 'Made' ended with exit code 1 (stderr: Traceback: no cards)," in " ".join(result.stdout.split())
