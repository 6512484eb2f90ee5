# cython: language_level=3
"""C declarations for card removal: how expected points change with the cards that a player knows."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t

from cpf cimport CPF_ROWS, CPF_STRENGTHS, cpf_board, cpf_field, cpf_objective, cpf_rules, cpf_settling_tables


cdef extern from "cpf_removal.h" nogil:
    enum:
        CPF_REMOVAL_FEATURES, CPF_REMOVAL_KNOTS, CPF_REMOVAL_STEPS, CPF_REMOVAL_VARIABLES
    ctypedef struct cpf_removal:
        pass
    void cpf_add_shifts(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_removal *removal, int64_t n,
                        const uint8_t *boards, const int8_t *declared, double *points)


cdef extern from "cpf_objective.h" nogil:
    void cpf_objective_shift(cpf_objective *objective, const cpf_removal *removal)


cdef extern from "cpf_field.h" nogil:
    ctypedef struct cpf_field_slopes:
        double *row
        int64_t own
        int16_t *strengths
        double *joint
    void cpf_field_set_removal(const cpf_field *field, const float *shifts, cpf_removal *removal)
    void cpf_field_find_places(const cpf_field *field, uint16_t (*places)[CPF_STRENGTHS])
    int cpf_field_find_slopes(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                              int opponents, const double *features, cpf_field_slopes *slopes, int threads)
