# cython: language_level=3
"""What the compiled modules of this package share."""

from libc.stdint cimport int64_t

from cpf cimport cpf_ranking

cdef const cpf_ranking *ranking_tables() noexcept nogil

# How many threads `threads` asks for; ArrayError for no such number.
cdef int threads_for(object threads) except -1

# Items of an array, gone through in steps from `begin` to `end`, between which signals are checked.
cdef class Steps:
    cdef int64_t n, begin, end, first
    cdef int threads
    cdef double started
    cdef bint next(self) except -1

# Steps through n items on so many threads; the first step has `a_thread` items for each.
cdef Steps steps_through(int64_t n, int threads, int64_t a_thread)

# The CPF_WHEEL_... of 'lowest' or 'second'; CpokerError for anything else.
cdef int scale_of_wheel(object wheel) except -1
