/* Fantasyland: the conditions to enter it and to stay in it, and the results of complete boards. */
#ifndef CPF_FANTASYLAND_H
#define CPF_FANTASYLAND_H

#include "cpf_settling.h"

/* Whether a player may stay once more after `stays` consecutive stays. */
static inline int cpf_may_stay(const cpf_fantasyland *f, int32_t stays) {
    return f->most_stays < 0 || stays < f->most_stays;
}

/* Return the number of cards of the next Fantasyland that a row of a legal board earns, or 0. `cards`:
 * number of cards of the Fantasyland that the player is in, or 0. */
static inline int32_t cpf_row_earns(const cpf_fantasyland *f, int row, uint32_t strength, int32_t royalty, int32_t cards) {
    if (!cards) return f->entry[row][strength];
    int32_t earned = f->stay[row][strength];
    if (f->stay_royalty_over >= 0 && royalty > f->stay_royalty_over)
        earned = f->most_stay_cards > 0 ? f->most_stay_cards : cards;
    return earned && f->stay_keeps_cards ? cards : earned;
}

/* Return the number of cards of the next Fantasyland that a board earns, or 0. `stays`: consecutive stays of its player. */
static inline int32_t cpf_earned(const cpf_rules *rules, const cpf_board *board, int32_t cards, int32_t stays) {
    const cpf_fantasyland *f = &rules->fantasyland;
    int32_t highest = 0, rows = 0;
    if (cpf_is_foul(board) || board->surrendered || (cards && !cpf_may_stay(f, stays))) return 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        const int32_t earned = cpf_row_earns(f, row, board->strengths[row], board->royalties[row], cards);
        highest = earned > highest ? earned : highest;
        rows += earned > 0;
    }
    return !cards && rows > 1 && f->entry_by_more > 0 ? f->entry_by_more : highest;
}

/* Boards at the end of deals (uint8[n, 13]). A board whose entry in `faults` is not 0 is a foul, regardless of its rows.
 * `cards` and `stays`: see cpf_earned. */
typedef struct cpf_complete_boards {
    const uint8_t *boards, *faults, *cards;
    const int32_t *stays;
} cpf_complete_boards;

/* For each board: whether it is a foul, the royalties of its rows, and the cards of the next Fantasyland that it earns. */
typedef struct cpf_board_results {
    uint8_t *fouls;
    int32_t (*royalties)[CPF_ROWS];
    uint8_t *earned;
} cpf_board_results;

void cpf_read_results(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_complete_boards *input, int64_t n,
                      const cpf_board_results *results, int threads);

#endif
