"""Questions of the advice: positions that are set up, their text, placements with points, and chances of rows."""

import json
import math

import pytest

import cpoker_fast as cp
from cpoker_fast.app.web.answering import answer
from cpoker_fast.studies import worth

TEXT = "rules pineapple; seat 1; button 2; street 2; board - / Jc 9s / Qd Qc 5d; board Jd / 9c 6c / Kh 3h; hand Td 7h 5c"
LAST = (
    "rules pineapple; seat 1; button 2; street 5; board Kh Kd / 7d 7c 3c 2h / As 9s 9d 9c 4h;"
    " board Qh 4c / 8s 8h 8c 3d / Th Td 6s 6h 6c; discards 4s 3s 2s; hand Jc 7h 5d"
)
HAND = str(cp.CardSet("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c")).split()
LATER = "with this button, this opponent acts later on street 2 of 5"
CLOSED = {"rules": "pagat", "players": 2, "button": 1, "fantasyland": [0, 0], "hidden": False, "cards": {"hand": HAND}}


def ask(what, **arguments):
    return json.loads(answer(json.dumps({"what": what, **arguments})))


def setup_of(text, rules="pineapple"):
    return {**ask("position_from_text", rules=rules, text=text), "rules": rules}


def texts(cards):
    return str(cp.CardSet(cards)).split()


def problems(setup):
    return {group["title"]: group["problem"] for group in ask("set_up_position", **setup)["groups"] if group["problem"]}


@pytest.mark.parametrize("text", [
    TEXT.removeprefix("rules pineapple; "), LAST.removeprefix("rules pineapple; "),
    "seat 1; button 1; street 1; board - / - / -; board As / Kd Kc / 9h 8h; hand Ah Kh Qh 2c 3c",
    "seat 1; button 2; street 1; board -/-/-; board -/-/-; hand Ah Kh Qh Jc 9d 8s 7s 6s 5h 4d 3d 2c 2d 2h; fantasyland 14 0",
    "seat 1; button 2; street 2; board Ah / Kh Qh / 2c 3c; board - / - / -; hand 4c 5c 6c; opponents hidden",
    "seat 1; button 2; street 2; board Ah / Kh Qh / 3c 2c; board - / - / -; hand 6c 5c 4c; fantasyland 0 14",
])  # fmt: skip
def test_a_position_is_set_up_from_its_text(text):
    text = f"rules pineapple; {text}"
    position = cp.Position.parse(text)
    reply = ask("set_up_position", **setup_of(text))
    assert cp.Position.parse(reply["text"]) == position
    rooms = {place["name"]: place["room"] for group in reply["groups"] for place in group["places"]}
    assert rooms["hand"] == len(position.hand)
    assert ("front" in rooms) != position.in_fantasyland
    assert ("front1" in rooms) == (position.fantasyland[1] == 0 and not position.hides_opponents)
    assert reply["sizes"] == [14]


def test_seats_are_turned_so_that_the_player_is_the_first():
    boards = "board As / Ks / Qs Js Ts; board Ah / Kh / Qh Jh Th; board - / 2d 3d / 4d 5d 6d"
    setup = setup_of(f"rules standard; seat 2; button 1; street 2; {boards}; hand 9c", "standard")
    assert (setup["players"], setup["button"]) == (3, 2)
    assert [setup["cards"][name] for name in ("front", "middle1", "back2")] == [["Ah"], ["3d", "2d"], ["Qs", "Js", "Ts"]]


@pytest.mark.parametrize(("changes", "seat", "words"), [
    ({"hand": []}, "You", "Your hand: expected 3 cards, got 0."),
    ({"hand": ["Td", "7h", "5c", "2c"]}, "You", "Your hand: expected 3 cards, got 4."),
    ({"middle": ["Jc"]}, "You", "Your board: expected 0, 5, 7, 9 or 11 cards, got 4."),
    ({"discards": ["2s"]}, "You", "Your discards: expected 0 cards on street 2, got 1."),
    ({"front1": []}, "Opponent 1, button", f"Opponent 1: expected 5 cards, got 4: {LATER}."),
    ({f"{row}1": [] for row in ("front", "middle", "back")}, "Opponent 1, button",
     f"Opponent 1: expected 5 cards, got 0: {LATER} (or hide all opponents)."),
])  # fmt: skip
def test_what_a_position_lacks_is_said_where_it_can_be_mended(changes, seat, words):
    setup = setup_of(TEXT)
    setup["cards"] |= changes
    ((title, problem),) = problems(setup).items()
    assert (title, problem) == (seat, words)
    assert ask("set_up_position", **setup)["text"] == ""
    assert ask("advised_placements", **setup, deals=200)["error"] == problem


