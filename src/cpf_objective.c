/* Bounds of the values of boards. */
#include "cpf_objective.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

cpf_terms *cpf_terms_new(const int classes[CPF_ROWS]) {
    for (int row = 0; row < CPF_ROWS; row++) CPF_ASSERT(classes[row] > 0 && classes[row] <= CPF_MOST_CLASSES);
    size_t backs = (size_t)classes[CPF_BACK], pairs = (size_t)classes[CPF_MIDDLE] * backs;
    size_t terms = (size_t)classes[CPF_FRONT] * pairs;
    cpf_terms *t = calloc(1, sizeof *t + 2 * terms * sizeof *t->term + (pairs + backs) * sizeof *t->with_back);
    if (!t) return NULL;
    memcpy(t->classes, classes, sizeof t->classes);
    t->term = (double *)(t + 1); /* aligned, since the struct ends with pointers */
    t->within = t->term + terms;
    t->with_middle = (uint16_t *)(t->within + terms);
    t->with_back = t->with_middle + pairs;
    return t;
}

enum { MOST_STEPS = 255, MOST_TERM_STEPS = 60000, MOST_FINE_STEPS = 32760 };

typedef struct range {
    double least, highest;
} range;

static void widen(range *r, double value) {
    r->least = value < r->least ? value : r->least;
    r->highest = value > r->highest ? value : r->highest;
}

/* Return the largest power of two, in steps per unit, for which a range has at most `most_steps` steps. */
static double scale_for(range r, int most_steps) {
    int size;
    double length = r.highest - r.least;
    frexp(length, &size); /* length < 2^size */
    double scale = ldexp(1, size < -200 ? 200 : 16 - size);
    while (ceil(length * scale) > most_steps) scale /= 2;
    return scale;
}

/* Return the value of a row plus its lift. */
static inline double lifted_value(const cpf_objective *o, int row, int kind) {
    const cpf_terms *t = o->terms;
    return o->value[row][kind] + (t ? t->lift[row][t->of_kind[row][kind]] : 0);
}

/* Loop over the kinds of rows: strengths, and strengths with the deuce of spades if the rules let it double. */
#define FOR_KINDS(rules, strengths)                                                                            \
    for (int doubled = 0; doubled <= ((rules)->deuce_of_spades ? CPF_STRENGTHS : 0); doubled += CPF_STRENGTHS) \
        for (int kind = doubled; kind < doubled + (strengths); kind++)

static int strengths_of(const cpf_rules *rules, int row) {
    return row == CPF_MIDDLE && rules->lowball_middle ? CPF_LOWBALL_STRENGTHS : CPF_STRENGTHS;
}

/* Whether no terms have bounds, and all values, which must be below 2^62, are integers. */
static int are_integers(const cpf_objective *o, const cpf_rules *rules) {
    if (cpf_bounding_terms(o)) return 0;
    for (int row = 0; row < CPF_ROWS; row++)
        FOR_KINDS(rules, strengths_of(rules, row)) {
            double value = lifted_value(o, row, kind);
            if (value != (double)(int64_t)value) return 0;
        }
    return 1;
}

static inline unsigned rounded_up(double x) {
    CPF_ASSERT(x >= 0 && x <= UINT16_MAX);
    unsigned down = (unsigned)x;
    return down + (down < x);
}

/* Return the bound of a value: its steps above the least value, rounded up. Clear o->exact if rounding changes it. */
static inline unsigned steps(cpf_objective *o, double value, double least) {
    double exact = (value - least) * o->scale;
    unsigned up = rounded_up(exact);
    o->exact &= up == exact;
    return up;
}

/* Return the remainder of the i-th term: the term minus the lifts of its rows. */
static double remainder_of(const cpf_terms *t, int i) {
    int backs = t->classes[CPF_BACK], pairs = t->classes[CPF_MIDDLE] * backs;
    return t->term[i] - t->lift[CPF_FRONT][i / pairs] - t->lift[CPF_MIDDLE][i % pairs / backs] -
           t->lift[CPF_BACK][i % backs];
}

static void bound_terms(cpf_objective *o, const cpf_terms *t, double least) {
    int backs = t->classes[CPF_BACK], pairs = t->classes[CPF_MIDDLE] * backs;
    memset(t->with_back, 0, (size_t)backs * sizeof *t->with_back);
    memset(t->with_middle, 0, (size_t)pairs * sizeof *t->with_middle);
    for (int i = 0; i < t->classes[CPF_FRONT] * pairs; i++) {
        uint16_t bound = (uint16_t)steps(o, remainder_of(t, i), least);
        if (bound > t->with_middle[i % pairs]) t->with_middle[i % pairs] = bound;
        if (bound > t->with_back[i % backs]) t->with_back[i % backs] = bound;
    }
}

