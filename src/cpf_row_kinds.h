/* Kinds of rows that are not complete yet, as players who do not search tell them apart. */
#ifndef CPF_ROW_KINDS_H
#define CPF_ROW_KINDS_H

#include "cpf_ranking.h"

enum { CPF_A_SUIT = 13 }; /* its cards */

/* By what a row holds: without a pair, the highest rank and in how many straights the ranks stand together; otherwise, or
 * complete, the category and the rank that tells most. */
enum { CPF_REACHES = 6, CPF_UNPAIRED = CPF_RANKS * CPF_REACHES, CPF_ROW_KINDS = CPF_UNPAIRED + CPF_CATEGORIES * CPF_RANKS };

static inline int cpf_unpaired_kind(int rank, int reach) { return rank * CPF_REACHES + reach; }
static inline int cpf_made_kind(int category, int rank) { return CPF_UNPAIRED + category * CPF_RANKS + rank; }

#endif
