/* Counts of splits, and an iterator over them. */
#ifndef CPF_SPLITS_H
#define CPF_SPLITS_H

#include "cpf_search.h"

enum {
    CPF_MOST_MIDDLES = 792, /* five of the twelve cards beside a back of 17 */
    CPF_MOST_FRONTS = 35
};

/* Count all splits of n cards; count the legal splits of a hand. `cube`: as for cpf_levels. */
int64_t cpf_count_all(int n);
int64_t cpf_count_legal(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube);

/* Sort the backs, as indices in cpf_subsets: the strongest first; of equals, the lowest set first. */
void cpf_sort_backs(const cpf_hand *hand, uint16_t *backs);

/* An iterator over splits, in descending order of the strengths of backs, then of middles, then of fronts; of equals, the
 * lowest set first. With an objective, in descending order of values, then as above; a foul has the value 0. */
typedef struct cpf_splits {
    const cpf_hand *hand;
    const cpf_objective *objective; /* or NULL */
    int legal;                      /* legal splits only */
    double value, lower;            /* value of the present splits, and the next lower value so far */
    int has_lower;
    cpf_split now;
    int back, middle, middles, front, fronts; /* next indices, and lengths of the lists */
    uint32_t middle_set[CPF_MOST_MIDDLES], front_set[CPF_MOST_FRONTS];
    uint16_t backs[CPF_MOST_FIVES];
    uint16_t bound[CPF_MOST_FIVES]; /* with an objective: see cpf_search_bounds */
} cpf_splits;

/* Start an iterator. `memory`: as for cpf_search_best; used during this call only, and only with an objective. */
void cpf_splits_start(cpf_splits *splits, const cpf_hand *hand, int legal, const cpf_objective *objective,
                      cpf_subset_max_kernel subset_max, const cpf_search_memory *memory);

/* Return 1 with the next split; 0 if there are no more; or -1 if some thousand steps found none: then call again. */
int cpf_splits_next(cpf_splits *splits, cpf_split *split);

#endif
