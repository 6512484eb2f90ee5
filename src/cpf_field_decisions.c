/* Many boards against a field: expected points, and decisions to declare or to surrender. */
#include <math.h>
#include <string.h>

#include "cpf_field_inner.h"
#include "cpf_threads.h"

enum { GRAIN = 64 };

/* Return the expected points of a board with a declaration. */
static double points_of(const cpf_field *f, const uint8_t *cards, int declare, cpf_board *board) {
    cpf_read_with_order(f->settling, f->rules, cards, declare, board);
    return cpf_field_points(f, board);
}

typedef struct points_task {
    const cpf_field *field;
    const uint8_t *boards;
    const int8_t *declared;
    double *points;
} points_task;

static void pay_range(void *context, int64_t first, int64_t last) {
    const points_task *g = context;
    cpf_board board;
    for (int64_t i = first; i < last; i++)
        g->points[i] = points_of(g->field, g->boards + i * CPF_HAND, g->declared[i], &board);
}

void cpf_field_points_many(const cpf_field *field, const uint8_t *boards, const int8_t *declared, int64_t n, double *points,
                           int threads) {
    points_task g = {field, boards, declared, points};
    cpf_parallel(threads, pay_range, &g, n, GRAIN);
}

typedef struct decisions {
    const cpf_field *field;
    uint8_t *boards;
    double *points;
    int8_t *declared;
    double surrendered; /* expected points of a surrender */
} decisions;

static void decide(const decisions *d, uint8_t *cards, double *points, int8_t *declared) {
    const cpf_field *f = d->field;
    uint8_t shown[CPF_ROW_SHAPES][CPF_HAND];
    cpf_board board;
    cpf_read_with_order(f->settling, f->rules, cards, CPF_DECLARE_NOTHING, &board);
    *declared = -1;
    *points = isnan(*points) ? cpf_field_points(f, &board)
                             : *points * cpf_horse_times(f->rules, &board) + cpf_field_side_payments(f, &board);
    if (board.patterns) {
        const double worth = points_of(f, cards, CPF_DECLARE_BEST, &board);
        if (worth > *points) *points = worth, *declared = (int8_t)board.natural;
    }
    const int n = cpf_show_naturals(f->settling, f->rules, cards, shown);
    for (int k = 0; k < n; k++) {
        const double worth = points_of(f, shown[k], CPF_DECLARE_BEST, &board);
        if (worth <= *points || board.natural < 0) continue;
        *points = worth;
        *declared = (int8_t)board.natural;
        memcpy(cards, shown[k], CPF_HAND);
    }
    if (f->rules->surrender >= 0 && d->surrendered > *points) {
        *points = d->surrendered;
        *declared = -1;
        memset(cards, CPF_SURRENDERED, CPF_HAND);
    }
}

static void decide_range(void *context, int64_t first, int64_t last) {
    const decisions *d = context;
    for (int64_t i = first; i < last; i++) decide(d, d->boards + i * CPF_HAND, &d->points[i], &d->declared[i]);
}

void cpf_field_decide(const cpf_field *field, int64_t n, uint8_t *boards, double *points, int8_t *declared, int threads) {
    decisions d = {field, boards, points, declared, 0};
    uint8_t surrender[CPF_HAND];
    cpf_board board;
    memset(surrender, CPF_SURRENDERED, sizeof surrender);
    if (field->rules->surrender >= 0) d.surrendered = points_of(field, surrender, CPF_DECLARE_NOTHING, &board);
    cpf_parallel(threads, decide_range, &d, n, GRAIN);
}
