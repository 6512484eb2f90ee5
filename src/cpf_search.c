/* Searching the best board of a hand. */
#include "cpf_search.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

cpf_terms *cpf_terms_new(const int classes[CPF_ROWS]) {
    size_t backs = (size_t)classes[CPF_BACK], pairs = (size_t)classes[CPF_MIDDLE] * backs;
    size_t terms = (size_t)classes[CPF_FRONT] * pairs;
    cpf_terms *t = calloc(1, sizeof *t + terms * sizeof *t->term + (pairs + backs) * sizeof *t->with_back);
    if (!t) return NULL;
    memcpy(t->classes, classes, sizeof t->classes);
    t->term = (double *)(t + 1); /* the struct ends with pointers, and so is aligned */
    t->with_middle = (uint16_t *)(t->term + terms);
    t->with_back = t->with_middle + pairs;
    return t;
}

/* ---- bounds of values ---- */

enum { MOST_STEPS = 255, MOST_TERM_STEPS = 60000 };

typedef struct range {
    double least, most;
} range;

static void widen(range *r, double value) {
    r->least = value < r->least ? value : r->least;
    r->most = value > r->most ? value : r->most;
}

/* The largest power of two that makes the range of some values `most` steps or fewer. */
static double scale_for(range r, int most) {
    int size;
    double length = r.most - r.least;
    frexp(length, &size); /* length < 2^size */
    double scale = ldexp(1, size < -200 ? 200 : 16 - size);
    while (ceil(length * scale) > most) scale /= 2;
    return scale;
}

/* What a row is worth at most, terms included as far as they are put down to it. */
static inline double worth(const cpf_objective *o, int row, int kind) {
    const cpf_terms *t = o->terms;
    return o->value[row][kind] + (t ? t->lift[row][t->of_kind[row][kind]] : 0);
}

/* Kinds of rows: strengths, and the same with the deuce if the rules tell that. */
#define FOR_KINDS(rules, strengths)                                                                        \
    for (int doubled = 0; doubled <= ((rules)->deuce_of_spades ? CPF_STRENGTHS : 0); doubled += CPF_STRENGTHS) \
        for (int kind = doubled; kind < doubled + (strengths); kind++)

static int strengths_of(const cpf_rules *rules, int row) {
    return row == CPF_MIDDLE && rules->lowball_middle ? CPF_LOWBALL_STRENGTHS : CPF_STRENGTHS;
}

/* Whether all values are whole numbers; they are smaller than 2^62. */
static int are_whole(const cpf_objective *o, const cpf_rules *rules) {
    if (o->terms && !o->terms->are_lifted) return 0;
    for (int row = 0; row < CPF_ROWS; row++)
        FOR_KINDS(rules, strengths_of(rules, row)) {
            double value = worth(o, row, kind);
            if (value != (double)(int64_t)value) return 0;
        }
    return 1;
}

/* The steps from the least value, rounded up. */
static inline unsigned steps(cpf_objective *o, double value, double least) {
    double exact = (value - least) * o->scale;
    unsigned down = (unsigned)exact;
    o->exact &= down == exact;
    return down + (down < exact);
}

/* What is left of the i-th term when rows are lifted. */
static double left_of_term(const cpf_terms *t, int i) {
    int backs = t->classes[CPF_BACK], pairs = t->classes[CPF_MIDDLE] * backs;
    return t->term[i] - t->lift[CPF_FRONT][i / pairs] - t->lift[CPF_MIDDLE][i % pairs / backs] - t->lift[CPF_BACK][i % backs];
}

static void bound_terms(cpf_objective *o, const cpf_terms *t, double least) {
    int backs = t->classes[CPF_BACK], pairs = t->classes[CPF_MIDDLE] * backs;
    memset(t->with_back, 0, (size_t)backs * sizeof *t->with_back);
    memset(t->with_middle, 0, (size_t)pairs * sizeof *t->with_middle);
    for (int i = 0; i < t->classes[CPF_FRONT] * pairs; i++) {
        uint16_t bound = (uint16_t)steps(o, left_of_term(t, i), least);
        if (bound > t->with_middle[i % pairs]) t->with_middle[i % pairs] = bound;
        if (bound > t->with_back[i % backs]) t->with_back[i % backs] = bound;
    }
}

