"""Cards of other packages: round trips of every card, and bad cards."""

import itertools

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import converters

PACKAGES = {
    "treys": lambda package, text: package.Card.new(text),
    "eval7": lambda package, text: package.Card(text),
    "pokerkit": lambda package, text: next(package.Card.parse(text)),
    "phevaluator": lambda package, text: package.Card(text).id_,
}


@pytest.fixture(params=PACKAGES)
def package(request):
    """Return the name of a package and its function from text to cards."""
    module = pytest.importorskip(request.param)
    return request.param, lambda text: PACKAGES[request.param](module, text)


def both(name):
    return getattr(converters, f"to_{name}"), getattr(converters, f"from_{name}")


def test_round_trip_of_every_card(package):
    name, theirs = package
    to, of = both(name)
    cards = [cp.format_card(card) for card in range(52)]
    expected = [theirs(card) for card in cards]
    for value in (" ".join(cards), cards, range(52), iter(range(52)), cp.CardSet(range(52))):
        assert to(value) == expected
    assert of(expected) == list(range(52))
    assert of(iter(expected)) == list(range(52))
    assert to("2c As Kd") == [theirs(card) for card in ("2c", "As", "Kd")]  # in the order of the text
    assert of([theirs("2c"), theirs("As"), theirs("Kd")]) == [0, 51, 45]
    assert to("") == of([]) == []


def test_values_that_are_not_their_cards(package):
    name, theirs = package
    _, of = both(name)
    for wrong in (None, "As", 99, 1.5, object(), cp):
        with pytest.raises(cp.CardError, match=f"as card 2: expected a card of {name}") as caught:
            of([theirs("As"), wrong])
        assert (caught.value.position, caught.value.token) == (1, wrong)
    with pytest.raises(cp.CardError, match="card As appears twice: again as card 3"):
        of([theirs("As"), theirs("2c"), theirs("As")])
    for wrong in (None, 5, "As"):
        with pytest.raises(cp.CardError, match=f"expected an iterable of cards of {name}, got"):
            of(wrong)


@pytest.mark.parametrize("to", [converters.to_treys, converters.to_phevaluator])
def test_values_that_are_not_our_cards(to):
    for wrong, message in (
        ("As Xx", "bad card 'Xx' at character 4"),
        (["As", 52], "bad card 52 as card 2"),
        ([5, 5], "card 3d appears twice"),
        (None, "cannot read cards from None"),
        (itertools.repeat(3), "appears twice"),
        (itertools.count(), "bad card 52"),
    ):
        with pytest.raises(cp.CardError, match=message):
            to(wrong)


def test_ints_of_numpy():
    assert converters.from_treys(np.array(converters.to_treys("As Kd"))) == [51, 45]
    assert converters.from_phevaluator(np.array([1, 2], np.uint8)) == [1, 2]
    with pytest.raises(cp.CardError, match="bad card True"):
        converters.from_phevaluator([True])
    with pytest.raises(cp.CardError, match="bad card 52"):
        converters.from_phevaluator(itertools.count())


def test_cards_that_are_unknown():
    pokerkit = pytest.importorskip("pokerkit")
    with pytest.raises(cp.CardError, match="as card 1: expected a card of pokerkit"):
        converters.from_pokerkit(pokerkit.Card.parse("??"))


def test_cards_of_phevaluator_as_its_own_type():
    phevaluator = pytest.importorskip("phevaluator")
    assert converters.from_phevaluator([phevaluator.Card("As"), 3]) == [51, 3]


@pytest.mark.parametrize("name", ["eval7", "pokerkit"])
def test_a_package_that_is_not_installed(name, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, name, None)
    for call in both(name):
        with pytest.raises(cp.CpokerError, match=f"cards of {name} require that package: pip install {name}"):
            call([])
