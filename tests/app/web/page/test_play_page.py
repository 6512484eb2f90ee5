"""Games in a browser, with mouse, touch and keyboard: their results equal those of the package."""

import json

import pytest
from tables import replace_deal

import cpoker_fast as cp
from cpoker_fast.app.play import Game
from cpoker_fast.app.web.answering import answer

pytest.importorskip("playwright.sync_api")

import page_actions
from playwright.sync_api import expect

expect.set_options(timeout=20_000)  # of a machine that does other work, too

HAND = "Ah Ac Js Th 9s 9h 9d 7c 6h 6c 4h 4d 2s"
FOUL = [*"fffmmmmmbbbbb"]  # keys that lay the hand in its order: three nines in the middle, two pair in the back
OTHER = "Qc Jd 2d 8s 8h 7d 6d 3h Ad As 7h 5c 4c"
SIX_PAIRS = "Kh Kd Jc 9s 9h 6c 6d 5h 5s 3s 3d 2h 2d"
FANTASYLAND = "Ah Ac Ad As Kh Kd Kc Qs Qd Js Jd 9s 8s 2c"
IN_STREETS = "3h 4h 5h 6d 7d 8d 9c Tc Jc Qc 2d 3d 4d 5d 6s 7s 8c"
SURRENDER = 'base = "pagat"\nsurrender = 2\n'


def text_with(rules, hands, **terms):
    """Return the text of a game of two, whose players are dealt these hands."""
    game = Game(rules, ["careful"], name="Ann", seed=1)
    replace_deal(game.table, cp.Deal(game.rules, 2, stacks=hands, button=0, **terms))
    return json.dumps(game.to_dict())


@pytest.fixture
def play(open_page):
    """Return a function that opens the page in a game with known hands; without hands, before the first game."""

    def open_game(rules="pagat", *hands, **terms):
        page = open_page("play")
        page.on("dialog", lambda dialog: dialog.accept())
        if hands:
            game = text_with(rules, hands, **terms)
            turn = answer(json.dumps({"what": "continue_game", "game": game}))
            kept = f'{{"version": "{cp.__version__}", "takesBack": true, "turn": {turn}, "earlier": []}}'
            page.evaluate('kept => localStorage.setItem("cpoker.play.game", kept)', kept)
            page.reload()
            expect(button(page, "Place cards")).to_be_visible()
        return page

    return open_game


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def press(page, name):
    """Click a button, or tap it where there is touch."""
    locator = button(page, name)
    expect(locator).to_be_enabled()
    page_actions.press(page, locator)


def kept_turn(page):
    return json.loads(page.evaluate('localStorage.getItem("cpoker.play.game")'))["turn"]


def lay_by_keys(page, keys):
    for number, key in enumerate(keys):
        page.locator(".hand button").first.focus()
        page.keyboard.press(key)
        expect(page.locator(".hand button")).to_have_count(len(keys) - number - 1)


def test_a_game_from_its_beginning_to_its_review(play):
    page = play()
    expect(button(page, "Deal")).to_be_enabled()
    page.get_by_label("Opponents", exact=False).first.select_option("2")
    page.get_by_label("Opponent 2").select_option("careful")
    page.get_by_label("Your name").fill("Ann")
    page_actions.assert_accessible(page)
    press(page, "Deal")
    for street in range(5):
        expect(page.locator(".status")).to_contain_text(f"street {street + 1} of 5")
        expect(button(page, "Place cards")).to_be_disabled()
        press(page, "Hint")
        press(page, "Place cards")
        expect(page.locator(".status")).not_to_contain_text(f"street {street + 1} of 5")
        if street == 1:
            press(page, "Take back")
            expect(page.locator(".status")).to_contain_text("street 2 of 5")
            expect(page.locator(".hand button").first).to_be_focused()
            press(page, "Hint")
            press(page, "Place cards")
            expect(page.locator(".status")).to_contain_text("street 3 of 5")
    expect(button(page, "Next deal")).to_be_focused()
    turn = kept_turn(page)
    points = cp.settle([cp.Board(*map(" ".join, board["rows"])) for board in turn["boards"]], "pineapple").points
    headings = page.locator(".columns .panel h2")
    for seat, won in enumerate(points):
        expect(headings.nth(seat)).to_contain_text(f": {won:+d} total".replace("-", "−") if won else ": 0 total")
    press(page, "Review")
    page.locator("summary").click()
    expect(page.locator(".move")).to_have_count(5)
    expect(button(page, "More exactly")).to_be_enabled()
    page_actions.assert_accessible(page)
    with page.expect_download() as download:
        press(page, "Save record")
    (record,) = cp.notation.read_deals(download.value.path())
    assert (record.names[0], record.settlement().points) == ("Ann", points)
    page.reload()
    press(page, "Next deal")
    expect(page.locator(".status")).to_contain_text("deal 2")