/* Of what lies in front of a row, only rows that are no stronger can be legal. */
static void bound_what_lies_in_front(cpf_objective *o, const cpf_rules *rules) {
    const int kinds = rules->deuce_of_spades ? CPF_KINDS : CPF_STRENGTHS;
    unsigned front = 0, middle = 0;
    for (int s = 0; s < CPF_STRENGTHS; s++) {
        for (int kind = s; kind < kinds; kind += CPF_STRENGTHS) {
            if (o->front_bound[kind] > front) front = o->front_bound[kind];
            if (o->middle_bound[kind].middle > middle) middle = o->middle_bound[kind].middle;
        }
        for (int kind = s; kind < kinds; kind += CPF_STRENGTHS) {
            o->back_bound[kind].front = o->middle_bound[kind].front = (uint8_t)front;
            o->back_bound[kind].middle = (uint8_t)middle;
        }
    }
    if (!rules->lowball_middle) return;
    for (int kind = 0; kind < kinds; kind++) { /* a lowball middle has its own order */
        o->back_bound[kind].middle = (uint8_t)middle;
        o->middle_bound[kind].front = (uint8_t)front;
    }
}

void cpf_objective_ready(cpf_objective *o, const cpf_rules *rules) {
    const cpf_terms *t = o->terms;
    range rows[CPF_ROWS], terms = {0, 0};
    double largest = 0;
    if (t && !t->are_lifted) {
        int n = t->classes[CPF_FRONT] * t->classes[CPF_MIDDLE] * t->classes[CPF_BACK];
        terms.least = terms.most = left_of_term(t, 0);
        for (int i = 0; i < n; i++) widen(&terms, left_of_term(t, i));
    }
    o->least = terms.least;
    o->scale = scale_for(terms, MOST_TERM_STEPS);
    for (int row = 0; row < CPF_ROWS; row++) {
        rows[row].least = rows[row].most = worth(o, row, 0);
        FOR_KINDS(rules, strengths_of(rules, row)) widen(&rows[row], worth(o, row, kind));
        double scale = scale_for(rows[row], MOST_STEPS);
        o->scale = scale < o->scale ? scale : o->scale;
        o->least += rows[row].least;
        largest += fmax(fabs(rows[row].least), fabs(rows[row].most));
    }
    largest += fmax(fabs(terms.least), fabs(terms.most));
    /* Whole numbers that fit are kept as they are. */
    if (o->scale > 1 && are_whole(o, rules)) o->scale = 1;
    o->slack = 1e-6 + 8 * DBL_EPSILON * largest * o->scale; /* more than what rounding makes of sums */
    o->exact = largest * o->scale < 1e15; /* and then sums are not rounded */
    FOR_KINDS(rules, CPF_STRENGTHS) {
        o->front_bound[kind] = (uint8_t)steps(o, worth(o, CPF_FRONT, kind), rows[CPF_FRONT].least);
        o->back_bound[kind].back = (uint8_t)steps(o, worth(o, CPF_BACK, kind), rows[CPF_BACK].least);
    }
    FOR_KINDS(rules, strengths_of(rules, CPF_MIDDLE))
        o->middle_bound[kind].middle = (uint8_t)steps(o, worth(o, CPF_MIDDLE, kind), rows[CPF_MIDDLE].least);
    bound_what_lies_in_front(o, rules);
    o->in_bytes = o->exact && !t;
    for (int row = 0, most = 0; row < CPF_ROWS; row++) {
        most += (int)((rows[row].most - rows[row].least) * o->scale);
        o->in_bytes &= most < MOST_STEPS;
    }
    for (int s = 0; s < CPF_STRENGTHS; s++)
        o->packed[s] = (uint16_t)(o->middle_bound[s].middle | o->back_bound[s].back << 8);
    if (t && !t->are_lifted) bound_terms(o, t, terms.least);
}

/* ---- searching ---- */

enum { BACKS_A_GROUP = 64, GROUPS = (CPF_MOST_FIVES + BACKS_A_GROUP - 1) / BACKS_A_GROUP, STRENGTH_BITS = 13 };

