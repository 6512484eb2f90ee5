"""An evening as people have it: play at a terminal, save, review, and read the statistics."""

import json
import os
import sys

import pytest
from command_line import cpoker, objects
from terminals import Window

from cpoker_fast import notation

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
BOARDS = {
    "Ann": "6c 5d 3s / Qs Qh 9c 7h 7d / As Ah Js Jd Jc",
    "Bao": "5s 4d 2d / Ts 9h 8d 6s 6h / Ks Kh 3h 3d 3c",
}


def show(window, keys):
    """Press each key when its text is on the screen."""
    for text, key in keys:
        window.expect(text)
        window.press(key)


def totals(statistics):
    return {player["player"]: player["points"] for player in statistics["players"]}


@posix
def test_games_against_bots_are_reviewed(tmp_path):
    pytest.importorskip("textual")
    path = tmp_path / "evening.ofc"
    window = Window(
        "play", "--rules", "pagat", "--against", "balanced", "--name", "Ann", "--seed", "3", "--records", path,
        term="xterm-256color",
    )  # fmt: skip
    deal = [("suggest", "s"), ("would place", "\r"), ("next", "\r")]
    show(window, [*deal, *deal[:2], ("next", "q"), ("Leave", "\r")])
    assert f"To review the deals: cpoker review {path}" in window.expect("review ") + "review " + window.rest()
    records = list(notation.read_deals(path))
    assert [record.names[0] for record in records] == ["Ann", "Ann"]
    (first, second) = objects(cpoker("review", str(path), "--deals", "512", "--seed", "1", "--json"))
    assert {move["player"] for move in first["placements"]} == {*records[0].names}
    assert {move["player"] for move in second["placements"]} == {*records[1].names}
    (statistics,) = objects(cpoker("stats", str(path), "--json"))
    points = [sum(seats) for seats in zip(*(record.settlement().points for record in records), strict=True)]
    assert totals(statistics) == dict(zip(records[0].names, points, strict=True))
    assert len(cpoker("replay", str(path)).stdout.split("Deal ")) == 3


@posix
def test_an_evening_with_friends_is_settled_reviewed_and_printed(tmp_path):
    ledger = tmp_path / "friday.jsonl"
    window = Window("table", ledger, "--rules", "pagat")
    lines = ["sit Ann 100", "sit Bao 100", *(f"{name}: {board}" for name, board in BOARDS.items()), "settle", "standings"]
    for line in lines:
        window.expect("> ")
        window.type(line)
    window.expect("Bao  pays  Ann  3")  # Ann wins all three rows, for a point each
    window.type("quit")
    assert "Error" not in window.rest()
    (review,) = objects(cpoker("review", str(ledger), "--deals", "512", "--seed", "1", "--json"))
    assert {move["player"] for move in review["placements"]} == {"Ann", "Bao"}
    (statistics,) = objects(cpoker("stats", str(ledger), "--json"))
    assert totals(statistics) == {"Ann": 3, "Bao": -3}
    page = tmp_path / "friday.html"
    assert cpoker("table", str(ledger), "--html", str(page)).returncode == 0
    assert "Bao" in page.read_text(encoding="utf-8")


@posix
def test_a_game_ends_with_its_terminal(tmp_path):
    pytest.importorskip("textual")
    window = Window("play", "--seed", "3", "--session", tmp_path / "evening.json", term="xterm-256color")
    show(window, [("suggest", "s"), ("would place", "\r")])
    window.expect("next")
    os.close(window.master)
    window.process.wait(60)  # and does not read from the closed terminal without end
    assert json.loads((tmp_path / "evening.json").read_text(encoding="utf-8"))["format"]
