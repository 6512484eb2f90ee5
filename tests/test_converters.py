"""Cards of other packages: round trips of every card, and bad cards."""

import itertools

import numpy as np
import pytest

import cpoker_fast as cp
from cpoker_fast import converters, errors

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
        with pytest.raises(cp.errors.CardError, match=f"as card 2: expected a card of {name}") as caught:
            of([theirs("As"), wrong])
        assert (caught.value.position, caught.value.token) == (1, wrong)
    with pytest.raises(cp.errors.CardError, match="card As appears twice: again as card 3"):
        of([theirs("As"), theirs("2c"), theirs("As")])
    for wrong in (None, 5, "As"):
        with pytest.raises(cp.errors.CardError, match=f"expected an iterable of cards of {name}, got"):
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
        with pytest.raises(cp.errors.CardError, match=message):
            to(wrong)


DTYPES = {"treys": "int64", "eval7": "object", "pokerkit": "object", "phevaluator": "uint8"}
HANDS = cp.deal_many(40, 1, 5, seed=1)[:, 0]


def test_round_trip_of_arrays_of_any_shape(package):
    name, theirs = package
    to, of = both(name)
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
    name, theirs = package
    to, of = both(name)
    texts = ["As Kd", "2c 3c"]
    expected = [[theirs(card) for card in text.split()] for text in texts]
    for hands in (
        texts,
        tuple(texts),
        [text.split() for text in texts],
        [tuple(cp.parse_cards(text)) for text in texts],
        [np.array(cp.parse_cards(text)) for text in texts],
        np.array(texts),
        np.array([text.split() for text in texts]),
        np.array([text.split() for text in texts], object),
    ):
        assert to(hands).tolist() == expected
    assert to([cp.CardSet(text) for text in texts]).tolist() == [[theirs("Kd"), theirs("As")], expected[1]]
    for hands in (expected, tuple(map(tuple, expected))):
        cards = of(hands)
        assert cards.dtype == np.uint8
        assert cards.tolist() == [[51, 45], [0, 4]]


def test_data_frames(package):
    pandas = pytest.importorskip("pandas")
    to, of = both(package[0])
    for frame in (pandas.DataFrame([["As", "Kd"], ["2c", "3c"]]), pandas.Series(["As Kd", "2c 3c"])):
        theirs = to(frame)
        for cards in (of(pandas.DataFrame(theirs)), of(pandas.Series(theirs.tolist()))):
            assert cards.tolist() == [[51, 45], [0, 4]]


def test_one_hand_of_texts_is_a_list(package):
    to, _ = both(package[0])
    assert to(["As"]) == to("As") == [package[1]("As")]
    assert to(["As", "Kd"]) == to("As Kd")
    assert to(np.array(["As", "Kd"])).tolist() == to("As Kd")


def test_bad_cards_in_many_hands_of_other_packages(package):
    name, theirs = package
    _, of = both(name)
    good = [[theirs("As"), theirs("Kd")], [theirs("2c"), theirs("3c")]]
    for wrong, message in ((99, f"bad card 99 as card 2: expected a card of {name}"), (good[1][0], "card 2c appears twice")):
        for hands in ([good[0], [good[1][0], wrong]], np.array([good[0], [good[1][0], wrong]])):
            with pytest.raises(cp.errors.CardError, match=rf"cards\[1\]: {message}") as caught:
                of(hands)
            assert (caught.value.index, caught.value.position) == (1, 1)
    with pytest.raises(
        cp.errors.CardError, match=rf"cards\[1, 0\]: bad card 99 as card 1: expected a card of {name}"
    ) as caught:
        of(np.array([good, [[99, good[0][0]], good[1]]]))
    assert (caught.value.index, caught.value.position, caught.value.token) == (1, 0, 99)
    with pytest.raises(errors.ArrayError, match="expected a list of 2 at index 1, as at index 0, got a list of 1"):
        of([good[0], good[1][:1]])
    with pytest.raises(cp.errors.CardError, match=r"cards\[1\]: expected an iterable of cards"):
        of([good[0], None])
    with pytest.raises(cp.errors.CardError, match="expected an iterable of cards"):
        of(np.array(5))


def test_bad_cards_of_ours_in_many_hands(package):
    to, _ = both(package[0])
    for hands, kind, message in (
        (
            np.array([[1, 2], [3, 99]]),
            cp.errors.CardError,
            r"cards\[1\]: bad card 99 as card 2: expected an int from 0 to 51",
        ),
        (np.array([[1, 2], [3, 3]]), cp.errors.CardError, r"cards\[1\]: card 2s appears twice: again as card 2"),
        (np.array([[[1, 2]], [[3, 3]]]), cp.errors.CardError, r"cards\[1, 0\]: card 2s appears twice"),
        ([[1, 2], [3, 99]], cp.errors.CardError, r"cards\[1\]: bad card 99 as card 2"),
        (["As Kd", "Qs Xx"], cp.errors.CardError, r"cards\[1\]: bad card 'Xx' at character 4"),
        (["As Kd", "Qs"], errors.ArrayError, "expected a list of 2 at index 1, as at index 0, got a list of 1"),
        (np.array([1.5, 2]), cp.errors.CardError, r"cards\[0\]: bad card 1.5"),
        (np.array([[True]]), errors.ArrayError, "bad dtype bool of cards"),
        (np.array(5), cp.errors.CardError, "cannot read cards from"),
    ):
        with pytest.raises(kind, match=message):
            to(hands)


def test_ints_of_numpy():
    assert converters.from_treys([np.int64(268442665), np.uint32(134236965)]) == [51, 45]
    with pytest.raises(cp.errors.CardError, match="bad card True"):
        converters.from_phevaluator([True])
    with pytest.raises(cp.errors.CardError, match="bad card 52"):
        converters.from_phevaluator(itertools.count())


def test_cards_that_are_unknown():
    pokerkit = pytest.importorskip("pokerkit")
    with pytest.raises(cp.errors.CardError, match="as card 1: expected a card of pokerkit"):
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