/* The rows of 13 cards by number, with all that is asked of them where terms have bounds. */
typedef struct rows_of_13 {
    uint32_t middle[CPF_FIVES]; /* bound, and strength above */
    uint16_t front[CPF_THREES]; /* bound */
} rows_of_13;

enum { BOUND_BITS = 16 };

typedef struct search {
    const cpf_hand *hand;
    const cpf_objective *objective;
    const cpf_inside *inside;
    rows_of_13 *rows;
    uint32_t *order;         /* of each back its bound and its strength, as one number */
    uint32_t highest[GROUPS]; /* of each group of backs */
    int has_best;
    cpf_split best;
    double best_value;
    uint32_t best_strength[CPF_ROWS];
    uint32_t enough_to_tie, enough_to_win; /* bounds that are worth a look */
} search;

size_t cpf_search_bytes(int n) {
    return cpf_inside_bytes(n) + GROUPS * BACKS_A_GROUP * sizeof(uint32_t) + sizeof(rows_of_13);
}

static inline int is_better(const search *s, double value, const uint32_t strength[CPF_ROWS], const cpf_split *split) {
    if (value != s->best_value) return value > s->best_value;
    for (int row = CPF_BACK; row >= CPF_FRONT; row--)
        if (strength[row] != s->best_strength[row]) return strength[row] > s->best_strength[row];
    if (split->back != s->best.back) return split->back < s->best.back;
    if (split->middle != s->best.middle) return split->middle < s->best.middle;
    return split->front < s->best.front;
}

static void take(search *s, double value, const uint32_t strength[CPF_ROWS], const cpf_split *split) {
    const cpf_objective *o = s->objective;
    double found = (value - o->least) * o->scale;
    s->has_best = 1;
    s->best = *split;
    s->best_value = value;
    memcpy(s->best_strength, strength, sizeof s->best_strength);
    s->enough_to_tie = s->enough_to_win = 0; /* terms may make a board worth less than the least that rows are worth */
    if (found < 0) return;
    if (o->exact) {
        s->enough_to_tie = (uint32_t)found;
        s->enough_to_win = s->enough_to_tie + 1;
    } else if (found > o->slack)
        s->enough_to_tie = s->enough_to_win = (uint32_t)ceil(found - o->slack);
}

static inline unsigned lower(unsigned a, unsigned b) { return a < b ? a : b; }

/* Terms with bounds of their own. */
static inline const cpf_terms *bounding_terms(const cpf_objective *o) {
    return o->terms && !o->terms->are_lifted ? o->terms : NULL;
}

/* Bounds of all backs, by way of the best rows inside what each leaves. */
static inline void bound_backs(search *s, cpf_inside *cube, cpf_inside_kernel inside, int plain) {
    const cpf_hand *hand = s->hand;
    const cpf_objective *o = s->objective;
    const cpf_terms *terms = plain ? NULL : bounding_terms(o);
    const uint32_t *five = hand->subsets->five, *three = hand->subsets->three;
    const uint16_t *strengths = hand->strength, *middles = hand->middle;
    uint32_t *order = s->order, all = hand->all, lowest = (uint32_t)hand->rules->lowest_middle;
    int fives = hand->fives;
    memset(cube, 0, cpf_inside_bytes(hand->n));
    for (int i = 0; i < fives; i++) {
        uint32_t set = five[i], middle = middles[set], kind = plain ? middle : cpf_hand_kind(hand, set, middle);
        uint8_t bound = o->middle_bound[kind].middle;
        if (bound && middle >= lowest) cube[set].middle = bound;
        if (terms && hand->n == CPF_HAND) s->rows->middle[i] = middle << BOUND_BITS | bound;
    }
    for (int i = 0; i < hand->threes; i++) {
        uint8_t bound = o->front_bound[cpf_hand_kind(hand, three[i], strengths[three[i]])];
        cube[three[i]].front = bound;
        if (terms && hand->n == CPF_HAND) s->rows->front[i] = bound;
    }
    inside(cube, hand->n);
    s->inside = cube;
    for (int group = 0, i = 0; i < fives; group++) {
        uint32_t highest = 0;
        int end = i + BACKS_A_GROUP < fives ? i + BACKS_A_GROUP : fives;
        for (; i < end; i++) {
            uint32_t set = five[i], strength = strengths[set], kind = plain ? strength : cpf_hand_kind(hand, set, strength);
            const cpf_inside *left = cube + (all ^ set);
            cpf_back_bounds b = o->back_bound[kind];
            uint32_t bound = b.back + lower(b.middle, left->middle) + lower(b.front, left->front);
            if (terms) bound += terms->with_back[terms->of_kind[CPF_BACK][kind]];
            order[i] = bound << STRENGTH_BITS | strength;
            highest = order[i] > highest ? order[i] : highest;
        }
        s->highest[group] = highest;
    }
}