/* Set the highest bounds of the rows in front of each row: prefix maxima, since stronger rows are illegal in front. */
static void bound_rows_in_front(cpf_objective *o, const cpf_rules *rules) {
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
    for (int kind = 0; kind < kinds; kind++) { /* lowball middles have another order */
        o->back_bound[kind].middle = (uint8_t)middle;
        o->middle_bound[kind].front = (uint8_t)front;
    }
}

/* Find the ranges of lifted values of rows, and of remainders of terms. Return an upper bound of the magnitude of sums. */
static double find_ranges(const cpf_objective *o, const cpf_rules *rules, range rows[CPF_ROWS], range *terms) {
    const cpf_terms *t = cpf_bounding_terms(o);
    double largest = 0;
    terms->least = terms->highest = t ? remainder_of(t, 0) : 0;
    for (int i = 0; t && i < t->classes[CPF_FRONT] * t->classes[CPF_MIDDLE] * t->classes[CPF_BACK]; i++)
        widen(terms, remainder_of(t, i));
    for (int row = 0; row < CPF_ROWS; row++) {
        rows[row].least = rows[row].highest = lifted_value(o, row, 0);
        FOR_KINDS(rules, strengths_of(rules, row)) widen(&rows[row], lifted_value(o, row, kind));
        largest += fmax(fabs(rows[row].least), fabs(rows[row].highest));
    }
    return largest + fmax(fabs(terms->least), fabs(terms->highest));
}

/* Return an upper bound of the rounding errors of sums, in steps. */
static double slack_of(double largest, double scale) { return 1e-6 + 8 * DBL_EPSILON * largest * scale; }

/* Whether values and terms are finite, classes are in range, and lifted terms do not exceed their lifts (up to rounding). */
static inline int is_sound(const cpf_objective *o, const cpf_rules *rules) {
    const cpf_terms *t = o->terms;
    int sound = 1;
    for (int row = 0; row < CPF_ROWS; row++)
        FOR_KINDS(rules, strengths_of(rules, row)) {
            sound &= isfinite(o->value[row][kind]) != 0;
            sound &= !t || t->of_kind[row][kind] < t->classes[row];
        }
    for (int i = 0; t && i < t->classes[CPF_FRONT] * t->classes[CPF_MIDDLE] * t->classes[CPF_BACK]; i++)
        sound &= isfinite(t->term[i]) && (!t->are_lifted || remainder_of(t, i) <= 1e-9 * (1 + fabs(t->term[i])));
    return sound;
}

/* Return the lowest strength of a row with a bound above 0; the number of strengths if there is none. */
static int find_first_paying(const cpf_objective *o, const cpf_rules *rules, int row) {
    int n = strengths_of(rules, row);
    for (int s = 0; s < n; s++)
        for (int kind = s; kind < (rules->deuce_of_spades ? CPF_KINDS : CPF_STRENGTHS); kind += CPF_STRENGTHS)
            if (row == CPF_FRONT    ? o->front_bound[kind]
                : row == CPF_MIDDLE ? o->middle_bound[kind].middle
                                    : o->back_bound[kind].back)
                return s;
    return n;
}

void cpf_objective_prepare(cpf_objective *o, const cpf_rules *rules) {
    CPF_ASSERT(is_sound(o, rules));
    const cpf_terms *t = cpf_bounding_terms(o);
    range rows[CPF_ROWS], terms;
    double largest = find_ranges(o, rules, rows, &terms);
    o->least = terms.least;
    o->scale = scale_for(terms, MOST_TERM_STEPS);
    for (int row = 0; row < CPF_ROWS; row++) {
        o->scale = fmin(o->scale, scale_for(rows[row], MOST_STEPS));
        o->least += rows[row].least;
    }
    /* Integers need no steps smaller than 1. */
    if (o->scale > 1 && are_integers(o, rules)) o->scale = 1;
    o->slack = slack_of(largest, o->scale);
    o->exact = largest * o->scale < 1e15; /* doubles then hold sums of whole steps exactly */
    FOR_KINDS(rules, CPF_STRENGTHS) {
        o->front_bound[kind] = (uint8_t)steps(o, lifted_value(o, CPF_FRONT, kind), rows[CPF_FRONT].least);
        o->back_bound[kind].back = (uint8_t)steps(o, lifted_value(o, CPF_BACK, kind), rows[CPF_BACK].least);
    }
    FOR_KINDS(rules, strengths_of(rules, CPF_MIDDLE))
        o->middle_bound[kind].middle = (uint8_t)steps(o, lifted_value(o, CPF_MIDDLE, kind), rows[CPF_MIDDLE].least);
    bound_rows_in_front(o, rules);
    o->exact &= !o->removal;
    o->in_bytes = o->exact && !o->terms;
    for (int row = 0, highest_sum = 0; row < CPF_ROWS; row++) {
        highest_sum += (int)((rows[row].highest - rows[row].least) * o->scale);
        o->in_bytes &= highest_sum < MOST_STEPS;
    }
    for (int s = 0; s < CPF_STRENGTHS; s++)
        o->packed[s] = (uint32_t)s | (uint32_t)o->back_bound[s].back << 16 | (uint32_t)o->middle_bound[s].middle << 24;
    if (t)
        bound_terms(o, t, terms.least);
    else
        for (int row = 0; row < CPF_ROWS; row++) o->first_paying[row] = find_first_paying(o, rules, row);
}

