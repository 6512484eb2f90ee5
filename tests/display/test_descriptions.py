"""Descriptions of options and of their values, which a file has, so that Python without docstrings shows them, too."""

import json
from enum import Enum, StrEnum

import pytest

import cpoker_fast as cp
from cpoker_fast import rulebook
from cpoker_fast.rulebook.descriptions import DESCRIPTIONS
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


def test_the_file_has_the_docstrings():
    write_schema = pytest.importorskip("write_schema", exc_type=ImportError)  # requires click
    assert write_schema.texts_of_members(Suit) == {"CLUBS": "Black, with three leaves.", "SPADES": "Black."}
    assert json.loads(DESCRIPTIONS.read_text(encoding="utf-8")) == write_schema.descriptions()


@pytest.mark.parametrize("enum", [
    cp.rulebook.Pattern,
    *(kind for kind in vars(rulebook).values() if isinstance(kind, type) and issubclass(kind, StrEnum)),
])  # fmt: skip
def test_every_value_of_an_option_has_a_description(enum):
    for member in enum:
        assert description_of(member).endswith("."), member


def test_another_class_has_no_descriptions():
    assert description_of(Suit.CLUBS) == ""
