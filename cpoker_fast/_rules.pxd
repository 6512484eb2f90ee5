# cython: language_level=3
"""Compiled rules for the compiled modules of this package."""

from cpf cimport cpf_rules


cdef class CompiledRules:
    cdef cpf_rules rules


# Return the rules in a CompiledRules; raise TypeError for other objects.
cdef const cpf_rules *rules_of(object compiled) except NULL
