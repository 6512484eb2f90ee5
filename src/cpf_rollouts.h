/* Rollouts: boards of unfinished deals, played to the end with known cards. */
#ifndef CPF_ROLLOUTS_H
#define CPF_ROLLOUTS_H

#include "cpf_positions.h"

/* Rollouts of boards of one player, without opponents. `swift` places the cards, or `careful` if there are no networks. On
 * the last street, the placement with the highest payoff is chosen. A runout has the cards of the remaining streets in
 * order, each street ascending. */
typedef struct cpf_rollouts {
    cpf_positions at;
    const cpf_evaluator *evaluator; /* payoffs; and networks, if any */
    int32_t street;                 /* the next street */
    int64_t boards, runouts;
    const uint8_t *cards; /* cards by runout */
    int32_t cards_a_runout;
} cpf_rollouts;

/* Return the number of cards that a runout needs to value boards (without an averaged last street), or to finish boards. */
int32_t cpf_cards_needed_to_value(const cpf_plan *plan, int32_t street);
int32_t cpf_cards_needed_to_finish(const cpf_plan *plan, int32_t street);

/* Write values[runout][board]: the payoff of a board, in points, after a runout. The last street is averaged over all its
 * draws if cpf_final_draw supports it. Return 0 if out of memory. */
int cpf_value_runouts(const cpf_rollouts *rollouts, double *values, int threads);

/* Write final_boards[i]: the rows of board i after runout i, which is for this board alone. Return 0 if out of memory. */
int cpf_finish_boards(const cpf_rollouts *rollouts, uint64_t (*final_boards)[CPF_ROWS], int threads);

#endif
