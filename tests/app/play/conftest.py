"""Games in the terminal. A test that is a coroutine runs in `app`, the app of the game in its mark `game`."""

import inspect

import pytest
from screens import SMALL, run_app

import cpoker_fast as cp


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "game(*arguments, seconds=None, **options): of Game, or a function that returns a game"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine, with the pilot of its app; a parameter `size` is that of the terminal."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    run_app(arguments["app"], lambda _, pilot: pyfuncitem.obj(**arguments | {"pilot": pilot}), arguments.get("size", SMALL))
    return True


@pytest.fixture
def new_app(clock, monkeypatch):
    """Return a function that makes the app of a game, whose clock only the test advances."""
    terminal = pytest.importorskip("cpoker_fast.app.play.terminal")
    monkeypatch.setattr(pytest.importorskip("cpoker_fast.app.play.terminal_app"), "monotonic", clock)
    return terminal.app_of


@pytest.fixture
def app(request, new_app):
    mark = request.node.get_closest_marker("game")
    (first, *others), options = mark.args, dict(mark.kwargs)
    seconds = options.pop("seconds", None)
    if callable(first):
        return new_app(first(*(request.node.callspec.params[name] for name in inspect.signature(first).parameters)), seconds)
    return new_app(cp.app.play.Game(first, *others, **options), seconds)


@pytest.fixture
def pilot():
    """Stand for the pilot, which exists while the app runs."""


@pytest.fixture
def drive(new_app):
    """Return a function that runs a game and a coroutine that presses its keys."""

    def run(game, keys, seconds=None, size=SMALL, session=None):
        return run_app(new_app(game, seconds, session), keys, size)

    return run


@pytest.fixture
def path(tmp_path):
    """Return the path of a session."""
    return tmp_path / "evening.json"
