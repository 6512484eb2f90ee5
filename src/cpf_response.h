/* Best responses: objectives whose values are the points of a board against known boards, or the expected points against a
 * field. */
#ifndef CPF_RESPONSE_H
#define CPF_RESPONSE_H

#include "cpf_field.h"
#include "cpf_search.h"

/* Terms: the points of seat `me` against the other boards of the table, plus other terms of the own board if `added` is not
 * NULL. boards[me] gives all of the own board but its rows, which come from the hand. `choosing`: see cpf_settle_choosing.
 * Returns NULL if rows would need more classes than terms have, which sets `too_many`, or without memory. */
cpf_terms *cpf_response_terms(const cpf_hand *hand, const cpf_settling_tables *tables, const cpf_rules *rules,
                              const cpf_board boards[CPF_MOST_PLAYERS], int me, const cpf_seating *seating,
                              uint32_t choosing, const cpf_terms *added, int *too_many);

/* Sets values and terms to the expected points against a field, without side payments; cpf_objective_ready is still to be
 * called. 0: no memory. */
int cpf_response_to_field(cpf_objective *objective, const cpf_field_tables *tables, const cpf_field *field);

#endif
