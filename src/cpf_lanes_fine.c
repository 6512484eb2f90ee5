/* Search of hands side by side, for values that are not exact in bytes: branch and bound in each lane, with fine bounds. */
#include "cpf_cpu.h"
#include "cpf_incumbent.h"
#include "cpf_lanes.h"

enum { NUMBER = 0xffff, NONE = 0x7fff }; /* NUMBER: above all numbers of backs; NONE: above all bounds */

/* The search of a lane. */
typedef struct search {
    const cpf_lanes *x;
    int lane;
    cpf_incumbent incumbent;
    cpf_shifts shifts; /* all 0 if the objective has none */
    uint16_t enough;   /* backs with lower bounds (as in fine_best) cannot win; 0: no incumbent */
} search;

/* Return the bound (as in fine_best) that backs need whose boards have shifts up to `highest_shift`. */
static unsigned enough_to_beat(const search *s, double highest_shift) {
    const cpf_objective *o = s->x->objective;
    const double steps = (s->incumbent.value - highest_shift - o->least) * o->fine_scale - o->fine_slack;
    return 1 + (unsigned)(steps > 0 ? ceil(steps) : 0);
}

/* Return the bound that a back needs. */
static unsigned enough_with_back(const search *s, uint32_t strength) {
    const cpf_removal *removal = s->x->objective->removal;
    if (!removal || !s->incumbent.exists) return s->enough;
    return enough_to_beat(s, cpf_highest_shift(removal, &s->shifts, strength));
}

static void replace_incumbent(search *s, double value, const uint32_t strength[CPF_ROWS], const cpf_split *split) {
    cpf_incumbent_replace(&s->incumbent, value, strength, split);
    s->enough = (uint16_t)enough_to_beat(s, s->shifts.highest);
}

/* Try the legal splits of a back with bounds of at least `enough`. */
static void try_back(search *s, int back) {
    const cpf_lanes *x = s->x;
    const cpf_objective *o = x->objective;
    const cpf_subsets *subsets = &x->tables->subsets;
    const uint16_t *middles = x->tables->splits.middle[back], *fronts = x->tables->splits.front[back];
    const int lanes = x->lanes, lane = s->lane;
    uint32_t strength[CPF_ROWS] = {0, 0, x->five[back * lanes + lane]};
    const unsigned back_bound = o->fine_packed[strength[CPF_BACK]] >> 16;
    const uint16_t *middle_bound = x->fine_middle + lane, *front_bound = x->fine_front + lane;
    unsigned enough = enough_with_back(s, strength[CPF_BACK]);
    for (int i = 0; i < CPF_MIDDLES; i++) {
        const int middle = middles[i] * lanes, front = fronts[i] * lanes;
        if (CPF_LIKELY(back_bound + middle_bound[middle] + front_bound[front] < enough)) continue;
        strength[CPF_MIDDLE] = x->middle[middle + lane];
        strength[CPF_FRONT] = x->three[front + lane];
        if (!cpf_is_legal(x->rules, strength[CPF_FRONT], strength[CPF_MIDDLE], strength[CPF_BACK])) continue;
        cpf_split split = {subsets->three[fronts[i]], subsets->five[middles[i]], subsets->five[back]};
        double back_and_middle = o->value[CPF_BACK][strength[CPF_BACK]] + o->value[CPF_MIDDLE][strength[CPF_MIDDLE]];
        double value = cpf_board_value(&s->incumbent, o, strength, back_and_middle, &s->shifts);
        if (!cpf_incumbent_is_beaten(&s->incumbent, value, strength, &split)) continue;
        replace_incumbent(s, value, strength, &split);
        enough = enough_with_back(s, strength[CPF_BACK]);
    }
}

/* Return the bound of a back: fine_best or, if terms have bounds and it is lower, a bound from the strongest front and
 * middle of the back. */
static unsigned bound_of(const cpf_lanes *x, int lane, int back) {
    const cpf_objective *o = x->objective;
    const cpf_terms *t = cpf_bounding_terms(o);
    const int index = back * x->lanes + lane;
    if (!t) return x->fine_best[index];
    const uint32_t front = x->strongest_front[index], middle = x->strongest_middle[index], strength = x->five[index];
    int pair = t->of_kind[CPF_FRONT][front] * t->classes[CPF_MIDDLE] + t->of_kind[CPF_MIDDLE][middle];
    double highest = t->highest[CPF_FRONT][front] + t->highest[CPF_MIDDLE][middle] + o->value[CPF_BACK][strength] +
                     t->within[pair * t->classes[CPF_BACK] + t->of_kind[CPF_BACK][strength]];
    const double steps = (highest - o->least) * o->fine_scale;
    if (steps + 1 >= x->fine_best[index]) return x->fine_best[index];
    return steps > 0 ? (unsigned)steps + 2 : 1; /* at least the rounded-up value, plus 1 */
}

