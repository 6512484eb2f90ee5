/* Rollouts by the players of the package. */
#include "cpf_rollouts.h"

#include <stdlib.h>

#include "cpf_threads.h"

enum { BEST = 3 }; /* number of placements of the street before the last that are valued exactly */

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

/* Return the highest exact value of some ways to place the street before the last. */
static double best_final_draw(const cpf_rollouts *p, const position *before, int32_t street, const int32_t *ways, int n,
                              const uint8_t *cards) {
    double best = 0;
    for (int i = 0; i < n; i++) {
        const position next = after(p, before, street, ways[i], cards);
        const double value = cpf_final_draw(p->at.plan->tables->ranking, p->at.plan->rules, &p->evaluator->payoffs,
                                            &p->at.plan->street[p->at.plan->streets - 1], &next.board,
                                            ~(CPF_MASK_GAPS | next.seen));
        best = !i || value > best ? value : best;
    }
    return best;
}

/* List the indices of the highest values, highest first; return their number, at most BEST. */
static int list_best(const int32_t *values, int32_t n, int32_t best[BEST]) {
    int listed = 0;
    for (int32_t i = 0; i < n; i++) {
        int place = listed;
        while (place > 0 && values[i] > values[best[place - 1]]) place--;
        if (place == BEST) continue;
        listed += listed < BEST;
        for (int k = listed - 1; k > place; k--) best[k] = best[k - 1];
        best[place] = i;
    }
    return listed;
}

/* List the best ways of a street, best first: by networks, by the heuristic of `careful`, or on the last street by the
 * payoffs. Return their number. */
static int choose(const cpf_rollouts *p, const position *now, int32_t street, const uint8_t *cards, int32_t best[BEST],
                  cpf_scratch *scratch) {
    uint64_t seen = now->seen;
    for (int i = 0; i < p->at.plan->street[street].dealt; i++) seen |= cpf_card_bit(cards[i]);
    const cpf_view view = {p->at.plan, street, &now->board, cards, seen, NULL, scratch};
    if (p->evaluator->network.first || street + 1 == p->at.plan->streets)
        return list_best(cpf_values_of_ways(p->evaluator, &view), p->at.plan->street[street].count[now->board.room], best);
    best[0] = cpf_play_carefully(&view);
    return 1;
}

static double payoff_of(const cpf_rollouts *p, const cpf_partial *board) {
    const cpf_rules *rules = p->at.plan->rules;
    uint32_t strength[CPF_ROWS];
    for (int row = 0; row < CPF_ROWS; row++)
        strength[row] = cpf_strength_of_row(p->at.plan->tables->ranking, rules, row, board->row[row]);
    return (double)cpf_payoff_of(&p->evaluator->payoffs, rules, strength[0], strength[1], strength[2]) / CPF_PAYOFF_POINT;
}

static double value_of(const cpf_rollouts *p, position now, const uint8_t *cards, cpf_scratch *scratch) {
    const int32_t streets = p->at.plan->streets, exact = has_final_draw(p->at.plan);
    int32_t best[BEST];
    if (exact && p->street == streets - 1)
        return cpf_final_draw(p->at.plan->tables->ranking, p->at.plan->rules, &p->evaluator->payoffs,
                              &p->at.plan->street[p->street], &now.board, ~(CPF_MASK_GAPS | now.seen));
    for (int32_t street = p->street; street < streets; cards += p->at.plan->street[street++].dealt) {
        const int n = choose(p, &now, street, cards, best, scratch);
        if (exact && street == streets - 2) return best_final_draw(p, &now, street, best, n, cards);
        now = after(p, &now, street, best[0], cards);
    }
    return payoff_of(p, &now.board);
}

static void finish(const cpf_rollouts *p, int64_t board, uint64_t rows[CPF_ROWS], cpf_scratch *scratch) {
    position now = begin(p, board);
    const uint8_t *cards = p->cards + board * p->cards_a_runout;
    int32_t best[BEST];
    for (int32_t street = p->street; street < p->at.plan->streets; cards += p->at.plan->street[street++].dealt) {
        choose(p, &now, street, cards, best, scratch);
        now = after(p, &now, street, best[0], cards);
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
