# cython: language_level=3
"""The tables that all hands share, and checks, for the compiled modules of this package."""

from cpf cimport cpf_arranging_tables, cpf_rules

cdef const cpf_arranging_tables *arranging_tables() noexcept nogil
cdef int check_discards(const cpf_rules *rules, int n) except -1
cdef object too_many_kinds()
