"""The advice in a browser, with mouse, touch and keyboard: its results equal those of `analyze`."""

import re
from urllib.parse import quote_plus

import pytest

import cpoker_fast as cp

pytest.importorskip("playwright.sync_api")

from page_actions import assert_accessible, press
from playwright.sync_api import expect

expect.set_options(timeout=30_000)  # milliseconds, for machines with other work

EXAMPLE = cp.Position.parse(
    "rules pineapple; seat 1; button 2; street 2; board - / Jc 9s / Qd Qc 5d; board Jd / 9c 6c / Kh 3h; hand Td 7h 5c"
)
PAGAT = "rules pagat; seat 1; button 2; street 1; board -/-/-; board -/-/-; hand As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"


def best_of(position, deals=4000):
    """The best placement and its points, as the page shows them after the last step."""
    analysis = cp.analyze(position, rollouts=deals, tolerance=0, seed=1)
    rows = zip(("front", "middle", "back"), analysis.best.placement.rows, strict=True)
    points = analysis.best.points
    label = ", ".join(f"{name} {row}" for name, row in rows if row)
    return label, f"{points.mean:+.2f}".replace("-", "−") + (f" ± {points.margin:.2f}" if points.margin else "")


def candidates(page):
    return page.locator("tbody tr")


def show_cards(page):
    """Unfold the cards of a complete position, which are folded away on a phone."""
    expect(place_button(page)).to_be_visible()
    if not page.locator("details[open]").count():
        press(page, page.locator("summary"))


def press_card(page, card):
    press(page, page.locator(f'.deck [data-card="{card}"]'))


def choose_place(page, name):
    press(page, page.locator(f"[data-place={name}] .label"))


def place_button(page):
    return page.get_by_role("button", name=re.compile("^Place "))


def text_field(page):
    return page.get_by_label("Position as text")


def test_the_example_is_analyzed_until_its_points_are_sharp(open_page):
    page = open_page("advice")
    label, points = best_of(EXAMPLE)
    expect(candidates(page).first).to_contain_text(points)
    expect(place_button(page)).to_have_text(f"Place {label}")
    expect(page.get_by_role("status")).to_have_text(f"Best: {label}, {points} points")
    expect(page.locator(".board .marked")).to_have_count(2)
    expect(page.get_by_text("full house 67 %")).to_be_visible()
    assert_accessible(page)


def test_a_street_is_set_up_by_clicks_and_placed(open_page):
    page = open_page("advice")
    press(page, place_button(page))
    expect(page.locator(".lacks")).to_have_text("Your hand: expected 3 cards, got 0.")
    for card in ("2c", "2d", "2h"):
        press_card(page, card)
    expect(page.locator(".lacks")).to_contain_text("Opponent 1: expected 7 cards, got 5: with this button,")
    page.get_by_label("The next card goes to").select_option("Opponent 1: Back")
    press_card(page, "4h")
    choose_place(page, "front1")
    press_card(page, "4d")
    expect(place_button(page)).to_be_visible()
    own = EXAMPLE.place(cp.analyze(EXAMPLE, rollouts=200, tolerance=0, seed=1).best.placement).own
    shown = cp.Position.parse(text_field(page).input_value())
    assert shown.own == own
    assert shown.boards[1] == cp.Position.parse(f"{EXAMPLE}").boards[1].with_cards(cp.Placement.parse("4d / - / 4h"))
    press(page, page.get_by_role("button", name="Undo"))
    expect(page.locator(".lacks")).to_contain_text("got 6")
    press_card(page, "4h")  # back to the deck
    expect(page.locator(".lacks")).to_contain_text("got 5")
    assert_accessible(page)


def test_another_placement_is_chosen_and_placed(open_page):
    page = open_page("advice")
    second = candidates(page).get_by_role("button").nth(1)
    expect(second).to_be_visible()
    press(page, second)
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status")).to_contain_text("± 0.2")  # the choice lasts while points sharpen
    label = best_of(EXAMPLE)[0]
    expect(place_button(page)).not_to_have_text(f"Place {label}")
    press(page, place_button(page))
    expect(page.get_by_role("group", name="Discards, 1 cards").locator("[data-card]")).to_have_count(1)