static inline int is_tried(const search *s, const cpf_suits *suits, int back, uint8_t *tried) {
    const uint32_t all = (1u << CPF_HAND) - 1;
    return cpf_is_tried(suits, all ^ s->x->tables->subsets.five[back], s->x->five[back * s->x->lanes + s->lane], tried);
}

/* Try the backs of a list: CPF_BACKS_IN_ORDER of them in descending order of their bounds, then the others in list order. An
 * entry is 65,536 * bound + NUMBER - back, so among equal bounds the lowest back has the highest entry. Entries become 0
 * when they are tried. `first_tried`: the back that was tried before. */
static void try_all(search *s, uint32_t *list, int n, int first_tried) {
    uint8_t cards[CPF_HAND], tried[CPF_TRIED_BYTES];
    cpf_lanes_cards(s->x, s->lane, cards);
    const cpf_suits suits = cpf_suits_of(cards, CPF_HAND);
    memset(tried, 0, sizeof tried);
    is_tried(s, &suits, first_tried, tried);
    for (int i = 0; i < n + CPF_BACKS_IN_ORDER; i++) {
        int index = i - CPF_BACKS_IN_ORDER;
        if (i < CPF_BACKS_IN_ORDER) {
            index = 0;
            for (int k = 1; k < n; k++)
                if (list[k] > list[index]) index = k;
        }
        uint32_t next = list[index];
        int back = NUMBER - (int)(next & NUMBER);
        list[index] = 0;
        if (!next || next >> 16 < s->enough) {
            if (i < CPF_BACKS_IN_ORDER) return;
            continue;
        }
        if (next >> 16 < enough_with_back(s, s->x->five[back * s->x->lanes + s->lane])) continue;
        if (back != first_tried && !is_tried(s, &suits, back, tried)) try_back(s, back);
        CPF_ASSERT(next >> 16 >= s->enough); /* no board of a back is above its bound */
    }
}

void cpf_lanes_best_finely(cpf_lanes *x, const cpf_lanes_kernels *kernels, int n, cpf_split *splits, double *values) {
    search lane[CPF_MOST_LANES];
    uint16_t bounds[CPF_MOST_LANES];
    int first[CPF_MOST_LANES], listed[CPF_MOST_LANES];
    uint64_t open = 0;
    kernels->sweep_finely(x);
    for (int l = 0; l < x->lanes; l++) {
        bounds[l] = l < n && x->fine_highest[l] ? x->fine_highest[l] : NONE;
        listed[l] = 0;
    }
    memset(lane, 0, sizeof lane);
    for (int l = 0; l < n; l++) open |= (uint64_t)(bounds[l] != NONE) << l;
    for (int back = 0; open; back++)
        for (uint64_t rest = kernels->reaching(x, back, bounds) & open; rest; rest &= rest - 1) {
            int l = cpf_lowest_bit(rest);
            open &= ~(UINT64_C(1) << l);
            lane[l].x = x;
            lane[l].lane = l;
            if (x->objective->removal) {
                uint8_t cards[CPF_HAND];
                cpf_lanes_cards(x, l, cards);
                cpf_find_shifts(x->objective->removal, cards, &lane[l].shifts);
            }
            first[l] = back;
            try_back(&lane[l], back);
            bounds[l] = lane[l].enough;
        }
    if (cpf_bounding_terms(x->objective)) kernels->find_strongest(x, bounds);
    for (int back = 0; back < CPF_FIVES; back++)
        for (uint64_t rest = kernels->reaching(x, back, bounds); rest; rest &= rest - 1) {
            int l = cpf_lowest_bit(rest);
            unsigned bound = bound_of(x, l, back);
            if (bound >= bounds[l]) x->to_try[l * CPF_FIVES + listed[l]++] = bound << 16 | (unsigned)(NUMBER - back);
        }
    for (int l = 0; l < n; l++) {
        if (listed[l]) try_all(&lane[l], x->to_try + l * CPF_FIVES, listed[l], first[l]);
        splits[l] = lane[l].incumbent.split;
        values[l] = lane[l].incumbent.value;
    }
}
