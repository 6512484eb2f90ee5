# cython: language_level=3
"""Rows and declarations in arguments and texts, for the compiled modules of this package."""

from libc.stdint cimport uint64_t

# Return the mask of a row with `size` cards; raise BoardError, with the name of the row, if it is invalid.
cdef uint64_t row_of_board(str name, object cards, int size) except? 0

# Return the mask of cards; the message of a PlacementError begins with `where`.
cdef uint64_t mask_at(str where, object cards) except? 0

# Write the masks of three rows; raise PlacementError if a row is invalid, or a card is in two rows.
cdef int read_rows(object front, object middle, object back, uint64_t *row) except -1

# Return the text of the lowest card.
cdef str first_card(uint64_t mask)

# Return the declaration that the words after `declares` stand for; raise PlacementError if there is none.
cdef object declaration_in(str words)
