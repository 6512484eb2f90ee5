/* Rollouts: boards in the middle of a deal, played on over cards that are given. */
#ifndef CPF_ROLLOUTS_H
#define CPF_ROLLOUTS_H

#include "cpf_positions.h"

/* Boards of one player who goes on alone. Streets are placed by `swift` or, without networks, by `careful`; the last one by
 * the payoffs. Runouts are the cards of the streets that follow, one after the other, each street ascending. */
typedef struct cpf_rollouts {
    cpf_positions at;
    const cpf_evaluator *evaluator; /* the payoffs; and the networks, if it has any */
    int32_t street;                 /* the next one */
    int64_t boards, runouts;
    const uint8_t *cards; /* by runout */
    int32_t cards_a_runout;
} cpf_rollouts;

/* The cards that a runout needs: to value boards, those of the last street only if it has no ending. */
int32_t cpf_cards_to_value(const cpf_plan *plan, int32_t street);
int32_t cpf_cards_to_finish(const cpf_plan *plan, int32_t street);

/* values[runout][board]: what a board is worth, in points, if it is played on over a runout; the last street counts on
 * average over all its draws, if it has an ending. Returns 0 without memory. */
int cpf_value_runouts(const cpf_rollouts *rollouts, double *values, int threads);

/* final_boards[board]: the rows of board i, played on over runout i, of which there are as many. Returns 0 without memory.
 */
int cpf_finish_boards(const cpf_rollouts *rollouts, uint64_t (*final_boards)[CPF_ROWS], int threads);

#endif
