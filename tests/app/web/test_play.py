"""The page's questions about games: turns, naturals, surrenders, Fantasyland, advice and records."""

import json

import pytest
from tables import replace_deal

import cpoker_fast as cp
from cpoker_fast.app.play import Game
from cpoker_fast.app.web import play
from cpoker_fast.app.web.answering import answer

IF_BETTER = "if better"
PAGAT = ["As Ad Kc", "9s 9h 4c 4d 3s", "Ts Th Tc 5d 5s"]
OTHER = ["Qc Jd 2d", "8s 8h 6c 6d 3h", "Ah Ac 7h 7c 4h"]
SIX_PAIRS = ["2h 2d 5h", "3s 3d 5s 6c 6d", "9s 9h Kh Kd Jc"]
FANTASYLAND = "Ah Ac Ad As Kh Kd Kc Qs Qd Js Jd 9s 8s 2c"
IN_STREETS = "3h 4h 5h 6d 7d 8d 9c Tc Jc Qc 2d 3d 4d 5d 6s 7s 8c"
FOUL = ["Ts Th Tc", "9s 9h 4c 4d 3s", "As Ad Kc 5d 5s"]


def ask(what, **args):
    return json.loads(answer(json.dumps({"what": what, **args})))


def begin(rules="pineapple", opponents=("careful",), name="Ann"):
    return ask("begin_game", rules=rules, opponents=list(opponents), name=name)


def place(turn, rows, declare=IF_BETTER):
    return ask("place_cards", game=turn["game"], rows=rows, declare=declare, seconds=1.5)


def play_on(turn):
    """Return the settlement of a deal that is played as the adviser suggests."""
    while turn["turn"]:
        hint = ask("suggest_placement", game=turn["game"])
        turn = place(turn, hint["rows"], hint["declare"])
    return turn


def text_with(rules, *hands, **terms):
    """Return the text of a game of two, whose players are dealt these hands."""
    game = Game(rules, ["careful"], name="Ann", seed=1)
    replace_deal(game.table, cp.Deal(rules, 2, stacks=hands, button=0, **terms))
    return json.dumps(game.to_dict())


def turn_with(rules, *hands, **terms):
    return ask("continue_game", game=text_with(rules, *hands, **terms))


def rows_of(rows):
    return [row.split() for row in rows]


@pytest.mark.parametrize("opponents", [["careful"], ["swift", "expert"]])
def test_an_open_face_deal_is_played_and_settled(opponents):
    turn = begin(opponents=opponents)
    for street in range(5):  # RULES.md, Pineapple: five cards, then three of which two are placed
        cards = turn["turn"]
        assert (len(cards["hand"]), cards["place"]) == ((5, 5) if street == 0 else (3, 2))
        assert turn["status"][2] == f"street {street + 1} of 5"
        assert sum(map(len, cards["rows"])) == (0 if street == 0 else 3 + 2 * street)
        assert len(cards["discarded"]) == max(0, street - 1)
        assert all(set(board["new"]) <= set(sum(board["rows"], [])) for board in turn["boards"])
        turn = place(turn, ask("suggest_placement", game=turn["game"])["rows"])
    assert (turn["turn"], turn["deals"]) == (None, 1)
    boards = turn["boards"]
    settled = cp.settle([cp.Board(*map(" ".join, board["rows"])) for board in boards], "pineapple")
    assert [board["points"] for board in boards] == turn["totals"] == list(settled.points)
    assert boards[0]["name"] == "Ann"
    assert [board["name"].partition("(")[2] for board in boards[1:]] == [f"{name})" for name in opponents]
    pairs = len(opponents) * (len(opponents) + 1) // 2
    assert len(turn["payments"]) == pairs
    assert sum(turn["totals"]) == 0


def test_an_answer_depends_on_the_text_of_the_game_alone():
    first = begin(opponents=["expert", "careful"])
    turns = []
    for forgets in (False, True):
        turn = first
        for _ in range(12):
            if forgets:
                play._GAMES.clear()
            if turn["turn"]:
                turn = place(turn, ask("suggest_placement", game=turn["game"])["rows"])
            else:
                turn = ask("continue_game", game=turn["game"])
        turns.append(turn)
    assert turns[0] == turns[1]


