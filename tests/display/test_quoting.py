"""Values quoted in messages: short ones in full, long ones shortened, always in one line."""

import collections
import re

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast.display.quoting import quote, shorten


class Boastful:
    def __repr__(self):
        return "much\n" * 1000


class Silent:
    def __repr__(self):
        raise ZeroDivisionError

    __str__ = __repr__


Liar = type("list", (), {"__len__": lambda self: -1})  # a class with the name of list


@pytest.mark.parametrize(
    "value",
    [
        None, 5, -1.5, "text", "", b"bytes", "two\nlines", (1, 2), [1, [2, [3]]], {"b": 1, "a": [2]}, {3}, (),
        frozenset("x"), [0] * 20, 10**20, cp.CardSet("As Kd"), cp.rulebook.Pattern.DRAGON, ...,
    collections.deque([1]), {}, set(),
    ],
)  # fmt: skip
def test_short_values_are_quoted_whole(value):
    assert quote(value) == repr(value)


@pytest.mark.parametrize(("value", "quoted"), [
    ("A" * 10_000, f"'{'A' * 37}...{'A' * 38}'"),
    ([7] * 10_000, "[7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, ...]"),
    (range(10**9), "range(0, 1000000000)"),
    (dict.fromkeys(range(9000)), "{0: None, 1: None, 2: None, 3: None, 4...ne, 17: None, 18: None, 19: None, ...}"),
    ([[[[[[[[1]]]]]]]], "[[[[[[[...]]]]]]]"), ({1: {2: {3: {4: {5: {6: {7: 8}}}}}}}, "{1: {2: {3: {4: {5: {6: {...}}}}}}}"),
    (np.zeros((3, 2)), "array([[0., 0.], [0., 0.], [0., 0.]])"),
])  # fmt: skip
def test_long_values_are_shortened(value, quoted):
    assert quote(value) == quoted
    assert len(quoted) <= 80


def test_values_that_describe_themselves_badly():
    assert re.fullmatch(r"<(tests\.test_errors\.)?list object( at 0x\w+)?>", quote(Liar()))  # by version of Python
    assert quote(-(10**5000)).startswith("<int ")  # more digits than Python writes
    assert quote([10**5000]).startswith("[<int ")
    assert "\n" not in quote(Boastful())
    assert quote(Boastful()).startswith("much much ")
    assert len(quote(Boastful())) <= 80
    assert quote(Silent()).startswith("<Silent instance at 0x")
    assert (quote([Silent(), {1: Silent()}]).count("<Silent instance at 0x"), shorten(Silent())) == (2, "<Silent object>")


def test_texts_without_their_middle():
    assert (shorten("one\ntwo"), shorten("a" * 80)) == ("one two", "a" * 80)
    assert shorten("a" * 50 + "b" * 50) == f"{'a' * 38}...{'b' * 38}"
    assert shorten("a" * 50 + "b" * 50, 23) == f"{'a' * 10}...{'b' * 10}"