/* The back of the highest bound, and of those the strongest, which is then struck off the list. */
static int next_back(search *s, uint32_t *order) {
    int groups = (s->hand->fives + BACKS_A_GROUP - 1) / BACKS_A_GROUP, group = 0;
    for (int i = 1; i < groups; i++)
        if (s->highest[i] > s->highest[group]) group = i;
    int begin = group * BACKS_A_GROUP, end = begin + BACKS_A_GROUP, back = begin;
    if (end > s->hand->fives) end = s->hand->fives;
    uint32_t second = 0;
    *order = s->highest[group];
    while (s->order[back] != *order) back++;
    s->order[back] = 0;
    for (int i = begin; i < end; i++) second = s->order[i] > second ? s->order[i] : second;
    s->highest[group] = second;
    return back;
}

/* An exact term in place of its bound; `sum` is what the rows are worth. For a board that cannot win, less will do. */
static double exact_term(const search *s, const uint32_t kinds[CPF_ROWS], double sum, double bound) {
    const cpf_objective *o = s->objective;
    if (s->has_best && sum + bound + o->slack / o->scale < s->best_value) return -INFINITY;
    return o->terms->exact(o->terms->context, kinds);
}

/* All fronts beside a middle and a back. */
static void try_fronts(search *s, uint32_t left, double value, uint32_t strength[CPF_ROWS], cpf_split *split) {
    const cpf_hand *hand = s->hand;
    const cpf_objective *o = s->objective;
    const cpf_terms *t = o->terms;
    const double *terms = NULL; /* by the class of the front, so many apart: */
    int apart = 0;
    uint32_t kinds[CPF_ROWS] = {0, cpf_hand_kind(hand, split->middle, strength[CPF_MIDDLE]),
                                cpf_hand_kind(hand, split->back, strength[CPF_BACK])};
    cpf_rest rest;
    int cards = hand->n - 10, fronts = cpf_choose3(cards);
    if (t) {
        apart = t->classes[CPF_MIDDLE] * t->classes[CPF_BACK];
        terms = t->term + t->of_kind[CPF_MIDDLE][kinds[CPF_MIDDLE]] * t->classes[CPF_BACK] +
                t->of_kind[CPF_BACK][kinds[CPF_BACK]];
    }
    if (fronts > 1) cpf_rest_of(left, &rest);
    for (int i = 0; i < fronts; i++) {
        split->front = fronts > 1 ? cpf_rest_set(&rest, cards, hand->subsets->three[i]) : left;
        strength[CPF_FRONT] = hand->strength[split->front];
        if (!cpf_hand_is_legal(hand, strength[CPF_FRONT], strength[CPF_MIDDLE], strength[CPF_BACK])) continue;
        kinds[CPF_FRONT] = cpf_hand_kind(hand, split->front, strength[CPF_FRONT]);
        double sum = value + o->value[CPF_FRONT][kinds[CPF_FRONT]];
        if (terms) {
            double term = terms[t->of_kind[CPF_FRONT][kinds[CPF_FRONT]] * apart];
            sum += t->exact ? exact_term(s, kinds, sum, term) : term;
        }
        if (!s->has_best || is_better(s, sum, strength, split)) take(s, sum, strength, split);
    }
}

/* The weakest middle that, beside a back, may still win among boards of equal value. */
static uint32_t weakest_to_tie(const search *s, uint32_t back_strength) {
    if (back_strength != s->best_strength[CPF_BACK]) return back_strength > s->best_strength[CPF_BACK] ? 0 : CPF_STRENGTHS;
    return s->best_strength[CPF_MIDDLE];
}

