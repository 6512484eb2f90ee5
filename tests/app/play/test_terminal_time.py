"""Games in the terminal: the clock, analyses in the background, and events at the same moment."""

import threading

import pytest
from closed_games import game_with
from known_boards import DRAGON, FOUL
from screens import assert_fits, both_sizes, footer, seen, until, words

import cpoker_fast as cp

pytest.importorskip("textual")
terminal = pytest.importorskip("cpoker_fast.app.play.terminal")
terminal_app = pytest.importorskip("cpoker_fast.app.play.terminal_app")


HOME_RUNS = cp.Rules(name="ours", pairings="single winner", home_run_bonus=3, scoop_bonus=3)


# ---- time ----
@pytest.mark.game("pagat", ["random"], seed=4, seconds=30)
async def test_the_clock_sets_the_hand(app, pilot, clock):
    assert "30 s left" in seen(app)
    clock.now += 29
    app._tick()
    await pilot.pause()
    assert "1 s left" in seen(app)
    assert not app.is_over
    clock.now += 1
    await until(pilot, lambda: app.is_over)  # until the app's timer reads the clock
    await pilot.pause()
    assert "Time is up" in seen(app)
    assert (app.game.deals, app.game.seconds) == (1, 30)
    clock.now += 60
    app._tick()
    assert app.game.deals == 1
    await pilot.press("enter")
    assert "30 s left" in seen(app)


@pytest.mark.parametrize("where", [["t", "A"], ["question_mark"], ["f", "q"], ["enter"]])
@pytest.mark.game(lambda: game_with(FOUL), seconds=30)
async def test_time_that_runs_out_closes_dialogs(app, pilot, clock, where):
    if where == ["enter"]:
        app.tray.fill(cp.Board.parse(FOUL))
    await pilot.press(*where)
    clock.now += 31
    await until(pilot, lambda: app.is_over)
    await pilot.pause()
    assert len(app.screen_stack) == 1
    assert app.focused is None
    assert not app.typed.display
    assert "Time is up" in seen(app)
    assert app.game.deals == 1
    await pilot.press("enter")  # pressed for the hand that the time-out has just set
    assert app.is_over
    clock.now += 1
    await pilot.press("enter", "f")
    assert len(app.tray.rows["front"]) == 1


@pytest.mark.game(lambda: game_with(DRAGON), seconds=30)
async def test_time_that_runs_out_declares_the_natural(app, pilot, clock):
    clock.now += 31
    await until(pilot, lambda: app.is_over)
    assert app.game.totals[0] == 13


@pytest.mark.game("pagat", ["random"], seed=4, seconds=30)
async def test_time_is_counted_and_the_clock_stops_once_the_app_is_left(app, pilot, clock):
    clock.now += 7
    await pilot.press("q")
    assert app.game.seconds == 7
    app._tick()  # the last of the timer


# ---- analysis ----
@both_sizes
@pytest.mark.game("pagat", ["expert"], seed=1)
async def test_an_analysis_fits_the_screen(app, pilot, size):
    worst = cp.undominated(app.game.position.hand, "pagat")[-1]
    app._fill(worst)
    await pilot.press("a")
    await app.workers.wait_for_complete()
    await pilot.pause()
    best = app.game.analysis(worst, deals=500, seed=0).candidates[0]
    assert_fits(app)
    numbers = f"{best.points.mean:+.3f} {best.points.margin:.3f}"
    assert f"{best.board} {numbers}" in words(app)
    assert str(worst) in words(app)
    more = len(app.game.analysis(worst, deals=500, seed=0).candidates) - (words(app).count(" / ") // 2)
    assert f"and {more} more" in words(app)
    await pilot.press("v")
    await pilot.pause()
    text = words(app)
    for part in (f"{best.board} {numbers}", "pagat, 1 opponent, 500 deals", "No room at this width for: "):
        assert part in text


@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_the_result_stays_below_an_analysis(app, pilot):
    await pilot.press("s", "enter", "a")
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert "behind" in seen(app)
    await pilot.press("v", "end")
    assert f"Player v {app.game.names[1]}" in seen(app)


@pytest.mark.game(HOME_RUNS, ["random"], seed=1)
async def test_rules_without_an_equilibrium_give_no_advice(app, pilot):
    await pilot.press("s")
    await pilot.pause()
    assert "does not support home runs" in seen(app)
    assert "suggest" not in footer(app)
    assert "analysis" not in footer(app)
    await pilot.press("c", "a")
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert "does not support home runs" in seen(app)


@pytest.fixture
def slow(monkeypatch):
    """Make analyses of apps wait until the test lets them continue; return the events "asked" and "may answer"."""
    asked, may_answer, real = threading.Event(), threading.Event(), terminal.analyze

    def analyze(*arguments, **options):
        assert threading.current_thread() is not threading.main_thread()
        asked.set()
        assert may_answer.wait(120)
        return real(*arguments, **options)

    monkeypatch.setattr(terminal, "analyze", analyze)
    return asked, may_answer


@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_keys_act_while_an_analysis_is_computed(app, pilot, slow):
    await pilot.press("a")
    await until(pilot, lambda: "Computing." in seen(app))
    await pilot.press("f", "m", "a", "question_mark", "escape")
    assert len(app.tray.left) == 11
    slow[1].set()
    await until(pilot, lambda: "behind" in seen(app))


@pytest.mark.parametrize("end", [["s", "enter"], ["s", "enter", "enter"]])
@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_an_analysis_that_comes_too_late_is_dropped(app, pilot, slow, end):
    await pilot.press("a")
    await until(pilot, slow[0].is_set)
    await pilot.press(*end)
    before = seen(app)
    slow[1].set()
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert seen(app) == before


@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_an_app_is_left_while_an_analysis_is_computed(app, pilot, slow):
    await pilot.press("a")
    await until(pilot, slow[0].is_set)
    await pilot.press("q")
    slow[1].set()


# ---- two things at the same moment ----
@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_two_keys_for_one_question(app, pilot):
    await pilot.press("f", "q")
    question = app.screen
    question.answer(False)
    question.answer(True)  # the dialog is closed already
    await pilot.pause()
    assert app.is_running
    assert len(app.screen_stack) == 1
    await pilot.press("question_mark")
    help_screen = app.screen
    help_screen.action_answer()
    help_screen.action_answer()
    await pilot.pause()
    assert len(app.screen_stack) == 1


@pytest.mark.game(lambda: game_with(FOUL), seconds=30)
async def test_time_runs_out_while_a_foul_is_confirmed(app, pilot, clock):
    app.tray.fill(cp.Board.parse(FOUL))
    await pilot.press("enter")
    question, turn, placement = app.screen, app.tray, app.tray.placement()
    clock.now += 31
    app._tick()
    question.answer(True)  # a late key
    app._confirm(placement, turn, is_yes=True)  # and a late answer
    await pilot.pause()
    assert (app.game.deals, len(app.screen_stack)) == (1, 1)


@pytest.mark.game("pagat", ["royalties"], seed=1)
async def test_clicks_and_rows_that_come_too_late(app, pilot):
    from textual.widgets import Input

    old = next(iter(app.game.position.hand))
    await pilot.press("s", "enter", "enter")
    card = next(card for card in range(52) if card not in app.game.position.hand)
    app.post_message(terminal_app.CardLine.Clicked("front", card))
    await pilot.pause()
    assert len(app.tray.left) == 13
    await pilot.press("s", "enter")
    app.post_message(Input.Submitted(app.typed, "not rows"))
    app.post_message(terminal_app.CardLine.Clicked("front", old))
    await pilot.pause()
    assert "not rows" not in seen(app)
