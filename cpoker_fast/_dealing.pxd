# cython: language_level=3
"""Random bits for the compiled modules of this package."""

from cpf cimport cpf_bits

# What a bit generator of NumPy draws by; the generator must be kept alive meanwhile.
cdef const cpf_bits *bits_of(object source) except NULL
