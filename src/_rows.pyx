"""Rows and declarations in arguments and texts: reading them, and the order of rows in words."""

from libc.stdint cimport uint64_t

from cpoker_fast._cards cimport cards_ascending, cardset, count_cards, mask_of

import re
from itertools import pairwise

from cpoker_fast._cards import format_card
from cpoker_fast._core import share_globals
from cpoker_fast._ranking import strength
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError, CardError, PlacementError, RulesError
from cpoker_fast.patterns import name_of_natural


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


cdef uint64_t mask_at(str where, object cards) except? 0:
    if isinstance(cards, str) and cards.strip() in ("-", "–"):
        return 0
    try:
        return mask_of(cards)
    except CardError as error:
        raise PlacementError(f"{where}: {error}") from error


def read_cards(str where, cards, /):
    """Return cards as a CardSet (``-``: no cards). The message of a PlacementError begins with `where`."""
    return cardset(mask_at(where, cards))


cdef int read_rows(object front, object middle, object back, uint64_t *row) except -1:
    """Write the masks of three rows; raise PlacementError if a row is invalid, or a card is in two rows."""
    cdef int i, k
    row[0], row[1], row[2] = mask_at("front", front), mask_at("middle", middle), mask_at("back", back)
    for i, k in PAIRS:
        if row[i] & row[k]:
            raise PlacementError(f"card {first_card(row[i] & row[k])} is placed twice: {ROWS[i]} and {ROWS[k]}")
    return 0


cpdef list parts_of_text(text):
    """Split a text into three rows at ``/``, ``|`` or line breaks."""
    cdef list parts = re.split(r"[ \t]*[/|\n][ \t]*", text.strip())
    if len(parts) != 3:
        raise PlacementError(f"bad rows {quote(text)}: expected three rows, such as 'As Kd / 7c / -', got {len(parts)}")
    return parts


cdef str first_card(uint64_t mask):
    """Return the text of the lowest card."""
    return format_card(cards_ascending(mask)[0])


# ---- the order of rows ----

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


# ---- declarations ----

IF_BETTER = "if better"
NOTHING_DECLARED, BEST_DECLARED = "nothing", "the best natural"  # in texts
cdef dict DECLARED_BY_WORDS = {NOTHING_DECLARED: False, BEST_DECLARED: True}


cpdef object declaration(object declare):
    """Return a declaration in its usual form: a bool, `IF_BETTER` or the name of a natural; RulesError if it is not one."""
    if getattr(declare, "ndim", None) == 0:
        declare = declare.item()  # of a bool of NumPy
    if isinstance(declare, bool):
        return declare
    if isinstance(declare, str):
        return IF_BETTER if declare == IF_BETTER else name_of_natural(declare)
    raise RulesError(f"expected True, False, {IF_BETTER!r} or the name of a natural, got {quote(declare)}")


cdef object declaration_in(str words):
    """Return the declaration that the words after ``declares`` stand for."""
    cdef str name = " ".join(words.split()).lower()
    if name in DECLARED_BY_WORDS:
        return DECLARED_BY_WORDS[name]
    try:
        return name_of_natural(name)
    except RulesError as error:
        raise PlacementError(f"declares: {error.problem}, or {NOTHING_DECLARED!r} or {BEST_DECLARED!r}") from None


share_globals(globals())
