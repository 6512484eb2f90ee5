# cython: language_level=3
"""Boards and placements for the compiled modules of this package."""

from libc.stdint cimport uint64_t


cdef class RowCards:
    cdef uint64_t row[3]  # masks of front, middle and back

    cdef uint64_t all(self) noexcept
    cdef tuple key(self)
    cdef bint is_same(self, RowCards other) noexcept


cdef class Board(RowCards):
    cdef int check(self) except -1


cdef class PartialBoard(RowCards):
    pass


cdef class Placement(RowCards):
    cdef uint64_t away  # the discards
    cdef bint surrenders
    cdef object declared  # True, False, or the name of a natural; None stands for IF_BETTER
    cdef bint has_points
    cdef double known_points  # if it has points

    cdef int set_points(self, object points) except -1

# Create a board or a placement. The rows are not checked: they must have valid sizes and no common card.
cdef Board board_of_masks(uint64_t front, uint64_t middle, uint64_t back)
cdef Placement placement_of_masks(uint64_t front, uint64_t middle, uint64_t back, uint64_t away)
