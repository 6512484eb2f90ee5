/* The Pareto front of the legal boards of a hand: those that no other board dominates, that is, beats or ties in every row.
 *
 * It is found by a sweep over the backs in descending order of strength. A board is dominated exactly if one with a back
 * that is no weaker has a middle and a front that are no weaker. So the sweep keeps, for each strength of a middle, how
 * strong a front must be not to be dominated by the boards so far: a staircase, which only rises. */
#ifndef CPF_UNDOMINATED_H
#define CPF_UNDOMINATED_H

#include "cpf_search.h"

typedef struct cpf_undominated {
    cpf_split *splits; /* in descending order of backs, then of middles; to be freed */
    int n, room;
} cpf_undominated;

/* Lists the undominated boards; of boards with equal strengths only the best by the tie rule of cpf_search_best. Returns 0
 * if there is no memory. `list` is all zero, or that of a hand before, whose memory is used again. `cube` has
 * cpf_subset_max_bytes(n) and is aligned to 64 bytes. */
int cpf_undominated_list(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube,
                         cpf_undominated *list);

#endif
