/* How expected points change with the weights of the boards of a field: the coefficients of card removal. */
#include <stdlib.h>
#include <string.h>

#include "cpf_field_inner.h"
#include "cpf_threads.h"

enum { FEATURES = CPF_REMOVAL_VARIABLES, MOST_OTHERS = 16384, OWN_GRAIN = 8 };

#define STEP \
    0.01 /* step of finite differences; exact for payments that are linear in the weights, that is, except in pools */

void cpf_field_find_places(const cpf_field *f, uint16_t places[CPF_ROWS][CPF_STRENGTHS]) {
    enum { HIGHEST_PLACE = (CPF_REMOVAL_KNOTS - 1) * CPF_REMOVAL_STEPS };
    for (int row = 0; row < CPF_ROWS; row++) {
        int64_t at[FIELD_STRENGTHS], weaker = 0, boards = 0;
        memset(at, 0, sizeof at);
        for (int64_t i = 0; i < f->ordinary; i++) at[place_of(f->boards[i].strengths[row])]++;
        for (uint32_t s = 0; s < CPF_STRENGTHS; s++) boards += at[place_of(s)];
        for (uint32_t s = 0; s < CPF_STRENGTHS; s++) {
            const int64_t here = at[place_of(s)]; /* half of them count as weaker */
            places[row][s] = (uint16_t)(boards ? (2 * weaker + here) * HIGHEST_PLACE / (2 * boards) : 0);
            if (places[row][s] >= HIGHEST_PLACE) places[row][s] = HIGHEST_PLACE - 1;
            weaker += here;
        }
    }
}

void cpf_field_set_removal(const cpf_field *f, const float *shifts, cpf_removal *removal) {
    uint16_t places[CPF_ROWS][CPF_STRENGTHS];
    cpf_field_find_places(f, places);
    cpf_removal_set(removal, places[0], shifts, f->opponents);
}

/* A search for slopes: of the values of rows by ranges of features, and of joint points by ranges of boards. */
typedef struct slope_search {
    const cpf_field *f;
    const double *features; /* [board][feature], in the order of the boards of the field */
    cpf_field_slopes *slopes;
    int64_t own_step; /* between two boards whose joint points are examined */
    int64_t failed;   /* -1 if out of memory */
} slope_search;

static void find_row_slopes(void *context, int64_t begin, int64_t end) {
    slope_search *search = context;
    const cpf_field *f = search->f;
    double (*values)[CPF_ROWS][CPF_KINDS] = malloc(2 * sizeof *values), *weights = malloc((size_t)f->n * sizeof *weights);
    if (!values || !weights) cpf_atomic_min(&search->failed, -1);
    for (int64_t j = begin; values && weights && j < end; j++) {
        for (int sign = 0; sign < 2; sign++) {
            const double step = sign ? STEP : -STEP;
            for (int64_t i = 0; i < f->n; i++) weights[i] = 1 + step * search->features[i * FEATURES + j];
            cpf_field_value_rows(f, weights, 0, values[sign]);
        }
        for (int row = 0; row < CPF_ROWS; row++)
            for (int s = 0; s < CPF_STRENGTHS; s++)
                search->slopes->row[(row * CPF_STRENGTHS + s) * FEATURES + j] = (values[1][row][s] - values[0][row][s]) /
                                                                                (2 * STEP * f->opponents);
    }
    free(values);
    free(weights);
}

/* The pairings of a board with the boards of the field. */
typedef struct pairings {
    const cpf_field *f;
    int needs_royalties;
    payment rest[MOST_TIES][CPF_TRIPLES]; /* by triple, if royalties do not matter */
} pairings;

static payment pay(const pairings *p, const cpf_board *mine, const cpf_board *other, int t) {
    const cpf_field *f = p->f;
    if (!is_ordinary(other)) return cpf_field_pay_boards(f, mine, other, f->tie[t]);
    int triple = 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        const uint32_t a = place_of(mine->strengths[row]), b = place_of(other->strengths[row]);
        triple = 3 * triple + (a > b) - (a < b) + 1;
    }
    if (!p->needs_royalties) return p->rest[t][triple];
    group g = {.doubles = other->doubles};
    memcpy(g.royalties, other->royalties, sizeof g.royalties);
    return cpf_field_pay_rows(f, mine->royalties, mine->doubles, &g, triple, f->tie[t]);
}

/* Estimate the chance of each `step`-th board of the field to sweep all opponents but one: how often it sweeps the boards
 * that `own` and `own_step` select. */
static void sample_sweeps_of_others(const pairings *p, int64_t step, int64_t own, int64_t own_step) {
    const cpf_field *f = p->f;
    for (int64_t i = 0; i < f->n; i += step) {
        double sweeps = 0;
        for (int64_t k = 0; k < own; k++) sweeps += pay(p, &f->boards[k * own_step], &f->boards[i], 0).sweep < 0;
        f->sweeps_others[i] = power(sweeps / (double)own, f->opponents - 1);
    }
}

/* The members of `sums`, for each feature. */
typedef struct slope_sums {
    double paid[FEATURES], lost[FEATURES], chance[MOST_TIES][FEATURES], extra[MOST_TIES][FEATURES];
} slope_sums;