def test_closed_boards_are_hidden_until_the_showdown():
    turn = turn_with("pagat", " ".join(PAGAT), " ".join(OTHER))
    assert turn["boards"][1]["rows"] == [[], [], []]
    assert turn["boards"][1]["hidden"].startswith("has set")
    laid = ask("lay_rows", game=turn["game"], rows=rows_of(PAGAT), declare=IF_BETTER)
    assert laid == {
        "words": ["pair, aces with king", "two pair, nines and fours with three", "full house, tens over fives"],
        "doubt": "", "must_confirm": False,
    }  # fmt: skip
    after = place(turn, rows_of(PAGAT))
    board = cp.Board(*PAGAT)
    other = cp.Board(*map(" ".join, after["boards"][1]["rows"]))
    assert after["totals"] == list(cp.settle([board, other], "pagat", button=0).points)
    assert after["boards"][1]["hidden"] == ""


def test_a_foul_is_confirmed_once():
    turn = turn_with("pagat", " ".join(PAGAT), " ".join(OTHER))
    laid = ask("lay_rows", game=turn["game"], rows=rows_of(FOUL), declare=IF_BETTER)
    assert laid["must_confirm"]
    assert laid["doubt"].startswith("Foul: the front is stronger than the middle")
    partly = ask("lay_rows", game=turn["game"], rows=[["Kc"], [], []], declare=IF_BETTER)
    assert (partly["words"], partly["doubt"], partly["must_confirm"]) == (["", "", ""], "", False)
    assert place(turn, rows_of(FOUL))["boards"][0]["note"].startswith("foul: the front is stronger")


@pytest.mark.parametrize(("declare", "natural"), [(True, True), (IF_BETTER, True), (False, False)])
def test_a_natural_is_declared_as_the_player_wants(declare, natural):
    turn = turn_with("pagat", " ".join(SIX_PAIRS), "Qc Jd 4d 8s 8h 6h 4c 3h Ah Ac 7h 7c 4h")
    assert turn["turn"]["natural"]["words"].startswith("natural: six pairs, 3 points")  # RULES.md, pagat
    shown = sorted(sum(turn["turn"]["natural"]["rows"], []))
    assert shown == sorted(" ".join(SIX_PAIRS).split())
    laid = ask("lay_rows", game=turn["game"], rows=rows_of(SIX_PAIRS), declare=declare)
    assert laid["doubt"] == ""
    after = place(turn, rows_of(SIX_PAIRS), declare)
    assert ("six pairs" in after["boards"][0]["note"]) is natural


def test_a_surrender_costs_what_the_rules_say():
    rules = {"file": "mine.toml", "text": 'base = "pagat"\nsurrender = 2\n'}
    turn = begin(rules, ["balanced", "balanced"])
    assert turn["turn"]["surrender"]
    after = place(turn, None)
    assert after["boards"][0]["points"] == -4
    assert after["boards"][0]["rows"] == []
    assert after["boards"][0]["note"] == "surrenders"
    assert not begin("pagat")["turn"]["surrender"]
    assert "surrender" in place(begin("pagat"), None)["error"]


@pytest.mark.parametrize("rules", ["pineapple", "closed"])
def test_placements_in_fantasyland_are_compared_exactly(rules):
    turn = turn_with(rules, FANTASYLAND, IN_STREETS, fantasyland=(14, 0))
    analysis = ask("compare_placements", game=turn["game"], rows=None, deals=10)
    assert analysis["exact"]
    assert all(item["margin"] == 0 for item in analysis["candidates"])


def test_fantasyland_is_set_at_once_and_hidden():
    turn = turn_with("pineapple", FANTASYLAND, IN_STREETS, fantasyland=(14, 0))
    assert turn["turn"]["in_fantasyland"]
    assert (len(turn["turn"]["hand"]), turn["turn"]["place"]) == (14, 13)
    assert "Fantasyland" in turn["status"]
    assert turn["boards"][0]["note"] == "Fantasyland, 14 cards"
    after = place(turn, rows_of(["Qs Qd Js", "Kh Kd Kc 9s 8s", "Ah Ac Ad As 2c"]))
    assert "plays Fantasyland with 14 cards" in after["boards"][0]["note"]  # RULES.md: four of a kind in back stays
    assert "Ann stays with 14 cards" in " ".join(after["news"])


@pytest.mark.parametrize(("rules", "count"), [("pineapple", 24), ("pagat", 9)])
def test_placements_are_compared(rules, count):
    turn = begin(rules)
    rows = ask("suggest_placement", game=turn["game"])["rows"]
    analysis = ask("compare_placements", game=turn["game"], rows=rows, deals=200)
    candidates = analysis["candidates"]
    assert 2 <= len(candidates) <= count
    assert candidates[0]["behind"] == 0
    assert [item["rows"] for item in candidates if item["is_own"]] == [rows]
    gaps = [round(item["behind"], 9) for item in candidates if not item["is_estimate"] and not item["is_own"]]
    assert gaps == sorted(gaps)


