"""Fixtures of the card room's tests."""

import pytest
from screens import SMALL, run_app


@pytest.fixture
def drive(clock, monkeypatch):
    """Return a function that runs a game and a coroutine that presses its keys; only the test advances the clock."""
    terminal = pytest.importorskip("cpoker_fast.app.play.terminal")
    terminal_app = pytest.importorskip("cpoker_fast.app.play.terminal_app")
    monkeypatch.setattr(terminal_app, "monotonic", clock)

    def run(game, keys, seconds=None, size=SMALL, session=None):
        return run_app(terminal.app_of(game, seconds, session), keys, size)

    return run
