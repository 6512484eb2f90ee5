"""Private compiled functions, which Python can call as well: they refuse bad arguments from any caller."""

import copy
import pickle
from functools import partial

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import Placement, _dealing, _fields, _objectives, _openface
from cpoker_fast._rules import CompiledRules
from cpoker_fast._settling import earned_by
from cpoker_fast.errors import BoardError, CardError, FieldError, RulesError
from cpoker_fast.game import PartialBoard
from cpoker_fast.rulebook.compiling import compiled, core_arguments

DECK = cp.CardSet(range(52)).mask
PAGAT = compiled(cp.rules("pagat"))
ACE = cp.CardSet("As")
TWICE = PartialBoard().with_cards(Placement.of_cards(ACE, ACE, cp.CardSet(), cp.CardSet()))  # an unchecked board
GENERATOR = np.random.default_rng(1)


def boards(n=1, cards=13):
    return np.tile(np.arange(cards, dtype=np.uint8), (n, 1))


def field(rows=1, cards=13, declared=1, opponents=1):
    return _fields.FieldCore(PAGAT, boards(rows, cards), np.full(declared, -1, np.int8), opponents, False)


def plan(**changed):
    """Return a plan of Pineapple for three with some changed numbers and streets."""
    parts = core_arguments(cp.rules("pineapple"))
    streets = changed.pop("streets", parts["streets"])
    numbers = parts["numbers"] | changed
    return _openface.Plan(CompiledRules(**parts | {"numbers": numbers, "streets": streets}))


OUT, PLAN = np.zeros((2, 5), np.uint8), plan()
STREETS = "expected 1 to 13 streets and 2 to 4 players"
STACK = "streets that place 13 cards, and a stack that fits into a deck"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: _dealing.deal_array(DECK, [255] * 4, GENERATOR, OUT), CardError, "expected 5 places, got 4"),
        (lambda: _dealing.deal_array(DECK, [255] * 54, GENERATOR, np.zeros((1, 53), np.uint8)), CardError, "53 places"),
        (lambda: _dealing.deal_array(3, [255] * 5, GENERATOR, OUT), CardError, "2 cards are left, which is too few"),
        *((partial(field, **wrong), FieldError, "boards of 13 cards, got shape|declared: expected . declarations")
          for wrong in ({"rows": 0}, {"cards": 12}, {"declared": 2})),
        *((partial(field, opponents=opponents), FieldError, f"opponents: expected an int from 1 to 3, got {opponents}")
          for opponents in (0, 4)),
        (lambda: _fields.points_of_boards(field(), boards(2), np.full(1, -1, np.int8)), FieldError,
         "a declaration for each"),
        (lambda: _fields.choose_decisions(field(), boards(2), np.zeros(1)), FieldError, "and their points"),
        *((partial(way, core), TypeError, "cannot be pickled: pickle the")
          for core in (field(), PLAN) for way in (pickle.dumps, copy.copy)),
        *((partial(plan, **wrong), RulesError, STREETS) for wrong in ({"streets": ()}, {"players": 1}, {"players": 5})),
        *((partial(plan, **wrong), RulesError, STACK) for wrong in ({"streets": ((5, 5),)}, {"stack": 16}, {"players": 4})),
        (lambda: _openface.can_be_legal(PLAN, TWICE, "2c"), BoardError,
         "expected different cards, at most three, five and five"),
        (lambda: _openface.can_be_legal(PLAN, PartialBoard("As"), "As"), BoardError, "some are on the board"),
        *((partial(_openface.DistinctWays, PLAN, 0, PartialBoard(), no_cards), CardError, None)
          for no_cards in (1 << 13 | 1 << 14 | 1 << 15 | 1 << 29 | 1 << 63, "As Ks Qs Js 9x", range(48, 53))),
        (lambda: _openface.perft(PLAN, (), 6), BoardError, "bad depth 6: expected 0 to 5"),
        (lambda: _openface.perft(PLAN, (0, 1, 2, 3), 1), CardError, "expected 5 different cards for 1 streets, got 4"),
        (lambda: earned_by(PAGAT, list(range(12)), 0, 0), BoardError, "expected 13 cards, got 12"),
        *((partial(_objectives.objective_of_staying, compiled(cp.rules("pineapple")), cards, {14: 8.0}), RulesError,
           f"bad Fantasyland: expected 13 to 17 cards, got {cards}") for cards in (12, 18, 0)),
    ],
)  # fmt: skip
def test_bad_arguments_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()
    assert not OUT.any()
