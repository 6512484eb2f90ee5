"""`cpoker analyze` in a process of its own."""

import json
import re

import pytest
from command_line import cpoker, objects
from known_boards import HIGH, LOW

import cpoker_fast as cp

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
FOUL = "As Ks Qs / Js 9s 8d 8h 5c / 5h 3d 3h 2c 7h"


def test_analyze():
    result = cpoker("analyze", *HAND.split(), "--seed", "1", "--deals", "200")
    assert result.returncode == 0
    assert "pagat, 3 opponents, 200 deals" in result.stdout
    best = cp.analyze(HAND, "pagat", deals=200, seed=1).best
    assert re.search(rf"{re.escape(str(best.board))} +{re.escape(f'{best.points.mean:+.3f}')} ", result.stdout)


def test_analyze_options(tmp_path):
    field = cp.Field("one-six", [HIGH, LOW])
    field.save(tmp_path / "field.npz")
    (plain,) = objects(
        cpoker(
            "analyze", "--json", "--rules", "one-six", "--opponents", "2", "--deals", "60", "--seed", "3", "--board", FOUL,
            "--all", "--against", str(tmp_path / "field.npz"), "--dead", "Ac Ah", "--known", "Ad", "--known", "Kd",
            "--has-button", "--threads", "2", HAND,
        )
    )  # fmt: skip
    expected = cp.analyze(
        HAND,
        "one-six",
        2,
        deals=60,
        seed=3,
        boards=[FOUL],
        field=field,
        dead="Ac Ah",
        known=["Ad", "Kd"],
        has_button=True,
        all=True,
    )
    assert plain == json.loads(json.dumps(expected.to_dict()))


def test_analyze_draws(tmp_path):
    pytest.importorskip("matplotlib")
    result = cpoker("analyze", HAND, "--deals", "50", "--plot", str(tmp_path / "chart.png"))
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "chart.png").stat().st_size > 1000
    for arguments, message in (
        ([HAND, "--plot", str(tmp_path / "none" / "chart.png")], "--plot"),
        ([HAND, "--plot", str(tmp_path / "chart.xyz")], "--plot"),
        ([HAND, HAND, "--plot", str(tmp_path / "chart.png")], "--plot: expected one hand, got 2"),
    ):
        result = cpoker("analyze", "--deals", "50", *arguments)
        assert result.returncode == 2
        assert message in result.stderr
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["As"], "bad hand: expected 13 cards, got 1"),
        ([HAND, "--opponents", "4"], "Error: --opponents 4: expected an int from 1 to 3"),
        ([HAND, "--dead", "As"], "card As is both in the hand and among the dead cards"),
        (
            [HAND, "--board", FOUL, "--board", "As"],
            "Error: --board As: bad board 'As': expected three rows separated by '/'",
        ),
        ([HAND, "--board", "As Kd / As / As"], "Error: --board 'As Kd / As / As': front: expected 3 cards, got 2 (As Kd)\n"),
        ([HAND, "--board", "As"], "Error: --board As: bad board 'As': expected three rows separated by '/', got 1"),
        ([HAND, "--known", "2s", "--known", "2s"], "Error: --known 2s: card 2s is dead or held by another player"),
        ([HAND, "--known", "2s", "--known", "Xx"], "Error: --known Xx: bad card 'Xx' at character 1"),
        ([HAND, "--dead", "2s Xx"], "Error: --dead '2s Xx': bad card 'Xx' at character 4"),
        (
            [HAND, "--opponents", "1", "--known", "2s", "--known", "2d"],
            "--known: expected at most 1, one for each opponent, got 2",
        ),
        ([HAND, "--deals", "1"], "Error: --deals 1: expected an int from 2"),
        ([HAND, "--threads", "-1"], "Error: --threads -1: expected an int from 0 (all CPUs)"),
        ([HAND, "--against", ""], "Error: --against '': expected a path"),
        ([HAND, "--rules", ""], "Error: unknown rules '': expected one of simple"),
        ([HAND, "--against", "missing.npz"], "missing.npz: No such file"),
        ([HAND, "--against", __file__], "test_analyze.py: not a field, or a damaged one"),
    ],
)
def test_analyze_refuses(arguments, message):
    result = cpoker("analyze", *arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
