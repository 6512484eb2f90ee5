"""The calculator of the page, from the first hand to links and files, with mouse, touch and keyboard."""

import re

import pytest

from cpoker_fast import arranging, cards, studies

pytest.importorskip("playwright.sync_api")

from page_actions import assert_accessible
from playwright.sync_api import expect

expect.set_options(timeout=20_000)  # the machine may be busy

HAND = "As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c"
FANTASYLAND = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
BEST_ROWS = (["As", "Kh", "6h"], ["Qs", "Jd", "Td", "9c", "8c"], ["7s", "7h", "7d", "5h", "5c"])


@pytest.fixture
def page(open_page):
    opened = open_page("calculator")
    expect(panel(opened, "The best board")).to_contain_text("points from 3 opponents together")
    return opened


def panel(page, heading):
    return page.locator("section").filter(has=page.get_by_role("heading", name=heading, exact=True))


def laid(page):
    return tuple(
        page.locator(f".tray .{row} [data-card]").evaluate_all("cards => cards.map((card) => card.dataset.card)")
        for row in ("front", "middle", "back")
    )


def exchange(page, card, other):
    """Exchange two cards in the tray: by touch if the page has it, otherwise by dragging."""
    first, second = (page.locator(f'.tray [data-card="{name}"]') for name in (card, other))
    if page.evaluate("navigator.maxTouchPoints"):
        first.tap()
        second.tap()
    else:
        page.locator(".tray").scroll_into_view_if_needed()
        first.drag_to(second)


def in_words(estimate, sign=""):
    return f"{sign}{estimate.mean:.2f} ± {estimate.margin:.2f}"


def test_the_first_hand_sharpens_and_agrees_with_the_package(page):
    best = panel(page, "The best board")
    expect(best).to_contain_text("Over 10,000 deals")
    analysis = studies.analyze(HAND, "pagat", deals=10_000, seed=1)
    expect(best).to_contain_text(f"{in_words(analysis.best.points, '+')} points")
    rows = panel(page, "All candidates").locator("tbody tr")
    expect(rows).to_have_count(len(analysis.candidates))
    expect(rows.nth(1)).to_contain_text(in_words(analysis.candidates[1].behind))
    assert laid(page) == BEST_ROWS
    expect(panel(page, "Your board")).to_contain_text("No board is better.")
    assert_accessible(page)


def test_a_board_of_the_players_own_is_compared_at_once_and_kept(page):
    exchange(page, "6h", "5h")
    own = panel(page, "Your board")
    expect(own).to_contain_text("Front: high card, ace king five")
    expect(own).to_contain_text("Back: three of a kind, sevens with six five")
    expect(own.locator(".verdict")).to_contain_text(re.compile(r"Loses \d+\.\d\d ±\s\d\.\d\d points"))
    page.locator('.tray [data-card="As"]').focus()
    page.keyboard.press("h")
    expect(own.locator(".verdict")).to_contain_text("1 card left in the hand.")
    page.keyboard.press("f")
    exchange(page, "As", "8c")
    rows = (["Kh", "8c", "5h"], ["As", "Qs", "Jd", "Td", "9c"], ["7s", "7h", "7d", "6h", "5c"])
    assert laid(page) == rows
    page.reload()
    expect(own.locator(".verdict")).to_contain_text("Loses")
    assert laid(page) == rows
    own.get_by_role("button", name="Lay the best board").click()
    assert laid(page) == BEST_ROWS
    page.locator("tbody button").nth(1).click()
    assert laid(page)[0] == ["As", "8c", "6h"]
    own.get_by_role("button", name="Lay the best board").click()
    exchange(page, "As", "7s")
    exchange(page, "Kh", "7h")
    expect(own.locator(".verdict")).to_contain_text("Foul: the ")
    assert_accessible(page)


