"""The small engines in examples/engines/: complete, short, without faults, and better than chance."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import fastjsonschema
import pytest

import cpoker_fast as cp
from cpoker_fast.engines import Engine
from cpoker_fast.errors import EngineError

pytest.importorskip("click")
from cpoker_fast.app.engine import check as engine_check
from cpoker_fast.app.engine.check import EngineCheck
from cpoker_fast.app.engine.trials import Trial

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "examples" / "engines"
PAGAT, PINEAPPLE = cp.rules("pagat"), cp.rules("pineapple")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Return the program of the engine in C."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler `cc`")
    path = tmp_path_factory.mktemp("engine") / "engine"
    options = ["-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    subprocess.run([compiler, *options, "-o", path, FOLDER / "engine.c"], check=True)
    return path


@pytest.fixture(scope="module")
def script():
    """Return the command of the engine in JavaScript."""
    node = shutil.which("node")
    version = node and subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if not version or int(version[1:].split(".")[0]) < 20:
        pytest.skip("there is no `node` of version 20 or later")
    return shlex.join([node, str(FOLDER / "engine.js")])


@pytest.fixture(params=["engine.py", "engine.c", "engine.js"])
def command(request):
    """Return the command of an engine."""
    if request.param == "engine.py":
        return shlex.join([sys.executable, str(FOLDER / request.param)])
    return str(request.getfixturevalue("program" if request.param == "engine.c" else "script"))


def test_the_engine_passes_the_check_and_rarely_fouls(command, monkeypatch):
    """Only the engine in C is fast enough for large messages. That in JavaScript, which starts slowly, decides like it."""
    is_script = "engine.js" in command
    n = 48 if is_script or "engine.py" in command else 1024
    monkeypatch.setattr(engine_check, "MOST_POSITIONS", n)
    results = {result.check: result for result in EngineCheck(command, [PAGAT, PINEAPPLE], "place" if is_script else "")}
    assert [result for result in results.values() if result.passed is False] == []
    assert len(results) == (9 if is_script else 17)
    assert re.match(r"pagat: 0 fouls in \d+ boards; pineapple: ", results[f"place: {n:,} positions"].note)
    note = results["place: all rules and numbers of players"].note
    fouls, boards = re.match(r"(\d+) fouls in (\d+) boards", note).groups()
    assert int(fouls) < int(boards) / 5


@pytest.mark.parametrize("command", ["engine.py", "engine.c"], indirect=True)
def test_the_engine_beats_random_boards(command):
    for rules, deals in ((PAGAT, 100), (PINEAPPLE, 20)):
        result = cp.simulate(rules, [f"exec:{command}", "random"], deals, seed=1)
        assert result.points(0).mean > result.points(0).margin, rules.name


def test_the_engine_refuses_what_it_does_not_play_and_its_replies_fit_the_schema(command):
    schema = json.loads((ROOT / "docs" / "_static" / "engine_protocol.schema.json").read_text(encoding="utf-8"))
    check = fastjsonschema.compile({**schema, "anyOf": [{"$ref": "#/definitions/of_engine"}]})
    with Engine(command) as engine:
        check(json.loads(engine.received))
        with pytest.raises(EngineError, match="refuses the rules 'lowball-middle' .*2-7 middles"):
            engine.match("lowball-middle", 2)
        check(json.loads(engine.received))
        for rules in (PAGAT, PINEAPPLE):
            engine.match(rules, 2)
            assert check(json.loads(engine.received)) == {"type": "ready"}
            engine.place(Trial(rules, 2).batch(20, 1), seed=1)
            assert check(json.loads(engine.received))["type"] == "placements"
        assert check(engine.request({"type": "new", "id": 3}))["id"] == 3


def test_the_engines_in_c_and_javascript_decide_alike(program, script):
    decided = []
    for command in (str(program), script):
        with Engine(command) as engine:
            for rules in (PAGAT, PINEAPPLE):
                engine.match(rules, 2)
                decided.append(engine.place(Trial(rules, 2).batch(200, 2), seed=1).placements)
    assert decided[:2] == decided[2:]


def test_the_engine_in_python_writes_its_points_to_standard_error():
    with Engine([sys.executable, str(FOLDER / "engine.py")]) as engine:
        assert engine.settlements
        engine.match(PAGAT, 2)
        for _ in range(2):
            engine.settled([Trial(PAGAT, 2).settled()[0] | {"points": [-5, 5]}])
        engine.ping()
        assert engine.stderr.splitlines() == ["+5 points in this match", "+10 points in this match"]


def test_the_engines_are_short_and_the_page_of_the_folder_names_them():
    """An engine has the name of its file, which results of `cpoker simulate` show."""
    page, paths = (FOLDER / "README.md").read_text(encoding="utf-8"), sorted(FOLDER.glob("engine.*"))
    assert [path.name for path in paths] == ["engine.c", "engine.js", "engine.py"]
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert f"`{path.name}`" in page
        assert len(text.splitlines()) < 150
        assert re.findall(r"\bname\W+(\w+\.\w+)", text) == [path.name]
