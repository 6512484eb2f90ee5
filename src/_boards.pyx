"""Boards: cards in three rows, as masks. Codes of declarations of naturals."""

from libc.stdint cimport uint64_t

from cpf cimport CPF_DECLARE_BEST, CPF_DECLARE_IF_BETTER, CPF_DECLARE_NOTHING, cpf_row_size
from cpoker_fast._cards cimport CardSet, cards_ascending, cardset, count_cards, mask_of
from cpoker_fast._ranking cimport strength_of_cards

import re
from itertools import pairwise

from cpoker_fast._cards import format_card
from cpoker_fast._core import share_globals
from cpoker_fast._ranking import strength
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError, CardError, RulesError
from cpoker_fast.patterns import pattern_at, pattern_of
from cpoker_fast.ranking import describe
from cpoker_fast.display.markup import cards_text, format_cards


ROWS = ("front", "middle", "back")
ROW_SIZES = (3, 5, 5)

cdef tuple PAIRS = ((0, 1), (0, 2), (1, 2))


# ---- reading ----

cdef uint64_t row_of_board(str name, object cards, int size) except? 0:
    cdef uint64_t mask
    try:
        mask = mask_of(cards)
    except CardError as error:
        raise BoardError(f"{name}: {error}") from error
    if count_cards(mask) != size:
        row = cardset(mask)
        raise BoardError(f"{name}: expected {size} cards, got {len(row)} ({row})", row=name)
    return mask


cdef str first_card(uint64_t mask):
    """Return the text of the lowest card."""
    return format_card(cards_ascending(mask)[0])


# ---- declarations ----

IF_BETTER = "if better"

cpdef int declaration_code(object declare) except? -1:
    """Return the code of a declaration; RulesError if it is not one."""
    if getattr(declare, "ndim", None) == 0:
        declare = declare.item()  # of a bool of NumPy
    if isinstance(declare, bool):
        return CPF_DECLARE_BEST if declare else CPF_DECLARE_NOTHING
    if isinstance(declare, str) and declare == IF_BETTER:
        return CPF_DECLARE_IF_BETTER
    try:
        return pattern_of(declare).place
    except RulesError as error:
        raise RulesError(f"{error.problem}, True, False or {IF_BETTER!r}", path=error.path) from None


cpdef object declaration_of(int code):
    """Return the declaration that a code stands for."""
    if code == CPF_DECLARE_IF_BETTER:
        return IF_BETTER
    return pattern_at(code) if code >= 0 else code == CPF_DECLARE_BEST


# ---- cards in rows ----
# The docstring of a class begins with its signature and a line `--`, so that `inspect` reads the signature.

cdef class RowCards:
    """Cards in three rows: the base of boards and placements."""

    @property
    def front(self):
        """The cards of the front."""
        return cardset(self.row[0])

    @property
    def middle(self):
        """The cards of the middle."""
        return cardset(self.row[1])

    @property
    def back(self):
        """The cards of the back."""
        return cardset(self.row[2])

    @property
    def rows(self):
        """The three rows: front, middle and back."""
        return cardset(self.row[0]), cardset(self.row[1]), cardset(self.row[2])

    cdef uint64_t all(self) noexcept:
        return self.row[0] | self.row[1] | self.row[2]

    cdef tuple key(self):
        """Return the masks to hash."""
        return self.row[0], self.row[1], self.row[2]

    cdef bint is_same(self, RowCards other) noexcept:
        return self.row[0] == other.row[0] and self.row[1] == other.row[1] and self.row[2] == other.row[2]

    def __eq__(self, other):
        return self.is_same(<RowCards> other) if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash(self.key())

    def __reduce__(self):
        return restored, (type(self), *self.rows), self.__getstate__()  # the state: attributes of derived classes

    def __replace__(self, /, **changes):
        """Return a copy with `changes`, for `copy.replace` of Python 3.13."""
        return type(self)(**{name: getattr(self, name) for name in self.__match_args__} | changes)

    def __format__(self, spec):
        return format_cards(str(self), spec)


def restored(cls, CardSet front not None, CardSet middle not None, CardSet back not None):
    """Return an unpickled board, without checks."""
    cdef RowCards rows = cls.__new__(cls)
    rows.row[0], rows.row[1], rows.row[2] = front.mask, middle.mask, back.mask
    return rows


