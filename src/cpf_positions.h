/* Positions of open-face games, many at a time: checks, and values by networks. */
#ifndef CPF_POSITIONS_H
#define CPF_POSITIONS_H

#include "cpf_evaluator.h"

/* Boards between two streets, or before the cards of a street are placed. */
typedef struct cpf_positions {
    const cpf_plan *plan;
    const cpf_evaluator *evaluator;   /* networks, to value them: another thread may give the plan others; or NULL */
    const uint64_t (*rows)[CPF_ROWS]; /* masks of front, middle and back */
    const uint64_t *seen;             /* all cards that the player has seen, those of the street too */
} cpf_positions;

/* Checks return the index of the first that is wrong, or n. */

/* Rows have at most as many cards as they take, all different and seen. */
int64_t cpf_check_boards(const cpf_positions *positions, int64_t n);

/* Boards, which are right, are at a street, and its cards (uint8[n, dealt]) are seen and ascend. */
int64_t cpf_check_street(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards);

/* Boards, which are right, are before a street, and so many unseen cards are left. */
int64_t cpf_check_room(const cpf_positions *positions, int64_t n, int32_t street, int32_t unseen);

/* Runouts (uint8[n, width]) have unseen cards of the streets to come, each street ascending: one for each of n boards, or
 * `is_shared` by `boards` boards. */
int64_t cpf_check_runouts(const cpf_positions *positions, int64_t boards, int is_shared, int32_t street,
                          const uint8_t *cards, int64_t n, int32_t width);

/* The points that boards between two streets are worth by networks. Returns n, or the index of the first board that is not
 * between two streets. */
int64_t cpf_values(const cpf_positions *positions, int64_t n, double *values, int threads);

/* The best way to place the cards of a street, and its value in points: by networks, or on the last street by the payoffs.
 * Returns 0 without memory. */
int cpf_choose_ways(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards, int32_t *ways,
                    double *values, int threads);

/* The rows after placing a street in given ways. Returns the index of the first way that there is not, or n. */
int64_t cpf_place_ways(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards, const int32_t *ways,
                       uint64_t (*after)[CPF_ROWS]);

/* The points that boards before the last street are worth: see cpf_final_draw. Returns n, or the index of the first board
 * that is not before it, or for which too few cards are left. */
int64_t cpf_final_draws(const cpf_positions *positions, int64_t n, double *values, int threads);

#endif
