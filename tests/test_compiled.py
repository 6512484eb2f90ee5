"""Private compiled functions, which Python can call as well: they refuse bad arguments from any caller."""

import copy
import pickle

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import Placement, _dealing, _fields, _objectives, _openface, errors
from cpoker_fast._rules import CompiledRules
from cpoker_fast._settling import earned_by
from cpoker_fast.game import PartialBoard
from cpoker_fast.rulebook.compiling import compiled, parts_of

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
    parts = parts_of(cp.rules("pineapple"))
    streets = changed.pop("streets", parts["streets"])
    numbers = parts["numbers"] | changed
    return _openface.Plan(CompiledRules(**parts | {"numbers": numbers, "streets": streets}))


def test_dealing():
    out = np.zeros((2, 5), np.uint8)
    with pytest.raises(cp.errors.CardError, match="expected 5 places, got 4"):
        _dealing.deal_array(DECK, [255] * 4, GENERATOR, out)
    with pytest.raises(cp.errors.CardError, match="53 places"):
        _dealing.deal_array(DECK, [255] * 54, GENERATOR, np.zeros((1, 53), np.uint8))
    with pytest.raises(cp.errors.CardError, match="2 cards are left, which is too few"):
        _dealing.deal_array(3, [255] * 5, GENERATOR, out)
    assert not out.any()


def test_fields():
    for wrong in ({"rows": 0}, {"cards": 12}, {"declared": 2}):
        with pytest.raises(errors.FieldError, match="boards of 13 cards, got shape|declared: expected . declarations"):
            field(**wrong)
    for opponents in (0, 4):
        with pytest.raises(errors.FieldError, match=f"opponents: expected an int from 1 to 3, got {opponents}"):
            field(opponents=opponents)
    with pytest.raises(errors.FieldError, match="a declaration for each"):
        _fields.points_of_boards(field(), boards(2), np.full(1, -1, np.int8))
    with pytest.raises(errors.FieldError, match="and their points"):
        _fields.choose_decisions(field(), boards(2), np.zeros(1))


@pytest.mark.parametrize("core", [field(), plan()])
def test_cores_are_not_copied(core):
    for way in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="cannot be pickled: pickle the"):
            way(core)


def test_plans():
    for wrong in ({"streets": ()}, {"players": 1}, {"players": 5}):
        with pytest.raises(cp.errors.RulesError, match="expected 1 to 13 streets and 2 to 4 players"):
            plan(**wrong)
    for wrong in ({"streets": ((5, 5),)}, {"stack": 16}, {"players": 4}):
        with pytest.raises(cp.errors.RulesError, match="streets that place 13 cards, and a stack that fits into a deck"):
            plan(**wrong)


def test_positions():
    with pytest.raises(cp.errors.BoardError, match="expected different cards, at most three, five and five"):
        _openface.can_be_legal(plan(), TWICE, "2c")
    with pytest.raises(cp.errors.BoardError, match="some are on the board"):
        _openface.can_be_legal(plan(), PartialBoard("As"), "As")
    for no_cards in (1 << 13 | 1 << 14 | 1 << 15 | 1 << 29 | 1 << 63, "As Ks Qs Js 9x", range(48, 53)):
        with pytest.raises(cp.errors.CardError):
            _openface.DistinctWays(plan(), 0, PartialBoard(), no_cards)
    with pytest.raises(cp.errors.BoardError, match="bad depth 6: expected 0 to 5"):
        _openface.perft(plan(), (), 6)
    with pytest.raises(cp.errors.CardError, match="expected 5 different cards for 1 streets, got 4"):
        _openface.perft(plan(), (0, 1, 2, 3), 1)
    with pytest.raises(cp.errors.BoardError, match="expected 13 cards, got 12"):
        earned_by(PAGAT, list(range(12)), 0, 0)


def test_fantasylands():
    for cards in (12, 18, 0):
        with pytest.raises(cp.errors.RulesError, match=f"bad Fantasyland: expected 13 to 17 cards, got {cards}"):
            _objectives.objective_of_staying(compiled(cp.rules("pineapple")), cards, {14: 8.0})
