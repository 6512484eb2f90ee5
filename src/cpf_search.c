/* Branch and bound over the backs, middles and fronts of a hand. */
#include "cpf_search.h"

#include <string.h>

#include "cpf_incumbent.h"

enum { BACKS_PER_GROUP = 64, GROUPS = (CPF_MOST_FIVES + BACKS_PER_GROUP - 1) / BACKS_PER_GROUP };

typedef struct search {
    const cpf_hand *hand;
    const cpf_objective *objective;
    const cpf_subset_max *cube; /* subset maxima of the bounds of rows */
    uint32_t *order;            /* order of each back, see cpf_order; 0: already tried */
    uint32_t highest[GROUPS];   /* the highest order of each group of backs */
    cpf_pruner pruner;
    cpf_shifts shifts; /* all 0 if the objective has none */
} search;

size_t cpf_order_bytes(void) { return GROUPS * BACKS_PER_GROUP * sizeof(uint32_t); }

/* Compute the bounds of all backs, from the subset maxima of the cards that each back leaves. `plain`: see try_middles. */
static inline void bound_backs(search *s, cpf_subset_max *cube, cpf_subset_max_kernel subset_max, int plain) {
    const cpf_hand *hand = s->hand;
    const cpf_objective *o = s->objective;
    const cpf_terms *terms = plain ? NULL : cpf_bounding_terms(o);
    const uint32_t *five = hand->subsets->five, *three = hand->subsets->three;
    const uint16_t *strengths = hand->strength, *middles = hand->middle;
    uint32_t *order = s->order, all = hand->all, lowest = (uint32_t)hand->rules->lowest_middle;
    int fives = hand->fives;
    memset(cube, 0, cpf_subset_max_bytes(hand->n));
    for (int i = 0; i < fives; i++) {
        uint32_t set = five[i], middle = middles[set], kind = plain ? middle : cpf_hand_kind(hand, set, middle);
        uint8_t bound = o->middle_bound[kind].middle;
        if (bound && middle >= lowest) cube[set].middle = bound;
    }
    for (int i = 0; i < hand->threes; i++)
        cube[three[i]].front = o->front_bound[cpf_hand_kind(hand, three[i], strengths[three[i]])];
    subset_max(cube, hand->n);
    s->cube = cube;
    for (int group = 0, i = 0; i < fives; group++) {
        uint32_t highest = 0;
        int end = i + BACKS_PER_GROUP < fives ? i + BACKS_PER_GROUP : fives;
        for (; i < end; i++) {
            uint32_t set = five[i], strength = strengths[set], kind = plain ? strength : cpf_hand_kind(hand, set, strength);
            const cpf_subset_max *maxima = cube + (all ^ set);
            cpf_back_bounds b = o->back_bound[kind];
            uint32_t bound = b.back + cpf_lower(b.middle, maxima->middle) + cpf_lower(b.front, maxima->front);
            if (terms) bound += terms->with_back[terms->of_kind[CPF_BACK][kind]];
            order[i] = cpf_order(bound, strength);
            highest = order[i] > highest ? order[i] : highest;
        }
        s->highest[group] = highest;
    }
}

/* Return the back with the highest bound, and its order; mark it as tried. Ties: the strongest back. */
static int next_back(search *s, uint32_t *order) {
    int groups = (s->hand->fives + BACKS_PER_GROUP - 1) / BACKS_PER_GROUP, group = 0;
    for (int i = 1; i < groups; i++)
        if (s->highest[i] > s->highest[group]) group = i;
    int begin = group * BACKS_PER_GROUP, end = begin + BACKS_PER_GROUP, back = begin;
    if (end > s->hand->fives) end = s->hand->fives;
    uint32_t second = 0;
    *order = s->highest[group];
    while (s->order[back] != *order) back++;
    s->order[back] = 0;
    for (int i = begin; i < end; i++) second = s->order[i] > second ? s->order[i] : second;
    s->highest[group] = second;
    return back;
}

