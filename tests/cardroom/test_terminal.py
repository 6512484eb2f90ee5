"""Games in the terminal, driven key by key."""

import asyncio
import io

import pytest
from known_boards import PAGAT_WITH_SURRENDER

import cpoker_fast as cp


@pytest.fixture
def drive(clock, monkeypatch):
    """Runs an app, and a coroutine that presses its keys; its time stands still but for what the test adds."""
    terminal = pytest.importorskip("cpoker_fast.cardroom.terminal")
    monkeypatch.setattr(terminal, "monotonic", clock)

    def run(game, keys, seconds=None):
        async def session():
            app = terminal.TableApp(game, seconds)
            async with app.run_test(size=(160, 60)) as pilot:
                await keys(app, pilot)

        asyncio.run(session())

    return run


def shown(app, what):
    from rich.console import Console

    console = Console(width=160, record=True, file=io.StringIO())
    console.print(app.query_one(what).content)
    return console.export_text()


def test_setting_a_hand_card_by_card(drive):
    game = cp.cardroom.Game("pagat", ["royalties"], seed=1)
    hand = sorted(game.hand, reverse=True)

    async def keys(app, pilot):
        await pilot.press("f", "f", "f", "f")  # the front has no room for the fourth
        assert app.tray.rows["front"] == hand[:3]
        assert "The front is full." in shown(app, "#message")
        await pilot.press("u", "right", "right", "f", "left", "m")
        assert app.tray.rows["front"] == [hand[0], hand[1], hand[4]]
        assert app.tray.rows["middle"] == [hand[3]]
        await pilot.press("enter")
        assert "Place all cards first" in shown(app, "#message")
        await pilot.press("c")
        assert len(app.tray.left) == 13
        await pilot.press(*"bbbbbmmmmm")
        assert app.tray.board() == cp.Board(hand[10:], hand[5:10], hand[:5])
        await pilot.press("enter")
        assert game.deals == 1
        text = shown(app, "#message")
        assert "royalties 1" in text
        assert "Enter: the next hand." in text
        await pilot.press("f", "u", "c", "d", "s", "x")  # it is over: nothing moves
        assert game.deals == 1
        await pilot.press("enter")
        assert app.tray.hand == game.hand != cp.CardSet(hand)
        assert "deal 2" in shown(app, "#status")
        assert f"You {game.totals[0]:+d}" in shown(app, "#status")

    drive(game, keys)


def test_typing_rows_suggestion_and_analysis(drive):
    game = cp.cardroom.Game(PAGAT_WITH_SURRENDER, ["balanced", "expert"], seed=2)
    board = cp.best_royalties(game.hand, "pagat")

    async def keys(app, pilot):
        await pilot.press("t", *"As", "enter")
        assert "expected three rows" in shown(app, "#message")
        app.query_one("#typed").value = str(board)
        await pilot.press("enter")
        assert app.tray.board() == board
        await pilot.press("d")
        assert "declares" in shown(app, "#status")
        await pilot.press("t", "escape", "c")  # back to the keys
        assert len(app.tray.left) == 13
        await pilot.press("s")
        found = game.suggestion()
        assert f"({found.points:+.3f} points on average)" in shown(app, "#message")
        if found.board is not None:
            assert app.tray.board() == found.board
        await pilot.press("a")
        assert "behind" in shown(app, "#message")
        await pilot.press("x")
        assert game.deals == 1
        assert app.is_over

    drive(game, keys)


def test_no_surrender_where_the_rules_have_none(drive):
    async def keys(app, pilot):
        await pilot.press("x")
        assert "one-six has no surrender" in shown(app, "#message")
        assert not app.is_over

    drive(cp.cardroom.Game("one-six", seed=1), keys)


def test_the_clock_sets_the_hand(drive, clock):
    game = cp.cardroom.Game("pagat", ["random"], seed=4)

    async def keys(app, pilot):
        assert "30 s left" in shown(app, "#status")
        clock.now += 29
        app._tick()
        assert "1 s left" in shown(app, "#status")
        assert not app.is_over
        clock.now += 1
        async with asyncio.timeout(600):
            while not app.is_over:  # until the timer of the app looks at the clock
                await pilot.pause(0.01)
        assert "Time is up" in shown(app, "#message")
        assert game.deals == 1
        clock.now += 60
        app._tick()
        assert game.deals == 1
        await pilot.press("enter")
        assert "30 s left" in shown(app, "#status")

    drive(game, keys, seconds=30)


def test_the_clock_rests_once_the_app_is_left(drive):
    left = []

    async def keys(app, pilot):
        await pilot.press("q")
        left.append(app)

    drive(cp.cardroom.Game("pagat", ["random"], seed=4), keys, seconds=30)
    left[0]._tick()  # the last of the timer


def test_practising(drive):
    drill = cp.cardroom.Drill("pagat", seed=5)

    async def keys(app, pilot):
        await pilot.press("s")
        if app.tray.board() is None:
            await pilot.press(*"bbbbbmmmmm")
        await pilot.press("enter")
        assert "it cost" in shown(app, "#message")
        assert "points per hand" in shown(app, "#status")
        await pilot.press("enter")
        assert "hand 2" in shown(app, "#status")
        await pilot.press("q")

    drive(drill, keys)
    assert len(drill.verdicts) == 1