cdef class Board(RowCards):
    """Board(front, middle, back)\n--\n\nA hand set into its three rows. It may be a foul: see `is_foul`.

    Parameters
    ----------
    front, middle, back : CardSet, str or iterable of int
        Three, five and five different cards.

    Raises
    ------
    BoardError
        If a row has the wrong size, cannot be read, or shares a card with another.

    Notes
    -----
    Format specifications are those of str; a final ``u`` selects suit signs.

    Examples
    --------
    >>> board = Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")
    >>> board.is_foul
    False
    >>> str(board.front), f"{board:u}"
    ('Ah Kd 2c', 'A♥ K♦ 2♣ / 9♠ 9♥ 4♦ 4♣ 3♠ / T♠ T♥ T♣ 5♠ 5♦')
    >>> Board.of_cards(board.cards()) == Board.of_rows(*board.rows) == board
    True
    >>> board.to_array().tolist() == board.cards()
    True
    """

    __match_args__ = ROWS

    def __init__(self, front, middle, back):
        cdef int i, k
        cdef uint64_t row[3]
        row[0], row[1], row[2] = row_of_board("front", front, 3), row_of_board("middle", middle, 5), \
            row_of_board("back", back, 5)
        for i, k in PAIRS:
            if row[i] & row[k]:
                raise BoardError(f"card {first_card(row[i] & row[k])} is both in the {ROWS[i]} and in the {ROWS[k]}")
        self.row = row

    @classmethod
    def of_rows(cls, CardSet front not None, CardSet middle not None, CardSet back not None):
        """Return a board of valid rows, without checks, for speed."""
        cdef Board board = cls.__new__(cls)
        board.row[0], board.row[1], board.row[2] = front.mask, middle.mask, back.mask
        return board

    @classmethod
    def of_cards(cls, cards):
        """Return a board of 13 ints in the order front, middle, back, as in `cards` and in batches.

        Raises
        ------
        BoardError
            If the cards do not form a board.
        """
        try:
            if not isinstance(cards, (CardSet, str)):  # a set has no order, and so no rows; `parse` reads text
                return cls(cards[:3], cards[3:8], cards[8:])
        except (TypeError, LookupError):
            pass
        raise BoardError(f"bad cards {quote(cards)}: expected a sequence of 13 ints")

    @classmethod
    def parse(cls, text):
        """Read a board from text: front, middle and back, separated by ``/``, ``|``, line breaks or ``-``.

        Raises
        ------
        BoardError
            If there are not three rows, or the rows do not form a board.
        """
        if not isinstance(text, str):
            raise BoardError(f"bad board {quote(text)}: expected text")
        rows = re.split(r"[/|\n]", text.strip())
        if len(rows) == 1:
            rows = text.split("-")
        if len(rows) != 3:
            raise BoardError(f"bad board {quote(text)}: expected three rows separated by '/', got {len(rows)}")
        return cls(*rows)

    @property
    def hand(self):
        """All 13 cards."""
        return cardset(self.all())

    @property
    def strengths(self):
        """Strengths of front, middle and back on the joint scale, with A-2-3-4-5 as the lowest straight."""
        self.check()
        return strength_of_cards(self.row[0]), strength_of_cards(self.row[1]), strength_of_cards(self.row[2])

    @property
    def is_foul(self):
        """Whether the rows are out of order, with A-2-3-4-5 as the lowest straight. For other rules, see `is_foul_under`."""
        front, middle, back = self.strengths
        return not front <= middle <= back

    def cards(self):
        """Return the 13 cards as ints: front, middle, back, ascending within each row."""
        self.check()
        return cards_ascending(self.row[0]) + cards_ascending(self.row[1]) + cards_ascending(self.row[2])

    cdef int check(self) except -1:
        """Raise BoardError if a row has a wrong size, which `of_rows` and `__new__` do not check."""
        cdef int i, n
        for i in range(3):
            n = count_cards(self.row[i])
            if n != cpf_row_size[i]:
                raise BoardError(f"bad board: expected {cpf_row_size[i]} cards in the {ROWS[i]}, got {n}")
        return 0

    def to_array(self):
        """Return the cards as uint8[13], one board in the layout of `settle_many`."""
        import numpy as np

        return np.array(self.cards(), dtype=np.uint8)

    def __str__(self):
        return " / ".join(map(str, self.rows))

    def __repr__(self):
        front, middle, back = map(str, self.rows)
        return f"Board({front!r}, {middle!r}, {back!r})"

    def __rich__(self):
        return cards_text(str(self))

    def to_svg(self, *, card_width=36, title=None):
        """Return a picture of the board, with each row in words, as SVG.

        In a web page, words have the colour of the surrounding text. A file has its own background, light or dark. Notebooks
        show this picture.

        Parameters
        ----------
        card_width : int
            Width of a card in pixels, from 8 to 400. The picture shrinks where a page has less room.
        title : str, optional
            Title above the board.

        Returns
        -------
        str
            An ``<svg>`` element for HTML, or the text of a file.

        Raises
        ------
        BoardError
            If an argument is invalid.

        Examples
        --------
        >>> board = Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")
        >>> picture = board.to_svg(title="Ann")
        >>> picture.startswith("<svg") and "full house" in picture
        True
        """
        self.check()
        return picture_of(self, card_width, title, BoardError)

    def _repr_html_(self):
        return self.to_svg()


cdef str picture_of(RowCards board, object card_width, object title, object error):
    """Return the picture of a board on which cards may be missing; raise `error` if an argument is invalid."""
    from cpoker_fast.display.pictures import PicturedBoard, board_svg, check_picture  # rarely needed

    check_picture(card_width, title, error)
    rows = board.rows
    words = [describe(strength_of_cards(board.row[i])) if len(rows[i]) == ROW_SIZES[i] else "" for i in range(3)]
    order = order_in_words(dict(zip(ROWS, rows)))
    foul = f"{order}, unless the middle is lowball" if order else ""
    return board_svg(PicturedBoard([*map(str, rows)], words, foul), card_width=card_width, title=title)


cdef Board board_of_masks(uint64_t front, uint64_t middle, uint64_t back):
    cdef Board board = Board.__new__(Board)
    board.row[0], board.row[1], board.row[2] = front, middle, back
    return board


def order_in_words(rows, *, wheel="lowest", lowball_middle=False, equal_rows="legal"):
    """Describe which complete rows are out of order under these options; return an empty text if none are."""
    compared = (ROWS[0], ROWS[2]) if lowball_middle else ROWS
    complete = [row for row in compared if len(rows[row]) == ROW_SIZES[ROWS.index(row)]]
    strengths = {row: strength(list(rows[row]), wheel=wheel) for row in complete}
    words = []
    for lower, upper in pairwise(complete):
        if strengths[lower] > strengths[upper]:
            words.append(f"the {lower} is stronger than the {upper}")
        elif strengths[lower] == strengths[upper] and equal_rows == "foul":
            words.append(f"the {lower} is as strong as the {upper}")
    return ", and ".join(words)


share_globals(globals())
