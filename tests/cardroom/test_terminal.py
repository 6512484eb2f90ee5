"""Games in the terminal, driven by keys and clicks; their screens are read."""

import dataclasses
import re

import pytest
from closed_games import game_with, words_of
from known_boards import DRAGON, FOUL, HIGH, PAGAT_WITH_SURRENDER
from screens import CARD, LABEL, at, both_sizes, footer, screen, seen, until

import cpoker_fast as cp

pytest.importorskip("textual")
terminal = pytest.importorskip("cpoker_fast.cardroom.terminal")
terminal_app = pytest.importorskip("cpoker_fast.cardroom.terminal_app")


# ---- the screen ----


def assert_screen_is_complete(app):
    """Assert that the screen shows the cards, the names of rows and the most important keys."""
    text = seen(app)
    assert sorted(re.findall(r"\b[2-9TJQKA][cdhs]\b", "\n".join(screen(app)[2:8]))) == sorted(
        map(cp.format_card, app.game.hand)
    )
    for word in ("hand", "front", "middle", "back", "pagat", "deal 1", "button: "):
        assert word in text
    assert footer(app).endswith("Enter set ? help q quit s suggest a analysis")


@both_sizes
def test_the_screen_while_a_hand_is_set(drive, size):
    async def keys(app, pilot):
        await until(pilot, lambda: "front" in screen(app)[-1])  # the footer comes last
        assert_screen_is_complete(app)
        assert app.scroll.size.height >= 8
        await pilot.press(*"fffmm")
        assert_screen_is_complete(app)
        assert " __ " in seen(app)
        await pilot.press("s")
        assert_screen_is_complete(app)

    game = cp.cardroom.Game("pagat", ["expert", "balanced", "royalties"], name="A person of many letters", seed=1)
    drive(game, keys, size=size)


@both_sizes
def test_the_footer_lists_the_present_actions(drive, size):
    async def keys(app, pilot):
        rest = "? help q quit s suggest a analysis"
        await until(pilot, lambda: footer(app) == f"f front m middle b back d declare Enter set {rest}")
        await pilot.press("d")  # declaring sets all cards
        await until(pilot, lambda: footer(app) == f"d declare Enter set {rest}")
        await pilot.press("u")
        await until(pilot, lambda: footer(app) == f"f front m middle b back d declare Enter set {rest}")
        await pilot.press("question_mark")
        await until(pilot, lambda: footer(app) == "Escape, ? back q quit")
        await pilot.press("q")
        await until(pilot, lambda: footer(app) == "y, Enter yes n, Escape no")
        await pilot.press("n", "escape")
        await until(pilot, lambda: footer(app).startswith("f front"))
        await pilot.press("enter")
        await until(pilot, lambda: footer(app) == "Enter next hand ? help q quit a analysis")
        for key in ("f", "d", "u", "c", "t", "s", "x"):
            await pilot.press(key)  # no key changes a settled hand
        assert app.game.deals == 1
        assert not app.typed.display
        assert not app.tray.left

    drive(game_with(DRAGON, PAGAT_WITH_SURRENDER), keys, size=size)


@both_sizes
def test_totals_of_players_with_long_names_fit(drive, size):
    async def keys(app, pilot):
        app.game.totals = [-1234, 5678, 12345, -16789]
        app._draw()
        for total in ("-1234", "+5678", "+12345", "-16789"):
            assert total in screen(app)[1]

    drive(cp.cardroom.Game("pagat", ["balanced"] * 3, name="A person of many letters", seed=1), keys, size=size)


@pytest.mark.parametrize("name", ["a" * 200, "李" * 40], ids=["long", "wide"])
def test_long_names_of_rules_and_players_leave_room(drive, name):
    async def keys(app, pilot):
        assert "30 s left" in screen(app)[0]
        assert "royalties 3 +0" in seen(app)
        await pilot.press("s", "enter")
        assert "royalties 3 v" not in screen(app)[0]
        assert app.is_over

    rules = dataclasses.replace(cp.rules("pagat"), name=name)
    drive(cp.cardroom.Game(rules, ["royalties"] * 3, name=name, seed=1), keys, seconds=30)