def test_records_are_those_of_the_deals():
    turn = play_on(ask("continue_game", game=play_on(begin())["game"]))
    records = ask("game_records", game=turn["game"])["records"]
    assert [record["deal"] for record in records] == [1, 2]
    points = [cp.notation.parse_deal(record["text"]).settlement().points for record in records]
    assert [sum(column) for column in zip(*points, strict=True)] == turn["totals"]
    assert ask("game_records", game=begin()["game"]) == {"records": []}


def test_a_freezeout_ends():
    rules = 'base = "pagat"\n[table.freezeout]\nchips = 1\nlevels = [[1, 5], [5, 5]]\n'
    turn = begin({"file": "mine.toml", "text": rules})
    for _ in range(30):
        turn = play_on(turn)
        assert turn["are_chips"]
        assert sum(turn["totals"]) == 2
        if turn["is_over"]:
            break
        turn = ask("continue_game", game=turn["game"])
    assert "The game is over." in turn["news"]
    assert "the freezeout is over" in ask("continue_game", game=turn["game"])["error"]
    assert ask("game_records", game=turn["game"])["records"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": "nothing"}, "nothing"),
        ({"rules": 5}, "rules"),
        ({"opponents": "careful"}, "opponents"),
        ({"opponents": []}, "opponents"),
        ({"opponents": ["careful"] * 4}, "opponents"),
        ({"opponents": ["mine:bot"]}, "opponents"),
        ({"opponents": [5]}, "opponents"),
        ({"opponents": [["careful"]]}, "opponents"),
        ({"name": ""}, "name"),
        ({"name": 5}, "name"),
        ({"seed": 5}, "seed"),
    ],
)
def test_a_bad_beginning_is_an_error(change, words):
    assert words in ask("begin_game", **{"rules": "pineapple", "opponents": ["careful"], "name": "Ann", **change})["error"]


@pytest.mark.parametrize("what", ["place_cards", "lay_rows", "compare_placements", "continue_game", "game_records"])
@pytest.mark.parametrize(
    "game", [None, 5, "", "{}", "[1]", '{"table": 5}', '{"table": [5]}', '{"table": [{"event": "sit"}]}']
)
def test_a_text_that_is_no_game_is_an_error(what, game):
    others = {
        "place_cards": ("rows", "declare", "seconds"),
        "lay_rows": ("rows", "declare"),
        "compare_placements": ("rows", "deals"),
    }
    values = {"rows": [[], [], []], "declare": IF_BETTER, "seconds": 0, "deals": 10}
    reply = ask(what, game=game, **{key: values[key] for key in others.get(what, ())})
    assert "error" in reply


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rows": 5}, "rows"),
        ({"rows": [[], []]}, "rows"),
        ({"rows": [[], [], 5]}, "rows"),
        ({"rows": [[], [], [5]]}, "rows"),
        ({"rows": [["Zz"], [], []]}, "Zz"),
        ({"rows": [[], [], []]}, "expected 13"),
        ({"rows": rows_of(OTHER)}, "not in the hand"),
        ({"declare": "dragon"}, "declare"),
        ({"declare": 1}, "declare"),
        ({"seconds": -1}, "seconds"),
        ({"seconds": "1"}, "seconds"),
    ],
)
def test_a_bad_placement_is_an_error_and_changes_nothing(change, words):
    turn = turn_with("pagat", " ".join(PAGAT), " ".join(OTHER))
    args = {"game": turn["game"], "rows": rows_of(PAGAT), "declare": IF_BETTER, "seconds": 0}
    assert words in ask("place_cards", **{**args, **change})["error"]
    assert ask("place_cards", **args)["deals"] == 1


def test_other_bad_values_are_errors():
    game = begin()["game"]
    assert "deals" in ask("compare_placements", game=game, rows=None, deals=0)["error"]
    assert "rows" in ask("compare_placements", game=game, rows=5, deals=10)["error"]
    hand = ask("continue_game", game=game)["turn"]["hand"]
    assert "no full row" in ask("lay_rows", game=game, rows=[hand[:4], [], []], declare=IF_BETTER)["error"]
    assert "error" in ask("lay_rows", game=game, rows=[["2c", "3c", "4c", "5c"], [], []], declare=IF_BETTER)


def test_a_long_game_goes_on():
    game = Game("pineapple", ["careful"], seed=1)
    for _ in range(50):
        while not game.is_settled:
            game.place(game.suggestion())
        game.next_deal()
    turn = ask("continue_game", game=json.dumps(game.to_dict()))
    assert turn["deals"] == 50
    assert len(turn["game"]) < 200_000
