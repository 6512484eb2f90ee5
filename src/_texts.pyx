"""Text of many cards: lines to sets of cards; rows and placements to lines."""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.math cimport isnan
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset, strlen

from cpf cimport CPF_DECLARE_BEST, CPF_HAND, CPF_ROWS, CPF_STRENGTHS, CPF_SURRENDERED, cpf_board, cpf_card_bit, \
    cpf_best_five, cpf_lowest_bit, cpf_rank_mask, cpf_read_board
from cpoker_fast._cards cimport count_cards, mask_of
from cpoker_fast._core cimport ranking_tables, scale_of_wheel
from cpoker_fast._rules cimport CompiledRules, settling_tables

import json
from array import array

from cpoker_fast._core import share_globals
from cpoker_fast.errors import CardError


cdef extern from "Python.h":
    char *PyOS_double_to_string(double value, char format, int precision, int flags, int *kind) except NULL
    const int Py_DTSF_SIGN, Py_DTSF_ADD_DOT_0


# ---- reading ----

def read_lines(list lines not None, Py_ssize_t begin, uint64_t sizes, uint64_t unavailable, bint have_comments):
    """Return the sets of cards in lines from the index `begin` on: masks, numbers of cards, and indices of lines; and the
    index of the first bad line.

    If no line is bad, the last value is the number of lines; else the arrays end before that line. They are no arrays of
    NumPy, whose import takes longer than reading a few lines. `sizes`: allowed numbers of cards, as bits. `unavailable`: a
    mask of cards that no line may have. With `have_comments`, # begins a comment, and lines without cards are skipped.
    """
    cdef Py_ssize_t index, comment, n = len(lines), found = 0, room = 0
    cdef uint64_t mask
    cdef int size
    cdef str text
    cdef uint64_t[::1] masks
    cdef uint8_t[::1] counts
    cdef int64_t[::1] indices
    if begin < 0:
        raise ValueError(f"bad begin {begin}")
    arrays = array("Q"), array("B"), array("q")
    for index in range(begin, n):
        text = <str?> lines[index]
        if have_comments:
            comment = text.find("#")
            if comment >= 0:
                text = text[:comment]
        try:
            mask = mask_of(text)
        except CardError:
            break
        if mask == 0 and have_comments and (not text or text.isspace()):
            continue
        size = count_cards(mask)
        if not sizes >> size & 1 or mask & unavailable:
            break
        if found == room:  # small at first: most lines may be bad, and each call ends at one
            masks = counts = indices = None  # arrays with views cannot grow
            room = min(4 * room + 16, n - begin)
            for values in arrays:
                values.frombytes(bytes((room - found) * values.itemsize))
            masks, counts, indices = arrays
        masks[found], counts[found], indices[found] = mask, size, index
        found += 1
    else:
        index = max(begin, n)
    return *[values[:found] for values in arrays], index


# ---- writing ----

cdef const char *RANKS = b"23456789TJQKA"
cdef const char *SUITS = b"cdhs"
cdef int CARDS_WIDTH = 14  # columns of five cards


@cython.final
cdef class Words:
    """Descriptions of strengths, made by a function when they are first needed. The strength -1 is that of a dead row."""

    cdef object describe
    cdef list known

    def __cinit__(self, describe):
        self.describe = describe
        self.known = [None] * (CPF_STRENGTHS + 1)

    cdef bytes of(self, int strength):
        if not -1 <= strength < CPF_STRENGTHS:
            raise ValueError(f"bad strength {strength}")
        words = self.known[strength + 1]
        if words is None:
            words = self.known[strength + 1] = self.describe(strength).encode()
        return <bytes> words


