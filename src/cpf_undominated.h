/* The Pareto front of the legal boards of a hand: the boards that no other board dominates (beats or ties in every row).
 *
 * The algorithm visits backs in descending order of strength. A board is then dominated exactly if a board with an earlier
 * back, or a back of equal strength, has a middle and a front that are no weaker. So the algorithm stores, for each strength
 * of a middle, the weakest front that the boards so far do not dominate: a staircase, which only rises. */
#ifndef CPF_UNDOMINATED_H
#define CPF_UNDOMINATED_H

#include "cpf_search.h"

typedef struct cpf_undominated {
    cpf_split *splits; /* in descending order of backs, then of middles; the caller frees them */
    int n, room;
} cpf_undominated;

/* List the undominated boards; of boards with equal strengths, only the first by the tie rule of cpf_search_best. Return 0
 * if out of memory. `list` is zero, or the list of an earlier hand, whose memory is reused. `cube` has
 * cpf_subset_max_bytes(n) and is aligned to 64 bytes. */
int cpf_undominated_list(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube,
                         cpf_undominated *list);

#endif