@both_sizes
def test_the_result_scrolls_by_keys_and_starts_at_the_top(drive, size):
    game = cp.cardroom.Game("pagat", ["expert", "balanced", "royalties"], seed=1)

    async def keys(app, pilot):
        await pilot.press("s", "enter")
        text = seen(app)
        for name in game.names:
            assert name in text
        assert "Player v expert 1" in text
        assert "Enter: the next hand." in text
        assert app.scroll.scroll_y == 0
        assert app.scroll.max_scroll_y > 0
        await pilot.press("down", "down")
        assert app.scroll.scroll_y == 2
        await pilot.press("up")
        assert app.scroll.scroll_y == 1
        await pilot.press("end")
        assert app.scroll.scroll_y == app.scroll.max_scroll_y
        assert "Total" in seen(app)
        await pilot.press("home", "pagedown")
        assert app.scroll.scroll_y >= min(app.scroll.size.height, app.scroll.max_scroll_y) - 1
        await pilot.press("pageup")
        assert app.scroll.scroll_y == 0
        await pilot.press("end", "enter")  # the next hand
        assert game.deals == 1
        assert app.scroll.scroll_y == 0
        await pilot.press("s", "enter", "down", "s", "enter", "s", "enter")
        assert app.scroll.scroll_y == 0

    drive(game, keys, size=size)


def test_settled_boards_keep_their_cards_together(drive):
    game = cp.cardroom.Game("pagat", ["expert", "balanced", "royalties"], seed=1)

    async def keys(app, pilot):
        await pilot.press("s", "enter")
        board = app.tray.board()
        assert any("  ".join(map(str, board.rows)) in line for line in screen(app))

    drive(game, keys)


@both_sizes
def test_help(drive, size):
    async def keys(app, pilot):
        for close in ("escape", "question_mark"):
            await pilot.press("question_mark")
            text = seen(app)
            for key in ("left, right", "f, m, b", "Enter", "surrender", "analysis", "Page Up", "Ctrl-C"):
                assert key in text
            await pilot.press("f", close)
            assert len(app.screen_stack) == 1
        assert app.is_running
        assert len(app.tray.left) == 13  # keys did not reach the table
        await pilot.press("question_mark")
        await pilot.click(offset=(0, 0))  # beside the keys
        assert len(app.screen_stack) == 1
        await pilot.press("f", "question_mark", "q")
        assert "Leave the table?" in seen(app)  # as on other screens
        await pilot.press("y")
        await pilot.pause()
        assert not app.is_running

    drive(cp.cardroom.Game("pagat", seed=1), keys, size=size)


@both_sizes
def test_suits_have_four_colours_wherever_cards_are_shown(drive, size):
    def colours(app):
        picture = app.export_screenshot()
        fills = dict(re.findall(r"\.(terminal-\d+-r\d+) { fill: (#\w+)", picture))
        colours_by_suit = {}
        for style, text in re.findall(r'<text class="(terminal-\d+-r\d+)"[^>]*>([^<]*)</text>', picture):
            for suit in re.findall(r"[2-9TJQKA]([cdhs])\b", text.replace("&#160;", " ")):
                colours_by_suit.setdefault(suit, set()).add(fills[style])
        return colours_by_suit

    async def keys(app, pilot):
        await pilot.press("s", "enter")
        result = colours(app)
        assert sorted(result) == sorted("cdhs")
        assert all(len(used) == 1 for used in result.values())  # in rows and in the result
        assert len(set.union(*result.values())) == 4
        await pilot.press("a")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert colours(app) == result

    drive(cp.cardroom.Game("pagat", ["royalties"], seed=1), keys, size=size)


# ---- setting a hand ----


def test_setting_a_hand_card_by_card(drive):
    game = cp.cardroom.Game("pagat", ["royalties"], seed=1)
    hand = sorted(game.hand, reverse=True)

    async def keys(app, pilot):
        await pilot.press("f", "f", "f", "f")  # the front has no room for the fourth
        assert app.tray.rows["front"] == hand[:3]
        assert "The front is full." in seen(app)
        await pilot.press("u", "right", "right", "f", "left", "m")
        assert app.tray.rows["front"] == [hand[0], hand[1], hand[4]]
        assert app.tray.rows["middle"] == [hand[3]]
        await pilot.press("enter")
        assert "Fill two rows first" in seen(app)
        await pilot.press("c")
        assert len(app.tray.left) == 13
        await pilot.press(*"bbbbbmmmmm")
        assert app.tray.board() == cp.Board(hand[10:], hand[5:10], hand[:5])
        await pilot.press("enter")
        assert game.deals == 1
        text = seen(app)
        assert "royalties 1" in text
        assert "Enter: the next hand." in text
        await pilot.press("f", "u", "c", "d", "s", "x", "t")  # the hand is over: nothing moves
        assert game.deals == 1
        assert not app.typed.display
        await pilot.press("enter")
        assert app.tray.hand == game.hand != cp.CardSet(hand)
        assert "deal 2" in seen(app)
        assert f"Player {game.totals[0]:+d}" in seen(app)

    drive(game, keys)


