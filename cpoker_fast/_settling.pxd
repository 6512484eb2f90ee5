# cython: language_level=3
"""Boards and tables for the compiled modules of this package."""

from libc.stdint cimport int8_t, int64_t

from cpf cimport cpf_board, cpf_buttons, cpf_seating

# Read the boards of a table (lists of 13 cards; None: a surrender) and their declarations; return the number of seats.
cdef int seats_in(object compiled, list boards, list declare, cpf_board *read) except -1

# Set the seating of a table where each player has one seat, without points in a pool; raise TableError if the button is not
# a seat.
cdef int set_seating(cpf_seating *seating, int seats, object button) except -1

# Check the buttons of n tables and return a view of them; raise BoardError for a button that is not a seat.
cdef cpf_buttons buttons_of(const int8_t[::1] buttons, int64_t n, int seats) except *
