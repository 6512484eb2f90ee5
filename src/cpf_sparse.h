/* Search of the best board for objectives by which few rows pay, such as royalties and Fantasyland. A row pays if its value
 * is above the lowest value in its table.
 *
 * Paying rows are listed by their bounds, highest first. For each back, the first row of a list that shares no card with the
 * back has the highest bound of the fronts, or middles, that remain. This replaces the subset maxima of cpf_search.h, which
 * take most of the time for hands of many cards. The result is the same as that of cpf_search_best. */
#ifndef CPF_SPARSE_H
#define CPF_SPARSE_H

#include "cpf_search.h"

enum { CPF_MOST_PAYING = 1024, CPF_SPARSE_FIVES = CPF_MOST_FIVES + 8 };

/* A paying row, and its bound. */
typedef struct cpf_paying_row {
    uint32_t set;
    uint16_t strength;
    uint8_t bound;
} cpf_paying_row;

/* Rows by their bounds, highest first. */
typedef struct cpf_paying_rows {
    int n, words;
    cpf_paying_row row[CPF_MOST_PAYING];
    uint64_t without[CPF_MOST_CARDS][CPF_MOST_PAYING / 64]; /* for each card, the rows that do not contain it, as bits */
} cpf_paying_rows;

/* The memory of a search. Strengths are indexed by the number of a set. Zeros follow those of sets of five, since
 * eight are read at a time. */
typedef struct cpf_sparse {
    uint16_t five[CPF_SPARSE_FIVES], lowball[CPF_SPARSE_FIVES], three[CPF_MOST_THREES];
    cpf_paying_rows middles, fronts;
    cpf_paying_row unsorted[CPF_MOST_PAYING];
    uint16_t number[CPF_SPARSE_FIVES]; /* numbers of listed sets of five */
    uint32_t order[CPF_SPARSE_FIVES];  /* order of listed backs, see cpf_order; 0: already tried */
} cpf_sparse;

/* Whether few rows pay, so that cpf_sparse_best can be used. */
int cpf_sparse_fits(const cpf_rules *rules, const cpf_objective *objective);

/* Find the best board of 13 to 17 different, ascending cards. Return 0, without a result, if too many middles pay. */
int cpf_sparse_best(const cpf_arranging_tables *tables, const cpf_rules *rules, const cpf_objective *objective,
                    const uint8_t *cards, int n, cpf_sparse *memory, cpf_split *best, double *value);

#endif
