"""The keys that are listed are those that can do something now."""

import pytest
from closed_games import game_with
from known_boards import DRAGON, FOUL, PAGAT_WITH_SURRENDER
from screens import footer, lines_of, run_app

import cpoker_fast as cp

pytest.importorskip("textual")
terminal = pytest.importorskip("cpoker_fast.app.play.terminal")
key_bar = pytest.importorskip("cpoker_fast.app.play.key_bar")

KEYS = [*"fmbducxtsav", "left", "right", "up", "down", "enter", "question_mark", "escape", "y", "n", "q"]
ALIASES = {"enter": "escape", "question_mark": "escape"}  # other keys that close a text, which need not be listed


def new_game(rules="pagat", opponents=("royalties",), seed=1):
    return lambda: terminal.app_of(cp.app.play.Game(rules, opponents, seed=seed))


def with_board(board, rules="pagat"):
    return lambda: terminal.app_of(game_with(board, rules))


def open_face(rules="pineapple"):
    return new_game(rules, ["careful"], seed=3)


MOMENTS = {  # an app, the keys that lead to the moment, and the keys that are listed then
    "a new hand": (new_game(), "", "left right f m b t s a question_mark q"),
    "a row is full": (new_game(), "f f f", "left right m b u c t s a question_mark q"),
    "one card left": (new_game(), "f f f m m m m m b b b b", "b u c t enter s a question_mark q"),
    "all cards are placed": (new_game(), "s", "u c t enter s a question_mark q"),
    "a natural, a surrender": (with_board(DRAGON, PAGAT_WITH_SURRENDER), "", "left right f m b n t x s a question_mark q"),
    "rows are typed": (new_game(), "t", "enter escape"),
    "an analysis": (new_game(), "a", "left right f m b t s a v question_mark q"),
    "the result of two players": (new_game(), "s enter", "enter a question_mark q"),
    "the result of four players": (new_game(opponents=["royalties"] * 3), "s enter", "enter a v question_mark q"),
    "practice": (lambda: terminal.app_of(cp.app.play.Drill("pagat", seed=1)), "s enter", "enter a question_mark q"),
    "the keys": (new_game(), "question_mark", "escape enter q"),
    "details": (new_game(opponents=["royalties"] * 3), "s enter v down", "escape enter up down q"),
    "a question": (with_board(FOUL), "b m m m m b b b b f f f enter", "y enter n escape"),
    "a street without discards": (open_face(), "", "left right f m b t s a question_mark q"),
    "a street with discards": (open_face(), "s enter", "left right f m b d t s a question_mark q"),
    "enough cards are placed": (open_face(), "s enter m f", "d u c t enter s a question_mark q"),
    "a settled deal": (open_face("turbo"), "s enter s enter s enter", "enter a question_mark q"),
}


def state(app):
    """Return what keys change, except messages."""
    game = app.game
    rows = {row: list(cards) for row, cards in app.tray.rows.items()}
    scrolled = [widget.scroll_y for widget in app.screen.walk_children()]
    decided = (getattr(app, "declares", None), game.deals, game.position)
    return rows, list(map(type, app.screen_stack)), app.tray.hand, app.selected, app.focused, scrolled, decided


def listed_keys(app):
    return {key for entry in app.screen.query_one(key_bar.KeyBar).entries() for key in entry.keys}


async def press(app, pilot, *keys):
    for key in keys:
        await pilot.press(key)
        await app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize(("make", "before", "expected"), MOMENTS.values(), ids=MOMENTS)
def test_other_keys_do_nothing(make, before, expected):
    async def keys(app, pilot):
        await press(app, pilot, *before.split())
        listed = listed_keys(app)
        assert listed == set(expected.split())
        first = state(app)
        for key in KEYS:
            if key not in listed and ALIASES.get(key) not in listed:
                await press(app, pilot, key)
                assert state(app) == first, key

    run_app(make(), keys)


@pytest.mark.parametrize("moment", [
    "a new hand", "a natural, a surrender", "rows are typed", "the result of four players", "details",
    "a street with discards",
])  # fmt: skip
def test_listed_keys_do_something(moment):
    """One app presses many keys: all that its screen still lists."""
    make, before, expected = MOMENTS[moment]
    waiting = expected.split()

    async def keys(app, pilot):
        await press(app, pilot, *before.split())
        assert waiting[0] in listed_keys(app)
        screen = app.screen
        while (
            app.is_running and app.screen is screen and (key := next(filter(listed_keys(app).__contains__, waiting), None))
        ):
            first, message = state(app), app.messages.versions
            await press(app, pilot, key)
            assert not app.is_running or state(app) != first or app.messages.versions is not message, key
            waiting.remove(key)

    while waiting:
        run_app(make(), keys)


@pytest.mark.game(lambda: game_with(DRAGON))
async def test_the_footer_shows_what_a_key_does_now(app, pilot):
    assert "n declare " in footer(app)
    await press(app, pilot, "n")
    assert "n do not declare " in footer(app)
    assert len(lines_of(app, "KeyBar")) == 2
    await press(app, pilot, "enter")
    assert lines_of(app, "KeyBar") == [" Enter next deal  a analysis  ? help  q quit"]


@pytest.mark.game(lambda: game_with(DRAGON, PAGAT_WITH_SURRENDER))
async def test_all_keys_fit_into_the_footer(app, pilot):
    app.tray.place(app.tray.left[0], "front")
    app._record_placed()
    await press(app, pilot, "a")
    first = "←→ select f front m middle b back n declare u undo c clear t type "
    assert footer(app) == f"{first}x surrender s suggest a analysis v details ? help q quit"
    assert all(len(line) < 80 for line in lines_of(app, "KeyBar"))
