/* Best responses: objectives of points against known boards, or of expected points against a field. */
#ifndef CPF_RESPONSE_H
#define CPF_RESPONSE_H

#include "cpf_field.h"
#include "cpf_search.h"

/* Return terms: the points of seat `me` against the other boards of the table, plus the terms `added` unless that is NULL.
 * The rows of `me` come from the hand, everything else from boards[me]. `choosing`: see cpf_settle_choosing. Return NULL if
 * out of memory, or if a row has more than CPF_MOST_CLASSES classes, which sets `too_many`. */
cpf_terms *cpf_response_terms(const cpf_hand *hand, const cpf_settling_tables *tables, const cpf_rules *rules,
                              const cpf_board boards[CPF_MOST_PLAYERS], int me, const cpf_seating *seating,
                              uint32_t choosing, const cpf_terms *added, int *too_many);

/* Set values and terms to the expected points against a field, without side payments. Call cpf_objective_prepare next.
 * Return 0 if out of memory. */
int cpf_response_to_field(cpf_objective *objective, const cpf_field_tables *tables, const cpf_field *field);

#endif
