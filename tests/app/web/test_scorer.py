"""Answers to the questions of the scorer: values are examples of RULES.md, or follow from its tables."""

import json

import pytest

from cpoker_fast.app.web.answering import answer

ROWS_A, ROWS_B = "6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c", "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"  # RULES 6, 2
DRAGON = "4c 3s 2h / 9d 8c 7s 6h 5d / Ah Kd Qc Js Th"
SIX_PAIRS = "2c 2d 4s / Jh Jd Tc Td Qs / As Ac Ks Kc Qh"


def ask(what, **asked):
    return json.loads(answer(json.dumps({"what": what, **asked})))


def player(text="", name="", **changes):
    (read,) = ask("boards_in_text", text=text)["players"]
    return {**read, "name": name, "plays_rows": False, "fantasyland": 0, **changes}


def settle(*players, rules="pagat", button=0, chips=1):
    return ask("settled_table", rules=rules, players=players, button=button, chips=chips)


ROWS = [["As", "Kd", "2c"], ["9s", "9h", "4d", "4c", "3s"], ["Ts", "Th", "Tc", "5s", "5d"]]


@pytest.mark.parametrize(
    "text",
    [
        "As Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s",
        "AsKd2c-9s9h4c4d3s-TsThTc5d5s",
        "As Kd 2c 9s 9h 4c 4d 3s Ts Th Tc 5d 5s",
        "A♠ K♦ 2♣\n9s 9h 4c 4d 3s\n10s 10h 10c 5d 5s",
    ],
)
def test_boards_are_read_in_any_spelling(text):
    assert ask("boards_in_text", text=text) == {"players": [{"name": "", "shows": "board", "rows": ROWS}]}


@pytest.mark.parametrize(
    ("text", "name", "shows", "rows"),
    [
        ("", "", "board", [[], [], []]),
        ("Ann: As Kd / 9s / -", "Ann", "board", [["As", "Kd"], ["9s"], []]),
        ("Foul", "", "dead hand", [[], [], []]),
        ("Bo: surrender", "Bo", "surrender", [[], [], []]),
    ],
)
def test_names_incomplete_boards_and_words_are_read(text, name, shows, rows):
    assert ask("boards_in_text", text=text) == {"players": [{"name": name, "shows": shows, "rows": rows}]}


def test_several_lines_are_several_boards():
    players = ask("boards_in_text", text=f"Ann: {ROWS_A}\n\nBo: foul\n{ROWS_B}")["players"]
    assert [(read["name"], read["shows"]) for read in players] == [("Ann", "board"), ("Bo", "dead hand"), ("", "board")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("As Kd / 9s", "expected three rows"),
        ("As Kd / 9x / -", "9x"),
        ("As As / - / -", "card As appears twice"),
        ("As Ks Qs Js / - / -", "front: expected at most 3 cards, got 4"),
        (f"{ROWS_A}\nAs Kd", "line 2: "),
        ("a\nb\nc\nd\ne", "expected at most 4 boards, got 5 lines"),
        (3, "expected text, got 3"),
    ],
)
def test_text_that_is_no_board_is_an_error(text, problem):
    assert problem in ask("boards_in_text", text=text)["error"]


@pytest.mark.parametrize(
    ("rules", "players", "points"),
    [
        ("pagat", [player(ROWS_A), player(ROWS_B)], [-3, 3]),  # RULES 6, 2
        ("house-rules", [player(DRAGON), player(SIX_PAIRS)], [9, -9]),  # RULES 6, 8: 19 - 10
        ("house-rules", [player(DRAGON, plays_rows=True), player(SIX_PAIRS)], [-10, 10]),  # six pairs alone
        ("hawaiian-gardens", [player("surrender"), player(ROWS_A), player(ROWS_B)], None),
        ("american", [player("foul"), player("Qs Qh 7d / Ks Kd 9c 4h 3d / As Ad 8c 8d 2h")], [-13, 13]),  # 6 + 7 of queens
        # The banker, who has the button, wins tied rows; the others do not play each other (RULES 3).
        ("malayan", [player("foul"), player("foul"), player("foul")], [0, 0, 0]),
    ],
)
def test_points_follow_the_rules(rules, players, points):
    settled = settle(*players, rules=rules, chips=5)["settled"]
    if points is None:  # a surrender pays 3 to each opponent
        points = [-6, *settled["points"][1:]]
        assert sum(settled["points"][1:]) == 6
    assert settled["points"] == points
    assert settled["chips"] == [5 * value for value in points]
    pairs = [(pair["seats"], pair["points"]) for pair in settled["pairings"]]
    for seat, total in enumerate(points):
        assert sum((seats[0] == seat) * won - (seats[1] == seat) * won for seats, won in pairs) == total
    assert all(f"Player {seat + 1}: {total:+d}" in settled["text"] for seat, total in enumerate(points))


