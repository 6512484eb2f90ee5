/* Counts of splits, and an iterator over them. */
#ifndef CPF_SPLITS_H
#define CPF_SPLITS_H

#include "cpf_search.h"

enum {
    CPF_MOST_MIDDLES = 792, /* 12 choose 5: the middles of a hand of 17 cards, given the back */
    CPF_MOST_FRONTS = 35
};

/* Count all splits of n cards; count the legal splits of a hand. `cube`: as for cpf_levels. */
int64_t cpf_count_all(int n);
int64_t cpf_count_legal(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube);

/* Write the indices of all backs (in cpf_subsets), strongest first. Ties: lowest set first. */
void cpf_sort_backs(const cpf_hand *hand, uint16_t *backs);

/* An iterator over splits, in descending order of the strengths of backs, then of middles, then of fronts. Ties: lowest set
 * first. With an objective, splits are first ordered by value, in descending order; a foul has the value 0. */
typedef struct cpf_splits {
    const cpf_hand *hand;
    const cpf_objective *objective; /* the objective, or NULL */
    int legal;                      /* whether only legal splits are listed */
    double value, lower;            /* value of the splits being listed, and the highest lower value seen so far */
    int has_lower;
    cpf_split current;
    int back, middle, middles, front, fronts; /* next indices, and lengths of the lists */
    uint32_t middle_set[CPF_MOST_MIDDLES], front_set[CPF_MOST_FRONTS];
    uint16_t backs[CPF_MOST_FIVES];
    uint16_t bound[CPF_MOST_FIVES]; /* with an objective: see cpf_search_bounds */
} cpf_splits;

/* Start an iterator. `memory`: as for cpf_search_best; used only during this call, and only with an objective. */
void cpf_splits_start(cpf_splits *splits, const cpf_hand *hand, int legal, const cpf_objective *objective,
                      cpf_subset_max_kernel subset_max, const cpf_search_memory *memory);

/* Return 1 with the next split; 0 if there are no more; -1 if 4,096 steps produced none: call again. */
int cpf_splits_next(cpf_splits *splits, cpf_split *split);

#endif