/* All boards with a back. `plain`: without a deuce that doubles, and without terms that have bounds. */
static inline void try_middles(search *s, uint32_t back, int n, int plain) {
    const cpf_hand *hand = s->hand;
    const cpf_objective *o = s->objective;
    const cpf_terms *terms = plain ? NULL : bounding_terms(o);
    const uint16_t *strengths = hand->middle, *with_middle = NULL;
    const uint32_t *five = hand->subsets->five;
    const cpf_inside *inside = s->inside;
    uint32_t strength[CPF_ROWS], left = hand->all ^ back, kind = cpf_hand_kind(hand, back, hand->strength[back]);
    cpf_split split = {0, 0, back};
    cpf_rest rest;
    int middles = cpf_choose5(n - 5);
    strength[CPF_BACK] = hand->strength[back];
    uint32_t least = (uint32_t)hand->rules->lowest_middle;
    uint32_t most = hand->rules->lowball_middle ? CPF_STRENGTHS : strength[CPF_BACK];
    uint32_t tying = weakest_to_tie(s, strength[CPF_BACK]), tie = s->enough_to_tie, win = s->enough_to_win;
    unsigned own = o->back_bound[kind].back;
    if (terms) with_middle = terms->with_middle + terms->of_kind[CPF_BACK][kind];
    cpf_rest_of(left, &rest);
    for (int i = 0; i < middles; i++) {
        uint32_t set = cpf_rest_set(&rest, n - 5, five[i]), middle = strengths[set];
        uint32_t middle_kind = plain ? middle : cpf_hand_kind(hand, set, middle);
        cpf_middle_bounds b = o->middle_bound[middle_kind];
        unsigned bound = own + b.middle + lower(b.front, inside[left ^ set].front);
        if (terms) bound += with_middle[terms->of_kind[CPF_MIDDLE][middle_kind] * terms->classes[CPF_BACK]];
        /* One branch that is seldom taken, instead of many that cannot be foreseen. */
        if (CPF_LIKELY(!((middle >= least) & (middle <= most) & (bound >= (middle < tying ? win : tie))))) continue;
        split.middle = set;
        strength[CPF_MIDDLE] = middle;
        try_fronts(s, left ^ set, o->value[CPF_BACK][kind] + o->value[CPF_MIDDLE][middle_kind], strength, &split);
        tying = weakest_to_tie(s, strength[CPF_BACK]);
        tie = s->enough_to_tie;
        win = s->enough_to_win;
    }
}

/* The same for 13 cards where terms have bounds: many backs have to be looked at, and so each step is kept short. */
static void try_middles_of_13(search *s, int number) {
    const cpf_hand *hand = s->hand;
    const cpf_objective *o = s->objective;
    const cpf_terms *terms = bounding_terms(o);
    const uint16_t *middles = hand->splits->middle[number], *fronts = hand->splits->front[number];
    const rows_of_13 *rows = s->rows;
    uint32_t back = hand->subsets->five[number], strength[CPF_ROWS];
    strength[CPF_BACK] = hand->strength[back];
    uint32_t kind = cpf_hand_kind(hand, back, strength[CPF_BACK]);
    uint32_t least = (uint32_t)hand->rules->lowest_middle;
    uint32_t most = hand->rules->lowball_middle ? CPF_STRENGTHS : strength[CPF_BACK];
    uint32_t tying = weakest_to_tie(s, strength[CPF_BACK]), tie = s->enough_to_tie, win = s->enough_to_win;
    int back_class = terms->of_kind[CPF_BACK][kind];
    unsigned own = o->back_bound[kind].back;
    unsigned with_back = own + terms->with_back[back_class];
    cpf_split split = {0, 0, back};
    for (int i = 0; i < CPF_MIDDLES; i++) {
        uint32_t row = rows->middle[middles[i]], middle = row >> BOUND_BITS;
        unsigned alone = (row & ((1u << BOUND_BITS) - 1)) + rows->front[fronts[i]], enough = middle < tying ? win : tie;
        if (CPF_LIKELY(!((middle >= least) & (middle <= most) & (with_back + alone >= enough)))) continue;
        split.middle = hand->subsets->five[middles[i]];
        uint32_t middle_kind = cpf_hand_kind(hand, split.middle, middle);
        int middle_class = terms->of_kind[CPF_MIDDLE][middle_kind];
        if (own + alone + terms->with_middle[middle_class * terms->classes[CPF_BACK] + back_class] < enough) continue;
        strength[CPF_MIDDLE] = middle;
        try_fronts(s, hand->all ^ back ^ split.middle, o->value[CPF_BACK][kind] + o->value[CPF_MIDDLE][middle_kind], strength,
                   &split);
        tying = weakest_to_tie(s, strength[CPF_BACK]);
        tie = s->enough_to_tie;
        win = s->enough_to_win;
    }
}