/* Try all fronts with a middle and a back. `value`: value of the middle and the back; `bound`: upper bound of the board. */
static void try_fronts(search *s, uint32_t remaining, double value, unsigned bound, uint32_t strength[CPF_ROWS],
                       cpf_split *split) {
    const cpf_hand *hand = s->hand;
    uint32_t kinds[CPF_ROWS] = {0, cpf_hand_kind(hand, split->middle, strength[CPF_MIDDLE]),
                                cpf_hand_kind(hand, split->back, strength[CPF_BACK])};
    cpf_rest rest;
    int cards = hand->n - 10, fronts = cpf_choose3(cards);
    if (fronts > 1) cpf_rest_of(remaining, &rest);
    for (int i = 0; i < fronts; i++) {
        split->front = fronts > 1 ? cpf_rest_set(&rest, cards, hand->subsets->three[i]) : remaining;
        strength[CPF_FRONT] = hand->strength[split->front];
        if (!cpf_hand_is_legal(hand, strength[CPF_FRONT], strength[CPF_MIDDLE], strength[CPF_BACK])) continue;
        kinds[CPF_FRONT] = cpf_hand_kind(hand, split->front, strength[CPF_FRONT]);
        double sum = cpf_board_value(&s->pruner.incumbent, s->objective, kinds, value, &s->shifts);
        CPF_ASSERT(sum - s->shifts.highest <= s->objective->least + (bound + s->objective->slack) / s->objective->scale);
        if (cpf_incumbent_is_beaten(&s->pruner.incumbent, sum, strength, split))
            cpf_pruner_take(&s->pruner, s->objective, sum, s->shifts.highest, strength, split);
    }
}

/* Return the bounds that boards with a kind of back need. */
static inline cpf_enough enough_with_back(const search *s, uint32_t kind) {
    const cpf_objective *o = s->objective;
    if (!o->removal) return s->pruner.enough;
    return cpf_enough_to_beat(&s->pruner.incumbent, o, cpf_highest_shift(o->removal, &s->shifts, kind));
}

/* Try all boards with a back. `plain`: the deuce of spades does not double, and terms have no bounds. */
static inline void try_middles(search *s, uint32_t back, int n, int plain) {
    const cpf_hand *hand = s->hand;
    const cpf_objective *o = s->objective;
    const cpf_terms *terms = plain ? NULL : cpf_bounding_terms(o);
    const uint16_t *strengths = hand->middle, *with_middle = NULL;
    const uint32_t *five = hand->subsets->five;
    const cpf_subset_max *cube = s->cube;
    uint32_t strength[CPF_ROWS], cards = hand->all ^ back, kind = cpf_hand_kind(hand, back, hand->strength[back]);
    cpf_split split = {0, 0, back};
    cpf_rest rest;
    int middles = cpf_choose5(n - 5);
    strength[CPF_BACK] = hand->strength[back];
    uint32_t weakest = (uint32_t)hand->rules->lowest_middle;
    uint32_t strongest = hand->rules->lowball_middle ? CPF_STRENGTHS : cpf_strongest_middle(hand->rules, strength[CPF_BACK]);
    uint32_t tying = cpf_weakest_to_tie(&s->pruner, strength[CPF_BACK]);
    cpf_enough enough = enough_with_back(s, kind);
    unsigned back_bound = o->back_bound[kind].back;
    if (terms) with_middle = terms->with_middle + terms->of_kind[CPF_BACK][kind];
    cpf_rest_of(cards, &rest);
    for (int i = 0; i < middles; i++) {
        uint32_t set = cpf_rest_set(&rest, n - 5, five[i]), middle = strengths[set];
        uint32_t middle_kind = plain ? middle : cpf_hand_kind(hand, set, middle);
        cpf_middle_bounds b = o->middle_bound[middle_kind];
        unsigned bound = back_bound + b.middle + cpf_lower(b.front, cube[cards ^ set].front);
        if (terms) bound += with_middle[terms->of_kind[CPF_MIDDLE][middle_kind] * terms->classes[CPF_BACK]];
        /* One branch that nearly always continues, instead of several that are hard to predict. */
        if (CPF_LIKELY(!((middle >= weakest) & (middle <= strongest) &
                         (bound >= (middle < tying ? enough.to_win : enough.to_tie)))))
            continue;
        split.middle = set;
        strength[CPF_MIDDLE] = middle;
        try_fronts(s, cards ^ set, o->value[CPF_BACK][kind] + o->value[CPF_MIDDLE][middle_kind], bound, strength, &split);
        tying = cpf_weakest_to_tie(&s->pruner, strength[CPF_BACK]);
        enough = enough_with_back(s, kind);
    }
}

static void try_back(search *s, int number) {
    int plain = !s->hand->doubled && !cpf_bounding_terms(s->objective);
    uint32_t back = s->hand->subsets->five[number];
    if (plain && s->hand->n == 13)
        try_middles(s, back, 13, 1); /* the most common case, specialized by the compiler */
    else
        try_middles(s, back, s->hand->n, plain);
}