def test_the_button_decides_how_many_cards_an_opponent_has():
    """Without the button, opponent 1 acts before the player, and has placed 5 + 2 cards."""
    setup = {**setup_of(TEXT), "button": 0}
    assert "this opponent acts earlier" in problems(setup)["Opponent 1"]
    setup["cards"]["front1"] += ["2c", "2d"]
    assert problems(setup) == {}


@pytest.mark.parametrize(("rules", "cards", "seat"), [
    ("face-up", {"hand": ["As", "Ks", "Qs", "Js", "9s"], "open1": ["Ah", "Kh", "Qh", "Jh", "9h"]}, None),
    ("face-up", {"hand": ["As", "Ks", "Qs", "Js", "9s"], "open1": ["Ah", "Kh"]}, "Opponent 1, button"),
    ("face-up", {"hand": ["As", "Ks", "Qs", "Js", "9s"]}, None),
])  # fmt: skip
def test_cards_that_are_dealt_face_up(rules, cards, seat):
    setup = {"rules": rules, "players": 2, "button": 1, "fantasyland": [0, 0], "hidden": False, "cards": cards}
    found = problems(setup)
    assert list(found) == ([seat] if seat else [])
    assert all("opponent 1" in problem.lower() for problem in found.values())


def test_a_complete_board_gets_no_advice():
    setup = setup_of(LAST)
    setup["cards"]["front"] += ["Jc"]
    setup["cards"]["middle"] += ["7h"]
    setup["cards"]["discards"] += setup["cards"].pop("hand")[2:]
    assert "Your board is complete" in problems(setup)["You"]


# ---- placements ----


@pytest.mark.parametrize("deals", [200, 400])
def test_placements_are_those_of_analyze(deals):
    reply = ask("advised_placements", **setup_of(TEXT), deals=deals)
    analysis = cp.analyze(cp.Position.parse(TEXT), rollouts=deals, tolerance=0, seed=1)
    assert len(reply["candidates"]) == 8
    assert reply["more"] == len(analysis.candidates) - 8
    assert not reply["exact"]
    assert f"{analysis.samples:,} random deals" in reply["note"]
    for plain, candidate in zip(reply["candidates"], analysis.candidates, strict=False):
        assert [cp.CardSet(" ".join(row)) for row in plain["rows"]] == list(candidate.placement.rows)
        assert plain["points"] == candidate.points.mean
        assert plain["margin"] == candidate.points.margin
        assert plain["is_estimate"] == (candidate.samples == 0)
    assert reply["candidates"][0]["behind"] == 0


def test_a_certain_foul_is_named_and_exact_points_have_no_margin():
    """The pair of queens can't stay below two pair of eights and sevens unless the middle gets its third seven."""
    reply = ask("advised_placements", **setup_of(LAST), deals=200)
    assert reply["exact"]
    assert {candidate["margin"] for candidate in reply["candidates"]} == {0}
    by_label = {candidate["label"]: candidate for candidate in reply["candidates"]}
    assert by_label["front Jc, middle 5d"]["remark"] == "a certain foul"
    best = reply["candidates"][0]
    assert best["remark"] == ""
    assert "7h" in best["rows"][1]
    assert best["board"]["words"][1] == "three of a kind, sevens with three two"


def test_a_hand_placed_at_once_with_known_and_dead_cards():
    dead = ["Ac", "Ad"]
    setup = {**CLOSED, "cards": {"hand": HAND, "known1": ["Ah"], "dead": dead}}
    reply = ask("advised_placements", **setup, deals=500)
    analysis = cp.analyze(
        cp.Position.parse(ask("set_up_position", **setup)["text"]), deals=500, seed=1, known=["Ah"], dead="Ac Ad"
    )
    assert reply["candidates"][0]["points"] == analysis.best.points.mean
    groups = {group["title"]: group["places"] for group in ask("set_up_position", **setup)["groups"]}
    assert [place["room"] for place in groups["Dead cards"]] == [26]  # 52 less two hands
    assert [place["name"] for place in groups["Opponent 1, button"]] == ["known1"]
    known = {**CLOSED, "cards": {"hand": HAND, "known1": texts("Ah Ac Ad Kc Kd Ks Qc Qd Qh Jc Jh Js Th")}}
    assert ask("advised_placements", **known, deals=500)["exact"]


def test_a_hand_in_fantasyland():
    setup = {
        "rules": "progressive", "players": 2, "button": 1, "fantasyland": [14, 0], "hidden": False,
        "cards": {"hand": texts("Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"), "front": ["2c"]},
    }  # fmt: skip
    reply = ask("advised_placements", **setup, deals=200)
    assert reply["exact"]
    assert "Fantasyland" in reply["note"]
    assert reply["candidates"][0]["points"] == pytest.approx(10 + worth("progressive").points[14])  # quads, which stay


