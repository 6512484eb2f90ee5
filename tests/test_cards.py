"""Cards and sets of cards: parsing, set algebra, and their texts."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.errors import CardError

NOT_READ = "cannot read cards from 5: expected a CardSet, text or an iterable of ints"


@pytest.mark.parametrize(
    "text",
    ["As Td 2c", "as td 2c", "AS,TD,2C", "A♠ 10d 2♣", "asTd2c", " As , 10D\t2c\n", "A♤10♢2♧", "A♠\ufe0fT♦\ufe0e2♣"],
)
def test_every_way_of_writing_cards(text):
    assert list(cp.CardSet(text)) == [0, 33, 51]
    assert cp.parse_cards(text) == [51, 33, 0]


@pytest.mark.parametrize("card", range(52))
def test_card_and_text_round_trip(card):
    text, with_sign = cp.format_card(card), cp.format_card(card, symbols=True)
    assert text == "23456789TJQKA"[card // 4] + "cdhs"[card % 4]
    assert with_sign == text[0] + "♣♦♥♠"[card % 4]
    assert cp.parse_card(text) == cp.parse_card(text.lower()) == cp.parse_card(with_sign) == card
    assert cp.CardSet([card]).mask == 1 << (16 * (card % 4) + card // 4)


def test_sets_of_cards():
    """They iterate in order, print highest first, and are values."""
    hand = cp.CardSet("2c As Th 2s")
    assert list(hand) == np.array(hand).tolist() == cp.parse_cards(hand) == [0, 3, 34, 51]
    assert str(hand) == "As Th 2s 2c"
    assert repr(hand) == "CardSet('As Th 2s 2c')"
    assert repr(cp.CardSet()) == "CardSet()"
    assert hash(hand) == hash(cp.CardSet("As 2s Th 2c"))
    assert hand == cp.CardSet(hand) != "2c As Th 2s"
    assert {hand: 1}[cp.CardSet([51, 3, 34, 0])] == 1
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand
    assert ("As" in hand, 51 in hand, "3h" in hand) == (True, True, False)
    assert (len(hand), len(cp.CardSet(range(52))), bool(hand), bool(cp.CardSet())) == (4, 52, True, False)
    assert (hand.isdisjoint("3h 4h"), hand.isdisjoint([51])) == (True, False)
    with pytest.raises(AttributeError):
        hand.mask = 0


def test_set_algebra_with_text():
    a = cp.CardSet("As Kd 2c")
    assert a | "3h" == "3h" | a == cp.CardSet("As Kd 3h 2c")
    assert a & "2cKd3h" == "2cKd3h" & a == cp.CardSet("Kd 2c")
    assert a - "As" == cp.CardSet("Kd 2c")
    assert "As 3h" - a == cp.CardSet("3h")
    assert a ^ "As 3h" == "As 3h" ^ a == cp.CardSet("Kd 3h 2c")
    assert (a > "As Kd", a >= "As Kd 2c", a > "As Kd 2c", a <= "As") == (True, True, False, False)
    assert a - "" == a
    a -= "As"
    assert a == cp.CardSet("Kd 2c")
    for operation in ("or", "ror", "and", "rand", "sub", "rsub", "xor", "rxor", "le", "lt", "ge", "gt"):
        with pytest.raises(CardError, match="bad card 'Xx' at character 4"):
            getattr(a, f"__{operation}__")("As Xx")
        for other in (None, 5, ["As"], b"As", 1.5):
            assert getattr(a, f"__{operation}__")(other) is NotImplemented
    for operation in (lambda: a - ["As"], lambda: a | {51}, lambda: a < [51]):
        with pytest.raises(TypeError):
            operation()


@given(st.sets(st.integers(0, 51)), st.sets(st.integers(0, 51)))
def test_operators_are_those_of_sets(left, right):
    a, b = cp.CardSet(left), cp.CardSet(right)
    for other in (b, str(b)):
        assert set(a | other) == left | right
        assert set(a & other) == left & right
        assert (set(a - other), set(other - a)) == (left - right, right - left)
        assert set(a ^ other) == left ^ right
        comparisons = left <= right, left < right, left >= right, left > right, left.isdisjoint(right)
        assert (a <= other, a < other, a >= other, a > other, a.isdisjoint(other)) == comparisons
    assert (a == b) == (left == right)
    assert (hash(a) == hash(b)) or a != b


@given(st.sets(st.integers(0, 51)), st.slices(52))
def test_indexing_goes_from_the_lowest_card_up(cards, part):
    hand, ordered = cp.CardSet(cards), sorted(cards)
    assert [hand[place] for place in range(-len(hand), len(hand))] == ordered * 2
    assert list(reversed(hand)) == ordered[::-1]
    assert hand[part] == cp.CardSet(ordered[part])
    for place in (len(hand), -len(hand) - 1, 2**70):
        with pytest.raises(errors.CardIndexError, match=f"bad index {place}: expected one of {len(hand)} cards") as caught:
            hand[place]
        assert isinstance(caught.value, IndexError)
    with pytest.raises(TypeError):
        hand["As"]


@pytest.mark.parametrize(
    ("text", "message", "token", "position"),
    [("As Xx", "bad card 'Xx' at character 4: expected a rank", "Xx", 3), ("As,1d", "bad card '1d' at character 4", "1d", 3),
     ("A", "bad card 'A' at character 1", "A", 0), ("As K", "bad card 'K' at character 4", "K", 3),
     ("As Kx Qd", "bad card 'Kx' at character 4", "Kx", 3), ("10", "bad card '10' at character 1", "10", 0),
     ("As Kd as", "card As appears twice: again at character 7", "As", 6),
     ("AsKdAs", "card As appears twice: again at character 5", "As", 4),
     ("As\0", "bad card '\\x00' at character 3", "\0", 2)],
)  # fmt: skip
def test_bad_text_names_token_and_position(text, message, token, position):
    with pytest.raises(CardError) as caught:
        cp.CardSet(text)
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert message in str(error)
        assert (error.token, error.position) == (token, position)
        assert isinstance(error, ValueError)
    assert str(error) == str(caught.value)


@pytest.mark.parametrize(
    ("call", "argument", "message"),
    [(cp.CardSet, [1, 52], "bad card 52 as card 2: expected an int from 0 to 51"),
     (cp.CardSet, [-1], "bad card -1 as card 1"), (cp.CardSet, [2**70], "as card 1"),
     (cp.CardSet, [1.0], "bad card 1.0 as card 1"), (cp.CardSet, [None], "bad card None as card 1"),
     (cp.CardSet, [5, 5], "card 3d appears twice: again as card 2"),
     (cp.CardSet, ["As", "Qq"], "bad card 'Qq' as card 2"), (cp.CardSet, ["AsKs"], "bad card 'AsKs' as card 1"),
     (cp.CardSet, 7, "cannot read cards from 7"), (cp.CardSet, None, "cannot read cards from None"),
     (cp.CardSet, b"As", "bad card 65 as card 1"),
     (cp.CardSet, itertools.cycle(range(52)), "appears twice: again as card 53"),
     (cp.CardSet, itertools.count(), "bad card 52 as card 53"),
     *((cp.CardSet.from_mask, mask, "bad mask") for mask in (1 << 13, 1 << 63, -1, 1 << 64, "x", None, np.nan, 1.0)),
     *((cp.parse_card, text, "") for text in ("", "AsKs", "As ", "1s", None, 51)),
     (cp.parse_cards, 5, NOT_READ), (cp.parse_cards, ["As", "Ax"], "bad card 'Ax' as card 2"),
     (cp.parse_cards, ["As", 0, "As"], "card As appears twice: again as card 3"),
     (cp.parse_cards, "As As", "appears twice"), (cp.format_card, 52, "bad card 52"),
     (lambda symbols: cp.format_card(5, symbols=symbols), "yes", "symbols: expected True or False, got 'yes'")],
)  # fmt: skip
def test_bad_cards(call, argument, message):
    with pytest.raises(CardError) as caught:
        call(argument)
    assert message in str(caught.value)
    if argument == ["As", "Ax"]:
        assert (caught.value.token, caught.value.position) == ("Ax", 1)


@pytest.mark.parametrize("of", [list, tuple, iter, np.array, lambda cards: [51, "Kd", np.int64(0)]])
def test_parse_cards_takes_iterables_in_their_order(of):
    cards = cp.parse_cards(of(["As", "Kd", "2c"]))
    assert cards == [51, 45, 0]
    assert {type(card) for card in cards} == {int}


def test_errors_of_the_iterable_come_through():
    def cards():
        yield 1
        raise KeyError("mine")

    with pytest.raises(KeyError):
        cp.CardSet(cards())
    assert len(cp.CardSet(iter(range(52)))) == 52
