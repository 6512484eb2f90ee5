# cython: language_level=3
"""Compiled rules for the compiled modules of this package."""

from libc.stdint cimport uint64_t

# The `cpf_rules` of src/cpf_settling.h in a CompiledRules; TypeError for anything else.
cdef const void *rules_of(object compiled) except NULL

# 13 different cards, whatever CardSet takes, as a mask; raises CardError.
cdef uint64_t hand_of(object cards) except? 0
