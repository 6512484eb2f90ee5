"""Practice in a browser, with mouse, touch and keyboard: its losses equal those of the package."""

import json

import pytest

import cpoker_fast as cp
from cpoker_fast.app.play import Drill

pytest.importorskip("axe_playwright_python.sync_playwright")

from page_actions import assert_accessible, press
from playwright.sync_api import expect

DAY = 24 * 60 * 60  # seconds
HAND = str(Drill("pagat", seed=1).position.hand)
WORST = cp.Board.parse("Ad Ac Qs / Js Jd Tc 9s 9d / 8h 8d 6s 6h 2s")  # the cards in their order: a foul


@pytest.fixture
def page(open_page):
    """Return the page with a session of known hands."""
    page = open_page("practice")
    page.on("dialog", lambda dialog: dialog.accept())
    session = {"hands": 0, "loss": 0, "margin": None, "seconds": 0}

    def begin(route):
        asked = route.request.post_data_json
        if asked["what"] != "practice_start" or not isinstance(asked["rules"], str):
            return route.fallback()
        drill = json.dumps(Drill(asked["rules"], asked["opponents"], seed=1).to_dict())
        return route.fulfill(json={"drill": drill, "hand": HAND.split(), "session": session})

    page.route("**/answer", begin)
    press(page, button(page, "New session"))
    expect(card_on(page, HAND.rsplit(maxsplit=1)[-1])).to_be_visible()
    return page


def hand_on(page):
    """Return the cards in the hand of the tray."""
    expect(page.locator(".tray .hand button.card").first).to_be_visible()
    return page.locator(".tray .hand button.card").evaluate_all("buttons => buttons.map((button) => button.dataset.card)")


def card_on(page, card):
    return page.locator(f'.tray [data-card="{card}"]')


def button(page, name):
    return page.get_by_role("button", name=name)


def lay(page, board):
    """Lay back and middle by taps or clicks; the rest goes to the front."""
    for name, row in (("back", board.back), ("middle", board.middle)):
        for card in str(row).split():
            press(page, card_on(page, card))
            press(page, page.locator(f"[data-place={name}] .label"))
    press(page, button(page, "Rest to front"))


def loss_of(board, hand):
    """Return what a board loses, and the points of the best one."""
    best = cp.arrange(hand, "pagat").points
    return best - cp.fields.Field.equilibrium("pagat").points([board], declare=False)[0], best


def test_a_session_goes_on_after_a_reload(page):
    assert hand_on(page) == HAND.split()
    assert_accessible(page)
    loss, best = loss_of(WORST, HAND)
    lay(page, WORST)
    expect(page.get_by_role("alert")).to_contain_text("Foul: the middle is stronger than the back.")
    press(page, button(page, "Set the hand"))
    expect(page.locator("#loss")).to_have_text(f"Loss: {loss:.2f} points")
    expect(page.locator("#loss")).to_be_focused()
    expect(page.get_by_role("heading", name="Best board")).to_contain_text(f"{best:+.2f}".replace("-", "−"))
    expect(page.get_by_text("1 hand: loss")).to_contain_text(f"loss {loss:.2f} points per hand")
    assert_accessible(page)
    page.reload()
    expect(page.get_by_text("1 hand: loss")).to_be_visible()
    press(page, button(page, "Next hand"))
    hand = hand_on(page)
    press(page, card_on(page, hand[0]))
    press(page, page.locator("[data-place=back] .label"))
    page.reload()
    assert hand_on(page) == hand[1:]
    expect(page.locator(f'[data-place=back] [data-card="{hand[0]}"]')).to_be_visible()
    press(page, button(page, "Take all back"))
    lay(page, cp.arrange(" ".join(hand), "pagat").board)
    press(page, button(page, "Set the hand"))
    expect(page.locator("#loss")).to_have_text("Same as the best board")
    expect(page.get_by_text("2 hands: loss")).to_contain_text(f"loss {loss / 2:.2f} ±")


def test_keys_set_a_hand_and_a_check_has_a_margin(page):
    for card, row in zip(HAND.split(), "fffmmmmmbbbbb", strict=True):
        card_on(page, card).focus()
        page.keyboard.press(row)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#loss")).to_have_text(f"Loss: {loss_of(WORST, HAND)[0]:.2f} points")
    press(page, button(page, "Check with dealt hands"))
    expect(page.get_by_text("dealt hands, your board loses")).to_contain_text("±")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".tray .hand button.card").first).to_be_focused()


def test_cards_are_dragged(page):
    for card, row in zip(HAND.split(), ("back", "middle", "front"), strict=False):
        card_on(page, card).drag_to(page.locator(f"[data-place={row}] .cards"))
        expect(page.locator(f'[data-place={row}] [data-card="{card}"]')).to_be_visible()


def test_a_hand_without_time_comes_again(page):
    """Hands come again after 1, 3 and 7 days, and are then learned. They do not count in the session."""
    page.clock.install()
    page.reload()
    hand_on(page)
    press(page, page.locator("summary"))
    limit = page.get_by_role("combobox", name="Time per hand")
    limit.select_option("15 seconds")
    assert_accessible(page)
    page.clock.run_for(16_000)
    expect(page.locator("#loss")).to_have_text("Time is up")
    limit.select_option("no limit")
    listed = page.get_by_role("listitem")
    expect(listed).to_contain_text("pagat, 3 opponents; time ran out; due tomorrow")
    for days, words in ((1, "This hand comes again in 3 days."), (3, "This hand comes again in 7 days."), (7, "is learned")):
        page.clock.set_system_time(page.evaluate("Date.now()") / 1000 + days * DAY)
        press(page, button(page, "Next hand"))
        expect(page.locator("strong")).to_have_text("A hand again: time ran out last time.")
        assert hand_on(page) == HAND.split()
        lay(page, cp.arrange(HAND, "pagat").board)
        press(page, button(page, "Set the hand"))
        expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_text("1 hand: loss")).to_be_visible()
    expect(listed).to_have_count(0)


def test_other_rules_have_another_session_and_hands_can_be_deleted(page, tmp_path):
    press(page, page.locator("summary"))
    page.get_by_role("combobox", name="Rules").select_option("two-four")
    page.get_by_role("combobox", name="Opponents").select_option("1")
    expect(page.locator("summary")).to_contain_text("two-four, 1 opponent,")
    press(page, button(page, "Surrender"))
    expect(page.locator("#loss")).to_be_visible()
    expect(page.locator(".pair").get_by_text("surrender")).to_be_visible()
    listed = page.get_by_role("listitem")
    expect(listed).to_have_count(1)
    page.get_by_role("combobox", name="Opponents").select_option("2")
    expect(page.get_by_text("No hand yet.")).to_be_visible()
    page.get_by_role("combobox", name="Opponents").select_option("1")
    expect(page.get_by_text("1 hand: loss")).to_be_visible()  # nothing of the first session is lost
    expect(page.locator("#loss")).to_be_visible()
    press(page, listed.get_by_role("button"))
    expect(listed).to_have_count(0)
    press(page, button(page, "New session"))
    expect(page.get_by_text("No hand yet.")).to_be_visible()
    file = tmp_path / "open.toml"
    file.write_text('base = "pineapple"\n')
    page.get_by_label("A rules file").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("practice requires a game of 13 cards")
    assert_accessible(page)