static void add_times(double *sum, double factor, const double *features) {
    if (factor == 0) return;
    for (int j = 0; j < FEATURES; j++) sum[j] += factor * features[j];
}

/* Return the change of the points by one feature, for each unit and opponent. */
static double slope_of(const cpf_field *f, const sums *all, const slope_sums *slopes, int j) {
    double points[2];
    for (int sign = 0; sign < 2; sign++) {
        const double step = sign ? STEP : -STEP;
        sums s = *all;
        s.paid += step * slopes->paid[j];
        s.lost += step * slopes->lost[j];
        for (int t = 0; t < f->ties; t++) {
            s.chance[t] += step * slopes->chance[t][j];
            s.extra[t] += step * slopes->extra[t][j];
        }
        points[sign] = cpf_field_points_of(f, &s);
    }
    return (points[1] - points[0]) / (2 * STEP * f->opponents);
}

/* What the joint slopes of all boards have in common. */
typedef struct joint_search {
    slope_search *search;
    pairings pairings;
    int64_t step; /* between two boards of the field that are paired with a board */
} joint_search;

static void find_joint_slopes_of(void *context, int64_t begin, int64_t end) {
    const joint_search *joint = context;
    const cpf_field *f = joint->search->f;
    const double *features = joint->search->features, share = (double)joint->step / (double)f->n;
    cpf_field_slopes *slopes = joint->search->slopes;
    for (int64_t k = begin; k < end; k++) {
        const cpf_board *mine = &f->boards[k * joint->search->own_step];
        sums all = {0, 0, {0}, {0}};
        slope_sums by_feature;
        memset(&by_feature, 0, sizeof by_feature);
        for (int row = 0; row < CPF_ROWS; row++) slopes->strengths[k * CPF_ROWS + row] = (int16_t)mine->strengths[row];
        for (int64_t i = 0; i < f->n; i += joint->step)
            for (int t = 0; t < f->ties; t++) {
                const payment paid = pay(&joint->pairings, mine, &f->boards[i], t);
                if (paid.paid == 0 && !paid.sweep) continue;
                sums one = {0, 0, {0}, {0}};
                cpf_field_add_payment(&one, &paid, t, f->count[t], share, share * f->sweeps_others[i]);
                all.paid += one.paid;
                all.lost += one.lost;
                all.chance[t] += one.chance[t];
                all.extra[t] += one.extra[t];
                add_times(by_feature.paid, one.paid, features + i * FEATURES);
                add_times(by_feature.lost, one.lost, features + i * FEATURES);
                add_times(by_feature.chance[t], one.chance[t], features + i * FEATURES);
                add_times(by_feature.extra[t], one.extra[t], features + i * FEATURES);
            }
        for (int j = 0; j < FEATURES; j++) slopes->joint[k * FEATURES + j] = slope_of(f, &all, &by_feature, j);
    }
}

static void find_joint_slopes(slope_search *search, int threads) {
    const cpf_field *f = search->f;
    const int64_t own = search->slopes->own;
    const int32_t royalties[CPF_ROWS] = {0};
    const group other = {.doubles = -1};
    joint_search joint = {.search = search, .step = (f->n + MOST_OTHERS - 1) / MOST_OTHERS};
    joint.pairings.f = f;
    joint.pairings.needs_royalties = f->joint_needs_royalties;
    for (int t = 0; t < f->ties; t++)
        for (int triple = 0; triple < CPF_TRIPLES; triple++)
            joint.pairings.rest[t][triple] = cpf_field_pay_rows(f, royalties, -1, &other, triple, f->tie[t]);
    for (int64_t i = 0; i < f->n; i++) f->sweeps_others[i] = 1;
    if (f->has_sweep && f->opponents > 1) sample_sweeps_of_others(&joint.pairings, joint.step, own, search->own_step);
    cpf_parallel(threads, find_joint_slopes_of, &joint, own, OWN_GRAIN);
}

int cpf_field_find_slopes(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                          int opponents, const double *features, cpf_field_slopes *slopes, int threads) {
    cpf_field *f = cpf_field_start(tables, rules, boards, n, opponents, 0);
    double *sorted = malloc((size_t)(n * FEATURES) * sizeof *sorted), *next = sorted;
    int ok = f && sorted;
    for (int special = 0; ok && special < 2; special++) /* in the order of the boards of the field */
        for (int64_t i = 0; i < n; i++)
            if (is_ordinary(&boards[i]) != special) {
                memcpy(next, features + i * FEATURES, FEATURES * sizeof *next);
                next += FEATURES;
            }
    if (ok) {
        slope_search search = {.f = f, .features = sorted, .slopes = slopes};
        cpf_parallel(threads, find_row_slopes, &search, FEATURES, (FEATURES + threads - 1) / threads);
        ok = !search.failed;
        search.own_step = f->ordinary / slopes->own < 1 ? 1 : f->ordinary / slopes->own;
        if (f->ordinary / search.own_step < slopes->own) slopes->own = f->ordinary / search.own_step;
        if (ok && slopes->own) find_joint_slopes(&search, threads);
    }
    free(sorted);
    cpf_field_free(f);
    return ok;
}
