/* The best board so far, of all that a search has looked at. */
#ifndef CPF_BEST_H
#define CPF_BEST_H

#include <math.h>
#include <string.h>

#include "cpf_search.h"

/* All zero at first. */
typedef struct cpf_best {
    int found;
    cpf_split split;
    double value;
    uint32_t strength[CPF_ROWS];
} cpf_best;

/* Whether a board is better; among equal values, see cpf_search_best. */
static inline int cpf_best_is_below(const cpf_best *b, double value, const uint32_t strength[CPF_ROWS], const cpf_split *split) {
    if (!b->found) return 1;
    if (value != b->value) return value > b->value;
    for (int row = CPF_BACK; row >= CPF_FRONT; row--)
        if (strength[row] != b->strength[row]) return strength[row] > b->strength[row];
    if (split->back != b->split.back) return split->back < b->split.back;
    if (split->middle != b->split.middle) return split->middle < b->split.middle;
    return split->front < b->split.front;
}

static inline void cpf_best_take(cpf_best *b, double value, const uint32_t strength[CPF_ROWS], const cpf_split *split) {
    b->found = 1;
    b->split = *split;
    b->value = value;
    memcpy(b->strength, strength, sizeof b->strength);
}

/* What a board is worth whose middle and back are worth `value`; or anything less than the best, if it cannot be better. */
static inline double cpf_best_value_of(const cpf_best *b, const cpf_objective *o, const uint32_t kinds[CPF_ROWS], double value) {
    const cpf_terms *t = o->terms;
    double sum = value + o->value[CPF_FRONT][kinds[CPF_FRONT]];
    if (!t) return sum;
    int pair = t->of_kind[CPF_FRONT][kinds[CPF_FRONT]] * t->classes[CPF_MIDDLE] + t->of_kind[CPF_MIDDLE][kinds[CPF_MIDDLE]];
    double term = t->term[pair * t->classes[CPF_BACK] + t->of_kind[CPF_BACK][kinds[CPF_BACK]]];
    if (!t->exact) return sum + term;
    if (b->found && sum + term + o->slack / o->scale < b->value) return -INFINITY;
    return sum + t->exact(t->context, kinds);
}

/* Backs that are tried in the order of their bounds; those that are left then are gone through as they lie, since little is found
 * any more. */
enum { CPF_BACKS_IN_ORDER = 16 };

enum { CPF_TRIED_BYTES = CPF_STRENGTHS / 8 + 1 }; /* a bit for each strength of a back, all 0 at first */

/* Whether a back of some strength leaves the same ranks as one that was tried before, and neither leaves a flush: of those, the
 * one in the lowest suits is enough, which has to come first. If not, notes it. */
static inline int cpf_is_tried(const cpf_suits *suits, uint32_t left, uint32_t strength, uint8_t *tried) {
    if (!cpf_no_flush(suits, left)) return 0;
    int before = tried[strength / 8] >> strength % 8 & 1;
    tried[strength / 8] |= (uint8_t)(1u << strength % 8);
    return before;
}

#endif
