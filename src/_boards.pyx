"""Boards, partial boards and placements: cards in three rows, as masks."""

cimport cython

from libc.math cimport NAN, isnan
from libc.stdint cimport uint64_t

from cpf cimport cpf_row_size
from cpoker_fast._cards cimport CardSet, cards_ascending, cardset, count_cards
from cpoker_fast._ranking cimport strength_of_cards
from cpoker_fast._rows cimport declaration_in, first_card, mask_at, read_rows, row_of_board

import re
from numbers import Real

from cpoker_fast._core import share_globals
from cpoker_fast._rows import (
    BEST_DECLARED, IF_BETTER, NOTHING_DECLARED, ROW_SIZES, ROWS, declaration, order_in_words,
    parts_of_text,
)
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError, PlacementError, RulesError
from cpoker_fast.ranking import describe
from cpoker_fast.display.markup import cards_text, format_cards


cdef CardSet NOTHING = CardSet()
cdef tuple PAIRS = ((0, 1), (0, 2), (1, 2))
cdef str BY_DEFAULT = IF_BETTER  # faster to read
cdef str INDENT = "\n    "
cdef double MOST_POINTS = 1e12

cdef object PARTS = re.compile(r"\b(discard|declare|surrender)s?\b", re.IGNORECASE)


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
        If a row has the wrong size, cannot be read, or shares a card with another row.

    Notes
    -----
    Format specifications work as for str. A specification that ends in ``u`` selects suit signs.

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
        """Return a board from 13 ints: front, then middle, then back.

        The method `cards` returns the same order, and arrays of boards have it, too.

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
        rows = re.split(r"[ \t]*[/|\n][ \t]*", text.strip())  # positions in errors are those in a row
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
        """Strengths of front, middle and back on one scale, with A-2-3-4-5 as the lowest straight."""
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
            Text of an ``<svg>`` element, for HTML or for a file.

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


cdef class PartialBoard(RowCards):
    """PartialBoard(front=(), middle=(), back=())\n--\n\nA board on which cards may be missing.

    Parameters
    ----------
    front, middle, back : CardSet, str or iterable of int
        Up to three, five and five different cards.

    Raises
    ------
    PlacementError
        If a row has too many cards, cannot be read, or shares a card with another row.

    Examples
    --------
    >>> board = PartialBoard.parse("Kh / 7c 7d / As Ad 9s")
    >>> board.room, board.is_complete, str(board)
    ((2, 3, 2), False, 'Kh / 7d 7c / As Ad 9s')
    >>> board = board.with_cards(Placement.parse("2c 2d / 3c 3d 4h / 9h 4c"))
    >>> str(board.board())
    'Kh 2d 2c / 7d 7c 4h 3d 3c / As Ad 9s 9h 4c'
    """

    __match_args__ = ROWS

    def __init__(self, front=NOTHING, middle=NOTHING, back=NOTHING):
        cdef uint64_t row[3]
        cdef int i
        read_rows(front, middle, back, row)
        for i in range(3):
            if count_cards(row[i]) > ROW_SIZES[i]:
                cards = cardset(row[i])
                raise PlacementError(f"{ROWS[i]}: expected at most {ROW_SIZES[i]} cards, got {len(cards)} ({cards})")
        self.row = row

    @classmethod
    def parse(cls, text):
        """Read a board from text: three rows with ``/`` between them. A row without cards is ``-``."""
        if not isinstance(text, str):
            raise PlacementError(f"bad board {quote(text)}: expected text")
        return cls(*parts_of_text(text))

    @property
    def cards(self):
        """All cards on the board."""
        return cardset(self.all())

    @property
    def room(self):
        """Numbers of cards that front, middle and back lack."""
        return 3 - count_cards(self.row[0]), 5 - count_cards(self.row[1]), 5 - count_cards(self.row[2])

    @property
    def is_complete(self):
        """Whether the board has all 13 cards."""
        return not any(self.room)

    def board(self):
        """Return the complete board; raise PlacementError if cards are missing."""
        if not self.is_complete:
            raise PlacementError(f"the board {self} lacks {counted(sum(self.room), 'card')}")
        return board_of_masks(self.row[0], self.row[1], self.row[2])

    def with_cards(self, placement):
        """Return the board after a placement; raise PlacementError if a row lacks room, or a card is on the board."""
        cdef PartialBoard after = PartialBoard.__new__(PartialBoard)
        cdef Placement added
        cdef uint64_t duplicates
        cdef int i, room
        if not isinstance(placement, Placement):
            raise PlacementError(f"expected a Placement, got {quote(placement)}")
        added = placement
        if added.surrenders:
            raise PlacementError("expected a placement of cards, got a surrender")
        duplicates = self.all() & added.all()
        if duplicates:
            card = first_card(duplicates)
            row = next(name for name, cards in zip(ROWS, self.rows) if card in cards)
            raise PlacementError(f"card {card} is already in the {row}: only cards in the hand can be placed")
        for i in range(3):
            room = ROW_SIZES[i] - count_cards(self.row[i])
            if count_cards(added.row[i]) > room:
                cards = cardset(added.row[i])
                raise PlacementError(f"{ROWS[i]}: expected at most {counted(room, 'more card')}, got {len(cards)} ({cards})")
            after.row[i] = self.row[i] | added.row[i]
        return after

    def to_svg(self, *, card_width=36, title=None):
        """Return a picture of the board as SVG, with dashed places for missing cards; for the arguments see `Board.to_svg`.

        Raises
        ------
        PlacementError
            If an argument is invalid.

        Examples
        --------
        >>> PartialBoard.parse("Kh / 7c 7d / As Ad 9s").to_svg().count("stroke-dasharray")
        7
        """
        return picture_of(self, card_width, title, PlacementError)

    def _repr_html_(self):
        return self.to_svg()

    def __str__(self):
        return " / ".join([str(row) or "-" for row in self.rows])

    def __repr__(self):
        front, middle, back = map(str, self.rows)
        return f"PartialBoard({front!r}, {middle!r}, {back!r})"


cdef object declared_by(object declare):
    """Return a declaration, None for IF_BETTER; raise PlacementError if it is not one."""
    try:
        declare = declaration(declare)
    except RulesError as error:
        raise PlacementError.about("declare", error.problem) from None
    return None if declare is BY_DEFAULT else declare


cdef bint are_same(object first, object second) noexcept:
    """Whether two declarations are the same: bools, texts or None."""
    return first is second or (isinstance(first, str) and isinstance(second, str) and first == second)


@cython.no_gc  # neither bools nor texts refer to other objects
cdef class Placement(RowCards):
    """Placement(front=(), middle=(), back=(), discards=(), *, declare='if better', points=None)\n--\n\nA player's action.

    A placement has the cards that the player adds to each row on a street, and the cards that they discard. If it completes
    the board, it also says which natural the player declares. A surrender is a placement without cards. Functions that
    choose a placement, such as `arrange`, set its points. `settle` accepts a complete placement in place of a board.

    Parameters
    ----------
    front, middle, back, discards : CardSet, str or iterable of int
        Different cards.
    declare : bool, Pattern or str
        Natural to declare. True declares the best natural of the board, False declares none, and a name declares the natural
        with this name. The rules define the names. By default, ``"if better"``, the best natural is declared unless
        comparing the rows pays more.
    points : float
        Points from all opponents together. They are exact against known boards, and expected points against others. By
        default, they are unknown, and the attribute is nan. A comparison of placements ignores the points.

    Raises
    ------
    PlacementError
        If cards cannot be read, a card is in two places, or the declaration or the points are invalid.

    Notes
    -----
    The text of a placement ends with its declaration: ``declares dragon``, ``declares the best natural`` (True) or
    ``declares nothing`` (False). For ``"if better"``, the text has no such words. The text of a surrender is ``surrender``.

    Examples
    --------
    >>> placement = Placement.parse("As Kd / 7c / - discards 2h")
    >>> placement.discards, placement.declare, str(placement)
    (CardSet('2h'), 'if better', 'As Kd / 7c / - discards 2h')
    >>> Placement.of_cards(*placement.rows, placement.discards) == placement
    True
    >>> Placement.parse("4d 3h 2s / 9c 8d 7h 6s 5c / As Kc Qd Jh Ts declares dragon").declare
    <Pattern.DRAGON: 'dragon'>
    >>> Placement.parse("surrender") == Placement.surrender(), Placement.surrender().is_surrender
    (True, True)
    """

    __match_args__ = (*ROWS, "discards", "declare")

    def __init__(self, front=NOTHING, middle=NOTHING, back=NOTHING, discards=NOTHING, *, declare=BY_DEFAULT, points=None):
        cdef uint64_t row[3]
        cdef uint64_t away
        cdef int i
        cdef object declared = None
        read_rows(front, middle, back, row)
        away = mask_at("discards", discards)
        for i in range(3):
            if row[i] & away:
                raise PlacementError(f"card {first_card(row[i] & away)} is both in the {ROWS[i]} and discarded")
        if declare is not BY_DEFAULT:
            declared = declared_by(declare)
        self.row, self.away, self.surrenders, self.declared, self.has_points = row, away, False, declared, False
        if points is not None:
            self.set_points(points)

    cdef int set_points(self, object points) except -1:
        if not isinstance(points, Real) or isinstance(points, bool) or abs(points) > MOST_POINTS:
            expected = f"expected an int or a float from -{MOST_POINTS:g} to {MOST_POINTS:g}"
            raise PlacementError.about("points", f"{expected}, got {quote(points)}")
        self.known_points = points
        self.has_points = not isnan(self.known_points)
        return 0

    @classmethod
    def of_cards(
        cls, CardSet front not None, CardSet middle not None, CardSet back not None, CardSet discards not None,
        declare=BY_DEFAULT, points=None,
    ):
        """Return a placement of disjoint sets, without checks of the cards, for speed."""
        cdef Placement placement = cls.__new__(cls)
        placement.row[0], placement.row[1], placement.row[2] = front.mask, middle.mask, back.mask
        placement.away = discards.mask
        if declare is not BY_DEFAULT:
            placement.declared = declared_by(declare)
        if points is not None:
            placement.set_points(points)
        return placement

    @classmethod
    def surrender(cls, points=None):
        """Return a surrender: the player gives up before the showdown, and pays the price in `Rules.surrender`."""
        cdef Placement placement = cls.__new__(cls)
        placement.surrenders = True
        if points is not None:
            placement.set_points(points)
        return placement

    @classmethod
    def parse(cls, text, points=None):
        """Read a placement from text, such as ``"As Kd / 7c / - discards 2h"``.

        The text has three rows with ``/`` between them. The word ``discards`` and the discards follow, if there are any. A
        declaration is at the end, as in the notes of the class. The text of a surrender is ``surrender``.
        """
        if not isinstance(text, str):
            raise PlacementError(f"bad placement {quote(text)}: expected text")
        rows, *parts = PARTS.split(text)
        if not parts:
            return cls(*parts_of_text(rows), points=points)
        names = [name.lower() for name in parts[::2]]
        if names == ["surrender"] and not rows.strip() and not parts[1].strip():
            return cls.surrender(points)
        if names == ["discard"]:
            return cls(*parts_of_text(rows), parts[1], points=points)
        if names == ["declare"] or names == ["discard", "declare"]:
            discards = parts[1] if len(names) == 2 else NOTHING
            return cls(*parts_of_text(rows), discards, declare=declaration_in(parts[len(parts) - 1]), points=points)
        if "surrender" in names:
            raise PlacementError(f"bad placement {quote(text)}: expected nothing beside 'surrender'")
        raise PlacementError(f"bad placement {quote(text)}: expected 'discards' once, then 'declares' once, if at all")

    @property
    def discards(self):
        """The cards discarded."""
        return cardset(self.away)

    @property
    def cards(self):
        """The cards placed, without discards."""
        return cardset(self.all())

    @property
    def declare(self):
        """The natural to declare, or ``"if better"``; False for a surrender."""
        if self.surrenders:
            return False
        return BY_DEFAULT if self.declared is None else self.declared

    @property
    def is_surrender(self):
        """Whether the player gives up, without a board."""
        return self.surrenders

    @property
    def points(self):
        """Points from all opponents together; nan if they are unknown."""
        return self.known_points if self.has_points else NAN

    @property
    def board(self):
        """Board of a placement of 13 cards; None for a surrender. Raises PlacementError if a row is incomplete."""
        cdef int i
        if self.surrenders:
            return None
        for i in range(3):
            if count_cards(self.row[i]) != cpf_row_size[i]:
                raise PlacementError(
                    f"expected a placement of 13 cards, 3 / 5 / 5, got {self}: its cards are a part of a board"
                )
        return board_of_masks(self.row[0], self.row[1], self.row[2])

    cdef tuple key(self):
        return self.row[0], self.row[1], self.row[2], self.away, self.surrenders, self.declared

    cdef bint is_same(self, RowCards other) noexcept:
        cdef Placement placement = <Placement> other
        return (RowCards.is_same(self, other) and self.away == placement.away and self.surrenders == placement.surrenders
                and are_same(self.declared, placement.declared))

    def __reduce__(self):
        declare = None if self.surrenders else self.declare
        values = type(self), *self.rows, self.discards, declare, self.points
        return restored_placement, values, self.__getstate__()  # see RowCards

    def __replace__(self, /, **changes):
        """Return a copy with `changes`, for `copy.replace` of Python 3.13.

        If the cards or the declaration change, the points of the copy are unknown unless `changes` has them. Raises
        PlacementError if `changes` has cards for a surrender.
        """
        if not changes:
            return self
        if not self.surrenders:
            return RowCards.__replace__(self, **changes)
        if [*changes] != ["points"]:
            others = [name for name in changes if name != "points"]
            raise PlacementError(f"a surrender has no {', '.join(others)}: expected points alone")
        return type(self).surrender(**changes)

    def __str__(self):
        if self.surrenders:
            return "surrender"
        cdef str text = " / ".join([str(row) or "-" for row in self.rows])
        if self.away:
            text += f" discards {self.discards}"
        if self.declared is None:
            return text
        declare = self.declare
        return f"{text} declares {declare if isinstance(declare, str) else BEST_DECLARED if declare else NOTHING_DECLARED}"

    def __repr__(self):
        cdef str text = f"Placement.parse({str(self)!r}", points
        if not self.has_points:
            return text + ")"
        points = f"points={self.points})"
        return f"{text},{' ' if len(text) + len(points) < 118 else INDENT}{points}"

    def _repr_html_(self):
        """Return the picture of the board above the discards, the declaration and the points."""
        from html import escape

        cdef str picture = ""
        words = ["surrender"] if self.surrenders else []
        if not self.surrenders:
            if all([len(row) <= size for row, size in zip(self.rows, ROW_SIZES)]):
                picture = picture_of(self, 36, None, PlacementError)
            else:
                words.append(str(self))
            if self.away:
                words.append(f"discards {self.discards}")
            declare = self.declare
            if declare and declare != IF_BETTER:
                words.append(f"declares {BEST_DECLARED if declare is True else declare}")
        if self.has_points:
            words.append(f"{self.points:+.2f} points")
        return picture + (f"<p>{escape(', '.join(words))}</p>" if words else "")


def restored_placement(
    cls, CardSet front not None, CardSet middle not None, CardSet back not None, CardSet discards not None, declare, points
):
    """Return an unpickled placement, without checks of its cards; a surrender if `declare` is None."""
    cdef Placement placement = cls.__new__(cls)
    placement.row[0], placement.row[1], placement.row[2], placement.away = front.mask, middle.mask, back.mask, discards.mask
    placement.surrenders = declare is None
    placement.declared = None if declare is None else declared_by(declare)
    placement.set_points(points)
    return placement


cdef Placement placement_of_masks(uint64_t front, uint64_t middle, uint64_t back, uint64_t away):
    cdef Placement placement = Placement.__new__(Placement)
    placement.row[0], placement.row[1], placement.row[2], placement.away = front, middle, back, away
    return placement


share_globals(globals())
