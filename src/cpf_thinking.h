/* The values of placements by networks, and the player `swift`. */
#ifndef CPF_THINKING_H
#define CPF_THINKING_H

#include "cpf_ending.h"
#include "cpf_network.h"
#include "cpf_openface.h"

typedef struct cpf_thinking {
    cpf_network network;
    cpf_aim aim;
    const cpf_windows *windows;
    const cpf_network_kernels *kernels;
} cpf_thinking;

/* The features of a board, and how many there are. */
int cpf_board_features(const cpf_windows *windows, const cpf_rules *rules, const cpf_partial *board, uint64_t seen,
                       uint16_t list[CPF_MOST_FEATURES]);

/* What a board between two streets, of which there is a head, is expected to be worth, in points. */
double cpf_value_of_board(const cpf_thinking *thinking, const cpf_rules *rules, const cpf_partial *board, uint64_t seen);

/* The memory that the values of a street need. */
size_t cpf_thinking_bytes(const cpf_street *street);

/* The value of each way to place a street: by networks, in units of CPF_VALUE_SCALE; of complete boards by the aim, in those
 * of CPF_AIM_POINT. `view->memory` is of cpf_thinking_bytes. */
const int32_t *cpf_values_of_ways(const cpf_thinking *thinking, const cpf_view *view);

/* The number of the best of them. */
int32_t cpf_play_swiftly(const cpf_view *view);

/* Positions of one street, each before its cards are placed. */
typedef struct cpf_choosing {
    const cpf_plan *plan; /* with networks */
    int32_t street;
    const uint64_t (*rows)[CPF_ROWS]; /* masks */
    const uint64_t *seen;             /* the cards of the street are among them */
    const uint8_t *cards;             /* of the street, ascending */
    int32_t *ways;                    /* out: the best one, */
    double *values;                   /* and its value in points */
} cpf_choosing;

/* Finds the best way of n positions; `memory` is of cpf_thinking_bytes. */
void cpf_choose_ways(const cpf_choosing *choosing, int64_t n, void *memory);

/* A board from the masks of its rows. */
cpf_partial cpf_board_of(const uint64_t rows[CPF_ROWS]);

#endif
