"""Games in the terminal, driven by keys and clicks; their screens are read."""

import re
from dataclasses import replace

import pytest
from closed_games import game_with, words_of
from known_boards import DRAGON, FOUL, HIGH, PAGAT_WITH_SURRENDER
from screens import (
    LETTERS,
    assert_fits,
    blank_of,
    both_sizes,
    drawn,
    footer,
    lines_of,
    place_of,
    run_app,
    screen,
    seen,
    until,
    words,
)

import cpoker_fast as cp

pytest.importorskip("textual")
terminal = pytest.importorskip("cpoker_fast.app.play.terminal")
terminal_app = pytest.importorskip("cpoker_fast.app.play.terminal_app")
POOL = cp.Rules(name="ours", pairings="pool", pool_ties="carry over", scoop_bonus=3)
FREEZEOUT = cp.Rules.from_dict({"base": "pagat", "table": {"freezeout": {"chips": 50, "levels": [[20, 1], [40, 1]]}}})
LOW_MIDDLE = "9s 8h 4c / 7s 5h 4d 3d 2s / Ah Kd Qc 7h 6d"
BY_ROWS = replace(cp.rules("pagat"), name="ours", naturals_by_rows=True)


# ---- the screen ----
def assert_screen_is_complete(app):
    """Assert that the screen shows the cards, the names of rows and the most important keys."""
    text = seen(app)
    assert sorted(drawn(app)) == sorted(map(cp.format_card, app.game.position.hand))
    for word in ("hand", "pagat", "deal 1", "button: "):
        assert word in text
    assert footer(app).endswith("s suggest a analysis ? help q quit")
    assert_fits(app)


@both_sizes
@pytest.mark.game("pagat", ["expert", "balanced", "royalties"], name="A person of many letters", seed=1)
async def test_the_screen_while_a_hand_is_set(app, pilot, size):
    assert_screen_is_complete(app)
    assert app.messages.size.height >= 7
    await pilot.press(*"fffmm")
    assert_screen_is_complete(app)
    assert "┌╌" in seen(app)
    await pilot.press("s")
    await pilot.pause()
    assert_screen_is_complete(app)


def test_cards_are_larger_where_there_is_room(drive):
    heights = {}
    for size in ((80, 24), (120, 40), (60, 16)):

        async def keys(app, pilot, size=size):
            assert drawn(app, lines_of(app, "#hand")) == words_of(sorted(app.game.position.hand, reverse=True)).split()
            heights[size] = app.query_one("#hand").region.height
            if size != (60, 16):
                assert_fits(app)
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            assert app.query_one("#hand").region.height == 3

        drive(cp.app.play.Game("pagat", seed=1), keys, size=size)
    assert heights == {(80, 24): 3, (120, 40): 7, (60, 16): 1}


@both_sizes
@pytest.mark.game("pagat", ["balanced"] * 3, name="A person of many letters", seed=1)
async def test_totals_of_players_with_long_names_fit(app, pilot, size):
    history, totals = app.game.table._history, [-1234, 5678, 12345, -16789]
    seats = [replace(player, stack=total) for player, total in zip(app.game.table.players, totals, strict=True)]
    history.state = replace(history.state, seats=tuple(seats))
    app._draw()
    for total in ("-1234", "+5678", "+12345", "-16789"):
        assert total in screen(app)[1]


@pytest.mark.parametrize("name", ["a" * 200, "李" * 40], ids=["long", "wide"])
@pytest.mark.game(
    lambda name: cp.app.play.Game(replace(cp.rules("pagat"), name=name), ["royalties"] * 3, name=name, seed=1), seconds=30
)
async def test_long_names_of_rules_and_players_leave_room(app, pilot, name):
    assert "30 s left" in screen(app)[0]
    for bot in app.game.names[1:]:
        assert f"{bot.split()[0]} +0" in seen(app)
    await pilot.press("s", "enter")
    await pilot.pause()
    assert_fits(app)
    assert app.is_over


