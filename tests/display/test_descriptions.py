"""Descriptions of members of enums."""

import inspect
from enum import Enum, StrEnum

import pytest

import cpoker_fast as cp
from cpoker_fast import rulebook
from cpoker_fast.rulebook.option_words import description_of


class Suit(Enum):
    """A class with a docstring, members with and without descriptions, and a method."""

    CLUBS = 1
    """Black,
    with three leaves."""
    HEARTS = 2
    SPADES = 3
    "Black."

    def name_of(self):
        """Not a description of a member."""


def test_texts_below_members():
    assert [description_of(suit) for suit in Suit] == ["Black, with three leaves.", "", "Black."]


@pytest.mark.parametrize("enum", [
    cp.rulebook.Pattern,
    *(kind for kind in vars(rulebook).values() if isinstance(kind, type) and issubclass(kind, StrEnum)),
])  # fmt: skip
def test_every_value_of_an_option_has_a_description(enum):
    for member in enum:
        assert description_of(member).endswith("."), member


def test_without_source(monkeypatch):
    class Colour(Enum):
        RED = 1
        """A colour."""

    def fail(_):
        raise OSError("source code not available")

    monkeypatch.setattr(inspect, "getsource", fail)
    assert description_of(Colour.RED) == ""
