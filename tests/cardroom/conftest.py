"""What tests of the card room share."""

import pytest
from screens import SMALL, run_app


@pytest.fixture
def drive(clock, monkeypatch):
    """Runs an app, and a coroutine that presses its keys; its time stands still but for what the test adds."""
    terminal = pytest.importorskip("cpoker_fast.cardroom.terminal")
    terminal_app = pytest.importorskip("cpoker_fast.cardroom.terminal_app")
    monkeypatch.setattr(terminal_app, "monotonic", clock)

    def run(game, keys, seconds=None, size=SMALL, session=None):
        return run_app(terminal.TableApp(game, seconds, session), keys, size)

    return run
