# cython: language_level=3
"""Objectives for the compiled modules of this package."""

from cpf cimport cpf_objective, cpf_rules, cpf_terms
from cpf_removal cimport cpf_removal


cdef class Objective:
    cdef cpf_objective *objective
    cdef cpf_terms *terms
    cdef cpf_removal *removal
    cdef object compiled, core  # owners of the memory of `rules` and `terms`
    cdef const cpf_rules *rules

    cdef int set_royalties(self) except -1
    cdef int prepare(self, bint refined=*) except -1
