import copy
import pickle

import pytest

import cpoker_fast as cp
from cpoker_fast.errors import BoardError, PlacementError

TEXT = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"


def pickled(value):
    return pickle.loads(pickle.dumps(value))


def test_parse_and_print():
    board = cp.Board.parse(TEXT)
    assert str(board) == "Ah Kd 2c / 9s 9h 4d 4c 3s / Ts Th Tc 5s 5d"
    assert board == cp.Board("Ah Kd 2c", "9s 9h 4c 4d 3s", cp.CardSet("Ts Th Tc 5d 5s"))
    assert eval(repr(board), {"Board": cp.Board}) == pickled(board) == board
    assert hash(board) == hash(cp.Board.parse(TEXT.replace(" / ", "|")))
    assert cp.Board.parse(TEXT.replace(" / ", "\n")) == board
    assert len(board.hand) == 13
    assert board.rows == (board.front, board.middle, board.back)
    assert board.strengths == tuple(map(cp.strength, board.rows))
    assert board.to_array().tolist() == board.cards() == [*board.front, *board.middle, *board.back]
    assert cp.Board.of_cards(board.cards()) == cp.Board.of_cards(board.to_array().tolist()) == board
    with pytest.raises(AttributeError):
        board.front = board.back


@pytest.mark.parametrize(
    ("text", "foul"),
    [
        (TEXT, False),
        ("9h 9d 2c / 9s 9c 4c 4d 3s / Ts Th Tc 5d 5s", False),
        ("Ah Ad 2c / 9s 9h 5c 4d 3s / Ts Th Tc 5h 5s", True),  # aces above nines
        ("Ah Kd 2c / Ts Th Tc 5d 5s / 9s 9h 4c 4d 3s", True),  # middle above back
        ("Kh Qd 2c / As 9h 6c 4d 3s / Ad 9c 6h 4s 3h", False),  # equal rows are legal
        ("Ah Kd 9c / As Kh 9s 4d 3s / Ts Th Tc 5d 5s", False),  # the longer row is stronger
        ("9d 9c 4h / 9s 9h 4c 3d 2s / Ts Th Tc 5d 5s", False),
        ("9d 9c 5h / 9s 9h 4c 3d 2s / Ts Th Tc 5d 5s", True),
        ("2d 2c 2h / As Ah Kc Kd 3s / Ts Th Tc 5d 5s", True),  # trips above two pair
    ],
)
def test_foul(text, foul):
    assert cp.Board.parse(text).is_foul is foul


MIDDLE, BACK = "9s 9h 4c 4d 3s", "Ts Th Tc 5d 5s"


@pytest.mark.parametrize(
    ("call", "arguments", "message"),
    [(cp.Board, ("Ah Kd", MIDDLE, BACK), "front: expected 3 cards, got 2"),
     (cp.Board, ("Ah Kd 2c", "9s 9h 4c 4d", BACK), "middle: expected 5 cards, got 4"),
     (cp.Board, ("Ah Kd 2c", MIDDLE, BACK + " 6s"), "back: expected 5 cards, got 6"),
     (cp.Board, ("Ah Kd 2c", "9s 9h 4c 4d 2c", BACK), "card 2c is both in the front and in the middle"),
     (cp.Board, ("Ah Kd 2c", MIDDLE, "Ts Th Tc 3s 5s"), "card 3s is both in the middle and in the back"),
     (cp.Board, ("Ah Kd Xx", MIDDLE, BACK), "front: bad card 'Xx' at character 7"),
     (cp.Board, (None, MIDDLE, BACK), "front: cannot read cards from None"),
     (cp.Board.of_cards, (cp.Board.parse(TEXT).cards()[:12],), "back: expected 5 cards, got 4"),
     *((cp.Board.parse, (text,), "bad board") for text in ("", "Ah Kd 2c / " + MIDDLE, TEXT + " / 2s", None, 5))],
)  # fmt: skip
def test_no_board(call, arguments, message):
    with pytest.raises(BoardError) as caught:
        call(*arguments)
    assert message in str(caught.value)


