# cython: language_level=3
"""Counts of boards for other Cython code. A hand is a mask: bit 16 * suit + rank (`cpoker_fast._cards.bit_of`)."""

from libc.stdint cimport uint64_t

# Number of legal boards of 13 cards, with A-2-3-4-5 as the lowest straight; -1 if `hand` is not a mask of 13 cards, or if
# out of memory.
cdef int count_legal_arrangements(uint64_t hand) noexcept nogil
