/* Points of the boards that the last street completes, averaged over the cards that opponents may still be dealt. */
#ifndef CPF_LAST_STREET_H
#define CPF_LAST_STREET_H

#include "cpf_openface.h"

/* States of the board of another seat, as the player sees it. */
enum { CPF_BOARD_COMPLETE, CPF_BOARD_LACKS_STREET, CPF_BOARD_UNKNOWN };

typedef struct cpf_last_street {
    const cpf_plan *plan;
    int32_t seats, button, me;
    int32_t known[CPF_MOST_PLAYERS];      /* CPF_BOARD_..., for the other seats */
    cpf_partial boards[CPF_MOST_PLAYERS]; /* boards of other seats, unless unknown */
    uint64_t unseen;                      /* cards that the opponents may be dealt */
    int32_t settle_together;              /* whether opponents who lack a street are settled at one table */
    double worth[CPF_MOST_DEALT + 1];     /* expected points of the next Fantasyland, by its size; [0]: none */
} cpf_last_street;

/* Compute the average points of n complete boards of the player, including those for the Fantasyland that a board earns.
 *
 * Complete boards are settled together. An opponent who lacks a street is dealt each set of unseen cards, and makes the best
 * placement against the complete boards (the first one of equally good placements). If several opponents lack a street, each
 * is settled separately, and their changes are summed; with `settle_together`, all combinations of their sets are settled at
 * one table. An unknown opponent ties all rows, without a foul or royalties. Return 0 if out of memory. */
int cpf_last_street_points(const cpf_last_street *s, const uint8_t *boards, int64_t n, double *points);

#endif
