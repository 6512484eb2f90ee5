# cython: language_level=3
"""Compiled rules for the compiled modules of this package."""

from cpf cimport cpf_pattern_set, cpf_rules, cpf_settling_tables


cdef class PatternSet:
    cdef cpf_pattern_set set


cdef class CompiledRules:
    cdef cpf_rules rules


# Return the rules in a CompiledRules; raise TypeError for other objects.
cdef const cpf_rules *rules_of(object compiled) except NULL

# Return the tables for reading and settling boards.
cdef const cpf_settling_tables *settling_tables() noexcept nogil
