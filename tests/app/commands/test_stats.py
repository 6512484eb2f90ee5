"""`cpoker stats`, run in this process."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import cpoker_fast as cp
from cpoker_fast import notation
from cpoker_fast.app.commands import cpoker

DEALS = str(Path(__file__).parents[3] / "examples" / "deals.ofc")
RECORDS = list(notation.read_deals(DEALS))


def stats(*arguments, stdin=""):
    return CliRunner().invoke(cpoker, ["stats", *arguments], input=stdin)


def test_several_files_are_summed(tmp_path):
    result = stats(DEALS, DEALS, "--csv", str(tmp_path / "a.csv"))
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "4 deals (2 unfinished deals left out): pineapple"
    assert lines[1].split()[:6] == ["player", "deals", "points", "mean", "+-", "95%"]
    assert [line.split()[:3] for line in lines[2:5]] == [["Ann", "4", "+148"], ["Bo", "4", "-84"], ["Cy", "4", "-64"]]
    expected = cp.studies.statistics([*RECORDS, *RECORDS])
    assert (tmp_path / "a.csv").read_text(encoding="utf-8") == expected.to_csv()
    assert json.loads(stats(DEALS, DEALS, "--json").stdout) == expected.to_dict()
    assert stats(stdin=Path(DEALS).read_text(encoding="utf-8")).stdout == stats(DEALS).stdout


def test_losses(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    result = stats(DEALS, "--review", "--rollouts", "24", "--seed", "1")
    assert max(map(len, result.stdout.splitlines())) <= 80
    plain = json.loads(stats(DEALS, "--review", "--rollouts", "24", "--seed", "1", "--json").stdout)
    review = cp.review(RECORDS, rollouts=24, seed=1)
    assert plain == cp.studies.statistics(RECORDS, review).to_dict()


@pytest.mark.parametrize(("arguments", "message"), [
    ((DEALS, "--deals", "600"), "--deals requires --review"),
    ((DEALS, "--review", "--deals", "6"), "--deals 6: expected an int from 512 to 524288"),
    (("none.ofc",), "none.ofc: No such file or directory"),
    ((DEALS, "--csv", "none/a.csv"), "--csv none/a.csv: no such folder"),
])  # fmt: skip
def test_bad_input(arguments, message):
    result = stats(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1].startswith(f"Error: {message}")


def test_damaged_deals_are_named(tmp_path):
    path = tmp_path / "deals.ofc"
    path.write_text(Path(DEALS).read_text(encoding="utf-8").replace("Kh1", "Kh9"), encoding="utf-8")
    result = stats(str(path))
    assert result.exit_code == 2
    assert f"{path}:" in result.stderr
