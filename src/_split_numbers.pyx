"""Splits of 13 cards by number, for learners; see src/cpf_split_numbers.h."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int64_t, uint8_t
from libc.string cimport memset

from cpf cimport (
    CPF_HAND, CPF_MOST_CARDS, CPF_ROWS, CPF_SPLITS_OF_13, cpf_arranging_tables, cpf_hand_cards, cpf_hand_read, cpf_hands,
    cpf_mark_legal, cpf_rules, cpf_split_by_number, cpf_split_of_highest_score, cpf_workspace, cpf_workspace_for,
    cpf_workspace_free,
)
from cpoker_fast._hand_tables cimport arranging_tables
from cpoker_fast._rules cimport rules_of

from cpoker_fast._arrays import describe_bad_row
from cpoker_fast._core import share_globals
from cpoker_fast.errors import ArrayError, CardError


cdef const cpf_arranging_tables *tables = arranging_tables()


def splits_of_13():
    """Return the places, in a hand of ascending cards, of front, middle and back of each split: uint8[n, 13]."""
    import numpy as np

    cdef uint8_t[:, ::1] indices
    cdef int number
    table = np.empty((CPF_SPLITS_OF_13, CPF_HAND), np.uint8)
    indices = table
    for number in range(CPF_SPLITS_OF_13):
        cpf_split_by_number(tables, number, &indices[number, 0])
    return table


@cython.final
cdef class NumberedHands:
    """Hands of 13 cards whose splits are numbered."""

    cdef cpf_workspace workspace
    cdef cpf_hands hands
    cdef const cpf_rules *rules
    cdef object compiled
    cdef const uint8_t[:, ::1] cards

    def __cinit__(self, const uint8_t[:, ::1] cards not None, compiled):
        if cards.shape[1] != CPF_HAND:
            raise CardError(f"expected hands of {CPF_HAND} cards")
        self.cards, self.compiled, self.rules = cards, compiled, rules_of(compiled)
        memset(&self.hands, 0, sizeof(self.hands))
        self.hands.width = CPF_HAND
        if cards.shape[0]:
            self.hands.cards = &cards[0, 0]
        if not cpf_workspace_for(&self.workspace, CPF_HAND):
            raise MemoryError

    def __dealloc__(self):
        cpf_workspace_free(&self.workspace)

    cdef int read(self, int64_t index) except -1:
        """Rank the rows of a hand; raise CardError if its cards are not different."""
        cdef uint8_t ascending[CPF_MOST_CARDS]
        if not cpf_hand_cards(&self.hands, index, ascending):
            raise describe_bad_row(self.cards[index], index, "hand")
        cpf_hand_read(tables, self.rules, ascending, CPF_HAND, self.workspace.ranks, &self.workspace.hand)
        return 0


def mark_legal_splits(const uint8_t[:, ::1] cards not None, compiled, int8_t[:, ::1] legal not None):
    """Write whether each split of each hand is legal. Columns after the splits stay unchanged."""
    cdef NumberedHands hands = NumberedHands(cards, compiled)
    cdef int64_t i
    if legal.shape[0] != cards.shape[0] or legal.shape[1] < CPF_SPLITS_OF_13:
        raise ArrayError("bad shape of an array")
    for i in range(cards.shape[0]):
        hands.read(i)
        with nogil:
            cpf_mark_legal(tables, &hands.workspace.hand, &legal[i, 0])
        PyErr_CheckSignals()


def highest_splits(const uint8_t[:, ::1] cards not None, compiled, const float[:, :, ::1] scores not None,
                   int64_t[::1] numbers not None):
    """Write the legal split with the highest sum of scores of each hand; -1 if there is none.

    `scores`: of each card, in ascending order, in each row, shape (n, 13, 3).
    """
    cdef NumberedHands hands = NumberedHands(cards, compiled)
    cdef int64_t i
    if (not numbers.shape[0] == scores.shape[0] == cards.shape[0] or scores.shape[1] != CPF_HAND
            or scores.shape[2] != CPF_ROWS):
        raise ArrayError("bad shape of an array")
    for i in range(cards.shape[0]):
        hands.read(i)
        with nogil:
            numbers[i] = cpf_split_of_highest_score(tables, &hands.workspace.hand, &scores[i, 0, 0])
        PyErr_CheckSignals()


share_globals(globals())