@cython.final
cdef class Text:
    """Text that grows at its end."""

    cdef char *start
    cdef Py_ssize_t size, room

    def __dealloc__(self):
        free(self.start)

    cdef char *extend(self, Py_ssize_t length) except NULL:
        """Add `length` characters, and return a pointer to them. The byte behind them may be overwritten."""
        cdef Py_ssize_t room = self.size + length + 1
        cdef char *start
        if room > self.room:
            room += room // 2
            start = <char *> realloc(self.start, room)
            if start is NULL:
                raise MemoryError
            self.start, self.room = start, room
        self.size += length
        return self.start + self.size - length

    cdef int add(self, const char *part) except -1:
        memcpy(self.extend(strlen(part)), part, strlen(part))
        return 0

    cdef int add_bytes(self, bytes part) except -1:
        memcpy(self.extend(PyBytes_GET_SIZE(part)), PyBytes_AS_STRING(part), PyBytes_GET_SIZE(part))
        return 0

    cdef int add_cards(self, uint64_t mask, int width) except -1:
        """Add cards, the highest first, and spaces up to a width."""
        cdef int suit, rank, number = count_cards(mask)
        cdef int length = 3 * number - 1 if number else 0
        cdef char *end = self.extend(length if length > width else width)
        cdef uint32_t ranks = cpf_rank_mask(mask)
        if width > length:
            memset(end + length, c" ", width - length)
        end += length + 1
        while ranks:  # from the lowest card, which comes last
            rank = cpf_lowest_bit(ranks)
            for suit in range(4):
                if mask >> (16 * suit + rank) & 1:
                    end -= 3
                    end[0], end[1], end[2] = RANKS[rank], SUITS[suit], c" "
            ranks &= ranks - 1
        return 0

    cdef int add_int(self, int value, bint with_sign, int width) except -1:
        """Add a number, right-aligned in a width."""
        cdef char digits[12]
        cdef char *at
        cdef unsigned int rest = <unsigned int> value if value >= 0 else 0 - <unsigned int> value
        cdef int length = 0
        while True:
            digits[length] = <char> (48 + rest % 10)  # 48 is the code of the digit 0
            length += 1
            rest //= 10
            if not rest:
                break
        if value < 0 or with_sign:
            digits[length] = c"-" if value < 0 else c"+"
            length += 1
        at = self.extend(length if length > width else width)
        while width > length:
            at[0] = c" "
            at += 1
            width -= 1
        while length:
            length -= 1
            at[0] = digits[length]
            at += 1
        return 0

    cdef int add_double(self, double value, char format, int precision, int flags) except -1:
        """Add a number as Python formats it."""
        cdef char *digits = PyOS_double_to_string(value, format, precision, flags, NULL)
        try:
            self.add(digits)
        finally:
            PyMem_Free(digits)
        return 0

    cdef str lines(self):
        """Return the text without its last line break."""
        return PyUnicode_DecodeUTF8(self.start, self.size - 1, NULL) if self.size else ""


cdef bytes in_json(object value):
    return json.dumps(value, ensure_ascii=False).encode()


def write_rows(const uint64_t[::1] masks not None, const uint16_t[::1] strengths not None, Words words not None,
               int width, bint as_json, str wheel not None):
    """Return lines, without the last line break: the cards (padded to a width), strength and description of each row.

    Of more than five cards, the best five come first, and the others in brackets.
    """
    cdef Text text = Text()
    cdef Py_ssize_t i
    cdef int scale = scale_of_wheel(wheel), number
    cdef uint64_t five
    if masks.shape[0] != strengths.shape[0]:
        raise ValueError(f"expected {masks.shape[0]} strengths, got {strengths.shape[0]}")
    for i in range(masks.shape[0]):
        number = count_cards(masks[i])
        five = cpf_best_five(ranking_tables(), scale, masks[i]) if number > 5 else masks[i]
        if as_json:
            text.add(b'{"cards": "')
            text.add_cards(masks[i], 0)
            if number > 5:
                text.add(b'", "best_five": "')
                text.add_cards(five, 0)
            text.add(b'", "strength": ')
            text.add_int(strengths[i], False, 0)
            text.add(b', "description": "')
            text.add_bytes(words.of(strengths[i]))
            text.add(b'"}\n')
        else:
            if number > 5:
                text.add_cards(five, 0)
                text.add(b" (")
                text.add_cards(masks[i] & ~five, 0)
                text.add(b")" + b" " * (width - 3 * number - 1))
            else:
                text.add_cards(masks[i], width)
            text.add_int(strengths[i], False, 10)
            text.add(b"  ")
            text.add_bytes(words.of(strengths[i]))
            text.add(b"\n")
    return text.lines()


cdef tuple ROW_HEADS = (b"front   ", b"middle  ", b"back    ")
cdef tuple ROW_NAMES = (b"front", b"middle", b"back")


