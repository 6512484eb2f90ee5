# cython: language_level=3
"""Compiled rules for the compiled modules of this package."""

from cpf cimport cpf_rules


cdef class CompiledRules:
    cdef cpf_rules rules


# The rules in a CompiledRules; TypeError for anything else.
cdef const cpf_rules *rules_of(object compiled) except NULL