def test_cards_lie_in_one_order(drive):
    game = cp.cardroom.Game("pagat", seed=1)
    hand = sorted(game.hand, reverse=True)

    async def keys(app, pilot):
        assert words_of(hand) in " ".join(screen(app)[3].split())
        await pilot.press("right", "right", "f", "left", "left", "f", "f")  # the third card is placed first
        assert words_of(hand[:3]) in " ".join(screen(app)[4].split())
        await pilot.press("s")
        board = game.suggestion().board
        for line, row in zip(screen(app)[4:7], board.rows, strict=True):
            assert str(row) in " ".join(line.split())

    drive(game, keys)


@both_sizes
def test_rows_show_their_categories(drive, size):
    async def keys(app, pilot):
        await pilot.press("t")
        app.typed.value = HIGH
        await pilot.press("enter")
        front, middle, back = screen(app)[4:7]
        assert "high card, ace king two" in front
        assert "two pair, nines and fours with three" in middle
        assert "full house, tens over fives" in back
        await pilot.press("u")  # a card of the back
        assert "full house" not in seen(app)

    drive(game_with(HIGH), keys, size=size)


def test_a_lowball_middle_shows_its_low(drive):
    board = "9s 8h 4c / 7s 5h 4d 3d 2s / Ah Kd Qc 7h 6d"

    async def keys(app, pilot):
        await pilot.press("t")
        app.typed.value = board
        await pilot.press("enter")
        assert "high card, seven five four three two" in screen(app)[5]
        assert "foul" not in seen(app)
        await pilot.press("enter")
        assert app.is_over

    drive(game_with(board, rules="lowball-middle"), keys)


@pytest.mark.parametrize("answer", ["y", "enter"])  # as for every question
@both_sizes
def test_a_foul_is_shown_at_once_and_must_be_confirmed(drive, size, answer):
    game = game_with(FOUL)

    async def keys(app, pilot):
        board = cp.Board.parse(FOUL)
        for card in board.front:
            app.tray.place(card, "front")
        app._draw()
        assert "foul" not in seen(app)
        for card in board.middle:
            app.tray.place(card, "middle")
        app._draw()
        assert "foul: the front is stronger than the middle" in seen(app)  # the back gets the remaining cards
        assert app.hint.has_class("-foul")
        await pilot.press("enter")
        assert "Set it anyway?" in seen(app)
        await pilot.press("z", "q")  # neither yes nor no
        assert "Set it anyway?" in seen(app)
        await pilot.press("n")
        assert not app.is_over
        assert "Not set" in seen(app)
        assert app.tray.rows["back"] == []
        await pilot.press("enter")
        await pilot.click("#no")
        assert not app.is_over
        await pilot.press("enter", "escape")
        assert not app.is_over
        await pilot.press("enter", answer)
        assert app.is_over
        assert game.deals == 1
        assert game.totals[0] < 0
        assert not app.hint.has_class("-foul")
        await pilot.press("enter")
        assert "foul" not in seen(app)

    drive(game, keys, size=size)


def test_a_foul_is_set_by_a_click_too(drive):
    async def keys(app, pilot):
        app.tray.fill(cp.Board.parse(FOUL))
        await pilot.press("enter")
        await pilot.click("#yes")
        assert app.is_over

    drive(game_with(FOUL), keys)


def test_typing_rows_suggestion_and_analysis(drive):
    game = cp.cardroom.Game(PAGAT_WITH_SURRENDER, ["balanced", "expert"], seed=2)
    board = cp.best_royalties(game.hand, "pagat")

    async def keys(app, pilot):
        assert not app.typed.display
        await pilot.press("t", *"As", "enter")
        assert "expected three rows" in seen(app)
        app.typed.value = str(board)
        await pilot.press("enter")
        assert app.tray.board() == board
        await pilot.press("t", "escape", "c")  # back to the keys
        assert len(app.tray.left) == 13
        await pilot.press("s")
        suggestion = game.suggestion()
        assert f"({suggestion.points:+.3f} points on" in seen(app)
        if suggestion.board is not None:
            assert app.tray.board() == suggestion.board
        await pilot.press("x", "enter")
        assert game.deals == 1
        assert app.is_over

    drive(game, keys)