@cython.final
cdef class PlacementWriter:
    """Writes placements of hands as text or as JSON, under some rules.

    `words`: descriptions for front, middle and back. `opponents`: the opponents against whom points are expected, in words.
    """

    cdef CompiledRules compiled
    cdef Words front, middle, back
    cdef bytes name, against
    cdef list naturals, naturals_in_json

    def __cinit__(self, CompiledRules compiled not None, str name not None, tuple naturals not None, tuple words not None,
                  str opponents not None):
        self.compiled, self.name, self.against = compiled, in_json(name), f" against {opponents}\n".encode()
        self.naturals = [str(natural).encode() for natural in naturals]
        self.naturals_in_json = [in_json(natural) for natural in naturals]
        self.front, self.middle, self.back = words

    def write(self, const uint64_t[::1] hands not None, const uint8_t[:, ::1] boards not None,
              const uint8_t[::1] declare not None, const double[::1] points not None, bint as_json, bint is_first):
        """Return lines, without the last line break; a blank line separates texts, but not JSON.

        `boards`: rows of 255 are surrenders. `declare`: whether a placement declares a natural. `points`: nan for a
        placement without points. `is_first`: whether no text precedes these lines.
        """
        cdef Text text = Text()
        cdef Py_ssize_t i, n = hands.shape[0]
        if not boards.shape[0] == declare.shape[0] == points.shape[0] == n or boards.shape[1] != CPF_HAND:
            raise ValueError(f"expected {n} boards, declarations and points, got {boards.shape[0]}, {declare.shape[0]} and "
                             f"{points.shape[0]}")
        for i in range(n):
            if as_json:
                self.add_json(text, hands[i], &boards[i, 0], declare[i] != 0, points[i])
            else:
                if i or not is_first:
                    text.add(b"\n")
                self.add_text(text, hands[i], &boards[i, 0], declare[i] != 0, points[i])
        return text.lines()

    cdef int read(self, const uint8_t *cards, cpf_board *board, uint64_t *rows) except -1:
        cdef int i
        cpf_read_board(settling_tables(), &self.compiled.rules, cards, CPF_DECLARE_BEST, board)
        rows[0] = rows[1] = rows[2] = 0
        for i in range(CPF_HAND):
            rows[0 if i < 3 else 1 if i < 8 else 2] |= cpf_card_bit(cards[i])
        return 0

    cdef Words words_of(self, int row):
        return self.front if row == 0 else self.middle if row == 1 else self.back

    cdef int add_text(self, Text text, uint64_t hand, const uint8_t *cards, bint declares, double points) except -1:
        cdef cpf_board board
        cdef uint64_t rows[CPF_ROWS]
        cdef int row
        if cards[0] == CPF_SURRENDERED:
            text.add(b"surrender  ")
            text.add_double(points, c"f", 3, Py_DTSF_SIGN)
            text.add(b" points")
            text.add_bytes(self.against)
            return 0
        self.read(cards, &board, rows)
        for row in range(CPF_ROWS):
            text.add_bytes(ROW_HEADS[row])
            text.add_cards(rows[row], CARDS_WIDTH)
            text.add(b"  ")
            text.add_bytes(self.words_of(row).of(<int> board.strengths[row]))
            if board.royalties[row]:
                text.add(b", royalty ")
                text.add_int(board.royalties[row], True, 0)
            text.add(b"\n")
        hand &= ~(rows[0] | rows[1] | rows[2])
        if hand:
            text.add(b"Discarded: ")
            text.add_cards(hand, 0)
            text.add(b".\n")
        if board.natural >= 0:
            text.add(b"The hand makes a natural: ")
            text.add_bytes(self.naturals[board.natural])
            text.add(b".\n" if isnan(points) or declares else b".\nIt is not declared: the rows pay more.\n")
        if not isnan(points):
            text.add_double(points, c"f", 3, Py_DTSF_SIGN)
            text.add(b" points expected")
            text.add_bytes(self.against)
        return 0

    cdef int add_json(self, Text text, uint64_t hand, const uint8_t *cards, bint declares, double points) except -1:
        cdef cpf_board board
        cdef uint64_t rows[CPF_ROWS]
        cdef int row
        text.add(b'{"rules": ')
        text.add_bytes(self.name)
        if cards[0] == CPF_SURRENDERED:
            text.add(b', "board": null, "rows": [], "royalties": 0, "discarded": "", "natural": null, "declare": false')
        else:
            self.read(cards, &board, rows)
            text.add(b', "board": "')
            for row in range(CPF_ROWS):
                text.add(b" / " if row else b"")
                text.add_cards(rows[row], 0)
            text.add(b'", "rows": [')
            for row in range(CPF_ROWS):
                text.add(b', {"row": "' if row else b'{"row": "')
                text.add_bytes(ROW_NAMES[row])
                text.add(b'", "cards": "')
                text.add_cards(rows[row], 0)
                text.add(b'", "description": "')
                text.add_bytes(self.words_of(row).of(<int> board.strengths[row]))
                text.add(b'", "royalties": ')
                text.add_int(board.royalties[row], False, 0)
                text.add(b"}")
            text.add(b'], "royalties": ')
            text.add_int(board.royalties[0] + board.royalties[1] + board.royalties[2], False, 0)
            text.add(b', "discarded": "')
            text.add_cards(hand & ~(rows[0] | rows[1] | rows[2]), 0)
            text.add(b'", "natural": ')
            if board.natural >= 0:
                text.add_bytes(self.naturals_in_json[board.natural])
            else:
                text.add(b"null")
            text.add(b', "declare": ')
            text.add(b"null" if isnan(points) else b"true" if declares else b"false")
        text.add(b', "points": ')
        if isnan(points):
            text.add(b"null")
        else:
            text.add_double(points, c"r", 0, Py_DTSF_ADD_DOT_0)
        text.add(b"}\n")
        return 0


share_globals(globals())
