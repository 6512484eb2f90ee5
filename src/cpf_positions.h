/* Many boards street by street: checks, and values by networks (_networks.pyx); _positions.pyx has arrays of positions. */
#ifndef CPF_POSITIONS_H
#define CPF_POSITIONS_H

#include "cpf_evaluator.h"

/* Boards, between two streets or before a dealt street is placed. */
typedef struct cpf_positions {
    const cpf_plan *plan;
    const cpf_evaluator *evaluator;   /* networks to value boards, fixed during a call; or NULL */
    const uint64_t (*rows)[CPF_ROWS]; /* masks of front, middle and back */
    const uint64_t *seen;             /* all cards that the player has seen, including a dealt street */
} cpf_positions;

/* The checks below return n, or the index of the first invalid entry. */

/* Check that rows do not have too many cards, and that cards are different and seen. */
int64_t cpf_check_boards(const cpf_positions *positions, int64_t n);

/* Check that boards, valid by cpf_check_boards, are before a street, and that its cards (uint8[n, dealt]) ascend, are seen,
 * and are not on the board. */
int64_t cpf_check_street(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards);

/* Check that boards, valid by cpf_check_boards, are before a street, and that at least `unseen` cards are unseen. */
int64_t cpf_check_room(const cpf_positions *positions, int64_t n, int32_t street, int32_t unseen);

/* Check that runouts (uint8[n, width]) have different unseen cards, ascending in each street from `street` on. With
 * is_shared, `boards` boards share all n runouts; without it, each of n boards has a runout of its own. */
int64_t cpf_check_runouts(const cpf_positions *positions, int64_t boards, int is_shared, int32_t street,
                          const uint8_t *cards, int64_t n, int32_t width);

/* Value boards between two streets by networks, in points. Return n, or the index of the first board without a network. */
int64_t cpf_values(const cpf_positions *positions, int64_t n, double *values, int threads);

/* Find the best way to place the cards of a street on each board, and its value in points: by networks or, on the last
 * street, by the payoffs. Return 0 if out of memory. */
int cpf_choose_ways(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards, int32_t *ways,
                    double *values, int threads);

/* Write the rows of each board after a street is placed. Return n, or the index of the first way that does not exist. */
int64_t cpf_place_ways(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards, const int32_t *ways,
                       uint64_t (*after)[CPF_ROWS]);

/* Value boards before the last street by cpf_final_draw, in points. Return n, or the index of the first board that is not
 * before the last street, or for which too few cards are live. */
int64_t cpf_final_draws(const cpf_positions *positions, int64_t n, double *values, int threads);

#endif
