/* Checks and values of many positions. */
#include "cpf_positions.h"

#include <stdlib.h>

#include "cpf_threads.h"

enum { GRAIN = 16 };

/* ---- checks ---- */

int64_t cpf_check_boards(const cpf_positions *p, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t cards = 0;
        int is_bad = 0;
        for (int row = 0; row < CPF_ROWS; row++) {
            is_bad |= (p->rows[i][row] & cards) != 0 || cpf_count_bits(p->rows[i][row]) > cpf_row_size[row];
            cards |= p->rows[i][row];
        }
        if (is_bad || cards & ~p->seen[i] || p->seen[i] & CPF_MASK_GAPS) return i;
    }
    return n;
}

/* Return cards as a mask; 0 if they do not ascend, or if n is 0. */
static uint64_t mask_of(const uint8_t *cards, int n) {
    uint64_t mask = 0;
    if (!cpf_cards_ascend(cards, n)) return 0;
    for (int k = 0; k < n; k++) mask |= cpf_card_bit(cards[k]);
    return mask;
}

int64_t cpf_check_street(const cpf_positions *p, int64_t n, int32_t number, const uint8_t *cards) {
    const cpf_street *street = &p->plan->street[number];
    for (int64_t i = 0; i < n; i++) {
        const cpf_partial board = cpf_board_of(p->rows[i]);
        const uint64_t hand = mask_of(cards + i * street->dealt, street->dealt);
        if (!hand || hand & (cpf_cards_of(&board) | ~p->seen[i]) || !street->count[board.room]) return i;
    }
    return n;
}

int64_t cpf_check_room(const cpf_positions *p, int64_t n, int32_t street, int32_t unseen) {
    for (int64_t i = 0; i < n; i++)
        if (!p->plan->street[street].count[cpf_board_of(p->rows[i]).room] || CPF_CARDS - cpf_count_bits(p->seen[i]) < unseen)
            return i;
    return n;
}

int64_t cpf_check_runouts(const cpf_positions *p, int64_t boards, int is_shared, int32_t first, const uint8_t *cards,
                          int64_t n, int32_t width) {
    uint64_t seen_by_all = 0;
    for (int64_t i = 0; is_shared && i < boards; i++) seen_by_all |= p->seen[i];
    for (int64_t i = 0; i < n; i++) {
        const uint8_t *runout = cards + i * width;
        uint64_t known = is_shared ? seen_by_all : p->seen[i];
        for (int32_t begin = 0, number = first; begin < width; begin += p->plan->street[number++].dealt) {
            const uint64_t hand = mask_of(runout + begin, p->plan->street[number].dealt);
            if (!hand || hand & known) return i;
            known |= hand;
        }
    }
    return n;
}

/* ---- values ---- */

typedef struct task {
    cpf_positions at;
    double *values;
    int32_t street;
    const uint8_t *cards;
    int32_t *ways;
    int64_t bad; /* first invalid position; below 0: a thread was out of memory */
} task;

static void value_range(void *context, int64_t first, int64_t last) {
    task *t = context;
    for (int64_t i = first; i < last; i++) {
        const cpf_partial board = cpf_board_of(t->at.rows[i]);
        if (!t->at.evaluator->network.head[CPF_HAND - cpf_room_in_all(board.room)]) {
            cpf_atomic_min(&t->bad, i);
            return;
        }
        t->values[i] = cpf_value_of_board(t->at.evaluator, t->at.plan->rules, &board, t->at.seen[i]);
    }
}

int64_t cpf_values(const cpf_positions *positions, int64_t n, double *values, int threads) {
    task t = {.at = *positions, .values = values, .bad = n};
    cpf_parallel(threads, value_range, &t, n, GRAIN);
    return t.bad;
}

static void choose_range(void *context, int64_t first, int64_t last) {
    task *t = context;
    const cpf_plan *plan = t->at.plan;
    const cpf_street *street = &plan->street[t->street];
    cpf_scratch *scratch = cpf_scratch_new(plan);
    if (!scratch) {
        cpf_atomic_min(&t->bad, -1);
        return;
    }
    for (int64_t i = first; i < last; i++) {
        const cpf_partial board = cpf_board_of(t->at.rows[i]);
        const cpf_view view = {plan, t->street, &board, t->cards + i * street->dealt, t->at.seen[i], NULL, scratch};
        const cpf_best best = cpf_best_way(t->at.evaluator, &view);
        t->ways[i] = best.way;
        t->values[i] = best.value;
    }
    free(scratch);
}

int cpf_choose_ways(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards, int32_t *ways,
                    double *values, int threads) {
    task t = {.at = *positions, .values = values, .street = street, .cards = cards, .ways = ways, .bad = n};
    cpf_parallel(threads, choose_range, &t, n, GRAIN);
    return t.bad == n;
}

int64_t cpf_place_ways(const cpf_positions *p, int64_t n, int32_t number, const uint8_t *cards, const int32_t *ways,
                       uint64_t (*after)[CPF_ROWS]) {
    const cpf_street *street = &p->plan->street[number];
    for (int64_t i = 0; i < n; i++) {
        uint64_t masks[CPF_HAND];
        const cpf_partial board = cpf_board_of(p->rows[i]);
        const int32_t way = ways[i]; /* read once: another thread may change it */
        if (way < 0 || way >= street->count[board.room]) return i;
        for (int k = 0; k < street->dealt; k++) masks[k] = cpf_card_bit(cards[i * street->dealt + k]);
        const cpf_partial placed = cpf_place(&board, &street->ways[board.room][way], masks);
        for (int row = 0; row < CPF_ROWS; row++) after[i][row] = placed.row[row];
    }
    return n;
}

static void average_range(void *context, int64_t first, int64_t last) {
    task *t = context;
    const cpf_plan *plan = t->at.plan;
    const cpf_street *street = &plan->street[plan->streets - 1];
    for (int64_t i = first; i < last; i++) {
        const cpf_partial board = cpf_board_of(t->at.rows[i]);
        const uint64_t live = ~(CPF_MASK_GAPS | t->at.seen[i]);
        if (cpf_room_in_all(board.room) != street->placed || cpf_count_bits(live) < street->dealt) {
            cpf_atomic_min(&t->bad, i);
            return;
        }
        t->values[i] = cpf_final_draw(plan->tables->ranking, plan->rules, &t->at.evaluator->payoffs, street, &board, live);
    }
}

int64_t cpf_final_draws(const cpf_positions *positions, int64_t n, double *values, int threads) {
    task t = {.at = *positions, .values = values, .bad = n};
    CPF_ASSERT(cpf_has_final_draw(&positions->plan->street[positions->plan->streets - 1]));
    cpf_parallel(threads, average_range, &t, n, GRAIN);
    return t.bad;
}
