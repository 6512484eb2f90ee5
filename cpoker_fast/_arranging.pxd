# cython: language_level=3
"""Setting hands for other Cython code. A hand is a mask: bit 16 * suit + rank (`cpoker_fast._cards.bit_of`)."""

from libc.stdint cimport uint64_t

# How many legal boards 13 cards make, A-2-3-4-5 being the lowest straight; -1 for a mask that is not 13 cards,
# or if there is no memory.
cdef int count_legal_arrangements(uint64_t hand) noexcept nogil
