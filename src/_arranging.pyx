"""All ways to set a hand of 13 cards, and the best of them."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint16_t, uint64_t

from cpoker_fast._cards cimport cardset, count_cards
from cpoker_fast._ranking cimport ranking_tables
from cpoker_fast._settling cimport hand_of, rules_of

from cpoker_fast.errors import BoardError


cdef extern from "cpf_ranking.h" nogil:
    const uint64_t CPF_MASK_GAPS
    ctypedef struct cpf_ranking:
        pass


cdef extern from "cpf_arranging.h" nogil:
    int CPF_HAND, CPF_FIVES, CPF_ARRANGEMENTS
    ctypedef struct cpf_rules:
        int surrender
    ctypedef struct cpf_hand:
        uint16_t backs[1287]
    ctypedef struct cpf_split:
        uint16_t front, middle, back
    void cpf_hand_read(const cpf_ranking *ranking, const cpf_rules *rules, uint64_t cards, cpf_hand *hand)
    uint64_t cpf_hand_cards(const cpf_hand *hand, unsigned subset)
    int cpf_hand_splits(const cpf_hand *hand, unsigned back, int legal, cpf_split *splits)
    int cpf_hand_count(const cpf_hand *hand)
    cpf_split cpf_hand_best_royalties(const cpf_hand *hand)


cdef cpf_hand *read_hand(object cards, object compiled) except NULL:
    """A ranked hand; the caller frees it and keeps the compiled rules alive."""
    cdef uint64_t mask = hand_of(cards)
    cdef const cpf_rules *rules = <const cpf_rules *> rules_of(compiled)
    cdef cpf_hand *hand = <cpf_hand *> PyMem_Malloc(sizeof(cpf_hand))
    if hand is NULL:
        raise MemoryError
    with nogil:
        cpf_hand_read(<const cpf_ranking *> ranking_tables(), rules, mask, hand)
    return hand


cdef tuple rows_of(const cpf_hand *hand, cpf_split split):
    return (cardset(cpf_hand_cards(hand, split.front)), cardset(cpf_hand_cards(hand, split.middle)),
            cardset(cpf_hand_cards(hand, split.back)))


def count(cards, compiled, bint legal):
    """How many arrangements a hand has."""
    cdef int number
    cdef cpf_hand *hand
    if not legal:
        hand_of(cards)
        return CPF_ARRANGEMENTS
    hand = read_hand(cards, compiled)
    with nogil:
        number = cpf_hand_count(hand)
    PyMem_Free(hand)
    return number


def best_rows(cards, compiled):
    """Front, middle and back of the legal arrangement of most royalties."""
    cdef cpf_split best
    cdef cpf_hand *hand = read_hand(cards, compiled)
    with nogil:
        best = cpf_hand_best_royalties(hand)
    try:
        if not best.back:
            raise BoardError("no board of this hand is legal under these rules: it can only be a foul")
        return rows_of(hand, best)
    finally:
        PyMem_Free(hand)


@cython.final
cdef class Splits:
    """Iterates over the arrangements of a hand, as (front, middle, back).

    The strongest back comes first, and with each back the strongest middle.
    """

    cdef cpf_hand *hand
    cdef object compiled
    cdef bint legal
    cdef int next_back, next_split, n
    cdef cpf_split splits[56]

    def __cinit__(self, cards, compiled, bint legal):
        self.hand = read_hand(cards, compiled)
        self.compiled = compiled
        self.legal = legal

    def __dealloc__(self):
        PyMem_Free(self.hand)

    def __iter__(self):
        return self

    def __next__(self):
        # One step at a time: two threads that share an iterator may not run past the end of the splits.
        with cython.critical_section(self):
            return self.step()

    cdef tuple step(self):
        while self.next_split == self.n:
            if self.next_back == CPF_FIVES:
                raise StopIteration
            self.n = cpf_hand_splits(self.hand, self.hand.backs[self.next_back], self.legal, self.splits)
            self.next_back += 1
            self.next_split = 0
        self.next_split += 1
        return rows_of(self.hand, self.splits[self.next_split - 1])


# ---- for other Cython code (see _arranging.pxd) ----

cdef cpf_rules plain  # all zero: the order of rows without any points


cdef int count_legal_arrangements(uint64_t hand) noexcept nogil:
    cdef cpf_hand read
    if hand & CPF_MASK_GAPS or count_cards(hand) != CPF_HAND:
        return -1
    cpf_hand_read(<const cpf_ranking *> ranking_tables(), &plain, hand, &read)
    return cpf_hand_count(&read)
