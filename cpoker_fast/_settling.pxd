# cython: language_level=3
"""Rules and boards for the compiled modules of this package."""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t

from cpf cimport CPF_HAND, cpf_board, cpf_buttons, cpf_outcome, cpf_rules, cpf_seating

# What a CompiledRules holds; TypeError for anything else.
cdef const cpf_rules *rules_of(object compiled) except NULL

# Reads the boards of a table (lists of 13 cards; None: a surrender) and what they declare; returns how many there are.
cdef int seats_in(object compiled, list boards, list declare, cpf_board *read) except -1

# One player a seat, and nothing carried over; TableError for a button that is not a seat.
cdef int take_seats(cpf_seating *seating, int seats, object button) except -1

# The buttons of n tables; BoardError for one that is not a seat.
cdef cpf_buttons buttons_of(const int8_t[::1] buttons, int64_t n, int seats) except *

# Reads 13 cards (255: a surrender), and what they declare; safe for any bytes.
cdef void read_seat(const cpf_rules *rules, const uint8_t *cards, int declare, cpf_board *board) noexcept nogil

# Reads 13 cards whose rows are still to be chosen: all of a legal board but its rows. Not where naturals go by the rows.
cdef void read_unset(const cpf_rules *rules, const uint8_t *cards, int declare, cpf_board *board) noexcept nogil

# Reads what naturals need to know of 13 cards, however they are set; returns the naturals of the rules, as bits.
cdef uint32_t read_hand(const cpf_rules *rules, const uint8_t *cards, cpf_board *board) noexcept nogil

# Lists legal boards that show a natural, where the rules want that; room for CPF_SHOWN_PATTERNS. Returns their number.
cdef int show_naturals_of(const cpf_rules *rules, const uint8_t *cards, uint8_t (*boards)[CPF_HAND]) noexcept nogil

# A cpf_settle_boards.
cdef void settle_seats(const cpf_rules *rules, const cpf_board *boards, const cpf_seating *seating,
                       cpf_outcome *outcome) noexcept nogil

# The same after all players have chosen whether they declare the natural that was read.
cdef void settle_choosing(const cpf_rules *rules, const cpf_board *boards, const cpf_seating *seating,
                          cpf_outcome *outcome) noexcept nogil

# A cpf_settle_chosen.
cdef void settle_chosen(const cpf_rules *rules, cpf_board *boards, const cpf_seating *seating, uint32_t choosing,
                        cpf_outcome *outcome) noexcept nogil
