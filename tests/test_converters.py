"""Cards of other packages: round trips of every card, and bad cards."""

import itertools

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import converters
from cpoker_fast.errors import ArrayError, CardError

PACKAGES = {
    "treys": lambda package, text: package.Card.new(text),
    "eval7": lambda package, text: package.Card(text),
    "pokerkit": lambda package, text: next(package.Card.parse(text)),
    "phevaluator": lambda package, text: package.Card(text).id_,
}


@pytest.fixture(params=PACKAGES)
def package(request):
    """Return the name of a package, its function from text to cards, and ours to its cards and back."""
    module = pytest.importorskip(request.param)
    return request.param, lambda text: PACKAGES[request.param](module, text), *both(request.param)


def both(name):
    return getattr(converters, f"to_{name}"), getattr(converters, f"from_{name}")


def test_round_trip_of_every_card(package):
    _, theirs, to, of = package
    cards = [cp.format_card(card) for card in range(52)]
    expected = [theirs(card) for card in cards]
    for value in (" ".join(cards), cards, range(52), iter(range(52)), cp.CardSet(range(52))):
        assert to(value) == expected
    assert of(expected) == list(range(52))
    assert of(iter(expected)) == list(range(52))
    assert to("2c As Kd") == [theirs(card) for card in ("2c", "As", "Kd")]  # in the order of the text
    assert of([theirs("2c"), theirs("As"), theirs("Kd")]) == [0, 51, 45]
    assert to("") == of([]) == []
    assert to(["As"]) == to("As") == [theirs("As")]  # texts of one hand are a list
    assert to(["As", "Kd"]) == to("As Kd") == to(np.array(["As", "Kd"])).tolist()


DTYPES = {"treys": "int64", "eval7": "object", "pokerkit": "object", "phevaluator": "uint8"}
HANDS = cp.deal_many(40, 1, 5, seed=1)[:, 0]


def test_round_trip_of_arrays_of_any_shape(package):
    name, theirs, to, of = package
    expected = [[theirs(cp.format_card(card)) for card in hand] for hand in HANDS.tolist()]
    for shape in ((40, 5), (4, 10, 5), (1, 40, 1, 5), (200, 1), (0, 5), (1, 40, 0)):
        cards = HANDS.reshape(shape) if 0 not in shape else np.zeros(shape, np.uint8)
        array = to(cards)
        assert (array.shape, array.dtype) == (shape, DTYPES[name])
        back = of(array)
        assert back.dtype == np.uint8
        assert np.array_equal(back, cards)
    assert to(HANDS).tolist() == expected
    assert to(HANDS[0]).tolist() == expected[0]
    assert of(to(HANDS[0])).tolist() == HANDS[0].tolist()
    for dtype in (np.int8, np.int64, np.uint64, ">i4"):
        assert to(HANDS.astype(dtype)).tolist() == expected
    assert to(HANDS[::2, ::-1]).tolist() == [hand[::-1] for hand in expected[::2]]


def test_lists_of_hands(package):
    _, theirs, to, of = package
    texts = ["As Kd", "2c 3c"]
    expected = [[theirs(card) for card in text.split()] for text in texts]
    for hands in (
        texts, tuple(texts), [text.split() for text in texts], [tuple(cp.parse_cards(text)) for text in texts],
        [np.array(cp.parse_cards(text)) for text in texts], np.array(texts), np.array([text.split() for text in texts]),
        np.array([text.split() for text in texts], object),
    ):  # fmt: skip
        assert to(hands).tolist() == expected
    assert to([cp.CardSet(text) for text in texts]).tolist() == [[theirs("Kd"), theirs("As")], expected[1]]
    for hands in (expected, tuple(map(tuple, expected))):
        cards = of(hands)
        assert cards.dtype == np.uint8
        assert cards.tolist() == [[51, 45], [0, 4]]


def test_data_frames(package):
    pandas = pytest.importorskip("pandas")
    *_, to, of = package
    for frame in (pandas.DataFrame([["As", "Kd"], ["2c", "3c"]]), pandas.Series(["As Kd", "2c 3c"])):
        theirs = to(frame)
        for cards in (of(pandas.DataFrame(theirs)), of(pandas.Series(theirs.tolist()))):
            assert cards.tolist() == [[51, 45], [0, 4]]