@both_sizes
@pytest.mark.game("one-six", ["expert", "balanced", "royalties"], name="Ann", seed=4)
async def test_the_result_shows_all_boards_and_pairings_without_scrolling(app, pilot, size):
    game = app.game
    await pilot.press("s", "enter")
    await pilot.pause()
    assert_fits(app)
    assert len(drawn(app)) == 52
    assert sorted(drawn(app)) == sorted(card for hand in game.deal.stacks for card in map(cp.format_card, hand))
    bots = [name.split()[0] for name in game.names[1:]]
    names = ["Ann", *bots]
    line = next(line for line in screen(app)[2:] if "Ann" in line)
    for name, points in zip(names, game.totals, strict=True):
        assert re.search(rf"{name}( \(\w+\))?  {re.escape(f'{points:+d}')}", line)
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            assert f"{first} v {second}" in seen(app)
    assert footer(app) == "Enter next deal a analysis v details ? help q quit"
    await pilot.press("v")
    assert "against" in words(app)
    await pilot.press("escape", "enter")
    assert (game.deals, len(drawn(app))) == (1, 13)


@pytest.mark.game("pagat", ["expert", "balanced", "royalties"], seed=1)
async def test_details_scroll_by_keys_and_by_the_wheel(app, pilot):
    from textual.events import MouseScrollDown

    await pilot.press("s", "enter", "v")
    await pilot.pause()
    box = app.screen.box
    assert footer(app) == "Escape back ↑↓ scroll q quit"
    assert box.max_scroll_y > 0
    await pilot.press("down", "down")
    assert box.scroll_y == 2
    await pilot.press("up")
    assert box.scroll_y == 1
    await pilot.press("end")
    assert box.scroll_y == box.max_scroll_y
    await pilot.press("home", "pagedown")
    assert box.scroll_y > 1
    await pilot.press("pageup")
    assert box.scroll_y == 0
    wheel = {"x": 5, "y": 5, "delta_x": 0, "delta_y": 1, "button": 0, "shift": False, "meta": False, "ctrl": False}
    box.post_message(MouseScrollDown(box, **wheel))
    await until(pilot, lambda: box.scroll_y > 0)
    await press_in_footer(app, pilot, "quit")
    assert "Leave the table?" in seen(app)
    await pilot.press("n", "enter")
    assert len(app.screen_stack) == 1
    assert app.is_over


@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_two_players_see_the_details_at_once(app, pilot):
    await pilot.press("s", "enter")
    await pilot.pause()
    assert "with pair, jacks with" in words(app)
    assert "details" not in footer(app)
    await pilot.press("v")  # there is no more
    assert len(app.screen_stack) == 1


def test_fouls_naturals_and_chips_are_in_the_compact_result():
    """Four players with everything that a result can have, in the lines that 80x24 leaves for it."""
    texts = pytest.importorskip("cpoker_fast.app.play.terminal_texts")
    from rich.console import Console

    boards = [FOUL, "5h 5c 4c / 8d 8h 3c 3h Jc / Td Th Tc 9h 9c", "2s 3s 4s / 5s 6h 7s 8s 9s / Ts Js Qh Kd As", None]
    settled = cp.settle(boards, PAGAT_WITH_SURRENDER, stacks=[3, 50, 50, 50])
    names = ["A person of many letters", "Ines (expert)", "Mei (balanced)", "Noor (royalties)"]
    console = Console(width=78, record=True, legacy_windows=False)
    compact = texts.result_texts(settled, names)[1]
    lines = ["".join(segment.text for segment in line) for line in console.render_lines(compact, pad=False)]
    assert len(lines) <= 12
    text = " ".join(" ".join(lines).split())
    for part in ("A person of… v Ines", "foul: the front is stronger", "Mei: dragon", "Noor: surrenders", "chips: A person"):
        assert part in text
    for won in settled.chips:
        assert f"{won:+d}" in text


@pytest.mark.game(POOL, ["random"] * 3, seed=1)
async def test_a_pool_is_shown(app, pilot):
    app._fill(cp.best_royalties(app.game.position.hand, POOL))
    await pilot.press("enter", "y")
    await pilot.pause()
    assert "front, 4 in the pool:" in words(app)
    assert_fits(app)


@pytest.mark.game(FREEZEOUT, ["random"] * 2, seed=1)
async def test_a_freezeout_shows_the_level_and_ends(app, pilot):
    assert "level 1: 20 chips per point Player 50" in words(app)
    while not app.game.is_over:
        await pilot.press("s", "enter", "enter")
        await pilot.pause()
    assert_fits(app)
    assert "The game is over: q quits." in words(app)
    assert "next deal" not in footer(app)
    deals = app.game.deals
    await pilot.press("enter")
    assert app.game.deals == deals


