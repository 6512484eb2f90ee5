# cython: language_level=3
"""Random bits for the compiled modules of this package."""

from cpf cimport cpf_bits

# Return the C interface of a bit generator of NumPy. It is valid as long as the generator is alive.
cdef const cpf_bits *bits_of(object source) except NULL
