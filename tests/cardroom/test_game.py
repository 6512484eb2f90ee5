"""Games of a person: what is settled and judged, and the terminal, driven key by key."""

import asyncio
import io

import pytest
from known_boards import HIGH, PAGAT_WITH_SURRENDER

import cpoker_fast as cp

FIRST = cp.Board.parse(HIGH)


# ---- setting by moving cards ----


def test_a_tray():
    tray = cp.cardroom.Tray(FIRST.hand)
    assert tray.left == sorted(FIRST.hand, reverse=True)
    for row, cards in zip(("front", "middle"), FIRST.rows[:2], strict=True):
        for card in cards:
            assert tray.board() is None
            assert tray.place(card, row)
    assert tray.board() == FIRST  # the rest can only go to the back
    assert not tray.place(next(iter(FIRST.back)), "front")
    card = next(iter(FIRST.front))
    tray.take(card)
    assert card in tray.left
    assert tray.board() is None
    assert tray.place(card, "back")
    assert tray.place(card, "front")  # from one row to another
    assert tray.board() == FIRST
    tray.clear()
    assert len(tray.left) == 13
    tray.fill(FIRST)
    assert tray.board() == FIRST
    with pytest.raises(cp.BoardError, match="expected the cards"):
        tray.fill(cp.Board.parse("Ac Ad As / Kc Kd Kh Ks 2c / Qs Qh Qd Qc 2d"))


# ---- games ----


def test_a_game_is_settled_like_any_table():
    game = cp.cardroom.Game("pagat", ["expert", "royalties"], name="Ann", seed=1)
    assert game.names == ("Ann", "expert 1", "royalties 2")
    totals, buttons = [0, 0, 0], []
    for _ in range(6):
        hands = game._hands
        assert game.hand == hands[0]
        buttons.append(game.button)
        board = cp.best_royalties(game.hand, "pagat")
        settled = game.settle(board)
        assert settled.seats[0].board == board
        assert settled.seats[2].board == cp.best_royalties(hands[2], "pagat")
        expert = cp.arrange(hands[1], "pagat", opponents=2, has_button=(1 - buttons[-1]) % 3 == 0)
        assert settled.seats[1].board == expert.board
        assert settled.button == buttons[-1]
        totals = [total + points for total, points in zip(totals, settled.points, strict=True)]
        game.deal()
    assert game.totals == totals
    assert game.deals == 6
    assert buttons == [0, 1, 2, 0, 1, 2]


def test_a_pool_carries_over():
    rules = cp.Rules(pairings="pool", pool_ties="carry over", scoop_bonus=3)
    game = cp.cardroom.Game(rules, [lambda hand, *_: cp.best_royalties(hand, rules)], seed=1)
    paid = 0
    for _ in range(200):
        settled = game.settle(cp.best_royalties(game.hand, rules))
        paid += sum(settled.points)
        game.deal()
    assert paid + sum(game._carried) == 0


def test_declaring_surrendering_and_suggestions():
    game = cp.cardroom.Game(PAGAT_WITH_SURRENDER, seed=2)
    assert game.suggestion() == cp.arrange(game.hand, PAGAT_WITH_SURRENDER, opponents=1, has_button=True)
    assert game.settle(None).points[0] <= 0
    dragon = "2s 3h 4s / 5c 6h 7s 8h 9c / Td Jh Qh Kc Ac"
    game.hand = cp.Board.parse(dragon).hand
    game._hands = (game.hand, cp.CardSet("2c 2d 3c 3d 4c 4d 5d 5h 6c 6d 7c 7d 8c"))
    assert game.settle(cp.Board.parse(dragon), declare=True).seats[0].natural == "dragon"
    with pytest.raises(cp.BoardError, match="expected the cards"):
        game.settle(FIRST)
    with pytest.raises(cp.RulesError, match="surrender"):
        cp.cardroom.Game("one-six").settle(None)


def test_a_bot_that_fails_is_named():
    def clumsy(hand, rules, seat, rng):
        raise RuntimeError("oh")

    game = cp.cardroom.Game("pagat", [clumsy], seed=1)
    with pytest.raises(cp.BotError, match="bot 'clumsy 1' raised RuntimeError: oh"):
        game.settle(cp.best_royalties(game.hand, "pagat"))
    assert game.deals == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"rules": "x"}, cp.RulesError),
        ({"opponents": []}, cp.TableError),
        ({"opponents": ["expert"] * 4}, cp.TableError),
        ({"opponents": "expert"}, cp.TableError),
        ({"opponents": ["x"]}, cp.BotError),
        ({"name": ""}, cp.TableError),
        ({"seed": -1}, cp.SeedError),
    ],
)
def test_what_makes_no_game(arguments, error):
    with pytest.raises(error):
        cp.cardroom.Game(**{"rules": "pagat"} | arguments)


def test_practice():
    drill = cp.cardroom.Drill("one-six", 2, seed=3)
    field = cp.Field.equilibrium("one-six")
    for _ in range(5):
        best = cp.arrange(drill.hand, "one-six", opponents=2)
        assert drill.judge(best.board, declare=bool(best.declare)).cost == pytest.approx(0, abs=1e-9)
        worse = cp.undominated(drill.hand, "one-six")[0]
        verdict = drill.judge(worse)
        assert verdict.points == field.points([worse], declare=False, opponents=2)[0]
        assert verdict.best == best
        assert verdict.cost == pytest.approx(best.points - verdict.points)
        drill.deal()
    assert len(drill.verdicts) == 10
    with pytest.raises(cp.BoardError):
        drill.judge(FIRST)
    with pytest.raises(cp.FieldError, match="opponents"):
        cp.cardroom.Drill("pagat", 4).suggestion()


# ---- the terminal ----


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
