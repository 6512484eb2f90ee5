"""The scorer in a browser, with mouse, touch and keyboard: its results equal those of `settle`."""

import pytest

import cpoker_fast as cp

pytest.importorskip("playwright.sync_api")

from page_actions import assert_accessible, press
from playwright.sync_api import expect

EXAMPLE = {
    "Ann": "Ac Ad 9s / Th Td 4s 4c 2h / Kh Jh 8h 6h 3h",
    "Bo": "Kc Qd 7s / 9h 9c Js 6d 5d / Ts 9d 8c 7d 6s",
    "Cy": "Qs Qc 5h / 5s 5c 2s 2d 2c / 7h 7c 3s 3d 3c",
}


def totals(settlement):
    signed = [f"{points:+d}".replace("-", "−").replace("+0", "0") for points in settlement.points]
    return ", ".join(f"{name} {points}" for name, points in zip(settlement.names, signed, strict=True))


def result(page):
    return page.get_by_role("region", name="Result")


def expect_settled(page, boards, rules="house-rules"):
    expect(result(page).get_by_role("status")).to_have_text(totals(cp.settle(boards, rules)))


def test_the_example_is_settled_and_explained(open_page):
    page = open_page("scorer")
    expect_settled(page, EXAMPLE)
    settlement = cp.settle(EXAMPLE, "house-rules")
    summary = result(page).locator("summary").filter(has_text="Ann pays Cy 2")
    press(page, summary)
    reasons = [line.strip() for line in settlement.explain().split("\n\n")[1].splitlines()[1:]]
    expect(result(page).locator("details[open] li")).to_have_text([reason.replace("-", "−") for reason in reasons])
    press(page, page.locator(".payments .arrow").last.locator("text"))
    expect(result(page).locator("details[open] summary")).to_have_text("Bo pays Cy 7")
    assert_accessible(page)


def test_boards_are_typed_and_a_reload_shows_them_again(open_page):
    page = open_page("scorer")
    expect_settled(page, EXAMPLE)
    field = page.get_by_role("textbox", name="Board of Bo")
    field.fill("Ac Qd 7s / 9h 9c Js 6d 5d / Ts 9d 8c 7d 6s")
    field.press("Enter")
    twice = page.get_by_text("Ac is both in the front of Ann and in the front of Bo")
    expect(twice).to_have_count(2)
    field.fill("9h9cQd-KcJs7s6d5d-Ts9d8c7d6s")
    field.press("Enter")
    expect(page.get_by_text("foul: the front is stronger than the middle")).to_be_visible()
    boards = {**EXAMPLE, "Bo": "9h 9c Qd / Kc Js 7s 6d 5d / Ts 9d 8c 7d 6s"}
    expect_settled(page, boards)
    field.fill("9h 9x")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("expected three rows")
    expect_settled(page, boards)
    page.reload()
    expect_settled(page, boards)


def test_a_pasted_table_fills_all_boards_under_other_rules(open_page):
    page = open_page("scorer")
    expect_settled(page, EXAMPLE)
    press(page, page.get_by_role("button", name="Clear", exact=True))
    expect(result(page)).to_contain_text("Ann needs 13 more cards; Bo needs 13 more cards")
    page.get_by_role("combobox", name="Rules").select_option("hawaiian-gardens")
    field = page.get_by_role("textbox", name="Board of Ann")
    field.fill("\n".join([*(f"{name}: {board}" for name, board in EXAMPLE.items()), "Di: surrender"]))
    field.press("Enter")
    expect_settled(page, {**EXAMPLE, "Di": None}, "hawaiian-gardens")
    assert_accessible(page)
    page.get_by_role("combobox", name="Rules").select_option("malayan")
    expect(page.get_by_text("the rules malayan do not allow a surrender")).to_be_visible()
    press(page, page.get_by_role("region", name="Di", exact=True).get_by_role("button", name="Lay cards"))
    press(page, page.get_by_role("button", name="Dead hand"))
    page.get_by_role("combobox", name="Banker").select_option("Cy")
    settlement = cp.settle({**EXAMPLE, "Di": cp.FOUL}, "malayan", button="Cy")
    expect(result(page).get_by_role("status")).to_have_text(totals(settlement))
    expect(page.locator(".payments .arrow")).to_have_count(3)


def test_cards_are_laid_from_the_deck_and_moved_in_the_tray(open_page):
    page = open_page("scorer")
    expect_settled(page, EXAMPLE)
    press(page, page.get_by_role("button", name="Clear", exact=True))
    deck = page.get_by_role("group", name="Deck")
    for number, board in enumerate(EXAMPLE.values()):
        for card in board.replace("/", "").split():
            press(page, deck.locator(f"[data-card='{card}']"))
        if number == 0:
            expect(page.get_by_role("heading", name="Cards of Bo")).to_be_visible()
            expect(deck.locator("[data-card='Ac']")).to_be_disabled()
    expect_settled(page, EXAMPLE)
    press(page, page.get_by_role("region", name="Ann", exact=True).get_by_role("button", name="Lay cards"))
    tray = page.locator(".tray")
    tray.locator("[data-card='9s']").drag_to(tray.locator("[data-card='2h']"))
    press(page, tray.locator("[data-card='2h']"))
    expect(tray.locator("[data-card='2h']")).to_have_attribute("aria-pressed", "true")
    assert_accessible(page)
    expect_settled(page, {**EXAMPLE, "Ann": "Ac Ad 2h / Th Td 4s 4c 9s / Kh Jh 8h 6h 3h"})


def test_the_keyboard_lays_and_moves_cards(open_page):
    page = open_page("scorer")
    expect_settled(page, EXAMPLE)
    opener = page.get_by_role("region", name="Cy", exact=True).get_by_role("button", name="Lay cards")
    opener.focus()
    opener.press("Enter")
    page.get_by_role("group", name="Deck").locator("[data-card='5h']").press("Enter")
    expect(result(page)).to_contain_text("Cy needs 1 more card")
    page.get_by_role("combobox", name="The next card goes to").select_option("Front")
    page.get_by_role("group", name="Deck").locator("[data-card='4h']").press("Enter")
    expect_settled(page, {**EXAMPLE, "Cy": "Qs Qc 4h / 5s 5c 2s 2d 2c / 7h 7c 3s 3d 3c"})
    page.get_by_role("spinbutton", name="Chips for each point").fill("5")
    page.keyboard.press("Enter")
    expect(result(page)).to_contain_text("Chips, 5 for each point: Ann: +20; Bo: −65; Cy: +45")
