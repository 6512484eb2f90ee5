# cython: language_level=3
"""What the compiled modules of this package share."""

from cpf cimport cpf_ranking, cpf_threads

cdef const cpf_ranking *ranking_tables() noexcept nogil

# The instruction set in use, as src/cpf_cpu.h numbers them.
cdef int cpu_level() noexcept nogil

# As many threads of the process's pool as `threads` asks for; ArrayError for no such number.
cdef cpf_threads threads_for(object threads) except *

# The CPF_WHEEL_... of 'lowest' or 'second'; CpokerError for anything else.
cdef int scale_of_wheel(object wheel) except -1
