/* Kinds of incomplete rows, for players that do not search. */
#ifndef CPF_ROW_KINDS_H
#define CPF_ROW_KINDS_H

#include "cpf_ranking.h"

enum { CPF_A_SUIT = 13 }; /* cards of a suit */

/* The kind of an incomplete row without a pair is its highest rank and the number of straights that contain all its ranks.
 * The kind of any other row is its category and main rank. */
enum { CPF_REACHES = 6, CPF_UNPAIRED = CPF_RANKS * CPF_REACHES, CPF_ROW_KINDS = CPF_UNPAIRED + CPF_CATEGORIES * CPF_RANKS };

static inline int cpf_unpaired_kind(int rank, int reach) { return rank * CPF_REACHES + reach; }
static inline int cpf_made_kind(int category, int rank) { return CPF_UNPAIRED + category * CPF_RANKS + rank; }

#endif
