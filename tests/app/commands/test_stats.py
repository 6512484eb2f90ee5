"""`cpoker stats`, run in this process."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from known_boards import HIGH

import cpoker_fast as cp
from cpoker_fast import notation
from cpoker_fast.app.commands import cpoker

DEALS = str(Path(__file__).parents[3] / "examples" / "deals.ofc")
RECORDS = list(notation.read_deals(DEALS))


def stats(*arguments, stdin="", columns=None):
    """Run the command in a window of so many columns; by default, the output has no width."""
    return CliRunner(env={"COLUMNS": columns}).invoke(cpoker, ["stats", *arguments], input=stdin)


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


def test_losses_are_those_of_finished_deals():
    """The losses are those that `cpoker review` says of the first two deals; the third one is not finished."""
    options = ("--rollouts", "24", "--seed", "1")
    lines = CliRunner().invoke(cpoker, ["review", DEALS, *options, "--json"]).stdout.splitlines()
    mistakes = [move for line in lines[:2] for move in json.loads(line)["placements"] if move["is_mistake"]]
    plain = json.loads(stats(DEALS, "--review", *options, "--json").stdout)
    for player in plain["players"]:
        lost = [move["lost"] for move in mistakes if move["player"] == player["player"]]
        assert (player["losses"]["mistakes"], player["losses"]["lost"]) == (len(lost), pytest.approx(sum(lost)))
    result = stats(DEALS, "--review", *options, columns="80")
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_player_without_a_reviewed_hand_has_no_losses(tmp_path):
    path = tmp_path / "dead.ofc"
    records = [notation.Record.of_boards([cp.FOUL, HIGH], "pagat", names=["Ann", "Bo"])] * 2
    notation.write_deals(path, records)
    lines = stats(str(path), "--review", "--deals", "512", "--seed", "1").stdout.splitlines()
    assert lines[1].split()[-4:] == ["mistakes", "lost", "+-", "95%"]
    assert lines[2].split() == ["Ann", "2", "-6", "-3.00", "0", "2", "0"]  # three rows each; won, fouls, scoops
    assert lines[-1] == "Not reviewed: 2 dead hands."
    review = CliRunner().invoke(cpoker, ["review", str(path), "--deals", "512", "--seed", "1"])
    assert review.stdout.splitlines()[-1] == "Not reviewed: 2 dead hands."


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