@both_sizes
@pytest.mark.game("pagat", seed=1)
async def test_help(app, pilot, size):
    for close in ("escape", "question_mark"):
        await pilot.press("question_mark")
        await pilot.pause()
        assert_fits(app)
        for key in ("left, right", "f, m, b", "discard", "Enter", "surrender", "best placements", "details", "Page Up",
                    "Ctrl-C"):  # fmt: skip
            assert key in seen(app)
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


@both_sizes
def test_suits_have_four_colours_wherever_cards_are_shown(drive, size):
    def colours(app):
        picture = app.export_screenshot()
        fills = dict(re.findall(r"\.(terminal-\d+-r\d+) { fill: (#\w+)", picture))
        colours_by_suit = {}
        for style, text in re.findall(r'<text class="(terminal-\d+-r\d+)"[^>]*>([^<]*)</text>', picture):
            for suit in re.findall(r"[2-9TJQKA]([cdhs♣♦♥♠])", text.replace("&#160;", " ")):
                colours_by_suit.setdefault(suit.translate(LETTERS), set()).add(fills[style])
        return colours_by_suit

    async def keys(app, pilot):
        for theme in ("textual-dark", "cards-light"):
            app.theme = theme
            await pilot.press("s")
            await pilot.pause()
            hand = colours(app)  # drawn cards, and letters in the suggestion
            assert sorted(hand) == sorted("cdhs")
            assert all(len(used) == 1 for used in hand.values())
            assert len(set.union(*hand.values())) == 4
            await pilot.press("a")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert colours(app) == hand

    drive(cp.app.play.Game("pagat", ["royalties"], seed=1), keys, size=size)


@pytest.mark.parametrize("theme", ["textual-dark", "cards-light"])
@pytest.mark.game("pagat", ["royalties", "expert"], seed=1)
async def test_wins_and_losses_have_signs_and_colours(app, pilot, theme):
    app.theme = theme
    await pilot.press("s", "enter")
    await pilot.pause()
    picture = app.export_screenshot()
    fills = dict(re.findall(r"\.(terminal-\d+-r\d+) { fill: (#\w+)", picture))
    colours = {"+": set(), "-": set()}
    for style, sign in re.findall(r'<text class="(terminal-\d+-r\d+)"[^>]*>([+-])[1-9]\d*</text>', picture):
        colours[sign].add(fills[style])
    assert len(colours["+"]) == len(colours["-"]) == 1
    assert colours["+"] != colours["-"]


@pytest.fixture
def no_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_without_colour_nothing_is_lost(no_colour, app, pilot):
    picture = app.export_screenshot()
    for red, green, blue in re.findall(r"fill: #(..)(..)(..)", picture.partition("</style>")[0]):
        assert red == green == blue or red + green + blue == "c5c8c6"  # the title of the window
    assert sorted(drawn(app)) == sorted(map(cp.format_card, app.game.position.hand))
    assert "┏━━┓" in seen(app)  # the selected card has a frame of its own
    await pilot.press("s", "enter")
    await pilot.pause()
    assert f"{app.game.totals[0]:+d}" in lines_of(app, "BoardPanel")[0]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "nonsense"])
def test_terminals_without_suit_signs_show_letters(encoding):
    app = terminal.app_of(cp.app.play.Game("pagat", ["expert"], name="Zoë 李", seed=1), encoding=encoding)

    async def keys(app, pilot):
        def shown():
            text = seen(app)
            assert not re.search(r"[^\x00-\xff]" if encoding == "latin-1" else r"[^\x00-\x7f]", text)
            return text

        assert ("Zoë ??" if encoding == "latin-1" else "Zo? ??") in shown()
        for card in app.game.position.hand:
            assert f"|{cp.format_card(card)}|" in shown().replace("#", "|")
        assert ".--." in shown()
        assert "<> select" in footer(app)
        await pilot.press("question_mark")
        assert "Keys" in shown()
        await pilot.press("escape", "s", "enter", "q")
        assert "Leave the table?" in shown()

    run_app(app, keys)