/* ---- finer bounds ---- */

/* Return the fine bound of a value that exceeds the least value by `above`; fine_slack covers rounding errors. */
static inline uint16_t fine_steps(const cpf_objective *o, double above) {
    return (uint16_t)rounded_up(above * o->fine_scale);
}

static void bound_finely(cpf_objective *o, const cpf_rules *rules) {
    const cpf_terms *t = cpf_bounding_terms(o);
    double highest_remainder[CPF_MOST_CLASSES] = {0}; /* by the class of the back */
    range rows[CPF_ROWS], terms = {0, 0}, all = {0, 0};
    double largest = find_ranges(o, rules, rows, &terms);
    for (int row = 0; row <= CPF_ROWS; row++) {
        const range *r = row < CPF_ROWS ? &rows[row] : &terms;
        all.least += r->least;
        all.highest += r->highest;
    }
    o->fine_scale = scale_for(all, MOST_FINE_STEPS);
    o->fine_slack = slack_of(largest, o->fine_scale);
    if (t)
        for (int i = 0, backs = t->classes[CPF_BACK]; i < t->classes[CPF_FRONT] * t->classes[CPF_MIDDLE] * backs; i++)
            highest_remainder[i % backs] = fmax(highest_remainder[i % backs], remainder_of(t, i) - terms.least);
    memset(o->fine_packed, 0, sizeof o->fine_packed);
    for (int s = 0; s < CPF_STRENGTHS; s++) {
        double back = lifted_value(o, CPF_BACK, s) - rows[CPF_BACK].least +
                      (t ? highest_remainder[t->of_kind[CPF_BACK][s]] : 0);
        o->fine_front[s] = fine_steps(o, lifted_value(o, CPF_FRONT, s) - rows[CPF_FRONT].least);
        o->fine_packed[s] = (uint32_t)fine_steps(o, back) << 16;
    }
    for (int s = 0; s < strengths_of(rules, CPF_MIDDLE); s++)
        o->fine_packed[s] |= fine_steps(o, lifted_value(o, CPF_MIDDLE, s) - rows[CPF_MIDDLE].least);
}

/* Fill `within`, `reach` and `highest` with prefix maxima. The bounds of rows must be set. */
static void find_reach(const cpf_objective *o, const cpf_rules *rules, cpf_terms *t) {
    const int backs = t->classes[CPF_BACK], pairs = t->classes[CPF_MIDDLE] * backs, n = t->classes[CPF_FRONT] * pairs;
    for (int i = 0; i < n; i++) {
        t->within[i] = t->term[i];
        if (i >= pairs) t->within[i] = fmax(t->within[i], t->within[i - pairs]);
        if (i % pairs >= backs) t->within[i] = fmax(t->within[i], t->within[i - backs]);
    }
    for (int row = 0; row < CPF_BACK; row++) {
        const double *value = o->value[row];
        cpf_reach *reach = t->reach[row];
        for (int bound = 0; bound <= MOST_STEPS; bound++) reach[bound] = (cpf_reach){-DBL_MAX, 0};
        FOR_KINDS(rules, strengths_of(rules, row)) {
            cpf_reach *r = &reach[row == CPF_FRONT ? o->front_bound[kind] : o->middle_bound[kind].middle];
            r->value = fmax(r->value, value[kind]);
            r->row_class = r->row_class > t->of_kind[row][kind] ? r->row_class : t->of_kind[row][kind];
        }
        for (int bound = 1; bound <= MOST_STEPS; bound++) {
            reach[bound].value = fmax(reach[bound].value, reach[bound - 1].value);
            if (reach[bound - 1].row_class > reach[bound].row_class) reach[bound].row_class = reach[bound - 1].row_class;
        }
        for (int s = 0; s < strengths_of(rules, row); s++)
            t->highest[row][s] = s ? fmax(value[s], t->highest[row][s - 1]) : value[s];
    }
}

void cpf_objective_refine(cpf_objective *o, const cpf_rules *rules) {
    CPF_ASSERT(o->scale > 0); /* cpf_objective_prepare was called */
    if (o->in_bytes) return;  /* bounds are exact already */
    bound_finely(o, rules);
    if (cpf_bounding_terms(o)) find_reach(o, rules, o->terms);
    o->is_refined = 1;
}