def test_a_foul_by_keys_is_confirmed(play):
    page = play("pagat", HAND, OTHER)
    lay_by_keys(page, FOUL)
    expect(page.get_by_text("Middle: three of a kind, nines with ten seven")).to_be_visible()
    page.reload()  # the laid cards stay
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    press(page, "Place cards")
    page_actions.assert_accessible(page)
    assert asked == ["Foul: the middle is stronger than the back. Place the cards anyway?"]
    expect(page.locator(".columns .panel").first).to_contain_text("foul: the middle is stronger than the back")
    expect(button(page, "Next deal")).to_be_visible()
    expect(button(page, "Take back")).to_have_count(0)  # all cards have been seen


def test_a_review_waits_while_another_use_is_shown(play):
    page, asked = play("pagat", HAND, OTHER), []
    lay_by_keys(page, FOUL)
    press(page, "Place cards")
    expect(button(page, "Review")).to_be_visible()
    page.on("requestfinished", lambda request: asked.append(json.loads(request.post_data or "{}").get("what")))
    review = "[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Review')"
    page.evaluate(f"() => {{ {review}.click(); location.hash = 'scorer'; }}")
    expect(page.get_by_role("heading", name="Who pays whom")).to_be_visible()  # asked after the records
    page.wait_for_timeout(200)
    assert "game_records" in asked
    assert "review_deal" not in asked
    page.get_by_role("tab", name="Play").click()
    expect(page.get_by_text("1 of 1 deal reviewed")).to_contain_text("1 certain mistake")


def test_cards_are_dragged_or_tapped_and_the_rest_fills_the_open_row(play):
    page = play("pagat", HAND, OTHER)
    cards = HAND.split()
    for card, row in zip(cards[:8], ["back"] * 5 + ["front"] * 3, strict=True):
        source, target = page.locator(f'.tray [data-card="{card}"]'), page.locator(f'[data-place="{row}"]')
        if page.evaluate("navigator.maxTouchPoints"):
            source.tap()
            target.tap(position={"x": 5, "y": 5})
        else:
            source.drag_to(target)
    expect(page.locator('[data-place="front"] button[data-card]')).to_have_count(3)
    press(page, "Place cards")
    expect(button(page, "Next deal")).to_be_visible()
    assert [sorted(row) for row in kept_turn(page)["boards"][0]["rows"]] == [
        sorted(row) for row in (cards[5:8], cards[8:], cards[:5])
    ]


def test_a_natural_is_laid_and_declared(play):
    page = play("pagat", SIX_PAIRS, "Qc Jd 4d 8s 8h 6h 4c 3h Ah Ac 7h 7c 4h")
    expect(page.get_by_text("six pairs, 3 points")).to_be_visible()
    page_actions.assert_accessible(page)
    page.get_by_label("Declare it").select_option("in any case")
    press(page, "Lay it")
    press(page, "Place cards")
    expect(page.locator(".columns .panel").first).to_contain_text("six pairs")


def test_fantasyland_is_analyzed_and_played(play):
    page = play("pineapple", FANTASYLAND, IN_STREETS, fantasyland=(14, 0))
    expect(page.get_by_text("Fantasyland: set all cards at once")).to_be_visible()
    press(page, "Analysis")
    expect(page.locator("table")).to_be_visible()
    page_actions.assert_accessible(page)
    page.locator("table button").first.click()
    press(page, "Place cards")
    expect(page.get_by_text("Ann stays with 14 cards").first).to_be_visible()


def test_a_surrender_and_the_end_of_a_game(play):
    page = play()
    page.locator('input[type="file"]').set_input_files(
        {"name": "mine.toml", "mimeType": "application/toml", "buffer": SURRENDER.encode()}
    )
    expect(page.get_by_label("Opponent 1").locator("option")).to_contain_text(["balanced"])
    page.get_by_label("Opponent 1").select_option("careful")  # which needs no equilibrium of these rules
    press(page, "Deal")
    press(page, "Surrender")
    expect(page.locator(".columns .panel").first).to_contain_text("−2")
    press(page, "New game")
    expect(button(page, "Deal")).to_be_enabled()


def test_errors_are_shown_in_place(play):
    page = play()
    expect(button(page, "Deal")).to_be_enabled()
    page.get_by_label("Your name").fill("")
    press(page, "Deal")
    expect(page.get_by_role("alert")).to_contain_text("name: ")
    page.evaluate('localStorage.setItem("cpoker.play.game", JSON.stringify({version: "0", turn: {game: "nothing"}}))')
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("not JSON")
    expect(button(page, "Deal")).to_be_enabled()
