# cython: language_level=3
"""Compiled rules for the compiled modules of this package."""

from libc.stdint cimport int16_t, uint8_t, uint64_t

# The `cpf_rules` of src/cpf_settling.h in a CompiledRules; TypeError for anything else.
cdef const void *rules_of(object compiled) except NULL

# 13 different cards, whatever CardSet takes, as a mask; raises CardError.
cdef uint64_t hand_of(object cards) except? 0

# What a row is worth by strength: int16[7917], from a grid of units by category and rank, and units of exact ranks.
cdef int units_by_strength(const void *rules, int row, list grid, dict exact, int16_t *by_strength) except -1

# Reads the boards of a table (lists of 13 cards; None: a surrender) and what they declare into `cpf_board`s.
cdef int seats_in(object compiled, list boards, list declare, void *read) except -1

# Reads 13 cards (255: a surrender), and what they declare, into a `cpf_board`; safe for any bytes.
cdef void read_seat(const void *rules, const uint8_t *cards, int declare, void *board) noexcept nogil

# `cpf_settle` of src/cpf_settling.h with its tables.
cdef void settle_seats(const void *rules, const void *boards, const void *seating, void *outcome) noexcept nogil
