/* The incumbent of a branch-and-bound search: the best board found so far. */
#ifndef CPF_INCUMBENT_H
#define CPF_INCUMBENT_H

#include <math.h>
#include <string.h>

#include "cpf_search.h"

/* All zero at first. */
typedef struct cpf_incumbent {
    int found;
    cpf_split split;
    double value;
    uint32_t strength[CPF_ROWS];
} cpf_incumbent;

/* Whether a board is better than the incumbent: by value, then by the tie rule of cpf_search_best. */
static inline int cpf_incumbent_is_beaten(const cpf_incumbent *b, double value, const uint32_t strength[CPF_ROWS],
                                          const cpf_split *split) {
    if (!b->found) return 1;
    if (value != b->value) return value > b->value;
    for (int row = CPF_BACK; row >= CPF_FRONT; row--)
        if (strength[row] != b->strength[row]) return strength[row] > b->strength[row];
    if (split->back != b->split.back) return split->back < b->split.back;
    if (split->middle != b->split.middle) return split->middle < b->split.middle;
    return split->front < b->split.front;
}

static inline void cpf_incumbent_replace(cpf_incumbent *b, double value, const uint32_t strength[CPF_ROWS],
                                         const cpf_split *split) {
    CPF_ASSERT(cpf_incumbent_is_beaten(b, value, strength, split));
    b->found = 1;
    b->split = *split;
    b->value = value;
    memcpy(b->strength, strength, sizeof b->strength);
}

/* The incumbent, and the bounds that may still beat it. All zero at first. */
typedef struct cpf_pruner {
    cpf_incumbent incumbent;
    uint32_t enough_to_tie, enough_to_win; /* bounds below cannot beat the incumbent, even by the tie rule; cannot have
                                            * a higher value */
} cpf_pruner;

/* Makes a board the incumbent. */
static inline void cpf_pruner_take(cpf_pruner *p, const cpf_objective *o, double value, const uint32_t strength[CPF_ROWS],
                                   const cpf_split *split) {
    double found = (value - o->least) * o->scale;
    cpf_incumbent_replace(&p->incumbent, value, strength, split);
    p->enough_to_tie = p->enough_to_win = 0; /* for terms may be negative, and the value below the least of rows */
    if (found < 0) return;
    if (o->exact) {
        p->enough_to_tie = (uint32_t)found;
        p->enough_to_win = p->enough_to_tie + 1;
    } else if (found > o->slack)
        p->enough_to_tie = p->enough_to_win = (uint32_t)ceil(found - o->slack);
}

enum { CPF_STRENGTH_BITS = 13 };

/* The order in which backs are tried: by bound, then by strength. */
static inline uint32_t cpf_order(uint32_t bound, uint32_t strength) { return bound << CPF_STRENGTH_BITS | strength; }
static inline uint32_t cpf_order_bound(uint32_t order) { return order >> CPF_STRENGTH_BITS; }
static inline uint32_t cpf_order_strength(uint32_t order) { return order & ((1u << CPF_STRENGTH_BITS) - 1); }

/* Whether a back with such a bound and strength may beat the incumbent. */
static inline int cpf_may_win(const cpf_pruner *p, uint32_t order) {
    uint32_t bound = cpf_order_bound(order);
    return bound >= p->enough_to_win ||
           (bound >= p->enough_to_tie && cpf_order_strength(order) >= p->incumbent.strength[CPF_BACK]);
}

/* The weakest middle that, beside a back, may beat the incumbent by the tie rule. */
static inline uint32_t cpf_weakest_to_tie(const cpf_pruner *p, uint32_t back_strength) {
    if (back_strength != p->incumbent.strength[CPF_BACK])
        return back_strength > p->incumbent.strength[CPF_BACK] ? 0 : CPF_STRENGTHS;
    return p->incumbent.strength[CPF_MIDDLE];
}

static inline unsigned cpf_lower(unsigned a, unsigned b) { return a < b ? a : b; }

/* The value of a board whose middle and back are worth `value`. Where the exact term is costly and its bound rules the board
 * out, -INFINITY instead. */
static inline double cpf_board_value(const cpf_incumbent *b, const cpf_objective *o, const uint32_t kinds[CPF_ROWS],
                                     double value) {
    const cpf_terms *t = o->terms;
    double sum = value + o->value[CPF_FRONT][kinds[CPF_FRONT]];
    if (!t) return sum;
    int pair = t->of_kind[CPF_FRONT][kinds[CPF_FRONT]] * t->classes[CPF_MIDDLE] + t->of_kind[CPF_MIDDLE][kinds[CPF_MIDDLE]];
    double term = t->term[pair * t->classes[CPF_BACK] + t->of_kind[CPF_BACK][kinds[CPF_BACK]]];
    if (!t->exact) return sum + term;
    if (b->found && sum + term + o->slack / o->scale < b->value) return -INFINITY;
    double exact = t->exact(t->context, kinds);
    CPF_ASSERT(exact <= term + o->slack / o->scale);
    return sum + exact;
}

/* So many backs are tried in descending order of their bounds. After them the incumbent rarely changes, and finding the next
 * highest bound costs more than it saves: the remaining backs are tried in the order of their sets. */
enum { CPF_BACKS_IN_ORDER = 16 };

enum { CPF_TRIED_BYTES = CPF_STRENGTHS / 8 + 1 }; /* a bit for each strength of a back; all 0 at first */

/* Whether a back can be skipped because one of equal strength was tried before. Two such backs have the same ranks and so
 * leave the same ranks; if neither leaves a flush, the boards behind them are equal but for suits, and the back in the
 * lowest suits, which must come first, is enough. If there was none before, this one is noted. */
static inline int cpf_is_tried(const cpf_suits *suits, uint32_t left, uint32_t strength, uint8_t *tried) {
    CPF_ASSERT(strength < CPF_STRENGTHS);
    if (!cpf_no_flush(suits, left)) return 0;
    int before = tried[strength / 8] >> strength % 8 & 1;
    tried[strength / 8] |= (uint8_t)(1u << strength % 8);
    return before;
}

#endif