def test_chances_of_rows_are_outs_after_the_placement():
    """The back, Q Q 5 5, becomes a full house by any of the four other queens and fives, among nine cards."""
    rows = [[], ["Td"], ["5c"]]
    reply = {row["row"]: row["kinds"] for row in ask("chances_of_rows", **setup_of(TEXT), rows=rows)["rows"]}
    after = cp.Position.parse(TEXT).place("- / Td / 5c")
    unseen, drawn = len(after.unseen), 9
    assert unseen == 52 - 13
    misses = math.comb(unseen - 4, drawn) / math.comb(unseen, drawn)
    full_house = next(kind["chance"] for kind in reply["back"] if kind["kind"] == "full house")
    assert full_house == pytest.approx(1 - misses)
    assert math.isclose(sum(kind["chance"] for kind in reply["front"]), 1, abs_tol=0.01)
    assert ask("chances_of_rows", **CLOSED, rows=[HAND[:3], HAND[3:8], HAND[8:]])["rows"] == []


# ---- bad input ----


@pytest.mark.parametrize(("change", "message"), [
    ({"rules": "pinapple"}, "did you mean 'pineapple'"), ({"rules": 3}, "rules"), ({"rules": {"file": "a.toml"}}, "text"),
    ({"players": 1}, "players"), ({"players": 4}, "players"), ({"players": "2"}, "players"), ({"button": 2}, "button"),
    ({"button": None}, "button"), ({"fantasyland": [0]}, "fantasyland"), ({"fantasyland": 0}, "fantasyland"),
    ({"fantasyland": [0, -1]}, "fantasyland"), ({"hidden": 1}, "hidden"), ({"cards": []}, "cards"),
    ({"cards": {"pocket": ["As"]}}, "pocket"), ({"cards": {"hand": "As"}}, "hand"), ({"cards": {"hand": [1]}}, "hand"),
    ({"cards": {"hand": ["Xs"]}}, "Xs"), ({"cards": {"hand": ["As", "As"]}}, "As"),
    ({"cards": {"hand": ["As"], "front": ["As"]}}, "duplicate card As"),
    ({"cards": {"front": ["As", "Ks", "Qs", "Js"]}}, "at most 3"), ({"more": 1}, "more"),
])  # fmt: skip
def test_bad_setups(change, message):
    setup = {**setup_of(TEXT), **change}
    for what, more in (("set_up_position", {}), ("advised_placements", {"deals": 200}), ("chances_of_rows", {"rows": []})):
        assert message in ask(what, **setup, **more)["error"]
    for key in change.keys() & CLOSED.keys():
        assert key in ask("set_up_position", **{name: value for name, value in setup.items() if name != key})["error"]


@pytest.mark.parametrize(("what", "arguments", "message"), [
    ("advised_placements", {}, "deals"), ("advised_placements", {"deals": 1}, "deals"),
    ("advised_placements", {"deals": 20_001}, "deals"), ("advised_placements", {"deals": 200.0}, "deals"),
    ("chances_of_rows", {}, "rows"), ("chances_of_rows", {"rows": [[], []]}, "rows"),
    ("chances_of_rows", {"rows": [[], [], ["Xd"]]}, "Xd"), ("chances_of_rows", {"rows": [[], [], ["2d"]]}, "2d"),
])  # fmt: skip
def test_bad_placements_and_numbers(what, arguments, message):
    assert message in ask(what, **setup_of(TEXT), **arguments)["error"]


@pytest.mark.parametrize(("rules", "text", "message"), [
    ("pineapple", "rules pineapple; seat 1", "expected a part 'button'"), ("pineapple", 3, "text"),
    ("pineapple", "", "part"),
    ("pineapple", TEXT.replace("pineapple", "pinapple"), "did you mean 'pineapple'"), (None, TEXT, "rules"),
    ("pineapple", TEXT.replace("Td", "5c"), "5c"),
    ("two-four", "rules two-four; seat 1; button 1; street 2; board -/-/-; board -/-/-; surrendered 1", "surrender"),
])  # fmt: skip
def test_bad_texts(rules, text, message):
    assert message in ask("position_from_text", rules=rules, text=text)["error"]


def test_the_rules_of_a_text():
    """A text names the given rules, which may be those of a file, or a preset."""
    own = {"file": "own.toml", "text": 'name = "own"\nbase = "pineapple"\n'}
    assert ask("position_from_text", rules=own, text=TEXT)["rules"] == "pineapple"
    reply = ask("position_from_text", rules=own, text=TEXT.replace("rules pineapple", "rules own"))
    assert reply["rules"] == ""
