"""Options and fixtures of several test modules."""

import signal
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from cpoker_fast import _core
from cpoker_fast.ranking import cpu_features

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Skip a test that starts a thread or a program in Pyodide, which has none."""
    try:
        return (yield)
    except Exception as error:
        cause = error
        while sys.platform == "emscripten" and cause is not None:
            if str(cause).endswith(
                ("can't start new thread", "emscripten does not support processes.", "'_multiprocessing'")
            ):
                pytest.skip(str(cause))
            cause = cause.__cause__ or cause.__context__
        raise


@pytest.fixture(scope="session", autouse=True)
def empty_cache(tmp_path_factory):
    """Set an empty cache folder, so that tests do not read the user's cached fields."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CPOKER_FAST_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def ctrl_c():
    """Let SIGINT end programs also if the tests run in the background, where shells ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(params=cpu_features().supported)
def kernel(request):
    """Use each ranking kernel that this machine can run, and return its name."""
    before = cpu_features().active
    _core.use_cpu_level(request.param)
    yield request.param
    _core.use_cpu_level(before)


@pytest.fixture
def kernels():
    """Return a function that uses each kernel in a loop, so that a test computes its expected result once."""
    before = cpu_features().active

    def in_use():
        for level in cpu_features().supported:
            _core.use_cpu_level(level)
            yield level

    yield in_use
    _core.use_cpu_level(before)


@pytest.fixture
def rng(request):
    """Return a random generator whose seed depends on the test only."""
    return np.random.default_rng([20261121, zlib.crc32(request.node.name.encode())])


@pytest.fixture
def deal(rng):
    """Return a function that deals rows or hands of different cards: deal(n, k) -> uint8[n, k]."""

    def deal_rows(n, size):
        return rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)[:, :size].copy()

    return deal_rows


@pytest.fixture
def plt():
    """Return pyplot without windows and figures; close its figures at the end."""
    pytest.importorskip("matplotlib").use("agg")
    from matplotlib import pyplot

    pyplot.close("all")  # those of tests without this fixture
    yield pyplot
    pyplot.close("all")


class Clock:
    """Clock that a test advances, in place of `perf_counter` or `monotonic`."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def full_disk(monkeypatch):
    """Let `cpoker_fast.system.files.write_file` fail as on a full disk."""
    real = Path.open

    def open_on_full_disk(path, mode="r", *arguments, **options):
        stream = real(path, mode, *arguments, **options)
        if mode != "xb":
            return stream
        stream.close()
        return real(Path("/dev/full"), "wb")

    monkeypatch.setattr(Path, "open", open_on_full_disk)