@both_sizes
def test_a_surrender_must_be_confirmed(drive, size):
    game = cp.cardroom.Game("two-four", ["random"], seed=2)

    async def keys(app, pilot):
        await until(
            pilot, lambda: footer(app) == "f front m middle b back Enter set ? help q quit s suggest a analysis x surrender"
        )
        for no in ("n", "escape"):
            await pilot.press("x")
            assert "Surrender this hand?" in seen(app)
            assert footer(app) == "y, Enter yes n, Escape no"
            await pilot.press(no)
            assert not app.is_over
        await pilot.press("x", "y")
        assert app.is_over
        assert game.totals[0] == -2
        assert "surrender" not in footer(app)

    drive(game, keys, size=size)


def test_a_surrender_of_a_natural_must_be_confirmed(drive):
    async def keys(app, pilot):
        await pilot.press("x")
        assert "Surrender this hand?" in seen(app)
        await pilot.press("enter")
        assert app.is_over

    drive(game_with(DRAGON, PAGAT_WITH_SURRENDER), keys)


def test_no_surrender_where_the_rules_have_none(drive):
    async def keys(app, pilot):
        assert "surrender" not in footer(app)
        await pilot.press("x")
        assert "one-six has no surrender" in seen(app)
        assert not app.is_over

    drive(cp.cardroom.Game("one-six", seed=1), keys)


# ---- the mouse ----


@both_sizes
def test_a_hand_is_set_with_the_mouse_alone(drive, size):
    game = cp.cardroom.Game("pagat", ["royalties"], seed=1)
    hand = sorted(game.hand, reverse=True)
    board = cp.best_royalties(game.hand, "pagat")

    async def keys(app, pilot):
        for row in ("front", "middle", "back"):
            for card in getattr(board, row):
                await pilot.click("#hand", offset=at(app.tray.left.index(card)))
                assert app.selected == card
                await pilot.click(f"#{row}", offset=(LABEL + CARD * len(app.tray.rows[row]) + 1, 0))  # a blank
        assert app.tray.board() == board
        await pilot.click("#front", offset=at(0))  # back to the hand, where it is selected
        taken = max(board.front)
        assert app.tray.left == [taken]
        assert app.selected == taken
        await pilot.click("#middle", offset=(2, 0))  # full
        assert "The middle is full." in seen(app)
        await pilot.click("#front", offset=(2, 0))  # the name of a row is a target, too
        assert app.tray.board() == board
        await pilot.click("#hand", offset=(40, 0))  # an empty place
        assert app.tray.board() == board
        await pilot.press("enter")
        await pilot.click("#front", offset=at(0))  # the hand is over
        assert app.tray.board() == board
        await pilot.press("enter")
        assert app.tray.left == sorted(game.hand, reverse=True) != hand

    drive(game, keys, size=size)


def test_a_card_is_moved_from_row_to_row_with_two_clicks(drive):
    async def keys(app, pilot):
        await pilot.press("f", "f", "m")
        card = app.tray.rows["front"][1]
        await pilot.click("#front", offset=at(1))
        await pilot.click("#back", offset=at(2))
        assert card in app.tray.rows["back"]
        await pilot.press("u")  # keys undo clicks, too
        assert app.selected == card

    drive(cp.cardroom.Game("pagat", seed=1), keys)


def test_the_wheel_scrolls_the_result(drive):
    from textual.events import MouseScrollDown

    async def keys(app, pilot):
        await pilot.press("s", "enter")
        wheel = {"x": 5, "y": 5, "delta_x": 0, "delta_y": 1, "button": 0, "shift": False, "meta": False, "ctrl": False}
        app.scroll.post_message(MouseScrollDown(app.scroll, **wheel))
        await until(pilot, lambda: app.scroll.scroll_y > 0)

    drive(cp.cardroom.Game("pagat", ["balanced"] * 3, seed=1), keys)


# ---- naturals ----