def test_reasons_words_naturals_and_fouls_are_told():
    reply = settle(player(DRAGON, "Ann"), player("As Ac Kc / Ks Qs Qh Jd 3h / Tc Td 2c 2d 4s", "Bo"), rules="house-rules")
    ann, bo = reply["players"]
    assert (ann["naturals"], ann["natural"], ann["remark"]) == (["three straights", "dragon"], "dragon", "")
    assert (bo["words"][0], bo["remark"]) == ("pair, aces with king", "foul: the front is stronger than the middle")
    (pairing,) = reply["settled"]["pairings"]
    assert pairing["seats"] == [0, 1]
    assert "Ann has a natural: dragon" in pairing["why"]


def test_pairings_that_do_not_play_have_no_arrow():
    players = [player(ROWS_A), player(ROWS_B), player("7s 7h 3c / Ac Ad 8h 8d 3d / 9s 9d Tc Td 3s")]
    pairings = settle(*players, rules="malayan", button=1)["settled"]["pairings"]
    assert [pairing["seats"] for pairing in pairings] == [[0, 1], [1, 2]]
    front = settle(*players, rules="pool")["settled"]["pool"][0]
    assert front.startswith("front, 3 in the pool: Player 1 3 with three of a kind")


@pytest.mark.parametrize(
    ("front", "fantasyland", "sizes"),
    [
        ("Qs Qh 7d", 0, "Ann: 14 cards"),
        ("Qs Qh 7d", 14, "nobody"),
        ("Js Jh 7d", 0, "nobody"),
        ("Qs Qh Qd", 14, "Ann: 14 cards"),
    ],
)
def test_fantasyland_is_earned_and_kept_by_the_rules(front, fantasyland, sizes):
    ann = player(f"{front} / Ks Kd Kc 4h 3d / As Ad Ac 8d 2h", "Ann", fantasyland=fantasyland)
    reply = settle(ann, player("foul", "Bo"), rules="pineapple")
    assert reply["settled"]["ends"] == [f"Fantasyland next: {sizes}"]


def test_an_incomplete_board_waits_and_its_complete_rows_are_described():
    reply = settle(player("As Ad Kc / - / 2c", "Ann"), player(ROWS_A, "Bo"))
    assert (reply["settled"], reply["waiting"]) == (None, "Ann needs 9 more cards")
    assert reply["players"][0]["words"] == ["pair, aces with king", "", ""]


TWICE = "As is both in the front of A and in the back of B"


@pytest.mark.parametrize(
    ("players", "rules", "problems"),
    [
        (
            [player("As / - / -", "A"), player("- / - / As", "B")],
            "pagat",
            [TWICE] * 2,
        ),
        ([player(ROWS_A, "A"), player(ROWS_B, "A")], "pagat", ["", "another player has the name 'A'"]),
        ([player("surrender"), player(ROWS_A)], "pagat", ["the rules pagat do not allow a surrender", ""]),
        ([player("foul")] * 4, "pineapple", ["", "", "", "the rules pineapple are for at most 3 players"]),
    ],
)
def test_problems_are_told_at_the_boards_that_have_them(players, rules, problems):
    reply = settle(*players, rules=rules)
    assert [described["problem"] for described in reply["players"]] == problems
    assert reply["settled"] is None


BOARDS = [player(ROWS_A), player(ROWS_B)]


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": "pagatt"}, {"rules": 3}, {"rules": {"file": "x.toml"}}, {"button": 2}, {"button": "Ann"}, {"chips": 0},
        {"chips": 0.5}, {"players": {}}, {"players": BOARDS[:1]}, {"players": BOARDS * 3}, {"players": [1, 2]}, {"more": 1},
        *({"players": [BOARDS[0], {**BOARDS[1], **bad}]} for bad in [
            {"name": 3}, {"shows": "cards"}, {"shows": []}, {"rows": []}, {"rows": [1, 2, 3]}, {"rows": [["Zz"], [], []]},
            {"rows": [["As", "As"], [], []]}, {"rows": [None, [], []]}, {"rows": [[None], [], []]}, {"plays_rows": 1},
            {"fantasyland": 12}, {"fantasyland": 99}, {"fantasyland": True}, {"more": 1},
        ]),
    ],
)  # fmt: skip
def test_bad_fields_are_errors(changes):
    asked = {"rules": "pagat", "players": BOARDS, "button": 0, "chips": 1, **changes}
    assert ask("settled_table", **asked)["error"]