def test_hands_are_no_boards():
    """A set of cards has no rows."""
    hand, other_hand = cp.deal(2, seed=1)
    for call in (
        lambda: cp.Board.of_cards(hand), lambda: cp.Board.of_cards(str(hand)),
        lambda: cp.settle([hand, other_hand], "simple"), lambda: cp.settle_many([[hand, other_hand]], "simple"),
        lambda: cp.settle_many(((hand, other_hand),), "simple"), lambda: cp.fields.Field("simple", [hand, other_hand]),
    ):  # fmt: skip
        with pytest.raises(
            BoardError, match="expected a (sequence of 13 ints|Board, text, three rows, 13 cards(,| or) None)"
        ):
            call()


def test_a_board_alone_suggests_no_dead_hand():
    with pytest.raises(BoardError, match=r"^front: expected 3 cards, got 2 \(Ah Kd\)$") as caught:
        cp.Board.parse("Ah Kd / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")
    assert caught.value.row == "front"


class Named(cp.Board):
    """User-defined class derived from Board."""

    def __init__(self, name, text):
        super().__init__(*text.split("/"))
        self.name = name


class Slotted(cp.Board):
    __slots__ = ("name",)


class Commented(cp.Placement):
    """User-defined class derived from Placement."""


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled])
def test_copies(way):
    """Of boards of derived classes, of placements, and of unchecked boards."""
    slotted = Slotted(*cp.Board.parse(TEXT).rows)
    slotted.name = "mine"
    for board in (Named("mine", TEXT), slotted):
        again = way(board)
        assert (again, type(again), again.name) == (board, type(board), "mine")
        assert board != cp.Board.parse(str(board))
    ends = ("discards 2c", "declares dragon", "discards 2c declares nothing")
    for kind in (cp.Placement, Commented):
        for text in (*(f"As / Kd / - {end}" for end in ends), "surrender"):
            placement = kind.parse(text)
            again = way(placement)
            assert (type(again), again, hash(again)) == (kind, placement, hash(placement))
            assert (str(again), again.declare, again.is_surrender) == (text, placement.declare, placement.is_surrender)
    assert type(way(Commented.surrender())) is Commented
    unchecked = cp.Board.of_rows(cp.CardSet("As"), cp.CardSet("As"), cp.CardSet())
    assert way(unchecked).rows == unchecked.rows


def test_replacing_a_row():
    board = cp.Board.parse(TEXT)
    assert board.__replace__(front="Ah Kd 3c") == cp.Board("Ah Kd 3c", board.middle, board.back)
    with pytest.raises(BoardError, match="card 9s is both"):
        board.__replace__(front="Ah Kd 9s")
    placement = cp.Placement.parse("As / - / - discards 2h")
    assert placement.__replace__(discards="2c") == cp.Placement.parse("As / - / - discards 2c")
    declared = placement.__replace__(declare="dragon")
    assert declared == cp.Placement("As", discards="2h", declare="dragon") != placement
    assert declared.__replace__(discards=()) == cp.Placement("As", declare="dragon")
    with pytest.raises(TypeError):
        board.__replace__(discards="2c")
    surrender = cp.Placement.surrender()
    assert surrender.__replace__() == surrender
    with pytest.raises(PlacementError, match="a surrender has no front: expected points alone"):
        surrender.__replace__(front="As")


def test_damaged_pickles_of_placements_are_refused():
    restore, (cls, *cards, _, points), *_ = cp.Placement("As", declare=True).__reduce__()
    with pytest.raises(PlacementError, match="declare: expected the name of a natural"):
        restore(cls, *cards, "Dargon", points)
    for arguments in ((cp.Board, *cards, True, points), (cls, None, *cards[1:], True, points)):
        with pytest.raises(TypeError):
            restore(*arguments)


@pytest.mark.parametrize("board", [cp.Board.__new__(cp.Board), cp.Board.of_rows(*[cp.CardSet("As")] * 3)])
def test_boards_of_a_wrong_size_are_refused(board):
    hand = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
    for ask in (
        board.cards, board.to_array, board.to_svg, board._repr_html_, lambda: board.strengths, lambda: board.is_foul,
        lambda: cp.arranging.best_fantasyland(hand, "pineapple", boards=[board]),
    ):  # fmt: skip
        with pytest.raises(BoardError, match="expected 3 cards in the front, got"):
            ask()
