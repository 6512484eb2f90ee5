# cython: language_level=3
"""Boards for the compiled modules of this package."""

from libc.stdint cimport uint64_t


cdef class RowCards:
    cdef uint64_t row[3]  # masks of front, middle and back

    cdef uint64_t all(self) noexcept
    cdef tuple key(self)
    cdef bint is_same(self, RowCards other) noexcept


cdef class Board(RowCards):
    cdef int check(self) except -1


# Create a board. The rows are not checked: they must have valid sizes and no common card.
cdef Board board_of_masks(uint64_t front, uint64_t middle, uint64_t back)

# Return the text of the lowest card.
cdef str first_card(uint64_t mask)

# Return the picture of a board on which cards may be missing; raise `error` if an argument is invalid.
cdef str picture_of(RowCards board, object card_width, object title, object error)
