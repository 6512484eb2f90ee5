# cython: language_level=3
"""Plans of open-face games for the compiled modules of this package."""

from libc.stdint cimport int64_t

from cpf cimport cpf_plan, cpf_way


cdef class Plan:
    cdef cpf_plan plan
    cdef object compiled  # keeps the rules alive,
    cdef readonly object networks  # and those of the player `swift`; None: there are none
    cdef list former  # networks that it had: others may be playing by them
    cdef cpf_way *ways
    cdef int64_t most  # ways of any street

    cdef int64_t count_ways_of(self, int number) except -1
    cdef void list_all_ways(self) noexcept
