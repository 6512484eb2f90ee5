/* The best board of a hand whose rows are mostly worth nothing: the objectives of royalties and of Fantasyland.
 *
 * The few rows that are worth something are listed by their bounds, highest first. What a back leaves is bounded by the
 * first row of each list that fits beside it, so that there is no need for the subset maximum of cpf_search.h, which takes
 * most of the time for hands of many cards. The result is that of cpf_search_best. */
#ifndef CPF_SPARSE_H
#define CPF_SPARSE_H

#include "cpf_search.h"

enum { CPF_MOST_WORTHY = 1024, CPF_SPARSE_FIVES = CPF_MOST_FIVES + 8 };

/* A row that is worth something, and its bound. */
typedef struct cpf_worthy {
    uint32_t set;
    uint16_t strength;
    uint8_t bound;
} cpf_worthy;

/* Rows by their bounds, highest first. */
typedef struct cpf_worthies {
    int n, words;
    cpf_worthy row[CPF_MOST_WORTHY];
    uint64_t without[CPF_MOST_CARDS][CPF_MOST_WORTHY / 64]; /* by card: which rows do not have it, a bit for each */
} cpf_worthies;

/* The memory of a search. Strengths are by the number of the set; behind them are zeros, to be read eight at a time. */
typedef struct cpf_sparse {
    uint16_t five[CPF_SPARSE_FIVES], lowball[CPF_SPARSE_FIVES], three[CPF_MOST_THREES];
    cpf_worthies middles, fronts;
    cpf_worthy unsorted[CPF_MOST_WORTHY];
    uint16_t number[CPF_SPARSE_FIVES]; /* of sets of five, as listed */
    uint32_t order[CPF_SPARSE_FIVES];  /* of the backs that are tried; 0: tried before */
} cpf_sparse;

/* Whether an objective is of this kind; most hands then have few rows of worth. */
int cpf_sparse_fits(const cpf_rules *rules, const cpf_objective *objective);

/* Finds what cpf_search_best finds, for 13 to 17 different cards, which must ascend. 0: too many rows of this hand are worth
 * something, and nothing is found. */
int cpf_sparse_best(const cpf_arranging_tables *tables, const cpf_rules *rules, const cpf_objective *objective,
                    const uint8_t *cards, int n, cpf_sparse *memory, cpf_split *best, double *value);

#endif