# ---- setting a hand ----
@pytest.mark.game("pagat", ["royalties"], seed=7)
async def test_setting_a_hand_card_by_card(app, pilot):
    game = app.game
    hand = sorted(game.position.hand, reverse=True)
    await pilot.press("f", "f", "f", "f")  # the front has no room for the fourth
    assert app.tray.rows["front"] == hand[:3]
    assert "The front is full." in seen(app)
    await pilot.press("u", "right", "right", "f", "left", "m")
    assert (app.tray.rows["front"], app.tray.rows["middle"]) == ([hand[0], hand[1], hand[4]], [hand[3]])
    await pilot.press("enter")
    assert "Place more cards first" in seen(app)
    await pilot.press("c")
    assert len(app.tray.left) == 13
    await pilot.press(*"bbbbbmmmmm")
    assert app.tray.placement().rows == cp.Board(hand[10:], hand[5:10], hand[:5]).rows
    await pilot.press("enter")
    assert game.deals == 1
    text = seen(app)
    assert f"{game.names[1]}  " in text
    assert "Enter next deal" in footer(app)
    await pilot.press("f", "u", "c", "d", "n", "s", "x", "t")  # the hand is over: nothing moves
    assert game.deals == 1
    assert not app.typed.display
    await pilot.press("enter")
    assert app.tray.hand == game.position.hand != cp.CardSet(hand)
    assert "deal 2" in seen(app)
    assert f"Player {game.totals[0]:+d}" in seen(app)


@pytest.mark.game("pagat", ["royalties"], name="Ann", seed=1)
async def test_a_result_shows_the_button_of_its_deal(app, pilot):
    other = app.game.names[1].split()[0]
    assert "deal 1   button: Ann" in screen(app)[0]
    await pilot.press("s", "enter")
    await pilot.pause()
    assert "deal 1   button: Ann" in screen(app)[0]
    await pilot.press("enter")
    assert f"deal 2   button: {other}" in screen(app)[0]


@pytest.mark.game("pagat", seed=1)
async def test_cards_lie_in_one_order(app, pilot):
    hand = sorted(app.game.position.hand, reverse=True)
    assert drawn(app, lines_of(app, "#hand")) == words_of(hand).split()
    await pilot.press("right", "right", "f", "left", "left", "f", "f")  # the third card is placed first
    assert drawn(app, lines_of(app, "#front")) == words_of(hand[:3]).split()
    await pilot.press("s")
    board = app.game.suggestion()
    for name, row in zip(cp.boards.ROWS, board.rows, strict=True):
        assert drawn(app, lines_of(app, f"#{name}")) == str(row).split()


@both_sizes
@pytest.mark.game(lambda: game_with(HIGH))
async def test_rows_show_their_categories(app, pilot, size):
    await pilot.press("t")
    app.typed.value = HIGH
    await pilot.press("enter")
    front, middle, back = (" ".join(lines_of(app, f"#{row}")) for row in ("front", "middle", "back"))
    assert "high card, ace king two" in front
    assert "two pair, nines and fours with three" in middle
    assert "full house, tens over fives" in back
    await pilot.press("u")  # a card of the back
    assert "full house" not in seen(app)


@pytest.mark.game(lambda: game_with(LOW_MIDDLE, rules="lowball-middle"))
async def test_a_lowball_middle_shows_its_low(app, pilot):
    await pilot.press("t")
    app.typed.value = LOW_MIDDLE
    await pilot.press("enter")
    assert "high card, seven five four three two" in " ".join(lines_of(app, "#middle"))
    assert "foul" not in seen(app)
    await pilot.press("enter")
    assert app.is_over


@pytest.mark.parametrize("answer", ["y", "enter", "#yes"])  # as for every question
@both_sizes
@pytest.mark.game(lambda: game_with(FOUL))
async def test_a_foul_is_shown_at_once_and_must_be_confirmed(app, pilot, size, answer):
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
    assert "anyway?" in seen(app)
    await pilot.press("z", "q")  # neither yes nor no
    assert "anyway?" in seen(app)
    await pilot.press("n")
    assert not app.is_over
    assert "Not placed" in seen(app)
    assert app.tray.rows["back"] == []
    await pilot.press("enter")
    await pilot.click("#no")
    assert not app.is_over
    await pilot.press("enter", "escape")
    assert not app.is_over
    await pilot.press("enter")
    await (pilot.click(answer) if answer == "#yes" else pilot.press(answer))
    assert app.is_over
    assert app.game.deals == 1
    assert app.game.totals[0] < 0
    await pilot.pause()
    assert not app.hint.display
    await pilot.press("enter")
    assert "foul" not in seen(app)
    assert not app.hint.has_class("-foul")