def test_cards_are_typed_chosen_and_dealt(page):
    field = page.get_by_role("textbox", name="Cards")
    field.fill("A♠ kh qs jd 10d 9c 8c 7s 7h 7d 6h 5h 4c")
    field.press("Enter")
    expect(field).to_have_value("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 4c")
    field.fill("As Xx")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Xx")
    page.get_by_role("button", name="Clear").click()
    expect(panel(page, "The best board")).to_contain_text("Choose the cards of your hand")
    for card in cards.CardSet(HAND):
        page.locator(f'.deck [data-card="{cards.format_card(card)}"]').click()
    expect(panel(page, "Your hand")).to_contain_text("13 cards.")
    expect(panel(page, "The best board")).to_contain_text("full house, sevens over fives")
    page.get_by_role("button", name="Random hand").click()
    expect(field).not_to_have_value(HAND)
    assert len(cards.CardSet(field.input_value())) == 13


def test_fantasyland_is_exact_and_has_discards(page):
    page.get_by_role("combobox", name="Rules").select_option("pineapple")
    best = arranging.best_fantasyland(FANTASYLAND, "pineapple")
    shown = panel(page, "The best board")
    expect(shown).to_contain_text(f"{best.royalties} royalty points; stays in Fantasyland, with 14 cards.")
    assert laid(page) == tuple(str(row).split() for row in best.board.rows)
    exchange(page, "3c", "4d")
    verdict = panel(page, "Your board").locator(".verdict")
    expect(verdict).to_contain_text("No board is better.")  # neither card counts
    exchange(page, "3c", "6c")
    expect(verdict).to_contain_text("leaves Fantasyland")
    page.get_by_role("combobox", name="Opponents").select_option("1")
    expect(shown).to_contain_text("points from 1 opponent.")
    assert_accessible(page)


def test_rules_of_a_file_and_the_button(page):
    text = 'base = "malayan"\nname = "ours"\n'
    page.locator("input[type=file]").set_input_files({"name": "ours.toml", "mimeType": "", "buffer": text.encode()})
    page.get_by_label("You have the button").check()
    expect(panel(page, "The best board")).to_contain_text("Over 10,000 deals", timeout=30_000)
    assert "button=yes" in page.url
    page.locator("input[type=file]").set_input_files({"name": "bad.toml", "mimeType": "", "buffer": b"rowz = 1"})
    expect(page.get_by_role("alert")).to_contain_text("bad.toml")


def test_a_link_has_the_hand_the_rules_and_the_opponents(page, open_page):
    page.get_by_role("combobox", name="Rules").select_option("house-rules")
    page.get_by_role("combobox", name="Opponents").select_option("2")
    expect(panel(page, "The best board")).to_contain_text("from 2 opponents together")
    expect(page).to_have_url(re.compile("rules=house-rules&opponents=2"))
    other = open_page(page.url.partition("#")[2])
    expect(other.get_by_role("combobox", name="Rules")).to_have_value("house-rules")
    expect(other.get_by_role("textbox", name="Cards")).to_have_value(HAND)
    expect(other.get_by_role("combobox", name="Opponents")).to_have_value("2")
    other.get_by_role("tab", name="Scorer").click()
    assert other.url.endswith("#scorer")
    other.get_by_role("tab", name="Calculator").click()
    expect(other).to_have_url(page.url)
    bad = open_page("calculator?hand=As+Zz&rules=nonsense&opponents=x")
    expect(bad.get_by_role("alert").first).to_contain_text(re.compile("nonsense|Zz"))


def test_a_natural_is_said_first(open_page):
    dragon = open_page("calculator?hand=As Kh Qd Jc Ts 9h 8d 7c 6s 5h 4d 3c 2s&rules=pagat&opponents=3")
    expect(panel(dragon, "The best board").locator("p").first).to_have_text("Declare dragon: it pays more than the rows.")


def test_the_board_is_copied_and_its_picture_saved(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("status")).to_have_text("Board copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == " / ".join(" ".join(row) for row in BEST_ROWS)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save picture").click()
    assert saved.value.suggested_filename == "board.svg"
    assert "sevens over fives" in saved.value.path().read_text(encoding="utf-8")