static void try_back(search *s, int number) {
    int plain = !s->hand->doubled && !bounding_terms(s->objective);
    uint32_t back = s->hand->subsets->five[number];
    if (bounding_terms(s->objective) && s->hand->n == CPF_HAND)
        try_middles_of_13(s, number);
    else if (plain && s->hand->n == 13)
        try_middles(s, back, 13, 1); /* the most usual case, compiled for itself */
    else
        try_middles(s, back, s->hand->n, plain);
}

static void start(search *s, const cpf_hand *hand, const cpf_objective *objective, cpf_inside_kernel inside, void *memory) {
    memset(s, 0, sizeof *s);
    s->hand = hand;
    s->objective = objective;
    s->order = (uint32_t *)(void *)((char *)memory + cpf_inside_bytes(hand->n));
    s->rows = (rows_of_13 *)(s->order + GROUPS * BACKS_A_GROUP);
    if (!hand->doubled && !bounding_terms(objective))
        bound_backs(s, memory, inside, 1); /* the most usual case, compiled for itself */
    else
        bound_backs(s, memory, inside, 0);
}

enum { IN_ORDER = 16 }; /* backs; those that are left then are gone through as they lie, since little is found any more */

/* Whether a back with such a bound and strength may still win. */
static inline int may_win(const search *s, uint32_t order) {
    uint32_t bound = order >> STRENGTH_BITS, strength = order & ((1u << STRENGTH_BITS) - 1);
    return bound >= s->enough_to_win || (bound >= s->enough_to_tie && strength >= s->best_strength[CPF_BACK]);
}

/* Whether a back leaves the same as one of its strength that was tried before, in higher suits; if not, notes it. */
static inline int is_tried(const search *s, uint32_t back, uint32_t strength, uint8_t *tried) {
    const cpf_hand *hand = s->hand;
    if (hand->doubled || !cpf_hand_no_flush(hand, hand->all ^ back)) return 0;
    int before = tried[strength / 8] >> strength % 8 & 1;
    tried[strength / 8] |= (uint8_t)(1u << strength % 8);
    return before;
}

cpf_split cpf_search_best(const cpf_hand *hand, const cpf_objective *objective, cpf_inside_kernel inside, void *memory,
                          double *value) {
    search s;
    uint8_t tried[CPF_STRENGTHS / 8 + 1];
    uint32_t order = 0;
    int backs = 0;
    memset(tried, 0, sizeof tried);
    start(&s, hand, objective, inside, memory);
    for (; backs < IN_ORDER && backs < hand->fives; backs++) {
        int back = next_back(&s, &order);
        if (!may_win(&s, order)) break;
        if (!is_tried(&s, hand->subsets->five[back], order & ((1u << STRENGTH_BITS) - 1), tried)) try_back(&s, back);
    }
    if (backs == IN_ORDER)
        for (int back = 0; back < hand->fives; back++) {
            order = s.order[back]; /* 0: taken before */
            if (CPF_LIKELY(!order || !may_win(&s, order))) continue;
            if (!is_tried(&s, hand->subsets->five[back], order & ((1u << STRENGTH_BITS) - 1), tried)) try_back(&s, back);
        }
    *value = s.best_value;
    return s.best;
}

void cpf_search_bounds(const cpf_hand *hand, const cpf_objective *objective, cpf_inside_kernel inside, void *memory,
                       uint16_t *bounds) {
    search s;
    start(&s, hand, objective, inside, memory);
    for (int i = 0; i < hand->fives; i++) bounds[i] = (uint16_t)(s.order[i] >> STRENGTH_BITS);
}
