"""Refusals in tests of the app."""

import pytest


@pytest.fixture
def refuses():
    """Return a function that asserts that a call raises an error with a message, a regular expression."""

    def check(error, message, act, *arguments, **options):
        with pytest.raises(error, match=message):
            act(*arguments, **options)

    return check


@pytest.fixture
def assert_refused():
    """Return a function that asserts that a command ended with an error, whose text has some messages, and no output."""

    def check(result, *messages):
        assert (getattr(result, "returncode", None) or result.exit_code, result.stdout) == (2, "")
        assert "Traceback" not in result.stderr
        for message in messages:
            assert message in result.stderr

    return check
