/* Values of placements by networks, and the player `swift`. */
#ifndef CPF_EVALUATOR_H
#define CPF_EVALUATOR_H

#include "cpf_final_draw.h"
#include "cpf_network.h"
#include "cpf_openface.h"

typedef struct cpf_evaluator {
    cpf_network network;
    cpf_payoffs payoffs; /* their field is sorted (cpf_sort_field) */
    const cpf_windows *windows;
} cpf_evaluator;

/* List the features of a board; return their number. */
int cpf_board_features(const cpf_windows *windows, const cpf_rules *rules, const cpf_partial *board, uint64_t seen,
                       uint16_t list[CPF_MOST_FEATURES]);

/* Return the expected points of a board between two streets. The network must have a head for its number of cards. */
double cpf_value_of_board(const cpf_evaluator *evaluator, const cpf_rules *rules, const cpf_partial *board, uint64_t seen);

/* Return the bytes of scratch memory that valuing a street needs. */
size_t cpf_evaluator_bytes(const cpf_street *street);

/* Return the value of each way to place a street. Networks value incomplete boards, in points times CPF_VALUE_SCALE;
 * payoffs value complete boards, in points times CPF_PAYOFF_POINT. */
const int32_t *cpf_values_of_ways(const cpf_evaluator *evaluator, const cpf_view *view);

/* The best way to place a street, and its value in points. Networks or payoffs choose it, as in cpf_values_of_ways. But on
 * the street before the last, cpf_final_draw chooses among the CPF_MOST_EXACT best ways by networks that are at most
 * CPF_EXACT_GAP points behind the best one, if it supports the last street and enough cards are live. */
enum { CPF_MOST_EXACT = 3, CPF_EXACT_GAP = 1 };
typedef struct cpf_best {
    int32_t way;
    double value;
} cpf_best;

cpf_best cpf_best_way(const cpf_evaluator *evaluator, const cpf_view *view);

/* Return the index of the same way. This is faster: a single candidate needs no exact mean. */
int32_t cpf_choose_way(const cpf_evaluator *evaluator, const cpf_view *view);

/* Return the index of the best way by the evaluator of the plan. */
int32_t cpf_play_swiftly(const cpf_view *view);

/* Return a board from the masks of its rows. */
cpf_partial cpf_board_of(const uint64_t rows[CPF_ROWS]);

#endif