@pytest.mark.game(PAGAT_WITH_SURRENDER, ["balanced", "expert"], seed=2)
async def test_typing_rows_suggestion_and_analysis(app, pilot):
    board = cp.best_royalties(app.game.position.hand, "pagat")
    assert not app.typed.display
    await pilot.press("t", *"As", "enter")
    assert "expected three rows" in seen(app)
    app.typed.value = str(board)
    await pilot.press("enter")
    assert app.tray.placement().rows == board.rows
    await pilot.press("t", "escape", "c")  # back to the keys
    assert len(app.tray.left) == 13
    await pilot.press("s")
    suggestion = app.game.suggestion()
    assert f"expert would place {suggestion}." in words(app)
    assert app.tray.placement() == suggestion
    await pilot.press("x", "enter")
    assert app.game.deals == 1
    assert app.is_over


@both_sizes
@pytest.mark.game("two-four", ["random"], seed=2)
async def test_a_surrender_must_be_confirmed(app, pilot, size):
    assert "x surrender" in footer(app)
    for no in ("n", "escape"):
        await pilot.press("x")
        assert "Surrender this hand?" in seen(app)
        assert footer(app) == "y, Enter yes n, Escape no"
        await pilot.press(no)
        assert not app.is_over
    await pilot.press("x", "y")
    assert app.is_over
    assert app.game.totals[0] == -2
    assert "surrender" not in footer(app)


@pytest.mark.game(lambda: game_with(DRAGON, PAGAT_WITH_SURRENDER))
async def test_a_surrender_of_a_natural_must_be_confirmed(app, pilot):
    await pilot.press("x")
    assert "Surrender this hand?" in seen(app)
    await pilot.press("enter")
    assert app.is_over


# ---- the mouse ----
async def press_in_footer(app, pilot, words):
    """Click the words of a key in the list of keys."""
    lines = screen(app)
    number = next(number for number in reversed(range(len(lines))) if words in lines[number])
    await pilot.click(offset=(lines[number].index(words) + 1, number))


@both_sizes
@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_a_hand_is_set_with_the_mouse_alone(app, pilot, size):
    hand = sorted(app.game.position.hand, reverse=True)
    board = cp.best_royalties(app.game.position.hand, "pagat")
    for row in ("front", "middle", "back"):
        for card in getattr(board, row):
            await pilot.click(offset=place_of(app, card))
            assert app.selected == card
            region = app.query_one(f"#{row}").region
            step = 8 if size[0] == 120 else 3
            place = 2 + step * (len(app.tray.rows[row]) + (row == "front"))
            await pilot.click(offset=(region.x + place, region.y + 1))  # an empty place
    assert [tuple(cards) for cards in app.tray.rows.values()][:3] == [tuple(reversed([*row])) for row in board.rows]
    taken = max(board.front)
    await pilot.click(offset=place_of(app, taken))  # back to the hand, where it is selected
    assert (app.tray.left, app.selected) == ([taken], taken)
    await pilot.click(offset=blank_of(app, "#middle"))  # full
    assert "The middle is full." in seen(app)
    await pilot.click(offset=blank_of(app, "#front"))  # the name of a row is a target, too
    assert app.tray.placement().rows == board.rows
    await pilot.click(offset=blank_of(app, "#hand"))
    assert app.tray.placement().rows == board.rows
    await press_in_footer(app, pilot, "place")
    await pilot.click(offset=place_of(app, taken))  # the deal is over
    assert app.is_over
    assert app.tray.left == []
    await press_in_footer(app, pilot, "next deal")
    assert app.tray.left == sorted(app.game.position.hand, reverse=True) != hand
    await press_in_footer(app, pilot, "help")
    await pilot.click(offset=(0, 0) if size[0] > 80 else (1, 23))  # beside the text, or on "Escape"
    assert len(app.screen_stack) == 1


