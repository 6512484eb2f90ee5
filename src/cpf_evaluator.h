/* The values of placements by networks, and the player `swift`. */
#ifndef CPF_EVALUATOR_H
#define CPF_EVALUATOR_H

#include "cpf_final_draw.h"
#include "cpf_network.h"
#include "cpf_openface.h"

typedef struct cpf_evaluator {
    cpf_network network;
    cpf_payoffs payoffs;
    const cpf_windows *windows;
} cpf_evaluator;

/* The features of a board, and how many there are. */
int cpf_board_features(const cpf_windows *windows, const cpf_rules *rules, const cpf_partial *board, uint64_t seen,
                       uint16_t list[CPF_MOST_FEATURES]);

/* What a board between two streets, of which there is a head, is expected to be worth, in points. */
double cpf_value_of_board(const cpf_evaluator *evaluator, const cpf_rules *rules, const cpf_partial *board, uint64_t seen);

/* The scratch memory that the values of a street need. */
size_t cpf_evaluator_bytes(const cpf_street *street);

/* The value of each way to place a street: by networks, in units of CPF_VALUE_SCALE; of complete boards by the payoffs, in
 * those of CPF_PAYOFF_POINT. */
const int32_t *cpf_values_of_ways(const cpf_evaluator *evaluator, const cpf_view *view);

/* The number of the best of them, and its value. */
int32_t cpf_best_way(const cpf_evaluator *evaluator, const cpf_view *view, int32_t *value);

/* The same by the networks of the plan. */
int32_t cpf_play_swiftly(const cpf_view *view);

/* A board from the masks of its rows. */
cpf_partial cpf_board_of(const uint64_t rows[CPF_ROWS]);

#endif
