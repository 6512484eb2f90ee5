/* Rollouts by the players of the package. */
#include "cpf_rollouts.h"

#include <stdlib.h>

#include "cpf_threads.h"

/* Whether the last street is averaged over its draws instead of being played. */
static inline int has_final_draw(const cpf_plan *plan) { return cpf_has_final_draw(&plan->street[plan->streets - 1]); }

static int32_t cards_of(const cpf_plan *plan, int32_t street, int32_t end) {
    int32_t cards = 0;
    for (; street < end; street++) cards += plan->street[street].dealt;
    return cards;
}

int32_t cpf_cards_needed_to_value(const cpf_plan *plan, int32_t street) {
    return cards_of(plan, street, plan->streets - has_final_draw(plan));
}

int32_t cpf_cards_needed_to_finish(const cpf_plan *plan, int32_t street) { return cards_of(plan, street, plan->streets); }

/* A board during a runout. */
typedef struct position {
    cpf_partial board;
    uint64_t seen;
} position;

static position begin(const cpf_rollouts *p, int64_t board) {
    return (position){cpf_board_of(p->at.rows[board]), p->at.seen[board]};
}

static position after(const cpf_rollouts *p, const position *before, int32_t street, int32_t way, const uint8_t *cards) {
    const cpf_street *s = &p->at.plan->street[street];
    uint64_t masks[CPF_HAND];
    position next = *before;
    for (int i = 0; i < s->dealt; i++) next.seen |= masks[i] = cpf_card_bit(cards[i]);
    next.board = cpf_place(&before->board, &s->ways[before->board.room][way], masks);
    return next;
}

/* Return what a player sees with the cards of a street in hand. */
static cpf_view view_of(const cpf_rollouts *p, const position *now, int32_t street, const uint8_t *cards,
                        cpf_scratch *scratch) {
    uint64_t seen = now->seen;
    for (int i = 0; i < p->at.plan->street[street].dealt; i++) seen |= cpf_card_bit(cards[i]);
    return (cpf_view){p->at.plan, street, &now->board, cards, seen, NULL, scratch};
}

/* Whether cpf_choose_way chooses, by networks or by the payoffs of complete boards. Otherwise `careful` does. */
static inline int has_values(const cpf_rollouts *p, int32_t street) {
    return p->evaluator->network.first || street + 1 == p->at.plan->streets;
}

static int32_t choose(const cpf_rollouts *p, const cpf_view *view) {
    return has_values(p, view->street) ? cpf_choose_way(p->evaluator, view) : cpf_play_carefully(view);
}

static double final_draw(const cpf_rollouts *p, const position *now) {
    const cpf_plan *plan = p->at.plan;
    CPF_ASSERT(has_final_draw(plan));
    return cpf_final_draw(plan->tables->ranking, plan->rules, &p->evaluator->payoffs, &plan->street[plan->streets - 1],
                          &now->board, ~(CPF_MASK_GAPS | now->seen));
}

static double value_of(const cpf_rollouts *p, position now, const uint8_t *cards, cpf_scratch *scratch) {
    const int32_t played = p->at.plan->streets - has_final_draw(p->at.plan);
    for (int32_t street = p->street; street < played; cards += p->at.plan->street[street++].dealt) {
        const cpf_view view = view_of(p, &now, street, cards, scratch);
        if (street + 1 == played && has_values(p, street)) return cpf_best_way(p->evaluator, &view).value;
        now = after(p, &now, street, choose(p, &view), cards);
    }
    return final_draw(p, &now);
}

static void finish(const cpf_rollouts *p, int64_t board, uint64_t rows[CPF_ROWS], cpf_scratch *scratch) {
    position now = begin(p, board);
    const uint8_t *cards = p->cards + board * p->cards_a_runout;
    for (int32_t street = p->street; street < p->at.plan->streets; cards += p->at.plan->street[street++].dealt) {
        const cpf_view view = view_of(p, &now, street, cards, scratch);
        now = after(p, &now, street, choose(p, &view), cards);
    }
    for (int row = 0; row < CPF_ROWS; row++) rows[row] = now.board.row[row];
}

/* ---- threads ---- */

typedef struct work {
    const cpf_rollouts *rollouts;
    double *values; /* NULL: finish boards instead */
    uint64_t (*final_boards)[CPF_ROWS];
    int64_t status; /* below 0: a thread was out of memory */
} work;

static void run_range(void *context, int64_t first, int64_t last) {
    work *w = context;
    const cpf_rollouts *p = w->rollouts;
    cpf_scratch *scratch = cpf_scratch_new(p->at.plan);
    if (!scratch) {
        cpf_atomic_min(&w->status, -1);
        return;
    }
    for (int64_t i = first; i < last; i++) {
        if (!w->values) {
            finish(p, i, w->final_boards[i], scratch);
            continue;
        }
        for (int64_t board = 0; board < p->boards; board++)
            w->values[i * p->boards + board] = value_of(p, begin(p, board), p->cards + i * p->cards_a_runout, scratch);
    }
    free(scratch);
}

enum { GRAIN = 8 };

int cpf_value_runouts(const cpf_rollouts *rollouts, double *values, int threads) {
    work w = {rollouts, values, NULL, 0};
    cpf_parallel(threads, run_range, &w, rollouts->runouts, GRAIN);
    return !w.status;
}

int cpf_finish_boards(const cpf_rollouts *rollouts, uint64_t (*final_boards)[CPF_ROWS], int threads) {
    work w = {rollouts, NULL, final_boards, 0};
    cpf_parallel(threads, run_range, &w, rollouts->boards, GRAIN);
    return !w.status;
}
