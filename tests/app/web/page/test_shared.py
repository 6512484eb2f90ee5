"""What the uses of the page share."""

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

CLUB = {"name": "club.toml", "mimeType": "", "buffer": b"base = 'pagat'\nnote = 'Ours.'\n"}


def test_another_use_has_no_announcement_of_the_last_one(open_page):
    page = open_page("calculator")
    expect(page.locator(".announcement")).to_contain_text("The best board:")
    page.get_by_role("tab", name="Scorer").click()
    expect(page.locator(".announcement")).to_have_text("")
    expect(page.get_by_role("tab", name="Scorer")).to_have_attribute("aria-selected", "true")


def test_a_rules_file_is_read_each_time_and_stays_in_the_list(open_page):
    page = open_page("scorer")
    rules, file = page.get_by_role("combobox", name="Rules"), page.locator("input[type=file]")
    for _ in range(2):
        file.set_input_files(CLUB)
        expect(rules).to_have_value("club.toml")
        expect(page.locator(".rules .note")).to_have_text("Ours.")
        rules.select_option("simple")
        expect(page.locator(".rules .note")).not_to_have_text("Ours.")
    rules.select_option("club.toml")
    expect(page.locator(".rules .note")).to_have_text("Ours.")


def test_keys_lay_one_card_after_the_other(open_page):
    page = open_page("practice")
    cards = page.locator(".tray .hand [data-card]")
    first, second, third = (cards.nth(index).get_attribute("data-card") for index in range(3))
    cards.first.focus()
    for key in "bm":
        page.keyboard.press(key)
    expect(page.locator(f'.back [data-card="{first}"]')).to_be_visible()
    expect(page.locator(f'.middle [data-card="{second}"]')).to_be_visible()
    expect(page.locator(f'.hand [data-card="{third}"]')).to_be_focused()


def test_a_table_and_a_position_are_restored_by_undo(open_page):
    page = open_page("scorer")
    boards = page.locator("textarea")
    text = boards.first.input_value()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(boards.first).to_have_value("")
    page.get_by_role("button", name="Undo").click()
    expect(boards.first).to_have_value(text)

    page.get_by_role("tab", name="Advice").click()
    position = page.get_by_label("Position as text")
    expect(page.locator("tbody tr").first).to_be_visible()
    text = position.input_value()
    page.get_by_role("combobox", name="Rules").select_option("pagat")
    expect(position).to_have_value("")
    page.get_by_role("button", name="Undo").click()
    expect(position).to_have_value(text)
    expect(page.get_by_role("combobox", name="Rules")).to_have_value("pineapple")


def test_arrows_walk_through_the_deck_where_tab_stops_once(open_page):
    page = open_page("calculator")
    page.get_by_role("button", name="Clear").click()
    deck = page.locator(".deck")
    expect(deck.locator('[tabindex="0"]')).to_have_count(1)
    deck.locator('[data-card="As"]').focus()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowDown", "Enter", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.get_by_label("Cards", exact=True)).to_have_value("As Ks Kh")
    expect(deck.locator('[data-card="As"]')).to_be_focused()  # above it is no card
    expect(deck.locator('[tabindex="0"]')).to_have_attribute("data-card", "As")
