/* Lists and counts of splits. */
#include "cpf_splits.h"

enum { STEPS = 4096 };

int64_t cpf_count_all(int n) {
    CPF_ASSERT(cpf_is_hand_size(n));
    return (int64_t)cpf_choose5(n) * cpf_choose5(n - 5) * cpf_choose3(n - 10);
}

int64_t cpf_count_legal(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube) {
    const uint32_t *five = hand->subsets->five, *three = hand->subsets->three;
    int middles = cpf_choose5(hand->n - 5), fronts = cpf_choose3(hand->n - 10);
    int64_t count = 0;
    cpf_rest rest, last;
    if (fronts > 1) cpf_levels(hand, subset_max, cube);
    for (int b = 0; b < hand->fives; b++) {
        uint32_t remaining = hand->all ^ five[b], back = hand->strength[five[b]];
        cpf_rest_of(remaining, &rest);
        for (int m = 0; m < middles; m++) {
            uint32_t set = cpf_rest_set(&rest, hand->n - 5, five[m]), middle = hand->middle[set];
            if (fronts == 1) {
                count += cpf_hand_is_legal(hand, hand->strength[remaining ^ set], middle, back);
                continue;
            }
            if (!cpf_hand_is_legal(hand, 0, middle, back)) continue;
            uint32_t strongest = hand->rules->lowball_middle ? back : middle;
            if (cpf_level_top(cube[remaining ^ set].front) <= strongest) { /* all fronts are legal */
                count += fronts;
                continue;
            }
            cpf_rest_of(remaining ^ set, &last);
            for (int f = 0; f < fronts; f++)
                count += hand->strength[cpf_rest_set(&last, hand->n - 10, three[f])] <= strongest;
        }
    }
    return count;
}

void cpf_sort_backs(const cpf_hand *hand, uint16_t *backs) {
    const uint32_t *five = hand->subsets->five;
    uint16_t other[CPF_MOST_FIVES], *from = other, *to = backs;
    for (int i = 0; i < hand->fives; i++) backs[i] = (uint16_t)i;
    for (int shift = 0; shift < 14; shift += 7) { /* radix sort: by the lower half of the strength, then by the upper half */
        int start[129] = {0};
        uint16_t *swap = from;
        from = to;
        to = swap;
        for (int i = 0; i < hand->fives; i++) start[128 - (hand->strength[five[from[i]]] >> shift & 127)]++;
        for (int i = 0; i < 128; i++) start[i + 1] += start[i];
        for (int i = 0; i < hand->fives; i++) to[start[127 - (hand->strength[five[from[i]]] >> shift & 127)]++] = from[i];
    }
}

/* ---- the iterator ---- */

void cpf_splits_start(cpf_splits *s, const cpf_hand *hand, int legal, const cpf_objective *objective,
                      cpf_subset_max_kernel subset_max, const cpf_search_memory *memory) {
    CPF_ASSERT(!objective || memory);
    s->hand = hand;
    s->objective = objective;
    s->legal = legal;
    s->value = 0;
    s->has_lower = s->back = s->middle = s->middles = s->front = s->fronts = 0;
    cpf_sort_backs(hand, s->backs);
    if (!objective) return;
    cpf_split best = cpf_search_best(hand, objective, subset_max, memory, &s->value);
    if (!best.back && legal) s->back = hand->fives;
    cpf_search_bounds(hand, objective, subset_max, memory, s->bound);
}

/* Whether a back may have splits of the current value, or of a value between `lower` and the current value. */
static int may_have_splits(const cpf_splits *s, int back) {
    const cpf_objective *o = s->objective;
    if (!o || !s->legal) return 1;
    double highest = o->least + (s->bound[back] + o->slack) / o->scale;
    return highest >= s->value || !s->has_lower || highest > s->lower;
}

/* Insert a set into a list in descending order of strength; return the new length. */
static int insert(uint32_t *sets, int n, uint32_t set, const uint16_t *strength) {
    int place = n;
    for (; place > 0 && strength[sets[place - 1]] < strength[set]; place--) sets[place] = sets[place - 1];
    sets[place] = set;
    return n + 1;
}

static void list_middles(cpf_splits *s, uint32_t back) {
    const cpf_hand *hand = s->hand;
    const uint32_t *five = hand->subsets->five;
    int middles = cpf_choose5(hand->n - 5);
    cpf_rest rest;
    cpf_rest_of(hand->all ^ back, &rest);
    s->middle = s->middles = 0;
    for (int i = 0; i < middles; i++) {
        uint32_t set = cpf_rest_set(&rest, hand->n - 5, five[i]);
        if (s->legal && !cpf_hand_is_legal(hand, 0, hand->middle[set], hand->strength[back])) continue;
        s->middles = insert(s->middle_set, s->middles, set, hand->middle);
    }
}

/* Whether a split has the current value. Update the next lower value. */
static int has_current_value(cpf_splits *s, uint32_t front, uint32_t middle, uint32_t back) {
    const cpf_hand *hand = s->hand;
    const cpf_objective *o = s->objective;
    uint32_t f = hand->strength[front], m = hand->middle[middle], b = hand->strength[back];
    int legal = cpf_hand_is_legal(hand, f, m, b);
    if (!legal && s->legal) return 0;
    if (!o) return 1;
    double value = legal ? o->value[CPF_BACK][cpf_hand_kind(hand, back, b)] +
                               o->value[CPF_MIDDLE][cpf_hand_kind(hand, middle, m)] +
                               o->value[CPF_FRONT][cpf_hand_kind(hand, front, f)]
                         : 0;
    if (value < s->value && (!s->has_lower || value > s->lower)) {
        s->has_lower = 1;
        s->lower = value;
    }
    return value == s->value;
}

static void list_fronts(cpf_splits *s, uint32_t middle, uint32_t back) {
    const cpf_hand *hand = s->hand;
    int fronts = cpf_choose3(hand->n - 10);
    cpf_rest rest;
    cpf_rest_of(hand->all ^ back ^ middle, &rest);
    s->front = s->fronts = 0;
    for (int i = 0; i < fronts; i++) {
        uint32_t set = cpf_rest_set(&rest, hand->n - 10, hand->subsets->three[i]);
        if (has_current_value(s, set, middle, back)) s->fronts = insert(s->front_set, s->fronts, set, hand->strength);
    }
}

int cpf_splits_next(cpf_splits *s, cpf_split *split) {
    for (int steps = 0; steps < STEPS; steps++) {
        if (s->front < s->fronts) {
            s->current.front = s->front_set[s->front++];
            *split = s->current;
            return 1;
        }
        if (s->middle < s->middles) {
            s->current.middle = s->middle_set[s->middle++];
            list_fronts(s, s->current.middle, s->current.back);
        } else if (s->back < s->hand->fives) {
            int back = s->backs[s->back++];
            s->current.back = s->hand->subsets->five[back];
            if (may_have_splits(s, back)) list_middles(s, s->current.back);
        } else if (s->has_lower) {
            s->value = s->lower;
            s->has_lower = s->back = 0;
        } else
            return 0;
    }
    return -1;
}
