"""`--keep-going`: all bad lines are reported, the others are done, and the exit status says so."""

import json
from pathlib import Path

import pytest
from command_line import cpoker

FIRST, SECOND = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qd Qc 8h / Js Jh 7c 7d 6s / Ad 8d 6d 3d 2d"
HANDS = [board.replace("/", "") for board in (FIRST, SECOND)]


def run(tmp_path, command, *lines):
    """Run a command on a file, and return its exit status, its output, and its errors without the name of the file."""
    path = tmp_path / "lines.txt"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    result = cpoker(*command, "--file", str(path))
    return result.returncode, result.stdout, result.stderr.replace(f"{path}:", "").splitlines()


def begin(lines, expected):
    return [line[: len(text)] for line, text in zip(lines, expected, strict=True)]


@pytest.mark.parametrize(
    ("command", "good", "bad", "item"),
    [
        ("rank", ["As Ks Qs", "2c 2d 2h"], [("As Ax", "bad card 'Ax'"), ("2c 2c 3d", "card 2c appears twice")], "row"),
        ("set", HANDS, [("As Ks", "bad hand: expected 13 to 17 cards, got 2"), ("As As", "card As")], "hand"),
        ("set --by royalties", HANDS, [("As", "bad hand"), ("As As", "card As")], "hand"),
        (
            "analyze --deals 50 --seed 1", HANDS,
            [("As Ks", "bad hand"), ("seat 1", "bad position"), ("?", "bad card"), ("As Kx Qs", "bad card 'Kx'")], "hand",
        ),
        ("analyze --losses --deals 100 --seed 1", [FIRST, SECOND], [("As", "bad board"), (HANDS[0], "bad board")], "board"),
    ],
)  # fmt: skip
def test_bad_lines_are_skipped(tmp_path, command, good, bad, item):
    command = command.split()
    mixed = [bad[0][0], good[0], "# a comment", *(text for text, _ in bad[1:]), good[1]]
    numbers = [1, *range(4, 3 + len(bad))]
    reports = [f"{number}: {problem}" for number, (_, problem) in zip(numbers, bad, strict=True)]
    reports.append(f"Error: {len(bad)} errors above; done without them: 2 {item}s")

    status, output, errors = run(tmp_path, [*command, "--json", "--keep-going"], *mixed)
    assert (status, begin(errors, reports)) == (1, reports)
    assert (0, output, []) == run(tmp_path, [*command, "--json", "--keep-going"], *good)
    status, output, errors = run(tmp_path, [*command, "--json"], *mixed)
    assert (status, output, begin(errors, [f"Error: {reports[0]}"])) == (2, "", [f"Error: {reports[0]}"])


def test_each_bad_board_of_a_table_is_reported(tmp_path):
    lines = [
        f"Ann: {FIRST}", f"Bo: {SECOND}", "",
        "Ann: As", f"Bo: {SECOND[:-1]}", "",
        f"Ann: {FIRST}", f"Bo: {FIRST}", "",
        f"Ann: {FIRST}", f"Ann: {SECOND}", "",
        f"Bo: {SECOND}", f"Ann: {FIRST}",
    ]  # fmt: skip
    status, output, errors = run(tmp_path, ["score", "--json", "--keep-going"], *lines)
    reports = [
        "4: Ann: ",
        "5: Bo: back: bad card",
        "8: ",
        "11: duplicate name 'Ann'",
        "Error: 4 errors above; done without them: 2 tables",
    ]
    assert (status, begin(errors, reports)) == (1, reports)
    tables = [json.loads(line) for line in output.splitlines()]
    # By hand: the second player wins front and middle, the first one the back.
    assert [table["points"] for table in tables] == [[-1, 1], [1, -1]]
    status, output, _ = run(tmp_path, ["score", "--keep-going"], *lines)
    assert status == 1
    assert [line.split() for line in output.splitlines()[-2:]] == [["Ann", "2", "-2"], ["Bo", "2", "+2"]]


def test_errors_of_options_end_the_command(tmp_path):
    status, output, errors = run(tmp_path, ["score", "--keep-going", "--fantasyland", "0,0"], FIRST, SECOND)
    assert (status, output, errors) == (2, "", ["Error: --fantasyland: rules 'pagat' have no Fantasyland"])
    status, _, errors = run(tmp_path, ["score", "--keep-going", "--stacks", "10,10"], FIRST, SECOND)
    assert status == 2
    assert "give --keep-going or --stacks, not both" in errors[-1]
    status, _, errors = run(tmp_path, ["analyze", "--keep-going", "--deals", "1"], *HANDS)
    assert status == 2
    assert len(errors) == 1


def test_arguments_are_skipped_like_lines():
    result = cpoker("rank", "--keep-going", "As Ax Kd", "2c 2d 3h")
    assert result.returncode == 1
    assert "pair, twos with three" in result.stdout
    assert result.stderr.splitlines()[1:] == ["Error: 1 error above; done without them: 1 row"]


def test_damaged_deals_are_skipped():
    deals = (Path(__file__).parents[3] / "examples" / "deals.ofc").read_text(encoding="utf-8")
    damaged = deals.replace("[Button 2]", "[Button 4]", 1).replace("hand Ac", "hand Ad")
    result = cpoker("replay", "--keep-going", stdin=damaged)
    reports = [
        "<stdin>:6:9: Button: expected",
        "<stdin>:30:49: duplicate",
        "Error: 2 errors above; done without them: 1 deal",
    ]
    assert (result.returncode, begin(result.stderr.splitlines(), reports)) == (1, reports)
    whole = cpoker("replay", "--deal", "2", stdin=deals).stdout
    assert result.stdout == whole
    assert whole.startswith("Deal 2")
