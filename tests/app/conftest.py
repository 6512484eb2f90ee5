"""Refusals in tests of the app."""

import pytest


@pytest.fixture
def refuses():
    """Return a function that asserts that a call raises an error with a message, a regular expression."""

    def check(error, message, act, *arguments, **options):
        with pytest.raises(error, match=message):
            act(*arguments, **options)

    return check
