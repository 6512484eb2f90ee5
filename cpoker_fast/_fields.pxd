# cython: language_level=3
"""Fields for the compiled modules of this package."""

from cpf cimport cpf_field, cpf_field_tables

# Return a member of a FieldCore; raise TypeError for other objects.
cdef const cpf_field *field_of(object core) except NULL
cdef const cpf_field_tables *field_tables_of(object core) except NULL
