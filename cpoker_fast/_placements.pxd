# cython: language_level=3
"""Partial boards and placements for the compiled modules of this package."""

from libc.stdint cimport int8_t, uint64_t

from cpoker_fast._boards cimport RowCards


cdef class PartialBoard(RowCards):
    pass


cdef class Placement(RowCards):
    cdef uint64_t away  # the discards
    cdef int8_t choice  # the declaration, or a surrender

# Create a placement. The rows and the discards are not checked: they must have no common card.
cdef Placement placement_of_masks(uint64_t front, uint64_t middle, uint64_t back, uint64_t away)
