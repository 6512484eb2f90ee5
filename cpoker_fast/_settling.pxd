# cython: language_level=3
"""Compiled rules for the compiled modules of this package."""

# The `cpf_rules` of src/cpf_settling.h in a CompiledRules; TypeError for anything else.
cdef const void *rules_of(object compiled) except NULL
