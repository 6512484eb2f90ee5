/* What each board of a hand is paid, as an objective: against boards that are known, or against a field. */
#ifndef CPF_RESPONSE_H
#define CPF_RESPONSE_H

#include "cpf_field.h"
#include "cpf_search.h"

/* Terms: the points of seat `me`, whose own board tells all but its rows. `too_many`: set if more kinds of rows would have to be
 * told apart than terms have classes, and then, or without memory, NULL is returned. */
cpf_terms *cpf_response_terms(const cpf_hand *hand, const cpf_rules *rules, cpf_settle_boards settle,
                              const cpf_board boards[CPF_MOST_PLAYERS], int me, const cpf_seating *seating, int *too_many);

/* Values and terms: what all of a field pay, side payments left out; not made ready yet. 0: no memory. */
int cpf_response_to_field(cpf_objective *objective, const cpf_field_tables *tables, const cpf_field *field);

#endif
