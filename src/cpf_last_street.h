/* The last street: points of boards that it completes, averaged over the cards that opponents may still be dealt. */
#ifndef CPF_LAST_STREET_H
#define CPF_LAST_STREET_H

#include "cpf_openface.h"

/* Knowledge of the board of a seat. */
enum { CPF_BOARD_COMPLETE, CPF_BOARD_LACKS_STREET, CPF_BOARD_UNKNOWN };

typedef struct cpf_last_street {
    const cpf_plan *plan;
    int32_t seats, button, me;
    int32_t known[CPF_MOST_PLAYERS];      /* of the other seats */
    cpf_partial boards[CPF_MOST_PLAYERS]; /* those that are not unknown */
    uint64_t unseen;                      /* cards that the opponents may be dealt */
    int32_t settle_together;              /* whether opponents who lack a street are settled at one table */
    double worth[CPF_MOST_DEALT + 1];     /* worth of the next Fantasyland by its cards; 0 for none */
} cpf_last_street;

/* Compute the average points of n complete boards of the player, with the worth of the Fantasyland that they earn.
 *
 * Complete boards are settled together. An opponent who lacks a street is dealt each set of unseen cards, and places it by
 * the first of the best placements against the complete boards. Several such opponents are settled one at a time, and the
 * changes that they make are summed; with `settle_together`, they are settled at one table with all combinations of sets. An
 * unknown opponent has a board that ties all rows, is no foul and has no royalties. Return 0 without memory. */
int cpf_last_street_points(const cpf_last_street *s, const uint8_t *boards, int64_t n, double *points);

#endif