@pytest.mark.game("pagat", seed=1)
async def test_a_card_is_moved_with_two_clicks_and_an_empty_table_is_left_at_once(app, pilot):
    await pilot.press("f", "f", "m")
    card = app.tray.rows["front"][1]
    await pilot.click(offset=place_of(app, card))
    await pilot.click(offset=blank_of(app, "#back"))
    assert card in app.tray.rows["back"]
    await pilot.press("u")  # keys undo clicks, too
    assert app.selected == card
    await pilot.press("c", "ctrl+c")
    await pilot.pause()
    assert not app.is_running


# ---- naturals ----
@both_sizes
@pytest.mark.game(lambda: game_with(DRAGON))
async def test_a_natural_is_shown_and_declared(app, pilot, size):
    assert "natural: dragon, 13 points; declared if better; n decides" in seen(app)
    await pilot.press("n")
    assert "declares" in screen(app)[0]
    assert "natural: dragon, 13 points; declared\n" in seen(app)
    await pilot.press("n")
    assert "declares" not in screen(app)[0]
    assert "natural: dragon, 13 points; not declared" in seen(app)
    await pilot.press("n")
    assert "natural: dragon, 13 points; declared\n" in seen(app)  # also beside a complete board
    await pilot.press("enter")
    assert app.game.totals[0] == 13
    assert "dragon" in seen(app)


@pytest.mark.game(lambda: game_with(HIGH))
async def test_there_is_nothing_to_declare(app, pilot):
    assert "natural" not in seen(app)
    await pilot.press("n")
    assert "This hand makes no natural of pagat." in seen(app)
    assert "declares" not in screen(app)[0]


@pytest.mark.parametrize("presses", [[], ["n", "n"]])
@pytest.mark.game(lambda: game_with(DRAGON))
async def test_a_natural_is_declared_if_it_pays_more_and_nothing_else_is_said(app, pilot, presses):
    app.tray.fill(app.game.suggestion())
    await pilot.press(*presses, "enter")
    assert (app.game.totals[0] == 13) is (not presses)


@pytest.mark.game(lambda: game_with(DRAGON, rules="one-six"))
async def test_a_natural_that_scoops_says_so_and_no_surrender_is_listed_where_the_rules_have_none(app, pilot):
    assert "dragon, pays as a scoop; declared if better" in seen(app)
    assert "surrender" not in footer(app)
    await pilot.press("x")
    assert "one-six has no surrender" in seen(app)
    assert not app.is_over


@pytest.mark.game(lambda: game_with("2s 5s 9s / Kh Jh 8h 4h 3h / Ad Qd Td 6d 5d", rules=BY_ROWS))
async def test_rows_are_set_to_show_the_natural_where_they_must(app, pilot):
    assert "three flushes, 3 points; declared if better" in seen(app)
    await pilot.press("n")
    assert cp.settling.read_seat(app.tray.board().board(), BY_ROWS).natural == "three flushes"
    app.tray.fill(cp.Board.parse("3h 5s 2s / Kh Jh 8h 4h 9s / Ad Qd Td 6d 5d"))
    await pilot.press("enter")
    assert "These rows do not show the natural." in seen(app)
    await pilot.press("escape", "n", "n", "enter")
    assert app.game.totals[0] == 3


# ---- leaving, and coming back ----
@pytest.mark.parametrize(("stay", "leave"), [("n", "y"), ("escape", "enter"), ("escape", "q then ctrl+c"), ("#no", "#yes")])
@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_leaving_must_be_confirmed(app, pilot, stay, leave):
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


@both_sizes
@pytest.mark.game(lambda: cp.app.play.Drill("pagat", seed=5))
async def test_practising(app, pilot, size):
    """Points of a verdict differ from those of the analysis, which is slower."""
    await pilot.press("s", "enter")
    assert "; cost: " in seen(app)
    assert "points per hand" in seen(app)
    assert "the analysis (key a) deals them the cards that you do not have" in words(app)
    await pilot.press("enter")
    assert "hand 2" in seen(app)
    await pilot.press("q", "y")
    assert len(app.game.verdicts) == 1
