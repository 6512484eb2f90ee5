# cython: language_level=3
"""The tables that all hands share, for the compiled modules of this package."""

from cpf cimport cpf_arranging_tables

cdef const cpf_arranging_tables *arranging_tables() noexcept nogil
