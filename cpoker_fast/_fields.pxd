# cython: language_level=3
"""Fields for the compiled modules of this package."""

# The `cpf_field` of src/cpf_field.h in a FieldCore, and its `cpf_field_tables`; TypeError for anything else.
cdef const void *field_of(object core) except NULL
cdef const void *field_tables_of(object core) except NULL
