# cython: language_level=3
"""Plans of open-face games for the compiled modules of this package."""

from libc.stdint cimport int64_t

from cpf cimport cpf_plan, cpf_way


cdef class Plan:
    cdef cpf_plan plan
    cdef object compiled  # owner of the rules in `plan`
    cdef readonly object networks  # networks of the player `swift`; None: the rules have none
    cdef list former  # replaced networks, which other threads may still use
    cdef cpf_way *ways
    cdef int64_t most  # largest number of ways of a street

    cdef int64_t count_ways_of(self, int number) except -1
    cdef void list_all_ways(self) noexcept

# Return the index of a player of the package that a plan supports; raise BoardError or NetworkError for other names.
cdef int player_index(Plan plan, object name) except -1
