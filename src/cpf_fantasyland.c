/* Royalties of many complete boards, and the Fantasylands that they earn. */
#include "cpf_fantasyland.h"

#include "cpf_threads.h"

enum { GRAIN = 256 };

typedef struct task {
    const cpf_settling_tables *tables;
    const cpf_rules *rules;
    const cpf_complete_boards *input;
    const cpf_board_results *results;
} task;

static void read_range(void *context, int64_t first, int64_t last) {
    const task *t = context;
    const cpf_complete_boards *e = t->input;
    const cpf_board_results *r = t->results;
    for (int64_t i = first; i < last; i++) {
        cpf_board board = {.foul = 1};
        if (!e->faults[i]) cpf_read_seat(t->tables, t->rules, e->boards + i * CPF_HAND, CPF_DECLARE_NOTHING, &board);
        r->fouls[i] = (uint8_t)cpf_is_foul(&board);
        r->earned[i] = (uint8_t)cpf_earned(t->rules, &board, e->cards[i], e->stays[i]);
        for (int row = 0; row < CPF_ROWS; row++) r->royalties[i][row] = r->fouls[i] ? 0 : board.royalties[row];
    }
}

void cpf_read_results(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_complete_boards *input, int64_t n,
                      const cpf_board_results *results, int threads) {
    task t = {tables, rules, input, results};
    cpf_parallel(threads, read_range, &t, n, GRAIN);
}