def test_bad_cards_of_other_packages(package):
    name, theirs, _, of = package
    ace, king, deuce, trey = map(theirs, ("As", "Kd", "2c", "3c"))
    bad, no_cards = f"bad card 99 as card {{}}: expected a card of {name}", f"expected an iterable of cards of {name}, got"
    twice = [[ace, king], [deuce, deuce]], [[ace, king], [deuce, 99]]
    for wrong, place, message in (
        *(([ace, wrong], (None, 1, wrong), f"as card 2: expected a card of {name}")
          for wrong in (None, "As", 99, 1.5, object(), cp)),
        ([ace, deuce, ace], None, "card As appears twice: again as card 3"),
        *((wrong, None, no_cards) for wrong in (None, 5, "As")),
        *((hands, (1, 1), r"cards\[1\]: card 2c appears twice") for hands in (twice[0], np.array(twice[0]))),
        *((hands, (1, 1), r"cards\[1\]: " + bad.format(2)) for hands in (twice[1], np.array(twice[1]))),
        (np.array([[[ace, king], [deuce, trey]], [[99, ace], [deuce, trey]]]), (1, 0, 99),
         r"cards\[1, 0\]: " + bad.format(1)),
        ([[ace, king], None], None, r"cards\[1\]: expected an iterable of cards"),
        (np.array(5), None, "expected an iterable of cards"),
    ):  # fmt: skip
        with pytest.raises(CardError, match=message) as caught:
            of(wrong)
        assert place is None or (caught.value.index, caught.value.position, caught.value.token)[: len(place)] == place
    with pytest.raises(ArrayError, match="expected a list of 2 at index 1, as at index 0, got a list of 1"):
        of([[ace, king], [deuce]])


def test_bad_cards_of_ours(package):
    *_, to, _ = package
    for hands, kind, message in (
        (np.array([[1, 2], [3, 99]]), CardError, r"cards\[1\]: bad card 99 as card 2: expected an int from 0 to 51"),
        (np.array([[1, 2], [3, 3]]), CardError, r"cards\[1\]: card 2s appears twice: again as card 2"),
        (np.array([[[1, 2]], [[3, 3]]]), CardError, r"cards\[1, 0\]: card 2s appears twice"),
        ([[1, 2], [3, 99]], CardError, r"cards\[1\]: bad card 99 as card 2"),
        (["As Kd", "Qs Xx"], CardError, r"cards\[1\]: bad card 'Xx' at character 4"),
        (["As Kd", "Qs"], ArrayError, "expected a list of 2 at index 1, as at index 0, got a list of 1"),
        (np.array([1.5, 2]), CardError, r"cards\[0\]: bad card 1.5"), (np.array(5), CardError, "cannot read cards from"),
        (np.array([[True]]), ArrayError, "bad dtype bool of cards"), ("As Xx", CardError, "bad card 'Xx' at character 4"),
        (["As", 52], CardError, "bad card 52 as card 2"), ([5, 5], CardError, "card 3d appears twice"),
        (None, CardError, "cannot read cards from None"), (itertools.repeat(3), CardError, "appears twice"),
        (itertools.count(), CardError, "bad card 52"),
    ):  # fmt: skip
        with pytest.raises(kind, match=message):
            to(hands)


def test_cards_of_single_packages():
    """Ints of NumPy, unknown cards, and cards of their own type."""
    assert converters.from_treys([np.int64(268442665), np.uint32(134236965)]) == [51, 45]
    for wrong, message in (([True], "bad card True"), (itertools.count(), "bad card 52")):
        with pytest.raises(CardError, match=message):
            converters.from_phevaluator(wrong)
    phevaluator = pytest.importorskip("phevaluator")
    assert converters.from_phevaluator([phevaluator.Card("As"), 3]) == [51, 3]
    pokerkit = pytest.importorskip("pokerkit")
    with pytest.raises(CardError, match="as card 1: expected a card of pokerkit"):
        converters.from_pokerkit(pokerkit.Card.parse("??"))


@pytest.mark.parametrize("name", ["eval7", "pokerkit"])
def test_a_package_that_is_not_installed(name, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, name, None)
    for call in both(name):
        with pytest.raises(cp.CpokerError, match=f"cards of {name} require that package: pip install {name}"):
            call([])
