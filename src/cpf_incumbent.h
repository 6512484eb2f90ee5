/* The incumbent of a branch-and-bound search: the best board found so far. */
#ifndef CPF_INCUMBENT_H
#define CPF_INCUMBENT_H

#include <math.h>
#include <string.h>

#include "cpf_search.h"

/* The best board so far, if any; all zero initially. */
typedef struct cpf_incumbent {
    int exists;
    cpf_split split;
    double value;
    uint32_t strength[CPF_ROWS];
} cpf_incumbent;

/* Whether a board is better than the incumbent: by value, then by the tie rule of cpf_search_best. */
static inline int cpf_incumbent_is_beaten(const cpf_incumbent *b, double value, const uint32_t strength[CPF_ROWS],
                                          const cpf_split *split) {
    if (!b->exists) return 1;
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
    b->exists = 1;
    b->split = *split;
    b->value = value;
    memcpy(b->strength, strength, sizeof b->strength);
}

/* The bounds that a board needs to beat the incumbent. */
typedef struct cpf_enough {
    uint32_t to_tie; /* lowest bound of a board whose value may equal that of the incumbent */
    uint32_t to_win; /* lowest bound of a board whose value may be higher */
} cpf_enough;

/* The incumbent, and the bounds that any board needs. All zero initially. */
typedef struct cpf_pruner {
    cpf_incumbent incumbent;
    cpf_enough enough;
} cpf_pruner;

/* Return the bounds that boards need whose shifts are at most `highest_shift`. */
static inline cpf_enough cpf_enough_to_beat(const cpf_incumbent *b, const cpf_objective *o, double highest_shift) {
    const double steps = (b->value - highest_shift - o->least) * o->scale;
    cpf_enough enough = {0, 0};
    if (!b->exists || steps < 0) return enough; /* terms may be negative, so the value may be below the least */
    if (o->exact) {
        enough.to_tie = (uint32_t)steps;
        enough.to_win = enough.to_tie + 1;
    } else if (steps > o->slack)
        enough.to_tie = enough.to_win = (uint32_t)ceil(steps - o->slack);
    return enough;
}

/* Make a board the incumbent. `highest_shift`: of the hand, 0 without shifts. */
static inline void cpf_pruner_take(cpf_pruner *p, const cpf_objective *o, double value, double highest_shift,
                                   const uint32_t strength[CPF_ROWS], const cpf_split *split) {
    cpf_incumbent_replace(&p->incumbent, value, strength, split);
    p->enough = cpf_enough_to_beat(&p->incumbent, o, highest_shift);
}

enum { CPF_STRENGTH_BITS = 13 };

/* Pack the bound and the strength of a back into one number, its order. Backs of higher order are tried first. */
static inline uint32_t cpf_order(uint32_t bound, uint32_t strength) { return bound << CPF_STRENGTH_BITS | strength; }
static inline uint32_t cpf_order_bound(uint32_t order) { return order >> CPF_STRENGTH_BITS; }
static inline uint32_t cpf_order_strength(uint32_t order) { return order & ((1u << CPF_STRENGTH_BITS) - 1); }

/* Whether a back of this order may have a board that beats the incumbent. */
static inline int cpf_may_win(const cpf_pruner *p, uint32_t order) {
    uint32_t bound = cpf_order_bound(order);
    return bound >= p->enough.to_win ||
           (bound >= p->enough.to_tie && cpf_order_strength(order) >= p->incumbent.strength[CPF_BACK]);
}

/* Return the lowest strength that a middle needs with a back of this strength, if the board may equal the value of the
 * incumbent, and must win by stronger rows; CPF_STRENGTHS if none suffices. */
static inline uint32_t cpf_weakest_to_tie(const cpf_pruner *p, uint32_t back_strength) {
    if (back_strength != p->incumbent.strength[CPF_BACK])
        return back_strength > p->incumbent.strength[CPF_BACK] ? 0 : CPF_STRENGTHS;
    return p->incumbent.strength[CPF_MIDDLE];
}

static inline unsigned cpf_lower(unsigned a, unsigned b) { return a < b ? a : b; }

/* Return the value of a board; `value` is the value of its middle and back together, `shifts` those of the hand if the
 * objective has shifts. Return -INFINITY, without computing the costly exact term, if the upper bound of this term shows
 * that the board cannot beat the incumbent. */
static inline double cpf_board_value(const cpf_incumbent *b, const cpf_objective *o, const uint32_t kinds[CPF_ROWS],
                                     double value, const cpf_shifts *shifts) {
    const cpf_terms *t = o->terms;
    double sum = value + o->value[CPF_FRONT][kinds[CPF_FRONT]];
    if (o->removal) sum += cpf_shift_of(o->removal, shifts, kinds);
    if (!t) return sum;
    int pair = t->of_kind[CPF_FRONT][kinds[CPF_FRONT]] * t->classes[CPF_MIDDLE] + t->of_kind[CPF_MIDDLE][kinds[CPF_MIDDLE]];
    double term = t->term[pair * t->classes[CPF_BACK] + t->of_kind[CPF_BACK][kinds[CPF_BACK]]];
    if (!t->exact) return sum + term;
    if (b->exists && sum + term + o->slack / o->scale < b->value) return -INFINITY;
    double exact = t->exact(t->context, kinds);
    CPF_ASSERT(exact <= term + o->slack / o->scale);
    return sum + exact;
}

/* Number of backs that are tried in descending order of their bounds. After these, the incumbent rarely changes, and a
 * search for the next highest bound costs more than it saves. So the other backs are tried in the order of their sets. */
enum { CPF_BACKS_IN_ORDER = 16 };

enum { CPF_TRIED_BYTES = CPF_STRENGTHS / 8 + 1 }; /* a bit for each strength of a back; all zero initially */

/* Whether a back can be skipped because a back of equal strength was tried; if not, mark its strength as tried. Two backs of
 * equal strength have the same ranks, so the remaining cards have the same ranks, too. If no flush remains, the boards of
 * both backs differ only in suits, and the back with the lower suits is enough. It must be tried first. */
static inline int cpf_is_tried(const cpf_suits *suits, uint32_t remaining, uint32_t strength, uint8_t *tried) {
    CPF_ASSERT(strength < CPF_STRENGTHS);
    if (!cpf_no_flush(suits, remaining)) return 0;
    int before = tried[strength / 8] >> strength % 8 & 1;
    tried[strength / 8] |= (uint8_t)(1u << strength % 8);
    return before;
}

#endif