static void start(search *s, const cpf_hand *hand, const cpf_objective *objective, cpf_subset_max_kernel subset_max,
                  const cpf_search_memory *memory) {
    CPF_ASSERT((uintptr_t)memory->cube % 64 == 0 && objective->scale > 0);
    memset(s, 0, sizeof *s);
    s->hand = hand;
    s->objective = objective;
    s->order = memory->order;
    if (objective->removal) {
        CPF_ASSERT(hand->n == CPF_HAND);
        cpf_find_shifts(objective->removal, hand->card, &s->shifts);
    }
    if (!hand->doubled && !cpf_bounding_terms(objective))
        bound_backs(s, memory->cube, subset_max, 1); /* the most common case, specialized by the compiler */
    else
        bound_backs(s, memory->cube, subset_max, 0);
}

/* Whether a finer bound rules out a back: that of its shift, or the sum of the value of the back, the highest value of its
 * fronts, that of its middles, and the highest term of their classes. */
static inline int is_out_of_reach(const search *s, int number, uint32_t order) {
    const cpf_hand *hand = s->hand;
    const cpf_objective *o = s->objective;
    const cpf_terms *t = cpf_bounding_terms(o);
    if (!s->pruner.incumbent.exists || (!o->removal && (!t || !o->is_refined))) return 0;
    uint32_t back = hand->subsets->five[number], kind = cpf_hand_kind(hand, back, hand->strength[back]);
    if (cpf_order_bound(order) < enough_with_back(s, kind).to_tie) return 1;
    if (!t || !o->is_refined) return 0;
    const cpf_subset_max *maxima = s->cube + (hand->all ^ back);
    const cpf_back_bounds b = o->back_bound[kind];
    const cpf_reach *front = &t->reach[CPF_FRONT][cpf_lower(b.front, maxima->front)];
    const cpf_reach *middle = &t->reach[CPF_MIDDLE][cpf_lower(b.middle, maxima->middle)];
    int index = (front->row_class * t->classes[CPF_MIDDLE] + middle->row_class) * t->classes[CPF_BACK] +
                t->of_kind[CPF_BACK][kind];
    double shift = o->removal ? cpf_highest_shift(o->removal, &s->shifts, kind) : 0;
    return front->value + middle->value + o->value[CPF_BACK][kind] + t->within[index] + o->slack / o->scale <
           s->pruner.incumbent.value - shift;
}

/* Like cpf_is_tried, but return 0 if the deuce of spades doubles: backs of equal strength differ if only one contains it. */
static inline int is_tried(const search *s, int number, uint32_t order, uint8_t *tried) {
    const cpf_hand *hand = s->hand;
    uint32_t strength = cpf_order_strength(order), remaining = hand->all ^ hand->subsets->five[number];
    return !hand->doubled && cpf_is_tried(&hand->suits, remaining, strength, tried);
}

cpf_split cpf_search_best(const cpf_hand *hand, const cpf_objective *objective, cpf_subset_max_kernel subset_max,
                          const cpf_search_memory *memory, double *value) {
    search s;
    uint8_t tried[CPF_TRIED_BYTES];
    uint32_t order = 0;
    int backs = 0;
    memset(tried, 0, sizeof tried);
    start(&s, hand, objective, subset_max, memory);
    for (; backs < CPF_BACKS_IN_ORDER && backs < hand->fives; backs++) {
        int back = next_back(&s, &order);
        if (!cpf_may_win(&s.pruner, order)) break;
        if (!is_out_of_reach(&s, back, order) && !is_tried(&s, back, order, tried)) try_back(&s, back);
        CPF_ASSERT(cpf_order_bound(order) >= s.pruner.enough.to_tie); /* no board of a back is above its bound */
    }
    if (backs == CPF_BACKS_IN_ORDER)
        for (int back = 0; back < hand->fives; back++) {
            order = s.order[back]; /* 0: already tried */
            if (CPF_LIKELY(!order || !cpf_may_win(&s.pruner, order))) continue;
            if (!is_out_of_reach(&s, back, order) && !is_tried(&s, back, order, tried)) try_back(&s, back);
            CPF_ASSERT(cpf_order_bound(order) >= s.pruner.enough.to_tie);
        }
    *value = s.pruner.incumbent.value;
    return s.pruner.incumbent.split;
}

void cpf_search_bounds(const cpf_hand *hand, const cpf_objective *objective, cpf_subset_max_kernel subset_max,
                       const cpf_search_memory *memory, uint16_t *bounds) {
    search s;
    start(&s, hand, objective, subset_max, memory);
    for (int i = 0; i < hand->fives; i++) bounds[i] = (uint16_t)cpf_order_bound(s.order[i]);
}
