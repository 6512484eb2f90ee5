"""Kinds of rows in few lines."""

import pytest

from cpoker_fast.rulebook.option_words import in_runs


@pytest.mark.parametrize(("pairs", "lines"), [
    ({"pair Q": 1, "pair K": 2, "pair A": 3}, {"pair Q to A": "1 to 3"}),
    ({"pair Q": 14, "pair K": 14, "pair A": 14, "three of a kind": 14}, {"pair Q to A": "14", "three of a kind": "14"}),
    ({"pair Q": 1, "pair A": 2}, {"pair Q": "1", "pair A": "2"}),
    ({"pair Q": 1, "pair K": 3, "pair A": 5}, {"pair Q": "1", "pair K": "3", "pair A": "5"}),
    ({"7-5-4-3-2": 8, "high card 7": 1000}, {"7-5-4-3-2": "8", "high card 7": "1,000"}),
    ({}, {}),
])  # fmt: skip
def test_consecutive_ranks_share_a_line(pairs, lines):
    assert in_runs(pairs) == lines
