"""Boards of `cpoker score` as deals of `cpoker replay` and `cpoker review`."""

import json

import pytest
from command_line import cpoker
from known_boards import HIGH, LOW

import cpoker_fast as cp
from cpoker_fast.studies import DealFilter

TABLES = f"""\
# Friday, with names
Ann: {HIGH}
Bo: {LOW}   # lost


Ann: foul
Bo: {LOW}
"""
SIGNS = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠"})


def replayed(text, *options):
    result = cpoker("replay", "--json", *options, "-", stdin=text)
    assert (result.returncode, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


SPELLINGS = {
    "as written": TABLES,
    "Windows": "\ufeff" + TABLES.replace("\n", "\r\n"),
    "bars": TABLES.replace(" / ", " | "),
    "short": TABLES.replace(HIGH, HIGH.replace(" / ", "-").replace(" ", "")),
    "tens": TABLES.replace("Ts", "10s"),
    "suit signs": TABLES.replace(HIGH, HIGH.translate(SIGNS)),
    "no empty line at the end": TABLES.rstrip(),
    "marks of Chinese input methods": TABLES.replace(": ", "：")
    .replace(" / ", "／")
    .replace(" 9h", "，9h")
    .replace(" Kd", "\u3000Kd"),
    "full-width bars": TABLES.replace(" / ", "｜"),
    "more empty lines": f"\n  \n{TABLES}\n\n\n",
}


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_tables_are_deals(text):
    """`HIGH` wins three rows (rules pagat); a dead hand loses three rows, and pays no royalty of two pair."""
    first, second = replayed(text)
    assert [first["players"], first["rules"], first["button"]] == [["Ann", "Bo"], "pagat", 0]
    assert [deal["settlement"]["points"] for deal in (first, second)] == [[3, -3], [-3, 3]]
    assert second["moves"][1] == {"seat": 0, "street": 0, "dead": True}
    lines = text.splitlines()
    assert first["place"] == f"<stdin>:{next(n for n, line in enumerate(lines, 1) if line.startswith('Ann'))}"


def test_rules_names_and_surrenders():
    """Without names, players have numbers. A surrender pays 2 to the other (rules 2-4)."""
    (deal,) = replayed(f"{HIGH}\nsurrender\n", "--rules", "two-four")
    assert (deal["rules"], deal["players"], deal["settlement"]["points"]) == ("two-four", ["Player 1", "Player 2"], [2, -2])
    result = cpoker("review", "--deals", "512", "--seed", "1", "-", stdin=TABLES)
    assert (result.returncode, result.stderr) == (0, "")
    assert "3 placements of 2 deals" in result.stdout


@pytest.mark.parametrize(("old", "new", "message"), [
    ("Ah Kd 2c", "Ax Kd 2c", "<stdin>:2: Ann: front: bad card 'Ax' at character 1"),
    ("Ah Kd 2c", "Ah Kd", "<stdin>:2: Ann: front: expected 3 cards, got 2"),
    ("Qc Jd", "Ah Jd", "<stdin>:3: card Ah is both in board 1 and in board 2"),
    ("Bo: Q", "Ann: Q", "<stdin>:3: duplicate name 'Ann' at this table"),
    ("Ann: foul", "Ann: surrender", "<stdin>:6: rules 'pagat' do not allow a surrender"),
    ("Ann: foul\n", "", "<stdin>:6: "),
])  # fmt: skip
def test_damaged_tables_are_reported_with_the_line(old, new, message):
    assert old in TABLES
    text = TABLES.replace(old, new, 1)
    result = cpoker("replay", "--check", "-", stdin=text)
    assert result.returncode == 2
    assert result.stderr.startswith(message)
    assert "1 deal of 2 cannot be read" in result.stderr
    result = cpoker("replay", "-", stdin=text)
    assert result.returncode == 2
    assert f"Error: {message}" in result.stderr


def test_games_with_streets_and_texts_that_are_no_boards():
    for arguments, text, message in (
        (["--rules", "pineapple"], TABLES, "Error: <stdin>:2: expected a game whose boards are placed at once; rules"),
        ([], "1: Kh1 / 9d1 9c1 / As1 Qs1\n", "Error: <stdin>:1:1: expected a tag Rules before the seats"),
        ([], "2: - / - / - hand As\n", "Error: <stdin>:1:1: expected a tag, or the line of seat 1"),
        (
            [],
            "\nAnn: Ah Kd 2c\n",
            "Error: <stdin>:2: expected a board, FRONT / MIDDLE / BACK, perhaps after a name and a colon; ",
        ),
        ([], "nothing\n", "Error: <stdin>:1: expected a board, FRONT / MIDDLE / BACK, "),
        ([], "# nothing\n\n", "Error: <stdin>: expected at least one deal, got none"),
    ):
        result = cpoker("replay", *arguments, "-", stdin=text)
        assert result.returncode == 2
        assert result.stderr.startswith(message), result.stderr


def test_single_deals_of_simulations(tmp_path):
    pytest.importorskip("pyarrow")
    cp.simulate("pagat", ["royalties", "random"], 20, seed=1, deals_to=tmp_path / "deals")
    deals = cp.simulate("pagat", ["royalties", "random"], 20, seed=1, deals_to=DealFilter()).kept_deals
    for path in (tmp_path / "deals", next((tmp_path / "deals").iterdir())):
        result = cpoker("replay", "--json", str(path))
        assert (result.returncode, result.stderr) == (0, "")
        points = [json.loads(line)["settlement"]["points"] for line in result.stdout.splitlines()]
        assert points == deals.points.tolist()
    (tmp_path / "empty").mkdir()
    for arguments, message in (
        ([str(tmp_path / "empty")], "no deals: expected a folder that simulate wrote, or a file of it"),
        ([str(tmp_path / "deals"), "--rules", "pagat"], "--rules: expected none, since"),
    ):
        result = cpoker("replay", *arguments)
        assert result.returncode == 2
        assert message in result.stderr
