/* All ways to set a hand, one after the other, and how many there are. */
#ifndef CPF_SPLITS_H
#define CPF_SPLITS_H

#include "cpf_search.h"

enum {
    CPF_MOST_MIDDLES = 792, /* five of the twelve cards that a back leaves of 17 */
    CPF_MOST_FRONTS = 35
};

/* How many splits a hand of n cards has, and how many of them are legal. */
int64_t cpf_count_all(int n);
int64_t cpf_count_legal(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube);

/* The places of the sets of five in cpf_subsets, the strongest backs first, of equals the lowest set. */
void cpf_sort_backs(const cpf_hand *hand, uint16_t *backs);

/* Goes through the splits: the strongest back first, with it the strongest middle, with that the strongest front; of equals the
 * lowest set. With an objective, those of the highest value come first, and only among equals the stronger ones; a foul is
 * then worth nothing. */
typedef struct cpf_splits {
    const cpf_hand *hand;
    const cpf_objective *objective;           /* or NULL */
    int legal;                                /* legal splits only */
    double value, lower;                      /* of the splits now, and the highest one seen below it */
    int has_lower;
    cpf_split now;
    int back, middle, middles, front, fronts; /* what comes next, and how many there are */
    uint32_t middle_set[CPF_MOST_MIDDLES], front_set[CPF_MOST_FRONTS];
    uint16_t backs[CPF_MOST_FIVES];
    uint16_t bound[CPF_MOST_FIVES];           /* with an objective: of the values with each back, in steps */
} cpf_splits;

/* `memory` as for cpf_search_best, for this call only; not needed without an objective. */
void cpf_splits_start(cpf_splits *splits, const cpf_hand *hand, int legal, const cpf_objective *objective,
                      cpf_subset_max_kernel subset_max, void *memory);

/* 1: the next split; 0: there are no more; -1: none found so far, after some thousand looks: call again. */
int cpf_splits_next(cpf_splits *splits, cpf_split *split);

#endif
