/* The best board of a hand, exactly: the search takes the backs with the highest bounds first, and stops when no bound can reach
 * what was found. */
#ifndef CPF_SEARCH_H
#define CPF_SEARCH_H

#include "cpf_hand.h"
#include "cpf_subset_max.h"
#include "cpf_objective.h"

/* The sets that are the rows of a board; all 0: no board. */
typedef struct cpf_split {
    uint32_t front, middle, back;
} cpf_split;

/* The memory that a search of hands of n cards needs. */
size_t cpf_search_bytes(int n);

/* The legal board of highest value; among equals the one with the stronger back, then middle, then front, and then the one whose
 * back, then middle, then front has the lower suits. `memory` has cpf_search_bytes(n), and is aligned to 64 bytes. */
cpf_split cpf_search_best(const cpf_hand *hand, const cpf_objective *objective, cpf_subset_max_kernel subset_max, void *memory,
                          double *value);

/* Bounds of the values of the legal boards with each back, in steps and in the order of the subsets. */
void cpf_search_bounds(const cpf_hand *hand, const cpf_objective *objective, cpf_subset_max_kernel subset_max, void *memory,
                       uint16_t *bounds);

#endif
