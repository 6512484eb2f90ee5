/* The best board of a hand, by branch and bound: a back is tried only if the upper bound of the values of its boards reaches
 * the value of the incumbent, the best board so far. The backs with the highest bounds come first. The result is exact. */
#ifndef CPF_SEARCH_H
#define CPF_SEARCH_H

#include "cpf_hand.h"
#include "cpf_objective.h"
#include "cpf_subset_max.h"

/* A board as sets of cards of a hand; all 0: no board. */
typedef struct cpf_split {
    uint32_t front, middle, back;
} cpf_split;

/* The memory for searching hands of n cards. */
typedef struct cpf_search_memory {
    cpf_subset_max *cube; /* cpf_subset_max_bytes(n), aligned to 64 bytes */
    uint32_t *order;      /* cpf_order_bytes(): a number for each back */
} cpf_search_memory;

size_t cpf_order_bytes(void);

/* Find the legal board of highest value. The tie rule for equal values: the stronger back wins, then the stronger middle,
 * then the stronger front; then the lower set of the back, the middle and the front, that is, the lower suits. */
cpf_split cpf_search_best(const cpf_hand *hand, const cpf_objective *objective, cpf_subset_max_kernel subset_max,
                          const cpf_search_memory *memory, double *value);

/* Write for each back, in the order of cpf_subsets, an upper bound of the values of its legal boards, in steps. */
void cpf_search_bounds(const cpf_hand *hand, const cpf_objective *objective, cpf_subset_max_kernel subset_max,
                       const cpf_search_memory *memory, uint16_t *bounds);

#endif
