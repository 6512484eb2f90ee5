"""What all terminal apps share: notes about keys without an effect, dialogs, and keys from before the first drawing."""

import pytest
from closed_games import game_with
from known_boards import HIGH
from screens import both_sizes, footer, seen, words

import cpoker_fast as cp

pytest.importorskip("textual")


@pytest.mark.parametrize(("refused", "message", "next_key"), [
    (["f"] * 4, "The front is full.", "m"), (["f"] * 4, "The front is full.", "u"), (["f"] * 4, "The front is full.", "c"),
    (["enter"], "Place more cards first", "right"), (["x"], "one-six has no surrender", "f"),
    (["n"], "This hand makes no natural", "b"), (["d"], "No card is discarded", "b"),
    (["t", "A", "s", "enter"], "expected three rows", "escape"),
])  # fmt: skip
@pytest.mark.game(lambda: game_with(HIGH, rules="one-six"))
async def test_a_refusal_is_shown_until_the_next_action(app, pilot, refused, message, next_key):
    assert "Select a card" in seen(app)
    await pilot.press(*refused)
    assert message in seen(app)
    assert "Select a card" not in seen(app)
    await pilot.press(next_key)
    await pilot.pause()
    assert message not in seen(app)
    assert "Select a card" in seen(app)  # the text before the refusal


@pytest.mark.game(lambda: game_with(HIGH))
async def test_a_wrong_card_is_named_with_what_is_expected(app, pilot):
    await pilot.press("t")
    for typed, message in (
        (HIGH.replace("Kd", "Kx"), "front: bad card 'Kx' at character 4: expected a rank (2 to 9, T or 10, J, Q, K, A)"),
        (HIGH.replace("Kd", "Qd"), f"card Qd is not in the hand: {cp.Board.parse(HIGH).hand}"),
        (HIGH.replace("Kd ", ""), "expected 13 of 13 cards to be placed, got 12"),
    ):
        app.typed.value = typed
        await pilot.press("enter")
        assert message in words(app)


@pytest.mark.game("pagat", seed=1)
async def test_only_ctrl_c_acts_before_the_first_drawing(app, pilot):
    app.keys.is_drawn = False
    await pilot.press("f", "s", "q")
    assert len(app.tray.left) == 13
    app.keys.is_drawn = True
    await pilot.press("f")
    assert len(app.tray.left) == 12
    await pilot.press("c")
    app.keys.is_drawn = False
    await pilot.press("ctrl+c")
    await pilot.pause()
    assert not app.is_running


@both_sizes
@pytest.mark.game("pagat", seed=1)
async def test_dialogs_hide_the_keys_of_the_table(app, pilot, size):
    await pilot.press("f")
    assert "←→ select" in footer(app)
    for opened in (["q"], ["question_mark"], ["question_mark", "q"]):
        await pilot.press(*opened)
        await pilot.pause()
        assert "←→ select" not in seen(app)
        assert footer(app) == ("Escape back q quit" if opened == ["question_mark"] else "y, Enter yes n, Escape no")
        await pilot.press(*["escape"] * len(opened))
        await pilot.pause()
        assert "←→ select" in footer(app)
    await pilot.press("question_mark", "q", "n")
    await pilot.pause()
    assert footer(app) == "Escape back q quit"  # of the help, again