def test_the_keyboard_sets_up_a_position(open_page):
    page = open_page("advice")
    show_cards(page)
    page.locator('.tray [data-card="7h"]').focus()
    page.keyboard.press("Delete")
    expect(page.locator(".lacks")).to_have_text("Your hand: expected 3 cards, got 2.")
    page.locator('.deck [data-card="8s"]').focus()
    page.keyboard.press("Enter")
    expect(text_field(page)).to_have_value(re.compile("hand Td 8s 5c"))
    show_cards(page)
    page.locator('.tray [data-card="Jc"]').focus()
    page.keyboard.press("f")
    expect(text_field(page)).to_have_value(re.compile("board Jc / 9s / "))


def test_advice_needs_no_scrolling_past_the_deck_on_a_phone(open_page):
    page = open_page("advice")
    show_cards(page)
    press_card(page, "5c")  # back to the deck
    expect(page.locator(".lacks")).to_be_visible()
    press_card(page, "5c")
    expect(place_button(page)).to_be_in_viewport()
    is_narrow = page.viewport_size["width"] < 768
    expect(page.locator("details[open]")).to_have_count(0 if is_narrow else 1)


def test_cards_are_dragged_between_places(open_page):
    page = open_page("advice")
    show_cards(page)
    page.locator('.tray [data-card="9s"]').drag_to(page.locator("[data-place=front]"))
    expect(text_field(page)).to_have_value(re.compile("board 9s / Jc / "))


def test_players_button_fantasyland_and_hidden_cards(open_page):
    page = open_page("advice")
    show_cards(page)
    page.get_by_label("Button").select_option("You")
    expect(page.locator(".lacks")).to_contain_text("this opponent acts earlier")
    page.get_by_label("Hide the opponents' cards").check()
    expect(place_button(page)).to_be_visible()
    expect(text_field(page)).to_have_value(re.compile("button 1; .*; opponents hidden$"))
    page.get_by_label("Hide the opponents' cards").uncheck()
    expect(page.locator(".lacks")).to_be_visible()
    page.get_by_label("Players").select_option("3")
    page.get_by_label("Fantasyland").nth(1).select_option("14 cards")
    page.get_by_label("Fantasyland").nth(2).select_option("14 cards")
    expect(text_field(page)).to_have_value(re.compile("fantasyland 0 14 14$"))
    assert_accessible(page)


def test_a_position_is_read_from_a_link_and_from_text(open_page):
    page = open_page(f"advice?position={quote_plus(PAGAT)}")
    expect(page.locator(".rules select")).to_have_value("pagat")
    points = cp.analyze(cp.Position.parse(PAGAT), deals=4000, seed=1).best.points
    expect(candidates(page).first).to_contain_text(f"{points.mean:+.2f} ± {points.margin:.2f}")
    expect(page.get_by_text("full house, sevens over fives")).to_be_visible()
    if not page.locator("details[open]").count():
        press(page, page.locator("summary"))
    choose_place(page, "dead")
    press_card(page, "Ac")
    for _ in range(2):
        expect(page.get_by_role("group", name="Dead, 1 cards", include_hidden=True)).to_have_count(1)
        page.reload()
    text_field(page).fill(f"{EXAMPLE}")
    text_field(page).press("Enter")
    expect(page.locator(".rules select")).to_have_value("pineapple")
    expect(place_button(page)).to_be_visible()
    text_field(page).fill("rules pineapple; seat 1")
    text_field(page).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("expected a part 'button'")
    expect(place_button(page)).to_be_visible()
    press(page, page.get_by_role("button", name="Clear the cards"))
    expect(page.locator(".lacks")).to_have_text("Your hand: expected 5 cards, got 0.")
    press(page, page.get_by_role("button", name="Undo"))
    expect(place_button(page)).to_be_visible()
    assert_accessible(page)