@both_sizes
def test_a_natural_is_shown_and_declared(drive, size):
    game = game_with(DRAGON)

    async def keys(app, pilot):
        assert "natural: dragon, 13 points; d declares it" in seen(app)
        await pilot.press("d")
        assert "declares" in screen(app)[0]
        assert "natural: dragon, 13 points; declared" in seen(app)
        await pilot.press("d")
        assert "declares" not in screen(app)[0]
        await pilot.press("d", "enter")  # without setting rows
        assert game.totals[0] == 13
        assert "dragon" in seen(app)

    drive(game, keys, size=size)


def test_there_is_nothing_to_declare(drive):
    async def keys(app, pilot):
        assert "natural" not in seen(app)
        await pilot.press("d")
        assert "This hand makes no natural of pagat." in seen(app)
        assert not app.declares

    drive(game_with(HIGH), keys)


def test_a_natural_that_scoops_says_so(drive):
    async def keys(app, pilot):
        assert "dragon, pays as a scoop; d declares it" in seen(app)

    drive(game_with(DRAGON, rules="one-six"), keys)


def test_rows_are_set_to_show_the_natural_where_they_must(drive):
    rules = dataclasses.replace(cp.rules("pagat"), name="ours", naturals_by_rows=True)
    flushes = "2s 5s 9s / Kh Jh 8h 4h 3h / Ad Qd Td 6d 5d"
    game = game_with(flushes, rules=rules)

    async def keys(app, pilot):
        assert "three flushes, 3 points; d declares it" in seen(app)
        await pilot.press("d")
        assert cp.read_seat(app.tray.board(), rules).natural == "three flushes"
        app.tray.fill(cp.Board.parse("3h 5s 2s / Kh Jh 8h 4h 9s / Ad Qd Td 6d 5d"))
        await pilot.press("enter")
        assert "These rows do not show the natural." in seen(app)
        await pilot.press("escape", "d", "d", "enter")
        assert game.totals[0] == 3

    drive(game, keys)


# ---- leaving, and coming back ----


def test_an_empty_table_is_left_at_once(drive):
    async def keys(app, pilot):
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not app.is_running

    drive(cp.cardroom.Game("pagat", seed=1), keys)


@pytest.mark.parametrize(("stay", "leave"), [("n", "y"), ("escape", "enter"), ("escape", "q then ctrl+c"), ("#no", "#yes")])
def test_leaving_must_be_confirmed(drive, stay, leave):
    async def keys(app, pilot):
        await pilot.press("f", "q")
        assert "Leave the table?" in seen(app)
        await pilot.press("z")  # neither yes nor no
        assert len(app.screen_stack) == 2
        await (pilot.click(stay) if stay.startswith("#") else pilot.press(stay))
        assert len(app.screen_stack) == 1
        assert app.is_running
        await pilot.press("c", "s", "enter", "ctrl+c")  # a hand was played
        assert "Leave the table?" in seen(app)
        await (pilot.click(leave) if leave.startswith("#") else pilot.press(leave.split()[-1]))
        await pilot.pause()
        assert not app.is_running

    drive(cp.cardroom.Game("pagat", ["royalties"], seed=1), keys)


def test_a_game_is_saved_after_each_hand(drive, tmp_path):
    path = tmp_path / "evening.json"
    game = cp.cardroom.Game("pagat", ["random", "royalties"], seed=1)

    async def keys(app, pilot):
        await pilot.press("s", "enter")
        assert cp.cardroom.load_session(path).totals == game.totals
        await pilot.press("enter", "s", "enter")
        resumed = cp.cardroom.load_session(path)
        assert resumed.totals == game.totals
        assert resumed.deals == 2
        await pilot.press("enter")
        assert game.hand == resumed.hand

    drive(game, keys, session=path)


def test_a_game_that_cannot_be_saved_continues(drive, tmp_path):
    async def keys(app, pilot):
        await pilot.press("s", "enter")
        assert "Not saved:" in seen(app)
        assert "Enter: the next hand." in seen(app)

    drive(cp.cardroom.Game("pagat", ["royalties"], seed=1), keys, session=tmp_path / "none" / "evening.json")


@both_sizes
def test_practising(drive, size):
    drill = cp.cardroom.Drill("pagat", seed=5)

    async def keys(app, pilot):
        await pilot.press("s")
        if app.tray.board() is None:
            await pilot.press(*"bbbbbmmmmm")
        await pilot.press("enter")
        assert "; cost: " in seen(app)
        assert "points per hand" in seen(app)
        await pilot.press("enter")
        assert "hand 2" in seen(app)
        await pilot.press("q", "y")

    drive(drill, keys, size=size)
    assert len(drill.verdicts) == 1
