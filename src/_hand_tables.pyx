"""The tables that all hands share; see src/cpf_hand_tables.h."""

from cpf cimport cpf_arranging_build, cpf_arranging_tables
from cpoker_fast._settling cimport settling_tables

from cpoker_fast._core import share_globals


cdef cpf_arranging_tables tables
tables.settling = settling_tables()
cpf_arranging_build(&tables)


cdef const cpf_arranging_tables *arranging_tables() noexcept nogil:
    return &tables


share_globals(globals())
