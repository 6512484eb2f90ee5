# cython: language_level=3
"""Ranking tables, steps through arrays and common arguments, for the compiled modules of this package."""

from libc.stdint cimport int64_t

from cpf cimport cpf_ranking

cdef const cpf_ranking *ranking_tables() noexcept nogil

# Return the number of threads for the argument `threads`; raise ArrayError if it is invalid.
cdef int threads_for(object threads) except -1

# Steps through the items of an array. Each step is the range from `begin` to `end`; signals are checked between steps.
cdef class Steps:
    cdef int64_t n, begin, end, first
    cdef int threads
    cdef double started
    cdef bint next(self) except -1

# Return steps through n items on a number of threads; the first step has `items_per_thread` for each thread.
cdef Steps steps_through(int64_t n, int threads, int64_t items_per_thread)

# Return the CPF_WHEEL_... of 'lowest' or 'second'; raise CpokerError for other values.
cdef int scale_of_wheel(object wheel) except -1
